"""The referee at positions laid by hand: solo and cooperative adventure."""

import pytest

from tests.rules.tactics.hand import Position, ability, does, enemy_card
from tests.rules.tactics.referee import Luck, play
from tests.rules.tactics.shipped import new_table

ROW = "fighter 10,1; beast 10,7; rogue 9,1; wizard 9,7"
MINE = "fighter 1,1; beast 1,2; rogue 1,3; wizard 1,4"


def solo(mine: str = MINE, theirs: str = ROW, cards=None, **said) -> Position:
    cards = cards or [enemy_card("fighter", "north")] * 3
    rules = {"time.solo": 9} | said.pop("rules", {})
    return Position({"P1": mine, "P2": theirs}, mode="solo", cards=cards, rules=rules, **said)


def enemys(card: dict, mine: str, theirs: str, **said) -> Position:
    """The Solo Enemy's turn, played to its end or its first question."""
    return solo(mine, theirs, [card, *[enemy_card("leftmost", "north")] * 8], active="P2", **said)


# ---------------------------------------------------------------- time and ends


def test_T_SOLO_15_T_SOLO_16_T_SOLO_17_the_time_token():
    p = solo()
    assert p.t.time == 8 and p.asked == "P1"
    p.do("end")
    assert p.t.time == 7 and p.asked == "P1", "the Solo Enemy's turn has been taken between them"
    p = solo(rules={"time.solo": 1})
    assert p.t.outcome == "lost_time"


def test_T_SOLOEND_2_all_units_captured():
    p = enemys(enemy_card("beast", "north"), "fighter 5,1 health=1", "beast 6,1; rogue 9,7")
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


def test_T_RESPAWN_3_cards_under_the_captured_are_discarded():
    cards = [enemy_card("beast", "north")] * 2
    p = solo("beast 5,1; rogue 1,1", "beast 6,1 health=1; rogue 9,7", cards, start=False)
    p.unit("P2 beast").under = p.t.enemy_deck.pop()
    p.go().do("melee beast at 6,1")
    assert p.t.enemy_discards == ["card1"] and p.unit("P2 beast").under is None


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
    p.t.flipped["box_2x2"] = p.unit("P1 rogue")
    p.unit("P1 rogue").inside, p.unit("P1 rogue").at = ("box_2x2", (1, 1)), None
    p.do("melee beast at 6,1")
    assert p.unit("P2 beast").at == place


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
    p = enemys(enemy_card("beast", "north"), "fighter 5,1; rogue 1,7", "beast 8,1 weakened")
    assert p.at("P2 beast") == "6,1" and p.health("P1 fighter") == 8
    assert not p.unit("P2 beast").weakened


def test_T_ENEMY_5_T_ENEMY_9_T_ENEMY_12_it_moves_and_then_attacks():
    p = enemys(
        enemy_card("beast", "north"), "fighter 5,1; rogue 1,7", "beast 8,1", dice="miss " * 3
    )
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
        enemy_card("beast", "north"),
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
        enemy_card("wizard", "north"),
        "fighter 6,4; rogue 6,5",
        "wizard 5,6",
        dice="miss " * 3,
        rules={"compass_target": rule},
    )
    assert p.health(f"P1 {first}") < p.unit(f"P1 {first}").stats["health"]


def test_T_ENEMY_14_T_ENEMY_15_no_dice_for_missiles_three_for_spells():
    p = enemys(enemy_card("fighter", "north"), "fighter 5,1; rogue 1,7", "fighter 8,1")
    assert p.health("P1 fighter") == 6
    p = enemys(
        enemy_card("wizard", "north"),
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
    p = enemys(
        enemy_card("beast", "south"), "rogue 4,4; fighter 6,7", "beast 6,4", dice="miss " * 3
    )
    assert p.at("P2 beast") == "6,6" and p.health("P1 fighter") == 5


def test_T_ENEMY_19_T_ENEMY_21_else_towards_the_closest_and_stop_beside():
    p = enemys(enemy_card("beast", "north"), "rogue 3,3; fighter 1,7", "beast 3,1")
    assert p.at("P2 beast") == "3,2" and p.health("P1 rogue") == 6, "the box is too high"


def test_T_ENEMY_21_it_stops_beside_whoever_it_meets():
    """On its way up to 3,3 it comes past the fighter, stops and attacks."""
    card = enemy_card("beast", "east", climb=True)
    p = enemys(card, "fighter 2,4; rogue 10,7", "beast 1,3", dice="miss " * 3)
    assert p.at("P2 beast") == "2,3" and p.health("P1 fighter") == 5


@pytest.mark.parametrize("stops, end", [("last", "4,1"), ("first", "5,1")])
def test_T_ENEMY_18_a_shooter_goes_as_far_as_it_can_or_must(stops, end):
    p = enemys(
        enemy_card("fighter", "west"),
        "rogue 2,1; beast 1,7",
        "fighter 8,1",
        rules={"enemy_stops": stops},
    )
    assert p.at("P2 fighter") == end and p.health("P1 rogue") == 4


def test_T_ENEMY_22_no_portals():
    p = enemys(enemy_card("beast", "south"), "rogue 9,7; fighter 10,7", "beast 3,2")
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


def dive(p: Position, who: str, box: str) -> None:
    """Put a unit into a dungeon, which closes its box."""
    unit = p.unit(who)
    unit.at, unit.inside = None, (box, (1, 1))
    p.t.flipped[box] = unit


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


def test_T_SOLO_14_T_SOLO_18_nothing_but_crystals_wins():
    """Three actions a turn as ever; captured enemies end nothing."""
    p = solo("beast 5,1; rogue 1,1", "beast 6,1 health=1; rogue 9,7", captures=[["a"] * 5, []])
    p.do("melee beast at 6,1")
    assert p.t.ending is None and p.t.outcome is None and p.t.actions_left == 2


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


# ---------------------------------------------------------------- dungeons


def into(unit: str = "rogue", **said) -> Position:
    """A unit in front of the 2x2 box, which is ready to be entered."""
    others = [u for u in ("fighter", "beast", "wizard") if u != unit]
    mine = f"{unit} 3,2; {others[0]} 1,1; {others[1]} 1,7"
    p = solo(mine, "beast 10,7; rogue 10,5", start=False, **said)
    p.t.pack = p.t.pack | {"dungeons": p.t.pack["dungeons"] | {"box_2x2": {"crystal": []}}}
    return p.go().do(f"move {unit}")


def test_T_DUNGEON_1_T_DUNGEON_4_T_DUNGEON_7_into_the_dungeon():
    p = into()
    assert "enter box_2x2" in p.offered
    p.do("enter box_2x2")
    assert p.unit("P1 rogue").inside == ("box_2x2", (1, 1)) and p.at("P1 rogue") == "gone"
    assert not p.t.is_open((3, 3)) and not p.t.is_open((4, 4)), "the small box is set aside"
    assert p.t.portals() == [((9, 6), "box_3x2")]


def test_T_DUNGEON_2_nobody_on_the_box():
    for at in ("3,4", "4,4"):
        p = solo("rogue 3,2; fighter 1,1", f"beast {at}; rogue 10,5").do("move rogue")
        assert "enter box_2x2" not in p.offered


def test_T_DUNGEON_3_T_DUNGEON_22_a_green_card_is_done_with():
    p = solo("rogue 3,2; fighter 1,1", ROW, crystals={"box_2x2"}).do("move rogue")
    assert "enter box_2x2" not in p.offered


def test_T_DUNGEON_7_a_box_that_carries_an_occupied_dungeon_stays():
    p = Position(
        {"P1": "rogue 3,2; fighter 1,1", "P2": "beast 10,7", "P3": "rogue 1,7; beast 1,6"},
        mode="coop",
        seats=4,
        start=False,
        cards=[enemy_card("beast", "north")],
    )
    inside = p.unit("P3 rogue")
    inside.at, inside.inside, p.t.flipped["box_1x2"] = None, ("box_1x2", (1, 1)), inside
    p.go().do("move rogue")
    assert "enter box_2x2" not in p.offered
    inside.at, inside.inside, p.t.flipped = (1, 7), None, {}
    p.do("step 2,2", "step 3,2")
    assert "enter box_2x2" in p.offered


def test_T_DUNGEON_6_one_unit_in_dungeons():
    mine = "rogue 3,2; fighter 9,6; beast 1,1"
    p = solo(mine, "beast 10,1; rogue 9,1").do("move fighter")
    assert "enter box_3x2" in p.offered
    p = solo(mine, "beast 10,1; rogue 9,1")
    p.do("move rogue", "enter box_2x2", "stop", "move fighter")
    assert not [words for words in p.offered if words.startswith("enter")]


def test_T_DUNGEON_14_T_DUNGEON_15_doors_for_classes():
    p = into().do("enter box_2x2")
    assert p.offered == {"inside 1,2", "stop"}, "the barrier is for Wizards"
    p = into("wizard").do("enter box_2x2")
    assert p.offered == {"inside 1,2", "inside 2,1", "stop"}
    p.do("inside 2,1")
    assert p.unit("P1 wizard").mana == 4
    p = solo("wizard 3,2 mana=1; fighter 1,1; beast 1,7", "beast 10,7; rogue 10,5")
    p.do("move wizard", "enter box_2x2")
    assert p.offered == {"inside 1,2", "stop"}, "2 mana are the price"


def test_T_DUNGEON_13_the_trap():
    p = into(dice="miss knock_back miss").do("enter box_2x2", "inside 1,2")
    assert p.health("P1 rogue") == 2
    p = into(dice="miss miss miss").do("enter box_2x2", "inside 1,2")
    assert p.t.captures[1] == ["rogue0"] and not p.t.flipped


def test_T_DUNGEON_17_T_DUNGEON_18_T_DUNGEON_20_out_with_the_crystal():
    p = into(dice="power power power").do("enter box_2x2", "inside 1,2", "inside 2,2")
    assert p.offered == {"out 3,2", "out 5,3"} and p.t.crystals == {"box_2x2"}
    p.do("out 5,3")
    assert p.at("P1 rogue") == "5,3" and "step 5,4" in p.offered and not p.t.flipped


def test_T_DUNGEON_19_beside_when_the_portals_are_taken():
    p = into(dice="power power power").do("enter box_2x2", "inside 1,2")
    p.unit("P1 fighter").at, p.unit("P1 beast").at = (3, 2), (5, 3)
    p.do("inside 2,2")
    assert p.goals("out") == {"2,2", "4,2", "3,1", "5,2", "5,4", "6,3"}


def test_T_DUNGEON_21_the_bonus_works_at_once():
    p = into(dice="power power power").do("enter box_2x2", "inside 1,2")
    p.t.pack["dungeons"]["box_2x2"]["crystal"] = [does("gain_time", 1), does("heal", 2, who="self")]
    p.unit("P1 rogue").health, p.t.time = 1, 3
    p.do("inside 2,2", "out 5,3")
    assert p.t.time == 4 and p.health("P1 rogue") == 3


def second(unit: str, **said) -> Position:
    """A unit in front of the 3x2 box."""
    others = [u for u in ("fighter", "beast", "wizard") if u != unit]
    mine = f"{unit} 9,6; {others[0]} 1,1; {others[1]} 1,7"
    p = solo(mine, "beast 1,2; rogue 2,1", **said)
    return p.do(f"move {unit}", "enter box_3x2")


def test_T_DUNGEON_9_a_monster():
    p = second("fighter").do("inside 2,1")
    assert p.health("P1 fighter") == 7 and p.t.enemy_discards == ["card0"]


def test_T_DUNGEON_11_T_DUNGEON_12_the_cave_in():
    p = second("fighter", dice="miss miss").do("inside 2,1", "inside 3,1")
    assert p.unit("P1 fighter").inside == ("box_3x2", (2, 1)) and "end" in p.offered
    p = second("fighter", dice="miss knock_back").do("inside 2,1", "inside 3,1")
    assert p.unit("P1 fighter").inside == ("box_3x2", (3, 1))
    quick = {"P1 fighter": [ability("always", does("more_movement", 1))]}
    p = second("fighter", dice="miss miss knock_back knock_back", abilities=quick)
    p.do("inside 2,1", "inside 3,1")  # 5 less 1, 1 and 2
    assert "inside 3,1" in p.offered
    assert p.do("inside 3,1").unit("P1 fighter").inside == ("box_3x2", (3, 1))


def test_T_DUNGEON_10_water_inside():
    """Entering 1, door 1, water 2: nothing is left of four."""
    p = second("rogue").do("inside 1,2", "inside 2,2")
    assert p.unit("P1 rogue").inside == ("box_3x2", (2, 2))
    assert not [words for words in p.offered if words.startswith("inside")]


def test_T_DUNGEON_8_a_flipped_box_is_a_cliff():
    p = into(dice="knock_back miss miss miss miss miss").do("enter box_2x2", "stop")
    p.unit("P1 beast").at, p.unit("P2 beast").at = (3, 6), (3, 5)
    p.t.actions_left = 4
    p.do("move fighter", "step 2,1", "stop")
    p.do("melee beast at 3,5", "roll")
    assert p.unit("P2 beast").at == (3, 5) and p.health("P2 beast") == 5


def test_T_DUNGEON_8_though_it_is_no_higher():
    """On the same level nothing but the flipped box is in the way."""
    p = into(dice="knock_back miss miss miss miss miss").do("enter box_2x2", "stop")
    p.t.land.level[1, 3] = p.t.land.level[2, 3] = 1
    p.unit("P1 beast").at, p.unit("P2 beast").at = (1, 3), (2, 3)
    p.t.actions_left = 4
    p.do("move fighter", "step 2,1", "stop")
    p.do("melee beast at 2,3", "roll")
    assert p.at("P2 beast") == "2,3" and p.health("P2 beast") == 5


def test_T_DUNGEON_16_inside_a_unit_only_moves():
    p = into("wizard").do("enter box_2x2", "stop")
    assert not p.goals("cast") and not p.goals("melee wizard")


def glory(crystals: int) -> Position:
    """A unit in front of the largest box, whose crystal is one step from the entrance."""
    others = ("box_5x4", "box_8x1", "box_3x2", "box_2x2", "box_1x2")
    p = solo("rogue 3,2; fighter 1,1", ROW, start=False, crystals=set(others[:crystals]))
    p.t.land.portals = [((3, 2), "box_8x5")]
    p.t.land.on["box_8x5"] = None
    p.t.land.insides["box_8x5"] = {(1, 1): "entrance", (2, 1): "crystal"}
    return p.go().do("move rogue")


def test_T_DUNGEON_24_the_last_dungeon_opens_after_the_other_five():
    assert "enter box_8x5" not in glory(4).offered
    assert "enter box_8x5" in glory(5).offered


def test_T_DUNGEON_23_T_SOLOEND_1_the_crystal_of_glory_wins():
    assert glory(5).do("enter box_8x5", "inside 2,1").t.outcome == "won"


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
