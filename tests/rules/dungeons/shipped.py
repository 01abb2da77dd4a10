"""The shipped values as plain data, and tables made from them."""

import copy
import random
from functools import partial
from typing import Any

from tests.rules import shipped
from tests.rules.dungeons.referee import Hero, Luck, Table, setup

read = partial(shipped.read, "dungeons")
parameters = partial(shipped.parameters, "dungeons")
rules = partial(shipped.rules, "dungeons")


def cards() -> dict[str, Any]:
    """A copy, to be changed at will."""
    return copy.deepcopy(read("cards"))


# Positions were laid for these: a stand-in that is fitted must not change the test of a rule.
# Defense, wards and what the action takes, of each boss.
BOSSES = {
    "dragon": (5, [6, 3], 2),
    "lich": (5, [7, 5, 2], 1),
    "hydra": (5, [5, 2], 3),
    "demon_lord": (6, [6], 4),
    "vampire": (5, [7, 4], 2),
    "eye_tyrant": (6, [6, 2], 2),
}

ENEMY_ACTIONS = [33, 29, 26, 22, 18, 15, 11, 7, 4, 2]  # in Act 2


def cards_of_positions() -> dict[str, Any]:
    """The shipped cards, with the bosses as they were when positions were laid by hand."""
    values = cards()
    for boss, (defense, wards, takes) in BOSSES.items():
        card = values["bosses"][boss]
        card["defense"], card["wards"] = defense, wards
        card["abilities"]["action"]["effects"][0]["amount"] = takes
    values["torch"]["act_2"]["enemy_actions"] = ENEMY_ACTIONS
    return values


def new_table(
    heroes: int,
    seed: int | str = 0,
    *,
    party: list[str] | None = None,
    boss: str = "",
    values: dict[str, Any] | None = None,
    **changed: Any,
) -> Table:
    """A table after its setup."""
    values, luck = values or cards(), Luck(seed)
    names = party or luck.shuffle("heroes", list(values["heroes"]))[:heroes]
    seats = [Hero(seat, name) for seat, name in enumerate(names)]
    t = Table(rules(**changed), values, seats, luck, boss_card=boss)
    setup(t)
    return t


def gentle() -> dict[str, Any]:
    """Cards with which even a clumsy party gets to Act 2: long torches, weak and few enemies."""
    values = cards()
    for room in [room for room in values["dungeon"].values() if room.get("goblin")][4:]:
        room["goblin"] = False
    for mat in values["torch"].values():
        mat["starts"] = dict.fromkeys(mat["starts"], 60)
        mat["goblins"] = [9]
    for enemy in (*values["minions"].values(), *values["bosses"].values()):
        enemy["defense"] = 2
    for minion in values["minions"].values():
        minion["health"] = 3
    return values


def other_rules(luck: random.Random) -> dict[str, Any]:
    """A dozen parameters or switches off their values."""
    return shipped.drawn_values(luck, "dungeons") | {
        "boss_health": luck.randint(8, 12),  # above every ward
    }
