"""Players for the referee: one answers at random, one knows what it wants."""

import random
from collections.abc import Callable
from typing import Any

from tests.rules.dungeons.referee import LAIR, Table
from tests.rules.dungeons.referee.table import FAR_AWAY, ROUND

Player = Callable[[Table, random.Random, list[str]], str]

WANTED = (
    "open",
    "enter",
    "melee",
    "missile",
    "cast",
    "strike",
    "search",
    "disarm",
    "draw",
    "equip",
)
IDLE = ("drop", "leave", "stop", "discard", "decline", "nothing", "end", "lose")


def any_of(t: Table, luck: random.Random, options: list[str]) -> str:
    return luck.choice(options)


def eager(t: Table, luck: random.Random, options: list[str]) -> str:
    """Goes to rooms to reveal, minions and the door, fights, and takes what it can get."""
    if luck.random() < 0.05:
        return luck.choice(options)
    if options[0].startswith("take"):
        takes = [word for word in options if word.startswith("take")]
        return max(takes, key=lambda word: sum(int(n) for n in word.split() if n.isdigit()))
    if "rest" in options and t.hero.health <= 3:
        return "rest"
    if "taunt" in options and t.boss.place == LAIR and t.dispelled < len(t.mat["wards"]):
        if luck.random() < 0.6:
            return "taunt"
    wanted = [word for word in options if word.startswith(WANTED) and word != "leave mat"]
    if wanted and luck.random() < 0.9:
        return luck.choice(wanted)
    return _step(t, options) or _busy(luck, options)


def _step(t: Table, options: list[str]) -> str | None:
    exploring = [word for word in options if word.startswith("explore")]
    if exploring and t.act == 1 and len(t.minions) <= 1:
        return exploring[0]
    far = dict.fromkeys(ROUND, FAR_AWAY)
    for word in options:
        if word.startswith("move"):
            side = word.split()[1]
            lengths = t.distances(t.next_to(t.hero.place, side))
            far[side] = min((lengths.get(goal, FAR_AWAY) for goal in _goals(t)), default=FAR_AWAY)
    lengths = t.distances(t.hero.place)
    here = min((lengths.get(goal, FAR_AWAY) for goal in _goals(t)), default=FAR_AWAY)
    best = min(far, key=far.__getitem__)
    return f"move {best}" if far[best] < here else None


def _goals(t: Table) -> set[Any]:
    if t.act == 2:
        return {t.door} if t.boss.place == LAIR else {t.boss.place}
    if t.minions_killed >= len(t.heroes) and t.door:
        return {t.door}
    if t.minions or len(t.goblins) > 1:
        return {enemy.place for enemy in t.enemies()}
    return {t.next_to(p, side) for p in t.hidden for side in ROUND} & set(t.rooms)


def _busy(luck: random.Random, options: list[str]) -> str:
    busy = [word for word in options if not word.startswith(IDLE)]
    return luck.choice(busy if busy and luck.random() < 0.5 else options)
