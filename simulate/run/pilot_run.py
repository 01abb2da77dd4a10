"""Probe a plan before it is played: speed, size, and the shape of a row.

Asked by `simulate run --dry-run` and by searches that must fit into a time.
"""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate import store
from simulate.run.progress import Progress
from simulate.run.runner import compile_game, rounds_of
from simulate.run.workers.blocks import Block, BlockPlayer, job_of

if TYPE_CHECKING:
    from simulate.experiment.plan import Playable

# Number of cells, and the most games and seconds in each.
PROBE_CELLS, PROBE_GAMES, PROBE_SECONDS = 8, 10_000, 0.4


def probe(plan: "Playable", jobs: int = 1, *, table: str | None = None) -> tuple[float, float]:
    """Games a second with `jobs` processes and bytes a game on disk, from a short try.

    Writes nothing but compiled code.
    """
    rounds = rounds_of(plan)
    player = BlockPlayer(job_of(plan, Path(), table))
    compile_game(player, Progress(rounds, sys.stderr))
    step = -(-len(plan.cells) // PROBE_CELLS)
    tries = [_try(player, cell.number, rounds.block) for cell in plan.cells[::step]]
    seconds = sum(seconds for seconds, _ in tries) / len(tries)
    return jobs / seconds, sum(size for _, size in tries) / len(tries)


def sample(plan: "Playable", cell: int, *, table: str | None = None) -> tuple[Any, Any]:
    """The rows of one game of a cell, in `games` and in `seats`; nothing is written."""
    player = BlockPlayer(job_of(plan, Path(), table))
    compile_game(player, Progress(rounds_of(plan), sys.stderr))
    return player.frames(Block(cell, 0, 0, 1))


def _try(player: BlockPlayer, cell: int, block: int) -> tuple[float, float]:
    """Seconds and bytes a game in a cell, in files of `block` games; takes a moment."""
    empty, count = _measured(player, cell, 1)[1], 10
    while True:
        seconds, size = _measured(player, cell, count)
        if seconds > PROBE_SECONDS / 4 or count >= PROBE_GAMES:
            return seconds / count, (size - empty) / (count - 1) + empty / block
        count *= 4


def _measured(player: BlockPlayer, cell: int, count: int) -> tuple[float, int]:
    start = time.perf_counter()
    tables = player.frames(Block(cell, 0, 0, count))
    return time.perf_counter() - start, sum(len(store.encode(table)) for table in tables)
