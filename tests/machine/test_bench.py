"""The table of speeds: every figure is there and comes from what it says.  No timing is judged."""

import os
import sys
from pathlib import Path

import pytest

from simulate.core.errors import RunError
from simulate.run import bench
from tests.machine import fake
from tests.marks import long_but

STARTS = (bench.Took(9.0, 8.0), bench.Took(1.0, 0.9))


def plan_of(games):
    return fake.plan(players=(3,), games=games)


@pytest.fixture(scope="module", autouse=True)
def short():
    """The fake game is so fast that a second of it is millions of games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(bench.TRY, True, 0.01)
        patch.setitem(bench.TRY, False, 0.01)
        patch.setitem(bench.WHOLE, True, 0.01)
        patch.setitem(bench.WHOLE, False, 0.01)
        yield


@pytest.fixture(scope="module")
def found():
    return bench.figures(plan_of, 2, False, STARTS, fake.__name__)


@pytest.mark.long
def test_every_figure_is_measured(found):
    assert (found.cold, found.warm) == STARTS
    assert found.candidates == 11.0
    assert 0 < found.outside < 1
    for figure in (found.kernel, found.decisions, found.rows, found.one, found.every):
        assert figure > 0
    # The fake game draws decisions evenly from 0 .. 199, and plays 20 games or more.
    assert 40 < found.decisions / found.kernel < 160


@pytest.mark.parametrize(("jobs", "quick"), long_but({(2, True)}, [(1, False), (2, True)]))
def test_one_job_or_a_quick_look_has_no_comparison(jobs, quick):
    found = bench.figures(plan_of, jobs, quick, STARTS, fake.__name__)
    assert found.every is None
    assert "processes" not in bench.table(plan_of(1), found, jobs)


def test_a_game_that_takes_long_is_played_a_few_times_and_its_rows_stored_often(
    tmp_path, monkeypatch
):
    """Of players that look ahead 10,000 games would take hours."""
    monkeypatch.setitem(bench.TRY, False, 1.5)
    player = bench.BlockPlayer(bench.job_of(plan_of(1), tmp_path, fake.__name__))
    played, stored = [], []
    play, keep = player.module.play_block, bench._keep

    def playing(table, seed, first, count):
        played.append(count)
        return play(table, seed, first, count)

    def keeping(*work):
        stored.append(keep(*work))
        return stored[-1]

    monkeypatch.setattr(player.module, "play_block", playing)
    monkeypatch.setattr(bench, "_keep", keeping)
    rows, outside = bench._logging(player, 4.0, False)
    assert played == [6] * 4
    assert stored == [stored[0]] * 4 and stored[0] > 9_000
    assert rows > 0 and 0 < outside < 1


FOUND = bench.Figures(
    bench.Took(31.24, 29.96),
    bench.Took(1.4, 1.3),
    26_012.3,
    2.8e6,
    11.04,
    1e7,
    0.0123,
    20_000.0,
    37_000.0,
)


def test_the_table_says_what_was_played_and_each_figure():
    text = bench.table(fake.plan(players=(3,), strategy=["balanced"] * 3), FOUND, 2)
    head, lines = text.split("\n\n")
    assert head.startswith("Fake: players 3, strategy balanced\n")
    assert lines.splitlines() == [
        "| measured | figure |",
        "|---|---|",
        "| compile, first run | 31.2 s (30.0 s of processor time) |",
        "| start, later runs | 1.4 s (1.3 s of processor time) |",
        "| games in a second of processor time, compiled game | 26,012 |",
        "| games a second, whole run, one core | 20,000 |",
        "| games a second, whole run, 2 processes | 37,000 |",
        "| 2 processes against one | 1.85 times |",
        "| decisions in a second of processor time | 2,800,000 |",
        "| candidates a decision | 11.0 |",
        "| rows a second into Parquet files, one core | 10,000,000 |",
        "| share of time outside the compiled game | 1.2% |",
    ]


def test_of_a_game_in_plain_python_nothing_is_said_to_be_compiled():
    file = str(Path(__file__).parents[1] / "own" / "games" / "nim.py")
    text = bench.table(bench._plan(file, 1), FOUND, 2)
    assert "| check, first run | 31.2 s" in text
    assert "of processor time, Python of the file | 26,012 |" in text
    assert "| share of time outside the Python of the file | 1.2% |" in text
    assert "compile" not in text


def test_the_cold_start_has_an_empty_cache_and_the_warm_one_finds_it(tmp_path):
    """The process notes its cache folder and whether something was in it before."""
    script = (
        "import os, pathlib\n"
        "cache = pathlib.Path(os.environ['SIMULATE_CACHE'])\n"
        f"with open({str(tmp_path / 'notes')!r}, 'a') as notes:\n"
        "    print(cache, len(list(cache.iterdir())), file=notes)\n"
        "(cache / 'compiled').touch()\n"
    )
    took = bench.starts([sys.executable, "-c", script])
    assert all(each.clock > 0 and each.processor > 0 for each in took)
    first, second = [line.split() for line in (tmp_path / "notes").read_text().splitlines()]
    assert first[0] == second[0] != os.environ.get("SIMULATE_CACHE")
    assert (first[1], second[1]) == ("0", "1")


def test_a_game_that_does_not_start_is_said():
    with pytest.raises(RunError, match=r"^the game cannot be made ready: no cards$"):
        bench.starts([sys.executable, "-c", "raise SystemExit('no cards')"])
