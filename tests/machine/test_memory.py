"""Too little memory is said at the start, with what would fit, and nothing is written."""

import os
import resource
import subprocess

import pytest

from simulate.core import memory
from simulate.core.errors import InputError
from simulate.run import default_jobs
from tests.cli.conftest import SIMULATE

LITTLE = 1_500_000 * 1024


@pytest.fixture
def group(tmp_path, monkeypatch):
    """Control groups of a machine of its own: group(file, bytes)."""
    monkeypatch.setattr(memory, "GROUPS", tmp_path)

    def limit(name, text):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"{text}\n")

    return limit


@pytest.mark.parametrize("name", memory.OF_A_GROUP)
def test_a_group_with_little_memory_is_told_what_fits(group, name):
    group(name, 1_000_000_000)
    memory.check(1)
    memory.check(2)
    assert memory.fitting() == 2
    with pytest.raises(InputError, match=r"4 processes need about 1\.4 GB") as e:
        memory.check(4)
    assert e.value.hint == "`--jobs 2` fits"


def test_a_group_in_which_nothing_fits_is_refused(group):
    group("memory.max", 300_000_000)
    with pytest.raises(InputError, match=r"1 process needs about 0\.6 GB") as e:
        memory.check(1)
    assert "allow more" in e.value.hint


@pytest.mark.parametrize("text", ["max", "", "9223372036854771712"])
def test_a_group_without_a_limit_limits_nothing(group, text):
    group("memory.max", text)
    memory.check(1024)


def test_without_jobs_no_more_processes_play_than_have_memory(group):
    group("memory.max", memory.COMMAND + memory.WORKER)
    assert default_jobs() == 1


@pytest.mark.parametrize(
    "words", [["run", "defenders"], ["report", "run"], ["advise", "defenders"], ["figures", "run"]]
)
def test_a_small_address_space_is_refused_before_anything_is_written(tmp_path, words):
    """Polars would end the process in the middle, with 134 and no word of ours."""

    def little():
        resource.setrlimit(resource.RLIMIT_AS, (LITTLE, LITTLE))

    done = subprocess.run(
        [SIMULATE, *words],
        cwd=tmp_path,
        preexec_fn=little,
        capture_output=True,
        text=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )
    assert done.returncode == 2, done.stderr
    assert "ulimit -v: this needs an address space of 2.3 GB; 1.5 GB is allowed" in done.stderr
    assert "hint: `ulimit -v 2200000` or more" in done.stderr
    assert not [*tmp_path.iterdir()]
