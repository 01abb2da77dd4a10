"""Runs in an object store (`s3://bucket/run`), cached in a local folder while a command works.

A run is played into a folder of this machine, and everything that is finished goes to the store
while it is played: so its journal is there too, from which another machine can tell how far it is,
or go on with it.  Commands that read a run fetch what they do not have yet.
"""

import hashlib
import json
import os
import platform
import re
import signal
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from simulate.compiler.cache import HOME_VARIABLE, cache_home, make_own
from simulate.core.errors import InputError, Problem, RunError, command
from simulate.core.files import disk
from simulate.core.files.locks import is_gone
from simulate.core.text.terminal import call
from simulate.store import AFTER, MANIFEST, OUTCOMES
from simulate.store.folders import HEARD, JOURNAL, SCRATCH, SILENT, STORES, is_played_here

URL = re.compile(r"(s3|s3a|gs|az|azure)://[^/]+/.+")
EVERY = 5.0  # seconds between two looks for what is finished
SIGN_EVERY = 20.0  # seconds between two signs that the run is played
LARGEST_SIGN, LARGEST_SENT = 1_000_000, 2_000_000_000  # bytes
# What a command does with a run; nothing (ALONE, LOST) if another process of this machine plays
# it, or another machine has continued it.
NEW, AGAIN, READ, ALONE, LOST = "new", "again", "read", "alone", "lost"
# Signs of the machines that have played a run, from the first to the last: `taken`, `taken-2` ...
# Each name can be made once, so that of two machines one gets it.
MARK = f"{SCRATCH}/taken"
LOST_IT = (
    "another machine has continued {}, after a long silence of this one; what was "
    "played here since then is not in the store"
)


@dataclass
class RemoteRun:
    """One run in a store, and the folder in which it is at hand.

    why: what is done with it.  sent: size and time of each file as it went to the store or came
    from it.  turn: how many machines have had it, with this one, if it has it.
    """

    url: str
    why: str = READ
    sent: dict[str, tuple[int, float]] = field(default_factory=dict)
    turn: int = 0

    def __post_init__(self) -> None:
        try:
            from obstore.store import from_url
        except ImportError:
            what = "needs `pip install '.[s3]'`, typed in the folder of the toolkit"
            raise InputError([Problem(self.url, what)]) from None
        options: Any = {"allow_http": True} if os.environ.get("AWS_ALLOW_HTTP") else {}
        self._store: Any = from_url(self.url, client_options=options)
        name = self.url.rstrip("/").rpartition("/")[2]
        mark = hashlib.sha256(self.url.encode()).hexdigest()[:12]
        self.folder = cache_home() / STORES / mark / name

    def have_place(self) -> None:
        """Make the folder above the run's, for this user alone.  Raises InputError."""
        try:
            make_own(self.folder.parent)
        except OSError as error:
            what = f"cannot be cached: {error.strerror or error}; "
            what += f"{HOME_VARIABLE} may name another folder"
            raise InputError([Problem(self.url, what)]) from None

    def fetch(self, keep: bool = False) -> None:
        """Have every file of the store in the folder; keep: what is here alone stays."""
        import obstore
        from obstore.exceptions import NotFoundError

        disk.check_folder(self.folder)
        entries = {e["path"]: e for page in obstore.list(self._store) for e in page}
        self.turn, mark = _last_mark(entries)
        self._hear(entries.get(mark))
        for name, entry in entries.items():
            if _turn(name) or ".." in name.split("/") or name.startswith("/"):
                continue
            file = self.folder / name
            stamp = entry["last_modified"].timestamp()
            kept = file.stat() if file.is_file() else None
            if kept and keep and kept.st_mtime >= stamp and name != MANIFEST:
                continue
            if kept is None or (kept.st_size, kept.st_mtime) != (entry["size"], stamp):
                file.parent.mkdir(parents=True, exist_ok=True)
                try:
                    disk.write(file, self._parts(name, LARGEST_SENT))
                except (FileNotFoundError, NotFoundError):
                    continue  # who plays it has just taken it away
                os.utime(file, (stamp, stamp))
            self.sent[name] = (file.stat().st_size, file.stat().st_mtime)
        if not entries:
            raise InputError([Problem(self.url, "there is no such run in the store")])
        for name in () if keep else [n for n in self._here() if n not in entries]:
            (self.folder / name).unlink()

    def _parts(self, name: str, most: int) -> Iterator[bytes]:
        """What lies in the store under a name, part by part.  Raises InputError beyond `most`."""
        import obstore

        left = most
        for part in obstore.get(self._store, name).stream():
            left -= len(part)
            if left < 0:
                what = f"`{name}` is too large (at most {most // 1_000_000:,} MB)"
                raise InputError([Problem(self.url, what)])
            yield bytes(part)

    def take(self) -> None:
        """Have a new place in the store for this run alone.  Raises InputError if it is not."""
        import obstore

        if next(iter(obstore.list(self._store)), []):
            what = "this place is not empty; name a new place in the store"
            raise InputError([Problem(f"--out {self.url}", what)])
        if not self._begin_turn(1):
            what = "another process has just taken this place; name a new one"
            raise InputError([Problem(f"--out {self.url}", what)])

    def take_over(self) -> None:
        """Go on with a run that was fetched.  Raises InputError where another machine plays it."""
        heard = self.folder / HEARD
        if heard.is_file() and (age := time.time() - heard.stat().st_mtime) < SILENT:
            machine, process = _said(heard)
            if machine != platform.node() or not is_gone(process):
                self._refuse(f"({machine}) ", f"{max(age, 0):.0f} s ago")
        heard.unlink(missing_ok=True)
        if not self._begin_turn(self.turn + 1):
            self._refuse("", "just now")

    def _refuse(self, named: str, when: str) -> NoReturn:
        what = f"another machine {named}plays this run now, and was heard of {when}; "
        what += f"`{command('runs', self.url)}` says how far it is"
        raise InputError([Problem(f"--resume {self.url}", what)])

    def _begin_turn(self, turn: int) -> bool:
        """Whether the run is this process's from now on; of several that ask one gets it."""
        import obstore
        from obstore.exceptions import AlreadyExistsError

        try:
            obstore.put(self._store, _mark(turn), self._sign(), mode="create")
        except AlreadyExistsError:
            return False
        self.turn = turn
        return True

    def give_sign(self) -> None:
        """Let other machines know that this one plays the run."""
        import obstore

        obstore.put(self._store, _mark(self.turn), self._sign())

    def is_lost(self) -> bool:
        """Whether another machine has continued or completed the run, or it was removed."""
        import obstore

        signs = [e["path"] for page in obstore.list(self._store, SCRATCH) for e in page]
        return _last_mark(signs)[0] != self.turn

    def _sign(self) -> bytes:
        return json.dumps({"machine": platform.node(), "process": os.getpid()}).encode()

    def _hear(self, mark: Any) -> None:
        """Write down when who plays the run gave a sign, and who it is."""
        from obstore.exceptions import NotFoundError

        heard = self.folder / HEARD
        heard.unlink(missing_ok=True)
        if mark is None:
            return
        with suppress(FileNotFoundError, NotFoundError):
            self.folder.mkdir(parents=True, exist_ok=True)
            disk.write(heard, self._parts(mark["path"], LARGEST_SIGN))
            stamp = mark["last_modified"].timestamp()
            os.utime(heard, (stamp, stamp))

    def send(self, whole: bool = False) -> None:
        """Put what is new here into the store; whole: nothing else stays there.

        The manifest goes last: in the store, too, there is a whole run or no run.
        """
        import obstore

        names = sorted(self._here(), key=lambda name: (name == MANIFEST, name))
        for name in names:
            file = self.folder / name
            if name == MANIFEST and not whole:
                continue
            try:
                status = file.stat()
                if self.sent.get(name) == (status.st_size, status.st_mtime):
                    continue
                obstore.put(self._store, name, disk.read(file, LARGEST_SENT))
            except FileNotFoundError:
                continue  # it was renamed just now
            self.sent[name] = (status.st_size, status.st_mtime)
        if whole:
            paths = [e["path"] for page in obstore.list(self._store) for e in page]
            for name in set(paths) - set(names):
                obstore.delete(self._store, name)

    def _here(self) -> list[str]:
        files = (path for path in self.folder.rglob("*") if path.is_file())
        names = [path.relative_to(self.folder).as_posix() for path in files]
        return [n for n in names if not n.startswith(SCRATCH) and "/." not in f"/{n}"]


@contextmanager
def at_hand(words: Sequence[str]) -> Iterator[list[str]]:
    """The words of a command with a folder here in the place of each run in a store.

    Raises InputError where a store cannot be reached, and RunError where what was made cannot be
    brought there: it stays here then.
    """
    shelves: list[RemoteRun] = []
    local_words = []
    for at, word in enumerate(words):
        option, _, value = word.rpartition("=") if word.startswith("--") else ("", "", word)
        if not URL.fullmatch(value):
            local_words.append(word)
            continue
        before = option or (words[at - 1] if at else "")
        shelf = _ready(value, {"--out": NEW, "--resume": AGAIN}.get(before, READ))
        shelves.append(shelf)
        call(str(shelf.folder), value)
        local_words.append(f"{option}={shelf.folder}" if option else str(shelf.folder))
    if not shelves:
        yield local_words
        return
    stop = threading.Event()
    watcher = threading.Thread(target=_send_now_and_then, args=(shelves, stop), daemon=True)
    watcher.start()
    try:
        yield local_words
    finally:
        stop.set()
        watcher.join()
        for shelf in shelves:
            _brought(shelf)


def _ready(url: str, why: str) -> RemoteRun:
    try:
        shelf = RemoteRun(url, why)
        shelf.have_place()
        if why == NEW:
            shelf.take()
            disk.remove(shelf.folder)  # of an earlier run there, which somebody removed
        elif is_played_here(shelf.folder):
            shelf.why = ALONE  # what lies here is newer than what lies in the store
        else:
            shelf.fetch(keep=why == AGAIN)
            if why == AGAIN:
                shelf.take_over()
    except (InputError, KeyboardInterrupt):
        raise
    except Exception as error:
        raise InputError([Problem(url, f"the store does not respond: {_line(error)}")]) from None
    return shelf


def _send_now_and_then(shelves: Sequence[RemoteRun], stop: threading.Event) -> None:
    signed = time.monotonic()
    while not stop.wait(EVERY):
        sign = time.monotonic() - signed > SIGN_EVERY
        signed = time.monotonic() if sign else signed
        for shelf in shelves:
            with suppress(Exception):  # the store may answer again; at the end it must
                if shelf.why in (NEW, AGAIN):
                    _send_or_stop(shelf, sign)


def _send_or_stop(shelf: RemoteRun, sign: bool) -> None:
    """Bring what is new to the store; nothing more where another machine has the run now."""
    if shelf.is_lost():
        shelf.why = LOST
        signal.raise_signal(signal.SIGINT)  # what is played here from now on is for nothing
        return
    shelf.send()
    if sign:
        shelf.give_sign()


def _brought(shelf: RemoteRun) -> None:
    """Have the store hold what this command made.

    Who reads a run takes nothing away from the store: it may be played by another machine.
    """
    if shelf.why == ALONE:
        return
    plays = shelf.why in (NEW, AGAIN)
    left = any((shelf.folder / name).exists() for name in (MANIFEST, JOURNAL, OUTCOMES, AFTER))
    try:
        if shelf.why == LOST or (plays and shelf.is_lost()):
            raise RunError(LOST_IT.format(shelf.url))
        shelf.send(whole=plays and left)
        if plays and not left:
            import obstore

            obstore.delete(shelf._store, _mark(shelf.turn))
    except RunError:
        raise
    except Exception as error:
        what = f"{shelf.url} could not be written to ({_line(error)}); the files are in"
        raise RunError(f"{what} {shelf.folder}") from error


def _mark(turn: int) -> str:
    """The sign of the machine that has a run as the first, second ..."""
    return MARK if turn == 1 else f"{MARK}-{turn}"


def _turn(name: str) -> int:
    """The same the other way; 0 for another name."""
    if name == MARK:
        return 1
    number = name.removeprefix(f"{MARK}-")
    return int(number) if number != name and number.isdecimal() else 0


def _said(sign: Path) -> tuple[str, int]:
    """The machine that gave a sign, and its process there."""
    try:
        by = disk.json_of(sign, LARGEST_SIGN)
        return str(by["machine"]), int(by["process"])
    except (OSError, ValueError, TypeError, KeyError):
        return "unknown", 0


def _last_mark(names: Iterable[str]) -> tuple[int, str]:
    """How many machines have had a run, and the sign of the last."""
    turn = max(map(_turn, names), default=0)
    return turn, _mark(turn) if turn else ""


def _line(error: BaseException) -> str:
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0]}"[:200]
