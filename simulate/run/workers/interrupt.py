"""Ctrl-C: the first keeps finished games, the second stops at once.

A compiled kernel returns to Python only after its block, so a Python handler alone could
not answer a second Ctrl-C before that (`simulate.core.signals`).
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from types import FrameType
from typing import Any, TypeVar

from simulate.core import signals
from simulate.core.signals import MOMENT, SAME_PRESS, heard

Result = TypeVar("Result")


class InterruptHandler:
    """Counts requests to stop; the first is raised as KeyboardInterrupt in the main thread.

    ours: the process is one of ours, and a second request ends it; else it goes unheard.
    """

    def __init__(self, say: Callable[[str], None], ours: bool = True) -> None:
        self.pressed = False
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
        if self.pressed:
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
        if self.pressed:
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

        A terminal sends Ctrl-C, and that it is closed, to the whole process group, but the parent
        alone answers.
        A blocked signal stays blocked in a new process, from its first instruction on.
        """
        masks = hasattr(signal, "pthread_sigmask")  # not on Windows
        unheard = {signal.SIGINT, *signals.HANGUP}
        before = signal.pthread_sigmask(signal.SIG_BLOCK, unheard) if masks else ()
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
        signals.note(number)
        if not self.pressed:
            self.pressed = True
            if not self._held:
                raise KeyboardInterrupt

    def hear(self, number: int) -> None:
        """Count a signal, in a thread of its own, at the moment that it comes."""
        if number in signals.STOPS:
            signals.note(number)
            self._count()

    def _count(self) -> None:
        now = time.monotonic()
        if not self._first:
            self._first = now
            again = " Ctrl-C again stops at once." if self._ours else ""
            self._say(f"Stopping; finished games will be kept.{again}")
            self._told.set()
        elif self._ours and now - self._first > SAME_PRESS:
            self._say("Stopped at once; finished games are kept, and `--resume` continues.")
            os._exit(signals.exit_code())


@contextmanager
def presses(say: Callable[[str], None], ours: bool = True) -> Iterator[InterruptHandler]:
    """Handle SIGINT and its kin inside the block; outside the main thread, do nothing."""
    counter = InterruptHandler(say, ours)
    if threading.current_thread() is not threading.main_thread():
        yield counter
        return
    before = {number: signal.signal(number, counter.handle) for number in signals.answered()}
    told, sys.unraisablehook = sys.unraisablehook, _unless_stopped(sys.unraisablehook)
    try:
        with heard(counter.hear):
            yield counter
    finally:
        sys.unraisablehook = told
        for number, handler in before.items():
            signal.signal(number, handler)


def _unless_stopped(tell: Callable[[Any], object]) -> Callable[[Any], object]:
    """What tells of errors that go no further, but for a request to stop: that is heeded later."""

    def told(lost: Any) -> None:
        if lost.exc_type is not KeyboardInterrupt:
            tell(lost)

    return told
