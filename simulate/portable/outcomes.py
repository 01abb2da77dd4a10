"""How a page reads off a game's row whether it was won: where its outcome stands, and which is."""

from importlib import import_module
from typing import Any

from simulate.portable.engines import engine_of

OUTCOME = "outcome"
WINS = {"defenders": "FOE_DEFEATED"}  # of the words of END


def won(game: str, package: str) -> dict[str, Any]:
    """The first byte of the outcome in a row of `games`, and what it holds of a game that was won.

    Codes are small and lie lowest byte first, so that one byte says it.
    """
    engine = engine_of(game)
    record = import_module(f"simulate.games.{package}.state.record")
    fields = engine.game_row.fields
    assert fields is not None  # it is a record
    return {"place": fields[OUTCOME][1], "is": int(getattr(record.END, WINS[game]))}
