"""Spells and abilities of units that cure Weakness: on no shipped unit; written and played."""

from functools import cache

from simulate.pack import catalogue
from tests.every_game.tactics import setting
from tests.rules.tactics.hand import Position, ability, does, spell
from tests.rules.written import pack_with

UNITS = """
[units.asha]
name = "Asha"
class = "wizard"
health = 7
movement = 4
mana = 6
melee = { damage = 1, dice = 1 }
[units.asha.spell]
name = "SECOND WIND"
aim = "friend"
range = 4
effects = [{ do = "cure", who = "other" }]
[units.asha.solo]
health = 7
movement = 4
melee = { damage = 1, dice = 1 }
spell = { damage = 1, range = 3, power = 1 }
[units.asha.source]
"*" = "stand-in: written by a test"

[units.captain]
name = "Captain"
class = "fighter"
health = 9
movement = 4
ammo = 3
melee = { damage = 2, dice = 2 }
missile = { damage = 2, range = 3, dice = 2 }
[units.captain.abilities.rally]
name = "RALLY"
when = "moved"
effects = [{ do = "cure", who = "one_ally", within = 3 }]
[units.captain.solo]
health = 9
movement = 4
melee = { damage = 2, dice = 2 }
missile = { damage = 2, range = 3 }
[units.captain.source]
"*" = "stand-in: written by a test"
"""
FAR = "fighter 10,1; beast 10,2; rogue 10,3; wizard 9,1"
WIND = {"P1 wizard": spell("friend", does("cure", who="other"))}
RALLY = {"P1 fighter": [ability("moved", does("cure", who="one_ally", within=3))]}
CAST = "cast wizard at 1,2 power 0"
ROW = "fighter 1,1; beast 1,2 weakened; rogue 2,1; wizard 3,1"


def test_T_WEAK_6_a_spell_that_cures_and_the_unit_acts_in_the_same_turn():
    """Rule T-WEAK-1 too."""
    p = Position({"P1": ROW, "P2": FAR}, spell=WIND)
    assert "beast" not in p.goals("move")
    assert {words for words in p.options if words.startswith("cast")} == {CAST}
    p.do(CAST)
    assert not p.unit("P1 beast").weakened and p.health("P1 beast") == 9
    assert "beast" in p.goals("move")


def test_T_WEAK_6_a_spell_that_cures_is_not_cast_in_vain():
    p = Position({"P1": ROW.replace(" weakened", ""), "P2": FAR}, spell=WIND)
    assert p.goals("cast") == set()


def test_T_WEAK_6_an_ability_that_cures_an_ally_or_nobody():
    p = Position({"P1": ROW.replace("fighter 1,1", "fighter 2,2"), "P2": FAR}, abilities=RALLY)
    p.do("move fighter", "step 2,3", "stop")
    assert p.unit("P1 beast").weakened and "at 1,2" in p.offered
    assert not p.do("at 1,2").unit("P1 beast").weakened


@cache
def told():
    """Whole games with both units on each side, line by line."""
    table = catalogue.table("tactics")
    cards = pack_with("tactics", UNITS)
    units = ["captain+xiong_mao+finch+asha"] * 2
    said = {"mode": "battle", "players": 2, "units": units, "strategy": "balanced"}
    ready = table.prepare(cards, setting(said))
    return [table.play_logged(ready, 47, replicate) for replicate in range(3)]


def test_players_cure_by_spells_and_abilities():
    """Rule T-WEAK-6: `balanced` takes tokens off with both; the log says whose."""
    freed = {"spell": 0, "ability": 0}
    for lines in told():
        action = ""
        for line in lines:
            if line["event"] == "move":
                action = line["action"]
            elif line.get("what") == "weakened" and line["to"] is False:
                if line["rule"] == "T-CARD-1":
                    freed["spell" if action == "spell" else "ability"] += 1
    assert freed["spell"] and freed["ability"]
