"""The stored rows at the end of a replay.  Without Numba, because plain games use it too."""

from collections.abc import Mapping
from typing import Any

Line = dict[str, Any]


def row_of(columns: Mapping[str, Any], index: int) -> dict[str, Any]:
    """One row of columns as plain values; a code of -1 and a masked number are no value."""
    row: dict[str, Any] = {}
    for name, values in columns.items():
        if values is None:
            row[name] = None
        elif isinstance(values, tuple):
            code = int(values[0][index])
            row[name] = None if code < 0 else values[1][code]
        else:
            row[name] = values[index : index + 1].tolist()[0]
    return row


def end_line(cell: int | None, games: Mapping[str, Any], seats: Mapping[str, Any]) -> Line:
    """The last line of a replay: the stored rows, every column."""
    game = {"cell": cell} | row_of(games, 0)
    rows = [{"cell": cell} | row_of(seats, seat) for seat in range(len(seats["seat"]))]
    return {"event": "end", "reason": game["end_reason"], "games": game, "seats": rows}
