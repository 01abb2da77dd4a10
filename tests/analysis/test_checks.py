"""Checks of the machinery: each of them finds the fault it is made for."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from analysis.data.counts import ABSENT, count
from analysis.data.design import Design
from analysis.data.reading import Blocks
from analysis.description import checks
from tests.analysis.made_up import Recipe, in_memory

RECIPE = Recipe(games=1_000, players=(1, 2), tides=("calm",))


def _checked(run):
    design = Design(run.manifest)
    counts = count(Blocks(run, design))
    return {c.name: c.result for c in checks.checks(design, counts)}


def _failed(run):
    return {name for name, result in _checked(run).items() if result == checks.FAILED}


def test_a_sound_run_passes_them_all():
    found = _checked(in_memory(RECIPE))
    assert len(found) == 8
    assert set(found.values()) == {checks.PASSED}


GAMES = "Every setting has the games that were planned"
SEEDS = "Every game has its own seed, none is missing"
SEATS = "Every game has all its seats"
VARY = "Games differ from each other"
WON = "Games are both won and lost"
DRIFT = "Results do not drift from the first games to the last"
ONE = pl.col("cell") == 1


def without(table, **where):
    return table.filter(~(ONE & pl.all_horizontal(pl.col(k) == v for k, v in where.items())))


def all_alike(games):
    same = [pl.col(c).first().over("cell") for c in ("rounds", "turns", "decisions")]
    same += [pl.col(c).first().over("cell") for c in ("water", "hull")]
    return games.with_columns(*same, wreck_came=pl.lit(True))


@pytest.mark.parametrize(
    "change, failed",
    [
        (lambda games, seats: (without(games, replicate=17), seats), {GAMES, SEEDS, SEATS}),
        (lambda games, seats: (pl.concat([games, games.head(3)]), seats), {SEEDS}),
        (lambda games, seats: (games, without(seats, replicate=5, seat=1)), {SEATS}),
        (lambda games, seats: (all_alike(games), seats), {VARY}),
    ],
    ids=["a missing game", "a game played twice", "a missing seat", "one seed for all"],
)
def test_what_is_wrong_with_the_rows_is_found(change, failed):
    run = in_memory(RECIPE)
    assert failed <= _failed(replace(run, tables=change(*run.tables))) <= failed | {WON}


@pytest.mark.parametrize(
    "changes, failed",
    [
        ({"planned": 2_000}, {GAMES}),
        ({"level": -30}, {WON}),
        ({"level": 30}, {WON}),
        ({"games": 4_000, "drift": 1.0}, {DRIFT}),
        ({"status": "partial"}, {"The run is finished"}),
    ],
)
def test_what_is_wrong_with_a_run_is_found(changes, failed):
    assert failed <= _failed(in_memory(replace(RECIPE, **changes)))


def test_with_a_precision_no_number_of_games_is_planned():
    run = in_memory(replace(RECIPE, planned=2_000))
    run.manifest["precision"] = 0.01
    assert _failed(run) == set()


def test_one_setting_without_a_win_is_only_pointed_at():
    run = in_memory(replace(RECIPE, per_player=20, level=21))
    assert _checked(run)["Games are both won and lost"] == checks.LOOK
    assert _failed(run) == set()


def test_drift_raises_few_false_alarms():
    # 300 sound runs; the check fails one in 1,000 at most: 4 or more, below 1 in 3,000.
    rng = np.random.default_rng(3)
    alarms = 0
    for _ in range(300):
        results = (rng.random((6, 2_000)) < 0.4).astype(np.int8)
        p_values = [checks._even(row) for row in results]
        alarms += min(p_values) * len(p_values) < checks.FALSE_ALARM
    assert alarms < 4


def test_too_few_wins_are_not_asked_about():
    results = np.zeros(2_000, np.int8)
    results[:50] = 1
    assert checks._even(results) is None
    assert checks._even(np.full(10, ABSENT, np.int8)) is None


def test_many_games_cut_off_are_found_with_bounds():
    run = in_memory(replace(RECIPE, cut=0.05))
    design = Design(run.manifest)
    counts = count(Blocks(run, design))
    assert any(name.startswith("Games come to their own end") for name in _failed(run))
    cut = checks.cut_off(design, counts)
    games = run.tables[0]
    assert cut.games == (games["end_reason"] == "cut_off").sum()
    assert cut.least == games["won"].mean()
    assert cut.most == cut.least + cut.share
