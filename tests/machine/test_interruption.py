"""Runs that are cut short: what is kept, what is said, what is left behind.  Real processes."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import polars as pl
import pytest

from simulate import store
from simulate.core.errors import InputError, RunError
from simulate.run import execute
from simulate.run.precision import WinTally
from simulate.run.workers.interrupt import SAME_PRESS, InterruptHandler
from tests.machine import fake
from tests.machine.process import ROOT, Process, linux_only
from tests.marks import long_but

pytestmark = linux_only

# Too long to end by itself while a test waits: 400 blocks of 10,000 games.
LONG = {"games": 2_000_000, "slow": 0.05}


def assert_partial(out, stopped):
    """The folder is a whole run of what was finished, and holds nothing else."""
    run = store.open_run(out)
    assert run.manifest["status"] == "partial"
    assert stopped in run.manifest["stopped"]
    run.verify()
    games = run.games().group_by("cell").len().collect()
    seats = run.seats().group_by("cell").agg(pl.struct("replicate").n_unique()).collect()
    stored = {cell["number"]: cell["games"] for cell in run.manifest["cells"]}
    assert dict(games.iter_rows()) == {n: count for n, count in stored.items() if count}
    assert dict(seats.iter_rows()) == dict(games.iter_rows())
    assert 0 < sum(stored.values()) < 4_000_000
    on_disk = {p.relative_to(out).as_posix() for p in out.glob("*/*/*")}
    assert on_disk == {shard.file for shard in run.shards}
    assert not (out / "tmp").exists()
    assert f"stopped: {run.manifest['stopped']}" in (out / "log.txt").read_text()


def assert_said(said, *lines):
    """Exactly these lines, by their beginnings: no traceback, no warning of a library.

    But for how far it is, which a run tells where the machine is slow.
    """
    told = [line for line in said.splitlines() if not re.match(r"[\d,]+ of [\d,]+ games", line)]
    assert len(told) == len(lines), said
    for line, start in zip(told, lines, strict=True):
        assert line.startswith(start)


STOPPING, INTERRUPTED = "Stopping; finished games will be kept.", "Interrupted; "


@pytest.mark.parametrize(
    "group", long_but({True}, [True, False]), ids=["the group", "the parent alone"]
)
@pytest.mark.parametrize("jobs", long_but({1}, [1, 2]))
def test_ctrl_c_keeps_what_is_finished(tmp_path, jobs, group):
    process = Process(tmp_path / "run", jobs=jobs, **LONG)
    process.wait_until(lambda p: p.shards() >= 3 and len(p.workers()) == (jobs if jobs > 1 else 0))
    process.interrupt(group)
    code, said = process.end()
    assert code == 130
    assert_said(said, STOPPING, INTERRUPTED)
    assert str(tmp_path / "run") in said
    assert_partial(tmp_path / "run", "interrupted")


@pytest.mark.long
def test_what_tables_are_written_with_is_loaded_before_a_game_is_played(tmp_path):
    """A Ctrl-C while it was loaded left it half loaded, and what was finished could not be kept."""
    code = f"""
import sys
from pathlib import Path
from simulate.run import execute
from tests.machine import fake
before = "polars" in sys.modules
fake.compile = lambda table: print(before, hasattr(sys.modules.get("polars"), "Series"))
execute(fake.plan((2,), games=1), Path({str(tmp_path / "run")!r}), 1, table=fake.__name__)
"""
    words = [sys.executable, "-c", code]
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout == "False True\n"


@pytest.mark.long
def test_a_game_is_loaded_whole_or_not_at_all(tmp_path):
    """Cut short while Numba was loaded, the report of what was finished could not be written."""
    (tmp_path / "late_game.py").write_text(
        "import os, signal\n"
        "os.kill(os.getpid(), signal.SIGINT)\n"
        "from tests.machine.fake import *\n"
        "print('whole')\n"
    )
    code = f"""
import sys
from pathlib import Path
from simulate.run import Interrupted, execute
from tests.machine import fake
sys.path.append({str(tmp_path)!r})
try:
    execute(fake.plan((2,), games=1), Path({str(tmp_path / "run")!r}), 1, table="late_game")
except Interrupted:
    print("interrupted", "late_game" in sys.modules)
"""
    words = [sys.executable, "-c", code]
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout == "whole\ninterrupted True\n"


@pytest.mark.parametrize("number", long_but({1}, [1, 2]))
@pytest.mark.parametrize("games", long_but({2_000_000}, [2_000_000, 20_000]))
def test_ctrl_c_while_workers_start(tmp_path, games, number):
    """The moment a process appears, when it could not yet answer a signal by itself.

    A long run starts them first; a short one has finished some blocks by then.
    """
    process = Process(tmp_path / "run", jobs=2, games=games, slow=0.4)
    process.wait_until(lambda p: len(p.workers()) >= number)
    process.interrupt(group=True)
    code, said = process.end()
    assert code == 130
    assert_said(said, STOPPING, INTERRUPTED)
    if games == 20_000:
        assert_partial(tmp_path / "run", "interrupted")


@pytest.mark.long
def test_workers_cannot_hear_ctrl_c(tmp_path):
    process = Process(tmp_path / "run", jobs=2, **LONG)
    process.wait_until(lambda p: p.shards() >= 3 and len(p.workers()) == 2)
    before = process.shards()
    for worker in process.workers():
        os.kill(worker, signal.SIGINT)
    process.wait_until(lambda p: p.shards() >= before + 4)
    process.interrupt(group=False)
    assert process.end()[0] == 130


@pytest.mark.long
@pytest.mark.parametrize(("number", "ends"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_termination_is_an_interruption(tmp_path, number, ends):
    """Also where all processes of the terminal are told at once."""
    process = Process(tmp_path / "run", jobs=2, **LONG)
    process.wait_until(lambda p: p.shards() >= 3 and len(p.workers()) == 2)
    os.killpg(process.pid, number)
    code, said = process.end()
    assert code == ends
    assert "resource_tracker" not in said and "Traceback" not in said
    assert not [*Path("/dev/shm").glob(f"sem.*-{process.pid}-*")]
    assert_said(said, STOPPING, INTERRUPTED)
    assert_partial(tmp_path / "run", "interrupted")


@pytest.mark.long
def test_before_the_first_block_nothing_is_kept(tmp_path):
    process = Process(tmp_path / "run", jobs=1, games=100, slow=600)
    process.wait_until(lambda p: (p.out / "seats" / "cell-1").exists())
    process.interrupt(group=True)
    code, said = process.end()
    assert code == 130
    assert_said(said, STOPPING, "Interrupted; no block of games was finished")
    assert not (tmp_path / "run").exists()


def test_what_is_kept_is_said_after_that_the_run_stops():
    """The first is said by a thread, which may be slow."""
    said = []

    def slowly(text):
        time.sleep(0.1)
        said.append(text)

    stop = InterruptHandler(slowly)
    thread = threading.Thread(target=stop._count)
    stop.pressed = True
    thread.start()
    stop.close()
    assert [text[:8] for text in said] == ["Stopping"]
    thread.join()


def test_a_ctrl_c_between_two_counts_leaves_no_contradiction(tmp_path, monkeypatch):
    """The block is on disk and listed, its wins are not counted yet."""

    def failing(score, done):
        raise ZeroDivisionError("here")

    monkeypatch.setattr(WinTally, "add", failing)
    with pytest.raises(RunError, match="100 finished games are kept"):
        execute(fake.plan(games=500), tmp_path / "run", 1, quiet=True, table=fake.__name__)
    assert_partial(tmp_path / "run", "unexpected failure: ZeroDivisionError: here")


class Gone:
    """Something that Python tidies up just when somebody presses Ctrl-C."""

    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        sum(range(10))


class Broken:
    """Something that cannot be tidied up."""

    def __del__(self):
        raise ZeroDivisionError


def test_a_ctrl_c_that_a_finalizer_swallows_stops_the_run_all_the_same(tmp_path, monkeypatch):
    """It was asked for once, and went no further; nor is that told, but other errors are."""
    told = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    add = WinTally.add

    def adding(score, done):
        add(score, done)
        Broken()
        Gone()

    monkeypatch.setattr(WinTally, "add", adding)
    with pytest.raises(KeyboardInterrupt):
        execute(fake.plan(games=500), tmp_path / "run", 1, quiet=True, table=fake.__name__)
    assert_partial(tmp_path / "run", "interrupted")
    assert store.open_run(tmp_path / "run").games().collect().height == 100
    assert [lost.exc_type for lost in told] == [ZeroDivisionError]
    assert sys.unraisablehook == told.append


@pytest.mark.long
def test_a_second_ctrl_c_stops_at_once(tmp_path):
    """The game is in compiled code for hours and comes back to no Python handler."""
    process = Process(tmp_path / "run", jobs=1, games=100, deaf=2**31 - 1)
    process.wait_until(lambda p: "deaf" in p.notes())
    time.sleep(0.3)
    process.interrupt(group=True)
    assert process.error_line().startswith(STOPPING)
    time.sleep(SAME_PRESS + 0.2)
    process.interrupt(group=True)
    code, said = process.end()
    assert code == 130
    assert_said(said, "Stopped at once")
    with pytest.raises(InputError, match=r"this run was killed, or stopped at once; .*--resume"):
        store.open_run(tmp_path / "run")


@pytest.mark.long
def test_a_signal_that_comes_twice_is_one_ctrl_c(tmp_path):
    """As under a wrapper that passes on what the terminal has sent to both."""
    process = Process(tmp_path / "run", jobs=2, **LONG)
    process.wait_until(lambda p: p.shards() >= 3 and len(p.workers()) == 2)
    process.interrupt(group=True)
    process.interrupt(group=False)
    assert process.end()[0] == 130
    assert_partial(tmp_path / "run", "interrupted")


@pytest.mark.long
@pytest.mark.parametrize("which", long_but(["first"], ["first", "all"]))
def test_the_games_of_a_killed_worker_are_played_again(tmp_path, which):
    process = Process(tmp_path / "run", jobs=2, games=200_000, slow=0.05)
    process.wait_until(lambda p: p.shards() >= 3 and len(p.workers()) == 2)
    for worker in sorted(process.workers())[: 1 if which == "first" else None]:
        os.kill(worker, signal.SIGKILL)
    code, said = process.end()
    assert code == 0
    assert_said(said, "A worker process was killed or died, perhaps because memory ran out; ")
    run = store.open_run(tmp_path / "run")
    run.verify()
    assert [cell["games"] for cell in run.manifest["cells"]] == [200_000] * 2
    execute(
        fake.plan(games=200_000, slow=0.05), tmp_path / "same", 1, quiet=True, table=fake.__name__
    )
    assert store.open_run(tmp_path / "same").shards == run.shards


@pytest.mark.long
def test_a_game_that_its_process_does_not_survive_is_named(tmp_path):
    """It has died three times before the run stops; the other games of its cell are played."""
    wanted = {"players": [2], "games": 300_000, "dies": 178_910, "slow": 0.02}
    process = Process(tmp_path / "run", jobs=2, **wanted)
    code, said = process.end()
    assert code == 1
    again = "A worker process was killed or died, perhaps because memory ran out; "
    cause = "he game failed in cell 0 (players=2), game 178910, seed 7: the process that plays it"
    assert_said(said, again, again, f"error: T{cause}")
    assert f"`simulate replay {tmp_path / 'run'} --cell 0 --game 178910`" in said
    assert_partial(tmp_path / "run", f"t{cause}")


@pytest.mark.long
def test_a_worker_that_is_killed_before_it_has_read_its_job_holds_nothing_up(tmp_path):
    """What it should have read was larger than a pipe, and was never written to its end."""
    process = Process(tmp_path / "run", jobs=2, games=200_000, slow=0.02, large=100_000)
    process.wait_until(lambda p: p.workers())
    for worker in process.workers():
        os.kill(worker, signal.SIGKILL)
    code, said = process.end()
    assert code == 0, said
    assert not [*Path(tempfile.gettempdir()).glob(f"simulate-job-{process.pid}-*")]


def test_workers_do_not_outlive_a_killed_run(tmp_path):
    process = Process(tmp_path / "run", jobs=2, **LONG)
    process.wait_until(lambda p: p.shards() >= 3 and len(p.workers()) == 2)
    process.kill()
    code, said = process.end()
    assert (code, said) == (-signal.SIGKILL, "")
    process.wait_for(
        lambda: not [*Path(tempfile.gettempdir()).glob(f"simulate-job-{process.pid}-*")]
    )
    with pytest.raises(InputError, match=r"this run was killed, or stopped at once; .*--resume"):
        store.open_run(tmp_path / "run")


CAUSE = "cell 0 (players=2), game {}, seed 7: ZeroDivisionError: divided by"


def test_a_game_that_fails_is_named(tmp_path, capsys):
    """It is tried three times."""
    plan = fake.plan((2,), games=900, breaks=178)
    with pytest.raises(RunError, match=re.escape(f"The game failed in {CAUSE.format(178)}")):
        execute(plan, tmp_path / "run", 1, table=fake.__name__)
    again = CAUSE.format(178)
    assert_said(capsys.readouterr().err, *[f"{again[0].upper()}{again[1:]}"] * 2)
    assert_partial(tmp_path / "run", f"the game failed in {again}")


@pytest.mark.long
def test_a_game_that_fails_in_a_worker_is_named(tmp_path):
    wanted = {"players": [2], "games": 600_000, "breaks": 178_910, "slow": 0.02}
    code, said = Process(tmp_path / "run", jobs=2, **wanted).end()
    assert code == 1
    cause = CAUSE.format(178_910)
    again = f"{cause[0].upper()}{cause[1:]}"
    assert_said(said, again, again, f"error: The game failed in {cause}")
    assert_partial(tmp_path / "run", f"the game failed in {cause}")


def test_a_game_that_fails_once_is_played_again(tmp_path, capsys):
    plan = fake.plan((2,), games=500, breaks=177, once=str(tmp_path / "once"))
    execute(plan, tmp_path / "run", 1, table=fake.__name__)
    assert_said(capsys.readouterr().err, "Cell 0 (players=2), game 177, seed 7: ZeroDivisionError")
    store.open_run(tmp_path / "run").verify()


def test_a_game_that_fails_in_the_first_block_can_be_looked_at(tmp_path, capsys):
    with pytest.raises(RunError) as ended:
        execute(fake.plan((2,), games=100, breaks=0), tmp_path / "run", 1, table=fake.__name__)
    assert_said(capsys.readouterr().err, *["Cell 0 (players=2), game 0, seed 7: "] * 2)
    assert f"nothing is kept; `simulate replay {tmp_path / 'run'} --cell 0 --game 0` plays" in str(
        ended.value
    )
    left = {path.name for path in (tmp_path / "run").iterdir()}
    assert left == {"journal.jsonl", *store.KINDS}
