"""What was picked because it came out large, drawn back by as much as luck made of it."""

import numpy as np
import pytest

from analysis.stats.corrections import empirical_bayes


@pytest.mark.parametrize("luck, raw", [(0.02, 0.01), (0.06, 0.04)])
def test_the_farthest_of_many_is_overstated_raw_and_not_so_drawn(luck, raw):
    rng = np.random.default_rng(4)
    over, drawn = [], []
    for _ in range(1_000):
        truth = rng.normal(0.0, 0.05, 13)
        found = truth + rng.normal(0.0, luck, 13)
        at = int(found.argmax())
        over.append(found[at] - truth[at])
        drawn.append(empirical_bayes(found.tolist(), [luck] * 13)[at] - truth[at])
    assert np.mean(over) > raw / 2
    assert abs(np.mean(drawn)) < 0.25 * np.mean(over) + 0.002


def test_what_strays_no_more_than_luck_is_all_alike():
    assert empirical_bayes([0.26, 0.24, 0.25], [0.05] * 3) == pytest.approx([0.25] * 3)
    assert empirical_bayes([0.3], [0.1]) == [0.3]
