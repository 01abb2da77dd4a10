"""Polygons of whole millimetres: overlap, common borders, the card's edge, a clock's hand.

A polygon is an int64[n, 2] of corners in order, the last joined to the first, in either
sense; x grows to the right, y downwards.  Segments are [k, 2, 2]: k pairs of points.
Corners are whole numbers, so that "lies on" and "touches" are exact, never within a
tolerance: two neighbours share a border only if they share its points.
"""

from collections.abc import Iterable, Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

TINY = 1e-9
HALF, TALL = 0.5, sqrt(3) / 2
# From 12 o'clock on, clockwise; index is the hour modulo 12.  Written out, because the
# hand at 3, 6, 9 and 12 must be exactly level or upright.
CLOCK = np.array(
    [
        (0, -1),
        (HALF, -TALL),
        (TALL, -HALF),
        (1, 0),
        (TALL, HALF),
        (HALF, TALL),
        (0, 1),
        (-HALF, TALL),
        (-TALL, HALF),
        (-1, 0),
        (-TALL, -HALF),
        (-HALF, -TALL),
    ]
)


def polygon_of(points: Sequence[Sequence[int]]) -> Whole:
    """The corners as an int64[n, 2]; raises ValueError unless they are 3 or more pairs."""
    corners = np.array(points)
    if corners.ndim != 2 or corners.shape[1] != 2 or len(corners) < 3:
        raise ValueError(f"a polygon needs three or more points [x, y] (found {points!r})")
    if not np.issubdtype(corners.dtype, np.integer):
        raise ValueError(f"the points of a polygon are whole numbers (found {points!r})")
    return corners.astype(np.int64)


def edges(polygon: Whole) -> NDArray:
    """The sides of a polygon as segments, the closing one last."""
    return np.stack([polygon, _after(polygon)], axis=1)


def stretches(lines: Iterable[Sequence[Sequence[int]]]) -> NDArray:
    """All straight parts of open polylines as one array of segments; [0, 2, 2] for none."""
    parts = [np.stack([line[:-1], line[1:]], axis=1) for line in map(np.array, lines)]
    return np.concatenate(parts) if parts else np.zeros((0, 2, 2), dtype=np.int64)


def signed_area(polygon: Whole) -> float:
    """Area in square units; positive when the corners run clockwise as seen (y downwards)."""
    x, y = polygon.T
    return float(np.sum(x * _after(y) - _after(x) * y)) / 2


def area(polygon: Whole) -> float:
    """Area in square units."""
    return abs(signed_area(polygon))


def centroid(polygon: Whole) -> Floats:
    """Centre of mass, float64[2]; it lies outside a polygon that is bent enough."""
    corners, following = polygon, _after(polygon)
    weight = _cross(corners, following)
    return ((corners + following) * weight[:, None]).sum(axis=0) / (3 * weight.sum())


def is_simple(polygon: Whole) -> bool:
    """Whether the outline neither crosses, touches nor retraces itself and holds an area."""
    sides = edges(polygon)
    count = len(sides)
    if len(np.unique(polygon, axis=0)) < count:
        return False
    ways = sides[:, 1] - sides[:, 0]
    onward = _after(ways)
    if np.any((_cross(ways, onward) == 0) & ((ways * onward).sum(axis=1) < 0)):
        return False
    first, second = np.triu_indices(count, 2)
    apart = (second - first) % count != count - 1
    return not np.any(_meet(sides[first[apart]], sides[second[apart]]))


def inside(points: NDArray, polygon: Whole) -> NDArray[np.bool_]:
    """For each of the points[k, 2], whether it lies in the polygon and not on its outline."""
    start, end = edges(polygon).swapaxes(0, 1)[:, None]
    at = np.asarray(points)[:, None]
    turn = _cross(end - start, at - start)
    on = (turn == 0) & (((at - start) * (at - end)).sum(axis=2) <= 0)
    up, down = start[..., 1], end[..., 1]
    spans = (up > at[..., 1]) != (down > at[..., 1])
    crossed = spans & ((turn > 0) == (down > up))
    return (crossed.sum(axis=1) % 2 == 1) & ~on.any(axis=1)


def overlap(one: Whole, other: Whole) -> bool:
    """Whether two simple polygons have any area in common; a shared border is none."""
    low = np.maximum(one.min(axis=0), other.min(axis=0))
    if np.any(np.minimum(one.max(axis=0), other.max(axis=0)) <= low):
        return False
    if signed_area(one) < 0:
        one = one[::-1]
    if signed_area(other) < 0:
        other = other[::-1]
    if _cross_properly(edges(one), edges(other)):
        return True
    # No two sides cross, so a side cut at the other's corners lies wholly in, out or along.
    for cut, whole in ((one, other), (other, one)):
        if inside(_doubled_middles(cut, whole), 2 * whole).any():
            return True
    ours, theirs = _paired(edges(one), edges(other))
    ways = ((ours[:, 1] - ours[:, 0]) * (theirs[:, 1] - theirs[:, 0])).sum(axis=1)
    # Both run clockwise: a stretch run in the same sense has both areas on one side of it.
    low, high = _common_span(ours[ways > 0], theirs[ways > 0])
    return bool(np.any(high - low > TINY))


def common(first: NDArray, second: NDArray) -> Floats:
    """The stretches where segments of `first` and of `second` lie on each other."""
    ours, theirs = _paired(first, second)
    low, high = _common_span(ours, theirs)
    keep = high - low > TINY
    start, way = ours[keep, 0], ours[keep, 1] - ours[keep, 0]
    ends = (start + low[keep, None] * way, start + high[keep, None] * way)
    return np.stack(ends, axis=1).astype(float)


def without(segments: NDArray, covers: NDArray) -> Floats:
    """What is left of the segments when the stretches under `covers` are taken away."""
    if not len(covers):
        return segments.astype(float)
    left = []
    for segment in segments:
        start, way = segment[0], segment[1] - segment[0]
        low, high = _common_span(*_paired(segment[None], covers))
        at = 0.0
        for begin, end in sorted((b, e) for b, e in zip(low, high, strict=True) if e - b > TINY):
            if begin - at > TINY:
                left.append((start + at * way, start + begin * way))
            at = max(at, end)
        if 1 - at > TINY:
            left.append((start + at * way, segment[1]))
    return np.array(left, dtype=float).reshape(-1, 2, 2)


def length(segments: NDArray) -> float:
    """Length of all segments together."""
    ways = segments[:, 1] - segments[:, 0]
    return float(np.sqrt((ways * ways).sum(axis=1)).sum())


def longest_piece(segments: NDArray) -> float:
    """Length of the longest piece that hangs together by its ends; 0.0 without segments."""
    pieces: list[tuple[set[tuple[float, ...]], float]] = []
    for segment in segments:
        ends = {tuple(np.round(end, 6)) for end in segment}
        size = length(segment[None])
        apart = []
        for points, total in pieces:
            if points & ends:
                ends, size = ends | points, size + total
            else:
                apart.append((points, total))
        pieces = [*apart, (ends, size)]
    return max((size for _, size in pieces), default=0.0)


def border(one: Whole, other: Whole) -> Floats:
    """The common border of two polygons as segments."""
    low = np.maximum(one.min(axis=0), other.min(axis=0))
    if np.any(np.minimum(one.max(axis=0), other.max(axis=0)) < low):
        return np.zeros((0, 2, 2))
    return common(edges(one), edges(other))


def touches(polygon: Whole, segments: NDArray) -> bool:
    """Whether the outline and the segments have any point in common, a mere corner too."""
    return bool(_meet(*_paired(edges(polygon), segments)).any())


def card_edge(width: int, height: int) -> Whole:
    """The outline of a card with one corner at [0, 0], as a polygon."""
    return np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.int64)


def lies_on_card(polygon: Whole, width: int, height: int) -> bool:
    """Whether no corner of the polygon lies off the card."""
    return bool(np.all((polygon >= 0) & (polygon <= (width, height))))


def touches_edge(polygon: Whole, width: int, height: int) -> bool:
    """Whether the polygon has a stretch, not just a corner, of its outline on the card's edge."""
    return len(border(polygon, card_edge(width, height))) > 0


def ray_hits(
    origin: Sequence[float] | Floats, hour: int, polygon: Whole
) -> tuple[float, float] | None:
    """Distances at which a clock's hand, endless, enters and for the last time leaves a polygon.

    origin: the middle of the clock.  hour: 1..12, 12 points up (to smaller y), clockwise.
    The first distance is 0.0 when the hand starts inside.  None when the hand misses.  A hand
    that runs along the border of two polygons points at the one clockwise of it, so that it
    never points at both nor at neither; a corner that is only grazed is a miss.
    """
    way = CLOCK[hour % 12]
    corners = polygon - np.asarray(origin, dtype=float)
    along = corners[:, 0] * way[0] + corners[:, 1] * way[1]
    beside = _cross(way, corners)
    beside[np.abs(beside) < TINY] = 0.0
    clockwise = beside > 0
    crossed = clockwise != _after(clockwise)
    start, end = beside[crossed], _after(beside)[crossed]
    near, far = along[crossed], _after(along)[crossed]
    at = np.sort(near + (far - near) * start / (start - end))
    spans = at.reshape(-1, 2)
    spans = spans[(spans[:, 1] - spans[:, 0] > TINY) & (spans[:, 1] > TINY)]
    if len(spans) == 0:
        return None
    return max(0.0, float(spans[0, 0])), float(spans[-1, 1])


def _after(corners: NDArray) -> NDArray:
    """What is told of the next corner; `numpy.roll` takes ten times as long for so few."""
    return np.concatenate((corners[1:], corners[:1]))


def _cross(first: NDArray, second: NDArray) -> NDArray:
    """First way times second: positive when the second lies clockwise of the first."""
    return first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]


def _paired(first: NDArray, second: NDArray) -> tuple[NDArray, NDArray]:
    """Every segment of the first with every segment of the second, as two equal arrays."""
    return np.repeat(first, len(second), axis=0), np.tile(second, (len(first), 1, 1))


def _sides(first: NDArray, second: NDArray) -> tuple[NDArray, NDArray]:
    """On which side (-1, 0, 1) of each first segment both ends of its second lie."""
    way = first[:, 1] - first[:, 0]
    return (
        np.sign(_cross(way, second[:, 0] - first[:, 0])),
        np.sign(_cross(way, second[:, 1] - first[:, 0])),
    )


def _meet(first: NDArray, second: NDArray) -> NDArray[np.bool_]:
    """For each pair of segments, whether they have a point in common, ends included."""
    starts, ends = _sides(first, second)
    back, forth = _sides(second, first)
    # Boxes apart settles segments on one line, where all sides are 0.
    boxes = np.all(
        (first.min(axis=1) <= second.max(axis=1)) & (second.min(axis=1) <= first.max(axis=1)),
        axis=1,
    )
    return (starts * ends <= 0) & (back * forth <= 0) & boxes


def _cross_properly(first: NDArray, second: NDArray) -> bool:
    """Whether any two segments cross in a point that is an end of neither."""
    ours, theirs = _paired(first, second)
    starts, ends = _sides(ours, theirs)
    back, forth = _sides(theirs, ours)
    return bool(np.any((starts * ends < 0) & (back * forth < 0)))


def _common_span(first: NDArray, second: NDArray) -> tuple[Floats, Floats]:
    """Where the second lies on the first, as parts 0..1 of the first; high <= low: nowhere."""
    start, way = first[:, 0], first[:, 1] - first[:, 0]
    size = (way * way).sum(axis=1)
    parts = np.stack([((second[:, i] - start) * way).sum(axis=1) / size for i in (0, 1)])
    off = np.stack([np.abs(_cross(way, second[:, i] - start)) for i in (0, 1)]).max(axis=0)
    low, high = np.maximum(parts.min(axis=0), 0.0), np.minimum(parts.max(axis=0), 1.0)
    return low, np.where(off <= TINY * size, high, low)


def _doubled_middles(polygon: Whole, other: Whole) -> Whole:
    """Twice the middles of the polygon's sides, each cut where a corner of the other lies on it.

    Twice, because the middle of two whole points may be half a point.
    """
    starts, ends = edges(polygon).swapaxes(0, 1)
    way, ways = (ends - starts)[:, None], other - starts[:, None]
    part = (ways * way).sum(axis=2)
    on = (_cross(way, ways) == 0) & (part > 0) & (part < (way * way).sum(axis=2))
    cut = on.any(axis=1)
    middles = [starts[~cut] + ends[~cut]]
    for side in np.flatnonzero(cut):
        between = other[on[side]][np.argsort(part[side, on[side]])]
        points = np.vstack([starts[side], between, ends[side]])
        middles.append(points[:-1] + points[1:])
    return np.concatenate(middles)
