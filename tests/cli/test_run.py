"""`simulate run` and `simulate report` as a designer types them."""

import json
import re
import shlex
import signal
import subprocess
import time

import pytest

from tests.cli.conftest import SIMULATE, everything

SMALL = ("--set", "players=2", "--set", "horde=easy", "--games", "40", "--jobs", "1")


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text("utf-8"))


def test_the_last_line_is_the_path_of_a_report_in_the_next_free_folder(simulate, here):
    (here / "runs" / "default-3").mkdir(parents=True)
    ended = simulate("run", "defenders", *SMALL)
    assert ended.last_line == "runs/default-4/report.html"
    assert (here / ended.last_line).read_text("utf-8").startswith("<!DOCTYPE html>")
    assert (here / "runs" / "default-4" / "report.json").is_file()
    found = manifest(here / "runs" / "default-4")
    assert found["status"] == "complete"
    assert [(cell["number"], cell["games"]) for cell in found["cells"]] == [(0, 40)]


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
    for name in ("log.txt",):
        first = {path: data for path, data in first.items() if path.name != name}
        second = {path: data for path, data in second.items() if path.name != name}
    assert first == second


def test_report_writes_the_same_report_again(simulate, finished):
    path = finished.folder / "report.html"
    before = path.read_bytes()
    path.unlink()
    ended = simulate("report", finished.folder)
    assert ended.last_line == str(path)
    assert path.read_bytes() == before


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


def test_a_combination_that_is_no_game_is_left_out_with_a_note(simulate):
    ended = simulate("run", "defenders", "--set", "layout=fixed", "--set", "players=2", "--dry-run")
    assert re.search(r"note: [12] combinations? (is|are) left out: ", ended.err)
    assert "cells   2" in ended.out


def test_a_changed_pack_is_played_and_told(simulate, here):
    simulate("new", "defenders", "mine")
    path = here / "mine" / "rules.toml"
    text = path.read_text("utf-8")
    assert "[capital_limit]\nvalue = 6" in text
    path.write_text(
        text.replace("[capital_limit]\nvalue = 6", "[capital_limit]\nvalue = 1"), "utf-8"
    )
    ended = simulate("run", "--pack", "mine", *SMALL, "--out", "out")
    assert ended.last_line == "out/report.html"
    stored = manifest(here / "out")["pack"]
    assert stored["rules"]["rules.capital_limit"]["value"] == 1
    assert stored["rules"]["rules.capital_limit"]["shipped"] == 6
    assert stored["differences"] == [{"path": "rules.capital_limit", "shipped": 6, "value": 1}]


def test_precision_decides_within_its_limits(simulate, here):
    simulate(
        "run", "defenders", "--set", "players=2", "--set", "horde=easy", "--jobs", "1",
        "--precision", "0.1", "--max-games", "3000", "--out", "out",
    )  # fmt: skip
    found = manifest(here / "out")
    assert found["precision"] == 0.1
    assert 90 <= found["cells"][0]["games"] <= 3000


def test_an_experiment_of_ones_own_with_a_variant_and_parameters(simulate, here):
    (here / "mine.toml").write_text(
        'game = "defenders"\nquestion = "Is the horn worth it?"\ngames = 30\n'
        "[fixed]\nplayers = 2\nrules.capital_limit = 7\n"
        '[[variant]]\nname = "no horn"\nblank = "artifacts.horn_of_command"\n'
    )
    simulate("run", "mine.toml", "--jobs", "1")
    found = manifest(here / "runs" / "mine-1")
    assert found["question"] == "Is the horn worth it?"
    assert [(c["levels"], c["changes"], c["blanks"]) for c in found["cells"]] == [
        ({"variant": "printed"}, {"rules.capital_limit": 7}, []),
        ({"variant": "no horn"}, {"rules.capital_limit": 7}, ["artifacts.horn_of_command"]),
    ]


def test_an_interrupted_run_keeps_what_is_finished_and_exits_130(here):
    words = ["run", "defenders", "--games", "2000000", "--jobs", "1", "--out", "out"]
    with subprocess.Popen(
        [SIMULATE, *words], cwd=here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        limit = time.monotonic() + 120
        while len(list(here.glob("out/seats/*/*.parquet"))) < 1:
            assert process.poll() is None, process.stderr.read()
            assert time.monotonic() < limit
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    assert "kept" in err
    assert manifest(here / "out")["status"] == "partial"


@pytest.mark.parametrize("words", [["run", "defenders", *SMALL, "--out", "."], ["report", "."]])
def test_a_finished_run_is_not_harmed(refused, here, words):
    (here / "report.html").write_text("mine")
    assert "." in refused(*words)
