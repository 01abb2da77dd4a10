"""Tables as spreadsheet files: XLSX, ODS, or one CSV for each table.

Whoever wants tables as files, cards of a pack or findings of a run, hands over `Sheet`s or gets
them; what an XLSX is, only the modules here know.  A file may be a stranger's: a text is written as
text whatever it begins with, and what is read is read within a budget
(`simulate.core.files.budget`).
"""

from collections.abc import Sequence
from pathlib import Path

from simulate.core.errors import InputError, Problem, nearest
from simulate.core.files import disk
from simulate.core.files.budget import Meter
from simulate.core.files.sheets import csv_files, elsewhere
from simulate.core.files.sheets.sheet import (
    IS_MERGED,
    NO_RESULT,
    POINTS,
    SHARE,
    Sheet,
    Spot,
    Value,
    place,
)

__all__ = [
    "CSV",
    "ENDINGS",
    "IS_MERGED",
    "NO_RESULT",
    "ODS",
    "POINTS",
    "SHARE",
    "XLSX",
    "Sheet",
    "Spot",
    "Value",
    "as_csv",
    "kind_of",
    "place",
    "read",
    "standing",
    "write",
]

CSV, XLSX, ODS = ".csv", ".xlsx", ".ods"
ENDINGS = (XLSX, ODS, CSV)
NOTES = "notes"  # what cells say beside them, in a table of its own where there are no notes


def kind_of(name: str) -> str:
    """The ending of a name, of those that there are.  Raises InputError for another."""
    ending = Path(name).suffix.lower()
    if ending in ENDINGS:
        return ending
    what = f"its name must end with {', '.join(ENDINGS[:-1])} or {CSV}"
    raise InputError([Problem(name or '""', what + nearest(ending, ENDINGS))])


def write(path: Path, sheets: Sequence[Sheet]) -> list[Path]:
    """Put tables into one file, or into one CSV each beside each other; the paths."""
    if kind_of(path.name) == CSV:
        texts = csv_files.written(sheets, NOTES)
        files = {f"{path.stem}.{name}{CSV}": text for name, text in texts.items()}
        return disk.write_all(path.parent, files.items())
    if kind_of(path.name) == XLSX:
        from simulate.core.files.sheets.xlsx import written
    else:
        from simulate.core.files.sheets.ods import written
    disk.write(path, written(sheets))
    return [path]


def as_csv(sheet: Sheet) -> str:
    """A table as CSV, in which nothing is taken for a formula."""
    return csv_files.text(sheet.rows)


def standing(path: Path) -> list[Path]:
    """The files that are there already of those that `write` would write, or that `read` reads."""
    if kind_of(path.name) == CSV:
        return csv_files.beside(path)
    return [path] * path.exists()


def read(path: Path, shown: str, dates: bool = False) -> list[Sheet]:
    """The tables of a file; of NAME.csv, which is not there, those of each NAME.*.csv.

    dates: a cell that is a date has its text, 2026-05-03; else it is refused, as what a program has
    made of a text.  Raises InputError for what is no such file.
    """
    if kind_of(shown) == CSV:
        names = csv_files.beside(path)
        if not names:
            raise InputError([Problem(shown, _missing(path))])
        meter = Meter()  # one for all of them
        of_each = [(n, _beside(path, shown, n)) for n in names]
        sheets = [csv_files.read(_bytes(n, told), n.stem, told, meter) for n, told in of_each]
        return [sheet for sheet in sheets if sheet.name != NOTES]
    return elsewhere.read(_bytes(path, shown), kind_of(shown), shown, dates)


def _beside(path: Path, shown: str, name: Path) -> str:
    """How a file beside the one that was typed is told."""
    return shown if name == path else str(Path(shown).parent / name.name)


def _missing(path: Path) -> str:
    known = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
    return f"there is no such file{nearest(path.name, known)}"


def _bytes(path: Path, shown: str) -> bytes:
    try:
        return disk.read(path)
    except FileNotFoundError:
        raise InputError([Problem(shown, _missing(path))]) from None
    except OSError as error:
        what = f"cannot be read: {(error.strerror or str(error)).lower()}"
        raise InputError([Problem(shown, what)]) from error
