"""Whole games beside the referee: the same legal moves and the same table at every decision."""

import random

import pytest

from tests.rules.defenders.board import dealt, prepared, shipped
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


def play_beside(replicate, players, horde, sides="chosen", rules=None):
    table = prepared(rules=rules, players=players, horde=horde, sides=sides)
    position = dealt(77, replicate, table=table)
    luck = random.Random(f"{replicate} {players} {horde}")
    choose = eager(luck) if replicate % 2 else luck.choice
    return Lockstep(position, shipped(), choose).run()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("horde", ["easy", "epic"])
def test_every_decision_of_whole_games(players, horde):
    for replicate in range(QUICK):
        played = play_beside(replicate, players, horde)
        assert played.decisions > 5


@pytest.mark.long
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("horde", ["easy", "medium", "hard", "epic"])
def test_every_decision_of_many_games(players, horde):
    for replicate in range(100, 100 + MANY):
        play_beside(replicate, players, horde, "random")
