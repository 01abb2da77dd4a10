"""A designer's Python strategy: it sees copies, and what is wrong with it is told by its file."""

import tempfile
from dataclasses import replace

import numba
import pytest

from simulate.cli.change.packs import new_command
from simulate.core.errors import InputError, RunError
from simulate.engine import shared
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.pack import Strategy, catalogue, load_folder
from tests.every_game.adapters import adapter
from tests.rules.defenders.board import setting

GAME = catalogue.table("defenders")
compiled_only = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="the compiler is off")
HEAD = """\
from simulate.compiler.kernels import kernel
from simulate.engine.defenders import STRATEGY


@kernel(STRATEGY)
def choose(s, cards, moves, count, features):
"""


@pytest.fixture
def play(tmp_path, monkeypatch):
    """Plays three games of a strategy: play(text of its file) -> rows of `games`.

    Only the strategy is compiled into a cache of its own; the game's code is read before.
    """
    GAME.compile(adapter("defenders").prepared({"strategy": "random"}))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def run(text):
        folder = tmp_path / f"mine-{len(list(tmp_path.iterdir()))}"
        new_command("defenders", str(folder))
        with (folder / "strategies.toml").open("a") as file:
            file.write('\n[own]\nplan = "Mine."\nchoice = "python"\nfile = "own.py"\n')
        (folder / "own.py").write_text(text)
        own = GAME.prepare(load_folder(folder).allowing_code(), setting(strategy="own"))
        before = own.tables.copy()
        try:
            games, _ = GAME.play_block(own, 3, 0, 3)
        finally:
            assert own.tables.tobytes() == before.tobytes()
        return games

    return run


@pytest.mark.parametrize("game", catalogue.names())
def test_no_table_of_any_game_loads_code_that_was_not_allowed(game, tmp_path, monkeypatch):
    """Asked at the table itself: whoever prepares one, on whatever way, comes by here."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    plan = build(load(RunRequest(game, plain=True)))
    own = Strategy(plan="Theirs.", choice="python", file="own.py")
    mark = tmp_path / "mark"
    pack = replace(
        plan.pack,
        strategies={**plan.pack.strategies, "own": own},
        code={"own.py": f"import pathlib\npathlib.Path({str(mark)!r}).touch()\n"},
    )
    setting = dict(plan.cells[0].setting)
    setting["strategy"] = [*setting["strategy"][1:], "own"]
    table = catalogue.table(game)
    with pytest.raises(InputError, match=r"Python code of own\.py; read it and add --allow-code"):
        table.prepare(pack, setting)
    assert not mark.exists() and not list(tmp_path.rglob("own.py"))
    with pytest.raises(InputError, match="has no function `choose`"):
        table.prepare(pack.allowing_code(), setting)
    assert mark.exists()


def test_no_file_of_code_is_left_where_the_cache_cannot_be_written(play, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder\n")
    (tmp_path / "passing").mkdir()
    monkeypatch.setattr(shared, "folder_of", lambda module: tmp_path / "file")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "passing"))
    with pytest.raises(InputError, match="has no function `choose`"):
        play("two = 2\n")
    assert list((tmp_path / "passing").iterdir()) == []


def test_the_rules_may_only_be_read(play):
    with pytest.raises(RunError, match=r"the strategy in own\.py changed the rules"):
        play(HEAD + "    cards.capital_limit = 99\n    return 0\n")


@pytest.mark.parametrize(
    "text",
    [
        "import numpy as np\n" + HEAD + "    return np.arange(3)[-1] - 2\n",
        HEAD + "    moves[0] = moves[count - 1]\n    return 0\n",
    ],
)
def test_it_may_count_from_the_end_and_is_shown_copies_of_moves(play, text):
    """Who writes another move over the one that is taken takes the listed one."""
    first, same = play(HEAD + "    return 0\n"), play(text)
    assert {k: str(v) for k, v in first.items()} == {k: str(v) for k, v in same.items()}


@pytest.mark.parametrize("answer", ["-1", "count"])
def test_a_number_that_is_no_moves(play, answer):
    with pytest.raises(RunError) as failed:
        play(HEAD + f"    return {answer}\n")
    assert str(failed.value) == (
        "the strategy in own.py failed: ValueError: "
        "the strategy returned a number that is not a move"
    )


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("raise SystemExit(0)\n", "the strategy cannot be loaded: SystemExit: 0"),
        ("1 / 0\n", "the strategy cannot be loaded: ZeroDivisionError: division by zero"),
        ("def choose(:\n", "the strategy cannot be loaded: SyntaxError: invalid syntax"),
        ("one = 1\n", "has no function `choose`"),
    ],
)
def test_a_file_that_is_no_strategy(play, text, what):
    with pytest.raises(InputError) as refused:
        play(text)
    (problem,) = refused.value.problems
    assert problem.where == "own.py"
    assert problem.what.startswith(what)


@compiled_only
@pytest.mark.parametrize("above", ["", "@kernel\n"])
def test_a_function_that_is_not_compiled_for_the_game(play, above):
    with pytest.raises(InputError, match=r"write @kernel\(STRATEGY\) above it"):
        play(HEAD.replace("@kernel(STRATEGY)\n", above) + "    return 0\n")


@compiled_only
def test_what_cannot_be_compiled_is_told_in_a_line(play):
    with pytest.raises(InputError) as refused:
        play(HEAD + "    return nothing_of_the_kind\n")
    (problem,) = refused.value.problems
    assert problem.what == (
        "the strategy cannot be loaded: TypingError: NameError: "
        "name 'nothing_of_the_kind' is not defined"
    )
