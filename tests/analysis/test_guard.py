"""What a change made worse for certain: target left, farther from it, an expectation missed."""

from dataclasses import replace

import pytest

from analysis.conclusions.guard import FARTHER, LEFT, MISSED, guarded, worse
from analysis.conclusions.one_answer import compare
from analysis.data.joined import join
from analysis.study import study
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up import Recipe
from tests.analysis.made_up_contest import Contest

# Won in 38% of games with a level of 0.7.
GAME = Recipe(games=4_000, players=(2,), tides=("calm",), level=0.65, target=(0.3, 0.5))
RACE = Contest(games=6_000, players=(3,))
LIMIT = ({"metric": "win_rate", "high": 0.5, "cells": [0]},)


def found(before, after):
    kind = made_up_contest if isinstance(before, Contest) else made_up
    runs = [kind.in_memory(recipe) for recipe in (before, after)]
    both = compare(join(*runs))
    alone = [study(run) for run in runs]
    return guarded(both, *alone), worse(both, *alone)


def whys(before, after):
    return [one.why for one in found(before, after)[1]]


@pytest.mark.parametrize(
    "level, after, expected",
    [
        (0.65, 0.65, []),
        (0.65, 0.7, []),  # more, and on target still
        (0.65, 1.4, [LEFT]),
        (0.65, -0.3, [LEFT]),
        (1.4, 0.65, []),  # better
        (1.4, 1.8, [FARTHER]),
        (1.4, 1.41, []),  # less than is felt
        (-0.3, -0.8, [FARTHER]),
        (1.4, -0.3, []),  # past the band, to the other side, and nearer to it
    ],
)
def test_a_win_rate_leaves_its_target_or_goes_farther_from_it(level, after, expected):
    assert whys(replace(GAME, level=level), replace(GAME, level=after)) == expected


def test_what_only_may_be_worse_is_no_worsening():
    few = replace(GAME, games=60)
    guards, rows = found(few, replace(few, level=0.85))
    assert guards and rows == []


def test_without_a_target_nothing_can_be_worse():
    plain = replace(GAME, target=None)
    assert found(plain, replace(plain, level=1.4)) == (False, [])


def test_an_expectation_of_both_that_is_missed_now():
    guard = replace(GAME, target=None, expect=LIMIT)
    ((one,),) = (found(guard, replace(guard, level=1.4))[1],)
    assert (one.why, dict(one.where)) == (MISSED, {})
    assert one.before < 0.5 < one.after
    assert whys(replace(guard, level=1.4), replace(guard, level=1.8)) == []  # missed before
    other = replace(guard, level=1.4, expect=({**LIMIT[0], "high": 0.55},))
    assert found(guard, other) == (False, [])  # another band is another expectation


@pytest.mark.long
def test_shares_of_options_and_seats_are_guarded():
    wide = replace(RACE, target=(-0.06, 0.06))
    guards, rows = found(wide, replace(wide, crews={"egret": 0.9}))
    assert guards and ("The Egrets", LEFT) in [(one.name, one.why) for one in rows]
    assert whys(RACE, RACE) == []
    strong = replace(RACE, crews={"egret": 0.4})
    rows = found(strong, replace(RACE, crews={"egret": 0.9}))[1]
    assert ("The Egrets", FARTHER) in [(one.name, one.why) for one in rows]
    assert not [one for one in found(strong, RACE)[1] if one.name == "The Egrets"]
    seat = found(wide, replace(wide, seats=(0.6, 0.0, 0.0)))[1]
    assert ("Seat 1", LEFT) in [(one.name, one.why) for one in seat]
