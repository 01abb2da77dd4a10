"""One table of a spreadsheet, in whatever file it stands."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

Value = str | int | float | bool | None
Spot = tuple[int, int]  # row and column, from 0
MOST_CELLS = 1_000_000  # of a table, from its first cell to its last; a pack has some thousands
SHARE, POINTS = "share", "points"  # 0.432 is 43.2%, a difference of 0.043 is +4.3% points
LONGEST_NAME = 31  # letters
TOO_MANY = "reaches too far: take out what stands far below or to the right of the cards"
IS_MERGED = "is merged with others; take the cells apart, each with its own value"
IS_DATE = "is a date; a spreadsheet makes one of what looks so: format the cell as text"
NO_RESULT = "is a formula without a result in the file; put the value there"
YES_NO = re.compile(r"(of:)?=(TRUE|FALSE)\(\)")  # how LibreOffice saves what was typed as true


@dataclass
class Sheet:
    """A table: the first row is its headings.

    file: how its file is told.  units: columns of shares, or of points between shares, which stay
    fractions and are shown in hundredths.  notes: what is to be said of a cell.  wrong: why a cell
    that was read has no value.  formulas: cells whose value is the last result of one.  remark:
    what is to be said of how it was read.
    """

    name: str
    rows: list[list[Value]]
    file: str = ""
    units: dict[int, str] = field(default_factory=dict)
    notes: dict[Spot, str] = field(default_factory=dict)
    wrong: dict[Spot, str] = field(default_factory=dict)
    formulas: list[Spot] = field(default_factory=list)
    remark: str = ""


def letters(column: int) -> str:
    """How a spreadsheet calls a column: A to Z, AA and so on."""
    text = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        text = chr(ord("A") + letter) + text
    return text


def unit_of(sheet: Sheet, column: int, value: Value) -> str:
    """What a cell is shown in, or an empty string."""
    return "" if isinstance(value, str | bool | None) else sheet.units.get(column, "")


def place(sheet: Sheet, row: int, column: int | None = None) -> str:
    """Where a cell or a row stands, in words."""
    where = f"{sheet.file}, sheet {sheet.name}, row {row + 1}"
    return where if column is None else f"{where}, column {letters(column)}"


def plain(number: float) -> int | float:
    """A number as it is meant: spreadsheets hold 5 as 5.0."""
    return int(number) if float(number).is_integer() and abs(number) < 1e18 else number


def short(names: Iterable[str]) -> list[str]:
    """The names of tables as long as a spreadsheet allows, and each another one."""
    found: dict[str, str] = {}
    for name in names:
        number, text = 1, name[:LONGEST_NAME]
        while text.lower() in found:
            number += 1
            text = f"{name[: LONGEST_NAME - 1 - len(str(number))]}-{number}"
        found[text.lower()] = text
    return list(found.values())
