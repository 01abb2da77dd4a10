"""A run in blocks of replicates, so that memory does not grow with the number of games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analysis.design import Design

ROWS = 300_000
MOST_REPLICATES = 50_000
GAMES_ROLES = ("won", "end_reason", "trigger", "length", "margin", "dealt", "tally")
SEATS_ROLES = (
    "option", "offered", "dealt", "chosen", "picked", "strategy", "tally", "level", "held", "used",
    "found", "deed", "place", "score", "score_part", "rank", "win_share",
)  # fmt: skip


@dataclass(frozen=True)
class Part:
    """The games of one cell in one block: rows `start` to `stop` of the block's games."""

    cell: int
    start: int
    stop: int
    replicates: np.ndarray


@dataclass(frozen=True)
class Block:
    """Replicates first .. first+count-1 of every cell, games in order of cell and replicate.

    won: int8 for each game, 1 or 0; -1 where the players win against each other.
    """

    first: int
    count: int
    games: pl.DataFrame
    seats: pl.DataFrame
    parts: tuple[Part, ...]
    won: np.ndarray


class Blocks:
    """The blocks of a run, the same ones every time, however the run was stored."""

    def __init__(self, run: Any, design: Design, rows: int = ROWS) -> None:
        self.run = run
        self.design = design
        self.replicates = _replicates(run)
        per = max(1_000, rows // max(1, len(design.cells)))
        self.size = max(1, min(per, MOST_REPLICATES, self.replicates))
        self._last: Block | None = None

    def __iter__(self) -> Iterator[Block]:
        for first in range(0, self.replicates, self.size):
            if self._last is None or self._last.first != first:
                self._last = None
                self._last = self._read(first)
            yield self._last

    def _read(self, first: int) -> Block:
        last = first + self.size - 1
        games = _sorted(self.run.games(first, last), self._names("games", GAMES_ROLES), [])
        keys = [c["name"] for c in self.design.columns("seats", "key") if c["name"] == "team"]
        names = [*keys, *self._names("seats", SEATS_ROLES)]
        seats = _sorted(self.run.seats(first, last), names, ["seat"])
        won = np.full(games.height, -1, dtype=np.int8)
        if self.design.won:
            won = games[self.design.won].cast(pl.Int8).fill_null(-1).to_numpy().astype(np.int8)
        return Block(first, self.size, games, seats, parts_of(games), won)

    def _names(self, table: str, roles: Sequence[str]) -> list[str]:
        return [c["name"] for c in self.design.columns(table, *roles)]


def _replicates(run: Any) -> int:
    if not any(s["kind"] == "games" and s["rows"] for s in run.manifest["shards"]):
        return 0
    last = run.games().select(pl.col("replicate").max()).collect(engine="streaming").item()
    return 0 if last is None else int(last) + 1


def _sorted(frame: pl.LazyFrame, columns: list[str], more: list[str]) -> pl.DataFrame:
    keys = ["cell", "replicate", *more]
    return frame.select([*keys, *columns]).sort(keys, maintain_order=True).collect()


def parts_of(games: pl.DataFrame) -> tuple[Part, ...]:
    cells = games["cell"].to_numpy()
    replicates = games["replicate"].to_numpy().astype(np.int64)
    numbers, starts = np.unique(cells, return_index=True)
    stops = [*starts[1:], len(cells)]
    return tuple(
        Part(int(cell), int(start), int(stop), replicates[start:stop])
        for cell, start, stop in zip(numbers, starts, stops, strict=True)
    )


def levels_of(frame: pl.LazyFrame, column: str) -> list[str]:
    """Every value that a text column takes, in order of the alphabet."""
    values = frame.select(pl.col(column).unique()).collect(engine="streaming").to_series()
    return sorted(str(v) for v in values if v is not None)
