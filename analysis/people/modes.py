"""Posterior modes with their curvature (Laplace), for logistic and for conditional logit models."""

from dataclasses import dataclass

import numpy as np

STEPS = 60
CAP = 3.0  # log-odds that one of Newton's steps may move a coefficient by
ENOUGH = 1e-7  # a step that moves none by more is the last


@dataclass(frozen=True)
class PosteriorMode:
    """A normal at the mode of each row's posterior, and how well each row explains the games.

    mean: float64[rows, columns]; cov: float64[rows, columns, columns]; evidence: float64[rows], the
    logarithm of the marginal likelihood.
    """

    mean: np.ndarray
    cov: np.ndarray
    evidence: np.ndarray


@dataclass(frozen=True)
class GroupedGames:
    """Games with the columns that explain them, those of a group one after the other.

    won: float64[games], 0 or 1; columns: float64[games, columns]; starts: int64[groups].
    """

    won: np.ndarray
    columns: np.ndarray
    starts: np.ndarray

    @property
    def group(self) -> np.ndarray:
        """int64[games], from 0."""
        ends = np.append(self.starts[1:], len(self.won))
        return np.repeat(np.arange(len(self.starts)), ends - self.starts)


def logistic_modes(
    games: GroupedGames, offset: np.ndarray, precision: np.ndarray, spread: float
) -> tuple[PosteriorMode, np.ndarray]:
    """Mode of coefficients and of group effects, for each row of offsets.

    Group effects are taken out of the equations of each step (their block is diagonal), so that
    many groups cost little.

    Parameters
    ----------
    games : GroupedGames
        At least one game.
    offset : float64[rows, games]
        Log-odds before any effect.
    precision : float64[rows, columns, columns]
        Of the coefficients, normal around 0.
    spread : float
        Standard deviation of group effects, log-odds, above 0.

    Returns
    -------
    (PosteriorMode, float64[rows, groups])
        Of the coefficients, group effects integrated out; and the group effects.

    Notes
    -----
    Laplace's approximation at the joint mode; Newton's steps, none longer than `CAP`.
    """
    from scipy.special import expit

    x, group, weight = games.columns, games.group, 1 / spread**2
    products = (x[:, :, None] * x[:, None, :]).reshape(len(x), -1)
    u = np.zeros((len(offset), x.shape[1]))
    v = np.zeros((len(offset), len(games.starts)))
    for _ in range(STEPS):
        chance = expit(offset + u @ x.T + v[:, group])
        w, left = chance * (1 - chance), games.won - chance
        own = np.add.reduceat(w, games.starts, axis=1) + weight
        cross = np.add.reduceat(w[:, :, None] * x, games.starts, axis=1)
        schur = (w @ products).reshape(*u.shape, u.shape[1]) + precision
        schur = schur - (cross / own[..., None]).swapaxes(1, 2) @ cross
        pull = np.add.reduceat(left, games.starts, axis=1) - weight * v
        push = left @ x - (precision @ u[..., None])[..., 0]
        push = push - (cross * (pull / own)[..., None]).sum(axis=1)
        du = np.linalg.solve(schur, push[..., None])[..., 0]
        dv = (pull - (cross @ du[..., None])[..., 0]) / own
        far = np.maximum(np.abs(du).max(axis=1, initial=0.0), np.abs(dv).max(axis=1))
        part = np.minimum(1.0, CAP / np.maximum(far, CAP))[:, None]
        u, v = u + part * du, v + part * dv
        if far.max() < ENOUGH:
            break
    eta = offset + u @ x.T + v[:, group]
    fit = (games.won * eta - np.logaddexp(0, eta)).sum(axis=1)
    fit = fit + _prior(u, precision) - 0.5 * weight * (v**2).sum(axis=1)
    fit = fit + 0.5 * v.shape[1] * np.log(weight) - 0.5 * np.log(own).sum(axis=1)
    fit = fit - 0.5 * np.linalg.slogdet(schur)[1]
    return PosteriorMode(u, np.linalg.inv(schur), fit), v


def _prior(u: np.ndarray, precision: np.ndarray) -> np.ndarray:
    """Logarithm of the normal prior of each row, but for a constant."""
    square = np.einsum("rd,rde,re->r", u, precision, u)
    return np.asarray(0.5 * np.linalg.slogdet(precision)[1] - 0.5 * square)


@dataclass(frozen=True)
class Lineups:
    """Tables of a contest: who sat there with which options, and who won.

    held: float64[games, seats, options]; seated: bool[games, seats]; share: float64[games, seats],
    sums to 1; weight: float64[games], 1 where a game counts whole.
    """

    held: np.ndarray
    seated: np.ndarray
    share: np.ndarray
    weight: np.ndarray

    def chances(self, strength: np.ndarray) -> np.ndarray:
        """float64[games, seats], of the win, by float64[options] log strength."""
        eta = np.where(self.seated, self.held @ strength, -np.inf)
        e = np.exp(eta - eta.max(axis=1, keepdims=True))
        return np.asarray(e / e.sum(axis=1, keepdims=True))


def softmax_mode(games: Lineups, prior: np.ndarray, precision: np.ndarray) -> PosteriorMode:
    """Mode of the options' log strengths, a single row.

    Parameters
    ----------
    games : Lineups
        May be none.
    prior : float64[options]
        Mean of the strengths beforehand.
    precision : float64[options, options]
        Of their normal prior.

    Returns
    -------
    PosteriorMode
        Of one row.

    Notes
    -----
    A conditional logit: a seat wins in proportion to the exponential of what its options sum to.
    """
    b = prior.copy()
    for _ in range(STEPS):
        curve, push = _slopes(games, b)
        curve = curve + precision
        step = np.linalg.solve(curve, push - precision @ (b - prior))
        far = float(np.abs(step).max(initial=0.0))
        b = b + step * min(1.0, CAP / max(far, CAP))
        if far < ENOUGH:
            break
    chance = games.chances(b)
    fit = float((games.weight[:, None] * games.share * np.log(np.maximum(chance, 1e-300))).sum())
    fit += float(_prior((b - prior)[None], precision[None])[0])
    fit -= 0.5 * float(np.linalg.slogdet(curve)[1])
    return PosteriorMode(b[None], np.linalg.inv(curve)[None], np.array([fit]))


def _slopes(games: Lineups, strength: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Curvature and gradient of the likelihood, float64[options, options] and [options]."""
    chance = games.chances(strength)
    rows = games.held.reshape(games.seated.size, len(strength))
    weighed = games.weight[:, None] * chance
    mean = np.einsum("gi,gif->gf", chance, games.held)
    curve = (rows * weighed.reshape(-1, 1)).T @ rows - (mean * games.weight[:, None]).T @ mean
    left = games.weight[:, None] * (games.share - chance)
    return np.asarray(curve), np.asarray(left.reshape(-1) @ rows)
