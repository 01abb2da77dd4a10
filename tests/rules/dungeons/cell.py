"""A cell made from the shipped files alone: cards, rules and tables, with changes."""

import copy
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from simulate.games.dungeons.cards import CardsModel
from simulate.games.dungeons.cards.tables import Catalogue, build
from simulate.pack import configs

SECTIONS = ("heroes", "goblins", "minions", "bosses", "dungeon", "loot", "spells", "sets", "torch")


@cache
def read(name: str) -> dict[str, Any]:
    """A shipped file; not to be changed."""
    with (configs.game_folder("dungeons") / name).open("rb") as file:
        return tomllib.load(file)


def shipped() -> dict[str, Any]:
    """All sections of the cards as plain data, to be changed at will."""
    return copy.deepcopy(read("cards.toml"))


@cache
def cards() -> CardsModel:
    return CardsModel.model_validate(shipped())


def changed(path: str, value: Any) -> dict[str, Any]:
    """The shipped data with the value at the dotted path replaced or added."""
    new = shipped()
    *way, last = path.split(".")
    here: Any = new
    for part in way:
        here = here[int(part)] if isinstance(here, list) else here[part]
    here[last] = value
    return new


def _values(table: Mapping[str, Any], way: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    for key, entry in table.items():
        if "value" in entry:
            yield ".".join((*way, key)), entry["value"]
        else:
            yield from _values(entry, (*way, key))


def rules(**changes: Any) -> dict[str, Any]:
    """Parameters by path without `rules.`; in the names of changes `__` stands for a dot."""
    found = dict(_values(read("rules.toml")))
    for name, value in changes.items():
        assert name.replace("__", ".") in found, name
        found[name.replace("__", ".")] = value
    return found


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
    array, names = build(rules(**(changes or {})), model, setting)
    return array[0], names
