"""What is the fair share, and how far over it is a share?

For competitive games: 1 / sides, a tie shared, a team's win counted for each of its seats.  A
share is a ratio of sums over games, since seats of one game depend on each other.
"""

from dataclasses import dataclass, replace
from math import hypot, sqrt

import numpy as np

from analysis.data.entrants import Entrants
from analysis.data.frames import Slice
from analysis.estimators.clustered_ratios import Ratios
from analysis.stats.intervals import Estimate, fcr_adjust, shifted
from analysis.stats.verdicts import Band


@dataclass(frozen=True)
class Fair:
    """The fair share of every cell."""

    shares: np.ndarray


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
        """The same with an interval so many times as wide."""
        return replace(self, share=fcr_adjust(self.share, times, 0.0, 1.0))


def compared(
    ratios: Ratios, question: int, weights: np.ndarray, fair: Fair, band: Band
) -> Compared:
    """A mean of shares over cells, by their weights."""
    share, mean = ratios.score(question, weights), float(weights @ fair.shares)
    edge = band.high if share.value - mean > band.middle else band.low
    error, fair_error = (
        sqrt(ratios.variance_if(np.clip(fair.shares + over, 0.0, 1.0), question, weights))
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
