"""Whether people and simulation agree, by a parametric bootstrap with skill fitted anew.

Each file of the bootstrap is made at a skill that the games allow, with groups that differ, and
with levels and effects that lie as far off as the noise of the grid lets them.  Its p-value is
that of the farthest of all settings and options; told beside it is how often a difference of a
third would be noticed in a file like this one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.people.answer import AgreementAnswer, SideBySide
from analysis.people.grid import Grid
from analysis.people.mixture import normalised
from analysis.people.played import PlayedArrays
from analysis.people.simulated import SimulatedLevels, composition
from analysis.people.together import level_at, table_points
from analysis.stats.interim import ONE_LOOK
from analysis.stats.intervals import rate

FILES = 999  # of the bootstrap
SHIFTED = 499  # of them with one option off
SIZE = 0.33  # of the difference whose chance to be noticed is told
LEVEL = 0.05
GROUPS = 0.5  # spread of groups' log-odds, itself half-normal
HABITS = 0.3  # the same of one group's play of one option, in contests
LEAST = 0.25  # games: a variance is not taken for smaller
ROOM = 0.05  # a rate is shifted no nearer to 0 or 1


@dataclass(frozen=True)
class ComparedColumn:
    """One setting or option: float64[games], its seats or games; of a contest by seat."""

    of: str
    levels: Mapping[str, Any] | None
    option: str
    games: np.ndarray


def agreement_answer(
    compared: list[SideBySide],
    tested: np.ndarray,
    null: np.ndarray,
    shifted: np.ndarray,
    size: float,
) -> AgreementAnswer:
    """What is said, by the farthest of all in each file of the bootstrap.

    Parameters
    ----------
    compared : list of SideBySide
        All settings and options with games.
    tested : bool[compared]
        Whether games without it stand beside those with it.
    null, shifted : float64[files]
        The largest |z| of each file without a difference, and with one of `size`.

    Returns
    -------
    AgreementAnswer
        p is 1 where nothing is tested.
    """
    if not tested.any():
        return AgreementAnswer(tuple(compared), 1.0, None, size, 0.0)
    far = np.array([abs(each.z) if t else -1.0 for each, t in zip(compared, tested, strict=True)])
    farthest = compared[int(far.argmax())]
    # Ties count as far as rounding makes them: files are made of few games.
    p = (1 + np.sum(null >= far.max() - 1e-9)) / (len(null) + 1)
    threshold = np.sort(null)[int(np.ceil((1 - LEVEL) * (len(null) + 1))) - 1]
    noticed = float(np.mean(shifted > threshold + 1e-9)) if len(shifted) else 0.0
    return AgreementAnswer(tuple(compared), float(p), farthest, size, noticed)


def target_rate(now: float, size: float = SIZE) -> float:
    """Where a rate stands that is off by `size`: below if there is room, else above, else as far.

    Examples
    --------
    >>> round(target_rate(0.5), 2), round(target_rate(0.25), 2)
    (0.17, 0.58)
    """
    if now - size >= ROOM:
        return now - size
    if now + size <= 1 - ROOM:
        return now + size
    return ROOM if now > 1 - now else 1 - ROOM


@dataclass(frozen=True)
class TogetherCheck:
    """Co-operative games beside what is simulated at each point of skill.

    expected: float64[points, games], log-odds.  columns: float64[games, compared], centred.
    error: float64[points, games], of the level.  options: float64[games, options], with spread, the
    covariance of their effects.
    """

    games: PlayedArrays
    expected: np.ndarray
    error: np.ndarray
    columns: np.ndarray
    options: np.ndarray
    spread: np.ndarray

    def fitted(self, won: np.ndarray) -> np.ndarray:
        """float64[files, games], the chance of a win at each file's own best skill."""
        from scipy.special import expit

        return np.asarray(expit(self.expected[self._likelihood(won).argmax(axis=1)]))

    def _likelihood(self, won: np.ndarray) -> np.ndarray:
        """float64[files, points]."""
        return np.asarray(won @ self.expected.T - np.logaddexp(0, self.expected).sum(axis=1))

    def z(self, won: np.ndarray) -> np.ndarray:
        """float64[files, compared]."""
        chance = self.fitted(won)
        variance = (chance * (1 - chance)) @ self.columns**2
        return np.asarray(((won - chance) @ self.columns) / np.sqrt(np.maximum(variance, LEAST)))

    def made(self, rng: np.random.Generator, files: int, shift: np.ndarray) -> np.ndarray:
        """float64[files, games], results as the simulation would have them, and luck."""
        from scipy.special import expit

        weight = normalised(self._likelihood(self.games.won[None])[0])
        point = rng.choice(len(weight), size=files, p=weight)
        groups = rng.normal(size=(files, self.games.groups))
        groups *= GROUPS * np.abs(rng.normal(size=(files, 1)))
        settings = rng.normal(size=(files, int(self.games.setting.max()) + 1))
        eta = self.expected[point] + groups[:, self.games.group] + shift
        eta = eta + settings[:, self.games.setting] * self.error[point]
        if self.options.shape[1]:
            root = np.linalg.cholesky(self.spread)
            eta = eta + rng.normal(size=(files, len(root))) @ root.T @ self.options.T
        return np.asarray((rng.random(eta.shape) < expit(eta)).astype(float))


def together_agreement(
    games: PlayedArrays, grid: Grid, levels: SimulatedLevels, rng: np.random.Generator
) -> AgreementAnswer:
    """Settings that were not set by play, and options, of co-operative games."""
    columns = _columns(games, grid)
    check = _together_check(games, grid, levels, columns)
    z, chance = check.z(games.won[None])[0], check.fitted(games.won[None])[0]
    compared = [
        SideBySide(
            of=column.of,
            people=rate(float(games.won @ column.games), int(column.games.sum()), ONE_LOOK),
            simulated=float(chance @ column.games / column.games.sum()),
            z=float(z[i]),
            levels=column.levels,
            option=column.option,
        )
        for i, column in enumerate(columns)
    ]
    tested = (np.abs(check.columns) > 1e-9).any(axis=0)
    if not tested.any():
        return agreement_answer(compared, tested, np.zeros(0), np.zeros(0), SIZE)
    none = np.zeros(len(games.won))
    null = np.abs(check.z(check.made(rng, FILES, none))[:, tested]).max(axis=1)
    chosen = median_column(columns, tested)
    shift, size = _shift(check.expected, check.fitted(games.won[None])[0], chosen.games)
    files = check.made(rng, SHIFTED, shift * chosen.games)
    shifted = np.abs(check.z(files)[:, tested]).max(axis=1)
    return agreement_answer(compared, tested, null, shifted, size)


def _columns(games: PlayedArrays, grid: Grid) -> list[ComparedColumn]:
    """Settings, then options, that have games."""
    found = []
    for place in games.used:
        if not grid.settings[place].fitted:
            at = (games.setting == place).astype(float)
            found.append(ComparedColumn("setting", grid.settings[place].levels, "", at))
    held = (games.held.sum(axis=1) > 0).astype(float)
    for i, option in enumerate(grid.options):
        if held[:, i].any():
            found.append(ComparedColumn("option", None, option, held[:, i]))
    return found


def _together_check(
    games: PlayedArrays, grid: Grid, levels: SimulatedLevels, columns: list[ComparedColumn]
) -> TogetherCheck:
    """Where a level was set by play, people's own rate stands for it at any skill."""
    points = table_points(games, levels.skills)
    expected, error = level_at(levels, points.of_tables(games.newcomers), games.setting)
    options = composition(games.held)
    centred = np.array([column.games for column in columns]).reshape(len(columns), -1).T
    free = np.array([not grid.settings[place].fitted for place in games.setting])
    if free.any():
        centred[free] -= centred[free].mean(axis=0)
    for place in np.unique(games.setting[~free]):
        at = games.setting == place
        won = float(games.won[at].sum())
        expected[:, at] = np.log((won + 0.5) / (at.sum() - won + 0.5))
        error[:, at] = 0.0
        centred[at] -= centred[at].mean(axis=0)
    expected = expected + options @ levels.effects
    return TogetherCheck(games, expected, error, centred, options, levels.spread)


def median_column(columns: list[ComparedColumn], tested: np.ndarray) -> ComparedColumn:
    """The option, or else the setting, with the median number of games."""
    asked = [column for column, t in zip(columns, tested, strict=True) if t]
    options = [column for column in asked if column.of == "option"] or asked
    ranked = sorted(options, key=lambda column: float(column.games.sum()))
    return ranked[(len(ranked) - 1) // 2]


def _shift(expected: np.ndarray, chance: np.ndarray, at: np.ndarray) -> tuple[float, float]:
    """Log-odds that move the mean rate of these games by `SIZE`, and what it moves by."""
    chosen = np.clip(chance[at > 0], 1e-6, 1 - 1e-6)
    eta, now = np.log(chosen / (1 - chosen)), float(chosen.mean())
    return moved(lambda d: float(np.mean(1 / (1 + np.exp(-eta - d)))), now)


def moved(rate_at: Callable[[float], float], now: float) -> tuple[float, float]:
    """The shift at which `rate_at(shift)`, which rises, is off by about `SIZE`; and by how much."""
    target, low, high = target_rate(now), -15.0, 15.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if rate_at(middle) < target else (low, middle)
    return (low + high) / 2, abs(target - now)
