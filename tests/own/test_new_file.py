"""`simulate new my_game.py`: what is laid plays, and is what the pages say."""

import ast

import pytest

from simulate.cli.change.new_file import text_of
from simulate.own.templates import COMPETITIVE, TOGETHER, folder
from tests.cli.conftest import here, refused, simulate  # noqa: F401 (fixtures)

LINES = 85
KINDS = {COMPETITIVE: (), TOGETHER: ("--together",)}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_laid_plays_to_a_report(kind, here, simulate):  # noqa: F811
    said = simulate("new", "iron_road.py", *KINDS[kind])
    for command in ("simulate check iron_road.py", "simulate run iron_road.py"):
        assert f"`{command}`" in said.out
    played = ("run", "iron_road.py", "--games", "20", "--jobs", "1", "--no-second", "--out", "out")
    ended = simulate(*played)
    assert ended.last_line.endswith("report.html")
    assert "Iron Road" in (here / "out/report.html").read_text("utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_laid_is_short_and_says_what_it_is(kind, here):  # noqa: F811
    text = text_of(here / "iron_road.py", kind)
    assert "$" not in text and len(text.splitlines()) <= LINES
    tree = ast.parse(text)
    assert ast.get_docstring(tree).startswith("Iron Road: ")
    (game,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    assert game.name == "IronRoad"


def test_every_template_is_laid_by_some_command():
    assert {path.name for path in folder().glob("*.txt")} == {*KINDS}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["there.py"], "there.py: this file exists already; nothing was written"),
        (["none/my_game.py"], "none/my_game.py: there is no folder none"),
        (["my-game.py"], "the name of the file must be small letters, digits and _"),
        (["defenders.py"], "`defenders` is the name of a game of this toolkit"),
        (["defenders", "x", "--together"], "--together: goes only with the name of a new file"),
        (["defenders"], "needs a folder for the copy, as in `simulate new defenders my_defenders`"),
        (["gone.py", "pack"], "gone.py: there is no such file"),
    ],
)
def test_what_cannot_be_laid_is_refused(words, why, here, refused):  # noqa: F811
    (here / "there.py").write_text("mine", "utf-8")
    assert why in refused("new", *words)


@pytest.mark.parametrize("file", ["none.py", "game.py", "true.py"])
def test_words_of_python_are_no_names_of_classes(file, here, simulate):  # noqa: F811
    simulate("new", file)
    assert f"class Own{file[:-3].title()}(Game)" in (here / file).read_text("utf-8")


def test_the_numbers_of_a_file_are_laid_as_a_pack_that_plays(here, simulate):  # noqa: F811
    simulate("new", "my_game.py")
    said = simulate("new", "my_game.py", "my_pack")
    assert "`simulate run my_game.py --pack my_pack`" in said.out
    rules = here / "my_pack/rules.toml"
    text = rules.read_text("utf-8")
    assert "value = 8" in text
    rules.write_text(text.replace("value = 8", "value = 3"), "utf-8")
    words = ("--games", "20", "--jobs", "1", "--no-second", "--no-shipped", "--quiet")
    simulate("run", "my_game.py", "--pack", "my_pack", *words, "--out", "out")
    told = simulate("replay", "out", "--game", "0", "--cell", "0", "--json", "--allow-code")
    assert '"rounds": 3' in told.out.partition("\n")[0]


def test_a_pack_is_laid_into_no_folder_that_holds_something(here, simulate, refused):  # noqa: F811
    simulate("new", "my_game.py")
    (here / "full").mkdir()
    (here / "full/mine.txt").write_text("mine", "utf-8")
    assert "full: this folder is not empty" in refused("new", "my_game.py", "full")
