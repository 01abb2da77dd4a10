"""Build the WebAssembly module in a process of its own, while games are played.

python -m simulate.portable.maker GAME
"""

import os
import subprocess
import sys
import time
from contextlib import suppress

from simulate.compiler.cache import read
from simulate.pack import catalogue
from simulate.portable.module import module_of, path_of

_begun: dict[str, subprocess.Popen[bytes]] = {}  # by game
EACH, WAIT = 0.5, 120  # seconds between two looks, and that a report waits at most


def begin(game: str) -> None:
    """Let a game's module be made beside what this process does, if it is not made already."""
    if game in _begun or path_of(game).is_file():
        return
    # -P: a file of the folder at hand must not stand in for one of Python's.
    words = [sys.executable, "-P", "-m", "simulate.portable.maker", game]
    none = subprocess.DEVNULL
    _begun[game] = subprocess.Popen(words, stdin=none, stdout=none, stderr=none)


def made(game: str) -> bytes | None:
    """The module, awaited where it is not made yet; None where it could not be made, or kept.

    It is always made elsewhere: where LLVM breaks down, it takes no report with it.
    """
    begin(game)
    if (process := _begun.pop(game, None)) is not None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(WAIT)
    return read(path_of(game))


def main(game: str) -> None:
    """Make the module once the game is compiled, unless who asked for it has ended before."""
    parent = os.getppid()
    while not catalogue.table(game).has_compiled():
        if os.getppid() != parent:
            return
        time.sleep(EACH)
    module_of(game)


if __name__ == "__main__":
    main(sys.argv[1])
