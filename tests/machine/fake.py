"""A game made of arithmetic, for testing the machine without any rules.

As in a real game, a row depends on the seed, the replicate and the setting alone.  The
setting also asks for trouble: `slow` seconds a block, `breaks` at a replicate (with `once`
only until that file is there), `dies` at a replicate, and its process with it, `deaf` for
work in compiled code that hears no signal, `large` for a pack of so many bytes.  With
FAKE_NOTES=file in the environment every process notes there what it does; with FAKE_GATE=file it
compiles until that file is there.
"""

import hashlib
import os
import signal
import time
from dataclasses import asdict, dataclass, field
from types import SimpleNamespace

import numpy as np

from simulate.core.game.facts import Column, Facts

HEROES = ["paladin", "ranger", "sorcerer"]
ENDS = ["capital_fell", "foe_fell", "cut_off"]

KEYS = (
    Column("cell", "int16", "key", "number of the cell"),
    Column("replicate", "int32", "key", "number of the game in its cell"),
)
GAMES = (
    *KEYS,
    Column("won", "bool", "won", "whether the players won"),
    Column("end_reason", "str", "end_reason", "how it ended"),
    Column("rounds", "int8", "length", "rounds played"),
    Column("decisions", "int16", "length", "decisions with two or more candidates"),
    Column("foe", "str", "dealt", "the epic foe, if one came", family="epic foe"),
)
SEATS = (
    *KEYS,
    Column("seat", "int8", "key", "seat, from 0"),
    Column("score", "int16", "score", "points"),
    Column("win_share", "float64", "win_share", "1 for a sole winner"),
    Column("hero", "str", "option", "the hero of the seat"),
    Column("damage", "int16", "tally", "damage dealt"),
)


def facts(cooperative=True):
    return Facts(
        name="fake",
        title="Fake",
        package="fake",
        cooperative=cooperative,
        options="heroes",
        crossed=("players",),
        factors=(),
        decision_points=(),
        events={},
        games_columns=GAMES,
        seats_columns=SEATS,
        end_reasons={},
        seats=len,
        illegal=str,
    )


@dataclass(frozen=True)
class Cell:
    number: int
    levels: dict
    setting: dict
    changes: dict = field(default_factory=dict)
    blanks: list = field(default_factory=list)
    rotations: int = 1


@dataclass
class Plan:
    """What the machine asks of a plan."""

    cells: list
    games: int = 1000
    seed: int = 7
    precision: float | None = None
    until: str | None = None
    keep: str = "all"
    looks: tuple = ()
    cooperative: bool = True
    name: str = "fake"
    game: str = "fake"

    @property
    def facts(self):
        return facts(self.cooperative)

    @property
    def pack(self):
        orcs = {"name": "Orcs of the Vale"}
        return SimpleNamespace(sections={"heroes": {"orcs": orcs}}, strategies={})

    def pack_for(self, cell):
        large = cell.setting.get("large", 0)
        return {"bonus": cell.setting["players"], "cards": "x" * large}

    def manifest(self):
        cells = [
            {"number": c.number, "levels": c.levels, "setting": c.setting}
            | {"changes": {}, "blanks": []}
            for c in self.cells
        ]
        return {
            "game": self.game,
            "seed": self.seed,
            **({"keep": self.keep} if self.keep != "all" else {}),
            "cells": cells,
            "columns": {
                "games": [asdict(column) for column in GAMES],
                "seats": [asdict(column) for column in SEATS],
            },
            "factors": [{"name": "players", "levels": [], "crossed": True}],
            "pack": {"rules": {}, "cards": {}, "strategies": {}, "code": {}},
        }


def plan(players=(2, 3), **wanted):
    """A plan with one cell for each number of players; what is no field goes to settings."""
    if "precision" in wanted:
        wanted.setdefault("games", 10_000)
    known = {k: wanted.pop(k) for k in list(wanted) if k in Plan.__dataclass_fields__}
    cells = [
        Cell(number, {"players": n}, {"players": n, **wanted}) for number, n in enumerate(players)
    ]
    return Plan(cells, **known)


def prepare(pack, setting):
    return SimpleNamespace(players=setting["players"], bonus=pack["bonus"], setting=setting)


def compile(table):
    note("compile", table.players)
    if gate := os.environ.get("FAKE_GATE"):
        while not os.path.exists(gate):
            time.sleep(0.01)


def has_compiled():
    return "FAKE_COLD" not in os.environ


def note(*words):
    if path := os.environ.get("FAKE_NOTES"):
        with open(path, "a", encoding="utf-8") as file:
            file.write(" ".join(map(str, (os.getpid(), *words))) + "\n")


def play_block(table, seed, first, count):
    note("play", table.players, first, count)
    replicate = np.arange(first, first + count)
    _trouble(table.setting, first, count)
    won = luck(seed, replicate, 1) % 10 < table.setting.get("rate", 3) + table.bonus
    arrived = luck(seed, replicate, 2) % 3 > 0
    games = {
        "replicate": replicate,
        "won": None if table.setting.get("rivals") else won,
        "end_reason": (np.where(won, 1, 0), ENDS),
        "rounds": luck(seed, replicate, 3) % 9,
        "decisions": luck(seed, replicate, 4) % 200,
        "foe": (
            np.where(arrived, luck(seed, replicate, 5) % 2, -1),
            ["Demon", "Colossus"],
        ),
    }
    return games, _seats(table, seed, replicate, won)


def _seats(table, seed, replicate, won):
    every = np.repeat(replicate, table.players)
    seat = np.tile(np.arange(table.players), len(replicate))
    winner = np.repeat(luck(seed, replicate, 6) % table.players, table.players)
    return {
        "replicate": every,
        "seat": seat,
        "score": None if table.setting.get("no_score") else luck(seed, every, 7 + seat) % 50,
        "win_share": (seat == winner).astype(float),
        "hero": (luck(seed, every, 20 + seat) % 3, HEROES),
        "damage": luck(seed, every, 40 + seat) % 9,
    }


def _trouble(setting, first, count):
    time.sleep(setting.get("slow", 0) if count > 1 else 0)
    if setting.get("deaf"):
        note("deaf")
        hashlib.pbkdf2_hmac("sha256", b"", b"", setting["deaf"])
    if first <= setting.get("dies", -1) < first + count:
        os.kill(os.getpid(), signal.SIGKILL)
    once = setting.get("once")
    if first <= setting.get("breaks", -1) < first + count and not (once and os.path.exists(once)):
        if once and count == 1:
            open(once, "x").close()
        raise ZeroDivisionError("divided by the Minotaur")


def measure(table, seed, count):
    return {"decisions": 100 * count, "candidates": 1100 * count}


def luck(seed, replicate, purpose):
    """A number below 2**31 for each (seed, replicate, purpose)."""
    x = np.uint64(seed) ^ (np.asarray(replicate, np.uint64) << np.uint64(20))
    x = (x + np.asarray(purpose, np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
    x ^= x >> np.uint64(31)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    return (x >> np.uint64(33)).astype(np.int64)
