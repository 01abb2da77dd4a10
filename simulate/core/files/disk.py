"""Read, write and remove files in folders that may come from a stranger.

A pack or a run that was sent to somebody may hold links to files of his, pipes without an end and
files that no memory holds.  So every file of such a folder is read and written by what stands here
(`tests/architecture/test_disk.py`).
"""

import codecs
import errno
import hashlib
import json
import os
import re
import shutil
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from simulate.core.errors import InputError, Problem
from simulate.core.files import budget, unfinished_writes

LARGEST = 20_000_000  # bytes of a text; the largest file of a pack has a hundredth
DEEPEST = 50  # tables and lists in each other; no file of ours comes near
MOST_TOLD = 3
NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)
NO_WAIT: int = getattr(os, "O_NONBLOCK", 0)  # for who is at the other end of a pipe
BINARY: int = getattr(os, "O_BINARY", 0)
NEW = os.O_CREAT | os.O_EXCL
MODE = 0o666  # less what the user masks
UNFINISHED = re.compile(r"\.[0-9a-f]{16}\.new")
HALF_A_LETTER = re.compile(r"\\ud[89a-f]", re.IGNORECASE)


def opened(path: Path, flags: int = os.O_RDONLY) -> int:
    """An ordinary file, held open.

    One that is written to is no link and has no second name: either may be of a file elsewhere.
    Raises OSError with the reason in words.
    """
    writes = bool(flags & (os.O_WRONLY | os.O_RDWR))
    try:
        held = os.open(path, flags | NO_WAIT | BINARY | NO_LINK * writes, MODE)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise OSError(errno.ELOOP, "it is a link", str(path)) from None
        if error.errno == errno.ENXIO:  # a socket, or a pipe that nobody reads
            raise _odd(path) from None
        raise
    try:
        status = os.fstat(held)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(status.st_mode):
            raise _odd(path)
        if writes and status.st_nlink > 1:
            raise OSError(errno.EMLINK, "it has a second name (a hard link)", str(path))
    except BaseException:
        os.close(held)
        raise
    return held


def _odd(path: Path) -> OSError:
    return OSError(errno.EINVAL, "it is not a regular file", str(path))


def read(path: Path, most: int = LARGEST) -> bytes:
    """Read a file up to a size limit.  Raises OSError."""
    with os.fdopen(opened(path), "rb") as file:
        fits = os.fstat(file.fileno()).st_size <= most
        content = file.read(most + 1) if fits else b""
    if not fits or len(content) > most:
        raise OSError(errno.EFBIG, f"it is too large (at most {_size(most)})", str(path))
    return content


def _size(most: int) -> str:
    return f"{most // 10**6} MB" if most >= 10**6 else f"{most // 1000} KB"


def text(path: Path, most: int = LARGEST) -> str:
    """The same as text.  Raises OSError, or ValueError where it is none."""
    return read(path, most).replace(b"\r\n", b"\n").decode("utf-8")


def json_of(path: Path, most: int) -> Any:
    """What a file of JSON holds.  Raises OSError, or ValueError where it is none."""
    return parsed(text(path, most))


def parsed(line: str) -> Any:
    """What JSON says.  Raises ValueError where it is none, too much, or cannot be written again."""
    if not budget.is_small_json(line):
        raise ValueError(budget.TOO_MANY)
    try:
        value = json.loads(line)
        if HALF_A_LETTER.search(line):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if is_deeper(value, DEEPEST):
        raise ValueError("nested too deeply")
    return value


def is_deeper(data: Any, levels: int) -> bool:
    """Whether tables and lists are nested deeper than a limit."""
    level = [data] if isinstance(data, dict | list) else []
    for _ in range(levels + 1):
        inner = (each.values() if isinstance(each, dict) else each for each in level)
        level = [entry for each in inner for entry in each if isinstance(entry, dict | list)]
    return bool(level)


def write(path: Path, content: str | bytes | Iterator[bytes], aside: Path | None = None) -> None:
    """Put something in the place of a file, whole or not at all.

    What lies there is replaced, never written through.  content: also part by part.  aside: a
    folder on the same disk where the file is written first, under a name that nobody can know;
    without one its own.  Raises OSError that names the file.
    """
    unfinished = (aside or path.parent) / _name_of_its_own()
    try:
        with os.fdopen(opened(unfinished, os.O_WRONLY | NEW), "wb") as file:
            whole = content.encode() if isinstance(content, str) else content
            file.writelines([whole] if isinstance(whole, bytes) else whole)
        os.replace(unfinished, path)
    except BaseException as error:
        with suppress(OSError):
            unfinished.unlink()
        if isinstance(error, OSError) and error.filename:  # not where the disk is full
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def rewrite(path: Path, content: str) -> None:
    """Put a text in the place of another one, whose lines may end as some systems end them.

    They end so again, and what stood before its first letter stands there.  Raises OSError.
    """
    before = b""
    with suppress(OSError):  # there is none, or none that was read
        before = read(path)
    write(path, _spelled_as(before, content))


def rewrite_all(folder: Path, texts: Mapping[str, str]) -> None:
    """Do the same with files of a folder, all of them or none.  Raises OSError."""
    before = {name: read(folder / name) for name in texts}
    after = {name: _spelled_as(before[name], text) for name, text in texts.items()}
    try:
        write_all(folder, after.items())
    except OSError:
        for name, content in before.items():
            with suppress(OSError):
                if read(folder / name) != content:
                    write(folder / name, content)
        raise


def _spelled_as(before: bytes, content: str) -> bytes:
    if 0 < before.count(b"\n") == before.count(b"\r\n"):
        content = content.replace("\n", "\r\n")
    is_marked = before.startswith(codecs.BOM_UTF8)
    return codecs.BOM_UTF8 * is_marked + content.encode()


def write_all(folder: Path, files: Iterable[tuple[str, str | bytes]]) -> list[Path]:
    """Put files in the place of others in a folder, none before all are written whole.

    The folder is made if there is none.  Until then they lie in a folder there; where a command is
    ended at once, the next that writes there takes that away, or puts the rest in place.  Where it
    fails no new file and no new folder stays.  Returns their paths.  Raises OSError.
    """
    with making(folder):
        recover(folder)
        unfinished = folder / _name_of_its_own()
        with unfinished_writes.held(unfinished.name, folder) as token:
            try:
                unfinished.mkdir()
                changes = _written(unfinished, files)
                token.all_written(changes)
            except BaseException:
                remove(unfinished)
                token.forget()
                raise
            try:
                _put_in_place(unfinished, changes)
            except OSError:
                remove(unfinished)
                token.forget()
                raise
            remove(unfinished)
            token.forget()
    return [folder / name for name in changes]


def _written(
    unfinished: Path, files: Iterable[tuple[str, str | bytes]]
) -> unfinished_writes.Changes:
    """Write all files aside; what lies where each is to go, and what is to lie there."""
    folder, changes = unfinished.parent, {}
    for name, content in files:
        (unfinished / name).parent.mkdir(parents=True, exist_ok=True)
        write(unfinished / name, content)
        if (folder / name).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(folder / name))
        changes[name] = (_standing(folder / name), _checksum(unfinished / name))
    return changes


def _put_in_place(unfinished: Path, changes: unfinished_writes.Changes) -> None:
    """Put all files in their places; where one cannot be, the new ones among them go again."""
    folder, new = unfinished.parent, []
    try:
        for name, (before, _) in changes.items():
            os.replace(unfinished / name, folder / name)
            new += [folder / name] * (before is None)
    except OSError:
        for path in new:
            with suppress(OSError):
                path.unlink()
        raise


def recover(folder: Path) -> None:
    """End what this user's commands had begun to put in place here when they were ended at once.

    Only what a token in his cache tells of is touched (`begun`).
    """
    for unfinished in _unfinished(folder):
        with unfinished_writes.left(unfinished.name, folder) as token:
            if token is not None:
                with suppress(OSError):
                    for name in _rest(unfinished, token.changes or {}):
                        os.replace(unfinished / name, folder / name)
                remove(unfinished)
                token.forget()


def is_half_done(folder: Path) -> bool:
    """Whether a command that was ended at once has put a part of its files in place here.

    Nothing is written.
    """
    for unfinished in _unfinished(folder):
        with unfinished_writes.left(unfinished.name, folder, look=True) as token:
            if token is not None and _rest(unfinished, token.changes or {}):
                return True
    return False


def _unfinished(folder: Path) -> list[Path]:
    """Folders in which commands may have written files; anybody may have called one so."""
    try:
        found = [folder / name for name in os.listdir(folder) if UNFINISHED.fullmatch(name)]
    except OSError:
        return []
    return [path for path in found if path.is_dir() and not path.is_symlink()]


def _rest(unfinished: Path, changes: unfinished_writes.Changes) -> list[str]:
    """What is to be put in place beside what lies there already.

    Nothing where nothing does: all is as it was then.  Nor where a file was changed since.
    """
    folder = unfinished.parent
    rest = [name for name in changes if os.path.lexists(unfinished / name)]
    is_as_left = all(
        _standing(folder / name) == before and _checksum(unfinished / name) == after
        if name in rest
        else _checksum(folder / name) == after
        for name, (before, after) in changes.items()
    )
    return rest if is_as_left and len(rest) < len(changes) else []


def _standing(path: Path) -> str | None:
    """By what one sees that something else lies at a path, or that it was written to."""
    try:
        status = path.lstat()
    except OSError:
        return None
    return f"{status.st_ino} {status.st_size} {status.st_mtime_ns}"


def _checksum(path: Path) -> str:
    """Of an ordinary file, which is no link; empty where there is none."""
    try:
        with os.fdopen(opened(path, os.O_RDONLY | NO_LINK), "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


@contextmanager
def making(folder: Path) -> Iterator[None]:
    """Have a folder; those that were made for it go again where what is done with it fails."""
    new = [each for each in (folder, *folder.parents) if not each.is_dir()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for each in new:
            with suppress(OSError):  # something lies in it
                each.rmdir()
        raise


def _name_of_its_own() -> str:
    """A name that nobody can know beforehand."""
    return f".{os.urandom(8).hex()}.new"


def sync(*paths: Path) -> None:
    """Have the disk itself hold what was written to files, or which files a folder has."""
    for path in paths:
        if os.name == "nt" and path.is_dir():  # which cannot be opened there
            continue
        held = os.open(path, (os.O_RDWR if os.name == "nt" else os.O_RDONLY) | NO_WAIT | BINARY)
        try:
            os.fsync(held)
        finally:
            os.close(held)


def remove(path: Path) -> None:
    """Take away a file, or a folder with all in it; of a link only the link."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def check_folder(folder: Path, shown: str = "") -> None:
    """Look through a folder that may be a stranger's before anything else is done with it.

    It may itself be a link, and links may lead about in it.  Hidden folders, such as `.git` and
    `.venv`, are not looked into: nothing in them is read or written.
    Raises InputError where it holds a link that leads out of it, or what is no file and no folder.
    """
    odd = sorted(_odd_entries(folder))
    if odd:
        name = (shown or str(folder)).rstrip("/")
        problems = [Problem(f"{name}/{entry}", what) for entry, what in odd[:MOST_TOLD]]
        more = [Problem(name, f"{len(odd) - MOST_TOLD:,} more of the kind")]
        raise InputError(problems + more * (len(odd) > MOST_TOLD))


def _odd_entries(folder: Path) -> Iterator[tuple[str, str]]:
    """Each with its path in the folder, and what is wrong with it."""
    home = os.path.realpath(folder)
    waiting = [home]
    while waiting:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:  # of a run in play some go
            for entry in entries:
                name = os.path.relpath(entry.path, home)
                if entry.is_symlink():
                    if not _is_in(os.path.realpath(entry.path), home):
                        yield (
                            name,
                            "this link leads out of its folder; replace it by the file itself",
                        )
                elif entry.is_dir():
                    waiting += [entry.path] * (not entry.name.startswith("."))
                elif not entry.is_file():
                    yield name, "this is not a regular file (but a pipe, a socket or a device)"


def _is_in(path: str, folder: str) -> bool:
    return os.path.join(path, "").startswith(os.path.join(folder, ""))
