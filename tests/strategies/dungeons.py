"""Games of Tiny Epic Dungeons for tests of strategies."""

from functools import cache
from typing import Any

import numpy as np

from simulate.games.dungeons.end import GAME_ROW, SEAT_ROW
from simulate.games.dungeons.moves.move import MOVE
from simulate.games.dungeons.state.record import LIMIT_MOVES, SEATS, STATE
from strategies.dungeons.choose import MODES
from strategies.dungeons.features import COUNT, FEATURES
from strategies.dungeons.names import JUDGEMENT, MOVE_FEATURES
from strategies.dungeons.outlook import OUTLOOK, WEIGHTS
from tests.rules.dungeons.cell import built, read
from tests.strategies import dungeons_kernels as kernels

GAME = {name: k for k, name in enumerate(GAME_ROW)}
SEAT = {name: k for k, name in enumerate(SEAT_ROW)}


def named() -> dict[str, Any]:
    """The shipped strategies by name."""
    return read("strategies.toml")


def weights_of(name: str, skill: float = 1.0, **changes: float) -> np.ndarray:
    """A shipped strategy in every seat, some of its weights changed."""
    strategy = named()[name]
    found = (strategy.get("weights") or named()["balanced"]["weights"]) | changes
    row = np.zeros(SEATS, WEIGHTS)
    row["mode"] = MODES[strategy["choice"]]
    row["skill"] = skill
    for what, number in strategy.get("look_ahead", {}).items():
        row[what] = number
    for k, feature in enumerate(MOVE_FEATURES):
        row["weight"][:, k] = found.get(feature, 0.0)
    for judgement in JUDGEMENT:
        row[judgement] = found.get(judgement, 0.0)
    return row


def new_desk() -> tuple[Any, ...]:
    """Scratch space for playing."""
    numbers = np.zeros((LIMIT_MOVES, COUNT))
    return (
        np.zeros(4, STATE),
        np.zeros(LIMIT_MOVES, MOVE),
        np.zeros(LIMIT_MOVES, MOVE),
        np.zeros(2, MOVE),
        np.zeros(2, OUTLOOK),
        numbers.view(FEATURES).reshape(LIMIT_MOVES),
        numbers,
        np.zeros((6, LIMIT_MOVES)),
    )


@cache
def table_of(heroes: int) -> np.ndarray:
    """The shipped cards and rules for so many heroes, as an array of one record."""
    record, _ = built(heroes)
    array = np.zeros(1, record.dtype)
    array[0] = record
    return array


class Played:
    """Finished games: `game` and `seat` give a column by its name."""

    def __init__(self, weights: np.ndarray, heroes: int, games: int, seed: int) -> None:
        self.games = np.zeros((games, len(GAME_ROW)), np.int64)
        self.seats = np.zeros((games * heroes, len(SEAT_ROW)), np.int64)
        self.apart = np.zeros(games)
        kernels.play(
            table_of(heroes),
            weights,
            new_desk(),
            np.uint64(seed),
            self.games,
            self.seats,
            self.apart,
        )

    def game(self, name: str) -> np.ndarray:
        return self.games[:, GAME[name]]

    def seat(self, name: str) -> np.ndarray:
        return self.seats[:, SEAT[name]]


def played(name: str, heroes: int = 3, games: int = 400, seed: int = 1, **more: Any) -> Played:
    """Games in which every seat plays one strategy."""
    return Played(weights_of(name, **more), heroes, games, seed)
