"""What a studio is of: a title, a pack or the file of an own game, and whether it has changed."""

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

from simulate.core.errors import InputError, Problem
from simulate.core.files import disk, locks
from simulate.experiment.find import is_pack, know_own, own_file
from simulate.pack import Pack, catalogue, load, load_folder
from simulate.pack.reading import QUESTION, RULES, designer_file, files
from simulate.pack.text.document import read

FOLDER = "."
FILE = "studio.json"
WHAT = "a studio is of a title, the folder of a pack, or the file of a game of your own"
OF_PEOPLE = (".xlsx", ".ods", ".csv", ".json", ".xml")  # what `simulate playtests` reads

# Of each file its name, its time, its size, and whether it is a link.
Stamp = tuple[tuple[str, int, int, bool], ...]


@dataclass
class Subject:
    """What was named on the command line, as it is read now.

    typed: the word; pack: its numbers, checked; stamp: by which a change of its files is seen.
    """

    typed: str
    pack: Pack
    stamp: Stamp
    code: bool = False
    _held: list[int] = field(default_factory=list)

    @property
    def is_folder(self) -> bool:
        """Whether it is the folder of a pack, into which a version can be written."""
        return bool(self.pack.shown) and not own_file(self.typed)

    @property
    def is_own(self) -> bool:
        """Whether it is a designer's own game."""
        return self.pack.game not in catalogue.GAMES

    @property
    def words(self) -> list[str]:
        """How commands name it."""
        return ["--pack", self.typed] if self.is_folder else [self.typed]

    def sheets(self) -> dict[str, str]:
        """Files of its folder in which games of people may stand: the name of each."""
        if not (self.is_folder or self.is_own):
            return {}
        folder = self.pack.folder if self.is_folder else Path(self.typed).parent
        found = (path for path in sorted(folder.iterdir()) if path.suffix in OF_PEOPLE)
        ours = (FILE, ".schema.json")
        return {str(path): path.name for path in found if not path.name.endswith(ours)}

    def has_changed(self) -> bool:
        """Whether a file of it is another than when it was read."""
        return _stamp(self.typed, self.pack) != self.stamp

    def read_again(self) -> None:
        """Read what stands there now.  Raises InputError, and stays as it was but for the stamp."""
        self.stamp = _stamp(self.typed, self.pack)
        self.pack = _read(self.typed)

    def fresh(self) -> Pack:
        """The pack without the packs that were once made from it: a day of edits is not kept."""
        self.pack = replace(self.pack, _resolved={})
        return self.pack

    def take(self) -> None:
        """Hold the folder, so that a second studio is told.  Raises InputError.

        The folder itself is held: nothing is left there by a studio that was killed.
        """
        if not self.is_folder or os.name == "nt":
            return
        held = os.open(self.pack.folder, os.O_RDONLY)
        if not locks.take(held):
            os.close(held)
            what = "another studio has this pack open: go on there, or end it first"
            raise InputError([Problem(self.typed, what)])
        self._held.append(held)

    def let_go(self) -> None:
        """Hold it no longer."""
        while self._held:
            os.close(self._held.pop())


def is_own(typed: str) -> bool:
    """Whether it is a game of one's own, or a pack of one: none of its Python is run for that."""
    rules = Path(typed, RULES)
    try:
        return bool(own_file(typed) or (rules.is_file() and designer_file(read(rules).data)))
    except InputError:
        return False


def subject_of(typed: str | None, code: bool) -> Subject:
    """What the command names; without a word the pack of this folder.  Raises InputError."""
    if typed is None and not is_pack(FOLDER):
        what = f"nothing was named, and this folder is no pack; {WHAT}"
        raise InputError([Problem("studio", what)])
    word = typed or FOLDER
    pack = _read(word)
    return Subject(word, pack, _stamp(word, pack), code)


def _read(typed: str) -> Pack:
    if own_file(typed):
        if own_file(typed) != typed:
            raise InputError([Problem(typed, f"name the file alone; {WHAT}")])
        return load(know_own(typed))
    if typed in catalogue.names() and not Path(typed).is_dir():
        return load(typed)
    if not Path(typed).exists():
        raise InputError([Problem(typed, f"{catalogue.unknown_game(typed)}; {WHAT}")])
    folder = Path(typed)
    disk.check_folder(folder, typed)
    return load_folder(folder, typed)


def _stamp(typed: str, pack: Pack) -> Stamp:
    places = [Path(typed)] if own_file(typed) else []
    if pack.shown and not places:
        places = [pack.folder / name for name in (*files(pack.game), *pack.code, QUESTION)]
    found = ((place, place.stat()) for place in places if place.exists())
    return tuple((p.name, s.st_mtime_ns, s.st_size, p.is_symlink()) for p, s in found)
