"""Results of a run that stored sums instead of rows."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from analysis.data.counter import COMPETE, RESULTS, SEAT, SPLIT, TABLE, WHOLE, WON
from analysis.data.counts import KEYS, Counts, added_up, finish
from analysis.data.design import Design
from analysis.data.entrants import PLAYER, EntrantKind, Entrants, entrants
from analysis.data.reading import RowBlock
from analysis.data.run import RunLike
from analysis.data.seat_worth import SeatWorth
from analysis.estimators.clustered_ratios import Ratios
from analysis.estimators.fair import Fair
from analysis.estimators.pooled import Codes, Split
from analysis.shares.contest import Contest
from analysis.shares.effects import Shifts
from analysis.shares.share_verdicts import Shares
from analysis.stats.results import ABSENT, AsPlayed, Batches
from simulate.core.game.facts import SIDE, SIDE_BEFORE
from simulate.store.outcome import as_a_whole

NUMBERS = {"cell": pl.Int32, "batch": pl.Int64, "won": pl.Int8, "seat": pl.Int8, "seats": pl.UInt32}


class Counted:
    """The sums of a run."""

    def __init__(self, run: RunLike, design: Design) -> None:
        self.run, self.design = run, design

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """Every table of sums, over all files."""
        tables: dict[str, list[pl.DataFrame]] = {}
        for sums in self.run.sums():
            for (name,), part in sums.partition_by(TABLE, as_dict=True).items():
                tables.setdefault(str(name), []).append(self._typed(str(name), part))
                if len(tables[str(name)]) > 2:
                    tables[str(name)] = [added_up(tables[str(name)])]
        return {name: added_up(parts) for name, parts in tables.items()}

    def _typed(self, name: str, part: pl.DataFrame) -> pl.DataFrame:
        """A table with its own columns alone, each of its type."""
        table, _, column = name.partition(" ")
        keys = [k for k in KEYS if k in part.columns and (part[k].null_count() < part.height)]
        if table in ("value", SPLIT, "text", WON) and column != SEAT and "value" not in keys:
            keys.append("value")  # which nobody had
        if table in ("triggers",) and "trigger" not in keys:
            keys.append("trigger")
        sums = [
            c
            for c in part.columns
            if c not in KEYS and c != TABLE and part[c].null_count() < part.height
        ]
        typed = part.select(
            *(
                pl.col(k).cast(NUMBERS[k]) if k in NUMBERS else pl.col(k)
                for k in sorted(keys, key=KEYS.index)
            ),
            *sums,
        )
        if table in ("value", SPLIT) and "value" in typed.columns:
            typed = typed.with_columns(_as_declared(self._dtype(column)))
        return typed

    def _dtype(self, column: str) -> str:
        columns = self.design.manifest["columns"]["games"]
        return next((str(c["dtype"]) for c in columns if c["name"] == column), "str")

    def counts(self) -> Counts:
        """What one pass over all rows would have counted."""
        results = self.tables[RESULTS]
        last = int(results["batch"].max()) + 1 if results.height else 0  # type: ignore[arg-type]
        won: dict[int, AsPlayed] = {}
        counts = Counts(won)
        for cell in self.design.cells:
            of_cell = results.filter(pl.col("cell") == cell.number)
            games, wins = np.zeros(last), np.zeros(last)
            for batch, result, count in of_cell.select("batch", "won", "games").iter_rows():
                games[batch] += count
                wins[batch] += count * (result == 1)
            if as_a_whole(of_cell["won"].to_numpy()):
                counts.winnable.add(cell.number)
            won[cell.number] = Batches(games, wins)
        shared = self.tables.get(f"{WON} {SEAT}")
        if shared is not None:
            counts.contested |= set(shared["cell"].unique().to_list()) - counts.winnable
        sums = {n: t for n, t in self.tables.items() if not n.startswith((RESULTS, SPLIT, WON))}
        finish(sums, counts)
        return counts

    def split(
        self, cells: Collection[int], ways: Sequence[tuple[Codes, int]], splits: Sequence[Split]
    ) -> None:
        """Games that ended, or stood at their end, in one of several ways."""
        columns = [name.partition(" ")[2] for name in self.tables if name.startswith(SPLIT)]
        results = self.tables[RESULTS].filter(pl.col("cell").is_in(list(cells)))
        most = results.group_by("cell").agg(pl.col("games").sum())["games"].max()
        for (codes, _), each in zip(ways, splits, strict=True):
            rows, block = self._asked(codes, columns, cells)
            each.add_batches(
                rows["batch"].to_numpy(), codes(block), rows["games"].to_numpy().astype(float)
            )
            each.of_numbers(float(most or 0))  # type: ignore[arg-type]

    def _asked(
        self, codes: Codes, columns: Sequence[str], cells: Collection[int]
    ) -> tuple[pl.DataFrame, RowBlock]:
        """The table that a question is about, as a block in which each row is of many games."""
        for column in columns:
            rows = self.tables[f"{SPLIT} {column}"].filter(pl.col("cell").is_in(list(cells)))
            games = rows.select(pl.col("value").alias(column))
            block = RowBlock(0, rows.height, games, games.clone, (), won=rows["won"].to_numpy())
            try:
                codes(block)
            except pl.exceptions.ColumnNotFoundError:
                continue
            return rows, block
        raise KeyError("no sums tell of this column")

    def contest(self, design: Design, counts: Counts) -> Contest:
        """Shares of wins in the cells in which seats compete, and what changes do to them."""
        if not design.cells or f"{WON} {SEAT}" not in self.tables:
            return Contest(design)
        known = self._weighed(entrants(design, _Seats(self, design), counts))
        if known.sides:  # sums do not say who was on which side
            known = replace(known, things=(known.sides,))
        fair = self._fair(known)
        shares, shifts = Shares(known), Shifts(known)
        for things, ratios, by_seat in shares.sums:
            self._fill(ratios, things, counts)
            self._fill(by_seat, things, counts, known.seats)
        for things, ratios in shifts.sums:
            self._fill(ratios, things, counts)
        return replace(Contest(design), kinds=shares.result(fair), moves=shifts.result(fair))

    def _weighed(self, known: Entrants) -> Entrants:
        """The same, what comes to all seats alike weighed by seat, of which there are sums."""
        worth = SeatWorth()
        for (cell,), own in self.tables[f"{WON} {SEAT}"].group_by("cell"):
            seats = own.group_by("seat").agg(pl.col("games", "wins").sum()).sort("seat")
            worth.add(int(cell), seats["wins"].to_numpy() / WHOLE, seats["games"].to_numpy())
        kept = (kind for kind in known.things if kind.role != PLAYER)  # of two columns no sums are
        kinds = (worth.weighed(kind) if kind.even else kind for kind in kept)
        return replace(known, things=tuple(kinds))

    def _fair(self, known: Entrants) -> Fair:
        table = self.tables[f"{WON} {SIDE if known.sides else SEAT}"]
        seats = table.group_by("cell").agg(pl.col("games", "wins").sum())
        of = {cell: wins / games / WHOLE for cell, games, wins in seats.iter_rows()}
        return Fair(np.array([of.get(cell, 0.0) for cell in known.base]))

    def _fill(self, ratios: Ratios, things: EntrantKind, counts: Counts, seats: int = 0) -> None:
        """What was won with each thing, batch by batch; seats: and in each seat, of so many."""
        columns = [SEAT] if things.role == "seat" else list(things.columns)
        size = max(len(r) for r in counts.won.values())
        shape = ratios.questions, len(ratios.cells), size
        top, bottom = np.zeros(shape), np.zeros(shape)
        place = {value: i for i, value in enumerate(things.values)}
        for column in columns:
            table = self.tables[f"{WON} {column}"]
            value = "seat" if column == SEAT else "value"
            for cell, batch, seat, held, games, wins in table.select(
                "cell", "batch", pl.col("seat").alias("at"), pl.col(value).alias("held"),
                "games", "wins",
            ).iter_rows():  # fmt: skip
                question = place.get(str(held), ABSENT)
                if question < 0 or cell not in ratios.index or cell not in things.cells:
                    continue
                ahead = 0.0 if seats or cell not in things.ahead else things.ahead[cell][seat]
                question = question * seats + seat if seats else question
                at = question, ratios.index[cell], batch
                top[at] += wins / WHOLE - ahead * games
                bottom[at] += games
        ratios.add_batches(top, bottom, [counts.games(cell) for cell in ratios.cells])


class _Seats:
    """Stands for the rows of seats where it is asked what they ever held."""

    def __init__(self, counted: Counted, design: Design) -> None:
        self._counted, self._design = counted, design

    def seats(self) -> pl.LazyFrame:
        tables = self._counted.tables
        parts = [
            tables[f"{WON} {c['name']}"].select("cell", pl.col("value").alias(c["name"])).unique()
            for c in self._design.columns("seats", *COMPETE)
            if f"{WON} {c['name']}" in tables
        ]
        if self._design.has_sides:
            named = pl.col(SIDE).alias(SIDE_BEFORE)
            parts = [part.with_columns(named) if SIDE in part.columns else part for part in parts]
        return pl.concat(parts, how="diagonal").lazy()


def _as_declared(dtype: str) -> pl.Expr:
    """The values of a column, which were kept as text."""
    value = pl.col("value")
    if dtype == "bool":
        return value.replace_strict({"true": True, "false": False}, default=None).alias("value")
    types: Mapping[str, Any] = {"float64": pl.Float64, "str": pl.String}
    return value.cast(types.get(dtype, pl.Int64))
