"""Many questions at once: how many of the answers are luck?

False discovery rate (Benjamini and Hochberg), and intervals widened for what was picked because
it was large (Benjamini and Yekutieli).  Families are chosen by the callers, a table each.
"""

from collections.abc import Sequence
from statistics import NormalDist

from analysis.stats.looks import ONE_LOOK, Sureness

FALSE_SHARE = 0.05  # of what is called an effect


def q_values(p_values: Sequence[float]) -> list[float]:
    """Benjamini-Hochberg q of every p-value of one family.

    Calling everything with q below 0.05 an effect is wrong for at most 5% of the things
    called so, on average.
    """
    from scipy.stats import false_discovery_control

    if not p_values:
        return []
    return [float(q) for q in false_discovery_control(list(p_values))]


def widening(q_values: Sequence[float], confidence: Sureness = ONE_LOOK) -> float:
    """How many times as wide the intervals are of what has a q below 0.05.

    What is picked from a family because it came out large misses its 95% interval more often
    than 1 in 20.  Of intervals at 1 - 0.05 x picked / asked, 1 in 20 misses (Benjamini and
    Yekutieli 2005); where all is picked they are 95% intervals.
    """
    picked = sum(q < FALSE_SHARE for q in q_values)
    return widening_of(picked, len(q_values), confidence) if picked else 1.0


def widening_of(picked: int, asked: int, confidence: Sureness = ONE_LOOK) -> float:
    """The same where so many were picked of those that were asked about."""
    return NormalDist().inv_cdf(1 - confidence.error / 2 * picked / asked) / confidence.reach
