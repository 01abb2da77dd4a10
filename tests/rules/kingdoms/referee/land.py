"""The land: regions in words, read from the territories or drawn by hand."""

import itertools
import math
from dataclasses import dataclass, field
from typing import Any

BARRIERS = ("water", "crags")
WIDTH, HEIGHT = 88, 63  # a card, in mm
HAIR = 1e-6  # mm: regions that touch in a point share no border


@dataclass
class Region:
    """A place on a territory; water and crags are places too, closed to most."""

    name: str
    territory: str
    terrain: str
    edge: bool = True
    by_water: bool = False
    borders: set[str] = field(default_factory=set)
    over_river: set[str] = field(default_factory=set)  # parted by nothing but a river
    polygon: list[Any] = field(default_factory=list)


Land = dict[str, Region]


def territory_names(territories: dict[str, Any], card: int) -> list[str]:
    """The sides of a territory card, in the order of the file."""
    return [name for name, side in territories.items() if side["card"] == card]


def read_territory(name: str, side: dict[str, Any]) -> Land:
    """The regions of one territory, then its barriers; `name.a`, `name.water_1`."""
    land: Land = {}
    for letter, data in side["regions"].items():
        land[f"{name}.{letter}"] = Region(
            f"{name}.{letter}",
            name,
            data["terrain"],
            data["edge"],
            data["water"],
            {f"{name}.{other}" for other in data["borders"]},
            polygon=data["polygon"],
        )
    for data in side["barriers"]:
        number = 1 + sum(place.terrain == data["kind"] for place in land.values())
        place = f"{name}.{data['kind']}_{number}"
        outline = data["polygon"]
        edge = on_the_rim(outline) > 0
        water = data["kind"] == "water"
        land[place] = Region(place, name, data["kind"], edge, water, polygon=outline)
    for one, other in itertools.combinations(land.values(), 2):
        if common_border(one.polygon, other.polygon) < HAIR:
            continue
        if one.terrain in BARRIERS or other.terrain in BARRIERS:
            one.borders.add(other.name)
            other.borders.add(one.name)
        elif other.name not in one.borders:
            one.over_river.add(other.name)
            other.over_river.add(one.name)
    return land


def sides_of(polygon: list[Any]) -> list[tuple[Any, Any]]:
    return list(zip(polygon, polygon[1:] + polygon[:1], strict=True))


def on_the_rim(polygon: list[Any]) -> float:
    """Length of an outline along the rim of its card."""
    length = 0.0
    for (x, y), (u, v) in sides_of(polygon):
        if (x == u and x in (0, WIDTH)) or (y == v and y in (0, HEIGHT)):
            length += math.dist((x, y), (u, v))
    return length


def common_border(one: list[Any], other: list[Any]) -> float:
    """Length along which two outlines run together."""
    return sum(overlap(a, b, c, d) for a, b in sides_of(one) for c, d in sides_of(other))


def overlap(a: Any, b: Any, c: Any, d: Any) -> float:
    """Length that two stretches have in common, 0 unless they lie on one line."""
    length = math.dist(a, b)
    along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
    places = []
    for p in (c, d):
        across = (p[0] - a[0]) * along[1] - (p[1] - a[1]) * along[0]
        if abs(across) > 1e-6:
            return 0.0
        places.append((p[0] - a[0]) * along[0] + (p[1] - a[1]) * along[1])
    return max(0.0, min(length, *[max(places)]) - max(0.0, min(places)))
