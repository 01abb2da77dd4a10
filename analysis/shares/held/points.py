"""Where do victory points come from?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.data.entrants import Entrants
from analysis.data.frames import Slice
from analysis.estimators.clustered_ratios import Ratios
from analysis.estimators.fair import Fair
from analysis.stats.intervals import Estimate


@dataclass(frozen=True)
class Parts:
    """Mean points of each kind for one group of seats (an option, a strategy, the winners).

    score: mean score with its interval, where the group is an option or a strategy.
    """

    label: str
    seats: float
    score: Estimate | None
    total: float
    parts: Mapping[str, float]


@dataclass(frozen=True)
class Points:
    """Mean points of each option, of winners and of the others, and of each printed cell.

    settings: labelled with the cell's number.  Empty where no option has points by kind.
    """

    options: tuple[Parts, ...] = ()
    winners: tuple[Parts, ...] = ()
    settings: tuple[Parts, ...] = ()


class PointSums:
    """Sums of numbers by group: seats, and a total for each column."""

    def __init__(self, groups: int, columns: Sequence[str]) -> None:
        self.columns = list(columns)
        self.seats = np.zeros(groups)
        self.totals = np.zeros((groups, len(columns)))

    def add(
        self, group: np.ndarray, values: Sequence[np.ndarray], weight: np.ndarray | None = None
    ) -> None:
        """Count seats; those with a group below 0 are left out."""
        inside = group >= 0
        heavy = np.ones(len(group)) if weight is None else weight
        groups, size = group[inside], len(self.seats)
        self.seats += np.bincount(groups, heavy[inside], minlength=size)
        for i, column in enumerate(values):
            self.totals[:, i] += np.bincount(groups, (heavy * column)[inside], minlength=size)

    def means(self, group: int) -> dict[str, float]:
        """Mean of each column in one group."""
        seats = max(self.seats[group], 1e-12)
        return {c: float(self.totals[group, i] / seats) for i, c in enumerate(self.columns)}


class Scores:
    """Sums of one pass: points of each kind, and the score, by group of seats."""

    def __init__(self, entrants: Entrants) -> None:
        self.entrants, self.score = entrants, entrants.column("score")
        columns = entrants.design.columns("seats", "score_part")
        self.parts = [str(column["name"]) for column in columns]
        names = [str(column.get("option") or column["name"]) for column in columns]
        self.labels = entrants.option.labels if entrants.option else ()
        self.scores = Ratios(entrants.base, len(self.labels), entrants.design.confidence)
        self.by_option = PointSums(len(self.labels), names)
        self.by_side = PointSums(2, ["score", *names])
        self.by_cell = PointSums(len(entrants.base), ["score", *names])

    @classmethod
    def of(cls, entrants: Entrants) -> "Scores | None":
        """Where seats have a score."""
        return cls(entrants) if entrants.column("score") else None

    def add(self, games: Slice) -> None:
        """Some game numbers of every cell."""
        option = self.entrants.option
        held = [option.pooled(frame) if option else [] for frame in games.printed]
        scores = [frame.numbers(self.score) for frame in games.printed]
        self.scores.count(games.printed, held, scores)
        for frame, codes in zip(games.printed, held, strict=True):
            score, *parts = (frame.numbers(name).ravel() for name in (self.score, *self.parts))
            for code in codes:
                self.by_option.add(code.ravel(), parts)
            cells = np.full(score.size, self.entrants.base.index(frame.cell))
            self.by_cell.add(cells, [score, *parts])
            share = frame.won.ravel()
            for side, weight in enumerate((share, 1 - share)):
                self.by_side.add(np.full(share.size, side), [score, *parts], weight)

    def result(self, fair: Fair) -> Points:
        """Means of every group that was met."""
        options = (
            Parts(label, seats=seats, score=score, total=score.value, parts=self.by_option.means(i))
            for i, (label, seats) in enumerate(zip(self.labels, self.by_option.seats, strict=True))
            if seats
            for score in (self.scores.mean(i),)
        )
        sides = enumerate(("Winners", "The others")) if self.by_side.seats.all() else ()
        return Points(
            tuple(sorted(options, key=lambda p: (-p.total, p.label))),
            tuple(_parts(label, self.by_side, i) for i, label in sides),
            tuple(
                _parts(str(cell), self.by_cell, i)
                for i, cell in enumerate(self.entrants.base)
                if self.by_cell.seats[i]
            ),
        )


def _parts(label: str, sums: PointSums, group: int) -> Parts:
    """A group without an interval; its first column is the score."""
    means = sums.means(group)
    return Parts(
        label=label, seats=sums.seats[group], score=None, total=means.pop("score"), parts=means
    )
