"""Kinds of cards that the rulebook knows and no shipped card is of: each written and played."""

import itertools
import json
import random

import pytest
from pydantic import ValidationError

from simulate.core.errors import InputError
from simulate.games.defenders.cards.model import Ability
from tests.rules.defenders.board import Board, dealt, setting
from tests.rules.defenders.by_the_rulebook import check, told
from tests.rules.defenders.lockstep import Lockstep
from tests.rules.written import pack_with

GAMES = 3


def written(cards, party, **levels):
    """A cell of the shipped pack with such cards, for these heroes; and the pack."""
    from simulate.engine.defenders import prepare

    pack = pack_with("defenders", cards)
    levels = {"players": len(party.split("+")), "party": party} | levels
    return prepare(pack, setting(**levels)), pack


def lawful(table, pack, replicate):
    """A game told from its first line to its last, which keeps the rules."""
    lines = told(table, replicate)
    check(lines, pack.sections)
    return lines


def played_twice(table, pack):
    """Whole games by chance, compared with the referee at every decision."""
    for replicate in range(GAMES):
        choose = random.Random(f"written {replicate}").choice
        Lockstep(dealt(47, replicate, table=table), pack, choose).run()


def hero(key, when, *effects, **more):
    """A hero card with one ability, in TOML."""
    return card("heroes", key, when, *effects, health=4, ability=more)


def region(key, when, *effects, **more):
    """A side of a region with one ability, in TOML."""
    name, side = key.split("_")
    return card("regions", key, when, *effects, region=name, side=side, ability=more)


def card(section, key, when, *effects, ability, **values):
    written = [f"{k} = {json.dumps(v)}" for k, v in {"name": key.title(), **values}.items()]
    inner = [f"{k} = {json.dumps(v)}" for k, v in {"name": "WRITTEN", "when": when}.items()]
    inner += [f"{k} = {json.dumps(v)}" for k, v in ability.items()]
    rows = ", ".join(
        "{ " + ", ".join(f"{k} = {json.dumps(v)}" for k, v in row.items()) + " }" for row in effects
    )
    return "\n".join(
        [
            f"[{section}.{key}]",
            *written,
            f"[{section}.{key}.abilities.written]",
            *inner,
            f"effects = [{rows}]",
            f"[{section}.{key}.source]",
            '"*" = "stand-in: written by a test"',
            "",
        ]
    )


def laid(cards, heroes, **lies):
    """A board with such cards on it."""
    return Board(heroes, table=written(cards, heroes)[0], **lies)


def uses(board):
    return {move for move in board.legal() if move.startswith("use written")}


def uses_of(ability, lines):
    """Told moves that use an ability, or bear it with an act."""
    return [line for line in lines if line["event"] == "move" and line.get("ability") == ability]


# ---------------------------------------------------------------- at zero health

TIRELESS = {
    act: hero("tireless", "always", {"do": "act_at_zero", "act": act})
    for act in ("succor", "fight", "defend", "all")
}


def closed_at_zero(cards, heroes="tireless", at="coast", sides=None):
    """Of the three things that are closed at zero health, those that still are."""
    lies = {"at": [at] * len(heroes.split("+")), "health": [0] * len(heroes.split("+"))}
    lies |= {"threat": {at: 3}, "foe": "giant", "foe_at": at, "sides": sides or {}}
    on_turn = laid(cards, heroes, **lies).turn().legal()
    attacked = laid(cards, heroes, **lies).draw("coast_desert").legal()
    return {"succor", "fight", "defend"} - on_turn - attacked


@pytest.mark.parametrize(
    ("act", "closed"),
    [
        ("succor", {"fight", "defend"}),
        ("fight", {"succor", "defend"}),
        ("defend", {"succor", "fight"}),
        ("all", set()),
    ],
)
def test_D_SUCCOR_3_D_FIGHT_3_D_DEFEND_7_an_ability_that_helps_at_zero_health(act, closed):
    assert closed_at_zero(TIRELESS[act]) == closed


@pytest.mark.parametrize("card", ["coast_desert", "sea_serpent"])
def test_D_DEFEND_7_at_zero_health_a_defence_costs_none(card):
    board = laid(TIRELESS["defend"], "tireless", at="coast", health=[0]).draw(card)
    assert board.price("defend") == (0, 0)
    assert board.do("defend").threat("coast") == 1
    with_one = laid(TIRELESS["defend"], "tireless", at="coast", health=[1]).draw(card)
    legal = with_one.legal()
    assert ("defend" in legal and with_one.price("defend") == (0, 1)) == (card == "coast_desert")


REFUGE = region("coast_a", "always", {"do": "act_at_zero", "act": "all"})


def test_D_HEALTH_2_a_region_that_helps_at_zero_health_whoever_stands_there():
    assert closed_at_zero(REFUGE, "druid+bard") == set()
    assert closed_at_zero(REFUGE, "druid", at="desert") == {"succor", "fight", "defend"}
    assert closed_at_zero(REFUGE, "druid", sides={"coast": "b"}) == {"succor", "fight", "defend"}


def test_help_at_zero_health_in_whole_games():
    """Rule D-HEALTH-2."""
    cards = TIRELESS["all"].replace("health = 4", "health = 1") + REFUGE
    table, pack = written(cards, "tireless+bard", sides="a", horde="epic", strategy="balanced")
    played_twice(table, pack)
    helped = 0
    for replicate in range(GAMES):
        lines = lawful(table, pack, replicate)
        for before, line in itertools.pairwise(lines):
            if line["event"] == "move" and line["action"] in ("succor", "fight", "defend"):
                helped += before["state"]["health"][str(line["seat"])] == 0
    assert helped


# ---------------------------------------------------------------- passive regions

CALM = {"do": "lower_threat", "where": "here", "amount": 1}


def test_D_REGION_2_a_passive_region_goes_with_an_act_once_a_card():
    board = laid(region("coast_a", "succor", CALM), "druid", at="coast", threat={"coast": 3}).turn()
    assert board.price("succor with written") == (1, 0)
    board.do("succor with written")
    assert board.threat("coast") == 1 and board.points == 2
    assert board.legal() & {"succor", "succor with written"} == {"succor"}
    board.lay("ally_1").do("end turn")
    assert "succor with written" in board.legal()


def test_D_REGION_2_a_passive_region_that_reaches_further():
    tower = region("desert_a", "always", {"do": "reach", "amount": 1})
    lies = {"foe": "giant", "foe_at": "coast"}
    assert "fight" in laid(tower, "druid", at="desert", **lies).turn().legal()
    assert "fight" not in laid(tower, "druid", at="mountains", **lies).turn().legal()


@pytest.mark.parametrize("when", ["succor", "defend", "move"])
def test_passive_regions_in_whole_games(when):
    """Rule D-REGION-2."""
    cards = "".join(
        region(f"{name}_a", when, CALM, {"do": "heal", "who": "here", "amount": 1})
        for name in ("coast", "forest", "plains")
    )
    table, pack = written(cards, "druid+bard", sides="a")
    played_twice(table, pack)
    lines = [line for replicate in range(GAMES) for line in lawful(table, pack, replicate)]
    used = [uses_of(f"regions.{name}_a.written", lines) for name in ("coast", "forest", "plains")]
    assert sum(map(len, used)) > 0


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


def test_once_a_turn_in_whole_games():
    """Rule D-HERO-2."""
    table, pack = written(ZEALOT, "zealot+bard")
    played_twice(table, pack)
    used = []
    for line in lawful(table, pack, 0):
        if line["event"] == "move" and line.get("ability") == "heroes.zealot.fervour":
            used.append(line["turn"])
    assert used and len(set(used)) == len(used)


def test_an_action_without_a_price_needs_an_end():
    """Travelling for nothing goes on for ever, unless the card says how often."""
    rush = {"do": "travel", "amount": 1}
    with pytest.raises(InputError, match="`uses_per_turn` = 1 lets a hero use it once a turn"):
        pack_with("defenders", hero("runner", "action", rush))
    board = laid(hero("runner", "action", rush, uses_per_turn=1), "runner", at="coast").turn()
    assert board.do("use written at desert").points == 3
    assert uses(board) == set()


@pytest.mark.parametrize("when", ["defend", "turn_start"])
def test_only_what_is_done_on_a_turn_is_counted(when):
    heal = {"do": "heal", "who": "self", "amount": 1}
    ability = {"name": "REST", "when": when, "uses_per_turn": 1, "effects": [heal]}
    with pytest.raises(ValidationError, match=rf"move, succor, fight \(found when = '{when}'\)"):
        Ability.model_validate(ability)
