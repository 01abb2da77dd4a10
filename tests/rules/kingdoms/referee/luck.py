"""Everything that chance decides, in one object: dealt by itself or told from outside.

Dealt: factions, homes (cards in the base edition, territories in Ultra), lost_kingdom (a
territory), tokens (in the order of the regions: seat by seat from the first, then the Lost
Kingdom), and in a solo game dummy_faction, dummy_home, first, dummy_forest, dummy_mountain (a
switch) and dummy_resource (ties).  Rolled, only when needed: action, follow, quest (a switch),
retreat, dummy_resource (a switch).
"""

import random
from collections.abc import Sequence
from typing import Any


class Luck:
    """Chance of its own.  `what` says for which purpose something is dealt."""

    def __init__(self, seed: int | str = 0) -> None:
        self.random = random.Random(seed)

    def deal(self, what: str, things: Sequence[Any], count: int) -> list[Any]:
        """`count` of the things, in the order dealt."""
        return self.random.sample(list(things), count)

    def roll(self, what: str) -> int:
        """The die with twelve faces."""
        return self.random.randint(1, 12)


class Told:
    """Chance told from outside: for each purpose the results, oldest first."""

    def __init__(self, **told: list[Any]) -> None:
        self.told = told

    def deal(self, what: str, things: Sequence[Any], count: int) -> list[Any]:
        dealt = list(self.told[what].pop(0))
        rest = list(things)
        for thing in dealt:
            rest.remove(thing)  # raises if it was not there to be dealt
        assert len(dealt) == count, f"{what}: {count} are dealt, {len(dealt)} were told"
        return dealt

    def roll(self, what: str) -> int:
        return self.told[what].pop(0)

    def used_up(self) -> bool:
        return not any(self.told.values())
