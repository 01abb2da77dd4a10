"""Bars of shares, one row each, that add up to a whole."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from reports.charts.marks import drawing, joined, named, tag
from reports.text.sanitize import name

ROW = 26
BAR = 18
TOLD = 0.09


def draw(chart: Mapping[str, Any]) -> Markup:
    """Legend, labels left, one drawing for all rows."""
    rows = chart["rows"]
    marks = [named(chart["id"], chart["title"], chart["desc"])]
    for index, row in enumerate(rows):
        marks += _bar(row["parts"], ROW * index + (ROW - BAR) / 2)
    svg = drawing(chart["id"], marks, width="100%", height=ROW * len(rows))
    labels = joined([tag("div", name(row["label"]), class_="dots-label") for row in rows])
    body = tag("div", labels, class_="dots-labels", aria_hidden="true") + svg
    head = tag("figcaption", chart["title"]) + legend(chart["legend"])
    return tag("figure", head + tag("div", body, class_="dots-body two"), class_="dots")


def legend(names: list[str], colours: list[str] | None = None) -> Markup:
    classes = colours or [f"s{i + 1}" for i in range(len(names))]
    parts = [
        tag("li", tag("span", "", class_=f"swatch {colour}") + name(each))
        for each, colour in zip(names, classes, strict=True)
    ]
    return tag("ul", joined(parts), class_="legend", aria_hidden="true")


def _bar(parts: list[float], y: float) -> list[Markup]:
    marks = []
    left = 0.0
    for index, part in enumerate(parts):
        if part <= 0:
            continue
        marks.append(
            tag("rect", x=f"{left * 100:.2f}%", y=y, width=f"{part * 100:.2f}%", height=BAR,
                class_=f"s{index + 1}")
        )  # fmt: skip
        if part >= TOLD:
            middle = f"{(left + part / 2) * 100:.2f}%"
            label = f"{part * 100:.0f}%"
            place = f"in t{index + 1}"
            marks.append(tag("text", label, x=middle, y=y + 13, text_anchor="middle", class_=place))
        left += part
    return marks
