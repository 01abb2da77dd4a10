"""One table of a spreadsheet, independent of the file format."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from simulate.core.files.budget import Meter, of_text
from simulate.core.text.letters import CONTROL

Value = str | int | float | bool | None
Spot = tuple[int, int]  # row and column, from 0
SHARE, POINTS = "share", "points"  # 0.432 is 43.2%, a difference of 0.043 is +4.3% points
LONGEST_NAME = 31  # letters
MOST_TOLD = 8
FAR = ": remove cells far below or to the right of the cards"
IS_MERGED = "is merged with others; split the cells, each with its own value"
IS_DATE = "is a date; spreadsheets convert text that looks like one: format the cell as text"
NO_RESULT = "is a formula without a result in the file; enter the value"
IS_UNSEEN = "holds a control character (U+{:04X}), which is invisible; remove it"
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
    hidden: str = ""

    def put(self, row: Sequence[Value], meter: Meter) -> None:
        """Add a row; a control character in a cell is none of its text.  Raises InputError."""
        where = f"{self.file}, sheet {self.name}, row {len(self.rows) + 1}"
        texts = [(n, cell) for n, cell in enumerate(row) if isinstance(cell, str)]
        meter.add(1 + len(row) + sum(of_text(cell) for _, cell in texts), where, FAR)
        for column, cell in texts:
            if unseen := CONTROL.search(cell):
                self.wrong[len(self.rows), column] = IS_UNSEEN.format(ord(unseen[0]))
        self.rows.append([*row])


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


def hidden(is_all: bool, rows: Iterable[int], columns: Iterable[int]) -> str:
    """What of a table a program does not show, in words; numbers of rows and columns from 0."""
    if is_all:
        return "this sheet"
    lines = [f"row {span}" for span in _spans(sorted(rows), lambda row: str(row + 1))]
    lines += [f"column {span}" for span in _spans(sorted(columns), letters)]
    more = f" and {len(lines) - MOST_TOLD:,} more" if len(lines) > MOST_TOLD else ""
    return ", ".join(lines[:MOST_TOLD]) + more


def _spans(numbers: Sequence[int], called: Callable[[int], str]) -> Iterator[str]:
    """Those that follow each other as one: 3 to 5."""
    for _, group in groupby(enumerate(numbers), lambda each: each[1] - each[0]):
        first, *_, last = [number for _, number in group] * 2
        yield called(first) + (f" to {called(last)}" if last > first else "")


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
