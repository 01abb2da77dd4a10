"""A disk that runs full, a real one: the finished games are kept, and can be read."""

import contextlib
import json
import shutil
import subprocess
from dataclasses import asdict

import pytest

from simulate import store
from simulate.core.errors import RunError
from simulate.run import execute, runner
from tests.machine import fake
from tests.machine.kills import bytes_of
from tests.machine.process import ROOT, Process, driver, linux_only
from tests.machine.test_interruption import assert_partial, assert_said
from tests.marks import long_but


@pytest.fixture
def small_disk(tmp_path):
    """A file system of two megabytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)]
    if (
        not shutil.which("mount")
        or subprocess.run(mount, capture_output=True, check=False).returncode
    ):
        pytest.skip("only the superuser may mount a small file system")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@linux_only
@pytest.mark.parametrize("jobs", long_but({1}, [1, 2]))
def test_a_full_disk_keeps_what_is_finished(small_disk, jobs):
    process = Process(small_disk / "run", jobs=jobs, games=500_000, slow=0.02)
    code, said = process.end()
    assert code == 1
    assert_said(said, "error: The disk is full; ")
    run = store.open_run(small_disk / "run")
    run.verify()
    assert run.manifest["status"] == "partial"
    assert run.manifest["stopped"].startswith("the disk is full")
    assert run.games().collect().height == sum(c["games"] for c in run.manifest["cells"]) > 10_000
    assert not (small_disk / "run" / "tmp").exists()


@pytest.mark.long
@linux_only
def test_a_run_that_filled_the_disk_goes_on_on_a_larger_one(small_disk):
    wanted = {"games": 100_000, "slow": 0.0}
    code, said = Process(small_disk / "run", jobs=2, **wanted).end()
    assert code == 1
    assert f"`simulate run --resume {small_disk / 'run'}` goes on with it" in said
    for _ in range(2):  # it is as full as before
        code, said = Process(small_disk / "run", jobs=2, resume=True, **wanted).end()
        assert code == 1
        assert "The disk is full" in said
        store.open_run(small_disk / "run").verify()
    subprocess.run(["mount", "-o", "remount,size=40m", str(small_disk)], check=True)
    code, said = Process(small_disk / "run", jobs=2, resume=True, **wanted).end()
    assert code == 0
    run = store.open_run(small_disk / "run")
    run.verify()
    execute(fake.plan(**wanted), small_disk / "same", 1, quiet=True, table=fake.__name__)
    assert bytes_of(run.path) == bytes_of(small_disk / "same")


@pytest.mark.long
def test_a_disk_that_is_full_already_is_left_as_it_was(small_disk):
    with contextlib.suppress(OSError):
        (small_disk / "filler").write_bytes(bytes(4 << 20))
    ended = subprocess.run(
        driver(small_disk / "run"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert_said(ended.stderr, "error: The disk is full")
    assert [path.name for path in small_disk.iterdir()] == ["filler"]


def fail_at(monkeypatch, count, error):
    """Let the writing of shard number `count` fail."""
    write, calls = store.write_shard, []

    def failing(*arguments):
        calls.append(arguments)
        if len(calls) == count:
            raise error
        return write(*arguments)

    monkeypatch.setattr(store, "write_shard", failing)


def test_half_a_block_is_not_kept(tmp_path, monkeypatch):
    """The disk fills between the games of a block and its seats."""
    fail_at(monkeypatch, 6, OSError(28, "No space left on device"))
    with pytest.raises(RunError, match="The disk is full; 200 finished games are kept"):
        execute(fake.plan(games=1_000), tmp_path / "run", 1, quiet=True, table=fake.__name__)
    assert_partial(tmp_path / "run", "the disk is full")


def test_another_failure_of_the_disk_is_said_in_its_words(tmp_path, monkeypatch):
    fail_at(monkeypatch, 3, OSError(5, "Input/output error", "/disk/x"))
    with pytest.raises(RunError, match=r"Input/output error \(/disk/x\); 100 finished"):
        execute(fake.plan(games=1_000), tmp_path / "run", 1, quiet=True, table=fake.__name__)


def test_a_manifest_that_cannot_be_written_is_owned_up_to(tmp_path, monkeypatch):
    def failing(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as during:
        during.setattr(store.Writer, "finish", failing)
        with pytest.raises(RunError, match="manifest could not be written: the disk is full"):
            execute(fake.plan(games=100), tmp_path / "run", 1, quiet=True, table=fake.__name__)
    # The process lives on, and may go on with the run itself.
    execute(fake.plan(games=100), tmp_path / "run", 1, quiet=True, table=fake.__name__, resume=True)
    store.open_run(tmp_path / "run").verify()


def test_the_space_kept_is_enough_for_the_longest_manifest(tmp_path):
    """Seven figures of cells and blocks, no run could list its shards at more length."""
    plan = fake.plan(games=5_000)
    run = execute(plan, tmp_path / "run", 1, quiet=True, table=fake.__name__)
    known = runner.header_of(plan)
    work = runner._Work(None, 1, runner.Rounds(plan), plan, known, progress=None, stop=None)
    taken = (run / store.MANIFEST).stat().st_size + (run / store.LOG).stat().st_size
    assert taken < runner._reserve(work)
    shard = store.Shard("games", 4_999, store.shard_name("games", 4_999, 99_999), 10_000, "f" * 64)
    text = json.dumps([asdict(shard)] * 100, indent=1)
    assert len(text) / 100 < runner.SHARD_RECORD
