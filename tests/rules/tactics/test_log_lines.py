"""A game can be checked by its log alone: nothing that the rules ask for is left to be guessed."""

import functools

import pytest

from simulate.engine.tactics import play_logged
from simulate.games.tactics.moves.move import KIND
from simulate.mechanics.log import LINE
from tests.every_game.tactics import prepared
from tests.rules.tactics.adventures import solo

SHORT = {"round_limit": 6}
ATTACKS = ("melee", "missile", "spell")


@functools.cache
def told(mode, number=1):
    return play_logged(prepared({"mode": mode, "strategy": "random"}, SHORT), 3, number)


def of_enemy(slot):
    return slot is not None and int(slot[0]) % 2 == 1


@pytest.mark.parametrize("mode", ["solo", "coop"])
def test_T_SOLO_11_T_RESPAWN_5_the_map_shows_areas_and_trigger_spaces(mode):
    """Three units come to the Trigger Spaces that were drawn, in the order that was drawn."""
    lines = told(mode)
    spaces = lines[0]["map"]["spaces"]
    triggers = {s["area"]: at for at, s in spaces.items() if s.get("trigger")}
    assert len(triggers) == 3
    units, areas = (
        next(line["result"] for line in lines if line.get("of") == of)
        for of in ("enemy units", "triggers")
    )
    placed = {
        line["of"]: line["to"]
        for line in lines
        if line.get("what") == "at" and line["rule"] == "T-SOLO-11"
    }
    for unit, area in zip(units, areas, strict=False):
        assert placed[unit] == triggers[area]


@pytest.mark.parametrize("mode, cards", [("solo", 1), ("coop", 2)])
def test_T_SOLO_12_T_SOLO_13_the_card_for_the_fourth_enemy_is_told(mode, cards):
    lines = told(mode)
    drawn = [line for line in lines if line.get("rule") == "T-SOLO-12" and "kind" in line]
    assert len(drawn) >= cards
    assert {(line["from"], line["to"]) for line in drawn} == {("enemy_deck", "enemy_drawn")}
    back = [line["of"] for line in lines if line.get("rule") == "T-SOLO-13" and "from" in line]
    assert back == [line["of"] for line in drawn]


def test_T_ENEMY_9_T_ENEMY_12_what_a_solo_enemy_does_has_a_line():
    """Attacker, kind and target stand before every damage that a Solo Enemy deals in its turn."""
    acts = []
    for number in range(1, 5):
        doing = None
        for line in told("solo", number)[1:-1]:
            if line["event"] == "act":
                assert of_enemy(line["actor"]) and not of_enemy(line["target"])
                counter = line["action"].startswith("counter ")
                kind = line["action"].removeprefix("counter ")
                assert kind in ATTACKS
                rule = "T-ENEMY-9" if kind == "melee" else "T-ENEMY-12"
                assert line["rule"] == ("T-ENEMY-25" if counter else rule)
                acts.append(line["action"])
                doing = line
            struck = line["rule"] in ("T-MELEE-2", "T-MISSILE-9", "T-SPELL-5")
            if struck and line.get("what") == "health" and not of_enemy(line["of"]):
                assert doing and doing["target"] == line["of"]
    assert len(set(acts)) > 1


def test_T_ENEMY_25_a_counter_of_a_solo_enemy_has_a_line():
    p = solo("beast 5,1; rogue 1,1; wizard 1,2", "beast 6,1; rogue 10,7; wizard 10,6",
             dice="miss " * 3)  # fmt: skip
    p.do("melee beast at 6,1", "do not roll")
    board = p.kernels.board
    rows = [row for row in board.log.lines[: board.log.count] if row.kind == LINE.ACT]
    assert [KIND.words[row.action] for row in rows] == ["counter melee"]
    assert p.health("P1 beast") == 6
