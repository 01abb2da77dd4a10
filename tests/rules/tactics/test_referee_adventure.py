"""Positions laid by hand, for referee and kernels: time, ends, setup, captures of adventures."""

import pytest

from tests.rules.tactics.adventures import MINE, dive, enemys, solo
from tests.rules.tactics.hand import Position, enemy_card
from tests.rules.tactics.referee import Luck, play
from tests.rules.tactics.shipped import new_table

# ---------------------------------------------------------------- time and ends


def test_T_SOLO_15_T_SOLO_16_T_SOLO_17_the_time_token():
    p = solo()
    assert p.t.time == 8 and p.asked == "P1"
    p.do("end")
    assert p.t.time == 7 and p.asked == "P1", "the Solo Enemy's turn has been taken between them"
    p = solo(rules={"time.solo": 1})
    assert p.t.outcome == "lost_time"


def test_T_SOLOEND_2_all_units_captured():
    p = enemys("beast north", "fighter 5,1 health=1", "beast 6,1; rogue 9,7")
    assert p.t.outcome == "lost_units"


def test_T_COOP_9_either_player_without_units():
    p = Position(
        {"P1": "fighter 5,1 health=1", "P2": "beast 6,1", "P3": MINE, "P4": "beast 10,7"},
        mode="coop",
        seats=4,
        active="P2",
        cards=[enemy_card("beast", "north")],
    )
    assert p.t.outcome == "lost_units"


def test_T_RESPAWN_1_T_RESPAWN_2_time_for_a_captured_unit():
    p = solo("beast 5,1; rogue 1,1", "beast 6,1 health=1; rogue 9,7", rules={"time.solo": 9})
    p.t.time = 4
    p.do("melee beast at 6,1")
    assert p.t.time == 6
    p = solo("beast 5,1; rogue 1,1", "beast 6,1 health=1; rogue 9,7").do("melee beast at 6,1")
    assert p.t.time == 9, "8 and not past 9"


def test_T_RESPAWN_3_T_RESPAWN_4_T_RESPAWN_5_another_unit_comes():
    told = {"new_unit beast": [["beast6"]], "respawn": [["h"]]}
    p = solo("beast 5,1; rogue 1,1", "beast 6,1 health=1; rogue 9,7", told=told)
    p.do("melee beast at 6,1")
    new = p.unit("P2 beast")
    assert new.name == "beast6" and new.at == (6, 7) and new.health == 9 and not new.under
    assert "beast1" in p.t.decks["beast"], "the captured one may come again"


def test_T_RESPAWN_6_beside_an_occupied_trigger_space():
    told = {"respawn": [["h"]]}
    cards = [enemy_card("beast", "south"), enemy_card("beast", "east")]
    p = solo("beast 5,1; rogue 6,7", "beast 6,1 health=1; rogue 9,7", cards, told=told)
    p.do("melee beast at 6,1")
    # South is off the map, west is next clockwise, and its space is free.
    assert p.unit("P2 beast").at == (5, 7) and p.t.enemy_discards == ["card0"]


@pytest.mark.parametrize("rule, place", [("again", (6, 7)), ("beside", (3, 2))])
def test_T_RESPAWN_5_a_closed_trigger_space(rule, place):
    told = {"respawn": [["r", "h"]]}
    p = solo(
        "beast 5,1; rogue 9,6",
        "beast 6,1 health=1; fighter 9,7",
        [enemy_card("beast", "north")],
        told=told,
        rules={"respawn_closed": rule},
    )
    p.t.land.mark[5, 7], p.t.land.mark[3, 3] = ".", "R"
    dive(p, "P1 rogue", "box_2x2")
    p.do("melee beast at 6,1")
    assert p.unit("P2 beast").at == place


def test_T_SOLO_14_T_SOLO_18_nothing_but_crystals_wins():
    """Three actions a turn as ever; captured enemies end nothing."""
    p = solo("beast 5,1; rogue 1,1", "beast 6,1 health=1; rogue 9,7", captures=[["a"] * 5, []])
    p.do("melee beast at 6,1")
    assert p.t.ending is None and p.t.outcome is None and p.t.actions_left == 2


# ---------------------------------------------------------------- setup


def set_up(mode: str, players: int):
    """A game after its setup, every question answered with the first answer."""
    t = new_table(mode, players, Luck(3))
    game = play(t)
    _, options = next(game)
    asked = []
    while "end" not in options and t.outcome is None:
        asked.append(next(iter(options)).split()[0])
        _, options = game.send(next(iter(options)))
    return t, asked


def test_T_SOLO_2_T_SOLO_10_T_SOLO_11_T_SOLO_12_setup():
    """T-SOLO-1, T-SOLO-3, T-SOLO-8, T-SOLO-9, T-SOLO-13, T-SOLO-4, T-SOLO-5, T-SOLO-6, T-SOLO-7."""
    t, asked = set_up("solo", 1)
    assert asked.count("keep") == 4 and asked.count("return") == 1 and asked.count("start") == 1
    theirs = t.of(1)
    assert [u.of_class for u in theirs] == ["fighter", "beast", "rogue", "wizard"]
    assert all(u.solo and not u.ammo and not u.mana for u in theirs)
    triggers = {t.land.trigger(letter) for letter in "srh"}
    assert triggers <= {u.at for u in theirs}
    fourth = next(u for u in theirs if u.at not in triggers)
    assert min(abs(fourth.at[0] - x) + abs(fourth.at[1] - y) for x, y in triggers) == 1
    assert t.time == 6 and not t.hands[1] and len(t.enemy_deck) == 9 and not t.crystals
    assert {of_class: len(deck) for of_class, deck in t.decks.items()} == dict.fromkeys(t.decks, 6)
    assert len({u.name for u in t.units}) == 8


def test_T_COOP_2_T_COOP_3_T_COOP_5_T_COOP_7_setup():
    """T-COOP-1, T-COOP-4, T-COOP-6, T-COOP-8."""
    t, asked = set_up("coop", 2)
    assert asked.count("keep") == 8 and len(t.units) == 16 and t.time == 10
    assert [t.is_enemy(seat) for seat in range(4)] == [False, True, False, True]
    assert [t.team(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert len({u.at for u in t.units}) == 16
    for seat in (0, 2):
        rows = {(u.at[0] < 9, u.at[1] < 6) for u in t.of(seat)}
        assert len(rows) == 2, "two diagonally opposite locations"
