"""Targets of single settings, as a report tells and draws them."""

from dataclasses import replace

import pytest

from analysis.study import study
from reports.charts import dots, panels
from reports.run.document import document
from reports.text import targets
from simulate.experiment.expected.bands import SettingBand
from tests.analysis.made_up import Recipe, in_memory

BANDS = (
    {"low": 0.7, "high": 0.9, "where": {"tide": "calm"}, "wish": "a first evening is won"},
    {"low": 0.4, "high": 0.7, "where": {"tide": ["rough", "wild"]}, "wish": "the usual evening."},
    {"low": 0.1, "high": 0.3, "where": {"tide": "storm"}, "wish": "the usual evening"},
)
RECIPE = Recipe(games=1_000, players=(2, 3), target=None, bands=BANDS)


def told(**changed):
    return document(study(in_memory(replace(RECIPE, **changed))))


def section(report, name):
    return next(s for s in report["sections"] if s["id"] == name)


@pytest.fixture(scope="module")
def report():
    return told()


def test_the_first_finding_says_that_each_has_its_own_target(report):
    text = report["findings"][0]["text"]
    assert text.startswith(
        "None of the 8 settings is shown to be on target (each by its own target, our wish)"
    )


def test_the_target_and_whose_it_is_stand_in_the_head(report):
    facts = dict(map(tuple, report["header"]["facts"]))
    assert facts["Target (our wish)"] == (
        "calm tide 70.0-90.0%, rough or wild tide 40.0-70.0% and storm tide 10.0-30.0% won"
    )
    assert report["header"]["badge"]["text"] == "7 of 8 settings off target"


def test_each_wish_is_told_with_its_reason_and_as_no_printed_fact(report):
    said = section(report, "method")["tables"][0]["rows"][0]["how"]
    assert said.startswith("No game prints how often it should be won. The target is our wish")
    assert "calm tide: a first evening is won; rough or wild tide and storm tide: the usual" in said
    plain = tuple({k: v for k, v in band.items() if k != "wish"} for band in BANDS)
    of_user = told(bands=plain)
    assert "our wish" not in str(of_user["header"]) + str(section(of_user, "method"))
    assert "our wish" not in of_user["findings"][0]["text"]


def test_the_curve_has_a_band_for_each_level(report):
    (chart,) = section(report, "difficulty")["charts"]
    assert chart["band"] is None
    assert [panel["bands"] for panel in chart["panels"]] == [
        [[0.7, 0.9], [0.4, 0.7], [0.4, 0.7], [0.1, 0.3]]
    ] * 2
    drawn = str(panels.draw(chart))
    assert drawn.count('class="band"') == 6, "neighbours with the same band are one"
    assert "shaded: the target" in drawn


def test_the_table_says_each_target(report):
    rows = next(t for t in section(report, "difficulty")["tables"] if t["id"] == "difficulty")
    assert {row["target"] for row in rows["rows"]} == {
        "70.0-90.0%", "40.0-70.0%", "10.0-30.0%",
    }  # fmt: skip


def test_where_settings_have_no_order_each_row_has_its_band():
    chart = section(told(ordered=False, tides=("calm", "storm")), "difficulty")["charts"][0]
    assert {tuple(row["band"]) for row in chart["rows"]} == {(0.7, 0.9), (0.1, 0.3)}
    assert str(dots.draw(chart)).count('class="band"') == len(chart["rows"])


def test_a_level_that_is_meant_to_be_another_is_no_advice(report):
    off = next(f for f in report["findings"] if f["kind"] == "setting")
    assert "looks for the smallest changes" in off["try"] and "--target" in off["try"]
    assert "tide" not in off["try"].split("`")[0]


@pytest.mark.parametrize(
    "levels, said",
    [
        ({}, ""),
        ({"horde": "easy"}, "easy horde"),
        ({"dummy_resources": (2, 3, 4)}, "2 to 4 dummy resources"),
        ({"dummy_resources": (0, 1)}, "0 to 1 dummy resources"),
        ({"heroes": (2, 4)}, "2 or 4 heroes"),
        ({"horde": ("easy", "hard"), "players": 1}, "easy or hard horde, 1 player"),
    ],
)
def test_what_a_target_is_of(levels, said):
    assert targets.who(SettingBand("win_rate", 0.1, 0.2, levels)) == said
