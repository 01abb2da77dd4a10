"""Whole games beside the referee: the same legal moves and the same table at every decision."""

import random

import pytest

from tests.marks import long_but
from tests.rules.defenders.board import LATE, dealt, prepared, shipped
from tests.rules.defenders.lockstep import Lockstep

QUICK, MANY = 4, 60


def eager(luck):
    """Picks at random, but ends a turn, passes and declines less often: more is met."""

    def choose(options):
        lazy = [o for o in options if o in ("end turn", "pass", "decline")]
        if lazy and len(options) > 1 and luck.random() < 0.8:
            options = [o for o in options if o not in lazy]
        return luck.choice(options)

    return choose


def play_beside(replicate, players, horde, sides="chosen", rules=None, foe=None):
    table = prepared(rules=rules, players=players, horde=horde, sides=sides)
    position = dealt(77, replicate, table=table)
    if foe is not None:
        position.s["foe"] = position.names.foes.index(foe)
    luck = random.Random(f"{replicate} {players} {horde}")
    choose = eager(luck) if replicate % 2 else luck.choice
    return Lockstep(position, shipped(), choose).run()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("horde", ["easy", "epic"])
def test_every_decision_of_whole_games(players, horde):
    for replicate in range(QUICK):
        assert play_beside(replicate, players, horde).decisions > 5


@pytest.mark.parametrize(
    "foe",
    long_but(
        {"kraken", "dragon"}, ["kraken", "demon_lord", "colossus", "ancient", "dragon", "giant"]
    ),
)
def test_every_decision_of_games_with_a_foe(foe):
    """Parameters bring the foe early: games at random do not live to see it."""
    met = 0
    for replicate in range(2 * QUICK):
        played = play_beside(replicate, 1 + replicate % 4, "epic", "random", LATE, foe)
        met += played.position.words["foe_in_play"]
    assert met > QUICK


@pytest.mark.parametrize("number", range(3 * QUICK))
def test_every_decision_under_other_rules(number):
    """Eight parameters or switches off their printed values, drawn anew for each game."""
    luck = random.Random(number)
    rules = dict(LATE) if number % 2 else {}
    for name in luck.sample(sorted(shipped().rules), 12):
        rule = shipped().rules[name]
        if rule.kind == "bool":
            rules[name] = not rule.value
        elif rule.kind == "int" and name not in ("round_limit", "turn_limit"):
            rules[name] = luck.randint(rule.min, min(rule.max, rule.value + 2))
    rules["capital_start"], rules["region_start"] = 0, 0
    play_beside(number, 1 + number % 4, "hard", "random", rules)


@pytest.mark.long
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("horde", ["easy", "medium", "hard", "epic"])
@pytest.mark.parametrize("rules", [{}, LATE], ids=["printed", "late"])
def test_every_decision_of_many_games(players, horde, rules):
    for replicate in range(100, 100 + MANY):
        play_beside(replicate, players, horde, "random", rules)
