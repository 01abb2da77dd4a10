"""The engine of a title, as its own table has it."""

from importlib import import_module

from simulate.engine.game_engine import GameEngine
from simulate.pack import catalogue


def engine_of(game: str) -> GameEngine:
    """What plays a game of the toolkit."""
    found: GameEngine = import_module(catalogue.room(game).table).ENGINE
    return found
