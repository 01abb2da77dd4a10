"""Memory that is really short, and a machine without a home: told in one line, nothing lost."""

import os
import subprocess
import sys

import pytest

from simulate import store
from tests.machine.kills import bytes_of
from tests.machine.test_journal import play

RUN = """
import resource, sys
from pathlib import Path
import numpy, polars
from simulate.core.errors import RunError
from simulate.run import execute
from tests.machine import fake

more, out = int(sys.argv[1]), Path(sys.argv[2])
plan = fake.plan(games=500)
inner, blocks = fake.play_block, []

def hungry(table, seed, first, count):
    blocks.append(first)
    if more and len(blocks) > 4:
        size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + more, resource.RLIM_INFINITY))
        try:
            numpy.ones(1 << 28)
        finally:
            resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
    return inner(table, seed, first, count)

fake.play_block = hungry
try:
    execute(plan, out, 1, quiet=False, table="tests.machine.fake", turns=False)
except RunError as error:
    print("ENDED", error)
"""


def run(out, more, env=None):
    command = [sys.executable, "-c", RUN, str(more), str(out)]
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=300)


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on memory")
def test_memory_that_is_short_loses_nothing(tmp_path):
    ended = run(tmp_path / "run", 1 << 24)
    told = [line for line in ended.stdout.splitlines() if line.startswith("ENDED")]
    assert len(told) == 1, ended.stderr
    assert "emory" in told[0] and "finished games are kept" in told[0]
    assert "Traceback" not in ended.stderr
    there = store.open_run(tmp_path / "run")
    there.verify()
    assert there.manifest["status"] == "partial"
    assert not (tmp_path / "run" / "tmp").exists()
    play(tmp_path / "run", games=500, resume=True)
    # As if nothing had been: the turns of this stand-in are none.
    assert bytes_of(tmp_path / "run") == bytes_of(play(tmp_path / "whole", games=500))


@pytest.mark.long
def test_a_run_needs_no_home(tmp_path):
    env = {k: v for k, v in os.environ.items() if k not in ("HOME", "XDG_CACHE_HOME")}
    env |= {"HOME": "/dev/null/nowhere", "TMPDIR": str(tmp_path / "t")}
    (tmp_path / "t").mkdir()
    ended = run(tmp_path / "run", 0, env)
    assert ended.returncode == 0 and "ENDED" not in ended.stdout, ended.stderr
    store.open_run(tmp_path / "run").verify()
    assert not [path for path in (tmp_path / "t").iterdir() if "joblib" in path.name]
