"""Too little memory is said at the start, with what would fit, and nothing is written."""

import os
import resource
import subprocess

import pytest

from simulate.cli import main
from simulate.core.errors import InputError
from simulate.core.files import memory
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
    memory.check(5)
    with pytest.raises(InputError, match=r"6 processes need at least 1\.09 GB; 1\.00 GB is") as e:
        memory.check(6)
    assert e.value.hint == "`--jobs 5` fits"


def test_a_group_in_which_nothing_fits_is_refused(group):
    group("memory.max", 150_000_000)
    with pytest.raises(InputError, match=r"1 process needs at least 0\.19 GB") as e:
        memory.check(1)
    assert "allow more" in e.value.hint


@pytest.mark.parametrize("text", ["max", "", "9223372036854771712"])
def test_a_group_without_a_limit_limits_nothing(group, text):
    group("memory.max", text)
    memory.check(1024)


def test_without_jobs_no_more_processes_play_than_have_memory(group, monkeypatch):
    monkeypatch.setattr("joblib.cpu_count", lambda: 8)
    for jobs in (3, 1):
        group("memory.max", memory.AMPLE_COMMAND + jobs * memory.AMPLE_WORKER)
        assert default_jobs() == jobs
    group("memory.max", memory.COMMAND)
    assert default_jobs() == 1


SAID = "ulimit -v: this needs an address space of 2.46 GB; 1.54 GB is allowed"


def test_a_small_address_space_is_refused_before_anything_is_written(tmp_path):
    """Polars would end the process in the middle, with 134 and no word of ours."""

    def little():
        resource.setrlimit(resource.RLIMIT_AS, (LITTLE, LITTLE))

    done = subprocess.run(
        [SIMULATE, "run", "defenders"],
        cwd=tmp_path,
        preexec_fn=little,
        capture_output=True,
        text=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )
    assert done.returncode == 2, done.stderr
    assert SAID in done.stderr
    assert "hint: `ulimit -v 2400000` or more" in done.stderr
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("words", [["report", "run"], ["advise", "defenders"], ["export", "run"]])
def test_so_it_is_by_every_command_that_reads_tables(tmp_path, monkeypatch, capsys, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(resource, "getrlimit", lambda what: (LITTLE, LITTLE))
    assert main(words) == 2 and SAID in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]
