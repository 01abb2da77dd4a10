"""Tables as CSV files and back: one table a file."""

import codecs
import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

from simulate.core.errors import InputError, Problem
from simulate.core.files.budget import Meter
from simulate.core.files.sheets.sheet import FAR, Sheet, Value, letters

# What a spreadsheet would take for a formula is text.
FORMULA = re.compile(r"^[\s\x00-\x1f]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]")
OF_TABLE = re.compile(r"\.| - |-")  # Google saves TITLE - TABLE.csv, LibreOffice TITLE-TABLE.csv
SEPARATORS = ",;\t"
OLD = "cp1252"


def written(sheets: Sequence[Sheet], notes: str) -> dict[str, str]:
    """The text of each table by its name, and of what is said of cells."""
    texts = {sheet.name: text(sheet.rows) for sheet in sheets}
    said: list[list[Value]] = [
        [sheet.name, f"{letters(column)}{row + 1}", *_about(sheet, row, column), note]
        for sheet in sheets
        for (row, column), note in sheet.notes.items()
    ]
    head: list[Value] = ["table", "cell", "card", "column", "note"]
    return texts | ({notes: text([head, *said])} if said else {})


def _about(sheet: Sheet, row: int, column: int) -> list[Value]:
    return ["" if row == 0 else sheet.rows[row][0], sheet.rows[0][column]]


def text(rows: Sequence[Sequence[Value]]) -> str:
    """The rows as CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([safe(cell) for cell in row] for row in rows)
    return out.getvalue()


def safe(cell: Value) -> Value:
    """A cell that no spreadsheet takes for a formula."""
    if isinstance(cell, bool):
        return str(cell).lower()
    return f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell


def beside(path: Path) -> list[Path]:
    """The file of that name, or each that has a table's name besides: NAME.heroes.csv."""
    if path.exists() or not path.parent.is_dir():
        return [path] * path.exists()
    named = re.compile(rf"{re.escape(path.stem)}(\..+| - .+|-[^-.]+)")
    files = (p for p in path.parent.iterdir() if p.suffix.lower() == path.suffix.lower())
    return sorted(p for p in files if named.fullmatch(p.stem))


def read(raw: bytes, stem: str, shown: str, meter: Meter) -> Sheet:
    """The table, which has the last part of the file's name: of cards.heroes.csv `heroes`.

    Python's reader takes time and memory as the text is long and as there are cells, and no more
    of these than separators and line ends: it needs no process of its own.
    """
    content, remark = _decoded(raw, shown)
    sheet = Sheet(OF_TABLE.split(stem)[-1].strip(), [], shown, remark=remark)
    first = content.split("\n", 1)[0]
    separator = max(SEPARATORS, key=first.count)
    Meter().add(sum(map(content.count, (separator, "\n", "\r"))), shown, FAR)
    try:
        for cells in csv.reader(io.StringIO(content, newline=""), delimiter=separator):
            sheet.put([_plain(cell) for cell in cells], meter)
    except csv.Error as error:
        raise InputError([Problem(f"{shown}, row {len(sheet.rows) + 1}", str(error))]) from error
    return sheet


def _plain(cell: str) -> Value:
    """A cell as it was before it was made safe; its lines may end as some systems end them."""
    cell = cell.replace("\r\n", "\n")
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell[1:]) else cell or None


def _decoded(raw: bytes, shown: str) -> tuple[str, str]:
    """The text, and what is to be said of how it was read."""
    marked = raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return raw.decode("utf-16" if marked else "utf-8-sig"), ""
    except UnicodeDecodeError:
        pass
    try:
        return raw.decode(OLD), "is not UTF-8: read as Windows-1252; check accents in names"
    except UnicodeDecodeError as error:
        what = f"is not text in a known encoding (byte 0x{raw[error.start]:02x}); save it as UTF-8"
        raise InputError([Problem(shown, what)]) from error
