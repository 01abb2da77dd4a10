"""Dice decisions of Tiny Epic Dungeons are solved exactly: held to full enumeration."""

import itertools
from functools import cache
from typing import Any

import numpy as np
import pytest

from simulate.games.dungeons.state.record import STATE
from strategies.dungeons.checks import best_of_roll
from strategies.dungeons.dice import BEST, CHANGES, TOTALS, chance, number_of
from strategies.dungeons.odds import answer_damage, expected_damage
from strategies.dungeons.outlook import OUTLOOK, TOTAL
from tests.strategies.dungeons import table_of, weights_of

PLUS = 2  # faces with a plus
FACES = range(1, 7)


ROLLS = [roll for count in (1, 2, 3) for roll in itertools.product(FACES, repeat=count)]


def totals(dice: tuple[int, ...], plus: int = PLUS) -> list[int]:
    """Every result that may be taken: one die and any of the others with a plus."""
    found = []
    for k, face in enumerate(dice):
        others = [other for j, other in enumerate(dice) if j != k and other <= plus]
        for many in range(len(others) + 1):
            found += [face + sum(some) for some in itertools.combinations(others, many)]
    return found


def turned(dice: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The dice after each change of one of them by one."""
    found = []
    for k, face in enumerate(dice):
        for new in (face - 1, face + 1):
            if new in FACES:
                found.append((*dice[:k], new, *dice[k + 1 :]))
    return found


@cache
def best_with(dice: tuple[int, ...], changes: int, plus: int = PLUS) -> int:
    """The best result with at most so many changes."""
    best = max(totals(dice, plus))
    if changes:
        best = max([best, *(best_with(new, changes - 1, plus) for new in turned(dice))])
    return best


@pytest.mark.parametrize("plus", [0, 1, 2, 3])
def test_best_totals_of_every_roll(plus):
    for roll in ROLLS:
        number = number_of(np.array([*roll, 0, 0][:3]), len(roll))
        for changes in range(4):
            assert BEST[plus, number, changes] == best_with(roll, changes, plus), (roll, changes)


@pytest.mark.parametrize("plus, count, changes", [(2, 1, 0), (2, 2, 1), (2, 3, 0), (2, 3, 2)])
def test_chances_are_shares_of_all_rolls(plus, count, changes):
    rolls = [roll for roll in ROLLS if len(roll) == count]
    for target in range(TOTALS):
        met = sum(best_with(roll, changes, plus) >= target for roll in rolls)
        assert chance(plus, count, changes, target) == pytest.approx(met / len(rolls))


def test_what_no_change_can_reach():
    assert BEST[2, number_of(np.array([3, 0, 0]), 1), CHANGES] == max(FACES)
    assert chance(2, 3, 0, -1) == 1.0 and chance(2, 3, 0, TOTALS) == 0.0


@pytest.mark.parametrize("count", (1, 2, 3))
@pytest.mark.parametrize("changes", (0, 1))
def test_expected_damage_is_the_mean_over_all_rolls(count, changes):
    reached = [best_with(dice, changes) for dice in itertools.product(FACES, repeat=count)]
    for base, health in itertools.product((-2, 0, 3, 5, 9), (1, 2, 8)):
        damage = [min(health, max(0, total - base)) for total in reached]
        found = expected_damage(PLUS, count, changes, base, health)
        assert found == pytest.approx(np.mean(damage)), (base, health)


def worth_of(dice: tuple[int, ...], focus: int, by_total: Any, price: int, worth: float) -> float:
    """Worth of a roll by trying every way to change and to take the dice."""
    best = max(by_total[total] for total in totals(dice))
    if focus >= price:
        rest = (worth_of(new, focus - price, by_total, price, worth) for new in turned(dice))
        best = max(best, max(rest) - price * worth)
    return best


def test_the_best_use_of_dice_and_focus_is_found_by_trying_all():
    luck = np.random.default_rng(5)
    s, v, w = np.zeros(1, STATE)[0], np.zeros(1, OUTLOOK)[0], weights_of("balanced")[0]
    cards = table_of(3)[0]
    s.awake = 1
    for _ in range(60):
        dice = tuple(int(face) for face in luck.integers(1, 7, luck.integers(1, 4)))
        v.by_total[:] = np.sort(luck.normal(0, 3, TOTAL))
        if luck.random() < 0.5:  # a check: one worth from the target on
            v.by_total[:] = np.where(np.arange(TOTAL) >= luck.integers(2, 9), 2.5, -0.5)
        s.focus[0], price = luck.integers(0, 7), 2
        s.die[: len(dice)] = sorted(dice)
        number = number_of(s.die, len(dice))
        found = best_of_roll(s, cards, w, v, number, 0, price)
        expected = worth_of(dice, int(s.focus[0]), v.by_total, price, w.focus_worth)
        assert found == pytest.approx(expected), (dice, s.focus[0])


def test_the_answer_of_the_minotaur_is_the_rulebooks():
    """A 5 and +3 against Defense 4 and Stone Stance: 8 - 6 = 2; the shield deals the +3."""
    s, cards = np.zeros(1, STATE)[0], table_of(3)[0].copy()
    s.hero[0], s.enemy_card[4] = 5, 0
    assert (cards.hero_defense[5], cards.minion_modifier[0, 0]) == (4, 3)
    assert answer_damage(s, cards, 0, 4, 0, 5, 2) == 2
    assert answer_damage(s, cards, 0, 4, 0, 7, 0) == 3
    assert answer_damage(s, cards, 0, 4, 0, 8, 0) == 0
