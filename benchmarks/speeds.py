"""Has a game become slower?  python -m benchmarks.speeds [GAME ...] [--store]

Plays every rung that is fast enough to measure in the usual setting of each game, with a yardstick
(a plain compiled loop) just before and after, in processor time of one core.  What is kept in
benchmarks/speeds.toml is decisions for each thousand steps of the yardstick: a ratio, so that
another machine, or a busy one, matters less.  Fails (exit code 1) where a ratio is a fifth below
the one that is kept; `--store` keeps what was measured instead.
"""

import argparse
import statistics
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numba
import numpy as np

from simulate.experiment import RunRequest, load
from simulate.experiment.plan import Plan, build
from simulate.pack import catalogue
from simulate.run.ladder import speed_of

FILE = Path(__file__).with_name("speeds.toml")
HEAD = """\
# Decisions of a player for each thousand steps of the yardstick of benchmarks/speeds.py.
# Measured, and written by `python -m benchmarks.speeds --store`.
"""
RUNGS = ("random", "quick", "balanced")
STEPS = 30_000_000
REPEATS = 5
FALLS = 0.8  # of what is kept: below that a game has become slower


@numba.njit(nogil=True)
def yardstick(steps: int) -> int:
    """Draw, look up, compare, add: what a game does, without a game."""
    table = np.arange(512) * 2_654_435_761 % 512
    luck, at, score = np.uint64(88_172_645_463_325_252), 0, 0
    for _ in range(steps):
        luck ^= luck << np.uint64(13)
        luck ^= luck >> np.uint64(7)
        luck ^= luck << np.uint64(17)
        at = table[(at + np.int64(luck & np.uint64(255))) % 512]
        if table[at] > at:
            score += at
    return score


def steps_a_second() -> float:
    """Steps of the yardstick in a second of processor time."""
    began = time.process_time()
    yardstick(STEPS)
    return STEPS / (time.process_time() - began)


def ratio(plan: Plan, strategy: str) -> float:
    """Decisions of a strategy for each thousand steps of the yardstick, the median of a few."""
    found = []
    for _ in range(REPEATS):
        before = steps_a_second()
        speed = speed_of(plan, strategy)
        steps = (before + steps_a_second()) / 2
        found.append(1_000 * speed.decisions / speed.seconds / steps)
    return statistics.median(found)


def measured(games: list[str]) -> Iterator[tuple[str, str, float]]:
    yardstick(1)
    for game in games:
        plan = build(load(RunRequest(game, plain=True)))
        for strategy in RUNGS:
            yield game, strategy, ratio(plan, strategy)


def main() -> int:
    """Measure, and compare with what is kept or keep it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[], metavar="GAME")
    parser.add_argument("--store", action="store_true")
    asked = parser.parse_args()
    kept = tomllib.loads(FILE.read_text()) if FILE.exists() else {}
    slower = 0
    for game, strategy, found in measured(asked.games or catalogue.names()):
        before = kept.setdefault(game, {}).get(strategy)
        said = f"{found / before:.2f} of {before:.3f}" if before else "not kept before"
        fell = bool(before) and found < FALLS * before
        slower += fell
        print(
            f"{game:15} {strategy:10} {found:9.3f}  {said}{'  SLOWER' if fell else ''}", flush=True
        )
        if asked.store:
            kept[game][strategy] = float(f"{found:.4g}")
    if asked.store:
        tables = (
            f"[{game}]\n" + "".join(f"{name} = {value}\n" for name, value in rungs.items())
            for game, rungs in kept.items()
        )
        FILE.write_text(HEAD + "\n" + "\n".join(tables))
        return 0
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
