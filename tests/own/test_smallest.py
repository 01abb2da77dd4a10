"""The smallest own games by every command: no message may be of what nobody typed.

A game with and without each of RULES and CARDS, HOLDS, SETTINGS, FEATURES and several numbers of
players, named by its file and by a pack of it.
"""

import io
import re
import subprocess
import sys
from itertools import combinations, product
from pathlib import Path

import pytest

from simulate.cli.commands import app
from simulate.pack import catalogue
from tests.marks import long_but

pytestmark = pytest.mark.long

PARTS = {
    "CARDS": 'CARDS = {"crews": {"ants": {"x": 1}, "bees": {"x": 0}, "cats": {"x": 2}}}',
    "HOLDS": 'HOLDS = "crews"',
    "SETTINGS": 'SETTINGS = {"season": ["dry", "wet"]}',
    "FEATURES": 'FEATURES = {"low": "whether it is the lower"}',
    "PLAYERS": "PLAYERS = (2, 3)",
}
GAME = """
from simulate.own import Game, rule


class Least(Game):
    {declared}
    ENDS = {{"done": "two rounds are over"}}
    POINTS = {{"p": "points"}}

    def setup(self):
        self.at = [0] * self.players

    def moves(self):
        return [1, 2]

    def play(self, move):
        self.at[self.seat] += self.luck.roll("die", 6)
        self.seat = (self.seat + 1) % self.players
        self.round += self.seat == 0

    def over(self):
        return "done" if self.round > 2 else ""

    def points(self, seat):
        return {{"p": self.at[seat]}}
"""
FEATURES = """
    def features(self, move):
        return {"low": float(move == 1)}
"""
FILE, PACK = "least.py", "pack"
ONE = ("--jobs", "1")
SEARCH = ("--target", "-0.2,0.2", "--games", "20", "--no-second", "--dry-run", *ONE)
# Of each command how it is typed of a game that is named, and in its pack.
TYPED = {
    "run": [["run", FILE, "--games", "20", "--no-second", *ONE], ["run", "--games", "20", *ONE]],
    "check": [["check", FILE], ["check", "."]],
    "list": [["list", what, *of] for what in ("parameters", "cards", "strategies", "factors")
             for of in ([FILE], [])],
    "new": [["new", FILE, "another"], ["new", FILE, "other"]],
    "sensitivity": [["sensitivity", FILE, "--games", "20", *ONE],
                    ["sensitivity", "--games", "20", *ONE]],
    "advise": [["advise", FILE, *SEARCH], ["advise", *SEARCH]],
    "tune": [["tune", FILE, *SEARCH], ["tune", *SEARCH]],
    "exploit": [["exploit", FILE, "--budget", "1000"], ["exploit", "--budget", "1000"]],
    "ladder": [["ladder", FILE, "--games", "10", *ONE], ["ladder", "--games", "10", *ONE]],
    "replay": [["replay", FILE, "--game", "1"], ["replay", "--game", "1"]],
    "cards": [["cards", "export", FILE, "c.csv"], ["cards", "export", ".", "c.csv"]],
    "edit": [["edit", FILE], ["edit", "."]],
    "report": [["report", "runs/default-1"]] * 2,
    "export": [["export", "runs/default-1", "--out", "table.csv"]] * 2,
    "compare": [["compare", "runs/default-1", "runs/default-1"]] * 2,
    "runs": [["runs"]] * 2,
}  # fmt: skip
# Of a card, a sheet, lessons; or answers until it is ended.
NOT_OF_A_GAME = {"doctor", "learn", "worth", "why", "playtests", "studio"}
EVERY = [frozenset(p for p, on in zip(PARTS, way, strict=True) if on)
         for way in product([False, True], repeat=len(PARTS))]  # fmt: skip
GAMES = [parts for parts in EVERY if "CARDS" in parts or "HOLDS" not in parts]


def pairs_of(parts):
    """What of any two parts is there and what is not."""
    return {*combinations([(part, part in parts) for part in PARTS], 2)}


def covering(games):
    """Few games that have all that two parts can do together: a covering array of strength 2."""
    chosen, left = [], set().union(*map(pairs_of, games))
    while left:
        chosen.append(max(games, key=lambda parts: len(left & pairs_of(parts))))
        left -= pairs_of(chosen[-1])
    return chosen


FEW_GAMES = covering(GAMES)


def text_of(parts, rules=False):
    """The file of a game with some of the parts."""
    declared = [PARTS[name] for name in PARTS if name in parts]
    declared += ['RULES = {"far": rule(5, 2, 9, "steps")}'] if rules else []
    text = GAME.format(declared="\n    ".join(declared))
    return text + (FEATURES if "FEATURES" in parts else "")


def name_of(parts):
    return "+".join(sorted(parts)) or "none"


def nothing_else(told, words):
    """No message of a failure, of another game, or of what was not typed."""
    assert "Traceback" not in told and "Unexpected failure" not in told, (words, told)
    others = [*catalogue.GAMES, "steps", "idle", "quick"]
    for problem in re.findall(r"^(?:error: |  )(.*)", told, re.MULTILINE):
        where = problem.partition(":")[0]
        named = [name for name in others if re.search(rf"\b{name}\b", where)]
        assert not named, (words, problem)
    if "error:" in told:
        for word in ("rules", "cards"):
            assert f"{word}: no number" not in told, (words, told)
        assert "there is no game" not in told, (words, told)


def swept(here, simulate_any, parts, commands, monkeypatch, rules=False):
    (here / FILE).write_text(text_of(parts, rules), encoding="utf-8")
    simulate_any("check", FILE)
    simulate_any("new", FILE, PACK)
    for place, form in ((here, 0), (here / PACK, 1)):
        monkeypatch.chdir(place)
        for command in commands:
            for words in TYPED[command][form::2] if command == "list" else [TYPED[command][form]]:
                at = [f"../{w}" if w == FILE and form else w for w in words]
                nothing_else(simulate_any(*at), at)


@pytest.fixture
def simulate_any(monkeypatch, capsys):
    """Types a command that may end as it likes, and gives all that it says."""
    from simulate.cli import main

    monkeypatch.setattr("sys.stdin", io.StringIO())

    def run(*words):
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        assert code in (0, 2), (words, said.err)
        return said.err + said.out

    return run


def test_the_sweep_knows_every_command():
    given = app.registered_commands
    names = {command.name or command.callback.__name__.strip("_") for command in given}
    assert names - NOT_OF_A_GAME == {*TYPED}


@pytest.mark.parametrize("verb", long_but(["sensitivity"], ["sensitivity", "advise", "tune"]))
def test_a_search_of_a_game_with_rules_alone_has_a_scope(here, simulate_any, monkeypatch, verb):
    (here / FILE).write_text(text_of(frozenset(), rules=True), encoding="utf-8")
    simulate_any("new", FILE, PACK)
    for place, named in ((here, [FILE]), (here / PACK, [])):
        monkeypatch.chdir(place)
        target = ["--target", "-0.2,0.2"] if verb != "sensitivity" else []
        told = simulate_any(verb, *named, *target, "--dry-run", *ONE)
        assert "error" not in told and "changes" in told


@pytest.mark.long
@pytest.mark.parametrize("parts", FEW_GAMES, ids=name_of)
def test_no_command_says_what_nobody_typed(here, simulate_any, parts, monkeypatch):
    """Every other game has a number in RULES, too."""
    rules = FEW_GAMES.index(parts) % 2 == 1
    swept(here, simulate_any, parts, [*TYPED], monkeypatch, rules)


def test_the_least_game_works_in_its_pack(here, simulate_any, monkeypatch):
    swept(here, simulate_any, frozenset(), ["check", "list", "cards", "edit"], monkeypatch)
    told = simulate_any("sensitivity", "--dry-run")
    assert "has no number in its rules or cards that a step can change" in told


def test_a_pack_runs_no_code_that_was_not_named(here, simulate_any, monkeypatch):
    """A stranger's pack with a file of its game inside or beside it, or a file that was changed."""
    marked = 'open("ran", "w").close()\n' + text_of(frozenset())
    (here / FILE).write_text(text_of(frozenset()), encoding="utf-8")
    simulate_any("check", FILE)
    simulate_any("new", FILE, PACK)
    catalogue._own.pop("least")
    (here / FILE).write_text(marked, encoding="utf-8")
    (here / PACK / FILE).write_text(marked, encoding="utf-8")
    for words in (
        ["check", PACK],
        ["run", "--pack", PACK, "--dry-run"],
        ["list", "cards", "--pack", PACK],
    ):
        told = simulate_any(*words)
        assert not [*Path(here).rglob("ran")], words
    assert f"{FILE}" in told


def test_the_package_is_a_program():
    words = [sys.executable, "-m", "simulate"]
    helped = subprocess.run([*words, "run", "--help"], capture_output=True, text=True, check=True)
    assert "Usage: simulate run" in helped.stdout
    failed = subprocess.run([*words, "rnu"], capture_output=True, text=True)
    assert failed.returncode == 2 and "run" in failed.stderr
