"""From TOML to the record of the kernels: nothing is lost, and numbers stand for what they say."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from simulate.games.tactics.cards import codes
from simulate.games.tactics.cards.codes import (
    ICON,
    MODE,
)
from simulate.games.tactics.facts import FACTS
from tests.rules.shipped import other_values
from tests.rules.tactics import shipped
from tests.rules.tactics.cell import built


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


def test_players_that_a_mode_does_not_take_are_refused():
    with pytest.raises(ValueError, match="mode team is played by 4"):
        built("team", 2)
