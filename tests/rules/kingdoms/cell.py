"""A cell made from the shipped files alone: cards, rules and tables, with changes.

Territories are one more section of the cards, whether they lie in cards.toml or beside it.
"""

import copy
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from simulate.games.kingdoms.cards import CardsModel
from simulate.games.kingdoms.cards.tables import Catalogue, build
from tests.rules import shipped as files

EDITIONS = ("kingdoms", "ultra_kingdoms")
# Factions of the base edition, and those that only Ultra has, in the order of the cards.
KINGDOMS = [
    *("centaurs", "constructs", "dark_elves", "dwarves", "elves", "goblins", "halflings"),
    *("humans", "lizardfolk", "merfolk", "orcs", "shapeshifters", "undead"),
]
ONLY_ULTRA = ["order_of_gamelyn", "gnolls", "trolls"]


def shipped(edition: str) -> dict[str, Any]:
    """All sections of the cards as plain data, to be changed at will."""
    apart = files.read(edition, "territories") if _has_territories(edition) else {}
    return copy.deepcopy(files.read(edition, "cards") | apart)


def _has_territories(edition: str) -> bool:
    return (files.CONFIGS / edition / "territories.toml").is_file()


@cache
def cards(edition: str) -> CardsModel:
    return CardsModel.model_validate(shipped(edition))


def changed(edition: str, path: str, value: Any) -> dict[str, Any]:
    """The shipped data with the value at the dotted path replaced."""
    return files.changed(shipped(edition), path, value)


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
        files.rules(edition, **(changes or {})), model, setting(players, *factions, **levels)
    )
    assert isinstance(array, np.ndarray)
    return array[0], names
