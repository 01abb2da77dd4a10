"""People and simulation together: what each option wins, by either and by both."""

from dataclasses import dataclass

import numpy as np

from analysis.people.answer import BothAnswer, ThreeEstimates
from analysis.people.contest import contest_posterior, share_at, winners_of
from analysis.people.grid import Grid
from analysis.people.mixture import NormalMixture, draws_estimate, grid_estimate
from analysis.people.played import PlayedArrays
from analysis.people.simulated import SimulatedLevels, SimulatedStrengths, played_lineups
from analysis.people.together import (
    TablePoints,
    alone_posterior,
    contrasts,
    level_at,
    rates,
)
from analysis.stats.interim import ONE_LOOK
from analysis.stats.intervals import Rate, rate
from analysis.stats.verdicts import ABOVE, BELOW, MORE, ON_TARGET, STRONG, WEAK, Band

SURE = 0.95
MARGIN = 0.05  # about what is fair, where no band is given
LEAST_TOLD = 1e-3  # by a game of an option, over its variance: less is nothing


@dataclass(frozen=True)
class BandVerdicts:
    """Words for inside, over and under a band."""

    inside: str
    above: str
    below: str

    def of(self, above: float, below: float) -> str:
        """The one that is sure, or MORE."""
        chances = {self.inside: 1 - above - below, self.above: above, self.below: below}
        best = max(chances, key=lambda word: chances[word])
        return best if chances[best] >= SURE else MORE


@dataclass(frozen=True)
class OptionDraws:
    """Draws of what options win: float64[draws, options] each."""

    simulated: np.ndarray
    shrunk: np.ndarray
    both: np.ndarray


def both_contest(
    games: PlayedArrays,
    grid: Grid,
    strengths: SimulatedStrengths,
    band: Band | None,
    rng: np.random.Generator,
) -> BothAnswer | None:
    """Shares of wins of options at the table size that people played most.

    None where the game has no options, or no table of people is known whole.
    """
    tables = played_lineups(games)
    if len(grid.options) < 2 or not len(tables.share):
        return None
    together = contest_posterior(tables, strengths)
    none = SimulatedStrengths(np.zeros(len(grid.options)), np.zeros_like(strengths.cov))
    alone = contest_posterior(tables, none)
    players = int(np.bincount(tables.seated.sum(axis=1)).argmax())
    winners = min(winners_of(tables.share), players - 1)
    root = np.linalg.cholesky(strengths.cov)
    _, both = together.drawn(rng)
    _, shrunk = alone.drawn(rng)
    simulated = strengths.mean + rng.normal(size=both.shape) @ root.T
    drawn = OptionDraws(
        *(share_at(contrasts(x), players, winners) for x in (simulated, shrunk, both))
    )
    ends = contest_band(band, players, winners)
    above, below = (drawn.both > ends.high).mean(axis=0), (drawn.both < ends.low).mean(axis=0)
    held = (tables.held > 0).astype(float)
    won = winners * np.einsum("gi,gif->f", tables.share, held)
    people = _people(won, held.sum(axis=(0, 1)))
    words = BandVerdicts(ON_TARGET, STRONG, WEAK)
    estimates = _estimates(grid, drawn, people, np.stack([above, below]), words)
    worth = _worth(together, alone, strengths.cov, len(tables.share))
    return _answer(estimates, ends, together, worth)


def contest_band(band: Band | None, players: int, winners: int) -> Band:
    """What an option should win: the band that is given, or `MARGIN` about the fair share."""
    fair = winners / players
    return band or Band(max(0.0, fair - MARGIN), min(1.0, fair + MARGIN))


def both_together(
    games: PlayedArrays,
    grid: Grid,
    levels: SimulatedLevels,
    posterior: NormalMixture,
    band: Band | None,
    rng: np.random.Generator,
) -> BothAnswer | None:
    """Win rates of co-operative games with each option, at these settings and this skill.

    Without a band an option is held against what games without any choice are won by.
    """
    options = len(grid.options)
    if options < 2 or not games.told.any():
        return None
    alone, seats = alone_posterior(games), _options_a_table(games, grid)
    part, drawn = posterior.drawn(rng)
    points = TablePoints(posterior.skill[part], posterior.newcomers[part])
    simulated_level, error = _levels_of_draws(games, levels, points)
    both = rates(games, simulated_level + drawn[:, options:], drawn[:, :options], seats)
    _, own = alone.drawn(rng)
    shrunk = rates(games, own[:, options:], own[:, :options], seats)
    noise = rng.normal(size=(len(part), options)) @ np.linalg.cholesky(levels.spread).T
    noisy = simulated_level + error * rng.normal(size=error.shape)
    simulated = rates(games, noisy, levels.effects + noise, seats)
    if band is None:
        middle, centre = both.overall[:, None], float(np.median(both.overall))
        over = both.with_option - middle
        above, below = (over > MARGIN).mean(axis=0), (over < -MARGIN).mean(axis=0)
        ends = Band(max(0.0, centre - MARGIN), min(1.0, centre + MARGIN))
    else:
        ends = band
        above = (both.with_option > band.high).mean(axis=0)
        below = (both.with_option < band.low).mean(axis=0)
    held = (games.held.sum(axis=1) > 0).astype(float)
    people = _people(games.won @ held, held.sum(axis=0))
    words = BandVerdicts(ON_TARGET, ABOVE, BELOW)
    told = OptionDraws(simulated.with_option, shrunk.with_option, both.with_option)
    estimates = _estimates(grid, told, people, np.stack([above, below]), words)
    worth = _worth(posterior, alone, levels.spread, int(games.told.sum()))
    return _answer(estimates, ends, posterior, worth)


def _options_a_table(games: PlayedArrays, grid: Grid) -> np.ndarray:
    """float64[settings], how many options a simulated table has."""
    return np.array(
        [
            np.mean([node.has.sum(axis=(1, 2)).mean() for node in grid.settings[place].nodes])
            for place in games.used
        ]
    )


def _levels_of_draws(
    games: PlayedArrays, levels: SimulatedLevels, points: TablePoints
) -> tuple[np.ndarray, np.ndarray]:
    """float64[draws, settings] each: level and error, with newcomers as they sat on average."""
    share = np.array([games.newcomers[games.setting == place].mean() for place in games.used])
    return level_at(levels, points.of_tables(share), games.used)


def _people(won: np.ndarray, count: np.ndarray) -> list[Rate]:
    """Wilson's intervals."""
    return [
        rate(min(w, n), int(n), ONE_LOOK) for w, n in zip(won.tolist(), count.tolist(), strict=True)
    ]


def _estimates(
    grid: Grid, drawn: OptionDraws, people: list[Rate], off: np.ndarray, words: BandVerdicts
) -> tuple[ThreeEstimates, ...]:
    """In the order of the grid; off: float64[2, options], chances to lie above and below."""
    return tuple(
        ThreeEstimates(
            option=option,
            people=people[i],
            simulated=draws_estimate(drawn.simulated[:, i]),
            shrunk=draws_estimate(drawn.shrunk[:, i]),
            both=draws_estimate(drawn.both[:, i]),
            off=float(off[:, i].sum()),
            above=float(off[0, i]),
            verdict=words.of(float(off[0, i]), float(off[1, i])),
        )
        for i, option in enumerate(grid.options)
    )


def _answer(
    estimates: tuple[ThreeEstimates, ...], band: Band, found: NormalMixture, worth: float | None
) -> BothAnswer:
    """With the scale of what people and simulation differ by."""
    tau = grid_estimate(found.tau, found.weight)
    return BothAnswer(estimates, (band.low, band.high), worth, tau)


def _worth(
    both: NormalMixture, alone: NormalMixture, noise: np.ndarray, games: int
) -> float | None:
    """People's games that would add as much to what is known of options as the simulation does.

    The simulation tells an option as closely as it agrees with people and as its grid is exact
    (noise: float64[options, options]); people's games tell it by the curvature of their likelihood.
    None where they tell nothing, as when all were won.
    """
    options = len(noise)
    known = np.linalg.inv(alone.cov[:, :options, :options])
    told = np.tensordot(alone.weight, known - np.eye(options) / alone.tau[:, None, None] ** 2, 1)
    basis = np.linalg.svd(np.ones((1, options)))[2][1:]  # of all differences of options
    a_game = np.trace(basis @ told @ basis.T) / (options - 1) / games
    unsure = both.weight @ both.tau**2 + np.trace(basis @ noise @ basis.T) / (options - 1)
    return float(1 / (unsure * a_game)) if a_game > LEAST_TOLD else None
