"""Abilities made at random from the vocabulary, lawful ones only."""

import random
from typing import Any

from simulate.games.dungeons.cards.abilities import Ability
from simulate.games.dungeons.cards.vocabulary import EFFECTS, FAR, OWNED, SKILLS, WEAPONS
from tests.mechanics.invented import first_lawful, invent


def _try_ability(luck: random.Random, when: str) -> dict[str, Any]:
    made: dict[str, Any] = {"name": "Invented", "when": when}
    if when in WEAPONS:
        made |= {"skill": luck.choice(SKILLS), "bonus": luck.randint(-3, 4)}
        return made | ({"range": luck.randint(1, 6)} if when == "missile" else {})
    fitting = [do for do, spec in EFFECTS.items() if when in spec.when]
    made["effects"] = [
        invent(luck, EFFECTS, luck.choice(fitting)) for _ in range(luck.randint(1, 2))
    ]
    if when == "cast":
        made |= {"skill": luck.choice(SKILLS), "target": luck.randint(2, 9)}
    if when in ("cast", "free", "check"):
        made["focus"] = luck.randint(1, 5)
    if any(e.get("who") in FAR for e in made["effects"]):
        made["reach"] = luck.choice(("room", "sight", "path"))
        if made["reach"] != "room":
            made["range"] = luck.randint(1, 6)
    return made


def ability(luck: random.Random, when: str | None = None) -> dict[str, Any]:
    """A lawful ability for a hero, loot or a spell, as plain data."""
    return first_lawful(lambda: _try_ability(luck, when or luck.choice(OWNED)), Ability)
