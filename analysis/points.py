"""Where do victory points come from, how far up a track do seats come, how close is the end?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.intervals import Effect, Rate
from analysis.lengths import Spread


@dataclass(frozen=True)
class Parts:
    """Mean points of each kind for one group of seats (an option, a strategy, the winners).

    score: mean score with its interval, where the group is an option or a strategy.
    """

    label: str
    seats: float
    score: Effect | None
    total: float
    parts: Mapping[str, float]


@dataclass(frozen=True)
class Level:
    """One level of a track: how many seats ended there, and what share they won.

    over: points over the fair share, None where too few seats tell.  Described, never a
    cause: who is ahead climbs more.
    """

    level: int
    seats: Rate
    over: Effect | None


@dataclass(frozen=True)
class Held:
    """One option on one level: its seats there, and what they won over the fair share.

    over: None where too few seats tell.
    """

    seats: int
    over: Effect | None


@dataclass(frozen=True)
class Track:
    """One track: its levels, and for each option what it did on each of them."""

    column: str
    meaning: str
    levels: tuple[Level, ...]
    options: Mapping[str, tuple[Held, ...]]


@dataclass(frozen=True)
class Gap:
    """Points between the first and the second of a cell's games; ties for the first place."""

    cell: int
    spread: Spread
    shares: Mapping[float, float]
    tied: Rate


class Sums:
    """Sums of numbers by group: seats, and a total for each column."""

    def __init__(self, groups: int, columns: Sequence[str]) -> None:
        self.columns = list(columns)
        self.seats = np.zeros(groups)
        self.totals = np.zeros((groups, len(columns)))

    def add(
        self, group: np.ndarray, values: Sequence[np.ndarray], weight: np.ndarray | None = None
    ) -> None:
        """Count seats; those with a group below 0 are left out."""
        kept = group >= 0
        heavy = np.ones(len(group)) if weight is None else weight
        size = len(self.seats)
        self.seats += np.bincount(group[kept], heavy[kept], minlength=size)
        for i, column in enumerate(values):
            self.totals[:, i] += np.bincount(group[kept], (heavy * column)[kept], minlength=size)

    def means(self, group: int) -> dict[str, float]:
        """Mean of each column in one group."""
        seats = max(self.seats[group], 1e-12)
        return {c: float(self.totals[group, i] / seats) for i, c in enumerate(self.columns)}


def gaps(scores: np.ndarray, teams: np.ndarray) -> np.ndarray:
    """Points between the best team and the next in each game; NaN where there is no other.

    The points of a team are those of all its seats.
    """
    totals = (scores[:, None, :] * (teams[:, :, None] == teams[:, None, :])).sum(axis=2)
    best = totals.max(axis=1)
    first = np.argmax(totals, axis=1)
    leader = np.take_along_axis(teams, first[:, None], axis=1)
    others = np.where(teams == leader, -np.inf, totals)
    second = others.max(axis=1)
    return np.where(np.isfinite(second), best - second, np.nan)
