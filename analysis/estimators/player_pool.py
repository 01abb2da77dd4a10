"""Pool the measurements of several players in a random-effects model.

A quantity is what one thing comes to (the share of a faction, the rate of a setting); each player
measured it with an error.  Its value for a player is the player's own mean, a part that all players
share, and a part that is this player's alone.  How large the parts are is estimated over all
quantities of a kind, so a player who measured little is helped by those who measured more, as far
as players of this game are known to agree; the last, the strongest, may differ from all others by
more than these do from each other.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from analysis.stats.interim import ONE_LOOK, Confidence
from analysis.stats.intervals import Estimate

# What is believed before anything was measured, as a scale of standard deviations (of 0..1):
SHARED_PRIOR = 0.3  # of what quantities of a kind differ by (half-normal): hardly anything
SPREAD_PRIOR = 0.03  # of what players differ by (half-Cauchy): some points, or many more
SHARED_GRID = np.concatenate([[0.0], np.geomspace(0.004, 0.6, 13)])
SPREAD_GRID = np.concatenate([[0.0], np.geomspace(0.002, 0.3, 13)])
HALVINGS = 50  # of the range in which an end of an interval is looked for
FAR = 9.0  # standard deviations beyond which nothing is left


@dataclass(frozen=True)
class PooledValue:
    """What is known of one number: normal distributions, weighed.

    weights, means, errors: arrays of one length; weights sum to 1.
    """

    weights: np.ndarray
    means: np.ndarray
    errors: np.ndarray

    @cached_property
    def mean(self) -> float:
        """The expected value."""
        return float(self.weights @ self.means)

    @cached_property
    def se(self) -> float:
        """The standard deviation of what is believed of it."""
        return float(np.sqrt(self.weights @ (self.errors**2 + (self.means - self.mean) ** 2)))

    def below(self, end: float) -> float:
        """How likely the number is at most this."""
        from scipy.special import ndtr

        return float(self.weights @ ndtr((end - self.means) / self.errors))

    def chance(self, low: float, high: float) -> float:
        """How likely the number lies between two ends, either of which may be infinite."""
        return self.below(high) - self.below(low)

    def estimate(self, confidence: Confidence = ONE_LOOK) -> Estimate:
        """The expected value with the interval that holds it with this confidence."""
        low, high = self._quantile(1 - confidence.quantile), self._quantile(confidence.quantile)
        return Estimate(self.mean, low, high, self.se, confidence)

    def _quantile(self, part: float) -> float:
        low = float((self.means - FAR * self.errors).min())
        high = float((self.means + FAR * self.errors).max())
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.below(middle) < part else (low, middle)
        return (low + high) / 2


class PlayerPool:
    """Quantities of one kind, each measured by some of several players.

    Parameters
    ----------
    values, errors : array (quantities, players)
        What each player, the strongest last, measured of each quantity with its standard error, in
        parts of 1; not a number where that player did not measure it.  Errors are above 0.

    Notes
    -----
    A mixed model with a mean for each player, a random quantity and a random interaction of the
    two [1]_.  The means are integrated out (restricted likelihood); the standard deviations are
    averaged over their posterior on a grid, under weak priors [2]_, so that a spread whose estimate
    would be 0 is not taken for 0.

    References
    ----------
    .. [1] A. Gelman and J. Hill, Data Analysis Using Regression and Multilevel Models, 2007.
    .. [2] A. Gelman, "Prior distributions for variance parameters in hierarchical models",
       Bayesian Analysis 1 (2006) 515-534.
    """

    def __init__(self, values: np.ndarray, errors: np.ndarray) -> None:
        self._values = np.where(np.isfinite(values), values, 0.0)
        self._variances = np.where(np.isfinite(values), errors, np.inf) ** 2
        shared, others, last = np.meshgrid(SHARED_GRID, SPREAD_GRID, SPREAD_GRID, indexing="ij")
        self._shared = shared.ravel() ** 2  # variances, as are these, a column a player
        columns = [others.ravel()] * (values.shape[1] - 1) + [last.ravel()]
        self._spread = np.stack(columns, axis=1) ** 2
        self._means, self._unsure = self._players_means()
        self._weights = self._posterior()

    @cached_property
    def _precision(self) -> np.ndarray:
        """Inverse covariances of what was measured: (grid, quantities, players, players)."""
        own = 1 / (self._spread[:, None, :] + self._variances)
        all_ = 1 + self._shared[:, None] * own.sum(axis=2)
        outer = own[..., :, None] * own[..., None, :]
        lost = (self._shared[:, None] / all_)[..., None, None] * outer
        return np.asarray(own[..., None] * np.eye(own.shape[2]) - lost)

    def _players_means(self) -> tuple[np.ndarray, np.ndarray]:
        """The mean of each player by least squares, and its covariance, for each of the grid."""
        unsure = np.linalg.inv(self._precision.sum(axis=1))
        told = np.einsum("giab,ib->ga", self._precision, self._values)
        return np.einsum("gab,gb->ga", unsure, told), unsure

    def _posterior(self) -> np.ndarray:
        """How much each point of the grid is believed."""
        measured = np.isfinite(self._variances)
        spread = np.where(measured, self._spread[:, None, :] + self._variances, 1.0)
        all_ = 1 + self._shared[:, None] * np.where(measured, 1 / spread, 0.0).sum(axis=2)
        size = np.log(spread).sum(axis=(1, 2)) + np.log(all_).sum(axis=1)
        size -= np.linalg.slogdet(self._unsure)[1]
        rest = self._values - self._means[:, None, :]
        misfit = np.einsum("gia,giab,gib->g", rest, self._precision, rest)
        ends = self._spread[:, [0, -1]]  # of all others, and of the strongest
        prior = self._shared / SHARED_PRIOR**2 + 2 * np.log1p(ends / SPREAD_PRIOR**2).sum(axis=1)
        log = -0.5 * (size + misfit + prior) + _log_steps()
        weights = np.exp(log - log.max())
        return np.asarray(weights / weights.sum())

    @cached_property
    def spread(self) -> tuple[float, float]:
        """By how much the strongest differs from what players share (a standard deviation): what
        is expected, and its own error."""
        sizes = np.sqrt(self._spread[:, -1])
        mean = float(self._weights @ sizes)
        return mean, float(np.sqrt(self._weights @ (sizes - mean) ** 2))

    def value(self, quantity: int, player: int) -> PooledValue:
        """What a quantity is for a player, by all that everybody measured."""
        known = self._precision[:, quantity]
        leans = np.repeat(self._shared[:, None], known.shape[1], axis=1)
        leans[:, player] += self._spread[:, player]
        pulls = np.einsum("gab,gb->ga", known, leans)
        left = -pulls
        left[:, player] += 1
        means = np.einsum("ga,ga->g", left, self._means) + pulls @ self._values[quantity]
        variances = self._shared + self._spread[:, player] - np.einsum("ga,ga->g", pulls, leans)
        variances += np.einsum("ga,gab,gb->g", left, self._unsure, left)
        return PooledValue(self._weights, means, np.sqrt(np.maximum(variances, 1e-18)))


def _log_steps() -> np.ndarray:
    """How much of the range of the deviations a point of the grid stands for, as logarithms."""
    shared, spread = np.log(np.gradient(SHARED_GRID)), np.log(np.gradient(SPREAD_GRID))
    return np.asarray((shared[:, None, None] + spread[:, None] + spread).ravel())
