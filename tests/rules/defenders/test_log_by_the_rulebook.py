"""The event log is enough to check a game: the referee reads it and nothing else."""

import json

import pytest

from tests.rules.defenders.board import prepared, shipped
from tests.rules.defenders.by_the_rulebook import check, told


@pytest.mark.parametrize("strategy", ["random", "balanced", "idle"])
def test_told_games_keep_the_rules(strategy):
    for replicate in range(2):
        assert (
            check(told(prepared(strategy=strategy, players=3), replicate), shipped().sections) > 10
        )


def test_a_broken_rule_is_noticed():
    """A region that lost a threat too much, a move that was not lawful, a card too many."""
    lines = told(prepared(strategy="random", players=2), 0)
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
