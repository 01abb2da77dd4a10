"""The shipped files of values, read as plain data, and tables made from them."""

import copy
import functools
import random
import tomllib
from pathlib import Path
from typing import Any

from tests.rules.dungeons.referee import Hero, Luck, Table, setup

CONFIGS = Path(__file__).parents[3] / "configs" / "dungeons"


@functools.cache
def read(name: str) -> dict[str, Any]:
    with (CONFIGS / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


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


def rules(**changed: Any) -> dict[str, Any]:
    """Names to values; groups are flat, as `enemy_die.face_1`."""
    found = {}
    for name, rule in read("rules").items():
        if "value" in rule:
            found[name] = rule["value"]
        else:
            found |= {f"{name}.{part}": inner["value"] for part, inner in rule.items()}
    changed = {name.replace("__", "."): value for name, value in changed.items()}
    unknown = set(changed) - set(found)
    assert not unknown, f"no such parameters: {unknown}"
    return found | changed


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
    """Cards with which even a clumsy party gets to Act 2: long torches, weak enemies."""
    values = cards()
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
    found = {}
    for name in luck.sample(sorted(rules()), 12):
        entry: Any = read("rules")
        for part in name.split("."):
            entry = entry[part]
        if isinstance(entry["value"], bool):
            value = not entry["value"]
        elif "choices" in entry:
            value = luck.choice(entry["choices"])
        else:
            value = luck.randint(entry["min"], entry["max"])
        found[name.replace(".", "__")] = value
    return found | {"boss_health": luck.randint(8, 12)}  # above every ward
