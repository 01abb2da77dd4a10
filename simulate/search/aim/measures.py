"""Targets other than wins: how often games end for a reason, how long they are, who ends ahead.

Each is one number of every game.  A mean length `m` is sought on the scale of a share,
`m / (m + middle)`: its logit is the log of the length over the middle of its band, so steps add up
there as those of shares do, and a tenth too long weighs about as 2.5 points of a share.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
import polars as pl

from analysis.data.design import Design
from analysis.stats.verdicts import Band
from simulate.core.game.facts import END, LENGTH, MATCHUP
from simulate.experiment.expected.expect import PAIR

NEVER = 0.999  # a share of lengths beyond which none is told apart


@dataclass(frozen=True)
class GameMeasure:
    """One number of every game.

    key: the reason of an end, or the column of a length; of a matchup who should end ahead, of
    the `other`.
    """

    kind: str
    key: str
    other: str = ""

    def of(self, games: pl.DataFrame, reason: str) -> np.ndarray:
        """The number of each game; NaN where it has none.  reason: the column of ends."""
        if self.kind == END:
            return (games[reason] == self.key).fill_null(False).to_numpy().astype(float)
        return games[self.key].cast(pl.Float64).fill_null(float("nan")).to_numpy()


def measure_of(design: Design, entry: Mapping[str, Any]) -> GameMeasure | None:
    """What an expectation of a manifest is of, if it is of one number of every game."""
    if entry["metric"] == END:
        return GameMeasure(END, str(entry["of"]["reason"]))
    if entry["metric"] == LENGTH:
        usual = next(c["name"] for c in design.columns("games", "length"))
        return GameMeasure(LENGTH, str(entry["of"].get("column", usual)))
    if entry["metric"] == MATCHUP:
        return GameMeasure(MATCHUP, *(str(entry["of"][key]) for key in PAIR))
    return None


def measures_of(design: Design) -> tuple[GameMeasure, ...]:
    """All that the targets of a manifest are of."""
    found = (measure_of(design, entry) for entry in design.manifest.get("expect", ()))
    return tuple(dict.fromkeys(measure for measure in found if measure is not None))


def middle(low: float | None, high: float | None) -> float:
    """What a length is held against: the middle of its band, or its one end."""
    ends = [end for end in (low, high) if end]
    return sum(ends) / len(ends)


def as_share(length: float, middle: float) -> float:
    """A length on the scale of a share."""
    return min(max(length, 0.0) / (max(length, 0.0) + middle), NEVER)


def as_length(share: float, middle: float) -> float:
    """Back from it."""
    return inf if share >= 1 else middle * share / (1 - share)


def band(low: float | None, high: float | None, of: float) -> Band:
    """The band of a length on the scale of a share; of: its middle."""
    return Band(as_share(low or 0.0, of), 1.0 if high is None else as_share(high, of))
