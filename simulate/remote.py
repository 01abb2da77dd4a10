"""Runs in an object store (`s3://bucket/run`): at hand in a folder here while a command works.

A run is played into a folder of this machine, and everything that is finished goes to the store
while it is played: so its journal is there too, from which another machine can tell how far it is,
or go on with it.  Commands that read a run fetch what they do not have yet.
"""

import hashlib
import os
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from simulate.core.cache import cache_home
from simulate.core.errors import InputError, Problem, RunError
from simulate.folders import JOURNAL, SCRATCH
from simulate.store import MANIFEST

URL = re.compile(r"(s3|s3a|gs|az|azure)://[^/]+/.+")
EVERY = 5.0  # seconds between two looks for what is finished
PLACE = "tiny-epic-balance-stores"
NEW, AGAIN, READ = "new", "again", "read"
MARK = f"{SCRATCH}/taken"


@dataclass
class Shelf:
    """One run in a store, and the folder in which it is at hand.

    sent: size and time of each file as it went to the store or came from it.
    """

    url: str
    sent: dict[str, tuple[int, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        try:
            from obstore.store import from_url
        except ImportError:
            what = "needs `pip install 'tiny-epic-balance[s3]'`"
            raise InputError([Problem(self.url, what)]) from None
        options: Any = {"allow_http": True} if os.environ.get("AWS_ALLOW_HTTP") else {}
        self._store: Any = from_url(self.url, client_options=options)
        name = self.url.rstrip("/").rpartition("/")[2]
        mark = hashlib.sha256(self.url.encode()).hexdigest()[:12]
        self.folder = cache_home() / PLACE / mark / name

    def fetch(self, keep: bool = False) -> None:
        """Have every file of the store in the folder; keep: what is here alone stays."""
        import obstore

        there = {e["path"]: e for page in obstore.list(self._store) for e in page}
        for name, entry in there.items():
            if name == MARK or ".." in name.split("/") or name.startswith("/"):
                continue
            file = self.folder / name
            stamp = entry["last_modified"].timestamp()
            mine = file.stat() if file.is_file() else None
            if mine and keep and mine.st_mtime >= stamp and name != MANIFEST:
                continue
            if mine is None or (mine.st_size, mine.st_mtime) != (entry["size"], stamp):
                file.parent.mkdir(parents=True, exist_ok=True)
                data = bytes(obstore.get(self._store, name).bytes())
                unfinished = file.with_name(f".{os.getpid()}-{file.name}")
                unfinished.write_bytes(data)
                os.utime(unfinished, (stamp, stamp))
                os.replace(unfinished, file)
            self.sent[name] = (file.stat().st_size, file.stat().st_mtime)
        if not there:
            raise InputError([Problem(self.url, "there is no such run in the store")])
        for name in () if keep else [n for n in self._here() if n not in there]:
            (self.folder / name).unlink()

    def take(self) -> None:
        """Have a new place in the store for this run alone.  Raises InputError if it is not."""
        import obstore
        from obstore.exceptions import AlreadyExistsError

        if next(iter(obstore.list(self._store)), []):
            what = "something lies there already; name a new place in the store"
            raise InputError([Problem(f"--out {self.url}", what)])
        try:
            obstore.put(self._store, MARK, b"taken", mode="create")
        except AlreadyExistsError:
            what = "another process has just taken this place; name a new one"
            raise InputError([Problem(f"--out {self.url}", what)]) from None

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
                found = file.stat()
                if self.sent.get(name) == (found.st_size, found.st_mtime):
                    continue
                obstore.put(self._store, name, file.read_bytes())
            except FileNotFoundError:
                continue  # it was renamed just now
            self.sent[name] = (found.st_size, found.st_mtime)
        if whole:
            there = [e["path"] for page in obstore.list(self._store) for e in page]
            for name in set(there) - set(names):
                obstore.delete(self._store, name)

    def _here(self) -> list[str]:
        files = (path for path in self.folder.rglob("*") if path.is_file())
        names = [path.relative_to(self.folder).as_posix() for path in files]
        return [n for n in names if not n.startswith((SCRATCH, "report-")) and "/." not in f"/{n}"]


@contextmanager
def at_hand(words: Sequence[str]) -> Iterator[list[str]]:
    """The words of a command with a folder here in the place of each run in a store.

    Raises InputError where a store cannot be reached, and RunError where what was made cannot be
    brought there: it stays here then.
    """
    shelves: list[Shelf] = []
    told = []
    for at, word in enumerate(words):
        option, _, value = word.rpartition("=") if word.startswith("--") else ("", "", word)
        if not URL.fullmatch(value):
            told.append(word)
            continue
        before = option or (words[at - 1] if at else "")
        shelf = _ready(value, {"--out": NEW, "--resume": AGAIN}.get(before, READ))
        shelves.append(shelf)
        told.append(f"{option}={shelf.folder}" if option else str(shelf.folder))
    if not shelves:
        yield told
        return
    stop = threading.Event()
    watcher = threading.Thread(target=_send_now_and_then, args=(shelves, stop), daemon=True)
    watcher.start()
    try:
        yield told
    finally:
        stop.set()
        watcher.join()
        for shelf in shelves:
            _brought(shelf)


def _ready(url: str, why: str) -> Shelf:
    try:
        shelf = Shelf(url)
        if why == NEW:
            shelf.take()
            if shelf.folder.exists():
                import shutil

                shutil.rmtree(shelf.folder)  # of an earlier run there, which somebody removed
        else:
            shelf.fetch(keep=why == AGAIN)
    except (InputError, KeyboardInterrupt):
        raise
    except Exception as error:
        raise InputError([Problem(url, f"the store does not answer: {_line(error)}")]) from None
    return shelf


def _send_now_and_then(shelves: Sequence[Shelf], stop: threading.Event) -> None:
    while not stop.wait(EVERY):
        for shelf in shelves:
            try:
                shelf.send()
            except Exception:  # the store may answer again; at the end it must
                continue


def _brought(shelf: Shelf) -> None:
    try:
        shelf.send(whole=(shelf.folder / MANIFEST).is_file() or (shelf.folder / JOURNAL).is_file())
        if not any(shelf._here()):
            import obstore

            obstore.delete(shelf._store, MARK)
    except Exception as error:
        what = f"{shelf.url} could not be written to ({_line(error)}); the files are in"
        raise RunError(f"{what} {shelf.folder}") from error


def _line(error: BaseException) -> str:
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0]}"[:200]
