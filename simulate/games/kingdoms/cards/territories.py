"""Territories as maps: whether drawing and words agree, and what is measured on the drawing.

A side is a table of territories.toml: `regions` (id to terrain, polygon, borders, edge,
water), `barriers` and `rivers`.  A trouble is a way into that table and a sentence.

The places of a side are its regions in order, then its barriers.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.games.kingdoms.cards import geometry as geo
from simulate.games.kingdoms.cards.codes import BORDER

WIDTH, HEIGHT = 88, 63  # of a card, in mm
PASSAGE = 4.0  # the shortest border, in mm, that an eye takes for one
HOURS = range(1, 13)

Side = Mapping[str, Any]
Troubles = list[tuple[tuple[str | int, ...], str]]


def troubles(side: Side) -> Troubles:
    """Everything in which one side contradicts itself or cannot be drawn."""
    broken = _outline_troubles(side)
    if broken:
        return broken  # Nothing else can be measured on broken outlines.
    return (
        _ground_troubles(side)
        + _river_troubles(side)
        + _border_troubles(side)
        + _edge_and_water_troubles(side)
        + _hand_troubles(side)
    )


def polygons(side: Side) -> dict[tuple[str | int, ...], NDArray[np.int64]]:
    """Polygons of regions and barriers by their way into the table."""
    areas: dict[tuple[str | int, ...], NDArray[np.int64]] = {
        ("regions", name): geo.polygon_of(region["polygon"])
        for name, region in side["regions"].items()
    }
    for number, barrier in enumerate(side.get("barriers", [])):
        areas["barriers", number] = geo.polygon_of(barrier["polygon"])
    return areas


def region_polygons(side: Side) -> dict[str, NDArray[np.int64]]:
    """Polygons of the regions by id."""
    return {name: geo.polygon_of(region["polygon"]) for name, region in side["regions"].items()}


def waters(side: Side) -> NDArray:
    """Shores of seas and lakes, and rivers, as segments."""
    shores = [
        geo.edges(geo.polygon_of(barrier["polygon"]))
        for barrier in side.get("barriers", [])
        if barrier["kind"] == "water"
    ]
    return np.concatenate([geo.stretches(side.get("rivers", [])), *shores])


def links(side: Side) -> NDArray[np.int64]:
    """How each two places border on each other, int64[places, places] of APART to BARRIER.

    Rules K-PATROL-2, K-PATROL-3, K-LAND-2.  A corner in common is no border; water and crags
    are bordered on by whatever stretch, as the words `water` of the regions are.
    """
    areas = polygons(side)
    kinds = np.full((len(areas), len(areas)), BORDER.APART, dtype=np.int64)
    for (i, one), (j, other) in combinations(enumerate(areas), 2):
        if "barriers" in (one[0], other[0]):
            kind = BORDER.BARRIER
        elif other[1] in side["regions"][one[1]]["borders"]:
            kind = BORDER.OPEN
        else:
            kind = BORDER.RIVER
        if len(geo.border(areas[one], areas[other])):
            kinds[i, j] = kinds[j, i] = kind
    return kinds


def reaches_edge(side: Side) -> list[bool]:
    """For each place, whether it reaches the card's edge.  Rule K-QUEST-3."""
    return [geo.touches_edge(area, WIDTH, HEIGHT) for area in polygons(side).values()]


def compass_pointings(side: Side, height: float) -> NDArray[np.int64]:
    """Places under the compass card's hand, int64[2, 12, places], near to far, -1 for no more.

    Rules U-SOLO-4, U-COMPASS-7.  The compass card, so many mm high, lies between the two
    territories, long side to long side: on the map of a territory its middle is half of that
    below the dummy's and above the person's.  First index: the side as the dummy's, as the
    person's territory; then the number of the hand less 1.
    """
    shapes = list(polygons(side).values())
    middles = ((WIDTH / 2, HEIGHT + height / 2), (WIDTH / 2, -height / 2))
    return np.stack([pointings(middle, shapes) for middle in middles])


def army_pointings(side: Side) -> NDArray[np.int64]:
    """Other places under a hand from each place's middle, int64[places, 12, places].

    Rule U-COMPASS-12.  Near to far, -1 for no more; second index: the number less 1.
    """
    shapes = list(polygons(side).values())
    return np.stack([pointings(geo.centroid(area), shapes, i) for i, area in enumerate(shapes)])


def pointings(
    middle: Sequence[float] | geo.Floats, shapes: Sequence[geo.Whole], own: int = -1
) -> NDArray[np.int64]:
    """Which polygons a hand of twelve directions touches, int64[12, polygons], near to far.

    Rule U-COMPASS-7: near and far go by where the hand enters.  own: polygon left out, as the
    hand starts there.  Row: number of the hand less 1; -1 where it touches no more.
    """
    touched = np.full((len(HOURS), len(shapes)), -1, dtype=np.int64)
    for row, hour in enumerate(HOURS):
        hits = [(geo.ray_hits(middle, hour, shape), i) for i, shape in enumerate(shapes)]
        order = sorted((hit[0], i) for hit, i in hits if hit is not None and i != own)
        touched[row, : len(order)] = [i for _, i in order]
    return touched


def _outline_troubles(side: Side) -> Troubles:
    wrong: Troubles = []
    for loc, polygon in polygons(side).items():
        if not geo.is_simple(polygon):
            wrong.append(((*loc, "polygon"), "the outline crosses or touches itself"))
        if not geo.lies_on_card(polygon, WIDTH, HEIGHT):
            what = f"lies off the card, which is {WIDTH} mm by {HEIGHT} mm"
            wrong.append(((*loc, "polygon"), what))
    return wrong


def _ground_troubles(side: Side) -> Troubles:
    areas = polygons(side)
    wrong: Troubles = [
        ((*one, "polygon"), f"overlaps {' '.join(map(str, other))}")
        for one, other in combinations(areas, 2)
        if geo.overlap(areas[one], areas[other])
    ]
    bare = WIDTH * HEIGHT - sum(map(geo.area, areas.values()))
    if not wrong and bare:
        wrong.append((("regions",), f"{bare:g} mm2 of the card are neither region nor barrier"))
    return wrong


def _river_troubles(side: Side) -> Troubles:
    if not side.get("rivers"):
        return []
    between = [geo.border(a, b) for a, b in combinations(region_polygons(side).values(), 2)]
    borders = np.concatenate(between) if between else np.zeros((0, 2, 2))
    return [
        (("rivers", number), "runs where no two regions border on each other")
        for number, river in enumerate(side["rivers"])
        if len(geo.without(geo.stretches([river]), borders))
    ]


def _border_troubles(side: Side) -> Troubles:
    regions, areas = side["regions"], region_polygons(side)
    wrong: Troubles = []
    loc: tuple[str | int, ...]
    for name, region in regions.items():
        for number, other in enumerate(region["borders"]):
            loc = ("regions", name, "borders", number)
            if other == name or other not in regions:
                wrong.append((loc, f"no other region {other!r}; known: {', '.join(regions)}"))
            elif name not in regions[other]["borders"]:
                wrong.append((loc, f"{other} does not name {name} in its borders"))
    rivers = geo.stretches(side.get("rivers", []))
    for one, other in combinations(regions, 2):
        loc = ("regions", one, "borders")
        shared = geo.border(areas[one], areas[other])
        wide = geo.longest_piece(geo.without(shared, rivers))
        if other in regions[one]["borders"] and wide < PASSAGE:
            what = f"{other} is open to {one} on {wide:.1f} mm; {PASSAGE:g} mm are needed"
            wrong.append((loc, what))
        if other not in regions[one]["borders"] and wide > 0:
            wrong.append((loc, f"{other} is open to {one} on {wide:.1f} mm, without a river"))
        if not len(shared) and geo.touches(areas[one], geo.edges(areas[other])):
            wrong.append((loc, f"{one} and {other} touch in a corner only: border or not?"))
    return wrong


def _edge_and_water_troubles(side: Side) -> Troubles:
    wrong: Troubles = []
    water = waters(side)
    for name, polygon in region_polygons(side).items():
        drawn = {
            "edge": geo.touches_edge(polygon, WIDTH, HEIGHT),
            "water": len(geo.common(geo.edges(polygon), water)) > 0,
        }
        for key, is_so in drawn.items():
            if side["regions"][name][key] != is_so:
                verb = "touches" if is_so else "does not touch"
                place = "the card's edge" if key == "edge" else "water"
                wrong.append((("regions", name, key), f"as drawn the region {verb} {place}"))
    return wrong


def _hand_troubles(side: Side) -> Troubles:
    """An army stands in the middle of its region; the hand must find each neighbour from there."""
    areas = region_polygons(side)
    wrong: Troubles = []
    for name, polygon in areas.items():
        loc = ("regions", name, "polygon")
        army = geo.centroid(polygon)
        if not geo.inside(army[None], polygon)[0]:
            wrong.append((loc, "is so bent that its middle lies outside it"))
        for other in side["regions"][name]["borders"]:
            if other in areas and not any(geo.ray_hits(army, h, areas[other]) for h in HOURS):
                wrong.append((loc, f"no hour's hand points from its middle to {other}"))
    return wrong
