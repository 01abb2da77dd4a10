"""The game a second time, in plain Python, written from the rulebooks and not from the code.

It knows the table in words, reads the files of values as plain data, and is written as the
rulebooks are: one thing after another.  Every question to a player is a `yield` of (seat,
options), so that a whole game is one generator.  The two numbers of a war are two questions,
neither of which depends on the other's answer.  Tests play it beside the kernels.

The words of the moves (regions by their names; goods as `2f 1m 3o`, or `nothing`):

    setup      side X; split 2f 2m 2o; start R; lay R R R; dummy R
    turn       select A; nothing; collect; stop (no further move, trade, level or action)
    actions    patrol R R; stand up R; quest R R; build; research; expand R; trade 2f into ore
    prices     pay 1m 2o (only where there are several ways to pay)
    choices    take mana (one resource); take 1f 1o (treasure); exchange ore for mana
    war        flag; set 5; raise 1; raise nothing; pay 1m 2o (asked whenever something is due)
    lair       use lair; leave lair
    beaten     next R (which lost region); retreat R; church R; give up; keep R (saved meeple)
    bandits    pay 1f 1m; lose the meeple
    solo war   pay 2m 2o; yield

A question may have a single answer.
"""

from tests.rules.kingdoms.referee.game import play, turn
from tests.rules.kingdoms.referee.luck import Luck, Told
from tests.rules.kingdoms.referee.score import empty_ruins, points, ranks, standing, total
from tests.rules.kingdoms.referee.table import NEUTRAL, Meeple, Table, laid, none_of

__all__ = [
    "NEUTRAL",
    "Luck",
    "Meeple",
    "Table",
    "Told",
    "empty_ruins",
    "laid",
    "none_of",
    "play",
    "points",
    "ranks",
    "standing",
    "total",
    "turn",
]
