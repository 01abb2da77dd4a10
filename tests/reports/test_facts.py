"""report.json holds the facts beside the page, in a shape that is written down."""

import json

import pytest

from analysis.conclusions.facts import facts
from analysis.study import study
from reports.page.render import build
from reports.tables.shape import ReportDocument
from simulate.store import open_run
from tests.marks import long_but
from tests.reports.conftest import ALL, CONTESTS, RUNS


@pytest.mark.parametrize("name", long_but({*RUNS, *CONTESTS, "changes", "plans"}, ALL))
def test_every_report_has_the_shape_of_the_schema(made, name):
    report = made(name).report
    ReportDocument.model_validate(report)
    assert report["facts"] or "too few" in name


def test_a_report_of_another_shape_is_told(made):
    report = json.loads(json.dumps(made("one strong keeper").report))
    report["facts"][0]["verdict"] = "splendid"
    report["facts"][1]["value"] = "0.5"
    del report["findings"][0]["text"]
    with pytest.raises(ValueError) as raised:
        ReportDocument.model_validate(report)
    places = {error["loc"] for error in raised.value.errors()}
    assert places == {("facts", 0, "verdict"), ("facts", 1, "value"), ("findings", 0, "text")}


@pytest.mark.parametrize("name", ["one strong keeper", "one strong crew"])
def test_the_facts_are_those_of_the_analysis_rounded(made, name):
    folder = made(name).folder
    whole, known = made(name).report["facts"], facts(study(open_run(folder)))
    told = [f for f in whole if not f["metric"].startswith("feel_")]  # beside what is analysed
    assert [(f["metric"], f["where"]) for f in told] == [(f.metric, f.where) for f in known]
    assert [f["value"] for f in told] == pytest.approx([f.value for f in known], abs=1e-6)
    assert json.dumps(build(folder)["facts"]) == json.dumps(whole)
