"""What a change does, added up in parts, is what it does taken as a whole."""

import numpy as np
import pytest

from analysis.estimators.pairs import combination
from analysis.stats.intervals import rate
from simulate.search.aim.sums import WON, PairedRows, PairedSums

GAMES = 900


@pytest.fixture
def results():
    chance = np.random.default_rng(5)
    luck = chance.random((2, GAMES))
    return {
        0: (luck[0] < 0.5).astype(np.int8),
        1: (luck[0] < 0.6).astype(np.int8),
        2: (luck[1] < 0.2).astype(np.int8),
        3: (luck[1] < 0.1).astype(np.int8),
    }


def summed(results, *ends):
    sums = PairedSums([(0, 1), (2, 3)], {})
    for first, last in zip((0, *ends), (*ends, GAMES), strict=True):
        sums.add([PairedRows(cell, first, won[first:last], None) for cell, won in results.items()])
    return sums


@pytest.mark.parametrize("twin", [(0, 1), (2, 3)])
def test_an_effect_in_a_setting_is_the_paired_difference(results, twin):
    mine = summed(results).effect(WON, 0, [twin])
    whole = combination(results, {twin[1]: 1.0, twin[0]: -1.0}).effect
    assert mine.value == pytest.approx(whole.value)
    assert (mine.low, mine.high) == pytest.approx((whole.low, whole.high), abs=1e-4)


def test_settings_are_weighed_alike(results):
    mine = summed(results).effect(WON, 0)
    whole = combination(results, {1: 0.5, 0: -0.5, 3: 0.5, 2: -0.5}).effect
    assert mine.value == pytest.approx(whole.value)
    assert (mine.low, mine.high) == pytest.approx((whole.low, whole.high), abs=1e-4)


def test_in_rounds_it_is_the_same(results):
    whole, parts = summed(results), summed(results, 500, 700)
    assert parts.games == whole.games == GAMES
    assert parts.effect(WON, 0) == pytest.approx(whole.effect(WON, 0))


def test_a_share_has_wilsons_interval(results):
    share = summed(results).share(WON, 0, 1)
    known = rate(int(results[1].sum()), GAMES)
    assert (share.value, share.low, share.high) == pytest.approx(
        (known.value, known.low, known.high), abs=1e-3
    )
