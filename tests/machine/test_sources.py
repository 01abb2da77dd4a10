"""Whose sources a kernel hangs on: an edit is never missed, and leaves other games' code alone."""

import os
import shutil
import subprocess
import sys

import numba
import pytest

from simulate.compiler import sources
from simulate.pack import catalogue

ALL = {catalogue.facts(game).package for game in catalogue.names()}


@pytest.mark.parametrize(
    ("module", "games"),
    [
        ("simulate.core.streams", set()),
        ("simulate.mechanics.agenda", set()),
        ("simulate.engine.loop", set()),
        ("strategies.choice", set()),
        ("simulate.games.tactics.moves.move", {"tactics"}),
        ("simulate.engine.tactics", {"tactics"}),
        ("strategies.defenders.expert", {"defenders"}),
        ("tests.every_game.kingdoms_kernels", {"kingdoms"}),
        ("tests.rules.dungeons.board", {"dungeons"}),
        ("tests.machine.compiled", ALL),
        ("own_strategy_0123456789abcdef", ALL),
        ("__main__", ALL),
    ],
)
def test_a_module_hangs_on_the_sources_of_its_game(module, games):
    assert sources.games_of(module) == games


@pytest.fixture
def two_games(tmp_path, monkeypatch):
    """A project with two games, in which a file can be changed; what that changes is told."""
    for name in (
        "simulate/core/game/a.py",
        "simulate/games/chess/a.py",
        "simulate/games/chess/ledger.toml",
        "simulate/games/go/ledger.toml",
        "simulate/engine/chess.py",
        "simulate/engine/go.py",
        "strategies/go/learned/a.csv",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    monkeypatch.setattr(sources, "ROOT", tmp_path)

    def hashes():
        sources.games.cache_clear()
        sources._marks.cache_clear()
        kinds = ((), ("chess",), ("go",), ("chess", "go"))
        return [sources.source_hash(*packages) for packages in kinds]

    def what_changes(name):
        before = hashes()
        (tmp_path / name).write_text("changed")
        return [old != new for old, new in zip(before, hashes(), strict=True)]

    yield what_changes
    sources.games.cache_clear()
    sources._marks.cache_clear()


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("simulate/core/game/a.py", [True, True, True, True]),
        ("simulate/games/chess/a.py", [False, True, False, True]),
        ("simulate/games/chess/ledger.toml", [False, True, False, True]),
        ("simulate/engine/chess.py", [False, True, False, True]),
        ("simulate/engine/go.py", [False, False, True, True]),
        ("strategies/go/learned/a.csv", [False, False, True, True]),
    ],
)
def test_the_hash_of_a_game_hangs_on_its_own_sources_and_on_what_all_share(
    two_games, name, changed
):
    """Of what all share, of either game, of both."""
    assert two_games(name) == changed


# Two games, whose rules hang on a file of their own and on one that both share.
SHARED = "from simulate.compiler.kernels import kernel\nHUNDREDS = 100\n@kernel\ndef many(n):\n"
SHARED += "    return HUNDREDS * n\n"
NUMBER = "from simulate.compiler.kernels import kernel\n@kernel\ndef number():\n    return NUMBER\n"
RULE = """
from simulate.compiler.kernels import kernel
from simulate.games.GAME.number import number
from simulate.mechanics.many import many

@kernel
def rule(n):
    return many(n) + number()
"""
PLAY = """
from simulate.games.chess.rule import rule as chess
from simulate.games.go.rule import rule as go
from simulate.mechanics.many import many

for rule in (chess, go, many):
    print(rule(1), "kept" if rule.stats.cache_hits else "compiled", end=", ")
"""


@pytest.fixture
def project(tmp_path):
    """A clone of a small project at a path of its own, by name."""

    def cloned(name):
        root = tmp_path / name
        for room in ("core", "compiler"):
            shutil.copytree(sources.ROOT / "simulate" / room, root / "simulate" / room)
        for game, number in (("chess", "1"), ("go", "2")):
            here = root / "simulate/games" / game
            here.mkdir(parents=True)
            (here / "ledger.toml").write_text("")
            (here / "number.py").write_text(NUMBER.replace("NUMBER", number))
            (here / "rule.py").write_text(RULE.replace("GAME", game))
        (root / "simulate/mechanics").mkdir()
        (root / "simulate/__init__.py").write_text("")
        (root / "simulate/mechanics/many.py").write_text(SHARED)
        return root

    return cloned


def played(root, **settings):
    """What each game's rule says in a new process, and whether its code was found."""
    home = str(root.parent / "home")
    found = {**os.environ, "XDG_CACHE_HOME": home, "PYTHONPATH": str(root), **settings}
    told = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=root, env=found, capture_output=True, text=True
    )
    assert told.returncode == 0, told.stderr
    return told.stdout.removesuffix(", ")


def edit(path, old, new):
    path.write_text(path.read_text().replace(old, new))


@pytest.mark.long
@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="the compiler is off")
def test_an_edit_is_never_missed_and_leaves_the_code_of_other_games(project):
    first, clone = project("first"), project("clone")
    assert played(first) == "101 compiled, 102 compiled, 100 compiled"
    assert played(clone) == "101 kept, 102 kept, 100 kept"
    edit(clone / "simulate/games/chess/number.py", "return 1", "return 7")
    assert played(clone) == "107 compiled, 102 kept, 100 kept"
    edit(clone / "simulate/mechanics/many.py", "100", "200")
    assert played(clone) == "207 compiled, 202 compiled, 200 compiled"
    assert played(clone, NUMBA_BOUNDSCHECK="1") == "207 compiled, 202 compiled, 200 compiled"
    assert played(first) == "101 kept, 102 kept, 100 kept"
