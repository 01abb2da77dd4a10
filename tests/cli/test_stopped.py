"""What asks a command to stop ends it in order, whichever it is, and the exit code says which."""

import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

import reports.page.render  # noqa: F401 - with the `open_run` of everybody, before a test has its own
from simulate import store
from simulate.run.workers.cleanup import SHARED
from tests.cli.conftest import SIMULATE
from tests.machine.process import PATIENCE, Process, linux_only
from tests.marks import long_but

CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


@pytest.mark.parametrize("number", CODES)
def test_any_command_ends_with_the_code_of_its_signal(simulate, finished, monkeypatch, number):
    monkeypatch.setattr(
        "simulate.store.open_run", lambda *_: signal.raise_signal(number) or sum(range(10))
    )
    for command in ("report", "runs", "replay", "export"):
        assert "interrupted" in simulate(command, finished.folder, code=CODES[number]).err
    assert simulate("list", "games").out  # nothing is left of it


def test_a_hangup_that_is_ignored_stays_so(finished, tmp_path):
    """As under `nohup`."""
    code = (
        "import os, signal, sys\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from simulate import store\nopened = store.open_run\n"
        "store.open_run = lambda *_: signal.raise_signal(signal.SIGHUP) or opened(*_)\n"
        "from simulate.cli import main\nsys.exit(main(sys.argv[1:]))"
    )
    words = [sys.executable, "-c", code, "runs", str(finished.folder)]
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0


def test_a_temporary_cache_is_removed_on_termination(tmp_path):
    """Where there is no home for compiled code a folder stands in, to the end of the command."""
    (tmp_path / "file").write_text("")
    (tmp_path / "temporary").mkdir()
    code = (
        "import signal, sys\nfrom simulate.compiler import cache\n"
        "from simulate.cli import main, commands\n"
        "def report(*typed):\n"
        "    cache.use(cache.cache_home() / cache.NAME / 'hash')\n"
        "    signal.raise_signal(signal.SIGTERM)\n"
        "import simulate.cli.play.playing as play\nplay.report_command = report\n"
        "sys.exit(main(['report', 'x']))"
    )
    env = {
        **os.environ,
        "XDG_CACHE_HOME": str(tmp_path / "file"),
        "TMPDIR": str(tmp_path / "temporary"),
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
    )
    assert "stored for this command only" in done.stderr
    assert done.returncode == 143
    assert not [*(tmp_path / "temporary").iterdir()]


def test_a_folder_that_is_gone_is_named(tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    code = f"import os, sys\nos.rmdir({str(gone)!r})\nos.execv(sys.argv[1], sys.argv[1:])"
    for words in (["run", "defenders"], ["runs", str(tmp_path)]):
        done = subprocess.run(
            [sys.executable, "-P", "-c", code, str(SIMULATE), *words],
            cwd=gone, capture_output=True, text=True, check=False,
        )  # fmt: skip
        gone.mkdir()
        assert done.returncode == 2
        assert "the current folder: this folder was removed" in done.stderr


def test_a_report_that_may_not_be_written_is_refused_first(simulate, finished, monkeypatch):
    monkeypatch.setattr("simulate.store.folders._is_writable", lambda folder: False)
    said = simulate("report", finished.folder, code=2).err
    assert "no permission to write into" in said
    assert "--out DIR" in said


def test_what_was_removed_while_it_was_read_is_said(tmp_path):
    from simulate.store.read_errors import broken

    assert "was removed" in str(broken(tmp_path / "gone", {"games/a.parquet": "missing"}))


# Asks the whole group, as a terminal and a scheduler do, at the first thing of a kind that the
# command does with a file of this name.
ASKED = """
import os, sys
what, part, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
asked = []

def ask(event, details):
    if event == what and part in str(details[:2]) and not asked:
        asked.append(number)
        os.killpg(0, number)

sys.addaudithook(ask)
from simulate.run.workers import pool
pool.ALONE_FIRST = -1.0
from tiny_epic_balance import main
sys.argv = ["simulate", *sys.argv[4:]]
sys.exit(main())
"""
SETTING = ("--set", "players=2", "--set", "horde=easy", "--games", "2000", "--jobs", "1")
PLAY = ("--set", "strategy=random", *SETTING)
LIMIT = ("defenders", "rules.capital_limit")
BAND = ("--target", "40-55%")
TO = ("--out", "OUT")
CHANGED, BOTH = "rules.capital_limit=7", "strategy=random,idle"
SHARD, READ = ("os.rename", "00001.parquet"), ("open", "manifest.json")
WRITTEN = ("os.rename", "report")  # searches keep no games
STOPPED = {
    "run": (*SHARD, "run", "defenders", *PLAY, *TO),
    "compare": (*SHARD, "compare", "defenders", "--set", CHANGED, *PLAY, *TO),
    "ladder": (*SHARD, "ladder", "defenders", "--set", BOTH, *SETTING, *TO),
    "sensitivity": (*WRITTEN, "sensitivity", *LIMIT, *PLAY, *TO),
    "advise": (*WRITTEN, "advise", *LIMIT, *BAND, *PLAY, *TO),
    "tune": (*WRITTEN, "tune", *LIMIT, *BAND, *PLAY, *TO),
    "report": (*READ, "report", "RUN"),
    "report, written": (*WRITTEN, "report", "RUN"),
    "export": (*READ, "export", "RUN", *TO),
    "runs": (*READ, "runs", "RUN"),
    "replay": (*READ, "replay", "RUN", "--game", "0"),
    "verify": (*READ, "runs", "RUN", "--verify"),
}  # fmt: skip
CASES = [(name, number) for name in STOPPED for number in CODES]


@pytest.mark.long
@linux_only
@pytest.mark.parametrize(("name", "number"), long_but({("run", signal.SIGTERM)}, CASES))
def test_a_real_command_is_stopped_and_leaves_nothing(finished, tmp_path, name, number):
    """No process, no temporary folder, no traceback; what a run has finished is gone on with."""
    run, out, temporary = tmp_path / "run", tmp_path / "out", tmp_path / "temporary"
    shutil.copytree(finished.folder, run)
    temporary.mkdir()
    event, part, *words = STOPPED[name]
    words = [str({"OUT": out, "RUN": run}.get(word, word)) for word in words]
    code = [sys.executable, "-P", "-c", ASKED, event, part, str(int(number)), *words]
    process = Process(tmp_path / "none", ["env", f"TMPDIR={temporary}", *code])
    ended, said = process.end()
    assert ended == CODES[number], said
    assert "Traceback" not in said
    wait_until_gone(process.pid)
    assert not [*temporary.iterdir()]
    assert not [*SHARED.glob(f"*-{process.pid}-*")]
    store.open_run(run).verify()
    assert not [*run.glob("report-*")]
    if words[0] == "run":
        assert f"finished games are kept in {out}" in said
        assert f"Report so far: {out}/report.html" in said
        assert "partial" in (out / "report.html").read_text("utf-8")
        assert store.open_run(out).manifest["status"] == "partial"
        subprocess.run([SIMULATE, "run", "--resume", out], check=True, capture_output=True)
        assert store.open_run(out).manifest["status"] == "complete"


def wait_until_gone(group):
    """Until no process of a group is there; trackers end a moment after who started them."""
    limit = time.monotonic() + PATIENCE
    while True:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        assert time.monotonic() < limit, "a process outlived the command"
        time.sleep(0.05)
