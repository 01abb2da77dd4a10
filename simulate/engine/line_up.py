"""Who sits where in a game of a line-up.  No Numba here: plain games seat their players so, too."""

from collections.abc import Iterable, Mapping
from typing import Any


def turns_of(setting: Mapping[str, Any], by_place: Iterable[str]) -> range:
    """How many seatings a line-up has: where all players are alike nobody changes seats."""
    alike = all(len(set(setting[what])) == 1 for what in by_place)
    return range(1 if alike else int(setting["players"]))


def turned(setting: Mapping[str, Any], by_place: Iterable[str], turn: int) -> dict[str, Any]:
    """The setting by seat after the players have moved on by `turn` seats."""
    by_seat = dict(setting)
    for what in by_place:
        places = list(setting[what])
        by_seat[what] = [places[(seat - turn) % len(places)] for seat in range(len(places))]
    return by_seat
