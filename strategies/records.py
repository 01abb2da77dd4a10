"""The records of every player: the features of a move, and the weights of a seat."""

from collections.abc import Iterable, Sized
from typing import Any

import numpy as np

from simulate.core.game.records import record_of


def features_of(names: Iterable[str]) -> np.dtype:
    """A record of features; numbers, float64[moves, features], is the same memory."""
    return record_of(*((name, "f8") for name in names))


def weights_of(features: Sized, judgement: Iterable[str], *own: Any) -> np.dtype:
    """A record of weights, with what else a game's players keep of a seat."""
    return record_of(
        "mode",  # how the seat chooses, see `choice`
        ("own_temperature", "f8"),  # of its choices: 0 the best, endless any (`skill`)
        "playouts",  # of the look-ahead
        "candidates",  # moves that the look-ahead plays out
        "rounds",  # for how many rounds
        ("weight", "f8", len(features)),
        *((name, "f8") for name in judgement),
        *own,
    )
