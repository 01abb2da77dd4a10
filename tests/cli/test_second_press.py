"""A second Ctrl-C ends every command, though compiled code is at work that never returns."""

import os
import signal
import sys
import time

import pytest

from simulate.core.signals import MOMENT, SAME_PRESS
from tests.machine.process import Process, linux_only

pytestmark = linux_only

# What a command does is played by a kernel that comes back to no Python handler.
DEAF = """
import hashlib, sys
import simulate.cli as cli

def deaf(command, words):
    if words != ["report", "RUN"]:
        print("other words", words)
    print("deaf", file=sys.stderr, flush=True)
    hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)

cli._obey = deaf
sys.exit(cli.main(["report", "RUN"]))
"""


def deaf(tmp_path):
    process = Process(tmp_path / "run", [sys.executable, "-c", DEAF])
    assert process.error_line() == "deaf\n"
    time.sleep(0.3)
    return process


@pytest.mark.parametrize("group", [True, False], ids=["the group", "the process alone"])
def test_the_second_ends_it_at_once(tmp_path, group):
    process = deaf(tmp_path)
    process.interrupt(group)
    assert process.error_line() == "Stopping. Ctrl-C again stops at once.\n"
    process.interrupt(group)
    assert process.end() == (130, "Stopped at once.\n")


def test_one_press_that_comes_twice_is_one(tmp_path):
    """As under a wrapper that passes on what the terminal has sent to both."""
    process = deaf(tmp_path)
    process.interrupt(group=True)
    process.interrupt(group=False)
    assert process.error_line() == "Stopping. Ctrl-C again stops at once.\n"
    assert MOMENT > SAME_PRESS
    process.interrupt(group=True)
    assert process.end() == (130, "Stopped at once.\n")


def test_the_first_is_enough_where_python_is_reached(tmp_path):
    """And nothing is said of a second one."""
    waiting = DEAF.replace(
        'hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)', "__import__('time').sleep(600)"
    )
    process = Process(tmp_path / "run", [sys.executable, "-c", waiting])
    assert process.error_line() == "deaf\n"
    time.sleep(0.3)
    process.interrupt(group=True)
    assert process.end() == (130, "interrupted\n")


def test_what_was_ignored_from_outside_stays_ignored(tmp_path):
    """A script that runs in the background ignores Ctrl-C for what it starts."""
    ignoring = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n" + DEAF.replace(
        "2**31 - 1", "4_000_000"
    )
    process = Process(tmp_path / "run", [sys.executable, "-c", ignoring])
    assert process.error_line() == "deaf\n"
    process.interrupt(group=True)
    time.sleep(SAME_PRESS + 0.1)
    process.interrupt(group=True)
    assert process.end() == (0, "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_termination_waits_for_no_second_signal(tmp_path, number):
    """Nobody sits before it who could send one."""
    process = deaf(tmp_path)
    os.kill(process.pid, number)
    said = "Stopping. Ctrl-C again stops at once.\nStopped at once.\n"
    assert process.end() == (128 + number, said)


def test_termination_after_a_press_ends_it_at_once(tmp_path):
    process = deaf(tmp_path)
    process.interrupt(group=True)
    assert process.error_line() == "Stopping. Ctrl-C again stops at once.\n"
    process.terminate()
    assert process.end() == (143, "Stopped at once.\n")
