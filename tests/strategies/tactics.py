"""Games of Tiny Epic Tactics for tests of strategies."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from simulate.games.tactics.end import GAME_ROW, SEAT_ROW
from simulate.pack import Pack, load
from simulate.table.tactics import new_desk
from strategies.choice import MODE
from strategies.tactics.names import JUDGEMENT, MOVE_FEATURES
from strategies.tactics.outlook import WEIGHTS
from tests.rules.tactics.cell import built
from tests.strategies import tactics_kernels as kernels

ADVENTURES = ("solo", "coop")


@cache
def shipped() -> Pack:
    """The shipped game."""
    return load("tactics")


@cache
def desk() -> tuple[Any, ...]:
    """Scratch space, as a table has it."""
    return new_desk()


def weights(*names: str, skill: float = 1.0, **changed: float) -> np.ndarray:
    """WEIGHTS of strategies by name, at one table; changed: features and judgements."""
    found = np.zeros(len(names), WEIGHTS)
    for row, name in zip(found, names, strict=True):
        row["mode"], row["skill"] = MODE[shipped().strategies[name].choice], skill
        values = shipped().weights(name, len(names)) | changed
        for k, feature in enumerate(MOVE_FEATURES):
            row["weight"][k] = values.get(feature, 0.0)
        for judgement in JUDGEMENT:
            row[judgement] = values.get(judgement, 0.0)
    return found


def played(
    mode: str,
    *line: str,
    games: int = 200,
    seed: int = 1,
    others: Mapping[str, float] | None = None,
    **more: Any,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(rows of games, rows of seats, share of the win of the first of `line`), seats rotated.

    others: weights that are changed for all but the first; more: for all.
    """
    players = len(line)
    cards, _ = built(mode, players)
    apart, turns = (2, 1) if mode in ADVENTURES else (1, players)
    rows = np.zeros(games, GAME_ROW)
    seats = np.zeros((games, int(cards["seats"])), SEAT_ROW)
    shares = np.zeros((games, int(cards["seats"])))
    won = np.zeros(games)
    each = weights(*line, **more)
    if others:
        each[1:] = weights(*line, **more, **others)[1:]
    for turn in range(turns):
        by_seat = np.zeros(4, WEIGHTS)
        for place in range(players):
            by_seat[(place + turn) % players * apart] = each[place]
        part = (rows[turn:], seats[turn:], shares[turn:])
        luck = (np.uint64(seed), turn, turns, games - turn)
        kernels.play_games(cards, by_seat, desk(), *luck, *part)
        won[turn::turns] = shares[turn::turns, turn * apart]
    return rows, seats, won
