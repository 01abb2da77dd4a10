"""The game a second time, in plain Python, written from the rulebook and not from the code.

It knows the table in words, reads cards.toml and rules.toml as plain data, and is written as
the rulebook is: one thing after another.  Every question to a player is a `yield` of (seat,
options), so that a whole game is one generator.  Tests play it beside the kernels.
"""

from tests.rules.defenders.referee.game import GameOver, play, start_of_round
from tests.rules.defenders.referee.table import Luck, NoLuck, Table

__all__ = ["GameOver", "Luck", "NoLuck", "Table", "play", "start_of_round"]
