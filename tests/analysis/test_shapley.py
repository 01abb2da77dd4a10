"""Shapley values on made-up worths: they add up, and are those of all orders."""

from itertools import permutations

import numpy as np
import pytest

from analysis.stats.shapley import all_subsets, random_orders, shapley_weights


def worths(causes, subsets, seed=3):
    """A worth of each subset: causes add by themselves, in pairs, and by chance."""
    random = np.random.default_rng(seed)
    alone, chance = random.normal(size=causes), random.normal(size=1 << causes)
    together = random.normal(size=(causes, causes))
    left = ~np.array(subsets)[:, None] >> np.arange(causes) & 1
    return left @ alone + ((left @ together) * left).sum(axis=1) + chance[list(subsets)]


def by_definition(causes, worth):
    """The mean of what each cause adds, over all orders; worth: of every subset."""
    values = np.zeros(causes)
    orders = [*permutations(range(causes))]
    for order in orders:
        taken = 0
        for cause in order:
            values[cause] += worth[taken] - worth[taken | 1 << cause]
            taken |= 1 << cause
    return values / len(orders)


@pytest.mark.parametrize("causes", [1, 2, 3, 6])
def test_the_closed_form_is_the_mean_over_all_orders(causes):
    weights = all_subsets(causes)
    worth = worths(causes, weights.subsets)
    assert weights.values(worth) == pytest.approx(by_definition(causes, worth))
    assert weights.order_variances(worth).tolist() == [0.0] * causes


@pytest.mark.parametrize("weights", [all_subsets(4), random_orders(9, seed=5)])
def test_values_add_up_to_the_whole(weights):
    worth = worths(weights.causes, weights.subsets)
    whole = worth[0] - worth[-1]
    assert weights.subsets[-1] == (1 << weights.causes) - 1
    assert weights.values(worth).sum() == pytest.approx(whole)
    assert weights.whole @ worth == pytest.approx(whole)


def test_random_orders_come_to_all_orders():
    """Of five causes, whose 120 orders many pairs nearly exhaust."""
    exact, some = all_subsets(5), random_orders(5, seed=1, pairs=400)
    worth = worths(5, range(32))
    values = some.values(worth[list(some.subsets)])
    assert values == pytest.approx(exact.values(worth), abs=0.15)


def test_an_order_beside_its_reverse_is_exact_where_only_pairs_act_together():
    """Each pair is in one order before, in the other behind: no chance is left (antithetic)."""
    weights = random_orders(8, seed=2, pairs=2)
    random = np.random.default_rng(4)
    alone, together = random.normal(size=8), np.triu(random.normal(size=(8, 8)), 1)
    left = ~np.array(weights.subsets)[:, None] >> np.arange(8) & 1
    worth = left @ alone + ((left @ together) * left).sum(axis=1)
    expected = alone + (together + together.T).sum(axis=1) / 2
    assert weights.values(worth) == pytest.approx(expected)
    assert weights.order_variances(worth) == pytest.approx(np.zeros(8), abs=1e-20)


def test_equal_causes_have_equal_values_and_a_dummy_none():
    weights = all_subsets(3)
    left = ~np.array(weights.subsets)[:, None] >> np.arange(3) & 1
    first, second, _ = left.T
    values = weights.values((first + second + 3.0 * first * second).astype(float))
    assert values.tolist() == pytest.approx([2.5, 2.5, 0.0])


def test_few_causes_are_exact_and_a_seed_says_the_orders():
    assert shapley_weights(6, seed=1).is_exact and not shapley_weights(7, seed=1).is_exact
    one, two = (shapley_weights(10, seed=seed).subsets for seed in (7, 7))
    assert one == two != shapley_weights(10, seed=8).subsets
