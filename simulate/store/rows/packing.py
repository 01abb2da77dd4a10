"""Merge many small files of rows into few."""

import hashlib
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from simulate.store.names import COUNTS, Shard, packed_name
from simulate.store.rows.shards import put, shard_of
from simulate.store.rows.tables import encode, joined

# Above this number of files small cells share a file, up to this number of rows.
MOST_LOOSE, PACK_ROWS = 500, 250_000


def packed(folder: Path, shards: Sequence[Shard]) -> list[Shard]:
    """The same rows in few files, where there are very many small ones: several cells in a file.

    Only cells whose games are without a gap; the small files stay where they are.
    """
    if len(shards) <= MOST_LOOSE:
        return [*shards]
    small = _small_cells(shards)
    made = [shard for shard in shards if shard.cell not in small]
    for kind in dict.fromkeys(shard.kind for shard in shards):
        group: list[Shard] = []
        number = rows = 0
        for of_cell in small.values():
            of_kind = sorted((s for s in of_cell if s.kind == kind), key=lambda s: s.first)
            more = sum(s.rows for s in of_kind)
            if group and rows + more > PACK_ROWS:
                made += _pack(folder, kind, number, group)
                group, number, rows = [], number + 1, 0
            group, rows = [*group, *of_kind], rows + more
        if group:
            made += _pack(folder, kind, number, group)
    return made


def whole_blocks(
    folder: Path, shards: Sequence[Shard], blocks: Iterable[tuple[int, int, int, int]]
) -> list[Shard]:
    """One file a kind of each block that was played in parts, as if it had been played at once.

    blocks: cell, number, first game, games; numbered from 0 in the order of their games, so that
    none takes the name of a part that is still to be read.
    """
    import polars as pl

    by_place = {(s.kind, s.cell, s.first): s for s in shards}
    made = []
    for cell, number, first, games in blocks:
        for kind in dict.fromkeys(s.kind for s in shards):
            parts, at = [], first
            while at < first + games:
                parts.append(by_place[kind, cell, at])
                at = parts[-1].last + 1
            tables = (pl.read_parquet(folder / s.file, hive_partitioning=False) for s in parts)
            data, rows = encode(joined(tables)), sum(s.rows for s in parts)
            shard = shard_of(kind, cell, number, data, rows, (first, first + games - 1))
            put(folder, shard.file, data)
            made.append(shard)
    return made


def _small_cells(shards: Sequence[Shard]) -> dict[int, list[Shard]]:
    """Cells in order, of which all rows of each kind fit into a file."""
    by_cell: dict[int, list[Shard]] = {}
    for shard in shards:
        by_cell.setdefault(shard.cell, []).append(shard)
    return {cell: of_cell for cell, of_cell in sorted(by_cell.items()) if _is_small(of_cell)}


def _is_small(shards: Sequence[Shard]) -> bool:
    for kind in dict.fromkeys(s.kind for s in shards):
        of_kind = sorted((s for s in shards if s.kind == kind), key=lambda s: s.first)
        apart = any(one.last + 1 != other.first for one, other in pairwise(of_kind))
        if (
            apart
            or sum(s.rows for s in of_kind) > PACK_ROWS
            or (kind == COUNTS and len(of_kind) > 1)
        ):
            return False
    return True


def _pack(folder: Path, kind: str, number: int, shards: Sequence[Shard]) -> list[Shard]:
    """One file of the rows of several, in their order; what is to be known of each cell in it."""
    import polars as pl

    name = packed_name(kind, number)
    tables = (pl.read_parquet(folder / s.file, hive_partitioning=False) for s in shards)
    data = encode(joined(tables))
    put(folder, name, data)
    mark = hashlib.sha256(data).hexdigest()
    made: dict[int, Shard] = {}
    for s in shards:
        before = made.get(s.cell)
        first = before.first if before else s.first
        rows = s.rows + (before.rows if before else 0)
        made[s.cell] = Shard(
            kind=kind, cell=s.cell, file=name, rows=rows, sha256=mark, first=first, last=s.last
        )
    return [*made.values()]
