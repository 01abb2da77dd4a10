"""How far up a track do seats come, and what do those win who come there?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.data.entrants import Entrants
from analysis.data.frames import Frame, Slice, crossed
from analysis.estimators.clustered_ratios import Ratios
from analysis.estimators.fair import Fair, over_fair_of_rows
from analysis.estimators.pooled import Split
from analysis.stats.intervals import Estimate, Rate
from analysis.stats.verdicts import FEWEST

# Higher levels of a track count as the last.
MOST_LEVELS = 21


@dataclass(frozen=True)
class TrackLevel:
    """One level of a track: how many seats ended there, and what share they won.

    over: points over the fair share, None where too few seats tell.  Described, never a
    cause: who is ahead climbs more.
    """

    level: int
    seats: Rate
    over: Estimate | None


@dataclass(frozen=True)
class Held:
    """One option on one level: its seats there, and what they won over the fair share.

    over: None where too few seats tell.
    """

    seats: int
    over: Estimate | None


@dataclass(frozen=True)
class Track:
    """One track: its levels, and for each option what it did on each of them."""

    column: str
    meaning: str
    levels: tuple[TrackLevel, ...]
    options: Mapping[str, tuple[Held, ...]]


class Tracks:
    """Sums of one pass over all tracks."""

    def __init__(self, entrants: Entrants) -> None:
        columns = entrants.design.columns("seats", "level")
        self.climbs = [_Climb(column, entrants) for column in columns]

    def add(self, games: Slice) -> None:
        """Some game numbers of every cell."""
        for climb in self.climbs:
            climb.add(games)

    def result(self, fair: Fair) -> tuple[Track, ...]:
        """Every track, in declared order."""
        return tuple(climb.track(fair) for climb in self.climbs)


class _Climb:
    """Sums of one track."""

    def __init__(self, column: Mapping[str, Any], entrants: Entrants) -> None:
        self.name = str(column["name"])
        self.meaning = str(column.get("meaning") or self.name)
        self.option = entrants.option
        self.labels = self.option.labels if self.option else ()
        sure = entrants.design.confidence
        self.seats = Split(MOST_LEVELS, sure)
        self.ratios = Ratios(entrants.base, MOST_LEVELS, sure)
        self.held = Ratios(entrants.base, len(self.labels) * MOST_LEVELS, sure)

    def add(self, games: Slice) -> None:
        printed = games.printed
        levels = [self._levels(frame) for frame in printed]
        self.ratios.count(printed, [[level] for level in levels])
        if printed:
            numbers = [np.repeat(frame.deals, frame.shape[1]) for frame in printed]
            self.seats.add(np.concatenate(numbers), np.concatenate([v.ravel() for v in levels]))
        self.held.count(printed, map(self._held, printed, levels))

    def _levels(self, frame: Frame) -> np.ndarray:
        return np.clip(frame.numbers(self.name).astype(np.int64), 0, MOST_LEVELS - 1)

    def _held(self, frame: Frame, levels: np.ndarray) -> list[np.ndarray]:
        """Options by the levels they ended on."""
        held = self.option.pooled(frame) if self.option else []
        return [crossed(code, levels, MOST_LEVELS) for code in held]

    def track(self, fair: Fair) -> Track:
        met = np.flatnonzero(self.ratios.bottom.sum(axis=0)).tolist()
        levels = tuple(
            TrackLevel(level, self.seats.rate(level), _over(self.ratios, level, fair))
            for level in met
        )
        options = {
            label: tuple(_on_level(self.held, j * MOST_LEVELS + level, fair) for level in met)
            for j, label in enumerate(self.labels)
        }
        return Track(self.name, self.meaning, levels, options)


def _on_level(ratios: Ratios, question: int, fair: Fair) -> Held:
    """Seats of one option on one level."""
    seats = int(ratios.bottom[:, question].sum())
    return Held(seats, _over(ratios, question, fair))


def _over(ratios: Ratios, question: int, fair: Fair) -> Estimate | None:
    """Points over the fair share of those who ended on a level, every seat weighed alike.

    Hardly anybody ends on some levels, and in some settings nobody: settings weighed alike
    would give a single seat the weight of hundreds.
    """
    if ratios.bottom[:, question].sum() < FEWEST:
        return None
    return over_fair_of_rows(ratios, question, fair)
