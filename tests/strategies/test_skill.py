"""The scale of skill: its places, their names, and that equal steps are about equal."""

from itertools import pairwise
from math import inf

import numpy as np
import pytest

from simulate.core.game.facts import SKILL_LEVELS
from simulate.pack import catalogue, load
from strategies.skill import TENTHS, UNFITTED, between, temperature_of, temperatures
from training import skill

GAMES = catalogue.names()


@pytest.mark.parametrize("game", [*GAMES, "no such game"])
def test_the_higher_the_skill_the_lower_the_temperature(game):
    found = [temperature_of(game, place) for place in np.linspace(0, 1, 201).tolist()]
    assert found[0] == inf and found[-1] == 0.0
    assert all(low < high for high, low in pairwise(found))


@pytest.mark.parametrize("game", GAMES)
def test_a_named_level_is_its_place(game):
    for name, place in SKILL_LEVELS.items():
        assert temperature_of(game, name) == temperature_of(game, place)


def test_a_place_between_two_tenths_lies_between_their_temperatures():
    table = temperatures("defenders")
    assert between(table, 0.3) == pytest.approx(table[2])
    assert between(table, 0.35) == pytest.approx((table[2] + table[3]) / 2)
    assert between(table, 0.95) == pytest.approx(table[8] / 2)
    assert between(table, 0.05) == pytest.approx(table[0] * 2)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_temperatures_of_its_own(game):
    assert len(temperatures(game)) == len(TENTHS) and temperatures(game) != UNFITTED


def test_equal_steps_are_laid_where_they_are_won():
    """What is won goes down with the logarithm of the temperature: so do the places."""
    heats = (inf, 8.0, 4.0, 2.0, 1.0, 0.5, 0.0)
    way = [np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]), np.array([0, 1, 2, 3, 4, 5, 6.0])]
    found = skill.laid(heats, way)
    assert found[4] == pytest.approx(2.0) and (np.diff(found) <= 0).all()
    dips = [np.array([0, 0.2, 0.1, 0.3, 0.5, 0.6, 0.7])]
    assert (np.diff(skill.laid(heats, dips)) <= 0).all()


def test_more_skill_wins_more_games():
    """Three heroes against the easy horde, a fifth of the scale from place to place."""
    known = load("defenders")
    setting = next(s for s in skill.settings(known) if (s["players"], s["horde"]) == (3, "easy"))
    won = [
        skill.play(known, setting, "quick", temperature_of("defenders", place), 5, range(300))
        for place in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
    ]
    assert won[0] <= 3 and (np.diff(won) > 0).all()


def test_of_contests_duels_are_played_and_one_of_two_is_softened():
    known = load("kingdoms")
    (duel,) = skill.settings(known)
    assert skill.of_a_duel(known, duel) and known.facts.seats(duel) == 2
    assert not any(skill.of_a_duel(load("dungeons"), s) for s in skill.settings(load("dungeons")))
