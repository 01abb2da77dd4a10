"""What holds in whole games of the kernels: at every decision, and of every line of the log."""

import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulate.games.dungeons.cards.vocabulary import NONE, SLOTS
from simulate.games.dungeons.end import GAME_ROW, SEAT_ROW, fill_game_row, fill_seat_row, is_won
from simulate.games.dungeons.setup import deal
from simulate.games.dungeons.state import kit, record
from simulate.games.dungeons.state.kit import refresh
from simulate.games.dungeons.state.record import FIRST_SPELL
from tests.rules.dungeons.board import Board
from tests.rules.dungeons.cell import built
from tests.rules.dungeons.hand import Position
from tests.rules.dungeons.shipped import gentle
from tests.rules.dungeons.test_checks import HAMMER

SUMS = ("own", "owns", "result", "dice", "more_damage", "defense", "speed", "cheaper")
IDLE = ("drop", "leave", "stop", "discard", "decline", "nothing", "end", "lose")


def choose(luck: random.Random, found: list[str]) -> str:
    """At random, but seldom something idle."""
    busy = [word for word in found if not word.startswith(IDLE)]
    return luck.choice(busy if busy and luck.random() < 0.8 else found)


def distances_are_those_of_the_ways(board: Board) -> None:
    """The shortest ways, found again step by step from the Entrance."""
    s = board.s
    far, edge, steps = {record.ENTRANCE: 0}, [record.ENTRANCE], 0
    while edge:
        steps += 1
        sides = [(place, side) for place in edge for side in range(4) if s.ways[place] >> side & 1]
        edge = [int(record.NEIGHBOUR[place, side]) for place, side in sides]
        edge = [place for place in dict.fromkeys(edge) if place not in far]
        far |= dict.fromkeys(edge, steps)
    assert {int(place) for place in s.revealed[: s.rooms]} == set(far)
    for place, length in far.items():
        assert s.far[record.ENTRANCE, place] == length == s.far[place, record.ENTRANCE]


def sums_are_fresh(board: Board) -> None:
    """What follows from mats, bonuses and spaces is worked out whenever they change."""
    s = board.s
    before = {name: s[name].copy() for name in SUMS}
    for seat in range(s.players):
        refresh(s, board.cards, seat)
    for name in SUMS[1:]:
        assert np.array_equal(before[name], s[name]), name


def play(seed: int, heroes: int, *, easy: bool = False) -> Board:
    board = Board(*built(heroes, data=gentle() if easy else None))
    deal(board.s, board.cards, seed, 0)
    luck, found = random.Random(seed), board.go_on()
    while found:
        sums_are_fresh(board)
        if board.s.phase == record.PHASE.TURN:
            distances_are_those_of_the_ways(board)
        found = board.do(choose(luck, found))
    return board


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), heroes=st.integers(2, 4), easy=st.booleans())
def test_laws_of_whole_games(seed, heroes, easy):
    s = play(seed, heroes, easy=easy).s
    assert bool(is_won(s)) == (s.act == 2 and not any(s.marker))


@pytest.mark.parametrize("heroes", [2, 3, 4])
def test_rows_hold_what_happened(heroes):
    board = play(heroes, heroes)
    s = board.s
    game, seats = np.zeros(1, GAME_ROW)[0], np.zeros(heroes, SEAT_ROW)
    fill_game_row(s, board.cards, game)
    for seat in range(heroes):
        fill_seat_row(s, board.cards, seat, seats[seat])
    assert game["turns"] == s.turns + 1 and game["act"] == s.act
    slain = sum(seat["goblins_killed"] for seat in seats)
    assert game["goblins_placed"] == game["goblins_left"] + slain
    assert sum(seat["minions_killed"] for seat in seats) == game["minions_killed"]
    assert game["rooms_revealed"] == 1 + sum(seat["rooms_revealed"] for seat in seats)
    for seat, values in enumerate(seats):
        full = board.cards.hero_health[s.hero[seat]]
        assert full - values["health_lost"] + values["health_gained"] == values["health_left"]
        assert all(values["hits"] <= values["attacks"])
        assert int(values["saw"]).bit_count() == values["rooms_revealed"]
        assert int(values["made_safe"]).bit_count() == values["traps_disarmed"]
        assert int(values["searched"]).bit_count() <= values["finds"]
        failed = values["traps_met"] - values["traps_evaded"]
        assert int(values["sprung"]).bit_count() <= failed
        assert (values["sprung"] > 0) == (failed > 0)
    seen = np.bitwise_or.reduce(seats["saw"])
    lying = {int(card) for card in s.room if card != NONE} - {int(s.room[record.ENTRANCE])}
    assert {card for card in range(64) if seen >> card & 1} == lying


def test_rooms_are_counted_by_what_was_done_in_them():
    """Explored, searched with success, its trap sprung and disarmed; a failure is no find."""
    rooms = {"0,0": "entrance NESW"}
    known = built(2)[1].rooms
    p = Position({"lanon": "0,0"}, rooms=rooms, hidden={"1,0": "fire_vortex", "0,3": "armory"})
    p.do("explore east")
    assert counted(p, known) == [{"fire_vortex"}, set(), set(), set()]
    rooms["1,0"] = "bridge_of_doom EW"
    p = Position({"moonblade": "0,0"}, rooms=rooms, dice=[6, 5, 5, 6, 5, 5])
    p.do("move east", "agility", "take 6")
    assert counted(p, known) == [set(), set(), {"bridge_of_doom"}, set()]
    p.do("disarm", "take 6")  # the table is laid anew before each turn's move: counts as well
    assert counted(p, known) == [set(), set(), set(), {"bridge_of_doom"}]
    rooms["1,0"] = "library NESW"
    for rolled, found in ((5, {"library"}), (4, set())):
        p = Position({"ethairna": "1,0"}, rooms=rooms, dice=[rolled, 3, 3])
        p.do("search", f"take {rolled}")
        assert counted(p, known) == [set(), found, set(), set()]


def counted(p: Position, known: list[str]) -> list[set[str]]:
    s = p.board.s
    sets = (s.saw[0], s.searched[0], s.sprung[0], s.made_safe[0])
    return [{card for k, card in enumerate(known) if int(members) >> k & 1} for members in sets]


def test_a_set_is_had_from_two_pieces_on_though_one_goes_again():
    known = built(2)[1].sets
    for worn, had in (("lion_armor",), 0), (("lion_armor", "lion_cape"), 1):
        p = Position({"lanon": "0,0"}, wears={"lanon": list(worn)})
        p.do("drop lion_armor")
        assert int(p.board.s.sets_had[0]) == had << known.index("lion")


def items(members: int) -> set[str]:
    names = built(2)[1]
    return {card for k, card in enumerate(names.loot) if members >> k & 1} | {
        card for k, card in enumerate(names.spells) if members >> (FIRST_SPELL + k) & 1
    }


@pytest.mark.parametrize(
    ("hero", "worn", "moves", "used"),
    [
        ("lanon", "bladed_chain", ["use loot.bladed_chain.use at goblin 1"], True),
        ("lanon", "lion_cape", [HAMMER, "pay loot.lion_cape.use"], True),
        ("lanon", "lion_cape", [HAMMER, "take 6"], False),
        ("ethairna", "fireball", ["cast spells.fireball.cast"], True),
        ("grok", "spiked_shield", ["melee loot.spiked_shield.use at minion minotaur"], True),
        ("grok", "spiked_shield", ["end"], False),
    ],
)
def test_of_which_items_an_ability_was_used_is_counted(hero, worn, moves, used):
    p = Position(
        {hero: "1,0"},
        minions=["minotaur 1,0 8"],
        goblins={1: "stabby 2,0"},
        wears={hero: [worn]},
        dice=[6, 5, 4, 4, 3],
        enemy=["2"],
    )
    p.do(*moves)
    assert items(int(p.board.s.items_used[0])) == ({worn} if used else set())


@pytest.mark.parametrize(
    "hero, moves, used",
    [
        ("ethairna", ["use heroes.ethairna.right_hand"], {"right_hand"}),
        ("grok", ["melee heroes.grok.left_hand at minion minotaur"], {"left_hand"}),
        ("ethairna", ["cast heroes.ethairna.talent at minion minotaur"], {"talent"}),
        ("ethairna", ["end"], set()),
    ],
)
def test_which_abilities_of_its_mat_a_hero_used_is_counted(hero, moves, used):
    p = Position({hero: "1,0"}, minions=["minotaur 1,0 8"], dice=[6, 5, 4], enemy=["2"])
    p.board.s.health[0] -= 2
    p.do(*moves)
    found = int(p.board.s.hero_abilities[0])
    assert {slot for k, slot in enumerate(SLOTS) if found >> k & 1} == used


def test_which_items_were_on_a_mat_is_counted_though_they_go_again():
    rooms = {"0,0": "entrance NESW", "1,0": "armory W"}
    p = Position({"grok": "0,0"}, rooms=rooms)
    s, cards = p.board.s, p.board.cards
    for card in ("spiked_shield", "elven_mail"):
        kit.equip(s, cards, 0, built(2)[1].loot.index(card), 0, NONE, p.board.log)
    kit.drop(s, cards, 0, built(2)[1].loot.index("spiked_shield"), 0, p.board.log)
    assert items(int(s.equipped[0])) == {"spiked_shield", "elven_mail"}
