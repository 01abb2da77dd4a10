"""Two bars a row from the line of no difference: what one step down does, and one step up.

Each bar ends at the estimate; the line across its end is the 95% interval.
"""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from reports.charts.bars import legend
from reports.charts.dots import AXIS, Scale, bar
from reports.charts.marks import drawing, named, sides, tag
from reports.text import words
from reports.text.sanitize import name

ROW, BAR = 34, 11
WAYS = (("down", "s1"), ("up", "s2"))


def draw(chart: Mapping[str, Any]) -> Markup:
    """Legend, labels left, one drawing for all rows, numbers right."""
    rows = chart["rows"]
    steps = [row[way] for row in rows for way, _ in WAYS if row[way]]
    scale = Scale({"rows": steps, "band": None, "unit": "points"})
    height = ROW * len(rows)
    marks = [named(chart["id"], chart["title"], chart["desc"]), *scale.background(height)]
    for index, row in enumerate(rows):
        for side, (way, colour) in enumerate(WAYS):
            if row[way]:
                middle = ROW * index + 5 + side * (BAR + 2) + BAR / 2
                marks += bar(row[way], middle, BAR, colour, scale)
    svg = drawing(chart["id"], marks, width="100%", height=height + AXIS)
    left = [tag("div", name(row["label"]), class_="dots-label tall") for row in rows]
    right = [tag("div", _numbers(row), class_="dots-value tall") for row in rows]
    body = sides(left, svg, right)
    caption = tag("figcaption", f"{chart['title']} (bar: the difference; line: its 95% interval)")
    named_ways = legend(["one step down", "one step up"])
    return tag("figure", caption + named_ways + tag("div", body, class_="dots-body"), class_="dots")


def _numbers(row: Mapping[str, Any]) -> str:
    """What both steps do, without their intervals: the table has these."""
    return " / ".join(words.signed(row[way]["value"]) if row[way] else "-" for way, _ in WAYS)
