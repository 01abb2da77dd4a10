"""A browser plays the same games as the command: rows byte for byte, whatever is turned."""

import pytest

from simulate.pack import catalogue
from simulate.portable.image import image_of
from simulate.portable.numbers import LaidGame
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
# Numbers that every game of the title meets; the last three are turned together.
TURNED = {
    "defenders": ("rules.capital_limit", "rules.region_limit", "rules.enemy_threat"),
    "kingdoms": ("rules.start_resources", "rules.resource_limit", "rules.war_limit"),
    "ultra_kingdoms": ("rules.start_resources", "rules.resource_limit", "rules.meeples"),
    "dungeons": ("rules.deck_b_rooms", "rules.plus_faces", "rules.focus_on_face.face_1"),
    "tactics": ("rules.actions", "rules.free_units", "rules.village_heal"),
}


def laid(game):
    return LaidGame(adapter(game).pack, adapter(game).setting(LEVELS[game]))


def image(game, match):
    return image_of(catalogue.table(game).ENGINE, match, SEED, GAMES_PLAYED)


def packs(numbers):
    """As it is, three numbers each by itself, and all of them together."""
    one = [{number.path: number.values[-1]} for number in numbers]
    return [{}, *one, {number.path: number.values[0] for number in numbers}]


@pytest.mark.parametrize("game", GAMES)
def test_rows_of_five_packs_are_those_of_the_command(play, game):
    here = laid(game)
    numbers = here.turnable(TURNED[game], 3)
    assert here.pairs(numbers) == [(0, 1), (0, 2), (1, 2)]
    played, seen = play(game, image(game, here.match)), set()
    for pack in packs(numbers):
        changed = here.pack.resolve({path: value.value for path, value in pack.items()})
        native = image(game, LaidGame(changed, here.setting).match)
        patch = [each for value in pack.values() for each in value.patch]
        rows = (native.games.played, native.seats.played)
        assert played.games(0, GAMES_PLAYED, patch) == rows, pack
        seen.add(rows)
    assert len(seen) == 5, "a number that was turned did nothing"


def test_games_may_be_played_in_parts(play):
    """Workers share them: the rows of some are those of the whole."""
    whole = image("kingdoms", laid("kingdoms").match)
    rows = play("kingdoms", whole).games(60, 40)[0]
    each = whole.games.each
    assert rows == whole.games.played[60 * each : 100 * each]
