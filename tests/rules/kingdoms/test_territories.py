"""Territories: drawing and words that disagree are refused, borders and hands are measured."""

import copy
import tomllib
from collections import Counter
from functools import cache

import numpy as np
import pytest

from simulate.games.kingdoms.cards import geometry as geo
from simulate.games.kingdoms.cards import territories as rooms
from simulate.games.kingdoms.cards.codes import BORDER
from tests.rules.kingdoms import cell

GAMES = cell.EDITIONS
FACTIONS = cell.KINGDOMS + cell.ONLY_ULTRA


@cache
def shipped(game):
    return cell.shipped(game)["territories"]


SIDES = [pytest.param(side, id=name) for game in GAMES for name, side in shipped(game).items()]


def terrains(side):
    return Counter(region["terrain"] for region in side["regions"].values())


# A small side: a and b in the west, parted by a river; c in the middle; a sea in the east.
SMALL = tomllib.loads("""
barriers = [{ kind = "water", polygon = [[60, 0], [88, 0], [88, 63], [60, 63]] }]
rivers = [[[0, 30], [30, 30]]]
[regions]
a = { terrain = "forest", edge = true, water = true, borders = ["c"], polygon = [[0, 0], [30, 0], [30, 30], [0, 30]] }
b = { terrain = "plains", edge = true, water = true, borders = ["c"], polygon = [[0, 30], [30, 30], [30, 63], [0, 63]] }
c = { terrain = "ruins", edge = true, water = true, borders = ["a", "b"], polygon = [[30, 0], [60, 0], [60, 63], [30, 63]] }
""")  # noqa: E501


def test_a_good_side_has_no_troubles():
    assert rooms.troubles(SMALL) == []


@pytest.mark.parametrize(
    "way, value, said",
    [
        (
            "regions.a.polygon",
            [[0, 0], [30, 30], [30, 0], [0, 30]],
            "crosses or touches itself",
        ),
        ("regions.a.polygon", [[0, -1], [30, 0], [30, 30], [0, 30]], "off the card"),
        (
            "regions.a.polygon",
            [[0, 0], [31, 0], [30, 30], [0, 30]],
            "overlaps regions c",
        ),
        (
            "regions.a.polygon",
            [[0, 0], [29, 0], [30, 30], [0, 30]],
            "15 mm2 of the card",
        ),
        ("rivers", [[[0, 31], [30, 31]]], "where no two regions border"),
        ("rivers", [[[0, 30], [40, 30]]], "where no two regions border"),
        ("rivers", [], "b is open to a on 30.0 mm, without a river"),
        ("rivers", [[[0, 30], [27, 30]]], "b is open to a on 3.0 mm, without a river"),
        ("regions.a.borders", ["c", "b"], "b does not name a"),
        ("regions.a.borders", ["c", "d"], "no other region 'd'; known: a, b, c"),
        ("regions.a.borders", ["c", "a"], "no other region 'a'"),
        ("regions.a.borders", [], "c is open to a on 30.0 mm, without a river"),
        ("regions.a.edge", False, "touches the card's edge"),
        ("regions.a.water", False, "touches water"),
    ],
)
def test_a_bad_side_is_told(way, value, said):
    side = copy.deepcopy(SMALL)
    table, parts = side, way.split(".")
    for part in parts[:-1]:
        table = table[part]
    table[parts[-1]] = value
    assert any(said in what for _, what in rooms.troubles(side)), rooms.troubles(side)


def test_a_river_may_leave_a_passage_of_4_mm_and_no_less():
    side = copy.deepcopy(SMALL)
    side["regions"]["a"]["borders"] = ["b", "c"]
    side["regions"]["b"]["borders"] = ["a", "c"]
    assert "b is open to a on 0.0 mm; 4 mm are needed" in [w for _, w in rooms.troubles(side)]
    side["rivers"] = [[[0, 30], [27, 30]]]
    assert "b is open to a on 3.0 mm; 4 mm are needed" in [w for _, w in rooms.troubles(side)]
    side["rivers"] = [[[0, 30], [26, 30]]]
    assert rooms.troubles(side) == []


def test_four_regions_in_one_corner_are_refused():
    side = tomllib.loads("""
[regions]
a = { terrain = "forest", edge = true, water = false, borders = ["b", "c"], polygon = [[0, 0], [40, 0], [40, 30], [0, 30]] }
b = { terrain = "plains", edge = true, water = false, borders = ["a", "d"], polygon = [[40, 0], [88, 0], [88, 30], [40, 30]] }
c = { terrain = "plains", edge = true, water = false, borders = ["a", "d"], polygon = [[0, 30], [40, 30], [40, 63], [0, 63]] }
d = { terrain = "forest", edge = true, water = false, borders = ["b", "c"], polygon = [[40, 30], [88, 30], [88, 63], [40, 63]] }
""")  # noqa: E501
    told = [what for _, what in rooms.troubles(side)]
    assert told == [
        "a and d touch in a corner only: border or not?",
        "b and c touch in a corner only: border or not?",
    ]


# ---------------------------------------------------------------- borders


def test_K_PATROL_2_borders_of_a_small_side():
    """a and b are parted by the river, c borders on both, the sea touches c alone."""
    assert rooms.links(SMALL).tolist() == [
        [BORDER.APART, BORDER.RIVER, BORDER.OPEN, BORDER.APART],
        [BORDER.RIVER, BORDER.APART, BORDER.OPEN, BORDER.APART],
        [BORDER.OPEN, BORDER.OPEN, BORDER.APART, BORDER.BARRIER],
        [BORDER.APART, BORDER.APART, BORDER.BARRIER, BORDER.APART],
    ]


# ---------------------------------------------------------------- the hand


def test_U_SOLO_4_the_compass_card_lies_below_the_dummys_and_above_the_persons_territory():
    side = shipped("ultra_kingdoms")["centaurs"]
    hands = rooms.compass_pointings(side, 63)
    assert hands.shape == (2, 12, 5 + len(side["barriers"]))
    touched = {which: {h + 1 for h in range(12) if hands[which, h, 0] >= 0} for which in (0, 1)}
    assert touched[0] and touched[0] <= {10, 11, 12, 1, 2}
    assert touched[1] and touched[1] <= {4, 5, 6, 7, 8}


def test_U_SOLO_4_a_lower_compass_card_points_farther_to_the_sides():
    """The card's middle comes nearer to both territories, so that more hands meet them."""
    side = shipped("ultra_kingdoms")["centaurs"]
    for which in (0, 1):
        met = [
            {h for h in range(12) if rooms.compass_pointings(side, height)[which, h, 0] >= 0}
            for height in (20, 63, 150)
        ]
        assert met[2] <= met[1] < met[0]


@pytest.mark.parametrize("side", shipped("ultra_kingdoms").values(), ids=FACTIONS)
def test_a_hand_lists_what_it_touches_once_and_from_near_to_far(side):
    shapes = list(rooms.polygons(side).values())
    hands = rooms.army_pointings(side)
    for place, hour in np.ndindex(hands.shape[:2]):
        middle = geo.centroid(shapes[place])
        hits = [geo.ray_hits(middle, hour + 1, shape) for shape in shapes]
        order = [i for i in hands[place, hour] if i >= 0]
        assert len(set(order)) == len(order)
        assert set(order) == {i for i, hit in enumerate(hits) if hit and i != place}
        assert [hits[i] for i in order] == sorted(hits[i] for i in order)


# ---------------------------------------------------------------- the shipped territories


@pytest.mark.parametrize("side", SIDES)
def test_K_CARD_5_drawing_and_words_agree(side):
    assert rooms.troubles(side) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_side_is_marked_a_stand_in(game):
    for side in shipped(game).values():
        assert list(side["source"]) == ["*"]
        assert side["source"]["*"].startswith("stand-in: ")


def test_K_PARTS_2_K_CARD_11_kingdoms_has_eight_cards_with_ruins_on_one_side():
    sides = shipped("kingdoms")
    expected = [f"card_{card}_{side}" for card in range(1, 9) for side in ("plain", "ruins")]
    assert list(sides) == expected
    for name, side in sides.items():
        assert name == f"card_{side['card']}_{side['side']}"
        assert terrains(side)["ruins"] == (side["side"] == "ruins")
        assert terrains(side)["capital"] == ((side["card"] % 2 == 1) == (side["side"] == "plain"))
    whole = sum((terrains(side) for side in sides.values()), Counter())
    assert whole == {
        "forest": 20,
        "mountain": 22,
        "plains": 22,
        "ruins": 8,
        "capital": 8,
    }


def test_U_PARTS_1_U_CARD_4_ultra_has_a_territory_behind_each_faction():
    sides = shipped("ultra_kingdoms")
    assert list(sides) == FACTIONS
    kinds = Counter((terrains(s)["capital"], terrains(s)["ruins"]) for s in sides.values())
    assert kinds == {(0, 0): 4, (0, 1): 4, (1, 0): 4, (1, 1): 4}
    whole = sum((terrains(side) for side in sides.values()), Counter())
    assert whole == {
        "forest": 21,
        "mountain": 22,
        "plains": 21,
        "ruins": 8,
        "capital": 8,
    }
    for side in sides.values():
        assert terrains(side)["forest"] and terrains(side)["mountain"]


@pytest.mark.parametrize("side", shipped("ultra_kingdoms").values(), ids=FACTIONS)
@pytest.mark.parametrize("compass", [(44, 63 + 31.5), (44, -31.5)], ids=["above", "below"])
def test_some_hand_of_the_compass_points_at_every_region(side, compass):
    """The compass card, as large, lies against the territory's lower or upper long side."""
    for polygon in rooms.region_polygons(side).values():
        assert any(geo.ray_hits(compass, hour, polygon) for hour in rooms.HOURS)
