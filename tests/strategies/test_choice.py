"""The choice rules that all games share."""

import numpy as np
import pytest

from simulate.core.streams import open_streams
from simulate.games.defenders.state.record import STATE
from strategies.choice import best_of, soft_choice, softmax_choice

SCORES = np.array([0.5, 2.0, 1.0, 2.0])
DRAWS = 20_000


@pytest.fixture
def s():
    states = np.zeros(1, STATE)
    open_streams(states[0], np.uint64(5), 0)
    return states[0]


def shares(s, scores, temperature):
    """How often each move is chosen."""
    picked = [soft_choice(s, 11, scores.copy(), len(scores), temperature) for _ in range(DRAWS)]
    return np.bincount(picked, minlength=len(scores)) / DRAWS


def test_at_an_endless_temperature_every_move_is_as_likely(s):
    assert shares(s, SCORES, np.inf) == pytest.approx([0.25] * 4, abs=0.015)


def test_at_none_only_the_best_and_ties_by_chance(s):
    assert shares(s, SCORES, 0.0) == pytest.approx([0, 0.5, 0, 0.5], abs=0.015)


@pytest.mark.parametrize("temperature", [0.3, 1.0, 5.0])
def test_between_them_a_move_is_the_rarer_the_more_it_costs(s, temperature):
    wanted = np.exp(SCORES / temperature)
    assert shares(s, SCORES, temperature) == pytest.approx(wanted / wanted.sum(), abs=0.015)


def test_scores_that_are_all_alike_are_no_trouble(s):
    assert shares(s, np.full(4, 7.0), 0.5) == pytest.approx([0.25] * 4, abs=0.015)


def test_a_choice_does_not_depend_on_where_scores_begin(s):
    assert shares(s, SCORES + 1e6, 0.5) == pytest.approx(shares(s, SCORES, 0.5), abs=0.02)


def test_a_move_far_below_the_best_is_never_drawn(s):
    """Not by rounding either: its chance is 0, wherever it stands in the list."""
    far = np.array([-1e9, 0.1, 0.3, 0.2, -1e9])
    picked = [softmax_choice(s, 11, far.copy(), len(far), 0.1) for _ in range(DRAWS)]
    assert set(picked) == {1, 2, 3}


def test_of_two_best_neither_is_favoured_by_its_place(s):
    picked = [best_of(s, 11, SCORES, 4) for _ in range(DRAWS)]
    assert np.bincount(picked, minlength=4) / DRAWS == pytest.approx([0, 0.5, 0, 0.5], abs=0.015)
