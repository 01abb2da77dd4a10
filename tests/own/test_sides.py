"""Sides of an own game: the unit that is judged, whatever number of seats is on each."""

import polars as pl
import pytest

from analysis.conclusions.facts import facts
from analysis.stats.verdicts import STRONG, WEAK
from analysis.study import study
from simulate.store import open_run

pytestmark = pytest.mark.long

FILE = "wolves.py"
GAME = """
from simulate.own import Game, rule


class Wolves(Game):
    PLAYERS = (5,)
    SIDES = ("wolves", "village")
    CARDS = {"roles": {"wolf": {"bad": 1}, "seer": {"bad": 1}, "mason": {"bad": 0},
                       "baker": {"bad": 0}, "smith": {"bad": 0}}}
    HOLDS = "roles"
    RULES = {"bites": rule(8, 0, 10, "sides", "of ten, with which the wolves win")}
    ENDS = {"dawn": "the sun rose"}
    POINTS = {"won": "the side won"}

    def setup(self):
        self.side = [0 if card.bad else 1 for card in self.holds]
        self.first = None

    def moves(self):
        return ["a", "b"]

    def play(self, move):
        self.first = 0 if self.luck.roll("bite", 10) <= self.rules.bites else 1

    def over(self):
        return "" if self.first is None else "dawn"

    def team(self, seat):
        return self.side[seat]

    def points(self, seat):
        return {"won": int(self.side[seat] == self.first)}
"""
# Who loses comes over to the winners, as in a game of vampires.
TURNED = GAME.replace(
    "else 1\n\n    def over", "else 1\n        self.side = [self.first] * 5\n\n    def over"
)
PAIRS = GAME.replace("(5,)", "(4,)").replace(
    "[0 if card.bad else 1 for card in self.holds]", "[0, 1] * 2"
)


def played(here, simulate, *words, text=GAME, games=400, out="run"):
    """What is told of a run, and its study."""
    (here / FILE).write_text(text, encoding="utf-8")
    run = ("run", FILE, "--games", str(games), "--no-second", "--jobs", "1", "--out", out)
    told = simulate(*run, *words).out
    return told, study(open_run(here / out))


def shares(of):
    kind = of.contest.kind("option")
    return {share.label: share for share in kind.shares}


def test_sides_of_unequal_size_are_told_as_sides(here, simulate):
    # By 400 games of 0.8 against 0.5 the sign is wrong less than once in 10^30 seeds.
    told, of = played(here, simulate)
    found = shares(of)
    assert [*found] == ["Village", "Wolves"]
    assert {share.fair for share in found.values()} == {0.5}
    assert (found["Wolves"].verdict, found["Village"].verdict) == (STRONG, WEAK)
    assert found["Wolves"].games == 400  # a side is counted once a game
    assert of.contest.kind("dealt") is None, "roles are no more than their side"
    assert told.count("of the games won;") == 1
    assert "Wolves (Seer, Wolf): 8" in told or "Village (Baker, Mason, Smith): 1" in told
    told_of = [fact.where for fact in facts(of) if fact.metric == "win_share"]
    assert [where for where in told_of if "seat" not in where] == [
        {"side": "village"},
        {"side": "wolves"},
    ]


def test_what_is_fair_does_not_move_with_the_result(here, simulate):
    _, of = played(here, simulate, "--set", "rules.bites=5")
    assert {share.fair for share in shares(of).values()} == {0.5}
    seats = of.contest.kind("seat")
    assert all(abs(s.fair - 0.5) < 0.03 for s in seats.shares)


def test_seats_are_held_against_what_their_sides_won(here, simulate):
    _, of = played(here, simulate)
    fair = [share.fair for share in of.contest.kind("seat").shares]
    mixed = 0.4 * shares(of)["Wolves"].share.value + 0.6 * shares(of)["Village"].share.value
    assert fair == pytest.approx([mixed] * 5, abs=0.1)


@pytest.mark.parametrize("typed", ["wolves=75-85%", "wolf=75-85%", "side=wolves:0.75-0.85"])
def test_a_wish_for_a_side_is_what_it_is_judged_by(here, simulate, typed):
    _, of = played(here, simulate, "--target", typed)
    found = shares(of)
    low, high = found["Wolves"].band.low + 0.5, found["Wolves"].band.high + 0.5
    assert (low, high) == pytest.approx((0.75, 0.85))
    low, high = found["Village"].band.low + 0.5, found["Village"].band.high + 0.5
    assert (low, high) == pytest.approx((0.15, 0.25)), "of two sides one says the other"
    assert not {STRONG, WEAK} & {share.verdict for share in found.values()}


def test_a_name_of_no_side_is_refused_with_the_nearest(here, simulate):
    (here / FILE).write_text(GAME, encoding="utf-8")
    failed = simulate("run", FILE, "--target", "wolfs=40-45%", "--dry-run", code=2)
    assert "did you mean `wolf`?" in failed.err


def test_a_side_that_all_have_left_has_lost(here, simulate):
    _, of = played(here, simulate, text=TURNED)
    found = shares(of)
    assert found["Wolves"].share.value == pytest.approx(0.8, abs=0.1)
    assert found["Village"].share.value == pytest.approx(1 - found["Wolves"].share.value)
    assert {share.games for share in found.values()} == {400}


def test_pairs_of_partners_are_two_sides(here, simulate):
    _, of = played(here, simulate, text=PAIRS)
    assert {share.fair for share in shares(of).values()} == {0.5}
    assert of.contest.kind("seat") is None, "a seat that never leaves its side is told by it"


def test_sums_tell_the_same_of_sides(here, simulate):
    _, of = played(here, simulate)
    _, sums = played(here, simulate, "--keep", "counts", out="sums")
    for label, share in shares(of).items():
        assert shares(sums)[label].share.value == pytest.approx(share.share.value)
        assert shares(sums)[label].fair == pytest.approx(0.5)


@pytest.mark.long
def test_a_tie_of_sides_is_shared_by_sides(here, simulate):
    text = GAME.replace("int(self.side[seat] == self.first)", "[3, 2][self.side[seat]]")
    _, of = played(here, simulate, text=text, games=50)
    rows = of.run.seats().group_by("replicate", "side").agg(pl.col("win_share").sum()).collect()
    assert rows["win_share"].to_list() == pytest.approx([0.5] * 100)


def test_a_number_of_no_side_is_refused_by_check(here, simulate):
    (here / FILE).write_text(GAME.replace("return self.side[seat]", "return 2"), encoding="utf-8")
    failed = simulate("check", FILE, code=2)
    assert "`team` must give a number from 0 to 1, as SIDES names wolves, village" in failed.err


def test_sides_that_nobody_is_on_are_refused(here, simulate):
    (here / FILE).write_text(GAME.replace("def team", "def my_side"), encoding="utf-8")
    failed = simulate("check", FILE, code=2)
    assert "write `team`" in failed.err


@pytest.mark.long
def test_advice_on_sides_seeks_their_shares(here, simulate):
    (here / FILE).write_text(GAME, encoding="utf-8")
    words = ("advise", FILE, "rules", "--target", "-0.1,0.1", "--games", "200", "--no-second")
    told = simulate(*words, "--jobs", "1", "--out", "advice").out
    assert "Wolves" in told or "Village" in told


def test_sides_without_a_name_are_numbered(here, simulate):
    text = GAME.replace('    SIDES = ("wolves", "village")\n', "")
    told, _ = played(here, simulate, text=text)
    assert "] Side 1 (Seer, Wolf): " in told or "] Side 2 (Baker, Mason, Smith): " in told
