"""The first line of a log holds every value of the cards, so that a game can be checked by it."""

import json

import pytest

from simulate.core.text.nested import leaves
from simulate.pack import catalogue, load
from simulate.pack.cards import each_card, values
from simulate.run.replay import with_cards

SETUP = {"event": "setup", "format": 1, "parameters": {}, "state": {"round": 1}}


@pytest.mark.parametrize("game", catalogue.names())
def test_the_set_up_line_holds_every_value_of_the_cards_and_no_source(game):
    pack = load(game)
    told = json.loads(json.dumps(with_cards(SETUP, pack)))
    assert list(told)[-1] == "state" and told["pack"]["differs"] == {}
    found = {".".join(map(str, way)): value for way, value in leaves(told["cards"])}
    printed = {
        f"{section}.{name}.{path}": value
        for section, name, card in each_card(pack.sections)
        for path, value in values(card)
    }
    assert found == printed
    assert not any(text in json.dumps(told["cards"]) for text in ("stand-in", "cited:"))


@pytest.mark.parametrize("game", catalogue.names())
def test_a_changed_card_is_told_beside_the_mark_of_the_shipped_pack(game):
    pack = load(game)
    path, value = next(
        (f"cards.{section}.{name}.{path}", value + by)
        for section, name, card in each_card(pack.sections)
        for path, value in values(card)
        if type(value) is int
        for by in (1, -1)
        if pack.try_resolve({f"cards.{section}.{name}.{path}": value + by})[0]
    )
    plain, changed = (with_cards(SETUP, p) for p in (pack, pack.resolve({path: value})))
    assert changed["pack"] == {"shipped": plain["pack"]["shipped"], "differs": {path: value}}
    assert changed["cards"] != plain["cards"]


def test_each_game_has_a_mark_of_its_own():
    marks = {with_cards(SETUP, load(game))["pack"]["shipped"] for game in catalogue.names()}
    assert len(marks) == len(catalogue.names())
