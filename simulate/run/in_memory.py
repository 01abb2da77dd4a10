"""Play games in memory and return their rows.

Whoever wants to have them another time keeps them block by block.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from simulate.run.progress import Progress, RoundsLike
from simulate.run.runner import compile_game
from simulate.run.workers.blocks import Block, BlockPlayer, Done, Job, job_of
from simulate.run.workers.interrupt import presses
from simulate.run.workers.pool import Pool

if TYPE_CHECKING:
    from simulate.experiment.plan import Playable


class Keeps(Protocol):
    """Where blocks are kept."""

    def known(self, block: Block) -> Done | None:
        """A block that was played before, with its rows."""
        ...

    def add(self, block: Block, done: Done) -> None:
        """Keep a block that was played just now."""
        ...


Play = Callable[[Iterable[Block]], Iterator[Done]]


@contextmanager
def telling(
    plan: "Playable",
    jobs: int,
    columns: Mapping[str, tuple[str, ...]],
    rounds: RoundsLike,
    *,
    quiet: bool = False,
    kept: Keeps | None = None,
    about: str = "about ",
    job: Job | None = None,
    found: Callable[[], str] = str,
) -> Iterator[Play]:
    """A table at which blocks of the plan's cells are played by `jobs` processes.

    columns: what comes back, names by table (`games`, `seats`); rounds: what progress is told of.
    kept: where blocks are kept; what is known there is not played.  about: as of `Progress`.
    job: of the plan, where it is not played as usual.
    found: what is shown above the progress, as soon as it is another.
    Results come in any order.  A Ctrl-C is raised where the rows are waited for.
    """
    job = replace(job or job_of(plan, Path()), returned=dict(columns))
    progress = Progress(rounds, sys.stderr, quiet=quiet)
    with presses(progress.say) as stop:
        player = BlockPlayer(job)
        compile_game(player, progress)
        stop.heed()
        progress = Progress(rounds, sys.stderr, quiet=quiet, about=about)
        pool = Pool(player, jobs, stop, rounds.games_left())

        said = ""

        def play(blocks: Iterable[Block]) -> Iterator[Done]:
            nonlocal said
            if (best := found()) != said:
                progress.show([best[:1].upper() + best[1:]])
                said = best
            known, missing = _known(blocks, kept)
            progress.skip(sum(done.games for done in known))
            yield from known
            for block, done in pool.play(iter(missing)):
                if kept is not None:
                    with stop.put_off():
                        kept.add(block, done)
                yield done
                progress.update()

        try:
            yield play
        finally:
            progress.clear()
            pool.close()


def _known(blocks: Iterable[Block], kept: Keeps | None) -> tuple[list[Done], list[Block]]:
    """Blocks that were played before, and those that are still to be played."""
    known, missing = [], []
    for block in blocks:
        done = None if kept is None else kept.known(block)
        if done is None:
            missing.append(block)
        else:
            known.append(done)
    return known, missing
