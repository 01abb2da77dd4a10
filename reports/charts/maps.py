"""Small maps: outlines of ground, each with its kind in words, and lines for rivers."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from markupsafe import Markup

from reports.charts.bars import legend
from reports.charts.marks import joined, labelled, named, tag

NAMES = ("blue", "yellow", "green", "pink", "sky", "orange", "grey", "olive", "brown")
COLOURS = {name: f"s{i}" for i, name in enumerate(NAMES, 1)}
# The colours that people expect of a map, the same in all games.
TERRAIN = {
    "water": "blue",
    "forest": "green",
    "plains": "yellow",
    "mountain": "brown",
    "peak": "brown",
    "crags": "grey",
    "rocks": "grey",
    "ruins": "pink",
    "capital": "orange",
    "village": "orange",
}
STEPS = 14
WIDTH = 88.0
HIGH = 1.6
ACROSS = np.array([0.5, 1.0])

Point = Sequence[float]


def draw(chart: Mapping[str, Any]) -> Markup:
    """A figure with one SVG for each card."""
    colour = colours(chart["legend"], chart["colours"])
    parts = []
    for index, panel in enumerate(chart["panels"]):
        name = f"{chart['id']}-{index}"
        title = tag("div", panel["title"], class_="panel-title", aria_hidden="true")
        parts.append(tag("div", title + _card(chart, panel, colour, name), class_="panel"))
    caption = tag("figcaption", chart["title"])
    body = tag("div", joined(parts), class_="maps")
    return tag("figure", caption + legend(chart["legend"], list(colour.values())) + body)


def colours(kinds: Sequence[str], wanted: Mapping[str, str]) -> dict[str, str]:
    """Known terrain in its colour, then what the game asks for; the others take what is left."""
    named = {**wanted, **TERRAIN}
    given = {k: COLOURS[named[k]] for k in kinds if named.get(k) in COLOURS}
    spare = [c for c in COLOURS.values() if c not in given.values()] or list(COLOURS.values())
    rest = [k for k in kinds if k not in given]
    return {k: given.get(k) or spare[rest.index(k) % len(spare)] for k in kinds}


def _card(
    chart: Mapping[str, Any], panel: Mapping[str, Any], colour: Mapping[str, str], name: str
) -> Markup:
    width, height = chart["size"]
    scale = WIDTH / width
    marks = [named(name, f"{chart['title']}: {panel['title']}", panel["desc"])]
    shapes = [(s, [(x * scale, y * scale) for x, y in s["points"]]) for s in panel["shapes"]]
    for shape, points in shapes:
        bare = " bare" if shape["kind"] in chart["bare"] else ""
        marks.append(
            tag("polygon", points=_path(points), class_=f"ground {colour[shape['kind']]}{bare}")
        )
    for line in panel["lines"]:
        scaled = [(x * scale, y * scale) for x, y in line]
        marks.append(tag("polyline", points=_path(scaled), class_="stream"))
    for shape, points in shapes:
        if shape["kind"] not in chart["bare"]:
            x, y = middle(points)
            marks.append(tag("text", shape["kind"], x=f"{x:.1f}", y=f"{y + HIGH:.1f}",
                             text_anchor="middle", class_="place"))  # fmt: skip
    return tag("svg", joined(marks), role="img", aria_labelledby=labelled(name),
               viewBox=f"0 0 {WIDTH:g} {height * scale:g}")  # fmt: skip


def _path(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.4g},{y:.4g}" for x, y in points)


def middle(points: Sequence[Point]) -> tuple[float, float]:
    """The point of a grid inside an outline that lies farthest from its edges.

    The centre of gravity of a bent outline may lie outside it.  Words are wider than high,
    so distances across count half.
    """
    corners = np.array(points, dtype=float)
    low, size = corners.min(axis=0), corners.max(axis=0) - corners.min(axis=0)
    part = np.arange(1, STEPS)
    grid = np.stack(np.meshgrid(part, part, indexing="ij"), axis=-1).reshape(-1, 2)
    spots = low + size * grid / STEPS
    best, most = tuple(corners.mean(axis=0)), -1.0
    for spot, far in zip(spots, _distances(corners, spots), strict=True):
        if far > most + 1e-9:
            best, most = tuple(spot), far
    return float(best[0]), float(best[1])


def _distances(corners: np.ndarray, spots: np.ndarray) -> np.ndarray:
    """Of each spot to the nearest edge; below 0 outside."""
    ends = np.concatenate((corners[1:], corners[:1]))
    way, at = ends - corners, spots[:, None] - corners
    above = (corners[:, 1] > spots[:, None, 1]) != (ends[:, 1] > spots[:, None, 1])
    slope = np.divide(way[:, 0], way[:, 1], out=np.zeros(len(way)), where=way[:, 1] != 0)
    inside = (above & (at[..., 0] < slope * at[..., 1])).sum(axis=1) % 2 == 1
    way, at = way * ACROSS, at * ACROSS
    along = (at * way).sum(axis=2) / np.maximum((way * way).sum(axis=1), 1e-12)
    off = at - np.clip(along, 0.0, 1.0)[..., None] * way
    nearest = np.sqrt((off * off).sum(axis=2)).min(axis=1)
    return np.asarray(np.where(inside, nearest, -nearest))
