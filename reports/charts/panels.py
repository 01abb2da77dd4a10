"""Small charts side by side on one scale: rate by level, with target band and fitted curve."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from reports.charts.marks import frame, joined, labelled, named, short, tag, ticks

WIDTH, HEIGHT = 320, 232
LEFT, RIGHT, TOP, BOTTOM = 42, 16, 14, 30


def draw(chart: Mapping[str, Any]) -> Markup:
    """A figure with one SVG for each panel."""
    top = max(
        [p["high"] for panel in chart["panels"] for p in panel["points"]] + (chart["band"] or [0])
    )
    scale = ticks(0, min(top * 100 * 1.04, 100), 4)
    parts = []
    for index, panel in enumerate(chart["panels"]):
        name = f"{chart['id']}-{index}"
        svg = _panel(chart, panel, scale, name)
        title = tag("div", panel["title"], class_="panel-title", aria_hidden="true")
        parts.append(tag("div", title + svg, class_="panel"))
    hint = chart.get("hint") or "dots: games won, with 95% intervals; line: fitted curve"
    hint += "; shaded: the target" if chart["band"] else ""
    caption = tag("figcaption", f"{chart['title']} ({hint})")
    return tag("figure", caption + tag("div", joined(parts), class_=frame(len(parts))))


def _panel(
    chart: Mapping[str, Any], panel: Mapping[str, Any], scale: Sequence[float], name: str
) -> Markup:
    place = _Place(len(chart["levels"]), scale)
    desc = "; ".join(f"{p['label']} {p['value'] * 100:.1f}%" for p in panel["points"])
    marks = [named(name, f"{chart['title']}: {panel['title']}", f"{desc}.")]
    marks += _background(chart, place)
    if panel["curve"]:
        path = " ".join(f"{place.x(x):.1f},{place.y(y):.1f}" for x, y in panel["curve"])
        marks.append(tag("polyline", points=path, class_="curve"))
    for point in panel["points"]:
        marks += _point(point, place)
    return tag("svg", joined(marks), role="img", aria_labelledby=labelled(name),
               viewBox=f"0 0 {WIDTH} {HEIGHT}")  # fmt: skip


class _Place:
    def __init__(self, levels: int, scale: Sequence[float]) -> None:
        self.levels = levels
        self.scale = scale

    def x(self, index: float) -> float:
        inner = WIDTH - LEFT - RIGHT
        return LEFT + inner * (index + 0.5) / self.levels

    def y(self, share: float) -> float:
        low, high = self.scale[0], self.scale[-1]
        inner = HEIGHT - TOP - BOTTOM
        return TOP + inner * (1 - (share * 100 - low) / (high - low))


def _background(chart: Mapping[str, Any], place: _Place) -> list[Markup]:
    marks = []
    right = WIDTH - RIGHT
    if chart["band"]:
        low, high = (place.y(v) for v in chart["band"])
        marks.append(
            tag("rect", x=LEFT, y=f"{high:.1f}", width=right - LEFT, height=f"{low - high:.1f}",
                class_="band")
        )  # fmt: skip
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


def _point(point: Mapping[str, Any], place: _Place) -> list[Markup]:
    x = f"{place.x(point['x']):.1f}"
    low, high, middle = (f"{place.y(point[k]):.1f}" for k in ("low", "high", "value"))
    tone = point["tone"]
    above = max(float(high) - 8, 12)
    return [
        tag("line", x1=x, x2=x, y1=low, y2=high, class_=f"whisker {tone}"),
        tag("circle", cx=x, cy=middle, r=4.5, class_=f"dot {tone}"),
        tag(
            "text", f"{point['value'] * 100:.0f}%", x=float(x) + 7, y=f"{above:.1f}", class_="note"
        ),
    ]
