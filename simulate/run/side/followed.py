"""Games followed decision by decision: who waits how long; of own games, what decisions are worth.

A table module for every title (`simulate.run.workers.blocks.Job`).  A game is the one of the run;
from its positions others are played on (`playouts`), where the game is a Python file.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import numpy as np

from simulate.core.errors import RunError
from simulate.core.game.facts import Column
from simulate.own.file.lines import blamed
from simulate.own.game import Game
from simulate.own.luck import GameLuck, mix
from simulate.own.rows import PlayedGame, won_by
from simulate.own.setting import OwnTable
from simulate.own.table import play_game
from simulate.pack import Pack, catalogue
from simulate.run.side.playouts import DecisionPlace, PlayOuts

PLAYED_ON = 0xFEE1  # a luck of its own
COMPETING = 3  # sides, of which one may decide between the others

# plays: moves made in games that were played on; searched, made: kingmaking was looked for, and
# found; weighed, obvious: a decision was weighed, and was obvious.
GAMES = (
    Column("replicate", "int32", "", ""),
    Column("plays", "int64", "", ""),
    Column("searched", "int8", "won", ""),
    Column("made", "int8", "", ""),
    Column("weighed", "int8", "", ""),
    Column("obvious", "int8", "", ""),
)
# wait: decisions of others between two of the same seat; times: how often in the game.
SEATS = (
    Column("replicate", "int32", "", ""),
    Column("wait", "int32", "", ""),
    Column("times", "int32", "", ""),
)


def prepare(pack: Pack, setting: Mapping[str, Any]) -> Any:
    """The table of a cell, as the game's own module makes it."""
    return catalogue.table(pack.game).prepare(pack, setting)


def compile(table: Any) -> None:
    """Compile what plays it."""
    _title(table).compile(table)


def has_compiled() -> bool:
    """The run was played: nothing is left to compile."""
    return True


def play_block(table: Any, seed: int, first: int, count: int) -> tuple[Any, Any]:
    """Games `first` .. `first + count - 1`: GAMES and SEATS."""
    games, seats = [], []
    for replicate in range(first, first + count):
        if isinstance(table, OwnTable):
            order, found = _followed(table, seed, replicate)
        else:
            lines = _title(table).play_logged(table, seed, replicate, None, True)
            order = [line["seat"] for line in lines if len(line.get("legal", ())) > 1]
            found = (0,) * 5
        games.append((replicate, *found))
        seats += [(replicate, *each) for each in sorted(waits(order).items())]
    of_games, of_seats = (
        {c.name: np.array([row[k] for row in rows], np.int64) for k, c in enumerate(of)}
        for of, rows in ((GAMES, games), (SEATS, seats))
    )
    return of_games, of_seats


def waits(order: Sequence[int]) -> Counter[int]:
    """How often others decide how many times between two decisions of a seat, at least once.

    order: the seats of all decisions of a game, one after another.

    >>> sorted(waits([0, 0, 1, 2, 0, 1, 1, 2]).items())
    [(2, 2), (3, 1)]
    """
    return Counter(_each_wait(order))


def _each_wait(order: Sequence[int]) -> Iterator[int]:
    last: dict[int, int] = {}
    for now, seat in enumerate(order):
        if (between := now - last.get(seat, now) - 1) > 0:
            yield between
        last[seat] = now


def _title(table: Any) -> Any:
    own = isinstance(table, OwnTable)
    return catalogue.table(table.own.name if own else table.game)


def _followed(
    table: OwnTable, seed: int, replicate: int
) -> tuple[list[int], tuple[int, int, int, int, int]]:
    """The seats of all decisions of an own game, and what GAMES says of it."""
    positions: list[DecisionPlace] = []
    policies = table.policies[replicate % len(table.policies)]

    def watch(game: Game, moves: Sequence[Any], pick: int, played: PlayedGame) -> None:
        if len(moves) > 1:
            kept = game.copy(GameLuck.guessed(Random(0)))
            positions.append(DecisionPlace(kept, list(moves), policies[game.seat]))

    played = play_game(table, seed, replicate, watch)
    luck = Random(mix(mix(seed ^ PLAYED_ON) ^ replicate))
    outs, searched, made, weighed, obvious = PlayOuts(luck), 0, 0, 0, 0
    with suppress(RunError), blamed(table.own.source.file):  # a rule may fail where no game went
        if positions:
            obvious = int(outs.is_obvious(luck.choice(positions)))
            weighed = 1
        if _sides(played.game) >= COMPETING:
            won = won_by(played.game, played.reason)
            lost = [seat for seat, share in enumerate(won) if share <= 0]
            made = int(outs.is_kingmade(positions, lost))
            searched = 1
    return [at.game.seat for at in positions], (outs.plays, searched, made, weighed, obvious)


def _sides(game: Game) -> int:
    """How many sides compete; 1 where all win together."""
    return 1 if game.TOGETHER else len({game.team(seat) for seat in range(game.players)})
