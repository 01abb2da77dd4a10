"""`python -m simulate.cli.new_game` lays a game that passes the tests of every game.

The game is laid into a copy of the sources; what is asked of it runs there, in processes.
"""

import ast
import importlib
import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec

import pytest

from simulate.cli.new_game.__main__ import main
from simulate.cli.new_game.lay import CHECKOUT, PLACES, SKELETON, lay
from simulate.compiler import kernels as compiler
from simulate.core.errors import InputError
from tests.verification.__main__ import ROOT, copy_to, environment

NAME, OTHER = "caravan", "round_the_world_and_back"  # the longest there may be
# In plain Python a game takes a fifth of a second: tests that play few of them.
FEW = "few_games or told or parameter or request or legal_moves or last_line or story or alone"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of the sources, and of the pages that tests read, with two new games."""
    folder = tmp_path_factory.mktemp("new") / "checkout"
    copy_to(folder)
    shutil.copytree(ROOT / "docs", folder / "docs")
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile"):
        shutil.copy(ROOT / name, folder)
    for name in (NAME, OTHER):
        lay(name, folder)
    return folder


def python(folder, *words, **more):
    """What `python -m ...` says in the copy; it must succeed."""
    ended = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=environment(folder) | more,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout[-4_000:] + ended.stderr[-4_000:]
    return ended.stdout


def passes(folder, *words, **more):
    """That tests are found in the copy and pass."""
    said = python(folder, "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", *words, **more)
    assert " passed" in said


def test_what_is_laid_is_in_the_style_of_the_house(checkout):
    for name in (NAME, OTHER):
        laid = [str(path) for path in checkout.rglob("*.py") if name in str(path)]
        assert len(laid) > 20
        python(checkout, "ruff", "check", "--no-cache", *laid)
        python(checkout, "ruff", "format", "--no-cache", "--check", *laid)


@pytest.mark.parametrize("file", sorted(SKELETON.rglob("*.py.txt")), ids=lambda f: f.stem)
def test_what_the_skeleton_takes_from_the_project_is_there(file):
    """Without playing it: a name that was changed elsewhere is to be changed there, too."""
    text = file.read_text("utf-8").replace("${letter}", "D").replace("$letter", "D")
    for node in ast.walk(ast.parse(text.replace("$name", "defenders"))):
        if not isinstance(node, ast.ImportFrom) or "defenders" in str(node.module):
            continue
        module = importlib.import_module(str(node.module))
        for name in (alias.name for alias in node.names):
            assert hasattr(module, name) or find_spec(f"{node.module}.{name}"), (node.module, name)


@pytest.mark.long
def test_its_rules_its_ledger_and_its_breaks_hold_together(checkout):
    passes(checkout, f"tests/rules/{NAME}", "tests/verification")
    passes(checkout, "tests/rules/test_ledger.py", "-k", f"{NAME} or {OTHER} or unknown")


@pytest.mark.long
def test_it_passes_the_contract_of_every_game(checkout):
    passes(checkout, "tests/every_game", "-m", "not long", "-k", f"{NAME} and ({FEW})")


@pytest.mark.long
def test_it_plays_replays_and_reports(checkout):
    python(checkout, "simulate.cli", "run", NAME, "--games", "6", "--jobs", "1", "--out", "out")
    assert "Camel" in (checkout / "out" / "report.html").read_text("utf-8")
    said = python(checkout, "simulate.cli", "replay", "out", "--game", "0", "--cell", "0", "--json")
    first, *_, last = (json.loads(line) for line in said.splitlines())
    assert first["game"] == NAME and last["reason"] == "goal_reached"
    assert "The game is over" in python(checkout, "simulate.cli", "replay", OTHER, "--game", "1")


@pytest.mark.long
def test_all_tests_of_every_game_pass(checkout):
    """Compiled, as thousands of games are played; the architecture is that of the copy, too.

    What is packed is the project's, of which the copy has no lock, licence or history.
    """
    passes(checkout, "tests/architecture", "--ignore=tests/architecture/test_package.py")
    asked = ("-m", "not long", "-k", NAME)
    folders = ("tests/every_game", "tests/border", "tests/cli", "tests/machine", "tests/analysis")
    passes(checkout, *folders, *asked, NUMBA_DISABLE_JIT="0")


@pytest.mark.long
def test_compiled_in_numbas_usual_way_it_plays_the_same_games(checkout):
    """As where Numba is not the one that the project's compiler knows; a shipped game is slow."""
    words = ("tests.machine.seated", NAME)
    usual = python(checkout, *words, NUMBA_DISABLE_JIT="0", **{compiler.WAY: "plain"})
    assert usual == python(checkout, *words, NUMBA_DISABLE_JIT="0") != ""


@pytest.mark.long
def test_its_broken_rules_are_noticed(checkout):
    assert "3 of 3 broken rules noticed" in python(checkout, "tests.verification", NAME)


# What is refused


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Caravan", "small letters, digits"),
        ("iron-road", "small letters, digits"),
        ("2fast", "from a letter on"),
        ("round_the_world_and_back_1", "24 small letters"),
        ("../away", "small letters, digits"),
        ("class", "a word of Python itself"),
        ("defenders", "such a game already"),
        ("ultra_kingdoms", "such a game already"),
        ("core", "of the project bears this word"),
        ("kernels", "of the project bears this word"),
        ("numpy", "an installed package"),
    ],
)
def test_a_name_that_cannot_be_a_game_is_refused(name, why, capsys):
    assert main([name]) == 2
    assert f"error: NAME {name!r}: " in (said := capsys.readouterr().err) and why in said


def test_an_installation_is_no_place_for_a_game(tmp_path, capsys):
    (tmp_path / "simulate").mkdir()
    assert main([NAME, "--into", str(tmp_path)]) == 2
    assert "no checkout of the project: it has no pyproject.toml" in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["simulate"]


@pytest.fixture
def bare(tmp_path):
    """As much of a checkout as is written into."""
    for path in (*(place.file for place in PLACES), "tests/every_game/adapters.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text((CHECKOUT / path).read_text("utf-8"), "utf-8")
    (tmp_path / "configs").mkdir()
    return tmp_path


def files(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_file_of_the_skeleton_is_laid_and_said(bare, capsys):
    before = files(bare)
    assert main([NAME, "--into", str(bare)]) == 0
    said = capsys.readouterr().out
    new = {path.relative_to(bare).as_posix() for path in files(bare).keys() - before.keys()}
    assert len(new) == len(list(SKELETON.rglob("*.txt")))
    assert all(f"wrote {path}\n" in said for path in new)
    for place in PLACES:
        assert f'"simulate.games.{NAME}' in (bare / place.file).read_text("utf-8")
        assert f"named it in {place.file}\n" in said


def test_nothing_is_overwritten(bare):
    mine = bare / "docs" / "log" / f"{NAME}.md"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine", "utf-8")
    before = files(bare)
    with pytest.raises(InputError, match=rf"docs/log/{NAME}\.md: this is there already"):
        lay(NAME, bare)
    assert files(bare) == before


def test_a_list_of_games_that_is_not_found_is_said_and_nothing_is_written(bare):
    (bare / "pyproject.toml").write_text("[project]\n", "utf-8")
    before = files(bare)
    with pytest.raises(InputError, match=r'add `"simulate\.games\.caravan",` to it'):
        lay(NAME, bare)
    assert files(bare) == before
