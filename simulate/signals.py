"""Signals heard while compiled code is at work, which no Python handler is.

A Python handler runs only once a compiled kernel has returned.  The interpreter's wakeup file is
written by the signal itself, and a thread that reads it runs while kernels do (they release the
GIL).
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from simulate.core.stops import DIED_OF

INTERRUPTED = DIED_OF + signal.SIGINT
# Wrappers pass on a signal that the terminal has sent to the whole group already.
SAME_PRESS = 0.5
MOMENT = 1.0


@contextmanager
def second_press_ends(say: Callable[[str], None]) -> Iterator[None]:
    """A second Ctrl-C inside ends the process at once, whatever compiled code is at work.

    The first is Python's own: a KeyboardInterrupt, as soon as Python is reached.  Where that is
    not soon, it is said that there is a second.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed = list[float]()
    ended = threading.Event()

    def remind() -> None:
        if not ended.wait(MOMENT):
            say("Stopping. Ctrl-C again stops at once.")

    def hear(number: int) -> None:
        if number != signal.SIGINT:
            return
        pressed.append(time.monotonic())
        if len(pressed) == 1:
            threading.Thread(target=remind, daemon=True).start()
        elif pressed[-1] - pressed[0] > SAME_PRESS:
            try:
                say("Stopped at once.")
            finally:
                os._exit(INTERRUPTED)

    with heard(hear):
        try:
            yield
        finally:
            ended.set()


@contextmanager
def heard(hear: Callable[[int], None]) -> Iterator[None]:
    """Inside, each signal that has a Python handler is heard by a thread when it comes.

    The interpreter's wakeup file is read until it is closed.
    """
    reader, writer = os.pipe()
    if os.name != "nt":  # before 3.12 it has no such pipes
        os.set_blocking(writer, False)

    def read() -> None:
        while data := os.read(reader, 1):
            hear(data[0])

    thread = threading.Thread(target=read, daemon=True)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    thread.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(writer)
        thread.join()
        os.close(reader)
