"""`simulate check my_game.py` as a designer types it, and what other commands ask by themselves."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from simulate.cli.change import game_file
from simulate.cli.shared.answer_parts import Answer
from simulate.own.check import check
from tests.cli.conftest import everything

pytestmark = pytest.mark.long

NIM = Path(__file__).parents[1] / "games" / "nim.py"
EMTPY = ('else "taken"', 'else "tekan"')


@pytest.fixture
def nim(here, monkeypatch):
    """Writes the game, with something in it written otherwise; few games of it are played."""
    monkeypatch.setattr(check, "ALL_GAMES", 30)

    def write(old="", new=""):
        text = NIM.read_text("utf-8")
        assert old in text
        (here / "nim.py").write_text(text.replace(old, new) if old else text, "utf-8")

    return write


def test_a_sound_game_is_told_with_what_was_played(nim, simulate, here):
    nim()
    before = everything(here)
    told = simulate("check", "nim.py").out
    assert told.startswith("nim.py: Nim holds to what every game must\n")
    assert "played at random: 30 games" in told
    assert told.endswith("next: `simulate run nim.py`\n")
    found = Answer.model_validate(json.loads(simulate("check", "nim.py", "--json").out))
    assert found.checked is not None
    assert (found.status, found.checked.kind, found.checked.games) == ("valid", "game", 30)
    assert everything(here) == before


def test_that_games_end_is_said_only_where_all_do(nim, simulate, monkeypatch):
    nim()
    monkeypatch.setattr(game_file, "check", lambda own: replace(WELL, endless=1, is_slow=True))
    told = simulate("check", "nim.py").out
    assert "games end" not in told and "the game is slow, and it was not looked for" in told


def test_a_breach_is_refused_by_check_and_by_run_alike(nim, refused):
    nim(*EMTPY)
    told = refused("check", "nim.py")
    assert told.startswith("error: nim.py:23:5: `over` gives 'tekan', which is none of ENDS")
    assert "did you mean `taken`?" in told
    assert refused("run", "nim.py") == told == refused("ladder", "nim.py")


def test_a_game_is_checked_once_for_each_version_of_its_file(nim, simulate, monkeypatch):
    asked = []
    monkeypatch.setattr(check, "check", lambda *given, **_: asked.append(given) or WELL)
    words = ("replay", "nim.py", "--set", "strategy=random")
    nim("[3, 4, 5]", "[2, 4, 5]")
    simulate(*words)
    first = len(asked)
    simulate(*words)
    assert (first, len(asked)) == (1, 1)
    nim("[3, 4, 5]", "[2, 3, 5]")
    simulate(*words)
    assert len(asked) == 2


def test_a_pack_of_it_is_checked_with_it(nim, simulate, refused, here):
    nim()
    simulate("new", "nim.py", "it")
    assert "it: a valid pack of Nim\n" in simulate("check", "nim.py", "--pack", "it").out
    words = ("check", "nim.py", "--pack", "it", "--json")
    found = Answer.model_validate(json.loads(simulate(*words).out))
    assert found.checked is not None and found.checked.kind == "pack"
    nim(*EMTPY)
    assert "'tekan'" in simulate(*words, code=2).out


WELL = check.GameCheck([], [], 0, 0, 0)


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("check", "gone.py"), "there is no such file"),
        (("check", "nim.py", "--upgrade"), "goes with the folder of a pack"),
        (("check", "nim.py", "--pack", "it", "--upgrade"), "goes with the folder of a pack"),
        (("check", "defenders.py"), "there is no such file"),
    ],
)
def test_what_does_not_go_with_a_game_file_is_refused(nim, refused, words, what):
    nim()
    assert what in refused(*words)
