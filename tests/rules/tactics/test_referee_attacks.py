"""Positions laid by hand, for referee and kernels: attacks, Knock Back, counters, captures."""

import pytest

from tests.rules.tactics.hand import Position, ability, does, spell

REST = "rogue 1,1; wizard 1,2"
OTHERS = "fighter 10,1; wizard 10,2"


def duel(mine: str, theirs: str, **said) -> Position:
    """A unit of each side among others who are far away."""
    return Position({"P1": joined(mine, REST), "P2": joined(theirs, OTHERS)}, **said)


def joined(units: str, others: str) -> str:
    """The others too, but no second one of a class."""
    return "; ".join([units, *(one for one in others.split("; ") if one.split()[0] not in units)])


# ---------------------------------------------------------------- melee


def test_T_MELEE_1_next_to_it_and_on_the_same_level():
    for goal, reached in (
        ("4,2", {"4,2"}),
        ("2,2", {"2,2"}),
        ("4,1", set()),  # diagonal
        ("5,2", set()),  # two away
        ("3,3", set()),  # on the box
    ):
        assert duel("beast 3,2", f"beast {goal}").goals("melee") == reached, goal
    assert not duel("beast 3,3", "beast 2,3").goals("melee"), "down from the box"


def test_T_MELEE_2_damage_of_the_card_at_once():
    p = duel("beast 5,1", "beast 6,1").do("melee beast at 6,1")
    assert p.health("P2 beast") == 6 and p.offered == {"roll", "do not roll"}


def test_T_MELEE_3_T_MELEE_4_T_MELEE_5_as_many_spaces_as_icons():
    p = duel("beast 5,1", "beast 6,1", dice="knock_back miss knock_back")
    p.do("melee beast at 6,1", "roll")
    assert p.at("P2 beast") == "8,1" and p.health("P2 beast") == 6
    p = duel("beast 5,1", "beast 6,1").do("melee beast at 6,1", "do not roll")
    assert p.at("P2 beast") == "6,1"


def test_T_MELEE_6_what_is_rolled_is_carried_out():
    p = duel("beast 5,1", "beast 6,1", dice="knock_back knock_back knock_back")
    p.do("melee beast at 6,1", "roll")
    assert p.at("P2 beast") == "9,1" and p.health("P2 beast") == 6


def test_T_MELEE_7_T_CARD_9_down_but_never_up_and_a_fall_is_harmless():
    p = duel("beast 4,3", "beast 3,3", dice="knock_back knock_back miss")
    p.do("melee beast at 3,3", "roll")
    assert p.at("P2 beast") == "1,3" and p.health("P2 beast") == 6
    p = duel("beast 1,3", "beast 2,3", dice="knock_back knock_back miss")
    p.do("melee beast at 2,3", "roll")
    assert p.at("P2 beast") == "2,3" and p.health("P2 beast") == 5


def test_T_MELEE_8_one_health_however_much_was_left():
    p = duel("beast 8,1", "beast 9,1", dice="knock_back knock_back knock_back")
    p.do("melee beast at 9,1", "roll")
    assert p.at("P2 beast") == "9,1" and p.health("P2 beast") == 5
    p = duel("beast 7,1", "beast 8,1", dice="knock_back knock_back knock_back")
    p.do("melee beast at 8,1", "roll")
    assert p.at("P2 beast") == "9,1" and p.health("P2 beast") == 5


def test_T_MELEE_9_T_PORTAL_5_not_through_a_portal():
    p = duel("beast 3,1", "beast 3,2", dice="knock_back miss miss")
    p.do("melee beast at 3,2", "roll")
    assert p.at("P2 beast") == "3,2" and p.health("P2 beast") == 5


def test_T_MELEE_10_a_village_on_the_way_gives_nothing():
    p = duel("beast 2,2", "beast 3,2", dice="knock_back knock_back miss")
    p.do("melee beast at 3,2", "roll")
    assert p.at("P2 beast") == "5,2" and p.health("P2 beast") == 6
    p = duel("beast 2,2", "beast 3,2", dice="knock_back miss miss")
    p.do("melee beast at 3,2", "roll")
    assert p.at("P2 beast") == "4,2" and p.health("P2 beast") == 6


@pytest.mark.parametrize(
    "terrain, kind, damage",
    [
        ("plains", "melee beast", 3),
        ("water", "melee beast", 4),
        ("forest", "melee beast", 2),
        ("water", "shoot fighter", 3),
        ("forest", "shoot fighter", 1),
        ("forest", "cast wizard", 1),
        ("water", "cast wizard", 3),
    ],
)
def test_T_HARM_1_water_and_forest(terrain, kind, damage):
    """T-TERRAIN-3, T-TERRAIN-4, T-HARM-1."""
    p = Position(
        {"P1": "beast 5,1; fighter 6,2; wizard 7,1; rogue 1,1", "P2": f"beast 6,1; {OTHERS}"},
        dice="power power",
    )
    p.t.land.terrain[6, 1] = terrain
    words = f"{kind} at 6,1" + (" power 0" if kind.startswith("cast") else "")
    p.do(words)
    assert p.health("P2 beast") == 9 - damage


def test_T_HARM_1_nothing_is_the_least_and_then_nobody_counters():
    p = Position({"P1": f"wizard 2,1; {REST[:9]}", "P2": f"beast 2,2; {OTHERS}"})
    p.do("melee wizard at 2,2")  # 1 less 1 in the forest
    assert p.health("P2 beast") == 9
    p.do("do not roll")
    assert p.asked == "P1"


def test_T_MELEE_3_an_attack_without_damage_knocks_back_unless_the_switch_asks_for_damage():
    units = {"P1": f"wizard 2,1; {REST[:9]}", "P2": f"beast 2,2; {OTHERS}"}
    p = Position(units, dice="knock_back")
    p.do("melee wizard at 2,2", "roll")  # 1 less 1 in the forest
    assert p.health("P2 beast") == 9 and p.at("P2 beast") != "2,2"
    p = Position(units, rules={"knock_back_needs_damage": True})
    assert "melee wizard at 2,2" not in p.offered


# ---------------------------------------------------------------- missiles


@pytest.mark.parametrize(
    "shooter, target, hits",
    [
        ("5,1", "8,1", True),  # 3 spaces
        ("5,1", "9,1", False),  # 4
        ("5,1", "7,2", True),  # around the corner
        ("5,1", "7,3", False),
        ("3,3", "6,4", True),  # 4, from above: T-MISSILE-3
        ("4,4", "8,4", True),  # 4, from two levels above: 1 more, not 2
        ("4,4", "8,3", False),
        ("6,4", "3,4", False),  # 3, at a higher target
        ("6,4", "4,4", True),  # 2, at a higher target
    ],
)
def test_T_MISSILE_2_T_MISSILE_4_range(shooter, target, hits):
    """T-MISSILE-1, T-MISSILE-2, T-MISSILE-3, T-MISSILE-4."""
    p = Position({"P1": f"fighter {shooter}; beast 1,1", "P2": f"beast {target}; wizard 10,7"})
    assert (target in p.goals("shoot fighter")) is hits


def test_T_TERRAIN_6_from_a_peak_everywhere():
    p = Position({"P1": "fighter 7,3; beast 1,1", "P2": "beast 1,7; wizard 10,5"})
    assert p.goals("shoot fighter") == {"1,7", "10,5"}
    p = Position({"P1": "wizard 7,3; beast 1,1", "P2": "beast 1,7; rogue 10,5"})
    assert {words.split()[3] for words in p.offered if "cast" in words} == {"1,7", "10,5"}


def test_T_TERRAIN_7_counters_from_a_peak_reach_everywhere():
    units = {"P1": "fighter 3,3; beast 1,1; rogue 1,2", "P2": "rogue 7,3; wizard 10,5"}
    peak = Position(units, dice="power " * 4)
    peak.do("shoot fighter at 7,3")  # 4 spaces, from above
    assert peak.asked == "P2" and "counter missile" in peak.offered


def test_T_MISSILE_6_T_PORTAL_6_units_and_cliffs_do_not_matter_portals_do_not_help():
    p = Position({"P1": "fighter 2,3; beast 1,1", "P2": "beast 5,3; rogue 2,4; wizard 2,5"})
    assert p.goals("shoot fighter") == {"5,3", "2,4", "2,5"}
    p = Position({"P1": "fighter 3,2; beast 1,1", "P2": "beast 9,6; rogue 10,7"})
    assert p.goals("shoot fighter") == set()


def test_T_MISSILE_5_without_ammo_no_missile():
    p = duel("fighter 5,1 ammo=0", "beast 6,1")
    assert p.goals("shoot fighter") == set()


@pytest.mark.parametrize(
    "ammo, dice, left, hit",
    [
        (3, "power power", 2, True),
        (3, "miss power", 1, True),
        (3, "miss miss", 0, True),
        (2, "miss miss", 0, False),
        (1, "power power", 0, True),
        (1, "miss power", 0, False),
    ],
)
def test_T_MISSILE_8_T_MISSILE_9_T_MISSILE_10_paying_for_misses(ammo, dice, left, hit):
    """T-MISSILE-7: two dice."""
    p = duel(f"fighter 5,1 ammo={ammo}", "beast 7,1", dice=dice)
    p.do("shoot fighter at 7,1")
    assert p.unit("P1 fighter").ammo == left
    assert p.health("P2 beast") == (7 if hit else 9)


# ---------------------------------------------------------------- spells


def casts(spell: dict, mine: str = "wizard 5,1", theirs: str = "beast 7,1", **said) -> Position:
    return Position(
        {"P1": f"{mine}; beast 1,1; rogue 1,2", "P2": f"{theirs}; fighter 10,1; wizard 10,2"},
        spell={"P1 wizard": spell},
        **said,
    )


BOLT = spell("enemy", does("damage", 2, power=1, who="other"))


def test_T_SPELL_2_T_SPELL_3_one_mana_and_up_to_three_more():
    """T-SPELL-1, T-SPELL-2, T-SPELL-3, T-SPELL-4."""
    p = casts(BOLT)
    assert p.goals("cast") == {"0", "1", "2", "3"}
    p = casts(BOLT, mine="wizard 5,1 mana=2")
    assert p.goals("cast") == {"0", "1"}
    assert not casts(BOLT, mine="wizard 5,1 mana=0").goals("cast")


def test_T_SPELL_5_each_power_raises_the_effect():
    p = casts(BOLT, dice="power miss power")
    p.do("cast wizard at 7,1 power 3")
    assert p.health("P2 beast") == 5 and p.unit("P1 wizard").mana == 2


def test_T_CARD_10_healing_is_no_attack():
    mend = spell("friend", does("heal", 2, power=1, who="other"))
    p = casts(mend, mine="wizard 5,1 health=3", theirs="beast 6,1", dice="power")
    assert {w.split()[3] for w in p.offered if w.startswith("cast")} == {"5,1"}
    p.do("cast wizard at 5,1 power 1")
    assert p.health("P1 wizard") == 6
    assert p.goals("melee wizard") == {"6,1"}
    p = casts(BOLT, theirs="beast 6,1").do("cast wizard at 6,1 power 0", "do not counter")
    assert p.goals("melee wizard") == set()


def test_T_SPELL_7_T_SPELL_8_T_SPELL_9_around_the_wizard():
    quake = spell("self", does("damage", 1, power=1, who="each_enemy", within=2), reach=None)
    p = Position(
        {"P1": "wizard 5,1; beast 6,1; rogue 1,2", "P2": "beast 7,1; fighter 5,2; rogue 8,1"},
        spell={"P1 wizard": quake},
        dice="power",
    )
    p.do("cast wizard power 1")
    assert [p.health(f"P2 {one}") for one in ("beast", "fighter", "rogue")] == [7, 6, 6]
    assert p.health("P1 beast") == 9 and p.asked == "P1", "allies are spared, nobody counters"
    assert not p.goals("melee wizard"), "it was an attack"


# ---------------------------------------------------------------- counters


def test_T_COUNTER_1_T_COUNTER_3_after_the_whole_attack():
    p = duel("beast 5,1", "beast 6,1", dice="knock_back miss miss")
    p.do("melee beast at 6,1", "roll")
    assert p.asked == "P1", "two spaces away it cannot counter"
    p = duel("beast 5,1", "beast 6,1", dice="miss miss miss")
    p.do("melee beast at 6,1", "roll")
    assert p.asked == "P2" and p.offered == {"counter melee", "do not counter"}


def test_T_COUNTER_4_T_COUNTER_6_each_way_that_reaches():
    p = duel("beast 5,1", "fighter 6,1; rogue 5,2").do("melee beast at 6,1", "do not roll")
    assert p.offered == {"counter melee", "counter missile", "do not counter"}
    p.do("counter melee")
    assert p.health("P1 beast") == 7


@pytest.mark.parametrize("mana, ways", [(0, 0), (1, 1), (3, 3)])
def test_T_COUNTER_5_mana_must_be_at_hand(mana, ways):
    p = duel("beast 5,1", f"wizard 6,1 mana={mana}").do("melee beast at 6,1", "do not roll")
    assert len([words for words in p.offered if "spell" in words]) == ways


def test_T_COUNTER_8_weakened_for_two_health():
    p = duel("beast 5,1", "beast 6,1 weakened").do("melee beast at 6,1", "do not roll")
    p.do("counter melee", "do not roll")
    assert p.health("P2 beast") == 4 and not p.unit("P2 beast").weakened
    assert p.health("P1 beast") == 6
    p = duel("beast 5,1", "beast 6,1 weakened health=5").do("melee beast at 6,1", "do not roll")
    assert p.asked == "P1", "with 2 health left it cannot"


def test_T_COUNTER_9_no_counter_to_a_counter():
    p = duel("beast 5,1", "beast 6,1").do("melee beast at 6,1", "do not roll")
    p.do("counter melee", "do not roll")
    assert p.asked == "P1" and "end" in p.offered


def test_T_COUNTER_7_abilities_of_the_counter_work_on_others():
    burst = ability("hits", does("damage", 1, who="each_enemy", within=4), kind="any")
    p = duel("beast 5,1", "beast 6,1", abilities={"P2 beast": [burst]})
    p.do("melee beast at 6,1", "do not roll", "counter melee")
    assert (p.health("P1 beast"), p.health("P1 rogue")) == (5, 6)
    assert p.unit("P1 rogue").at == (1, 1), "5 away"
    p = duel("beast 4,1", "beast 5,1", abilities={"P2 beast": [burst]})
    p.do("melee beast at 5,1", "do not roll", "counter melee")
    assert p.health("P1 rogue") == 5, "4 away"


def test_T_UNIT_4_reacting_needs_damage():
    """And nothing that a tactic card or an ability does sets it off."""
    thorns = ability("damaged", does("damage", 1, who="other"), kind="any")
    shell = ability("always", does("less_damage", 2), kind="any")
    units = {"P1": f"wizard 5,1; {REST[:9]}", "P2": f"beast 6,1; {OTHERS}"}
    p = Position(units, abilities={"P2 beast": [thorns, shell]}).do("melee wizard at 6,1")
    assert p.health("P1 wizard") == 6
    flame = ability("turn_start", does("damage", 1, who="one_enemy"))
    p = Position(units, abilities={"P2 beast": [thorns], "P1 wizard": [flame]}).do("at 6,1")
    assert p.health("P2 beast") == 8 and p.health("P1 wizard") == 6


@pytest.mark.parametrize("kind, health", [("any", 5), ("melee", 6)])
def test_T_UNIT_4_T_SPELL_8_in_the_area_of_a_spell_units_react(kind, health):
    """Both in the area and the target, as often as they are hurt; only the target counters."""
    thorns = ability("damaged", does("damage", 1, who="other"), kind=kind)
    fork = spell(
        "enemy",
        does("damage", 1, power=1, who="other"),
        does("damage", 1, who="each_enemy", within=1, of="other"),
    )
    p = casts(fork, theirs="beast 6,1; rogue 7,1", abilities={"P2 rogue": [thorns]})
    p.do("cast wizard at 6,1 power 0")
    assert p.health("P2 rogue") == 5 and p.health("P1 wizard") == health
    assert p.asked == "P2" and "counter melee" in p.offered


def test_T_UNIT_4_a_tactic_card_for_the_area_of_a_spell():
    wind = ability("damaged", does("heal", 3, who="self"), kind="any", turn="others", name="wind")
    quake = spell("self", does("damage", 2, power=1, who="each_enemy", within=3), reach=None)
    p = casts(quake, theirs="beast 7,1", tactics={"P2": [wind]}).do("cast wizard power 0")
    assert p.asked == "P2" and p.offered == {"play wind", "keep wind"}
    assert p.do("play wind").health("P2 beast") == 9


def test_T_UNIT_4_a_knock_back_stopped_short_sets_nothing_off():
    """The attack has set it off once; the health that the stop costs does not again."""
    thorns = ability("damaged", does("damage", 1, who="other"), kind="any")
    p = duel(
        "beast 2,7", "beast 1,7", dice="knock_back miss miss", abilities={"P2 beast": [thorns]}
    )
    p.do("melee beast at 1,7", "roll")
    assert p.health("P2 beast") == 5 and p.health("P1 beast") == 8


def test_T_UNIT_5_passive_abilities_hold_for_the_weakened_too():
    shell = ability("always", does("less_damage", 1), kind="any")
    p = duel("beast 5,1", "beast 6,1 weakened", abilities={"P2 beast": [shell]})
    assert p.do("melee beast at 6,1").health("P2 beast") == 7


def test_T_CARD_11_a_counter_knocks_back():
    p = duel("beast 5,1", "beast 6,1", dice="knock_back knock_back miss")
    p.do("melee beast at 6,1", "do not roll", "counter melee", "roll")
    assert p.at("P1 beast") == "3,1"


def test_T_COUNTER_2_reactions_come_before_the_knock_back_and_not_from_the_captured():
    thorns = {"P2 beast": [ability("damaged", does("damage", 1, who="other"), kind="melee")]}
    p = duel("beast 5,1", "beast 6,1", abilities=thorns).do("melee beast at 6,1")
    assert p.health("P1 beast") == 8 and p.offered == {"roll", "do not roll"}
    p = duel("beast 5,1", "beast 6,1 health=3", abilities=thorns).do("melee beast at 6,1")
    assert p.health("P1 beast") == 9 and p.at("P2 beast") == "gone"


# ---------------------------------------------------------------- captures


def test_T_CAPTURE_1_T_CAPTURE_2_the_attacker_takes_the_card():
    p = duel("beast 5,1", "beast 6,1 health=2").do("melee beast at 6,1")
    assert p.at("P2 beast") == "gone" and p.t.captures == [["beast1"], []]


def test_T_CAPTURE_2_by_a_counter():
    p = duel("beast 5,1 health=3", "beast 6,1").do("melee beast at 6,1", "do not roll")
    p.do("counter melee")
    assert p.t.captures == [[], ["beast0"]] and p.asked == "P1"
