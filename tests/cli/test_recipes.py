"""docs/python.md and docs/python.ipynb: what they show runs as it stands, but for fewer games."""

import ast
import io
import json
import re
from contextlib import chdir, redirect_stdout
from pathlib import Path

import pytest

import simulate
from simulate.pack import catalogue
from tests.marks import long_but

pytestmark = pytest.mark.long

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "python.md").read_text("utf-8")
NOTEBOOK = json.loads((DOCS / "python.ipynb").read_text("utf-8"))
FEW, FEWER = 200, 100  # the first recipe plays three runs, each of all tables
FIRST, SEARCHED = "At what health is the Ranger average?", "What should I change, and does it hold?"
SHEET = "Everything played so far, in one sheet"


def blocks(text):
    return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def fewer(code, games=FEW):
    """The code with few games a cell, in one process."""
    return re.sub(r"(\W)games(=|\": )[\d_]+", rf"\1games\g<2>{games}", code)


def recipes():
    """Heading and code of every recipe."""
    parts = PAGE.partition("## Seven recipes")[2].split("\n### ")[1:]
    return {part.partition("\n")[0]: "\n".join(blocks(part)) for part in parts}


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory):
    """Recipes share a folder and the names of the first, as for somebody who reads the page.

    What the first printed comes last.
    """
    folder, names, out = tmp_path_factory.mktemp("kitchen"), {}, io.StringIO()
    with chdir(folder), redirect_stdout(out):
        exec(compile(fewer(recipes()[FIRST], FEWER), FIRST, "exec"), names)
    return folder, names, out.getvalue()


def test_there_are_six():
    assert len(recipes()) == 7


@pytest.mark.parametrize("name", long_but([next(iter(recipes()))], recipes()))
def test_a_recipe_runs(name, kitchen, monkeypatch, capsys):
    folder, names, first = kitchen
    monkeypatch.chdir(folder)
    code = recipes()[name]
    if name != FIRST:
        exec(compile(fewer(code), name, "exec"), names)
    shown = capsys.readouterr()
    assert shown.err == ""
    assert (
        (first if name == FIRST else shown.out)
        if "print" in code
        else (folder / "facts.csv").stat().st_size > 10_000
    )


def test_the_first_lines_run(here, capsys):
    first, error, *_ = blocks(PAGE)
    names = {}
    exec(fewer(first), names)
    assert "Tiny Epic Defenders: 200 games" in capsys.readouterr().out
    exec(error, names)
    told = capsys.readouterr().out.splitlines()
    shown = "2 problems" + PAGE.partition("\n2 problems")[2].partition("\n```")[0]
    for line, said in zip(told, shown.splitlines(), strict=True):
        assert line.startswith(said.removesuffix("..."))


def test_the_ranger_question_is_answered_for_each_number_of_players(kitchen):
    """The first recipe, whose answer stands on the page."""
    found = kitchen[1]["tried"]
    assert [frame["health"].unique().to_list() for frame in found] == [[2], [3], [4]]
    assert set(found[0]["players"]) <= {2, 3, 4} and found[0].height


def test_the_page_names_all_that_is_exported_and_every_metric(kitchen):
    from analysis.conclusions import facts

    for name in simulate.__all__:
        assert re.search(rf"`(simulate\.)?{name}\b", PAGE), name
    named = set(re.findall(r"`(\w+)`", PAGE.partition("## Facts")[2].partition("## Seven")[0]))
    metrics = {value for key, value in vars(facts).items() if key.isupper() and "_" in value}
    assert metrics - {facts.REASON} <= named


def notebook(game):
    """The code of the notebook, cell by cell, with another game named in the cell for that."""
    assert (NOTEBOOK["nbformat"], NOTEBOOK["cells"][0]["cell_type"]) == (4, "markdown")
    cells = [cell for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)
    first, *others = ("".join(cell["source"]) for cell in cells)
    named = first.replace('GAME = "defenders"', f'GAME = "{game}"')
    return [re.sub(r"^GAMES = [\d_]+$", f"GAMES = {FEW}", named, flags=re.MULTILINE), *others]


def shown(cells):
    """What a notebook shows below its cells: the last line of each, where it has a value."""
    names = {}
    for cell in cells:
        tree = ast.parse(cell)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            yield eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.mark.parametrize("game", long_but({"defenders"}, catalogue.names()))
def test_the_notebook_runs_in_order_for_each_game(game, here):
    """Its cells as they stand, with no word changed but the game: each shows what it tells of."""
    cells = notebook(game)
    run, played, report, overall, rows, change, moved, after = shown(cells)
    assert run.manifest["game"] == game and f": {2 * FEW} games" in repr(run)
    assert played.height == rows.height == 2 and rows["len"].min() > 0
    assert report.findings and change.findings
    assert min(overall.height, moved.height, after.height) > 0
    assert overall["value"].is_not_null().all() and after["value"].is_not_null().all()
