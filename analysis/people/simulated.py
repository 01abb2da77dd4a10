"""What simulated games say: levels of settings by skill, effects and strengths of options."""

from dataclasses import dataclass

import numpy as np

from analysis.people.grid import Grid, GridNode, GridSetting
from analysis.people.modes import GroupedGames, Lineups, logistic_modes, softmax_mode
from analysis.people.played import PlayedArrays

POINTS = 21  # places of skill that are looked at
# Spreads of options' effects beforehand, log-odds; the one is taken that tells the games best.  A
# few hundred games leave each option some 0.3 unsure: without it the farthest are taken for too
# far, and too many verdicts that are called sure are wrong.
SPREADS = (0.1, 0.2, 0.35, 0.6, 1.0)
LEVEL = 3.0  # the same of levels: a setting that is never won has a level that is low, and unsure


@dataclass(frozen=True)
class SimulatedLevels:
    """Co-operative settings by skill, in log-odds of a win.

    skills: float64[points]; level, error: float64[settings, points], all of the grid, NaN where a
    setting is not asked for; effects: float64[options], of a whole table's options; spread:
    float64[options, options], their covariance.
    """

    skills: np.ndarray
    level: np.ndarray
    error: np.ndarray
    effects: np.ndarray
    spread: np.ndarray


def skills_of(grid: Grid, used: np.ndarray) -> np.ndarray:
    """float64[POINTS], from the lowest to the highest skill that all these settings have."""
    nodes = [[node.skill for node in grid.settings[place].nodes] for place in used]
    return np.linspace(max(map(min, nodes)), min(map(max, nodes)), POINTS)


def composition(held: np.ndarray) -> np.ndarray:
    """float64[games, options], how many seats had each option over an average table's.

    Parameters
    ----------
    held : float64[games, seats, options]
        A game of which nothing is known counts as average.

    Returns
    -------
    float64[games, options]
        Each row sums to 0.
    """
    count = held.sum(axis=1)
    if not count.shape[1]:
        return np.asarray(count)
    return np.asarray(count - count.mean(axis=1, keepdims=True))


def simulated_levels(grid: Grid, used: np.ndarray) -> SimulatedLevels:
    """Levels of the settings, never falling with skill, and effects of options.

    Parameters
    ----------
    grid : Grid
        With co-operative settings at `used`.
    used : int64[settings]
        At least one.

    Returns
    -------
    SimulatedLevels
        Effects are taken for the same at every skill.
    """
    nodes = [node for place in used for node in grid.settings[place].nodes]
    sizes = [len(node.won) for node in nodes]
    starts = np.cumsum([0, *sizes[:-1]])
    columns = np.concatenate([composition(node.has.astype(float)) for node in nodes])
    games = GroupedGames(np.concatenate([node.won for node in nodes]), columns, starts)
    alike, none = np.eye(columns.shape[1])[None], np.zeros((1, len(columns)))
    fits = [logistic_modes(games, none, alike / spread**2, LEVEL) for spread in SPREADS]
    fit, level = max(fits, key=lambda both: float(both[0].evidence[0]))
    skills, shape = skills_of(grid, used), (len(grid.settings), POINTS)
    found = SimulatedLevels(
        skills, np.full(shape, np.nan), np.full(shape, np.nan), fit.mean[0], fit.cov[0]
    )
    ends = np.cumsum([len(grid.settings[place].nodes) for place in used])
    errors = _errors(games, fit.mean[0], level[0])
    for place, end in zip(used, ends, strict=True):
        part = slice(end - len(grid.settings[place].nodes), end)
        at = [node.skill for node in grid.settings[place].nodes]
        found.level[place] = np.interp(skills, at, _rising(level[0][part], errors[part]))
        found.error[place] = np.interp(skills, at, errors[part])
    return found


def _errors(games: GroupedGames, effects: np.ndarray, level: np.ndarray) -> np.ndarray:
    """Standard error of each node's level."""
    from scipy.special import expit

    chance = expit(games.columns @ effects + level[games.group])
    told = np.add.reduceat(chance * (1 - chance), games.starts)
    return np.asarray(1 / np.sqrt(told + 1 / LEVEL**2))


def _rising(level: np.ndarray, error: np.ndarray) -> np.ndarray:
    """The nearest levels that never fall with skill."""
    from scipy.optimize import isotonic_regression

    return np.asarray(isotonic_regression(level, weights=1 / error**2).x)


@dataclass(frozen=True)
class SimulatedStrengths:
    """Options of contests, in log strength with mean 0, and the covariance of their errors."""

    mean: np.ndarray
    cov: np.ndarray


def simulated_strengths(
    grid: Grid, used: np.ndarray, skills: np.ndarray, weight: np.ndarray
) -> SimulatedStrengths:
    """Strengths of options at the nodes around a skill.

    Parameters
    ----------
    grid : Grid
        With contests at `used`.
    used : int64[settings]
        At least one.
    skills, weight : float64[n]
        The posterior of skill; each node counts by what lies nearer to it than to others.

    Returns
    -------
    SimulatedStrengths
        The heaviest node's games count whole.
    """
    settings = [grid.settings[place] for place in used]
    parts = [
        _lineups(node, w, _seats(settings), len(grid.options))
        for setting in settings
        for node, w in zip(setting.nodes, _node_weights(setting, skills, weight), strict=True)
        if w > 0
    ]
    fields = zip(*((p.held, p.seated, p.share, p.weight) for p in parts), strict=True)
    games = Lineups(*(np.concatenate(field) for field in fields))
    options = len(grid.options)
    if not options:
        return SimulatedStrengths(np.zeros(0), np.zeros((0, 0)))
    fits = [softmax_mode(games, np.zeros(options), np.eye(options) / s**2) for s in SPREADS]
    fit = max(fits, key=lambda each: float(each.evidence[0]))
    return SimulatedStrengths(fit.mean[0] - fit.mean[0].mean(), fit.cov[0])


def _seats(settings: list[GridSetting]) -> int:
    """Those of the largest table."""
    return max(int(node.share.shape[1]) for setting in settings for node in setting.nodes)


def _node_weights(setting: GridSetting, skills: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """float64[nodes], 1 for the heaviest: what of the posterior lies at each node."""
    at = np.array([node.skill for node in setting.nodes])
    hats = np.array([np.interp(skills, at, unit) for unit in np.eye(len(at))])
    mass = hats @ weight
    return np.asarray(mass / mass.max())


def _lineups(node: GridNode, weight: float, seats: int, options: int) -> Lineups:
    """A node's games with empty seats up to the largest table."""
    games, own = node.share.shape
    held, seated = np.zeros((games, seats, options)), np.zeros((games, seats), dtype=bool)
    share = np.zeros((games, seats))
    held[:, :own], seated[:, :own] = node.has, True
    total = node.share.sum(axis=1, keepdims=True)
    share[:, :own] = node.share / np.where(total > 0, total, 1.0)
    return Lineups(held, seated, share, np.full(games, weight) * (total[:, 0] > 0))


def played_lineups(games: PlayedArrays) -> Lineups:
    """People's tables of which all options are known and that somebody won."""
    told = games.told & (games.share.sum(axis=1) > 0)
    return Lineups(
        games.held[told], games.seated[told], games.share[told], np.ones(int(told.sum()))
    )
