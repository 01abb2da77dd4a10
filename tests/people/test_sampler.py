"""The posteriors' approximation beside an exact sampler of the same model (Metropolis)."""

from collections.abc import Callable

import numpy as np
import pytest

from analysis.people.contest import contest_posterior
from analysis.people.mixture import AVOID, TAU_SCALE, TAUS
from analysis.people.modes import GroupedGames, Lineups, logistic_modes
from analysis.people.simulated import SimulatedStrengths

pytestmark = pytest.mark.long

STEPS = 60_000


def _metropolis(
    density: Callable[[np.ndarray], float], start: np.ndarray, scale: np.ndarray, seed: int
) -> np.ndarray:
    """float64[steps, columns] after a first third that is thrown away; one column at a time."""
    rng = np.random.default_rng(seed)
    at, height = start.copy(), density(start)
    kept = np.empty((STEPS, len(start)))
    for step in range(STEPS):
        column = step % len(start)
        other = at.copy()
        other[column] += scale[column] * rng.normal()
        reached = density(other)
        if np.log(rng.random()) < reached - height:
            at, height = other, reached
        kept[step] = at
    return kept[STEPS // 3 :]


def test_co_operative_effects_are_those_of_an_exact_sampler():
    rng = np.random.default_rng(4)
    columns = (rng.random((40, 4)) < 0.4).astype(float)
    won = (rng.random(40) < 1 / (1 + np.exp(-columns @ [1.0, -0.8, 0.2, 0.0]))).astype(float)
    games = GroupedGames(won, columns, np.arange(0, 40, 4))
    offset, spread, precision = rng.normal(size=40) * 0.3, 0.5, np.eye(4) / 0.7**2
    mode, _ = logistic_modes(games, offset[None], precision[None], spread)

    def density(u: np.ndarray) -> float:
        eta = offset + columns @ u[:4] + u[4:][games.group]
        fit = float(won @ eta - np.logaddexp(0, eta).sum())
        return fit - 0.5 * float(u[:4] @ u[:4]) / 0.7**2 - 0.5 * float(u[4:] @ u[4:]) / spread**2

    drawn = _metropolis(density, np.zeros(14), np.full(14, 0.9), 1)[:, :4]
    sd = np.sqrt(np.diag(mode.cov[0]))
    print("co-op, mean less mean in sd:", ((drawn.mean(0) - mode.mean[0]) / sd).round(2))
    print("co-op, sd over sd:", (drawn.std(0) / sd).round(2))
    # A chain of 40,000 steps of 14 columns leaves a mean some 0.05 standard deviations unsure.
    assert np.abs((drawn.mean(0) - mode.mean[0]) / sd).max() < 0.25
    assert np.abs(np.log(drawn.std(0) / sd)).max() < 0.15


def test_strengths_of_contests_are_those_of_an_exact_sampler():
    rng = np.random.default_rng(5)
    line = rng.random((60, 6)).argsort(axis=1)[:, :4]
    held = (line[:, :, None] == np.arange(6)).astype(float)
    true = np.array([0.8, 0.4, 0.0, 0.0, -0.4, -0.8])
    best = (true[line] + rng.gumbel(size=line.shape)).argmax(axis=1)
    share = (best[:, None] == np.arange(4)).astype(float)
    games = Lineups(held, np.ones((60, 4), bool), share, np.ones(60))
    simulated = SimulatedStrengths(0.5 * true, 0.01 * np.eye(6))
    found = contest_posterior(games, simulated)
    mean = found.weight @ found.mean
    spread = found.weight @ (np.diagonal(found.cov, axis1=1, axis2=2) + (found.mean - mean) ** 2)

    def density(u: np.ndarray) -> float:
        strength, place = u[:6], u[6]
        if not 0 <= place < len(TAUS):
            return -np.inf
        tau = TAUS[int(place)]
        variance = tau**2 + 0.01
        eta = strength[line]
        fit = float((share * eta).sum() - np.log(np.exp(eta).sum(axis=1)).sum())
        fit -= 0.5 * float(((strength - simulated.mean) ** 2).sum()) / variance
        fit -= 3 * np.log(variance)
        return fit - 0.5 * (tau / TAU_SCALE) ** 2 + AVOID * np.log(tau)

    start = np.append(simulated.mean, 3.5)
    drawn = _metropolis(density, start, np.array([0.5] * 6 + [2.0]), 2)[:, :6]
    sd = np.sqrt(spread)
    print("contest, mean less mean in sd:", ((drawn.mean(0) - mean) / sd).round(2))
    print("contest, sd over sd:", (drawn.std(0) / sd).round(2))
    assert np.abs((drawn.mean(0) - mean) / sd).max() < 0.25
    assert np.abs(np.log(drawn.std(0) / sd)).max() < 0.15
