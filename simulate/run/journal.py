"""The journal of a run, from which it continues after it was killed at any moment.

A file of JSON lines in the run's folder, each with its own checksum.  The first is there before the
first game: all that the manifest will say of the plan, and of what is to be played beside it.  Then
a line for each block, written when its two files have their names.  A line that is torn or damaged
counts as not written: its games are played again.  Whoever plays the run holds the file locked.

The lines hold times, and stand in the order in which blocks came back; so a run that is complete
has no journal.

A search, and a comparison that plays its two runs, has one as well: its first line says what was
asked, too, and the blocks stand in the journals of what is played for it, in folders of its own.
"""

import json
import os
import platform
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from simulate import store
from simulate.core.errors import InputError, Problem, command
from simulate.core.files import disk, locks
from simulate.core.text.letters import in_json
from simulate.core.text.validate import literal
from simulate.run.workers.blocks import Block, Done
from simulate.store import trusted_runs
from simulate.store.folders import JOURNAL, SCRATCH, UNFINISHED, begun_by, kind, whole_of
from simulate.store.models import JOURNAL_EVENTS, JournalBlock, JournalHeader, SearchHeader

FORMAT = 1
LARGEST = 256_000_000  # bytes
TO_ADD = os.O_RDWR | os.O_APPEND
MOST_GAMES = "most_games"  # of a block, in the first line; not there where players are quick
SYNC_EVERY = 1.0  # seconds; after a power cut so much is played again, and after a kill nothing
TRIES, PAUSE = 10, 0.05  # somebody may look for a moment whether the run is being played

# What other differences of two plans follow from.
CAUSES = ("`pack.", "`source_hash`", "`versions.")
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
        journal._held = disk.opened(unfinished, TO_ADD | disk.NEW)
        locks.take(journal._held)
        journal._write(journal.header)
        journal.sync()
        if locks.OPEN_FILES_MOVE:
            os.replace(unfinished, journal.path)
        else:
            journal.close()
            os.replace(unfinished, journal.path)
            journal._held = _opened(journal.path, TO_ADD)
            _lock(journal._held, folder)
        disk.sync(folder)
        return journal

    @classmethod
    def again(cls, folder: Path, of_search: bool = False) -> "Journal":
        """The journal of a run that was cut short, locked; what is torn at its end goes.

        of_search: that of a search, or of a comparison.
        Raises InputError where there is none, it is not one that a run writes, or another process
        plays the run.
        """
        path = folder / JOURNAL
        held = _opened(path, TO_ADD)
        try:
            _lock(held, folder)
            end, lines = _checked(path, [*_lines(held)], of_search)
            journal = cls(path, lines[0], _held=held)
            if end < os.fstat(held).st_size:
                os.ftruncate(held, end)
            journal.done = {block: done for line in lines for block, done in blocks_of(line)}
            journal.events = [line for line in lines if "event" in line]
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
        trusted_runs.remember(store.seal(self.events[-1]))

    def begun_here(self) -> list[Data]:
        """The start records of this user's own processes, from the cache."""
        lines = [line for line in self.events if line["event"] == "begins"]
        return [line for line in lines if trusted_runs.knows(store.seal(line))]

    def is_paused(self) -> bool:
        """Whether it was this very process that played last."""
        begun = [line for line in self.events if line["event"] == "begins"]
        return bool(begun) and begun[-1].get("process") == os.getpid()

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
        text = in_json({**plain, store.SEAL: store.seal(plain)}) + "\n"
        data = text.encode()
        while data:
            data = data[os.write(self._held, data) :]


def is_finished(folder: Path) -> None:
    """The run and all that is played beside it are whole: its journal goes."""
    (folder / JOURNAL).unlink(missing_ok=True)


def read(folder: Path, of_search: bool = False) -> list[Data]:
    """The whole lines of a journal, the header first; it may be written to meanwhile.

    of_search: that of a search, or of a comparison.  Raises InputError where there is none, or it
    is not one that a run writes.
    """
    held = _opened(folder / JOURNAL, os.O_RDONLY)
    try:
        lines = [*_lines(held)]
    finally:
        os.close(held)
    return _checked(folder / JOURNAL, lines, of_search)[1]


def blocks_of(line: Data) -> Iterator[tuple[Block, Done]]:
    """The block of a line, if it is the line of one."""
    if "block" in line:
        block = Block(*line["block"])
        shards = tuple(store.Shard(**shard) for shard in line["shards"])
        tally = {option: (wins, games) for option, (wins, games) in line["tally"].items()}
        yield block, Done(block.cell, block.count, tally, shards)


def _opened(path: Path, flags: int) -> int:
    if os.path.lexists(path):
        disk.check_folder(path.parent)
    try:
        held = disk.opened(path, flags)
    except FileNotFoundError:
        raise _refused(path.parent, _missing(path.parent)) from None
    except OSError as error:
        raise _refused(path, f"cannot be opened: {str(error.strerror).lower()}") from None
    if os.fstat(held).st_size > LARGEST:
        os.close(held)
        raise _refused(path, f"it is too large (at most {LARGEST // 1_000_000} MB)")
    return held


def _missing(folder: Path) -> str:
    """Why there is nothing to go on with."""
    if not folder.exists():
        return "there is no such run"
    if folder.is_dir() and SCRATCH in (held := {*os.listdir(folder)}) and held <= UNFINISHED:
        return (
            "this run was killed before its first game and before anything was written "
            "down; remove the folder and play it again"
        )
    return f"there is no `{JOURNAL}` in this folder, so there is nothing to continue"


def _lock(held: int, folder: Path) -> None:
    if locks.take_within(held, TRIES, PAUSE):
        if os.fstat(held).st_nlink == 0:
            raise _refused(folder, "another process has just finished this run")
        return
    what = f"another process is playing this {kind(folder)} now"
    what += f"; `{command('runs', folder)}` says how far"
    raise _refused(folder, what)


@dataclass(frozen=True)
class _Line:
    """A whole line: its number in the file, from 1, and the byte at which it ends."""

    number: int
    end: int
    data: Data


def _lines(held: int) -> Iterator[_Line]:
    """Whole lines; what is not as it was written is passed over."""
    end = 0
    with os.fdopen(os.dup(held), "rb") as file:
        file.seek(0)
        for number, text in enumerate(file, start=1):
            end += len(text)
            try:
                data = disk.parsed(text.decode()) if text.endswith(b"\n") else None
            except ValueError:
                continue
            if isinstance(data, dict) and data.pop(store.SEAL, "") == store.seal(data):
                yield _Line(number, end, data)


def _checked(path: Path, lines: Sequence[_Line], of_search: bool) -> tuple[int, list[Data]]:
    """Where the last line ends, and what all of them say.

    Raises InputError where they could not be those of a run: somebody may have forged them.
    """
    if not lines or "journal" not in lines[0].data:
        what = "its first line, which says what is played, is damaged; play the run again"
        raise _refused(path, what)
    header = lines[0].data
    if header["journal"] != FORMAT:
        shown = json.dumps(header["journal"])[:60]
        what = f"written in format {shown} by another version; this one reads {FORMAT}"
        raise _refused(path, what)
    wrong = [f"line {lines[0].number}: {what}" for what in _wrong_header(header)]
    if not wrong and ("search" in header) != of_search:
        raise _refused(path.parent, _begun_otherwise(header, path.parent))
    if not wrong:
        cells = {cell["number"] for cell in header["run"]["cells"] if not of_search}
        wrong = [f"line {e.number}: {what}" for e in lines[1:] for what in _wrong(e.data, cells)]
    wrong = wrong or [*_played_twice(line.data for line in lines)]
    if wrong:
        more = f"; {len(wrong) - store.MOST_TOLD:,} more" * (len(wrong) > store.MOST_TOLD)
        raise _refused(path, f"damaged: {'; '.join(wrong[: store.MOST_TOLD])}{more}")
    return lines[-1].end, [line.data for line in lines]


def _wrong_header(header: Data) -> Iterator[str]:
    """What is not as in the first line of a journal."""
    if wrong := store.misshapen(header, SearchHeader if "search" in header else JournalHeader):
        yield from wrong
        return
    beside = {f"beside.{k}": v for k, v in header.get("beside", {}).items()}
    plans = {"run": header["run"]} | ({} if "search" in header else beside)
    for name, plan in plans.items():
        yield from (f"`{name}`: {what}" for what in store.misfits_of_plan(plan))


def _begun_otherwise(header: Data, folder: Path) -> str:
    """That another command goes on with what was begun."""
    whole = whole_of(folder)
    verb = header["search"]["verb"] if "search" in header else begun_by(whole)
    goes_on = command(verb, "--resume", whole)
    return f"this was started by `simulate {verb}`; continue it with `{goes_on}`"


def _wrong(line: Data, cells: Collection[int]) -> Iterator[str]:
    """What is not as in another line of the journal of a run with these cells."""
    if "block" not in line:
        event = JOURNAL_EVENTS.get(str(line.get("event")))
        yield from (
            store.misshapen(line, event) if event else ["this is not a line that a run writes"]
        )
        return
    if wrong := store.misshapen(line, JournalBlock):
        yield from wrong
        return
    cell, number, first, games = line["block"]
    kinds = [shard["kind"] for shard in line["shards"]]
    if cell not in cells:
        yield f"`block` is of cell {cell}, and there is no such cell"
    elif kinds not in KEPT or any(
        (shard["file"], shard["cell"], shard["first"])
        != (store.shard_name(shard["kind"], cell, number), cell, first)
        or not first <= shard["last"] < first + games
        for shard in line["shards"]
    ):
        yield "`shards` are not the files of this block"
    for option, (wins, of) in line["tally"].items():
        if wins > of:
            yield f"`tally` has more wins than games of {literal(option)}"


def _played_twice(lines: Iterable[Data]) -> Iterator[str]:
    """That two blocks hold the same games; the same block may stand there several times."""
    blocks = {tuple(line["block"]) for line in lines if "block" in line}
    spans = sorted((cell, first, first + games) for cell, _, first, games in blocks)
    for (cell, _, end), (other, first, _) in pairwise(spans):
        if cell == other and first < end:
            yield f"two blocks hold the same games of cell {cell}"


def check_same(folder: Path, header: Data, ours: Mapping[str, Any]) -> None:
    """Raise InputError if the journal is of another run, and name the differences."""
    found = _differences(header["run"], _plain(ours))
    differ = sorted(found, key=lambda what: not what.startswith(CAUSES))  # which others follow from
    if differ:
        more = f"; {len(differ) - store.MOST_TOLD} more" * (len(differ) > store.MOST_TOLD)
        what = "; ".join(differ[: store.MOST_TOLD]) + more
        raise _refused(
            folder,
            f"this {kind(folder)} was started differently, so it cannot be continued: {what}",
        )


def _differences(begun: Any, ours: Any, way: str = "") -> Iterator[str]:
    if isinstance(begun, dict) and isinstance(ours, dict):
        for key in {**begun, **ours}:
            # The same may be typed in several ways.
            if key != "said" and not (way == "" and key == "command"):
                key_path = f"{way}.{key}" if way else key
                yield from _differences(begun.get(key), ours.get(key), key_path)
    elif begun != ours:
        yield f"`{way}` was {_short(begun)}, and is {_short(ours)} now"


def _short(value: Any) -> str:
    text = "not there" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _plain(data: Mapping[str, Any]) -> Data:
    """As it is read back."""
    plain: Data = json.loads(json.dumps(data, allow_nan=False))
    return plain


def _refused(path: Path, what: str) -> InputError:
    return InputError([Problem(str(path), what)])
