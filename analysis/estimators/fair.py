"""What is the fair share, and how far over it is a share?

For competitive games: 1 / sides, a tie shared, a team's win counted for each of its seats.  Where
sides are what competes, seats and what they hold are held against what the sides won that they
were on: what a side wins is told of the side alone.  A share is a ratio of sums over games, since
seats of one game depend on each other.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import hypot, sqrt

import numpy as np

from analysis.data.entrants import EntrantKind, Entrants
from analysis.data.frames import Slice, crossed
from analysis.estimators.clustered_ratios import Ratios
from analysis.stats.intervals import Estimate, fcr_adjust, shifted
from analysis.stats.verdicts import Band

CLOSE = 1e-9  # to a side's share: it is the same


@dataclass(frozen=True)
class BySide:
    """One kind of things beside the sides that they were on: arrays of (cells, things).

    expected: what the sides won that a thing was on.  side: the place of the side that it is no
    more than, since it was always on it and won as much; else -1.
    """

    expected: np.ndarray
    side: np.ndarray


@dataclass(frozen=True)
class Fair:
    """The fair share of every cell; by_side: by the noun of each kind, where sides compete."""

    shares: np.ndarray
    by_side: Mapping[str, BySide] = field(default_factory=dict)

    def of(self, things: EntrantKind) -> np.ndarray:
        """The fair share as (cells, things)."""
        if things.noun in self.by_side:
            return self.by_side[things.noun].expected
        return np.repeat(self.shares[:, None], len(things.values), axis=1)

    def folded(self, things: EntrantKind) -> np.ndarray:
        """Which things are no more than their side, as (cells, things)."""
        if things.noun in self.by_side:
            return self.by_side[things.noun].side >= 0
        return np.zeros((len(self.shares), len(things.values)), dtype=bool)


class Fairness:
    """Sums of one pass: what all seats of a cell won, and so what is fair for one.

    A seat of a team has all of the team's win: the fair share is not one over the seats.
    """

    def __init__(self, entrants: Entrants) -> None:
        self.entrants = entrants
        self.index = {cell: i for i, cell in enumerate(entrants.base)}
        self.won, self.seats = np.zeros(len(self.index)), np.zeros(len(self.index))

    def add(self, games: Slice) -> None:
        """Some game numbers of every cell."""
        for frame in games.printed:
            i = self.index[frame.cell]
            self.won[i] += frame.won.sum()
            self.seats[i] += frame.won.size

    def result(self) -> Fair:
        """What a seat of each printed cell wins on average."""
        return Fair(self.won / np.maximum(self.seats, 1))


class SideFairness:
    """Sums of one pass where sides compete: what each won, and which things were on which side.

    Behind the sides stands a place for seats of games in which nobody was on another side.
    """

    def __init__(self, entrants: Entrants, sides: EntrantKind) -> None:
        self.entrants, self.sides = entrants, sides
        self.index = {cell: i for i, cell in enumerate(entrants.base)}
        self.sized = size = len(sides.values) + 1
        self.won, self.met = (np.zeros((len(self.index), size)) for _ in range(2))
        self.kinds = [things for things in entrants.things if not things.sides]
        shapes = [(len(self.index), len(things.values), size) for things in self.kinds]
        self.rows = [np.zeros(shape) for shape in shapes]
        self.wins = [np.zeros(shape) for shape in shapes]

    def add(self, games: Slice) -> None:
        """Some game numbers of every cell."""
        for frame in games.printed:
            i = self.index[frame.cell]
            code, won = frame.sides(self.sides.values)
            competes: np.ndarray = np.any(code >= 0, axis=1)
            alone = frame.won[~competes]
            self.met[i] += [*(code >= 0).sum(axis=0), alone.size]
            self.won[i] += [*np.where(code >= 0, won, 0.0).sum(axis=0), alone.sum()]
            (of_seat,) = self.sides.held(frame)
            of_seat = np.where(competes[:, None], of_seat, self.sized - 1)
            for things, rows, wins in zip(self.kinds, self.rows, self.wins, strict=True):
                for held in things.held(frame):
                    both = crossed(held, of_seat, self.sized)
                    for sums, weights in ((rows, None), (wins, frame.won[both >= 0])):
                        counted = np.bincount(both[both >= 0], weights, minlength=sums[i].size)
                        sums[i] += counted.reshape(sums[i].shape)

    def result(self) -> Fair:
        """1 / sides; and of all else what its sides won."""
        won = self.won / np.maximum(self.met, 1)
        fair = self.won[:, :-1].sum(axis=1) / np.maximum(self.met[:, :-1].sum(axis=1), 1)
        pairs = zip(self.kinds, self.rows, self.wins, strict=True)
        return Fair(fair, {kind.noun: _by_side(rows, wins, won) for kind, rows, wins in pairs})


def _by_side(rows: np.ndarray, wins: np.ndarray, won: np.ndarray) -> BySide:
    """rows, wins: of things, by cell, thing and side; won: the share of each side, by cell.

    The last of the sides is none.
    """
    held = rows.sum(axis=2)
    expected = (rows * won[:, None, :]).sum(axis=2) / np.maximum(held, 1)
    share = wins.sum(axis=2) / np.maximum(held, 1)
    of_sides = rows[:, :, :-1]
    is_alone = (of_sides > 0).sum(axis=2) == 1
    is_side = is_alone & (np.abs(share - expected) < CLOSE)
    return BySide(expected, np.where(is_side, of_sides.argmax(axis=2), -1))


def fairness(entrants: Entrants) -> Fairness | SideFairness:
    """What collects the fair shares of a contest."""
    sides = entrants.sides
    return Fairness(entrants) if sides is None else SideFairness(entrants, sides)


@dataclass(frozen=True)
class Compared:
    """A mean of shares beside the fair one.

    games: rows that it is made of.  error: the standard error that it would have, were the edge
    of the band that it is nearer to the truth; fair_error: were the fair share itself.
    """

    share: Estimate
    fair: float
    games: int
    error: float
    fair_error: float

    @property
    def over(self) -> Estimate:
        """Points over the fair share."""
        return less(self.share, self.fair)

    def widened(self, times: float) -> "Compared":
        """The same with a wider interval."""
        return replace(self, share=fcr_adjust(self.share, times, 0.0, 1.0))


def compared(
    ratios: Ratios, question: int, weights: np.ndarray, fair: np.ndarray, band: Band
) -> Compared:
    """A mean of shares over cells, by their weights; fair: of each cell, for this question."""
    share, mean = ratios.score(question, weights), float(weights @ fair)
    edge = band.high if share.value - mean > band.middle else band.low
    error, fair_error = (
        sqrt(ratios.variance_if(np.clip(fair + over, 0.0, 1.0), question, weights))
        for over in (edge, 0.0)
    )
    games = int(ratios.bottom[weights > 0, question].sum())
    return Compared(share, mean, games, error, fair_error)


def less(share: Estimate, fair: float) -> Estimate:
    """A share as points over the fair one."""
    return shifted(share, -fair)


def over_fair(ratios: Ratios, question: int, fair: Fair) -> Estimate:
    """Points over the fair share, every cell in which the question was met weighed alike."""
    weights = ratios.even(question)
    return less(ratios.score(question, weights), float(weights @ fair.shares))


def over_fair_of_rows(ratios: Ratios, question: int, fair: Fair) -> Estimate:
    """Points over the fair share, every row weighed alike.

    How many rows each setting has is luck, and counted in the interval: where settings lie apart,
    more rows of one move the mean.  What both kinds of luck do is added as errors are, end by end.
    """
    weights = ratios.pooled(question)
    share, mean = ratios.score(question, weights), float(weights @ fair.shares)
    met = ratios.bottom[:, question] > 0
    each = np.where(met, ratios.shares[:, question], share.value) - fair.shares
    error = sqrt(ratios.variance_between(question, each - (share.value - mean)))
    reach = ratios.confidence.reach * error
    low = share.value - hypot(share.value - share.low, reach)
    high = share.value + hypot(share.high - share.value, reach)
    return less(replace(share, low=low, high=high, se=hypot(share.se, error)), mean)
