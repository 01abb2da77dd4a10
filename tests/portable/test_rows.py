"""A browser plays the same games as the command: rows byte for byte."""

import pytest

from simulate.pack import catalogue
from simulate.portable.image import image_of
from tests.every_game.adapters import GAMES, adapter

pytestmark = pytest.mark.long

GAMES_PLAYED = 200
SEED = 7
LEVELS = {
    "defenders": {"players": 3, "horde": "medium", "strategy": "balanced"},
    "kingdoms": {"players": 4, "strategy": "quick"},
    "ultra_kingdoms": {"players": 4, "strategy": "quick"},
    "dungeons": {"players": 3, "strategy": "quick"},
    "tactics": {"mode": "competitive", "players": 2, "strategy": "quick"},
}


def image(game, pack, levels=None):
    told = adapter(game)
    match = told.seated(pack, levels or LEVELS[game])
    return image_of(catalogue.table(game).ENGINE, match, SEED, GAMES_PLAYED)


@pytest.mark.parametrize("game", GAMES)
def test_rows_are_those_of_the_command(play, game):
    made = image(game, adapter(game).pack)
    assert len(set(made.games.played)) > 1, "no rows"
    played = play(game, made)
    assert played.games(0, GAMES_PLAYED) == (made.games.played, made.seats.played)
