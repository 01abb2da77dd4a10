"""What is a thing worth that seats choose one after another, by who chose it?

A column with the role `picked` says in which place a seat chose; the column that it is `of` says
what.  Whoever chooses first takes the best of what is there: so much of the lead of a seat may
come from its choice and not from its turn.  Where a seat always chooses in the same place, or
takes the same thing in every game, the two are one thing, and no number tells them apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.data.entrants import Entrants
from analysis.data.frames import Frame, Slice, crossed
from analysis.estimators.clustered_ratios import Ratios
from analysis.estimators.fair import Fair, less
from analysis.stats.interim import ONE_LOOK, Confidence
from analysis.stats.intervals import Estimate
from analysis.stats.verdicts import FEWEST

NEARLY = 0.9  # of a seat's games: worth a word


@dataclass(frozen=True)
class Pick:
    """One thing in one cell, by the place in which it was chosen (0: in any).

    over: points over the fair share, None where too few seats tell.
    """

    label: str
    place: int
    seats: int
    over: Estimate | None


@dataclass(frozen=True)
class Habit:
    """What a seat (from 0) took most often, and in which share of its games."""

    seat: int
    label: str
    share: float


@dataclass(frozen=True)
class Picks:
    """The choices of one cell.

    picks: every thing by every place; places: who chose in which place, whatever it was.
    fixed: whether each seat always chose in the same place; first_place: that of seat 0, if so.
    habits: seats that took one thing in nine of ten games or more.
    """

    noun: str
    cell: int
    picks: tuple[Pick, ...]
    places: tuple[Pick, ...]
    fixed: bool
    first_place: int
    habits: tuple[Habit, ...]

    @property
    def most(self) -> int:
        """How many seats chose one after another."""
        return max(pick.place for pick in self.places)


class AllPicks:
    """Sums of one pass over all columns with the role `picked`."""

    def __init__(self, entrants: Entrants) -> None:
        self.pickings = [
            Picking(column, values, entrants.base, entrants.seats, entrants.design.confidence)
            for column in entrants.design.columns("seats", "picked")
            if (values := entrants.values(str(column.get("of", ""))))
        ]

    def add(self, games: Slice) -> None:
        """Some game numbers of every cell."""
        for picking in self.pickings:
            picking.add(games)

    def result(self, fair: Fair) -> tuple[Picks, ...]:
        """The choices of each column and printed cell."""
        return tuple(picks for picking in self.pickings for picks in picking.result(fair))


class Picking:
    """Sums of one pass over one column with the role `picked`."""

    def __init__(
        self,
        column: Mapping[str, Any],
        values: Sequence[str],
        cells: Sequence[int],
        seats: int,
        confidence: Confidence = ONE_LOOK,
    ) -> None:
        self.noun = str(column.get("family") or column["of"])
        self.name, self.of = str(column["name"]), str(column["of"])
        self.values = tuple(values)
        self.cells, self.seats = list(cells), seats
        things = len(self.values)
        self.by_place = Ratios(self.cells, things * seats, confidence)
        self.things = Ratios(self.cells, things, confidence)
        self.orders = Ratios(self.cells, seats, confidence)
        self.taken = np.zeros((len(self.cells), seats, seats, things))

    def add(self, games: Slice) -> None:
        """Some game numbers of every cell."""
        codes = [self._codes(frame) for frame in games.printed]
        self.things.count(games.printed, [[things] for things, _ in codes])
        self.orders.count(games.printed, [[places] for _, places in codes])
        self.by_place.count(games.printed, [[crossed(*both, self.seats)] for both in codes])
        for frame, both in zip(games.printed, codes, strict=True):
            self._note(frame, *both)

    def _codes(self, frame: Frame) -> tuple[np.ndarray, np.ndarray]:
        """(things, places from 0) of every seat; -1 where nothing was chosen."""
        things = frame.codes(self.of, self.values)
        places = np.nan_to_num(frame.numbers(self.name), nan=0.0).astype(np.int64) - 1
        known = (things >= 0) & (places >= 0) & (places < self.seats)
        return np.where(known, things, -1), np.where(known, places, -1)

    def _note(self, frame: Frame, things: np.ndarray, places: np.ndarray) -> None:
        """Count who took what, and in which place."""
        known = things >= 0
        i = np.full(things.shape, self.cells.index(frame.cell))
        np.add.at(self.taken, (i[known], frame.seats[known], places[known], things[known]), 1)

    def result(self, fair: Fair) -> list[Picks]:
        """The tables of each cell in which anything was chosen."""
        return [self._cell(i, fair) for i in range(len(self.cells)) if self.taken[i].any()]

    def _cell(self, i: int, fair: Fair) -> Picks:
        picks = [
            self._pick(self.things, i, j, fair, label, 0) for j, label in enumerate(self.values)
        ]
        picks += [
            self._pick(self.by_place, i, j * self.seats + place, fair, label, place + 1)
            for j, label in enumerate(self.values)
            for place in range(self.seats)
        ]
        places = [self._pick(self.orders, i, k, fair, "", k + 1) for k in range(self.seats)]
        by_seat = self.taken[i].sum(axis=2)
        made, at = (tuple(p for p in each if p.seats) for each in (picks, places))
        fixed = bool(((by_seat > 0).sum(axis=1) <= 1).all())
        first, habits = int(by_seat[0].argmax()) + 1, self._habits(self.taken[i].sum(axis=1))
        return Picks(self.noun, self.cells[i], made, at, fixed, first, tuple(habits))

    def _pick(
        self, ratios: Ratios, i: int, question: int, fair: Fair, label: str, place: int
    ) -> Pick:
        seats = int(ratios.bottom[i, question])
        if seats < FEWEST:
            return Pick(label, place, seats, None)
        share = ratios.score(question, np.eye(len(self.cells))[i])
        return Pick(label, place, seats, less(share, float(fair.shares[i])))

    def _habits(self, taken: np.ndarray) -> list[Habit]:
        """taken: float64[seats, things]."""
        habits = []
        for seat, counts in enumerate(taken):
            best = int(counts.argmax())
            share = float(counts[best] / counts.sum()) if counts.sum() else 0.0
            if share >= NEARLY and (counts > 0).size > 1:
                habits.append(Habit(seat, self.values[best], share))
        return habits
