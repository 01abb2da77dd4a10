"""`python -m tests.compile_first`: compile what the tests play, each game in a process of its own.

`python -m tests.compile_first checked` does so with bounds checked, as the fuzzing plays.

The tests find the code on the disk, so any worker can take any test of any game; without this
each worker would compile each game for itself.  While the last game keeps one core, pytest reads
the tests, whose bytecode the workers find.
"""

import gc
import itertools
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba

from simulate.pack import catalogue
from simulate.portable.module import module_of
from tests.every_game.adapters import adapter


def beside_the_referee(game: str) -> Callable[[], Any]:
    """A short game that is played by kernels and referee, as hand positions are."""
    if game == "defenders":
        from tests.rules.defenders.test_referee import play_beside

        return lambda: play_beside(0, 1, "easy")
    if game == "dungeons":
        from tests.rules.dungeons.lockstep import Pair
        from tests.rules.dungeons.player import any_of

        return lambda: Pair(2, 0).play_out(any_of, 0)
    if game == "kingdoms":
        from tests.rules.kingdoms.test_lockstep import play_twice

        return lambda: play_twice("kingdoms", 2, False, 0)
    if game == "tactics":
        from tests.rules.tactics.test_lockstep import play_twice as play_tactics

        return lambda: play_tactics("solo", 1, 1)
    return lambda: None  # it has no referee


LONGEST = ("tactics", "kingdoms", "dungeons", "defenders")
PACKAGES = {catalogue.facts(game).package for game in catalogue.names()}
LONGEST_FIRST = (*LONGEST, *sorted(PACKAGES.difference(LONGEST)))
QUICK = {"strategy": "random"}  # the code is that of every strategy


def games_played(game: str) -> None:
    """What every run plays."""
    table, module = adapter(game).prepared(QUICK), catalogue.table(game)
    module.compile(table)
    module.play_block(table, 1, 0, 1)
    module_of(game)  # which reports play, else each test that writes one would make it


def games_watched(game: str) -> None:
    """Every other entry that tests of several files use."""
    told = adapter(game)
    table, (hiding, _) = told.prepared(QUICK), told.hides(QUICK)
    catalogue.table(game).play_logged(table, 1, 0)
    told.dealt(table, 1, 0)
    told.audit(table, 1, 0, 1)
    told.choices_with_hidden_dealt_anew(told.prepared(hiding), 1, 0, 1)
    beside_the_referee(game)()


# What is watched is made of what is played, and finds it on the disk.
PARTS = {"played": games_played, "watched": games_watched}
CHECKED = "checked"  # what is played, in code that looks at every index


def in_a_process(words: tuple[str, str]) -> int:
    """The exit code of a process that compiles a part of a game."""
    part, game = words
    checked = {"NUMBA_BOUNDSCHECK": "1"} if part == CHECKED else {}
    words = ("played", game) if checked else words
    command = [sys.executable, "-m", "tests.compile_first", *words]
    return subprocess.run(command, env={**os.environ, **checked}, check=False).returncode


def read_the_tests() -> None:
    """Write their bytecode, if nobody has; what is wrong in them, the tests say later."""
    if next(Path(__file__).parent.rglob("*-pytest-*.pyc"), None) is None:
        words = ("--collect-only", "-qq", "-n", "0", "-p", "no:cacheprovider")
        command = [sys.executable, "-m", "pytest", *words]
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)


def main() -> int:
    """Compile a part of a game that is named, or all of all games, as many at once as can be."""
    if sys.argv[2:]:
        part, game = sys.argv[1:]
        gc.disable()  # looking for garbage among what Numba makes takes a tenth of the time
        PARTS[part](game)
        return 0
    if numba.config.DISABLE_JIT:
        return 0
    with ThreadPoolExecutor(os.cpu_count()) as at_once:
        parts = itertools.product(sys.argv[1:] or PARTS, LONGEST_FIRST)
        ended = at_once.map(in_a_process, parts)
        at_once.submit(read_the_tests)
        return max(ended)


if __name__ == "__main__":
    sys.exit(main())
