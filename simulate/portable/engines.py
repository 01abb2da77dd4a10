"""The engine of a title, and how a page reads results from the rows of a game."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import numpy as np

from simulate.core.game.facts import WIN_RATE
from simulate.engine.game_engine import GameEngine, Match
from simulate.pack import catalogue

# What the row of a game says if it was won by all, or by the one who plays: words are of END.
WON: Mapping[str, Mapping[str, str | int]] = {
    "defenders": {"outcome": "FOE_DEFEATED"},
    "dungeons": {"outcome": "BOSS_DEFEATED"},
    "kingdoms": {"outcome": "TRIGGERED", "won": 1},
    "tactics": {"outcome": "WON"},
}


TEAMS = ("team", "battle_team")  # modes in which seats win together


def engine_of(game: str) -> GameEngine:
    """What plays a game of the toolkit, as its own table has it."""
    found: GameEngine = import_module(catalogue.room(game).table).ENGINE
    return found


def reading(match: Match) -> dict[str, Any] | None:
    """Where in the rows of a game it stands who won, all as the number of a byte.

    won: in the row of a game, and what stands there if it was won; or, where persons compete, of
    each row of a seat: each: its bytes; seats: of a game; rank, tied; options: where it stands what
    the seat has; names: what these codes stand for.  None where teams compete.

    Codes are small and lie lowest byte first, so that one byte says each.
    """
    facts, engine = match.facts, engine_of(match.facts.name)
    if facts.metric(match.setting) == WIN_RATE:
        end = import_module(f"simulate.games.{facts.package}.state.record").END
        said = WON[facts.package].items()
        codes = [(name, getattr(end, is_) if isinstance(is_, str) else is_) for name, is_ in said]
        return {"won": [[_place(engine.game_row, name), int(code)] for name, code in codes]}
    if match.setting.get("mode") in TEAMS:
        return None
    options = [column for column in facts.seats_columns if column.role == "option"]
    row = engine.seat_row
    return {
        "each": row.itemsize,
        "seats": match.n_row_seats,
        "rank": _place(row, "rank"),
        "tied": _place(row, "tied"),
        "options": [_place(row, c.field or c.name, *c.at) for c in options],
        "names": list(getattr(match.names, str(options[0].labels))),
    }


def _place(row: np.dtype, name: str, *at: int) -> int:
    """Of a number, or of one of a row of numbers."""
    assert row.fields is not None  # it is a record
    kind, place = row.fields[name][:2]
    return int(place) + sum(at) * kind.base.itemsize
