"""The words of each game's effects: shipped cards bear each, and each stands for itself."""

from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from simulate.mechanics.effects import Word
from simulate.pack import load
from tests.rules.test_ledger import GAMES, PACKS

# Known of the printed game, on no shipped card: `test_printed_kinds` writes and plays them.
UNPRINTED = {"defenders": {"act_at_zero"}, "dungeons": {"kill"}}
BEARER = {"kingdoms": 4}  # how much of a way names what bears an effect: there a level, else a card

EACH = pytest.mark.parametrize("game", GAMES)


def vocabulary(game: str) -> Any:
    return import_module(f"simulate.games.{game}.cards.vocabulary")


def effects(data: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every effect in a pack's cards: where it stands, and what it does."""
    if isinstance(data, dict):
        if "do" in data:
            yield way, data["do"]
        data = [(key, value) for key, value in data.items() if key != "source"]
    elif isinstance(data, list):
        data = [*enumerate(data)]
    else:
        return
    for key, value in data:
        yield from effects(value, (*way, key))


@EACH
def test_an_effect_of_one_card_says_why(game: str) -> None:
    found = defaultdict(set)
    for way, do in effects(dict(load(PACKS.get(game, [game])[-1]).sections)):
        found[do].add(way[: BEARER.get(game, 2)])
    known = vocabulary(game).EFFECTS
    assert set(known) - set(found) == UNPRINTED.get(game, set())
    assert {do for do, bearers in found.items() if len(bearers) == 1} == {
        do for do, spec in known.items() if spec.unique
    }


@EACH
def test_every_word_is_explained_and_used(game: str) -> None:
    """Moments of attacks with a weapon have no effect of their own."""
    known = vocabulary(game)
    assert set(known.MOMENTS) - {"melee", "missile"} == set(known.EFFECTS.taken("when"))
    for key, said in known.KEYS.items():
        if isinstance(said, Word):
            assert set(known.EFFECTS.taken(key)) == set(said.words), key
