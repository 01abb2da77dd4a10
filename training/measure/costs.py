"""What a thousand games cost by who plays.

python -m training.measure.costs [GAME ...] [--seconds S]

Every strategy of a game plays all seats of every setting of its default experiment for some seconds
of processor time, on one core.  The unit is a loop: the processor time of `x = 0` and `for i in
range(5_000_000): x += i & 3`, best of five before and after, so that it is nearly the same on all
machines.  Writes configs/GAME/measured/costs.toml, by which a run knows how many games of a second
player it can afford: the same number everywhere.
"""

import argparse
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.results import by_seat, write_entries
from simulate import pack
from simulate.pack import catalogue
from simulate.pack.strategies import PYTHON
from training.measure.expert import cells

SEED = 47_000_000
TURNS, TIMES = 5_000_000, 5
FEWEST = 4  # games that are timed at first
COSTS = """\
# Loops of processor time that a thousand games take, with one player in all seats.
# Measured by `python -m training.measure.costs`; a second player is asked for so many games by it.
"""


def loop() -> float:
    """Seconds of the unit: a plain loop of Python."""
    best = float("inf")
    for _ in range(TIMES):
        start = time.process_time()
        x = 0
        for i in range(TURNS):
            x += i & 3
        best = min(best, time.process_time() - start)
    return best


def seconds_of(known: pack.Pack, setting: dict[str, Any], strategy: str, most: float) -> float:
    """Processor time of a game: of twice as many games at a time until they take long enough."""
    table, count, spent = catalogue.table(known.game), FEWEST, 0.0
    sits = by_seat(known.facts, {**setting, "strategy": strategy, "seed": SEED})
    prepared = table.prepare(known, sits)
    table.play_block(prepared, SEED, 0, 1)
    while spent < most / 2:
        start = time.process_time()
        table.play_block(prepared, SEED, 1, count)
        spent, count = time.process_time() - start, 2 * count
    return 2 * spent / count


def measured(game: str, seconds: float) -> Iterator[dict[str, Any]]:
    """An entry for each setting and strategy."""
    known, crossed = pack.load(game), catalogue.facts(game).crossed
    for setting in cells(game):
        where = {factor: setting[factor] for factor in crossed}
        before = loop()
        spent = {
            name: seconds_of(known, setting, name, seconds)
            for name, strategy in known.strategies.items()
            if strategy.choice != PYTHON
        }
        unit = min(before, loop())
        for name, each in spent.items():
            loops = f"{1_000 * each / unit:.3g}"
            print(game, *where.values(), name, loops, flush=True)
            yield {"setting": where, "strategy": name, "loops": float(loops)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=catalogue.names())
    parser.add_argument("--seconds", type=float, default=0.5)
    asked = parser.parse_args()
    for game in asked.games:
        write_entries(game, "cost", COSTS, list(measured(game, asked.seconds)))


if __name__ == "__main__":
    main()
