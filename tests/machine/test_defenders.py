"""The real game in the machine: the same rows whoever plays it, in whatever pieces."""

import copy
import sys
from dataclasses import replace

import numpy as np
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
        "Then `second` plays to test the findings: ",
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
