"""A cell made from the shipped files alone: cards, rules and tables, with changes."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from simulate.games.dungeons.cards import CardsModel
from simulate.games.dungeons.cards.tables import Catalogue, build
from tests.rules import shipped as files
from tests.rules.dungeons import shipped

SECTIONS = ("heroes", "goblins", "minions", "bosses", "dungeon", "loot", "spells", "sets", "torch")


@cache
def cards() -> CardsModel:
    return CardsModel.model_validate(shipped.cards())


def changed(path: str, value: Any) -> dict[str, Any]:
    """The shipped data with the value at the dotted path replaced or added."""
    return files.changed(shipped.read("cards"), path, value)


def built(
    heroes: int = 3,
    *,
    data: Mapping[str, Any] | None = None,
    changes: Mapping[str, Any] | None = None,
    party: str = "dealt",
    boss: str = "dealt",
) -> tuple[Any, Catalogue]:
    """(record, names) of one cell; data: changed cards, changes: of rules."""
    model = cards() if data is None else CardsModel.model_validate(data)
    setting = {"heroes": heroes, "party": party, "boss": boss}
    array, names = build(shipped.rules(**(changes or {})), model, setting)
    return array[0], names
