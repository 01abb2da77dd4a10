"""Files of rows: each is written whole, and known by its checksum."""

import hashlib
import os
from pathlib import Path

from simulate.core import disk
from simulate.store.folders import SCRATCH
from simulate.store.names import Shard, Span, shard_name
from simulate.store.refusing import AGAIN


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


def mend(folder: Path, name: str, data: bytes, mark: str) -> str:
    """Write a file of a run anew, if it comes out as it was recorded; else why it does not.

    mark: its checksum.
    """
    if hashlib.sha256(data).hexdigest() != mark:
        return "played again, it does not come out as it was recorded, so it stays as it is"
    path = folder / name
    if path.is_dir():
        return "a folder stands in its place, so it cannot be written"
    whole = folder.resolve()
    if whole not in (path.parent.resolve(), *path.parent.resolve().parents):
        return "a link that leads out of the folder stands in its place, so it cannot be written"
    path.parent.mkdir(parents=True, exist_ok=True)
    disk.write(path, data, synced=True)
    return ""


def missing(folder: Path, name: str) -> str:
    """Why a part of a run is not in its folder, or an empty string."""
    if not (folder / name).is_file():
        return f"this part of the run is gone; {AGAIN}"
    if folder.resolve() not in (folder / name).resolve().parents:
        return "this part of the run is a link that leads out of its folder"
    return ""


def checksum(path: Path) -> str:
    """Of a file's bytes, as its shard tells it."""
    with os.fdopen(disk.opened(path), "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
