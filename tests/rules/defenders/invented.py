"""Cards that nobody printed, invented from the effect vocabulary."""

import copy
import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tests.mechanics.invented import invent

MOMENTS = {
    "heroes": ("action", "move", "succor", "fight", "defend", "turn_start", "always"),
    "regions": ("action", "move", "succor", "fight", "defend", "turn_start", "always"),
    "artifacts": ("action", "free"),
    "dire_enemies": ("undefended", "always"),
    "foes": ("round_end", "damaged", "turn_start", "always"),
}
ALWAYS = {
    "heroes": ("reach", "act_at_zero"),
    "regions": ("reach", "act_at_zero"),
    "dire_enemies": ("defend_price",),
    "foes": ("enter_price", "close_region"),
}
ASKING = ("peek", "arrange", "push", "place_heroes", "gain_points")
IN_TURN = ("action", "move", "succor", "fight")
SPENT = ("action", "move", "succor", "fight", "defend", "free")


def invent_effect(luck: random.Random, kind: str, when: str) -> dict[str, Any]:
    """One effect of the vocabulary that fits the moment, with values within its bounds."""
    from simulate.games.defenders.cards.vocabulary import EFFECTS

    fitting = [name for name, spec in EFFECTS.items() if when in spec.when]
    if when == "always":
        fitting = [name for name in fitting if name in ALWAYS[kind]]
    name = luck.choice(fitting)
    return invent(luck, EFFECTS, name)


def invent_ability(luck: random.Random, kind: str) -> dict[str, Any]:
    """An ability for a kind of card; not every one is lawful."""
    when = luck.choice(MOMENTS[kind])
    count = luck.choice((1, 1, 2, 3))
    ability: dict[str, Any] = {
        "name": f"INVENTED {luck.randrange(1000)}",
        "when": when,
        "effects": [invent_effect(luck, kind, when) for _ in range(count)],
    }
    if when == "action":
        ability["points"] = luck.randint(0, 2)
    if when in SPENT and luck.random() < 0.4:
        ability["health"] = luck.randint(1, 2)
    if kind == "artifacts" and luck.random() < 0.2:
        ability["at"] = "capital"
    if kind == "heroes" and when in IN_TURN and luck.random() < 0.3:
        ability["uses_per_turn"] = luck.randint(1, 2)
    return ability


def asks_twice(kind: str, abilities: Iterable[dict[str, Any]]) -> bool:
    """Whether several abilities work at one moment and one of them asks the players.

    The question is put when all the rest of the moment is done, and there is one at most;
    `test_vocabulary` looks at that by itself.
    """
    whens = [ability["when"] for ability in abilities]
    asking = [a["when"] for a in abilities if any(e["do"] in ASKING for e in a["effects"])]
    return any(
        whens.count(when) > 1 or (when == "turn_start" and kind != "heroes") for when in asking
    )


def invent_card(luck: random.Random, kind: str, printed: dict[str, Any]) -> dict[str, Any]:
    """A printed card with other abilities; tried until the model takes it."""
    from pydantic import ValidationError

    from simulate.games.defenders.cards import model

    models = {
        "heroes": model.Hero,
        "regions": model.Region,
        "artifacts": model.Artifact,
        "dire_enemies": model.DireEnemy,
        "foes": model.Foe,
    }
    while True:
        card = copy.deepcopy(printed)
        count = luck.randint(1, 1 if kind in ("regions", "artifacts") else 2)
        card["abilities"] = {f"{kind}_{i}": invent_ability(luck, kind) for i in range(count)}
        if asks_twice(kind, card["abilities"].values()):
            continue
        card["source"] = {"*": "stand-in: invented by a test"}
        try:
            models[kind].model_validate(card)
        except ValidationError:
            continue
        return card


def invented_pack(pack: Any, number: int) -> tuple[Any, dict[str, str]]:
    """The shipped pack with one card of each kind replaced, and which ones."""
    from simulate.games.defenders.cards import CardsModel

    luck = random.Random(number)
    tables = copy.deepcopy(dict(pack.sections))
    new = {}
    for kind in MOMENTS:
        names = [name for name in tables[kind] if name != "capital"]
        new[kind] = luck.choice(sorted(names))
        tables[kind][new[kind]] = invent_card(luck, kind, tables[kind][new[kind]])
    return replace(pack, sections=tables, cards=CardsModel.model_validate(tables)), new
