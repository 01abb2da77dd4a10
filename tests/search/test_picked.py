"""What a change moves most is the largest of many shares, and told as such."""

import numpy as np
import pytest

from analysis.stats.intervals import effect
from simulate.search.aim.sums import OPTION
from simulate.search.sensitivity import ShareChange, picked, shrunken

TRIES = 4_000


@pytest.mark.parametrize("shares", [1, 2, 17])
def test_the_interval_of_the_largest_holds_the_truth(shares):
    """With intervals of one share alone, 58% of the largest of 17 missed where nothing moves."""
    truth = np.linspace(0.0, 0.02, shares)
    found = truth + np.random.default_rng(shares).normal(scale=0.01, size=(TRIES, shares))
    missed = 0
    for row in found:
        moves = [ShareChange(OPTION, "", str(n), effect(v, 1e-4), ()) for n, v in enumerate(row)]
        told = picked(moves)
        missed += not told.effect.low <= truth[int(told.value)] <= told.effect.high
    assert missed / TRIES < 0.055
    if shares == 1:
        assert missed / TRIES > 0.04


@pytest.mark.parametrize("true", [0.0, 0.005, 0.01, 0.02])
def test_the_largest_of_many_is_told_shrunken_beside_it(true):
    """Raw it is overstated by up to two standard errors, shrunken by a fourth of that at most."""
    luck, error = np.random.default_rng(7), 0.01
    raw, likely = [], []
    for _ in range(TRIES // 4):
        truth = luck.normal(scale=true, size=17)
        found = truth + luck.normal(scale=error, size=17)
        moves = [ShareChange(OPTION, "", str(n), effect(v, 1e-4), ()) for n, v in enumerate(found)]
        most = picked(moves)
        of, way = truth[int(most.value)], np.sign(most.effect.value)
        raw.append(way * (most.effect.value - of))
        likely.append(way * (shrunken(moves) - of))
    assert np.mean(raw) > 0.3 * error
    assert abs(np.mean(likely)) < min(0.35 * np.mean(raw) + 0.0002, 0.5 * error)


def test_one_share_alone_is_not_shrunken():
    assert shrunken([ShareChange(OPTION, "", "0", effect(0.05, 1e-4), ())]) is None
