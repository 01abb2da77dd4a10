"""Sums over games whose rows are not stored, made block by block where games are played.

Two sorts of sums stand side by side in one table: those of `analysis.data.counts`, and sums of
batches of game numbers.  Cells share luck game number by game number, and so batch by batch: how
far the batches stray from each other tells how sure a difference between cells is, without a row.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from analysis.data.counts import KEYS, GroupedCounts, added_up
from analysis.data.design import Design, is_side
from analysis.data.frames import Frame, whole_frames
from analysis.data.reading import GAMES_ROLES, SEATS_ROLES, RowBlock, parts_of
from simulate.core.game.facts import SIDE, SIDE_BEFORE
from simulate.store.outcome import results

TABLE = "table"
RESULTS, WON, SPLIT = "results", "won by", "split"
SEAT = "seat"  # in the place of a column: the seat itself
COMPETE = ("option", "dealt", "strategy", "skill")  # roles of what competes, besides seats
# Wins are counted in this unit, so that shares of up to twelve winners are whole numbers.
WHOLE = 27_720


class Counter:
    """Adds up the games of one cell, and makes one table of all sums.

    batch: so many deals are added up together.
    """

    def __init__(self, manifest: Mapping[str, Any], cell: int, batch: int) -> None:
        self.design = Design({**manifest, "cells": [{"games": 0, **c} for c in manifest["cells"]]})
        self._cell, self._batch = cell, batch
        self._sums = GroupedCounts(self.design)
        self._share = next((c["name"] for c in self.design.columns("seats", "win_share")), "")
        self._split = [
            c["name"] for c in self.design.columns("games", "end_reason", "trigger", "margin")
        ]
        compete = self.design.columns("seats", *COMPETE)
        self._compete = [c["name"] for c in compete if c["dtype"] == "str" and not is_side(c)]
        self._batches: dict[str, list[pl.DataFrame]] = {}

    def add(self, games: pl.DataFrame, seats: pl.DataFrame) -> None:
        """The rows of games that were played just now."""
        block = self._block(games, seats)
        self._sums.add(block)
        batch = self._batches_of(games)
        rows = games.select("cell", *self._split).with_columns(
            batch, result=pl.Series(block.won, dtype=pl.Int8)
        )
        one = pl.len().cast(pl.Int64).alias("games")
        keys = [pl.col("cell"), pl.col("batch"), pl.col("result").alias("won")]
        self._keep(RESULTS, rows.group_by(keys).agg(one))
        for name in self._split:
            self._keep(
                f"{SPLIT} {name}", rows.group_by([*keys, pl.col(name).alias("value")]).agg(one)
            )
        if self._share and seats[self._share].null_count() < seats.height:
            self._add_shares(block)

    def _add_shares(self, block: RowBlock) -> None:
        """What seats won with what they had."""
        for frame in whole_frames(block, [self._cell], self._share):
            won = np.nan_to_num(frame.won) * WHOLE
            rows = frame.rows.select("cell", "seat", *self._compete).with_columns(
                self._batches_of(frame.rows),
                won=pl.Series(np.rint(won).astype(np.int64).ravel()),
            )
            if self.design.has_sides:
                self._keep(f"{WON} {SIDE}", _of_sides(frame, rows["batch"].to_numpy()))
            for name in (SEAT, *self._compete):
                keys = ["cell", "batch", "seat"]
                named = [] if name == SEAT else [pl.col(name).alias("value")]
                sums = rows.group_by([*keys, *named]).agg(
                    pl.len().cast(pl.Int64).alias("games"), pl.col("won").sum().alias("wins")
                )
                self._keep(f"{WON} {name}", sums)

    def _batches_of(self, rows: pl.DataFrame) -> pl.Series:
        """The batch of each row; those of one deal are in one, and cells share luck by deal."""
        deals = rows["replicate"].cast(pl.Int64) // self.design.rotations[self._cell]
        return (deals // self._batch).alias("batch")

    def _block(self, games: pl.DataFrame, seats: pl.DataFrame) -> RowBlock:
        of_games = [c["name"] for c in self.design.columns("games", *GAMES_ROLES)]
        of_seats = [c["name"] for c in self.design.columns("seats", *SEATS_ROLES)]
        return RowBlock(
            first=int(games["replicate"][0]) // self.design.rotations[self._cell],
            count=games.height,
            games=games.select("cell", "replicate", *of_games),
            read_seats=partial(
                seats.select, "cell", "replicate", "seat", *self.design.teams, *of_seats
            ),
            parts=parts_of(games, self.design.rotations),
            won=results(games, self.design.won),
        )

    def _keep(self, table: str, sums: pl.DataFrame) -> None:
        kept = self._batches.setdefault(table, [])
        kept.append(sums)
        if len(kept) > 2:
            self._batches[table] = [added_up(kept)]

    def table(self) -> pl.DataFrame:
        """All sums, one below the other; what a table has no use for is empty."""
        tables = self._sums.totals() | {n: added_up(parts) for n, parts in self._batches.items()}
        keys = [key for key in KEYS if any(key in table.columns for table in tables.values())]
        return pl.concat(
            [
                table.select(
                    pl.lit(name).alias(TABLE),
                    *(pl.col(key).cast(pl.String) for key in keys if key in table.columns),
                    *(c for c in table.columns if c not in KEYS),
                )
                for name, table in sorted(tables.items())
            ],
            how="diagonal",
        ).select(TABLE, *keys, pl.exclude(TABLE, *keys))


def _of_sides(frame: Frame, batches: np.ndarray) -> pl.DataFrame:
    """What sides won, each once a game; batches: of every seat."""
    before, now = (frame.rows[column].unique().to_list() for column in (SIDE_BEFORE, SIDE))
    levels = tuple(sorted({*before, *now}))
    code, won = frame.sides(levels)
    game, side = np.nonzero(code >= 0)
    first = frame.rows.select("cell", "seat").gather(game * frame.shape[1])
    rows = first.with_columns(
        batch=pl.Series(batches[game * frame.shape[1]]),
        value=pl.Series([levels[k] for k in side], dtype=pl.String),
        won=pl.Series(np.rint(won[game, side] * WHOLE).astype(np.int64)),
    )
    one = pl.len().cast(pl.Int64).alias("games")
    wins = pl.col("won").sum().alias("wins")
    return rows.group_by("cell", "batch", "seat", "value").agg(one, wins)
