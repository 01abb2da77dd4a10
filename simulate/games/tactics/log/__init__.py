"""Moves and events in words and as JSON: `lines` the event log, `story` for people."""

from simulate.games.tactics.log.lines import Teller, move_words
from simulate.games.tactics.log.story import tell

__all__ = ["Teller", "move_words", "tell"]
