"""Directions as the decision compass tells them: clockwise, beginning with the arrow."""

from functools import cmp_to_key
from itertools import pairwise

from simulate.games.tactics.cards.vocabulary import CAPACITY, SIDES

Way = tuple[int, int]  # columns to the east, rows to the south


def bearings(
    widest: int = CAPACITY["columns"] - 1, tallest: int = CAPACITY["rows"] - 1
) -> list[dict[Way, int]]:
    """For each arrow: (columns east, rows south) -> rank clockwise from the arrow.

    Two ways of the same direction have the same rank.  Rule T-COMPASS-2.
    """
    ways = [
        (dx, dy)
        for dx in range(-widest, widest + 1)
        for dy in range(-tallest, tallest + 1)
        if (dx, dy) != (0, 0)
    ]
    return [_ranked(ways, turns) for turns in range(len(SIDES))]


def _ranked(ways: list[Way], turns: int) -> dict[Way, int]:
    seen = {way: turned_back(way, turns) for way in ways}

    def compare(one: Way, other: Way) -> int:
        return clockwise(seen[one], seen[other])

    order = sorted(ways, key=cmp_to_key(compare))
    ranks = {order[0]: 0}
    for before, way in pairwise(order):
        ranks[way] = ranks[before] + (clockwise(seen[before], seen[way]) != 0)
    return ranks


def turned_back(way: Way, turns: int) -> Way:
    """A way as it looks when the arrow, so many quarter turns from north, is held upwards."""
    dx, dy = way
    for _ in range(turns):
        dx, dy = dy, -dx
    return dx, dy


def sector(way: Way) -> int:
    """Quarter of the circle, clockwise from north, 0..3; a quarter begins with its axis."""
    dx, dy = way
    if dx >= 0 and dy < 0:
        return 0
    if dx > 0:
        return 1
    if dy > 0:
        return 2
    return 3


def clockwise(one: Way, other: Way) -> int:
    """Negative if `one` comes first, clockwise from north; 0 in the same direction."""
    if sector(one) != sector(other):
        return sector(one) - sector(other)
    # In one quarter the first is the one from which the other lies clockwise.
    return one[1] * other[0] - one[0] * other[1]
