"""A changed game is played beside the shipped one, and what was so before steps back."""

import json

import pytest

from reports.run import replication
from simulate import store
from simulate.cli import main
from simulate.experiment import RunRequest, load
from simulate.experiment import price as prices
from simulate.experiment.plan import build
from simulate.run.side import shipped
from tests.machine import kills
from tests.machine.kills import bytes_of

ALONE = ("--jobs", "1", "--quiet", "--no-second")
FREE = 'cards.factions.orcs.abilities.level_1.effects=[{when="research",do="cheaper",amount=9}]'
CHANGED = ("run", "kingdoms", "--set", "strategy=quick", "--set", "players=3", "--set", FREE)
EASIER = ("run", "defenders", "--set", "strategy=quick", "--set", "players=2",
          "--set", "horde=easy,hard", "--set", "rules.capital_start=2")  # fmt: skip


def plan(*sets, game="defenders", **given):
    return build(load(RunRequest.of({"games": "900", **given}, game, sets=list(sets))))


@pytest.mark.long
def test_what_the_change_did_leads_and_what_was_so_steps_back(simulate, here):
    simulate(*CHANGED, *ALONE, "--games", "6000", "--out", "run")
    report = json.loads((here / "run/report.json").read_text("utf-8"))
    assert "(6,000 games a setting): Orcs -" in report["shipped"]
    first = report["findings"][0]
    assert first["text"].startswith("Orcs ") and ": wins " in first["text"]
    same = [
        any(text.startswith("Shipped game: about the same, ") for text in finding.get("doubts", ()))
        for finding in report["findings"]
    ]
    both = zip(report["findings"], same, strict=True)
    stepped = {f["text"].partition(":")[0] for f, is_so in both if is_so}
    assert "Elves" in stepped and same == sorted(same)
    beside = store.open_run(here / "run/shipped").manifest
    assert [cell["games"] for cell in beside["cells"]] == [6_000]
    assert beside["cells"][0]["changes"] == {} and "shipped" not in beside
    assert f"{len(stepped)} findings are as in the shipped game" in report["shipped"]
    again = json.loads(simulate("run", "run", "--again", "2", "-n", "--json").out)
    assert again["status"] == "planned"
    asked = replication.asked(store.open_run("run"))
    told = [finding["text"] for finding in report["findings"]]
    assert {one["text"] for one in asked["findings"]} <= {*told}
    assert len(asked["findings"]) + asked["unasked"] == len(told)


def test_nothing_is_guessed_where_it_is_not_wanted_or_tells_nothing(simulate, here):
    simulate(*EASIER, *ALONE, "--no-shipped", "--games", "300", "--out", "without")
    assert "shipped" not in store.open_run("without").manifest
    simulate(*EASIER, *ALONE, "--games", "90", "--out", "few")
    for run in ("without", "few"):
        assert not (here / run / "shipped").exists()
    assert (
        "so few games tell too little"
        in json.loads((here / "few/report.json").read_text("utf-8"))["shipped"]
    )
    assert "--no-shipped" in store.open_run("without").manifest["command"]


def test_a_dry_run_says_what_is_played_beside(simulate, planned_quickly):
    told = simulate(*EASIER, "--games", "900", "--dry-run").out
    assert "Beside it, in shipped: 1,800 games, 900 a cell, of the shipped game" in told
    assert "in shipped" not in simulate(*EASIER, "--games", "900", "-n", "--no-shipped").out


def test_it_has_as_many_games_as_two_minutes_pay_for():
    """`balanced` is dear in Kingdoms; of who looks ahead a third is played, whatever it takes."""
    dear = plan("strategy=balanced", "rules.magic_points=2", game="kingdoms", games="22000")
    price = prices.blocks_a_game(dear)
    beside = shipped.plan_of(dear.manifest(), 22_000)
    assert 22_000 / 3 < beside.games < 22_000
    assert beside.games * price <= shipped.CHEAP < (beside.games + 1) * price
    few = shipped.plan_of(dear.manifest(), beside.games)
    assert few.games == beside.games
    dearest = plan("strategy=expert", "rules.magic_points=2", game="kingdoms", games="22000")
    assert shipped.plan_of(dearest.manifest(), 22_000).games == 22_000 // shipped.PART


@pytest.mark.long
def test_it_goes_on_where_it_was_cut_short(simulate, here):
    words = (*EASIER, *ALONE, "--games", "600")
    simulate(*words, "--out", "whole")
    with kills.killed_after(13):  # in the games of the shipped game
        main([*words, "--out", "killed"])
    assert (here / "killed/shipped/journal.jsonl").exists()
    simulate("run", "--resume", "killed", *ALONE[:3])
    assert bytes_of(here / "killed") == bytes_of(here / "whole")


@pytest.mark.parametrize(
    "sets",
    [
        [],
        ["players=2"],
        ["strategies.balanced.weights.relief=2"],
        ["rules.capital_start=1,2"],
    ],
)
@pytest.mark.parametrize("game", ["defenders", "defenders/cards"])
def test_a_game_that_is_as_shipped_or_compares_changes_is_not_played_twice(game, sets):
    made = plan(*sets, game=game)
    assert not made.shipped and "shipped" not in made.manifest()


def test_what_is_compared_is_compared_in_the_shipped_game_as_well():
    changed = plan("rules.capital_start=1,2", "rules.capital_limit=4", "players=2")
    beside = shipped.plan_of(changed.manifest(), 900)
    changes = {tuple(cell.changes.items()) for cell in beside.cells}
    assert changes == {(("rules.capital_start", 1),), (("rules.capital_start", 2),)}
    assert "rules.capital_limit" not in {f["name"] for f in beside.data["factors"]}


def test_what_only_the_changed_pack_has_is_left_out(simulate, here):
    simulate("new", "defenders", "mine")
    simulate("edit", "mine", "Owl", "--card", "hero")
    sets = ["players=1", "party=owl,paladin", "strategy=quick"]
    request = RunRequest.of({"games": "900"}, None, pack="mine", sets=sets)
    beside = shipped.plan_of(build(load(request)).manifest(), 900)
    assert [cell.levels["party"] for cell in beside.cells] == ["paladin"] * len(beside.cells)
