"""The tables of dice against counting every roll, every change and every use by hand."""

import itertools
from functools import cache

import numpy as np
import pytest

from strategies.dungeons.dice import BEST, CHANGES, FACES, TOTALS, chance, number_of

ROLLS = [roll for n in (1, 2, 3) for roll in itertools.product(range(1, FACES + 1), repeat=n)]


@cache
def by_hand(plus, roll, changes):
    """Best result over all dice that so many changes can reach, and all ways to use them."""
    best = 0
    for faces in itertools.product(range(1, FACES + 1), repeat=len(roll)):
        if sum(abs(a - b) for a, b in zip(faces, roll, strict=True)) <= changes:
            for k, result in enumerate(faces):
                others = [face for i, face in enumerate(faces) if i != k and face <= plus]
                best = max(best, result + sum(others))
    return best


def dice(roll):
    return np.array([*roll, 0, 0][:3])


def best(plus, roll, changes):
    return BEST[plus, number_of(dice(roll), len(roll)), changes]


@pytest.mark.parametrize("plus", [0, 1, 2, 3])
def test_best_totals_of_every_roll(plus):
    for roll in ROLLS:
        for changes in range(4):
            total = by_hand(plus, tuple(sorted(roll)), changes)
            assert best(plus, roll, changes) == total, (roll, changes)


@pytest.mark.parametrize("plus, count, changes", [(2, 1, 0), (2, 2, 1), (2, 3, 0), (2, 3, 2)])
def test_chances_are_shares_of_all_rolls(plus, count, changes):
    rolls = [roll for roll in ROLLS if len(roll) == count]
    for target in range(TOTALS):
        met = sum(by_hand(plus, tuple(sorted(roll)), changes) >= target for roll in rolls)
        assert chance(plus, count, changes, target) == pytest.approx(met / len(rolls))


def test_the_example_of_the_rulebook():
    """Of 4, 3 and +1 the 4 and the +1 make 5."""
    assert best(2, (4, 3, 1), 0) == 5


def test_what_no_change_can_reach():
    assert best(2, (3,), CHANGES) == FACES
    assert chance(2, 3, 0, -1) == 1.0 and chance(2, 3, 0, TOTALS) == 0.0
