"""A map of square spaces: ground, cliffs, areas, marks, and a dot for how often on each space."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from reports.charts.bars import legend
from reports.charts.maps import colours
from reports.charts.marks import joined, labelled, named, tag

SIDE = 10.0
LARGEST = 4.2  # radius of the dot on the space with most
EDGES = ((1, 0), (0, 1))  # to the east and to the south

Space = Mapping[str, Any]


def draw(chart: Mapping[str, Any]) -> Markup:
    """A figure with one SVG for each panel."""
    colour = colours(chart["legend"], chart["colours"])
    parts = []
    for index, panel in enumerate(chart["panels"]):
        name = f"{chart['id']}-{index}"
        title = tag("div", panel["title"], class_="panel-title", aria_hidden="true")
        ground = _ground(chart, colour) if not index else _again(chart)
        parts.append(tag("div", title + _board(chart, panel, ground, name), class_="panel"))
    caption = tag("figcaption", chart["title"])
    body = tag("div", joined(parts), class_="maps boards")
    return tag("figure", caption + legend(chart["legend"], list(colour.values())) + body)


def _board(chart: Mapping[str, Any], panel: Mapping[str, Any], ground: Markup, name: str) -> Markup:
    spaces = chart["spaces"]
    marks = [named(name, f"{chart['title']}: {panel['title']}", panel["desc"]), ground]
    times = panel["times"]
    if times:
        marks += [_dot(space, share) for space, share in zip(spaces, times, strict=True) if share]
    else:
        marks += [tag_ for space in spaces for tag_ in _marks(space)]
    width = max(s["x"] for s in spaces) * SIDE
    height = max(s["y"] for s in spaces) * SIDE
    return tag("svg", joined(marks), role="img", aria_labelledby=labelled(name),
               viewBox=f"0 0 {width:g} {height:g}")  # fmt: skip


def _corner(space: Space) -> tuple[float, float]:
    return (space["x"] - 1) * SIDE, (space["y"] - 1) * SIDE


def _ground(chart: Mapping[str, Any], colour: Mapping[str, str]) -> Markup:
    """All spaces, those of one ground as one shape, and the cliffs; drawn once a map."""
    shapes = []
    for kind in chart["legend"]:
        corners = [_corner(space) for space in chart["spaces"] if space["ground"] == kind]
        path = "".join(f"M{x:g} {y:g}h{SIDE:g}v{SIDE:g}h-{SIDE:g}z" for x, y in corners)
        shapes.append(tag("path", d=path, class_=f"ground {colour[kind]}"))
    return tag("g", joined(shapes) + _cliffs(chart["spaces"]), id=f"{chart['id']}-ground")


def _again(chart: Mapping[str, Any]) -> Markup:
    return tag("use", href=f"#{chart['id']}-ground")


def _cliffs(spaces: Sequence[Space]) -> Markup:
    """A line where two spaces lie on different levels."""
    level = {(s["x"], s["y"]): s["level"] for s in spaces}
    lines = ""
    for (x, y), height in level.items():
        for dx, dy in EDGES:
            if level.get((x + dx, y + dy), height) != height:
                start = x * SIDE if dx else (x - 1) * SIDE, y * SIDE if dy else (y - 1) * SIDE
                lines += f"M{start[0]:g} {start[1]:g}L{x * SIDE:g} {y * SIDE:g}"
    return tag("path", d=lines, class_="cliff") if lines else Markup("")


def _dot(space: Space, share: float) -> Markup:
    """A dot whose area says how often; share: of the space with most."""
    x, y = _corner(space)
    return tag("circle", cx=f"{x + SIDE / 2:g}", cy=f"{y + SIDE / 2:g}",
               r=f"{LARGEST * share**0.5:.3g}", class_="often")  # fmt: skip


def _marks(space: Space) -> list[Markup]:
    """The first letter of an area, and what is marked there."""
    x, y = _corner(space)
    words = [space["area"][:1].upper()] if space["area"] else []
    words += [mark if len(mark) == 1 else mark[:1].upper() + "." for mark in space["marks"]]
    if not words:
        return []
    return [tag("text", " ".join(words), x=f"{x + SIDE / 2:g}", y=f"{y + SIDE * 0.68:g}",
                text_anchor="middle", class_="place")]  # fmt: skip
