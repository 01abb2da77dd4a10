"""The report of a designer's own game: doubt first, its own words, commands that can be typed."""

import json
import re
import shlex
from math import inf

import pytest

from analysis.conclusions.facts import Fact
from analysis.conclusions.ledger import ON_PLAYER, Ledger
from analysis.conclusions.players import policy_robustness
from analysis.conclusions.players.policy_robustness import (
    MOST_OF_OWN,
    OF_OWN,
    PAID_OF_OWN,
    Surplus,
    is_weaker,
    most,
    together,
)
from analysis.conclusions.robustness import CANNOT, NO, Claim, Doubts, Players, key_of
from analysis.study import study
from reports.findings.policy_robustness import summary as summary_of
from reports.page.render import build, html, summary
from simulate.experiment import RunRequest, effort, load, second_opinion
from simulate.experiment.plan import build as planned
from simulate.own import strength
from simulate.pack import catalogue
from simulate.store import open_run
from tests.cli.test_commands import works

pytestmark = pytest.mark.long

FILE = "night_market.py"
GAME = """
from simulate.own import Game, rule


class NightMarket(Game):
    PLAYERS = (2, 3)
    RULES = {"rounds": rule(3, 2, 6, "rounds"), "risk": rule(7, 2, 9, "sides")}
    HOLDS = "stalls"
    CARDS = {"stalls": {"tea": {"extra": 0}, "silk": {"extra": 4}, "salt": {"extra": 1}}}
    ENDS = {"dawn": "the sun rose"}
    POINTS = {"coins": "coins taken"}

    def setup(self):
        self.coins = [card.extra for card in self.holds]

    def moves(self):
        return ["sell", "gamble"]

    def play(self, move):
        won = 3 if move == "sell" else self.luck.roll("dice", self.rules.risk)
        self.coins[self.seat] += won
        self.seat = (self.seat + 1) % self.players
        self.round += self.seat == 0

    def over(self):
        return "dawn" if self.round > self.rules.rounds else ""

    def points(self, seat):
        return {"coins": self.coins[seat]}
"""
TOGETHER = """
from simulate.own import Game, rule


class NightWalk(Game):
    PLAYERS = (1, 2)
    TOGETHER = True
    RULES = {"far": rule(9, 2, 40, "steps"), "hours": rule(5, 1, 20, "hours")}
    HOLDS = "lamps"
    CARDS = {"lamps": {"oil": {"light": 2}, "wax": {"light": 0}, "gas": {"light": 1}}}
    ENDS = {"home": "all came home", "lost": "it became too late"}
    WINS = ("home",)

    def setup(self):
        self.at = sum(card.light for card in self.holds)

    def moves(self):
        return ["walk", "run"]

    def play(self, move):
        self.at += 1 if move == "walk" else self.luck.roll("run", 4) - 2
        self.seat = (self.seat + 1) % self.players
        self.round += self.seat == 0

    def over(self):
        if self.at >= self.rules.far:
            return "home"
        return "lost" if self.round > self.rules.hours else ""

    def value(self, seat):
        return self.at
"""
OF_THE_FIVE = re.compile(
    r"guess|shipped|cited|rulebook|your copy|own the game|configs/|stand-in|our wish", re.I
)
CODE = re.compile(r"`(simulate [^`]*)`")


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with both games in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / FILE).write_text(GAME)
    (tmp_path / "night_walk.py").write_text(TOGETHER)
    return tmp_path


def plan_of(*sets, file=FILE, **more):
    return planned(load(RunRequest(file, sets=list(sets), **more)))


def texts(value):
    """Every text of the data of a report."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)


@pytest.mark.parametrize(
    ("sets", "more", "asked"),
    [
        ((), {}, "search"),
        (("strategy=greedy",), {}, "search"),
        (("strategy=look_ahead",), {}, "deep"),
        (("strategy=search",), {}, "deep"),
        (("strategy=search", "strategies.search.search.simulations=201"), {}, ""),
        (("strategy=deep",), {}, ""),
        (("strategy=random",), {}, ""),
        (("strategy.1=greedy", "players=2"), {}, ""),
        (("skill=0.5",), {}, ""),
        ((), {"no_second": True}, ""),
    ],
)
def test_a_player_that_chooses_in_another_way_is_asked_by_itself(here, sets, more, asked):
    plan = plan_of(*sets, **more)
    assert plan.second == asked and plan.manifest().get("second", "") == asked


def test_what_games_take_is_counted_and_the_same_each_time(here):
    costs = plan_of().manifest()["costs"]
    assert costs == plan_of().manifest()["costs"]
    loops = {(each["strategy"], each["setting"]["players"]): each["loops"] for each in costs}
    assert {*loops} == {(name, n) for name in ("balanced", "search") for n in (2, 3)}
    assert loops["search", 2] > 10 * loops["balanced", 2]
    assert loops["balanced", 3] > loops["balanced", 2]


def test_a_game_that_takes_too_long_is_counted_as_far_as_it_was_played(here, monkeypatch):
    monkeypatch.setattr(second_opinion, "best_plays", lambda played: [])
    whole = plan_of("players=2").manifest()["costs"]
    monkeypatch.setattr(effort, "LONGEST", whole[1]["loops"] / effort.A_THOUSAND / 2)
    part = plan_of("players=2").manifest()["costs"]
    assert [one["strategy"] for one in part] == ["balanced", "search"]
    assert part[0] == whole[0]
    assert part[1]["loops"] == pytest.approx(whole[1]["loops"], rel=0.4)


def test_a_game_that_fails_is_not_counted(here, monkeypatch):
    def fails(*about):
        raise ZeroDivisionError

    monkeypatch.setattr(effort, "play_game", fails)
    manifest = plan_of().manifest()
    assert manifest["second"] == "search" and manifest["costs"] == []


def test_of_an_own_game_more_is_asked_than_the_time_pays():
    cell = {"number": 0, "setting": {"strategy": ["balanced"]}, "games": 1000}
    costs = [
        {"setting": {}, "strategy": name, "loops": loops}
        for name, loops in (("balanced", 1), ("slow", 1e6))
    ]
    of_five = {"second": "slow", "costs": costs, "cells": [cell]}
    assert most(of_five, [0]) == pytest.approx(0.001)
    own = of_five | {"own": {"file": FILE}}
    assert most(own, [0]) == pytest.approx(OF_OWN * 1000)
    many = own | {"cells": [cell | {"games": 1_000_000}]}
    assert most(many, [0]) == MOST_OF_OWN
    dear = own | {"costs": [costs[0], costs[1] | {"loops": PAID_OF_OWN * 100}]}
    assert most(dear, [0]) == pytest.approx(10)
    quick = own | {"costs": [costs[0], costs[1] | {"loops": 1}]}
    assert most(quick, [0]) == pytest.approx(1_000)


def plain(report):
    """The page without its marks."""
    return re.sub(r"<[^>]+>", "", html(report))


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A run of an own game with all that is played beside it, in the folder of the game."""
    from simulate.cli import main

    folder = tmp_path_factory.mktemp("own")
    (folder / FILE).write_text(GAME.replace("rule(3, 2, 6", "rule(2, 2, 6"))  # played soon
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(strength, "DUELS", strength.DUELS // 8)
        words = ["run", FILE, "--set", "players=3", "--games", "1400", "--out", "r1"]
        assert main([*words, "--jobs", "1", "--quiet"]) == 0
        words = [*words[:4], "--set", "rules.risk=3", *words[4:-1], "r2", "--no-second"]
        assert main([*words, "--jobs", "1", "--quiet"]) == 0
    return folder


@pytest.mark.long
def test_a_report_opens_with_who_played_and_on_how_much_two_players_agree(played):
    report = json.loads((played / "r1/report.json").read_text())
    second = open_run(played / "r1/players").manifest
    said = report["opinion"]
    assert said.startswith("Nobody has shown that these players play well: `simulate learn ")
    assert re.search(r"[Oo](f \d|nly) finding.* (stands?|hangs? on) .*`search`", said)
    assert {*second["cells"][0]["setting"]["strategy"]} == {"search"}
    assert 200 <= second["cells"][0]["games"] <= OF_OWN * 1400
    assert summary(played / "r1").index("Nobody has shown") < summary(played / "r1").index("1. ")
    both = "both players find it"  # what they agree on is advised, and not shown
    doubted = [
        one
        for one in report["findings"]
        if one["standing"] == ON_PLAYER and not any(both in said for said in one.get("doubts", ()))
    ]
    assert all(one["try"] == "" for one in doubted)


@pytest.mark.long
def test_nothing_is_told_of_guesses_print_or_a_shipped_game(played):
    for run in ("r1", "r2"):
        report = json.loads((played / run / "report.json").read_text())
        assert [
            text for text in texts(report) if text != "shipped" and OF_THE_FIVE.search(text)
        ] == []
        assert report["header"]["file"] == FILE and f"Balance report · {FILE}" in plain(report)
        assert not any(section["id"] == "guesses" for section in report["sections"])
    assert report["shipped"].startswith("Against the game as in the file (")
    assert "As in the shipped game" not in html(report) + summary(played / "r2")


@pytest.mark.long
def test_every_command_names_the_file_that_was_typed_and_can_be_typed(played, monkeypatch, capsys):
    monkeypatch.chdir(played)
    found = set()
    for run in ("r1", "r2"):
        report = json.loads((played / run / "report.json").read_text())
        found |= {code for text in texts(report) for code in CODE.findall(text)}
        found |= {text for text in texts(report) if text.startswith("simulate ")}
    assert {shlex.split(each)[1] for each in found} >= {"run", "replay", "learn"}
    for each in sorted(found):
        verb, target, *rest = shlex.split(each)[1:]
        assert target == ("RUN" if verb in ("replay", "export") else FILE), each
        if verb == "learn":
            assert rest == []
        elif verb == "replay":
            assert rest[-1] == "--allow-code"
            works(each.replace("RUN", "r1"))
        else:
            works(each.replace("RUN", "r1"))


@pytest.mark.long
def test_a_report_is_the_same_where_nobody_knows_the_game(played, monkeypatch):
    before = (played / "r1/report.json").read_text()
    monkeypatch.delitem(catalogue._own, "night_market")
    report = build(played / "r1")
    assert report == json.loads(before)
    assert next(s["story"] for s in report["sections"] if s["id"] == "samples")
    (played / "r1/report.json").unlink()
    try:
        samples = next(s for s in build(played / "r1")["sections"] if s["id"] == "samples")
        assert samples["story"] is None and "runs no code of the game" in samples["notes"][-1]
    finally:
        (played / "r1/report.json").write_text(before)


@pytest.mark.long
def test_games_of_one_length_that_others_win_are_no_failure(played):
    told = study(open_run(played / "r1"))
    assert told.several_win
    assert not any(check.result == "failed" for check in told.checks)


@pytest.mark.long
def test_who_wins_fewer_games_takes_no_finding_away(here, simulate):
    simulate("run", "night_walk.py", "--games", "600", "--out", "r", "--jobs", "1", "--no-second")
    told = study(open_run(here / "r"))
    told.design.manifest.update(second="look_ahead", opinions=[])
    levels = {level.cell.levels["players"]: level.rate.value for level in told.cells}

    def second(rates):
        facts = [Fact("win_rate", {"players": n}, r, r - 0.02, r + 0.02, "", 100)
                 for n, r in rates.items()]  # fmt: skip
        return Players("look_ahead", 100, {key_of(f.metric, f.where): f for f in facts}, "")

    assert not is_weaker(told, second(levels))
    worse = second({n: max(0.0, rate - 0.2) for n, rate in levels.items()})
    assert is_weaker(told, worse) and together(told, worse).his < together(told, worse).theirs

    def said(by):
        return summary_of(Ledger(told, Doubts(players=by)), [])

    assert "plays this game worse, for it wins " in said(worse)
    better = second({n: min(1.0, rate + 0.2) for n, rate in levels.items()})
    assert "plays this game better, for it wins " in said(better)
    assert "which luck alone may do" in said(second(levels))
    assert together(told, None) is None
    loops = {"balanced": 1, "look_ahead": 1}
    told.design.manifest["costs"] = [
        {"setting": {}, "strategy": who, "loops": each} for who, each in loops.items()
    ]
    plan = policy_robustness.asked(
        told, []
    )  # nothing was found, and how hard it is is asked all the same
    assert (plan.cells, plan.games) == ((0, 1), policy_robustness.BY_NAME)

    about = "win_rate", {"players": min(levels)}
    held = Claim(key_of(*about), 1.1, inf)  # which is so for nobody
    asked = Surplus(held, 0.5, 1.2, 0.01, frozenset({0}), 600)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(policy_robustness, "surplus", lambda *about: asked)
        said = policy_robustness.opinion(told, about, "", worse)
        assert (said.said, said.weak) == (CANNOT, True)
        said = policy_robustness.opinion(told, about, "", second(levels))
        assert (said.said, said.weak) == (NO, False)
