"""Moves and events in words and as JSON: `lines` the event log, `story` for people."""

from simulate.games.tactics.log.lines import LOG, Teller
from simulate.games.tactics.log.story import Story

__all__ = ["LOG", "Story", "Teller"]
