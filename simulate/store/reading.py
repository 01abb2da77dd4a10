"""Read a run folder."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.core.errors import InputError, Problem
from simulate.core.files import disk
from simulate.store import speeds, trusted_runs
from simulate.store.manifest import read_manifest
from simulate.store.names import ALL, BESIDE, COUNTS, MANIFEST, MOST_REPLICATE, TURNS, Shard
from simulate.store.read_errors import AGAIN, CHANGED, broken, refuse
from simulate.store.rows import cells
from simulate.store.rows.damage import are_turns, undecodable, unlike, unreadable
from simulate.store.rows.shards import checksum, holds, missing
from simulate.store.rows.tables import types
from simulate.store.speeds import Speed

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
        """One row for each cell: levels of all factors, changes and games played."""
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
        return 1 + len(self._files())

    def damaged(self, first: int = 0, last: int = MOST_REPLICATE) -> dict[str, str]:
        """Missing and changed files, each with its problem.

        Every byte of them is read, for the checksum, and then the rows' names: a file may be
        whole and still be of another cell or of other games.  Only those that hold any of the
        games `first` to `last` are looked at, and what is no table of games.

        A run that a stranger may have made is looked through whole, and its tables are read in a
        process of their own before they are in this one; when all are fine, it is known.
        """
        mark = checksum(self.path / MANIFEST)
        known = trusted_runs.knows(mark)
        held = [s for s in self.shards if not known or (s.first <= last and s.last >= first)]
        damages = self._altered(held)
        if not known:
            whole = [name for name in self._files() if name not in damages]
            if faults := undecodable(self.path, whole):
                return damages | {name: f"{what}; {AGAIN}" for name, what in faults.items()}
        if TURNS not in damages and (what := self._wrong_turns()):
            damages[TURNS] = f"{what}, so it is not part of this run; {AGAIN}"
        for s in held:
            if s.file not in damages and (what := self._wrong(s)):
                damages[s.file] = what
        if not known and not damages:
            trusted_runs.remember(mark)
        return damages

    def verify(self, first: int = 0, last: int = MOST_REPLICATE) -> None:
        """Raise InputError that names every file which `damaged` finds."""
        damages = self.damaged(first, last)
        if damages:
            raise broken(self.path, damages)

    def _altered(self, held: Iterable[Shard]) -> dict[str, str]:
        """Files that are gone or are not those that were written, and why; of shards these."""
        others = [(file["file"], file["sha256"]) for file in self.manifest.get("files", [])]
        marks = dict.fromkeys([*others, *((s.file, s.sha256) for s in held)])
        return {file: what for file, mark in marks if (what := self._changed(file, mark))}

    def _files(self) -> list[str]:
        """All tables of the run."""
        return [*dict.fromkeys([*(s.file for s in self.shards), *self._others()])]

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
        return f"{what}, so it is not part of this run; {AGAIN}" if what else ""

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
        return "" if fine else "it holds other games than were played"

    def _scan(self, kind: str, first: int, last: int) -> "pl.LazyFrame":
        """Only the files that hold such games are opened."""
        import polars as pl

        shards = [shard for shard in self.shards if shard.kind == kind]
        if not shards:
            keep = self.manifest.get("keep", ALL)
            what = f"this run stores no rows (--keep {keep}), which this needs"
            raise InputError([Problem(str(self.path), what)])
        wanted = [shard for shard in shards if shard.first <= last and shard.last >= first]
        names = dict.fromkeys(shard.file for shard in wanted or shards[:1])
        tables = [self.path / name for name in names]
        rows = pl.scan_parquet(tables, hive_partitioning=False)
        return rows.filter(pl.col("replicate").is_between(first, last))


def open_damaged(path: Path) -> StoredRun:
    """Open a run whose files may be missing; InputError if its manifest cannot be read."""
    if not path.is_dir():
        raise refuse(path, "there is no such folder" if not path.exists() else "not a folder")
    if os.path.lexists(path / MANIFEST):  # whatever else a folder is, it may have no end
        disk.check_folder(path)
    return StoredRun(path, read_manifest(path))


def open_run(path: Path | str) -> StoredRun:
    """Open a run folder; InputError with the reason when it is not one that can be read."""
    path = Path(path)
    run = open_damaged(path)
    gone = {file: what for file in run._files() if (what := missing(path, file))}
    if gone:
        raise broken(path, gone)
    return run


def verify(path: Path) -> StoredRun:
    """A run whose files, and those of what was played beside it, are as they were written.

    Raises InputError that names every one which is not.
    """
    run = open_run(path)
    beside = (path / name for name in BESIDE if (path / name / MANIFEST).is_file())
    for each in (run, *map(open_run, beside)):
        each.verify()
    return run


def check_decodable(folder: Path, parts: Mapping[Path, Iterable[Shard]]) -> None:
    """Raise InputError if a table with a right checksum cannot be read.

    parts: tables of what was cut short, by the folder, before one is read in this process.
    """
    files = {
        part / s.file: None for part, shards in parts.items() for s in shards if holds(part, s)
    }
    if faults := undecodable(folder, [file.relative_to(folder).as_posix() for file in files]):
        raise broken(folder, faults)
