"""A kind of card that the icon reference knows and no shipped card is of: written and played."""

import itertools
import tomllib

import pytest

from simulate.games.dungeons.cards.abilities import Ability
from simulate.pack import catalogue
from tests.every_game.dungeons import ADAPTER
from tests.rules.dungeons import shipped
from tests.rules.dungeons.hand import Position
from tests.rules.dungeons.lockstep import Pair
from tests.rules.dungeons.player import eager
from tests.rules.dungeons.test_vocabulary import refusal
from tests.rules.written import pack_with

SPELL = """
[spells.last_breath]
name = "Last Breath"
[spells.last_breath.abilities.cast]
name = "Last Breath"
when = "cast"
skill = "intellect"
target = 4
focus = 1
reach = "path"
range = 2
effects = [{ do = "kill", only = "ONLY", who = "WHO" }]
[spells.last_breath.source]
"*" = "stand-in: written by a test"
"""
REAPER = """
[heroes.reaper]
name = "Reaper"
health = 8
focus = 5
speed = 4
defense = 3
strength = 2
agility = 2
intellect = 2
[heroes.reaper.abilities.talent]
name = "Coup"
when = "free"
focus = 2
reach = "room"
effects = [{ do = "kill", only = "goblins", who = "one_enemy" }]
[heroes.reaper.abilities.left_hand]
name = "Scythe"
when = "melee"
skill = "strength"
bonus = 0
[heroes.reaper.abilities.right_hand]
name = "Haste"
when = "free"
focus = 1
effects = [{ do = "add_speed", amount = 1 }]
[heroes.reaper.source]
"*" = "stand-in: written by a test"
"""
CAST = "cast spells.last_breath.cast"


def spell(only="not_boss", who="one_enemy"):
    return SPELL.replace("ONLY", only).replace("WHO", who)


def position(text, heroes, **said):
    """With the card of the text, worn by the first hero."""
    values = shipped.cards_of_positions()
    values["spells"] |= tomllib.loads(text)["spells"]
    wears = {next(iter(heroes)): ["last_breath"]}
    return Position(heroes, values=values, wears=wears, **said)


def test_N_ICON_9_a_minion_is_killed_whatever_health_it_has():
    """Rule N-KILL-1 too: who is killed does not strike back."""
    said = {"minions": ["minotaur 1,0 8"], "dice": [6, 1, 1], "enemy": ["5"], "torch": 10}
    p = position(spell(), {"ethairna": "0,0"}, **said)
    p.do(f"{CAST} at minion minotaur", "take 6", "pay")
    assert not p.t.minions and p.t.minions_killed == 1 and p.lost("ethairna") == 0
    assert p.t.torch == 16 and "draw loot" in p.offered  # the reward of any kill
    p.do("draw loot", "discard")
    assert "draw spell" in p.offered


@pytest.mark.parametrize("only, found", [("goblins", {"goblin 1"}), ("minions", {"minion ogre"})])
def test_N_ICON_9_only_enemies_of_the_kind_and_never_the_boss(only, found):
    enemies = {"minions": ["ogre 1,0 8"], "goblins": {1: "boomy 1,0"}}
    p = position(spell(only), {"ethairna": "0,0"}, **enemies)
    assert p.offers(f"{CAST} at ") == found
    p = position(spell(), {"ethairna": "0,0"}, **enemies)
    assert p.offers(f"{CAST} at ") == {"goblin 1", "minion ogre"}
    p = position(spell(), {"ethairna": "0,0"}, boss="dragon 1,0")
    assert p.offers(CAST) == set()


@pytest.mark.parametrize("only", ["boss", None])
def test_the_boss_is_not_killed_by_a_card(only):
    effect = {"do": "kill", "who": "one_enemy"} | ({"only": only} if only else {})
    ability = {"name": "End", "when": "free", "focus": 1, "reach": "room", "effects": [effect]}
    assert "`kill` takes `only` = goblins, minions, not_boss" in refusal(Ability, ability)


def test_whole_games_beside_the_referee():
    """Rule N-ICON-9: every spell of the deck kills, so that it is met."""
    values = shipped.gentle()
    cast = tomllib.loads(spell(who="all_enemies"))["spells"]["last_breath"]["abilities"]
    for card in values["spells"].values():
        card["abilities"] = cast
    for seed in range(2):
        Pair(2, seed, data=values).play_out(eager, seed)


def test_players_kill_with_it():
    """Rule N-ICON-9: a hero of a pack whose talent kills goblins; the log says what fell of it."""
    table = catalogue.table("dungeons")
    levels = {"heroes": 2, "party": "reaper+ethairna", "strategy": "quick"}
    ready = table.prepare(pack_with("dungeons", REAPER), ADAPTER.setting(levels))
    killed = 0
    for game in range(4):
        lines = table.play_logged(ready, 61, game)
        for i, line in enumerate(lines):
            if line.get("action") == "use" and line.get("ability") == "heroes.reaper.talent":
                after = list(
                    itertools.takewhile(lambda one: one["event"] != "move", lines[i + 1 :])
                )
                gone = [one for one in after if one.get("what") == "enemy" and one["to"] is None]
                assert len(gone) == 1
                killed += 1
    assert killed
