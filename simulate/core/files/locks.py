"""A file lock, on every system that Python runs on.

Whoever plays a run holds its journal so; a process that ends, however it ends, holds nothing more.
The lock is advice: who does not ask for it can read and write the file.
"""

import os
import time

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

# Windows locks bytes, and nobody else reads those: one far behind the end of any journal.
FAR = 1 << 40
# Whether an open file may get another name, and be removed.
OPEN_FILES_MOVE = os.name != "nt"


def is_gone(process: int) -> bool:
    """Whether no process of this machine has this id; False where that is unknown."""
    if os.name == "nt":  # where to ask is to end it
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def take(held: int, *, shared: bool = False) -> bool:
    """Whether an open file is held now; False where another process holds it.

    shared: several may hold it so, unless one holds it for itself.
    """
    if fcntl is None:
        return _take_byte(held)
    try:
        fcntl.flock(held, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _take_byte(held: int) -> bool:
    import msvcrt

    before = os.lseek(held, 0, os.SEEK_CUR)
    os.lseek(held, FAR, os.SEEK_SET)
    try:
        msvcrt.locking(held, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError:
        return False
    finally:
        os.lseek(held, before, os.SEEK_SET)
    return True


def take_within(held: int, tries: int, pause: float, *, shared: bool = False) -> bool:
    """The same, tried several times, `pause` seconds apart."""
    for _ in range(tries):
        if take(held, shared=shared):
            return True
        time.sleep(pause)
    return False
