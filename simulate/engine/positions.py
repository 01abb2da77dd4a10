"""Positions of played games, and games that are played on from them.

Both are watchers of the compiled loop (`simulate.engine.loop.Observer`), so that no game is
compiled anew for them.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

import numpy as np

from simulate.compiler.kernels import kernel, named
from simulate.core.game.facts import WIN_RATE
from simulate.core.streams import fork_streams
from simulate.engine.game_engine import GameEngine, Match
from simulate.engine.loop import AT_TABLE, NOT_ASKED, PLAYED, Observer

ROOM = 512  # more decisions than most games have
COUNT = 0  # of the first row of what `keep_decisions` finds: how many decisions there were
SEAT, MOVES = range(2)  # of the others: who decides, among how many moves
STAGE, BEGUN, SALT = range(3)  # of the first row of what `play_on` is told
MOVE = 0  # of the others: a move that is tried
LAID = 0  # the record of its workspace from which games are played on
DEALT, FORCED, GOES_ON = range(3)  # stages: a game is dealt next, its first move is due, it runs


def keep_decisions(s, cards, workspace, n, own, listed, answer, found):
    """Lay the table at every decision on own.states, one by one.

    found: int64[1 + room, 2]: COUNT; then SEAT and MOVES of each.
    """
    if answer != NOT_ASKED:
        return answer
    if n > 1:
        found[0, COUNT] += 1
        at = found[0, COUNT]
        if at < found.shape[0]:
            own.states[at - 1] = s
            found[at, SEAT], found[at, MOVES] = workspace.moves[0].actor, n
    return AT_TABLE


def play_on_of(deal_hidden: Any) -> Any:
    """The watcher that puts the table that is LAID in the place of each game that is dealt."""

    def play_on(s, cards, workspace, n, own, listed, answer, told):
        """Each game with luck of its own, and what is hidden dealt anew; first one of the moves.

        told: int64[1 + moves, 3]: STAGE, how many games were BEGUN, the SALT of their luck, the
        same for all moves in turn; then each MOVE.
        """
        if answer != NOT_ASKED:
            return answer
        now, moves = told[0], told.shape[0] - 1
        if n == 0 and now[STAGE] == GOES_ON:
            now[STAGE] = DEALT
        elif n == 0:
            workspace.states[PLAYED] = own.states[LAID]
            for k in range(workspace.outlook.shape[0]):
                workspace.outlook[k] = own.outlook[k]
            fork_streams(s, now[SALT] + now[BEGUN] // moves)
            deal_hidden(s, cards)
            now[BEGUN] += 1
            now[STAGE] = FORCED
        elif n > 1 and now[STAGE] == FORCED:
            now[STAGE] = GOES_ON
            return told[1 + (now[BEGUN] - 1) % moves, MOVE]
        return AT_TABLE

    return play_on


@dataclass(frozen=True)
class TitlePosition:
    """A decision of a game: the table, whose it is, among how many moves; which game that is."""

    state: np.ndarray
    seat: int
    moves: int
    replicate: int


@functools.cache
def _watchers(module: str) -> tuple[Any, Any]:
    """Both, compiled for the game of a table's module; the second bears a name of its own there."""
    engine: GameEngine = import_module(module).ENGINE
    play_on = play_on_of(engine.loop.kernels.deal_hidden)
    play_on = named(play_on, module, f"{module.rpartition('.')[2]}_{play_on.__name__}")
    made = kernel(engine.records.watcher)
    return made(keep_decisions), made(play_on)


def positions(engine: GameEngine, table: Match, seed: int, replicate: int) -> list[TitlePosition]:
    """All decisions of a game."""
    records, room, count = engine.records, 0, ROOM
    watchers = _watchers(engine.module)[:1]
    while count > room:
        room, workspace = count, records.new_workspace()
        own = workspace._replace(states=np.zeros(room, records.state))
        found = np.zeros((1 + room, 2), np.int64)
        watch = Observer(watchers, own, table.seating(replicate).weights[None], found)
        engine.see(table, seed, replicate, watch, workspace)
        count = int(found[0, COUNT])
    told = zip(own.states[:count], found[1:].tolist(), strict=False)
    return [TitlePosition(state, seat, moves, replicate) for state, (seat, moves) in told]


def played_on(
    engine: GameEngine,
    table: Match,
    at: TitlePosition,
    moves: Sequence[int],
    times: int,
    salt: int,
    weights: np.ndarray | None = None,
) -> tuple[np.ndarray, int]:
    """What seats win after each of these moves, in so many games of each, on the same luck.

    weights: of who plays on, by seat; without any those who sit there do.  Returns float64[times,
    moves, seats], of one seat where all win together; and how many decisions that took.
    """
    told, count = np.zeros((1 + len(moves), 3), np.int64), times * len(moves)
    told[0, SALT], told[1:, MOVE] = salt, moves
    seating = table.seating(at.replicate)
    seating = seating if weights is None else replace(seating, weights=weights)
    own = engine.records.new_workspace()
    own.states[LAID] = at.state
    watch = Observer(_watchers(engine.module)[1:], own, seating.weights[None], told)
    games = np.zeros(count, engine.game_row)
    seats = np.zeros(count * table.n_row_seats, engine.seat_row)
    engine.play_seated(
        table, seating, (0, 0), 1, games, seats, engine.records.new_workspace(), watch
    )
    of_games, of_seats = engine.columns(table, games, seats, 0)
    together = table.facts.metric(table.setting) == WIN_RATE
    won = of_games["won"] if together else of_seats["win_share"]
    decisions = int(of_games["decisions"].sum()) - count * int(at.state["decisions"])
    return np.asarray(won, np.float64).reshape(times, len(moves), -1), decisions
