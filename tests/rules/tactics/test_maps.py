"""Maps: putting pieces together, what a map may not be, the realm builder, the compass."""

import random
import shutil
from typing import Any

import pytest
from pydantic import ValidationError

from simulate.games.tactics.cards import maps
from simulate.games.tactics.cards.compass import bearings
from simulate.games.tactics.cards.pieces import Box, Map, Placement
from simulate.games.tactics.cards.vocabulary import BOXES, CAPACITY, NONE
from simulate.pack import configs, load_folder
from tests.mechanics.invented import refusal
from tests.refusals import problems_of
from tests.rules.tactics import shipped
from tests.rules.tactics.cell import built, built_maps, cards, data
from tests.rules.tactics.referee import read_land
from tests.rules.tactics.referee.compass import turn_of

SOURCE = {"*": "stand-in: invented by a test"}
MANY = 12


def realm(name: str):
    found = cards()
    return maps.assemble(found.maps[name], found.scrolls, found.boxes)


def plan(**changed: Any) -> Map:
    """Evergreen Forest with something changed."""
    return Map.model_validate(cards().maps["evergreen_forest"].model_dump() | changed)


def told(what: Map, battle: bool | None = None) -> str:
    return "; ".join(maps.troubles(what, cards().scrolls, cards().boxes, battle))


# ---------------------------------------------------------------- pieces


def piece(**changed: Any) -> dict[str, Any]:
    return {
        "name": "Invented",
        "height": 1,
        "spaces": ["P F", "W ?"],
        "marks": [". .", ". ."],
        "hidden": ["P"],
        "portals": ["north 1"],
        "source": SOURCE,
    } | changed


def test_a_piece_as_it_is_written():
    box = Box.model_validate(piece())
    assert box.size == (2, 2) and box.terrain() == [["P", "F"], ["W", "P"]]


@pytest.mark.parametrize(
    "change, said",
    [
        ({"spaces": ["P F", "W"]}, "row 2 of `spaces` has 1 spaces, the first has 2"),
        ({"spaces": ["P F", "W Q"]}, "`Q` in row 2 of `spaces` means nothing; allowed: P B F"),
        ({"marks": [". ."]}, "`marks` must have a mark for each space"),
        ({"marks": [". .", ". x"]}, "`x` in row 2 of `marks` means nothing"),
        ({"hidden": []}, ""),
        ({"hidden": ["P", "P"]}, "`hidden` must name 1 spaces"),
        ({"hidden": ["?"]}, "`?` in `hidden` is no terrain"),
        ({"portals": ["north 3"]}, "this box has places 1 to 2"),
        ({"portals": ["up 1"]}, "a portal is a side and a place on it"),
        ({"portals": ["north ²"]}, "a portal is a side and a place on it"),
        ({"portals": ["north 1", "north 1"]}, "named twice"),
        ({"height": 0}, "greater than or equal to 1"),
    ],
)
def test_what_a_piece_may_not_be(change, said):
    if not said:
        Box.model_validate(piece(**change))
        return
    assert said in refusal(Box, piece(**change))


@pytest.mark.parametrize("turns, front", [(0, (4, 4)), (1, (6, 5)), (2, (6, 7)), (3, (3, 7))])
def test_portals_turn_with_their_box(turns, front):
    """A box of 3 columns and 2 rows at 4,5, its portal in the north side, first place."""
    grid = {"spaces": ["P P P", "P P P"], "marks": [". . .", ". . ."], "hidden": []}
    box = Box.model_validate(piece(**grid))
    placement = Placement(box="box_3x2", at=[4, 5], turned=turns)
    ((top, ahead),) = maps.openings(box, placement)
    assert top in maps.cells(box, placement)
    assert ahead == front


# ---------------------------------------------------------------- what a map may not be


def test_the_shipped_maps_are_lawful():
    assert told(cards().maps["evergreen_forest"], battle=False) == ""
    assert told(cards().maps["riverlands"], battle=True) == ""
    assert "Artifact" in told(cards().maps["evergreen_forest"], battle=True)
    assert "control area" in told(cards().maps["riverlands"], battle=False)


def boxes_with(name: str, **changed: Any) -> list[dict[str, Any]]:
    found = [p.model_dump() for p in cards().maps["evergreen_forest"].boxes]
    for placement in found:
        if placement["box"] == name:
            placement.update(changed)
    return found


@pytest.mark.parametrize(
    "boxes, said",
    [
        (boxes_with("box_2x2", at=[9, 5]), "lies on box_8x5 besides"),
        (boxes_with("box_8x1", at=[10, 4], on=None), "lies on box_8x5 besides"),
        (boxes_with("box_1x2", at=[2, 9]), "less than half of `box_1x2` lies on box_5x4"),
        (boxes_with("box_2x2", at=[8, 8]), "covers the Artifact space or a Trigger Space"),
        (boxes_with("box_2x2", at=[1, 9]), "nothing says what lies at [10, 8]"),
    ],
)
def test_T_BUILD_3_T_BUILD_6_where_a_box_may_not_lie(boxes, said):
    assert said in told(plan(boxes=boxes), battle=False)


GLADE = {"scroll": "glade", "at": [3, 3]}


@pytest.mark.parametrize(
    "boxes, said",
    [
        ([("box_2x2", [4, 2], 0), ("box_3x2", [10, 2], 0)], "a row or column of the map is broken"),
        ([("box_2x2", [3, 2], 0)], "a map needs two open portals at least"),
        ([("box_8x1", [19, 4], 1)], "less than half of `box_8x1` lies on the scroll"),
    ],
)
def test_T_BUILD_7_one_continuous_map(boxes, said):
    laid = [{"box": box, "at": at, "turned": turns} for box, at, turns in boxes]
    assert said in told(plan(boxes=laid, **GLADE), battle=True)


@pytest.mark.parametrize(
    "path, said",
    [
        ("boxes.box_3x2.marks", "the control area square must have 6 spaces"),
        ("boxes.box_8x1.marks", "the start north-east must have 4 stars (found 2)"),
    ],
)
def test_T_CONTROL_1_T_SETUP_6_what_a_map_of_areas_needs(path, said):
    new = data()
    _, box, key = path.split(".")
    new["boxes"][box][key] = [" ".join("." for _ in row.split()) for row in new["boxes"][box][key]]
    boxes = {name: Box.model_validate(one) for name, one in new["boxes"].items()}
    found = maps.troubles(cards().maps["evergreen_forest"], cards().scrolls, boxes, battle=False)
    assert said in "; ".join(found)


def test_a_map_names_boxes_once_and_from_below():
    for boxes, said in (
        (boxes_with("box_2x2", box="box_3x2"), "lies on the map twice"),
        (boxes_with("box_2x2", box="box_9x9"), "no box is called `box_9x9`"),
        (boxes_with("box_8x5", on="box_8x1"), "must be laid before it"),
    ):
        with pytest.raises(ValidationError) as caught:
            plan(boxes=boxes)
        assert said in str(caught.value)


def test_a_wrong_map_is_pointed_at_where_it_is_written(tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(configs.game_folder("tactics"), folder)
    rules = folder / "rules.toml"
    rules.write_text(f'game = "tactics"\n{rules.read_text(encoding="utf-8")}', encoding="utf-8")
    file = folder / "maps.toml"
    text = file.read_text(encoding="utf-8").replace("at = [10, 8]", "at = [12, 8]")
    file.write_text(text, encoding="utf-8")
    line = text.splitlines().index("[maps.evergreen_forest]") + 1
    (problem,) = problems_of(load_folder, folder, "mine")
    assert problem.where == f"mine/maps.toml:{line}:2"


# ---------------------------------------------------------------- the realm builder


@pytest.fixture(scope="module")
def realms():
    found = cards()
    plans = [Map.model_validate(one) for one in built_maps(MANY)]
    return [(one, maps.assemble(one, found.scrolls, found.boxes)) for one in plans]


def test_T_BUILD_1_all_six_boxes_and_the_scroll_with_the_artifact(realms):
    for one, found in realms:
        assert sorted(p.box for p in one.boxes) == sorted(BOXES) and one.scroll == "glade"
        assert found.artifact() is not None
        assert told(one, battle=True) == ""


def test_T_BUILD_2_T_BUILD_4_any_way_up_and_over_anything(realms):
    assert {p.turned for one, _ in realms for p in one.boxes} == {0, 1, 2, 3}
    kept = {len(found.marked(mark)) for _, found in realms for mark in "SRHA"}
    assert 0 not in kept
    villages = {sum(s.terrain == "V" for s in found.spaces.values()) for _, found in realms}
    assert len(villages) > 1, "some are covered, some are not"


def test_T_BUILD_3_what_no_box_covers(realms):
    for one, found in realms:
        for at in maps.trigger_spaces(cards().scrolls["glade"], one.at):
            assert found.spaces[at].box is None


def test_T_BUILD_6_boxes_on_boxes_are_met(realms):
    assert {p.on is None for one, _ in realms for p in one.boxes} == {True, False}


def test_T_BUILD_7_unbroken_rows_mean_plain_counting(realms):
    """Shortest ways over the spaces are as long as rows and columns say."""
    for _, found in realms[:3]:
        start = found.order()[0]
        reached, edge = {start: 0}, [start]
        while edge:
            x, y = edge.pop(0)
            for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if at in found.spaces and at not in reached:
                    reached[at] = reached[x, y] + 1
                    edge.append(at)
        assert all(n == abs(x - start[0]) + abs(y - start[1]) for (x, y), n in reached.items())
        assert len(reached) == len(found.spaces)


def test_T_BATTLE_3_corners_are_the_referees(realms):
    for one, found in realms:
        land = read_land(shipped.pack(), one.model_dump())
        mine = [sorted(corner) for corner in maps.corners(found)]
        assert mine == [land.corner(digit) for digit in "1234"]
        assert land.level == {at: s.level for at, s in found.spaces.items()}
        assert set(land.portals) == {(p.front, p.box) for p in found.portals}


def foot(found, box: str) -> int:
    """The level on which a box stands."""
    lower = found.on[box]
    return 0 if lower is None else foot(found, lower) + cards().boxes[lower].height


def test_T_BUILD_5_portals_open_at_the_foot_of_their_box(realms):
    shut = 0
    for _, found in realms:
        for portal in found.portals:
            assert found.spaces[portal.front].level == foot(found, portal.box)
        shut += sum(len(box.portals) for box in cards().boxes.values()) - len(found.portals)
    assert shut, "some are closed by the edge or by another box"


# ---------------------------------------------------------------- the tables


def test_T_BATTLE_1_no_control_areas_in_battle():
    tables, _ = built("battle", 2)
    assert (tables["area"][0] == NONE).all() and (tables["trigger"][0] == NONE).all()


def test_a_map_that_is_not_for_the_mode_is_refused():
    with pytest.raises(ValueError, match="is not for mode battle: battle mode needs one Artifact"):
        built("battle", 2, map="evergreen_forest")
    with pytest.raises(ValueError, match="built realms are for battle mode"):
        built("solo", 1, map="built")


# ---------------------------------------------------------------- the compass


def test_T_COMPASS_1_T_COMPASS_2_ranks_are_angles():
    luck = random.Random(5)
    widest, tallest = CAPACITY["columns"] - 1, CAPACITY["rows"] - 1
    ranks = bearings()
    for arrow, name in enumerate(("north", "east", "south", "west")):
        for _ in range(300):
            one, other = (
                (luck.randint(-widest, widest), luck.randint(-tallest, tallest)) for _ in "ab"
            )
            if (0, 0) in (one, other):
                continue
            mine = ranks[arrow][one] - ranks[arrow][other]
            angle = turn_of(one, name) - turn_of(other, name)
            assert (mine > 0) == (angle > 1e-6) and (mine < 0) == (angle < -1e-6)
