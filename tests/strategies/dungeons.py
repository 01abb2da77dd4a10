"""Games of Tiny Epic Dungeons for tests of strategies."""

from functools import cache
from typing import Any

import numpy as np

from simulate.engine import dungeons as TABLE
from simulate.engine.loop import Workspace
from simulate.games.dungeons.cards.vocabulary import SEATS
from simulate.pack import Pack, load
from strategies.choice import MODE
from strategies.dungeons.names import JUDGEMENT, MOVE_FEATURES, STAGES
from strategies.dungeons.outlook import WEIGHTS
from strategies.skill import temperature_of
from tests.every_game.dungeons import prepared
from tests.rules.dungeons.cell import built

ANY_NUMBER = 0  # of heroes: the weights that hold for all


@cache
def shipped() -> Pack:
    """The shipped game."""
    return load("dungeons")


def weights_of(name: str, skill: float = 1.0, **changes: float) -> np.ndarray:
    """A shipped strategy in every seat at every stage, some of its weights changed."""
    strategy = shipped().strategies[name]
    rows = np.zeros((len(STAGES), SEATS), WEIGHTS)
    rows["mode"] = MODE[strategy.choice]
    rows["own_temperature"] = temperature_of("dungeons", skill)
    for what, number in strategy.look_ahead.items():
        rows[what] = number
    for row, stage in zip(rows, STAGES, strict=True):
        found = shipped().weights(name, ANY_NUMBER, stage) | changes
        for k, feature in enumerate(MOVE_FEATURES):
            row["weight"][:, k] = found.get(feature, 0.0)
        for judgement in JUDGEMENT:
            row[judgement] = found.get(judgement, 0.0)
    return rows.reshape(-1)


def new_workspace() -> Workspace:
    """Scratch space for playing."""
    return TABLE.new_workspace()


@cache
def table_of(heroes: int) -> np.ndarray:
    """The shipped cards and rules for so many heroes, as an array of one record."""
    record, _ = built(heroes)
    array = np.zeros(1, record.dtype)
    array[0] = record
    return array


def seated(name: str, heroes: int = 3, skill: float = 1.0, **changes: float) -> Any:
    """A table at which all heroes play one strategy, some of its weights changed."""
    table = prepared({"heroes": heroes, "strategy": name})
    table.weights[:] = weights_of(name, skill, **changes)
    return table


def played(name: str, heroes: int = 3, games: int = 400, seed: int = 1, **more: Any) -> Any:
    """Columns of `games` and `seats`."""
    return TABLE.play_block(seated(name, heroes, **more), seed, 0, games)


CHARACTERS = ("delver", "explorer", "fighter", "caster", "party")


def characters() -> list[tuple[list[Any], int]]:
    """Tables of `balanced`, who plays without foresight, and of each character; so many games."""
    return [([seated("balanced", trials=0.0), *(seated(name) for name in CHARACTERS)], 20)]


FORESIGHT = {
    "try_turns": 3.0,
    "try_steps": 3.0,
    "try_actions": 3.0,
    "try_dice": 3.0,
    "try_answers": 3.0,
    "try_kinds": 1.0,
    "trials": 4.0,
    "ahead": 1.0,
    "doubt": 0.0,
    "foresight": 30.0,
}


def who_plays_on() -> tuple[Any, Any]:
    """A table of heroes who play moves on wherever they can, and one of those who play on none."""
    return seated("balanced", **FORESIGHT), seated("balanced", **FORESIGHT | {"trials": 0.0})
