"""The measure of coverage itself, on pools that are made up."""

import numpy as np
import polars as pl
import pytest

from benchmarks import coverage, promises
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up import Recipe
from tests.analysis.made_up_contest import Contest


def _pool(run):
    return coverage.Run(run.manifest, run.tables)


RATED = _pool(made_up.in_memory(Recipe(games=400, players=(2,), tides=("calm", "rough", "wild"))))
RACES = _pool(made_up_contest.in_memory(Contest(games=300, players=(3, 4))))


def test_a_small_run_has_the_same_numbers_in_every_setting():
    run = coverage.draw(RACES, 50, np.random.default_rng(1))
    games, seats = run.tables
    assert games.group_by("cell").len()["len"].to_list() == [50, 50]
    assert seats.group_by("cell").len().sort("cell")["len"].to_list() == [150, 200]
    rounds = RACES.tables[0].select("cell", "replicate", "storms")
    drawn = games.select("cell", "replicate", "storms").partition_by("cell", as_dict=True)
    for (cell,), mine in drawn.items():
        whole = rounds.filter(pl.col("cell") == cell)["storms"].to_list()
        assert set(mine["storms"]) <= set(whole)
    assert {cell["games"] for cell in run.manifest["cells"]} == {50}


def test_results_that_are_dealt_anew_are_the_same_results():
    rng = np.random.default_rng(2)
    for pool, column, keys in (
        (RATED, "won", ["cell"]),
        (RACES, "win_share", ["cell", "replicate"]),
    ):
        side = int(column == "win_share")
        before = pool.tables[side].group_by(keys).agg(pl.col(column).sort()).sort(keys)
        mixed = coverage.dealt_anew(pool, rng).tables[side]
        assert mixed.group_by(keys).agg(pl.col(column).sort()).sort(keys).equals(before)
        assert not mixed[column].equals(pool.tables[side][column])


def test_settings_go_on_sharing_their_luck_when_results_are_dealt_anew():
    both = coverage.dealt_anew(RATED, np.random.default_rng(3)).tables[0]
    wide = both.pivot("cell", index="replicate", values="won")
    before = RATED.tables[0].pivot("cell", index="replicate", values="won")
    assert wide.select(pl.corr("0", "1")).item() == pytest.approx(
        before.select(pl.corr("0", "1")).item()
    )


@pytest.mark.long
@pytest.mark.parametrize(
    "tell, pool", [("rated", RATED), ("compared", RATED), ("contested", RACES)]
)
def test_every_kind_has_a_row(tell, pool):
    rows = coverage.coverage("made up", pool, getattr(coverage, tell), 120, 3)
    kinds = {row.what for row in rows}
    wanted = {
        "rated": {"win rate, one setting", "one rate over all settings: ends", coverage.DEALT},
        "compared": {"two runs: one setting", "two runs: ends", "two runs: lengths"},
        "contested": {"strength", "place", "matchup: ahead", "share over all settings: seats"},
    }
    assert wanted[tell] <= kinds
    assert all(0 <= row.percent <= 100 and row.experiments <= 3 for row in rows)
    assert np.mean([row.percent for row in rows]) > 80


def test_a_pool_as_its_own_truth_is_held_by_every_interval():
    truth = {(told.kind, told.key): told for told in coverage.rated(RATED)}
    for told in truth.values():
        assert told.low <= told.value <= told.high


def test_nothing_is_said_of_nothing():
    rows = coverage.alarms("made up", RACES, coverage.of_contest, 40, 3)
    assert rows and all(row.percent == 0 for row in rows)
    (row,) = coverage.of_most_and_least(RATED, 4, 200, 60)
    assert row.percent <= 15


@pytest.mark.long
def test_made_up_rows_keep_their_word():
    made = [*promises.of_packs(20), *promises.of_mixes(400, 20)]
    assert all(row.percent >= 80 for row in made)
    (missed,) = promises.of_expectations(20, 400)
    assert missed.percent <= 5
    (found,) = promises.of_second_players("has", 1.0, 60)
    assert found.percent == pytest.approx(80, abs=9)
