"""Suspense and surprise on games whose chances are known: three tosses, the majority wins."""

from itertools import product

import numpy as np
import pytest

from analysis.stats import suspense

ROOT = 2**0.5


def tosses():
    """All eight games: chances of both sides before each toss, and the result."""
    paths = []
    for game in product((0, 1), repeat=3):
        heads = np.cumsum([0, *game])
        # With k heads of n tosses: 0 of 0 or 1 of 2 is even; sure from two of a kind on.
        known = {(0, 0): 0.5, (1, 0): 0.25, (1, 1): 0.75, (2, 0): 0.0, (2, 1): 0.5, (2, 2): 1.0}
        first = [known[n, heads[n]] for n in range(3)] + [float(heads[3] >= 2)]
        paths.append(np.stack([first, 1 - np.array(first)], axis=1))
    return paths


def test_surprise_of_three_tosses():
    # Each of the first two tosses moves each side by a quarter; the third, played for something
    # in half of the games, by a half: in all (1/4 + 1/4 + 1/2 x 1/2) x root of 2.
    games = [suspense.moved(path).sum() for path in tosses()]
    assert np.mean(games) == pytest.approx(0.75 * ROOT)
    assert sorted(set(np.round(games, 6))) == pytest.approx([0.5 * ROOT, ROOT])


def test_suspense_of_three_tosses_is_as_large_and_known_before():
    paths = tosses()
    steps = np.concatenate([suspense.moved(path) for path in paths])
    chances = np.concatenate([path[:-1] for path in paths])
    late = np.tile(np.arange(3) / 3, 8)
    found = suspense.expected(steps, chances, late).reshape(8, 3)
    assert found[:, 0] == pytest.approx(np.full(8, 0.25 * ROOT))
    assert found.sum(axis=1).mean() == pytest.approx(0.75 * ROOT)
    # A last toss that decides nothing is told from one that decides all.
    assert sorted({*found[:, 2].round(6)}) == pytest.approx([0.0, 0.5 * ROOT])


def test_an_early_decision_has_less_than_the_most():
    even = np.array([0.5, 0.5])
    assert suspense.most_suspense(even, 1) == pytest.approx(0.5 * ROOT)
    assert 0.75 * ROOT < suspense.most_suspense(even, 3) == pytest.approx(1.5**0.5)


def test_squares_come_to_what_was_open():
    # E of all squares is the variance of the result, whatever the game (a martingale).
    squares = [(suspense.moved(path) ** 2).sum() for path in tosses()]
    assert np.mean(squares) == pytest.approx(suspense.open_still(tosses()[0][0]))
