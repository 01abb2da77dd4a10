"""Where Numba is built otherwise than the project's own compiler needs, it compiles as usual."""

import os
import subprocess
import sys

import numba
import pytest

from simulate.compiler import cache, inner, plain
from simulate.compiler import kernels as compiler
from simulate.games.defenders.moves.move import KIND

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="the compiler is off")


@pytest.fixture
def chosen(monkeypatch, capsys):
    """How kernels would be compiled, and what is said of it, in a process that starts now."""
    monkeypatch.setenv(compiler.WAY, "")
    cache.tell_once.cache_clear()
    return lambda: (compiler.choose(), capsys.readouterr().err)


def test_this_version_of_numba_is_known(chosen):
    assert chosen() == (inner, "")


def no_module(monkeypatch):
    monkeypatch.setitem(sys.modules, "simulate.compiler.inner", None)
    monkeypatch.delattr("simulate.compiler.inner")


def another_argument(monkeypatch):
    (part, _), *others = inner.NEEDED
    monkeypatch.setattr(inner, "NEEDED", ((part, "self name"), *others))


def another_field(monkeypatch):
    monkeypatch.setattr(inner, "FIELDS", {*inner.FIELDS, "nothing"})


@pytest.mark.parametrize("change", [no_module, another_argument, another_field])
def test_an_unknown_version_compiles_in_its_usual_way_and_says_so_once(chosen, monkeypatch, change):
    change(monkeypatch)
    way, said = chosen()
    assert way is plain
    (line,) = said.splitlines()
    assert line.startswith(f"warning: Numba {numba.__version__} is not known here (")
    assert chosen() == (plain, ""), "nor do processes that this one starts say it"


def run(module, **settings):
    """What a module prints in a process of its own."""
    found = {**os.environ, **settings}
    command = [sys.executable, "-m", f"tests.machine.{module}"]
    ended = subprocess.run(command, env=found, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


@pytest.mark.long
def test_the_usual_way_compiles_the_same_and_keeps_it(tmp_path):
    home = {"XDG_CACHE_HOME": str(tmp_path)}
    assert run("compiled", **home, SIMULATE_COMPILER="plain") == "95 0\n"
    assert run("compiled", **home, SIMULATE_COMPILER="plain") == "95 1\n"
    assert run("compiled", **home) == "95 0\n", "from no file of the other way"


def test_the_usual_way_compiles_what_is_made_of_kernels(monkeypatch, tmp_path):
    """Words of a game stand in kernels, and cannot be written down, as Numba's cache would."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    after_move = plain.made(lambda number: number + KIND.MOVE, {})

    def twice(number):
        return after_move(after_move(number))

    whole = numba.types.int64
    assert plain.declared(twice, whole(whole), {})(1) == 1 + 2 * KIND.MOVE
    assert plain.made(twice, {})(1) == 1 + 2 * KIND.MOVE
