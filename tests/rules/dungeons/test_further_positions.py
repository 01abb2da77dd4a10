"""Further positions, written from the rulebook alone (see positions.md)."""

from tests.rules.dungeons.hand import Position
from tests.rules.dungeons.test_boss import DEN

ACTION = 28  # two heroes in Act 1: the end of the turn brings the torch onto an enemy action
BOSS_ACTION = 8  # the same in Act 2
AROUND = {
    "0,0": "entrance NESW",
    "0,1": "hall SE",
    "1,1": "hall SW",
    "1,0": "hall NE",  # a wall to the Entrance
    "2,0": "hall W",
}


def test_117_N_ENEMY_6_N_WALK_5_goblins_reach_along_pathways():
    p = Position({"lanon": "0,0"}, goblins={1: "boomy 1,1"}, torch=ACTION).do("end")
    assert p.lost("lanon") == 2 and p.t.goblins[1].place == (1, 1)
    p = Position({"lanon": "0,0"}, rooms=AROUND, goblins={1: "boomy 1,0"}, torch=ACTION).do("end")
    assert p.lost("lanon") == 0 and p.t.goblins[1].place == (1, 1)


def test_118_N_ENEMY_1_N_WALK_7_the_second_goblin_passes_whom_the_first_felled():
    p = Position(
        {"lanon": "1,0", "uliessa": "0,0"},
        goblins={1: "stabby 1,0", 2: "stabby 3,0"},
        torch=ACTION,
        health={"lanon": 1},
    ).do("end")
    assert p.hero("lanon").health == 0 and p.lost("uliessa") == 0
    assert p.t.goblins[2].place == (0, 0)


def test_119_N_ENEMY_5_N_ENEMY_7_who_moves_and_attacks_goes_to_the_nearest_first():
    for minion, far in (("dark_mage 3,0 7", 2), ("minotaur 3,0 8", 0)):
        p = Position({"lanon": "0,0", "uliessa": "2,0"}, minions=[minion], torch=ACTION).do("end")
        assert p.t.minions[0].place == (2, 0)
        assert p.lost("uliessa") > 0 and p.lost("lanon") == far


def test_120_N_ALTAR_4_N_DEEP_2_taunted_from_the_mat_the_boss_comes_home():
    heroes = {"lanon": "lair", "grok": "0,0"}
    p = Position(heroes, rooms=DEN, boss="dragon 3,0", space={"lanon": 1})
    assert not p.offers("melee")
    p.do("taunt")
    assert p.t.boss.place == "lair" and p.offers("melee")


def test_121_N_WALK_1_N_DEEP_3_the_boss_goes_back_to_those_on_the_mat():
    p = Position(
        {"lanon": "lair", "grok": "lair"},
        rooms=DEN,
        boss="dragon 2,0",
        space={"lanon": 1, "grok": 3},
        torch=BOSS_ACTION,
    ).do("end")
    assert p.t.boss.place == "lair" and (p.lost("lanon"), p.lost("grok")) == (2, 2)


def test_122_N_END_4_no_open_corridor_though_cards_are_left():
    closed = {"0,0": "entrance NESW", "0,1": "hall S", "0,-1": "hall N", "-1,0": "hall E"}
    said = {"rooms": closed, "deck": ["lair_door"]}
    p = Position({"lanon": "0,0"}, hidden={"1,0": "treasury"}, **said).do("explore east")
    assert p.t.rooms[1, 0].open == {"west"} and p.end == "no corridor"
    p = Position({"lanon": "0,0"}, hidden={"1,0": "buzzsaw"}, **said).do("explore east")
    assert p.end is None and p.t.hidden == {(2, 0): "lair_door"}


def test_123_N_END_3_N_FREE_6_a_look_around_for_the_last_step():
    rooms = {"0,0": "entrance NESW"}
    p = Position({"lanon": "0,0"}, rooms=rooms, hidden={"1,0": "armory"}, torch=1)
    p.do("look around")
    assert p.reason == "torch_out_act_1" and set(p.t.rooms) == {(0, 0)}
