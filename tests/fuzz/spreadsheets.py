"""Spreadsheets of cards with something else in their cells, rows of others, or other bytes.

What is taken is written, fits the game, and a second import finds nothing more to change.
"""

import copy
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from simulate.core.errors import InputError, RunError
from simulate.core.files import sheets as spreadsheets
from simulate.core.files.sheets import Sheet
from simulate.pack import Pack, load_folder
from simulate.pack.edit.edited import designer
from simulate.pack.sheets import card_changes, card_sheets, rewritten
from tests.fuzz import tally as told
from tests.fuzz.folders import a_folder, assert_told, copied
from tests.fuzz.tally import Tally
from tests.fuzz.texts import spoilt

ODD = (None, 0, 1, 2, 3, -1, 99, 1.5, True, "", " ", "5", "5,0", "1,000", "none", "=1+1", "'", '"')
ODD += ("heal 2 self", "do=heal", "gain_points 1; gain_points 1", "x: y z", ";", "[]", "[1]", "{}")
ODD += ('[{do = "heal"}]', "[[", "a\nb", "id", "\u202e", "\x00", "-1; 2", "=cmd|' /C calc'!A0")
PLACES = 10_000


@cache
def pack_of(game: str) -> tuple[Pack, list[Sheet]]:
    folder, _ = copied(game)
    pack = load_folder(folder)
    return pack, card_sheets.sheets(pack)


def import_spoilt(game: str, data: st.DataObject, counted: Tally) -> None:
    """The cards of a game after somebody was at them."""
    pack, sheets = pack_of(game)
    ending = data.draw(st.sampled_from(spreadsheets.ENDINGS))
    path = a_folder() / "spoilt" / f"cards{ending}"
    path.parent.mkdir(exist_ok=True)
    for old in path.parent.iterdir():
        old.unlink()
    changed = data.draw(other_cells(sheets))
    written = spreadsheets.write(path, changed)
    if data.draw(st.integers(0, 3)) == 0:
        spoil_bytes(data.draw(st.sampled_from(written)), data)
    remove = data.draw(st.booleans())
    counted.add(told.CASES)
    try:
        tables = spreadsheets.read(path, path.name)
        found = card_changes.read(pack, tables, path.name, remove=remove)
        texts = rewritten.texts(pack, found.changes, designer("from here"))
        after = rewritten.check(pack, texts, found)
        counted.add(told.ACCEPTED)
    except InputError as error:
        counted.add(told.REFUSED)
        assert_told(error)
    except RunError as error:
        counted.add(told.REFUSED)
        assert str(error)
    else:
        tables = spreadsheets.read(path, path.name)
        again = card_changes.read(after, tables, path.name, remove=remove)
        assert again.changes == []


@st.composite
def other_cells(draw: st.DrawFn, sheets: list[Sheet]) -> list[Sheet]:
    """The tables with a few cells that say something else; of one of them perhaps a part."""
    sheets = copy.deepcopy(sheets)
    for _ in range(draw(st.integers(0, 3))):
        sheet = draw(st.sampled_from(sheets))
        row = draw(st.integers(0, len(sheet.rows) - 1))
        column = draw(st.integers(0, len(sheet.rows[row]) - 1))
        others = [each[column] for each in sheet.rows if column < len(each)]
        sheet.rows[row][column] = draw(st.sampled_from(ODD) | st.sampled_from(others))
    for sheet in draw(st.lists(st.sampled_from(sheets), max_size=1)):
        row = draw(st.sampled_from(sheet.rows[1:]))
        sheet.rows.append([draw(st.sampled_from(["zz_new", "a-b", "A b", row[0]])), *row[1:]])
    part = draw(st.sampled_from(sheets))
    parts = st.sampled_from([slice(None), slice(None), slice(3), slice(0, None, 2)])
    rows, columns = draw(parts), draw(parts)
    part.rows = [row[columns] for row in part.rows[rows]]
    part.notes = {}
    return sheets


def spoil_bytes(path: Path, data: st.DataObject) -> None:
    """Something in the file is other than it was written."""
    if path.suffix == spreadsheets.CSV:
        path.write_bytes(data.draw(spoilt(path.read_text("utf-8"))).encode())
        return
    raw = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, PLACES - 1)) * len(raw) // PLACES
        raw[at] = data.draw(st.integers(0, 255))
    path.write_bytes(bytes(raw[: len(raw) // data.draw(st.sampled_from([1, 2]))]))
