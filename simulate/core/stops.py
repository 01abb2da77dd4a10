"""What asks a process to stop: Ctrl-C, a polite kill (SIGTERM), a terminal that is closed (SIGHUP).

All three end a command alike: what is finished is kept.  Its exit code says which it was.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

HANGUP = () if not hasattr(signal, "SIGHUP") else (signal.SIGHUP,)  # not on Windows
STOPS = (signal.SIGINT, signal.SIGTERM, *HANGUP)
DIED_OF = 128  # what shells add to the number of the signal that ended a process

_last = int(signal.SIGINT)


def note(number: int) -> None:
    """Remember which signal it was."""
    global _last
    _last = number


def exit_code() -> int:
    """Of a process that was asked to stop: 130 after Ctrl-C, 143 a polite kill, 129 a hang-up."""
    return DIED_OF + _last


def answered() -> list[signal.Signals]:
    """The signals that a run answers: not a hang-up that whoever started us has had ignored."""
    return [one for one in STOPS if one not in HANGUP or signal.getsignal(one) != signal.SIG_IGN]


@contextmanager
def stopped_politely() -> Iterator[None]:
    """Inside, each of them ends what is done as Ctrl-C does, and what is put up is tidied away."""
    note(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ours = [one for one in STOPS if signal.getsignal(one) == signal.SIG_DFL]
    for number in ours:
        signal.signal(number, _stop)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _stop(number: int, where: FrameType | None) -> None:
    note(number)
    raise KeyboardInterrupt
