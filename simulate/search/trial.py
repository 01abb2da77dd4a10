"""A race: changes are played round by round, the doubtful ones longest.

All searches play their candidates here, on the same game numbers, so that differences are paired.
What is asked after a round decides who plays on; results are added up in `sums`.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from analysis.data.design import Design
from analysis.data.entrants import EntrantKind
from analysis.rates.variants import VariantChange, changes_of
from simulate import store
from simulate.core.files import disk
from simulate.core.game.facts import MATCHUP
from simulate.experiment.price import blocks_a_game
from simulate.run.in_memory import Play, telling
from simulate.run.progress import GamesSoFar
from simulate.run.workers.blocks import Block, Done
from simulate.search.aim.sums import PairedRows, PairedSums, ResultColumns, Twin, competing, rows_of
from simulate.search.checkpoint import SearchCheckpoint

if TYPE_CHECKING:
    from simulate.experiment.plan import Playable

# Games of each change in the first round, fewer where all together would take more than so many
# blocks of `price`: some ten seconds on two cores.
FIRST_ROUND, FIRST_BLOCKS = 500, 4.0
STEP = 100  # games are asked for in so many at a time
AHEAD = 2  # the game as it is is played so many times as often as a change, at most
GROWTH = 4  # a change plays at most so many times as many games as before, a round
BLOCK, PARTS_OF_STEP = 1_000, (1, 2, 4, 5, 10, 20, 25, 50)
GAMES_ROLES, SEATS_ROLES = ("won", "length", "end_reason"), ("option", "win_share")
KEYS = {"games": ("cell", "replicate"), "seats": ("cell", "replicate", "seat")}


@dataclass
class Tried:
    """One change with what it did so far.

    played: games in each of its cells; known: the game as it is, as far as it was played, where
    its further games count as well.
    """

    name: str
    twins: tuple[Twin, ...]
    changes: tuple[VariantChange, ...]
    blanks: tuple[str, ...]
    sums: PairedSums | None = None
    played: int = 0
    known: PairedSums | None = None


# How many games each change should have had after the next round; not more than it has: enough.
Wanted = Callable[[Sequence[Tried]], Sequence[int]]
# How far the game as it is should be played ahead, once every change had its first round.
Ahead = Callable[[Sequence[Tried]], int]


def each(wanted: Callable[[Tried], int]) -> Wanted:
    """Every change by itself, without a look at the others."""
    return lambda all_: [wanted(tried) for tried in all_]


@dataclass
class _Cells:
    """Rows of cells as they come."""

    games: dict[int, list[pl.DataFrame]] = field(default_factory=dict)
    seats: dict[int, list[pl.DataFrame]] = field(default_factory=dict)

    def add(self, done: Done) -> None:
        assert done.rows is not None
        self.games.setdefault(done.cell, []).append(done.rows[0])
        self.seats.setdefault(done.cell, []).append(done.rows[1])


def _block(most: int | None) -> int:
    """Games of a block: whole steps, or whole parts of one where they are as slow as that."""
    if most is None or most >= BLOCK:
        return BLOCK
    return most // STEP * STEP or max(size for size in PARTS_OF_STEP if size <= most)


def first_round(plan: "Playable") -> int:
    """Games of each change in the first round, so that a first answer comes soon."""
    blocks = blocks_a_game(plan)
    if blocks is None:
        return min(STEP, FIRST_ROUND)
    afforded = int(FIRST_BLOCKS / blocks) if blocks else FIRST_ROUND
    return min(max(afforded // STEP, 1) * STEP, FIRST_ROUND)


def design_of(plan: "Playable") -> Design:
    """The design of a plan of which nothing is played yet."""
    manifest = plan.manifest()
    return Design(manifest | {"cells": [cell | {"games": 0} for cell in manifest["cells"]]})


class Trial:
    """All changes of a plan against the game without them.

    longest: games that a change has at most in all rounds; later: games of later trials, at most.
    The plan has a factor `variant`; its other factors are the settings.  kept: the search whose
    trial it is, where its games are kept block by block.  dealt: keep what was dealt, as well.
    """

    exact = False

    def __init__(
        self,
        plan: "Playable",
        jobs: int,
        *,
        quiet: bool = False,
        kept: SearchCheckpoint | None = None,
        longest: int = 0,
        later: Callable[[], int] = int,
        dealt: bool = False,
    ) -> None:
        self._dealt = ("dealt",) if dealt else ()
        self.plan, self.jobs, self.quiet = plan, jobs, quiet
        self.design = design_of(plan)
        self.score = GamesSoFar({cell.number: 0 for cell in plan.cells})
        self._found = str if kept is None else lambda: kept.best
        self.tried = [self._tried(name) for name in self.design.variants]
        self.base = [cell.number for cell in self.design.base]
        self.things: dict[str, EntrantKind] = {}
        self._left, self._longest, self._later = 0, longest, later
        self._goals: dict[str, int] = {}
        self._first = FIRST_ROUND
        self._all = _Cells()
        self._base_rows: dict[int, PairedRows] = {}
        self._known: PairedSums | None = None
        self._columns = ResultColumns.of(self.design)
        self._kept = None if kept is None else kept.trial(plan, self.columns())
        self._block = _block(None if self._kept is None else self._kept.most_games)

    def _tried(self, name: str) -> Tried:
        twins = tuple(self.design.twins(name))
        base, cell = self.design.pair(twins[0])
        return Tried(name, twins, changes_of(cell, base, self.design.manifest), cell.blanks)

    @property
    def played(self) -> int:
        """Games of all cells so far."""
        return sum(self.score.games.values())

    def games_left(self) -> int:
        """Games of this round that are still to play, and of all later ones at most."""
        return max(0, self._left - self.played) + self._of_later_rounds() + self._later()

    def _of_later_rounds(self) -> int:
        """What the changes that are still in it may play, and the game as it is beside them."""
        more = {name: max(0, self._longest - goal) for name, goal in self._goals.items()}
        twins = {tried.name: len(tried.twins) for tried in self.tried}
        beside = AHEAD * len(self.base) * max(more.values(), default=0)
        return sum(twins[name] * games for name, games in more.items()) + beside

    def columns(self) -> dict[str, tuple[str, ...]]:
        """The columns needed of every game, by table."""
        by_table = {"games": self.design.columns("games", *GAMES_ROLES, *self._dealt)}
        pairs = any(measure.kind == MATCHUP for measure in self._columns.measures)
        by_table["seats"] = self.design.columns("seats", *SEATS_ROLES, *["rank"] * pairs)
        more = {"games": [], "seats": self.design.teams}
        return {
            table: (*KEYS[table], *more[table], *(str(c["name"]) for c in columns))
            for table, columns in by_table.items()
        }

    def _telling(self) -> AbstractContextManager[Play]:
        """Where its blocks are played, or known already."""
        columns = self.columns()
        return telling(self.plan, self.jobs, columns, self, quiet=self.quiet, kept=self._kept,
                       about="at most ", found=self._found)  # fmt: skip

    def as_it_is(self, games: int) -> PairedSums:
        """The game without changes, so many games of each setting, those played before included."""
        self._left = games * len(self.base)
        with self._telling() as play:
            self._round({}, play, games)
        sums = PairedSums([(cell, cell) for cell in self.base], self.things)
        sums.add([self._base_rows[cell] for cell in self.base])
        return sums

    def run(
        self,
        wanted: Wanted,
        ahead: Ahead | None = None,
        first: int | None = None,
        among: Collection[str] | None = None,
    ) -> None:
        """Play until no change is wanted more of.

        ahead: without it a change is looked at beside the same games without it, and no others.
        first: games of each change in the first round; without it `first_round`.  among: the
        changes that have a first round, none of which was played before; without it all.
        """
        first = first_round(self.plan) if first is None else first
        self._first = first
        open_ = [tried for tried in self.tried if among is None or tried.name in among]
        new = len(self.base) * (not self.played) + sum(len(tried.twins) for tried in open_)
        self._left = self.played + first * new
        with self._telling() as play:
            goals = {tried.name: first for tried in open_}
            self._round(goals, play, first)
            if ahead is not None and self._next(wanted):
                self._play_ahead(ahead(self.tried), play)
            while goals := self._next(wanted):
                self._round(goals, play)

    def _next(self, wanted: Wanted) -> dict[str, int]:
        goals = {}
        for tried, games in zip(self.tried, wanted(self.tried), strict=True):
            most = min(games, GROWTH * max(tried.played, self._first))
            if most > tried.played:
                goals[tried.name] = ceil(most / STEP) * STEP
        return goals

    def _play_ahead(self, games: int, play: Callable[..., Any]) -> None:
        """The game as it is, so many games of each setting; from now on all of them count."""
        self._known = PairedSums([(cell, cell) for cell in self.base], self.things)
        self._known.add([self._base_rows[cell] for cell in self.base])
        for tried in self.tried:
            tried.known = self._known
        self._round({}, play, ceil(games / STEP) * STEP)

    def _round(self, goals: dict[str, int], play: Callable[..., Any], least: int = 0) -> None:
        """Every open change up to its goal, and the game without changes as far as the last."""
        self._goals = goals
        open_ = [tried for tried in self.tried if tried.name in goals]
        cells = {cell: goals[t.name] for t in open_ for _, cell in t.twins}
        furthest = max([*goals.values(), least])
        for cell in self.base:
            cells[cell] = max(furthest, self.score.games[cell])
        blocks = list(self._blocks(cells))
        self._left = self.played + sum(block.count for block in blocks)
        came = _Cells()
        for done in play(blocks):
            came.add(done)
            self._all.add(done)
            self.score.games[done.cell] += done.games
        rows = {cell: self._rows(cell, came) for cell in sorted(came.games)}
        for cell in self.base:
            if cell in rows:
                games, seats = pl.concat(self._all.games[cell]), pl.concat(self._all.seats[cell])
                self._base_rows[cell] = self._sorted(cell, games, seats)
        if self._known is not None and rows.keys() & set(self.base):
            self._known.add([rows[cell] for cell in self.base])
        if not self.things:
            frames = [rows.frame for rows in self._base_rows.values() if rows.frame is not None]
            self.things = competing(self.design, frames, frozenset(self.score.games))
        for tried in open_:
            self._take(tried, goals[tried.name], rows)

    def _blocks(self, cells: dict[int, int]) -> Iterator[Block]:
        """From what every cell has played up to its goal, the cells taking turns."""
        waiting, size = [], self._block
        for cell, goal in sorted(cells.items()):
            for first in range(self.score.games[cell], goal, size):
                waiting.append((first, cell, min(size, goal - first)))
        for first, cell, count in sorted(waiting):
            yield Block(cell, first // min(size, STEP), first, count)

    def _rows(self, cell: int, came: _Cells) -> PairedRows:
        games, seats = pl.concat(came.games[cell]), pl.concat(came.seats[cell])
        return self._sorted(cell, games, seats)

    def _sorted(self, cell: int, games: pl.DataFrame, seats: pl.DataFrame) -> PairedRows:
        return rows_of(cell, games, seats, self._columns, self.design.rotations[cell])

    def _take(self, tried: Tried, goal: int, rows: dict[int, PairedRows]) -> None:
        """Add the new games of a change, each beside the same game without it."""
        if tried.sums is None:
            tried.sums = PairedSums(tried.twins, self.things)
        first = tried.played
        new_rows = [self._base_rows[cell].between(first, goal) for cell, _ in tried.twins]
        new_rows += [rows[cell].between(first, goal) for _, cell in tried.twins]
        tried.sums.add(new_rows)
        tried.played = goal

    def unchanged(self, cell: int) -> tuple[PairedRows, pl.DataFrame]:
        """Results and seats of the game as it is in one setting, in the order of its games."""
        return self._base_rows[cell], pl.concat(self._all.seats[cell]).sort("replicate", "seat")

    def joint(self, names: Collection[str]) -> PairedSums:
        """Some changes and the game without them, in the games that all of these have played.

        For contrasts of several changes at once, whose luck is shared.
        """
        some = [tried for tried in self.tried if tried.name in names]
        sums = PairedSums([twin for tried in some for twin in tried.twins], self.things)
        most = min(tried.played for tried in some)
        cells = [*self.base, *(cell for tried in some for _, cell in tried.twins)]
        sums.add([self._rows(cell, self._all).between(0, most) for cell in cells])
        return sums

    def tables(self, cell: int) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Games and seats of a cell so far, in no order."""
        return pl.concat(self._all.games[cell]), pl.concat(self._all.seats[cell])

    def write(self, folder: Path) -> None:
        """Every game that was played, in two tables of a folder: cell and replicate as in a run."""
        for name, cells in (("games", self._all.games), ("seats", self._all.seats)):
            table = pl.concat([frame for frames in cells.values() for frame in frames])
            keys = [key for key in KEYS[name] if key in table.columns]
            disk.write(folder / f"{name}.parquet", store.encode(table.sort(keys)))
