"""`simulate new my_game.py`: create a small playable game in one Python file."""

from pathlib import Path, PurePath
from string import Template

from simulate.cli.shared.say import show
from simulate.core.errors import InputError, Problem, RunError, command
from simulate.core.files import disk
from simulate.core.game.game_files import ENDING
from simulate.own.file.reading import is_file, know_again
from simulate.own.file.source import OwnSource
from simulate.own.templates import COMPETITIVE, TOGETHER, folder

TAKEN = {"None", "True", "False", "Game"}  # no name of a class beside what a file imports
EXAMPLE = "simulate new my_game.py"
THERE = "this file exists already; nothing was written"


def wanted(game: str, folder: str | None, together: bool) -> bool:
    """Whether a file is wanted, and no copy of a game's numbers.  Raises InputError for neither."""
    if folder is None and is_file(game):
        return True
    if together:
        what = "goes only with the name of a new file, as in `simulate new my_game.py --together`"
        raise InputError([Problem("--together", what)])
    if folder is None:
        copied = command("new", game, f"my_{PurePath(game).name}")
        what = f"needs a folder for the copy, as in `{copied}`; a game of your own is a file"
        raise InputError([Problem(game, f"{what}: `{EXAMPLE}`")])
    return False


def new_file_command(file: str, together: bool) -> None:
    """Lay a game that competes, or is won together, into a file that is not there yet."""
    path = Path(file)
    text = text_of(path, TOGETHER if together else COMPETITIVE)
    if path.exists() or path.is_symlink():
        raise InputError([Problem(file, THERE)])
    if not path.parent.is_dir():
        raise InputError([Problem(file, f"there is no folder {path.parent}")])
    know_again(OwnSource(file, text))  # refuses a name that is none of a game
    try:
        disk.write(path, text)
    except OSError as error:
        raise RunError(f"{file} could not be written: {error.strerror or error}") from error
    show(f"{file}: a playable game of {len(text.splitlines())} lines, to change")
    checked, played = command("check", file), command("run", file)
    show(f"next: `{checked}`, which looks for mistakes, and `{played}`, which writes a report")


def text_of(path: Path, template: str) -> str:
    """The game of a template, called as the file is."""
    title = path.name.removesuffix(ENDING).replace("_", " ").title()
    name = title.replace(" ", "")
    name = f"Own{name}" if name in TAKEN else name
    words = {"title": title, "name": name, "file": path.name}
    return Template(disk.text(folder() / template)).substitute(words)
