"""The tables of a report as CSV: what stands on the page, and nothing that runs."""

import csv
import io
import re
import zipfile
from xml.etree import ElementTree

import pytest
from openpyxl import load_workbook
from pydantic import ValidationError

from reports.tables.sheets import sheets
from simulate.core.files.sheets import as_csv, write
from simulate.core.files.sheets import read as read_book
from tests.cli import office

FORMULA = "=cmd|' /C calc'!A0"


def table(name, *rows):
    columns = [{"key": "what", "label": "Hero"}, {"key": "rate", "label": "Games won"}]
    return {"sections": [{"tables": [{"id": name, "columns": columns, "rows": list(rows)}]}]}


def read(text):
    return list(csv.reader(io.StringIO(text)))


def texts(report):
    return {f"{one.name}.csv": as_csv(one) for one in sheets(report)}


def test_a_number_and_its_interval_stand_beside_each_other():
    rate = {"value": 0.5, "low": 0.4, "high": 0.6}
    found = texts(table("heroes", {"what": "Bard", "rate": rate}, {"what": "-1"}))
    assert [*found] == ["heroes.csv", "columns.csv"]
    assert read(found["heroes.csv"]) == [
        ["Hero", "Games won", "Games won, low", "Games won, high"],
        ["Bard", "0.5", "0.4", "0.6"],
        ["'-1", "", "", ""],
    ]


def test_a_formula_is_text_and_a_name_leads_nowhere():
    found = texts(table("heroes", {"what": FORMULA, "rate": -0.5}))
    assert read(found["heroes.csv"])[1] == [f"'{FORMULA}", "-0.5"]
    with pytest.raises(ValidationError):
        sheets(table("../heroes", {"what": "Bard"}))


def test_every_table_of_a_page_is_a_sheet(made):
    report = made("too few games").report
    shown = [t for s in report["sections"] for t in s["tables"] if t["rows"]]
    found = texts(report)
    assert [*found] == [*(f"{one['id']}.csv" for one in shown), "columns.csv"]
    for one in shown:
        assert len(read(found[f"{one['id']}.csv"])) == 1 + len(one["rows"]), one["id"]


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_every_table_of_a_page_is_a_sheet_of_a_workbook(made, tmp_path, ending):
    report = made("too few games").report
    (path,) = write(tmp_path / f"results.{ending}", sheets(report))
    book = {one.name: one.rows for one in read_book(path, path.name)}
    for name, text in texts(report).items():
        rows = book[name.removesuffix(".csv")[:31]]
        told = [[cell.removeprefix("'").removesuffix(".0") for cell in row] for row in read(text)]
        for row, line in zip(rows, told, strict=True):
            assert [shown(cell) for cell in row] == line[: len(row)]
            assert not any(line[len(row) :])
    shares = [row for rows in book.values() for row in rows if isinstance(row[-1], float)]
    assert shares, "numbers are numbers"


def shown(cell):
    return "" if cell is None else str(cell).removesuffix(".0")


def test_long_names_of_tables_stay_apart(tmp_path):
    names = [f"{'a' * 40}-{n}" for n in range(12)]
    report = {"sections": [table(name, {"what": "Bard"})["sections"][0] for name in names]}
    (path,) = write(tmp_path / "results.xlsx", sheets(report))
    book = read_book(path, path.name)
    assert len({one.name for one in book}) == len(names) + 1


def test_what_a_column_means_is_told():
    report = table("heroes", {"rate": {"value": 0.5, "low": 0.4, "high": 0.6}})
    column = report["sections"][0]["tables"][0]["columns"][1]
    column |= {"kind": "rate", "help": "of all games"}
    assert sheets(report)[-1].rows[-1][2:] == [
        "Games won",
        "of all games; a share: 0.5 is 50%; 95% interval",
    ]


# Other programs


def results():
    """A report with a share, a difference in points and a count, and their ends."""
    columns = [
        {"key": "what", "label": "Hero"},
        {"key": "rate", "label": "Won", "kind": "rate"},
        {"key": "more", "label": "More", "kind": "points"},
        {"key": "games", "label": "Games", "kind": "count"},
    ]
    row = {
        "what": "Bard",
        "rate": {"value": 0.432, "low": 0.4, "high": 0.5},
        "more": {"value": 0.0431, "low": -0.02, "high": 0.1},
        "games": 7,
    }
    return {"sections": [{"tables": [{"id": "heroes", "columns": columns, "rows": [row]}]}]}


HEAD = ["Hero", "Won", "Won, low", "Won, high", "More", "More, low", "More, high", "Games"]
VALUES = ["Bard", 0.432, 0.4, 0.5, 0.0431, -0.02, 0.1, 7]
POINTS = '+0.0%" points";-0.0%" points";0.0%" points"'


def test_numbers_of_a_workbook_are_numbers_that_are_shown_in_their_unit(tmp_path):
    (path,) = write(tmp_path / "results.xlsx", sheets(results()))
    head, row = load_workbook(path)["heroes"].iter_rows()
    assert [cell.value for cell in head] == HEAD
    assert [cell.value for cell in row] == VALUES
    assert {cell.data_type for cell in row[1:]} == {"n"}
    shown_as = ["General", *["0.0%"] * 3, *[POINTS] * 3, "General"]
    assert [cell.number_format for cell in row] == shown_as


OF_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
OF_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OF_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def test_the_same_stands_in_an_ods(tmp_path):
    (path,) = write(tmp_path / "results.ods", sheets(results()))
    with zipfile.ZipFile(path) as book:
        table = ElementTree.fromstring(book.read("content.xml")).find(f".//{OF_TABLE}table")
        styles = book.read("styles.xml").decode()
    cells = table.findall(f"{OF_TABLE}table-row")[1].findall(f"{OF_TABLE}table-cell")
    assert [float(cell.get(f"{OF_OFFICE}value")) for cell in cells[1:]] == VALUES[1:]
    kinds = ["string", *["percentage"] * 6, "float"]
    assert [cell.get(f"{OF_OFFICE}value-type") for cell in cells] == kinds
    said = [cell.find(f"{OF_TEXT}p").text for cell in cells]
    assert said[1:4] == ["43.2%", "40.0%", "50.0%"]
    assert said[4:] == ["+4.3% points", "-2.0% points", "+10.0% points", "7"]
    assert re.search(r'condition="value\(\)&gt;0" [^>]*"points-more"', styles)


def test_units_are_told_and_csv_has_plain_numbers():
    found = sheets(results())
    assert read(as_csv(found[0]))[1] == list(map(str, VALUES))
    told = {row[2]: row[3] for row in found[-1].rows}
    assert told["Won"] == "a share: 0.5 is 50%; 95% interval"
    assert told["More"] == "points between shares: 0.1 is 10 points; 95% interval"


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_the_same_tables_are_the_same_bytes(tmp_path, ending):
    (path,) = write(tmp_path / f"results.{ending}", sheets(results()))
    before = path.read_bytes()
    read_book(path, path.name)
    write(path, sheets(results()))
    assert path.read_bytes() == before
    with zipfile.ZipFile(path) as book:
        assert {part.date_time for part in book.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        dates = {part[:4] for name in book.namelist() for part in DATE.findall(book.read(name))}
    assert dates <= {b"1980"}


DATE = re.compile(rb"\d{4}-\d\d-\d\dT")


@office.needed
@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_an_office_shows_shares_and_points(tmp_path, ending):
    (path,) = write(tmp_path / f"results.{ending}", sheets(results()))
    page = office.saved(path, "html", tmp_path).read_text()
    found = re.findall(r'sdval="([^"]+)"[^>]*>(?:<[^>]+>)?([^<]+)<', page)
    assert [float(value) for value, _ in found] == VALUES[1:]
    assert [shown for _, shown in found][3:6] == ["+4.3% points", "-2.0% points", "+10.0% points"]
    assert found[0][1] == "43.2%"
