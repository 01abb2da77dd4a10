"""What do guesses and players decide?  Held against effects that were put in."""

from math import inf
from statistics import NormalDist

import numpy as np
import pytest

from analysis.conclusions.facts import facts
from analysis.conclusions.robustness import (
    CANNOT,
    NO,
    YES,
    Claim,
    Guesses,
    GuessSpread,
    OpenNumber,
    claim,
    headline,
    key_of,
)
from analysis.stats import verdicts
from analysis.study import study
from simulate.core.game.facts import WIN_RATE
from tests.analysis import made_up, made_up_contest

pytestmark = pytest.mark.long

PACKS, NUMBERS = 64, 10
KEY = key_of(WIN_RATE, {})


def drawn(luck):
    """Numbers from 0 to 4, each as often as any other."""
    return np.array([luck.permutation(np.arange(PACKS) % 5) for _ in range(NUMBERS)]).T


def spread(luck, truth, alone=0.02, together=0.03):
    """Halves of packs: luck that all share, half by half, and luck of each alone."""
    shared = luck.normal(0, together, 2)
    halves = truth[:, None] + shared + luck.normal(0, alone, (PACKS, 2))
    return GuessSpread(halves, np.full((PACKS, 2), np.hypot(alone, together)))


def guesses(x, *spreads):
    numbers = tuple(OpenNumber(f"rules.n{i}", f"n{i}", 2, 0, 4, "") for i in range(NUMBERS))
    keys = [key_of(WIN_RATE, {"players": i}) for i in range(len(spreads))]
    return Guesses(100, numbers, x, dict(zip(keys, spreads, strict=True))), keys


@pytest.mark.parametrize("real", [0.0, 0.02, 0.10])
def test_luck_is_taken_off_what_lies_between_packs(real):
    luck = np.random.default_rng(1)
    found = [spread(luck, luck.normal(0.5, real, PACKS)).by_guesses ** 2 for _ in range(300)]
    assert np.mean(found) == pytest.approx(real**2, abs=0.0002 if real < 0.1 else 0.001)


@pytest.mark.parametrize(("middle", "real"), [(0.62, 0.03), (0.55, 0.05), (0.5, 0.001)])
def test_packs_in_which_it_stands_are_counted_without_their_luck(middle, real):
    luck = np.random.default_rng(2)
    held, true = [], []
    for _ in range(300):
        truth = luck.normal(middle, real, PACKS)
        true.append(np.mean(truth > 0.6))
        held.append(spread(luck, truth, together=0.005).standing(Claim(KEY, 0.6, inf)))
    assert np.mean(held) == pytest.approx(np.mean(true), abs=0.06)


def test_the_number_of_packs_has_an_interval_that_holds_it():
    """As many more packs would tell it, where each has luck of its own, as large as the guesses."""
    luck = np.random.default_rng(6)
    claimed, real, held = Claim(KEY, 0.6, inf), 0.03, 0
    share = 1 - NormalDist(0.61, real).cdf(0.6)
    for _ in range(100):
        truth = luck.normal(0.61, real, PACKS)
        one = spread(luck, truth, alone=0.03, together=0.0)
        low, high = one.standing_between(claimed)
        assert low <= one.standing(claimed) <= high
        held += low <= share <= high
    assert 85 <= held <= 100


def test_few_games_do_not_count_against_a_finding():
    """No pack differs; each measures with an error of 3 points what lies 5 beyond the edge."""
    luck = np.random.default_rng(3)
    truth = np.full(PACKS, 0.65)
    found = [spread(luck, truth, alone=0.06, together=0.0) for _ in range(50)]
    naive = np.mean([(one.values > 0.6).mean() for one in found])
    assert naive < 0.9 < np.mean([one.standing(Claim(KEY, 0.6, inf)) for one in found])


def test_the_number_that_decides_is_found_and_measured():
    luck = np.random.default_rng(4)
    parts, first = [], 0
    for _ in range(100):
        x = drawn(luck)
        truth = 0.5 + 0.03 * (x[:, 3] - 2) + 0.015 * (x[:, 7] - 2)
        all_, keys = guesses(x, spread(luck, truth), spread(luck, np.full(PACKS, 0.4)))
        shares = all_.shares(keys)
        first += shares[0].number.path == "rules.n3" and shares[0].sure
        parts.append({s.number.path: s.share for s in shares})
    assert first == 100
    assert np.mean([p["rules.n3"] for p in parts]) == pytest.approx(0.8, abs=0.05)
    assert np.mean([p["rules.n7"] for p in parts]) == pytest.approx(0.2, abs=0.05)


def test_where_no_number_decides_none_is_named():
    """With packs that differ by nothing that was drawn, 10 of 200 may name any; 21 has 0.1%."""
    luck = np.random.default_rng(5)
    named = 0
    for _ in range(200):
        all_, keys = guesses(drawn(luck), *(spread(luck, luck.normal(0.5, 0.05, PACKS)),) * 1)
        named += any(s.sure for s in all_.shares(keys))
    assert named <= 20
    few, keys = guesses(drawn(luck)[:4], spread(luck, np.zeros(PACKS)))
    assert few.shares(keys) == []


def test_another_player_confirms_by_an_interval():
    held = Claim(KEY, 0.6, inf)
    assert [held.verdict(0.61, 0.7), held.verdict(0.5, 0.59), held.verdict(0.55, 0.65)] == [
        YES, NO, CANNOT,
    ]  # fmt: skip
    assert (held.chance(0.7, 0.0), held.chance(0.6, 0.1)) == (1.0, pytest.approx(0.5))


def test_a_finding_claims_what_its_verdict_says():
    told = study(made_up.in_memory(made_up.Recipe(target=(0.3, 0.5))))
    ends = {
        verdicts.ABOVE: (0.5, inf),
        verdicts.BELOW: (-inf, 0.3),
        verdicts.ON_TARGET: (0.3, 0.5),
        verdicts.MORE: None,
    }
    given = set()
    for level in told.cells:
        found = claim(told, WIN_RATE, level.cell.levels, level.verdict)
        assert (found and (found.low, found.high)) == ends[level.verdict]
        given.add(level.verdict)
    assert len(given) > 2
    assert claim(told, WIN_RATE, {"players": 99}, verdicts.ABOVE) is None


def test_a_run_is_about_its_levels_or_about_what_options_win():
    levels = study(made_up.in_memory(made_up.Recipe(games=200)))
    rates = {key_of(f.metric, f.where) for f in facts(levels) if f.metric == WIN_RATE}
    assert set(headline(levels)) <= rates and len(headline(levels)) >= 16
    rivals = study(made_up_contest.in_memory(made_up_contest.Contest(games=200)))
    assert {metric for metric, _ in headline(rivals)} == {"over_fair_share"}
