"""`simulate run` and `simulate report` as a designer types them."""

import hashlib
import html
import json
import os
import re
import resource
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from reports.findings.choose import NOTE
from reports.page import render
from simulate import store
from simulate.cli import main
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.run import bench, replay
from simulate.store.rows import damage
from tests.cli.conftest import SIMULATE, everything
from tests.machine.manifests import rewrite, with_a_count_below_zero
from tests.marks import crossed

SMALL = ("--set", "players=2", "--set", "horde=easy", "--games", "40", "--jobs", "1")


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text("utf-8"))


def test_an_experiment_and_a_pack_of_ones_own(simulate, here):
    """The path of the report is the last line; without --out the next free folder is taken."""
    (here / "runs" / "horn-3").mkdir(parents=True)
    simulate("new", "defenders", "mine")
    rules = here / "mine" / "rules.toml"
    text = rules.read_text("utf-8")
    assert "[capital_limit]\nvalue = 6" in text
    rules.write_text(
        text.replace("[capital_limit]\nvalue = 6", "[capital_limit]\nvalue = 2"), "utf-8"
    )
    (here / "horn.toml").write_text(
        'game = "defenders"\nquestion = "Is the horn worth it?"\ngames = 40\n'
        "[fixed]\nplayers = 2\nrules.capital_start = 1\n"
        '[[variant]]\nname = "no horn"\nblank = "artifacts.horn_of_command"\n'
    )
    ended = simulate("run", "horn.toml", "--pack", "mine", "--jobs", "1")
    assert ended.last_line == "runs/horn-4/report.html"
    assert (here / ended.last_line).read_text("utf-8").lower().startswith("<!doctype html>")
    assert (here / "runs" / "horn-4" / "report.json").is_file()
    found = manifest(here / "runs" / "horn-4")
    assert (found["status"], found["question"]) == ("complete", "Is the horn worth it?")
    changes = {"rules.capital_start": 1}
    assert [(c["games"], c["levels"], c["changes"], c["blanks"]) for c in found["cells"]] == [
        (40, {"variant": "printed"}, changes, []),
        (40, {"variant": "no horn"}, changes, ["artifacts.horn_of_command"]),
    ]
    assert found["pack"]["rules"]["rules.capital_limit"]["value"] == 2
    assert found["pack"]["rules"]["rules.capital_limit"]["shipped"] == 6
    assert found["pack"]["differences"] == [
        {"path": "rules.capital_limit", "shipped": 6, "value": 2, "source": "cited: TEDAI-csv"}
    ]


def test_results_are_on_stdout_and_all_else_on_stderr(finished):
    assert "seed" in finished.err
    assert re.search(r"2 cells of 60 games each, seed 5\b", finished.err)
    assert "games/s" not in finished.out
    assert "%" in finished.out


def test_the_command_in_the_manifest_makes_the_same_bytes(simulate, here, finished):
    words = shlex.split(manifest(finished.folder)["command"])
    assert words[0] == "simulate"
    simulate(*words[1:], "--out", "again", "--jobs", "2")
    first, second = everything(finished.folder), everything(here / "again")
    assert first.keys() == second.keys()
    differ = [str(path) for path in first if first[path] != second[path]]
    assert differ == ["log.txt"]


def test_report_writes_the_same_report_again(simulate, finished):
    path = finished.folder / "report.html"
    before = path.read_bytes()
    path.unlink()
    ended = simulate("report", finished.folder)
    assert ended.last_line == str(path)
    assert path.read_bytes() == before


def story_of(report):
    return next(s["story"] for s in report["sections"] if s["id"] == "samples")


def test_the_report_tells_the_closest_game(simulate, finished):
    report = json.loads((finished.folder / "report.json").read_text("utf-8"))
    told = simulate("replay", finished.folder, "--pick", "closest").out.splitlines()
    assert story_of(report)["lines"] == told and len(told) > 50
    assert re.search(r"^The story of the .+, ", story_of(report)["title"])
    assert html.escape(told[1], quote=False) in (finished.folder / "report.html").read_text("utf-8")


def test_a_run_of_other_sources_is_reported_without_a_story(monkeypatch, finished):
    monkeypatch.setattr("simulate.compiler.sources.source_hash", lambda package: "other")
    assert story_of(render.build(finished.folder)) is None


def test_a_story_that_would_take_too_long_is_not_told_and_the_report_says_why(
    monkeypatch, finished
):
    """What it costs is known before it is played: decisions of the game, and how far all look."""
    monkeypatch.setattr("reports.run.closest_game.MOST_TRIED", 0)
    monkeypatch.setattr("simulate.run.replay.from_run", None)
    section = next(s for s in render.build(finished.folder)["sections"] if s["id"] == "samples")
    assert section["story"] is None
    (note,) = section["notes"]
    assert note.startswith("No game is told here move by move: its players look so far ahead")


def test_what_a_story_costs(finished):
    manifest = json.loads((finished.folder / "manifest.json").read_text())
    plan = PlanFromManifest(manifest, "manifest.json")
    assert replay.effort(plan, 0, 70) == 70  # `balanced` of this game plays nothing on
    expert = plan.seated(plan.cells[1], "expert")
    assert (
        replay.effort(expert, 1, 70) == 70 * 16 * 5
    )  # with three players it looks one round ahead


@pytest.mark.parametrize("rounds", [1_000, [1, 1, 1_000]])
def test_a_player_who_would_never_come_to_an_end_is_not_played_in_a_run_either(
    simulate, here, finished, rounds
):
    shutil.copytree(finished.folder, here / "mine")
    look = {"playouts": 10_000, "candidates": 1_000, "rounds": rounds}

    def forge(manifest):
        who = manifest["pack"]["strategies"]["balanced"]
        who |= {"choice": "look_ahead", "look_ahead": look}

    rewrite(here / "mine", forge)
    why = "strategy `balanced` would play moves on for 10,000,000,000 rounds at one decision"
    simulate("report", "mine")
    report = json.loads((here / "mine" / "report.json").read_text("utf-8"))
    assert story_of(report) is None
    assert why in next(s["notes"][0] for s in report["sections"] if s["id"] == "samples")
    told = simulate("replay", "mine", "--cell", "0", "--game", "0", code=2).err
    assert why in told and "at most 10,000 are allowed" in told


def test_one_game_is_no_games(simulate):
    words = ("run", "defenders", "--set", "players=2", "--set", "horde=easy", "--games", "1")
    ended = simulate(*words, "--jobs", "1", "--out", "one")
    assert "1 game, seed 1" in ended.out and "1 games" not in ended.out + ended.err
    page = Path("one/report.html").read_text("utf-8")
    assert "1 games" not in page and "the only game was " in page
    assert "1 games" not in simulate("runs", "one").out


def cut(file):
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def change_a_byte(file):
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


READ = [["report"], ["replay", "--pick", "longest"], ["replay", "--cell", "0", "--game", "7"]]


@pytest.mark.parametrize(("words", "damage"), crossed(READ, [cut, change_a_byte]))
def test_a_damaged_run_is_refused_by_the_name_of_its_file(refused, here, finished, damage, words):
    shutil.copytree(finished.folder, here / "mine")
    damage(here / "mine" / "games" / "cell-0" / "games-00000.parquet")
    message = refused(words[0], "mine", *words[1:])
    assert message.startswith("error: mine/games/cell-0/games-00000.parquet: not as the run wrote")
    assert "the command that plays the run again is in its log.txt" in message


def without_its_middle(data):
    middle = len(data) // 3
    return data[:middle] + bytes(400) + data[middle + 400 :]


@pytest.mark.parametrize(
    ("words", "spoilt"),
    crossed([*READ[:2], ["runs", "--verify"]], [without_its_middle, with_a_count_below_zero]),
)
def test_rows_that_cannot_be_read_are_refused_though_their_checksum_is_right(
    refused, here, finished, words, spoilt
):
    """Found by the fuzzing: one was told in Polars' words, the other ended the process."""
    shutil.copytree(finished.folder, here / "mine")
    name = "games/cell-0/games-00000.parquet"
    data = spoilt((here / "mine" / name).read_bytes())
    (here / "mine" / name).write_bytes(data)

    def forged(manifest):
        (entry,) = [entry for entry in manifest["shards"] if entry["file"] == name]
        entry["sha256"] = hashlib.sha256(data).hexdigest()

    rewrite(here / "mine", forged)
    message = refused(words[0], "mine", *words[1:])
    assert f"mine/{name}: it cannot be read" in message


def test_a_strangers_tables_are_read_elsewhere_once_and_ones_own_never(
    monkeypatch, simulate, here, finished
):
    """What the user's own commands have written is known by its manifest."""
    read = []
    elsewhere = damage.undecodable

    def counted(folder, names):
        read.append(names)
        return elsewhere(folder, names)

    monkeypatch.setattr("simulate.store.reading.undecodable", counted)
    simulate("runs", "--verify", finished.folder)
    assert read == []
    shutil.copytree(finished.folder, here / "theirs")
    nobodys = os.urandom(8).hex()
    rewrite(here / "theirs", lambda manifest: manifest.update(question=nobodys))
    simulate("runs", "--verify", "theirs")
    assert len(read) == 1 and "cells.parquet" in read[0]
    simulate("report", "theirs")
    simulate("replay", "theirs", "--cell", "0", "--game", "7")
    assert len(read) == 1


def test_a_dry_run_says_cells_games_time_and_disk_and_writes_nothing(simulate, here):
    out = simulate(
        "run", "defenders", "--set", "horde=easy,hard", "--games", "1000", "--dry-run"
    ).out
    lines = {line.split()[0]: line for line in out.splitlines() if line.split()}
    assert lines["cells"].split()[1] == "8"
    assert lines["games"].split()[1] == "8,000"
    assert re.search(r"about \d+ (s|min)", lines["time"])
    assert re.search(r"about [\d.]+ (kB|MB)", lines["disk"])
    assert lines["7"].split() == ["7", "4", "hard"]
    assert not (here / "runs").exists()


@pytest.mark.long
def test_a_dry_run_says_what_so_many_games_would_tell(simulate, planned_quickly):
    """From 2.80 standard errors on: sqrt(0.24 / 1,000) is 1.55 points."""
    words = ("run", "defenders", "--games", "1000", "--target", "0.3-0.6", "--dry-run")
    out = simulate(*words).out
    assert "Win rates, 16 settings, target 30.0-60.0%: 1,000 games settle one that is 4.4 " in out
    assert re.search(
        r"To settle 2\.0 points takes 4,\d00 games a cell: about .* with balanced", out
    )
    assert "not measured here: expert" in out
    few = simulate("run", "kingdoms", "--games", "10", "--dry-run").out
    assert "Factions, 13 shares of the wins judged together: 10 games settle one that" in few
    assert "too few to find any on target" in few


def test_a_combination_that_is_no_game_is_left_out_with_a_note(simulate):
    ended = simulate("run", "defenders", "--set", "layout=fixed", "--set", "players=2", "--dry-run")
    assert re.search(r"note: [12] combinations? (is|are) left out: ", ended.err)
    assert "cells   2" in ended.out


@pytest.mark.long
def test_a_run_is_played_until_all_is_settled(simulate, here):
    """Two heroes beat an easy horde in nearly 9 of 10 games: few looks are enough."""
    words = ["run", "defenders", "--set", "players=2", "--until", "settled", "--games", "8000"]
    told = simulate(*words, "--set", "horde=easy", "--jobs", "1", "--out", "out")
    assert "1 cell, each until all is settled or 8,000 games" in told.err
    found = manifest(here / "out")
    assert (found["until"], found["looks"]) == ("settled", 4)
    assert found["cells"][0]["games"] in (1_000, 2_000, 4_000)
    stops = "--until settled --resolution 0.02 --games 8000 --seed 1 "
    assert found["command"].endswith(stops + " ".join(words[2:4]) + " --set horde=easy")
    report = json.loads((here / "out" / "report.json").read_text("utf-8"))
    stopped = dict(map(tuple, report["header"]["facts"]))["Stopped"]
    assert stopped.startswith("when every verdict was settled")
    assert "could be looked at 4 times" in json.dumps(report["sections"])


@pytest.mark.long
def test_the_most_games_leave_open_what_stands_on_the_edge(simulate, here):
    words = ["run", "defenders", "--set", "players=2", "--set", "horde=easy", "--jobs", "1"]
    simulate(*words, "--games", "2000", "--out", "known")
    edge = store.open_run(here / "known").games().collect()["won"].mean()
    words += ["--target", f"0.3-{edge}", "--until", "settled", "--games", "2000", "--out", "out"]
    words += ["--resolution", "0.005"]
    out = simulate(*words).out
    assert "LOOK  The run reached its limit, 2,000 games in a setting, with verdicts" in out
    assert "Not enough games" in out or "need more games" in out or "needs more games" in out


@pytest.mark.long
def test_a_finding_carries_its_doubts(simulate, here):
    """Chance, players, guesses, its card, a line each; played beside it are ordinary runs."""
    words = ["run", "defenders", "--set", "players=3", "--set", "horde=easy,epic"]
    words += ["--games", "800", "--guesses", "8", "--confirm-with", "guardian", "--jobs", "1"]
    told = simulate(*words, "--out", "out")
    report = json.loads((here / "out" / "report.json").read_text("utf-8"))
    doubts = [finding.get("doubts", []) for finding in report["findings"]]
    of_one = ["Chance", "Players", "Guesses"]
    heads = [[text.split(":")[0] for text in one] for one in doubts]
    assert of_one in heads
    assert {head for one in heads for head in one} <= {*of_one, "Card", NOTE}
    assert all(text in told.out for one in doubts for text in one)
    assert ("What the guesses decide: " in told.out) != ("Look up first: " in told.out)
    assert {f["metric"] for f in report["facts"]} >= {"win_rate", "guess_share"}
    assert "open-numbers" in [section["id"] for section in report["sections"]]
    games = {name: [c["games"] for c in manifest(here / "out" / name)["cells"]]
             for name in ("guesses", "players")}  # fmt: skip
    assert games["guesses"] == [100] * 16 and min(games["players"]) >= 200
    assert " --guesses 8 --confirm-with guardian " in manifest(here / "out")["command"]
    before = everything(here / "out")
    assert simulate("report", "out").out == told.out
    assert everything(here / "out") == before


def test_a_dry_run_says_what_it_takes_to_meet_an_expectation(simulate, here, planned_quickly):
    text = 'game = "defenders"\ngames = 400\n[[target]]\nmetric = "win_rate"\nlow = 0.4\n'
    Path("e.toml").write_text(text + '[target.where]\nhorde = "medium"\nplayers = 2\n', "utf-8")
    words = ("--set", "players=2", "--set", "horde=easy,medium", "--dry-run")
    lines = simulate("run", "e.toml", *words).out.splitlines()
    assert "1 judged: 400 games settle one that lies 7.1 points" in next(
        line for line in lines if line.startswith("- Expectations")
    )
    told = json.loads(simulate("run", "e.toml", *words, "--json").out)["expected"]["tells"]
    assert [one["asked"] for one in told if one["kind"] == "expected"] == [1]


def test_a_dry_run_says_what_is_played_beside_it(simulate, planned_quickly):
    words = ["run", "defenders", "--games", "6400", "--guesses", "64", "--dry-run"]
    out = simulate(*words, "--confirm-with", "guardian", "--set", "players=3").out
    assert "Beside it, in guesses: 25,600 games, 100 a cell, in 64 packs with other" in out
    assert "Then, in players: `guardian` tests the findings, in as many games" in out


@pytest.mark.long
def test_precision_decides_within_its_limits(simulate, here):
    simulate(
        "run", "defenders", "--set", "players=2", "--set", "horde=easy", "--jobs", "1",
        "--until", "0.1", "--games", "3000", "--out", "out",
    )  # fmt: skip
    found = manifest(here / "out")
    assert found["precision"] == 0.1
    assert 90 <= found["cells"][0]["games"] <= 3000


def test_a_disk_that_takes_no_more_is_one_message_and_exit_1(here):
    """No file may grow beyond 4 kB, as on a full disk."""
    ended = subprocess.run(
        [SIMULATE, "run", "defenders", *SMALL, "--out", "out"],
        cwd=here,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr.count("error:") == 1
    assert "Traceback" not in ended.stderr
    assert "File too large" in ended.stderr
    assert not (here / "out").exists()


@pytest.mark.parametrize("words", [["run", "defenders", *SMALL, "--out", "."], ["report", "."]])
def test_a_finished_run_is_not_harmed(refused, here, words):
    (here / "report.html").write_text("mine")
    assert "." in refused(*words)


def test_a_folder_that_takes_no_runs_is_told_with_what_to_type(refused, here):
    (here / "runs").write_text("mine")
    message = refused("run", "defenders", "--set", "players=9")
    what = f"  runs: `{here}/runs` is a file, so no folder can be made in it; without --out"
    assert what in message
    assert "name another with --out FOLDER" in message
    assert "  --set players=9: " in message


def test_a_folder_that_cannot_be_written_to_is_told_before_anything_is_announced(
    here, monkeypatch, capsys
):
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert main(["run", "defenders", *SMALL]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"error: runs: no permission to write into `{here}`; without --out")
    assert said.out == ""
    assert not any(here.iterdir())


@pytest.mark.long
def test_bench_prints_a_table_of_speeds(simulate, monkeypatch):
    for name, least in (("REPEATS", 1), ("TRY", {True: 0.02}), ("WHOLE", {True: 0.1})):
        monkeypatch.setattr(bench, name, least)
    out = simulate("doctor", "--bench", "--quick", "--jobs", "2").out
    assert re.search(r"^\|.*games.*\|", out, re.MULTILINE)
    assert out.count("\n|") >= 8
