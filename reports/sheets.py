"""The tables of a report for a spreadsheet: one CSV each, a number and its interval apart."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from reports.readable import readable

# What a spreadsheet would take for a formula is text.
FORMULA = re.compile(r"^[\s\x00-\x1f]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]")


class _Column(BaseModel):
    key: str
    label: str


class _Table(BaseModel):
    id: Annotated[str, Field(pattern=r"^[\w-]{1,120}$")]
    columns: list[_Column]
    rows: list[dict[str, Any]]


class _Section(BaseModel):
    tables: list[_Table]


class _Report(BaseModel):
    sections: list[_Section]


def sheets(report: Any) -> Iterator[tuple[str, str]]:
    """Name and text of each table that has rows, in the order of the page.

    Raises pydantic.ValidationError where report.json was not written by this program.
    """
    for section in _Report.model_validate(readable(report)).sections:
        for table in section.tables:
            if table.rows:
                yield f"{table.id}.csv", _sheet(table)


def _sheet(table: _Table) -> str:
    """A line of headings and one for each row; an interval stands beside its number."""
    wide = {c.key for c in table.columns if any(isinstance(r.get(c.key), dict) for r in table.rows)}
    head: list[str] = []
    for column in table.columns:
        ends = [f"{column.label}, {end}" for end in ("low", "high")]
        head += [column.label, *(ends if column.key in wide else ())]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(_safe, head))
    for row in table.rows:
        cells = (_cells(row.get(c.key), c.key in wide) for c in table.columns)
        writer.writerow([_safe(cell) for each in cells for cell in each])
    return out.getvalue()


def _cells(cell: Any, wide: bool) -> list[Any]:
    """A cell, with the ends of its interval where the column has some."""
    if isinstance(cell, Mapping):
        return [cell.get(name) for name in ("value", "low", "high")]
    return [cell, None, None] if wide else [cell]


def _safe(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell
