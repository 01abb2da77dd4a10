"""Compiled code on disk: where it is stored, and checksums that detect damaged files.

Numba's own cache looks only at the file a function is written in: edit a rule, and a cached
caller in another file goes on playing the old one.  Here the code of each game lies in a folder
named after the hash of all sources that it can be made of, so that it cannot go stale, and
stays when another game is edited.

What is kept are pickles and machine code: whoever could write there could run anything, and the
compiler's own reader ends the process at a damaged byte.  So the folder must be the user's
alone, and nothing is read whose checksum is not right.
"""

import atexit
import hashlib
import os
import shutil
import stat
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

import platformdirs

from simulate.compiler.sources import games_of, source_hash

NAME = "tiny-epic-balance"
DAYS_KEPT = 30
MARK = 16  # bytes of a checksum
ROOT_USER = 0
HOME_VARIABLE = "SIMULATE_CACHE"  # before that of all programs
SHARED_VARIABLE = "XDG_CACHE_HOME"


def cache_home() -> Path:
    """The folder in which our caches lie: one of our own, or that of all programs."""
    named = (os.environ.get(name, "") for name in (HOME_VARIABLE, SHARED_VARIABLE))
    return next((Path(name) for name in named if os.path.isabs(name)), _usual_home())


def _usual_home() -> Path:
    """Where programs of this system keep what can be made again."""
    if sys.platform in ("win32", "darwin"):
        return platformdirs.user_cache_path()
    home = os.path.expanduser("~")  # as it is where nobody knows this user's
    return Path(home if os.path.isabs(home) else os.devnull, ".cache")


def folder_of(module: str) -> Path:
    """The cache folder of a module's kernels, for exactly these sources."""
    return _opened(cache_home() / NAME / _name(games_of(module)))


@cache
def _name(games: frozenset[str]) -> str:
    """Bounds-checked code gets a folder of its own: Numba does not tell the two apart."""
    whose = "shared" if not games else "all" if len(games) > 1 else min(games)
    checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    return f"{whose}-{source_hash(*games)}{checked}"


@cache
def _opened(folder: Path) -> Path:
    """The folder, or what stands in for it, ready to be used; long unused ones beside it go."""
    folder = use(folder)
    os.utime(folder)
    _forget_old(folder.parent)
    return folder


def _forget_old(parent: Path) -> None:
    """Another checkout may be using its own folder, so only long unused ones go."""
    limit = time.time() - DAYS_KEPT * 86400
    for folder in parent.iterdir():
        with suppress(FileNotFoundError):  # another process forgets it, too
            if folder.lstat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)


def use(folder: Path) -> Path:
    """Make `folder`, two levels below the home of caches, and return it.

    Where that cannot be, or others could write into it, says so once and moves the home of
    caches to a temporary folder, for this process and those it starts, until it ends.
    """
    try:
        make_own(folder)
        return folder
    except OSError as error:
        why = f"{error.strerror} ({error.filename})" if error.filename else str(error)
    home = tempfile.mkdtemp(prefix=f"{NAME}-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    os.environ[HOME_VARIABLE] = home
    tell_once(
        f"warning: compiled code is stored for this command only: {why}; "
        f"{HOME_VARIABLE} may name another folder"
    )
    own = Path(home, *folder.parts[-2:])
    make_own(own)
    return own


def make_own(folder: Path) -> None:
    """Make a folder, two levels below the home of caches, and the one above it, as the user's own.

    Raises OSError where they are not, or others may change what lies in that home.

    Windows knows no such owners: there what lies in a user's own folders is the user's alone.
    """
    home = folder.parent.parent
    home.mkdir(parents=True, exist_ok=True)
    if not hasattr(os, "geteuid"):
        folder.mkdir(parents=True, exist_ok=True)
        return
    status = home.stat()
    writers = stat.S_IWOTH | (0 if _is_of_one(status.st_gid) else stat.S_IWGRP)
    others = status.st_mode & writers and not status.st_mode & stat.S_ISVTX
    if others or status.st_uid not in (ROOT_USER, os.geteuid()):
        raise PermissionError(f"other users may change files in {home}")
    for own in (folder.parent, folder):
        own.mkdir(mode=0o700, exist_ok=True)
        status = own.lstat()
        if stat.S_ISLNK(status.st_mode):
            raise PermissionError(f"{own} is a link to another place")
        if status.st_uid != os.geteuid():
            raise PermissionError(f"{own} belongs to another user")
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise PermissionError(f"other users may write to {own} (`chmod go-w` it)")
        if not os.access(own, os.W_OK | os.X_OK):
            raise PermissionError(f"{own} cannot be written to")


def _is_of_one(group: int) -> bool:
    """Whether a group is the one that many systems make for each user, with nobody else in it."""
    import grp
    import pwd

    try:
        me, held = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except KeyError:  # nobody knows this user, or this group
        return False
    return group == me.pw_gid and held.gr_name == me.pw_name and {*held.gr_mem} <= {me.pw_name}


@cache
def tell_once(text: str) -> None:
    """One line on stderr, however often it happens."""
    print(text, file=sys.stderr, flush=True)


def read(path: Path) -> bytes | None:
    """What was written to a file, None where there is no file or it is not as it was written."""
    try:
        held = path.read_bytes()
    except OSError:
        return None
    mark, content = held[:MARK], held[MARK:]
    if mark == _mark(path, content):
        return content
    forget(path)
    return None


def write(path: Path, content: bytes) -> None:
    """Write a file so that others see all of it or nothing; without it, it is compiled again."""
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as unfinished:
            unfinished.write(_mark(path, content) + content)
        os.replace(unfinished.name, path)
    except OSError as error:
        where = cache_home() / NAME  # not the folder of this game: it is told once
        tell_once(f"warning: compiled code could not be kept: {error.strerror} ({where})")


def forget(path: Path) -> None:
    """Remove a file that cannot be used."""
    path.unlink(missing_ok=True)
    tell_once("Stored compiled code is damaged; it is compiled again, which may take a while.")


def _mark(path: Path, content: bytes) -> bytes:
    """The checksum: of the name, too, so that no file can stand in for another."""
    digest = hashlib.blake2b("/".join(path.parts[-3:]).encode(), digest_size=MARK)
    digest.update(content)
    return digest.digest()
