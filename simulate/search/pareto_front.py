"""How much each further edit brings: what was confirmed, by the number of its edits.

The Pareto front of `tune`: how far off target against how many edits, of what was confirmed on
fresh luck alone; of each number of edits what lands, else what lies nearest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from analysis.stats.interim import ONE_LOOK
from analysis.stats.intervals import Estimate, Rate
from analysis.stats.verdicts import Band
from analysis.stats.verdicts import beyond as outside_of
from simulate.search.confirm import Confirmed
from simulate.search.surface import outside


@dataclass(frozen=True)
class ParetoPoint:
    """The best of what was confirmed with so many edits.

    change: none for the game as it is.  off: how far outside their bands the goals lie on average.
    """

    edits: int
    change: Confirmed | None
    off: Estimate


def distance(rates: Sequence[Rate], bands: Sequence[Band]) -> Estimate:
    """How far rates lie outside their bands on average, 0 where all lie inside.

    The interval counts that a rate near an edge may lie on its other side.
    """
    known = np.array([rate.value for rate in rates])
    errors = np.array([(rate.high - rate.low) / 2 / rate.confidence.reach for rate in rates])
    mean, variance = outside(known, errors, bands)
    off = sum(outside_of(r, band) for r, band in zip(rates, bands, strict=True)) / len(rates)
    se = sqrt(variance.sum()) / len(rates)
    middle, half = float(mean.mean()), ONE_LOOK.reach * se
    low, high = middle - half, middle + half
    return Estimate(off, max(0.0, min(off, low)), max(off, high), se)


def front(confirmed: Sequence[Confirmed]) -> list[ParetoPoint]:
    """The game as it is, and of each number of edits what lands, else what lies nearest."""
    if not confirmed:
        return []
    some = confirmed[0].places
    bands = [place.goal.band for place in some]
    points = [ParetoPoint(0, None, distance([place.before for place in some], bands))]
    for edits in sorted({change.edit[0] for change in confirmed}):
        of_size = [
            ParetoPoint(edits, change, distance([place.rate for place in change.places], bands))
            for change in confirmed
            if change.edit[0] == edits
        ]
        points.append(min(of_size, key=_rank))
    return points


def _rank(point: ParetoPoint) -> tuple[bool, float, tuple[int, float]]:
    assert point.change is not None
    return not point.change.lands, round(point.off.value, 4), point.change.edit


def chosen(points: Sequence[ParetoPoint]) -> ParetoPoint:
    """The fewest edits that land; else the fewest that may be as near as the nearest."""
    changed = [point for point in points if point.change is not None]
    for point in changed:
        if point.change is not None and point.change.lands:
            return point
    nearest = min(changed, key=lambda point: point.off.value)
    return next(point for point in changed if point.off.value <= nearest.off.high)
