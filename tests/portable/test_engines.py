"""What a page reads off the rows of a game is what the command says of it."""

import numba
import numpy as np
import pytest

from simulate.core.game.facts import WIN_RATE
from simulate.pack import catalogue
from simulate.portable.engines import TEAMS, engine_of, reading
from simulate.portable.image import image_of
from tests.every_game.adapters import adapter

GAMES, SEED = 60, 3
SETTINGS = [
    ("defenders", {"players": 3, "horde": "easy", "strategy": "balanced"}),
    ("dungeons", {"heroes": 2, "strategy": "quick"}),
    ("ultra_kingdoms", {"players": 1, "strategy": "quick"}),
    ("ultra_kingdoms", {"players": 3, "strategy": "quick"}),
    ("kingdoms", {"players": 2, "strategy": "random"}),
    ("tactics", {"mode": "competitive", "players": 2, "strategy": "random"}),
    ("tactics", {"mode": "battle", "players": 3, "strategy": "random"}),
    ("tactics", {"mode": "solo", "players": 1, "strategy": "quick"}),
]


def played(game, levels):
    """What the command has of some games, and the bytes of their rows."""
    if numba.config.DISABLE_JIT:
        pytest.skip("the compiler is off")
    module, here = catalogue.table(game), adapter(game)
    match = module.prepare(here.pack, here.setting(levels))
    image = image_of(engine_of(game), match, SEED, GAMES)
    return match, image, module.play_block(match, SEED, 0, GAMES)


@pytest.mark.parametrize(("game", "levels"), SETTINGS)
def test_who_won_is_read_as_the_command_has_it(game, levels):
    match, image, (games, seats) = played(game, levels)
    read = reading(match)
    if match.facts.metric(match.setting) == WIN_RATE:
        rows = np.frombuffer(image.games.played, np.uint8).reshape(GAMES, -1)
        found = np.all([rows[:, place] == code for place, code in read["won"]], axis=0)
        assert found.tolist() == games["won"].tolist() and set(read) == {"won"}
        assert 0 < found.sum() < GAMES, "else standing still would be right"
        return
    rows = np.frombuffer(image.seats.played, np.uint8).reshape(-1, read["each"])
    assert len(rows) == GAMES * read["seats"] and image.seats.each == read["each"] * read["seats"]
    first, tied = rows[:, read["rank"]] == 1, rows[:, read["tied"]]
    assert np.where(first, 1 / np.maximum(tied, 1), 0).tolist() == seats["win_share"].tolist()
    columns = [column for column in match.facts.seats_columns if column.role == "option"]
    assert len(columns) == len(read["options"])
    for column, place in zip(columns, read["options"], strict=True):
        codes, labels = seats[column.name]
        assert [labels[code] for code in codes] == [read["names"][code] for code in rows[:, place]]


@pytest.mark.parametrize("mode", TEAMS)
def test_of_teams_nothing_is_read(mode):
    module, here = catalogue.table("tactics"), adapter("tactics")
    setting = here.setting({"mode": mode, "players": 4, "strategy": "random"})
    assert reading(module.prepare(here.pack, setting)) is None
    assert {"team", "battle_team"} == set(TEAMS)
