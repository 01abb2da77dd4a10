"""What a second player says of a finding, held against players that were made up."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from analysis.conclusions import opinion, robustness
from analysis.conclusions.facts import EFFECT, Fact, facts
from analysis.conclusions.opinion import Surplus
from analysis.conclusions.robustness import CANNOT, NO, YES, Claim, Players, key_of
from analysis.stats import verdicts
from analysis.study import study
from tests.analysis import made_up

KEY = key_of("over_fair_share", {"faction": "orcs"})
FOUND = Surplus(
    Claim(KEY, 0.07, inf), edge=0.0, value=0.08, error=0.01, cells=frozenset((1, 2)), games=1_000
)


def players(value, half, games=400, on=""):
    one = Fact(KEY[0], {"faction": "orcs"}, value, value - half, value + half, "", games)
    return Players("second", games, {KEY: one}, on)


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("finds, says", [(0.08, YES), (0.06, YES), (0.0, NO), (-0.08, NO)])
def test_it_stands_where_surely_half_of_it_is_found(way, finds, says):
    held = FOUND.held if way > 0 else Claim(KEY, -inf, -FOUND.held.low)
    found = replace(FOUND, held=held, value=way * FOUND.value)
    assert found.verdict(players(way * finds, 0.015)) == says
    assert found.verdict(players(way * finds, 0.05)) in (says if abs(finds) == 0.08 else "", CANNOT)
    assert found.verdict(players(way * 0.04, 0.015)) == found.verdict(None) == CANNOT


def test_it_stands_where_the_second_player_gives_the_verdict_too():
    found = replace(FOUND, held=Claim(KEY, 0.02, inf))
    assert found.verdict(players(0.03, 0.008)) == YES  # surely less than half, and too strong
    assert found.verdict(players(0.025, 0.008)) == NO


@pytest.mark.parametrize("truth, says", [(0.08, YES), (0.0, NO)])
def test_so_many_games_tell_it_four_times_in_five(truth, says):
    """By the error of the games that were played, whether it stands or not."""
    error = FOUND.error * (FOUND.games / FOUND.needed) ** 0.5
    half = 1.96 * error
    luck = np.random.default_rng(1)
    told = [FOUND.verdict(players(luck.normal(truth, error), half)) for _ in range(4_000)]
    assert told.count(says) / len(told) == pytest.approx(opinion.POWER, abs=0.02)
    assert len(set(told) - {says, CANNOT}) == 0 or told.count(NO if says == YES else YES) <= 2


def test_what_is_known_and_what_is_played_are_weighed_by_their_errors():
    both = opinion.pooled(players(0.04, 0.01, 900, "2026-11-27"), players(0.08, 0.02, 100))
    assert both.games == 1_000 and both.on == "2026-11-27"
    fact = both.facts[KEY]
    assert fact.value == pytest.approx(0.048)
    assert fact.high - fact.low == pytest.approx(2 / (1 / 0.01**2 + 1 / 0.02**2) ** 0.5 * 1)
    only = players(0.08, 0.02)
    assert opinion.pooled(None, only) is only and opinion.pooled(only, None) is only
    assert opinion.pooled(replace(only, strategy="third"), only) is only


def costing(own, second, games=10_000, measured=()):
    setting = {"players": 2, "strategy": ["own", "own"]}
    return {
        "second": "second",
        "costs": [
            {"setting": {"players": 2}, "strategy": name, "loops": loops}
            for name, loops in (("own", own), ("second", second))
        ],
        "cells": [{"number": n, "games": games, "setting": setting} for n in range(2)],
        "opinions": measured,
    }


def test_it_plays_for_half_of_the_time_that_the_run_took():
    manifest = costing(own=1.0, second=10.0)
    assert opinion.most(manifest, (0,)) == 1_000 and opinion.most(manifest, (0, 1)) == 500
    assert opinion.most({**manifest, "costs": []}) == 0
    assert opinion.most({**manifest, "second": ""}) == 0


def keeper(effect, seed, games=3_000):
    """A run in which one keeper is worth so much."""
    recipe = made_up.Recipe(games=games, seed=seed, players=(2,), tides=("calm",))
    return made_up.in_memory(replace(recipe, keepers={"ada": effect}))


@pytest.mark.parametrize("in_other_hands, says", [(0.9, YES), (0.0, NO)])
def test_planted_artefacts_and_findings_are_told_apart(in_other_hands, says):
    """A card that only a clumsy player loses with; and one with which everybody does."""
    told = []
    for seed in range(10):
        found = study(keeper(0.9, seed))
        (ada,) = (f for f in facts(found) if f.metric == EFFECT and "ada" in f.where.values())
        assert ada.verdict in verdicts.SHOWN
        asked = opinion.surplus(found, (ada.metric, ada.where), ada.verdict)
        games = 2 * asked.needed
        heard = robustness.players(keeper(in_other_hands, 100 + seed, games))
        told.append(opinion.opinion(found, (ada.metric, ada.where), ada.verdict, heard).said)
    assert told.count(says) >= 9
