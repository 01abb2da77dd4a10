"""From TOML to the record of the kernels: nothing is lost, and numbers stand for what they say."""

import copy
from typing import Any

import numpy as np
import pytest

from simulate.games.kingdoms.cards import codes
from simulate.games.kingdoms.cards.folding import FOLD, RUNS
from simulate.games.kingdoms.cards.tables import TABLES
from simulate.games.kingdoms.cards.vocabulary import EFFECTS, LEVELS, NONE
from tests.rules.kingdoms.cell import EDITIONS, built, changed, shipped
from tests.rules.shipped import other_values, parameters

BOTH = pytest.mark.parametrize("edition", EDITIONS)


def same(one: Any, other: Any) -> bool:
    return one.tobytes() == other.tobytes()


# ---------------------------------------------------------------- the record


@pytest.mark.parametrize(
    "edition, name", [(edition, name) for edition in EDITIONS for name in parameters(edition)]
)
def test_every_parameter_reaches_the_record(edition, name):
    """With the number of players that the parameter is for."""
    last = name.rpartition("players_")[2]
    players = int(last) if last.isdigit() else 2 if name == "halflings_with_two" else 4
    printed = built(edition, players)[0]
    seen = [printed.tobytes()]
    for value in other_values(parameters(edition)[name]):
        changed = built(edition, players, changes={name.replace(".", "__"): value})[0]
        assert changed.tobytes() not in seen, value
        seen.append(changed.tobytes())


@BOTH
def test_words_of_parameters_have_the_codes_of_their_order(edition):
    words = {
        **codes.CHOICES,
        **(codes.TOKEN_CHOICES if edition == "kingdoms" else codes.SOLO_CHOICES),
    }
    for name, choices in words.items():
        assert tuple(parameters(edition)[name]["choices"]) == choices.words
        for code, word in enumerate(choices):
            assert int(built(edition, changes={name: word})[0][name]) == code


def test_K_CARD_7_points_of_the_tower():
    assert built("kingdoms")[0]["tower_points"].tolist() == [0, 1, 2, 3, 4, 6, 8]
    by_level, _ = built("ultra_kingdoms", changes={"tower_scoring": "one_a_level"})
    assert by_level["tower_points"].tolist() == [0, 1, 2, 3, 4, 5, 6]


# ---------------------------------------------------------------- factions


def test_every_effect_is_folded_or_stays_a_row():
    assert set(FOLD) | set(RUNS) == set(EFFECTS) and not set(FOLD) & set(RUNS)


def levels(edition: str) -> list[tuple[str, str]]:
    factions = shipped(edition)["factions"]
    return [(name, level) for name, card in factions.items() for level in card["abilities"]]


@pytest.mark.parametrize("name, level", levels("ultra_kingdoms"))
def test_a_level_changes_the_record_for_its_faction_from_that_level_on(name, level):
    """Taking the level off changes no other faction and no lower level of magic."""
    printed, names = built("ultra_kingdoms")
    data = shipped("ultra_kingdoms")
    card = data["factions"][name]
    del card["abilities"][level]
    card["source"] = {"*": "stand-in: made by a test"}
    blank, _ = built("ultra_kingdoms", data=data)
    assert not same(printed, blank)
    f, magic = names.factions.index(name), LEVELS.index(level) + 1
    for field in TABLES.names:
        shape = TABLES[field].shape
        if shape[:2] != (codes.FACTIONS, codes.MAGIC):
            continue
        apart = np.argwhere(printed[field] != blank[field])
        assert all(at[0] == f and at[1] >= magic for at in apart.tolist()), field


def test_amounts_of_two_levels_add_up():
    data = shipped("kingdoms")
    cheaper = {"when": "build", "do": "cheaper", "amount": 2}
    data["factions"]["dwarves"]["abilities"]["level_5"] = {
        "name": "Bonus",
        "effects": [{"when": "score", "do": "points_if_first", "track": "ore", "amount": 1}],
    }
    data["factions"]["dwarves"]["abilities"]["level_4"] = {"name": "More", "effects": [cheaper]}
    tables, names = built("kingdoms", data=data)
    discount = tables["discount"][names.factions.index("dwarves")]
    assert discount[:, 0].tolist() == [0, 0, 0, 1, 3, 3]


# ---------------------------------------------------------------- territories


def test_K_PARTS_2_sides_of_cards():
    tables, names = built("kingdoms")
    assert int(tables["cards_in_box"]) == 8
    for card in range(8):
        plain, ruins = tables["card_side"][card]
        assert names.territories[plain] == f"card_{card + 1}_plain"
        assert names.territories[ruins] == f"card_{card + 1}_ruins"
        assert tables["side_card"][plain] == tables["side_card"][ruins] == card
    assert (tables["card_side"][8:] == NONE).all() and (tables["back_of"] == NONE).all()


def test_U_PARTS_1_a_territory_knows_its_faction():
    tables, names = built("ultra_kingdoms")
    assert int(tables["cards_in_box"]) == 16
    for i, key in enumerate(names.territories):
        assert names.factions[tables["back_of"][i]] == key
        assert tables["card_side"][tables["side_card"][i]].tolist() == [i, NONE]
        assert tables["suits_dummy"][i] == 1


def test_a_new_territory_and_a_new_faction_fit_the_same_record():
    data = shipped("kingdoms")
    for side in ("plain", "ruins"):
        new = copy.deepcopy(data["territories"][f"card_1_{side}"])
        data["territories"][f"card_9_{side}"] = {**new, "card": 9, "name": f"New {side}"}
    data["factions"]["new"] = {**copy.deepcopy(data["factions"]["orcs"]), "name": "New"}
    tables, names = built("kingdoms", data=data)
    assert tables.dtype == built("kingdoms")[0].dtype == TABLES
    assert int(tables["cards_in_box"]) == 9 and int(tables["territories"]) == 18
    assert names.territories[tables["card_side"][8, 1]] == "card_9_ruins"


# ---------------------------------------------------------------- the compass


def test_U_SOLO_4_the_height_of_the_compass_card_is_a_number_of_the_pack():
    shipped_hands = built("ultra_kingdoms", 1)[0]["compass_hand"]
    data = changed("ultra_kingdoms", "compass.ring.height", 20)
    assert (built("ultra_kingdoms", 1, data=data)[0]["compass_hand"] != shipped_hands).any()


def test_hands_are_worked_out_for_solo_play_alone():
    for tables, _ in (built("kingdoms"), built("ultra_kingdoms", 2)):
        assert (tables["compass_hand"] == NONE).all() and (tables["army_hand"] == NONE).all()


# ---------------------------------------------------------------- names


@BOTH
def test_every_place_has_a_name_of_its_own(edition):
    tables, names = built(edition)
    at = [(i, p) for i in range(len(names.territories)) for p in range(int(tables["places"][i]))]
    assert len({names.place(*where) for where in at}) == len(at)


def test_places_are_called_as_in_the_file_and_as_printed():
    _, names = built("kingdoms")
    assert [names.place(0, p) for p in (0, 4, 5, 6)] == [
        "card_1_plain.a",
        "card_1_plain.e",
        "card_1_plain.water_1",
        "card_1_plain.crags_1",
    ]
    assert names.printed["dragons_lair"] == "Dragon's Lair"
    _, names = built("ultra_kingdoms")
    first = names.territories[0]
    assert (names.printed[first], names.printed_territories[first]) == (
        "Centaurs",
        "Eastern Strand",
    )
