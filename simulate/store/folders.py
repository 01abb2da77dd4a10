"""Output folders: new or empty, and claimed by one process."""

import os
import re
import stat
import time
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path

from simulate.compiler.cache import cache_home
from simulate.core.errors import InputError, Problem, command
from simulate.core.files import disk, locks
from simulate.store.names import MANIFEST, OUTCOMES, WATCHED

SCRATCH = "tmp"
JOURNAL = "journal.jsonl"  # what a run that was cut short is gone on with by
STORES = "tiny-epic-balance-stores"  # in the user's cache: runs of stores, at hand
HEARD = ".heard"  # as old as the last sign of the machine that plays a run in a store
SILENT = 90.0  # seconds, after which a machine that gave no sign plays no more
PAGE = "report.html"
# All that lies in a run before it is finished.
UNFINISHED = {SCRATCH, JOURNAL, "games", "seats", "counts", PAGE}
RUN = "run"
# How the journal of what is no run begins.
VERBS = b"sensitivity|worth|why|exploit|advise|tune|compare"
BEGUN = re.compile(rb'\{"journal": 1, "search": \{"verb": "(%s)"' % VERBS)
RUNS = Path("runs")
# Another command may remove a folder that it made, and leaves empty, just as this one needs it.
TRIES = 100


def out_problems(out: Path, ours: Collection[str] = ()) -> list[Problem]:
    """Why nothing new can be made at `out`; nothing is written.

    ours: names that may be there and are written anew.
    """
    where = f"--out {out}"
    if _is_folder(out):
        if held := {n for n in _names_in(out) if not ours or not _is_left(n)} - set(ours):
            what = "this folder is not empty; name a new or an empty one"
            is_begun = held != {PAGE} and held <= UNFINISHED
            if is_begun or (JOURNAL in held and MANIFEST not in held):
                what += f" ({unfinished(out)})"
            return [Problem(where, what)]
        return _cannot_hold(out, where=where)
    if _is_folder(out) is None:
        return _cannot_hold(*out.absolute().parents, where=where)
    return [Problem(where, "this is a file; name a new or an empty folder")]


def _is_left(name: str) -> bool:
    """Whether it is of a command that was ended at once: the next that writes there tidies."""
    return disk.UNFINISHED.fullmatch(name) is not None


def is_played(folder: Path) -> bool:
    """Whether a run in the folder is played now, by this machine or by another one of its store."""
    return is_played_here(folder) or was_heard(folder)


def was_heard(folder: Path) -> bool:
    """Whether the machine that plays a run in a store was heard of, when it was fetched, lately.

    Of a folder elsewhere nobody knows who laid such a sign there.
    """
    if cache_home() / STORES not in folder.absolute().parents:
        return False
    try:
        return time.time() - (folder / HEARD).stat().st_mtime < SILENT
    except OSError:
        return False


def is_played_here(folder: Path) -> bool:
    """Whether a process on this machine plays a run in the folder now: it holds the journal."""
    try:
        held = disk.opened(folder / JOURNAL, os.O_RDONLY | disk.NO_LINK)
    except OSError:
        return False
    try:
        return not locks.take(held, shared=True)
    finally:
        os.close(held)


def unfinished(folder: Path) -> str:
    """The message about an unfinished run: it is being played, or was killed."""
    what = f"this {kind(folder)}"
    if is_played(folder):
        return f"{what} is being played now; `{command('runs', folder)}` says how far it is"
    if not (folder / JOURNAL).exists():
        return (
            "a run is being played into it, or was killed: without a journal it cannot be continued"
        )
    return f"{what} was killed, or stopped at once; continue it with `{goes_on(folder)}`"


def begun_by(folder: Path) -> str:
    """The command that goes on with what was begun in a folder, as its journal says: mostly `run`.

    It is said without a look at the rest of the journal, so no more hangs on it.
    """
    with suppress(OSError):
        held = disk.opened(folder / JOURNAL)
        try:
            found = BEGUN.match(os.read(held, 100))
        finally:
            os.close(held)
        return found[1].decode() if found else RUN
    return RUN


def whole_of(folder: Path) -> Path:
    """The folder of the search that games were played for, of a part of it; else the folder."""
    own = Path(os.path.abspath(folder))
    if own.parent.name == OUTCOMES:
        above = own.parent.parent
    elif own.name == WATCHED:
        above = own.parent
    else:
        return folder
    return Path(os.path.relpath(above)) if begun_by(above) != RUN else folder


def goes_on(folder: Path) -> str:
    """What is typed to go on with what was begun in a folder."""
    whole = whole_of(folder)
    return command(begun_by(whole), "--resume", whole)


def kind(folder: Path) -> str:
    """What was begun in a folder, in a word."""
    return {RUN: "run", "compare": "comparison"}.get(begun_by(folder), "search")


def usual_problems(root: Path = RUNS) -> list[Problem]:
    """Why no numbered folder can be made in `root`; nothing is written."""
    return _cannot_hold(root, *root.absolute().parents, where=str(root))


def write_problems(folder: Path) -> list[Problem]:
    """Why nothing can be written into a folder that is there; nothing is written."""
    return _cannot_hold(folder, where=str(folder))


def _cannot_hold(*folders: Path, where: str) -> list[Problem]:
    """Why nothing can be made in the first of these folders that is there."""
    standing = ((folder, _is_folder(folder)) for folder in folders)
    holder, is_folder = next(pair for pair in standing if pair[1] is not None)
    if not is_folder:
        return [Problem(where, f"`{holder.absolute()}` is a file, so no folder can be made in it")]
    if not _is_writable(holder):
        return [Problem(where, f"no permission to write into `{holder.absolute()}`")]
    return []


def _is_writable(folder: Path) -> bool:
    """That another run removes the folder at this moment, and one more makes it, is no refusal."""
    ways = os.W_OK | os.X_OK
    return any(os.access(folder, ways) or not _is_folder(folder) for _ in range(TRIES))


def _is_folder(path: Path) -> bool | None:
    """None where there is nothing at all; a link to nothing is no folder."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False if path.is_symlink() else None


def next_folder(name: str, root: Path = RUNS) -> Path:
    """The first unused `<root>/<name>-<number>`, counted on from the highest; not made yet."""
    return root / f"{name}-{_next_number(name, root)}"


def _next_number(name: str, root: Path) -> int:
    numbered = [other for other in _names_in(root) if other.startswith(f"{name}-")]
    numbers = [other.removeprefix(f"{name}-") for other in numbered]
    return max([int(n) for n in numbers if n.isdecimal()], default=0) + 1


def _names_in(folder: Path) -> list[str]:
    """What lies in a folder; nothing where there is none, or another run has just removed it."""
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []


def fill(folder: Path, files: Iterable[tuple[str, str]]) -> None:
    """Write files, also of folders below it, into a new or an empty folder: all of them or none.

    Where it fails nothing that was made stays.  Raises InputError where the folder is not free, and
    OSError.
    """
    place = OutFolder(folder, "")
    written: list[str] = []
    try:
        place.take()
        for name, text in files:
            written.append(name.partition("/")[0])
            (folder / name).parent.mkdir(exist_ok=True)
            disk.write(folder / name, text)
    except BaseException:
        place.discard(*written)
        raise
    place.release()


class OutFolder:
    """A folder to be taken: `out`, new or empty, or without it the next `runs/<name>-<number>`.

    A folder is taken by making `tmp` in it, which one process alone can do: of two commands
    that want a folder at the same moment one gets it, and the other is refused or counts on.
    """

    def __init__(self, out: Path | None, name: str) -> None:
        """Check the folder; nothing is written yet.  Raises InputError."""
        problems = usual_problems() if out is None else out_problems(out)
        if problems:
            raise InputError(problems)
        self.folder = next_folder(name) if out is None else out
        self._counted = None if out is not None else name
        self._made: list[Path] = []
        self._taken = False

    @classmethod
    def unfinished(
        cls, folder: Path, kinds: Collection[str] = ("games", "seats", "counts")
    ) -> "OutFolder":
        """A folder in which an earlier process has begun a run, and this one goes on with it.

        kinds: the folders in it that are written into, or another command's than a run's.

        Raises InputError where a part of it is a link, which may lead anywhere.
        """
        parts = [folder / SCRATCH, *(folder / kind for kind in kinds)]
        parts += [path for kind in kinds for path in (folder / kind).glob("*")]
        if links := [path for path in parts if path.is_symlink()]:
            raise InputError([Problem(str(path), "this part of a run is a link") for path in links])
        place = cls.__new__(cls)
        place.folder, place._counted, place._made, place._taken = folder, None, [], False
        return place

    def clear(self) -> None:
        """Take away what an earlier process has left half done."""
        disk.remove(self.folder / SCRATCH)
        disk.recover(self.folder)
        (self.folder / SCRATCH).mkdir()

    def take(self) -> None:
        """Make the folder and take it; from here on `folder` is what it is called.

        Raises InputError when another process was quicker, and then leaves nothing behind.
        """
        for tries_left in reversed(range(TRIES)):
            try:
                taken = self._take_named() if self._counted is None else self._take_next()
                break
            except FileNotFoundError:
                if not tries_left:
                    raise
        if not taken:
            self.discard()
            what = "another process has just taken this folder; name a new or an empty one"
            raise InputError([Problem(f"--out {self.folder}", what)])

    def release(self) -> None:
        """The folder is finished; it stays."""
        disk.remove(self.folder / SCRATCH)
        self._taken = False

    def discard(self, *names: str) -> None:
        """Leave nothing behind: of the folder `names` go, which stood there for this process
        alone, then the folders that it made, if nobody has put anything there.
        """
        if self._taken:
            for name in (*names, SCRATCH):
                disk.remove(self.folder / name)
            self._taken = False
        while self._made:
            try:
                self._made.pop().rmdir()
            except OSError:
                self._made.clear()

    def _take_named(self) -> bool:
        """Whether the folder is this process's; it may have filled since it was looked at."""
        self._make_all(self.folder)
        return self._mark() and [path.name for path in self.folder.iterdir()] == [SCRATCH]

    def _take_next(self) -> bool:
        root = self.folder.parent
        self._make_all(root)
        number = _next_number(str(self._counted), root)
        while not self._taken:
            self.folder = root / f"{self._counted}-{number}"
            number += 1
            if self._make(self.folder):
                self._mark()
        return True

    def _mark(self) -> bool:
        try:
            (self.folder / SCRATCH).mkdir()
        except FileExistsError:
            return False
        self._taken = True
        return True

    def _make_all(self, folder: Path) -> None:
        """Make a folder and all above it, where they are missing."""
        for each in (*reversed(folder.parents), folder):
            self._make(each)

    def _make(self, folder: Path) -> bool:
        """Whether this process made the folder, and not another one before."""
        if folder.is_dir():
            return False
        try:
            folder.mkdir()
        except FileExistsError:
            return False
        self._made.append(folder)
        return True


def remove_unfinished(folder: Path) -> None:
    """Remove a folder that was just taken when the run was killed, if nothing else lies in it."""
    if folder.is_dir() and {path.name for path in folder.iterdir()} <= {SCRATCH}:
        disk.remove(folder)
