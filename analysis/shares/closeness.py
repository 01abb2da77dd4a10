"""How close is the end: how many points lie between the first and the second?"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from analysis.data.entrants import Entrants
from analysis.data.frames import Frame, Slice
from analysis.description.lengths import Quantiles, spread
from analysis.estimators.fair import Fair
from analysis.stats.intervals import Rate, rate


@dataclass(frozen=True)
class Lead:
    """Points between the first and the second of a cell's games; ties for the first place."""

    cell: int
    spread: Quantiles
    shares: Mapping[float, float]
    tied: Rate


class Leads:
    """Sums of one pass: how often every lead was met, and how often several won."""

    def __init__(self, entrants: Entrants) -> None:
        self.entrants, self.score = entrants, entrants.column("score")
        self.games: dict[int, Counter[float]] = {cell: Counter() for cell in entrants.base}
        self.tied: Counter[int] = Counter()

    @classmethod
    def of(cls, entrants: Entrants) -> "Leads | None":
        """Where seats have a score."""
        return cls(entrants) if entrants.column("score") else None

    def add(self, games: Slice) -> None:
        """Some game numbers of every cell."""
        for frame in games.printed:
            points = leads(frame.numbers(self.score), frame.teams)
            self.games[frame.cell].update(points[~np.isnan(points)].tolist())
            self.tied[frame.cell] += _tied(frame)

    def result(self, fair: Fair) -> tuple[Lead, ...]:
        """The leads of each printed cell in which there was a second."""
        return tuple(self._lead(cell, games) for cell, games in self.games.items() if games)

    def _lead(self, cell: int, counted: Mapping[float, int]) -> Lead:
        values = sorted(counted)
        games = [counted[value] for value in values]
        shares = {value: n / sum(games) for value, n in zip(values, games, strict=True)}
        design, played = self.entrants.design, self.entrants.counts.games(cell)
        tied = rate(self.tied[cell], played, design.confidence, design.rotations[cell])
        return Lead(cell, spread(values, games), shares, tied)


def _tied(frame: Frame) -> int:
    """Games that seats of several teams won."""
    first = np.where(frame.won > 0, frame.teams, -1).max(axis=1)
    last = np.where(frame.won > 0, frame.teams, np.iinfo(np.int64).max).min(axis=1)
    return int((first != last).sum())


def leads(scores: np.ndarray, teams: np.ndarray) -> np.ndarray:
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
