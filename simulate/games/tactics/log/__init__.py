"""Moves and events in words and as JSON: `lines` the event log, `story` for people."""

from simulate.games.tactics.log.lines import LOG, EventSerializer
from simulate.games.tactics.log.narrator import Narrator

__all__ = ["LOG", "EventSerializer", "Narrator"]
