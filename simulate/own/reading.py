"""An own file read: its Python run once, and its game known by name from then on.

Whoever types the path of a file runs his own code.  What a run, a pack or a journal carries is a
stranger's: it runs only where that was allowed.
"""

import hashlib
import re
import sys
import types
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import Any

from simulate.compiler.cache import NAME as NAME_OF_CACHE
from simulate.compiler.cache import cache_home, use
from simulate.core import disk
from simulate.core.errors import InputError, Problem, RunError
from simulate.own.declarations import declaration_problems
from simulate.own.declared import OwnGame
from simulate.own.game import READER, Cards, Game
from simulate.own.learnt import text_beside
from simulate.own.lines import at_line
from simulate.own.pack_text import files_of
from simulate.own.source import OwnSource
from simulate.pack import catalogue
from simulate.pack.document import nearest_file

NAME = re.compile(r"[a-z][a-z0-9_]*")
ENDING = ".py"
_kept: dict[str, OwnGame] = {}  # by the file as it was typed


def is_file(target: str | None) -> bool:
    """Whether what was typed means an own file."""
    return target is not None and target.endswith(ENDING)


def know(typed: str) -> OwnGame:
    """The game of a file that somebody typed, known by its name from now on.

    Raises InputError where the file cannot be read, run, or is no game.
    """
    if typed in _kept:
        return _kept[typed]
    path = Path(typed)
    try:
        text = disk.text(path).removeprefix("\ufeff")  # which some editors put before a text
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or "it is not UTF-8 text"
        gone = isinstance(error, FileNotFoundError)
        problem = (
            f"there is no such file{nearest_file(path)}" if gone else f"cannot be read: {what}"
        )
        raise InputError([Problem(typed, problem)]) from error
    source = OwnSource(typed, text, {}, text_beside(typed))
    known = catalogue.own(source.name)
    if isinstance(known, OwnGame) and is_known(source):  # which read no spreadsheet
        return known
    return _known(source, _Beside(path.parent, {}))


@contextmanager
def kept(source: OwnSource) -> Iterator[None]:
    """Whoever names the file means what a folder has kept of it, until that was gone on with."""
    _kept[source.file] = know_again(source)
    try:
        yield
    finally:
        del _kept[source.file]


def is_known(source: OwnSource) -> bool:
    """Whether this very text runs in this process already."""
    known = catalogue.own(source.name)
    return isinstance(known, OwnGame) and known.source == source


def know_again(source: OwnSource) -> OwnGame:
    """The game of a run, from what the run says of its file, whatever that says by now."""
    known = catalogue.own(source.name)
    if isinstance(known, OwnGame) and is_known(source):
        return known
    return _known(source, _Beside(None, dict(source.cards)))


def source_of(said: Mapping[str, Any]) -> OwnSource:
    """What a manifest says of an own file."""
    return OwnSource(said["file"], said["text"], said.get("cards", {}), said.get("players", ""))


class _Beside:
    """Spreadsheets beside a file: read where they lie, or as a run has kept them."""

    def __init__(self, folder: Path | None, kept: dict[str, Cards]) -> None:
        self.folder, self.kept = folder, kept

    def __call__(self, name: str) -> Cards:
        if name not in self.kept:
            if self.folder is None:
                raise InputError([Problem(name, "the run has not kept this spreadsheet")])
            from simulate.pack.plain_tables import cards_in

            self.kept[name] = cards_in(self.folder / name, name)
        return self.kept[name]


def _known(source: OwnSource, beside: _Beside) -> OwnGame:
    if what := _refused(source.name):
        raise InputError([Problem(source.file, what)])
    kind = _class_in(source, beside)
    if problems := declaration_problems(source.file, source.text, kind):
        raise InputError(problems)
    kept = OwnSource(source.file, source.text, beside.kept, source.players)
    own = OwnGame(kept, kind)
    catalogue.add(own, _laid(own))
    return own


def _refused(name: str) -> str:
    if name in catalogue.GAMES:
        return f"`{name}` is a game of this toolkit already; name the file otherwise"
    if not NAME.fullmatch(name):
        return "the name of the file must be small letters, digits and _, as in my_game.py"
    return ""


def _class_in(source: OwnSource, beside: _Beside) -> type[Game]:
    """The one class of the file that is a game."""
    module = types.ModuleType(f"own_game_{source.name}_{source.mark}")
    module.__file__ = source.file
    sys.modules[module.__name__] = module  # where dataclasses look for it
    token = READER.set(beside)
    try:
        with redirect_stdout(sys.stderr):  # on stdout stands what a command has found
            exec(compile(source.text, source.file, "exec"), module.__dict__)
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        what = f"the game cannot be loaded: {in_words(error)}"
        line = line_of(error, source.file)
        raise InputError([at_line(source.file, line, what, source.text.split("\n"))]) from error
    finally:
        READER.reset(token)
    kinds = [
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Game) and each.__module__ == module.__name__
    ]
    leaves = [kind for kind in kinds if not any(kind in other.__mro__[1:] for other in kinds)]
    if len(leaves) != 1:
        names = f": {', '.join(kind.__name__ for kind in leaves)}" if leaves else ""
        what = f"the file must hold one class that derives from Game (found {len(leaves)}{names})"
        raise InputError([Problem(source.file, what)])
    return leaves[0]


def said(error: BaseException, file: str) -> str:
    """An error of the designer's code: its kind, what it says, and the line of his file."""
    line = line_of(error, file)
    return in_words(error) + (f" (line {line} of {file})" if line else "")


@contextmanager
def blamed(file: str) -> Iterator[None]:
    """Play with the designer's code: an error of it is a RunError with the line of his file."""
    try:
        yield
    except (RunError, InputError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        raise RunError(said(error, file)) from error


def in_words(error: BaseException) -> str:
    """An error of the designer's code: its kind, and what it says."""
    text = str(error)
    if isinstance(error, SyntaxError | KeyError) and error.args:
        text = str(error.args[0])
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def line_of(error: BaseException, file: str) -> int:
    """The line of the file in which it came up, the innermost; 0 where it is in none."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno or 0
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _laid(own: OwnGame) -> Path:
    """The folder of its pack in the user's own cache, written anew where it is not as it should."""
    files = files_of(own)
    mark = hashlib.blake2b("".join(files.values()).encode(), digest_size=8).hexdigest()
    folder = use(cache_home() / NAME_OF_CACHE / f"own-{own.name}-{mark}")
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(mode=0o700, exist_ok=True)
        with suppress(OSError, ValueError):
            if disk.text(path) == text:
                continue
        disk.write(path, text)
    return folder
