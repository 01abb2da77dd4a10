"""`import simulate`: the commands as functions, for notebooks and scripts."""

import inspect
import json
import subprocess
import sys

import polars as pl
import pytest

import simulate
from reports.tables.shape import ReportDocument
from simulate.cli import commands
from simulate.pack import catalogue
from tests.cli.conftest import everything
from tests.machine import manifests
from tests.marks import long_but

FEW = {"games": 40, "jobs": 1}
GAMES = 30  # of random players, in every setting of a default experiment
MEDIUM = {"horde": "medium", **FEW}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A run of four cells, 40 games each, for tests that only read it."""
    out = tmp_path_factory.mktemp("scripting") / "run"
    ranger = {"cards.heroes.ranger.health": [4, 3]}
    return simulate.play("defenders", players=[2, 3], set=ranger, out=out, **MEDIUM)


@pytest.mark.parametrize("verb", ["run", "ladder", "sensitivity", "why", "advise", "tune"])
def test_a_call_has_every_option_of_its_command(verb):
    call = simulate.play if verb == "run" else getattr(simulate, verb)
    options, arguments = (
        set(inspect.signature(f).parameters) for f in (getattr(commands, verb), call)
    )
    of_the_terminal = {"resume", "dry_run", "check", "as_json", "open"}
    numbers = {"patterns"} if verb == "why" else set()  # it asks of a card alone, and refuses them
    assert options - of_the_terminal - {"sets"} == arguments - {"set", "factors"} - numbers


def test_a_game_is_played_as_by_the_command(here, played):
    """The command in the manifest is what a person would type, and makes the same tables."""
    ranger = "--set cards.heroes.ranger.health=4,3"
    usual = "--games 40 --seed 1 --set players=2,3 --set horde=medium"
    assert played.manifest["command"] == f"simulate run defenders {usual} {ranger}"
    values = {"players": (2, 3), "horde": "medium", "cards.heroes.ranger.health": [4, 3]}
    again = simulate.play("defenders", set=values, **FEW)
    assert str(again.path) == "runs/default-1"
    written = everything(again.path)
    del written[next(path for path in written if path.name == "log.txt")]
    assert all((played.path / path).read_bytes() == data for path, data in written.items() if data)


def test_tables_say_what_each_game_was_played_with(played):
    games, seats, cells = played.games(), played.seats(), played.cells()
    assert played.turns() is None  # too few games
    varied = ["cell", "players", "cards.heroes.ranger.health"]
    assert games.columns[:4] == [*varied, "replicate"]
    assert seats.columns[:5] == [*varied, "replicate", "seat"]
    assert (games.height, seats.height) == (160, 40 * (2 + 2 + 3 + 3))
    assert games.select(varied).unique(maintain_order=True).equals(cells.select(varied))
    assert cells.select(varied[1:]).rows() == [(2, 4), (2, 3), (3, 4), (3, 3)]
    assert cells["horde"].to_list() == ["medium"] * 4 and cells["games"].to_list() == [40] * 4
    stored = pl.scan_parquet(played.path / "games" / "*" / "*.parquet").collect()
    assert games.select(stored.columns).equals(stored.sort("cell", "replicate"))


def test_a_factor_that_a_game_has_a_column_of_keeps_its_own_name(here):
    run = simulate.play("ultra_kingdoms", dummy_faction=["dealt", "orcs"], players=1, **FEW)
    games = run.games()
    assert games["dummy_faction_level"].unique().sort().to_list() == ["dealt", "orcs"]
    assert games.filter(pl.col("dummy_faction_level") == "dealt")["dummy_faction"].n_unique() > 1


def test_pandas_reads_what_polars_reads(played):
    """Shards, the table of cells, and frames by one call."""
    import pandas as pd

    file = next((played.path / "games").glob("*/*.parquet"))
    assert pd.read_parquet(file)["won"].sum() == pl.read_parquet(file)["won"].sum()
    folder = pd.read_parquet(played.path / "games")
    assert folder["won"].sum() == played.games()["won"].sum()
    cells = pd.read_parquet(played.path / "cells.parquet")
    pd.testing.assert_frame_equal(cells, played.cells().to_pandas())
    assert len(played.seats().to_pandas()) == played.seats().height


def test_the_report_is_written_when_it_is_asked_for(here):
    run = simulate.play("defenders", players=2, **FEW)
    assert not (run.path / "report.html").exists()
    report = run.report()
    assert report.path == run.path / "report.html" and report.path.is_file()
    assert report.data == json.loads((run.path / "report.json").read_text())
    assert report.findings[0] in str(report)


def test_facts_are_those_of_the_report_as_a_table(here, played):
    facts, stored = played.facts(), played.report().data["facts"]
    names = ("metric", "value", "low", "high", "verdict", "games")
    assert facts.select(names).rows() == [tuple(fact[name] for name in names) for fact in stored]
    assert facts.columns[:4] == ["metric", "where", "players", "cards.heroes.ranger.health"]
    rates = facts.filter(metric="win_rate", players=3).drop_nulls("cards.heroes.ranger.health")
    assert rates["where"].to_list() == [
        f"players 3, cards.heroes.ranger.health {health}" for health in (4, 3)
    ]
    won = played.games().group_by("cell").agg(pl.col("won").mean()).sort("cell")["won"]
    assert rates["value"].to_list() == pytest.approx(won.to_list()[2:], abs=1e-6)
    assert facts.filter(metric="win_rate_effect").drop_nulls("dire_enemy").height > 0


def test_a_run_too_small_to_tell_of_heroes_still_has_them_as_a_kind(here):
    facts = simulate.play("defenders", players=2, horde="easy", games=2, jobs=1).facts()
    assert facts.filter(metric="win_rate_effect", hero="ranger").height == 0
    assert facts["epic_foe"].null_count() == facts.height


def test_two_runs_are_compared(here, played):
    after = simulate.play("defenders", players=[2, 3], set={"rules.capital_start": 2}, **MEDIUM)
    before = simulate.play("defenders", players=[2, 3], **MEDIUM)
    change = simulate.compare(before, str(after.path))
    assert [path.name for path in (here / "runs").iterdir()].count("compare-1") == 0
    assert "after the change" in str(change) and change.findings[0] in str(change)
    assert change.facts().filter(metric="win_rate_change")["players"].to_list() == [None, 2, 3]
    assert str(change.report().path) == "runs/compare-1/report.html"
    other = simulate.play("ultra_kingdoms", players=1, **FEW)
    with pytest.raises(simulate.Error, match="only runs of one game can be compared"):
        simulate.compare(before, other)


@pytest.mark.parametrize(
    "call, where, what",
    [
        ({"players": 9}, "players=9", r"`players` cannot be 9 (allowed: 1, 2, 3, 4)"),
        ({"horde": "eassy"}, "horde='eassy'", "did you mean `easy`?"),
        ({"hords": "easy"}, "hords='easy'", "did you mean `horde`?"),
        ({"games": 0}, "games=0", "must be at least 1"),
        ({"until": 5.0}, "until=5.0", "`until` must be at most 0.2"),
        ({"out": "."}, "out=.", "not empty"),
        ({"jobs": 0}, "jobs=0", "from 1 to 1024"),
        ({"pack": "mine"}, "mine", "this is a file, not a folder"),
        (
            {"set": {"cards.heroes.rangr.health": 3}},
            "set={'cards.heroes.rangr.health': 3}",
            "did you mean `cards.heroes.ranger.health`?",
        ),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_is_wrong_is_said_in_the_words_of_the_call(here, capfd, call, where, what):
    """All of it at once, as one exception; nothing is printed, nothing written."""
    (here / "mine").write_text("")
    with pytest.raises(simulate.Error) as raised:
        simulate.play("defenders", seed="x", **call)
    problems = {problem.where: problem.what for problem in raised.value.problems}
    assert what in problems[where] and "seed=x" in problems
    assert str(raised.value).startswith("2 problems\n") and where in str(raised.value)
    assert raised.value.__cause__ is None and raised.value.__suppress_context__
    assert capfd.readouterr() == ("", "")
    assert [path.name for path in here.iterdir()] == ["mine"]


def test_nothing_is_printed_unless_it_is_asked_for(here, capfd):
    simulate.play("defenders", players=2, **FEW).report()
    assert capfd.readouterr() == ("", "")


def test_an_older_run_without_a_table_of_cells_is_opened(here, played):
    simulate.play("defenders", players=[2, 3], out="old", **MEDIUM)
    (here / "old" / "cells.parquet").unlink()
    with pytest.raises(simulate.Error, match=r"cells\.parquet: this part of the run is missing"):
        simulate.open_run("old")
    manifests.rewrite(here / "old", lambda manifest: manifest.pop("files"))
    assert simulate.open_run("old").cells()["players"].to_list() == [2, 3]
    assert simulate.open_run("old").games()["players"].unique().to_list() == [2, 3]


def test_what_is_no_run_is_refused(here):
    with pytest.raises(simulate.Error, match="nowhere: there is no such folder"):
        simulate.open_run("nowhere")


def test_what_is_exported_is_there_and_loaded_late():
    assert all(
        getattr(simulate, name).__module__.startswith("simulate") for name in simulate.__all__
    )
    code = "import sys, simulate; print(sorted(m for m in sys.modules if m.startswith('simulate')))"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "['simulate']"


def test_a_band_is_the_target_of_the_command(here):
    run = simulate.play("defenders", players=2, band=(0.35, 0.5), **MEDIUM)
    target = {"metric": "win_rate", "low": 0.35, "high": 0.5, "typed": True}
    target |= {"said": "0.35-0.5"}
    assert run.manifest["target"] == target
    assert "--target 0.35-0.5" in run.manifest["command"]
    with pytest.raises(simulate.Error, match=r"band=\(0\.6, 0\.5\): .* must be below"):
        simulate.play("defenders", players=2, band=(0.6, 0.5), **MEDIUM)


@pytest.mark.parametrize("game", long_but({"kingdoms"}, catalogue.names()))
def test_every_game_has_its_facts_in_the_shape_of_the_schema(here, game):
    """No two of the same name and place; each game has rates or shares, ends and lengths."""
    run = simulate.play(game, strategy="random", games=GAMES, jobs=1)
    ReportDocument.model_validate(run.report().data)
    facts = run.facts()
    keys = [name for name in facts.columns if name not in ("value", "low", "high", "games")]
    assert facts.select(keys).is_duplicated().sum() == 0
    metrics = set(facts["metric"])
    assert {"end_share", "rounds_median"} <= metrics and metrics & {"win_rate", "win_share"}
    inside = facts.filter(pl.col("low").is_not_null())
    assert inside.select(pl.col("value").is_between("low", "high").mean()).item() > 0.99
    assert run.seats().height > run.games().height > run.cells().height


@pytest.mark.long
def test_a_type_checker_knows_the_calls(here):
    """What is called wrongly is found before it is run."""
    (here / "mine.py").write_text(
        "import simulate\n"
        'run = simulate.play("defenders", players=3, set={"rules.capital_start": 1}, games=5)\n'
        'change = simulate.compare(run, "runs/default-1").facts().height + 1\n'
        "run.games(5)\n"
        'simulate.play("defenders", games="many")\n'
        "simulate.advice\n"
    )
    checker = [sys.executable, "-m", "mypy", "--config-file=", "--follow-imports=silent"]
    ended = subprocess.run([*checker, "mine.py"], capture_output=True, text=True)
    found = [line.split(":")[1] for line in ended.stdout.splitlines() if ": error:" in line]
    assert found == ["4", "5", "6"], ended.stdout + ended.stderr


FEWER = {"players": [2, 3], "strategy": "guardian", "games": 1_000, "jobs": 1}


@pytest.mark.long
def test_what_moves_the_balance_is_asked_as_by_the_command(here):
    ranked = simulate.sensitivity("defenders", "rules.capital_limit", **FEWER)
    rows = ranked.changes()
    assert rows["command"][0].startswith("simulate run defenders") and rows.height == 2
    assert (rows["effect_low"] <= rows["effect"]).all() and ranked.packs == []
    ReportDocument.model_validate_json(ranked.path.with_name("report.json").read_text("utf-8"))
    facts = ranked.facts().filter(metric="win_rate_change")
    assert facts.height == 2 * (1 + 2) and set(facts["players"].drop_nulls()) == {2, 3}


def test_strategies_are_set_beside_each_other_as_by_the_command(here, played, monkeypatch):
    monkeypatch.setattr("simulate.run.ladder.SECONDS", 0.01)
    run = simulate.ladder("defenders", strategy=["random", "idle"], players=2, **FEW)
    told = (
        "simulate ladder defenders --games 40 --seed 1 --set strategy=random,idle --set players=2"
    )
    assert run.manifest["command"] == told and str(run.path) == "runs/ladder-1"
    speeds = run.speeds()
    assert speeds["strategy"].to_list() == ["random", "idle"] and speeds["seconds"].min() > 0
    assert run.facts().filter(metric="win_rate", strategy="idle").height == 1
    assert run.report().data["facts"]
    assert played.speeds() is None
    with pytest.raises(simulate.Error, match="a ladder needs two strategies or more"):
        simulate.ladder("defenders", strategy="idle", **FEW)


@pytest.mark.long
def test_changes_are_searched_as_by_the_commands(here):
    numbers = "rules.capital_limit=4..8", "rules.region_limit"
    tuned = simulate.tune("defenders", *numbers, band=(0.3, 0.5), budget=30_000, edits=2, **FEWER)
    assert tuned.front()["edits"][0] == "as it is" and tuned.findings
    ReportDocument.model_validate_json(tuned.path.with_name("report.json").read_text("utf-8"))
    assert tuned.changes()["pack"][0] in [str(pack) for pack in tuned.packs]
    assert {"win_rate", "win_rate_change"} == set(tuned.facts()["metric"])
    advised = simulate.advise("defenders", numbers[1], band="30-50%", **FEWER)
    assert advised.facts().filter(metric="win_rate").height >= 2


def test_what_is_wrong_with_a_search_is_said_in_the_words_of_the_call(here):
    with pytest.raises(simulate.Error) as caught:
        simulate.tune("defenders", "rules.capital_limit=9..2", edits=0, band=(0.4, 0.5))
    assert "edits=0" in str(caught.value) and "LOW..HIGH" in str(caught.value)
    assert everything(here) == {}
