"""The engine of a title, and how a page reads off a game's row whether it was won."""

from importlib import import_module
from typing import Any

from simulate.engine.game_engine import GameEngine
from simulate.pack import catalogue

OUTCOME = "outcome"
WINS = {"defenders": "FOE_DEFEATED"}  # of the words of END


def engine_of(game: str) -> GameEngine:
    """What plays a game of the toolkit, as its own table has it."""
    found: GameEngine = import_module(catalogue.room(game).table).ENGINE
    return found


def won(game: str) -> dict[str, Any]:
    """The first byte of the outcome in a row of `games`, and what it holds of a game that was won.

    Codes are small and lie lowest byte first, so that one byte says it.
    """
    fields = engine_of(game).game_row.fields
    assert fields is not None  # it is a record
    package = catalogue.facts(game).package
    end = import_module(f"simulate.games.{package}.state.record").END
    return {"place": fields[OUTCOME][1], "is": int(getattr(end, WINS[game]))}
