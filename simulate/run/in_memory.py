"""Games that are played to be looked at now: their rows come back, and nothing is written."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from simulate.run.blocks import Block, BlockPlayer, Done, job_of
from simulate.run.interrupt import presses
from simulate.run.pool import Pool
from simulate.run.progress import Progress, RoundsLike
from simulate.run.runner import compile_game

if TYPE_CHECKING:
    from simulate.experiment.plan import Plan

Play = Callable[[Iterable[Block]], Iterator[Done]]


@contextmanager
def telling(
    plan: "Plan",
    jobs: int,
    columns: Mapping[str, tuple[str, ...]],
    rounds: RoundsLike,
    *,
    quiet: bool = False,
) -> Iterator[Play]:
    """A table at which blocks of the plan's cells are played by `jobs` processes.

    columns: what comes back, names by table (`games`, `seats`); rounds: what progress is told of.
    Results come in any order.  A Ctrl-C is raised where the rows are waited for.
    """
    job = replace(job_of(plan, Path()), returned=dict(columns))
    progress = Progress(rounds, sys.stderr, quiet=quiet)
    with presses(progress.say) as stop:
        player = BlockPlayer(job)
        compile_game(player, progress)
        stop.heed()
        progress = Progress(rounds, sys.stderr, quiet=quiet)
        pool = Pool(player, jobs, stop, rounds.games_left())

        def play(blocks: Iterable[Block]) -> Iterator[Done]:
            for _, done in pool.play(iter(blocks)):
                yield done
                progress.update()

        try:
            yield play
        finally:
            progress.clear()
            pool.close()
