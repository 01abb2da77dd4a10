"""The same games as before?  `python -m benchmarks.digest GAME [--set KEY=VALUE] ...`.

Plays a game's default experiment in this process and prints a digest of every stored row, and
one of every told line: whoever rebuilds the house without changing a rule prints the same two
before and after.
"""

import argparse
import hashlib
import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from simulate.experiment import RunRequest, load
from simulate.experiment.plan import Plan, build
from simulate.pack import catalogue


def main(words: list[str] | None = None) -> None:
    """Print one line: the game, its digests, and of how many games each was made."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.digest", description=__doc__)
    parser.add_argument("game", choices=catalogue.names())
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--games", type=int, default=20_000, help="stored, in all cells together")
    parser.add_argument("--logs", type=int, default=200, help="told, in all cells together")
    asked = parser.parse_args(words)
    plan = build(load(RunRequest(asked.game, sets=tuple(asked.set))))
    each, told = -(-asked.games // len(plan.cells)), -(-asked.logs // len(plan.cells))
    rows, lines = digest(stored(plan, each)), digest(logged(plan, told))
    print(f"{asked.game}: rows {rows} ({each} x {len(plan.cells)}), logs {lines} ({told} a cell)")


def digest(parts: Iterator[bytes]) -> str:
    """One short hash of many bytes."""
    found = hashlib.blake2b(digest_size=8)
    for part in parts:
        found.update(part)
    return found.hexdigest()


def stored(plan: Plan, count: int) -> Iterator[bytes]:
    """Every column of the first `count` games of each cell: its name, then its values."""
    module = catalogue.table(plan.game)
    for cell in plan.cells:
        table = module.prepare(plan.pack_for(cell), cell.setting)
        for columns in module.play_block(table, plan.seed, 0, count):
            for name, values in sorted(columns.items()):
                yield name.encode()
                yield plain(values)


def plain(values: Any) -> bytes:
    """A column as bytes; a text column, which comes as (codes, labels), as its labels."""
    if isinstance(values, tuple):
        codes, labels = values
        return json.dumps([labels[code] if code >= 0 else None for code in codes]).encode()
    if values is None:
        return b"none"
    filled = np.ma.filled(np.ma.asarray(values).astype(float), np.nan)
    return np.ascontiguousarray(filled).tobytes()


def logged(plan: Plan, count: int) -> Iterator[bytes]:
    """Every line of the first `count` games of each cell, with legal moves and their scores."""
    module = catalogue.table(plan.game)
    for cell in plan.cells:
        table = module.prepare(plan.pack_for(cell), cell.setting)
        for replicate in range(count):
            for line in module.play_logged(table, plan.seed, replicate, cell.number, legal=True):
                yield json.dumps(line, sort_keys=True, default=str).encode()


if __name__ == "__main__":
    main()
