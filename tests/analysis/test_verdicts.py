"""What may be said of a number."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.stats import verdicts
from analysis.stats.corrections import fcr_widening, q_values
from analysis.stats.intervals import Estimate, by_error, effect, fcr_adjust, p_value, rate
from analysis.stats.verdicts import Band

BAND = Band(0.3, 0.5)


@pytest.mark.parametrize(
    "won, games, verdict",
    [
        (8_000, 20_000, verdicts.ON_TARGET),
        (12_000, 20_000, verdicts.ABOVE),
        (1_000, 20_000, verdicts.BELOW),
        (4, 10, verdicts.MORE),  # inside the band, but nobody can know
        (10_000, 20_000, verdicts.MORE),  # on the edge
        (0, 5, verdicts.MORE),
    ],
)
def test_three_verdicts(won, games, verdict):
    assert verdicts.of_rate(rate(won, games), BAND) == verdict


@given(st.integers(1, 5_000), st.floats(0, 1))
def test_on_target_is_never_said_of_a_wide_interval(games, share):
    found = rate(round(share * games), games)
    if verdicts.of_rate(found, BAND) == verdicts.ON_TARGET:
        assert found.high - found.low <= BAND.high - BAND.low


def test_more_games():
    assert verdicts.more_games(rate(8_000, 20_000), BAND) == 0
    few = rate(20, 50)
    assert verdicts.of_rate(rate(20 * 7, 50 * 7), BAND) == verdicts.ON_TARGET
    assert 100 <= verdicts.more_games(few, BAND) <= 400
    assert verdicts.more_games(rate(100_000, 200_000), BAND) is None


def test_beyond_is_measured_from_the_nearer_end():
    assert verdicts.beyond(rate(600, 1_000), BAND) == pytest.approx(0.1)
    assert verdicts.beyond(rate(100, 1_000), BAND) == pytest.approx(0.2)
    assert verdicts.beyond(rate(400, 1_000), BAND) == 0


@pytest.mark.parametrize(
    "low, high, q, verdict",
    [
        (0.03, 0.05, 0.001, verdicts.BIG),
        (-0.05, -0.03, 0.001, verdicts.BIG),
        (0.01, 0.03, 0.001, verdicts.OPEN),
        (0.005, 0.015, 0.001, verdicts.SMALL),
        (-0.005, 0.015, 0.4, verdicts.NONE),
        (-0.03, 0.01, 0.4, verdicts.MORE),
        (-0.05, 0.09, 0.9, verdicts.MORE),
        (0.03, 0.05, 0.2, verdicts.MORE),  # the correction for many questions decides
    ],
)
def test_verdict_of_a_difference(low, high, q, verdict):
    found = Estimate((low + high) / 2, low, high, (high - low) / 3.92)
    assert verdicts.of_effect(found, q) == verdict


def test_size_for_certain_and_size_at_most():
    found = Estimate(-0.04, -0.05, -0.03, 0.005)
    assert verdicts.sure_size(found) == pytest.approx(0.03)
    assert verdicts.at_most(found) == pytest.approx(0.05)
    assert verdicts.sure_size(Estimate(0.0, -0.01, 0.01, 0.005)) == 0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_q_values_are_benjamini_hochberg(p_values):
    from statsmodels.stats.multitest import multipletests

    oracle = multipletests(p_values, method="fdr_bh")[1]
    assert q_values(p_values) == pytest.approx(list(oracle), abs=1e-12)


def test_no_questions_no_q():
    assert q_values([]) == []


def _p(over, band, fair, games):
    edge = fair + (band.high if over.value > 0 else band.low)
    over = by_error(over, sqrt(edge * (1 - edge) / games))
    return p_value(verdicts.outside_band(over, band))


def test_few_games_of_equals_hardly_ever_give_a_verdict_off_target():
    """A table of 256 shares of 32 games each, all of them fair: one alarm in 20 at most."""
    fair, games, band = 0.25, 32, Band(-0.02, 0.02)
    luck = np.random.default_rng(5)
    alarms = 0
    for _ in range(200):
        overs = []
        for won in luck.binomial(games, fair, 256):
            found = rate(int(won), games)
            se = sqrt(found.value * (1 - found.value) / games)
            overs.append(Estimate(found.value - fair, found.low - fair, found.high - fair, se))
        qs = q_values([_p(over, band, fair, games) for over in overs])
        said = {verdicts.of_share(o, q, band) for o, q in zip(overs, qs, strict=True)}
        alarms += bool(said & {verdicts.STRONG, verdicts.WEAK})
    assert alarms <= 10


def test_a_share_that_is_far_off_is_still_told():
    fair, games, band = 0.25, 400, Band(-0.02, 0.02)
    found = rate(160, games)
    over = Estimate(found.value - fair, found.low - fair, found.high - fair, 0.024)
    assert _p(over, band, fair, games) < 1e-6


@pytest.mark.parametrize("asked", [1, 13, 52])
@pytest.mark.parametrize("over", [0.03, 0.04])
def test_games_to_add_keep_their_promise_among_many_shares(asked, over):
    """A share outside its band, all others fair: with the rule of one alone 31% were told of 52."""
    fair, games, band = 0.25, 2_000, Band(-0.02, 0.02)
    se = sqrt((fair + over) * (1 - fair - over) / games)
    more = verdicts.more_shares(Estimate(over, -1.0, 1.0, se), band, games, asked)
    luck, n = np.random.default_rng(asked), games + more
    told = 0
    for _ in range(400):
        shares = [fair + over, *[fair] * (asked - 1)]
        found = [rate(int(k), n) for k in luck.binomial(n, shares)]
        overs = [
            Estimate(r.value - fair, r.low - fair, r.high - fair, sqrt(r.value * (1 - r.value) / n))
            for r in found
        ]
        qs = q_values([p_value(verdicts.outside_band(each, band)) for each in overs])
        told += verdicts.of_share(overs[0], qs[0], band) == verdicts.STRONG
    assert 0.73 <= told / 400 <= 0.9


@pytest.mark.parametrize("share", [0.50, 0.505, 0.516, 0.54])
def test_games_to_add_keep_their_promise_in_the_middle_of_a_band(share):
    """Both edges must be clear there: told of the nearer one alone, 61% would get a verdict."""
    band = Band(0.48, 0.52)
    seen = rate(round(share * 1_000), 1_000)
    more = verdicts.more_games(seen, band)
    over = Estimate(share - 0.5, -1.0, 1.0, sqrt(share * (1 - share) / 1_000))
    assert verdicts.more_shares(over, Band(-0.02, 0.02), 1_000) == more
    luck = np.random.default_rng(8).binomial(1_000 + more, share, 3_000)
    told = [verdicts.of_rate(rate(int(k), 1_000 + more), band) != verdicts.MORE for k in luck]
    # Standard error of the share told: 0.007; numbers of games are rounded up.
    assert 0.775 <= np.mean(told) <= 0.86


def test_intervals_of_what_was_picked_keep_their_word():
    """Many small effects: 95% intervals of the picked ones would hold far fewer than 95%."""
    rng = np.random.default_rng(12)
    plain, told = [], []
    for _ in range(300):
        truth = rng.normal(0.0, 1.0, 40)
        found = [effect(value, 1.0) for value in rng.normal(truth, 1.0)]
        qs = q_values([p_value(one) for one in found])
        times = fcr_widening(qs)
        for one, q, real in zip(found, qs, truth, strict=True):
            if q < 0.05:
                wide = fcr_adjust(one, times, -99.0, 99.0)
                assert not wide.low < 0 < wide.high  # what is picked stays an effect
                plain.append(one.low <= real <= one.high)
                told.append(wide.low <= real <= wide.high)
    assert np.mean(plain) < 0.8 and np.mean(told) >= 0.92
    assert fcr_widening([0.2, 0.9]) == 1.0 and fcr_widening([0.01, 0.02]) == pytest.approx(1.0)


def test_what_is_surely_beyond_is_measured_from_the_end_that_is_nearer():
    few, many = rate(45, 60), rate(6_300, 10_000)
    assert verdicts.beyond(few, BAND) > verdicts.beyond(many, BAND)
    assert verdicts.surely_beyond(few, BAND) == pytest.approx(few.low - BAND.high)
    assert verdicts.surely_beyond(rate(6, 10), BAND) == 0
    assert verdicts.surely_beyond(rate(60, 1_000), BAND) == pytest.approx(
        BAND.low - rate(60, 1_000).high
    )
