"""Check the contents of a table whose checksum is right."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.core.errors import RunError
from simulate.core.files import budget
from simulate.store.names import Shard
from simulate.store.rows.shards import holds

if TYPE_CHECKING:
    import polars as pl

MOST_SEATS = 100  # of a game; what says more is no file of ours
SAID = ("end_reason",)  # what every row of a game has
DECODING = Path(__file__).with_name("decoding.py")


def undecodable(folder: Path, names: Sequence[str]) -> dict[str, str]:
    """Files that cannot be read to their end, and why; after one that ends its reader none.

    A stranger's table may do that, so a process of its own reads them.  Raises RunError where it
    cannot be started.
    """
    if not names:
        return {}
    files = [(folder / name).absolute() for name in names]
    wait = budget.WAIT + sum(budget.seconds_for(file.stat().st_size) for file in files)
    given = json.dumps([str(file) for file in files]).encode()
    out, ended = budget.started([str(DECODING)], given, wait)
    said = out.decode().split("\n")[:-1]
    if not said:
        raise RunError(f"the tables of {folder} could not be checked: no process could be started")
    faults = [*said[1:], budget.refusal(ended)] if ended != 0 else said[1:]
    told = {name: fault for name, fault in zip(names, faults, strict=False) if fault}
    return {name: _cannot(fault) for name, fault in told.items()}


def _cannot(fault: str) -> str:
    """Why a table cannot be read, in words: a sentence, or the name of what its reader raised."""
    return f"it {fault}" if " " in fault else f"it cannot be read as a table ({fault})"


def are_turns(seen: "pl.DataFrame", cells: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a table holds numbers of games that were played, with the same seats at each turn."""
    import polars as pl

    games = {cell["number"]: cell["games"] for cell in cells}
    played = pl.col("cell").replace_strict(games, default=0, return_dtype=pl.Int64)
    tables = seen.group_by("cell", "replicate", "turn").agg(pl.col("seat"))
    seats = tables.group_by("cell").agg(pl.col("seat").n_unique())["seat"]
    once = pl.col("seat").list.n_unique() == pl.col("seat").list.len()
    return bool(
        seen.height
        and all(kind.is_numeric() or kind == pl.Boolean for kind in seen.dtypes)
        and all(seen.select(pl.all().cast(pl.Float64).is_finite().all()).fill_null(True).row(0))
        and seen.select(pl.col("replicate").is_between(0, played - 1).all()).item()
        and (seats == 1).all()
        and tables.select(once.all()).item()
    )


def unreadable(file: Path, shard: Shard) -> str:
    """Why a file of sums is none, or an empty string."""
    import polars as pl

    try:
        sums = pl.scan_parquet(file, hive_partitioning=False).filter(cell=str(shard.cell))
        rows = sums.select(pl.len()).collect().item()
    except (pl.exceptions.PanicException, Exception) as error:
        return f"it cannot be read as a table ({type(error).__name__})"
    return "" if rows == shard.rows else _other_rows(rows, shard)


def _other_rows(rows: int, shard: Shard) -> str:
    return f"it has {rows:,} rows, and the manifest says {shard.rows:,}"


def unlike(file: Path, shard: Shard, declared: Mapping[str, Any]) -> str:
    """What a table has that its manifest does not say, or an empty string."""
    import polars as pl

    try:
        schema = pl.read_parquet_schema(file)
        if schema != declared:
            odd = [
                name for name in {**schema, **declared} if schema.get(name) != declared.get(name)
            ]
            return f"the manifest has other columns (such as `{odd[0]}`)"
        read = ["cell", "replicate", *(name for name in SAID if name in schema)]
        rows = pl.read_parquet(file, columns=read, hive_partitioning=False)
        if shard.file.count("/") == 1:  # a file of several cells
            rows = rows.filter(cell=shard.cell)
    except (pl.exceptions.PanicException, Exception) as error:
        return f"it cannot be read as a table ({type(error).__name__})"
    if rows.height != shard.rows:
        return _other_rows(rows.height, shard)
    if empty := [name for name in SAID if name in schema and rows[name].null_count()]:
        return f"some of its rows have no `{empty[0]}`"
    each = shard.rows // (shard.last - shard.first + 1)
    game = pl.int_range(pl.len()) // each + shard.first
    meant = rows.select(((pl.col("cell") == shard.cell) & (pl.col("replicate") == game)).all())
    return "" if meant.item() else f"it holds other games than {shard.first} to {shard.last}"


def rows_of_block(
    folder: Path, shard: Shard, games: int, declared: Mapping[str, Any]
) -> "pl.DataFrame | None":
    """The rows of a file of so many games; None where it is not as it was written, or none of ours.

    No more is read than so many games can have.
    """
    import polars as pl

    file, most = folder / shard.file, 1 if shard.kind == "games" else MOST_SEATS
    if shard.last - shard.first + 1 != games or not games <= shard.rows <= games * most:
        return None
    try:
        if shard.rows % games or not holds(folder, shard):
            return None
        rows = pl.scan_parquet(file, hive_partitioning=False).select(pl.len()).collect().item()
        if rows != shard.rows or unlike(file, shard, declared):
            return None
        return pl.read_parquet(file, hive_partitioning=False)
    except (pl.exceptions.PanicException, Exception):
        return None
