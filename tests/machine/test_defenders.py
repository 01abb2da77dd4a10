"""The real game in the machine: the same rows whoever plays it, in whatever pieces."""

import copy
import sys
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from simulate import store
from simulate.engine import defenders
from simulate.run import execute
from tests.machine import real
from tests.machine.process import Process, linux_only
from tests.machine.test_interruption import assert_said

# Numba's word on functions in tuples, which the compiler module silences outside of tests.
pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


def plan(*sets):
    return real.plan("defenders", *sets)


def dealt(run, cell):
    """What chance decided before the first decision, in the order of games."""
    games, seats = real.in_order(run, cell)
    layout = [name for name in games.columns if name.startswith(("gate_", "beside_"))]
    return games.select("foe", *layout), seats.select("hero")


def test_variants_meet_the_same_luck(tmp_path):
    """Another limit of the Capital City changes results, never the deal."""
    run = real.run_of(plan("players=3", "rules.capital_limit=4,6"), tmp_path / "run")
    for base, variant in zip(dealt(run, 0), dealt(run, 1), strict=True):
        assert base.height > 0
        assert base.equals(variant)
    won = run.games().sort("cell").group_by("cell", maintain_order=True).agg(pl.col("won").sum())
    fewer, more = won.collect()["won"]
    assert fewer < more


def test_levels_of_the_horde_meet_the_same_luck(tmp_path):
    run = real.run_of(plan("players=3", "horde=easy,epic"), tmp_path / "run")
    for base, variant in zip(dealt(run, 0), dealt(run, 1), strict=True):
        assert base.equals(variant)


@pytest.mark.long
@linux_only
def test_ctrl_c_on_the_real_command(tmp_path):
    out = tmp_path / "run"
    words = ["run", "defenders", "--games", "10000", "--jobs", "2", "--out", str(out)]
    command = [sys.executable, "-m", "simulate.cli", *words]
    execute(
        plan("players=2"), tmp_path / "first", 1, quiet=True
    )  # the first run says that it compiles
    process = Process(out, command=command)
    process.wait_until(lambda p: p.shards() >= 3)
    process.interrupt(group=True)
    code, said = process.end()
    assert code == 130
    assert_said(
        said,
        "Tiny Epic Defenders: ",
        "Stopping; finished games will be kept.",
        "Interrupted; ",
        "Report so far: ",
    )
    run = store.open_run(out)
    run.verify()
    assert run.manifest["status"] == "partial"


def test_a_dire_enemy_is_named_as_the_pack_numbers_it():
    table = real.player("defenders", "players=3").table(0)
    names = copy.copy(table.names)
    names.dire_enemies = table.names.dire_enemies[::-1]
    games = np.zeros(1, defenders.GAME_ROW)
    games["dire"][0, 0] = 1
    columns = defenders.game_columns(replace(table, names=names), games)
    dealt = [key for key in table.names.dire_enemies if columns[f"dire_{key}"][0]]
    assert dealt == table.names.dire_enemies[-1:]
