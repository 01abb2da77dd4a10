"""A posterior as a mixture of normals over a grid of scales: draws, intervals, weights."""

from dataclasses import dataclass

import numpy as np

from analysis.stats.interim import ONE_LOOK
from analysis.stats.intervals import Estimate

# Scales of what people and simulation differ by, log-odds.
TAUS = np.array([0.05, 0.1, 0.2, 0.35, 0.55, 0.8, 1.2])
TAU_SCALE = 0.4
# The prior keeps off nought: few games cannot show a discrepancy, and a half-normal alone then
# takes it for nothing (intervals of 95% hold 86 to 91%).
AVOID = 2
SMALL = 1e-5  # of the heaviest: lighter parts of a mixture are left out
DRAWS = 4_000


def tau_prior(taus: np.ndarray) -> np.ndarray:
    """Logarithm of the prior of a discrepancy's scale, but for a constant."""
    return np.asarray(-0.5 * (taus / TAU_SCALE) ** 2 + AVOID * np.log(taus))


def normalised(logs: np.ndarray) -> np.ndarray:
    """Weights that sum to 1, of logarithms."""
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())


def grid_estimate(values: np.ndarray, weights: np.ndarray) -> Estimate:
    """Median and equal-tailed interval of a weighted grid, linear between its points.

    Parameters
    ----------
    values : float64[n]
        In any order; equal ones are taken together.
    weights : float64[n]
        Sum to 1.

    Returns
    -------
    Estimate
        At an end of the grid where more than a tail lies there.

    Examples
    --------
    >>> found = grid_estimate(np.array([0.0, 0.5, 1.0]), np.array([0.0, 1.0, 0.0]))
    >>> found.value
    0.5
    """
    points, of = np.unique(values, return_inverse=True)
    mass = np.bincount(of, weights)
    reached: np.ndarray = np.cumsum(mass) - 0.5 * mass
    tail = ONE_LOOK.error / 2
    low, middle, high = np.interp([tail, 0.5, 1 - tail], reached, points)
    mean = float(mass @ points)
    se = float(mass @ (points - mean) ** 2) ** 0.5
    return Estimate(float(middle), float(low), float(high), se)


def draws_estimate(draws: np.ndarray) -> Estimate:
    """Median and equal-tailed interval of draws from a posterior."""
    tail = ONE_LOOK.error / 2
    low, middle, high = np.quantile(draws, [tail, 0.5, 1 - tail])
    return Estimate(float(middle), float(low), float(high), float(draws.std()))


@dataclass(frozen=True)
class NormalMixture:
    """Normals with weights.

    weight: float64[parts], sums to 1; mean: float64[parts, columns]; cov: float64[parts, columns,
    columns]; tau: float64[parts], the discrepancy's scale in each; skill, newcomers:
    float64[parts], of co-operative games, else NaN.
    """

    weight: np.ndarray
    mean: np.ndarray
    cov: np.ndarray
    tau: np.ndarray
    skill: np.ndarray
    newcomers: np.ndarray

    def drawn(self, rng: np.random.Generator, count: int = DRAWS) -> tuple[np.ndarray, np.ndarray]:
        """int64[count], the part of each draw, and float64[count, columns]."""
        part = np.searchsorted(np.cumsum(self.weight), (np.arange(count) + 0.5) / count)
        part = np.minimum(part, len(self.weight) - 1)
        root = np.linalg.cholesky(self.cov)
        normal = rng.normal(size=(count, self.mean.shape[1]))
        return part, self.mean[part] + (root[part] @ normal[..., None])[..., 0]


def mixture(
    logs: np.ndarray,
    mean: np.ndarray,
    cov: np.ndarray,
    tau: np.ndarray,
    points: tuple[np.ndarray, np.ndarray] | None = None,
) -> NormalMixture:
    """The parts that matter, by the logarithms of their weights; points: skill and newcomers'."""
    weights = normalised(logs)
    kept = weights > SMALL * weights.max()
    none = np.full(len(logs), np.nan)
    skill, newcomers = points if points is not None else (none, none)
    weight = weights[kept] / weights[kept].sum()
    return NormalMixture(weight, mean[kept], cov[kept], tau[kept], skill[kept], newcomers[kept])
