"""Ctrl-C: the first keeps what is finished, the second stops at once.

A compiled kernel returns to Python only after its block, so a Python handler alone could
not answer a second Ctrl-C before that.  The interpreter's wakeup file is written by the
signal itself, and a thread that reads it runs while kernels do (they release the GIL).
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from types import FrameType
from typing import TypeVar

Result = TypeVar("Result")

INTERRUPTED = 130
STOPS = (signal.SIGINT, signal.SIGTERM)
# Wrappers pass on a signal that the terminal has sent to the whole group already.
SAME_PRESS = 0.5
MOMENT = 1.0


class Presses:
    """Counts requests to stop; the first is raised as KeyboardInterrupt in the main thread.

    ours: the process is one of ours, and a second request ends it; else it goes unheard.
    """

    def __init__(self, say: Callable[[str], None], ours: bool = True) -> None:
        self.asked = False
        self._say = say
        self._ours = ours
        self._held = False
        self._first = 0.0
        self._told = threading.Event()

    def close(self) -> None:
        """From here on a first request is not raised; a second one still stops at once.

        The run is being made whole, which takes moments, and a half-written manifest would
        help nobody.
        """
        self._held = True
        if self.asked:
            # The thread says its line before the run says what was kept.
            self._told.wait(MOMENT)

    @contextmanager
    def put_off(self) -> Iterator[None]:
        """A request that comes inside is raised after: what is begun here is done whole."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
        self.heed()

    def heed(self) -> None:
        """Raise a request that was not raised when it came, or was lost on its way."""
        if self.asked:
            raise KeyboardInterrupt

    def between(self, results: Generator[Result, None, None]) -> Iterator[Result]:
        """Results as they come, a request heeded after each.

        What is raised while Python tidies up (a finalizer, a weak reference) or a library calls
        back goes no further: the run would play on to its end.
        """
        with closing(results):
            for result in results:
                yield result
                self.heed()

    @contextmanager
    def workers_start(self) -> Iterator[None]:
        """Processes started inside never hear Ctrl-C; one pressed meanwhile is raised after.

        A terminal sends Ctrl-C to the whole process group, but the parent alone answers it.
        A blocked signal stays blocked in a new process, from its first instruction on.
        """
        masks = hasattr(signal, "pthread_sigmask")  # not on Windows
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masks else ()
        self._held = True
        try:
            yield
        finally:
            self._held = False
            if masks:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self.heed()

    def handle(self, number: int, where: FrameType | None) -> None:
        """The Python handler, called between two bytecodes of the main thread."""
        if not self.asked:
            self.asked = True
            if not self._held:
                raise KeyboardInterrupt

    def watch(self, reader: int) -> None:
        """Read the wakeup file until it is closed; runs in a thread of its own."""
        while data := os.read(reader, 1):
            if data[0] in STOPS:
                self._count()

    def _count(self) -> None:
        now = time.monotonic()
        if not self._first:
            self._first = now
            again = " Ctrl-C again stops at once." if self._ours else ""
            self._say(f"Stopping; what is finished will be kept.{again}")
            self._told.set()
        elif self._ours and now - self._first > SAME_PRESS:
            self._say("Stopped at once; the run is not usable.")
            os._exit(INTERRUPTED)


@contextmanager
def presses(say: Callable[[str], None], ours: bool = True) -> Iterator[Presses]:
    """Handle Ctrl-C and a polite kill inside the block; outside the main thread, do nothing."""
    counter = Presses(say, ours)
    if threading.current_thread() is not threading.main_thread():
        yield counter
        return
    reader, writer = os.pipe()
    if os.name != "nt":  # before 3.12 it has no such pipes
        os.set_blocking(writer, False)
    before = {number: signal.signal(number, counter.handle) for number in STOPS}
    wakeup = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    thread = threading.Thread(target=counter.watch, args=(reader,), daemon=True)
    thread.start()
    try:
        yield counter
    finally:
        signal.set_wakeup_fd(wakeup)
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(writer)
        thread.join()
        os.close(reader)
