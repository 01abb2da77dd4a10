"""What happens before the first game, and the parts of a run that are asked for alone."""

import os
import re

import pytest

from simulate.core.errors import InputError, Problem, RunError
from simulate.run import default_jobs, execute, pilot_run, probe
from tests.machine import fake


def play(out, **wanted):
    return execute(fake.plan(**wanted), out, 1, table=fake.__name__)


def test_a_game_that_does_not_compile_writes_nothing(tmp_path, monkeypatch):
    def failing(table):
        raise TypeError("No implementation of `add`\nfor these types\nsee\na page of hints")

    monkeypatch.setattr(fake, "compile", failing)
    with pytest.raises(RunError) as caught:
        play(tmp_path / "run")
    assert str(caught.value) == (
        "the game cannot be made ready: TypeError: No implementation of `add` for these types see"
    )
    assert list(tmp_path.iterdir()) == []


def test_wrong_input_found_by_the_game_writes_nothing(tmp_path, monkeypatch):
    def failing(pack, setting):
        raise InputError([Problem("my.py", "has no function `choose`")])

    monkeypatch.setattr(fake, "prepare", failing)
    with pytest.raises(InputError, match="choose"):
        play(tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_every_line_up_is_compiled_once_before_the_first_block(tmp_path, monkeypatch):
    notes = tmp_path / "notes"
    monkeypatch.setenv("FAKE_NOTES", str(notes))
    plan = fake.plan(players=(2, 3, 4), games=50)
    for cell, strategy in zip(plan.cells, ("balanced", "mine.py", "balanced"), strict=True):
        cell.setting["strategy"] = [strategy]
    execute(plan, tmp_path / "run", 1, quiet=True, table=fake.__name__)
    words = [line.split()[1:3] for line in notes.read_text().splitlines()]
    assert words[:2] == [["compile", "2"], ["compile", "3"]]
    assert {word for word, _ in words[2:]} == {"play"}


def test_compiling_is_said_only_when_it_happens(tmp_path, monkeypatch, capsys):
    """And stdout is left to results."""
    play(tmp_path / "warm", games=10)
    assert capsys.readouterr() == ("", "")
    monkeypatch.setenv("FAKE_COLD", "1")
    play(tmp_path / "cold", games=10)
    out, said = capsys.readouterr()
    first, last = said.splitlines()
    assert out == "" and first.startswith("First run: the game is being compiled")
    assert re.fullmatch(r"Compiled in \d+\.\d s; later runs start at once\.", last)


def test_default_jobs_are_the_cores_allowed():
    assert 1 <= default_jobs() <= len(os.sched_getaffinity(0))


def test_a_try_tells_speed_and_size_and_writes_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pilot_run, "PROBE_SECONDS", float("inf"))
    plan = fake.plan(players=(2, 3), games=3_000)
    speed, size = probe(plan, table=fake.__name__)
    assert list(tmp_path.iterdir()) == []
    run = execute(plan, tmp_path / "run", 1, quiet=True, table=fake.__name__)
    real = sum(path.stat().st_size for path in run.glob("*/*/*.parquet")) / 6_000
    assert size == pytest.approx(real, rel=0.2)
    assert speed > 0


def test_a_try_of_many_cells_looks_at_some(tmp_path, monkeypatch):
    notes = tmp_path / "notes"
    monkeypatch.setenv("FAKE_NOTES", str(notes))
    probe(fake.plan(players=range(1, 41), slow=0.1), table=fake.__name__)
    tried = {line.split()[2] for line in notes.read_text().splitlines() if " play " in line}
    assert tried == {"1", "6", "11", "16", "21", "26", "31", "36"}


def test_two_processes_are_expected_to_be_twice_as_fast(monkeypatch):
    monkeypatch.setattr(pilot_run, "_try", lambda player, cell, block: (0.01, 50.0))
    plan = fake.plan(players=(2, 3))
    assert probe(plan, 1, table=fake.__name__) == (pytest.approx(100.0), 50.0)
    assert probe(plan, 2, table=fake.__name__) == (pytest.approx(200.0), 50.0)
