"""Corrections for multiple testing: the false discovery rate.

False discovery rate (Benjamini and Hochberg), and intervals widened for what was picked because
it was large (Benjamini and Yekutieli).  Families are chosen by the callers, a table each.
"""

from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from analysis.stats.interim import ONE_LOOK, Confidence

FALSE_SHARE = 0.05  # of what is called an effect


def q_values(p_values: Sequence[float]) -> list[float]:
    """Benjamini-Hochberg q of every p-value of one family.

    Calling everything with q below 0.05 an effect is wrong for at most 5% of the things
    called so, on average.

    Parameters
    ----------
    p_values : sequence of float
        One for each question of the family, each 0..1, in any order.

    Returns
    -------
    list of float
        The q of each, 0..1, in the same order; empty for no question.

    Raises
    ------
    ValueError
        If a p-value lies outside of 0..1.

    Notes
    -----
    The step-up procedure of [1]_: the i-th smallest p of m is multiplied by m / i, and no q is
    larger than that of a larger p.

    References
    ----------
    .. [1] Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", Journal of the
       Royal Statistical Society B 57 (1995) 289-300.

    Examples
    --------
    >>> q_values([0.01, 0.04, 0.5])
    [0.03, 0.06, 0.5]
    """
    p = np.array(p_values, dtype=float)
    if not np.all((p >= 0) & (p <= 1)):
        raise ValueError("a p-value lies from 0 to 1")
    order = np.argsort(p)
    raised = p[order] * (len(p) / np.arange(1, len(p) + 1))
    q = np.empty(len(p))
    q[order] = np.minimum.accumulate(raised[::-1])[::-1]
    return [float(value) for value in np.minimum(q, 1.0)]


def fcr_widening(q_values: Sequence[float], confidence: Confidence = ONE_LOOK) -> float:
    """How many times as wide the intervals are of what has a q below 0.05.

    What is picked from a family because it came out large misses its 95% interval more often
    than 1 in 20.  Of intervals at 1 - 0.05 x picked / asked, 1 in 20 misses; where all is picked
    they are 95% intervals.

    Parameters
    ----------
    q_values : sequence of float
        Of the whole family, each 0..1.
    confidence : Confidence
        How sure an interval must be that is not picked.

    Returns
    -------
    float
        1 or more; 1 where nothing is picked.

    Notes
    -----
    Selection-adjusted (false coverage rate) intervals [1]_.

    References
    ----------
    .. [1] Y. Benjamini and D. Yekutieli, "False discovery rate-adjusted multiple confidence
       intervals for selected parameters", Journal of the American Statistical Association 100
       (2005) 71-81.

    Examples
    --------
    >>> round(fcr_widening([0.01, 0.3]), 3), fcr_widening([0.3, 0.4])
    (1.144, 1.0)
    """
    picked = sum(q < FALSE_SHARE for q in q_values)
    return fcr_widening_of(picked, len(q_values), confidence) if picked else 1.0


def fcr_widening_of(picked: int, count: int, confidence: Confidence = ONE_LOOK) -> float:
    """The same where so many were picked of those that were asked about.

    Parameters
    ----------
    picked, count : int
        How many of how many; ``1 <= picked <= count``.
    confidence : Confidence
        How sure an interval must be that is not picked.

    Returns
    -------
    float
        1 or more.

    Examples
    --------
    >>> round(fcr_widening_of(1, 10), 3)
    1.432
    """
    return NormalDist().inv_cdf(1 - confidence.error / 2 * picked / count) / confidence.reach


def empirical_bayes(values: Sequence[float], errors: Sequence[float]) -> list[float]:
    """Several numbers of a kind, each shrunk to their mean by its share of noise.

    Parameters
    ----------
    values, errors : sequence of float
        As measured, with standard errors above 0.

    Returns
    -------
    list of float
        The likeliest size of each; all alike where they stray no more than luck makes them.

    Notes
    -----
    Normal truths around a common mean, their variance by moments [1]_.  What was picked because
    it came out large is overstated, and this is not; an outlier among truths is drawn too far.

    References
    ----------
    .. [1] B. Efron and C. Morris, "Data analysis using Stein's estimator and its
       generalizations", Journal of the American Statistical Association 70 (1975) 311-319.

    Examples
    --------
    >>> [round(value, 3) for value in empirical_bayes([0.1, 0.0, -0.1], [0.05, 0.05, 0.05])]
    [0.075, 0.0, -0.075]
    """
    found, luck = np.array(values), np.square(errors)
    spare = len(found) / max(len(found) - 1, 1)
    truth = max(0.0, float(np.square(found - found.mean()).mean() * spare - luck.mean()))
    kept = truth / (truth + luck)
    drawn: list[float] = (found.mean() + kept * (found - found.mean())).tolist()
    return drawn
