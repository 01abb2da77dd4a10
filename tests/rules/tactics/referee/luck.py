"""Everything that chance decides, in one object: dealt by itself or told from outside.

Dealt: `units <class>` (a class deck, shuffled), `tactics` and `enemy_cards` (decks, shuffled, top
first; anew whenever they are), `enemy_units` (a Solo Enemy's units in the order placed),
`triggers` (the three areas in the order drawn), `respawn` (an area), `new_unit <class>` (the
class deck, shuffled, top first).  Rolled: dice, as the icons that show.
"""

import random
from collections.abc import Sequence
from typing import Any

ICONS = ("knock_back", "miss", "power")
FACES = {"knock_back": 0, "miss": 2, "power": 4}  # as the shipped die has them


def die(rules: dict[str, Any]) -> list[set[str]]:
    """The icons of each of the six faces."""
    faces: list[set[str]] = [set() for _ in range(6)]
    first = 0
    for icon in ICONS:
        count = rules[f"{icon}_faces"]
        for face in range(first, first + count):
            faces[face].add(icon)
        if rules["faces_share"] == "apart":
            first += count
    return faces


class Luck:
    """Chance of its own.  `what` says for which purpose something is dealt."""

    def __init__(self, seed: int | str = 0) -> None:
        self.random = random.Random(seed)

    def shuffle(self, what: str, things: Sequence[Any]) -> list[Any]:
        return self.random.sample(list(things), len(things))

    def roll(self, count: int) -> list[int]:
        """Faces 0 to 5 of so many dice."""
        return [self.random.randrange(6) for _ in range(count)]


class Told:
    """Chance told from outside: for each purpose the results, oldest first.

    dice: faces by their icon, as the shipped die has them.  What is not told is left in its
    order.
    """

    def __init__(self, dice: str = "", **told: list[list[Any]]) -> None:
        self.dice = dice.split()
        self.told = told

    def shuffle(self, what: str, things: Sequence[Any]) -> list[Any]:
        if not self.told.get(what):
            return list(things)
        first = self.told[what].pop(0)
        return [*first, *(thing for thing in things if thing not in first)]

    def roll(self, count: int) -> list[int]:
        faces = [FACES[self.dice.pop(0)] for _ in range(count)]
        return faces
