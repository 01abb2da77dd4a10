"""The best confirmed sets by their number of edits.

The Pareto front of `tune`: how far off target against how many edits, of what was confirmed on
fresh luck alone; of each number of edits what lands, else what lies nearest.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.stats.intervals import Estimate
from simulate.search.confirmation.confirm import Confirmed
from simulate.search.confirmation.distance import AFTER, BEFORE, of_change


@dataclass(frozen=True)
class ParetoPoint:
    """The best confirmed set with this number of edits.

    change: none for the game as it is.  off: how far outside their bands the goals lie on average.
    """

    edits: int
    change: Confirmed | None
    off: Estimate


def front(confirmed: Sequence[Confirmed]) -> list[ParetoPoint]:
    """The game as it is, and of each number of edits what lands, else what lies nearest.

    The best of several on the same luck looks better than it is: its interval is as sure for each.
    """
    if not confirmed:
        return []
    points = [ParetoPoint(0, None, of_change(confirmed[0], BEFORE))]
    for edits in sorted({change.edit[0] for change in confirmed}):
        of_size = [change for change in confirmed if change.edit[0] == edits]
        offs = [of_change(change, AFTER, of=len(of_size)) for change in of_size]
        all_ = (ParetoPoint(edits, *each) for each in zip(of_size, offs, strict=True))
        points.append(min(all_, key=_rank))
    return points


def _rank(point: ParetoPoint) -> tuple[bool, bool, float, tuple[int, float]]:
    change = point.change
    assert change is not None
    return not change.lands, bool(change.ruined), round(point.off.value, 4), change.edit


def chosen(points: Sequence[ParetoPoint]) -> ParetoPoint:
    """The fewest edits that land, and do no harm elsewhere if some do none.

    Else the fewest that may be as near as the nearest.
    """
    changed = [point for point in points if point.change is not None]
    lands = [point for point in changed if point.change is not None and point.change.lands]
    for point in (*(p for p in lands if p.change and not p.change.ruined), *lands):
        return point
    nearest = min(changed, key=lambda point: point.off.value)
    return next(point for point in changed if point.off.value <= nearest.off.high)
