"""What a second player says of a comparison: which number is asked about, and what is said."""

from types import SimpleNamespace

import pytest

from analysis.conclusions.facts import CHANGE, SHARE_CHANGE, Fact
from analysis.conclusions.ledger import ON_PLAYER, STANDS
from analysis.stats import verdicts
from simulate.cli.play.second_opinion_of_change import (
    BADGE,
    WEAK,
    BothSides,
    asked_of,
    with_second,
)
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build

MORE_OFTEN = "`quick` and `second` agree that the players win more often"


def fact(value, metric=CHANGE, verdict=verdicts.SHOWN[0], **where):
    return {"metric": metric, "where": where, "value": value, "low": value - 0.03,
            "high": value + 0.03, "verdict": verdict}  # fmt: skip


def test_asked_is_how_often_the_players_win_else_the_share_that_moves_most():
    whole, own = fact(0.1), fact(0.4, hero="bard")
    small, large = (fact(v, SHARE_CHANGE, faction=f) for v, f in ((0.1, "orcs"), (-0.2, "elves")))
    assert asked_of([own, small, whole, large]) is whole
    assert asked_of([own, small, large]) is large
    assert asked_of([fact(0.01, verdict=verdicts.NONE), own]) is None


class Played(BothSides):
    """A second player who finds so much (in place of processes), and no game is played."""

    def played(self, asked):
        found = (CHANGE, {}, self.jobs, self.jobs - 0.04, self.jobs + 0.04, "", asked.games)
        return [Fact(SHARE_CHANGE, {}, 0.9, 0.8, 1.0, "", 1), Fact(*found)]


def sides(finds, price=1.0, **asked):
    sets = ("strategy=quick", "rules.capital_limit=9")
    plan = build(load(RunRequest("defenders/steps", sets=sets, games="1000", **asked)))
    both = {"quick": 1.0, "second": price}
    costs = [{"setting": {}, "strategy": who, "loops": loops} for who, loops in both.items()]
    cells = [{"number": 0, "games": 1_000, "setting": {"strategy": ["quick"]}}]
    run = SimpleNamespace(manifest={"cells": cells, "second": plan.second, "costs": costs})
    return Played((run, run), plan, finds, True)


def told(of):
    moved = fact(0.2) | {"low": 0.15, "high": 0.25}
    return with_second({"facts": [moved], "findings": [], "header": {"badge": "shown"}}, of)


@pytest.mark.parametrize(
    "finds, first, says",
    [
        (0.2, MORE_OFTEN, "stands; `second` finds +20.0 (+16.0 to +24.0) points"),
        (0.0, "`quick` finds that the players win more often", "only this player finds"),
        (0.1, "Whether the players win more often", "cannot be told; `second` finds +10.0"),
    ],
)
def test_the_first_sentence_says_whether_it_stands(finds, first, says):
    report = told(sides(finds))
    assert report["opinion"].startswith(first) and f" Players: {says}" in report["opinion"]
    badge = BADGE if finds == 0 else "shown"
    assert report["header"]["badge"] == badge


def test_two_weak_players_who_agree_do_not_make_a_change_stand():
    of = sides(0.2)
    of.__dict__["is_shown"] = False
    number = {"value": 0.2, "low": 0.15, "high": 0.25, "unit": "points"}
    stood = {"verdict": verdicts.SHOWN[0], "standing": STANDS}
    found = [stood | {"number": number}, stood | {"number": None}]
    moved = fact(0.2) | {"low": 0.15, "high": 0.25}
    report = with_second({"facts": [moved], "findings": found, "header": {"badge": "shown"}}, of)
    assert "win more often after the change, and neither is shown" in report["opinion"]
    assert [one["standing"] for one in report["findings"]] == [ON_PLAYER, STANDS]
    assert report["header"]["badge"] == WEAK


@pytest.mark.parametrize(
    "whose, said", [({"faction": "sea_elves"}, "Elves of the Sea"), ({"seat": 2}, "seat 2")]
)
def test_whose_share_moves_is_called_as_it_is_printed(whose, said):
    of = sides(0.2, price=100.0)
    cell = {"levels": {}, "changes": {}, "blanks": []}
    columns = {"seats": [{"name": "faction", "role": "option", "cards": "factions"}]}
    named = {"options": "factions", "pack": {"cards": {"factions": {}}}, "columns": columns}
    named["pack"]["cards"]["factions"]["sea_elves"] = {"name": "Elves of the Sea"}
    for run in of.runs:
        run.manifest |= named
        run.manifest["cells"] = [each | cell for each in run.manifest["cells"]]
    moved = fact(-0.2, SHARE_CHANGE, **whose)
    report = with_second({"facts": [moved], "findings": [], "header": {"badge": "shown"}}, of)
    assert f"Whether {said} wins less after the change" in report["opinion"]


def test_what_the_time_does_not_pay_is_told_with_the_command_that_does_it():
    said = told(sides(0.2, price=100.0))["opinion"]
    assert "`second` plays 10 games a side; 511 a side would tell. `simulate compare def" in said
    assert said.endswith(" --set strategy=second --games 511` plays them.")
    said = told(sides(0.2, price=2_000.0))["opinion"]
    assert "in its time `second` plays not one game; 511 a side would tell." in said
    assert said.count("--games") == 1 and "--set rules.capital_limit=9" in said
    settled = {"until": "settled", "resolution": "0.02"}
    assert told(sides(0.2, price=2_000.0, keys=settled))["opinion"] == said


def test_where_nobody_is_asked_or_nothing_has_moved_that_is_so():
    assert told(sides(0.2, no_second=True))["opinion"].startswith("No second player was asked: ")
    assert with_second({"facts": [], "header": {}}, sides(0.2)) == {"facts": [], "header": {}}
