"""When the look-ahead players are sure of a move."""

import numpy as np

from strategies.trials import clearest, drop_behind, drop_losers, drop_worst, lead_of

TRIALS = 16
HALF = 0.5  # of a trial: the least that is told from chance


def sums_of(*differences):
    """Sums and sums of squares of each move's differences to the first."""
    rows = np.array(differences, float)
    return rows.sum(axis=1), (rows**2).sum(axis=1)


def split(gain, loss, wins):
    """Differences of which so many are a gain and the rest a loss."""
    return [gain] * wins + [loss] * (TRIALS - wins)


FIRST = [0.0] * TRIALS


def test_the_first_is_kept_unless_another_is_clearly_better():
    sums, squares = sums_of(FIRST, split(1.0, -1.0, 9))
    assert lead_of(sums[1], squares[1], TRIALS, HALF) == (2 / 16) / np.sqrt(
        (1 - (2 / 16) ** 2) / 16
    )
    assert clearest(sums, squares, 2, TRIALS, 2.0, HALF) == 0
    assert clearest(sums, squares, 2, TRIALS, 0.25, HALF) == 1


def test_of_those_that_are_clear_the_greatest_gain_is_taken():
    sums, squares = sums_of(FIRST, [0.2] * TRIALS, split(1.0, 0.0, 10), split(1.0, -1.0, 12))
    assert (
        lead_of(sums[1], squares[1], TRIALS, HALF)
        > lead_of(sums[2], squares[2], TRIALS, HALF)
        > 2.0
    )
    assert clearest(sums, squares, 4, TRIALS, 2.0, HALF) == 2


def test_a_difference_without_spread_is_not_sure_when_it_is_small():
    sums, squares = sums_of(FIRST, [0.01] * TRIALS)
    assert clearest(sums, squares, 2, TRIALS, 2.0, HALF) == 0
    assert clearest(sums, squares, 2, TRIALS, 2.0, HALF / 10) == 1


def test_moves_that_do_no_better_than_the_first_are_dropped():
    order = np.array([4.0, 1.0, 3.0, 2.0])
    sums, squares = sums_of(FIRST, [-0.1] * TRIALS, FIRST, [0.1] * TRIALS)
    assert drop_losers(order, sums, squares, 4) == 2
    assert list(order[:2]) == [4.0, 2.0]
    assert sums[1] > 0.0


def test_half_of_the_moves_are_left_after_the_first_trial():
    """Eight moves, of which the first is never dropped, though all others did better."""
    order = np.arange(8.0)
    sums = np.array([0.0, 0.5, 0.1, 0.7, 0.2, 0.7, 0.3, 0.4])
    squares = sums**2
    assert drop_worst(order, sums, squares, 8, 1, 8) == 4
    assert list(order[:4]) == [0.0, 1.0, 3.0, 5.0]
    assert list(sums[:4]) == [0.0, 0.5, 0.7, 0.7]
    assert list(squares[:4]) == [0.0, 0.25, 0.7**2, 0.7**2]


def test_after_further_trials_fewer_are_left_and_none_that_did_no_better():
    order, squares = np.arange(8.0), np.zeros(8)
    sums = np.array([0.0, 0.5, 0.1, 0.7, 0.2, -0.1, 0.3, 0.0])
    assert drop_worst(order.copy(), sums.copy(), squares, 8, 2, 8) == 3  # 8 / 3, rounded up
    assert drop_worst(order.copy(), sums.copy(), squares, 8, 6, 8) == 2  # one and the first
    assert drop_worst(order.copy(), sums.copy(), squares, 8, 9, 8) == 2  # never the first alone
    sums = np.array([0.0, -0.5, 0.0, 0.1])
    assert drop_worst(order, sums, squares, 4, 1, 4) == 2
    assert drop_worst(order, np.array([0.0, -0.5, 0.0, -0.1]), squares, 4, 2, 4) == 1


def test_moves_that_hardly_lead_are_not_played_on_further():
    order = np.array([4.0, 1.0, 3.0, 2.0])
    sums, squares = sums_of(FIRST, [-0.1] * TRIALS, split(1.0, -1.0, 9), split(1.0, -1.0, 12))
    assert drop_behind(order, sums, squares, 4, TRIALS, 1.0, HALF) == 2
    assert list(order[:2]) == [4.0, 2.0]
