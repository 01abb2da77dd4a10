"""Files of a run made anew, one by one."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from simulate import store
from simulate.run.blocks import Block, Player, job_of
from simulate.run.precision import Rounds
from simulate.run.progress import Progress
from simulate.run.runner import compile_game
from simulate.run.turns import joined, seen

if TYPE_CHECKING:
    import polars as pl

    from simulate.recorded import Recorded


class Repairer:
    """Plays blocks of a run again."""

    def __init__(self, plan: "Recorded", folder: Path, table: str | None = None) -> None:
        self._plan = plan
        self._folder = folder
        self._player = Player(job_of(plan, folder, table))
        self._last: tuple[Block, dict[str, bytes]] | None = None
        compile_game(self._player, Progress(Rounds(plan), sys.stderr))

    def file(self, shards: Sequence[store.Shard]) -> str:
        """Why a file of games does not come out as it was, or an empty string.

        shards: all that lies in the file, of one cell or of several.
        """
        first, *others = shards
        if not others and "/cell=" in first.file:
            return self._shard(first)
        rows = store.joined(self._rows(shard) for shard in shards)
        return store.mend(self._folder, first.file, store.encode(rows), first.sha256)

    def _rows(self, shard: store.Shard) -> "pl.DataFrame":
        import polars as pl

        block = Block(shard.cell, 0, shard.first, shard.last - shard.first + 1)
        data = {made.kind: data for made, data in self._player.files(block)[1]}
        return pl.read_parquet(data[shard.kind])

    def _shard(self, shard: store.Shard) -> str:
        block = Block(shard.cell, 0, shard.first, shard.last - shard.first + 1)
        if self._last is None or self._last[0] != block:
            self._last = block, {made.kind: data for made, data in self._player.files(block)[1]}
        return store.mend(self._folder, shard.file, self._last[1][shard.kind], shard.sha256)

    def turns(self, played: Mapping[int, int], mark: str) -> str:
        """The same of the games that were seen turn by turn."""
        blocks = seen(self._plan, played, self._player)
        rows = joined(self._player.play(block) for block in blocks)
        return store.mend(self._folder, store.TURNS, store.encode(rows), mark)
