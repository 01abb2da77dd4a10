"""Games followed decision by decision: who waits how long, and what decisions are worth.

A table module for every title (`simulate.run.workers.blocks.Job`).  A game is the one of the run;
from its positions others are played on (`playouts`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from simulate.core.errors import RunError
from simulate.core.game.facts import SKILL, TEAM, Column
from simulate.engine.game_engine import Match
from simulate.engine.positions import positions
from simulate.experiment.context import STRATEGY
from simulate.own.file.lines import blamed
from simulate.own.game import Game
from simulate.own.luck import GameLuck, mix
from simulate.own.players import SOFT
from simulate.own.rows import PlayedGame, won_by
from simulate.own.setting import OwnTable
from simulate.own.table import play_game
from simulate.pack import Pack, catalogue
from simulate.portable.engines import engine_of
from simulate.run.side.playouts import DecisionPlace, OwnPlace, PlayOuts, TitlePlace

PLAYED_ON = 0xFEE1  # a luck of its own
COMPETING = 3  # sides, of which one may decide between the others
QUICK = "quick"  # who plays games of a title on, where a pack has such a player

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


Weighed = tuple[int, int, int, int, int]  # what GAMES says of a game, but which it is


@dataclass(frozen=True)
class FollowedTitle:
    """The table of a title; weights: of who plays on from its positions, by seat."""

    table: Match
    weights: np.ndarray


def prepare(pack: Pack, setting: Mapping[str, Any]) -> "OwnTable | FollowedTitle":
    """The table of a cell, as the game's own module makes it."""
    ready = catalogue.table(pack.game).prepare
    table = ready(pack, setting)
    if isinstance(table, OwnTable):
        return table
    seats = setting[STRATEGY]
    names = [QUICK if {QUICK, name} <= {*pack.strategies} else name for name in seats]
    soft = ready(pack, {**setting, STRATEGY: names, SKILL.name: [SOFT] * len(seats)})
    return FollowedTitle(table, soft.weights)


def compile(table: "OwnTable | FollowedTitle") -> None:
    """Compile what plays it."""
    if isinstance(table, FollowedTitle):
        catalogue.table(table.table.game).compile(table.table)


def has_compiled() -> bool:
    """The run was played: nothing is left to compile."""
    return True


def play_block(table: Any, seed: int, first: int, count: int) -> tuple[Any, Any]:
    """Games `first` .. `first + count - 1`: GAMES and SEATS."""
    games, seats = [], []
    for replicate in range(first, first + count):
        follow = _own if isinstance(table, OwnTable) else _title
        order, found = follow(table, seed, replicate)
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


def _title(table: FollowedTitle, seed: int, replicate: int) -> tuple[list[int], Weighed]:
    """The seats of all decisions of a game of a title, and what GAMES says of it."""
    match, engine = table.table, engine_of(table.table.game)
    met = positions(engine, match, seed, replicate)
    places = [TitlePlace(engine, match, at, table.weights) for at in met]
    lost = None
    if places and not places[0].together:
        _, seats = engine.play_block(match, seed, replicate, 1)
        if len({*seats.get(TEAM, range(match.n_row_seats))}) >= COMPETING:
            lost = [seat for seat, share in enumerate(seats["win_share"]) if share <= 0]
    return [at.seat for at in met], _weighed(places, lost, _luck(seed, replicate), nullcontext())


def _own(table: OwnTable, seed: int, replicate: int) -> tuple[list[int], Weighed]:
    """The same of an own game."""
    places: list[OwnPlace] = []
    policies = table.policies[replicate % len(table.policies)]

    def watch(game: Game, moves: Sequence[Any], pick: int, played: PlayedGame) -> None:
        if len(moves) > 1:
            kept = game.copy(GameLuck.guessed(Random(0)))
            places.append(OwnPlace(kept, list(moves), policies[game.seat]))

    played = play_game(table, seed, replicate, watch)
    lost = None
    if _sides(played.game) >= COMPETING:
        won = won_by(played.game, played.reason)
        lost = [seat for seat, share in enumerate(won) if share <= 0]
    guard = blamed(table.own.source.file)
    return [at.seat for at in places], _weighed(places, lost, _luck(seed, replicate), guard)


def _luck(seed: int, replicate: int) -> Random:
    return Random(mix(mix(seed ^ PLAYED_ON) ^ replicate))


def _weighed(
    places: Sequence[DecisionPlace],
    lost: Sequence[int] | None,
    luck: Random,
    guard: AbstractContextManager[None],
) -> Weighed:
    """What GAMES says of a game; lost: who did not win it, None where nobody can make a king."""
    outs, searched, made, weighed, obvious = PlayOuts(luck), 0, 0, 0, 0
    with suppress(RunError), guard:  # a rule may fail where no game went
        if places:
            obvious = int(outs.is_obvious(luck.choice(places)))
            weighed = 1
        if lost is not None:
            made = int(outs.is_kingmade(places, lost))
            searched = 1
    return outs.plays, searched, made, weighed, obvious


def _sides(game: Game) -> int:
    """How many sides compete; 1 where all win together."""
    return 1 if game.TOGETHER else len({game.team(seat) for seat in range(game.players)})
