"""The relative cost of own games, measured by calls of their code in a few games.

Counted and not timed: so a run that is gone on with, on any machine, plays what it would have.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from simulate.core.errors import RunError
from simulate.own.game import Game
from simulate.own.rows import PlayedGame
from simulate.own.setting import OwnTable
from simulate.own.table import play_game, prepare
from simulate.pack import Pack

CALLED = {"copy": 5, "hide": 1, "play": 1, "moves": 1, "over": 1}  # a copy takes as long as five
CALLED |= {"value": 1, "features": 1, "points": 1}
ENOUGH = 5_000  # calls in a setting: no further game of it is needed
MOST = 300_000  # calls of one player in all settings together: about two seconds
LONGEST = 60_000  # calls in one setting, after which the game is given up
GAMES = 5  # of a setting, at most
A_THOUSAND = 1_000
RANDOM = "random"

Setting = Mapping[str, Any]


class _GivenUp(RunError):
    """A game that takes too long to be counted."""


@dataclass
class Calls:
    """How much was called, and how much may be."""

    most: float = inf
    number: int = 0

    def add(self, weight: int) -> None:
        self.number += weight
        if self.number > self.most:
            raise _GivenUp("too many calls")


def costs(
    pack: Pack, settings: Sequence[Setting], strategies: Sequence[str], crossed: Sequence[str]
) -> list[dict[str, Any]]:
    """Calls that a thousand games take with one player in all seats, as `configs.costs` has it.

    crossed: the factors by which settings are told apart.  Nothing where a game fails: the run
    itself says what is wrong with it.
    """
    apart = {tuple(setting[name] for name in crossed): setting for setting in settings}
    most = min(LONGEST, MOST // len(apart))
    try:
        return [
            {
                "setting": dict(zip(crossed, levels, strict=True)),
                "strategy": name,
                "loops": A_THOUSAND * _of_a_game(pack, setting, name, most),
            }
            for levels, setting in apart.items()
            for name in strategies
        ]
    except Exception:  # of the designer's code
        return []


def _of_a_game(pack: Pack, setting: Setting, name: str, most: int) -> float:
    """Calls of a game; of one that is given up by the part of its decisions that was taken."""
    calls, games, taken = Calls(most), 0, 0

    def watch(game: Game, moves: Sequence[Any], pick: int, played: PlayedGame) -> None:
        nonlocal taken
        taken = played.decisions

    table = counting(_table(pack, setting, name), calls)
    try:
        while games < GAMES and calls.number < ENOUGH:
            play_game(table, 0, games, watch)
            games += 1
    except _GivenUp:
        usual = _decisions(_table(pack, setting, RANDOM))
        left = max(0.0, 1.0 - max(1, taken) / usual)
        return calls.number / (games + 1.0 - left**2)  # play-outs are as long as what is left
    return calls.number / games


def _decisions(table: OwnTable) -> int:
    """How many decisions a game has, by one that is played at random."""
    return max(1, play_game(table, 0, 0).decisions)


def _table(pack: Pack, setting: Setting, name: str) -> OwnTable:
    """A setting with a strategy in all seats."""
    seats = len(setting["strategy"])
    return prepare(pack, {**setting, "strategy": [name] * seats, "skill": [1.0] * seats})


def counting(table: OwnTable, calls: Calls) -> OwnTable:
    """The same table, of a game that counts what is called."""
    kind = table.own.kind
    methods = {name: _method(kind, name, weight, calls) for name, weight in CALLED.items()}
    counted: Any = type(kind.__name__, (kind,), methods)
    return replace(table, own=replace(table.own, kind=counted))


def _method(kind: type[Game], name: str, weight: int, calls: Calls) -> Any:
    method = getattr(kind, name)

    def called(self: Game, *args: Any) -> Any:
        calls.add(weight)
        return method(self, *args)

    return called
