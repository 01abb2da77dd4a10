"""Interactions drawn together: shares of pairs, and of options by number of players."""

from itertools import combinations

import numpy as np
import pytest
from scipy.special import expit

from analysis.estimators.interactions import CountedShares, drawn_together, of_pairs
from analysis.study import study
from tests.analysis.made_up_contest import CREWS, Contest, in_memory
from tests.analysis.test_contest import _contest
from tests.analysis.test_matchups import CIRCLE

pytestmark = pytest.mark.long

SIZE = 5
FIRST, SECOND = np.array([*combinations(range(SIZE), 2)]).T
PAIRS = of_pairs(FIRST, SECOND, SIZE)
AUK, COOT, EGRET = "The Auks", "The Coots", "The Egrets"


def made_up(rng, spread, games):
    """True shares of pairs, and how many games of how many were won."""
    truth = expit(PAIRS @ rng.normal(0, 0.4, SIZE) + rng.normal(0, spread, len(FIRST)))
    met = rng.poisson(games, len(FIRST)).clip(4)
    return truth, rng.binomial(met, truth), met


def drawn(won, met, design=PAIRS):
    """Of games that do not depend on each other."""
    share = (won + 0.5) / (met + 1)
    moves = np.diag(np.sqrt(share * (1 - share) / met))
    return drawn_together(CountedShares(won / met, met, moves, design))


def test_intervals_hold_strengths_and_interactions_that_were_put_in():
    """Of 2,400 pairs 95% are held; 93 to 97% is four standard errors either way."""
    rng, held, nearer = np.random.default_rng(6), [], []
    for spread in (0.1, 0.3, 0.6, 1.0):
        for _ in range(60):
            truth, won, met = made_up(rng, spread, 60)
            found = drawn(won, met).likely
            held += [each.low <= one <= each.high for each, one in zip(found, truth, strict=True)]
            values = np.array([each.value for each in found])
            nearer.append(np.square(values - truth).mean() / np.square(won / met - truth).mean())
    assert 0.93 <= np.mean(held) <= 0.97
    assert np.mean(nearer) < 0.95  # and they err less than what was counted


def test_without_interactions_few_games_say_what_strengths_say():
    truth, won, met = made_up(np.random.default_rng(7), 0.0, 15)
    found = drawn(won, met)
    counted, likely = won / met, np.array([each.value for each in found.likely])
    assert np.square(likely - truth).mean() < 0.5 * np.square(counted - truth).mean()
    assert found.spread < 0.5


def test_many_games_say_what_was_counted():
    _, won, met = made_up(np.random.default_rng(8), 1.0, 50_000)
    found = drawn(won, met)
    assert [each.value for each in found.likely] == pytest.approx(won / met, abs=2e-3)
    assert 0.6 < found.spread < 1.6


def test_a_pair_that_always_or_never_wins_has_an_interval_inside():
    found = drawn(np.array([4.0, 0.0, 4.0]), np.full(3, 4.0), of_pairs(*TRIANGLE, 3))
    assert all(0 < each.low < each.value < each.high < 1 for each in found.likely)


TRIANGLE = np.array([0, 0, 1]), np.array([1, 2, 2])


def test_a_circle_shows_in_what_is_likely():
    found = _contest(Contest(games=6_000, players=(2,), beats=CIRCLE)).matchups
    assert found.circles and found.spread > 0.3
    for one, other in CIRCLE:
        likely = found.pair(*(f"The {name.capitalize()}s" for name in (one, other))).likely
        assert likely.low > 0.6  # truly 71%, with about 400 games of each
    assert not found.apart


def test_few_games_of_a_pair_are_drawn_to_its_strengths():
    found = _contest(Contest(games=150, players=(2,))).matchups
    far = [abs(p.ahead.value - p.expected) - abs(p.likely.value - p.expected) for p in found.pairs]
    assert min(far) > -0.02 and np.mean(far) > 0.05
    turned = found.pairs[0].turned().likely
    assert turned.value == pytest.approx(1 - found.pairs[0].likely.value)
    assert turned.low < turned.value < turned.high


def at_players(**recipe):
    kinds = study(in_memory(Contest(**recipe))).contest.kinds
    (kind,) = (kind for kind in kinds if kind.role == "option")
    return kind.at_players


def test_an_option_that_gains_from_a_larger_table_is_told():
    """Egrets gain from whoever else is there, of whom there are more at a larger table."""
    met = {("egret", other): 0.5 for other in CREWS if other != "egret"}
    found = at_players(games=6_000, players=(2, 4), beats=met)
    egrets = {one.players: one for one in found if one.label == EGRET}
    assert egrets[2].over.low > 0.05 and egrets[4].over.low > 0.2
    assert egrets[2].beyond.high < 0 < egrets[4].beyond.low
    others = [one for one in found if one.label == AUK]  # who meet more egrets with four
    assert all(abs(one.beyond.value) < abs(egrets[2].beyond.value) / 2 for one in others)


def test_without_a_difference_between_numbers_of_players_none_is_told():
    found = at_players(games=2_000, players=(2, 3, 4))
    assert len(found) == 3 * len(CREWS)
    # One of 18 at 95% each, of which shrinking leaves fewer: three are met once in 400 runs.
    assert sum(not one.beyond.low <= 0 <= one.beyond.high for one in found) < 3


def test_one_number_of_players_has_no_such_table():
    assert at_players(games=300, players=(3,)) == ()
