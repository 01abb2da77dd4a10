"""Assignment of strategies to seats.  Without Numba, because games in plain Python use it too."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np


def turns_of(setting: Mapping[str, Any], by_place: Iterable[str]) -> range:
    """The number of rotations of a line-up; 1 if all players are alike."""
    alike = all(len(set(setting[what])) == 1 for what in by_place)
    return range(1 if alike else int(setting["players"]))


def place_in(seat: Any, turn: Any, places: int) -> Any:
    """Whose place in the line-up a seat is, after the players have moved on by `turn` seats."""
    return (seat - turn) % places


def turned(setting: Mapping[str, Any], by_place: Iterable[str], turn: int) -> dict[str, Any]:
    """The setting by seat after the players have moved on by `turn` seats."""
    by_seat = dict(setting)
    for what in by_place:
        places = list(setting[what])
        by_seat[what] = [places[place_in(seat, turn, len(places))] for seat in range(len(places))]
    return by_seat


def coded(names: Sequence[Sequence[str]]) -> tuple[np.ndarray, list[str]]:
    """(code of each name, by seating and seat; the names); what has no name is -1."""
    labels = sorted({name for seated in names for name in seated if name})
    codes = {name: code for code, name in enumerate(labels)}
    return np.array([[codes.get(name, -1) for name in seated] for seated in names]), labels


def told_line_up(
    strategies: Sequence[str], skills: Sequence[str], turn: int, stride: int = 1
) -> dict[str, dict[str, Any]]:
    """Strategies by seat, for the set-up line of a replay.

    stride: how many seats of the table a player is further on than the last.
    """
    players = [seat for seat, skill in enumerate(skills) if skill]
    return {
        "strategies": {str(seat * stride): name for seat, name in enumerate(strategies)},
        "skills": {str(seat * stride): skills[seat] for seat in players},
        "places": {str(seat * stride): place_in(seat, turn, len(players)) for seat in players},
    }
