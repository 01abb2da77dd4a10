"""The tables of a report for a spreadsheet: one sheet each, a number and its interval apart."""

import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from reports.text.sanitize import readable
from simulate.core.files.sheets import POINTS, SHARE, Sheet, Value

COLUMNS = "columns"  # the sheet that says what the columns of the others mean
UNITS = {
    **dict.fromkeys(("rate", "share", "grid", "beats"), SHARE),
    **dict.fromkeys(("points", "size", "shade", "signed"), POINTS),
}
ENDS = ("low", "high")
OF_UNITS = {SHARE: "a share: 0.5 is 50%", POINTS: "points between shares: 0.1 is 10 points"}
KINDS = {
    **{kind: OF_UNITS[unit] for kind, unit in UNITS.items()},
    "verdict": "in words: the glossary has them",
    "q": "how sure it is among as many questions",
    "spread": "the median game; 90% of the games lie between low and high",
}
INTERVAL = "95% interval"


class _Column(BaseModel):
    key: str
    label: str
    kind: str = "text"
    help: str = ""


class _Table(BaseModel):
    id: Annotated[str, Field(pattern=r"^[\w-]{1,120}$")]
    caption: str = ""
    columns: list[_Column]
    rows: list[dict[str, Any]]

    def has_ends(self, column: _Column) -> bool:
        """Whether numbers of a column have an interval."""
        return any(isinstance(row.get(column.key), dict) for row in self.rows)


class _Section(BaseModel):
    tables: list[_Table]


class _Report(BaseModel):
    sections: list[_Section]


def sheets(report: Any) -> list[Sheet]:
    """Each table that has rows, in the order of the page, and behind them what columns mean.

    Raises pydantic.ValidationError where report.json was not written by this program.
    """
    whole = _Report.model_validate(readable(report))
    tables = [table for section in whole.sections for table in section.tables if table.rows]
    meanings: list[list[Value]] = [["table", "what it is", "column", "what that is"]]
    meanings += [row for table in tables for row in _meanings(table)]
    return [*map(_sheet, tables), *([Sheet(COLUMNS, meanings)] if tables else [])]


def _sheet(table: _Table) -> Sheet:
    """A row of headings and one for each row; an interval stands beside its number."""
    sheet = Sheet(table.id, [[]])
    for column in table.columns:
        if unit := UNITS.get(column.kind):
            at = len(sheet.rows[0])
            wide = 1 + len(ENDS) * table.has_ends(column)
            sheet.units |= dict.fromkeys(range(at, at + wide), unit)
        ends = (f"{column.label}, {end}" for end in ENDS if table.has_ends(column))
        sheet.rows[0] += [column.label, *ends]
    for row in table.rows:
        cells = (_cells(row.get(c.key), table.has_ends(c)) for c in table.columns)
        sheet.rows.append([_plain(cell) for each in cells for cell in each])
    return sheet


def _cells(cell: Any, wide: bool) -> list[Any]:
    """A cell, with the ends of its interval where the column has some."""
    if isinstance(cell, Mapping):
        return [cell.get(name) for name in ("value", *ENDS)]
    return [cell, None, None] if wide else [cell]


def _plain(cell: Any) -> Value:
    """A cell as any spreadsheet holds it."""
    if isinstance(cell, float) and not math.isfinite(cell):
        return None
    return cell if cell is None or isinstance(cell, str | int | float) else str(cell)


def _meanings(table: _Table) -> Iterator[list[Value]]:
    for column in table.columns:
        has_ends = INTERVAL * (table.has_ends(column) and column.kind != "spread")
        said = "; ".join(filter(None, (column.help, KINDS.get(column.kind, ""), has_ends)))
        yield [table.id, table.caption, column.label, said]
