"""Confidence levels for repeated looks at a number.

A run that stops when its verdicts are settled looks at them up to so many times.  Each look then
gets its part of the 5% for which an interval may be wrong (Bonferroni): whenever the run stops, and
for whatever reason, at most 5% of its intervals miss.  Intervals are wider for it, and p-values
larger, in all of the report; where a run was looked at once nothing changes.  Whoever makes an
interval says how sure it must be, and the interval keeps it.
"""

from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

MISSES = 0.05  # of intervals


@dataclass(frozen=True)
class Confidence:
    """The confidence level of one of several looks.

    Parameters
    ----------
    looks : float
        How often a run may be looked at before it stops, 1 or more; each look gets its part of
        the 5% for which an interval may be wrong (Bonferroni).  Of intervals that must hold at
        once, as many looks as they come to (`analysis.estimators.joint`).

    Examples
    --------
    >>> Confidence(1).reach, Confidence(8).error
    (1.95996..., 0.00625)
    """

    looks: float

    @property
    def error(self) -> float:
        """How often an interval may miss."""
        return MISSES / self.looks

    @cached_property
    def reach(self) -> float:
        """Standard errors of an interval to either side."""
        return NormalDist().inv_cdf(self.quantile)

    @property
    def quantile(self) -> float:
        """The share of a distribution below the upper end of an interval."""
        return 1 - self.error / 2

    @property
    def times(self) -> float:
        """How many times as wide as that of a single look an interval is."""
        return self.reach / ONE_LOOK.reach


ONE_LOOK = Confidence(1)
