"""Kernels as Python calls them, as kernels call them, and as they come back from the cache."""

import importlib.util
import os
import subprocess
import sys

import numba
import numpy as np
import pytest
from numba.core.runtime import _nrt_python as runtime

from simulate.compiler import inner
from tests.machine import compiled

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="the compiler is off")
NUMBERS = np.arange(5)


@pytest.fixture
def fresh(tmp_path, monkeypatch):
    """The kernels with nothing compiled: what a user's cache may hold is not looked at."""
    monkeypatch.setattr(inner, "folder_of", lambda module: tmp_path)
    spec = importlib.util.spec_from_file_location("tests.machine.fresh", compiled.__file__)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(home, **settings: str) -> str:
    """What the module prints when it runs as a process with this home of caches."""
    found = {**os.environ, "XDG_CACHE_HOME": str(home), **settings}
    command = [sys.executable, "-m", "tests.machine.compiled"]
    return subprocess.run(command, env=found, capture_output=True, text=True, check=True).stdout


def test_a_kernel_can_be_called_from_python_and_from_kernels():
    assert compiled.sum_by_way(NUMBERS) == 15 + 65 + 15
    assert compiled.sum_of(NUMBERS, 1) == 20
    assert compiled.next_one(4) == 5


def test_constants_share_the_code_of_what_is_called(fresh):
    fresh.sum_by_way(NUMBERS)
    assert len(fresh.sum_of._inner.overloads) == 1


def test_what_kernels_call_is_no_machine_code(fresh):
    fresh.sum_by_way(NUMBERS)
    (inner,) = fresh.sum_of._inner.overloads.values()
    assert not hasattr(inner.library, "_compiled_object")


def test_an_index_counts_from_the_front_in_kernels_alone():
    assert compiled.beyond(NUMBERS[1:], -1) == NUMBERS[0], "what lies before the first"
    assert numba.njit(lambda values, at: values[at])(NUMBERS[1:], -1) == NUMBERS[-1]


def test_an_error_comes_through():
    assert compiled.refuse_below(3) == 4
    with pytest.raises(ValueError, match="below nothing"):
        compiled.refuse_below(-1)


def test_arrays_made_on_the_way_are_freed():
    runtime.memsys_enable_stats()
    usage = numba.core.runtime.rtsys.get_allocation_stats
    compiled.many_doubled(NUMBERS + 1, 1)
    before = usage()
    assert compiled.many_doubled(NUMBERS + 1, 100) == 200
    after = usage()
    made, freed = after.alloc - before.alloc, after.free - before.free
    assert made == freed


def test_code_that_is_of_this_process_alone_is_not_kept(fresh, tmp_path, capsys):
    """It holds the address of an array."""
    assert fresh.of_many(7) == 7
    assert list(tmp_path.rglob("*.nbc")) == []
    said = "warning: of_many is compiled at each start: it uses too large an array\n"
    assert capsys.readouterr().err == said


@pytest.mark.long
def test_an_entry_is_put_together_from_the_inner_code_that_is_kept(tmp_path):
    def kept(pattern):
        return {path: path.stat().st_mtime_ns for path in tmp_path.rglob(pattern)}

    run(tmp_path)
    inner_code = kept("inner-*.nbc")
    assert {path.name.split(".")[1].split("-")[0] for path in inner_code} == {"sum_of", "next_one"}
    for path in kept("*.nbc").keys() - inner_code.keys():
        path.unlink()
    assert run(tmp_path) == "95 0\n"
    assert kept("inner-*.nbc") == inner_code


@pytest.mark.long
def test_code_whose_parts_were_compiled_again_is_compiled_again(tmp_path):
    """Another process gives a function another name, which what calls it does not know."""
    found = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    names = "import numpy as np; from tests.machine import compiled as c; n = np.arange(5);"
    for call, said in (
        ("c.sum_by_way(n)", "95"),
        ("c.many_doubled(n + 1, 1), c.next_one(1), c.sum_by_way(n)", "2 2 95"),
        ("c.sum_by_way(n)", "95"),
    ):
        for path in tmp_path.rglob("*.nbc"):
            if "inner-compiled.sum_of" not in path.name:
                path.unlink()
        command = [sys.executable, "-c", f"{names} print({call})"]
        ended = subprocess.run(command, env=found, capture_output=True, text=True, check=False)
        assert (ended.stdout, ended.stderr) == (f"{said}\n", "")


@pytest.mark.long
@pytest.mark.parametrize("at", [5, -1])
def test_bounds_are_checked_where_that_is_asked(tmp_path, at):
    code = (
        "import numpy as np; from tests.machine.compiled import asks_beyond;"
        f"asks_beyond(np.zeros(3), {at})"
    )
    found = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "NUMBA_BOUNDSCHECK": "1"}
    ended = subprocess.run(
        [sys.executable, "-c", code], env=found, capture_output=True, text=True, check=False
    )
    assert "IndexError" in ended.stderr
