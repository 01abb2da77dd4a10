"""Runs of the fake game as real processes, and what happens to their workers."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Far more than anything here takes; only a test that hangs comes so far.
PATIENCE = 600

linux_only = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")


def driver(out, **wanted):
    """The command line of a run of the fake game."""
    settings = [f"{key}={json.dumps(value)}" for key, value in wanted.items()]
    return [sys.executable, "-m", "tests.machine.driver", str(out), *settings]


class Process:
    """A running driver, or another command, in a process group of its own."""

    def __init__(self, out, command=None, **wanted):
        self.out = out
        self._process = subprocess.Popen(
            command or driver(out, **wanted),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, "FAKE_NOTES": str(out.parent / "notes")},
        )
        self.pid = self._process.pid
        self.family = set()

    def shards(self):
        return len(list(self.out.glob("games/*/*.parquet")))

    def notes(self):
        """What the fake game has noted that it does."""
        path = self.out.parent / "notes"
        return path.read_text() if path.exists() else ""

    def workers(self):
        """Process ids of the workers that are there now."""
        everyone = {pid for pid in below(self.pid) if b"popen_loky" in command_of(pid)}
        self.family |= below(self.pid)
        return everyone

    def wait_until(self, reached):
        """Wait for a condition; a run that ends before fails the test."""
        limit = time.monotonic() + PATIENCE
        while not reached(self):
            assert self._process.poll() is None, self._process.communicate()
            assert time.monotonic() < limit, "it never came so far"
            time.sleep(0.005)

    def wait_for(self, reached):
        """Wait for a condition, though the run may have ended."""
        limit = time.monotonic() + PATIENCE
        while not reached():
            assert time.monotonic() < limit, "it never came so far"
            time.sleep(0.005)

    def interrupt(self, group):
        if group:
            os.killpg(self.pid, signal.SIGINT)
        else:
            os.kill(self.pid, signal.SIGINT)

    def terminate(self):
        self._process.terminate()

    def kill(self):
        self._process.kill()

    def error_line(self):
        return self._process.stderr.readline()

    def end(self):
        """Exit code and what was said on stderr; fails when a worker lives on."""
        self.family |= below(self.pid)
        try:
            said = self._process.communicate(timeout=PATIENCE)[1]
        except subprocess.TimeoutExpired:
            os.killpg(self.pid, signal.SIGKILL)
            raise
        limit = time.monotonic() + PATIENCE
        while any(alive(pid) for pid in self.family):
            assert time.monotonic() < limit, "a worker outlived the run"
            time.sleep(0.05)
        return self._process.returncode, said


def below(root):
    """Process ids of the living children of `root`, and theirs."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            state = state_of(int(folder.name))
            if state and state[0] != "Z":
                parents[int(folder.name)] = int(state[1])
    family = {root}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return family - {root}


def state_of(pid):
    """The fields after the name in /proc/<pid>/stat: state, parent, ..."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None


def command_of(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def alive(pid):
    state = state_of(pid)
    return state is not None and state[0] != "Z"
