"""What is seen before anything is opened: the answer, its picture, five findings of a line each."""

import re

import pytest

from reports.charts import draw, strip
from reports.page import render
from reports.page.view import STANDINGS
from tests.reports.conftest import ALL

RATE = {"value": 0.11, "low": 0.1, "high": 0.12, "unit": "rate"}
POINTS = {"value": 0.09, "low": 0.06, "high": 0.12, "unit": "points"}
CARD = {"paths": ["cards.keepers.ada"], "guesses": 0}


def finding(n, **more):
    """A finding of the report as the ledger gives it."""
    return {
        "kind": "share option", "verdict": "less than its share", "standing": "stands",
        "asked": "", "line": f"Line {n}", "text": f"All of it {n}.", "try": "Try it.",
        "doubts": [f"Chance: doubt {n}."], "section": "difficulty", "rows": [],
        "try_rows": [], "number": RATE, "band": {"low": 0.23, "high": 0.27}, **more,
    }  # fmt: skip


@pytest.fixture
def told(made):
    """A report with findings of our own."""

    def with_(*findings, **more):
        report = made("nothing works").report
        header = report["header"] | {"answer": "Seven of sixteen settings are too hard."}
        return report | {"header": header, "findings": list(findings)} | more

    return with_


def first(page):
    """The top of a page, down to the first section below it."""
    return page[: page.index('<div class="layout">')]


@pytest.mark.parametrize("name", ALL)
def test_the_picture_is_drawn_once_and_before_the_findings(made, name):
    run = made(name)
    picture = run.report["picture"]
    if picture is None:
        assert '<div class="picture">' not in run.page
        return
    drawn = str(draw(picture))
    assert run.page.count(drawn) == 1
    assert run.page.index("<h1>") < run.page.index(drawn) < run.page.index('<ol class="findings"')


def test_the_answer_stands_under_the_title_and_what_was_played_at_the_foot(told):
    page = render.html(told(finding(1)))
    top, foot = first(page), page[page.index('<div id="facts">') :]
    assert top.index("<h1>") < top.index("Seven of sixteen settings are too hard.")
    assert "Games played" not in top and "Games played" in foot


def test_five_lines_are_seen_and_the_others_counted(told):
    page = first(render.html(told(*map(finding, range(1, 9)))))
    fold = page.index("3 more findings")
    assert all((page.index(f"Line {n}") < fold) == (n <= 5) for n in range(1, 9))


def test_a_line_holds_its_drawing_and_its_standing_and_all_else_opens_under_it(told):
    page = first(render.html(told(finding(1))))
    seen, opens = re.search(
        r"<details>\s*<summary>(.*?Line 1.*?)</summary>(.*?)</details>", page, re.DOTALL
    ).groups()
    assert 'class="strip"' in seen and "stands" in seen and "All of it" not in seen
    assert "11.0% (10.0-12.0)" in seen and "Target 23.0% to 27.0%" in seen  # for a reader
    assert all(text in opens for text in ("All of it 1.", "Try it.", "Chance: doubt 1."))
    assert "<button" not in seen  # nothing that is pressed lies in what is pressed


def test_without_a_line_the_sentence_is_shown_once(told):
    page = first(render.html(told(finding(1, line="", number=None, standing=""))))
    assert page.count("All of it 1.") == 1 and "too weak" in page and "strip" not in page


@pytest.mark.parametrize("standing", STANDINGS)
def test_each_standing_has_a_word_of_its_own(told, standing):
    page = first(render.html(told(finding(1, standing=standing))))
    assert f"</span> {standing}</span>" in page


def test_amber_alerts_are_one_line_and_red_ones_stay_on_top(told):
    alerts = [
        {"level": level, "text": f"{level} {n}: the rest of {level} {n}."}
        for level in ("red", "amber") for n in (1, 2)
    ]  # fmt: skip
    page = first(render.html(told(alerts=alerts)))
    assert page.count('<p class="alert red">') == 2 and page.count('<details class="alert') == 1
    line = re.search(r'amber">\s*<summary>(.*?)</summary>', page, re.DOTALL)[1]
    assert "amber 1" in line and "1 more" in line and "amber 2" not in line


def places(drawing, kind):
    """Left and right ends of the lines or boxes of a kind, in percent of the drawing."""
    tag_ = re.search(rf'<\w+ ([^>]*class="{kind}[^>]*)>', drawing)[1]
    found = {k: float(v) for k, v in re.findall(r'(x1|x2|x|cx|width)="([\d.]+)%"', tag_)}
    left = found.get("x1", found.get("x", found.get("cx")))
    return left, found.get("x2", left + found.get("width", 0.0))


def test_a_strip_lays_the_interval_beside_its_band():
    drawing = str(strip.draw("one", RATE, {"low": 0.23, "high": 0.27}, "off"))
    (low, high), band = places(drawing, "whisker"), places(drawing, "band")
    assert 0 < low < places(drawing, "dot")[0] < high < band[0] < band[1] < 100
    assert 'class="zero"' not in drawing


def test_a_strip_of_points_has_a_line_of_no_difference():
    drawing = str(strip.draw("one", POINTS, {"low": -0.02, "high": 0.02}, "off"))
    band = places(drawing, "band")
    assert band[0] < places(drawing, "zero")[0] < band[1] < places(drawing, "whisker")[0]
    assert "+9.0 (+6.0 to +12.0) points" in drawing and "-2.0 to +2.0 points" in drawing


def test_a_band_that_is_open_on_one_side_reaches_the_edge():
    drawing = str(strip.draw("one", RATE, {"low": 0.23, "high": None}, "off"))
    assert places(drawing, "band")[1] == 100 and "Target at least 23.0%." in drawing
    assert "No target." in str(strip.draw("one", RATE, None, "off"))


def test_the_terminal_says_each_finding_with_its_standing_and_what_it_rests_on(told):
    one, other = finding(1), finding(2, standing="hangs on a guess")
    said = str(render.summary_of(told(one, other)))
    assert f"1. [stands] {one['text']}" in said and "Try it." in said
    assert f"2. [hangs on a guess] {other['text']}" in said


def test_the_sheet_is_made_from_the_report_alone(told):
    facts = [{"metric": "rounds_mean", "value": mean} for mean in (6.25, 8.0, 7.0)]
    cards = [finding(n, card=CARD) for n in range(2, 6)]
    sheet = render.sheet(told(finding(1), *cards, facts=facts))
    assert [n for n in range(1, 6) if f"Line {n}" in sheet] == [2, 3, 4]  # of cards the first three
    assert "Seven of sixteen settings are too hard." in sheet
    assert "On average 6.2 to 8 rounds, by setting." in sheet


def test_a_sheet_without_cards_or_lengths_says_so_or_leaves_it_out(told):
    sheet = render.sheet(told(finding(1), facts=[]))
    assert "No card stands out so far." in sheet and "How long is a game?" not in sheet


def test_seats_are_on_the_sheet_where_they_compete(made):
    assert "Does the seat matter?" in render.sheet(made("strong seat").report)
    assert "Does the seat matter?" not in render.sheet(made("nothing works").report)


def test_the_sheet_lies_beside_the_report(made, tmp_path):
    run = made("one strong keeper")
    copy = tmp_path / "run"
    copy.mkdir()
    (copy / render.DATA).write_bytes((run.folder / render.DATA).read_bytes())
    page = render.write_sheet(copy)
    assert page.read_text("utf-8") == render.sheet(run.report)
    assert 'href="report.html"' in page.read_text("utf-8")
