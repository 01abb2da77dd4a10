"""Writes that this user's own commands have started in a folder, noted in the cache.

A folder may be a stranger's, and anything may lie in it under any name.  So what a command that was
ended at once has left is known by its token alone: a file in the user's own cache, called as the
folder in which new files were written.  It says which folder that was in, and, once all files were
written, their checksums.  Whoever writes holds the token locked, so one that can be locked is of a
process that is gone.
"""

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from simulate.compiler.cache import DAYS_KEPT, NAME, cache_home, make_own
from simulate.core.files import locks

PLACE = "begun"  # in the user's cache
LARGEST = 4_000_000  # bytes
TRIES, PAUSE = 10, 0.01  # somebody may look at a token for a moment
TO_ADD: int = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)

# By file: what lay in its place, and what is to lie there.
Changes = Mapping[str, tuple[str | None, str]]


@dataclass
class BegunToken:
    """A token that this process holds.

    changes: of one that was found, what is to be put in place; empty where not all was written.
    """

    path: Path
    held: int = -1  # none, where the cache cannot be written to
    changes: Changes | None = None

    def all_written(self, changes: Changes) -> None:
        """Mark all files as written: any process that finds the token completes the change."""
        self._say({"changes": changes})

    def forget(self) -> None:
        """All is in its place, or nothing is left."""
        if self.held < 0:
            return
        if not locks.OPEN_FILES_MOVE:
            self.close()
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        self.close()

    def close(self) -> None:
        """Let others look at it."""
        if self.held >= 0:
            os.close(self.held)
            self.held = -1

    def _say(self, what: Mapping[str, object]) -> None:
        if self.held >= 0:
            with suppress(OSError):  # a line that is torn counts as not written
                os.write(self.held, (json.dumps(what) + "\n").encode())


@contextmanager
def held(name: str, folder: Path) -> Iterator[BegunToken]:
    """A new token for what is written to `folder / name`; it stays until it is forgotten.

    Where the cache cannot be written to there is none, and nothing will be recovered.
    """
    token = BegunToken(_home() / name)
    try:
        try:
            make_own(token.path.parent)
            _forget_old(token.path.parent)
            token.held = os.open(token.path, TO_ADD | os.O_CREAT | os.O_EXCL, 0o600)
            locks.take(token.held)
            token._say(_identity(folder))
        except OSError:  # without a lock others would take this process for gone
            token.forget()
        yield token
    finally:
        token.close()


@contextmanager
def left(name: str, folder: Path, *, look: bool = False) -> Iterator[BegunToken | None]:
    """The token of a dead process that was writing to `folder / name`; None if there is none.

    look: others may look at it meanwhile.
    """
    token = BegunToken(_home() / name)
    try:
        with suppress(OSError, ValueError, TypeError, LookupError, AttributeError):
            make_own(token.path.parent)
            token.held = os.open(token.path, TO_ADD | getattr(os, "O_NOFOLLOW", 0))
            if locks.take_within(token.held, TRIES, PAUSE, shared=look):
                said = [json.loads(line) for line in os.read(token.held, LARGEST).splitlines(True)
                        if line.endswith(b"\n")]  # fmt: skip
                if _is_here(said[0], folder):
                    pairs = said[-1].get("changes", {}).items()
                    token.changes = {file: (before, after) for file, (before, after) in pairs}
        yield None if token.changes is None else token
    finally:
        token.close()


def _home() -> Path:
    return cache_home() / NAME / PLACE


def _identity(folder: Path) -> dict[str, object]:
    status = folder.stat()
    real = os.path.realpath(folder)
    return {"folder": real, "device": status.st_dev, "number": status.st_ino}


def _is_here(said: Mapping[str, object], folder: Path) -> bool:
    """Whether a token speaks of this folder: moved it is the same, a copy is another.

    Some disks have another number after each start, so the place of the folder serves as well.
    """
    found = _identity(folder)
    same = [said[key] == found[key] for key in ("folder", "device")]
    return said["number"] == found["number"] and any(same)


def _forget_old(home: Path) -> None:
    """Tokens of folders that nobody has written to again, or that are gone."""
    limit = time.time() - DAYS_KEPT * 86400
    for path in home.iterdir():
        with suppress(OSError):
            if path.lstat().st_mtime < limit:
                path.unlink()
