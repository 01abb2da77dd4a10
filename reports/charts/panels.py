"""Small charts side by side on one scale: rate by level, with target band and fitted curve."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from markupsafe import Markup

from reports.charts.marks import frame, joined, labelled, named, short, tag, ticks

WIDTH, HEIGHT = 320, 232
LEFT, RIGHT, TOP, BOTTOM = 46, 6, 18, 30


def draw(chart: Mapping[str, Any]) -> Markup:
    """A figure with one SVG for each panel."""
    ends = [p["high"] for panel in chart["panels"] for p in panel["points"]]
    bands = [band for panel in chart["panels"] for band in _bands(chart, panel) if band]
    top = max(ends + [high for _, high in bands])
    scale = ticks(0, min(top * 100 * 1.04, 100), 4)
    parts = []
    for index, panel in enumerate(chart["panels"]):
        name = f"{chart['id']}-{index}"
        svg = _panel(chart, panel, scale, name)
        title = tag("div", panel["title"], class_="panel-title", aria_hidden="true")
        parts.append(tag("div", title + svg, class_="panel"))
    hint = chart.get("hint") or "dots: games won, with 95% intervals; line: fitted curve"
    hint += "; shaded: the target" if bands else ""
    caption = tag("figcaption", f"{chart['title']} ({hint})")
    return tag("figure", caption + tag("div", joined(parts), class_=frame(len(parts))))


def _panel(
    chart: Mapping[str, Any], panel: Mapping[str, Any], scale: Sequence[float], name: str
) -> Markup:
    place = _Place(len(chart["levels"]), scale)
    desc = "; ".join(f"{p['label']} {p['value'] * 100:.1f}%" for p in panel["points"])
    marks = [named(name, f"{chart['title']}: {panel['title']}", f"{desc}.")]
    marks += _background(chart, _bands(chart, panel), place)
    if panel["curve"]:
        path = " ".join(f"{place.x(x):.1f},{place.y(y):.1f}" for x, y in panel["curve"])
        marks.append(tag("polyline", points=path, class_="curve"))
    for point in panel["points"]:
        marks += _point(point, place)
    return tag("svg", joined(marks), role="img", aria_labelledby=labelled(name),
               viewBox=f"0 0 {WIDTH} {HEIGHT}")  # fmt: skip


def _bands(chart: Mapping[str, Any], panel: Mapping[str, Any]) -> list[Any]:
    """The target at each level: the panel's own, else that of the whole chart."""
    return panel.get("bands") or [chart["band"]] * len(chart["levels"])


class _Place:
    def __init__(self, levels: int, scale: Sequence[float]) -> None:
        self.levels = levels
        self.scale = scale

    def x(self, index: float) -> float:
        inner = WIDTH - LEFT - RIGHT
        return LEFT + inner * (index + 0.5) / self.levels

    def edge(self, index: int) -> float:
        """Where the room of a level begins."""
        return LEFT + (WIDTH - LEFT - RIGHT) * index / self.levels

    def y(self, share: float) -> float:
        low, high = self.scale[0], self.scale[-1]
        inner = HEIGHT - TOP - BOTTOM
        return TOP + inner * (1 - (share * 100 - low) / (high - low))


def _background(chart: Mapping[str, Any], bands: Sequence[Any], place: _Place) -> list[Markup]:
    right = WIDTH - RIGHT
    marks = []
    for band, group in groupby(range(len(bands)), key=lambda level: bands[level]):
        levels = list(group)
        marks += [_shade(band, levels[0], levels[-1], place)] if band else []
    for tick in place.scale:
        y = f"{place.y(tick / 100):.1f}"
        marks.append(tag("line", x1=LEFT, x2=right, y1=y, y2=y, class_="grid"))
        marks.append(
            tag(
                "text",
                f"{short(tick)}%",
                x=LEFT - 6,
                y=float(y) + 4,
                text_anchor="end",
                class_="tick",
            )
        )
    for index, level in enumerate(chart["levels"]):
        marks.append(
            tag("text", level, x=f"{place.x(index):.1f}", y=HEIGHT - 9, text_anchor="middle",
                class_="tick")
        )  # fmt: skip
    return marks


def _shade(band: Sequence[float], first: int, last: int, place: _Place) -> Markup:
    """The target of some neighbouring levels, drawn once."""
    low, high = (place.y(v) for v in band)
    left, right = place.edge(first), place.edge(last + 1)
    return tag("rect", x=f"{left:g}", y=f"{high:.1f}", width=f"{right - left:g}",
               height=f"{low - high:.1f}", class_="band")  # fmt: skip


def _point(point: Mapping[str, Any], place: _Place) -> list[Markup]:
    x = f"{place.x(point['x']):.1f}"
    low, high, middle = (f"{place.y(point[k]):.1f}" for k in ("low", "high", "value"))
    tone = point["tone"]
    above = max(float(high) - 6, 12)
    return [
        tag("line", x1=x, x2=x, y1=low, y2=high, class_=f"whisker {tone}"),
        tag("circle", cx=x, cy=middle, r=4.5, class_=f"dot {tone}"),
        tag(
            "text",
            f"{point['value'] * 100:.0f}%",
            x=x,
            y=f"{above:.1f}",
            text_anchor="middle",
            class_="note",
        ),
    ]
