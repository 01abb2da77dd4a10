"""What a designer's file calls a thing, reports call it, too: never the key in its place."""

import json
import re
import shutil

import pytest

from reports.text.words import LONGEST_HEADING, heading
from simulate.cli import main
from tests.cli.test_commands import planned, works
from tests.machine.process import ROOT

pytestmark = pytest.mark.long

PAGE = (ROOT / "docs" / "own-game.md").read_text("utf-8")

HEAD = """
from simulate.own import Game, rule


class Walk(Game):
    PLAYERS = (2,)
    HOLDS = "walkers"
    CARDS = {"walkers": {"sal": {"step": 1, "name": "Sal of the Hill"}, "tam": {"step": 3},
                         "kit": {"step": 2}}}
    RULES = {"rounds": rule(4, 2, 9, "rounds")}
    COUNTS = {"hm": "songs sung"}
    %s

    def setup(self):
        self.at = [card.step for card in self.holds]

    def moves(self):
        return ["walk", "sing"]

    def play(self, move):
        self.count("hm")
        self.at[self.seat] += self.holds[self.seat].step * (move == "walk")
        self.at[self.seat] += self.luck.roll("wind", 4)
        self.seat = (self.seat + 1) %% 2
        self.round += self.seat == 0
"""
AGAINST = (
    HEAD % 'ENDS, POINTS = {"nt": "night fell"}, {"st": "steps walked"}'
    + """
    def over(self):
        return "nt" if self.round > self.rules.rounds else ""

    def points(self, seat):
        return {"st": self.at[seat]}
"""
)
TOGETHER = (
    HEAD
    % """TOGETHER = True
    ENDS, WINS = {"hm_": "all came home", "nt": "night fell"}, ("hm_",)
    MARGINS = {"lft": ("steps still to go", "low")}"""
    + """
    def over(self):
        if self.round <= self.rules.rounds:
            return ""
        return "hm_" if min(self.at) >= 18 else "nt"

    def margins(self):
        return {"lft": max(0, 18 - min(self.at))}
"""
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Both games, each compared with one of its cards changed."""
    at = tmp_path_factory.mktemp("words")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(at)
        for name, text in (("against", AGAINST), ("together", TOGETHER)):
            (at / f"{name}.py").write_text(text)
            works(f"simulate compare {name}.py --set cards.walkers.sal.step=5 --games 120 "
                  f"--jobs 1 --no-second --out {name}")  # fmt: skip
            works(f"simulate report {name}/before")
    return at


def table_of(folder, name):
    """A table of a report by its name."""
    report = json.loads((folder / "report.json").read_text())
    return next(t for s in report["sections"] for t in s["tables"] if t["id"] == name)


def labels(table):
    return [column["label"] for column in table["columns"]]


def test_counts_points_margins_and_ends_are_called_as_the_file_says(folder):
    run = folder / "against/before"
    assert "steps walked" in labels(table_of(run, "points"))
    assert labels(table_of(run, "tallies-options")) == ["Walkers", "songs sung"]
    assert table_of(run, "tallies")["rows"][0]["what"] == "songs sung"
    stood = labels(table_of(folder / "together/before", "ends-stood"))
    assert "steps still to go" in stood and "lft" not in stood
    columns = table_of(folder / "together/before", "length")["columns"]
    turns = next(column for column in columns if column["label"] == "Turns")
    assert turns["help"].endswith("one a seat, also where all choose at once")
    reasons = {row["reason"] for row in table_of(folder / "together", "endings")["rows"]}
    assert reasons == {"All came home", "Night fell"}


def test_what_was_not_changed_itself_has_no_points_beside_its_shares(folder, capsys):
    rows = {row["option"]: row for row in table_of(folder / "against", "moved-walkers")["rows"]}
    assert rows["Tam"]["before"] > rows["Tam"]["after"] and rows["Tam"]["effect"] is None
    assert rows["Sal of the Hill"]["effect"]["low"] > 0
    page = (folder / "against/report.html").read_text()
    assert "0.0 (0.0 to 0.0)" not in page and "nothing of its own" in page


ALONE = """
from simulate.own import Game, rule


class Caves(Game):
    PLAYERS, TOGETHER, HOLDS = (1, 2), True, "keepers"
    CARDS = {"keepers": {"lamp": {"alone": 3}, "rope": {"more": 1}, "boat": {"more": 1}}}
    ENDS, WINS = {"hm": "all came home", "nt": "night fell"}, ("hm",)
    RULES = {"far": rule(4, 1, 9, "steps")}

    def setup(self):
        self.at = sum(c.alone if self.players == 1 else c.more for c in self.holds)

    def moves(self):
        return ["walk", "rest"]

    def play(self, move):
        self.at += self.luck.roll("wind", 6)
        self.seat = (self.seat + 1) % self.players
        self.round += self.seat == 0

    def over(self):
        if self.round == 1:
            return ""
        return "hm" if self.at >= self.rules.far * self.players else "nt"
"""


def test_what_a_card_does_alone_and_in_company_alone_is_told_apart(tmp_path, monkeypatch):
    """Over all settings it brings nothing that shows."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "caves.py").write_text(ALONE)
    given = ["--games", "300", "--jobs", "1", "--no-second", "--quiet"]
    assert main(["run", "caves.py", *given, "--out", "run"]) == 0
    report = json.loads((tmp_path / "run/report.json").read_text())
    words = next(s["words"] for s in report["sections"] if s["id"] == "options")
    (line,) = [text for text in words if text.startswith("Not the same for each number of players")]
    assert re.search(r"beyond luck: Lamp \+\d.* with 1 player, -\d.* with 2 players; ", line)
    command = line.partition("`")[2].partition("`")[0]
    assert "--set keepers=boat,lamp,rope --set players=1" in command
    works(command)


def test_a_word_that_is_too_long_for_a_column_stands_below_the_table():
    assert heading("sea_way", "by sea") == ("by sea", "")
    assert heading("sea_way", "") == ("sea way", "")
    long = "x" * (LONGEST_HEADING + 1)
    assert heading("sea_way", long) == ("sea way", long)


def commands(heading):
    """What the page says to type under a heading."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return [line for line in section.splitlines() if line.startswith("simulate ")]


@pytest.mark.long
def test_the_page_shows_targets_of_levels_and_cards_by_themselves(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for example in ("drowned_mine.py", "reed_boats.py"):
        shutil.copy(ROOT / "docs/examples" / example, tmp_path)
    (tmp_path / "my_game.py").write_text(ALONE)
    assert main(["new", "my_coop.py", "--together"]) == 0
    of_levels, _, competing = commands("What you want of it")
    assert re.findall(r"--target (\w+)=", of_levels) == ["damp", "wet", "flood"]
    alone = "simulate run my_game.py --set keepers=lamp,rope,boat --set players=1"
    typed = [of_levels, competing, *commands("What each card brings"), alone]
    plans = [planned(f"{line} --games 20") for line in typed]
    bands = [(dict(band.levels), band.low) for band in plans[0].experiment.bands]
    assert bands == [({"level": "damp"}, 0.85), ({"level": "wet"}, 0.6), ({"level": "flood"}, 0.4)]
    assert [len(plan.cells) for plan in plans[2:]] == [6, 3]


@pytest.mark.parametrize("command", ["run", "advise", "tune"])
def test_help_says_how_targets_of_ones_own_levels_are_written_and_how_long_it_takes(
    simulate, here, command
):
    text = simulate(command, "--help").out
    if command != "run":
        assert "--dry-run says how many" in text and "silent until the end" in text
        return
    line = next(line for line in text.splitlines() if "my_coop.py --target" in line)
    simulate("new", "my_coop.py", "--together")
    assert len(planned(line.strip()).cells) == 4
