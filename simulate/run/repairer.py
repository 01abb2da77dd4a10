"""Files of a run made anew."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from simulate import store
from simulate.run.blocks import Block, BlockPlayer, Counting, Done, job_of
from simulate.run.interrupt import presses
from simulate.run.pool import Pool
from simulate.run.precision import Rounds
from simulate.run.progress import Progress
from simulate.run.runner import compile_game
from simulate.run.turns import joined, seen

if TYPE_CHECKING:
    import polars as pl

    from simulate.experiment.stored_plan import PlanFromManifest

Made = dict[Block, dict[str, bytes]]  # a block's files by kind


class Repairer:
    """Plays blocks of a run again, with so many processes."""

    def __init__(
        self,
        plan: "PlanFromManifest",
        folder: Path,
        jobs: int = 1,
        table: str | None = None,
        counter: Counting | None = None,
    ) -> None:
        self._plan = plan
        self._folder = folder
        self._jobs = jobs
        self._player = BlockPlayer(job_of(plan, None, table, counter))  # what is played comes back
        self._progress = Progress(Rounds(plan), sys.stderr)
        compile_game(self._player, self._progress)

    def files(self, wanted: Mapping[str, Sequence[store.Shard]]) -> Iterator[tuple[str, str]]:
        """Make files of games anew; those that do not come out as they were, and why.

        wanted: all that lies in each file, of one cell or of several.  A block is played once,
        whichever of its files are wanted, and kept no longer than one waits for it.
        """
        waiting = {name: {_block(shard) for shard in shards} for name, shards in wanted.items()}
        takers: dict[Block, set[str]] = {}
        for name, blocks in waiting.items():
            for block in blocks:
                takers.setdefault(block, set()).add(name)
        made: Made = {}
        for block, done in self._played([*takers]):
            made[block] = {s.kind: data for s, data in zip(done.shards, done.data, strict=True)}
            for name in sorted(takers[block]):
                waiting[name].discard(block)
                if waiting[name]:
                    continue
                if what := self._mend(name, wanted[name], made):
                    yield name, what
                for used in {_block(shard) for shard in wanted[name]}:
                    takers[used].discard(name)
                    if not takers[used]:
                        del made[used]

    def _played(self, blocks: Sequence[Block]) -> Iterator[tuple[Block, Done]]:
        with presses(self._progress.say) as stop:
            pool = Pool(self._player, self._jobs, stop, sum(block.count for block in blocks))
            try:
                yield from pool.play(iter(blocks))
            finally:
                pool.close()

    def _mend(self, name: str, shards: Sequence[store.Shard], made: Made) -> str:
        """Why a file does not come out as it was, or an empty string."""
        first, *others = shards
        data = made[_block(first)][first.kind]
        if others or "/cell=" not in name:
            data = store.encode(store.joined(_rows(shard, made) for shard in shards))
        return store.mend(self._folder, name, data, first.sha256)

    def turns(self, played: Mapping[int, int], mark: str) -> str:
        """The same of the games that were seen turn by turn."""
        blocks = seen(self._plan, played, self._player)
        rows = joined(self._player.play(block) for block in blocks)
        return store.mend(self._folder, store.TURNS, store.encode(rows), mark)


def _block(shard: store.Shard) -> Block:
    """The games that a file holds of a cell."""
    return Block(shard.cell, 0, shard.first, shard.last - shard.first + 1)


def _rows(shard: store.Shard, made: Made) -> "pl.DataFrame":
    import polars as pl

    return pl.read_parquet(made[_block(shard)][shard.kind])
