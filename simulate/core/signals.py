"""Signals that stop a process: Ctrl-C, termination (SIGTERM), a closed terminal (SIGHUP).

All three end a command alike: what is finished is kept, and its exit code says which it was.

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
from types import FrameType

HANGUP = () if not hasattr(signal, "SIGHUP") else (signal.SIGHUP,)  # not on Windows
STOPS = (signal.SIGINT, signal.SIGTERM, *HANGUP)
DIED_OF = 128  # what shells add to the number of the signal that ended a process
# Wrappers pass on a signal that the terminal has sent to the whole group already.
SAME_PRESS = 0.5
MOMENT = 1.0
# Containers and schedulers kill ten seconds or more after they have asked.
GRACE = 5.0

_last = int(signal.SIGINT)


def note(number: int) -> None:
    """Remember which signal it was."""
    global _last
    _last = number


def exit_code() -> int:
    """Exit code of a stopped process: 130 after Ctrl-C, 143 after SIGTERM, 129 after a hang-up."""
    return DIED_OF + _last


def answered() -> list[signal.Signals]:
    """The signals that a run handles: not a hang-up that the parent process ignores."""
    return [one for one in STOPS if one not in HANGUP or signal.getsignal(one) != signal.SIG_IGN]


@contextmanager
def ends_in_order(say: Callable[[str], None]) -> Iterator[None]:
    """The first signal inside becomes a KeyboardInterrupt, as soon as Python runs.

    Where that is not soon, for compiled code is at work, it is said that a second one ends the
    process at once; a kill or a hang-up, which nobody sits before, waits for none.
    """
    note(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    times = list[float]()
    reached = threading.Event()

    def handle(number: int, where: FrameType | None) -> None:
        note(number)
        if not reached.is_set():
            reached.set()
            raise KeyboardInterrupt

    def hear(number: int) -> None:
        if number not in STOPS or signal.getsignal(number) is signal.SIG_IGN:
            return
        note(number)
        times.append(time.monotonic())
        if len(times) == 1:
            threading.Thread(target=wait, args=(number,), daemon=True).start()
        elif times[-1] - times[0] > SAME_PRESS:
            end()

    def wait(number: int) -> None:
        if reached.wait(MOMENT):
            return
        say("Stopping. Ctrl-C again stops at once.")
        if number != signal.SIGINT and not reached.wait(GRACE):
            end()

    def end() -> None:
        try:
            say("Stopped at once.")
        finally:
            os._exit(exit_code())

    unanswered = (signal.SIG_DFL, signal.default_int_handler)
    before = {one: signal.getsignal(one) for one in STOPS}
    ours = [one for one in STOPS if before[one] in unanswered]
    for number in ours:
        signal.signal(number, handle)
    try:
        with heard(hear):
            yield
    finally:
        for number in ours:
            signal.signal(number, before[number])


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
