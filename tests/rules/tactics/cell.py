"""A cell made from the shipped files alone: cards, rules and tables, with changes."""

import copy
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from simulate.games.tactics.cards import CardsModel
from simulate.games.tactics.cards.realms import build_realms
from simulate.games.tactics.cards.tables import Catalogue, build
from tests.rules.tactics import shipped


def data() -> dict[str, Any]:
    """All sections of the cards as plain data, to be changed at will."""
    return copy.deepcopy(shipped.pack())


@cache
def cards() -> CardsModel:
    return CardsModel.model_validate(shipped.pack())


def setting(mode: str = "competitive", players: int = 2, *units: str, **more: Any) -> dict:
    """A complete setting; seats that are not named are dealt their units."""
    named = [*units, *["dealt"] * players][:players]
    return {
        "mode": mode,
        "players": players,
        "map": shipped.usual_map(mode),
        "units": named,
        **more,
    }


def built(
    mode: str = "competitive",
    players: int = 2,
    *units: str,
    data: Mapping[str, Any] | None = None,
    changes: Mapping[str, Any] | None = None,
    **more: Any,
) -> tuple[Any, Catalogue]:
    """(record, names) of one cell; data: changed cards, changes: of rules."""
    model = cards() if data is None else CardsModel.model_validate(data)
    rules = shipped.rules(**(changes or {}))
    array, names = build(rules, model, setting(mode, players, *units, **more))
    assert isinstance(array, np.ndarray)
    return array[0], names


@cache
def built_maps(count: int, seed: int = 0) -> list[dict[str, Any]]:
    """Realms of the builder as plain data, as in maps.toml."""
    found = build_realms(count, seed, 33, "glade", cards().scrolls, cards().boxes)
    return [plan.model_dump() for plan in found]
