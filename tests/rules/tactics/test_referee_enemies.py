"""Positions laid by hand, for referee and kernels: the Solo Enemy's turn."""

import pytest

from tests.rules.tactics.adventures import dive, enemys, solo
from tests.rules.tactics.hand import enemy_card

# ---------------------------------------------------------------- activation


def test_T_ENEMY_1_T_ENEMY_2_the_class_of_the_card_or_the_leftmost():
    for activates, before, unit in (
        ("rogue", "", "rogue"),
        ("leftmost", "", "fighter"),
        ("rogue", "rogue", "fighter"),
        ("fighter", "fighter", "beast"),
    ):
        p = solo(cards=[enemy_card(activates, "north")] * 4, start=False)
        if before:
            p.unit(f"P2 {before}").under = p.t.enemy_deck.pop()
        p.go().do("end")
        assert p.unit(f"P2 {unit}").under == "card0", (activates, before)


def test_T_ENEMY_3_all_activated_all_cards_come_back():
    p = solo(cards=[enemy_card("rogue", "north")] * 6, start=False)
    for n, unit in enumerate(p.t.of(1)):
        unit.under = f"card{n}"
    p.t.enemy_deck, p.t.enemy_discards = ["card4"], ["card5"]
    p.go().do("end")
    under = [unit.under for unit in p.t.of(1) if unit.under]
    assert len(under) == 1 and len(p.t.enemy_deck) == 5 and not p.t.enemy_discards


def test_T_ENEMY_4_an_empty_deck_is_made_from_the_discards():
    p = solo(cards=[enemy_card("rogue", "north")] * 2, start=False)
    p.t.enemy_deck, p.t.enemy_discards = [], ["card0", "card1"]
    p.go().do("end")
    assert p.unit("P2 rogue").under == "card0" and p.t.enemy_deck == ["card1"]


def test_T_ENEMY_6_T_ENEMY_7_weakened_it_only_moves_and_is_free_then():
    p = enemys("beast north", "fighter 5,1; rogue 1,7", "beast 8,1 weakened")
    assert p.at("P2 beast") == "6,1" and p.health("P1 fighter") == 8
    assert not p.unit("P2 beast").weakened


def test_T_ENEMY_5_T_ENEMY_9_T_ENEMY_12_it_moves_and_then_attacks():
    p = enemys("beast north", "fighter 5,1; rogue 1,7", "beast 8,1", dice="miss " * 3)
    assert p.at("P2 beast") == "6,1" and p.health("P1 fighter") == 5
    assert p.asked == "P1" and "counter melee" in p.offered


def test_T_ENEMY_8_the_bonus():
    card = enemy_card("beast", "north", damage=1)
    p = enemys(card, "fighter 5,1; rogue 1,7", "beast 6,1", dice="miss " * 3)
    assert p.health("P1 fighter") == 4
    card = enemy_card("beast", "north", movement=2)
    assert enemys(card, "fighter 1,1; rogue 1,7", "beast 9,1").at("P2 beast") == "3,1"


def test_T_ENEMY_10_it_always_rolls():
    p = enemys(
        "beast north",
        "fighter 5,1; rogue 1,7",
        "beast 6,1",
        dice="knock_back miss miss",
    )
    assert p.at("P1 fighter") == "4,1"


@pytest.mark.parametrize(
    "arrow, first", [("north", "5,3"), ("east", "6,4"), ("south", "5,5"), ("west", "5,3")]
)
def test_T_ENEMY_11_T_COMPASS_2_clockwise_from_the_arrow(arrow, first):
    """Targets to the north, east and south; from the west on the first is the north."""
    p = enemys(
        enemy_card("beast", arrow),
        "fighter 5,3; beast 6,4; rogue 5,5",
        "beast 5,4",
        dice="miss " * 3,
    )
    hurt = [u for u in p.t.units if u.seat == 0 and u.health < u.stats["health"]]
    assert [f"{u.at[0]},{u.at[1]}" for u in hurt] == [first]


@pytest.mark.parametrize("rule, first", [("angle", "fighter"), ("quarter", "rogue")])
def test_T_COMPASS_2_distant_targets(rule, first):
    """The fighter lies nearer to the arrow's direction, the rogue is closer."""
    p = enemys(
        "wizard north",
        "fighter 6,4; rogue 6,5",
        "wizard 5,6",
        dice="miss " * 3,
        rules={"compass_target": rule},
    )
    assert p.health(f"P1 {first}") < p.unit(f"P1 {first}").stats["health"]


def test_T_ENEMY_14_T_ENEMY_15_no_dice_for_missiles_three_for_spells():
    p = enemys("fighter north", "fighter 5,1; rogue 1,7", "fighter 8,1")
    assert p.health("P1 fighter") == 6
    p = enemys(
        "wizard north",
        "fighter 5,1; rogue 1,7",
        "wizard 8,1",
        dice="power miss power",
    )
    assert p.health("P1 fighter") == 5


# ---------------------------------------------------------------- its movement


@pytest.mark.parametrize("arrow, end", [("north", "7,5"), ("east", "3,1"), ("west", "3,1")])
def test_T_COMPASS_4_T_COMPASS_5_column_or_row_first(arrow, end):
    """T-COMPASS-3, T-COMPASS-6.  From 7,1 to 2,5, four points."""
    p = solo(start=False, theirs="beast 7,1; rogue 9,7", mine="fighter 2,5; rogue 1,7")
    p.t.land.terrain[7, 3] = "plains"
    p.t.enemy_deck = ["card0"]
    p.t.pack["enemy_cards"] = {"card0": enemy_card("beast", arrow)}
    p.t.active = 1
    p.go()
    assert p.at("P2 beast") == end


@pytest.mark.parametrize("arrow, end", [("east", "8,1"), ("west", "2,1")])
def test_T_ENEMY_16_T_ENEMY_17_T_ENEMY_20_the_closest_by_count(arrow, end):
    """Both are 4 away: the first from the arrow."""
    card = enemy_card("beast", arrow)
    p = enemys(card, "fighter 1,1; rogue 9,1", "beast 5,1", dice="miss " * 3)
    assert p.at("P2 beast") == end


def test_T_ENEMY_18_the_next_closest_if_it_can_be_attacked():
    """The rogue on the box is closest and out of reach: the fighter is attacked."""
    p = enemys("beast south", "rogue 4,4; fighter 6,7", "beast 6,4", dice="miss " * 3)
    assert p.at("P2 beast") == "6,6" and p.health("P1 fighter") == 5


def test_T_ENEMY_19_T_ENEMY_21_else_towards_the_closest_and_stop_beside():
    p = enemys("beast north", "rogue 3,3; fighter 1,7", "beast 3,1")
    assert p.at("P2 beast") == "3,2" and p.health("P1 rogue") == 6, "the box is too high"


def test_T_ENEMY_21_it_stops_beside_whoever_it_meets():
    """On its way up to 3,3 it comes past the fighter, stops and attacks."""
    card = enemy_card("beast", "east", climb=True)
    p = enemys(card, "fighter 2,4; rogue 10,7", "beast 1,3", dice="miss " * 3)
    assert p.at("P2 beast") == "2,3" and p.health("P1 fighter") == 5


@pytest.mark.parametrize("stops, end", [("last", "4,1"), ("first", "5,1")])
def test_T_ENEMY_18_a_shooter_goes_as_far_as_it_can_or_must(stops, end):
    p = enemys(
        "fighter west",
        "rogue 2,1; beast 1,7",
        "fighter 8,1",
        rules={"enemy_stops": stops},
    )
    assert p.at("P2 fighter") == end and p.health("P1 rogue") == 4


def test_T_ENEMY_22_no_portals():
    p = enemys("beast south", "rogue 9,7; fighter 10,7", "beast 3,2")
    assert p.at("P2 beast") == "3,5", "over the box, 2 to climb it"


def test_T_ENEMY_23_it_stops_short_of_what_it_cannot_pay():
    """From 6,1 south: water costs 2, and 1 is left before the ballista, which costs 2.

    The target is off to the east, but what is too dear turns nobody aside.
    """
    card = enemy_card("beast", "south", movement=1)
    p = enemys(card, "rogue 9,7; fighter 10,7", "beast 6,1")
    assert p.at("P2 beast") == "6,4"


def test_T_ENEMY_24_T_ENEMY_13_units_in_dungeons_are_out_of_reach():
    p = solo(mine="rogue 1,1", theirs="beast 5,1; fighter 9,7", start=False)
    dive(p, "P1 rogue", "box_2x2")
    p.t.active = 1
    p.go()
    assert p.at("P2 beast") == "5,1" and p.at("P2 fighter") == "9,7"


@pytest.mark.parametrize("rule, end", [("other_way", "2,3"), ("stop", "4,2")])
def test_T_COMPASS_6_a_barred_way(rule, end):
    """The box at 3,3 and 4,3 is closed: it goes around, as long as that brings it nearer."""
    p = solo(
        "rogue 2,5; beast 10,7",
        "beast 4,1; rogue 10,1",
        [enemy_card("beast", "south")],
        active="P2",
        rules={"enemy_blocked": rule},
        start=False,
    )
    dive(p, "P1 beast", "box_2x2")
    assert p.go().at("P2 beast") == end


def test_T_CLIMB_1_T_CLIMB_2_the_climb_card():
    card = enemy_card("beast", "north", climb=True)
    assert enemys(card, "fighter 10,7; rogue 9,7", "beast 2,3").at("P2 beast") == "3,3"
    p = enemys(card, "fighter 10,7; rogue 9,7", "beast 3,3")
    assert p.at("P2 beast") == "4,4"


def test_T_CLIMB_3_without_a_higher_space_it_hunts():
    card = enemy_card("beast", "north", climb=True)
    assert enemys(card, "fighter 8,1; rogue 9,7", "beast 4,4").at("P2 beast") == "5,1"


# ---------------------------------------------------------------- counters


def test_T_ENEMY_25_it_always_counters():
    p = solo("beast 5,1; rogue 1,1", "beast 6,1; rogue 9,7", dice="miss " * 3)
    p.do("melee beast at 6,1", "do not roll")
    assert p.health("P1 beast") == 6 and p.asked == "P1"


@pytest.mark.parametrize("health, counters", [(6, True), (5, False)])
def test_T_ENEMY_26_weakened_for_two_health(health, counters):
    p = solo(
        "beast 5,1; rogue 1,1",
        f"beast 6,1 weakened health={health}; rogue 9,7",
        dice="miss " * 3,
    )
    p.do("melee beast at 6,1", "do not roll")
    assert (p.health("P1 beast") == 6) is counters
    assert p.health("P2 beast") == (1 if counters else 2)
