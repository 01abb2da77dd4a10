"""The real game in the machine: the same rows whoever plays it, in whatever pieces."""

import copy
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from simulate import store
from simulate.experiment import Asked, load
from simulate.plan import build
from simulate.run import execute, pool
from simulate.run.blocks import Block, Player, blocks, job_of
from simulate.table import defenders
from tests.machine.process import ROOT, Process, linux_only
from tests.machine.test_interruption import assert_said
from tests.machine.test_same_rows import bytes_of

# Numba's word on functions in tuples, which the compiler module silences outside of tests.
pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


def plan(*sets, games=150):
    """Defenders with every factor at its usual level but for `sets`."""
    return build(load(Asked("defenders", games=str(games), sets=sets, plain=True), []))


@pytest.fixture(scope="module")
def player():
    """Plays three heroes against the medium horde."""
    return Player(job_of(plan("players=3"), Path()))


@pytest.fixture(scope="module")
def whole(player):
    """Games 0 .. 119 in one block."""
    return player.frames(Block(0, 0, 0, 120))


@pytest.mark.parametrize("size", [1, 7, 50, 119])
def test_rows_do_not_depend_on_the_size_of_blocks(player, whole, size):
    parts = [player.frames(block) for block in blocks([0], 0, 120, size)]
    for rows, pieces in zip(whole, zip(*parts, strict=True), strict=True):
        assert rows.equals(pl.concat(pieces))


@pytest.mark.parametrize("game", [0, 1, 63, 119])
def test_a_game_alone_is_the_game_of_the_run(player, whole, game):
    for rows, lone in zip(whole, player.frames(Block(0, 0, game, 1)), strict=True):
        assert lone.height > 0
        assert rows.filter(pl.col("replicate") == game).equals(lone)


def test_bytes_do_not_depend_on_the_number_of_workers(tmp_path, monkeypatch):
    monkeypatch.setattr(pool, "ALONE_FIRST", -1.0)
    run = plan("players=2,3", games=400)
    one, two = (execute(run, tmp_path / str(jobs), jobs, quiet=True) for jobs in (1, 2))
    assert len(bytes_of(one)) > 8
    assert bytes_of(one) == bytes_of(two)
    store.open_run(one).verify()


# Decides a whole game in the same process as the compiler is off in.
UNCOMPILED = """
import sys
from pathlib import Path
from simulate.run.blocks import Block, Player, job_of
from tests.machine.test_defenders import plan
player = Player(job_of(plan("players=3"), Path()))
for rows, name in zip(player.frames(Block(0, 0, 0, 3)), sys.argv[1:]):
    rows.write_parquet(name)
"""


def test_the_game_is_the_same_without_the_compiler(tmp_path, whole):
    files = [str(tmp_path / kind) for kind in store.KINDS]
    subprocess.run(
        [sys.executable, "-c", UNCOMPILED, *files],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
    )
    for rows, file in zip(whole, files, strict=True):
        assert rows.filter(pl.col("replicate") < 3).equals(pl.read_parquet(file))


def dealt(run, cell):
    """What chance decided before the first decision, in the order of games."""
    games = run.games().filter(pl.col("cell") == cell).sort("replicate").collect()
    seats = run.seats().filter(pl.col("cell") == cell).sort("replicate", "seat").collect()
    layout = [name for name in games.columns if name.startswith(("gate_", "beside_"))]
    return games.select("foe", *layout), seats.select("hero")


def test_variants_meet_the_same_luck(tmp_path):
    """Another limit of the Capital City changes results, never the deal."""
    out = tmp_path / "run"
    run = store.open_run(execute(plan("players=3", "rules.capital_limit=4,6"), out, 1, quiet=True))
    for base, variant in zip(dealt(run, 0), dealt(run, 1), strict=True):
        assert base.height > 0
        assert base.equals(variant)
    won = run.games().sort("cell").group_by("cell", maintain_order=True).agg(pl.col("won").sum())
    fewer, more = won.collect()["won"]
    assert fewer < more


def test_levels_of_the_horde_meet_the_same_luck(tmp_path):
    out = tmp_path / "run"
    run = store.open_run(execute(plan("players=3", "horde=easy,epic"), out, 1, quiet=True))
    for base, variant in zip(dealt(run, 0), dealt(run, 1), strict=True):
        assert base.equals(variant)


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
        "Stopping; what is finished will be kept.",
        "Interrupted; ",
    )
    run = store.open_run(out)
    run.verify()
    assert run.manifest["status"] == "partial"


def test_a_dire_enemy_is_named_as_the_pack_numbers_it(player):
    table = player.table(0)
    names = copy.copy(table.names)
    names.dire_enemies = table.names.dire_enemies[::-1]
    games = np.zeros(1, defenders.GAME_ROW)
    games["dire"][0, 0] = 1
    columns = defenders.game_columns(replace(table, names=names), games)
    dealt = [key for key in table.names.dire_enemies if columns[f"dire_{key}"][0]]
    assert dealt == table.names.dire_enemies[-1:]
