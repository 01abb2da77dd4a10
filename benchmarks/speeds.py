"""Has a game become slower?  python -m benchmarks.speeds [GAME ...] [--against COMMIT]

Plays every rung that is fast enough to measure in the usual setting of each game, as it stands here
and as it was at another commit (HEAD, where none is named).  Two processes play the same games in
turn on one core, short blocks, since other work comes and goes: then, now, now, then.  Told is how
many times as long a game takes in processor time, with an interval over pairs of new processes:
where code comes to lie in memory is worth some percent as long as a process lives.  More pairs are
played until the interval lies on one side of 1.05, 16 at most.  Fails (exit code 1) where a game
takes 1.05 times as long or more for sure.  It is processor time, since virtual machines seldom let
instructions be counted (`perf stat` tells).
"""

import argparse
import io
import math
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from scipy.special import stdtrit

from simulate.pack import catalogue

HERE = Path(__file__).parents[1]
RUNGS = ("random", "quick", "balanced")
BLOCK, PAIR = 0.03, 2.4  # seconds of a block, and of all blocks of a rung by a pair of processes
FEWEST, MOST = 4, 16  # pairs of processes
SLOWER = 1.05  # times as long: that alarms
SURE = 0.995  # of one side: fifteen rungs are asked at once

# What a process does, in today's tree and in an older one: it plays the blocks it is asked for.
PLAYER = """
import sys, time
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.pack import catalogue
plan, ready = build(load(RunRequest(sys.argv[1], plain=True))), {}
table = catalogue.table(plan.facts.name)
for line in sys.stdin:
    strategy, first, count = line.split()
    if strategy not in ready:
        (cell,) = (seated := plan.seated(plan.cells[0], strategy)).cells
        ready[strategy] = table.prepare(seated.pack_for(cell), cell.setting)
        table.play_block(ready[strategy], plan.seed, 0, 1)
    began = time.process_time()
    table.play_block(ready[strategy], plan.seed, int(first), int(count))
    print(time.process_time() - began, flush=True)
"""


class Times(NamedTuple):
    """How many times as long a game takes, and the ends of its interval."""

    value: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """What is sure of it, nothing where the interval holds the bound."""
        return "SLOWER" if self.low >= SLOWER else "not slower" if self.high < SLOWER else ""


class Player:
    """A process that plays a game as it stands in a folder."""

    def __init__(self, folder: Path, game: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, game],
            cwd=folder,  # which is what it imports from
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def seconds(self, strategy: str, first: int, count: int) -> float:
        """Of processor time that so many games take."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{strategy} {first} {count}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())


def times(logs: Sequence[float]) -> Times:
    """Of the logarithm of each pair: the geometric mean and Student's interval."""
    middle, reach = statistics.fmean(logs), math.inf
    if len(logs) > 1:
        error = statistics.stdev(logs) / math.sqrt(len(logs))
        reach = error * float(stdtrit(len(logs) - 1, SURE))
    return Times(*(math.exp(middle + off) for off in (0, -reach, reach)))


def is_settled(logs: Sequence[float]) -> bool:
    """Whether no more pairs are needed, or none may follow."""
    return len(logs) >= MOST or (len(logs) >= FEWEST and bool(times(logs).verdict))


def games_of_a_block(player: Player, strategy: str) -> tuple[int, int]:
    """As many games as take the time of a block, and how often four blocks are played."""
    count = 1
    while (took := player.seconds(strategy, 0, count)) < BLOCK:
        count *= 2
    games = max(1, round(count * BLOCK / took))
    return games, max(5, round(PAIR * count / took / games / 4))


def log_of_pair(then: Player, now: Player, strategy: str, block: tuple[int, int]) -> float:
    """How much longer now takes, as a logarithm: the median of a pair of processes."""
    games, often = block
    found = []
    for turn in range(often):
        took = [player.seconds(strategy, turn * games, games) for player in (then, now, now, then)]
        found.append(math.log((took[1] + took[2]) / (took[0] + took[3])))
    return statistics.median(found)


def measured(game: str, before: Path) -> Iterator[tuple[str, Times, int]]:
    """Each rung, how many times as long it takes, and by how many pairs of processes."""
    logs: dict[str, list[float]] = {strategy: [] for strategy in RUNGS}
    blocks: dict[str, tuple[int, int]] = {}
    while unsettled := [strategy for strategy in RUNGS if not is_settled(logs[strategy])]:
        with Player(before, game) as then, Player(HERE, game) as now:
            for strategy in unsettled:
                if strategy not in blocks:
                    blocks[strategy] = games_of_a_block(then, strategy)
                logs[strategy].append(log_of_pair(then, now, strategy, blocks[strategy]))
    for strategy, found in logs.items():
        yield strategy, times(found), len(found)


@contextmanager
def as_it_was(commit: str) -> Iterator[Path]:
    """The tree of a commit in a folder that goes at the end."""
    packed = subprocess.run(["git", "archive", commit], cwd=HERE, capture_output=True, check=True)
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="speeds-"))
        stack.enter_context(tarfile.open(fileobj=io.BytesIO(packed.stdout))).extractall(folder)
        yield Path(folder)


def main() -> int:
    """Measure each game against itself as it was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[], metavar="GAME")
    parser.add_argument("--against", default="HEAD", metavar="COMMIT")
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    slower = 0
    with as_it_was(asked.against) as before:
        for game in asked.games or catalogue.names():
            for strategy, found, pairs in measured(game, before):
                said = "{:6.3f} times as long ({:.3f} to {:.3f})".format(*found)
                told = found.verdict or f"CANNOT TELL whether it is {SLOWER} times"
                print(f"{game:15} {strategy:10} {said}, {pairs} pairs: {told}", flush=True)
                slower += found.verdict == "SLOWER"
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
