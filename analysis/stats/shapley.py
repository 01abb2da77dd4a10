"""Shapley values: what each of several causes adds, so that all together come to the whole.

Of few causes every subset is weighed in closed form (Shapley 1953); of many the values are means
over random orders (Castro, Gomez and Tejada 2009), each with its reverse (antithetic permutations:
Mitchell, Cooper, Frank and Holmes 2022).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np

MOST_EXACT = 6  # causes: 2**6 subsets are about as many as random orders would need
PAIRS = 8  # of orders


@dataclass(frozen=True)
class ShapleyWeights:
    """How the worth of what is left tells what each cause adds.

    subsets: of causes that are taken away, as bits, first none of them.  pairs: (pairs of orders,
    causes, subsets), weights that make the values of one pair; of all subsets there is one.
    """

    causes: int
    subsets: tuple[int, ...]
    pairs: np.ndarray

    @property
    def is_exact(self) -> bool:
        """Whether every subset is weighed."""
        return len(self.subsets) == 1 << self.causes

    @cached_property
    def weights(self) -> np.ndarray:
        """(causes, subsets): the values are these times the worth of each subset."""
        return np.asarray(self.pairs.mean(axis=0))

    @property
    def whole(self) -> np.ndarray:
        """(subsets,): all values together, the worth with every cause less that without any."""
        weights = np.zeros(len(self.subsets))
        weights[self.subsets.index(0)] += 1
        weights[self.subsets.index(2**self.causes - 1)] -= 1
        return weights

    def values(self, worth: np.ndarray) -> np.ndarray:
        """What each cause adds; worth: of every subset, in their order."""
        return np.asarray(self.weights @ worth)

    def order_variances(self, worth: np.ndarray) -> np.ndarray:
        """Variance of each value because a few orders stand for all; 0 of all subsets."""
        if self.is_exact:
            return np.zeros(self.causes)
        by_pair = self.pairs @ worth
        return np.asarray(by_pair.var(axis=0, ddof=1) / len(by_pair))


def shapley_weights(causes: int, seed: int, pairs: int = PAIRS) -> ShapleyWeights:
    """All subsets of at most `MOST_EXACT` causes; of more, random orders with their reverses.

    Parameters
    ----------
    causes : int
        At least 1.
    seed : int
        Of the random orders, 0 or more: the same seed, the same orders.
    pairs : int
        Of orders, at least 2.

    Returns
    -------
    ShapleyWeights

    Examples
    --------
    >>> weights = shapley_weights(2, seed=1)
    >>> weights.subsets
    (0, 1, 2, 3)
    >>> weights.values(np.array([10.0, 4.0, 7.0, 1.0])).tolist()  # what is left, bit by bit
    [6.0, 3.0]
    """
    if causes <= MOST_EXACT:
        return all_subsets(causes)
    return random_orders(causes, seed, pairs)


def all_subsets(causes: int) -> ShapleyWeights:
    """The closed form: what a cause adds, weighed alike in every order of all causes.

    Parameters
    ----------
    causes : int
        At least 1; there are 2 to this power of subsets.

    Returns
    -------
    ShapleyWeights
        A cause counts in each subset without it with 1 / (causes x subsets of that size).

    Examples
    --------
    >>> all_subsets(2).weights[0].tolist()  # all, without the first, without the second, none
    [0.5, -0.5, 0.5, -0.5]
    """
    weights = np.zeros((1, causes, 2**causes))
    for taken in range(2**causes):
        part = 1 / (causes * comb(causes - 1, taken.bit_count())) if taken + 1 < 2**causes else 0.0
        for cause in range(causes):
            if not taken & 1 << cause:
                weights[0, cause, taken] += part
                weights[0, cause, taken | 1 << cause] -= part
    return ShapleyWeights(causes, tuple(range(2**causes)), weights)


def random_orders(causes: int, seed: int, pairs: int = PAIRS) -> ShapleyWeights:
    """Orders in which causes are taken away one by one, each beside its reverse.

    Parameters
    ----------
    causes : int
        At least 1.
    seed : int
        Of the orders, 0 or more.
    pairs : int
        Of an order and its reverse, at least 2.

    Returns
    -------
    ShapleyWeights
        With a set of weights for each pair: how they stray tells what other orders would change.

    Examples
    --------
    >>> weights = random_orders(9, seed=1, pairs=3)
    >>> weights.pairs.shape[:2], weights.is_exact
    ((3, 9), False)
    """
    random = np.random.default_rng([seed, causes])
    orders = [random.permutation(causes).tolist() for _ in range(pairs)]
    met = {0, 2**causes - 1}
    for order in orders:
        met.update(_subsets(order), _subsets(order[::-1]))
    subsets = tuple(sorted(met))
    at = {subset: place for place, subset in enumerate(subsets)}
    weights = np.zeros((pairs, causes, len(subsets)))
    for pair, order in enumerate(orders):
        for way in (order, order[::-1]):
            for cause, before, after in zip(way, _subsets(way), _subsets(way)[1:], strict=False):
                weights[pair, cause, at[before]] += 1 / 2
                weights[pair, cause, at[after]] -= 1 / 2
    return ShapleyWeights(causes, subsets, weights)


def _subsets(order: Iterable[int]) -> Sequence[int]:
    """What is taken away after each step of an order, first nothing."""
    taken = [0]
    for cause in order:
        taken.append(taken[-1] | 1 << cause)
    return taken
