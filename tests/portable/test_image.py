"""The memory in which a page plays: its games are played first, if they are not too long."""

import numba
import pytest

from simulate.core.errors import GivenUp
from simulate.pack import catalogue, load
from simulate.portable import image
from simulate.portable.engines import reading
from tests.every_game.adapters import adapter

SEED, COUNT = 7, 50
# Lawful, and of a hundred thousand moves: nothing is drawn, nothing moves, nobody loses.
ENDLESS = {
    "rules.horde_cards_per_round": 0,
    "rules.move_points": 0,
    "rules.capital_limit": 30,
    "rules.round_limit": 500,
    "rules.turn_limit": 200,
}


@pytest.fixture
def image_of():
    if numba.config.DISABLE_JIT:
        pytest.skip("the compiler is off")
    module = catalogue.table("defenders")
    setting = adapter("defenders").setting({"players": 2, "horde": "easy", "strategy": "quick"})

    def made(changes):
        match = module.prepare(load("defenders").resolve(changes), setting)
        return image.image_of(module.ENGINE, match, SEED, COUNT), match

    return made


def test_games_of_a_pack_that_is_too_long_are_not_played(image_of, monkeypatch):
    played = []
    few_at_a_time = image._few_at_a_time
    monkeypatch.setattr(
        image,
        "_few_at_a_time",
        lambda given: (played.append(few) or few for few in few_at_a_time(given)),
    )
    with pytest.raises(GivenUp, match="50 games have more than 50,000 moves"):
        image_of(ENDLESS)
    assert len(played) == 1, "the first few were enough"


def test_games_that_are_counted_are_those_of_the_command(image_of):
    found, match = image_of({})
    games, _ = catalogue.table("defenders").play_block(match, SEED, 0, COUNT)
    ((place, code),), each = reading(match)["won"], found.games.each
    wins = [found.games.played[k * each + place] == code for k in range(COUNT)]
    assert wins == games["won"].tolist() and 0 < sum(wins) < COUNT


def test_few_games_at_a_time_leave_the_rows_of_all_at_once(image_of, monkeypatch):
    """Where players change seats, too: each seating is a call, which plays every second game."""
    module = catalogue.table("kingdoms")
    setting = adapter("kingdoms").setting({"players": 2, "strategy": "quick"})
    match = module.prepare(load("kingdoms"), {**setting, "strategy": ["quick", "warlord"]})
    assert len(match.seatings) == 2
    rows = []
    for few in (COUNT, 7):
        monkeypatch.setattr(image, "AT_A_TIME", few)
        made = image.image_of(module.ENGINE, match, SEED, COUNT)
        rows.append((made.games.played, made.seats.played))
    assert rows[0] == rows[1]


def test_a_bound_that_is_just_met_is_met(image_of, monkeypatch):
    """By moves alone, so that a run has the same report on every machine."""
    monkeypatch.setattr(image, "MOST_MOVES", 400)
    image_of({})
    monkeypatch.setattr(image, "MOST_MOVES", 40)
    with pytest.raises(GivenUp):
        image_of({})
