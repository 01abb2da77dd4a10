"""`simulate cards`: export the cards of a pack to a spreadsheet and import the changes."""

from pathlib import Path

from simulate.cli.change import preview
from simulate.cli.change.packs import checked_pack, not_of_own_game, put_all, to_be_changed
from simulate.cli.shared.say import show
from simulate.cli.shared.table import columns
from simulate.core.errors import InputError, Problem, RunError, command
from simulate.core.files import sheets as spreadsheets
from simulate.core.text.locate import MISSING
from simulate.core.text.validate import literal, not_one_of
from simulate.experiment.find import game_named, own_file
from simulate.pack import Pack, catalogue, load, load_folder, load_unfitted
from simulate.pack.edit import unfitted
from simulate.pack.sheets.card_changes import CardChange, Read

EXPORT, IMPORT = "export", "import"
THERE = "is there already, perhaps with changes of yours: give another name, or remove it"


def cards_command(what: str, pack: str, file: str, only_say: bool, remove: bool) -> None:
    """Write the cards of a pack into a spreadsheet, or what differs there into the pack."""
    if what == EXPORT:
        typed = [("--dry-run", only_say), ("--remove", remove)]
        if wrong := [Problem(option, f"goes with {IMPORT}") for option, given in typed if given]:
            raise InputError(wrong)
        _export(pack, file)
    elif what == IMPORT:
        _import(pack, file, only_say, remove)
    else:
        raise InputError([Problem(what, not_one_of("WHAT", what, [EXPORT, IMPORT]))])


def _export(name: str, file: str) -> None:
    from simulate.pack.sheets.card_sheets import sheets

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
    if own_file(name):
        return load(game_named(name))
    if Path(name).exists():
        return load_folder(Path(name), name)
    if unfitted.is_name(name):
        return load_unfitted(name)
    if name in catalogue.names():
        return load(name)
    what = f"is neither the folder of a pack nor a game; {catalogue.unknown_game(name)}"
    raise InputError([Problem(name or '""', what)])


def _import(folder: str, file: str, only_say: bool, remove: bool) -> None:
    from simulate.pack.sheets import card_changes

    (not_of_own_game if only_say else to_be_changed)(folder)
    if folder in catalogue.names() and not Path(folder).exists():
        what = f"is shipped and cannot be changed; `{command('new', folder, 'DIR')}` makes a copy"
        raise InputError([Problem(folder, what)])
    pack = load_folder(Path(folder), folder)
    tables = spreadsheets.read(Path(file), file)
    found = card_changes.looked_through(pack, tables, file, remove=remove)
    texts = _checked_texts(pack, found, file)
    show(*found.notes)
    if not found.changes:
        show(f"{file}: no value differs from {folder}; nothing was written")
        return
    show(*_told(found.changes, folder))
    if only_say:
        show("nothing was written (--dry-run)")
        return
    put_all(pack.folder, texts, folder)
    show(*(f"written: {folder.rstrip('/')}/{name}" for name in texts))
    show(f"next: `{command('compare', '--pack', folder)}`")


def _checked_texts(pack: Pack, found: Read, file: str) -> dict[str, str]:
    """The texts of the files that change.

    Raises InputError with what is wrong with the table, and with the pack as it would be.
    """
    from simulate.pack.edit.edited import designer
    from simulate.pack.sheets import rewritten

    texts: dict[str, str] = {}
    try:
        texts = rewritten.texts(pack, found.changes, designer(f"from {Path(file).name}"))
        rewritten.check(pack, texts, found)
        if texts:
            preview.checked(pack.folder, pack.shown, texts, _check)
    except InputError as error:
        told = {problem.where for problem in found.problems}
        found.problems += (each for each in error.problems if each.where not in told)
    if found.problems:
        raise InputError(found.problems)
    return texts


def _check(folder: Path) -> object:
    """What `simulate check` looks at; variants of which nothing is left are no mistake here."""
    return checked_pack(str(folder), folder, skip=True)


def _told(changes: list[CardChange], folder: str) -> list[str]:
    """What differs, a line each."""
    wholes = [change for change in changes if change.is_whole]
    new = sum(change.before is MISSING for change in wholes)
    counted = ((new, "new card"), (len(wholes) - new, "card taken out"))
    of_values = len(changes) - len(wholes)
    parts = [f"{n} {what.replace('card', 'cards', n > 1)}" for n, what in counted if n]
    if of_values or not parts:
        parts.append("1 value differs" if of_values == 1 else f"{of_values:,} values differ")
    rows = [[f"  {change.path}:", _sides(change)] for change in changes]
    return [f"{', '.join(parts)} from {folder} (before -> now):", *columns(rows)]


def _sides(change: CardChange) -> str:
    if change.is_whole:
        return "a new card" if change.before is MISSING else "taken out"
    return f"{_side(change.before)} -> {_side(change.after)}"


def _side(value: object) -> str:
    return "(not there)" if value is MISSING else literal(value)
