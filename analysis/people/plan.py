"""Which games to play next: line-ups that tell most about open verdicts, and those that are due.

Half of an evening is balanced, whatever the simulation says, and the other half rests on people's
games alone once people and simulation are shown to differ: the simulation may be wrong, and a plan
that trusts it would go astray.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analysis.people.contest import contest_posterior, winners_of
from analysis.people.grid import Grid, GridSetting
from analysis.people.mixture import NormalMixture
from analysis.people.modes import Lineups
from analysis.people.played import PlayedArrays, arrays
from analysis.people.pooled import contest_band
from analysis.people.simulated import SimulatedStrengths, played_lineups, simulated_strengths
from analysis.people.skill import contest_skill
from analysis.stats.verdicts import Band
from simulate.playtests.records import Playtests

OPEN, DUE = "tells most about open verdicts", "is due: played least so far"
CANDIDATES = 40  # line-ups that are looked at for each game
QUANTILES = 16  # of what the games may show
NEVER = 1e-9  # a share next to 0, or to 1

TOGETHER = "only games in which players compete are planned"
TEAMS = "games of teams are not planned"
FEW = "no choice of options is left open by the number of players"
SEVERAL = "games in which a seat has several options are not planned"


@dataclass(frozen=True)
class PlannedGame:
    """A game to play: its setting, ids of its options, one a seat, and why (OPEN or DUE)."""

    levels: Mapping[str, Any]
    options: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class EveningPlan:
    """Games of one evening, in any order; seats are dealt by lot.

    wrong_now, wrong_after: of the options whose likeliest verdict is expected to be wrong, how
    many, before and after the evening.  alone: whether it rests on people's games alone.  why_not:
    why nothing is planned, a clause.
    """

    games: tuple[PlannedGame, ...] = ()
    wrong_now: float = 0.0
    wrong_after: float = 0.0
    alone: bool = False
    why_not: str = ""


@dataclass(frozen=True)
class KnownStrengths:
    """What is known of options' log strengths, with mean 0: float64[options], float64[o, o].

    low, high: ends of what an option should win, on the same scale.
    """

    mean: np.ndarray
    cov: np.ndarray
    low: float
    high: float

    def told(self, lines: np.ndarray, games: float) -> np.ndarray:
        """float64[line-ups, options, options], by what `games` of each line-up lessen `cov`."""
        strength = np.exp(self.mean[lines])
        chance = strength / strength.sum(axis=1, keepdims=True)
        seats = np.eye(lines.shape[1])
        info = games * (chance[:, :, None] * seats - chance[:, :, None] * chance[:, None, :])
        along = np.moveaxis(self.cov[:, lines], 0, 1)
        within = self.cov[lines[:, :, None], lines[:, None, :]]
        taken = info @ np.linalg.inv(seats + within @ info)
        return np.asarray(along @ taken @ along.swapaxes(1, 2))

    def wrong(self, told: np.ndarray) -> np.ndarray:
        """float64[line-ups], options whose likeliest verdict will be wrong, by what is told."""
        from scipy.special import ndtr, ndtri

        now = np.diag(self.cov)
        gain = np.clip(np.diagonal(told, axis1=1, axis2=2), 0, (1 - NEVER) * now)[:, None]
        luck = ndtri((np.arange(QUANTILES) + 0.5) / QUANTILES)[:, None]
        middle, after = self.mean + np.sqrt(gain) * luck, np.sqrt(now - gain)
        above, below = ndtr((middle - self.high) / after), ndtr((self.low - middle) / after)
        likeliest = np.maximum(np.maximum(above, below), 1 - above - below)
        return np.asarray((1 - likeliest).mean(axis=1).sum(axis=1))

    def after(self, line: np.ndarray) -> "KnownStrengths":
        """Once a game of this line-up is played, whatever its result."""
        return replace(self, cov=self.cov - self.told(line[None], 1.0)[0])


def evening_plan(
    played: Playtests, grid: Grid, band: Band | None, differs: bool, evening: int, seed: int
) -> EveningPlan:
    """The games of the next evening, at the table size that people played most.

    Parameters
    ----------
    played, grid : Playtests, Grid
        People's games and their settings, simulated.
    band : Band or None
        What an option should win, 0..1; None: five points about the fair share.
    differs : bool
        Whether people and simulation are shown to differ.
    evening : int
        Games, 1 or more.
    seed : int
        Of what is left to chance; the same file gives the same plan.

    Returns
    -------
    EveningPlan
        Line-ups are such as the simulation deals: what the rules do not allow is not among them.
    """
    games, _ = arrays(played, grid)
    tables = played_lineups(games)
    if why_not := _why_not(games, tables, grid):
        return EveningPlan(why_not=why_not)
    players = int(np.bincount(tables.seated.sum(axis=1)).argmax())
    ends = contest_band(band, players, 1)
    known = known_strengths(_posterior(games, tables, grid, differs), ends, players)
    lineups = {place: _lineups(grid.settings[place]) for place in games.used}
    lineups = {place: lines for place, lines in lineups.items() if lines.shape[1] == players}
    times = {place: int((games.setting == place).sum()) for place in lineups}
    count = tables.held.sum(axis=1)
    rng = np.random.default_rng(seed)
    chosen, after = chosen_games(known, count.T @ count, times, lineups, evening, rng)
    told = np.stack([np.zeros_like(known.cov), known.cov - after.cov])
    now, then = known.wrong(told).tolist()
    planned = tuple(
        PlannedGame(
            grid.settings[place].levels,
            tuple(grid.options[i] for i in line.tolist()),
            OPEN if number < evening // 2 else DUE,
        )
        for number, (place, line) in enumerate(chosen)
    )
    return EveningPlan(planned, now, then, differs)


def chosen_games(
    known: KnownStrengths,
    met: np.ndarray,
    times: Mapping[int, int],
    lineups: Mapping[int, np.ndarray],
    evening: int,
    rng: np.random.Generator,
) -> tuple[list[tuple[int, np.ndarray]], KnownStrengths]:
    """Settings and line-ups of an evening: the first half for what is open, the rest for balance.

    Parameters
    ----------
    known : KnownStrengths
        By all games so far.
    met : float64[options, options]
        Games of each pair so far; of an option with itself, all its games.
    times : setting -> int
        Games of it so far: the setting that was played least is next.
    lineups : setting -> int64[line-ups, seats]
        Those that may be played, each option once; none twice while there are others.
    evening : int
        Games.
    rng : np.random.Generator
        Chooses which line-ups are looked at, and between those that are equally due.

    Returns
    -------
    (list of (setting, int64[seats]), KnownStrengths)
        And what is known of strengths after these games.
    """
    met, played, pool, chosen = met.copy(), dict(times), dict(lineups), []
    for number in range(evening):
        place = min(played, key=lambda one: (played[one], one))
        played[place] += 1
        lines = rng.permutation(pool[place])
        is_open = number < evening // 2
        line = _open(known, lines, evening // 2) if is_open else _due(met, lines)
        others = lines[(lines != line).any(axis=1)]
        pool[place] = others if len(others) else lineups[place]
        met[np.ix_(line, line)] += 1
        known = known.after(line)
        chosen.append((place, line))
    return chosen, known


def _why_not(games: PlayedArrays, tables: Lineups, grid: Grid) -> str:
    """Why nothing can be planned; empty where it can."""
    if games.together and len(games.won):
        return TOGETHER
    if not len(tables.share) or len(grid.options) <= tables.seated.sum(axis=1).max():
        return FEW
    if tables.held.sum(axis=2).max() > 1:
        return SEVERAL
    return TEAMS if winners_of(tables.share) > 1 else ""


def _posterior(games: PlayedArrays, tables: Lineups, grid: Grid, is_alone: bool) -> NormalMixture:
    """Of the options' log strengths, by people and simulation or by people alone."""
    options = len(grid.options)
    if is_alone:
        none = SimulatedStrengths(np.zeros(options), np.zeros((options, options)))
        return contest_posterior(tables, none)
    found = contest_skill(games, grid)
    simulated = simulated_strengths(grid, games.used, found.points.skill, found.weight)
    return contest_posterior(tables, simulated)


def known_strengths(posterior: NormalMixture, band: Band, players: int) -> KnownStrengths:
    """Mean and covariance of a mixture, and the band as log strengths over the mean of all."""
    options = posterior.mean.shape[1]
    centre = np.eye(options) - 1 / options
    means = posterior.mean @ centre
    mean = posterior.weight @ means
    apart = means - mean
    cov = np.tensordot(posterior.weight, centre @ posterior.cov @ centre, 1)
    cov = cov + (apart * posterior.weight[:, None]).T @ apart
    shares = np.clip([band.low, band.high], NEVER, 1 - NEVER)
    low, high = np.log(shares * (players - 1) / (1 - shares)) * (options - 1) / options
    return KnownStrengths(mean, cov, float(low), float(high))


def _lineups(setting: GridSetting) -> np.ndarray:
    """int64[line-ups, seats], all that were dealt in simulated games, options rising."""
    has = np.concatenate([node.has for node in setting.nodes])
    return np.unique(np.sort(has.argmax(axis=2), axis=1), axis=0)


def _open(known: KnownStrengths, lines: np.ndarray, games: int) -> np.ndarray:
    """Of some line-ups the one after so many games of which fewest verdicts will be wrong."""
    some = lines[:CANDIDATES]
    return np.asarray(some[known.wrong(known.told(some, games)).argmin()])


def _due(met: np.ndarray, lines: np.ndarray) -> np.ndarray:
    """The line-up of which the options, and then the pairs, were played least.

    met: float64[options, options], games of each pair; of an option with itself, all its games.
    """
    every = met[lines[:, :, None], lines[:, None, :]]
    own = np.trace(every, axis1=1, axis2=2)
    return np.asarray(lines[np.lexsort((every.sum(axis=(1, 2)) - own, own))[0]])
