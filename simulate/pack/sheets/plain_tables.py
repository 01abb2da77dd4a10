"""Read the cards of a game from a spreadsheet: a sheet for each kind, a row for each card."""

import keyword
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from simulate.core.errors import InputError, Problem, nearest
from simulate.core.files import sheets
from simulate.core.files.sheets import CSV, Sheet, Spot, Value, place
from simulate.mechanics.effects import Vocabulary
from simulate.pack.sheets import cells
from simulate.pack.sheets.cells import CellKind, UnreadableError

ID, NAME = "id", "name"
DECIMAL = re.compile(r"([+-]?\d+)[.,](\d+)")
NO_EFFECTS = Vocabulary({})
KINDS = {bool: "yes or no", int: "a number", float: "a number", str: "a word", list: "a list"}
KEY = "a letter first, then letters, digits and spaces"
TWICE = "`{}` stands in row {} already"

Trouble = tuple[Spot, str]
Cards = dict[str, dict[str, dict[str, Any]]]  # section -> card -> key -> value


def cards_in(path: Path, shown: str) -> Cards:
    """The cards of a spreadsheet, or of a folder of CSV files.

    shown: how the game calls it.  Raises InputError with all that is wrong, each with
    its sheet, row and column.
    """
    found, problems = Cards(), list[Problem]()
    for sheet in _sheets(path, shown):
        if not any(map(_is_filled, sheet.rows)):
            continue
        kind, table = key_of(sheet.name), _CardSheet(sheet)
        if not kind or kind in found:
            what = (
                f"is not a name of a kind of cards ({KEY})" if not kind else "is a duplicate name"
            )
            problems.append(Problem(f"{sheet.file}, sheet {sheet.name}", what))
        found[kind] = table.read()
        problems += [Problem(place(sheet, *spot), what) for spot, what in sorted(table.wrong)]
    if not found:
        problems.append(Problem(shown, "holds no cards: each sheet is a kind, each row a card"))
    if problems:
        raise InputError(problems)
    return found


def _sheets(path: Path, shown: str) -> Iterator[Sheet]:
    if path.is_dir():
        files = [file for file in path.iterdir() if file.suffix.lower() == CSV]
        for file in sorted(file for file in files if not file.name.startswith(".")):
            yield from sheets.read(file, f"{shown}/{file.name}")
    elif path.suffix:
        yield from sheets.read(path, shown)
    else:
        known = [each.name for each in path.parent.iterdir()] if path.parent.is_dir() else []
        raise InputError([Problem(shown, f"there is no such folder{nearest(path.name, known)}")])


def key_of(text: str) -> str:
    """A name of the file's own for what a heading or a card is called; empty where it has none."""
    key = re.sub(r"[^a-z0-9]+", "_", text.lower().replace("'", "")).strip("_")
    return key if key.isidentifier() and not keyword.iskeyword(key) else ""


def _is_filled(row: Sequence[Value]) -> bool:
    return any(_text(value) for value in row)


def _text(value: Value) -> str:
    return str(value).strip() if value is not None else ""


class _CardSheet:
    """One sheet; what is wrong with it is collected with the place."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.wrong: list[Trouble] = [*sheet.wrong.items()]

    def read(self) -> dict[str, dict[str, Any]]:
        """Card -> key -> value; an empty cell is no key of its card."""
        columns = self._columns()
        if not columns:
            return {}
        naming = ID if ID in columns.values() else NAME
        if naming not in columns.values():
            columns[min(columns)] = naming
        at = next(column for column, key in columns.items() if key == naming)
        cards, rows = dict[str, dict[str, Any]](), dict[str, int]()
        for row, values in enumerate(self.sheet.rows[1:], start=1):
            if not _is_filled(values):
                continue
            called = _text(values[at]) if at < len(values) else ""
            card = key_of(called)
            if not card or card in cards:
                what = TWICE.format(called, rows.get(card, 0) + 1) if card else self._no_id(called)
                self.wrong.append(((row, at), what))
                continue
            cards[card], rows[card] = dict(self._values(row, values, columns)), row
            if called != card:
                cards[card].setdefault(NAME, called)
        self._alike(cards, rows, columns)
        return cards

    def _no_id(self, called: str) -> str:
        return f"`{called}` is not a name of a card ({KEY})" if called else "this row has no name"

    def _columns(self) -> dict[int, str]:
        """Which column holds what."""
        found: dict[int, str] = {}
        for column, heading in enumerate(self.sheet.rows[0] if self.sheet.rows else ()):
            text = _text(heading)
            key = key_of(text)
            below = [[row[column]] for row in self.sheet.rows[1:] if column < len(row)]
            if not text and not any(map(_is_filled, below)):
                continue
            if not key:
                what = f"`{text}` is not a name of a key ({KEY})" if text else "has no heading"
                self.wrong.append(((0, column), what))
            elif key in found.values():
                self.wrong.append(((0, column), f"`{text}` stands above two columns"))
            else:
                found[column] = key
        return found

    def _values(
        self, row: int, values: Sequence[Value], columns: dict[int, str]
    ) -> Iterator[tuple[str, Any]]:
        """The keys of one card."""
        for column, key in columns.items():
            cell = values[column] if column < len(values) else None
            if key == ID or not _text(cell):
                continue
            try:
                yield key, _text(cell) if key == NAME else _value(cell)
            except UnreadableError as error:
                self.wrong.append(((row, column), str(error)))

    def _alike(
        self, cards: dict[str, dict[str, Any]], rows: dict[str, int], columns: dict[int, str]
    ) -> None:
        """One key holds one kind of values: a column with a part of a number has none but such."""
        for column, key in columns.items():
            having = [card for card in cards if key in cards[card]]
            first: dict[str, str] = {}
            for card in having:
                first.setdefault(KINDS[type(cards[card][key])], card)
            for kind, card in [*first.items()][1:]:
                usual, before = next(iter(first.items()))
                what = f"holds {kind}, where row {rows[before] + 1} has {usual}"
                self.wrong.append(((rows[card], column), what))
            if any(type(cards[card][key]) is float for card in having) and len(first) == 1:
                for card in having:
                    cards[card][key] = float(cards[card][key])


def _value(cell: Value) -> Any:
    """What a cell means; in a CSV file numbers are texts."""
    text = cell.strip() if isinstance(cell, str) else ""
    match = DECIMAL.fullmatch(text)
    if match and match[2].strip("0") and (len(match[2]) != 3 or not match[1].strip("+-0")):
        return float(f"{match[1]}.{match[2]}")
    value = cells.read(cell, CellKind.ANY, NO_EFFECTS)
    if type(value) not in KINDS or (isinstance(value, float) and value != value):
        raise UnreadableError("is not a number, a word, yes, no or a list")
    return value
