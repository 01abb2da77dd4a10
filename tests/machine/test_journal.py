"""A run that was cut short is gone on with, from every state in which a kill may leave it.

The states are made by hand from the folder of a whole run, so no process has to die here; that
real ones may is held by `benchmarks/kills.py`.
"""

import fcntl
import json
import os
import platform
import re
import shutil
import subprocess

import pytest

from analysis.data.counter import Counter
from simulate import store
from simulate.core.errors import InputError, RunError
from simulate.core.files import unfinished_writes
from simulate.run import execute, is_begun, is_whole
from simulate.run.journal import Journal, read
from simulate.run.workers import cleanup
from simulate.store import folders, trusted_runs
from tests.machine import fake
from tests.machine.kills import bytes_of, killed, killed_after, killed_at
from tests.machine.test_two_runs import remove_at
from tests.marks import long_but

WANTED = {"games": 500}
PRECISE = {"players": (1, 6), "precision": 0.03, "games": 4_000}


def play(out, jobs=1, **wanted):
    resume = wanted.pop("resume", False)
    plan = fake.plan(**wanted)
    return execute(plan, out, jobs, quiet=True, table=fake.__name__, resume=resume, counter=Counter)


@pytest.fixture
def cut_short(tmp_path):
    """Plays a run whose end never comes: as after a kill when `blocks` blocks are written down."""

    def cut(blocks, **wanted):
        out = tmp_path / "run"
        whole = play(tmp_path / "whole", **wanted)
        with killed_after(blocks):
            play(out, **wanted)
        return out, bytes_of(whole)

    return cut


@pytest.mark.parametrize("wanted", [WANTED, PRECISE], ids=["games", "precision"])
@pytest.mark.parametrize("blocks", long_but({1}, [0, 1, 7]))
def test_a_killed_run_becomes_the_run_that_nobody_disturbed(cut_short, blocks, wanted):
    out, whole = cut_short(blocks, **wanted)
    assert is_begun(out)
    assert not is_whole(out)
    with pytest.raises(InputError, match=r"this run was killed, or stopped at once; .*--resume"):
        store.open_run(out)
    play(out, **wanted, resume=True)
    assert bytes_of(out) == whole


def test_what_is_finished_is_not_played_again(cut_short, monkeypatch):
    out, _ = cut_short(7, **WANTED)
    notes = out.parent / "notes"
    monkeypatch.setenv("FAKE_NOTES", str(notes))
    play(out, **WANTED, resume=True)
    played = [line for line in notes.read_text().splitlines() if " play " in line]
    assert len(played) == 3


LEFT = ".0123456789abcdef.new"


def torn_line(out):
    with open(out / folders.JOURNAL, "ab") as file:
        file.write(b'{"block": [0, 4, 400')


def damaged_line(out):
    """One in the middle, of a block whose files lie there."""
    lines = (out / folders.JOURNAL).read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"tally"', b'"tarry"')
    (out / folders.JOURNAL).write_bytes(b"".join(lines))


def no_line_is_whole(out):
    """All that is left of the journal is its header."""
    lines = (out / folders.JOURNAL).read_bytes().splitlines(keepends=True)
    (out / folders.JOURNAL).write_bytes(lines[0])


def lost_shard(out):
    (out / store.shard_name("games", 0, 1)).unlink()


def torn_shard(out):
    """As after a power cut: the journal is on the disk, and the file is not."""
    (out / store.shard_name("seats", 1, 0)).write_bytes(b"")


def orphans(out):
    """A shard without its line, half a shard, half a manifest, half a report, the last table."""
    (out / store.shard_name("games", 0, 77777)).write_bytes(b"PAR1")
    (out / folders.SCRATCH / "99-games-cell-0-games-00004.parquet").write_bytes(b"PA")
    (out / folders.SCRATCH / store.MANIFEST).write_text("{")
    (out / store.CELLS).write_bytes(b"PAR1")
    with unfinished_writes.held(LEFT, out):
        (out / LEFT).mkdir()
    (out / LEFT / "report.html").write_text("<")


def no_scratch(out):
    shutil.rmtree(out / folders.SCRATCH)


STATES = (torn_line, damaged_line, no_line_is_whole, lost_shard, torn_shard, orphans, no_scratch)


@pytest.mark.parametrize("state", STATES)
def test_every_torn_state_is_gone_on_with(cut_short, state):
    out, whole = cut_short(7, **WANTED)
    state(out)
    play(out, **WANTED, resume=True)
    assert bytes_of(out) == whole


def test_a_run_killed_while_it_is_gone_on_with_is_gone_on_with(cut_short):
    out, whole = cut_short(3, **WANTED)
    for state in STATES:
        with killed_at("compile_game", lambda *_: killed()):
            play(out, **WANTED, resume=True)
        state(out)
    play(out, **WANTED, resume=True)
    assert bytes_of(out) == whole


def test_a_partial_run_becomes_whole(tmp_path, monkeypatch):
    """It has a manifest, and can be read, until the moment when it is whole."""
    whole = bytes_of(play(tmp_path / "whole", **WANTED))
    out = tmp_path / "run"
    with monkeypatch.context() as during:
        failing = store.write_shard

        def full(folder, shard, data):
            if shard.file.endswith("-00003.parquet"):
                raise OSError(28, "No space left on device")
            return failing(folder, shard, data)

        during.setattr(store, "write_shard", full)
        for resume in (False, True, True):
            with pytest.raises(RunError, match=r"600 finished .* `simulate run --resume .*` goes"):
                play(out, **WANTED, resume=resume)
            assert store.open_run(out).manifest["status"] == "partial"
            store.open_run(out).verify()
    play(out, **WANTED, resume=True)
    assert bytes_of(out) == whole


def test_killed_between_the_manifest_and_the_end_of_the_journal(cut_short):
    out, whole = cut_short(7, **WANTED)
    journal = (out / folders.JOURNAL).read_bytes()
    play(out, **WANTED, resume=True)
    (out / folders.JOURNAL).write_bytes(journal)
    (out / folders.SCRATCH).mkdir()
    assert is_whole(out)
    play(out, **WANTED, resume=True)
    with pytest.raises(InputError, match="nothing to continue"):
        play(out, **WANTED, resume=True)
    assert bytes_of(out) == whole


def test_another_plan_version_or_library_is_refused_with_what_differs(cut_short, monkeypatch):
    out, _ = cut_short(3, **WANTED)
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    with pytest.raises(InputError, match="`seed` was 7, and is 8 now"):
        play(out, **WANTED, seed=8, resume=True)
    with pytest.raises(InputError, match=r"`cells` was .*, and is .* now"):
        play(out, **WANTED, players=(2, 4), resume=True)
    with monkeypatch.context() as during:
        during.setattr("simulate.compiler.sources.source_hash", lambda package: "0000")
        with pytest.raises(InputError, match=r'`source_hash` was ".*", and is "0000" now'):
            play(out, **WANTED, resume=True)
    monkeypatch.setattr("simulate.run.runner.version", lambda name: "9")
    with pytest.raises(InputError, match=r'`versions.numpy` was ".*", and is "9" now'):
        play(out, **WANTED, resume=True)
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before


def test_the_second_of_two_that_go_on_at_once_is_refused(cut_short):
    out, whole = cut_short(3, **WANTED)
    first = Journal.again(out)
    assert folders.is_played(out)
    with pytest.raises(InputError, match="another process is playing this run now"):
        play(out, **WANTED, resume=True)
    with pytest.raises(InputError, match="this run is being played now"):
        store.open_run(out)
    first.close()
    assert not folders.is_played(out)
    play(out, **WANTED, resume=True)
    assert bytes_of(out) == whole


def test_a_run_holds_its_journal_from_before_the_first_game_to_its_end(tmp_path, monkeypatch):
    out, held = tmp_path / "run", []
    remove_at(monkeypatch, 1, lambda: held.append((folders.is_played(out), read(out)[0])))
    play(out, **WANTED)
    ((was_held, header),) = held
    assert was_held
    assert header["run"]["seed"] == 7
    assert not (out / folders.JOURNAL).exists()


def test_a_folder_that_was_taken_and_no_more_is_told_apart(tmp_path):
    (tmp_path / "run" / folders.SCRATCH).mkdir(parents=True)
    with pytest.raises(InputError, match="before anything was written down"):
        play(tmp_path / "run", resume=True)
    with pytest.raises(InputError, match="there is no such run"):
        play(tmp_path / "nowhere", resume=True)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"there is no `journal.jsonl` in this folder"):
        play(tmp_path / "empty", resume=True)


def test_a_header_that_is_damaged_is_refused(cut_short):
    out, _ = cut_short(1, **WANTED)
    journal = out / folders.JOURNAL
    whole = journal.read_bytes()
    journal.write_bytes(whole.replace(b'"seed": 7', b'"seed": 8', 1))
    with pytest.raises(InputError, match=r"its first line, .* is damaged"):
        play(out, **WANTED, resume=True)
    line = {**json.loads(whole.splitlines()[0]), "journal": 2}
    line[store.SEAL] = store.seal(line)
    journal.write_text(json.dumps(line) + "\n")
    with pytest.raises(InputError, match="written in format 2 by another version"):
        play(out, **WANTED, resume=True)


def test_a_link_in_the_folder_is_not_followed(cut_short, tmp_path):
    out, _ = cut_short(1, **WANTED)
    (tmp_path / "elsewhere").mkdir()
    shutil.rmtree(out / "seats" / "cell-1")
    (out / "seats" / "cell-1").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="this link leads out of its folder"):
        play(out, **WANTED, resume=True)
    (out / "seats" / "cell-1").unlink()
    (out / "seats" / "cell-1").symlink_to(out / "seats" / "cell-0")
    with pytest.raises(InputError, match="this part of a run is a link"):
        play(out, **WANTED, resume=True)
    (out / folders.JOURNAL).rename(tmp_path / "journal")
    (out / folders.JOURNAL).symlink_to(tmp_path / "journal")
    with pytest.raises(InputError, match="this link leads out of its folder"):
        play(out, **WANTED, resume=True)
    assert not any((tmp_path / "elsewhere").iterdir())


def test_whoever_looks_for_a_moment_does_not_stop_the_run(cut_short, monkeypatch):
    out, whole = cut_short(1, **WANTED)
    looks = os.open(out / folders.JOURNAL, os.O_RDONLY)
    fcntl.flock(looks, fcntl.LOCK_SH)
    monkeypatch.setattr(
        "simulate.run.journal.time.sleep", lambda _: fcntl.flock(looks, fcntl.LOCK_UN)
    )
    play(out, **WANTED, resume=True)
    os.close(looks)
    assert bytes_of(out) == whole


def test_what_a_killed_process_left_in_shared_memory_is_swept(cut_short, tmp_path, monkeypatch):
    """But of processes that live, of other machines, and of forged lines, nothing."""
    shared = tmp_path / "shm"
    shared.mkdir()
    monkeypatch.setattr(cleanup, "SHARED", shared)
    out, _ = cut_short(1, **WANTED)
    gone, somebodys = (subprocess.Popen(["true"]) for _ in range(2))
    for process in (gone, somebodys):
        process.wait()
    for pid in (gone.pid, somebodys.pid, os.getpid(), 4_000_000):
        (shared / f"sem.loky-{pid}-abc").write_bytes(b"")
        (shared / f"joblib_memmapping_folder_{pid}_x_y").mkdir()
        (shared / f"simulate-job-{pid}-abc").write_bytes(b"")
    journal = Journal.again(out)
    journal.tell("begins", jobs=2, process=gone.pid, machine=platform.node())
    journal.tell("begins", jobs=2, process=4_000_000, machine="elsewhere")
    journal.tell("begins", jobs=2, process=os.getpid(), machine=platform.node())
    for line in journal.events[-3:]:
        trusted_runs.remember(store.seal(line))
    journal.tell("begins", jobs=2, process=somebodys.pid, machine=platform.node())
    journal.close()
    play(out, **WANTED, resume=True)
    assert not any(str(gone.pid) in path.name for path in shared.iterdir())
    assert len([*shared.iterdir()]) == 9


def test_the_log_tells_what_happened_though_the_clock_jumped(cut_short, monkeypatch):
    out, _ = cut_short(1, **WANTED)
    jumps = iter(range(10**9, 0, -(10**6)))
    monkeypatch.setattr("simulate.run.runner.time.time", lambda: float(next(jumps)))
    play(out, **WANTED, resume=True)
    log = (out / store.LOG).read_text()
    assert log.count(": begun to be played, jobs 1\n") == 2
    assert 0 <= float(re.search("duration: (.*) s", log)[1]) < 1_000
