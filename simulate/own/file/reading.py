"""Load a game file: run its Python once and register its game.

Whoever types the path of a file runs his own code.  What a run, a pack or a journal carries is a
stranger's: it runs only where that was allowed.
"""

import hashlib
import re
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from simulate.compiler.cache import NAME as NAME_OF_CACHE
from simulate.compiler.cache import cache_home, use
from simulate.core.errors import InputError, Problem
from simulate.core.files import disk
from simulate.core.game.game_files import ENDING, is_of_others
from simulate.own.declared import OwnGame
from simulate.own.file.declarations import declaration_problems
from simulate.own.file.lines import at_line, in_words, line_of
from simulate.own.file.loop_guard import STOP, bounded, stop
from simulate.own.file.of_others import source_of_others
from simulate.own.file.source import OwnSource
from simulate.own.game import READER, Cards, Game
from simulate.own.learnt import text_beside
from simulate.own.pack_text import files_of
from simulate.pack import catalogue
from simulate.pack.text.document import text_of

NAME = re.compile(r"[a-z][a-z0-9_]*")
_kept: dict[str, OwnGame] = {}  # by the file as it was typed


def is_file(target: str | None) -> bool:
    """Whether what was typed means an own file that lies here."""
    return target is not None and target.endswith(ENDING)


def know(typed: str) -> OwnGame:
    """Register the game of a file that was typed, by its name.

    Raises InputError where the file cannot be read, run, or is no game.
    """
    if typed in _kept:
        return _kept[typed]
    return _known(*source_typed(typed))


def source_typed(typed: str) -> tuple[OwnSource, Path | None]:
    """The text of a file that was typed, and the folder of what it reads.  Raises InputError."""
    if is_of_others(typed):
        return source_of_others(typed)
    source = OwnSource(typed, text_of(Path(typed), typed), {}, text_beside(typed))
    return source, Path(typed).parent


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
    return _known(source, None)


def source_of(said: Mapping[str, Any]) -> OwnSource:
    """What a manifest says of an own file."""
    return OwnSource(said["file"], said["text"], said.get("cards", {}), said.get("players", ""))


def _known(source: OwnSource, folder: Path | None) -> OwnGame:
    """folder: where spreadsheets lie; without, those that a run has kept are read."""
    known = catalogue.own(source.name)
    if isinstance(known, OwnGame) and known.source == source:  # which read no spreadsheet anew
        return known
    if source.name in catalogue.GAMES:
        what = f"`{source.name}` is the name of a game of this toolkit; rename the file"
        raise InputError([Problem(source.file, what)])
    if not NAME.fullmatch(source.name):
        what = "the name of the file must be small letters, digits and _, as in my_game.py"
        raise InputError([Problem(source.file, what)])
    cards: dict[str, Cards] = dict(source.cards)

    def read(name: str) -> Cards:
        if name not in cards:
            if folder is None:
                raise InputError([Problem(name, "the run has not stored this spreadsheet")])
            from simulate.pack.sheets.plain_tables import cards_in

            cards[name] = cards_in(folder / name, name)
        return cards[name]

    kind = _class_in(source, read)
    if problems := declaration_problems(source.file, source.text, kind):
        raise InputError(problems)
    own = OwnGame(replace(source, cards=cards), kind)
    catalogue.add(own, _laid(own))
    return own


def _class_in(source: OwnSource, read: Callable[[str], Cards]) -> type[Game]:
    """The one class of the file that is a game."""
    module = types.ModuleType(f"own_game_{source.name}_{source.mark}")
    module.__file__ = source.file
    vars(module)[STOP] = stop
    sys.modules[module.__name__] = module  # where dataclasses look for it
    token = READER.set(read)
    try:
        with redirect_stdout(sys.stderr):  # on stdout stands what a command has found
            exec(compile(bounded(source.text, source.file), source.file, "exec"), module.__dict__)
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
