"""The compass of the solo game: a hand that points, and what it touches."""

import itertools
import math
from typing import Any

from tests.rules.kingdoms.referee.land import HEIGHT, WIDTH, Land, sides_of
from tests.rules.kingdoms.referee.table import Table

HAIR = 1e-6
MIDDLE = (0.0, 0.0)
GAP = HEIGHT / 2  # from the middle of the compass card to the territory that touches it


def lay_out(land: Land, above: bool) -> None:
    """Put the outlines of a territory on the table: at the 12, or below at the 6."""
    top = GAP + HEIGHT if above else -GAP
    for region in land.values():
        region.polygon = [(x - WIDTH / 2, top - y) for x, y in region.polygon]


def spot(polygon: list[Any]) -> tuple[float, float]:
    """The middle of an outline (its centre of mass): where an army of the region stands."""
    area = x = y = 0.0
    for (a, b), (c, d) in sides_of(polygon):
        cross = a * d - c * b
        area, x, y = area + cross, x + (a + c) * cross, y + (b + d) * cross
    return x / (3 * area), y / (3 * area)


def enters(origin: Any, hour: int, polygon: list[Any]) -> float | None:
    """Distance at which the hand comes into an outline, None if it passes by."""
    angle = math.radians(30 * hour)
    way = (math.sin(angle), math.cos(angle))
    marks = [0.0]
    for a, b in sides_of(polygon):
        side = (b[0] - a[0], b[1] - a[1])
        cross = way[0] * side[1] - way[1] * side[0]
        if abs(cross) > HAIR:
            to = (a[0] - origin[0], a[1] - origin[1])
            along = (to[0] * side[1] - to[1] * side[0]) / cross
            at = (to[0] * way[1] - to[1] * way[0]) / cross
            if along > 0 and -HAIR <= at <= 1 + HAIR:
                marks.append(along)
    marks.sort()
    for near, far in itertools.pairwise(marks):
        middle = (near + far) / 2
        if far - near > HAIR:
            if inside((origin[0] + middle * way[0], origin[1] + middle * way[1]), polygon):
                return near
    return None


def inside(point: Any, polygon: list[Any]) -> bool:
    """Whether a point lies within an outline and more than a hair off its rim."""
    x, y = point
    odd = False
    for (a, b), (c, d) in sides_of(polygon):
        if distance(point, (a, b), (c, d)) < HAIR:
            return False
        if (b > y) != (d > y) and x < a + (y - b) * (c - a) / (d - b):
            odd = not odd
    return odd


def distance(point: Any, a: Any, b: Any) -> float:
    """From a point to a stretch."""
    side = (b[0] - a[0], b[1] - a[1])
    length = side[0] ** 2 + side[1] ** 2
    at = ((point[0] - a[0]) * side[0] + (point[1] - a[1]) * side[1]) / length
    at = min(1.0, max(0.0, at))
    return math.dist(point, (a[0] + at * side[0], a[1] + at * side[1]))


def find(t: Table, number: int, fitting: list[str], origin: Any = MIDDLE) -> str | None:
    """What the hand points at among the fitting, moving on clockwise: near by day, far by night."""
    for hour in range(number, number + 12):
        touched = []
        for name in fitting:
            at = enters(origin, hour, t.land[name].polygon)
            if at is not None:
                touched.append((at, name))
        if touched:
            return (min(touched) if t.by_day else max(touched))[1]
    return None


def find_from(t: Table, number: int, fitting: list[str], region: str) -> str | None:
    """The same with the compass laid on the army in a region.

    The other card, to which only an ability leads, is pointed at from the middle.
    """
    own = [r for r in fitting if t.land[r].territory == t.land[region].territory]
    found = find(t, number, own, spot(t.land[region].polygon))
    return found or find(t, number, [r for r in fitting if r not in own])


def flip(t: Table) -> None:
    t.by_day = not t.by_day
    if not t.by_day:
        for kind in t.goods[t.dummy]:
            t.gain(t.dummy, kind, t.rules["nightfall_resources"])
