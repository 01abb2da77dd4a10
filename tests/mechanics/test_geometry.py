"""Polygons on a card: what touches what, and where a clock's hand points."""

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from simulate.games.kingdoms.cards import geometry as geo

WIDTH, HEIGHT = 88, 63
SQUARE = geo.polygon_of([[0, 0], [10, 0], [10, 10], [0, 10]])
EAST = geo.polygon_of([[10, 0], [20, 0], [20, 10], [10, 10]])
# A horseshoe open to the right, 10 thick, around [10, 10]..[30, 20].
HORSESHOE = geo.polygon_of(
    [[0, 0], [30, 0], [30, 10], [10, 10], [10, 20], [30, 20], [30, 30], [0, 30]]
)


def box(x, y, wide, high):
    return geo.polygon_of([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]])


@st.composite
def stars(draw):
    """A simple polygon with whole corners, often bent inwards."""
    spokes = draw(st.lists(st.integers(4, 30), min_size=3, max_size=9))
    turns = 2 * np.pi * np.arange(len(spokes)) / len(spokes)
    middle = (draw(st.integers(30, 60)), draw(st.integers(25, 40)))
    corners = np.round(np.stack([np.cos(turns), np.sin(turns)], axis=1) * np.array(spokes)[:, None])
    polygon = geo.polygon_of((corners + middle).astype(int).tolist())
    assume(geo.is_simple(polygon))
    return polygon


def grid(step=1.0):
    """Points over the card that lie on no line between whole points that matters here."""
    x, y = np.meshgrid(np.arange(-5, 95, step) + 0.3137, np.arange(-10, 75, step) + 0.2719)
    return np.stack([x.ravel(), y.ravel()], axis=1)


@pytest.mark.parametrize("points", [[[0, 0], [1, 1]], [[0, 0, 0]] * 3, [[0, 0], [4, 0.5], [1, 3]]])
def test_a_polygon_is_three_or_more_whole_points(points):
    with pytest.raises(ValueError, match="polygon"):
        geo.polygon_of(points)


def test_area_and_its_sign():
    assert geo.signed_area(SQUARE) == 100
    assert geo.signed_area(SQUARE[::-1]) == -100
    assert geo.area(HORSESHOE) == 700


@given(stars())
@settings(max_examples=30)
def test_area_and_centroid_are_those_of_the_points_inside(polygon):
    points = grid(0.5)
    within = points[geo.inside(points, polygon)]
    # A cell of 0.25 mm2 can be counted wrongly only along the outline.
    slack = geo.length(geo.edges(polygon)) * 0.5
    assert abs(len(within) * 0.25 - geo.area(polygon)) <= slack
    assert np.abs(within.mean(axis=0) - geo.centroid(polygon)).max() < 1.5


@pytest.mark.parametrize(
    "points, simple",
    [
        ([[0, 0], [10, 0], [10, 10], [0, 10]], True),
        ([[0, 0], [5, 0], [10, 0], [10, 10], [0, 10]], True),  # a corner on a straight side
        ([[0, 0], [10, 10], [10, 0], [0, 10]], False),  # crosses itself
        ([[0, 0], [10, 0], [10, 10], [5, 0], [0, 10]], False),  # touches itself
        ([[0, 0], [10, 0], [10, 0], [0, 10]], False),  # a corner twice
        ([[0, 0], [10, 0], [4, 0], [0, 10]], False),  # turns back on itself
        ([[0, 0], [5, 0], [10, 0]], False),  # no area
    ],
)
def test_is_simple(points, simple):
    assert geo.is_simple(geo.polygon_of(points)) == simple


def test_inside_leaves_out_the_outline():
    points = [(5, 5), (0, 5), (10, 10), (11, 5), (20, 15), (5, 15)]
    assert geo.inside(points, SQUARE).tolist() == [True, False, False, False, False, False]
    assert geo.inside(points, HORSESHOE).tolist() == [True, False, False, True, False, True]


@pytest.mark.parametrize(
    "other, shared",
    [
        (EAST, False),  # side by side
        (EAST[::-1], False),
        (box(10, 5, 5, 20), False),  # half a side
        (box(10, 10, 5, 5), False),  # a corner
        (SQUARE, True),  # the same
        (SQUARE[::-1], True),
        (box(5, 5, 10, 10), True),
        (box(2, 2, 3, 3), True),  # within
        (box(-5, 3, 20, 4), True),  # straight through, no corner within
        (box(0, 0, 5, 10), True),  # half of it, along three sides
        (geo.polygon_of([[0, 0], [10, 0], [5, 5]]), True),
        (box(30, 30, 5, 5), False),
    ],
)
def test_overlap(other, shared):
    assert geo.overlap(SQUARE, other) == shared
    assert geo.overlap(other, SQUARE) == shared


def test_what_fills_a_bay_does_not_overlap():
    assert not geo.overlap(HORSESHOE, box(10, 10, 20, 10))
    assert geo.overlap(HORSESHOE, box(9, 10, 21, 10))


@pytest.mark.long
@given(stars(), stars())
def test_overlap_is_that_of_the_points_inside(one, other):
    points = grid(0.5)
    both = geo.inside(points, one) & geo.inside(points, other)
    if both.any():
        assert geo.overlap(one, other)
    if not geo.overlap(one, other):
        assert not both.any()
    assert geo.overlap(one, other) == geo.overlap(other, one)


@given(stars(), st.data())
def test_two_halves_of_a_polygon_share_the_cut_and_nothing_else(polygon, data):
    count = len(polygon)
    assume(count >= 4)
    end = data.draw(st.integers(2, count - 2))
    one, other = polygon[: end + 1], np.vstack([polygon[end:], polygon[:1]])
    assume(geo.is_simple(one) and geo.is_simple(other))
    assume(geo.area(one) + geo.area(other) == geo.area(polygon))
    assert not geo.overlap(one, other)
    cut = geo.length(geo.border(one, other))
    assert cut == pytest.approx(np.hypot(*(polygon[end] - polygon[0])))


def test_border_is_the_common_part_of_two_sides():
    assert geo.border(SQUARE, EAST).tolist() == [[[10, 0], [10, 10]]]
    assert geo.length(geo.border(SQUARE, box(10, 4, 5, 20))) == 6
    assert geo.length(geo.border(SQUARE, box(10, 10, 5, 5))) == 0
    assert geo.length(geo.border(SQUARE, box(11, 0, 5, 5))) == 0


def test_a_river_takes_its_stretch_off_the_border():
    river = geo.stretches([[[10, -3], [10, 2], [10, 6]], [[0, 5], [20, 5]]])
    left = geo.without(geo.border(SQUARE, EAST), river)
    assert left.tolist() == [[[10, 6], [10, 10]]]
    assert geo.length(geo.without(geo.border(SQUARE, EAST), geo.stretches([]))) == 10
    twice = geo.stretches([[[10, 2], [10, 5]], [[10, 4], [10, 8]]])
    assert geo.length(geo.without(geo.border(SQUARE, EAST), twice)) == 4


def test_longest_piece_hangs_together():
    pieces = geo.stretches([[[0, 0], [3, 0], [3, 4]], [[3, 4], [3, 5]], [[10, 0], [10, 6]]])
    assert geo.longest_piece(pieces) == 8
    assert geo.longest_piece(geo.stretches([])) == 0
    ring = geo.edges(SQUARE)[[0, 2, 1, 3]]
    assert geo.longest_piece(ring) == 40


@pytest.mark.parametrize(
    "polygon, at_edge",
    [
        (box(0, 20, 10, 10), True),
        (box(78, 53, 10, 10), True),
        (box(10, 10, 10, 10), False),
        (geo.polygon_of([[0, 30], [10, 20], [10, 40]]), False),  # only a corner
    ],
)
def test_touches_edge(polygon, at_edge):
    assert geo.touches_edge(polygon, WIDTH, HEIGHT) == at_edge
    assert geo.lies_on_card(polygon, WIDTH, HEIGHT)


def test_off_the_card():
    assert not geo.lies_on_card(box(80, 10, 9, 9), WIDTH, HEIGHT)
    assert not geo.lies_on_card(box(-1, 10, 9, 9), WIDTH, HEIGHT)


def test_the_clock_runs_from_the_top_to_the_right():
    assert [geo.CLOCK[h % 12].tolist() for h in (12, 3, 6, 9)] == [[0, -1], [1, 0], [0, 1], [-1, 0]]
    assert np.hypot(*geo.CLOCK.T) == pytest.approx(np.ones(12))
    angles = np.degrees(np.arctan2(geo.CLOCK[:, 0], -geo.CLOCK[:, 1])) % 360
    assert angles == pytest.approx(np.arange(12) * 30)


@pytest.mark.parametrize(
    "origin, hour, hit",
    [
        ((5, 5), 12, (0, 5)),  # from within
        ((5, 20), 12, (10, 20)),
        ((5, 20), 6, None),  # behind
        ((-5, 5), 3, (5, 15)),
        ((20, 5), 9, (10, 20)),
        ((5, -10), 6, (10, 20)),
        ((15, 20), 12, None),
        ((0, 20), 1, (10 / geo.TALL, 20)),  # in below, out at the right, ten to the side
        ((-5, 15), 1, (10, 15 / geo.TALL)),  # in at the left, out above
    ],
)
def test_hand_on_a_square(origin, hour, hit):
    assert geo.ray_hits(origin, hour, SQUARE) == (hit and pytest.approx(hit))


def test_hand_along_a_border_points_at_the_region_clockwise_of_it():
    assert geo.ray_hits((10, 20), 12, EAST) == (10, 20)
    assert geo.ray_hits((10, 20), 12, SQUARE) is None
    assert geo.ray_hits((10, -10), 6, SQUARE) == (10, 20)
    assert geo.ray_hits((10, -10), 6, EAST) is None


def test_hand_that_grazes_a_corner_misses():
    tip = geo.polygon_of([[0, 0], [10, 5], [0, 10]])
    assert geo.ray_hits((10, 20), 12, tip) is None
    assert geo.ray_hits((10, -20), 6, tip) is None


# Along the top row of corners, one of them on the row: the hand only grazes it.
GRAZED = geo.polygon_of([[34, 25], [32, 28], [29, 29], [26, 27], [26, 23], [27, 10], [32, 22]])


@given(stars(), st.tuples(st.integers(0, 88), st.integers(0, 63)), st.integers(1, 12))
@example(GRAZED, (0, 10), 3)
def test_hand_is_inside_from_where_it_enters_to_where_it_leaves(polygon, origin, hour):
    way = geo.CLOCK[hour % 12]
    # A hair to the clockwise side, as a hand on a border counts.
    start = origin + np.array([-way[1], way[0]]) * 1e-9
    hit = geo.ray_hits(origin, hour, polygon)
    near, far = hit or (130.0, 0.0)
    outside = np.concatenate([np.arange(0, near - 0.01, 0.1), np.arange(far + 0.01, 130, 0.1)])
    # A corner on the hand is grazed: a hair to the side the hand may cut off a hair of it.
    corners = (polygon - origin) @ way
    outside = outside[np.abs(outside[:, None] - corners).min(axis=1) > 1e-3]
    assert not geo.inside(start + outside[:, None] * way, polygon).any()
    if far - near > 0.1:
        within = np.array([near + 1e-3, far - 1e-3])
        assert geo.inside(start + within[:, None] * way, polygon).all()


@given(stars(), st.tuples(st.integers(0, 88), st.integers(0, 63)), st.integers(1, 12))
def test_a_mirror_mirrors_the_hand(polygon, origin, hour):
    """Off any corner, where the clockwise side would differ."""
    way = geo.CLOCK[hour % 12]
    turn = (polygon - origin) @ np.array([-way[1], way[0]])
    assume(np.abs(turn).min() > 1e-6)
    mirrored = polygon * (-1, 1)
    hit = geo.ray_hits(origin, hour, polygon)
    image = geo.ray_hits((-origin[0], origin[1]), 12 - hour, mirrored)
    assert image == (None if hit is None else pytest.approx(hit, abs=1e-6))
