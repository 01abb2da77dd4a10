"""A run is killed before, or in the middle of, each single thing that it does to the disk.

What a kill leaves depends only on how much of that was done.  The process is this one: once it
has "died", nothing that it does reaches the folder any more.
"""

import os
import random
import shutil
import sys
from contextlib import contextmanager

import pytest

from simulate import store
from simulate.core.errors import RunError
from simulate.run import execute, is_begun
from tests.machine import fake
from tests.machine.kills import Killed, bytes_of

GAMES = {"games": 250, "players": (2, 3)}
PRECISE = {"players": (2,), "precision": 0.1, "games": 1_500}
CHANGES = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate", "os.link"}


class Life:
    """Counts what is done to a folder, and ends with number `last` of it, half done."""

    def __init__(self):
        self.folder, self.last, self.done = "", 0, 0
        sys.addaudithook(self._hear)  # it can never be taken away, only put to sleep

    @contextmanager
    def until(self, folder, last):
        self.folder, self.last, self.done = str(folder), last, 0
        write = os.write
        os.write = self._writing(write)
        try:
            yield
        finally:
            os.write = write
            self.folder = ""

    @property
    def dead(self):
        return self.done > self.last

    def _hear(self, event, arguments):
        if not self.folder or event not in CHANGES:
            return
        path = arguments[0]
        if event == "open" and not (isinstance(arguments[2], int) and arguments[2] & 3):
            return
        if isinstance(path, str | os.PathLike) and str(path).startswith(self.folder):
            self._count()

    def _count(self):
        self.done += 1
        if self.dead:
            raise Killed

    def _writing(self, write):
        """Half of what is written gets there."""

        def writing(held, data):
            if os.readlink(f"/proc/self/fd/{held}").startswith(self.folder):
                self.done += 1
                if self.dead:
                    if self.done == self.last + 1:
                        write(held, data[: len(data) // 2])
                    raise Killed
            return write(held, data)

        return writing


LIFE = Life()


def held_open():
    """Numbers of open files, without that of the folder in which they are listed."""
    return {int(n) for n in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{n}")}


def play(out, wanted, last):
    """Whether the run came to its end before it died."""
    resume = is_begun(out)
    if not resume:
        shutil.rmtree(out, ignore_errors=True)
    before = held_open()
    try:
        with LIFE.until(out, last):
            plan = fake.plan(**wanted)
            execute(plan, out, 1, quiet=True, table=fake.__name__, resume=resume, turns=False)
    except (Killed, RunError):
        assert LIFE.dead
        for held in held_open() - before:  # as the system does
            os.close(held)
        return False
    return True


def survive(tmp_path, wanted, step, again):
    """Kill the run at every moment (or every so many), then what goes on at moments of `again`."""
    whole = bytes_of(execute(
        fake.plan(**wanted), tmp_path / "whole", 1, quiet=True, table=fake.__name__, turns=False
    ))  # fmt: skip
    moment = tried = 0
    while not play(tmp_path / f"run-{moment}", wanted, moment):
        out = tmp_path / f"run-{moment}"
        for later in again():
            if play(out, wanted, later):
                break
        else:
            assert play(out, wanted, 10**9)
        assert bytes_of(out) == whole, moment
        assert not any((out / name).exists() for name in ("tmp", "journal.jsonl"))
        shutil.rmtree(out)
        moment += step
        tried += 1
    return tried


def test_some_moments(tmp_path):
    assert survive(tmp_path, GAMES, 17, lambda: ()) > 3


@pytest.mark.long
@pytest.mark.parametrize("wanted", [GAMES, PRECISE], ids=["games", "precision"])
def test_every_moment_and_moments_of_going_on(tmp_path, wanted):
    luck = random.Random(2014)
    assert survive(tmp_path, wanted, 1, lambda: (luck.randrange(60) for _ in range(3))) > 40


def test_it_does_die(tmp_path):
    """Else nothing here would be shown."""
    assert not play(tmp_path / "run", GAMES, 20)
    assert LIFE.done > 20
    assert not (tmp_path / "run" / store.MANIFEST).exists()
