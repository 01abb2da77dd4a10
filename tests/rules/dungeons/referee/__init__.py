"""The game a second time, in plain Python, written from the rulebook and not from the code.

It knows the table in words, reads the files of values as plain data, and is written as the
rulebook is: one thing after another.  Every question to a player is a `yield` of (seat,
options), so that a whole game is one generator; where there is only one answer nobody is asked.
Tests play it beside the kernels.

The words of the moves (places as `east,north` from the Entrance, or `lair`; abilities by their
path in cards.toml; enemies as `goblin 2`, `minion ogre`, `boss hydra`):

    turn       end; move S; explore S; enter mat; space 3; leave mat (S: north, east, south, west)
    actions    rest; search; disarm; cast A; cast A at E; cast A on H; melee A at E; missile A at E
    free       use A, aimed as a spell; portal; look around; try room; taunt; open lair; drop C
    dungeon    lay NE (open sides of the card turned up); reveal P; to P
    check      strength, agility, intellect; roll; pay A (before or after the roll);
               take 4; take 4 plus 1; turn 3 up; turn 3 down; reroll 3
    price      pay; decline
    cards      draw loot; draw spell; row C; leave; equip left_hand; equip; equip over C;
               discard; lose C
    killing    reward 1; nothing; reveal; strike 8 (a marker of the boss); mend 5
    enemies    answer E; toward P; step P; push P
    abilities  use, aimed as a spell; stop (no further step)
"""

from tests.rules.dungeons.referee.game import play, setup, turn
from tests.rules.dungeons.referee.luck import Luck, Told
from tests.rules.dungeons.referee.table import LAIR, Enemy, Hero, Room, Table, laid

__all__ = [
    "LAIR",
    "Enemy",
    "Hero",
    "Luck",
    "Room",
    "Table",
    "Told",
    "laid",
    "play",
    "setup",
    "turn",
]
