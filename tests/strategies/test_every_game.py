"""What holds for the shipped strategies of every game."""

import itertools
from importlib import import_module

import pytest

from tests.marks import long_but
from tests.strategies.watch import Asker, otherwise, positions

GAMES = {
    name: import_module(f"tests.strategies.{name}")
    for name in ("defenders", "dungeons", "kingdoms", "tactics")
}
PLAY_ON = [name for name, game in GAMES.items() if hasattr(game, "who_plays_on")]


@pytest.mark.parametrize("game", long_but({"defenders", "kingdoms"}, GAMES))
def test_characters_choose_differently(game):
    """Any two of them in nearly a fifth of the decisions, on the positions of `balanced`."""
    for tables, games in GAMES[game].characters():
        differ = otherwise(tables, 1, games)[1:, 1:]
        pairs = list(itertools.combinations(range(len(differ)), 2))
        assert len(pairs) >= 1
        assert min(differ[pair] for pair in pairs) >= 0.18, differ


@pytest.mark.parametrize("game", long_but({"kingdoms"}, PLAY_ON))
def test_moves_are_played_on_and_leave_no_trace(game):
    """Who does so chooses otherwise at times, and nothing on the table or in its luck is touched.

    Ties are broken by the seat's own stream: that one may have been drawn from.
    """
    long, short = GAMES[game].who_plays_on()
    asker, others = Asker(long), 0
    table = asker.engine.teller(long, long.seatings[0]).state
    own = import_module(f"simulate.games.{game}.state.record").FIRST_CHOICE
    for s in positions(long, 8, 2):
        others += len(set(asker.ask(s, short, long))) > 1
        assert table(asker.left) == table(s)
        assert (asker.left["draws"][:own] == s["draws"][:own]).all()
    assert others > 5
