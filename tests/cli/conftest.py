"""The command line in an empty folder of its own, in this process or as a real one."""

import io
import json
import os
import shutil
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

import pytest

from simulate import run as run_room
from simulate.cli import main

SIMULATE = Path(sys.executable).with_name("simulate")


@dataclass(frozen=True)
class Ended:
    """A command that has ended."""

    code: int
    out: str
    err: str
    folder: Path = Path()

    @property
    def last_line(self):
        return self.out.rstrip("\n").rpartition("\n")[2]


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The folder in which commands are typed."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def typed(*words, code=0, **environment):
    """Runs `simulate WORDS` in this process and checks what holds for every command.

    `python -m simulate.cli` does no more than this; starting a process for each of some
    hundred commands took a minute and a half of processor time.
    """
    out, err = io.StringIO(), io.StringIO()
    with patch.dict(os.environ, environment), redirect_stdout(out), redirect_stderr(err):
        ended = main([str(word) for word in words])
    assert "Traceback" not in err.getvalue()
    assert ended == code, err.getvalue()
    return Ended(ended, out.getvalue(), err.getvalue())


@pytest.fixture
def simulate(here):
    return typed


@pytest.fixture
def refused(simulate, here):
    """Runs a command that must be refused: exit code 2, one message, nothing written."""

    def run(*words):
        before = everything(here)
        ended = simulate(*words, code=2)
        assert ended.out == ""
        assert ended.err.count("error:") == 1
        assert everything(here) == before
        return ended.err

    return run


@pytest.fixture
def planned_quickly(monkeypatch):
    """How fast games are is not measured for what is only planned."""
    monkeypatch.setattr(run_room, "probe", lambda plan, jobs: (1000.0 * jobs, 100.0))


@pytest.fixture
def merge(simulate, planned_quickly):
    """The merged experiment of a dry run as (value, from) by name; `told` has what it said."""

    def of(*words, **environment):
        of.told = simulate(*words, "-n", "--json", **environment)
        parts = json.loads(of.told.out)["experiment"]
        inside = parts.pop("factors") | parts.pop("fixed")
        return {name: (one["value"], one["from"]) for name, one in (parts | inside).items()}

    return of


@pytest.fixture
def mine(simulate, here):
    """The folder of a pack that is as it was copied."""
    simulate("new", "defenders", "mine")
    return here / "mine"


@pytest.fixture
def pack(mine):
    """The same without experiments, which an import of cards checks, too."""
    shutil.rmtree(mine / "experiments")
    return mine


def everything(folder):
    """Every path below a folder with the content of the files; of a giant only its size."""
    return {
        path.relative_to(folder): held(path) if path.is_file() else None
        for path in folder.rglob("*")
    }


def held(path):
    size = path.stat().st_size
    return path.read_bytes() if size < 1 << 30 else size


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """A finished run of two cells, 60 games each, for tests that only read it."""
    folder = tmp_path_factory.mktemp("finished") / "run"
    words = ["--set", "players=2,3", "--set", "horde=easy", "--games", "60", "--seed", "5"]
    ended = typed("run", "defenders", *words, "--jobs", "1", "--out", folder)
    return replace(ended, folder=folder)
