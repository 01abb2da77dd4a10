"""How games feel whose kingmaking, waits and tension are known beforehand."""

import json
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import ClassVar

import pytest

from analysis.conclusions.feel import Feel
from analysis.description.lengths import spread
from analysis.stats.intervals import Estimate
from reports.sections.conclusions import feel
from simulate.own import Game, table
from simulate.own.file.reading import know
from simulate.own.luck import GameLuck
from simulate.own.players import Policy
from simulate.pack import load
from simulate.run.side import followed
from simulate.run.side.playouts import OwnPlace, PlayOuts
from tests.own.tables import laid

pytestmark = pytest.mark.long

FELT = Path(__file__).parent / "sought"
WORDS = ("--set", "strategy=random", "--no-second", "--quiet", "--jobs")


def text_of(name):
    return (FELT / f"{name}.py").read_text("utf-8")


def games_of(folder, name, count, seed=1, **held):
    """Some games of it, followed."""
    own = know(laid(folder, name, text_of(name)))
    setting = {"players": 3, "strategy": ["random"] * 3, "skill": [1.0] * 3} | held
    ready = table.prepare(load(own.name), setting)
    return followed.play_block(ready, seed, 0, count)


def test_who_is_called_first_makes_a_king_in_every_game(tmp_path):
    games, _ = games_of(tmp_path, "kingmaker", 40, duellists="dealt")
    assert (games["searched"].sum(), games["made"].sum()) == (40, 40)
    assert games["obvious"].sum() == 0, "to lose one way or another is all the same"


@pytest.mark.parametrize("seed", [1, 2])
def test_nobody_makes_a_king_in_a_race(tmp_path, seed):
    games, waits = games_of(tmp_path, "runners", 12, seed)
    assert (games["searched"].sum(), games["made"].sum()) == (12, 0)
    assert {*waits["wait"]} == {2}, "both others move between two moves of a racer"


def test_waits_are_counted_between_decisions_of_a_seat():
    assert followed.waits([0, 0, 1, 2, 0, 1, 1, 2]) == {2: 2, 3: 1}
    assert followed.waits([0, 0, 0]) == {}


class Doors(Game):
    """A prize lies behind one of the doors that all see; two competitors."""

    ENDS: ClassVar = {"open": "a door is open"}
    POINTS: ClassVar = {"prize": "prize"}
    seat, players, taken = 0, 2, -1

    def __init__(self, even=False):
        self.luck, self.even = GameLuck(0), even

    moves = staticmethod(lambda: [0, 1, 2])

    def play(self, move):
        self.taken = move

    def over(self):
        return "open" if self.taken >= 0 else ""

    def points(self, seat):
        return {"prize": (0 if self.even or self.taken == 2 else 1) == seat}


def test_one_of_a_thing_is_told_as_one(monkeypatch):
    one = Estimate(1.0, 1.0, 1.0, 0.0)
    waits = spread([1, 1], [5, 5])
    found = Feel(1.0, one, waits, 1.0, {1: 1.0}, 10, None, None, (), True)
    monkeypatch.setattr(feel, "feel", lambda *_: found)
    said = feel.section(None, SimpleNamespace(followed=())).words[0]
    assert "A game takes 1 decision, about 1 minute at 1 minute each" in said
    assert "the others decide once on average, about 1 minute;" in said


@pytest.mark.parametrize("even", [True, False])
def test_a_decision_is_obvious_if_one_move_is_clearly_best(even):
    at = OwnPlace(Doors(even), [0, 1, 2], Policy("random", {}))
    assert PlayOuts(Random(1)).is_obvious(at) is not even


def test_a_run_tells_it_in_one_paragraph_with_a_picture(here, simulate):
    laid(here, "runners", text_of("runners"))
    (here / "game.toml").write_text('game = "runners"\nminutes_per_decision = 2\n', "utf-8")
    simulate("run", "runners.py", "--games", "1600", *WORDS, "1", "--out", "r")
    report = json.loads((here / "r/report.json").read_text())
    part = next(one for one in report["sections"] if one["id"] == "feel")
    assert len(part["words"]) == 1 and len(part["charts"]) == 1
    said = part["words"][0]
    assert "A game takes 18 decisions, about 36 minutes at 2 minutes each" in said
    assert "the others decide 2 times on average, about 4 minutes" in said
    assert "Kingmaking: in 0.0%" in said and "of the decisions are obvious" in said
    facts = {one["metric"]: one for one in report["facts"]}
    assert facts["feel_minutes"]["value"] == pytest.approx(36, abs=1)
    assert facts["feel_kingmade"]["value"] == 0
    assert all(not facts[name]["verdict"] for name in facts if "feel" in name or "susp" in name)
    simulate("export", "r", "--out", "out")
    assert any("feel" in file.name for file in (here / "out").iterdir())


@pytest.mark.long
def test_any_number_of_processes_follows_the_same_games(here, simulate):
    laid(here, "runners", text_of("runners"))
    for jobs in "12":
        simulate("run", "runners.py", "--games", "800", *WORDS, jobs, "--out", jobs)
    assert (here / "1/feel.json").read_bytes() == (here / "2/feel.json").read_bytes()


@pytest.mark.long
@pytest.mark.parametrize("name", ["runners", "kingmaker"])
def test_two_runs_tell_the_same_within_five_parts_of_a_hundred(here, simulate, name):
    laid(here, name, text_of(name))
    told = []
    for seed in "12":
        simulate("run", f"{name}.py", "--games", "8000", "--seed", seed, *WORDS, "2", "--out", seed)
        facts = json.loads((here / seed / "report.json").read_text())["facts"]
        told.append({f["metric"]: f["value"] for f in facts if f["metric"].startswith(FELT_BY)})
    assert {*told[0]} == {*told[1]} and len(told[0]) >= 4
    for metric, value in told[0].items():
        is_share = metric in ("feel_obvious", "feel_kingmade")
        off = abs(told[1][metric] - value)
        # Decisions of few games are weighed: twice the error of a share of about 40 of them.
        assert off <= (0.16 if metric == "feel_obvious" else 0.05 if is_share else 0.05 * value)


FELT_BY = ("feel_", "arc_susp", "arc_surp")
