"""The arc of the game, on races whose chances are known because they were put in."""

from dataclasses import replace
from math import comb

import numpy as np
import polars as pl
import pytest

from analysis.data.counts import count
from analysis.data.design import Design
from analysis.data.reading import Blocks
from analysis.description.win_probability import NOTHING, arcs
from analysis.stats import win_probability
from analysis.stats.win_probability import Course
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up import InMemory

pytestmark = pytest.mark.long

STEPS = 21  # of a race: whoever has made most of them wins


def race(games, seed=5):
    """Two sides toss a coin a step; the lead of the first at the beginning of each step."""
    tosses = np.random.default_rng(seed).integers(2, size=(games, STEPS)) * 2 - 1
    lead = np.concatenate([np.zeros((games, 1)), tosses.cumsum(axis=1)], axis=1)
    return lead[:, :-1], lead[:, -1] > 0


def truth(lead, step):
    """The chance that a side wins which leads by so much with so many steps to go."""
    left = STEPS - step
    ahead = [2 * ups - left + lead > 0 for ups in range(left + 1)]
    return sum(comb(left, ups) * won for ups, won in enumerate(ahead)) / 2**left


def course(games, noise=0):
    """A race as moments, with columns beside that say nothing."""
    lead, won = race(games)
    x = np.stack([lead, -lead], axis=2).reshape(-1, 2, 1)
    luck = np.random.default_rng(1).normal(size=(len(x), 2, noise))
    y = np.repeat(np.stack([won, ~won], axis=1).astype(float), STEPS, axis=0)
    game = np.repeat(np.arange(games), STEPS)
    late = np.tile(np.arange(STEPS) / STEPS, games)
    return Course(np.concatenate([x, luck], axis=2), y, game, late)


def test_a_chance_comes_near_the_true_one():
    moments = course(1_000)
    told = win_probability.chances(moments)
    assert told.sum(axis=1) == pytest.approx(1)
    lead, step = moments.x[:, 0, 0], np.tile(np.arange(STEPS), 1_000)
    known = np.array([truth(*key) for key in zip(lead, step, strict=True)])
    assert np.abs(told[:, 0] - known).mean() < 0.05
    level = told[step == 0, 0]
    assert level == pytest.approx(0.5, abs=0.01)  # nobody is ahead


@pytest.mark.long
def test_no_game_is_told_by_a_fit_that_saw_it():
    """Columns of mere luck tell nothing of other games, however many there are."""
    moments = course(120, noise=60)
    nothing = replace(moments, x=moments.x[:, :, 1:])
    told = win_probability.chances(nothing)[:, 0]
    missed, even = ((p - moments.y[:, 0]) ** 2 for p in (told, 0.5))
    assert missed.mean() > 0.97 * even.mean()
    turned = moments.y.copy()
    turned[moments.game == 7] = turned[moments.game == 7, ::-1]
    again = win_probability.chances(replace(nothing, y=turned))
    same = moments.game % 2 == 1  # the half of game 7, told by the other half
    assert (again[same] == win_probability.chances(nothing)[same]).all()
    assert (again[~same] != win_probability.chances(nothing)[~same]).any()


def seats(recipe, lead, won, known=False):
    """A contest of two, seen turn by turn; known: what seats hold is written down."""
    run = made_up_contest.in_memory(recipe)
    columns = run.manifest["columns"]
    held = [c for c in columns["seats"] if known or c["role"] not in ("option", "dealt")]
    manifest = {**run.manifest, "columns": {**columns, "seats": held}}
    games = len(won)
    rows = pl.DataFrame(
        {
            "cell": np.zeros(games * STEPS * 2, np.int16),
            "replicate": np.repeat(np.arange(games), STEPS * 2),
            "turn": np.tile(np.repeat(np.arange(STEPS), 2), games),
            "seat": np.tile([0, 1], games * STEPS),
            "lead": np.stack([lead, -lead], axis=2).ravel(),
            "game_margin": np.repeat(np.abs(lead).ravel(), 2),
        }
    )
    share = np.stack([won, ~won], axis=1).astype(float).ravel()
    told = run.tables[1].filter(pl.col("replicate") < games).sort("cell", "replicate", "seat")
    told = told.with_columns(win_share=pl.Series(share))
    return InMemory(manifest, (run.tables[0], told), rows)


def arcs_of(run):
    design = Design(run.manifest)
    return arcs(design, run, count(Blocks(run, design)))


def test_a_run_that_saw_no_turns_has_no_arc():
    assert arcs_of(made_up.in_memory(made_up.Recipe(games=50))) is NOTHING


def test_who_leads_a_race_and_how_often_the_lead_changes():
    games = 2_000
    lead, won = race(games)
    run = seats(made_up_contest.Contest(games=games, players=(2,)), lead, won)
    (arc,) = (found := arcs_of(run)).all
    assert (arc.games, arc.sides, arc.together, arc.cell) == (games, 2, False, None)
    assert found.columns == 1  # what is the game's, no seat's, says nothing in a contest
    assert found.off < 0.01
    middle = lead[:, STEPS // 2]
    led = middle != 0
    wins = ((middle > 0) == won)[led].mean()
    half = next(point.leader for point in arc.points if point.part == 0.5)
    assert half.games == pytest.approx(led.sum(), rel=0.05)
    assert half.value == pytest.approx(wins, abs=0.02)
    assert arc.points[0].leader.games == 0  # at the start nobody is ahead
    sign = [np.sign(row[row != 0]) for row in lead[:, ::2]]  # two seats: a round is two turns
    changes = np.mean([(row[1:] != row[:-1]).sum() for row in sign])
    assert arc.changes.value == pytest.approx(changes, rel=0.1)
    assert 0.5 < arc.decided.value < 1
    assert arc.rest_lost is None


@pytest.mark.parametrize("known", ["seat", "crew"])
def test_what_is_known_at_the_table_is_the_baseline(known):
    """Columns say nothing; who sits in front, or holds an egret, wins four games in five."""
    games = 1_000
    recipe = made_up_contest.Contest(games=games, players=(2,))
    held = made_up_contest.in_memory(recipe).tables[1].sort("cell", "replicate", "seat")
    first = held["seat"] == 0 if known == "seat" else held["crew"] == held["crew"].mode()[0]
    best = first.to_numpy().reshape(-1, 2)[:games]
    luck = np.random.default_rng(6).random(games)
    won = np.where(best[:, 0] == best[:, 1], luck < 0.5, (luck < 0.8) == best[:, 0])
    found = arcs_of(seats(recipe, np.zeros((games, STEPS)), won, known=True))
    (arc,) = found.all
    sure = best[:, 0] != best[:, 1]
    wanted = (0.8 * sure + 0.5 * ~sure).mean()
    assert arc.before.value == pytest.approx(wanted, abs=0.06)
    half = next(point.leader for point in arc.points if point.part == 0.5)
    assert half.low < 0.82
    assert found.knew > 0.05 and found.knows == pytest.approx(found.knew, abs=0.03)


def test_a_race_that_is_decided_at_once():
    """Whoever makes the first step makes them all."""
    games = 400
    won = np.random.default_rng(33).random(games) < 0.5
    lead = np.outer(np.where(won, 1, -1), np.arange(STEPS)).astype(float)
    arc = arcs_of(seats(made_up_contest.Contest(games=games, players=(2,)), lead, won)).all[0]
    half = next(point.leader for point in arc.points if point.part == 0.5)
    assert half.value == 1 and half.games == games
    assert arc.early.value == 1 and arc.open.value == 0
    assert arc.decided.value < 0.35
    assert arc.comebacks.value == 0
    assert arc.changes.value < 0.5  # before the first step a seat seems ahead by luck


def test_players_together_who_are_lost_long_before_the_end():
    """Half of the games are lost at a stroke in the middle, and go on."""
    games = 400
    run = made_up.in_memory(made_up.Recipe(games=games, players=(2,), tides=("calm",)))
    won = run.games().sort("replicate").collect()["won"].to_numpy()
    struck = np.arange(STEPS)[None] >= STEPS // 2
    harm = (struck & ~won[:, None]).astype(np.int64)
    rows = pl.DataFrame(
        {
            "cell": np.zeros(games * STEPS, np.int16),
            "replicate": np.repeat(np.arange(games), STEPS),
            "turn": np.tile(np.arange(STEPS), games),
            "seat": np.zeros(games * STEPS, np.int8),
            "game_harm": harm.ravel(),
        }
    )
    (arc,) = arcs_of(InMemory(run.manifest, run.tables, rows)).all
    assert arc.together and arc.changes is None
    start, *_, last = arc.points
    assert start.won.value == pytest.approx(won.mean(), abs=0.1)
    assert start.lost.value == pytest.approx(won.mean(), abs=0.1)
    assert last.won.value > 0.9 and last.lost.value < 0.1
    assert arc.rest_lost.value == pytest.approx(11 / 21, abs=0.03)
    assert arc.comebacks.games == won.sum()
