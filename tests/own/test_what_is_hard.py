"""What makes a game hard: parts that are put in come back, and what acts together is split."""

import json

import pytest

from tests.own.tables import laid

pytestmark = pytest.mark.long

FERRY = '''
from simulate.own import Game

class Ferry(Game):
    """One throw: across or not."""
    PLAYERS = (1,)
    TOGETHER = True
    SETTINGS = {"storm": ("calm", "wild"), "moon": ("full", "new")}
    CARDS = {"crews": {"old": {"odds": 20}, "young": {"odds": 0}}}
    HOLDS = "crews"
    ENDS = {"across": "they are across", "lost": "the ferry is lost"}
    WINS = ("across",)

    def setup(self):
        self.end = ""

    def moves(self):
        return ["row", "sail"]

    def play(self, move):
        calm, full = self.setting.storm == "calm", self.setting.moon == "full"
        odds = ODDS
        self.end = "across" if self.luck.roll("wind", 100) <= odds else "lost"

    def over(self):
        return self.end
'''
ALONE = "30 + 40 * calm + self.holds[0].odds"
TOGETHER = "20 + 60 * (calm == full)"


@pytest.mark.parametrize(
    ("odds", "shares"),
    [
        # Variances: 0.2 squared of the storm, 0.1 squared of the crew.
        (ALONE, {"storm": 0.8, "which crews": 0.2, "moon": 0.0}),
        # Neither does anything by itself: half of what both do together is each one's.
        (TOGETHER, {"storm": 0.5, "moon": 0.5, "which crews": 0.0}),
    ],
)
def test_shares_that_are_known_come_back(here, simulate, odds, shares):
    laid(here, "ferry", FERRY.replace("ODDS", odds))
    told = simulate("why", "ferry.py", "--set", "strategy=random", "--set", "storm=calm,wild",
                    "--set", "moon=full,new", "--games", "4000", "--jobs", "1").out  # fmt: skip
    report = json.loads((here / "runs/why-1/report.json").read_text("utf-8"))
    found = {fact["where"]["part"]: fact for fact in report["facts"]}
    assert {*found} == {*shares}
    for part, share in shares.items():
        assert found[part]["low"] - 0.02 <= share <= found[part]["high"] + 0.02, part
        assert found[part]["high"] - found[part]["low"] < 0.15
    assert sum(fact["value"] for fact in found.values()) == pytest.approx(1, abs=1e-5)
    (finding,) = report["findings"]
    assert len(finding["text"].split()) <= 80 and finding["text"] in told
    (chart,) = (chart for section in report["sections"] for chart in section["charts"])
    assert chart["bars"] and len(chart["rows"]) == 3
    assert report["header"]["question"] == "What makes it hard?"


def test_a_game_in_which_nothing_makes_a_difference_is_refused(here, simulate):
    laid(here, "ferry", FERRY.replace("ODDS", "100"))
    words = ("--set", "strategy=random", "--games", "400", "--jobs", "1")
    said = simulate("why", "ferry.py", *words, code=2).err
    assert "neither a setting nor what is dealt makes a difference" in said
