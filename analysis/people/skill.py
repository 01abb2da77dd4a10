"""How well people play, as a place on the scale of skill, with all that makes it unsure.

Co-operative games tell it by their results.  Contests tell it by scores and rounds, neither taken
for exact (people score more or less for other reasons than skill: taken as exact, intervals of 95%
held in 72% and 29% of the trials), and by how often newcomers win beside others.  Winners of even
tables alone tell nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from analysis.people.answer import SkillAnswer
from analysis.people.grid import Grid, GridNode, GridSetting
from analysis.people.mixture import NormalMixture, grid_estimate, normalised
from analysis.people.modes import Lineups, softmax_mode
from analysis.people.played import PlayedArrays
from analysis.people.simulated import skills_of
from analysis.people.together import TablePoints, has_newcomers, table_points
from analysis.stats.intervals import Estimate

WINNERS_ONLY = "winners alone do not tell how well people play"
ALL_FITTED = "the level of every setting was set by play, so that results do not tell it"
FLAT = "these games hardly differ with skill"
TELLS_NOTHING = 0.9  # of the scale: a wider interval is none

# What people's scores and rounds differ by for other reasons, in spreads of a single game; and how
# far groups lie apart.
DISCREPANCIES = np.array([0.1, 0.25, 0.5])
GROUP_SPREADS = np.array([0.1, 0.35, 0.7])
SLOPES = np.exp(0.5 * np.array([-1.5, -0.75, 0.0, 0.75, 1.5]))  # of a newcomer's loss, to simulated
SLOPE_WEIGHTS = np.array([0.12, 0.23, 0.3, 0.23, 0.12])
QUANTILES = 41
STEEPEST = 10.0  # spread beforehand of what a unit of skill is worth, log-odds


@dataclass(frozen=True)
class SkillWeights:
    """A posterior of skill on points; by: what it rests on, empty where on nothing."""

    points: TablePoints
    weight: np.ndarray
    by: tuple[str, ...]


def together_skill(games: PlayedArrays, grid: Grid, found: NormalMixture) -> SkillAnswer:
    """Skill by the results of co-operative games."""
    if all(grid.settings[place].fitted for place in games.used):
        return SkillAnswer(None, why_not=ALL_FITTED)
    points = TablePoints(found.skill, found.newcomers)
    return skill_answer(SkillWeights(points, found.weight, ("results",)), games, grid)


def skill_answer(found: SkillWeights, games: PlayedArrays, grid: Grid) -> SkillAnswer:
    """What is said of a posterior of skill."""
    if not found.by:
        return SkillAnswer(None, why_not=WINNERS_ONLY)
    skills = skills_of(grid, games.used)
    scale = float(skills[-1] - skills[0])
    skill = _told(found.points.skill, found.weight, scale)
    newcomers = None
    if (games.newcomer > 0).any():
        newcomers = _told(found.points.newcomers, found.weight, scale)
    if skill is None:
        return SkillAnswer(None, newcomers=newcomers, why_not=FLAT)
    return SkillAnswer(skill, _near(skill.value, grid.levels), found.by, newcomers)


def _told(values: np.ndarray, weight: np.ndarray, scale: float) -> Estimate | None:
    """The estimate, if it tells more than the scale itself."""
    found = grid_estimate(values, weight)
    return None if found.high - found.low > TELLS_NOTHING * scale or not scale else found


def _near(skill: float, levels: Mapping[str, float]) -> str:
    """The named level that is nearest; the lower of two as near."""
    return min(levels, key=lambda name: (abs(levels[name] - skill), levels[name]), default="")


def contest_skill(games: PlayedArrays, grid: Grid) -> SkillWeights:
    """Skill by scores, rounds and newcomers' places; flat where none of them is there."""
    points = table_points(games, skills_of(grid, games.used))
    table, logs = points.of_tables(games.newcomers), np.zeros(len(points.skill))
    by: list[str] = []
    complete = ~(np.isnan(games.score) & games.seated).any(axis=1)
    sums = np.where(games.seated & complete[:, None], games.score, 0.0).sum(axis=1)
    mean_score = np.where(complete, sums / games.players, np.nan)
    for name, values, of_node in (
        ("scores", mean_score, _mean_scores),
        ("rounds", games.rounds, lambda node: node.rounds),
    ):
        told = _measured(games, grid, table, values, of_node)
        if told is not None:
            logs, by = logs + told, [*by, name]
    told = _newcomers(games, grid, points)
    if told is not None:
        logs, by = logs + told, [*by, "newcomers"]
    return SkillWeights(points, normalised(logs), tuple(by))


def _mean_scores(node: GridNode) -> np.ndarray:
    """float64[games], of the seats of each."""
    return np.asarray(node.score.mean(axis=1))


def _measured(
    games: PlayedArrays,
    grid: Grid,
    table: np.ndarray,
    values: np.ndarray,
    of_node: Callable[[GridNode], np.ndarray],
) -> np.ndarray | None:
    """Log-likelihood at each point of one number a game, None where no game has it.

    Noise of the grid is part of the discrepancy.
    """
    standing = np.zeros(table.shape)
    used, noise = ~np.isnan(values), 0.0
    for place in np.unique(games.setting[used]):
        at = used & (games.setting == place)
        nodes = [(node.skill, of_node(node)) for node in grid.settings[place].nodes]
        if any(np.isnan(v).any() or not len(v) for _, v in nodes):
            used = used & ~at
            continue
        skills = [skill for skill, _ in nodes]
        spread = np.sqrt(np.mean([v.var() for _, v in nodes]))
        if not spread:
            used = used & ~at
            continue
        mean = np.interp(table[:, at], skills, [v.mean() for _, v in nodes])
        standing[:, at] = (values[at] - mean) / spread
        noise = max(noise, 1 / min(len(v) for _, v in nodes))
    if not used.any():
        return None
    return _evidence(standing[:, used], games.group[used], noise)


def _evidence(standing: np.ndarray, group: np.ndarray, noise: float) -> np.ndarray:
    """Log-likelihood of standardised numbers with a shift of all and one of each group.

    Scales of both are integrated over their grids.  standing: float64[points, games].
    """
    from scipy.special import logsumexp

    _, of = np.unique(group, return_inverse=True)
    size = np.bincount(of).astype(float)
    sums = standing @ (of[:, None] == np.arange(len(size)))
    square, logs = (standing**2).sum(axis=1), []
    for apart in GROUP_SPREADS:
        held = 1 + apart**2 * size
        within = square - apart**2 * (sums**2 / held).sum(axis=1)
        all_of, one = (sums / held).sum(axis=1), float((size / held).sum())
        for scale in DISCREPANCIES:
            shift = scale**2 + noise
            fit = within - shift * all_of**2 / (1 + shift * one)
            logs.append(-0.5 * (fit + np.log(held).sum() + np.log1p(shift * one)))
    return np.asarray(logsumexp(np.array(logs), axis=0))


def _newcomers(games: PlayedArrays, grid: Grid, points: TablePoints) -> np.ndarray | None:
    """Log-likelihood of who won in mixed tables, None where it cannot be told.

    What a newcomer loses beside others is taken from mixed tables, where they were simulated, else
    from how far scores of the two skills lie apart; its size is left open within a factor of two.
    """
    mixed = (games.newcomers > 0) & (games.newcomers < 1) & (games.share.sum(axis=1) > 0)
    if not has_newcomers(games) or not mixed.any():
        return None
    logs, any_told = np.zeros((len(SLOPES), len(points.skill))), False
    for place in np.unique(games.setting[mixed]):
        loss = _loss(grid.settings[place], points)
        if loss is None:
            continue
        any_told = True
        for row in np.flatnonzero(mixed & (games.setting == place)):
            new = float(games.newcomer[row].sum())
            won = float(games.share[row] @ games.newcomer[row])
            odds = np.log(new / (games.players[row] - new)) - np.outer(SLOPES, loss)
            logs += won * odds - np.logaddexp(0, odds)
    if not any_told:
        return None
    best = logs.max()
    return np.asarray(best + np.log(np.maximum(SLOPE_WEIGHTS @ np.exp(logs - best), 1e-300)))


def _loss(setting: GridSetting, points: TablePoints) -> np.ndarray | None:
    """float64[points], log-odds of the win that one newcomer lacks; None where it is not known."""
    if any(np.ptp(node.skills, axis=1).any() for node in setting.mixed):
        return np.asarray(_slope(setting.mixed) * (points.skill - points.newcomers))
    if any(np.isnan(node.score).any() for node in setting.nodes):
        return None
    return _loss_by_scores(setting.nodes, points)


def _slope(mixed: tuple[GridNode, ...]) -> float:
    """Log-odds of the win that a unit of skill is worth beside others."""
    share = np.concatenate([node.share for node in mixed])
    share = share / np.maximum(share.sum(axis=1, keepdims=True), 1e-9)
    skills = np.concatenate([node.skills for node in mixed])[:, :, None]
    weight = (share.sum(axis=1) > 0).astype(float)
    tables = Lineups(skills, np.ones(share.shape, dtype=bool), share, weight)
    return float(softmax_mode(tables, np.zeros(1), np.eye(1) / STEEPEST**2).mean[0, 0])


def _loss_by_scores(nodes: tuple[GridNode, ...], points: TablePoints) -> np.ndarray:
    """The same by scores of tables whose seats play alike."""
    from scipy.special import ndtr, ndtri

    seats = nodes[0].score.shape[1]
    at = [node.skill for node in nodes]
    score = np.concatenate([(n.score - n.score.mean(axis=1, keepdims=True)).ravel() for n in nodes])
    win = np.concatenate([n.share.ravel() for n in nodes])
    sign = 1.0 if np.sum(score * (win - win.mean())) >= 0 else -1.0
    spread = max(float(score.std()) * np.sqrt(seats / max(1, seats - 1)), 1e-9)
    means = [sign * float(node.score.mean()) / spread for node in nodes]
    apart = np.interp(points.newcomers, at, means) - np.interp(points.skill, at, means)
    places = ndtri((np.arange(QUANTILES) + 0.5) / QUANTILES)
    chance = (ndtr(places + apart[:, None]) ** (seats - 1)).mean(axis=1)
    fair = float((ndtr(places) ** (seats - 1)).mean())
    chance = np.clip(chance, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(fair / (1 - fair)) - np.log(chance / (1 - chance)))
