"""What asks a command to stop ends it in order, whichever it is, and the exit code says which."""

import os
import signal
import subprocess
import sys

import pytest

from tests.cli.conftest import SIMULATE

CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


@pytest.mark.parametrize("number", CODES)
def test_any_command_ends_with_the_code_of_its_signal(simulate, finished, monkeypatch, number):
    monkeypatch.setattr(
        "simulate.store.open_run", lambda *_: signal.raise_signal(number) or sum(range(10))
    )
    for command in ("report", "status", "replay", "figures"):
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
    words = [sys.executable, "-c", code, "status", str(finished.folder)]
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0


def test_a_temporary_cache_goes_with_a_polite_kill(tmp_path):
    """Where there is no home for compiled code a folder stands in, to the end of the command."""
    (tmp_path / "file").write_text("")
    (tmp_path / "temporary").mkdir()
    code = (
        "import signal, sys\nfrom simulate.core import cache\n"
        "from simulate.cli import main, commands\n"
        "def report(folder):\n"
        "    cache.use(cache.cache_home() / cache.NAME / 'hash')\n"
        "    signal.raise_signal(signal.SIGTERM)\n"
        "import simulate.cli.play as play\nplay.report_command = report\n"
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
    assert "kept for this command only" in done.stderr
    assert done.returncode == 143
    assert not [*(tmp_path / "temporary").iterdir()]


def test_a_folder_that_is_gone_is_named(tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    code = f"import os, sys\nos.rmdir({str(gone)!r})\nos.execv(sys.argv[1], sys.argv[1:])"
    for words in (["run", "defenders"], ["status", str(tmp_path)]):
        done = subprocess.run(
            [sys.executable, "-P", "-c", code, str(SIMULATE), *words],
            cwd=gone, capture_output=True, text=True, check=False,
        )  # fmt: skip
        gone.mkdir()
        assert done.returncode == 2
        assert "the current folder: it is not there any more" in done.stderr


def test_a_report_that_may_not_be_written_is_refused_first(simulate, finished, monkeypatch):
    monkeypatch.setattr("simulate.folders._is_writable", lambda folder: False)
    said = simulate("report", finished.folder, code=2).err
    assert "no permission to write into" in said
    assert "--out DIR" in said


def test_what_was_removed_while_it_was_read_is_not_to_be_repaired(tmp_path):
    from simulate.store.refusing import broken

    error = broken(tmp_path / "gone", {"games/a.parquet": "missing"})
    assert "was removed" in str(error)
    assert error.hint is None or "repair" not in error.hint
