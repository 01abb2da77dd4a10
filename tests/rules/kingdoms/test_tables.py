"""From TOML to the record of the kernels: nothing is lost, and numbers stand for what they say."""

import copy
from typing import Any

import numpy as np
import pytest

from simulate.games.kingdoms.cards import codes
from simulate.games.kingdoms.cards import territories as maps
from simulate.games.kingdoms.cards.codes import (
    ACTION,
    COMPASS_STARTS,
    DO,
    RESOURCE,
    SORT_BIT,
    TERRAIN,
    TOKEN,
    WHEN,
)
from simulate.games.kingdoms.cards.folding import FOLD, RUNS
from simulate.games.kingdoms.cards.tables import TABLES
from simulate.games.kingdoms.cards.vocabulary import EFFECTS, LEVELS, NONE, TOKENS, WHERE
from tests.rules.kingdoms.cell import EDITIONS, built, cards, changed, shipped
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
    named = [
        ("attacker_goes_back", "never", codes.ATTACKER_GOES_BACK.NEVER),
        ("attacker_goes_back", "always", codes.ATTACKER_GOES_BACK.ALWAYS),
        ("saved_meeple", "free", codes.SAVED_MEEPLE.FREE),
    ]
    if edition == "kingdoms":
        named += [
            ("bandits_last_meeple", "must_pay", codes.BANDITS_LAST_MEEPLE.MUST_PAY),
            ("bandits_last_meeple", "spared", codes.BANDITS_LAST_MEEPLE.SPARED),
        ]
    else:
        named += [
            ("solo_starts", "person", codes.SOLO_STARTS.PERSON),
            ("solo_starts", "dummy", codes.SOLO_STARTS.DUMMY),
            ("dummy_start", "chance", codes.DUMMY_START.CHANCE),
            ("dummy_ruins", "roll", codes.DUMMY_RUINS.ROLL),
            ("dummy_patrol_stuck", "collect", codes.DUMMY_PATROL_STUCK.COLLECT),
            ("expand_from", "compass", codes.EXPAND_FROM.COMPASS),
            ("compass_starts", "night", codes.COMPASS_STARTS.NIGHT),
            ("compass_number", "found", codes.COMPASS_NUMBER.FOUND),
        ]
    for name, word, code in named:
        assert int(built(edition, changes={name: word})[0][name]) == code, (name, word)


def test_prices_by_level():
    tables, _ = built("kingdoms")
    assert tables["tower_cost"].tolist() == [0, 1, 2, 3, 4, 5, 6]
    assert tables["magic_cost"].tolist() == [0, 1, 2, 3, 4, 5]


def test_K_CARD_7_points_of_the_tower():
    assert built("kingdoms")[0]["tower_points"].tolist() == [0, 1, 2, 3, 4, 6, 8]
    by_level, _ = built("ultra_kingdoms", changes={"tower_scoring": "one_a_level"})
    assert by_level["tower_points"].tolist() == [0, 1, 2, 3, 4, 5, 6]


# ---------------------------------------------------------------- the cell


@pytest.mark.parametrize("players, seats", [(1, 2), (2, 2), (3, 3), (4, 4), (5, 5)])
def test_who_sits_at_the_table(players, seats):
    tables, _ = built("ultra_kingdoms", players)
    assert int(tables["players"]) == players and int(tables["seats"]) == seats
    assert bool(tables["solo"]) == (players == 1) and bool(tables["lost_kingdom"]) == (players == 2)
    assert int(tables["ultra"]) == 1 and int(built("kingdoms")[0]["ultra"]) == 0


def test_factions_are_dealt_or_named():
    tables, names = built("kingdoms", 3, "orcs", "dealt", "elves")
    orcs, elves = names.factions.index("orcs"), names.factions.index("elves")
    assert tables["faction"].tolist() == [orcs, NONE, elves, NONE, NONE]
    solo, names = built("ultra_kingdoms", 1, "trolls", "gnolls")
    assert solo["faction"][:2].tolist() == [
        names.factions.index("trolls"),
        names.factions.index("gnolls"),
    ]


def dealt(tables: Any, names: Any, field: str = "may_be_dealt") -> set[str]:
    assert not tables[field][len(names.factions) :].any()
    return {key for key, may in zip(names.factions, tables[field], strict=False) if may}


def test_halflings_are_not_dealt_with_two_in_ultra():
    for edition, players, missing in [
        ("kingdoms", 2, set()),
        ("ultra_kingdoms", 2, {"halflings"}),
        ("ultra_kingdoms", 3, set()),
    ]:
        tables, names = built(edition, players)
        assert dealt(tables, names) == set(names.factions) - missing


def test_five_factions_are_dealt_to_the_dummy():
    found = dealt(*built("ultra_kingdoms", 1), "dummy_may_be_dealt")
    assert found == {"dark_elves", "dwarves", "orcs", "goblins", "undead"}


def test_resources_of_the_dummy():
    assert int(built("ultra_kingdoms", 1, dummy_resources=5)[0]["dummy_resources"]) == 5


def test_exploration_is_a_factor():
    assert int(built("kingdoms", exploration=True)[0]["exploration"]) == 1
    assert int(built("kingdoms")[0]["exploration"]) == 0


def test_tokens_and_what_they_are_worth():
    tables, _ = built("kingdoms", 4, exploration=True)
    data = shipped("kingdoms")["tokens"]
    assert tables["token_count"].tolist() == [data[kind]["count"] for kind in TOKENS]
    assert int(tables["tokens_by_owner"]) == NONE
    values = "crown_points treasure_resources bandits_price lair_levels camp_resources"
    values += " fort_bonus town_points church_uses"
    assert [int(tables[name]) for name in values.split()] == [2, 2, 2, 1, 1, 2, 1, 1]
    assert not built("ultra_kingdoms")[0]["token_count"].any()


def test_with_five_a_blank_is_out_and_each_lays_three():
    four, five = built("kingdoms", 4)[0], built("kingdoms", 5)[0]
    out = (four["token_count"] - five["token_count"]).tolist()
    assert out == [int(kind == "blank") for kind in TOKENS]
    assert int(five["tokens_by_owner"]) == 3 and five["token_count"].sum() == 15
    many = built("kingdoms", 5, changes={"blanks_removed__players_5": 9})[0]
    assert int(many["token_count"][TOKEN["blank"]]) == 0 and many["token_count"].min() >= 0


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


@BOTH
def test_without_magic_nobody_can_do_anything(edition):
    tables, _ = built(edition)
    for field in TABLES.names:
        if TABLES[field].shape[:2] == (codes.FACTIONS, codes.MAGIC):
            if field == "worth":
                assert (tables[field][:, 0] == [2, 1, 0]).all()
            elif field == "rival_worth":
                assert (tables[field][:, 0] == codes.UNCAPPED).all()
            else:
                assert not tables[field][:, 0].any(), field
    assert not tables["run_count"][:, :, 0].any()


def of(name: str, edition: str = "ultra_kingdoms", **more: Any) -> Any:
    """Look-up in the tables of a faction: look(field, magic, ...)."""
    tables, names = built(edition, **more)
    f = names.factions.index(name)
    return lambda field, *at: tables[field][(f, *at)]


def test_dwarves():
    dwarves = of("dwarves", "kingdoms")
    assert dwarves("surcharge")[:, 0].tolist() == [0, 1, 1, 1, 1, 1]
    assert dwarves("surcharge")[:, 1:].sum() == 0
    assert dwarves("discount").tolist() == [[0, 0]] * 3 + [[1, 0]] * 3
    build, trade = ACTION["build"], ACTION["trade"]
    assert dwarves("instead")[:, trade, build].tolist() == [0, 0, 0, 0, 1, 1]
    assert dwarves("instead").sum() == 2


def test_orcs():
    orcs = of("orcs", "kingdoms")
    assert orcs("wins_ties").tolist() == [0, 1, 1, 1, 1, 1]
    assert orcs("worth")[1].tolist() == [2, 1, 0] and orcs("worth")[2].tolist() == [2, 1, 1]
    assert orcs("raises").tolist() == [0, 0, 0, 0, 1, 1]


def test_elves():
    elves = of("elves", "kingdoms")
    assert elves("trade_both")[1].tolist() == [1, 0, 0]
    off = elves("war_off")[2]
    assert (
        off[:, codes.ANY_SORT, codes.PAYMENTS.index("mana")].tolist() == [1, 1] and off.sum() == 2
    )
    mana = RESOURCE["mana"]
    # Build, research, expand, retreat; research asks for mana anyway.
    assert elves("substitute")[3, :, mana].tolist() == [1, 0, 1, 1]
    assert elves("substitute")[3].sum() == 3 and elves("substitute")[2].sum() == 0
    assert elves("rival_worth")[4].tolist() == [1, codes.UNCAPPED, codes.UNCAPPED]
    assert elves("worth")[5].tolist() == [2, 1, 0]


def test_humans():
    humans = of("humans", "kingdoms")
    assert humans("instead")[1, ACTION["research"], ACTION["trade"]] == 1
    off = humans("war_off")[3]
    assert (
        off[:, codes.ANY_SORT, codes.PAYMENTS.index("one_kind")].tolist() == [2, 2]
        and off.sum() == 4
    )


def test_goblins():
    goblins = of("goblins", "kingdoms")
    assert goblins("march")[1].tolist() == [1, 0] and goblins("march_same")[1].tolist() == [0, 0]
    assert goblins("discount_at")[3, 0, codes.ANY_SORT] == 1
    assert goblins("place_mask")[4].tolist() == [[codes.ANY_MASK, 0, 0, 0], [0, 0, 0, 0]]


def test_merfolk_lizardfolk_and_trolls():
    assert (
        of("merfolk")("may_pass")[:, :].tolist() == [[0, 0, 0]] + [[0, 0, 1]] * 2 + [[1, 0, 1]] * 3
    )
    assert of("merfolk")("edge_mask").tolist() == [0] + [SORT_BIT["by_water"]] * 5
    assert of("lizardfolk")("may_pass")[1].tolist() == [1, 0, 0]
    assert of("trolls")("may_pass")[1].tolist() == [0, 1, 0]


def test_discounts_in_a_region_and_marches():
    assert of("lizardfolk")("discount_at")[4, 0, list(WHERE).index("by_water")] == 2
    assert of("lizardfolk")("discount_at")[2, 1, codes.ANY_SORT] == 2
    off = of("trolls")("war_off")[3]
    assert off[1, list(WHERE).index("home"), 0] == 3 and off.sum() == 3
    centaurs = of("centaurs")
    assert centaurs("march")[1].tolist() == [1, 0] and centaurs("march_same")[1].tolist() == [1, 0]
    assert of("gnolls")("march")[1].tolist() == [0, 1]
    assert of("constructs")("next_action")[4, ACTION["build"], ACTION["expand"]] == 1


def test_undead_and_ruins():
    undead = of("undead")
    assert undead("ruins_free").tolist() == [0, 1, 1, 1, 1, 1]
    assert undead("ruins_kept").tolist() == [0, 0, 0, 0, 1, 1]


def test_amounts_of_two_levels_add_up():
    data = shipped("kingdoms")
    cheaper = {"when": "build", "do": "cheaper", "amount": 2}
    data["factions"]["dwarves"]["abilities"]["level_5"] = {
        "name": "Bonus",
        "effects": [{"when": "score", "do": "points_if_first", "track": "ore", "amount": 1}],
    }
    data["factions"]["dwarves"]["abilities"]["level_4"] = {"name": "More", "effects": [cheaper]}
    assert of("dwarves", "kingdoms", data=data)("discount")[:, 0].tolist() == [0, 0, 0, 1, 3, 3]


def rows_at(tables: Any, f: int, when: str, magic: int) -> list[dict[str, Any]]:
    """Rows of a faction learnt so far, in words."""
    first, count = tables["run_first"][f, WHEN[when]], tables["run_count"][f, WHEN[when], magic]
    return [
        {field: int(tables[f"row_{field}"][row]) for field in ("level", "do", "amount", "limit")}
        | {"where": int(tables["row_mask"][row])}
        | {"resource": int(tables["row_resource"][row]), "word": int(tables["row_word"][row])}
        for row in range(first, first + count)
    ]


def expected_rows(card: dict[str, Any], when: str, magic: int) -> list[dict[str, Any]]:
    """The same, read from the TOML."""
    who = {"own": 0, "rivals": 1}
    found = []
    for number, level in enumerate(LEVELS[:magic], start=1):
        for e in card["abilities"].get(level, {"effects": []})["effects"]:
            if e["when"] != when or e["do"] not in RUNS:
                continue
            word = NONE
            if "per" in e:
                word = ("once", "region").index(e["per"])
            if "who" in e:
                word = who[e["who"]]
            if "track" in e:
                word = ("mana", "ore", "food", "meeples", "tower", "magic").index(e["track"])
            where = 1 << list(WHERE).index(e["where"]) if "where" in e else codes.ANY_MASK
            found.append(
                {
                    "level": number,
                    "do": DO[e["do"]],
                    "amount": e.get("amount", NONE),
                    "limit": e.get("most", e.get("least", NONE)),
                    "where": where,
                    "resource": RESOURCE[e["resource"]] if "resource" in e else NONE,
                    "word": word,
                }
            )
    return found


@BOTH
def test_gains_and_bonuses_are_rows_of_their_moment(edition):
    tables, names = built(edition)
    for f, name in enumerate(names.factions):
        card = shipped(edition)["factions"][name]
        for when in WHEN:
            for magic in range(codes.MAGIC):
                assert rows_at(tables, f, when, magic) == expected_rows(card, when, magic)
        assert tables["run_count"][f, WHEN["score"]].tolist()[:5] == [0] * 5
        assert tables["run_count"][f, WHEN["score"], 5] >= 1


# ---------------------------------------------------------------- territories


@BOTH
def test_maps_in_the_record_are_those_of_the_file(edition):
    tables, _ = built(edition)
    sides = shipped(edition)["territories"]
    assert int(tables["territories"]) == len(sides)
    for i, side in enumerate(sides.values()):
        regions = list(side["regions"].values())
        count = 5 + len(side["barriers"])
        assert int(tables["places"][i]) == count <= codes.PLACES
        terrains = [r["terrain"] for r in regions] + [b["kind"] for b in side["barriers"]]
        assert tables["terrain"][i].tolist() == [TERRAIN[t] for t in terrains] + [NONE] * (
            codes.PLACES - count
        )
        assert tables["edge"][i, :5].tolist() == [r["edge"] for r in regions]
        assert tables["by_water"][i, :5].tolist() == [r["water"] for r in regions]
        assert tables["by_water"][i, 5:count].tolist() == [t == "water" for t in terrains[5:]]
        assert (tables["border"][i, :count, :count] == maps.links(side)).all()
        assert not tables["border"][i, count:].any() and not tables["border"][i, :, count:].any()
        for place, links in enumerate(tables["border"][i]):
            beside = tables["beside"][i, place, : tables["besides"][i, place]]
            assert beside.tolist() == np.flatnonzero(links != codes.BORDER.APART).tolist()
        for name, near in zip(
            side["regions"], tables["border"][i, :5, :5] == codes.BORDER.OPEN, strict=True
        ):
            listed = [
                other for other, is_near in zip(side["regions"], near, strict=True) if is_near
            ]
            assert listed == sorted(side["regions"][name]["borders"])


@BOTH
def test_sorts_of_a_place_are_bits(edition):
    tables, _ = built(edition)
    for i in range(int(tables["territories"])):
        for place in range(codes.PLACES):
            words = {word for word, bit in SORT_BIT.items() if tables["sorts"][i, place] & bit}
            if place >= tables["places"][i]:
                assert not words
                continue
            assert not words & {"home", "abroad", "shared"}
            assert len(words & set(TERRAIN)) == 1
            assert ("edge" in words) == tables["edge"][i, place]
            assert ("edge" in words) != ("inland" in words)
            assert ("by_water" in words) == tables["by_water"][i, place]


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


def test_U_CARD_1_the_ring_of_the_compass():
    ring = built("ultra_kingdoms", 1)[0]["compass_ring"].tolist()
    words = ["research", "trade", "build", "patrol", "quest", "expand"]
    assert ring == [ACTION[word] for word in words] * 2
    assert (built("kingdoms")[0]["compass_ring"] == NONE).all()


def test_day_and_night():
    tables, _ = built("ultra_kingdoms", 1)
    assert tables["dummy_war_cost"].tolist() == [2, 1]
    assert int(tables["compass_prefers"][COMPASS_STARTS.DAY]) == codes.NEAR
    assert int(tables["compass_prefers"][COMPASS_STARTS.NIGHT]) == codes.FAR
    assert tables["compass_gift"].tolist() == [0, 1]


def padded(order: list[int]) -> list[int]:
    return order + [NONE] * (codes.PLACES - len(order))


def test_U_SOLO_4_the_height_of_the_compass_card_is_a_number_of_the_pack():
    shipped_hands = built("ultra_kingdoms", 1)[0]["compass_hand"]
    data = changed("ultra_kingdoms", "compass.ring.height", 20)
    assert (built("ultra_kingdoms", 1, data=data)[0]["compass_hand"] != shipped_hands).any()


def test_hands_near_and_far():
    tables, _ = built("ultra_kingdoms", 1)
    for i, side in enumerate(shipped("ultra_kingdoms")["territories"].values()):
        for field, measured in [
            ("compass_hand", maps.compass_pointings(side, 63)),
            ("army_hand", maps.army_pointings(side)),
        ]:
            for at in np.ndindex(measured.shape[:2]):
                order = [int(place) for place in measured[at] if place >= 0]
                assert tables[field][(i, *at, codes.NEAR)].tolist() == padded(order)
                assert tables[field][(i, *at, codes.FAR)].tolist() == padded(order[::-1])
        assert (tables["army_hand"][i, tables["places"][i] :] == NONE).all()


def test_hands_are_worked_out_for_solo_play_alone():
    for tables, _ in (built("kingdoms"), built("ultra_kingdoms", 2)):
        assert (tables["compass_hand"] == NONE).all() and (tables["army_hand"] == NONE).all()


def test_an_army_can_be_shown_to_every_region_next_to_it():
    tables, _ = built("ultra_kingdoms", 1)
    for i in range(int(tables["territories"])):
        for one, other in np.argwhere(tables["border"][i, :5, :5] == codes.BORDER.OPEN):
            assert (tables["army_hand"][i, one, :, codes.NEAR] == other).any()


# ---------------------------------------------------------------- names


@BOTH
def test_names_stand_in_the_order_of_the_tables(edition):
    _, names = built(edition)
    model = cards(edition)
    assert names.factions == list(model.factions)
    assert names.printed["dark_elves"] == "Dark Elves"
    assert (
        names.abilities["factions.orcs.level_1"] == model.factions["orcs"].abilities["level_1"].name
    )
    assert names.tokens == (list(TOKENS) if edition == "kingdoms" else [])


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


def test_seats_are_five():
    assert codes.SEATS == 5 and TABLES["faction"].shape == (5,)
