"""Write a run folder, and complete it."""

import hashlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.core.files import disk
from simulate.store import trusted_runs
from simulate.store.folders import JOURNAL, PAGE, SCRATCH, OutFolder
from simulate.store.manifest import written
from simulate.store.names import (
    ALL,
    CELLS,
    COUNTS,
    FILES,
    KINDS,
    LOG,
    MANIFEST,
    TURNS,
    Shard,
    cell_folder,
)
from simulate.store.rows import cells
from simulate.store.rows.packing import packed
from simulate.store.rows.shards import holds
from simulate.store.rows.tables import encode

if TYPE_CHECKING:
    import polars as pl

RESERVE = "reserve"


class Writer:
    """A run folder in the making.

    Space for the manifest is taken before the first game, so that a disk that runs full
    can still be told what was finished.
    """

    def __init__(self, folder: Path | None, name: str = "run") -> None:
        """Check the folder, without one the next `runs/<name>-<number>`; nothing is written yet."""
        self._place = OutFolder(folder, name)

    @classmethod
    def again(cls, folder: Path) -> "Writer":
        """A writer that goes on in the folder of a run that was cut short."""
        writer = cls.__new__(cls)
        writer._place = OutFolder.unfinished(folder)
        return writer

    @property
    def folder(self) -> Path:
        return self._place.folder

    def take(self) -> None:
        """Make the folder, for this run alone."""
        self._place.take()

    def clear(self) -> None:
        """Take away what an earlier process has left half done in the folder."""
        self._place.clear()

    def tidy(self) -> None:
        """The same, where nothing will be written."""
        self._place.clear()
        self._place.release()

    def prepare(self, cells: Iterable[int], reserve: int, keep: str = ALL) -> None:
        """Make the folders of the cells, with `reserve` bytes for the manifest to come."""
        kinds = KINDS if keep == ALL else (*KINDS, COUNTS)
        disk.write(self.folder / SCRATCH / RESERVE, bytes(reserve))
        for cell in cells:
            for kind in kinds:
                (self.folder / cell_folder(kind, cell)).mkdir(parents=True, exist_ok=True)

    def whole(self, shards: Sequence[Shard]) -> list[Shard]:
        """The shards without those of blocks of which a file is no longer there."""
        gone = {(s.cell, s.first) for s in shards if not (self.folder / s.file).is_file()}
        return [s for s in shards if (s.cell, s.first) not in gone]

    def holds(self, shards: Iterable[Shard]) -> bool:
        """Whether all these files lie here as they were written."""
        return all(holds(self.folder, shard) for shard in shards)

    def finish(
        self,
        manifest: dict[str, Any],
        shards: Iterable[Shard],
        log: str,
        turns: "pl.DataFrame | None" = None,
    ) -> None:
        """Make the folder a run: what `shards` does not list goes, the manifest comes last.

        turns: games seen turn by turn, if any were.  Every file lies on the disk itself before the
        manifest gets its name: after a power cut there is a whole run or no run.
        """
        kept = [*shards]
        if manifest.get("status") == "complete":
            kept = packed(self.folder, kept)
        listed = sorted(kept, key=lambda s: (s.kind, s.cell, s.file))
        self._forget_unlisted({shard.file for shard in listed})
        scratch = self.folder / SCRATCH
        for path in scratch.iterdir():
            path.unlink()
        # Of a run that was cut short before: from here on its tables are others.
        (self.folder / MANIFEST).unlink(missing_ok=True)
        tables = {CELLS: cells.table(manifest), TURNS: turns}
        shown = [self._write(name, table) for name, table in tables.items() if table is not None]
        text = written({**manifest, "shards": [asdict(s) for s in listed], "files": shown})
        disk.write(self.folder / LOG, log, scratch)
        disk.write(scratch / MANIFEST, text)
        names = dict.fromkeys([*(f["file"] for f in shown), *(s.file for s in listed)])
        tables_of_run = [self.folder / name for name in names]
        folders = {file.parent for file in tables_of_run} | {self.folder / s.kind for s in listed}
        disk.sync(*tables_of_run, *sorted(folders), scratch / MANIFEST, self.folder)
        os.replace(scratch / MANIFEST, self.folder / MANIFEST)
        self._place.release()
        disk.sync(self.folder)
        trusted_runs.remember(hashlib.sha256(text.encode()).hexdigest())

    def _write(self, name: str, table: "pl.DataFrame") -> dict[str, Any]:
        """Write a table beside the others; returns what the manifest lists."""
        data = encode(table)
        disk.write(self.folder / name, data, self.folder / SCRATCH)
        return {"file": name, "sha256": hashlib.sha256(data).hexdigest()}

    def _forget_unlisted(self, listed: set[str]) -> None:
        """A killed worker may have left a shard whose partner of the other kind is missing."""
        for kind in (*KINDS, COUNTS):
            if not (self.folder / kind).is_dir():
                continue
            for path in (self.folder / kind).rglob("*.parquet"):
                if path.relative_to(self.folder).as_posix() not in listed:
                    path.unlink()
            for cell in (self.folder / kind).iterdir():
                if cell.is_dir() and not any(cell.iterdir()):
                    cell.rmdir()

    def discard(self) -> None:
        """Leave nothing behind: for a run that ended before its first block."""
        self._place.discard(*KINDS, COUNTS, *FILES, LOG, JOURNAL, PAGE)
