"""Dots with whiskers: labels left, one drawing for all rows, numbers right.

Places along a row are percentages, so the drawing fits any width while text and dots keep
their size.  A row with `before` has a bar there.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from reports.charts.marks import captioned, drawing, named, short, sides, tag, ticks
from reports.text import words
from reports.text.sanitize import name

ROW, BAR = 26, 14
AXIS = 26
EDGE = 3.0
MOST_TICKS = 5  # with a number each beside the findings


def draw(chart: Mapping[str, Any]) -> Markup:
    """A figure of three columns."""
    rows = chart["rows"]
    scale = Scale(chart)
    height = ROW * len(rows) + AXIS
    marks = [named(chart["id"], chart["title"], chart["desc"])]
    marks += scale.background(ROW * len(rows))
    for index, row in enumerate(rows):
        if "band" in row:
            marks.append(scale.shade(row["band"], ROW * index, ROW))
        if "value" in row:
            middle = ROW * index + ROW / 2
            is_bar = bool(chart.get("bars"))
            marks += bar(row, middle, BAR, "s1", scale) if is_bar else _mark(row, middle, scale)
    svg = drawing(chart["id"], marks, width="100%", height=height)
    left = [_cell("label", name(r.get("label") or r["heading"]), "value" in r) for r in rows]
    right = [_cell("value", _text(r, chart["unit"]), True) for r in rows]
    body = tag("div", sides(left, svg, right), class_="dots-body")
    return tag("figure", captioned(chart["title"], _hint(chart)) + body, class_="dots")


def _hint(chart: Mapping[str, Any]) -> str:
    what, whose = "the difference" if chart["unit"] == "points" else "the rate", "its"
    if any("before" in row for row in chart["rows"]):
        what, whose = "after; bar: before", "the change's"
    shaded = chart["band"] or any("band" in row for row in chart["rows"])
    mark = "bar" if chart.get("bars") else "dot"
    return f"{mark}: {what}; line: {whose} 95% interval" + (
        "; shaded: the target" if shaded else ""
    )


def _cell(kind: str, text: object, plain: bool) -> Markup:
    return tag("div", text, class_=f"dots-{kind}" if plain else "dots-heading")


def _text(row: Mapping[str, Any], unit: str) -> str:
    if "value" not in row or row.get("text"):
        return str(row.get("text", ""))
    form = words.signed_range if unit == "points" else words.share_range
    return form(row["value"], row["low"], row["high"])


class Scale:
    """From a number to a place along the row."""

    def __init__(self, chart: Mapping[str, Any]) -> None:
        rows = [r for r in chart["rows"] if "value" in r]
        self.band = chart["band"]
        self.points = chart["unit"] == "points"
        ends = [r[k] for r in rows for k in ("low", "high")] + list(self.band or [])
        ends += [end for r in rows for end in r.get("band", ())]
        ends += [r["before"] for r in rows if "before" in r]
        ends += [0.0] if self.points or chart.get("bars") else []
        self.ticks = ticks(min(ends) * 100, max(ends) * 100)
        self.low, self.high = self.ticks[0], self.ticks[-1]

    def at(self, share: float) -> str:
        """A share of 0..1 as a percentage of the width."""
        part = (share * 100 - self.low) / ((self.high - self.low) or 1)
        return f"{EDGE + part * (100 - 2 * EDGE):.2f}%"

    def background(self, height: float) -> list[Markup]:
        """Target band, grid lines with their numbers, and the line of no difference."""
        marks = []
        if self.band:
            marks.append(self.shade(self.band, 0, height))
        for tick in self.ticks:
            x = self.at(tick / 100)
            kind = "zero" if tick == 0 and self.points else "grid"
            marks.append(tag("line", x1=x, x2=x, y1=0, y2=height, class_=kind))
            marks.append(
                tag("text", self._label(tick), x=x, y=height + 18, text_anchor=self._anchor(tick),
                    class_=self._class(tick))
            )  # fmt: skip
        return marks

    def shade(self, band: Sequence[float], y: float, height: float) -> Markup:
        """The target of all rows, or that of one."""
        left, right = (self.at(end) for end in band)
        width = f"{float(right[:-1]) - float(left[:-1]):.2f}%"
        return tag("rect", x=left, y=y, width=width, height=height, class_="band")

    def _class(self, tick: float) -> str:
        """Every second tick is extra: it goes where there is little room, of many at once."""
        zero = self.ticks.index(0.0) if 0.0 in self.ticks else 0
        dense = " dense" if len(self.ticks) > MOST_TICKS else ""
        return f"tick extra{dense}" if (self.ticks.index(tick) - zero) % 2 else "tick"

    def _anchor(self, tick: float) -> str:
        """The first and the last number stay inside the drawing."""
        return {self.low: "start", self.high: "end"}.get(tick, "middle")

    def _label(self, tick: float) -> str:
        if self.points:
            return f"+{short(tick)}" if tick > 0 else short(tick)
        return f"{short(tick)}%"


def _mark(row: Mapping[str, Any], y: float, scale: Scale) -> list[Markup]:
    tone = row.get("tone", "plain")
    x = scale.at(row["value"])
    was = [scale.at(row["before"])] if "before" in row else []
    return [
        *(tag("line", x1=at, x2=at, y1=y - 7, y2=y + 7, class_="before") for at in was),
        tag("line", x1=scale.at(row["low"]), x2=scale.at(row["high"]), y1=y, y2=y,
            class_=f"whisker {tone}"),
        tag("circle", cx=x, cy=y, r=4.5, class_=f"dot {tone}"),
    ]  # fmt: skip


def bar(
    row: Mapping[str, Any], middle: float, height: float, colour: str, scale: Scale
) -> list[Markup]:
    """A bar from nothing to a number, and the line of its interval; middle: its place from top."""
    ends = sorted((float(scale.at(0.0)[:-1]), float(scale.at(row["value"])[:-1])))
    return [
        tag("rect", x=f"{ends[0]:.2f}%", y=middle - height / 2,
            width=f"{max(ends[1] - ends[0], 0.15):.2f}%", height=height, class_=colour),
        tag("line", x1=scale.at(row["low"]), x2=scale.at(row["high"]), y1=middle, y2=middle,
            class_="whisker thin"),
    ]  # fmt: skip
