"""How far off the game is with no edit, with one, with two: dots with whiskers along a line."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from reports.charts.marks import drawing, named, short, tag, ticks
from reports.text import words

HEIGHT, TOP, AXIS = 220, 24, 44
LEFT, RIGHT = 9.0, 94.0  # percent of the width


def draw(chart: Mapping[str, Any]) -> Markup:
    """Edits along the bottom, points outside the band upwards: down and left is best."""
    rows = chart["rows"]
    marks = [named(chart["id"], chart["title"], chart["desc"])]
    heights = ticks(0.0, max(row["high"] for row in rows) * 100, 4)
    top = heights[-1] or 1.0

    def y(share: float) -> float:
        return round(TOP + (HEIGHT - TOP) * (1 - share * 100 / top), 1)

    def x(place: int) -> str:
        return f"{LEFT + (RIGHT - LEFT) * (place + 0.5) / len(rows):.2f}%"

    for tick in heights:
        at = y(tick / 100)
        kind = "zero" if tick == 0 else "grid"
        marks.append(tag("line", x1=f"{LEFT}%", x2=f"{RIGHT}%", y1=at, y2=at, class_=kind))
        marks.append(
            tag("text", short(tick), x=f"{LEFT - 1}%", y=at + 4, text_anchor="end", class_="tick")
        )
    for one, other in pairwise(range(len(rows))):
        ends = [y(rows[place]["value"]) for place in (one, other)]
        marks.append(
            tag("line", x1=x(one), x2=x(other), y1=ends[0], y2=ends[1], class_="whisker thin")
        )
    for place, row in enumerate(rows):
        marks += _point(row, x(place), y)
    svg = drawing(chart["id"], marks, width="100%", height=HEIGHT + AXIS)
    caption = tag("figcaption", f"{chart['title']} (dot: on average; line: its 95% interval)")
    return tag("figure", caption + svg, class_="front")


def _point(row: Mapping[str, Any], x: str, y: Any) -> list[Markup]:
    low, high, value = y(row["low"]), y(row["high"]), y(row["value"])
    return [
        tag("line", x1=x, x2=x, y1=low, y2=high, class_=f"whisker {row['tone']}"),
        tag("circle", cx=x, cy=value, r=5, class_=f"dot {row['tone']}"),
        tag("text", words.points(row["value"]), x=x, y=min(high, value) - 9,
            text_anchor="middle", class_="tick"),
        tag("text", row["label"], x=x, y=HEIGHT + 22, text_anchor="middle", class_="tick"),
    ]  # fmt: skip
