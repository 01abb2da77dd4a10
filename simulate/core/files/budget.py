"""Limits on reading an untrusted file: one budget of memory, time and elements for all formats.

A spreadsheet of 70 KB may say that an empty cell stands there a billion times.  So what is counted
is what would be made of a file, not what stands in it; and what cannot be counted beforehand is
read by a process of its own, which may take so much memory and time and no more.

Where a process cannot be limited (Windows) what is made is counted all the same, and the clock of
the one who waits ends it.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

from simulate.core.errors import InputError, Problem, RunError
from simulate.core.files.memory import ADDRESS_SPACE

MEMORY = 400_000_000  # bytes; reading the cards of the largest pack takes a tenth
SECONDS = 3  # of processor time; that pack takes a tenth
ELEMENTS = 2_000_000  # cells, rows, keys, entries, empty ones too; that pack has some 30,000
LETTERS = 100  # so many of a text count as an element more
NUMBERS = 16  # so many of a column of a table count as one: an array holds them in 8 bytes each
UNPACKED, PARTS = 50_000_000, 2_000  # bytes of an archive, and files in it; a pack has a hundredth
TOML, SETTINGS = 300_000, 100_000  # bytes of a text; the largest of a pack has 64,000
OF_JSON = ",:[{"  # one of these stands before each element but the first

TOO_MANY = (
    f"is too much to read: more than {ELEMENTS:,} elements (cells, rows, keys, entries; empty "
    "ones, too) would be made of it"
)
TOO_LARGE = f"is too much to read: unpacked it has more than {UNPACKED // 10**6} MB"
TOO_MANY_PARTS = f"is too much to read: it has more than {PARTS:,} parts"
TOO_MUCH = f"is too much to read: it takes more than {MEMORY // 10**6} MB of memory"
TOO_LONG = f"is too much to read: it takes more than {SECONDS} seconds of processor time"
ENDS = (
    f"cannot be read: the reading process dies, or needs more than {MEMORY // 10**6} MB of memory"
)
# A table of a run may itself be large, so it may take more.
BYTES_A_SECOND, BYTES_A_BYTE = 1_000_000, 2
NO_MEMORY = 77  # how a process ends that may not have more
WAIT = 60  # seconds, of a clock: a machine may be slow, or have other work


class Meter:
    """Counts what is made of a file.  Raises InputError where that is too much."""

    def __init__(self) -> None:
        self.made = 0

    def add(self, count: int, where: str, hint: str = "") -> None:
        """Count what is about to be made at a place, in words."""
        self.made += count
        if self.made > ELEMENTS:
            raise InputError([Problem(where, TOO_MANY + hint)])


def seconds_for(size: int) -> int:
    """Seconds of processor time for a table of so many bytes."""
    return SECONDS + size // BYTES_A_SECOND


def of_text(text: str) -> int:
    """How many elements a text counts for besides itself."""
    return len(text) // LETTERS


def is_small_json(text: str) -> bool:
    """Whether no more can be made of a text than may be.

    Its reader, written in C, takes time and memory as the text is long and as there are elements,
    so both are bounded before it begins: no process of its own is needed.
    """
    return sum(map(text.count, OF_JSON)) < ELEMENTS


def elsewhere(words: Sequence[str], given: bytes, where: str) -> bytes:
    """What a module of ours (`words`) answers, in a process that has the budget to spend.

    given: its stdin.  Raises InputError, at a place in words, where that does not do.
    """
    out, ended = started(["-m", *words], given)
    if ended == 0:
        return out
    raise InputError([Problem(where, refusal(ended))])


def started(words: Sequence[str], given: bytes, wait: int = WAIT) -> tuple[bytes, int | None]:
    """What Python answers with these words, and how it ended; None where that was waited for."""
    # -P: a file of the folder at hand must not stand in for one of Python's.
    command = [sys.executable, "-P", *words]
    threads = dict.fromkeys(("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    try:
        ended = subprocess.run(
            command,
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **threads},  # each takes memory
            timeout=wait,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        return error.stdout or b"", None
    except OSError as error:
        raise RunError(f"no process could be started to read in: {error.strerror}") from error
    return ended.stdout, ended.returncode


def refusal(ended: int | None) -> str:
    """Why a process that read something has ended so, in words."""
    if ended in (None, *_signals("SIGXCPU")):
        return TOO_LONG
    return TOO_MUCH if ended in (NO_MEMORY, *_signals("SIGKILL")) else ENDS


def _signals(name: str) -> list[int]:
    return [-getattr(signal, name)] if hasattr(signal, name) else []


def take_no_more() -> None:
    """Hold this process to the budget; it leaves no core."""
    _limit("RLIMIT_AS", ADDRESS_SPACE)
    _limit("RLIMIT_CORE", 0)
    allow()


def allow(size: int = 0) -> None:
    """Let this process spend the budget from now on; size: bytes of a table that is to be read."""
    _limit("RLIMIT_DATA", MEMORY + BYTES_A_BYTE * size)
    _limit("RLIMIT_CPU", round(time.process_time()) + seconds_for(size))


def _limit(name: str, most: int) -> None:
    """Bound what this process takes; what it was forbidden before stays so."""
    with suppress(ImportError):  # Windows
        import resource

        kind = getattr(resource, name)
        allowed = resource.getrlimit(kind)[1]
        less = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
        with suppress(ValueError, OSError):  # macOS takes no small address space
            resource.setrlimit(kind, (less, allowed))
