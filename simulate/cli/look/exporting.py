"""`simulate export`: write the charts and tables of a report to files."""

from collections.abc import Collection
from itertools import chain
from pathlib import Path
from typing import Any

from simulate.cli.shared.say import show
from simulate.core.errors import InputError, Problem, RunError
from simulate.core.files import disk
from simulate.core.files import sheets as spreadsheets
from simulate.core.files.sheets import Sheet
from simulate.pack.text.document import nearest_file
from simulate.store import folders

FOLDER = "export"
BOOKS = (spreadsheets.XLSX, spreadsheets.ODS)
STRANGE = "is not in the format that this program writes"


def export_command(name: str, file: str | None, out: str | None) -> None:
    """Write every chart and table of a run, a search or a comparison; one path a line.

    file: a spreadsheet, which gets the tables alone.
    """
    from pydantic import ValidationError

    from reports import figures
    from reports.tables import sheets

    place = None if file is None else _new_file(file, out)
    folder = Path(name)
    report = _report(folder)
    try:
        found = sheets.sheets(report)
        ours = figures.names(report)
    except ValidationError as error:
        raise InputError([Problem(str(folder / "report.json"), STRANGE)]) from error
    if place is not None:
        _put_into(place, found, name)
        return
    tables = {f"{sheet.name}{spreadsheets.CSV}": spreadsheets.as_csv(sheet) for sheet in found}
    ours = [*ours, *tables]
    if not ours:
        raise InputError([Problem(name, "its report has no chart and no table")])
    place = _place(folder, out, ours)
    try:
        written = disk.write_all(place, chain(figures.drawn(report), tables.items()))
    except OSError as error:
        raise RunError(f"{place} could not be written: {error.strerror or error}") from error
    show(*map(str, written))


def _new_file(file: str, out: str | None) -> Path:
    """Where a spreadsheet goes.  Raises InputError where it cannot be one, or one is there."""
    problems = [Problem("--out", "is the folder of charts and CSV: name it or FILE")]
    problems *= out is not None
    path = Path(file)
    if path.suffix.lower() not in BOOKS:
        what = f"its name must end with {' or '.join(BOOKS)}; without it each table is a CSV"
        problems.append(Problem(file or "FILE", what))
    elif path.exists():
        problems.append(Problem(file, "is there already: give another name, or remove it"))
    elif not path.parent.is_dir():
        problems.append(Problem(file, f"there is no folder `{path.parent}`"))
    if problems:
        raise InputError(problems)
    return path


def _put_into(path: Path, tables: list[Sheet], name: str) -> None:
    if not tables:
        raise InputError([Problem(name, "its report has no table")])
    try:
        show(*map(str, spreadsheets.write(path, tables)))
    except OSError as error:
        raise RunError(f"{path} could not be written: {error.strerror or error}") from error


def _report(folder: Path) -> dict[str, Any]:
    """The report of a run, made anew; of a search or comparison what it wrote."""
    from reports.page.render import build, numbers_in, read
    from simulate import store

    if not folder.exists():
        raise InputError([Problem(str(folder), f"there is no such run{nearest_file(folder)}")])
    if (folder / store.MANIFEST).exists() or not numbers_in(folder).is_file():
        store.verify(folder)
        return build(folder)
    disk.check_folder(folder)
    try:
        report: dict[str, Any] = read(numbers_in(folder))
    except OSError as error:
        what = f"cannot be read: {error.strerror}"
        raise InputError([Problem(str(numbers_in(folder)), what)]) from error
    except ValueError as error:
        raise InputError([Problem(str(numbers_in(folder)), STRANGE)]) from error
    return report


def _place(folder: Path, out: str | None, ours: Collection[str]) -> Path:
    """Where the files go; older ones are written anew, nothing else may lie there."""
    if out is not None and not out.strip():
        raise InputError([Problem("--out ''", "needs the name of a new or empty folder")])
    place = folder / FOLDER if out is None else Path(out)
    if problems := folders.out_problems(place, ours):
        raise InputError(problems)
    return place
