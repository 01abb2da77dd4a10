"""What Polars prints by itself, straight to stderr, when a file of a run makes it panic.

It prints pages of its own insides before Python hears of it.  Who typed the command gets one
message that names the file, and nothing else.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

PANIC = b"panicked at"
STDERR = 2


@contextmanager
def without_panics() -> Iterator[None]:
    """Keep aside what native code says on stderr; at the end all of it is shown but a panic.

    What Python says goes on its way at once.
    """
    if not _is_ours():
        yield
        return
    ours, real = sys.stderr, os.dup(STDERR)
    with (
        tempfile.TemporaryFile() as aside,
        open(real, "w", buffering=1, encoding=ours.encoding, errors=ours.errors) as way,
    ):
        os.dup2(aside.fileno(), STDERR)
        sys.stderr = way
        try:
            yield
        finally:
            sys.stderr = ours
            os.dup2(real, STDERR)
            aside.seek(0)
            if PANIC not in (said := aside.read()):
                os.write(STDERR, said)


def _is_ours() -> bool:
    """Whether Python's stderr is that of the process; in a test or a notebook it is another."""
    try:
        return sys.stderr.fileno() == STDERR
    except (OSError, ValueError, AttributeError):
        return False
