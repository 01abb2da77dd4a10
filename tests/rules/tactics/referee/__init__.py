"""The game a second time, in plain Python, written from the rulebook and not from the code.

It reads the files of values as plain data, knows the table in words, and is written as the
rulebook is: one thing after another.  Every question to a player is a `yield` of (seat,
options), so that a whole game is one generator.  Tests play it beside the kernels.

The words of the moves (spaces as `column,row`; units of the asked seat by their class):

    setup      keep UNIT (solo, cooperative); start 1, start 1+3; stand fighter 1,3; return CARD
    turn       end; cure fighter; move fighter; melee fighter at 4,5; shoot fighter at 4,5;
               cast wizard at 4,5 power 1; cast wizard power 1; fire fighter at 4,5
    movement   step 4,5; portal 10,7; enter box_3x2; inside 2,1; out 6,6; stop
    attack     roll; do not roll; north, east, south, west (ballista, push)
    counter    counter melee; counter missile; counter spell power 1; do not counter
    tactics    play CARD; keep CARD; discard CARD
    effects    at 4,5 (a chosen unit); nobody

A walk is asked step by step; `reachable` is the set of spaces on which it may stop, for a
kernel that lists goals.  A question may have a single answer.
"""

from tests.rules.tactics.referee.game import majority, play, turn
from tests.rules.tactics.referee.harm import new_unit
from tests.rules.tactics.referee.land import Land, read_land
from tests.rules.tactics.referee.luck import Luck, Told
from tests.rules.tactics.referee.moving import movement_points, reachable
from tests.rules.tactics.referee.score import points, ranks, standing
from tests.rules.tactics.referee.table import Table, Unit, laid

__all__ = [
    "Land",
    "Luck",
    "Table",
    "Told",
    "Unit",
    "laid",
    "majority",
    "movement_points",
    "new_unit",
    "play",
    "points",
    "ranks",
    "reachable",
    "read_land",
    "standing",
    "turn",
]
