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


class _Table(BaseModel):
    id: Annotated[str, Field(pattern=r"^[\w-]{1,120}$")]
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
                yield f"{table.id}.csv", _sheet([dict(_flat(row)) for row in table.rows])


def _flat(row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Cells of a row; a number with its interval as three."""
    for name, cell in row.items():
        if isinstance(cell, Mapping):
            yield name, cell.get("value")
            yield f"{name}_low", cell.get("low")
            yield f"{name}_high", cell.get("high")
        else:
            yield name, cell


def _sheet(rows: list[dict[str, Any]]) -> str:
    names = list(dict.fromkeys(name for row in rows for name in row))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(_safe, names))
    writer.writerows([_safe(row.get(name)) for name in names] for row in rows)
    return out.getvalue()


def _safe(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell
