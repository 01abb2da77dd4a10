"""`python -m tests.compile_first`: compile what the tests play, each game in a process of its own.

The tests find the code on the disk, so any worker can take any test of any game; without this
each worker would compile each game for itself.
"""

import gc
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numba

from simulate import catalogue
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


def compile_game(game: str) -> None:
    """Use every entry once that tests of several files use."""
    gc.disable()  # looking for garbage among what Numba makes takes a tenth of the time
    told, module = adapter(game), catalogue.table(game)
    quick = {"strategy": "random"}  # the code is that of every strategy
    table, (hiding, _) = told.prepared(quick), told.hides(quick)
    module.compile(table)
    module.play_block(table, 1, 0, 1)
    module.play_logged(table, 1, 0)
    told.dealt(table, 1, 0)
    told.audit(table, 1, 0, 1)
    told.choices_with_hidden_dealt_anew(told.prepared(hiding), 1, 0, 1)
    beside_the_referee(game)()


def in_a_process(game: str) -> int:
    """The exit code of a process that compiles a game."""
    return subprocess.run(
        [sys.executable, "-m", "tests.compile_first", game], check=False
    ).returncode


def main() -> int:
    """Compile the games that are named, or all of them at once."""
    for game in sys.argv[1:]:
        compile_game(game)
    if sys.argv[1:] or numba.config.DISABLE_JIT:
        return 0
    with ThreadPoolExecutor(os.cpu_count()) as at_once:
        return max(at_once.map(in_a_process, LONGEST_FIRST))


if __name__ == "__main__":
    sys.exit(main())
