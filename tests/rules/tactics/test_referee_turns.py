"""Positions laid by hand, for referee and kernels: turns, actions, Weakened units, movement."""

import pytest

from tests.rules.tactics.hand import Position, ability, does
from tests.rules.tactics.referee import reachable
from tests.rules.tactics.referee.moving import steps

FAR = "fighter 10,1; beast 10,2; rogue 10,3; wizard 9,1"
FOUR = "fighter 1,1; beast 1,2; rogue 2,1; wizard 3,1"


# ---------------------------------------------------------------- actions


def test_T_TURN_2_up_to_three_actions_or_none():
    p = Position({"P1": FOUR, "P2": FAR})
    assert p.asked == "P1" and "end" in p.offered
    p.do("move beast", "step 1,3", "stop")
    p.do("move fighter", "step 1,2", "stop", "move rogue", "step 1,1", "stop")
    assert p.asked == "P2", "the third action ends the turn"
    assert Position({"P1": FOUR, "P2": FAR}).do("end").asked == "P2"


@pytest.mark.parametrize("fewer, asked, left", [(1, "P1", 2), (3, "P2", 3)])
def test_T_TURN_2_the_first_turn_alone_has_fewer_actions_by_the_switch(fewer, asked, left):
    p = Position({"P1": FOUR, "P2": FAR}, rules={"first_turn_fewer": fewer})
    assert p.asked == asked and p.t.actions_left == left
    assert asked == "P2" or p.do("end").t.actions_left == 3


def test_T_ACTION_1_the_kinds_of_actions():
    p = Position({"P1": "fighter 6,5; beast 5,1; wizard 7,1; rogue 6,2", "P2": "beast 6,1"})
    kinds = {words.split()[0] for words in p.offered}
    assert kinds == {"end", "move", "melee", "shoot", "cast", "fire"}


def test_T_CARD_13_a_movement_is_finished_first():
    p = Position({"P1": "fighter 5,1; beast 1,2", "P2": "beast 7,1"}).do("move fighter", "step 6,1")
    assert {words.split()[0] for words in p.offered} == {"step", "stop"}


def test_T_ACTION_2_the_second_action_weakens():
    p = Position({"P1": "fighter 5,1; beast 1,2; rogue 2,1", "P2": "beast 7,1; rogue 9,1"})
    p.do("move fighter", "step 6,1", "stop")
    assert not p.unit("P1 fighter").weakened
    p.do("melee fighter at 7,1", "do not roll", "do not counter")
    assert p.unit("P1 fighter").weakened
    assert not {words for words in p.offered if "fighter" in words}


@pytest.mark.parametrize("when, weakened", [("after", False), ("before", True)])
def test_T_ACTION_2_when_the_token_comes(when, weakened):
    """Asked for the counter, the attacker is Weakened or not yet."""
    p = Position(
        {"P1": "fighter 5,1; beast 1,2; rogue 2,1", "P2": "beast 7,1; rogue 9,1"},
        rules={"weakened_when": when},
    )
    p.do("move fighter", "step 6,1", "stop", "melee fighter at 7,1", "do not roll")
    assert p.asked == "P2" and p.unit("P1 fighter").weakened is weakened


def test_T_ACTION_3_nobody_attacks_twice_nor_in_two_ways():
    p = Position({"P1": "fighter 5,1; beast 1,2; rogue 2,1", "P2": "beast 6,1; rogue 9,1"})
    assert {"melee fighter at 6,1", "shoot fighter at 6,1"} <= p.offered
    p.do("melee fighter at 6,1", "do not roll", "do not counter")
    assert p.goals("melee fighter") == p.goals("shoot fighter") == set()
    assert "move fighter" in p.offered


def test_T_ACTION_4_nobody_moves_twice():
    p = Position({"P1": FOUR, "P2": FAR})
    p.do("move beast", "step 2,2", "stop")
    assert "move beast" not in p.offered and "move fighter" in p.offered


def test_T_ACTION_5_with_two_units_tokens_come_off_at_once():
    """The third unit falls to a counter; the Weakened one is free at once."""
    p = Position(
        {"P1": "fighter 1,1 weakened; beast 6,1 health=1; rogue 2,1", "P2": "beast 7,1; rogue 9,1"}
    )
    assert "move fighter" not in p.offered
    p.do("melee beast at 7,1", "do not roll", "counter melee")
    assert p.at("P1 beast") == "gone" and not p.unit("P1 fighter").weakened
    assert "move fighter" in p.offered


def test_T_ACTION_6_two_units_do_not_tire():
    p = Position({"P1": "fighter 5,1; rogue 2,1", "P2": "beast 7,1; rogue 9,1"})
    p.do("move fighter", "step 6,1", "stop")
    p.do("melee fighter at 7,1", "do not roll", "do not counter")
    assert not p.unit("P1 fighter").weakened


def test_T_ACTION_7_two_actions_each_at_most():
    p = Position({"P1": "fighter 5,1; rogue 2,1", "P2": "beast 7,1; rogue 9,1"})
    p.do("move fighter", "step 6,1", "stop")
    p.do("melee fighter at 7,1", "do not roll", "do not counter")
    assert p.offered == {"end", "move rogue"}


def test_T_ACTION_8_T_ACTION_9_a_single_unit_does_all():
    p = Position({"P1": "fighter 5,1", "P2": "beast 6,1; rogue 9,1"})
    for _ in range(3):
        p.do("melee fighter at 6,1", "do not roll", "do not counter")
    assert p.health("P2 beast") == 3 and not p.unit("P1 fighter").weakened
    assert p.asked == "P2"


# ---------------------------------------------------------------- Weakened units


def test_T_WEAK_1_T_WEAK_3_two_health_free_a_unit():
    p = Position({"P1": "fighter 1,1 weakened; beast 1,2; rogue 2,1", "P2": FAR})
    assert p.goals("move") == {"beast", "rogue"}
    p.do("cure fighter")
    assert p.health("P1 fighter") == 6 and "move fighter" in p.offered


def test_T_WEAK_2_not_in_the_turn_it_came():
    p = Position({"P1": "fighter 5,1; beast 1,2; rogue 2,1", "P2": "beast 7,1; rogue 9,1"})
    p.do("move fighter", "step 6,1", "stop")
    p.do("melee fighter at 7,1", "do not roll", "do not counter")
    assert p.unit("P1 fighter").weakened and "cure fighter" not in p.offered


@pytest.mark.parametrize("health, may", [(2, False), (3, True)])
def test_T_WEAK_4_not_with_two_health(health, may):
    p = Position({"P1": f"fighter 1,1 weakened health={health}; beast 1,2; rogue 2,1", "P2": FAR})
    assert ("cure fighter" in p.offered) is may


def test_T_WEAK_5_T_TURN_3_tokens_of_the_idle_come_off_at_the_end():
    p = Position({"P1": "fighter 1,1 weakened; beast 1,2; rogue 2,1; wizard 5,1", "P2": FAR})
    p.do("move beast", "step 1,3", "stop", "end")
    assert not p.unit("P1 fighter").weakened


def test_T_PARTS_6_tokens_never_run_out():
    """Thirteen of sixteen units are Weakened."""
    rows = {f"P{n}": f"fighter 1,{n} weakened; beast 2,{n} weakened" for n in (2, 3, 4)}
    rows = {seat: f"{units}; rogue 3,{seat[1]} weakened" for seat, units in rows.items()}
    rows = {seat: f"{units}; wizard 5,{seat[1]} weakened" for seat, units in rows.items()}
    mine = "fighter 5,1; beast 10,1; rogue 10,2; wizard 10,3"
    weaken = {"P1 fighter": [ability("turn_start", does("weaken", who="self"))]}
    p = Position({"P1": mine, **rows}, seats=4, abilities=weaken)
    assert sum(unit.weakened for unit in p.t.units) == 13


# ---------------------------------------------------------------- movement


def test_T_MOVE_2_one_space_a_step_and_never_diagonal():
    p = Position({"P1": "fighter 6,4", "P2": FAR}).do("move fighter")
    assert p.offered == {"step 6,3", "step 7,4", "step 6,5", "step 5,4"}


def test_T_MOVE_1_T_MOVE_4_four_points_are_four_spaces():
    p = Position({"P1": "fighter 5,1", "P2": "beast 10,7"})
    found = reachable(p.t, p.unit("P1 fighter"), 4)
    assert (9, 1) in found and (10, 1) not in found and (1, 1) in found


def test_T_MOVE_5_allies_are_passed_and_no_place_to_stop():
    p = Position({"P1": "fighter 1,1; beast 2,1; rogue 1,2", "P2": FAR})
    p.do("move fighter", "step 2,1")
    assert "stop" not in p.offered
    p.do("step 3,1")
    assert "stop" in p.offered
    fighter = p.unit("P1 fighter")
    fighter.at = (1, 1)
    assert set(steps(p.t, fighter, 2)) == {"step 1,2", "step 2,1"}
    assert not steps(p.t, fighter, 1), "who cannot get past does not step there"


def test_T_MOVE_6_enemies_are_walls():
    p = Position({"P1": "fighter 1,1", "P2": "beast 2,1; rogue 1,2"})
    assert "move fighter" not in p.offered
    slips = {"P1 fighter": [ability("always", does("slips_through"))]}
    p = Position({"P1": "fighter 1,1", "P2": "beast 2,1; rogue 1,2"}, abilities=slips)
    p.do("move fighter", "step 2,1")
    assert "stop" not in p.offered and "step 3,1" in p.offered


def cost_left(start: str, goal: str, points: int, **more) -> bool:
    """Whether a unit with so many points gets there."""
    p = Position({"P1": f"fighter {start}", "P2": "beast 10,7"}, **more)
    x, y = goal.split(",")
    return (int(x), int(y)) in reachable(p.t, p.unit("P1 fighter"), points)


@pytest.mark.parametrize(
    "rule, start, goal, cost",
    [
        ("T-MOVE-7", "2,3", "3,3", 2),  # up by one level
        ("T-MOVE-7", "5,4", "4,4", 2),  # up by two
        ("T-MOVE-8", "4,4", "5,4", 1),  # down by two
        ("T-TERRAIN-2", "5,2", "6,2", 2),  # water
        ("T-TERRAIN-2", "6,2", "7,2", 1),  # and out of it
        ("T-TERRAIN-5", "7,4", "7,3", 2),  # peak
        ("T-MOVE-9", "8,4", "9,4", 3),  # up and onto a peak
        ("T-BALLISTA-1", "6,6", "6,5", 2),
        ("T-TERRAIN-1", "2,1", "2,2", 1),  # forest
        ("T-PORTAL-2", "3,2", "9,6", 1),  # from portal to portal
    ],
)
def test_costs(rule, start, goal, cost):
    """T-MOVE-3, T-MOVE-7, T-MOVE-8, T-MOVE-9, T-TERRAIN-1, T-TERRAIN-2, T-TERRAIN-5, T-BALLISTA-1,
    T-PORTAL-2.
    """
    assert cost_left(start, goal, cost) and not cost_left(start, goal, cost - 1)


@pytest.mark.parametrize(
    "terrain, start, goal",
    [
        ("climb", "2,3", "3,3"),
        ("water", "5,2", "6,2"),
        ("peak", "7,4", "7,3"),
        ("any", "6,6", "6,5"),
    ],
)
def test_crosses_takes_the_extra_off(terrain, start, goal):
    light = {"P1 fighter": [ability("always", does("crosses", terrain=terrain))]}
    assert cost_left(start, goal, 1, abilities=light)


def test_T_MOVE_7_two_levels_at_once_cost_one_point_more():
    p = Position({"P1": "fighter 6,4; beast 1,1", "P2": "rogue 1,7; beast 2,7"})
    p.do("move fighter", "step 5,4", "step 4,4")
    assert "step 3,4" in p.offered  # 4 less 1 and 2
    p.do("step 3,4")
    assert p.at("P1 fighter") == "3,4" and "move fighter" not in p.offered


def test_T_TERRAIN_8_passing_a_village_is_enough():
    p = Position({"P1": "wizard 4,1 health=1 mana=0; beast 1,1; rogue 1,2", "P2": FAR})
    p.do("move wizard", "step 4,2")
    assert p.health("P1 wizard") == 5 and p.unit("P1 wizard").mana == 6
    p.do("step 5,2", "stop")
    assert p.health("P1 wizard") == 5


def test_T_TERRAIN_9_not_in_another_movement_of_the_turn():
    """A single unit may move twice; what it lost between stays lost."""
    p = Position({"P1": "fighter 3,2 health=1", "P2": "beast 5,1; rogue 10,7"})
    p.do("move fighter", "step 4,2", "step 4,1", "stop", "melee fighter at 5,1", "do not roll")
    p.do("counter melee", "do not roll")
    assert p.health("P1 fighter") == 2
    p.do("move fighter", "step 4,2", "stop")
    assert p.at("P1 fighter") == "4,2" and p.health("P1 fighter") == 2


def test_T_TERRAIN_10_starting_there_gives_nothing():
    p = Position({"P1": "wizard 4,2 health=1; beast 1,1; rogue 1,2", "P2": FAR})
    assert p.health("P1 wizard") == 1
    p.do("move wizard", "step 5,2")
    assert p.health("P1 wizard") == 1
    p.do("step 4,2")
    assert p.health("P1 wizard") == 5


def test_T_TERRAIN_10_nor_does_coming_back_by_the_other_reading():
    units = {"P1": "wizard 4,2 health=1; beast 1,1; rogue 1,2", "P2": FAR}
    p = Position(units, rules={"village_return": False})
    p.do("move wizard", "step 5,2", "step 4,2")
    assert p.health("P1 wizard") == 1


# ---------------------------------------------------------------- portals and ballista


def test_T_PORTAL_2_out_of_any_other():
    p = Position({"P1": "fighter 3,2", "P2": FAR}).do("move fighter")
    assert p.goals("portal") == {"5,3", "9,6"}
    p.do("portal 9,6", "stop")
    assert p.at("P1 fighter") == "9,6"


def test_T_PORTAL_3_T_PORTAL_4_an_enemy_in_front_blocks_an_ally_does_not():
    p = Position({"P1": "fighter 3,2; beast 5,3", "P2": "rogue 9,6"}).do("move fighter")
    assert p.goals("portal") == {"5,3"}


def test_T_PORTAL_3_who_slips_past_enemies_does_not_slip_through_their_portals():
    slips = {"P1 fighter": [ability("always", does("slips_through"))]}
    p = Position({"P1": "fighter 3,2; beast 1,1", "P2": "rogue 9,6"}, abilities=slips)
    assert p.do("move fighter").goals("portal") == {"5,3"}
    p = Position({"P1": "fighter 3,1; beast 1,1", "P2": "rogue 3,2"}, abilities=slips)
    p.do("move fighter", "step 3,2")
    assert p.goals("portal") == set() and "step 2,2" in p.offered


def test_T_BALLISTA_2_fire_after_moving_in_and_be_weakened():
    p = Position({"P1": "fighter 6,6; beast 1,1; rogue 1,2", "P2": "rogue 9,5; beast 10,7"})
    p.do("move fighter", "step 6,5", "stop")
    assert p.goals("fire") == {"9,5"}
    p.do("fire fighter at 9,5", "east", "do not counter")
    assert p.health("P2 rogue") == 5 and p.at("P2 rogue") == "10,5"
    assert p.unit("P1 fighter").weakened


@pytest.mark.parametrize("attack, may", [(True, False), (False, True)])
def test_T_BALLISTA_2_whether_it_is_the_attack_of_the_turn(attack, may):
    p = Position(
        {"P1": "fighter 6,5; beast 1,1; rogue 1,2", "P2": "rogue 7,5"},
        rules={"ballista_is_attack": attack},
    )
    p.do("melee fighter at 7,5", "do not roll", "do not counter")
    assert ("fire fighter at 7,5" in p.offered) is may


@pytest.mark.parametrize("cover, health", [(False, 5), (True, 6)])
def test_T_BALLISTA_3_forest_does_not_help(cover, health):
    p = Position({"P1": "fighter 6,5", "P2": "rogue 2,5"}, rules={"ballista_cover": cover})
    p.t.land.terrain[2, 5] = "forest"
    p.do("fire fighter at 2,5", "north")
    assert p.health("P2 rogue") == health


def test_T_BALLISTA_3_range_is_four_and_height_counts():
    p = Position({"P1": "fighter 6,5", "P2": "rogue 2,5; beast 2,4; wizard 9,4; fighter 9,6"})
    assert p.goals("fire") == {"2,5", "9,6"}, "9,4 is 4 away and higher, 2,4 is 5 away"


def test_T_BALLISTA_4_T_BALLISTA_5_stopped_at_once_it_costs_health():
    p = Position({"P1": "fighter 6,5", "P2": "rogue 8,4"}, dice="miss miss")
    p.do("fire fighter at 8,4", "east")  # the box is a cliff
    assert p.health("P2 rogue") == 4 and p.at("P2 rogue") == "8,4"
    assert p.asked == "P2" and "counter missile" in p.offered


def test_T_BALLISTA_6_out_and_not_back():
    p = Position({"P1": "fighter 6,5", "P2": FAR}).do("move fighter", "step 6,6")
    assert "step 6,5" not in p.offered
    free = {"ballista_cost": 0}
    p = Position({"P1": "fighter 5,5", "P2": FAR}, rules=free)
    p.do("move fighter", "step 6,5", "step 6,6")
    assert "step 6,5" in p.offered
