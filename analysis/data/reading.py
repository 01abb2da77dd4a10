"""A run in blocks of deals, so that memory does not grow with the number of games.

Games of one deal lean on each other, also where it is played in several, the line-up one seat
further on in each: the deal is what every variance goes by.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import polars as pl

from analysis.data.design import Design
from analysis.data.run import Rows
from simulate.store.outcome import results

ROWS = 300_000
MOST_REPLICATES = 50_000
GAMES_ROLES = ("won", "end_reason", "trigger", "length", "margin", "dealt", "tally")
SEATS_ROLES = (
    "option", "offered", "dealt", "chosen", "picked", "strategy", "skill", "tally", "level", "held",
    "used", "found", "deed", "place", "score", "score_part", "rank", "win_share",
)  # fmt: skip


@dataclass(frozen=True)
class CellRows:
    """The games of one cell in one block: rows `start` to `stop` of the block's games.

    rotations: in how many games, one after another, each deal is played.
    """

    cell: int
    start: int
    stop: int
    replicates: np.ndarray
    rotations: int = 1

    @property
    def deals(self) -> np.ndarray:
        """The number of each game's deal, which names its luck."""
        return self.replicates // self.rotations


@dataclass(frozen=True)
class RowBlock:
    """Deals first .. first+count-1 of every cell, games in order of cell and replicate.

    seats are read when they are first asked for: half of the passes over a run never do.
    won: int8 for each game, 1 or 0; -1 where the players win against each other.
    """

    first: int
    count: int
    games: pl.DataFrame
    read_seats: Callable[[], pl.DataFrame]
    parts: tuple[CellRows, ...]
    won: np.ndarray

    @cached_property
    def seats(self) -> pl.DataFrame:
        return self.read_seats()

    @cached_property
    def deals(self) -> np.ndarray:
        """The number of the deal of each game."""
        return np.concatenate([part.deals for part in self.parts] or [np.zeros(0, np.int64)])


class Blocks:
    """The blocks of a run, the same ones every time, however the run was stored."""

    def __init__(self, run: Rows, design: Design, rows: int = ROWS) -> None:
        self.run = run
        self.design = design
        self.replicates = _replicates(run)
        self._fewest, self._most = (f(design.rotations.values(), default=1) for f in (min, max))
        per = max(1_000, rows // max(1, len(design.cells))) // self._most
        self.deals = -(-self.replicates // self._fewest)
        self.size = max(1, min(per, MOST_REPLICATES // self._most, self.deals))
        self._last: RowBlock | None = None

    def __iter__(self) -> Iterator[RowBlock]:
        for first in range(0, self.deals, self.size):
            if self._last is None or self._last.first != first:
                self._last = None
                self._last = self._read(first)
            yield self._last

    def _read(self, first: int) -> RowBlock:
        games = _sorted(self._rows(self.run.games, first), self._names("games", GAMES_ROLES), [])
        won = results(games, self.design.won)
        seats = partial(self._seats, first)
        return RowBlock(first, self.size, games, seats, parts_of(games, self.design.rotations), won)

    def _rows(self, read: Callable[[int, int], pl.LazyFrame], first: int) -> pl.LazyFrame:
        """The rows of a table that are of the deals of one block."""
        rows = read(first * self._fewest, (first + self.size) * self._most - 1)
        if self._fewest == self._most:
            return rows
        rotations = pl.col("cell").cast(pl.Int64).replace_strict(dict(self.design.rotations))
        deal = pl.col("replicate").cast(pl.Int64) // rotations
        return rows.filter(deal.is_between(first, first + self.size - 1))

    def _seats(self, first: int) -> pl.DataFrame:
        names = [*self.design.teams, *self._names("seats", SEATS_ROLES)]
        return _sorted(self._rows(self.run.seats, first), names, ["seat"])

    def _names(self, table: str, roles: Sequence[str]) -> list[str]:
        return [c["name"] for c in self.design.columns(table, *roles)]


def _replicates(run: Rows) -> int:
    if not any(s["kind"] == "games" and s["rows"] for s in run.manifest["shards"]):
        return 0
    last = run.games().select(pl.col("replicate").max()).collect(engine="streaming").item()
    return 0 if last is None else int(last) + 1


def _sorted(frame: pl.LazyFrame, columns: list[str], more: list[str]) -> pl.DataFrame:
    """The rows in order of their keys; most runs were written so, and to look is cheap."""
    keys = ["cell", "replicate", *more]
    rows = frame.select([*keys, *columns]).collect()
    return rows if _is_sorted(rows, keys) else rows.sort(keys, maintain_order=True)


def _is_sorted(rows: pl.DataFrame, keys: Sequence[str]) -> bool:
    """Whether each row comes after the one before, or is at the same place."""
    fine = np.ones(max(0, rows.height - 1), dtype=bool)
    for key in reversed(keys):
        values = rows[key].to_numpy()
        before, after = values[:-1], values[1:]
        fine = (before < after) | ((before == after) & fine)
    return bool(fine.all())


def parts_of(games: pl.DataFrame, rotations: Mapping[int, int]) -> tuple[CellRows, ...]:
    """The games of each cell; rotations: of each, in how many games a deal is played."""
    cells = games["cell"].to_numpy()
    replicates = games["replicate"].to_numpy().astype(np.int64)
    numbers, starts = np.unique(cells, return_index=True)
    stops = [*starts[1:], len(cells)]
    return tuple(
        CellRows(int(cell), int(start), int(stop), replicates[start:stop], rotations[int(cell)])
        for cell, start, stop in zip(numbers, starts, stops, strict=True)
    )


def levels_of(frame: pl.LazyFrame, column: str) -> list[str]:
    """Every value that a text column takes, in order of the alphabet."""
    values = frame.select(pl.col(column).unique()).collect(engine="streaming").to_series()
    return sorted(str(v) for v in values if v is not None)
