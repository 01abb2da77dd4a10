"""Tables as an XLSX file and back, by openpyxl."""

import datetime
import io
import re
from collections.abc import Sequence
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from simulate.core.files.budget import Meter
from simulate.core.files.sheets.package import opened, steady
from simulate.core.files.sheets.sheet import (
    FAR,
    IS_DATE,
    IS_MERGED,
    NO_RESULT,
    POINTS,
    SHARE,
    YES_NO,
    Sheet,
    Value,
    hidden,
    plain,
    short,
    unit_of,
)

UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # in XML
WIDEST, WIDE = 60, 12  # letters of a column
SHOWN_AS = {SHARE: "0.0%", POINTS: '+0.0%" points";-0.0%" points";0.0%" points"'}
NOTE_SIZE = {"width": 320, "height": 140}  # pixels
FORMULA, ERROR = "f", "e"
VISIBLE = "visible"
MIDNIGHT = " 00:00:00"


def written(sheets: Sequence[Sheet]) -> bytes:
    """The file."""
    book = Workbook()
    book.remove(book.active)
    for name, sheet in zip(short([sheet.name for sheet in sheets]), sheets, strict=True):
        _fill(book.create_sheet(name), sheet)
    out = io.BytesIO()
    book.save(out)
    return steady(out.getvalue())


def _fill(page: Any, sheet: Sheet) -> None:
    for row, values in enumerate(sheet.rows, start=1):
        for column, value in enumerate(values, start=1):
            if value is not None:
                _put(page.cell(row, column), value, row == 1)
                if unit := unit_of(sheet, column - 1, value):
                    page.cell(row, column).number_format = SHOWN_AS[unit]
    for (row, column), note in sheet.notes.items():
        comment = Comment(UNFIT.sub("?", note), "", **NOTE_SIZE)
        page.cell(row + 1, column + 1).comment = comment
    page.freeze_panes = "B2"
    for column in range(len(sheet.rows[0])):
        longest = max(_length(row[column]) for row in sheet.rows if column < len(row))
        letter = get_column_letter(column + 1)
        page.column_dimensions[letter].width = min(WIDEST, max(WIDE, longest + 2))


def _put(cell: Any, value: Value, is_heading: bool) -> None:
    if isinstance(value, str):
        cell.value = UNFIT.sub("?", value)
        cell.data_type = "s"  # whatever it begins with
        cell.quotePrefix = True
        cell.alignment = Alignment(wrap_text="\n" in value, vertical="top")
    else:
        cell.value = value
    if is_heading:
        cell.font = Font(bold=True)


def _length(value: Value) -> int:
    return max(map(len, str(value).split("\n"))) if value is not None else 0


def read(raw: bytes, shown: str, dates: bool = False) -> list[Sheet]:
    """The tables of a file.  Of a formula its last result counts, where the file has that.

    dates: see `sheets.read`.
    """
    books = opened(
        raw, shown, lambda file: (load_workbook(file), load_workbook(file, data_only=True))
    )
    told = zip(books[0].worksheets, books[1].worksheets, strict=True)
    meter = Meter()
    return [_sheet(page, results, shown, meter, dates) for page, results in told]


def _sheet(page: Any, results: Any, shown: str, meter: Meter, dates: bool) -> Sheet:
    sheet = Sheet(page.title, [], shown, hidden=_hidden(page))
    where = f"{shown}, sheet {page.title}"
    Meter().add(page.max_row * page.max_column, where, FAR)  # before so many are made
    for row, (cells, values) in enumerate(zip(page.rows, results.rows, strict=True)):
        line = [
            _value(sheet, (row, n), *two, dates)
            for n, two in enumerate(zip(cells, values, strict=True))
        ]
        sheet.put(line, meter)
    for span in page.merged_cells.ranges:
        sheet.wrong[span.min_row - 1, span.min_col - 1] = IS_MERGED
    return sheet


def _hidden(page: Any) -> str:
    """What of a page a program does not show, in words."""
    rows = [n - 1 for n, row in page.row_dimensions.items() if row.hidden and n <= page.max_row]
    columns: set[int] = set()
    for column in page.column_dimensions.values():
        if column.hidden:
            columns |= {*range(column.min - 1, min(column.max, page.max_column))}
    return hidden(page.sheet_state != VISIBLE, rows, columns)


def _value(sheet: Sheet, spot: tuple[int, int], cell: Any, result: Any, dates: bool) -> Value:
    value = _dated(result.value) if dates else result.value
    if cell.data_type == FORMULA:
        if value is None:
            sheet.wrong[spot] = NO_RESULT
        elif not YES_NO.fullmatch(str(cell.value)):
            sheet.formulas.append(spot)
    if result.data_type == ERROR:
        sheet.wrong[spot] = f"holds {value}, an error of the spreadsheet"
    elif value is not None and not isinstance(value, str | bool | int | float):
        sheet.wrong[spot] = IS_DATE
    if spot in sheet.wrong:
        return None
    return plain(value) if isinstance(value, float) else value


def _dated(value: Any) -> Any:
    """The text of a date, which has a time only where that is none of midnight."""
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ").removesuffix(MIDNIGHT)
    return value.isoformat() if isinstance(value, datetime.date) else value
