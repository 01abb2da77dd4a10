"""`game.toml` beside a designer's own file is read as that of a pack is."""

import json
from pathlib import Path

import pytest

from simulate.cli.play.changing import sides
from simulate.experiment import RunRequest, load

pytestmark = pytest.mark.long

HARBOUR = Path(__file__).parent / "games" / "harbour.py"
QUESTION = """\
game = "harbour"
games = 40

[fixed]
players = 3
strategy = "steady"

[[target]]
metric = "over_fair_share"
low = -0.1
high = 0.1
"""


@pytest.fixture
def folder(here):
    """The folder of Harbour, with a question."""
    (here / "mine").mkdir()
    (here / "mine" / "harbour.py").write_text(HARBOUR.read_text("utf-8"), "utf-8")
    (here / "mine" / "game.toml").write_text(QUESTION, "utf-8")
    return here / "mine"


@pytest.fixture
def asked(folder, merge):
    return merge


GAME = "mine/harbour.py"


@pytest.mark.parametrize("words", [["run"], ["advise"], ["tune"], ["sensitivity"]])
def test_what_it_says_need_not_be_typed(asked, words):
    parts = asked(words[0], GAME)
    assert parts["players"] == (3, "game.toml") and parts["strategy"] == ("steady", "game.toml")
    assert [band["high"] for band in parts["target"][0]] == [0.1]
    assert words != ["run"] or parts["games"] == (40, "game.toml")


def test_what_is_typed_comes_before(asked):
    parts = asked("run", GAME, "--games", "7", "--set", "players=2")
    assert parts["games"] == (7, "option") and parts["players"] == (2, "option")
    assert parts["strategy"] == ("steady", "game.toml")


def test_a_pack_of_the_game_is_asked_the_same_unless_it_has_a_question(asked, folder, simulate):
    simulate("new", GAME, "other")
    assert asked("run", GAME, "--pack", "other")["players"] == (3, "game.toml")
    before, after = (load(each) for each in sides(RunRequest(GAME, "other", verb="compare")))
    assert before.games == after.games == 40
    Path("other/game.toml").write_text('game = "harbour"\n[fixed]\nplayers = 2\n', "utf-8")
    parts = asked("run", GAME, "--pack", "other")
    assert parts["players"] == (2, "game.toml") and parts["games"][1] != "game.toml"


def test_it_is_asked_in_the_folder_of_the_file_that_stands_for_a_pack(folder):
    Path("it.toml").write_text('game = "harbour"\ngames = 5\n', "utf-8")
    assert load(RunRequest(None, GAME)).games == 40
    assert load(RunRequest("it.toml", GAME)).games == 5


def test_that_of_a_game_beside_it_is_left_to_that(asked, folder):
    (folder / "nim.py").write_text((HARBOUR.parent / "nim.py").read_text("utf-8"), "utf-8")
    (folder / "game.toml").write_text('game = "nim"\ngames = 3\n', "utf-8")
    assert asked("run", GAME)["games"][1] != "game.toml"
    assert asked("run", "mine/nim.py")["games"] == (3, "game.toml")


def test_another_name_is_refused_by_run_and_check(folder, refused):
    (folder / "game.toml").write_text('game = "harbor"\n', "utf-8")
    told = refused("run", GAME)
    assert "game.toml:1:8: beside this file stands the game `harbour` (found `harbor`)" in told
    assert refused("check", GAME) == told


def test_a_check_says_that_it_is_asked(folder, simulate):
    assert "game.toml asks for 1 cell\n" in simulate("check", GAME).out
    answer = json.loads(simulate("check", GAME, "--json").out)
    assert answer["checked"]["cells"] == {"game.toml": 1}


def test_who_wants_nothing_yet_is_told_where_it_can_be_said(folder, refused):
    (folder / "game.toml").unlink()
    assert "write [[target]] into game.toml beside the file" in refused("advise", GAME)
