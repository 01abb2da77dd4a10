"""The tables of a report as CSV: what stands on the page, and nothing that runs."""

import csv
import io

import pytest
from pydantic import ValidationError

from reports.sheets import sheets
from tests.reports.conftest import RUNS, make

FORMULA = "=cmd|' /C calc'!A0"


def table(name, *rows):
    columns = [{"key": "what", "label": "Hero"}, {"key": "rate", "label": "Games won"}]
    return {"sections": [{"tables": [{"id": name, "columns": columns, "rows": list(rows)}]}]}


def read(text):
    return list(csv.reader(io.StringIO(text)))


def test_a_number_and_its_interval_stand_beside_each_other():
    rate = {"value": 0.5, "low": 0.4, "high": 0.6}
    ((name, text),) = sheets(table("heroes", {"what": "Bard", "rate": rate}, {"what": "-1"}))
    assert name == "heroes.csv"
    assert read(text) == [
        ["Hero", "Games won", "Games won, low", "Games won, high"],
        ["Bard", "0.5", "0.4", "0.6"],
        ["'-1", "", "", ""],
    ]


def test_a_formula_is_text_and_a_name_leads_nowhere():
    ((_, text),) = sheets(table("heroes", {"what": FORMULA, "rate": -0.5}))
    assert read(text)[1] == [f"'{FORMULA}", "-0.5"]
    with pytest.raises(ValidationError):
        list(sheets(table("../heroes", {"what": "Bard"})))


def test_every_table_of_a_page_is_a_sheet(tmp_path):
    report = make(tmp_path / "run", RUNS["too few games"]).report
    shown = [t for s in report["sections"] for t in s["tables"] if t["rows"]]
    found = dict(sheets(report))
    assert [*found] == [f"{one['id']}.csv" for one in shown]
    for one in shown:
        assert len(read(found[f"{one['id']}.csv"])) == 1 + len(one["rows"]), one["id"]
