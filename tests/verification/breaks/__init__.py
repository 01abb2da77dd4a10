"""What is broken, one thing at a time, and which tests must notice: a file for each game."""

from tests.verification.breaks import defenders, dungeons, kingdoms, tactics
from tests.verification.breaks.broken import Break

BY_GAME = {
    "defenders": defenders.BREAKS,
    "kingdoms": kingdoms.BREAKS,
    "dungeons": dungeons.BREAKS,
    "tactics": tactics.BREAKS,
}
BREAKS = tuple(broken for game in BY_GAME.values() for broken in game)

__all__ = ["BREAKS", "BY_GAME", "Break"]
