"""A cell made from the shipped files alone: cards, rules and tables, with changes.

Territories are one more section of the cards, whether they lie in cards.toml or beside it.
"""

import copy
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np

from simulate.games.kingdoms.cards import CardsModel
from simulate.games.kingdoms.cards.tables import Catalogue, build
from simulate.pack import configs

EDITIONS = ("kingdoms", "ultra_kingdoms")
# Factions of the base edition, and those that only Ultra has, in the order of the cards.
KINGDOMS = [
    *(
        "centaurs",
        "constructs",
        "dark_elves",
        "dwarves",
        "elves",
        "goblins",
        "halflings",
    ),
    *("humans", "lizardfolk", "merfolk", "orcs", "shapeshifters", "undead"),
]
ONLY_ULTRA = ["order_of_gamelyn", "gnolls", "trolls"]


@cache
def read(edition: str, name: str) -> dict[str, Any]:
    """A shipped file; not to be changed."""
    with (configs.game_folder(edition) / name).open("rb") as file:
        return tomllib.load(file)


def shipped(edition: str) -> dict[str, Any]:
    """All sections of the cards as plain data, to be changed at will."""
    apart = read(edition, "territories.toml") if _has_territories(edition) else {}
    return copy.deepcopy(read(edition, "cards.toml") | apart)


def _has_territories(edition: str) -> bool:
    return (configs.game_folder(edition) / "territories.toml").is_file()


@cache
def cards(edition: str) -> CardsModel:
    return CardsModel.model_validate(shipped(edition))


def changed(edition: str, path: str, value: Any) -> dict[str, Any]:
    """The shipped data with the value at the dotted path replaced."""
    new = shipped(edition)
    *way, last = path.split(".")
    here: Any = new
    for part in way:
        here = here[int(part)] if isinstance(here, list) else here[part]
    here[last] = value
    return new


def _values(table: Mapping[str, Any], way: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    for key, entry in table.items():
        if isinstance(entry, dict) and "value" in entry:
            yield ".".join((*way, key)), entry["value"]
        elif isinstance(entry, dict):
            yield from _values(entry, (*way, key))


def rules(edition: str, **changes: Any) -> dict[str, Any]:
    """Parameters by path without `rules.`; in the names of changes `__` stands for a dot."""
    found = dict(_values(read(edition, "rules.toml")))
    for name, value in changes.items():
        assert name.replace("__", ".") in found, name
        found[name.replace("__", ".")] = value
    return found


def setting(players: int, *factions: str, **levels: Any) -> dict[str, Any]:
    """A complete setting; seats that are not named are dealt their faction."""
    named = [*factions, *["dealt"] * max(players, 2)][: max(players, 2)]
    return {"players": players, "faction": named, **levels}


def built(
    edition: str,
    players: int = 4,
    *factions: str,
    data: Mapping[str, Any] | None = None,
    changes: Mapping[str, Any] | None = None,
    **levels: Any,
) -> tuple[Any, Catalogue]:
    """(record, names) of one cell; data: changed cards, changes: of rules."""
    model = cards(edition) if data is None else CardsModel.model_validate(data)
    array, names = build(
        rules(edition, **(changes or {})), model, setting(players, *factions, **levels)
    )
    assert isinstance(array, np.ndarray)
    return array[0], names
