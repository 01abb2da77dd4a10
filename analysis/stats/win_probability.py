"""A model of the win probability during a game, with cross-validation.

Sides of a table win with chances in proportion to exp(x . b), x being what each side has by then
and how late it is: a conditional logit (McFadden 1974), for two results a logistic regression.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

# Penalties that are tried, from the strongest; the one is taken that tells unseen games best.
PENALTIES = (0.1, 0.03, 0.01, 0.003, 0.001)
MOST_ROWS = 12  # turns of a game that a fit looks at
STEPS = 50
HALVES = (1.0, 0.5, 0.25, 0.125, 0.0625, 0.0)  # of a step: the first that is no worse is taken
ENOUGH = 1e-8  # of the loss, that another step must bring


@dataclass(frozen=True)
class Course:
    """Moments of games, a game's in a row.

    x: float64[rows, sides, columns], what each side has; y: float64[rows, sides], its share of the
    win in the end; game: int64[rows], rising; late: float64[rows], how late it is, 1 at the
    usual end.  steady: so many of the columns, the last ones, are worth the same at any time.
    """

    x: np.ndarray
    y: np.ndarray
    game: np.ndarray
    late: np.ndarray
    steady: int = 0

    def of(self, games: np.ndarray) -> "Course":
        """Some of the games: bool[games], by their number."""
        rows = games[self.game]
        return self.at(rows)

    def at(self, rows: np.ndarray) -> "Course":
        """Some of the moments."""
        return Course(self.x[rows], self.y[rows], self.game[rows], self.late[rows], self.steady)


def chances(course: Course) -> np.ndarray:
    """The chance of each side at each moment, by a fit to the games of the other half.

    Games of even numbers are told by a fit to the odd ones, and the other way round; how strongly
    weights are drawn to 0 is chosen once, within the odd ones.

    Parameters
    ----------
    course : Course
        Some hundred games, numbered from 0, in at least two of which somebody won.

    Returns
    -------
    float64[rows, sides]
        Each row sums to 1.

    Raises
    ------
    numpy.linalg.LinAlgError
        If a fit has no solution; the penalty keeps it from that.

    Notes
    -----
    A conditional logit [1]_ with a ridge penalty, fitted by Newton's steps; for two sides a
    logistic regression.

    References
    ----------
    .. [1] D. McFadden, "Conditional logit analysis of qualitative choice behavior", in Frontiers in
       Econometrics (1974) 105-142.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> lead = rng.normal(size=400)
    >>> first = (rng.random(400) < 1 / (1 + np.exp(-lead))).astype(float)
    >>> x = np.stack([lead, np.zeros(400)], axis=1)[:, :, None]
    >>> told = chances(Course(x, np.stack([first, 1 - first], 1), np.arange(400), np.ones(400)))
    >>> bool(told[lead.argmax(), 0] > 0.8 > 0.2 > told[lead.argmin(), 0])
    True
    """
    games = np.arange(int(course.game.max()) + 1)
    chances_of_rows = np.zeros(course.y.shape)
    penalty = _best_penalty(course.of(games % 2 != 0))
    for half in (0, 1):
        (fit,) = _fits(course.of(games % 2 != half), (penalty,))
        rows = course.game % 2 == half
        chances_of_rows[rows] = fit.chances(course.of(games % 2 == half))
    return chances_of_rows


def _best_penalty(course: Course) -> float:
    """The penalty whose fit tells games best that it was not fitted to."""
    games = np.arange(int(course.game.max()) + 1)
    half, others = course.of(games // 2 % 2 == 0), _thinned(course.of(games // 2 % 2 == 1))
    fits = [*_fits(half, PENALTIES)]
    design = _design(others, fits[0].spread)
    losses = [_surprise(others, _shares(design @ fit.weights)) for fit in fits]
    return PENALTIES[int(np.argmin(losses))]


def _surprise(course: Course, chances: np.ndarray) -> float:
    """At the results, a game, each of its moments alike; lower is better."""
    weight = _weights(course.game)
    likelihood = (course.y * np.log(np.maximum(chances, 1e-12))).sum(axis=1)
    return float(-(weight * likelihood).sum() / weight.sum())


@dataclass(frozen=True)
class _Fit:
    """Weights of what a side has, in units of its usual spread: always, later, at either end."""

    weights: np.ndarray
    spread: np.ndarray

    def chances(self, course: Course) -> np.ndarray:
        return _shares(_design(course, self.spread) @ self.weights)


def _fits(course: Course, penalties: tuple[float, ...]) -> Iterator[_Fit]:
    """A fit for each penalty, each begun at the last."""
    course = _thinned(course)
    away = course.x - course.x.mean(axis=1, keepdims=True)
    spread = away.reshape(-1, away.shape[2]).std(axis=0)
    weight = _weights(course.game)
    sample = _Told(_design(course, spread), course.y * (weight / weight.sum())[:, None])
    weights = np.zeros(sample.design.shape[2])
    for penalty in penalties:
        weights = _fitted(sample, penalty, weights)
        yield _Fit(weights, spread)


@dataclass(frozen=True)
class _Told:
    """What a fit is made to.

    design: float64[rows, sides, columns]; y: float64[rows, sides], shares of the win, weighed.
    """

    design: np.ndarray
    y: np.ndarray

    def shares(self, weights: np.ndarray) -> np.ndarray:
        return _shares(self.design @ weights)

    def loss(self, shares: np.ndarray) -> float:
        return float(-(self.y * np.log(np.maximum(shares, 1e-12))).sum())

    def slope(self, shares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How the loss falls with the weights, and how that bends."""
        each = shares * self.y.sum(axis=1, keepdims=True)
        flat = self.design.reshape(-1, self.design.shape[2])
        away = self.design - (shares[:, None, :] @ self.design)
        # A matrix by itself turned is half the work of one by another.
        away = away.reshape(flat.shape) * np.sqrt(each.ravel())[:, None]
        return flat.T @ (self.y - each).ravel(), away.T @ away


def _fitted(sample: _Told, penalty: float, weights: np.ndarray) -> np.ndarray:
    """The weights with the least loss and penalty, by Newton's steps from some that are near."""
    shares = sample.shares(weights)
    now = sample.loss(shares) + penalty * weights @ weights
    for _ in range(STEPS):
        fall, bend = sample.slope(shares)
        wanted = fall - 2 * penalty * weights
        step = np.linalg.solve(bend + 2 * penalty * np.eye(len(weights)), wanted)
        before = now
        for size in HALVES:
            shares = sample.shares(weights + size * step)
            now = sample.loss(shares) + penalty * (weights + size * step) @ (weights + size * step)
            if now <= before:
                break
        weights = weights + size * step
        if before - now <= ENOUGH:
            break
    return weights


def _design(course: Course, spread: np.ndarray) -> np.ndarray:
    """float64[rows, sides, weights]: three a column, one of those that are worth the same always.

    A column that is the same everywhere says nothing.
    """
    scaled = np.divide(course.x, spread, out=np.zeros(course.x.shape), where=spread > 1e-9)
    late = 2 * np.clip(course.late, 0, 1.5)[:, None, None] - 1
    moving = scaled[:, :, : scaled.shape[2] - course.steady]
    return np.concatenate([scaled, moving * late, moving * (late**2 - 1 / 3)], axis=2)


def _shares(worth: np.ndarray) -> np.ndarray:
    raised: np.ndarray = np.exp(worth - worth.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _weights(game: np.ndarray) -> np.ndarray:
    """Games count alike, however long."""
    _, which, rows = np.unique(game, return_inverse=True, return_counts=True)
    return 1 / rows[which]


def _thinned(course: Course) -> Course:
    """A few moments of each game, spread over it."""
    _, starts, rows = np.unique(course.game, return_index=True, return_counts=True)
    some = np.linspace(0, 1, MOST_ROWS)
    picked = [
        start + np.unique(np.round(some * (count - 1)).astype(np.int64))
        for start, count in zip(starts, rows, strict=True)
    ]
    keep = np.concatenate(picked)
    return course.at(keep)
