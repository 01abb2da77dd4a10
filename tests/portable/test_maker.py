"""A module is made once, kept by version, in a process of its own while games are played."""

import subprocess
import sys

import numba
import pytest

from simulate.portable import linked, maker, module
from tests.machine.real import plan, run_of

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="the compiler is off")


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Where modules are kept, with none there; what would make one says so instead."""
    monkeypatch.setattr(module, "folder_of", lambda table: tmp_path)
    monkeypatch.setattr("simulate.portable.linked.link", lambda engine: engine.module)
    monkeypatch.setattr("simulate.portable.emit.emit", lambda name: f"made of {name}".encode())
    monkeypatch.setattr(maker, "_begun", {})
    return tmp_path


def test_a_module_is_made_once_and_kept(kept, monkeypatch):
    assert module.module_of("defenders") == b"made of simulate.engine.defenders"
    monkeypatch.setattr("simulate.portable.emit.emit", lambda name: pytest.fail("made again"))
    assert module.module_of("defenders") == b"made of simulate.engine.defenders"


def test_what_makes_modules_is_part_of_the_name(kept, monkeypatch):
    before = module.path_of("defenders")
    module._stamp.cache_clear()
    monkeypatch.setattr(module, "version", lambda name: "another")
    assert module.path_of("defenders") != before
    module._stamp.cache_clear()


def test_a_process_is_begun_only_where_nothing_is_made(kept, monkeypatch):
    begun = []

    class Making:
        def __init__(self, words, **more):
            begun.append(words[-1])

        def wait(self, seconds):
            module.module_of(begun[-1])

    monkeypatch.setattr(subprocess, "Popen", Making)
    maker.begin("defenders")
    maker.begin("defenders")
    assert maker.made("defenders") == b"made of simulate.engine.defenders"
    maker.begin("defenders")
    assert begun == ["defenders"]


def test_where_the_compiler_breaks_down_there_is_no_module_and_no_harm(kept, monkeypatch):
    """It is another process that dies, and the next report tries again."""
    begun = []

    def broken(words, **more):
        begun.append(words)
        dies = [sys.executable, "-c", "import os; os.kill(os.getpid(), 11)"]
        return popen(dies, stdout=subprocess.DEVNULL)

    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", broken)
    assert maker.made("defenders") is None
    assert maker.made("defenders") is None and len(begun) == 2


def test_the_process_ends_with_who_began_it(kept, monkeypatch):
    """Nothing is made for nobody."""
    parents = iter([1, 1, 2])
    monkeypatch.setattr(maker.os, "getppid", lambda: next(parents))
    monkeypatch.setattr(maker.time, "sleep", lambda seconds: None)
    table = maker.catalogue.table("defenders")
    monkeypatch.setattr(table, "has_compiled", lambda: False)
    maker.main("defenders")
    assert list(kept.iterdir()) == []


def test_all_that_is_leaned_on_is_there():
    assert linked.what_is_missing() is None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda m: m.setattr(linked, "NEEDED", "self"), "ArgPacker"),
        (lambda m: m.setattr(linked.kernels, "way", None), "compiler, which is off"),
        (lambda m: m.setattr(linked.kernels, "way", sys), "own way of compiling"),
        (lambda m: m.setattr(linked, "target", no_target), "a WebAssembly target in llvmlite"),
    ],
)
def test_what_is_not_there_is_said(monkeypatch, change, said):
    """And a report goes without its section (`reports.run.what_if`)."""
    from reports.run import what_if

    change(monkeypatch)
    assert said in linked.what_is_missing()
    assert what_if._module("defenders") is None


def no_target():
    raise RuntimeError("no such target")


@pytest.mark.parametrize(("games", "lines"), [(1_000, 1), (10, 0)])
def test_a_run_whose_report_cannot_play_says_why_in_its_log(tmp_path, monkeypatch, games, lines):
    monkeypatch.setattr(linked, "target", no_target)
    sets = ("players=1", "horde=easy", "strategy=idle")
    run_of(plan("defenders", *sets, games=games), tmp_path / "run")
    log = (tmp_path / "run" / "log.txt").read_text("utf-8")
    assert log.count("page: no number can be adjusted in the report: that needs a WebAs") == lines
