"""Charts as files: what is plotted is what the report says, and the same run, the same bytes."""

import copy
import json
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from pydantic import ValidationError

from reports import figures
from reports.figures.drawing import MEANINGS, draw
from reports.figures.files import source_line
from reports.figures.shapes import Dot, Dots, Heat, Tornado, read
from simulate.core.files import disk

pytestmark = pytest.mark.long

PNG = b"\x89PNG\r\n\x1a\n"


def shapes(report):
    return {shape.id: shape for shape in read(report)[1]}


def dots_of(axes):
    """(x, y) of every dot, and (left, right) or (low, high) of its interval."""
    dots = [c.lines[0].get_xydata()[0] for c in axes.containers]
    ends = [c.lines[2][0].get_segments()[0] for c in axes.containers]
    return np.array(dots), np.array(ends)


@pytest.mark.long
@pytest.mark.parametrize("name", ["nothing works", "plans", "in circles"])
def test_every_chart_is_a_valid_svg_and_png(made, tmp_path, name):
    written = disk.write_all(tmp_path, figures.drawn(made(name).report))
    assert [p.name for p in written] == figures.names(made(name).report)
    assert sorted(tmp_path.iterdir()) == sorted(written)
    for path in written:
        if path.suffix == ".svg":
            assert ElementTree.fromstring(path.read_text("utf-8")).tag.endswith("svg")
        else:
            assert path.read_bytes().startswith(PNG)


@pytest.mark.long
def test_drawn_twice_a_report_gives_the_same_bytes(made):
    first, second = (dict(figures.drawn(made("plans").report)) for _ in range(2))
    assert first == second and len(first) > 10
    assert not [p for p in first if re.search(rb"dc:date|matplotlib v", first[p])]


@pytest.mark.parametrize("name", ["nothing works", "one strong crew", "plans"])
def test_a_slide_says_what_its_colours_mean_and_no_number_is_minus_nothing(made, name):
    told = {shape.id: shape for shape in read(made(name).report)[1]}
    for shape in told.values():
        figure = draw(shape, "")
        texts = [text.get_text() for axes in figure.axes for text in axes.texts]
        assert not [text for text in texts if "-0.0" in text]
        if isinstance(shape, Dots):
            tones = {row.tone for row in shape.rows if isinstance(row, Dot)}
            said = {text.get_text() for key in figure.legends for text in key.get_texts()}
            assert {MEANINGS[tone] for tone in tones & {*MEANINGS}} | {"95% interval"} <= said


@pytest.mark.parametrize("name", ["nothing works", "one strong crew"])
def test_no_legend_covers_what_the_axes_say(made, name):
    for shape in read(made(name).report)[1]:
        figure = draw(shape, "where it comes from")
        figure.draw_without_rendering()
        said = [t for a in figure.axes for t in (*a.get_xticklabels(), a.xaxis.label)]
        boxes = [t.get_window_extent() for t in said if t.get_text()]
        for key in figure.legends:
            assert not key.get_window_extent().count_overlaps(boxes), shape.id


def test_shares_are_plotted_with_their_intervals(made):
    report = made("one strong crew").report
    chart = next(c for s in report["sections"] for c in s["charts"] if c["id"] == "chart-shares")
    (axes,) = draw(shapes(report)["chart-shares"], "").axes
    dots, ends = dots_of(axes)
    assert dots[:, 0] == pytest.approx([100 * row["value"] for row in chart["rows"]])
    assert ends[:, 0, 0] == pytest.approx([100 * row["low"] for row in chart["rows"]])
    assert ends[:, 1, 0] == pytest.approx([100 * row["high"] for row in chart["rows"]])
    labels = [text.get_text() for text in axes.get_yticklabels()]
    assert labels == [row["label"] for row in chart["rows"]]


def test_win_rates_are_those_of_the_cells(made):
    run = made("nothing works")
    cells = {row["setting"]: row["won"]["value"] for row in run.table("difficulty")["rows"]}
    drawn = draw(shapes(run.report)["chart-difficulty"], "").axes
    plotted = [y for axes in drawn for y in dots_of(axes)[0][:, 1]]
    assert sorted(plotted) == pytest.approx(sorted(100 * won for won in cells.values()))


def test_a_heat_map_shows_every_pair_and_colours_what_is_sure(made):
    run = made("in circles")
    rows = run.table("matchups-matrix")["rows"]
    (axes,) = draw(shapes(run.report)["matchups-matrix"], "").axes
    squares = [c for row in rows for k, c in row.items() if k != "row" and c]
    told = [f"{100 * c['value']:.0f}\n{c['games']:,}" for c in squares]
    assert [t.get_text() for t in axes.texts] == told and not axes.patches
    depth = axes.collections[0].get_array().compressed()
    sure = [100 * (c["value"] - 0.5) if c["sure"] else 0.0 for c in squares]
    assert depth == pytest.approx(sure) and any(sure) and 0.0 in sure


def test_a_pair_of_few_games_is_grey_in_a_heat_map():
    far = {"value": 0.9, "low": 0.6, "high": 1.0}
    row = {"row": "Ann", "m0": far | {"games": 8, "few": True}, "m1": far | {"games": 80}}
    columns = [{"key": "row", "label": "Who", "kind": "text"}]
    columns += [{"key": f"m{i}", "label": name, "kind": "beats"} for i, name in enumerate("BC")]
    heat = {"kind": "heat", "id": "pairs", "caption": "Pairs", "columns": columns, "rows": [row]}
    row["m1"]["mark"] = "✗ 45-55"  # of a target
    (axes,) = draw(Heat.model_validate(heat), "").axes
    assert [text.get_text() for text in axes.texts] == ["90\n8", "90\n80\n✗ 45-55"]
    assert axes.collections[0].get_array().compressed() == pytest.approx([0.0, 40.0])
    assert [patch.get_xy() for patch in axes.patches] == [(0, 0)]


def test_histograms_add_up_to_the_games(made):
    run = made("nothing works")
    chart = shapes(run.report)["chart-length"]
    axes = draw(chart, "").axes[0]
    heights = [patch.get_height() for patch in axes.patches]
    assert sum(heights) == pytest.approx(100, abs=0.1)
    assert max(heights) == pytest.approx(100 * max(chart.panels[0].series[0].shares.values()))


def test_a_tornado_has_a_bar_for_each_step():
    rows = [
        {
            "label": "health (4)",
            "down": {"value": -0.1, "low": -0.12, "high": -0.08},
            "up": {"value": 0.2, "low": 0.15, "high": 0.25},
        },
        {"label": "torch (2)", "down": None, "up": {"value": 0.01, "low": -0.02, "high": 0.04}},
    ]
    chart = Tornado(kind="tornado", id="chart-tornado", title="One step", rows=rows)
    axes = draw(chart, "").axes[0]
    assert [p.get_width() for p in axes.patches] == pytest.approx([-10, 20, 1])


def test_a_long_heading_leaves_the_plot_its_room():
    """Three edits in a row's place: beside the plot they pushed it out of the figure."""
    edits = ", ".join(["Merfolk Undertow: war discount 3 -> 2"] * 6)
    dot = {"label": "Orcs", "value": 0.3, "low": 0.2, "high": 0.4, "tone": "good"}
    chart = Dots(kind="dots", id="chart-advice", title="Won", unit="rate", band=None,
                 rows=[{"heading": edits}, dot])  # fmt: skip
    figure = draw(chart, "")
    figure.draw_without_rendering()
    axes = figure.axes[0]
    assert axes.get_position().width > 0.8
    assert [text.get_text() for text in axes.get_yticklabels()] == ["", "Orcs"]
    (heading,) = axes.texts
    assert heading.get_text().startswith("Merfolk") and heading.get_text().count("\n") == 1


def test_the_title_and_the_source_stand_on_the_figure(made):
    report = made("one strong crew").report
    source, _ = read(report)
    told = source_line(source)
    assert f"{report['header']['games']:,} games" in told
    assert f"seed {report['header']['seed']}" in told and "played by" in told
    figure = draw(shapes(report)["chart-shares"], told)
    assert figure.get_suptitle().startswith("Crews: points over the fair share")
    assert figure.get_supxlabel() == told


@pytest.mark.long
def test_words_from_outside_break_nothing(made, tmp_path):
    report = copy.deepcopy(made("one strong crew").report)
    chart = next(c for s in report["sections"] for c in s["charts"] if c["id"] == "chart-shares")
    chart["rows"][0]["label"] = "$\\frac{1}$ </svg> \x00\x1b[31m & 龍"
    for path in disk.write_all(tmp_path, figures.drawn(report)):
        if path.suffix == ".svg":
            ElementTree.fromstring(path.read_text("utf-8"))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda report: report.pop("header"),
        lambda report: report.update(sections=[3]),
        lambda report: report["sections"][0]["charts"][0].update(id="../../etc/name"),
        lambda report: report["sections"][0]["charts"][0].update(rows="all"),
        lambda report: report["sections"][0]["charts"][0]["rows"][0].update(value=float("nan")),
        lambda report: report["sections"][0]["charts"][0]["rows"][0].update(low=1e300),
        lambda report: report["header"].update(games="many"),
    ],
)
def test_a_report_that_is_not_ours_is_refused_before_anything_is_written(made, tmp_path, spoil):
    report = json.loads(json.dumps(made("one strong crew").report))
    spoil(report)
    with pytest.raises(ValidationError):
        disk.write_all(tmp_path, figures.drawn(report))
    assert list(tmp_path.iterdir()) == []
