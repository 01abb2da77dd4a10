"""Files of rows: written atomically, identified by their checksum."""

import hashlib
import os
from pathlib import Path

from simulate.core.files import disk
from simulate.store.folders import SCRATCH
from simulate.store.names import Shard, Span, shard_name
from simulate.store.read_errors import AGAIN


def shard_of(kind: str, cell: int, block: int, data: bytes, rows: int, span: Span) -> Shard:
    """What is to be known of a file of one block; span: its first and its last game."""
    mark = hashlib.sha256(data).hexdigest()
    return Shard(kind, cell, shard_name(kind, cell, block), rows, mark, *span)


def write_shard(folder: Path, shard: Shard, data: bytes) -> None:
    """Write a file so that under its final name it is always whole."""
    put(folder, shard.file, data)


def put(folder: Path, name: str, data: bytes) -> None:
    """The same, of a file that is known by its path inside the run folder alone."""
    disk.write(folder / name, data, folder / SCRATCH)


def missing(folder: Path, name: str) -> str:
    """Why a part of a run is not in its folder, or an empty string."""
    if not (folder / name).is_file():
        return f"this part of the run is missing; {AGAIN}"
    if folder.resolve() not in (folder / name).resolve().parents:
        return "this part of the run is a link that leads out of its folder"
    return ""


def holds(folder: Path, shard: Shard) -> bool:
    """Whether a file exists and matches its checksum."""
    return not missing(folder, shard.file) and checksum(folder / shard.file) == shard.sha256


def checksum(path: Path) -> str:
    """The checksum of a file's bytes, as stored in its shard."""
    with os.fdopen(disk.opened(path), "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
