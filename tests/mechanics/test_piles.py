"""Piles in the first places of an array."""

import numpy as np
import pytest

from simulate.mechanics.piles import lay_on, move_up, put_in_order, take_at


@pytest.fixture
def pile():
    return np.array([5, 3, 8, 1, 99])


@pytest.mark.parametrize(
    ("index", "taken", "left"), [(0, 5, [3, 8, 1]), (1, 3, [5, 8, 1]), (3, 1, [5, 3, 8])]
)
def test_what_is_taken_leaves_no_gap(pile, index, taken, left):
    assert take_at(pile, 4, index) == taken
    assert pile[:3].tolist() == left and pile[4] == 99


def test_what_moves_up_pushes_the_others_back(pile):
    move_up(pile, 3, 1)
    assert pile.tolist() == [5, 1, 3, 8, 99]
    move_up(pile, 2, 2)
    assert pile.tolist() == [5, 1, 3, 8, 99]


def test_a_pile_is_laid_behind_another(pile):
    assert lay_on(pile, 2, np.array([7, 6, 4]), 2) == 4
    assert pile.tolist() == [5, 3, 7, 6, 99]
    assert lay_on(pile, 0, np.array([2]), 1) == 1 and pile[0] == 2


def test_a_pile_in_order_is_the_same_however_it_lay(pile):
    put_in_order(pile, 4)
    assert pile.tolist() == [1, 3, 5, 8, 99]
