"""How often each value was seen: a small histogram for each setting."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from markupsafe import Markup

from reports.charts.bars import legend
from reports.charts.marks import drawing, frame, joined, named, short, tag, ticks

WIDTH, HEIGHT = 320, 206
LEFT, RIGHT, TOP, BOTTOM = 48, 8, 10, 28
MOST = 40  # values that have a bar each; of more, some share one
BARS = 24  # at most, where values share them
FULL = 0.86  # of the place of a value that its bars take


def draw(chart: Mapping[str, Any]) -> Markup:
    """A figure with one histogram for each panel."""
    every = list(dict.fromkeys(s["name"] for p in chart["panels"] for s in p["series"]))
    parts = []
    for index, panel in enumerate(chart["panels"]):
        name = f"{chart['id']}-{index}"
        title = tag("div", panel["title"], class_="panel-title", aria_hidden="true")
        parts.append(tag("div", title + _svg(chart, panel, name, every), class_="panel"))
    key = legend(every) if len(every) > 1 else Markup("")
    caption = tag("figcaption", f"{chart['title']} (share of the games)")
    return tag("figure", caption + key + tag("div", joined(parts), class_=frame(len(parts))))


def _svg(
    chart: Mapping[str, Any], panel: Mapping[str, Any], name: str, every: Sequence[str]
) -> Markup:
    desc = "; ".join(_peak(s, panel) for s in panel["series"])
    marks = [named(name, f"{chart['title']}: {panel['title']}", f"{desc}.")]
    bars = _Bars(panel["series"])
    marks += bars.background()
    for place, series in enumerate(panel["series"]):
        colour = f"s{every.index(series['name']) + 1}"
        marks.append(bars.of(series, place, len(panel["series"]), colour))
    return drawing(name, marks, viewBox=f"0 0 {WIDTH} {HEIGHT}", class_="hist")


def _peak(series: Mapping[str, Any], panel: Mapping[str, Any]) -> str:
    value, share = max(series["shares"].items(), key=lambda pair: pair[1])
    return f"{series['name']}: most often {value} {panel.get('unit', '')}".rstrip() + (
        f" ({share * 100:.1f}%)"
    )


class _Bars:
    """Where the bars of a panel stand, and how high: shares by equal steps of whole values."""

    def __init__(self, series: Sequence[Mapping[str, Any]]) -> None:
        values = [int(value) for s in series for value in s["shares"]]
        self.low = min(values)
        span = max(values) - self.low + 1
        self.step = 1 if span <= MOST else ceil(span / BARS)  # values in a bar
        self.count = ceil(span / self.step)
        self.heights = {s["name"]: self._heights(s["shares"]) for s in series}
        self.scale = ticks(0, max(100 * max(h) for h in self.heights.values()), 4)

    def _heights(self, shares: Mapping[Any, float]) -> list[float]:
        heights = [0.0] * self.count
        for value, share in shares.items():
            heights[(int(value) - self.low) // self.step] += share
        return heights

    def of(self, series: Mapping[str, Any], place: int, places: int, colour: str) -> Markup:
        """The bars of a series, beside those of the others, as one path."""
        slot = (WIDTH - LEFT - RIGHT) / self.count
        wide = slot * FULL / places
        left = LEFT + slot * (1 - FULL) / 2 + wide * place
        bottom = self._y(0)
        path = "".join(
            f"M{left + slot * i:.1f} {bottom:.1f}V{self._y(share):.1f}h{wide:.1f}V{bottom:.1f}z"
            for i, share in enumerate(self.heights[series["name"]])
            if share > 0
        )
        return tag("path", d=path, class_=colour)

    def background(self) -> list[Markup]:
        """Lines with their percentages, and values under the bars."""
        marks = []
        for tick in self.scale:
            y = f"{self._y(tick / 100):.1f}"
            marks.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid"))
            marks.append(
                tag("text", f"{short(tick)}%", x=LEFT - 6, y=f"{float(y) + 4:.1f}",
                    text_anchor="end", class_="tick")
            )  # fmt: skip
        end = self.low + self.count * self.step
        whole = [round(v) for v in ticks(self.low, end - 1, 6) if v == round(v)]
        for value in (v for v in whole if self.low <= v < end):
            x = f"{self._x(value):.1f}"
            marks.append(tag("text", value, x=x, y=HEIGHT - 9, text_anchor="middle", class_="tick"))
        return marks

    def _x(self, value: int) -> float:
        """The middle of a value's place."""
        inner = WIDTH - LEFT - RIGHT
        return LEFT + inner * (value - self.low + 0.5) / (self.count * self.step)

    def _y(self, share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - 100 * share / self.scale[-1])
