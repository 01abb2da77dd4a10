"""Checks with one to three dice of which one is the result, solved once and for all.

Some low faces carry a plus: such a die may be added to the result.  A die may be changed by one,
as often as can be paid, from 1 to 6.  Which dice and changes give the most, and how likely a
target is, stand in tables; the tests count all rolls by hand.
"""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel

FACES = 6
DICE = 3
PLUS = 4  # from no face with a plus to three
CHANGES = 8  # that are looked ahead, at most
TOTALS = 20  # results and targets, below
WIDTH = FACES + 1  # a die shows 1 to 6; 0 stands for no die
ROLLS = WIDTH**DICE
WEIGHT = WIDTH ** np.arange(DICE - 1, -1, -1)  # of a die in a roll's number


def _dice() -> np.ndarray:
    """The dice of each roll, by its number: int64[ROLLS, DICE]."""
    return np.stack(np.unravel_index(np.arange(ROLLS), (WIDTH,) * DICE), axis=1)


def _totals(plus: int) -> np.ndarray:
    """The best result of each roll as it lies: one die and all others with a plus."""
    dice = _dice()
    added = np.where(dice <= plus, dice, 0)
    results = dice + added.sum(axis=1, keepdims=True) - added
    return results.max(axis=1, where=dice > 0, initial=0)


def _best() -> np.ndarray:
    """Best result: int64[PLUS, ROLLS, CHANGES + 1], the last index is how many changes."""
    dice, rolls = _dice(), np.arange(ROLLS)
    results = np.zeros((PLUS, ROLLS, CHANGES + 1), dtype=np.int64)
    for plus in range(PLUS):
        results[plus, :, 0] = _totals(plus)
        for changes in range(1, CHANGES + 1):
            before = results[plus, :, changes - 1]
            best = before.copy()
            for k in range(DICE):
                weight, die = WEIGHT[k], dice[:, k]
                for step, may in ((1, (die > 0) & (die < FACES)), (-1, die > 1)):
                    changed = np.where(may, rolls + step * weight, rolls)
                    best = np.maximum(best, before[changed])
            results[plus, :, changes] = best
    return results


def _chances(best: np.ndarray) -> np.ndarray:
    """Chance to meet a target: float64[PLUS, DICE + 1, CHANGES + 1, TOTALS]."""
    thrown = (_dice() > 0).sum(axis=1)
    first = [(_dice()[:, :count] > 0).all(axis=1) & (thrown == count) for count in range(DICE + 1)]
    chances = np.zeros((PLUS, DICE + 1, CHANGES + 1, TOTALS))
    for count in range(1, DICE + 1):
        for target in range(TOTALS):
            chances[:, count, :, target] = (best[:, first[count]] >= target).mean(axis=1)
    return chances


BEST = _best()
CHANCE = _chances(BEST)


@inner_kernel
def number_of(dice, count):
    """Number of a roll: the first `count` entries of `dice` (faces 1 to 6)."""
    number = 0
    for k in range(DICE):
        number = number * WIDTH + (dice[k] if k < count else 0)
    return number


@kernel
def chance(plus, count, changes, target):
    """Chance that so many dice, once rolled, meet a target with at most so many changes."""
    if target < 0:
        return 1.0
    if target >= TOTALS:
        return 0.0
    return CHANCE[plus, count, min(changes, CHANGES), target]
