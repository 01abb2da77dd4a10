"""A fitted surface that predicts the joint effect of several numbers from few sets.

On the scale of the logit a step of a number adds nearly the same whatever else is changed.  What
is measured says how much; where numbers go far, or help or hinder each other, that is learned from
the sets that were played, and as far as nothing was played it is taken for nothing.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.special import expit, logit, ndtr

from analysis.stats.intervals import Estimate, Rate
from analysis.stats.verdicts import Band

WAYS = (1, -1)
BENDS = 5  # steps after which the worth of one more step may change
BEND = 0.3  # how much it may change there, of what a step is worth
PAIR = 0.3  # how much two numbers may help or hinder each other, of the same
LEAST = 0.05  # of the logit, that a step is worth before anything is known

Point = Mapping[str, int]  # steps that each number goes, below 0 downwards


class Surface:
    """The logit that sets of edits add to each goal.

    paths: the numbers that it knows.  Arrays are (sets, goals) or (columns, goals); a column is a
    number and a way.
    """

    def __init__(self, paths: Sequence[str]) -> None:
        columns = [(path, way) for path in paths for way in WAYS]
        self.column = {column: place for place, column in enumerate(columns)}

    def fit(self, points: Sequence[Point], deltas: np.ndarray, errors: np.ndarray) -> None:
        """Learn from what sets added; errors: standard errors, infinite where nothing is known."""
        slopes, bends = self._slopes(points), self._bends(points)
        alike = slopes @ slopes.T
        kernel = alike + BEND**2 * bends @ bends.T
        kernel += PAIR**2 * (alike**2 - (slopes**2) @ (slopes**2).T) / 2
        goals = deltas.shape[1]
        weights = np.zeros((len(points), goals))
        for goal in range(goals):
            known = np.flatnonzero(np.isfinite(errors[:, goal]))
            worth = _worth(slopes[known], deltas[known, goal], errors[known, goal])
            noise = np.diag(errors[known, goal] ** 2)
            covariance = worth**2 * kernel[np.ix_(known, known)] + noise
            weights[known, goal] = worth**2 * np.linalg.solve(covariance, deltas[known, goal])
        self.slope = slopes.T @ weights
        self.bend = BEND**2 * bends.T @ weights
        self.pair = PAIR**2 * np.einsum("na,nb,ng->abg", slopes, slopes, weights, optimize=True)

    def alone(self, path: str, size: int) -> np.ndarray:
        """What one number adds to each goal."""
        point = [{path: size}]
        return np.asarray((self._slopes(point) @ self.slope + self._bends(point) @ self.bend)[0])

    def between(self, path: str, size: int, other: str, further: int) -> np.ndarray:
        """What two numbers add beyond what each adds alone."""
        places = [self.column[p, _way(s)] for p, s in ((path, size), (other, further))]
        return np.asarray(self.pair[places[0], places[1]] * abs(size) * abs(further))

    def at(self, point: Point) -> np.ndarray:
        """What a set of edits adds to each goal."""
        edits = list(point.items())
        total = np.zeros(self.slope.shape[1])
        for place, edit in enumerate(edits):
            total += self.alone(*edit)
            for other in edits[:place]:
                total += self.between(*edit, *other)
        return total

    def _slopes(self, points: Sequence[Point]) -> np.ndarray:
        """Steps by column."""
        steps = np.zeros((len(points), len(self.column)))
        for row, point in enumerate(points):
            for path, size in point.items():
                steps[row, self.column[path, _way(size)]] = abs(size)
        return steps

    def _bends(self, points: Sequence[Point]) -> np.ndarray:
        """Steps beyond the first, the second, ..., by column."""
        slopes = self._slopes(points)
        return np.hstack([np.maximum(slopes - after, 0.0) for after in range(1, BENDS + 1)])


def _way(size: int) -> int:
    return 1 if size > 0 else -1


def _worth(slopes: np.ndarray, deltas: np.ndarray, errors: np.ndarray) -> float:
    """What a step of some number is worth, as those did that went alone."""
    single = np.count_nonzero(slopes, axis=1) == 1
    if not single.any():
        return 1.0
    size = slopes[single].sum(axis=1)
    square = float(np.mean((deltas[single] ** 2 - errors[single] ** 2) / size**2))
    return max(LEAST, float(max(0.0, square) ** 0.5))


def level(rate: Rate) -> float:
    """The logit of a rate, half a game added to either side."""
    return float(logit((rate.value * rate.games + 0.5) / (rate.games + 1)))


def added(before: Rate, after: Rate, effect: Estimate) -> tuple[float, float]:
    """What a change adds on the scale of the logit, with its standard error.

    Pairs on common luck tell most where rates are middling; where nearly all is won or lost, what
    each rate tells by itself says more.
    """
    shares = [float(expit(level(rate))) for rate in (before, after)]
    paired = effect.se / min(share * (1 - share) for share in shares)
    apart = [
        1 / ((r.games + 1) * p * (1 - p)) for r, p in zip((before, after), shares, strict=True)
    ]
    return level(after) - level(before), min(paired, sum(apart) ** 0.5)


def outside(
    rates: np.ndarray, errors: np.ndarray, bands: Sequence[Band]
) -> tuple[np.ndarray, np.ndarray]:
    """How far rates should lie outside their bands, and the variance of that.

    errors: standard errors of the rates.  A rate on the edge lies outside as often as not, so that
    it counts for something; one well inside for nothing.
    """
    low, high = (np.array([getattr(band, end) for band in bands]) for end in ("low", "high"))
    errors = np.maximum(errors, 1e-9)
    mean, square = np.zeros_like(rates), np.zeros_like(rates)
    for beyond in (rates - high, low - rates):
        z = beyond / errors
        density, mass = np.exp(-z * z / 2) / np.sqrt(2 * np.pi), ndtr(z)
        mean += errors * density + beyond * mass
        square += (beyond**2 + errors**2) * mass + beyond * errors * density
    return mean, np.maximum(square - mean**2, 0.0)
