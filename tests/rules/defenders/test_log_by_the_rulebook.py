"""The event log is enough to check a game: the referee reads it and nothing else."""

import json

import pytest

from tests.marks import long_but
from tests.rules.defenders.board import prepared, shipped
from tests.rules.defenders.by_the_rulebook import check

QUICK, MANY = 2, 15


def told(replicate, strategy, **levels):
    from simulate.engine.defenders import play_logged

    table = prepared(strategy=strategy, **levels)
    lines = play_logged(table, 61, replicate, cell=0, legal=True, states=True)
    return json.loads("[" + ",".join(json.dumps(line) for line in lines) + "]")


@pytest.mark.parametrize("strategy", ["random", "balanced", "idle"])
@pytest.mark.parametrize("players", long_but({3}, [1, 2, 3, 4]))
def test_told_games_keep_the_rules(strategy, players):
    for replicate in range(QUICK):
        lines = told(replicate, strategy, players=players, horde="medium")
        assert check(lines, shipped().sections) > 10


@pytest.mark.long
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("horde", ["easy", "epic"])
def test_many_told_games_keep_the_rules(players, horde):
    for replicate in range(MANY):
        check(told(replicate, "balanced", players=players, horde=horde), shipped().sections)


def test_a_broken_rule_is_noticed():
    """A region that lost a threat too much, a move that was not lawful, a card too many."""
    lines = told(0, "random", players=2)
    wrong = json.loads(json.dumps(lines))
    number = next(i for i, line in enumerate(wrong) if line["event"] == "move" and i > 40)
    wrong[number - 1]["state"]["threat"]["coast"] += 1
    with pytest.raises(AssertionError):
        check(wrong, shipped().sections)
    wrong = json.loads(json.dumps(lines))
    turn = next(line for line in wrong if line.get("action") == "end turn")
    turn["action"] = "fight"
    with pytest.raises(AssertionError):
        check(wrong, shipped().sections)
