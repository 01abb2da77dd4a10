"""Co-operative games of people beside simulated levels: one model of skill, options and groups.

The log-odds of a win are the simulated level of the setting at the skill of the table, with what
its options bring, what the setting differs by, and what the group does.  Scales of the options' and
of the groups' effects are integrated on a grid, skill on another; inside, the posterior is
Laplace's.
"""

from dataclasses import dataclass

import numpy as np

from analysis.people.grid import Grid
from analysis.people.mixture import NormalMixture, mixture, tau_prior
from analysis.people.modes import GroupedGames, logistic_modes
from analysis.people.played import PlayedArrays
from analysis.people.simulated import SimulatedLevels, composition

OPTION_TAUS = np.array([0.05, 0.15, 0.35, 0.7, 1.2])
GROUP_TAUS = np.array([0.05, 0.3, 0.6, 1.0])
GROUP_SCALE = 0.5
SETTING = 0.2  # spread of what a setting differs by from its simulated level, log-odds
FREE = 2.0  # the same where the level was set by play, or where nothing is simulated
NEWCOMERS = 11  # places of newcomers' skill that are looked at


@dataclass(frozen=True)
class TablePoints:
    """Skills that are looked at, of newcomers and of all others: float64[points] each."""

    skill: np.ndarray
    newcomers: np.ndarray

    def of_tables(self, share: np.ndarray) -> np.ndarray:
        """float64[points, games], the mean skill of tables with this share of newcomers."""
        return np.outer(self.skill, 1 - share) + np.outer(self.newcomers, share)


def has_newcomers(games: PlayedArrays) -> bool:
    """Whether newcomers sat in some games, and others in some."""
    share = games.newcomers
    return bool((share > 0).any() and (share < 1).any())


def table_points(games: PlayedArrays, skills: np.ndarray) -> TablePoints:
    """A skill for newcomers beside that of others, where both played; else one for all."""
    if not has_newcomers(games):
        return TablePoints(skills, skills)
    others = np.linspace(skills[0], skills[-1], NEWCOMERS)
    first, second = np.meshgrid(skills, others, indexing="ij")
    return TablePoints(first.ravel(), second.ravel())


def level_at(
    levels: SimulatedLevels, table: np.ndarray, setting: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Level and its error at the skill of tables, log-odds.

    Parameters
    ----------
    levels : SimulatedLevels
        Of all settings that are asked for.
    table : float64[points, games]
        Skill.
    setting : int64[games]
        Of each game.

    Returns
    -------
    (float64[points, games], float64[points, games])
        Straight lines between nodes.
    """
    level, error = np.empty(table.shape), np.empty(table.shape)
    for place in np.unique(setting):
        at = setting == place
        level[:, at] = np.interp(table[:, at], levels.skills, levels.level[place])
        error[:, at] = np.interp(table[:, at], levels.skills, levels.error[place])
    return level, error


def together_posterior(games: PlayedArrays, grid: Grid, levels: SimulatedLevels) -> NormalMixture:
    """Skill, and effects of options and settings over what is simulated.

    Parameters
    ----------
    games : PlayedArrays
        Co-operative, at least one.
    grid : Grid
        Says which settings were set by play.
    levels : SimulatedLevels
        Of the settings that were played.

    Returns
    -------
    NormalMixture
        Columns: the options' whole effects, then what each setting that was played differs by.
    """
    points = table_points(games, levels.skills)
    offset, error = level_at(levels, points.of_tables(games.newcomers), games.setting)
    columns = composition(games.held)
    offset = offset + columns @ levels.effects
    loose = np.empty((len(offset), len(games.used)))
    for i, place in enumerate(games.used):
        noise = error[:, games.setting == place].mean(axis=1)
        fitted = FREE if grid.settings[place].fitted else 0.0
        loose[:, i] = SETTING**2 + noise**2 + fitted**2
    found = _mixed(games, offset, levels.spread, loose, points)
    effects = np.append(levels.effects, np.zeros(len(games.used)))
    return NormalMixture(
        found.weight, found.mean + effects, found.cov, found.tau, found.skill, found.newcomers
    )


def alone_posterior(games: PlayedArrays) -> NormalMixture:
    """The same without any simulation: options alike beforehand, settings free."""
    options = games.held.shape[2]
    none = np.array([np.nan])
    loose = np.full((1, len(games.used)), FREE**2)
    offset = np.zeros((1, len(games.won)))
    return _mixed(games, offset, np.zeros((options, options)), loose, TablePoints(none, none))


def _mixed(
    games: PlayedArrays,
    offset: np.ndarray,
    spread: np.ndarray,
    loose: np.ndarray,
    points: TablePoints,
) -> NormalMixture:
    """Every scale at every point; loose: float64[points, settings], variances of settings."""
    dummies = (games.setting[:, None] == games.used).astype(float)
    rows = GroupedGames(games.won, np.hstack([composition(games.held), dummies]), games.starts)
    options, fits, logs, taus = len(spread), [], [], []
    for tau in OPTION_TAUS if options else OPTION_TAUS[:1]:
        precision = np.zeros((len(offset), rows.columns.shape[1], rows.columns.shape[1]))
        precision[:, :options, :options] = np.linalg.inv(spread + tau**2 * np.eye(options))
        places = np.arange(options, rows.columns.shape[1])
        precision[:, places, places] = 1 / loose
        for group in GROUP_TAUS:
            fit, _ = logistic_modes(rows, offset, precision, float(group))
            fits.append(fit)
            prior = float(tau_prior(tau)) - 0.5 * (group / GROUP_SCALE) ** 2
            logs.append(fit.evidence + prior)
            taus.append(np.full(len(offset), tau))
    repeats = len(fits)
    return mixture(
        np.concatenate(logs),
        np.concatenate([fit.mean for fit in fits]),
        np.concatenate([fit.cov for fit in fits]),
        np.concatenate(taus),
        (np.tile(points.skill, repeats), np.tile(points.newcomers, repeats)),
    )


def contrasts(strength: np.ndarray) -> np.ndarray:
    """What each option is over the mean of the others, along the last axis; 0 of a single one."""
    options = strength.shape[-1]
    mean = strength.mean(axis=-1, keepdims=True)
    return np.asarray((strength - mean) * (options / max(1, options - 1)))


@dataclass(frozen=True)
class TableRates:
    """Draws of win rates: of these settings as they are, and of games with each option.

    overall: float64[draws]; with_option: float64[draws, options].
    """

    overall: np.ndarray
    with_option: np.ndarray


def rates(
    games: PlayedArrays, level: np.ndarray, effects: np.ndarray, seats: np.ndarray
) -> TableRates:
    """Win rates over the settings, each as often as it was played.

    Parameters
    ----------
    games : PlayedArrays
        What people played.
    level : float64[draws, settings]
        Log-odds of the settings that were played.
    effects : float64[draws, options]
        Of options.
    seats : float64[settings]
        How many seats of a table have an option, 1 of each, on average.

    Returns
    -------
    TableRates
        A table with the option and others as they come beside it.
    """
    from scipy.special import expit

    options = effects.shape[1]
    over = contrasts(effects)
    overall, with_option = np.zeros(len(level)), np.zeros(effects.shape)
    for i, place in enumerate(games.used):
        weight = float(np.mean(games.setting == place))
        part = max(0.0, 1 - seats[i] / max(1, options))
        overall += weight * expit(level[:, i])
        with_option += weight * expit(level[:, i, None] + part * over)
    return TableRates(overall, with_option)
