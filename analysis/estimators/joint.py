"""Several estimates judged at once: the maximum statistic, by groups of deals.

Estimates that are counted in the same deals err together.  Taken one by one each misses in 5% of
runs, and one accident may show in all of them; how far the farthest of them strays by luck says how
wide each must be for all to hold at once.
"""

import numpy as np

from analysis.stats.interim import MISSES, Confidence

DRAWS = 2_000
FARTHEST = 8.0  # standard errors: of two or three groups it would be beyond what floats tell


def moves_of_groups(won: np.ndarray, met: np.ndarray) -> np.ndarray:
    """What each group of deals adds to each share beyond its mean, float[groups, shares].

    won, met: float[groups, shares], what was won of how many in each group; no share of none.
    """
    whole = met.sum(axis=0)
    return np.asarray((won - won.sum(axis=0) / whole * met) / whole)


def with_errors(moves: np.ndarray, errors: np.ndarray) -> np.ndarray:
    """The same moves, and what is known of each estimate's error beyond them, as its own alone.

    Then the root of the sum of squares of a column is an error no smaller than the one given.
    """
    beyond = np.square(errors) - np.square(moves).sum(axis=0)
    return np.vstack([moves, np.diag(np.sqrt(np.maximum(beyond, 0.0)))])


def at_once(moves: np.ndarray, confidence: Confidence) -> Confidence:
    """How sure each of several estimates must be so that all hold as sure as one would.

    A multiplier bootstrap of the largest of all studentized estimates; Student's, as the spread
    of few groups is itself hardly known.  moves: float[groups, estimates].

    References
    ----------
    V. Chernozhukov, D. Chetverikov and K. Kato, "Gaussian approximations and multiplier bootstrap
    for maxima of sums of high-dimensional random vectors", Annals of Statistics 41 (2013).
    """
    from scipy.special import ndtr, stdtrit

    spread = np.sqrt(np.square(moves).sum(axis=0))
    moved = moves[:, spread > 0] / spread[spread > 0]
    groups = int((moved != 0).any(axis=1).sum())
    if moved.shape[1] < 2 or groups < 2:
        return confidence
    # A fixed seed: the same run, the same report.
    luck = np.random.default_rng(0).normal(size=(DRAWS, len(moved)))
    farthest = np.quantile(np.abs(luck @ moved).max(axis=1), 1 - confidence.error)
    level = ndtr(max(float(farthest), confidence.reach))
    reach = float(stdtrit(groups - 1, level)) * np.sqrt(groups / (groups - 1))
    return Confidence(MISSES / (2 * float(ndtr(-min(reach, FARTHEST)))))
