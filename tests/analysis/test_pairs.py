"""Differences on shared luck, result by result."""

import numpy as np
import pytest

from analysis.data.counts import ABSENT
from analysis.estimators.pairs import combination, difference, mean_of, told_apart


def _correlated(rng, games, rates, shared=0.8):
    """Results of cells that share luck: cell -> int8 by replicate."""
    luck = rng.normal(size=games)
    return {
        cell: (shared * luck + np.sqrt(1 - shared**2) * rng.normal(size=games) > _cut(rate)).astype(
            np.int8
        )
        for cell, rate in enumerate(rates)
    }


def _cut(rate):
    from scipy.stats import norm

    return norm.isf(rate)


def test_a_difference_is_the_mean_of_the_pairs():
    from statsmodels.stats.weightstats import DescrStatsW

    results = _correlated(np.random.default_rng(1), 5_000, [0.4, 0.5])
    found = difference(results, 0, 1)
    oracle = DescrStatsW(results[1].astype(float) - results[0])
    assert found.effect.value == pytest.approx(oracle.mean)
    # Two imagined games widen it by a hair at this size.
    assert found.effect.se == pytest.approx(oracle.std_mean, rel=1e-2)
    assert found.games == 5_000


def test_shared_luck_saves_games_and_the_saving_is_told():
    rng = np.random.default_rng(2)
    paired = difference(_correlated(rng, 20_000, [0.4, 0.45], shared=0.95), 0, 1)
    alone = difference(_correlated(rng, 20_000, [0.4, 0.45], shared=0.0), 0, 1)
    assert paired.saving > 2
    assert alone.saving == pytest.approx(1.0, abs=0.05)
    assert paired.effect.se < alone.effect.se


def test_an_average_over_contexts_allows_for_their_shared_luck():
    """Two contexts that are copies of each other know no more than one."""
    results = _correlated(np.random.default_rng(3), 4_000, [0.4, 0.5])
    doubled = results | {2: results[0], 3: results[1]}
    one = difference(results, 0, 1)
    both = combination(doubled, mean_of([(0, 1), (2, 3)]))
    assert both.effect.value == pytest.approx(one.effect.value)
    assert both.effect.se == pytest.approx(one.effect.se, rel=1e-2)


def test_a_cell_with_fewer_games_still_brings_them_all():
    rng = np.random.default_rng(4)
    results = _correlated(rng, 4_000, [0.4, 0.5])
    results[1][1_000:] = ABSENT
    found = difference(results, 0, 1)
    expected = results[1][:1_000].mean() - results[0].mean()
    assert found.effect.value == pytest.approx(expected)
    assert found.games == 1_000


def test_weights_of_a_mean_difference():
    assert mean_of([(0, 1), (1, 2)]) == {0: -0.5, 2: 0.5}


def test_no_game_says_nothing():
    results = {0: np.full(5, ABSENT, np.int8), 1: np.ones(5, np.int8)}
    found = difference(results, 0, 1).effect
    assert (found.low, found.high) == (-1, 1)


@pytest.mark.parametrize("games", [60, 1_500])
@pytest.mark.long
def test_intervals_of_averages_cover(games):
    """Four correlated cells, the mean of two differences; unpaired it would be far too wide."""
    # 3,000 samples: standard error of the share covered 0.004; 0.935..0.975 is 5 of them.
    rng = np.random.default_rng(5)
    rates = [0.3, 0.4, 0.5, 0.55]
    truth = (0.1 + 0.05) / 2
    held = 0
    for _ in range(3_000):
        results = _correlated(rng, games, rates)
        found = combination(results, mean_of([(0, 1), (2, 3)])).effect
        held += found.low <= truth <= found.high
    assert 0.935 <= held / 3_000 <= 0.975


@pytest.mark.parametrize("cells", [4, 16])
def test_the_farthest_two_of_many_equals_are_seldom_told_apart(cells):
    """Taken for any two, 4 equal settings would be told apart in 21% of runs, 16 in 86%."""
    rng = np.random.default_rng(6)
    told = sum(
        told_apart({c: rng.integers(0, 2, 400).astype(np.int8) for c in range(cells)}, range(cells))
        < 0.05
        for _ in range(300)
    )
    # 5% of 300 are 15, with a standard error of 4.
    assert told <= 25


def test_shared_luck_tells_settings_apart_that_separate_luck_would_not():
    rng = np.random.default_rng(7)
    near = _correlated(rng, 2_000, [0.40, 0.42, 0.44], shared=0.98)
    apart = _correlated(rng, 2_000, [0.40, 0.42, 0.44], shared=0.0)
    assert told_apart(near, [0, 1, 2]) < 1e-4 < told_apart(apart, [0, 1, 2])
    assert told_apart({0: near[0], 1: near[0]}, [0, 1]) == 1.0


@pytest.mark.parametrize("games", [1, 2, 5])
def test_a_difference_keeps_to_what_there_can_be(games):
    results = {0: np.ones(games, np.int8), 1: np.zeros(games, np.int8)}
    found = combination(results, {0: -1.0, 1: 1.0}).effect
    assert -1 <= found.low <= found.value <= found.high <= 1 and found.low < found.high
    each = combination(results, {0: -0.5, 1: 0.5}).effect
    assert -0.5 <= each.low < each.high <= 0.5
