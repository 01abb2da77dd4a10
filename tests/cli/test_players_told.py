"""A run in which players differ says so of each: report, comparison, spreadsheet, story."""

import hashlib
import json
from pathlib import Path

import polars as pl
import pytest

from tests.every_game.adapters import OWN_FILES
from tests.every_game.test_line_up import FACTORS, SETTINGS, by_place, names_of
from tests.machine.manifests import rewrite
from tests.marks import long_but

pytestmark = pytest.mark.long

FAST = ("--jobs", "1", "--no-second", "--quiet")
DUEL = ("kingdoms", "--set", "players=2", "--set", "strategy=quick")
# Exact: the second player plays at random and lost all of 300 games of this seed.
LOST = ("--set", "skill.1=1", "--set", "skill.2=0")
BOATS = (OWN_FILES["reed_boats"], "--set", "players=2")
SECTIONS = ("skills", "skills-players")


def run_of(simulate, *words, out="run"):
    """The report of a run as data."""
    simulate("run", *words, *FAST, "--out", out)
    return json.loads(Path(out, "report.json").read_text())


def shares_of(report, key):
    """Share of the wins by what they are of."""
    facts = [fact for fact in report["facts"] if fact["metric"] == "win_share"]
    return {fact["where"][key]: fact["value"] for fact in facts if key in fact["where"]}


def tables_of(report):
    """Rows of the tables that tell of players."""
    tables = [table for section in report["sections"] for table in section["tables"]]
    return {table["id"]: table["rows"] for table in tables if table["id"] in SECTIONS}


def test_the_skilled_player_is_told_to_have_won(simulate):
    report = run_of(simulate, *DUEL, *LOST, "--games", "60")
    assert shares_of(report, "skill_level") == {"1": 1.0, "0": 0.0}
    assert shares_of(report, "seat") == {1: 0.5, 2: 0.5}
    first = report["findings"][0]
    assert first["text"].startswith("Skill 1 wins 100.0% (")
    assert "60 of 60; skill 0 0.0% (" in first["text"] and "0 of 60;" in first["text"]
    assert not any(f["kind"] == "share skill" for f in report["findings"])
    assert not any("played alike" in alert["text"] for alert in report["alerts"])
    assert ["Skill by place in the line-up", "1, 0"] in report["header"]["facts"]


def test_so_it_is_in_a_game_of_ones_own(simulate):
    """Reed Boats is luck in part: 3 standard errors of 100 games are 0.15."""
    report = run_of(simulate, *BOATS, *LOST, "--games", "100")
    shares = shares_of(report, "skill_level")
    assert shares["1"] > 0.5 + 0.1 and shares["0"] == pytest.approx(1 - shares["1"])
    assert [row["what"] for row in tables_of(report)["skills"]] == ["Skill 1", "Skill 0"]


def test_where_strategies_differ_too_players_are_told(simulate):
    who = ("--set", "skill.1=newcomer", "--set", "strategy.2=random")
    report = run_of(simulate, *BOATS, *who, "--games", "20")
    assert {*shares_of(report, "player")} == {"balanced, skill newcomer", "random, skill 1"}
    assert "balanced, skill newcomer" in report["findings"][0]["text"].lower()
    assert report["findings"][0]["rows"][0][0] == "skills-players"


@pytest.mark.parametrize("level", ["newcomer", "0.5"])
def test_where_all_play_alike_nothing_is_said(simulate, level):
    """Also where levels differ from setting to setting: then each table is alike."""
    report = run_of(simulate, *BOATS, "--set", f"skill={level},1", "--games", "20")
    assert not shares_of(report, "skill_level") and not tables_of(report)


def test_of_sums_alone_the_same_is_told(simulate):
    whole = run_of(simulate, *BOATS, *LOST, "--games", "20")
    sums = run_of(simulate, *BOATS, *LOST, "--games", "20", "--keep", "counts", out="sums")
    assert shares_of(sums, "skill_level") == shares_of(whole, "skill_level")


def test_a_comparison_says_what_moved_for_whom(simulate):
    run_of(simulate, *BOATS, *LOST, "--games", "20", out="one")
    other = ("--set", "skill.1=1", "--set", "skill.2=newcomer")
    run_of(simulate, *BOATS, *other, "--games", "20", out="other")
    simulate("compare", "one", "other", "--quiet", "--out", "both")
    facts = json.loads(Path("both", "report.json").read_text())["facts"]
    moved = [f["where"] for f in facts if f["metric"] == "win_share_change"]
    assert {"skill_level": "1"} in moved and {"skill_level": "0"} not in moved
    simulate("export", "one", "--out", "sheets")
    assert "Skill 1" in Path("sheets", "skills.csv").read_text()


def test_a_ladder_tells_players_whose_skill_differs(simulate, monkeypatch):
    """Who has the first place of a pair plays below the best; each has its own name."""
    monkeypatch.setattr("simulate.run.ladder.SECONDS", 0.01)
    who = ("--set", "strategy=balanced,random", "--set", "skill.1=newcomer")
    simulate("ladder", *BOATS, *who, "--games", "20", "--jobs", "1", "--quiet", "--out", "steps")
    report = json.loads(Path("steps", "report.json").read_text())
    assert {*shares_of(report, "player")} == {"balanced, skill newcomer", "random, skill 1"}
    assert "skills-players" in tables_of(report)
    assert any("skill newcomer" in finding["text"] for finding in report["findings"])


@pytest.mark.long
def test_a_run_without_the_columns_is_read(simulate):
    """As runs of older versions are."""
    run_of(simulate, *DUEL, *LOST, "--games", "20")
    older("run")
    assert "Seat 1" in simulate("report", "run").out
    report = json.loads(Path("run", "report.json").read_text())
    assert not shares_of(report, "skill_level") and shares_of(report, "seat")
    told = simulate("replay", "run", "--game", "1", "--anyway").out
    assert "skill 0, place 2 in the line-up" in told
    run_of(simulate, *DUEL, *LOST, "--games", "20", out="new")
    simulate("compare", "run", "new", "--quiet", "--out", "both")
    simulate("export", "run", "--out", "sheets")


@pytest.mark.parametrize("listed", [5, [[1], [2]], [None, 1.0], None, "abc"])
def test_a_strangers_levels_of_skill_end_no_report(simulate, listed):
    run_of(simulate, *BOATS, *LOST, "--games", "2")

    def change(manifest):
        manifest["cells"][0]["setting"]["skill"] = listed

    rewrite(Path("run"), change)
    assert "Reed Boats" in simulate("report", "run").out


def older(folder):
    """Make a run what an older version would have written."""
    gone = ("skill", "place")

    def change(manifest):
        seats = manifest["columns"]["seats"]
        manifest["columns"]["seats"] = [one for one in seats if one["name"] not in gone]
        for shard in manifest["shards"]:
            if shard["kind"] == "seats":
                file = Path(folder, shard["file"])
                pl.read_parquet(file, hive_partitioning=False).drop(gone).write_parquet(file)
                shard["sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()

    rewrite(Path(folder), change)


@pytest.mark.parametrize(
    "game, name", long_but({("kingdoms", "faction"), ("reed_boats", "skill")}, FACTORS)
)
def test_the_report_names_what_is_set_for_a_seat(simulate, game, name):
    """Every factor with `.N` of every game; where all play together nothing is a contest."""
    levels = by_place(game, name)
    sets = [f"{name}.{place}={level}" for place, level in enumerate(levels, 1)]
    usual = [] if name == "strategy" else ["strategy=random"]
    sets += usual + [f"{key}={level}" for key, level in SETTINGS.get(game, {}).items()]
    words = [word for each in sets for word in ("--set", each)]
    report = run_of(simulate, OWN_FILES.get(game, game), *words, "--games", "2")
    printed, text = names_of(game, name), json.dumps(report, ensure_ascii=False)
    for level in levels:
        for thing in str(level).removesuffix(".0").split("+"):
            assert printed.get(thing, thing) in text
    if name in ("strategy", "skill"):
        key = {"strategy": "strategy", "skill": "skill_level"}[name]
        named = {str(level).removesuffix(".0") for level in levels}
        told = {*shares_of(report, key)}
        competing = shares_of(report, "seat") or shares_of(report, "side")
        assert named <= told if competing else not told
