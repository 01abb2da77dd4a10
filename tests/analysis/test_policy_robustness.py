"""What a second player says of a finding, held against players that were made up."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from analysis.conclusions import robustness
from analysis.conclusions.facts import EFFECT, Fact, facts
from analysis.conclusions.players import policy_robustness
from analysis.conclusions.players.player_panel import POWER, PlayerPanel
from analysis.conclusions.players.policy_robustness import Surplus
from analysis.conclusions.robustness import CANNOT, NO, YES, Claim, Players, key_of
from analysis.stats import verdicts
from analysis.stats.interim import ONE_LOOK
from analysis.study import study
from simulate.core.game.facts import OVER_FAIR_SHARE
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up_contest import Contest

pytestmark = pytest.mark.long

KEY = key_of("over_fair_share", {"faction": "orcs"})
FOUND = Surplus(
    Claim(KEY, 0.07, inf), edge=0.0, value=0.08, error=0.01, cells=frozenset((1, 2)), games=1_000
)


def players(value, half, games=400, on=""):
    one = Fact(KEY[0], {"faction": "orcs"}, value, value - half, value + half, "", games)
    return Players("second", games, {KEY: one}, on)


def panel(*others, own=(0.08, 0.01), reach=1.96):
    """A run of one number alone, and what others measured of it."""
    value, error = own
    fact = Fact(KEY[0], {"faction": "orcs"}, value, value - reach * error, value + reach * error,
                "", 1_000)  # fmt: skip
    return PlayerPanel([fact], ONE_LOOK, others)


@pytest.mark.parametrize("finds, says", [(0.12, YES), (0.07, CANNOT), (0.0, NO), (-0.08, NO)])
def test_it_stands_by_the_chance_of_what_it_says(finds, says):
    view = panel(players(finds, 0.04)).view(KEY)
    assert policy_robustness.said_of(view, FOUND) == says
    assert view.least == pytest.approx(2.8016 * 0.04 / 1.96, rel=1e-4)


@pytest.mark.parametrize("finds", [0.08, -0.2])
def test_what_nobody_could_have_seen_is_neither_agreement_nor_doubt(finds):
    few = panel(players(finds, 0.1)).view(KEY)
    assert few.keenest > FOUND.value and policy_robustness.said_of(few, FOUND) == CANNOT
    many = replace(players(0.1, 0.02), strategy="second")
    both = panel(replace(players(0.1, 0.1), strategy="expert"), many).view(KEY)
    assert both.least == pytest.approx(few.least) and both.keenest < FOUND.value


def test_the_strongest_that_measured_it_is_asked():
    second, expert = players(0.0, 0.01), replace(players(0.12, 0.02), strategy="expert")
    assert panel(expert, second).view(KEY).strategy == "expert"
    assert panel(second).view(KEY).strategy == "second"
    blind = replace(expert, facts={})
    assert panel(second, blind).view(KEY).strategy == "second"
    assert panel().view(KEY) is None and panel(blind).view(KEY) is None


@pytest.mark.parametrize("truth, says", [(0.08, YES), (0.0, NO)])
def test_so_many_games_tell_it_four_times_in_five(truth, says):
    """By the error of the games that were played, whether half of it is there or nothing."""
    error = FOUND.error * (FOUND.games / FOUND.needed) ** 0.5
    luck = np.random.default_rng(1)
    found = luck.normal(truth, error, 4_000)
    told = [FOUND.of(one - 1.96 * error, one + 1.96 * error) for one in found]
    assert told.count(says) / len(told) == pytest.approx(POWER, abs=0.02)


def test_what_is_known_and_what_is_played_are_weighed_by_their_errors():
    both = policy_robustness.pooled(
        players(0.04, 0.01, 900, "2026-11-27"), players(0.08, 0.02, 100)
    )
    assert both.games == 1_000 and both.on == "2026-11-27"
    fact = both.facts[KEY]
    assert fact.value == pytest.approx(0.048)
    assert fact.high - fact.low == pytest.approx(2 / (1 / 0.01**2 + 1 / 0.02**2) ** 0.5 * 1)
    only = players(0.08, 0.02)
    assert (
        policy_robustness.pooled(None, only) is only
        and policy_robustness.pooled(only, None) is only
    )
    assert policy_robustness.pooled(replace(only, strategy="third"), only) is only


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


def test_it_plays_for_as_long_as_the_run_took():
    manifest = costing(own=1.0, second=10.0)
    assert (
        policy_robustness.most(manifest, (0,)) == 2_000
        and policy_robustness.most(manifest, (0, 1)) == 1_000
    )
    assert policy_robustness.most({**manifest, "costs": []}) == 0
    assert policy_robustness.most({**manifest, "second": ""}) == 0


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
        asked = policy_robustness.surplus(found, (ada.metric, ada.where), ada.verdict)
        games = 2 * asked.needed
        heard = robustness.players(keeper(in_other_hands, 100 + seed, games))
        told.append(
            policy_robustness.opinion(found, (ada.metric, ada.where), ada.verdict, heard).said
        )
    assert told.count(says) >= 9


CREWS = {"egret": 0.6, "coot": -0.6}


def race(crews=None, games=8_000, seed=3, measured=()):
    """Crews that race; measured: what others found, by strategy."""
    run = made_up_contest.in_memory(
        Contest(games=games, seed=seed, players=(4,), crews=crews or {})
    )
    run.manifest["opinions"] = [
        {
            "strategy": name,
            "games": games,
            "on": "2026-11-28",
            "facts": [
                {"metric": f.metric, "where": f.where, "value": f.value, "low": f.low,
                 "high": f.high}
                for f in facts(other)
                if f.metric == OVER_FAIR_SHARE
            ],
        }
        for name, other in measured
    ]  # fmt: skip
    return study(run)


def test_what_a_stronger_player_surely_finds_off_target_is_listed():
    expert = race(CREWS, seed=4)
    alike = race(games=24_000, measured=[("second", race(seed=5)), ("expert", expert)])
    found = policy_robustness.differing(alike, None)
    assert {(one.fact.where["crew"], one.verdict) for one in found} == {
        ("egret", verdicts.STRONG),
        ("coot", verdicts.WEAK),
    }
    assert all(one.opinion.by == "expert" for one in found)
    assert policy_robustness.differing(race(games=24_000, measured=[("second", alike)]), None) == []


def test_the_same_is_said_whether_a_second_player_was_asked_or_stored():
    second = race(CREWS, seed=5)
    asked = Players("second", 8_000, {key_of(f.metric, f.where): f for f in facts(second)})
    told = race(CREWS, measured=[("expert", race(seed=4))])
    stored = race(CREWS, measured=[("second", second), ("expert", race(seed=4))])
    egret = next(
        f for f in facts(told) if f.metric == OVER_FAIR_SHARE and "egret" in f.where.values()
    )
    about = egret.metric, egret.where
    said = policy_robustness.opinion(told, about, egret.verdict, asked)
    again = policy_robustness.opinion(stored, about, egret.verdict, None)
    assert said.said == again.said == NO and said.by == "expert"
    assert said.chance == pytest.approx(again.chance, abs=0.02)
    alone = policy_robustness.opinion(race(CREWS), about, egret.verdict, None)
    assert (alone.said, alone.by) == ("", "")
