"""An error of a designer's code is one sentence with the line of his file, wherever it comes up."""

import subprocess
from pathlib import Path

import pytest

from simulate.core.errors import RunError
from simulate.own import table
from simulate.own.file.reading import know
from simulate.pack import load
from tests.cli.conftest import SIMULATE

pytestmark = pytest.mark.long

GAMES = Path(__file__).parent / "games"
TRAP = '"trap": switch(False), '
RAISED = "        if self.rules.trap:\n            raise ValueError('a trap')\n"
ONLY = "tie", "team", "margins"  # which Harbour and Lamps do not write: added at the end
OF_LAMPS = ("margins",)
# Method -> who plays, so that it is asked.
METHODS = {
    "setup": "random", "moves": "random", "play": "random", "over": "random", "points": "random",
    "tie": "random", "team": "random", "margins": "random", "value": "greedy", "hide": "greedy",
    "features": "steady", "say": "random",
}  # fmt: skip
REPLAYED = ("say",)  # which only the story of a game asks


def trapped(method):
    """A game whose method fails where `rules.trap` is set, and the line of that."""
    text = (GAMES / ("lamps.py" if method in OF_LAMPS else "harbour.py")).read_text("utf-8")
    text = text.replace("import Game, rule\n", "import Game, rule, switch\n")
    text = text.replace("RULES = {", "RULES = {" + TRAP)
    if method in ("tie", "team"):
        text += f"\n    def {method}(self, seat):\n        return seat\n"
    at = text.index("\n", text.index(f"    def {method}(self")) + 1
    text = text[:at] + RAISED + text[at:]
    return text, text[: text.index("raise ValueError")].count("\n") + 1


def written(method):
    text, line = trapped(method)
    Path("trapped.py").write_text(text, "utf-8")
    return f"ValueError: a trap (line {line} of trapped.py)"


@pytest.fixture(autouse=True)
def in_a_folder(here):
    """Games are written into an empty folder."""


def laid_with_trap(strategy):
    own = know("trapped.py")
    pack = load(own.name).resolve({"rules.trap": True})
    people = own.kind.PLAYERS[-1]
    setting = {"players": people, **{name: each[0] for name, each in own.kind.SETTINGS.items()}}
    seats = {"strategy": [strategy] * people, "skill": [1.0] * people}
    return table.prepare(pack, setting | seats)


@pytest.mark.parametrize("method", METHODS)
def test_the_table_names_the_line(method):
    what, laid = written(method), laid_with_trap(METHODS[method])
    doors = [table.play_logged] if method in REPLAYED else [table.play_logged, table.play_block]
    for door in doors:
        with pytest.raises(RunError) as caught:
            door(laid, 1, 0, *([1] if door is table.play_block else []))
        assert str(caught.value) == what


RARE = """
        if self.luck.roll("rare", 60) == 1:
            {}
                pass
"""
ENDLESS = ("while True:", "for _ in iter(int, 1):")


@pytest.mark.parametrize("loop", ENDLESS)
def test_a_loop_without_an_end_is_told_with_its_line_when_it_is_met(loop):
    """However late: a check has not met it, and its clock does not run while games are played."""
    text = (GAMES / "harbour.py").read_text("utf-8")
    text = text.replace("def setup(self):\n", "def setup(self):" + RARE.format(loop))
    Path("trapped.py").write_text(text, "utf-8")
    own = know("trapped.py")
    laid = table.prepare(load(own.name), own.at_random(own.kind.PLAYERS[0], {}))
    with pytest.raises(RunError) as caught:
        table.play_block(laid, 1, 0, 1000)
    line = text[: text.index(loop)].count("\n") + 1
    what = f"this loop does not end in 1,000,000 iterations (line {line} of trapped.py)"
    assert str(caught.value) == what


def test_a_loop_of_many_turns_is_played_as_it_stands():
    text = (GAMES / "harbour.py").read_text("utf-8")
    more = "\n        for _ in range(999_999):\n            self.seen = True"
    Path("trapped.py").write_text(text.replace("def setup(self):", f"def setup(self):{more}"))
    own = know("trapped.py")
    laid = table.prepare(load(own.name), own.at_random(own.kind.PLAYERS[0], {}))
    assert table.play_game(laid, 1, 0).game.seen


FROM_COMMANDS = [("replay", "say"), ("replay", "points")]


@pytest.mark.parametrize(("command", "method"), FROM_COMMANDS)
def test_a_replay_tells_it_and_nothing_else(simulate, command, method):
    what = written(method)
    ended = simulate(command, "trapped.py", "--set", "rules.trap=true", code=1)
    assert (ended.out, ended.err.count("error:"), what in ended.err) == ("", 1, True)


@pytest.mark.long
@pytest.mark.parametrize("method", [each for each in METHODS if each not in REPLAYED])
def test_workers_tell_it_and_nothing_else(here, method):
    what = written(method)
    words = ["--set", "rules.trap=true", "--set", f"strategy={METHODS[method]}", "--games", "40"]
    ended = subprocess.run(
        [SIMULATE, "run", "trapped.py", *words, "--jobs", "2", "--out", "out"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (1, "")
    assert (ended.stderr.count("error:"), what in ended.stderr) == (1, True), ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.long
@pytest.mark.parametrize("method", METHODS)
def test_a_check_tells_it_with_the_rule_that_leads_there(simulate, method):
    written(method)
    _, line = trapped(method)
    ended = simulate("check", "trapped.py", code=2)
    assert f"trapped.py:{line}:" in ended.err
    assert "ValueError: a trap" in ended.err
    assert "rules.trap=True" in ended.err
