"""Positions laid by hand: the six actions, collecting, ruins, turns, the end."""

import numpy as np
import pytest

from simulate.games.kingdoms.end import GAME_ROW, fill_game_row
from simulate.games.kingdoms.state.record import TRIGGER
from tests.rules.kingdoms.hand import Position, goods


def test_K_EXPAND_1_the_fourth_costs_four():
    """Also K-EXPAND-2, K-EXPAND-3."""
    p = Position({"P1": "A1 A2 A2"}, {"P1": "4f"}).do("select expand")
    assert p.offered == {"nothing", "expand A1"}
    p.do("expand A1")
    assert p.at("P1") == "A1 A1 A2 A2" and p.has("P1") == goods("")
    p = Position({"P1": "A1 A2 A2"}, {"P1": "3f"}).do("select expand")
    assert p.offered == {"nothing"}


def test_K_BUILD_1_and_K_RESEARCH_1_first_and_second_level():
    """Also K-BUILD-2, K-RESEARCH-2."""
    for action, track, level in (("build", "tower", 6), ("research", "magic", 5)):
        for before, left in ((0, 8), (1, 7)):
            p = Position(have={"P1": "9m 9o"}, **{track: {"P1": before}})
            p.do(f"select {action}", action)
            assert getattr(p.t, track)[0] == before + 1 and p.asked == "P2"
            assert p.has("P1")["ore" if action == "build" else "mana"] == left
        p = Position(have={"P1": "9m 9o"}, **{track: {"P1": level}})
        assert p.do(f"select {action}").offered == {"nothing"}


def test_K_TRADE_1_three_food_for_three_ore():
    """Also K-TRADE-2."""
    p = Position(have={"P1": "3f"}).do("select trade")
    into = {f"trade {n}f into {kind}" for n in (1, 2, 3) for kind in ("ore", "mana")}
    assert p.offered == into | {"nothing"}
    p.do("trade 3f into ore")
    assert p.has("P1") == goods("3o") and p.asked == "P2"


def test_K_PATROL_3_river_and_crags():
    """Also K-PATROL-1, K-PATROL-2, K-LAND-1, K-LAND-2."""
    p = Position({"P2": "B1 B5"}, active="P2").do("select patrol")
    assert p.offered == {"nothing", "patrol B1 B2", "patrol B5 B4"}


def test_K_QUEST_2_edges():
    """Also K-QUEST-1, K-QUEST-3."""
    p = Position({"P1": "A2 A3"}).do("select quest")
    goals = ("B1", "B4", "B5", "C1", "C2", "C4")
    assert p.offered == {"nothing"} | {f"quest A3 {g}" for g in goals} - {"quest A3 C2"}


@pytest.mark.parametrize(
    "laid, certain, choices",
    [
        ("A4", "", 1),
        ("B1", "1m", 1),
        ("A5", "", 1),
        ("B1 B1", "1m", 0),
        ("", "", 0),
        ("B1 B2 B3 B3 A4", "1f 1m 1o", 0),
        ("A5! A5!", "", 1),
        ("A5! A5", "", 1),
        ("A5 A5", "", 0),
    ],
)
def test_K_COLLECT_6_what_collecting_brings(laid, certain, choices):
    """Also K-COLLECT-2, K-COLLECT-3, K-COLLECT-4, K-LAND-5, K-LAND-7, K-LAND-10, K-CARD-1."""
    p = Position({"P2": laid}).do("select build", "nothing", "collect")
    assert p.has("P2") == goods(certain)
    for _ in range(choices):
        assert p.asked == "P2" and p.offered == {"take food", "take mana", "take ore"}
        p.do("take ore")
    assert p.asked == "P3"


def test_K_COLLECT_5_nine():
    """Also K-PARTS-6."""
    p = Position({"P2": "B1 B3"}, {"P2": "9f 8m"}).do("select build", "nothing", "collect")
    assert p.has("P2") == goods("9f 9m")
    p = Position(have={"P1": "3f 8m"}).do("select trade")
    count = {}
    for words in p.offered - {"nothing"}:
        _, given, _, kind = words.split()
        count[given[1] + kind] = count.get(given[1] + kind, 0) + 1
    assert count == {"fmana": 1, "fore": 3, "mfood": 6, "more": 8}


# ---------------------------------------------------------------- ruins


def test_K_LAND_6_knocked_over():
    """Also K-LAND-8, K-LAND-9, K-LAND-10."""
    p = Position({"P1": "A1 A2"}).do("select patrol", "patrol A1 A5")
    assert p.at("P1") == "A2 A5!"
    p = Position({"P1": "A2 A5!"}).do("select patrol")
    assert "stand up A5" in p.offered and not any("A5 " in w for w in p.offered)
    assert p.do("stand up A5").asked == "P2" and p.at("P1") == "A2 A5"
    p = Position({"P1": "A2 A5!"}).do("select quest")
    assert p.offered == {"nothing"}
    p = Position({"P1": "A2 A5"}).do("select patrol")
    assert {"patrol A5 A4", "patrol A5 A1"} <= p.offered
    assert "quest A5 B1" in Position({"P1": "A2 A5"}).do("select quest").offered


def test_U_RUINS_2_leaving_only_as_active_player():
    """Also U-RUINS-1, U-RUINS-4."""
    p = Position({"P2": "A5 B1"}, edition="ultra").do("select patrol", "nothing")
    assert p.offered == {"collect", "patrol B1 B2"}
    p = Position({"P2": "A5 B1"}, edition="ultra", active="P2").do("select patrol")
    assert {"patrol A5 A4", "patrol A5 A1"} <= p.offered
    p = Position({"P2": "A5 A5"}, edition="ultra").do("select build", "nothing", "collect")
    assert p.do("take ore").asked == "P3"


@pytest.mark.parametrize("freely", [True, False])
def test_U_RUINS_3_retreat_out_of_ruins(freely):
    p = Position(
        {"P1": "A1 A2", "P2": "A5 B1"},
        {"P1": "1o", "P2": "2f"},
        edition="ultra",
        rules={"retreat_from_ruins": freely},
    )
    p.do("select patrol", "patrol A1 A5", "set 1", "flag", "pay 1o")
    assert p.offered == ({"retreat A4", "retreat A1", "give up"} if freely else {"give up"})
    assert p.do("give up").at("P1") == "A2 A5"


def test_K_LAND_11_lost_at_the_end():
    """Also K-SCORE-1, K-SCORE-2, K-EXPAND-4, K-RESEARCH-4."""
    p = Position({"P1": "A1 A1 A4 A5! B4"}, tower={"P1": 3}, magic={"P1": 5})

    told = p.points("P1")
    assert told["meeples"] == 4 and told["capital"] == 2 and sum(p.points("P1").values()) == 14


# ---------------------------------------------------------------- turns and end


def ends_after(p):
    """Play on without acting; how many actions are selected until the end."""
    selected = 0
    while p.options:
        if "select build" in p.options or any(w.startswith("select") for w in p.options):
            selected += 1
            p.do(sorted(p.options)[0])
        else:
            quiet = [w for w in p.options if w in ("nothing", "collect") or "take" in w]
            p.do(quiet[0])
    return selected


def test_K_TURN_2_clearing():
    """Also K-TURN-1, K-TURN-3, K-TURN-5, K-TURN-9, K-PARTS-4."""
    p = Position(shields="patrol quest build research expand", active="P2")
    assert p.asked == "P2" and len(p.offered) == 6 and p.t.shields == set()
    p = Position(shields="patrol quest build research")
    assert p.offered == {"select expand", "select trade"}


def test_K_END_6_trigger_and_end():
    """Also K-END-1, K-END-2, K-END-5."""
    p = Position({"P1": "A1 A1 A2 A2 A3 A4"}, {"P1": "9f"}, shields="patrol quest")
    p.do("select expand", "expand A3", "collect", "collect")
    assert p.t.triggers == {"meeples"}
    p.take_away("P1")
    assert ends_after(p) == 2 and p.t.outcome == "triggered"


def test_K_END_6_triggered_by_the_fifth_shield():
    """Also K-END-3."""
    p = Position(
        have={"P2": "6o"}, tower={"P2": 5}, active="P3", shields="patrol quest trade expand"
    )
    p.do("select build", "nothing", "collect", "build")
    assert p.t.outcome == "triggered" and p.t.triggers == {"tower"} and not p.options


def test_K_END_4_five_levels_of_magic():
    p = Position(have={"P1": "5m"}, magic={"P1": 4}).do("select research", "research")
    p.do("collect", "collect")
    assert p.t.triggers == {"magic"}


def met(p):
    """Which conditions the stored row holds: (at the trigger, later, whose seat it was)."""
    row = np.zeros(1, GAME_ROW)[0]
    fill_game_row(p.board.s, p.board.cards, row)
    ever, later = ({k for k in TRIGGER if met[TRIGGER[k]]} for met in (row.met, row.met_later))
    return ever - later, later, row.trigger_seat


def test_K_END_5_what_is_met_later_did_not_set_the_end_in_motion():
    p = Position(
        have={"P1": "6o", "P2": "5m"}, tower={"P1": 5}, magic={"P2": 4}, shields="patrol quest"
    )
    p.do("select build", "build", "collect", "collect")
    assert met(p) == ({"tower"}, set(), 0)
    p.do("select research", "research", "collect", "nothing" if p.asked == "P1" else "collect")
    assert p.t.triggers == {"tower", "magic"} and met(p) == ({"tower"}, {"magic"}, 0)


def test_K_END_5_two_conditions_in_one_turn_set_it_in_motion_together():
    """The seat is that of who acted first, wherever it sits."""
    builds_too = {"when": "research", "do": "then", "action": "build"}
    p = Position(
        have={"P1": "6o 5m", "P3": "6o 5m"},
        tower={"P1": 5, "P3": 5},
        magic={"P1": 3, "P3": 4},
        effects={"P1": [builds_too], "P3": []},
        active="P3",
    )
    p.do("select research", "research", "research", "build", "collect")
    assert met(p) == ({"tower", "magic"}, set(), 2)


def test_K_FIVE_1_who_clears_is_skipped():
    """Also K-FIVE-2, K-TURN-10."""
    p = Position(seats=5, shields="patrol quest build research expand")
    assert p.asked == "P2" and len(p.offered) == 6
    p = Position(seats=5)
    active = []
    for _ in range(6):
        active.append(p.asked)
        p.do(sorted(p.options)[0], "nothing", *["collect"] * 4)
    assert active == ["P1", "P2", "P3", "P4", "P5", "P2"]


def test_K_TOKEN_9_nobody_left():
    p = Position({"P2": ""}, {"P2": "2m 1o"}, active="P2", shields="quest trade research")
    p.do("select build")
    assert p.offered == {"nothing", "build"}
    for action in ("patrol", "quest", "expand"):
        p = Position({"P2": ""}, {"P2": "2m 1o"}).do(f"select {action}", "nothing")
        assert p.offered == {"collect"}
        assert p.do("collect").asked == "P3" and p.has("P2") == goods("2m 1o")


# ---------------------------------------------------------------- points


def test_K_SCORE_7_tie_breakers():
    """Also K-SCORE-6, K-SCORE-8, K-GOAL-1."""
    p = Position({"P1": "B1 B1 B2", "P2": "B4 B4 B5", "P3": "C1 C1"}, {"P1": "1f 1m 1o"})
    assert p.ranks() == [1, 2, 3]
    p = Position({"P1": "B1 B1", "P2": "B4 B4", "P3": ""}, {"P1": "1f 1m 1o", "P2": "4f"})
    assert p.ranks() == [2, 1, 3]
    p = Position({"P1": "B1 B1", "P2": "B4 B4", "P3": ""}, {"P1": "4m", "P2": "4f"})
    assert p.ranks() == [1, 1, 3]


def test_K_LAND_3_capital_cities():
    """Also K-LAND-4, K-SCORE-5."""
    p = Position({"P1": "A4 A4"})
    assert p.points("P1")["capital"] == 2
    p = Position({"P1": "A4", "P2": "A4 B1"})
    assert [p.points(name)["capital"] for name in ("P1", "P2")] == [1, 1]


@pytest.mark.parametrize("how, worth", [("card", 8), ("one_a_level", 6)])
def test_U_SCORE_1_tower_points(how, worth):
    """Also K-SCORE-4, K-BUILD-3."""
    p = Position(tower={"P1": 6}, edition="ultra", rules={"tower_scoring": how})
    assert p.points("P1")["tower"] == worth and p.points("P2")["tower"] == 0


def test_K_TOKEN_16_town():
    p = Position({"P1": "A3 A3"}, open={"A3": "town"})
    assert p.points("P1")["town"] == 1
    p = Position({"P1": "A3", "P2": "A3 B1"}, open={"A3": "town"})
    assert [p.points(name)["town"] for name in ("P1", "P2")] == [1, 1]
    p = Position({"P1": "A5! A1"}, open={"A5": "town"})

    assert p.points("P1")["town"] == 0
