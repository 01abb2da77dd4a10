"""From TOML to the record of the kernels: nothing is lost, and numbers stand for what they say."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from simulate.games.tactics.cards import codes
from simulate.games.tactics.cards.codes import (
    AIM,
    CLASS,
    CONDITION,
    DO,
    ICON,
    INSIDE_KIND,
    MODE,
    SIDE,
    TERRAIN,
    TURN,
    WHEN,
    WHO_CODE,
)
from simulate.games.tactics.cards.tables import TABLES
from simulate.games.tactics.cards.vocabulary import BOXES, NONE
from simulate.games.tactics.facts import FACTS
from tests.rules.shipped import other_values
from tests.rules.tactics import shipped
from tests.rules.tactics.cell import built, data


def test_captures_of_the_longest_adventure_fit_their_columns():
    most = shipped.parameters()["round_limit"]["max"] * 2 * 3  # two players with three actions
    columns = {c.name: c for c in (*FACTS.games_columns, *FACTS.seats_columns)}
    for name in ("units_captured", "captures"):
        assert np.iinfo(columns[name].dtype).max >= most, name


def cell_for(name: str) -> dict[str, Any]:
    """The mode and players that a parameter is for."""
    players = name.rpartition("players_")[2]
    if players.isdigit():
        return {"mode": "competitive", "players": int(players)}
    if name.startswith("time."):
        mode = name.partition(".")[2]
        return {"mode": mode, "players": codes.PLAYERS[mode][0]}
    if name.startswith(("battle_", "built_")):
        return {"mode": "battle", "players": 2, "map": "built"}
    return {"mode": "competitive", "players": 2}


@pytest.mark.parametrize("name", sorted(set(shipped.parameters()) - {"built_maps"}))
def test_every_parameter_reaches_the_record(name):
    cell, together = cell_for(name), name.endswith("_faces")
    seen = [as_shipped(together, *cell.items())]
    for value in other_values(shipped.parameters()[name]):
        record = built(**cell, changes={**few_maps(together), name: value})[0]
        assert record.tobytes() not in seen, value
        seen.append(record.tobytes())


def few_maps(together: bool) -> dict[str, Any]:
    """Apart, six faces of a kind would be too few for the die."""
    return {"built_maps": 1} | ({"faces_share": "together"} if together else {})


@cache
def as_shipped(together: bool, *cell: tuple[str, Any]) -> bytes:
    return bytes(built(**dict(cell), changes=few_maps(together))[0].tobytes())


def test_words_of_parameters_have_the_codes_of_their_order():
    for name, choices in codes.CHOICES.items():
        assert tuple(shipped.parameters()[name]["choices"]) == choices.words
        for code, word in enumerate(choices):
            assert int(built(changes={name: word})[0][name]) == code


def test_T_PARTS_5_T_CARD_5_the_die():
    assert built()[0]["die"].tolist() == [1, 1, 2, 2, 4, 4]
    together = {"faces_share": "together", "knock_back_faces": 3}
    assert built(changes=together)[0]["die"].tolist() == [7, 7, 1, 0, 0, 0]
    assert int(built(changes={"trap_icon": "knock_back"})[0]["trap_icon"]) == ICON["knock_back"]


def test_what_terrain_costs_to_enter():
    cost = built()[0]["enter_cost"]
    assert {word for word, code in TERRAIN.items() if cost[code] == 2} == {
        "water",
        "peak",
        "ballista",
    }
    assert set(cost.tolist()) == {1, 2}


# ---------------------------------------------------------------- the cell


@pytest.mark.parametrize(
    "mode, players, seats, teams, enemies",
    [
        ("competitive", 2, 2, [0, 1], [0, 0]),
        ("competitive", 4, 4, [0, 1, 2, 3], [0, 0, 0, 0]),
        ("team", 4, 4, [0, 1, 0, 1], [0, 0, 0, 0]),
        ("battle", 3, 3, [0, 1, 2], [0, 0, 0]),
        ("battle_team", 4, 4, [0, 1, 0, 1], [0, 0, 0, 0]),
        ("solo", 1, 2, [0, 1], [0, 1]),
        ("coop", 2, 4, [0, 1, 0, 1], [0, 1, 0, 1]),
    ],
)
def test_T_MODE_1_who_sits_at_the_table(mode, players, seats, teams, enemies):
    tables, _ = built(mode, players)
    assert int(tables["mode"]) == MODE[mode] and int(tables["players"]) == players
    assert int(tables["seats"]) == seats
    assert tables["team"][:seats].tolist() == teams
    assert tables["enemy_seat"][:seats].tolist() == enemies
    assert int(tables["battle"]) == (mode in ("battle", "battle_team"))


def test_T_PARTS_3_flags_and_the_time_token_never_meet():
    for mode, players in shipped.ROWS:
        tables, _ = built(mode, players)
        assert not (int(tables["time_start"]) and mode in ("competitive", "team"))


def test_the_ten_rows():
    rows = [(mode, players) for mode in MODE for players in codes.PLAYERS[mode]]
    assert sorted(rows) == sorted(shipped.ROWS) and len(rows) == 10


def test_players_that_a_mode_does_not_take_are_refused():
    with pytest.raises(ValueError, match="mode team is played by 4"):
        built("team", 2)


def test_flags_time_and_the_start():
    assert [int(built("competitive", n)[0]["end_flags"]) for n in (2, 3, 4)] == [1, 2, 3]
    assert int(built("team", 4)[0]["end_flags"]) == 3
    assert [int(built("competitive", n)[0]["split_start"]) for n in (2, 3, 4)] == [1, 0, 0]
    assert int(built("battle", 2)[0]["split_start"]) == 1
    assert int(built("battle", 2, changes={"battle_two_split": False})[0]["split_start"]) == 0
    assert int(built("solo", 1)[0]["split_start"]) == int(built("coop", 2)[0]["split_start"]) == 1
    assert int(built("solo", 1)[0]["time_start"]) == 7
    assert int(built("coop", 2)[0]["time_start"]) == 11


def test_units_are_dealt_or_named():
    tables, names = built("competitive", 2, "stoneback+arryn+finch+gamelyn")
    named = {CLASS[c]: names.units.index(n) for c, n in zip(
        ("beast", "wizard", "rogue", "fighter"),
        ("stoneback", "arryn", "finch", "gamelyn"),
        strict=True,
    )}  # fmt: skip
    assert tables["force"][0].tolist() == [named[c] for c in range(4)]
    assert (tables["force"][1] == NONE).all()
    tables, _ = built("coop", 2, "dealt", "stoneback+arryn+finch+gamelyn")
    assert tables["force"][2].tolist() == [named[c] for c in range(4)], "the second player"
    assert (tables["force"][[0, 1, 3]] == NONE).all()


# ---------------------------------------------------------------- cards


def test_T_UNIT_1_stats_of_both_sides():
    tables, names = built()
    for u, (key, unit) in enumerate(data()["units"].items()):
        assert names.units[u] == key and names.printed[key] == unit["name"]
        assert tables["unit_class"][u] == CLASS[unit["class"]]
        for side, card in ((codes.FRONT, unit), (codes.SOLO_SIDE, unit["solo"])):
            assert tables["health"][u, side] == card["health"]
            assert tables["movement"][u, side] == card["movement"]
            assert tables["melee_damage"][u, side] == card["melee"]["damage"]
            assert tables["melee_dice"][u, side] == card["melee"]["dice"]
            missile = card.get("missile", {"damage": 0, "range": 0})
            assert tables["missile_damage"][u, side] == missile["damage"]
            assert tables["missile_range"][u, side] == missile["range"]
        assert tables["missile_dice"][u] == unit.get("missile", {"dice": 0})["dice"]
        assert tables["ammo"][u] == unit.get("ammo", 0)
        assert tables["mana"][u] == unit.get("mana", 0)
        spell = unit.get("spell")
        assert tables["spell_aim"][u] == (AIM[spell["aim"]] if spell else NONE)
        solo = unit["solo"].get("spell", {"damage": 0, "power": 0, "range": 0})
        assert tables["solo_spell_damage"][u] == solo["damage"]
        assert tables["solo_spell_power"][u] == solo["power"]
        assert tables["spell_range"][u, codes.SOLO_SIDE] == solo["range"]


def rows(tables: Any, first: Any, count: Any) -> list[dict[str, int]]:
    columns = [name for name in TABLES.names if name.startswith("row_")]
    return [
        {name.removeprefix("row_"): int(tables[name][r]) for name in columns}
        for r in range(int(first), int(first) + int(count))
    ]


def run(tables: Any, unit: int, side: int, when: str) -> list[dict[str, int]]:
    at = (unit, side, WHEN[when])
    return rows(tables, tables["run_first"][at], tables["run_count"][at])


def test_abilities_are_runs_of_rows_by_moment():
    tables, names = built()
    ghost = names.units.index("red_ghost")
    (hits,) = run(tables, ghost, codes.FRONT, "hits")
    assert (hits["do"], hits["who"], hits["kinds"]) == (
        DO["weaken"],
        WHO_CODE["other"],
        codes.KINDS["any"],
    )
    (more,) = run(tables, ghost, codes.FRONT, "always")
    assert (more["do"], more["amount"]) == (DO["more_damage"], 1)
    assert more["condition"] == CONDITION["other_weakened"]
    assert not run(tables, ghost, codes.SOLO_SIDE, "always") and run(
        tables, ghost, codes.SOLO_SIDE, "hits"
    )
    assert tables["has"][ghost, codes.FRONT, DO["more_damage"]] == 1
    assert tables["has"][ghost, codes.SOLO_SIDE, DO["more_damage"]] == 0


def test_every_ability_stands_once():
    tables, names = built()
    for u, unit in enumerate(data()["units"].values()):
        for side, card in ((codes.FRONT, unit), (codes.SOLO_SIDE, unit["solo"])):
            wanted = sorted(
                (
                    WHEN[a["when"]],
                    DO[e["do"]],
                    e.get("amount", NONE),
                    codes.KINDS[a.get("with", "any")],
                )
                for a in card.get("abilities", {}).values()
                for e in a["effects"]
            )
            found = sorted(
                (code, row["do"], row["amount"], row["kinds"])
                for when, code in WHEN.items()
                for row in run(tables, u, side, when)
            )
            assert found == wanted, names.units[u]


def test_spells():
    tables, names = built()
    for u, unit in enumerate(data()["units"].values()):
        found = rows(tables, tables["spell_first"][u], tables["spell_count"][u])
        spell = unit.get("spell", {"effects": []})
        assert [row["do"] for row in found] == [DO[e["do"]] for e in spell["effects"]]
        assert [row["power"] for row in found] == [e.get("power", 0) for e in spell["effects"]]
    attack = {names.units[u] for u in range(32) if tables["spell_attack"][u]}
    assert attack == {"arryn", "mirel", "ondra", "zephra", "morwen", "tamsin"}


def test_T_TACTIC_1_tactic_cards():
    tables, names = built()
    for c, (key, card) in enumerate(data()["tactics"].items()):
        assert names.tactics[c] == key
        card = card["abilities"]["use"]
        assert tables["tactic_when"][c] == WHEN[card["when"]]
        assert tables["tactic_turn"][c] == TURN[card["turn"]]
        assert tables["tactic_kinds"][c] == codes.KINDS[card.get("with", "any")]
        condition = CONDITION[card["if"]] if "if" in card else NONE
        assert tables["tactic_condition"][c] == condition
        found = rows(tables, tables["tactic_first"][c], tables["tactic_count"][c])
        assert [row["do"] for row in found] == [DO[e["do"]] for e in card["effects"]]


def test_T_ENEMY_1_T_ENEMY_8_solo_enemy_cards():
    tables, names = built("solo", 1)
    for c, (key, card) in enumerate(data()["enemy_cards"].items()):
        assert names.enemy_cards[c] == key and names.monsters[c] == card["monster"]["name"]
        assert tables["activates"][c] == dict(CLASS.items()).get(card["activates"], codes.LEFTMOST)
        assert tables["compass"][c] == SIDE[card["compass"]]
        bonus = card["bonus"]
        assert tables["bonus_damage"][c] == bonus.get("damage", 0)
        assert tables["bonus_movement"][c] == bonus.get("movement", 0)
        assert tables["bonus_climb"][c] == bonus.get("climb", False)
        found = rows(tables, tables["monster_first"][c], tables["monster_count"][c])
        assert [row["do"] for row in found] == [DO[e["do"]] for e in card["monster"]["effects"]]


def test_dungeons():
    """T-DUNGEON-5, T-DUNGEON-21."""
    tables, _ = built("solo", 1)
    for b, box in enumerate(BOXES):
        dungeon = data()["dungeons"][box]
        letters = [letter for row in dungeon["spaces"] for letter in row.split()]
        kinds = tables["inside"][b, : len(letters)]
        assert [int(kind) == NONE for kind in kinds] == [letter == "#" for letter in letters]
        assert kinds[letters.index("X")] == INSIDE_KIND["crystal"]
        assert tables["entrance"][b] == letters.index("E")
        found = rows(tables, tables["crystal_first"][b], tables["crystal_count"][b])
        assert [row["do"] for row in found] == [DO[e["do"]] for e in dungeon.get("crystal", [])]


def test_ways_inside_a_dungeon_are_mutual():
    tables, _ = built("solo", 1)
    opposite = {"north": "south", "south": "north", "east": "west", "west": "east"}
    for b in range(len(BOXES)):
        for at in range(40):
            for way, back in opposite.items():
                there = int(tables["inside_neighbour"][b, at, SIDE[way]])
                if there != NONE:
                    assert tables["inside_neighbour"][b, there, SIDE[back]] == at


def test_a_blank_unit_changes_its_own_rows_only():
    """Taking an ability off leaves every other unit's run as it was."""
    printed, names = built()
    new = data()
    new["units"]["torvald"]["abilities"] = {}
    blank, _ = built(data=new)
    at = names.units.index("torvald")
    for u in range(32):
        for when in WHEN:
            same = run(printed, u, codes.FRONT, when) == run(blank, u, codes.FRONT, when)
            assert same or (u == at and when == "always")
    assert not run(blank, at, codes.FRONT, "always") and run(printed, at, codes.FRONT, "always")
