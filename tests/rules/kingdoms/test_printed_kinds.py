"""Kinds of abilities that the rulebook knows and few shipped factions have: written and played."""

from functools import cache

import pytest

from simulate.pack import catalogue
from tests.every_game import kingdoms, ultra_kingdoms
from tests.rules.kingdoms.shipped import FOLDERS
from tests.rules.kingdoms.test_lockstep import play_twice
from tests.rules.written import pack_with

RIDGEWALKERS = """
[factions.ridgewalkers]
name = "Ridgewalkers"
[factions.ridgewalkers.abilities.level_1]
name = "Goat paths"
effects = [{ when = "always", do = "passes", terrain = "crags" }]
[factions.ridgewalkers.abilities.level_2]
name = "Shield wall"
effects = [{ when = "war_paid", do = "war_discount", amount = 1, side = "both" }]
[factions.ridgewalkers.abilities.level_3]
name = "Quarries"
effects = [{ when = "build", do = "cheaper", amount = 1 }]
[factions.ridgewalkers.abilities.level_4]
name = "Caves"
effects = [{ when = "expand", do = "cheaper", amount = 1 }]
[factions.ridgewalkers.abilities.level_5]
name = "High seats"
effects = [{ when = "score", do = "points_for_regions", amount = 1, where = "crags" }]
[factions.ridgewalkers.source]
"*" = "stand-in: written by a test"
"""
ADAPTERS = {"kingdoms": kingdoms.ADAPTER, "ultra": ultra_kingdoms.ADAPTER}
WORTH = {"mana": 2, "ore": 1, "food": 0}
GAMES = 12


@cache
def told(edition):
    """Moves of the Ridgewalkers in told games of three players."""
    game = FOLDERS[edition]
    table = catalogue.table(game)
    factions = ["ridgewalkers", "dealt", "dealt"]
    levels = ADAPTERS[edition].setting({"players": 3, "faction": factions, "strategy": "quick"})
    ready = table.prepare(pack_with(game, RIDGEWALKERS), levels)
    games = [table.play_logged(ready, 83, replicate) for replicate in range(GAMES)]
    return [
        [line for line in game if line["event"] == "move" and line["actor"] == "ridgewalkers"]
        for game in games
    ]


@pytest.mark.parametrize("edition", FOLDERS)
def test_K_PATROL_3_K_CARD_35_a_faction_that_crosses_crags(edition):
    """Rule K-LAND-1 too: impassable unless a faction's ability says otherwise."""
    goals = [str(line["target"]) for lines in told(edition) for line in lines]
    assert any(".crags_" in goal for goal in goals)


@pytest.mark.parametrize("edition", FOLDERS)
def test_K_WAR_9_a_faction_that_pays_1_less_in_every_war(edition):
    """The rulebook's example: 1 mana, 2 ore and -1 are a war cost of 5."""
    saved = set()
    for lines in told(edition):
        number = 0
        for line in lines:
            if line["action"] == "set number":
                number = line["number"]
            elif line["decision"] == "pay war":
                worth = sum(WORTH[kind] * count for kind, count in line["paid"].items())
                saved.add(number - worth)
    assert max(saved) == 1


@pytest.mark.parametrize("edition", FOLDERS)
def test_K_CARD_35_the_referee_reads_the_card_alike(edition):
    """Whole games from positions with levels learnt, so that the abilities are met."""
    data = dict(pack_with(FOLDERS[edition], RIDGEWALKERS).sections)
    for number in range(2):
        play_twice(edition, 3, False, number, stirred=True, factions=("ridgewalkers",), data=data)
