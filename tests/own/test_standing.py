"""What two players of an own game agree on stands only where the second is shown to be better."""

import json

import pytest

from analysis.conclusions.ledger import ON_PLAYER, STANDS
from analysis.conclusions.robustness import Duel
from simulate.own import strength
from simulate.own.file.reading import know
from simulate.pack import load
from simulate.store import PLAYERS
from tests.own.tables import laid

HEAD_START = '''
from simulate.own import Game, rule

class HeadStart(Game):
    """Seat 1 begins with two points; a card that says nothing lies hidden, so nobody solves it."""
    ENDS = {"done": "four rounds were played"}
    POINTS = {"points": "points"}
    RULES = {"ahead": rule(2, 0, 6, "points", "What seat 1 begins with.")}

    def setup(self):
        self.hidden = self.luck.roll("hidden", 6)
        self.score = [self.rules.ahead, 0]

    def moves(self):
        return [1, 2, 3]

    def play(self, move):
        self.score[self.seat] += move * self.luck.roll("die", 2)
        self.seat = 1 - self.seat
        self.round += self.seat == 0

    def over(self):
        return "done" if self.round > 4 else ""

    def points(self, seat):
        return {"points": self.score[seat]}

    def hide(self, seat):
        self.hidden = self.luck.roll("hidden", 6)
'''
BOTH = "both players find it, neither is shown to play well"


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    file = laid(tmp_path_factory.mktemp("own"), "head_start", HEAD_START)
    return load(know(file).name)


def duel(pack, first, second, calls=1_000.0, skill=1.0):
    setting = {"players": 2, "strategy": [first] * 2, "skill": [skill] * 2}
    found = strength.against_players(pack, setting, second, calls)
    return Duel(*(found[name] for name in ("games", "won", "fair", "error")))


def test_who_is_better_is_shown_to_be(pack):
    better, worse = duel(pack, "random", "greedy"), duel(pack, "greedy", "random")
    assert better.is_won and not better.is_lost
    assert worse.is_lost and not worse.is_won
    assert better.won / better.games > 0.8 > 0.2 > worse.won / worse.games


def test_who_plays_alike_is_not_shown_to_be_better(pack):
    alike = duel(pack, "greedy", "balanced")
    assert not alike.is_won and not alike.is_lost
    assert alike.won == pytest.approx(alike.fair, abs=2 * alike.error)


def test_the_players_of_a_run_keep_their_skill(pack):
    assert duel(pack, "greedy", "balanced", skill=0.2).is_won


def test_as_many_games_are_played_as_are_paid(pack):
    assert duel(pack, "random", "greedy", strength.DUELS / 51).games == 50  # once from each seat
    few = strength.DUELS / (strength.FEWEST - 1)
    setting = {"players": 2, "strategy": ["random"] * 2, "skill": [1.0] * 2}
    assert strength.against_players(pack, setting, "greedy", few) == {}


@pytest.mark.long
@pytest.mark.parametrize(
    ("first", "second", "standing"),
    [("greedy", "balanced", ON_PLAYER), ("random", "greedy", STANDS)],
)
def test_what_two_find_stands_by_how_good_the_second_is(simulate, here, first, second, standing):
    file = laid(here, "head_start", HEAD_START)
    words = ("--set", f"strategy={first}", "--confirm-with", second, "--games", "400")
    told = simulate("run", file, *words, "--jobs", "1", "--quiet", "--out", "r").out
    findings = json.loads((here / "r/report.json").read_text())["findings"]
    (of_seat,) = [one for one in findings if one["number"] and one["standing"]]
    assert of_seat["standing"] == standing
    assert of_seat["try"]  # both find it, so that what may be done is told
    assert any(BOTH in line for line in of_seat["doubts"]) == (standing == ON_PLAYER)
    assert "duel" in json.loads((here / "r" / PLAYERS / "manifest.json").read_text())
    assert "duel" not in json.loads((here / "r/manifest.json").read_text())
    better = "plays this game better, for alone among"
    assert (better in told) == (standing == STANDS)
    assert simulate("report", "r").out.startswith(told.partition("\n")[0])


@pytest.mark.long
def test_a_change_stands_by_how_good_the_second_is(simulate, here):
    file = laid(here, "head_start", HEAD_START)
    words = ("--set", "rules.ahead=0", "--games", "800", "--jobs", "1", "--quiet", "--out", "r")
    told = simulate("compare", file, *words).out
    assert "agree that seat 1 wins less after the change, and neither is shown" in told
    report = json.loads((here / "r/report.json").read_text())
    assert [one["standing"] for one in report["findings"]] == [ON_PLAYER]
    assert report["header"]["badge"]["text"] == "hangs on who plays"
