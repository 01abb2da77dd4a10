"""The journal of a run: what is needed to go on with it after it was killed at any moment.

A file of JSON lines in the run's folder, each with its own checksum.  The first is there before the
first game: all that the manifest will say of the plan, and of what is to be played beside it.  Then
a line for each block, written when its two files have their names.  A line that is torn or damaged
counts as not written: its games are played again.  Whoever plays the run holds the file locked.

The lines hold times, and stand in the order in which blocks came back; so a run that is complete
has no journal.
"""

import json
import os
import platform
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from simulate import locks, store
from simulate.core.errors import InputError, Problem, command
from simulate.folders import JOURNAL, SCRATCH
from simulate.run.blocks import Block, Done

FORMAT = 1
LARGEST = 256_000_000  # bytes
SYNC_EVERY = 1.0  # seconds; after a power cut so much is played again, and after a kill nothing
TRIES, PAUSE = 10, 0.05  # somebody may look for a moment whether the run is being played

# The kinds of files that a block may leave.
KEPT = ([*store.KINDS], [*store.KINDS, store.COUNTS], [store.COUNTS])

Data = dict[str, Any]


@dataclass
class Journal:
    """The journal of a run that this process plays.

    header: its first line.  done: finished blocks, those of earlier processes with them.
    events: what has happened besides, such as who began to play, and what failed.
    """

    path: Path
    header: Data
    done: dict[Block, Done] = field(default_factory=dict)
    events: list[Data] = field(default_factory=list)
    _held: int = -1
    _began: float = field(default_factory=time.monotonic)
    _synced: float = 0.0

    @classmethod
    def begin(cls, folder: Path, header: Data) -> "Journal":
        """A journal in a folder that is this process's, locked, and on the disk itself."""
        journal = cls(folder / JOURNAL, _plain({"journal": FORMAT, **header}))
        unfinished = folder / SCRATCH / JOURNAL
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | locks.BINARY
        journal._held = os.open(unfinished, flags, 0o666)
        locks.take(journal._held)
        journal._write(journal.header)
        journal.sync()
        if locks.OPEN_FILES_MOVE:
            os.replace(unfinished, journal.path)
        else:
            journal.close()
            os.replace(unfinished, journal.path)
            journal._held = _opened(journal.path)
            _lock(journal._held, folder)
        locks.sync(folder)
        return journal

    @classmethod
    def again(cls, folder: Path) -> "Journal":
        """The journal of a run that was cut short, locked; what is torn at its end goes.

        Raises InputError where there is none, or another process plays the run.
        """
        path = folder / JOURNAL
        held = _opened(path)
        try:
            _lock(held, folder)
            lines = [*_lines(held)]
            journal = cls(path, _header(folder, lines[0][1] if lines else None), _held=held)
            if lines[-1][0] < os.fstat(held).st_size:
                os.ftruncate(held, lines[-1][0])
            journal.done = {block: done for _, line in lines for block, done in _block(line)}
            journal.events = [line for _, line in lines if "event" in line]
        except BaseException:
            os.close(held)
            raise
        return journal

    def add(self, block: Block, done: Done) -> None:
        """Write down a block whose files lie in the folder."""
        self.done[block] = replace(done, tally={})  # which is counted; a long run has many blocks
        self._write(
            {
                "block": [block.cell, block.number, block.first, block.count],
                "tally": {option: list(entry) for option, entry in done.tally.items()},
                "shards": [asdict(shard) for shard in done.shards],
                "seconds": round(time.monotonic() - self._began, 3),
            }
        )
        if time.monotonic() - self._synced > SYNC_EVERY:
            self.sync()

    def tell(self, event: str, **what: Any) -> None:
        """Write down that something happened; a disk that is full does not hear of it."""
        at = time.strftime("%Y-%m-%d %H:%M:%S %z")
        seconds = round(time.monotonic() - self._began, 3)
        self.events.append({"event": event, "at": at, "seconds": seconds, **what})
        with suppress(OSError):
            self._write(self.events[-1])
            self.sync()

    def begins(self, jobs: int) -> None:
        """Write down who plays from here on."""
        self._began = time.monotonic()
        self.tell("begins", jobs=jobs, process=os.getpid(), machine=platform.node())

    def sync(self) -> None:
        """Have the disk itself hold what was written."""
        os.fsync(self._held)
        self._synced = time.monotonic()

    def close(self) -> None:
        """Let others go on with the run."""
        if self._held >= 0:
            os.close(self._held)
            self._held = -1

    def remove(self) -> None:
        """The run is whole."""
        if not locks.OPEN_FILES_MOVE:
            self.close()
        self.path.unlink(missing_ok=True)
        self.close()

    def _write(self, line: Data) -> None:
        plain = _plain(line)
        text = json.dumps({**plain, store.SEAL: store.seal(plain)}, ensure_ascii=False) + "\n"
        data = text.encode()
        while data:
            data = data[os.write(self._held, data) :]


def is_finished(folder: Path) -> None:
    """The run and all that is played beside it are whole: its journal goes."""
    (folder / JOURNAL).unlink(missing_ok=True)


def read(folder: Path) -> Iterator[Data]:
    """The whole lines of a journal, the header first; it may be written to meanwhile.

    Raises InputError where there is none.
    """
    held = _opened(folder / JOURNAL)
    try:
        lines = [line for _, line in _lines(held)]
    finally:
        os.close(held)
    yield _header(folder, lines[0] if lines else None)
    yield from lines[1:]


def blocks_of(line: Data) -> Iterator[tuple[Block, Done]]:
    """The block of a line, if it is the line of one."""
    return _block(line)


def _opened(path: Path) -> int:
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise _refused(path, "cannot be opened: it is no ordinary file")
        if path.exists() and path.stat().st_size > LARGEST:
            what = f"larger than any that a run writes ({LARGEST // 1_000_000} MB)"
            raise _refused(path, f"cannot be opened: it is {what}")
        return os.open(path, os.O_RDWR | os.O_APPEND | locks.NO_LINK | locks.BINARY)
    except FileNotFoundError:
        raise _refused(path.parent, _missing(path.parent)) from None
    except OSError as error:
        raise _refused(path, f"cannot be opened: {str(error.strerror).lower()}") from None


def _missing(folder: Path) -> str:
    """Why there is nothing to go on with."""
    if not folder.exists():
        return "there is no such run"
    if (folder / SCRATCH).is_dir():
        return (
            "this run was killed before its first game, and before anything of it was written "
            "down; remove the folder and play it anew"
        )
    return f"there is no `{JOURNAL}` in this folder, so there is nothing to go on with"


def _lock(held: int, folder: Path) -> None:
    if locks.take_within(held, TRIES, PAUSE):
        if os.fstat(held).st_nlink == 0:
            raise _refused(folder, "another process has just finished this run")
        return
    what = f"another process is playing this run now; `{command('status', folder)}` says how far"
    raise _refused(folder, what)


def _lines(held: int) -> Iterator[tuple[int, Data]]:
    """Whole lines, each with the place of its end; what is not as it was written is passed over."""
    end = 0
    with os.fdopen(os.dup(held), "rb") as file:
        file.seek(0)
        for text in file:
            end += len(text)
            try:
                line = json.loads(text) if text.endswith(b"\n") else None
            except (ValueError, RecursionError):
                line = None
            if isinstance(line, dict) and line.pop(store.SEAL, "") == store.seal(line):
                yield end, line


def _header(folder: Path, line: Data | None) -> Data:
    if line is None or "journal" not in line:
        what = "its first line, which says what is played, is damaged; play the run anew"
        raise _refused(folder / JOURNAL, what)
    if line["journal"] != FORMAT:
        what = f"written in format {line['journal']} by another version; this one reads {FORMAT}"
        raise _refused(folder / JOURNAL, what)
    return line


def _block(line: Data) -> Iterator[tuple[Block, Done]]:
    if "block" not in line:
        return
    block = Block(*line["block"])
    shards = tuple(store.Shard(**shard) for shard in line["shards"])
    tally = {option: (wins, games) for option, (wins, games) in line["tally"].items()}
    kinds = [shard.kind for shard in shards]
    names = [store.shard_name(kind, block.cell, block.number) for kind in kinds]
    if [shard.file for shard in shards] == names and kinds in KEPT:
        yield block, Done(block.cell, block.count, tally, shards)


def check_same(folder: Path, header: Data, ours: Mapping[str, Any]) -> None:
    """Raise InputError that says in what another run was begun than would be gone on with."""
    differ = [*_differences(header["run"], _plain(ours))]
    if differ:
        more = f"; {len(differ) - store.MOST_TOLD} more" * (len(differ) > store.MOST_TOLD)
        what = "; ".join(differ[: store.MOST_TOLD]) + more
        raise _refused(
            folder, f"this run was begun otherwise, so it cannot be gone on with: {what}"
        )


def _differences(begun: Any, ours: Any, way: str = "") -> Iterator[str]:
    if isinstance(begun, dict) and isinstance(ours, dict):
        for key in {**begun, **ours}:
            if not (way == "" and key == "command"):  # the same may be typed in several ways
                there = f"{way}.{key}" if way else key
                yield from _differences(begun.get(key), ours.get(key), there)
    elif begun != ours:
        yield f"`{way}` was {_short(begun)}, and is {_short(ours)} now"


def _short(value: Any) -> str:
    text = "not there" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _plain(data: Mapping[str, Any]) -> Data:
    """As it is read back."""
    return json.loads(json.dumps(data, allow_nan=False))


def _refused(path: Path, what: str) -> InputError:
    return InputError([Problem(str(path), what)])
