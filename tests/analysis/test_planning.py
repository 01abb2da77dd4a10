"""What so many games can tell, held against the verdicts that are given."""

from math import inf

import numpy as np
import pytest

from analysis.judgement import planning
from analysis.judgement.planning import CHANGES, EXPECTED, LEVELS, SHARES, JudgedFamily
from analysis.stats import verdicts
from analysis.stats.corrections import q_values
from analysis.stats.intervals import bonett_price_interval, effect, p_value, rate
from analysis.stats.verdicts import Band

TRIES = 2_000
BAND = Band(0.3, 0.6)


def share_of(verdict, given):
    return np.mean([one == verdict for one in given])


@pytest.mark.parametrize("games", [1_000, 20_000])
def test_a_rate_so_far_out_is_settled_4_times_in_5(games):
    """At 0.6 the spread is that of the question; the standard error of 2,000 tries is 0.9%."""
    question = JudgedFamily(LEVELS, 16, 1, 0.24, 1.0, BAND)
    luck = np.random.default_rng(3)
    truth = BAND.high + question.outside(games)
    won = luck.binomial(games, truth, TRIES)
    given = [verdicts.of_rate(rate(int(w), games), BAND) for w in won]
    assert share_of(verdicts.ABOVE, given) == pytest.approx(0.8, abs=0.05)


@pytest.mark.parametrize("games", [2_000, 20_000])
def test_a_rate_so_near_the_middle_is_found_on_target(games):
    question = JudgedFamily(LEVELS, 1, 1, 0.24, 1.0, BAND)
    truth = BAND.middle + question.inside(games)
    won = np.random.default_rng(4).binomial(games, truth, TRIES)
    given = [verdicts.of_rate(rate(int(w), games), BAND) for w in won]
    assert share_of(verdicts.ON_TARGET, given) == pytest.approx(0.8, abs=0.05)


@pytest.mark.parametrize("games", [400, 20_000])
def test_an_expectation_so_far_from_its_edge_is_met_or_missed_4_times_in_5(games):
    question = JudgedFamily(EXPECTED, 2, 1, 0.25, 1.0, Band(0.0, 0.0))
    luck, far = np.random.default_rng(6), question.outside(games)
    for truth, verdict in ((0.5 + far, verdicts.MET), (0.5 - far, verdicts.MISSED)):
        won = luck.binomial(games, truth, TRIES)
        given = [verdicts.of_expected(rate(int(w), games), Band(0.5, inf)) for w in won]
        assert share_of(verdict, given) == pytest.approx(0.8, abs=0.05)
    assert question.inside(games) is None


def test_too_few_games_find_nothing_on_target():
    assert JudgedFamily(LEVELS, 1, 1, 0.25, 1.0, Band(0.49, 0.51)).inside(1_000) is None


def test_the_one_of_many_differences_is_shown_4_times_in_5():
    """Nineteen of twenty do nothing, and two games of one luck are as unlike as can be."""
    games, asked = 10_000, 20
    question = JudgedFamily(CHANGES, asked, asked, 0.5, 1.0, Band(-0.02, 0.02))
    truth = np.zeros(asked)
    truth[0] = question.outside(games)
    luck = np.random.default_rng(5)
    shown = 0
    for found in luck.normal(truth, question.error(games), (TRIES, asked)):
        moved = [bonett_price_interval(v, question.error(games) ** 2, games, 1.0) for v in found]
        q = q_values([p_value(one) for one in moved])[0]
        shown += verdicts.of_effect(moved[0], q) in verdicts.SHOWN
    assert shown / TRIES == pytest.approx(0.8, abs=0.04)


def test_an_option_is_called_strong_4_times_in_5():
    games, asked, band = 60_000, 13, Band(-0.02, 0.02)
    question = JudgedFamily(SHARES, asked, asked, 0.1875, 4 / 13, band)
    truth = np.zeros(asked)
    truth[0] = band.high + question.outside(games)
    strong = 0
    for found in np.random.default_rng(6).normal(truth, question.error(games), (TRIES, asked)):
        overs = [effect(v, question.error(games) ** 2) for v in found]
        outside = [verdicts.outside_band(over, band) for over in overs]
        q = verdicts.q_of_enough(outside, [games] * asked)
        strong += verdicts.of_share(overs[0], q[0], band) == verdicts.STRONG
    assert strong / TRIES == pytest.approx(0.8, abs=0.04)


@pytest.mark.parametrize("games", [100, 20_000, 1_000_000])
def test_the_next_distance_takes_more_games_than_there_are(games):
    question = JudgedFamily(LEVELS, 16, 1, 0.24, 1.0, BAND)
    next_ = question.next(games)
    assert next_ is None or question.games(next_) > games
    assert next_ is None or question.outside(question.games(next_)) <= next_
    assert planning.JudgedFamily(LEVELS, 1, 1, 0.24, 1.0, BAND).next(planning.MOST_GAMES) is None
