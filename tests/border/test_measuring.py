"""The cards that goals are measured on stay, whatever becomes of the shipped ones."""

import hashlib
import json

import pytest

from benchmarks.measuring import CARDS, measuring
from simulate import pack
from simulate.pack import Pack, catalogue, differences
from simulate.pack.cards import without_sources
from simulate.pack.text import formats

# Of every rule and every card, sources aside.  Another one means that nothing measured before can
# be compared with what is measured from now on: put the value before into benchmarks/cards, unless
# there was none (a new card, rule or ability that plays no part in what was measured).
LAID = {
    "defenders": "469bf5222ec6d088",
    "kingdoms": "a6ebf451ee3d847a",
    "ultra_kingdoms": "87909e731a9e9c04",
    "dungeons": "d1dde3fb497b4276",
    "tactics": "1985ad84e75e244f",
}
MARKS = ("goblin", "portal", "abilities")  # of a room: one that it lacks may be written or not


def digest(known: Pack) -> str:
    """One short hash of all that is played of a pack but its players."""
    cards = without_sources(known.sections)
    for section, ids in formats.RENAMED.get(known.game, {}).items():
        then = {new: old for old, new in ids.items()}
        cards[section] = {then.get(key, key): card for key, card in cards[section].items()}
    for room in cards.get("dungeon", {}).values():
        for mark in MARKS:
            if not room.get(mark, True):
                del room[mark]
    text = json.dumps({"rules": known.rule_values(), "cards": cards}, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


@pytest.mark.parametrize("game", LAID)
def test_the_cards_for_measuring_are_those_of_before_and_the_players_todays(game):
    laid = measuring(game)
    assert digest(laid) == LAID[game], f"put the value before into {CARDS / game}.toml"
    assert laid.strategies == pack.load(game).strategies


def test_every_game_is_measured_and_every_file_is_of_a_game():
    assert set(LAID) == set(catalogue.names())
    assert {path.stem for path in CARDS.iterdir()} <= set(LAID)
    assert {path.suffix for path in CARDS.iterdir()} == {".toml"}


@pytest.mark.parametrize("game", sorted(path.stem for path in CARDS.glob("*.toml")))
def test_no_value_of_the_layer_is_the_shipped_one(game):
    laid, shipped = measuring(game), pack.load(game)
    apart = {difference.path for difference in differences(laid, shipped)}
    for path in _laid(game):
        assert any(f"{other}.".startswith(f"{path}.") for other in apart), path


def _laid(game: str) -> list[str]:
    from simulate.experiment import RunRequest, load

    axes = load(RunRequest(str(CARDS / f"{game}.toml"))).axes
    return [axis.name for axis in axes if axis.kind == "parameter"]
