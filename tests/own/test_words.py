"""What a designer's file calls a thing, reports call it, too: never the key in its place."""

import json

import pytest

from reports.words import LONGEST_HEADING, heading
from tests.cli.test_commands import works

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
    reasons = {row["reason"] for row in table_of(folder / "together", "endings")["rows"]}
    assert reasons == {"All came home", "Night fell"}


def test_what_was_not_changed_itself_has_no_points_beside_its_shares(folder, capsys):
    rows = {row["option"]: row for row in table_of(folder / "against", "moved-walkers")["rows"]}
    assert rows["Tam"]["before"] > rows["Tam"]["after"] and rows["Tam"]["effect"] is None
    assert rows["Sal of the Hill"]["effect"]["low"] > 0
    page = (folder / "against/report.html").read_text()
    assert "0.0 (0.0 to 0.0)" not in page and "nothing of its own" in page


def test_a_word_that_is_too_long_for_a_column_stands_below_the_table():
    assert heading("sea_way", "by sea") == ("by sea", "")
    assert heading("sea_way", "") == ("sea way", "")
    long = "x" * (LONGEST_HEADING + 1)
    assert heading("sea_way", long) == ("sea way", long)
