"""What a change did, and what was so in the shipped game, of numbers that were made up."""

from math import inf

import numpy as np
import pytest

from analysis.conclusions.as_shipped import OPEN, OTHER, SAME, ShippedGame
from analysis.conclusions.facts import Fact
from analysis.conclusions.robustness import Claim, key_of

REACH, ERROR = 1.96, 0.01
FEWER = ERROR * 3**0.5  # of a third of the games


def fact(value, error, name="orcs"):
    ends = (value - REACH * error, value + REACH * error)
    return Fact("over_fair_share", {"faction": name}, value, *ends, "", 1)


def shipped(*facts):
    return ShippedGame(1_000, {key_of(one.metric, one.where): one for one in facts}, REACH)


@pytest.mark.parametrize(
    "before, said",
    [(0.10, SAME), (0.12, SAME), (0.0, OTHER), (0.07, OPEN)],
    ids=["the same", "as good as", "another", "less than sure"],
)
def test_a_finding_steps_back_where_the_shipped_game_surely_has_it(before, said):
    now = fact(0.10, ERROR)
    claim = Claim(key_of(now.metric, now.where), 0.05, inf)
    assert shipped(fact(before, FEWER)).said(now, claim) == said


def test_of_what_the_shipped_game_does_not_tell_nothing_is_said():
    assert shipped(fact(0.1, FEWER, "elves")).said(fact(0.1, ERROR), None) == ""


def test_a_change_that_does_nothing_did_nothing():
    """Thirteen numbers with luck of their own: something is told in 5% of reports at most."""
    luck, told = np.random.default_rng(3), 0
    for _ in range(1_000):
        names = [f"faction {n}" for n in range(13)]
        now = [fact(luck.normal(0, ERROR), ERROR, name) for name in names]
        told += bool(shipped(*(fact(luck.normal(0, FEWER), FEWER, n) for n in names)).moved(now))
    assert told <= 70  # 50 and three standard errors of 7


def test_what_the_change_did_most_comes_first():
    before = [fact(0.0, FEWER, name) for name in ("elves", "orcs", "humans")]
    now = [fact(0.1, ERROR, "elves"), fact(-0.2, ERROR, "orcs"), fact(0.01, ERROR, "humans")]
    names = [one.now.where["faction"] for one in shipped(*before).moved(now)]
    assert names == ["orcs", "elves"]
