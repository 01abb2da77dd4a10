"""Does what is told of made-up games, whose truth is known, keep its word?

Rows of `python -m benchmarks.coverage`; `python -m benchmarks.promises` plays these alone.
"""

from collections.abc import Callable
from functools import partial
from math import inf, sqrt
from statistics import NormalDist

import numpy as np

from analysis.conclusions.players.policy_robustness import Surplus
from analysis.conclusions.robustness import YES, Claim, GuessSpread
from analysis.estimators.pairs import difference
from analysis.judgement import ladder
from analysis.shares.matchups import Matchup, Matchups, Rating
from analysis.stats import verdicts
from analysis.stats.corrections import q_values
from analysis.stats.interim import Confidence
from analysis.stats.intervals import Estimate, effect, exact, p_value, rate
from analysis.stats.known_chances import Chances, rate_of
from analysis.stats.results import Result, Weighed
from analysis.stats.verdicts import Band, of_expected
from benchmarks.rows import Row, row_of, shown
from benchmarks.searched import TRUTHS, outcomes

FAIR, BAND, SEEN = 0.25, Band(-0.02, 0.02), 2_000
TABLES = (1, 13, 32, 52)
SHARES = {"3 points over": 0.03, "4 points over": 0.04, "in the middle": 0.0}


ASKED = (1, 5, 20)  # expectations of a file
RIVALS = np.array([[0.5, 0.55, 0.45], [0.45, 0.5, 0.55], [0.55, 0.45, 0.5]])

Tasks = list[Callable[[], list[Row]]]


def held(repeats: int) -> Tasks:
    """How often intervals hold the truth."""
    return [
        partial(of_packs, repeats),
        *(partial(of_mixes, games, repeats) for games in (400, 2_000)),
        *(partial(of_deals, games, 5 * repeats) for games in (400, 2_000)),
        partial(of_searches, repeats),
    ]


def said(repeats: int) -> Tasks:
    """How often something is said that is not so."""
    return [
        *(partial(of_expectations, asked, 5 * repeats) for asked in ASKED),
        partial(of_second_players, "a second player is said to have it who has not", 0.0, repeats),
    ]


def tasks(repeats: int) -> Tasks:
    """How often a verdict is given where 80% was promised."""
    return [
        *(partial(of_shares, asked, name, 5 * repeats) for name in SHARES for asked in TABLES),
        partial(of_second_players, "a second player is said to have it who has", 1.0, repeats),
    ]


def of_packs(repeats: int) -> list[Row]:
    """In how many of 64 packs a finding stands, whose luck is as large as what guesses do."""
    luck, real = np.random.default_rng(3), 0.03
    claim = Claim(("won", ()), 0.6, inf)
    share = 1 - NormalDist(0.61, real).cdf(0.6)
    found = []
    for _ in range(repeats):
        packs = luck.normal(0.61, real, (64, 1))
        halves = packs + luck.normal(0.0, real * sqrt(2), (64, 2))
        errors = np.full((64, 2), real * sqrt(2))
        low, high = GuessSpread(halves, errors).standing_between(claim)
        found.append((int(low <= share <= high), 1))
    return [row_of("guesses: in how many packs a finding stands", "made up, 64 packs", found)]


def of_mixes(games: int, repeats: int) -> list[Row]:
    """The shares of a mix of three, each of whom beats another by ten games in a hundred."""
    luck, names = np.random.default_rng([4, games]), ("paper", "rock", "scissors")
    found = []
    for _ in range(repeats):
        pairs = []
        for i, j in ((0, 1), (0, 2), (1, 2)):
            won = luck.binomial(games, RIVALS[i, j]) / games
            ahead = effect(won, won * (1 - won) / games)
            pairs.append(Matchup(names[i], names[j], games, ahead, 0.5, ahead, 1.0, ""))
        ratings = tuple(Rating(name, pairs[0].ahead, i, i, i) for i, name in enumerate(names))
        mix = ladder.mix(Matchups(tuple(pairs), ratings, None, False))
        found.append((sum(part.low <= 1 / 3 <= part.high for part in mix), len(mix)))
    return [row_of("ladder: share of the mix", f"made up, {games:,}", found)]


def of_deals(games: int, repeats: int) -> list[Row]:
    """Rates weighed by the deal, and their paired differences: 1 of 6 bosses, 2 of 8 heroes."""
    luck = np.random.default_rng([7, games])
    worth = np.concatenate([[-0.25, -0.2, -0.05, 0.05, 0.2, 0.25], np.linspace(-0.1, 0.1, 8)])
    held: list[tuple[int, int]] = []
    moved: list[tuple[int, int]] = []
    for _ in range(repeats):
        dealt = np.zeros((games, 14))
        dealt[np.arange(games), luck.integers(6, size=games)] = 1
        dealt[:, 6:] = luck.random((games, 8)).argsort(axis=1) < 2
        chance, same = dealt @ worth, luck.random(games)
        plain = [(same < each + chance).astype(np.int8) for each in (0.5, 0.55)]
        judged = dict(enumerate(as_dealt(dealt, (6, 8), won) for won in plain))
        for truth, result in zip((0.5, 0.55), judged.values(), strict=True):
            found = rate_of(result)
            held.append((int(found.low <= truth <= found.high), 1))
        change = difference(judged, 0, 1).effect
        moved.append((int(change.low <= 0.05 <= change.high), 1))
    where = f"made up, {games:,}"
    return [
        row_of("rate weighed by the deal", where, held),
        row_of("difference of rates weighed by the deal", where, moved),
    ]


def of_searches(repeats: int) -> list[Row]:
    """What a change does, played until it is known to a point, of changes of all sizes."""
    times = max(1, repeats // len(TRUTHS))
    found = []
    for at, truth in enumerate(TRUTHS):
        held = outcomes(truth, ahead=True, times=times, first=at * times)[:, 0]
        found += [(int(each), 1) for each in held]
    return [row_of("search: what a change does", "made up, to a point", found)]


def as_dealt(dealt: np.ndarray, sizes: tuple[int, ...], won: np.ndarray) -> Result:
    """Results of games weighed by what they were dealt, where enough of them tell."""
    sums = Chances(sizes)
    sums.add(dealt, won == 1)
    fit = sums.fit()
    return Weighed(won, fit.worth(dealt).astype(np.float16), fit.wide) if fit else won


def of_expectations(asked: int, repeats: int) -> list[Row]:
    """Whether anything that a file checks is missed, all of it on an edge of 0.5%."""
    luck, games, edge = np.random.default_rng([5, asked]), 300, 0.005
    sure, band = Confidence(asked), Band(-inf, edge)
    missed = [
        of_expected(exact(rate(won, games, sure)), band) == verdicts.MISSED
        for won in range(games + 1)
    ]
    found = np.array(missed)[luck.binomial(games, edge, (repeats, asked))].any(axis=1)
    what = "anything checked is missed, all on an edge of 0.5%, 300 games"
    return [row_of(what, f"a file of {asked}", [(int(each), 1) for each in found])]


def of_second_players(what: str, part: float, repeats: int) -> list[Row]:
    """How often a second player is said to find a finding, whose truth has a part of it.

    A rate that lies 8 points beyond what would be fine, and as many games as are planned for it.
    """
    luck, played = np.random.default_rng(6), 4_000
    value, held = 0.58, Claim(("won", ()), 0.54, inf)
    finding = Surplus(held, 0.5, value, sqrt(0.25 / played), frozenset([0]), played)
    games, truth = finding.needed, 0.5 + part * (value - 0.5)
    found = [rate(int(won), games) for won in luck.binomial(games, truth, 5 * repeats)]
    told = [(int(finding.of(each.low, each.high) == YES), 1) for each in found]
    return [row_of(f"second opinion: {what}", "made up", told)]


def of_shares(asked: int, name: str, repeats: int) -> list[Row]:
    """How often a share has a verdict after the games that were to be added; all others fair."""
    luck = np.random.default_rng([asked, list(SHARES).index(name)])
    truth = np.full(asked, FAIR)
    truth[0] += SHARES[name]
    more = verdicts.more_shares(_over(truth[0], SEEN), BAND, SEEN, asked)
    games = SEEN + (more or 0)
    told = [
        _verdict([_over(won / games, games) for won in luck.binomial(games, truth)])
        != verdicts.MORE
        for _ in range(repeats)
    ]
    what = f"games to add of a share {name} (fair 25%, 2 points either way)"
    return [row_of(what, f"a table of {asked}", [(int(each), 1) for each in told])]


def _over(share: float, games: int) -> Estimate:
    """A share over the fair one as a report has it."""
    found = rate(share * games, games)
    se = sqrt(share * (1 - share) / games)
    return Estimate(share - FAIR, found.low - FAIR, found.high - FAIR, se)


def _verdict(overs: list[Estimate]) -> str:
    """Of the first of a table."""
    qs = q_values([p_value(verdicts.outside_band(over, BAND)) for over in overs])
    return verdicts.of_share(overs[0], qs[0], BAND)


if __name__ == "__main__":
    for task in (*held(400), *said(400), *tasks(400)):
        for row in task():
            print(f"{row.what}, {row.where}: {shown(row)}", flush=True)
