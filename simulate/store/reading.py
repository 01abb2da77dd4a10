"""A run folder that is read again."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.core import disk
from simulate.core.errors import InputError, Problem
from simulate.store import cells, speeds
from simulate.store.damage import are_turns, unlike, unreadable
from simulate.store.manifest import read_manifest
from simulate.store.names import ALL, COUNTS, MANIFEST, MOST_REPLICATE, TURNS, Shard
from simulate.store.refusing import AGAIN, CHANGED, broken, refuse
from simulate.store.shards import checksum, missing
from simulate.store.speeds import Speed
from simulate.store.tables import types

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class StoredRun:
    """A run folder that was opened; `manifest` is its manifest as plain data."""

    path: Path
    manifest: dict[str, Any]

    def games(self, first: int = 0, last: int = MOST_REPLICATE) -> "pl.LazyFrame":
        """One row a game, of the games `first` to `last` of every cell."""
        return self._scan("games", first, last)

    def seats(self, first: int = 0, last: int = MOST_REPLICATE) -> "pl.LazyFrame":
        """One row a seat that a person plays, of the games `first` to `last` of every cell."""
        return self._scan("seats", first, last)

    def sums(self) -> "Iterator[pl.DataFrame]":
        """The sums over the games whose rows are not kept, file by file."""
        import polars as pl

        for shard in self.shards:
            if shard.kind == COUNTS:
                yield pl.read_parquet(self.path / shard.file, hive_partitioning=False)

    def cells(self) -> "pl.DataFrame":
        """One row a cell: what every factor stands at, changes and games played."""
        return cells.table(self.manifest)

    def turns(self) -> "pl.DataFrame | None":
        """Some of the games seen turn by turn, a row a seat at the beginning of each turn.

        None where the run has kept none: it was too small, or is of an older version.
        """
        import polars as pl

        return pl.read_parquet(self.path / TURNS) if TURNS in self._others() else None

    def speeds(self) -> list[Speed]:
        """How fast each strategy of a ladder plays; empty for other runs.

        Raises InputError where the file is not as `simulate ladder` writes it.
        """
        return speeds.read(self.path)

    @cached_property
    def shards(self) -> list[Shard]:
        return [Shard(**record) for record in self.manifest["shards"]]

    def holds(self, cell: int, game: int) -> bool:
        """Whether a game of a cell was played."""
        return any(first <= game <= last for first, last in self.spans(cell))

    def spans(self, cell: int) -> list[tuple[int, int]]:
        """First and last game of every stretch of a cell; one cut short may have gaps."""
        spans: list[tuple[int, int]] = []
        for first, last in sorted((s.first, s.last) for s in self.shards if s.cell == cell):
            if spans and first <= spans[-1][1] + 1:
                first, last = spans[-1][0], max(last, spans.pop()[1])
            spans.append((first, last))
        return spans

    def count_files(self) -> int:
        """How many files are known by their checksum, the manifest with them."""
        return 1 + len({s.file for s in self.shards}) + len(self._others())

    def damaged(self, first: int = 0, last: int = MOST_REPLICATE) -> dict[str, str]:
        """Files that are gone or are not what was written, and what is wrong with each.

        Every byte of them is read, for the checksum, and then the rows' names: a file may be
        whole and still be of another cell or of other games.  Only those that hold any of the
        games `first` to `last` are looked at, and what is no table of games.
        """
        held = [s for s in self.shards if s.first <= last and s.last >= first]
        marks = {(s.file, s.sha256): None for s in held}
        changed = {one: what for one in marks if (what := self._changed(*one))}
        others = {
            file["file"]: what
            for file in self.manifest.get("files", [])
            if (what := self._changed(file["file"], file["sha256"]))
        }
        if TURNS not in others and (what := self._wrong_turns()):
            others[TURNS] = f"{what}, so it is no part of this run; {AGAIN}"
        for s in held:
            if what := changed.get((s.file, s.sha256)) or self._wrong(s):
                others[s.file] = what
        return others

    def verify(self, first: int = 0, last: int = MOST_REPLICATE) -> None:
        """Raise InputError that names every file which `damaged` finds."""
        damages = self.damaged(first, last)
        if damages:
            raise broken(self.path, damages)

    def undecodable(self) -> dict[str, str]:
        """Files that cannot be read to their end, though they are as the manifest says.

        No run writes such files, so this is asked only where reading one has failed.
        """
        import polars as pl

        damages = {}
        for name in dict.fromkeys([*(s.file for s in self.shards), *self._others()]):
            try:
                pl.read_parquet(self.path / name, hive_partitioning=False)
            except (pl.exceptions.PanicException, Exception) as error:
                damages[name] = f"it cannot be read as a table ({type(error).__name__}); {AGAIN}"
        return damages

    def _others(self) -> list[str]:
        """Files of the run that are no shards."""
        return [file["file"] for file in self.manifest.get("files", [])]

    def _wrong(self, shard: Shard) -> str:
        """What is wrong with the rows of a file that is as it was written, or an empty string."""
        if shard.kind == COUNTS:
            return unreadable(self.path / shard.file, shard)
        columns = self.manifest["columns"][shard.kind]
        declared = {column["name"]: types()[column["dtype"]] for column in columns}
        what = unlike(self.path / shard.file, shard, declared)
        return f"{what}, so it is no part of this run; {AGAIN}" if what else ""

    def _changed(self, file: str, mark: str) -> str:
        """Why a file is not the one that was written, or an empty string."""
        if what := missing(self.path, file):
            return what
        return CHANGED if checksum(self.path / file) != mark else ""

    def _wrong_turns(self) -> str:
        """What is wrong with the games that were seen turn by turn, or an empty string."""
        import polars as pl

        try:
            seen = self.turns()
            fine = seen is None or are_turns(seen, self.manifest["cells"])
        except (pl.exceptions.PanicException, Exception) as error:
            return f"it cannot be read as a table of turns ({type(error).__name__})"
        return "" if fine else "it tells of other games than were played"

    def _scan(self, kind: str, first: int, last: int) -> "pl.LazyFrame":
        """Only the files that hold such games are opened."""
        import polars as pl

        shards = [shard for shard in self.shards if shard.kind == kind]
        if not shards:
            keep = self.manifest.get("keep", ALL)
            what = f"of this run no rows are kept (--keep {keep}), and this needs them"
            raise InputError([Problem(str(self.path), what)])
        wanted = [shard for shard in shards if shard.first <= last and shard.last >= first]
        names = dict.fromkeys(shard.file for shard in wanted or shards[:1])
        tables = [self.path / name for name in names]
        rows = pl.scan_parquet(tables, hive_partitioning=False)
        return rows.filter(pl.col("replicate").is_between(first, last))


def open_damaged(path: Path) -> StoredRun:
    """A run of which files may be gone; InputError when its manifest cannot be read."""
    if not path.is_dir():
        raise refuse(path, "there is no such folder" if not path.exists() else "not a folder")
    if os.path.lexists(path / MANIFEST):  # whatever else a folder is, it may have no end
        disk.check_folder(path)
    return StoredRun(path, read_manifest(path))


def open_run(path: Path | str) -> StoredRun:
    """Open a run folder; InputError with the reason when it is not one that can be read."""
    path = Path(path)
    run = open_damaged(path)
    listed = [s.file for s in run.shards] + run._others()
    gone = {file: what for file in dict.fromkeys(listed) if (what := missing(path, file))}
    if gone:
        raise broken(path, gone)
    return run


def refusal_of_undecodable(path: Path) -> InputError | None:
    """What is to be said of a run of which some file could not be read, where there is any."""
    damages = open_damaged(path).undecodable()
    return broken(path, damages) if damages else None
