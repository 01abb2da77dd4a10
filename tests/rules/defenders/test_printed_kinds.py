"""Kinds of cards that the rulebook knows and no shipped card is of: each written and played."""

import json
import random

import pytest
from pydantic import ValidationError

from simulate.games.defenders.cards.model import Ability
from tests.rules.defenders.board import Board, dealt, setting
from tests.rules.defenders.by_the_rulebook import check
from tests.rules.defenders.lockstep import Lockstep
from tests.rules.written import pack_with

GAMES = 3


def written(cards, party, **levels):
    """A cell of the shipped pack with such cards, for these heroes; and the pack."""
    from simulate.engine.defenders import prepare

    pack = pack_with("defenders", cards)
    levels = {"players": len(party.split("+")), "party": party} | levels
    return prepare(pack, setting(**levels)), pack


def told(table, pack, replicate):
    """A game told from its first line to its last, which keeps the rules."""
    from simulate.engine.defenders import play_logged

    lines = play_logged(table, 61, replicate, cell=0, legal=True, states=True)
    lines = json.loads("[" + ",".join(json.dumps(line) for line in lines) + "]")
    check(lines, pack.sections)
    return lines


def played_twice(table, pack):
    """Whole games by chance, compared with the referee at every decision."""
    for replicate in range(GAMES):
        choose = random.Random(f"written {replicate}").choice
        Lockstep(dealt(47, replicate, table=table), pack, choose).run()


# ---------------------------------------------------------------- once a turn

ZEALOT = """
[heroes.zealot]
name = "Zealot"
health = 4
[heroes.zealot.abilities.fervour]
name = "FERVOUR"
when = "action"
health = 1
uses_per_turn = 1
effects = [{ do = "gain_points", amount = 1 }]
[heroes.zealot.abilities.hasten]
name = "HASTEN"
when = "move"
uses_per_turn = 2
effects = [{ do = "lower_threat", where = "here", amount = 1 }]
[heroes.zealot.source]
"*" = "stand-in: written by a test"
"""


def zealot(**laid):
    return Board("zealot", table=written(ZEALOT, "zealot")[0], at="coast", **laid)


def test_D_HERO_2_an_ability_that_is_used_once_a_turn():
    board = zealot().turn().do("use fervour")
    assert board.points == 4 and board.health() == 3
    assert "use fervour" not in board.legal()
    board.lay("ally_1").do("end turn")
    assert board.points == 3 and "use fervour" in board.legal()


def test_D_HERO_2_an_ability_that_goes_with_an_act_twice_a_turn():
    board = zealot(threat={"coast": 3, "desert": 3}).turn()
    board.do("move desert with hasten", "move coast with hasten")
    assert board.threat("coast") == 2 and board.threat("desert") == 2
    assert {m for m in board.legal() if "hasten" in m} == set()
    board.lay("ally_1").do("end turn")
    assert "move desert with hasten" in board.legal()


def test_D_HERO_2_outside_the_own_turn_it_counts_by_itself():
    """The points of an Elixir make no turn; what is used with them is counted anew."""
    board = zealot(artifacts={0: ["elixir_of_errand"]}).draw("coast_desert", "ally_1")
    board.do("artifact elixir_of_errand", "use fervour")
    assert "use fervour" not in board.legal()
    board.do("end turn", "decline").all_pass()
    assert "use fervour" in board.legal()


def test_D_HERO_2_once_a_turn_in_whole_games():
    table, pack = written(ZEALOT, "zealot+bard")
    played_twice(table, pack)
    used = []
    for line in told(table, pack, 0):
        if line["event"] == "move" and line.get("ability") == "heroes.zealot.fervour":
            used.append(line["turn"])
    assert used and len(set(used)) == len(used)


def test_an_action_without_a_price_needs_an_end():
    """Travelling for nothing goes on for ever, unless the card says how often."""
    free = {"name": "RUSH", "when": "action", "effects": [{"do": "travel", "amount": 1}]}
    with pytest.raises(ValidationError, match="`uses_per_turn` = 1 lets a hero use it once a turn"):
        Ability.model_validate(free)
    assert Ability.model_validate(free | {"uses_per_turn": 1}).uses_per_turn == 1


@pytest.mark.parametrize("when", ["defend", "turn_start"])
def test_only_what_is_done_on_a_turn_is_counted(when):
    heal = {"do": "heal", "who": "self", "amount": 1}
    ability = {"name": "REST", "when": when, "uses_per_turn": 1, "effects": [heal]}
    with pytest.raises(ValidationError, match=rf"move, succor, fight \(found when = '{when}'\)"):
        Ability.model_validate(ability)
