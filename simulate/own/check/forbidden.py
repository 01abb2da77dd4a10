"""Detect foreign random numbers, the clock and printing while a game is played."""

import gc
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

LUCK = "is not the game's random generator: use `self.luck`, so that a game can be replayed"
CLOCK = "reads the clock: the game could not be replayed"
PRINTS = "prints in each of thousands of games: `self.tell` adds a line to the story"
NOW = ("now", "utcnow", "today")


def _fault(function: Any) -> tuple[str, bool]:
    """What is wrong with a call of a function, and whether it is forbidden; "" for nothing."""
    module, name = getattr(function, "__module__", None), getattr(function, "__name__", "")
    owner = getattr(function, "__self__", None)
    if owner is random._inst or name in ("urandom", "getrandom"):
        return LUCK, True
    if module == "time" or (name in NOW and getattr(owner, "__module__", "") == "datetime"):
        return CLOCK, True
    return (PRINTS, False) if function is print else ("", False)


@contextmanager
def watched(file: str, tell: Callable[[int, str, bool], None]) -> Iterator[None]:
    """Tell each such call from a file: its line, what is wrong, and whether it is forbidden.

    Who times the garbage collector is not heard meanwhile: it is called from any line.
    """

    def look(frame: FrameType, event: str, function: Any) -> None:
        if event != "c_call":
            return
        what, is_forbidden = _fault(function)
        caller: FrameType | None = frame if what else None
        while caller is not None:
            if caller.f_code.co_filename == file:
                tell(caller.f_lineno, what, is_forbidden)
                return
            caller = caller.f_back

    before, hears = sys.getprofile(), gc.callbacks[:]
    gc.callbacks.clear()
    sys.setprofile(look)
    try:
        yield
    finally:
        sys.setprofile(before)
        gc.callbacks[:] = hears


def state_of_luck() -> Any:
    """The state of the global random generators."""
    import numpy as np

    return random.getstate(), repr(np.random.get_state())
