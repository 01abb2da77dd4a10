"""The tables of a report as CSV: what stands on the page, and nothing that runs."""

import csv
import io

import pytest
from pydantic import ValidationError

from reports.sheets import sheets
from simulate.core.sheets import as_csv, write
from simulate.core.sheets import read as read_book
from tests.reports.conftest import RUNS, make

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


def test_every_table_of_a_page_is_a_sheet(tmp_path):
    report = make(tmp_path / "run", RUNS["too few games"]).report
    shown = [t for s in report["sections"] for t in s["tables"] if t["rows"]]
    found = texts(report)
    assert [*found] == [*(f"{one['id']}.csv" for one in shown), "columns.csv"]
    for one in shown:
        assert len(read(found[f"{one['id']}.csv"])) == 1 + len(one["rows"]), one["id"]


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_every_table_of_a_page_is_a_sheet_of_a_workbook(tmp_path, ending):
    report = make(tmp_path / "run", RUNS["too few games"]).report
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
