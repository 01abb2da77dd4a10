"""Moves and events in words and as JSON: `lines` the event log, `story` for people."""

from simulate.games.tactics.log.lines import LINE_ROW, Teller
from simulate.games.tactics.log.story import Story

__all__ = ["LINE_ROW", "Story", "Teller"]
