"""Positions laid by hand, for referee and kernels: areas, teams, battles, ends and points."""

import pytest

from tests.rules.tactics.hand import Position, ability, does
from tests.rules.tactics.referee import majority, points, ranks, standing

HOME = "beast 9,1; rogue 10,1"
AWAY = "fighter 10,7; wizard 9,7"


# ---------------------------------------------------------------- control areas


def area(mine: str, theirs: str = AWAY, **said) -> Position:
    """A turn of P1 begins; area `s` is columns 1 and 2, rows 5 to 7, its Trigger Space 2,6."""
    return Position({"P1": f"{mine}; {HOME}", "P2": theirs}, **said)


def test_T_CONTROL_3_T_CONTROL_5_on_the_trigger_with_a_majority():
    p = area("fighter 2,6")
    assert p.t.triggered == {"s"} and p.t.flags["s"] == 1
    p = area("fighter 1,6")
    assert p.t.triggered == set() and p.t.flags["s"] == 0


@pytest.mark.parametrize(
    "mine, theirs, has",
    [
        ("fighter 2,6", AWAY, True),
        ("fighter 2,6", "fighter 1,5; wizard 9,7", False),  # a tie is none
        ("fighter 2,6; wizard 1,6", "fighter 1,5; wizard 9,7", True),
        ("fighter 5,5", AWAY, False),  # no unit there
    ],
)
def test_T_CONTROL_4_majority(mine, theirs, has):
    p = area(mine, theirs)
    assert majority(p.t, 0, "s") is has
    assert p.t.flags["s"] == (1 if has else 0)


def test_T_CONTROL_6_T_CONTROL_7_it_stays_triggered():
    p = area("fighter 1,6", triggered={"s"}, flags={"s": 1, "r": 0, "h": 0})
    assert p.t.flags["s"] == 2


def test_T_CONTROL_8_T_CONTROL_9_T_CONTROL_10_another_may_steal_and_the_flag_stays():
    flags = {"s": 1, "r": 0, "h": 0}
    p = area("fighter 5,5", "fighter 1,5; wizard 9,7", triggered={"s"}, flags=flags)
    assert p.t.flags["s"] == 1
    p.do("end")
    assert p.t.flags["s"] == 2, "the thief goes on from there"


def test_T_GOAL_2_T_GOAL_3_T_END_2_T_CONTROL_11_T_CONTROL_15_secured_and_the_end():
    p = area("fighter 1,6", triggered={"s"}, flags={"s": 2, "r": 0, "h": 0})
    assert p.t.holder == {"s": 0} and p.t.ending == 0
    p.do("end")
    assert p.asked == "P2"
    p.do("end")
    assert p.asked == "" and p.t.outcome == "flags"
    assert points(p.t, 0) == 5 + 3 * 2 and ranks(p.t) == [1, 2]


@pytest.mark.parametrize("seats, flags", [(3, 2), (4, 3)])
def test_T_CONTROL_13_T_CONTROL_14_flags_by_number_of_players(seats, flags):
    units = {"P1": "fighter 2,6; beast 5,7; rogue 6,7"}
    units |= {f"P{n}": f"wizard {n},1" for n in range(2, seats + 1)}
    for held in range(3):
        others = dict(list({"r": 1, "h": 1}.items())[:held])
        p = Position(units, seats=seats, flags={"s": 2, "r": 0, "h": 0}, holder=others)
        assert (p.t.ending is not None) is (held + 1 >= flags), held


def test_T_CONTROL_12_a_flag_taken_is_done_with():
    p = area("fighter 2,6", holder={"s": 1}, flags={"s": 3, "r": 0, "h": 0})
    assert p.t.holder == {"s": 1} and p.t.flags["s"] == 3


def test_T_CONTROL_16_the_last_turn_may_secure_one_too():
    p = area(
        "fighter 1,6",
        "fighter 5,7; wizard 9,7",
        triggered={"s", "r"},
        flags={"s": 2, "r": 2, "h": 0},
    )
    p.do("end")
    assert p.t.holder == {"s": 0, "r": 1} and p.t.ending == 0
    assert p.do("end").t.outcome == "flags"


def test_holds_counts_for_more_than_one():
    two = {"P1 fighter": [ability("always", does("holds", 2))]}
    assert area("fighter 2,6", "fighter 1,5; wizard 9,7", abilities=two).t.flags["s"] == 1


# ---------------------------------------------------------------- the end and points


def test_T_TURN_5_T_END_1_T_END_3_all_units_of_a_player():
    p = Position({"P1": "beast 5,1; rogue 1,1", "P2": "beast 6,1 health=1", "P3": AWAY}, seats=3)
    p.do("melee beast at 6,1", "end")
    assert p.t.ending == 0 and p.asked == "P2" and p.offered == {"end"}
    p.do("end")
    assert p.asked == "P3"
    p.do("end")
    assert p.t.outcome == "captured"


def test_T_END_4_to_8_points():
    """T-GOAL-1, T-END-4, T-END-5, T-END-6, T-END-7, T-CAPTURE-4, T-TERRAIN-11, T-END-8."""
    p = Position(
        {"P1": "fighter 4,2; beast 4,7; rogue 1,1", "P2": AWAY},
        holder={"r": 0, "h": 0},
        captures=[["fighter7", "beast7"], []],
    )
    assert points(p.t, 0) == 2 * 5 + 3 * 2 + 2 * 2 + 2
    assert standing(p.t, 0)[1:] == (3, 2, 2, 8 + 9 + 6)
    assert ranks(p.t) == [1, 2]


@pytest.mark.parametrize(
    "theirs, captures, flags, leads",
    [
        ("fighter 9,1; beast 9,2", (0, 0), "", [1, 1]),
        ("fighter 9,1; beast 9,2 health=8", (0, 0), "", [1, 2]),
        ("fighter 9,1; beast 9,2 health=8", (2, 0), "s", [2, 1]),  # 8 points against 9
        ("fighter 9,1; beast 9,2", (5, 0), "sr", [1, 2]),  # 14 each
        ("fighter 9,1", (0, 1), "", [1, 2]),  # 4 each
    ],
)
def test_T_END_8_T_END_9_ties(theirs, captures, flags, leads):
    """Points, survivors, captures, Flag Tokens and health, in this order."""
    p = Position(
        {"P1": "fighter 1,1; beast 1,2", "P2": theirs},
        captures=[["taken"] * count for count in captures],
        holder=dict.fromkeys(flags, 1),
    )
    assert ranks(p.t) == leads


# ---------------------------------------------------------------- teams

TEAMS = {
    "P1": "fighter 2,6; rogue 9,1",
    "P2": "fighter 1,5; rogue 9,2",
    "P3": "beast 1,6; wizard 3,6",
    "P4": "beast 10,7; wizard 9,7",
}


def team(**changed) -> Position:
    return Position(TEAMS | changed, mode="team", seats=4)


def test_T_TEAM_7_the_team_is_counted_and_one_must_be_the_own():
    assert team().t.flags["s"] == 1, "two against one"
    p = team(P1="fighter 5,5; rogue 9,1", P3="beast 2,6; wizard 1,6")
    assert p.t.flags["s"] == 0, "none of the own there"
    flags = {"s": 1, "r": 0, "h": 0}
    units = TEAMS | {"P1": "fighter 5,5; rogue 9,1", "P3": "beast 2,6; wizard 1,6"}
    p = Position(units, mode="team", seats=4, triggered={"s"}, flags=flags)
    assert p.t.flags["s"] == 1, "nor does a triggered one advance"


def test_T_TEAM_4_T_TEAM_5_allies_are_passed_and_not_commanded():
    p = team()
    assert p.goals("move") == {"fighter", "rogue"}
    p.do("move fighter", "step 1,6")
    assert "stop" not in p.offered and "step 1,7" in p.offered


def test_T_TEAM_1_T_TEAM_2_seats_alternate():
    p = team()
    assert [p.t.team(seat) for seat in range(4)] == [0, 1, 0, 1]


def test_T_TEAM_8_three_flags_end_it():
    flags = {"s": 2, "r": 0, "h": 0}
    for holder, over in (({"r": 1}, False), ({"r": 1, "h": 2}, True)):
        p = Position(TEAMS, mode="team", seats=4, flags=dict(flags), holder=holder, triggered={"s"})
        assert (p.t.ending == 0) is over


def test_T_CAPTURE_3_T_TEAM_6_teammates_are_never_attacked():
    p = team(P1="fighter 2,6; rogue 9,1", P2="fighter 9,2; rogue 10,2")
    assert p.goals("melee") == {"9,2"} and p.goals("shoot") == {"9,2", "10,2"}


def test_T_TEAM_9_points_are_added():
    p = team()
    p.t.holder = {"s": 0, "r": 2}
    assert standing(p.t, 0)[0] == 2 * 5 + 4 * 2 and ranks(p.t) == [1, 2, 1, 2]


def test_T_END_1_in_teams_one_player_without_units_is_enough():
    p = team(P1="fighter 5,1; rogue 9,1", P2="beast 6,1 health=1")
    p.do("melee fighter at 6,1")
    assert p.t.ending == 0


# ---------------------------------------------------------------- battle mode


def battle(mine: str, theirs: str, **said) -> Position:
    bearer = said.pop("bearer", None)
    p = Position({"P1": mine, "P2": theirs}, mode="battle", start=False, **said)
    if bearer:
        p.t.bearer = p.unit(bearer)
    return p.go()


def test_T_BATTLE_4_picked_up_by_ending_there():
    p = battle("fighter 5,4; beast 1,1", AWAY, artifact=(6, 4)).do("move fighter", "step 6,4")
    assert p.t.bearer is None
    p.do("step 7,4", "stop")
    assert p.t.bearer is None and p.t.artifact == (6, 4)
    p = battle("fighter 5,4; beast 1,1", AWAY, artifact=(6, 4))
    p.do("move fighter", "step 6,4", "stop")
    assert p.t.bearer is p.unit("P1 fighter") and p.t.artifact is None


def test_T_BATTLE_4_a_step_of_an_ability_is_a_movement_too():
    step = {"P1 fighter": [ability("turn_start", does("step", 1, who="self"))]}
    p = battle("fighter 5,4; beast 1,1", AWAY, artifact=(6, 4), abilities=step).do("step 6,4")
    assert p.t.bearer is p.unit("P1 fighter") and p.t.artifact is None


def test_T_BATTLE_4_who_stays_there_has_not_moved_there():
    step = {"P1 fighter": [ability("turn_start", does("step", 1, who="self"))]}
    p = battle("fighter 6,4; beast 1,1", AWAY, artifact=(6, 4), abilities=step).do("stop")
    assert p.t.bearer is None and p.t.artifact == (6, 4)


def test_T_BATTLE_4_off_the_space_and_back_is_a_movement_that_ends_there():
    p = battle("fighter 6,4; beast 1,1", AWAY, artifact=(6, 4))
    p.do("move fighter", "step 6,5", "step 6,4", "stop")
    assert p.t.bearer is p.unit("P1 fighter") and p.t.artifact is None


@pytest.mark.parametrize("sign, spaces", [(-1, 3), (1, 5)])
def test_T_BATTLE_5_the_bearers_movement(sign, spaces):
    p = battle(
        "fighter 5,1; beast 1,1", AWAY, bearer="P1 fighter", rules={"artifact_movement": sign}
    )
    p.do("move fighter")
    for column in range(6, 6 + spaces):
        p.do(f"step {column},1")
    assert "step" not in {words.split()[0] for words in p.offered}


def test_T_BATTLE_6_T_BATTLE_7_one_more_damage():
    p = battle("beast 5,1; rogue 1,1", "beast 6,1; wizard 9,7", bearer="P1 beast")
    assert p.do("melee beast at 6,1").health("P2 beast") == 5
    p = battle(
        "fighter 5,1; rogue 1,1", "beast 7,1; wizard 9,7", bearer="P1 fighter", dice="power " * 2
    )
    assert p.do("shoot fighter at 7,1").health("P2 beast") == 6


def test_T_BATTLE_8_T_BATTLE_9_stolen_by_a_knock_back():
    p = battle(
        "beast 5,1; rogue 1,1",
        "beast 6,1; wizard 9,7",
        bearer="P2 beast",
        dice="knock_back miss miss",
    )
    p.do("melee beast at 6,1", "roll")
    assert p.t.bearer is p.unit("P1 beast") and p.health("P2 beast") == 6
    p = battle(
        "beast 5,1; rogue 1,1",
        "beast 6,1; wizard 7,1",
        bearer="P2 beast",
        dice="knock_back miss miss",
    )
    p.do("melee beast at 6,1", "roll")
    assert p.t.bearer is p.unit("P2 beast"), "stopped at once it was not knocked back"


def test_T_BATTLE_8_the_ballista_steals_nothing():
    p = battle("beast 6,5; rogue 1,1", "beast 8,5; wizard 9,7", bearer="P2 beast")
    p.do("fire beast at 8,5", "north")
    assert p.at("P2 beast") == "8,4" and p.t.bearer is p.unit("P2 beast")


def test_T_BATTLE_10_dropped_where_it_falls():
    p = battle("beast 5,1; rogue 1,1", "beast 6,1 health=1; wizard 9,7", bearer="P2 beast")
    p.do("melee beast at 6,1")
    assert p.t.bearer is None and p.t.artifact == (6, 1)


def test_T_BATTLE_12_T_BATTLE_13_three_captures():
    p = battle(
        "beast 5,1; rogue 1,1",
        "beast 6,1 health=1; wizard 9,7",
        captures=[["a", "b"], []],
    )
    p.do("melee beast at 6,1", "end")
    assert p.t.ending == 0 and p.asked == "P2"
    assert p.do("end").t.outcome == "captures"


def test_T_BATTLE_12_an_end_triggered_in_the_last_round_is_played_out():
    p = battle(
        "rogue 1,1; fighter 6,1 health=1",
        "beast 5,1; wizard 9,7",
        captures=[[], ["a", "b"]],
        rules={"battle_rounds": 1},
    )
    p.do("end", "melee beast at 6,1", "end")
    assert p.asked == "P1" and p.t.outcome is None
    assert p.do("end").t.outcome == "captures"


def test_T_BATTLE_14_three_points_for_the_bearer():
    p = battle("beast 5,1; rogue 1,1", AWAY, bearer="P2 wizard")
    assert (points(p.t, 0), points(p.t, 1)) == (4, 7)


def test_T_BATTLE_11_it_stays_with_its_bearer():
    p = battle("beast 5,1; rogue 1,1", AWAY, bearer="P1 beast")
    p.do("move beast", "step 5,2", "stop", "end", "end")
    assert p.t.bearer is p.unit("P1 beast") and p.t.artifact is None
    assert not {words.split()[0] for words in p.offered} - {"end", "move", "melee", "shoot"}


def test_T_BATTLE_15_T_BATTLE_16_battle_in_teams():
    p = Position(TEAMS, mode="battle_team", seats=4, captures=[["a"], [], ["b", "c"], []])
    p.t.bearer = p.unit("P3 beast")
    assert p.t.flags["s"] == 0 and standing(p.t, 0)[:2] == (3 + 3 * 2 + 4 * 2, 4)
    assert p.t.ending is None, "three of one player, not of a team"
    p.t.captures[2] = ["b", "c"]
    assert ranks(p.t) == [1, 2, 1, 2]


@pytest.mark.parametrize("spaces", [1, 3])
def test_T_CARD_6_one_advance_more_than_there_are_rounds(spaces):
    flags = {"s": spaces - 1, "r": 0, "h": 0}
    p = area("fighter 1,6", triggered={"s"}, flags=flags, rules={"control_rounds": spaces})
    assert p.t.flags["s"] == spaces and not p.t.holder
    p.do("end", "end")
    assert p.t.holder == {"s": 0}


def test_T_BATTLE_1_no_flags_in_a_battle():
    assert battle("fighter 2,6; beast 1,6", AWAY).t.flags["s"] == 0
