"""A move that would change nothing is not offered: whole games, and positions laid by hand."""

import random
from typing import Any

import pytest

from simulate.games.dungeons.setup import deal
from tests.marks import long_but
from tests.rules.dungeons.board import Board
from tests.rules.dungeons.cell import built
from tests.rules.dungeons.hand import Position
from tests.rules.dungeons.idle import Trial
from tests.rules.dungeons.shipped import gentle
from tests.rules.dungeons.test_boss import DEN, in_lair
from tests.rules.dungeons.test_laws import choose
from tests.rules.dungeons.test_lockstep import invented_cards
from tests.rules.dungeons.words import move_word

CLOAK = "use loot.mantle.use"


def audit(heroes: int, seed: int, data: Any) -> None:
    """Play a game, and each move that is offered on a copy of its table."""
    cards, names = built(heroes, data=data)
    board, trial = Board(cards, names), Trial(cards)
    deal(board.s, cards, seed, 0)
    luck, found = random.Random(seed), board.go_on()
    while found:
        idle = trial.idle_moves(board.s)
        assert not idle, [move_word(names, board.s, m.view()) for m in idle]
        found = board.do(choose(luck, found))


@pytest.mark.parametrize("heroes", long_but({3}, [2, 3, 4]))
def test_N_CARD_8_no_move_of_whole_games_changes_nothing(heroes):
    audit(heroes, heroes, None)
    audit(heroes, heroes, gentle())


@pytest.mark.parametrize("number", long_but({1}, range(3)))
def test_N_CARD_8_no_move_of_games_with_invented_cards_changes_nothing(number):
    audit(2 + number, number, invented_cards(random.Random(number)))


@pytest.mark.long
@pytest.mark.parametrize("number", range(40))
def test_N_CARD_8_many_games_with_invented_cards(number):
    audit(2 + number % 3, number, invented_cards(random.Random(number)) if number % 2 else gentle())


def test_N_CARD_8_who_lacks_nothing_does_not_rest():
    """Rule N-REST-1.  What a space of the mat takes first is a reason to rest."""
    assert "rest" not in Position({"lanon": "1,0"}).offered
    assert "rest" in Position({"lanon": "1,0"}, health={"lanon": 7}).offered
    assert "rest" in Position({"lanon": "1,0"}, focus={"lanon": 4}).offered
    p = in_lair(spaces={"lanon": 3, "grok": 1}).do("space 4")  # one health is lost there
    p.do("rest")
    assert p.lost("lanon") == 0
    healed = in_lair(spaces={"lanon": 5, "grok": 1}, boss="vampire lair").do("space 6")
    assert "rest" not in healed.offered


def test_N_CARD_8_stealth_is_bought_once():
    p = Position({"moonblade": "0,0"}, wears={"moonblade": ["mantle"]})
    assert CLOAK not in p.do(CLOAK).offered


def test_N_CARD_8_a_hero_who_lacks_nothing_is_not_healed():
    heroes = {"lanon": "0,0", "grok": "0,0", "wyn_keleas": "0,0"}
    p = Position(heroes, health={"grok": 0, "wyn_keleas": 6})
    assert p.offers("use heroes.lanon.right_hand on") == {"grok"}


def test_N_CARD_8_an_enemy_that_cannot_give_way_is_not_driven_off():
    said = {"wears": {"lanon": ["bladed_chain"]}, "health": {"lanon": 7}}
    p = Position({"lanon": "2,0"}, goblins={1: "boomy 1,0", 2: "pokey 3,0"}, **said)
    assert p.offers("use loot.bladed_chain.use at") == {
        "goblin 1"
    }  # the other one stands at the end


def test_N_CARD_8_a_price_is_asked_for_what_changes_something():
    """The Arcane Altar lifts the torch: not above its start."""
    rooms = {"0,0": "entrance NESW", "1,0": "arcane_altar W"}
    said = {"rooms": rooms, "dice": [6, 5, 5], "deck": ["hall"]}
    low = Position({"ethairna": "1,0"}, torch=5, **said).do("search", "take 6")
    assert "pay" in low.offered
    top = low.t.cards["torch"]["act_1"]["starts"]["heroes_2"]
    high = Position({"ethairna": "1,0"}, torch=top, **said).do("search", "take 6")
    assert "pay" not in high.offered and high.t.torch == top


def test_N_CARD_8_no_die_too_many_is_bought():
    worn = {"ethairna": ["bear_horn"], "lanon": ["bear_horn"]}
    said = {"minions": ["minotaur 1,0 8"], "wears": worn, "dice": [3, 2, 2], "enemy": ["2"]}
    for hero, offered in (("ethairna", True), ("lanon", False)):  # one die, and three
        only = {"wears": {hero: ["bear_horn"]}}
        p = Position({hero: "1,0"}, **(said | only))
        weapon = next(word for word in sorted(p.offered) if word.startswith("melee"))
        assert ("pay loot.bear_horn.use" in p.do(weapon).offered) == offered


def test_N_ALTAR_1_N_ALTAR_2_an_altar_that_covers_no_ward_stays():
    """The Demon Lord has one ward."""
    heroes = {"lanon": "0,0", "grok": "2,0"}
    p = Position(heroes, rooms=DEN, boss="demon_lord lair", altars=["0,0", "2,0"])
    p.do("taunt")  # Speed 4: over the chamber's altar to the Entrance
    assert p.t.boss.place == (0, 0) and p.t.dispelled == int(p.board.s.dispelled) == 1
    assert p.t.rooms[0, 0].altar and not p.t.rooms[2, 0].altar
