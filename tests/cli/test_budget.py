"""Whatever a stranger's file would make, one budget ends it with the limit that it met."""

import ast
import os
import re
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest

from simulate.cli import main
from simulate.core.errors import MOST_PROBLEMS, InputError
from simulate.core.files import budget, disk
from simulate.core.files import sheets as spreadsheets
from simulate.pack import load_folder
from simulate.pack.text import document
from simulate.store.rows.damage import undecodable
from tests.cli import bombs
from tests.marks import marked

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]


def said(error):
    return "\n".join(f"{problem.where}: {problem.what}" for problem in error.problems)


@pytest.mark.parametrize("bomb", [bomb for bomb in bombs.SHEETS if bomb.is_quick], ids=str)
def test_a_spreadsheet_meets_a_limit(bomb, tmp_path):
    (tmp_path / bomb.name).write_bytes(bomb.content())
    with pytest.raises(InputError) as told:
        spreadsheets.read(tmp_path / bomb.name, bomb.name)
    (problem,) = told.value.problems
    assert problem.where.startswith(bomb.name)
    assert problem.what.startswith(bomb.said)


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("budget")
    with chdir(folder):
        assert main(["new", "defenders", "mine"]) == 0
    return folder / "mine"


@pytest.mark.parametrize("bomb", [bomb for bomb in bombs.TEXTS if bomb.is_quick], ids=str)
def test_a_text_of_a_pack_meets_a_limit(bomb, pack):
    rules = pack / "rules.toml"
    before = rules.read_bytes()
    rules.write_bytes(b'game = "defenders"\n' + bomb.content())
    try:
        with pytest.raises(InputError) as told:
            load_folder(pack, "mine")
    finally:
        rules.write_bytes(before)
    assert len(told.value.problems) <= MOST_PROBLEMS + 2
    assert any(end in said(told.value) for end in bomb.said)


def test_a_number_too_long_to_be_written_is_no_traceback(pack):
    with pytest.raises(InputError) as told:
        document.parsed("value = 0x" + "f" * 5000, Path("x"), "x.toml")
    assert "more than 2,000 digits" in said(told.value)


def test_a_source_that_is_nested_without_end_is_no_traceback():
    from simulate.pack.sources import Fit

    fit = Fit("win_rate", "", "", "", "[" * 5000, "")
    with pytest.raises(ValueError, match="nested"):
        _ = fit.value_before


def test_a_long_text_is_read_in_a_process_of_its_own(monkeypatch):
    asked = []
    monkeypatch.setattr(budget, "elsewhere", lambda words, *_: asked.append(words))
    for size in (10, 300_000):
        document.parsed(f"x = '{'a' * size}'", Path("x"), "x.toml")
    assert asked == [["simulate.core.files.toml"]]


@pytest.mark.parametrize("bomb", bombs.JSON, ids=str)
def test_json_meets_a_limit(bomb):
    with pytest.raises(ValueError) as told:
        disk.parsed(bomb.content().decode())
    assert str(told.value).startswith(bomb.said)


@pytest.mark.parametrize("bomb", [b if b.is_quick else marked(b) for b in bombs.TABLES], ids=str)
def test_a_table_meets_a_limit(bomb, tmp_path):
    (tmp_path / "it.parquet").write_bytes(bomb.content())
    told = undecodable(tmp_path, ["it.parquet"])
    assert any(end in told["it.parquet"] for end in bomb.said)


def test_settings_are_small(simulate, here, refused):
    (here / "simulate.toml").write_text("# much\n" * 20_000)
    assert "too large (at most 100 KB)" in refused("run", "defenders", "--dry-run")


def test_wrong_settings_are_told_up_to_what_anybody_reads(here, refused):
    (here / "simulate.toml").write_bytes(bombs.keys(5_000))
    told = refused("run", "defenders", "--dry-run")
    assert f"{MOST_PROBLEMS + 1} problems in simulate.toml" in told


def test_the_question_of_a_pack_is_small(mine, refused):
    (mine / "game.toml").write_text("# much\n" * 20_000)
    assert "too large (at most 100 KB)" in refused("run", "--pack", "mine", "--dry-run")


def test_a_sheet_of_very_many_cards_is_read_no_further(mine, here, refused):
    for name in ("Range {}", "range_{}"):
        rows = "".join(f"{name.format(n)},1,x\n" for n in range(5_000))
        (here / "heroes.csv").write_text("id,health,name\n" + rows)
        assert "read no further" in refused("cards", "import", "mine", "heroes.csv")


# What a process may take


@pytest.mark.skipif(os.name == "nt", reason="no limits")
def test_a_process_that_takes_more_says_which_limit_it_met(tmp_path):
    """Its own file: seconds of processor time, and memory."""
    pytest.importorskip("resource")
    held = "import os; from simulate.core.files import budget; budget.SECONDS = 1"
    much = f"try: x = [b'x' * {budget.MEMORY}]\nexcept MemoryError: os._exit({budget.NO_MEMORY})"
    for code, limit in (
        ("while True: pass", budget.TOO_LONG),
        (much, budget.TOO_MUCH),
        ("os.abort()", budget.ENDS),
    ):
        _, ended = budget.started(["-c", f"{held}; budget.take_no_more()\n{code}"], b"")
        assert budget.refusal(ended) == limit


def test_where_nothing_can_be_limited_the_clock_ends_it():
    _, ended = budget.started(["-c", "import time; time.sleep(60)"], b"", wait=1)
    assert budget.refusal(ended) == budget.TOO_LONG


def test_without_limits_what_is_made_is_counted_all_the_same(monkeypatch, tmp_path):
    """As on a system without `resource`: here, in this process, nothing is bounded."""
    from simulate.core.files.sheets import ods

    with pytest.raises(InputError) as told:
        ods.read(bombs.SHEETS[0].content(), "wide.ods")
    assert budget.TOO_MANY in said(told.value)


# No other door

READS = re.compile(r"^(tomllib|json)$")
ALLOWED = {
    ("simulate/core/files/toml.py", "tomllib.loads"),  # the door
    ("simulate/core/files/disk.py", "json.loads"),  # the door
    ("simulate/core/text/locate.py", "tomllib.loads"),  # one key of a text that was read
    ("simulate/pack/configs.py", "tomllib.loads"),  # shipped
    ("simulate/pack/text/labels.py", "tomllib.loads"),  # shipped
    # What a process of ours answers, or is asked.
    ("simulate/core/files/sheets/elsewhere.py", "json.loads"),
    ("simulate/own/check/check.py", "json.loads"),
    ("simulate/own/check/process.py", "json.loads"),
    ("simulate/studio/children.py", "json.loads"),
    ("simulate/studio/laying.py", "json.loads"),
    ("simulate/store/rows/decoding.py", "json.loads"),
    ("simulate/core/files/unfinished_writes.py", "json.loads"),  # from the user's own cache
    # What this process has just written.
    ("simulate/store/manifest.py", "json.loads"),
    ("simulate/run/journal.py", "json.loads"),
    ("reports/page/render.py", "json.loads"),
    ("analysis/people/stored.py", "json.loads"),  # what was just written
    ("simulate/games/tactics/cards/realms.py", "json.loads"),
    ("simulate/games/kingdoms/cards/model.py", "json.loads"),
    ("simulate/games/kingdoms/cards/tables.py", "json.loads"),
}


def test_toml_and_json_are_read_within_the_budget_alone():
    found = set()
    for folder in ("simulate", "strategies", "analysis", "reports"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Attribute) and node.attr == "loads":
                    if isinstance(node.value, ast.Name) and READS.match(node.value.id):
                        name = path.relative_to(ROOT).as_posix()
                        found.add((name, f"{node.value.id}.loads"))
    assert found == ALLOWED


# The whole command, held to 500 MB and 5 seconds besides what a command takes by itself

HELD = """
import resource, runpy, sys
data, seconds = 500 * 10**6, 5 + 3
resource.setrlimit(resource.RLIMIT_DATA, (data, data))
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
sys.argv[0] = "simulate"
runpy.run_module("simulate.cli", run_name="__main__")
"""


def held(folder, *words):
    """A command that is ended where it, or a process that it starts, takes more."""
    return subprocess.run(
        [sys.executable, "-c", HELD, *words], cwd=folder, capture_output=True, text=True
    )


def lay(kind, bomb, folder):
    """Lays what a stranger made, and says which command is to read it."""
    if kind == "manifest":
        (folder / "run").mkdir()
        (folder / "run" / "manifest.json").write_bytes(bomb.content())
        return "report", "run"
    with chdir(folder):
        assert main(["new", "defenders", "mine"]) == 0
    if kind == "text":
        (folder / "mine" / "rules.toml").write_bytes(b'game = "defenders"\n' + bomb.content())
        return "check", "mine"
    (folder / bomb.name).write_bytes(bomb.content())
    return "cards", "import", "mine", bomb.name


STRANGE = {"spreadsheet": bombs.SHEETS, "text": bombs.TEXTS, "manifest": bombs.JSON}


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="no limits")
@pytest.mark.parametrize(
    ("kind", "bomb"), [(kind, bomb) for kind in STRANGE for bomb in STRANGE[kind]], ids=str
)
def test_a_command_answers(kind, bomb, tmp_path):
    ended = held(tmp_path, *lay(kind, bomb, tmp_path))
    assert ended.returncode == 2, ended.stderr
    assert ended.stdout == ""
    assert ended.stderr.count("error:") == 1
    assert any(end in ended.stderr for end in bomb.said)
