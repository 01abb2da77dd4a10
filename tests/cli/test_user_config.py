"""What is set once for a folder: where it is looked for, what it may say, what comes before it."""

import json
import os

import pytest

from simulate import run
from simulate.cli.shared import user_config
from simulate.experiment import RunRequest, load

FOUND = "games = 2000\nseed = 5\nstrategy = 'quick'\njobs = 1\n"
WHENCE = {"default", "experiment file", "simulate.toml", "game.toml", "environment", "option"}
SUPERUSER = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away"
)


pytestmark = pytest.mark.usefixtures("planned_quickly")


def test_each_part_says_where_it_comes_from(merge, here):
    (here / "simulate.toml").write_text(FOUND, "utf-8")
    parts = merge("run", "defenders", "--set", "players=2,3", "--target", "40-55%")
    assert merge.told.err == ""
    assert json.loads(merge.told.out)["notes"] == [
        "from simulate.toml: jobs 1, games 2000, seed 5, strategy quick"
    ]
    assert parts["games"] == (2000, "simulate.toml") and parts["seed"] == (5, "simulate.toml")
    assert parts["strategy"] == ("quick", "simulate.toml") and parts["jobs"][0] == 1
    assert parts["players"] == ([2, 3], "option") and parts["target"][1] == "option"
    assert parts["horde"][1] == parts["game"][1] == "experiment file"
    assert parts["skill"] == (1.0, "default") and parts["variant"] == ([], "default")
    assert {whence for _, whence in parts.values()} <= WHENCE
    first = merge.told.out
    merge("run", "defenders", "--set", "players=2,3", "--target", "40-55%")
    assert merge.told.out == first


def test_what_is_typed_and_what_a_file_of_ones_own_says_come_before(merge, here, monkeypatch):
    monkeypatch.setattr(run, "default_jobs", lambda: 8)
    (here / "simulate.toml").write_text(FOUND, "utf-8")
    typed = ("-j", "3", "--games", "70", "--seed", "6", "--set", "strategy=random")
    parts = merge("run", "defenders", *typed)
    assert [parts[name] for name in ("jobs", "games", "seed", "strategy")] == [
        (3, "option"), (70, "option"), (6, "option"), ("random", "option"),
    ]  # fmt: skip
    assert json.loads(merge.told.out)["notes"] == []
    (here / "mine.toml").write_text('game = "defenders"\ngames = 90\n', "utf-8")
    parts = merge("run", "mine.toml", SIMULATE_JOBS="4")
    assert parts["games"] == (90, "experiment file") and parts["jobs"] == (4, "environment")
    assert json.loads(merge.told.out)["notes"] == [
        "from simulate.toml: seed 5, strategy quick; not games, which the experiment sets"
    ]
    parts = merge("run", "mine.toml", "--until", "settled")
    assert parts["games"][0] == 1_000_000


def test_how_a_run_is_made_again_says_it_all(simulate, here):
    (here / "simulate.toml").write_text(FOUND + "target = '40-55%'\n", "utf-8")
    told = simulate("run", "defenders", "-n").err
    assert told == (
        "note: from simulate.toml: jobs 1, games 2000, seed 5, strategy quick, target 40-55%\n"
    )
    given = user_config.filled({"jobs": None, "quiet": False}, "run")
    words = " ".join(load(RunRequest.of(given, "defenders")).typed)
    assert words == "defenders --games 2000 --seed 5 --set strategy=quick --target 40-55%"
    assert RunRequest.of(given, None) == RunRequest()  # so a run can be gone on with


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        ("sensitivity defenders rules.region_limit", "jobs 1, seed 5, strategy quick"),
        ("advise defenders rules.region_limit --target 0.4-0.5", "jobs 1, seed 5, strategy quick"),
        ("run defenders/cards", "jobs 1, games 2000, seed 5, strategy quick"),
        ("ladder defenders", "jobs 1, seed 5"),
    ],
)  # fmt: skip
def test_every_command_takes_what_means_the_same_to_it(simulate, here, words, taken):
    (here / "simulate.toml").write_text(FOUND, "utf-8")
    ended = simulate(*words.split(), "-n")
    assert ended.err.count("\n") == ended.err.count(f"note: from simulate.toml: {taken}\n") == 1
    quiet = simulate(*words.split(), "-n", "-q")
    assert (quiet.out, quiet.err) == (ended.out, "")


@pytest.mark.parametrize(
    ("experiment", "taken"),
    [
        ("kingdoms/steps", "games 2000, seed 5, strategy quick"),  # in place of a shipped one
        ("kingdoms/plans", "games 2000, seed 5"),  # which compares strategies
        ("dungeons/strategies", "games 2000, seed 5"),
    ],
)
def test_an_experiment_that_compares_strategies_keeps_them(here, experiment, taken):
    (here / "simulate.toml").write_text(FOUND, "utf-8")
    found = load(RunRequest.of(user_config.filled({}, "run"), experiment))
    assert found.usual == f"note: from simulate.toml: {taken}"


def test_it_is_found_by_walking_up_and_the_nearest_counts(here, monkeypatch):
    inner = here / "a" / "b"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    (here / "simulate.toml").write_text("seed = 1\n", "utf-8")
    (inner / "pyproject.toml").write_text("[project]\nname = 'other'\n", "utf-8")
    assert user_config.filled({}, "run")["usual"].texts == {"seed": "1"}
    assert user_config.filled({}, "run")["usual"].shown == os.path.join("..", "..", "simulate.toml")
    (here / "a" / "pyproject.toml").write_text("[tool.simulate]\nseed = 2\n", "utf-8")
    assert user_config.filled({}, "run")["usual"].texts == {"seed": "2"}
    (inner / "pyproject.toml").write_text("broken =", "utf-8")  # which other tools tell
    assert user_config.filled({}, "run")["usual"].texts == {"seed": "2"}
    (inner / "simulate.toml").write_text("", "utf-8")
    assert user_config.filled({}, "run")["usual"].texts == {}


def test_no_more_processes_than_there_are_cores(here, monkeypatch):
    monkeypatch.setattr(run, "default_jobs", lambda: 2)
    (here / "simulate.toml").write_text("jobs = 900\n", "utf-8")
    assert user_config.filled({"jobs": None}, "run")["jobs"] == "2"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("gmaes = 3", "unknown key `gmaes`; did you mean `games`?"),
        ("games = 0", "`games` must be at least 1 (found 0)"),
        ("games = '5'", "`games` must be a whole number"),
        ("jobs =", "simulate.toml:1:7: broken TOML"),
        ("allow_code = true", "`allow_code` is allowed only on the command line"),
        ("pack = '../theirs'", "`pack` is allowed only on the command line"),
        ("out = '/etc'", '`out` must be a folder below the one of this file (found "/etc")'),
        ("out = '..'", "`out` must be a folder below the one of this file"),
        ("out = '.'", "`out` must be a folder below the one of this file"),
        ("out = 'a/../../b'", "`out` must be a folder below the one of this file"),
        ("out = '.git/hooks'", "`out` must be a folder below the one of this file"),
        ("out = ' '", "`out` must be a folder below the one of this file"),
        ('out = "a\\u0000b"', "`out` cannot be used: embedded null byte"),
        (f"out = '{'a' * 300}'", "`out` cannot be used: file name too long"),
        ("cluster = 'tcp://theirs:1'", "`cluster` is allowed only on the command line"),
        ("strategy = 'nobody'", '`strategy` in simulate.toml: `strategy` cannot be "nobody"'),
        ("target = 'much'", "`target` in simulate.toml: must be written LOW-HIGH"),
    ],
)
def test_what_cannot_stand_there_is_refused_with_its_place(refused, here, text, what):
    (here / "simulate.toml").write_text(text + "\n", "utf-8")
    assert what in refused("run", "defenders", "-n")


def test_runs_are_numbered_where_the_file_says(simulate, here, monkeypatch):
    inner = here / "a"
    inner.mkdir()
    (here / "simulate.toml").write_text("out = 'results'\n", "utf-8")
    (here / "results" / "default-3").mkdir(parents=True)
    monkeypatch.chdir(inner)
    place = os.path.join("..", "results")
    ended = simulate("run", "defenders", "-n")
    assert f"folder  {os.path.join(place, 'default-4')}  (nothing" in ended.out
    assert ended.err == f"note: from ../simulate.toml: out {place}\n"
    assert "folder  else  (nothing" in simulate("run", "defenders", "-n", "--out", "else").out
    found = user_config.filled({"out": None}, "advise")
    assert found["out"] == os.path.join(place, "advise-1")
    assert "out" not in user_config.filled({}, "replay")
    assert simulate("runs").out == f"there are no runs in {place}\n"


def test_a_folder_for_runs_that_leads_out_by_a_link_is_refused(refused, here, tmp_path):
    (here / "results").symlink_to(tmp_path)
    (here / "simulate.toml").write_text("out = 'results/mine'\n", "utf-8")
    assert "`out` must be a folder below" in refused("run", "defenders")


def test_a_folder_for_runs_that_is_a_link_to_itself_is_refused(refused, here):
    (here / "results").symlink_to("results")
    (here / "simulate.toml").write_text("out = 'results/mine'\n", "utf-8")
    assert "simulate.toml:1:7: `out` " in refused("run", "defenders")


@pytest.mark.parametrize("text", ["[tool]\nsimulate = 3\n", "[[tool.simulate]]\nseed = 3\n"])
def test_a_table_that_is_none_is_refused_by_its_name(refused, here, text):
    (here / "pyproject.toml").write_text(text, "utf-8")
    assert "`tool.simulate` must be one table: write [tool.simulate]" in refused("run", "tactics")


@pytest.mark.parametrize(
    "words", ["run defenders", "compare before after", "advise defenders", "runs", "ladder tactics"]
)
def test_what_is_refused_is_one_document_too(simulate, here, words):
    (here / "simulate.toml").write_text("games = 0\n", "utf-8")
    document = json.loads(simulate(*words.split(), "--json", code=2).out)
    assert document["command"] == words.split()[0] and document["status"] == "refused"
    assert [one["where"] for one in document["problems"]] == ["simulate.toml:1:9"]


def test_a_table_of_another_file_is_refused_with_its_place(refused, here):
    (here / "pyproject.toml").write_text("[tool.simulate]\nsede = 3\n", "utf-8")
    assert "pyproject.toml:2:1: unknown key `sede`; did you mean `seed`?" in refused(
        "run", "tactics"
    )


def for_all(file):
    file.chmod(0o666)


def a_link(file):
    file.rename(file.with_name("elsewhere"))
    file.symlink_to("elsewhere")


def a_pipe(file):
    file.unlink()
    os.mkfifo(file)


def of_another(file):
    os.chown(file, 12345, -1)


def in_a_folder_of_another(file):
    os.chown(file.parent, 12345, -1)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no such owners here")
@pytest.mark.parametrize(
    "spoil",
    [
        for_all,
        a_link,
        a_pipe,
        pytest.param(of_another, marks=SUPERUSER),
        pytest.param(in_a_folder_of_another, marks=SUPERUSER),
    ],
)
def test_what_may_be_a_strangers_is_not_looked_at(here, monkeypatch, spoil):
    inner = here / "mine"
    inner.mkdir()
    monkeypatch.chdir(inner)
    file = here / "simulate.toml"
    file.write_text("allow_code = true\n", "utf-8")
    spoil(file)
    assert user_config.filled({"jobs": None}, "run") == {"jobs": None}


def test_nothing_above_the_home_folder_is_looked_at(here, monkeypatch):
    home = here / "home"
    (home / "project").mkdir(parents=True)
    (here / "simulate.toml").write_text("seed = 1\n", "utf-8")
    monkeypatch.setenv("HOME", str(home))
    for folder in (here, home, home / "project"):
        monkeypatch.chdir(folder)
        assert "usual" not in user_config.filled({}, "run")
    (home / "simulate.toml").write_text("seed = 2\n", "utf-8")
    assert user_config.filled({}, "run")["usual"].texts == {"seed": "2"}
