"""Positions laid by hand, for referee and kernels: dungeons and their crystals."""

from tests.rules.tactics.adventures import ROW, solo
from tests.rules.tactics.hand import Position, ability, does, spell


def into(unit: str = "rogue", state: str = "", **said) -> Position:
    """A unit in front of the 2x2 box, which is ready to be entered."""
    others = [u for u in ("fighter", "beast", "wizard") if u != unit]
    mine = f"{unit} 3,2 {state}; {others[0]} 1,1; {others[1]} 1,7"
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


def test_T_DUNGEON_16_inside_there_is_nobody_to_attack():
    p = into("wizard").do("enter box_2x2", "stop")
    assert not p.goals("cast") and not p.goals("melee wizard")


def test_T_DUNGEON_16_T_SPELL_6_a_wizard_inside_casts_on_itself():
    """Nobody else can be aimed at, and it is an action as any other: the second Weakens."""
    mend = spell("friend", does("heal", 2, power=1, who="other"))
    p = into("wizard", "health=1", spell={"P1 wizard": mend}, dice="power")
    p.do("enter box_2x2", "stop")
    assert {words for words in p.offered if words.startswith("cast")} == {
        f"cast wizard at box_2x2 power {n}" for n in range(4)
    }
    p.do("cast wizard at box_2x2 power 1")
    assert p.health("P1 wizard") == 4 and p.unit("P1 wizard").mana == 4
    assert p.unit("P1 wizard").weakened


def test_T_DUNGEON_16_T_SPELL_7_what_works_around_it_meets_nobody_inside():
    quake = spell("self", does("damage", 1, power=1, who="each_enemy", within=6), reach=None)
    p = into("wizard", spell={"P1 wizard": quake}).do("enter box_2x2", "stop")
    assert not any(words.startswith("cast") for words in p.offered)


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
