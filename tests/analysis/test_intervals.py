"""Intervals against scipy and statsmodels, and their coverage by simulation."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from analysis.stats.intervals import (
    Estimate,
    bonett_price_interval,
    effect,
    exact,
    games_to_settle,
    p_value,
    quantile,
    rate,
    round_up,
    wilson,
)


@given(st.integers(1, 10**7), st.floats(0, 1))
@example(1, 0.0)
@example(1, 1.0)
@example(20_000, 0.0)
@example(20_000, 1.0)
@example(10_000_000, 1e-7)
def test_wilson_is_statsmodels_and_holds_the_rate(games, share):
    from statsmodels.stats.proportion import proportion_confint

    won = round(share * games)
    low, high = wilson(won, games)
    oracle = proportion_confint(won, games, method="wilson")
    assert (low, high) == pytest.approx(oracle, abs=1e-9)
    assert 0 <= low <= won / games <= high <= 1


def test_no_games_say_nothing():
    assert rate(0, 0).value == 0
    assert (rate(0, 0).low, rate(0, 0).high) == (0, 1)


def test_cautious_is_bonett_and_price():
    """For one pair of cells: p12 and p21 with one imagined game each."""
    only_b, only_a, games = 37, 12, 400
    low, high = _bonett_price(only_b, only_a, games)
    value = (only_b - only_a) / games
    variance = ((only_b + only_a) / games - value**2) / games
    found = bonett_price_interval(value, variance, games, 1.0)
    assert found.value == value
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-12)


def _bonett_price(only_b, only_a, games):
    up, down = (only_b + 1) / (games + 2), (only_a + 1) / (games + 2)
    half = 1.959963984540054 * math.sqrt((up + down - (up - down) ** 2) / (games + 2))
    return up - down - half, up - down + half


def test_cautious_never_collapses():
    """Two cells in which no game differed: the interval shrinks with games, not to a point."""
    wide, narrow = bonett_price_interval(0, 0, 20, 1), bonett_price_interval(0, 0, 20_000, 1)
    assert 0.1 < wide.half < 0.2
    assert 0 < narrow.half < 0.001


@pytest.mark.parametrize("games, odds", [(50, 0.10), (2_000, 0.03)])
def test_cautious_covers(games, odds):
    # 20,000 samples, standard error of the share covered below 0.002; expected 0.94..0.97.
    rng = np.random.default_rng(6)
    counts = rng.multinomial(games, [odds, odds / 2, 1 - 1.5 * odds], 20_000)
    truth = odds / 2
    held = 0
    for only_b, only_a, _ in counts:
        value = (only_b - only_a) / games
        variance = ((only_b + only_a) / games - value**2) / games
        found = bonett_price_interval(value, variance, games, 1.0)
        held += found.low <= truth <= found.high
    assert 0.935 <= held / 20_000 <= 0.975


def test_p_value_of_a_difference():
    assert p_value(effect(1.959963984540054, 1.0)) == pytest.approx(0.05)
    assert p_value(effect(0.0, 1.0)) == pytest.approx(1.0)
    assert p_value(Estimate(0.0, 0.0, 0.0, 0.0)) == 1.0


def test_games_to_settle_grows_with_the_square():
    from statsmodels.stats.proportion import samplesize_confint_proportion

    near, far = games_to_settle(0.4, 0.01), games_to_settle(0.4, 0.02)
    assert near == pytest.approx(4 * far)
    assert games_to_settle(0.4, 0) == math.inf
    # Half the time, without the extra for power, it is the plain sample size.
    plain = samplesize_confint_proportion(0.4, 0.01)
    assert games_to_settle(0.4, 0.01, power=0.5) == pytest.approx(plain)


def test_games_to_settle_keeps_its_promise():
    # 80% of samples settle; 5,000 samples have a standard error of 0.006.
    rng = np.random.default_rng(7)
    games = math.ceil(games_to_settle(0.4, 0.02))
    wins = rng.binomial(games, 0.4, 5_000)
    settled = [low > 0.38 for low, _ in (wilson(int(k), games) for k in wins)]
    assert 0.77 <= np.mean(settled) <= 0.83


@given(st.lists(st.integers(0, 30), min_size=1), st.sampled_from([0.05, 0.5, 0.95]))
def test_quantile_of_counts(values, share):
    levels, counts = np.unique(values, return_counts=True)
    found = quantile(levels.tolist(), counts.tolist(), share)
    assert found == np.quantile(values, share, method="inverted_cdf")


@pytest.mark.parametrize(
    "number, shown", [(12_345, 13_000), (99, 99), (101, 110), (7, 7), (0.2, 1)]
)
def test_round_up(number, shown):
    assert round_up(number) == shown


@pytest.mark.parametrize(
    "truth, games", [(0.005, 300), (0.005, 4_000), (0.02, 300), (0.995, 300), (0.5, 50)]
)
def test_an_exact_interval_misses_neither_end_more_often_than_once_in_forty(truth, games):
    """By Wilson's intervals a true share of 0.5% is missed in 6.5% of runs of 300 games."""
    from scipy.stats import binom

    won = np.arange(games + 1)
    ends = [exact(rate(int(k), games)) for k in won]
    chance = binom.pmf(won, games, truth)
    assert sum(c for c, e in zip(chance, ends, strict=True) if e.low > truth) <= 0.025
    assert sum(c for c, e in zip(chance, ends, strict=True) if e.high < truth) <= 0.025
    assert all(e.low <= k / games <= e.high for k, e in zip(won, ends, strict=True))
