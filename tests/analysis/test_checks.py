"""Checks of the machinery: each of them finds the fault it is made for."""

from dataclasses import replace

import numpy as np
import polars as pl

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


def _with(run, games=None, seats=None):
    tables = (run.tables[0] if games is None else games, run.tables[1] if seats is None else seats)
    return replace(run, tables=tables)


def test_a_sound_run_passes_them_all():
    found = _checked(in_memory(RECIPE))
    assert len(found) == 8
    assert set(found.values()) == {checks.PASSED}


def test_a_missing_game_is_found():
    run = in_memory(RECIPE)
    games = run.tables[0].filter(~((pl.col("cell") == 1) & (pl.col("replicate") == 17)))
    assert _failed(_with(run, games)) == {
        "Every setting has the games that were planned",
        "Every game has its own seed, none is missing",
        "Every game has all its seats",
    }


def test_a_game_played_twice_is_found():
    run = in_memory(RECIPE)
    twice = pl.concat([run.tables[0], run.tables[0].head(3)])
    assert "Every game has its own seed, none is missing" in _failed(_with(run, twice))


def test_fewer_games_than_planned_are_found():
    assert _failed(in_memory(replace(RECIPE, planned=2_000))) == {
        "Every setting has the games that were planned"
    }


def test_with_a_precision_no_number_of_games_is_planned():
    run = in_memory(replace(RECIPE, planned=2_000))
    run.manifest["precision"] = 0.01
    assert _failed(run) == set()


def test_a_missing_seat_is_found():
    run = in_memory(RECIPE)
    lost = ~((pl.col("cell") == 1) & (pl.col("replicate") == 5) & (pl.col("seat") == 1))
    assert _failed(_with(run, seats=run.tables[1].filter(lost))) == {"Every game has all its seats"}


def test_one_seed_for_every_game_is_found():
    run = in_memory(RECIPE)
    same = (
        run.tables[0]
        .with_columns(
            pl.col(c).first().over("cell")
            for c in ("rounds", "turns", "decisions", "water", "hull")
        )
        .with_columns(wreck_came=pl.lit(True))
    )
    assert "Games differ from each other" in _failed(_with(run, same))


def test_a_result_that_never_changes_is_found():
    assert "Games are both won and lost" in _failed(in_memory(replace(RECIPE, level=-30)))
    assert "Games are both won and lost" in _failed(in_memory(replace(RECIPE, level=30)))


def test_one_setting_without_a_win_is_only_pointed_at():
    run = in_memory(replace(RECIPE, per_player=20, level=21))
    assert _checked(run)["Games are both won and lost"] == checks.LOOK
    assert _failed(run) == set()


def test_a_drift_from_the_first_games_to_the_last_is_found():
    name = "Results do not drift from the first games to the last"
    assert name in _failed(in_memory(replace(RECIPE, games=4_000, drift=1.0)))


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


def test_a_partial_run_says_so():
    assert "The run is finished" in _failed(in_memory(replace(RECIPE, status="partial")))
