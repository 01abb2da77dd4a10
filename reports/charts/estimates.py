"""Several estimates of one thing in a row, one below the other, each with a mark of its own.

Marks differ in shape, so that nothing hangs on their colour; a row may lack some of them.
"""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from reports.charts.dots import AXIS, Scale
from reports.charts.marks import captioned, drawing, joined, named, sides, tag
from reports.text import words
from reports.text.sanitize import name

ROW, TOP, STEP = 34, 7, 10
# A circle, a square and a diamond, about the point where they stand.
SHAPES = ("M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z", "M-4-4H4V4H-4Z", "M0-6L6 0L0 6L-6 0Z")


def draw(chart: Mapping[str, Any]) -> Markup:
    """Legend, labels left, one drawing for all rows, the last estimate of each right."""
    rows, height = chart["rows"], ROW * len(chart["rows"])
    every = [one for row in rows for one in row["estimates"] if one]
    scale = Scale({"rows": every, "band": chart["band"], "unit": "rate"})
    marks = [named(chart["id"], chart["title"], chart["desc"]), *scale.background(height)]
    for index, row in enumerate(rows):
        between = STEP * (len(SHAPES) - len(row["estimates"])) / 2  # of two, in the middle
        for place, one in enumerate(row["estimates"]):
            if one:
                marks += _mark(one, ROW * index + TOP + between + STEP * place, place, scale)
    svg = drawing(chart["id"], marks, width="100%", height=height + AXIS)
    left = [tag("div", name(row["label"]), class_="dots-label tall") for row in rows]
    right = [tag("div", _number(row["estimates"]), class_="dots-value tall") for row in rows]
    hint = f"lines: 95% intervals{'; shaded: the target' if chart['band'] else ''}"
    head = captioned(chart["title"], f"{hint}; number: {chart['series'][-1]}")
    body = tag("div", sides(left, svg, right), class_="dots-body")
    return tag("figure", head + _legend(chart["series"]) + body, class_="dots")


def _mark(one: Mapping[str, Any], y: float, place: int, scale: Scale) -> list[Markup]:
    ends = (tag("line", x1=scale.at(one["low"]), x2=scale.at(one["high"]), y1=y, y2=y,
                class_=f"whisker of{place + 1}"),)  # fmt: skip
    drawn = one["low"] < one["high"]
    shape = tag("path", "", d=SHAPES[place], class_=f"mark of{place + 1}")
    at = scale.at(one["value"])
    return [*(ends if drawn else ()), tag("svg", shape, x=at, y=y, aria_hidden="true")]


def _legend(series: list[str]) -> Markup:
    """What each mark is."""
    parts = []
    for place, each in enumerate(series):
        mark = tag("path", "", d=SHAPES[place], class_=f"mark of{place + 1}")
        key = tag("svg", mark, viewBox="-8 -8 16 16", class_="key", aria_hidden="true")
        parts.append(tag("li", key + name(each)))
    return tag("ul", joined(parts), class_="legend", aria_hidden="true")


def _number(estimates: list[Mapping[str, Any] | None]) -> str:
    """The last of them, which rests on most."""
    last = estimates[-1]
    if last is None:
        return ""
    ends = last["value"], last["low"], last["high"]
    return words.share_range(*ends) if ends[1] < ends[2] else words.percent(ends[0])
