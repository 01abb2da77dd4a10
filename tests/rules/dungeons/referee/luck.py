"""Everything that chance decides, in one object: dealt by itself or told from outside.

Shuffled: rooms, encounters, deck_b, deck_c, goblins, minions, loot, spells (top first), and
goblins again when their deck is empty; dealt: heroes, boss.  Rolled: hero (one die at a time),
enemy.  Picked, with a switch: tie.
"""

import random
from collections.abc import Sequence
from typing import Any


class Luck:
    """Chance of its own."""

    def __init__(self, seed: int | str = 0) -> None:
        self.random = random.Random(seed)

    def shuffle(self, what: str, things: Sequence[Any]) -> list[Any]:
        return self.random.sample(list(things), len(things))

    def roll(self, what: str) -> int:
        return self.random.randint(1, 6)

    def pick(self, what: str, things: Sequence[Any]) -> Any:
        return self.random.choice(list(things))


class Told:
    """Chance told from outside: for each purpose the results, oldest first.

    What is not told of a shuffle stays in the order in which it lies.
    """

    def __init__(self, **told: list[Any]) -> None:
        self.told = told

    def shuffle(self, what: str, things: Sequence[Any]) -> list[Any]:
        if not self.told.get(what):
            return list(things)
        order = list(self.told[what].pop(0))
        assert sorted(map(str, order)) == sorted(map(str, things)), f"{what}: other things"
        return order

    def roll(self, what: str) -> int:
        return self.told[what].pop(0)

    def pick(self, what: str, things: Sequence[Any]) -> Any:
        picked = self.told[what].pop(0)
        assert picked in things
        return picked

    def used_up(self) -> bool:
        return not any(self.told.values())
