"""What stands in a sheet beside the cards: notes, totals, what is hidden, what nobody sees."""

import pytest
from openpyxl import Workbook

from simulate.core.files import sheets as spreadsheets
from simulate.core.files.sheets import Sheet
from simulate.pack import load_folder
from tests.cli.bombs import EMPTY, ods, ods_row

pytestmark = pytest.mark.long

HEALTH = "cards.heroes.ranger.health"


@pytest.fixture
def take(simulate, here, pack):
    """Imports a CSV of heroes: what was said."""

    def run(text):
        (here / "heroes.csv").write_text(text)
        return simulate("cards", "import", "mine", "heroes.csv").out

    return run


def refused_for(refused, here, text):
    (here / "heroes.csv").write_text(text)
    return refused("cards", "import", "mine", "heroes.csv")


# Notes and totals


@pytest.mark.parametrize("head", ["my comment", "Notes", "tried in March", "cost?"])
def test_a_column_of_notes_is_left_out_with_a_word(take, pack, head):
    told = take(f"id,{head},health\nranger,too strong; ask Ann,3\n")
    assert f"row 1, column B: `{head}`: not a value of these cards, skipped" in told
    assert load_folder(pack).value(HEALTH) == 3


@pytest.mark.parametrize("head", ["healht", "source", "abilities 1.pionts", "naem", ""])
def test_a_column_that_may_be_a_slip_is_refused(refused, here, pack, head):
    assert "row 1, column B: " in refused_for(refused, here, f"id,{head},health\nranger,x,3\n")


@pytest.mark.parametrize(
    "row", [",7", "Total,7", "total,7", "average health,3.5", "Σ,7", "see page 3 of the rules,"]
)
def test_a_row_of_totals_is_left_out_with_a_word(take, pack, row):
    told = take(f"id,health\nbard,4\nranger,3\n\n{row}\n")
    assert "row 5: totals or a note, not a card; skipped" in told
    assert load_folder(pack).value(HEALTH) == 3


def test_totals_with_their_word_under_the_name(take):
    assert "row 3: totals" in take("id,name,health\nranger,Ranger,3\n,Sum:,7\n")


def test_totals_as_formulas_without_a_result(simulate, here, pack):
    book = Workbook()
    page = book.active
    page.title = "heroes"
    for row in (["id", "health"], ["ranger", 3], [], [None, "=SUM(B2:B2)"]):
        page.append(row)
    book.save(here / "cards.xlsx")
    assert "row 4: totals" in simulate("cards", "import", "mine", "cards.xlsx").out


@pytest.mark.parametrize("row", [",Archer,4", "Archer,Archer,4", ",Archer,", "archer,,9999"])
def test_a_row_that_may_be_a_card_is_refused(refused, here, pack, row):
    text = f"id,name,health\nranger,Ranger,3\n{row}\n"
    assert "row 3" in refused_for(refused, here, text)


def test_a_row_without_an_id_between_cards_is_a_slip(refused, here, pack):
    text = "id,health\n,3\nranger,3\n"
    assert "row 2, column A: this row has no `id`" in refused_for(refused, here, text)


# What is hidden


def test_what_is_hidden_is_said(simulate, here, pack):
    book = Workbook()
    page = book.active
    page.title = "heroes"
    for row in (["id", "name", "health"], ["bard", "Bard", 4], ["ranger", "Ranger", 3]):
        page.append(row)
    page.row_dimensions[3].hidden = True
    page.column_dimensions["B"].hidden = True
    book.create_sheet("front")
    book.save(here / "cards.xlsx")
    told = simulate("cards", "import", "mine", "cards.xlsx").out
    assert "sheet heroes: row 3, column B: hidden in the file, and read" in told
    page.sheet_state = "veryHidden"
    book.save(here / "cards.xlsx")
    told = simulate("cards", "import", "mine", "cards.xlsx", "--dry-run").out
    assert "sheet heroes: this sheet: hidden in the file, and read" in told


def test_what_is_hidden_in_an_ods_is_said(tmp_path):
    column = '<table:table-column table:number-columns-repeated="{}"{}/>'
    hidden = ' table:visibility="collapse"'
    cell = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'
    row = ods_row(cell, cell, cell)
    rows = column.format(1, "") + column.format(16_000, hidden) + row
    rows += row.replace("<table:table-row>", f"<table:table-row{hidden}>")
    (tmp_path / "a.ods").write_bytes(ods(rows))
    (sheet,) = spreadsheets.read(tmp_path / "a.ods", "a.ods")
    assert sheet.hidden == "row 2, column B to C"


def test_what_is_empty_to_the_end_of_the_sheet_is_no_part_of_it(tmp_path):
    """As LibreOffice saves a sheet of which a whole row or column was coloured once."""
    cell = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'
    wide = EMPTY.format(' table:number-columns-repeated="16383"')
    end = '<table:table-row table:number-rows-repeated="1048574">' + wide + "</table:table-row>"
    (tmp_path / "a.ods").write_bytes(ods(ods_row(cell, wide) * 200 + end))
    (sheet,) = spreadsheets.read(tmp_path / "a.ods", "a.ods")
    assert sheet.rows == [["x"]] * 200


# What nobody sees


@pytest.mark.parametrize("letter", ["\x00", "\x07", "\x1b", "\x7f", "\x85"])
def test_a_control_character_in_a_cell_is_refused(refused, here, pack, letter):
    told = refused_for(refused, here, f"id,name\nranger,Ran{letter}ger\n")
    assert f"row 2, column B: holds a control character (U+{ord(letter):04X})" in told


def test_lines_of_a_cell_may_end_as_they_do_elsewhere(tmp_path):
    (tmp_path / "a.csv").write_bytes(b'id,name\r\nranger,"a\r\nb\tc"\r\n')
    (sheet,) = spreadsheets.read(tmp_path / "a.csv", "a.csv")
    assert sheet.rows[1] == ["ranger", "a\nb\tc"] and sheet.wrong == {}


def test_a_control_character_in_a_name_of_a_pack_is_refused(refused, here, pack):
    text = (pack / "cards.toml").read_text()
    (pack / "cards.toml").write_text(text.replace('name = "Ranger"', 'name = "Ran\\u0000ger"'))
    assert "holds an invisible control character" in refused("check", "mine")


def test_a_sheet_of_our_own_says_nothing_of_it(tmp_path):
    spreadsheets.write(tmp_path / "a.xlsx", [Sheet("heroes", [["id"], ["ranger"]])])
    (sheet,) = spreadsheets.read(tmp_path / "a.xlsx", "a.xlsx")
    assert (sheet.hidden, sheet.wrong) == ("", {})
