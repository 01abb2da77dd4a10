"""The shipped strategies of Tiny Epic Defenders play as their plans say."""

import itertools

import numpy as np
import pytest

from tests.marks import long_but
from tests.strategies.defenders import CHARACTERS, PACK, TABLE, Choices, played, setting

NAMES = ("balanced", *CHARACTERS)
CELLS = tuple(itertools.product((1, 2, 3, 4), ("easy", "medium", "hard", "epic")))
GAMES = 3000
AIMED = 1000  # their aims lie far apart


def defended_per_round(games, seats):
    return seats["defended"].sum() / games["rounds"].sum()


def succored_per_round(games, seats):
    return seats["succored"].sum() / games["rounds"].sum()


AIMS = {
    "guardian": defended_per_round,
    "mender": succored_per_round,
}


@pytest.fixture(scope="module")
def games():
    return {name: played(name, AIMED) for name in (*CHARACTERS, "balanced")}


@pytest.fixture(scope="module")
def choices():
    return Choices([*NAMES], 200)


@pytest.mark.long
@pytest.mark.parametrize("character", AIMS)
def test_a_character_is_best_at_its_own_aim(games, character):
    reached = {name: AIMS[character](*games[name]) for name in games}
    assert max(reached, key=reached.get) == character, reached


@pytest.mark.long
def test_the_charger_uses_everything_to_beat_the_foe(choices):
    used = choices.taken["use artifact", True]
    assert used.most_common(1)[0][0] == "charger", used


@pytest.mark.long
def test_the_saver_keeps_artifacts_until_the_foe_is_there(choices):
    used = choices.taken["use artifact", False]
    assert min(NAMES, key=used.__getitem__) == "saver", used


@pytest.mark.parametrize("players, horde", long_but({(3, "medium")}, CELLS))
def test_the_default_beats_random_play(players, horde):
    """On the same games: the gain is above 0 beyond its own chance error."""
    won = [
        played(name, GAMES, players=players, horde=horde)[0]["won"].astype(float)
        for name in ("balanced", "random")
    ]
    gain = won[0] - won[1]
    assert gain.mean() > 3 * gain.std() / np.sqrt(GAMES), gain.mean()


def test_idle_players_do_nothing_that_they_need_not_do():
    games, seats = played("idle", 200)
    for name in ("defended", "succored", "damage", "moved", "artifacts_drawn", "abilities_used"):
        assert seats[name].sum() == 0, name
    assert not games["won"].any()


def test_idle_players_leave_the_card_that_they_saw():
    """SCRY shows a card whether one wants it or not; to bury it is to do something."""
    table = TABLE.prepare(PACK, setting("idle", players=1, party="oracle"))
    moves = [line for line in TABLE.play_logged(table, 1, 0) if line["event"] == "move"]
    found = {line["action"] for line in moves}
    assert "keep card" in found and "bury card" not in found


@pytest.mark.long
def test_skill_goes_from_random_play_to_the_best():
    """At 0 as `random`, at 1 as the strategy; between them the more skill the more wins."""
    rates = [played("balanced", 1500, skill=skill)[0]["won"].mean() for skill in (0.0, 0.5, 1.0)]
    random = played("random", 1500)[0]["won"].mean()
    assert abs(rates[0] - random) < 0.02
    assert rates[0] < rates[1] < rates[2]


def test_the_look_ahead_looks_as_far_as_is_said_for_the_number_of_players():
    look = "strategies.expert.look_ahead"
    for rounds, expected in (([1, 2, 3], [1, 2, 3, 3]), (2, [2, 2, 2, 2])):
        changed = PACK.resolve({f"{look}.rounds": rounds})
        tables = [TABLE.prepare(changed, setting("expert", players=n)) for n in (1, 2, 3, 4)]
        assert [table.weights[0]["rounds"] for table in tables] == expected
