"""Small charts side by side on one scale: rate by level, with target band and fitted curve.

A chart whose `unit` is points has differences, and a line of no difference.  All places are parts
of the drawing's own size, so that it fits a phone while text and dots keep theirs.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import ceil
from typing import Any

from markupsafe import Markup

from reports.charts.marks import captioned, drawing, frame, joined, named, short, tag, ticks

LEFT, RIGHT, TOP, BOTTOM = 14.0, 2.0, 9.0, 13.0  # percent of the drawing
MOST_TOLD = 8  # levels of a panel that find room for a name and a number each
ROOM = 1.04  # above the highest whisker, as a part of its height
ROOM_BELOW = 1.2  # for the numbers of whiskers that reach down


def draw(chart: Mapping[str, Any]) -> Markup:
    """A figure with one SVG for each panel."""
    points = [point for panel in chart["panels"] for point in panel["points"]]
    bands = [band for panel in chart["panels"] for band in _bands(chart, panel) if band]
    top = max([point["high"] for point in points] + [high for _, high in bands]) * 100 * ROOM
    if _is_signed(chart):
        bottom = min(point["low"] for point in points) * 100 * ROOM_BELOW
        scale = ticks(min(0, bottom), max(0, top), 4)
    else:
        scale = ticks(0, min(top, 100), 4)
    parts = []
    for index, panel in enumerate(chart["panels"]):
        name = f"{chart['id']}-{index}"
        svg = _panel(chart, panel, scale, name)
        title = tag("div", panel["title"], class_="panel-title", aria_hidden="true")
        parts.append(tag("div", title + svg, class_="panel"))
    hint = chart.get("hint") or "dots: games won, with 95% intervals"
    if not chart.get("hint") and any(panel["curve"] for panel in chart["panels"]):
        hint += "; line: fitted curve"
    hint += "; shaded: the target" if bands else ""
    return tag(
        "figure",
        captioned(chart["title"], hint) + tag("div", joined(parts), class_=frame(len(parts))),
    )


def _is_signed(chart: Mapping[str, Any]) -> bool:
    return bool(chart.get("unit") == "points")


def _number(value: float, chart: Mapping[str, Any], digits: int) -> str:
    """A share as a percentage, a difference in points with its sign."""
    rounded = round(value * 100, digits) or 0.0
    return f"{rounded:+.{digits}f}" if _is_signed(chart) else f"{rounded:.{digits}f}%"


def _panel(
    chart: Mapping[str, Any], panel: Mapping[str, Any], scale: Sequence[float], name: str
) -> Markup:
    place = _Place(len(chart["levels"]), scale)
    desc = "; ".join(f"{p['label']} {_number(p['value'], chart, 1)}" for p in panel["points"])
    marks = [named(name, f"{chart['title']}: {panel['title']}", f"{desc}.")]
    marks += _background(chart, _bands(chart, panel), place)
    if panel["curve"]:
        marks.append(_curve(panel["curve"], place))
    few = len(chart["levels"]) <= MOST_TOLD
    for point in panel["points"]:
        is_told = few or point is panel["points"][-1]
        marks += _point(point, place, _number(point["value"], chart, 0) if is_told else "")
    return drawing(name, marks, class_="levels")


def _curve(line: Sequence[Sequence[float]], place: "_Place") -> Markup:
    """The fitted line, stretched over the drawing: points of a line cannot be parts of a size."""
    path = " ".join(f"{place.x(x):.2f},{place.y(y):.2f}" for x, y in line)
    curve = tag("polyline", points=path, class_="curve", vector_effect="non-scaling-stroke")
    return tag("svg", curve, viewBox="0 0 100 100", preserveAspectRatio="none", aria_hidden="true")


def _bands(chart: Mapping[str, Any], panel: Mapping[str, Any]) -> list[Any]:
    """The target at each level: the panel's own, else that of the whole chart."""
    return panel.get("bands") or [chart["band"]] * len(chart["levels"])


class _Place:
    def __init__(self, levels: int, scale: Sequence[float]) -> None:
        self.levels = levels
        self.scale = scale

    def x(self, index: float) -> float:
        return self.edge(index + 0.5)

    def is_told(self, index: int) -> bool:
        """Whether a level is named, as only some of many are; the last always."""
        return (self.levels - 1 - index) % ceil(self.levels / MOST_TOLD) == 0

    def edge(self, index: float) -> float:
        """Where the room of a level begins."""
        return LEFT + (100 - LEFT - RIGHT) * index / self.levels

    def y(self, share: float) -> float:
        low, high = self.scale[0], self.scale[-1]
        return TOP + (100 - TOP - BOTTOM) * (1 - (share * 100 - low) / (high - low))


def _background(chart: Mapping[str, Any], bands: Sequence[Any], place: _Place) -> list[Markup]:
    marks, is_signed = [], _is_signed(chart)
    for band, group in groupby(range(len(bands)), key=lambda level: bands[level]):
        levels = list(group)
        marks += [_shade(band, levels[0], levels[-1], place)] if band else []
    for tick in place.scale:
        y = f"{place.y(tick / 100):.2f}%"
        kind = "zero" if tick == 0 and is_signed else "grid"
        marks.append(tag("line", x1=f"{LEFT}%", x2=f"{100 - RIGHT}%", y1=y, y2=y, class_=kind))
        said = f"{'+' if tick > 0 and is_signed else ''}{short(tick)}{'' if is_signed else '%'}"
        marks.append(
            tag("text", said, x=f"{LEFT - 2}%", y=y, dy=4, text_anchor="end", class_="tick scale")
        )
    for index, level in enumerate(chart["levels"]):
        if place.is_told(index):
            marks.append(
                tag("text", level, x=f"{place.x(index):.2f}%", y="100%", dy=-6,
                    text_anchor="middle", class_="tick")
            )  # fmt: skip
    return marks


def _shade(band: Sequence[float], first: int, last: int, place: _Place) -> Markup:
    """The target of some neighbouring levels, drawn once."""
    low, high = (place.y(v) for v in band)
    left, right = place.edge(first), place.edge(last + 1)
    return tag("rect", x=f"{left:.2f}%", y=f"{high:.2f}%", width=f"{right - left:.2f}%",
               height=f"{low - high:.2f}%", class_="band")  # fmt: skip


def _point(point: Mapping[str, Any], place: _Place, text: str) -> list[Markup]:
    x = f"{place.x(point['x']):.2f}%"
    low, high, middle = (f"{place.y(point[k]):.2f}%" for k in ("low", "high", "value"))
    tone = point["tone"]
    marks = [
        tag("line", x1=x, x2=x, y1=low, y2=high, class_=f"whisker {tone}"),
        tag("circle", cx=x, cy=middle, r=4.5, class_=f"dot {tone}"),
    ]
    if text:  # below what is negative, so that it keeps clear of the line of no difference
        y, dy = (low, 15) if point["value"] < 0 else (high, -5)
        marks.append(tag("text", text, x=x, y=y, dy=dy, text_anchor="middle", class_="note"))
    return marks
