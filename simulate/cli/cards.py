"""`simulate cards`: the cards of a pack as a spreadsheet, and what was changed there back."""

from pathlib import Path

from simulate.cli.packs import put
from simulate.cli.say import show
from simulate.cli.table import columns
from simulate.core import sheets as spreadsheets
from simulate.core.errors import InputError, Problem, RunError, command
from simulate.core.locate import MISSING
from simulate.core.validate import literal, not_one_of
from simulate.pack import Pack, catalogue, load, load_folder, load_unfitted, unfitted
from simulate.pack.card_changes import CardChange

EXPORT, IMPORT = "export", "import"
THERE = "is there already, perhaps with changes of yours: give another name, or remove it"


def cards_command(what: str, pack: str, file: str, only_say: bool) -> None:
    """Write the cards of a pack into a spreadsheet, or what differs there into the pack."""
    if what == EXPORT:
        if only_say:
            raise InputError([Problem("--dry-run", f"goes with {IMPORT}")])
        _export(pack, file)
    elif what == IMPORT:
        _import(pack, file, only_say)
    else:
        raise InputError([Problem(what, not_one_of("WHAT", what, [EXPORT, IMPORT]))])


def _export(name: str, file: str) -> None:
    from simulate.pack.card_sheets import sheets

    spreadsheets.kind_of(file)
    pack, place = _pack(name), Path(file)
    if standing := spreadsheets.standing(place):
        raise InputError(Problem(str(path), THERE) for path in standing)
    if not place.parent.is_dir():
        raise InputError([Problem(file, f"there is no folder `{place.parent}`")])
    try:
        written = spreadsheets.write(place, sheets(pack))
    except OSError as error:
        raise RunError(f"{file} could not be written: {error.strerror or error}") from error
    show(*map(str, written))


def _pack(name: str) -> Pack:
    """A folder, or the shipped pack of a game."""
    if Path(name).exists():
        return load_folder(Path(name), name)
    if unfitted.is_name(name):
        return load_unfitted(name)
    if name in catalogue.names():
        return load(name)
    what = f"is neither the folder of a pack nor a game; {catalogue.unknown_game(name)}"
    raise InputError([Problem(name or '""', what)])


def _import(folder: str, file: str, only_say: bool) -> None:
    from simulate.pack import card_changes, rewritten
    from simulate.pack.edited import stand_in

    if folder in catalogue.names() and not Path(folder).exists():
        what = f"is shipped and stays; `{command('new', folder, 'DIR')}` makes a pack of yours"
        raise InputError([Problem(folder, what)])
    pack = load_folder(Path(folder), folder)
    found = card_changes.looked_through(pack, spreadsheets.read(Path(file), file), file)
    try:
        texts = rewritten.texts(pack, found.changes, stand_in(f"from {Path(file).name}"))
        rewritten.check(pack, texts, found)
    except InputError as error:
        told = {problem.where for problem in found.problems}
        found.problems += (each for each in error.problems if each.where not in told)
    if found.problems:
        raise InputError(found.problems)
    show(*found.notes)
    if not found.changes:
        show(f"{file}: no value differs from {folder}; nothing was written")
        return
    show(*_told(found.changes, folder))
    if only_say:
        show("nothing was written (--dry-run)")
        return
    for name, text in texts.items():
        put(pack.folder / name, text, folder)
        show(f"written: {folder.rstrip('/')}/{name}")
    show(f"next: `{command('compare', '--pack', folder)}`")


def _told(changes: list[CardChange], folder: str) -> list[str]:
    """What differs, a line each."""
    values = "1 value differs" if len(changes) == 1 else f"{len(changes):,} values differ"
    rows = [[f"  {c.path}:", f"{_side(c.before)} -> {_side(c.after)}"] for c in changes]
    return [f"{values} from {folder} (before -> now):", *columns(rows)]


def _side(value: object) -> str:
    return "(not there)" if value is MISSING else literal(value)
