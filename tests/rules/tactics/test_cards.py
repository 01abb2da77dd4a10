"""Every known value, entered a second time.

Written from the sources without looking at the TOML files.  What is not known is not here by
value: of that the tests only ask that it is marked as a stand-in.
"""

from collections import Counter
from typing import Any

import pytest

from simulate.games.tactics.facts import FACTS
from simulate.pack.cards import source_troubles, values
from simulate.pack.sources import fit_of, kind, source_for
from tests.rules.tactics import shipped
from tests.rules.tactics.cell import cards, data
from tests.rules.tactics.referee import read_land

PARAMETERS = shipped.parameters()

# ---------------------------------------------------------------- figures of the rulebook

RULEBOOK: dict[str, Any] = {
    "actions": 3,
    "unit_actions": 2,
    "tireless_units": 2,
    "free_units": 1,
    "cure_price": 2,
    "counter_price": 2,
    "space_cost": 1,
    "climb_cost": 1,
    "water_cost": 1,
    "peak_cost": 1,
    "ballista_cost": 1,
    "village_heal": 4,
    "water_damage": 1,
    "forest_cover": 1,
    "higher_range": 1,
    "lower_range": 1,
    "knock_back_damage": 1,
    "missile_price": 1,
    "miss_price": 1,
    "spell_price": 1,
    "power_dice": 3,
    "ballista_range": 4,
    "ballista_damage": 1,
    "ballista_push": 1,
    "tactics_dealt": 2,
    "tactics_kept": 1,
    "tactics_hand": 2,
    "tactics_drawn": 1,
    "end_flags.players_2": 1,
    "end_flags.players_3": 2,
    "end_flags.players_4": 3,
    "end_captures": 3,
    "artifact_melee": 1,
    "artifact_missile": 1,
    "flag_points": 5,
    "survivor_points": 2,
    "capture_points": 2,
    "village_points": 1,
    "artifact_points": 3,
    "time.solo": 7,
    "time.coop": 11,
    "time_gained": 2,
    "enemy_spell_dice": 3,
    "trap_dice": 3,
    "trap_damage": 2,
    "cave_in_price": 2,
    "barrier_price": 2,
    "start_chooser": "first",
}


@pytest.mark.parametrize("name, value", RULEBOOK.items())
def test_figures_of_the_rulebook(name, value):
    assert PARAMETERS[name]["value"] == value
    assert kind(PARAMETERS[name]["source"]) == "rulebook"


def test_what_the_rulebook_does_not_say_is_marked():
    others = {name for name in PARAMETERS if name not in RULEBOOK}
    assert {kind(PARAMETERS[name]["source"]) for name in others} == {"stand-in"}
    assert {"knock_back_faces", "control_rounds", "trap_icon", "portal_step"} <= others


def test_T_CARD_6_a_flag_goes_three_spaces_and_start_may_be_one_of_them():
    rounds = PARAMETERS["control_rounds"]
    assert rounds["value"] == 2 and "SwordsChit-TET" in rounds["source"]
    assert (rounds["range"]["low"], rounds["range"]["high"]) == (1, 2)


def test_the_number_that_makes_up_for_going_first_takes_nothing_unless_asked():
    number = PARAMETERS[FACTS.handicap.removeprefix("rules.")]
    assert (number["value"], number["max"]) == (0, RULEBOOK["actions"])


def test_T_PARTS_1_T_PARTS_2_T_PARTS_8_T_PARTS_9_how_many_cards():
    found = data()
    assert [len(found[name]) for name in ("units", "tactics", "enemy_cards", "dungeons")] == [
        *(32, 16, 9, 6)
    ]
    classes = Counter(unit["class"] for unit in found["units"].values())
    assert classes == {"fighter": 8, "wizard": 8, "rogue": 8, "beast": 8}


def test_T_PARTS_7_six_boxes():
    sizes = {name: box.size for name, box in cards().boxes.items()}
    assert sizes == {
        "box_8x5": (8, 5),
        "box_8x1": (8, 1),
        "box_5x4": (5, 4),
        "box_1x2": (1, 2),
        "box_3x2": (3, 2),
        "box_2x2": (2, 2),
    }
    assert {scroll.size for scroll in cards().scrolls.values()} == {(16, 8)}


# ---------------------------------------------------------------- Evergreen Forest

# From the north-west, columns 1 to 17, rows 1 to 11; a point where there is no space.
SURFACE = """
. . . . . . . . . F V K K W P P P
. . . . . . . . . P P P P B P P P
P P W P P P F F W W B B W W P P P
P P B P C C C W W W B B W V P F F
P P W P C C C B V T P P B P F F F
P P W B W B W W R P F F W P P P .
F V P P P P P R R P P P B P P V .
F F P P F F P R R P V P W W B W .
P P P P P V P R P F F P P P P P .
P P F F P K P P P P P P P P P P .
. . F F P P P . . . . . . . . . .
"""
WORDS = {
    "P": "plains",
    "F": "forest",
    "W": "water",
    "B": "bridge",
    "V": "village",
    "K": "peak",
    "T": "ballista",
    "C": "castle",
    "R": "rocks",
}
AREAS = {
    "s": ({(5, 4), (6, 4), (7, 4), (5, 5), (6, 5), (7, 5)}, (7, 4)),
    "r": ({(9, 6), (8, 7), (9, 7), (8, 8), (9, 8), (8, 9)}, (9, 8)),
    "h": ({(14, 2), (11, 3), (12, 3), (11, 4), (12, 4), (13, 5)}, (12, 4)),
}
STARTS = {
    "1": {(1, 3), (2, 3), (1, 4), (2, 4)},
    "2": {(16, 1), (17, 1), (16, 2), (17, 2)},
    "3": {(15, 9), (16, 9), (15, 10), (16, 10)},
    "4": {(1, 9), (2, 9), (1, 10), (2, 10)},
}
PORTALS = {
    ((5, 3), "box_3x2"),
    ((6, 6), "box_3x2"),
    ((3, 7), "box_5x4"),
    ((10, 7), "box_2x2"),
    ((15, 6), "box_8x5"),
    ((7, 9), "box_1x2"),
    ((10, 2), "box_8x1"),
    ((13, 2), "box_8x1"),
}


def on_box(x: int, y: int) -> str | None:
    """The uppermost box at a space of the photograph."""
    boxes = [
        ("box_8x1", range(10, 18), range(1, 2)),
        ("box_8x5", range(10, 18), range(1, 6)),
        ("box_1x2", range(6, 7), range(9, 11)),
        ("box_5x4", range(3, 8), range(8, 12)),
        ("box_3x2", range(5, 8), range(4, 6)),
        ("box_2x2", range(10, 12), range(8, 10)),
    ]
    return next((name for name, columns, rows in boxes if x in columns and y in rows), None)


def surface() -> dict[tuple[int, int], str]:
    rows = SURFACE.split("\n")[1:-1]
    return {
        (x, y): WORDS[letter]
        for y, row in enumerate(rows, 1)
        for x, letter in enumerate(row.split(), 1)
        if letter != "."
    }


@pytest.fixture(scope="module")
def forest():
    """The map as the game's own map room puts it together."""
    from simulate.games.tactics.cards.maps import assemble

    found = cards()
    return assemble(found.maps["evergreen_forest"], found.scrolls, found.boxes)


def test_T_MAP_1_every_space(forest):
    found = {at: WORDS[space.terrain] for at, space in forest.spaces.items()}
    assert found == surface() and len(found) == 152


def test_T_MAP_2_T_CARD_8_every_space_has_the_level_of_its_box(forest):
    level = {
        None: 0,
        "box_2x2": 1,
        "box_3x2": 1,
        "box_5x4": 1,
        "box_1x2": 2,
        "box_8x5": 2,
        "box_8x1": 3,
    }
    for at, space in forest.spaces.items():
        assert (space.box, space.level) == (on_box(*at), level[on_box(*at)]), at
    assert level["box_8x5"] > max(level[box] for box in ("box_3x2", "box_5x4", "box_2x2"))


def test_T_MAP_3_no_box_is_turned():
    plan = cards().maps["evergreen_forest"]
    assert {placement.turned for placement in plan.boxes} == {0}


@pytest.mark.parametrize("letter", AREAS)
def test_T_CONTROL_1_T_CONTROL_2_areas(forest, letter):
    spaces, trigger = AREAS[letter]
    assert set(forest.area(letter)) == spaces and forest.trigger(letter) == [trigger]


def test_T_SETUP_6_starts(forest):
    assert {digit: set(forest.marked(digit)) for digit in "1234"} == STARTS


def test_T_PORTAL_1_portals(forest):
    assert {(portal.front, portal.box) for portal in forest.portals} == PORTALS
    assert len(forest.portals) == 8


@pytest.mark.parametrize(
    "terrain, spaces",
    [
        ("village", {(2, 7), (9, 5), (16, 7), (11, 1), (14, 4), (6, 9), (11, 8)}),
        ("peak", {(12, 1), (13, 1), (6, 10)}),
        ("ballista", {(10, 5)}),
    ],
)
def test_features(forest, terrain, spaces):
    assert {at for at, s in forest.spaces.items() if WORDS[s.terrain] == terrain} == spaces


def test_T_CARD_7_the_other_side_has_an_artifact_and_three_triggers():
    marks = Counter(mark for row in cards().scrolls["glade"].marks for mark in row.split())
    assert [marks[mark] for mark in "ASRH"] == [1, 1, 1, 1] and len(marks) == 5


def test_the_referee_puts_the_same_map_together(forest):
    land = read_land(shipped.pack(), "evergreen_forest")
    assert land.terrain == {at: WORDS[s.terrain] for at, s in forest.spaces.items()}
    assert land.level == {at: s.level for at, s in forest.spaces.items()}
    assert set(land.portals) == PORTALS


# ---------------------------------------------------------------- sources


def sources() -> dict[str, str]:
    """Dotted path -> source, of every value of cards and maps."""
    found: dict[str, str] = {}
    for section, entries in data().items():
        for name, card in entries.items():
            for path, _ in values(card):
                found[f"{section}.{name}.{path}"] = source_for(card["source"], path)
    return found


def test_every_value_has_a_source():
    assert source_troubles(data()) == [] and all(sources().values())


def test_what_is_not_known_is_a_stand_in():
    """All of the cards, but for two names that the rulebook prints and the Climb bonus."""
    known = {
        path
        for path, text in sources().items()
        if kind(text) not in ("stand-in", "fitted")
        and path.split(".")[0] not in ("boxes", "scrolls", "maps")
    }
    assert known == {"dungeons.box_8x5.name", "enemy_cards.leftmost_climb.bonus.climb"}


def test_values_that_were_set_by_play_are_fitted():
    """19 values of 17 units on the front, most of them on the Solo Enemy side as well.

    What was heard of was never changed to fit.
    """
    fits = {path: fit_of(text) for path, text in sources().items() if kind(text) == "fitted"}
    front = {path for path in fits if ".solo." not in path}
    assert (
        len(fits) == 35 and len(front) == 19 and len({path.split(".")[1] for path in front}) == 17
    )
    assert {fit.metric for fit in fits.values()} == {"over_fair_share"}
    before = data()
    for path, fit in fits.items():
        section, name, *rest = path.split(".")
        value = before[section][name]
        for key in rest:
            value = value[int(key)] if isinstance(value, list) else value[key]
        assert value != fit.value_before, path
    unconfirmed = {"units.gamelyn.abilities", "units.red_ghost.abilities", "units.arryn.spell"}
    assert not any(path.startswith(tuple(unconfirmed)) for path in fits)


def test_what_the_photograph_does_not_show_is_a_stand_in():
    found = sources()
    for path, text in found.items():
        section, name, *rest = path.split(".")
        if section not in ("boxes", "scrolls", "maps"):
            continue
        invented = name in ("glade", "riverlands") or rest[0] in ("height", "hidden")
        assert (kind(text) == "stand-in") is invented, path


def test_fragments_that_were_heard_of_are_used():
    """Unconfirmed: so marked as stand-ins, and taken as they were told."""
    units = data()["units"]
    assert units["gamelyn"]["abilities"]["last_stand"]["effects"][0]["do"] == "survives"
    assert units["arryn"]["spell"]["effects"] == [
        {"do": "damage", "amount": 2, "power": 1, "who": "other"}
    ]
    poison = units["red_ghost"]["abilities"]
    assert poison["poison"]["effects"] == [{"do": "weaken", "who": "other"}]
    assert poison["cruelty"]["if"] == "other_weakened"
    assert units["xiong_mao"]["class"] == "beast"


# ---------------------------------------------------------------- a coherent set


def test_bounds_that_follow_from_the_rules():
    """A full cast needs four mana; a unit that pays 2 to act again needs three health and more."""
    for name, unit in data()["units"].items():
        assert unit["health"] > 3 and unit["solo"]["health"] > 3, name
        assert unit.get("mana", 4) >= 4, name
        assert unit.get("ammo", 9) >= 1 + unit.get("missile", {"dice": 0})["dice"], name


def test_both_sides_of_a_unit_agree():
    """What an ability adds on the one side may stand as a number on the other."""
    for name, unit in data()["units"].items():
        front, solo = unit | unit["melee"], unit["solo"] | unit["solo"]["melee"]
        for key, adds in {"movement": "more_movement", "dice": "more_dice"}.items():
            assert solo[key] == front[key] + always_added(unit, adds), (name, key)
        assert [solo[key] for key in ("health", "damage")] == [front["health"], front["damage"]], (
            name
        )
        if "missile" in unit:
            missile = {key: unit["missile"][key] for key in ("damage", "range")}
            assert solo["missile"] == missile, name


def always_added(unit: dict[str, Any], effect: str) -> int:
    """What the abilities of a unit add under no condition."""
    free = [ability for ability in unit.get("abilities", {}).values() if "if" not in ability]
    return sum(
        row["amount"] for ability in free for row in ability["effects"] if row["do"] == effect
    )


def test_T_CARD_2_T_CARD_3_T_CARD_4_no_two_cards_of_a_kind_do_the_same():
    """T-CARD-1."""
    found = data()
    for of_class in ("fighter", "beast", "rogue", "wizard"):
        kinds = [
            repr((unit.get("spell", {}).get("effects"), strip(unit.get("abilities", {}))))
            for unit in found["units"].values()
            if unit["class"] == of_class
        ]
        assert len(set(kinds)) == 8 and repr((None, [])) not in kinds
    tactics = [repr(strip(card["abilities"])) for card in found["tactics"].values()]
    assert len(set(tactics)) == 16
    monsters = [repr(card["monster"]["effects"]) for card in found["enemy_cards"].values()]
    assert len(set(monsters)) == 9
    crystals = [repr(card.get("crystal")) for card in found["dungeons"].values()]
    assert len(set(crystals)) == 6


def strip(abilities: dict[str, Any]) -> list[Any]:
    """Abilities without their names."""
    return [{k: v for k, v in card.items() if k != "name"} for card in abilities.values()]


def test_T_CARD_3_two_cards_a_class_and_one_leftmost():
    found = Counter(card["activates"] for card in data()["enemy_cards"].values())
    assert found == {"fighter": 2, "beast": 2, "rogue": 2, "wizard": 2, "leftmost": 1}
    arrows = Counter(card["compass"] for card in data()["enemy_cards"].values())
    assert max(arrows.values()) - min(arrows.values()) <= 1
