"""Tables as an ODS file and back, by odfpy."""

import io
import re
from collections.abc import Container, Iterator, Sequence
from typing import Any

from odf import teletype
from odf.element import Element
from odf.namespaces import OFFICENS, STYLENS, TABLENS
from odf.number import Number, PercentageStyle, Text
from odf.office import Annotation
from odf.opendocument import OpenDocumentSpreadsheet, load
from odf.style import Map, Style, TableProperties
from odf.table import CoveredTableCell, Table, TableCell, TableColumn, TableRow
from odf.text import P

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
    unit_of,
)

UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # in XML
OF_POINTS = "% points"
NUMBERS = ("float", "percentage", "currency")
DATE = "date"
DATES = (DATE, "time")
MIDNIGHT = " 00:00:00"
NOT_SHOWN = ("collapse", "filter")


def written(sheets: Sequence[Sheet]) -> bytes:
    """The file."""
    Element.namespaces.clear()  # those of files before, which this one would declare, too
    book = OpenDocumentSpreadsheet()
    _add_units(book)
    for sheet in sheets:
        table = Table(name=sheet.name)
        book.spreadsheet.addElement(table)
        for row, values in enumerate(sheet.rows):
            line = TableRow()
            table.addElement(line)
            for column, value in enumerate(values):
                unit = unit_of(sheet, column, value)
                line.addElement(_cell(value, sheet.notes.get((row, column), ""), unit))
    out = io.BytesIO()
    book.write(out)
    return steady(out.getvalue())


def _add_units(book: Any) -> None:
    """The styles of cells that hold shares, and points with their signs."""
    for name, sign, behind in (
        (f"{SHARE}-number", "", "%"),
        (f"{POINTS}-more", "+", OF_POINTS),
        (f"{POINTS}-less", "-", OF_POINTS),
        (f"{POINTS}-number", "", OF_POINTS),
    ):
        style = PercentageStyle(name=name)
        if sign:
            style.addElement(Text(text=sign))
        style.addElement(Number(decimalplaces=1, minintegerdigits=1))
        style.addElement(Text(text=behind))
        book.styles.addElement(style)
    for condition, way in (("value()>0", "more"), ("value()<0", "less")):
        style.addElement(Map(condition=condition, applystylename=f"{POINTS}-{way}"))
    for unit in (SHARE, POINTS):
        of_cell = Style(name=unit, family="table-cell", datastylename=f"{unit}-number")
        book.automaticstyles.addElement(of_cell)


def _cell(value: Value, note: str, unit: str) -> Any:
    if unit:
        cell = TableCell(valuetype="percentage", value=repr(value), stylename=unit)
    elif isinstance(value, bool):
        cell = TableCell(valuetype="boolean", booleanvalue=str(value).lower())
    elif isinstance(value, int | float):
        cell = TableCell(valuetype="float", value=repr(value))
    else:
        cell = TableCell() if value is None else TableCell(valuetype="string")
    if note:
        remark = Annotation()
        _say(remark, note)
        cell.addElement(remark)
    if value is not None:
        _say(cell, _as_text(value, unit))
    return cell


def _as_text(value: Value, unit: str) -> str:
    """What the cell shows."""
    if unit and isinstance(value, int | float):
        return f"{value:.1%}" if unit == SHARE else f"{value:+.1%} points"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _say(holder: Any, text: str) -> None:
    for line in UNFIT.sub("?", text).split("\n"):
        paragraph = P()
        teletype.addTextToElement(paragraph, line)
        holder.addElement(paragraph)


def read(raw: bytes, shown: str, dates: bool = False) -> list[Sheet]:
    """The tables of a file.  Of a formula its last result counts, where the file has that.

    dates: see `sheets.read`.
    """
    book = opened(raw, shown, load)
    unseen = {
        str(style.getAttrNS(STYLENS, "name"))
        for style in book.automaticstyles.getElementsByType(Style)
        for said in style.getElementsByType(TableProperties)
        if said.getAttrNS(TABLENS, "display") == "false"
    }
    meter, kinds = Meter(), DATES[int(dates) :]
    tables = book.spreadsheet.getElementsByType(Table)
    return [_sheet(table, shown, unseen, meter, kinds) for table in tables]


def _sheet(
    table: Any, shown: str, unseen: Container[str], meter: Meter, refused: Container[str]
) -> Sheet:
    """A table; what is empty below its last row and behind the last cell of a row is no part.

    refused: kinds of cells that have no value.
    """
    sheet = Sheet(str(table.getAttrNS(TABLENS, "name")), [], shown)
    empty, rows = 0, list[int]()
    for line, times in _repeated(table.getElementsByType(TableRow), "number-rows-repeated"):
        row = _row(sheet, len(sheet.rows) + empty, line, meter, refused)
        if not row:
            empty += times
            continue
        meter.add(empty + times, f"{shown}, sheet {sheet.name}", FAR)
        sheet.rows += [[] for _ in range(empty)]
        if line.getAttrNS(TABLENS, "visibility") in NOT_SHOWN:
            rows += range(len(sheet.rows), len(sheet.rows) + times)
        for _ in range(times):
            sheet.put(row, meter)
        empty = 0
    is_all = str(table.getAttrNS(TABLENS, "style-name")) in unseen
    sheet.hidden = hidden(is_all, rows, _columns(table, max(map(len, sheet.rows), default=0)))
    return sheet


def _row(
    sheet: Sheet, number: int, line: Any, meter: Meter, refused: Container[str]
) -> list[Value]:
    row: list[Value] = []
    empty = 0
    cells = [cell for cell in line.childNodes if cell.qname in _CELLS]
    for cell, wide in _repeated(cells, "number-columns-repeated"):
        value = _value(sheet, (number, len(row) + empty), cell, refused)
        if value is None:
            empty += wide
            continue
        meter.add(empty + wide, f"{sheet.file}, sheet {sheet.name}, row {number + 1}", FAR)
        row += [None] * empty + [value] * wide
        empty = 0
    return row


def _columns(table: Any, width: int) -> Iterator[int]:
    """Those of so many that are not shown."""
    first = 0
    for column, wide in _repeated(table.getElementsByType(TableColumn), "number-columns-repeated"):
        if column.getAttrNS(TABLENS, "visibility") in NOT_SHOWN:
            yield from range(first, min(first + wide, width))
        first += wide


_CELLS = {TableCell().qname, CoveredTableCell().qname}


def _repeated(nodes: Any, key: str) -> Iterator[tuple[Any, int]]:
    """Each node, and how many times it stands there."""
    for node in nodes:
        yield node, max(int(node.getAttrNS(TABLENS, key) or 1), 1)


def _value(sheet: Sheet, spot: tuple[int, int], cell: Any, refused: Container[str]) -> Value:
    kind = cell.getAttrNS(OFFICENS, "value-type")
    spans = (cell.getAttrNS(TABLENS, f"number-{way}-spanned") for way in ("columns", "rows"))
    if any(int(wide or 1) > 1 for wide in spans):
        sheet.wrong[spot] = IS_MERGED
    elif kind in refused:
        sheet.wrong[spot] = IS_DATE
    elif formula := cell.getAttrNS(TABLENS, "formula"):
        if kind is None:
            sheet.wrong[spot] = NO_RESULT
        elif not YES_NO.fullmatch(formula):
            sheet.formulas.append(spot)
    return None if spot in sheet.wrong else _plain_value(kind, cell)


def _plain_value(kind: str | None, cell: Any) -> Value:
    if kind in NUMBERS:
        return plain(float(cell.getAttrNS(OFFICENS, "value")))
    if kind == DATE:
        return str(cell.getAttrNS(OFFICENS, "date-value")).replace("T", " ").removesuffix(MIDNIGHT)
    if kind == "boolean":
        return str(cell.getAttrNS(OFFICENS, "boolean-value")) == "true"
    lines = [teletype.extractText(p) for p in cell.childNodes if p.qname == _LINE]
    return "\n".join(lines) or None


_LINE = P().qname
