"""`simulate check PACK --upgrade`: rename the keys of a pack of an earlier format.

Values stay the designer's: what differs from today's game is told by the check that follows.
"""

import difflib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from simulate.cli.change import preview
from simulate.core.errors import InputError, Problem, RunError
from simulate.core.files import disk
from simulate.experiment.older import rewritten
from simulate.pack import configs, files, game_of
from simulate.pack.reading import RULES
from simulate.pack.text import formats
from simulate.pack.text.document import Document, read
from simulate.store.folders import write_problems

TAKEN = "a card of this name is there already"
ODD = "its heading must be written [{}.{}], without quotes or spaces, to be renamed"

T = TypeVar("T")
Changed = dict[str, tuple[str | None, str]]  # file of the pack -> its text before and after


def upgrade(
    folder: Path,
    shown: str,
    check: Callable[[Path], T],
    written: Callable[[str], Mapping[str, str]],
) -> tuple[list[str], T]:
    """Rewrite what an older format spells otherwise, if the pack is sound then.

    check: says whether a folder is a sound pack, by raising InputError.  written: what commands
    write beside a pack of a game, put where such a file lies there.  Returns what was changed, line
    by line, and what the check says.  Raises InputError, with nothing written, and RunError.
    """
    disk.recover(folder)
    changed = _changed(folder, shown)
    for name, text in written(game_of(folder, shown)).items():
        if (folder / name).is_file() and (before := _schema_of_before(folder / name)) != text:
            changed[name] = (before, text)
    try:
        preview.checked(folder, shown, {name: after for name, (_, after) in changed.items()}, check)
    except InputError:
        check(folder)  # what is wrong in what lies there is told with its own lines
        raise
    holders = dict.fromkeys((folder / name).parent for name in changed)
    if problems := [problem for each in holders for problem in write_problems(each)]:
        raise InputError(problems)
    # The number comes last: a pack that has it has all of what goes with it.
    ordered = sorted(changed, key=lambda name: name == RULES)
    try:
        disk.rewrite_all(folder, {name: changed[name][1] for name in ordered})
    except OSError as error:
        what = f"could not be changed: {error.strerror or error}; nothing was changed"
        raise RunError(f"{shown} {what}") from error
    return [*_told(shown, changed)], check(folder)


def _schema_of_before(file: Path) -> str | None:
    """A file that commands write; None where somebody has put there what is no text."""
    try:
        return disk.text(file)
    except (OSError, ValueError):
        return None


def _changed(folder: Path, shown: str) -> Changed:
    """The files that are spelled otherwise today."""
    game, place = game_of(folder, shown), shown.rstrip("/")
    documents = {name: read(folder / name, f"{place}/{name}") for name in _names(folder, game)}
    is_older = formats.format_of(documents[RULES]) < formats.FORMAT
    problems = []
    changed: Changed = {}
    for name, document in documents.items():
        try:
            after = _renewed(name, document)
        except InputError as error:
            problems += error.problems
            continue
        if is_older:  # a card of today may have a name that another one had once
            after = formats.renamed(after, game)
            after = after if name.startswith("experiments/") else formats.resourced(after)
            clashes = [*formats.clashes(document, game)]
            problems += [_not_renamed(document, *each, TAKEN) for each in clashes]
            left = set(formats.left(after, game)) - {*clashes}
            problems += [_not_renamed(document, *each, ODD) for each in sorted(left)]
        if after != document.text:
            changed[name] = (document.text, after)
    if problems:
        raise InputError(problems)
    return changed


def _not_renamed(document: Document, section: str, old: str, new: str, why: str) -> Problem:
    what = f"`{section}.{old}` is now called `{new}`, and {why}".format(section, old)
    return document.problem((section, old), what, "key")


def _names(folder: Path, game: str) -> list[str]:
    """The TOML files of a pack that are there, from its folder."""
    own = [name for name in files(game) if (folder / name).is_file()]
    return [*own, *(f"experiments/{path.name}" for path in configs.experiments(folder).values())]


def _renewed(name: str, document: Document) -> str:
    if name == RULES:
        return formats.numbered(document.text, document)
    return rewritten(document) if name.startswith("experiments/") else document.text


def _told(shown: str, changed: Changed) -> Iterator[str]:
    """What was changed, line by line."""
    if not changed:
        yield f"{shown}: is of format {formats.FORMAT} already; nothing was changed"
    for name, (before, after) in changed.items():
        if before is None or not name.endswith(".toml"):
            yield f"{shown.rstrip('/')}/{name}: written anew"
            continue
        place = f"{shown.rstrip('/')}/{name}"
        lines = difflib.unified_diff(
            before.splitlines(), after.splitlines(), place, place, "before", "now", 0, ""
        )
        yield from (line for line in lines if not line.startswith("@@"))
