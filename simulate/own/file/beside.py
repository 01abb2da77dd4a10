"""Find the game file of a pack, so that packs of own games work like other packs.

Code that merely lies in a folder may be a stranger's.  It runs only if this user has named this
very text at this very place before; a note in the user's own cache says so.
"""

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from simulate.compiler.cache import NAME as NAME_OF_CACHE
from simulate.compiler.cache import cache_home, use
from simulate.core.errors import InputError
from simulate.core.files import disk
from simulate.core.game.game_files import ENDING
from simulate.own.file.reading import NAME, know
from simulate.own.file.source import OwnSource
from simulate.pack.text.document import around, text_of

NAMED = "own-named"  # the folder of the notes


def remember(typed: str) -> None:
    """Note that this user has named a file, and that it holds to the laws of games."""
    with suppress(OSError, InputError):
        note = _note(Path(typed), typed)
        use(note.parent)
        disk.write(note, "")


def know_beside(game: str, folder: Path) -> None:
    """Register the game of a pack, if its file is in or beside the folder and was named."""
    if not NAME.fullmatch(game):
        return
    for place in (folder, around(folder)):
        file = place / f"{game}{ENDING}"
        with suppress(OSError, InputError):
            if file.is_file() and _note(file, str(file)).is_file():
                know(str(file))
                return


def _note(file: Path, typed: str) -> Path:
    """Where it is noted that this text was named at this place."""
    said = json.dumps([str(file.resolve()), OwnSource(typed, text_of(file, typed)).mark])
    mark = hashlib.blake2b(said.encode(), digest_size=16).hexdigest()
    return cache_home() / NAME_OF_CACHE / NAMED / mark
