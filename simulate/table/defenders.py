"""Where strategies sit down to Tiny Epic Defenders: the compiled loop over a block of games.

Rules and strategies meet here by plain imports.  A designer's own Python strategy is a
compiled function of one fixed signature, passed in a tuple, one for each seat.
"""

import functools
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import types

from simulate.core.compiler import kernel
from simulate.core.streams import fork_streams
from simulate.games.defenders.cards.tables import SEATS, TABLES, Catalogue, build
from simulate.games.defenders.end import GAME_ROW, REASONS, SEAT_ROW, fill_game_row, fill_seat_row
from simulate.games.defenders.facts import FACTS
from simulate.games.defenders.log import Teller, move_words, tell
from simulate.games.defenders.moves.lists import list_moves
from simulate.games.defenders.moves.move import MOVE
from simulate.games.defenders.setup import deal
from simulate.games.defenders.state.changes import ROW
from simulate.games.defenders.state.record import (
    FOE_DEFEATED,
    LIMIT_MOVES,
    OVER,
    SPLIT_POINTS,
    STATE,
)
from simulate.games.defenders.turn import advance, step
from simulate.table import shared
from simulate.table.shared import Kernels, Line, Mind, Seating, note_moves
from strategies.defenders.choose import (
    BY_WEIGHTS,
    LOOK_AHEAD,
    MODES,
    PYTHON,
    choose_quickly,
    score,
)
from strategies.defenders.expert import choose_by_look_ahead
from strategies.defenders.features import COUNT, FEATURES, describe
from strategies.defenders.hidden import deal_hidden
from strategies.defenders.names import JUDGEMENT, MOVE_FEATURES
from strategies.defenders.outlook import OUTLOOK, WEIGHTS
from strategies.defenders.split import choose_split, score_played

STATE_TYPE = numba.from_dtype(STATE)
TABLES_TYPE = numba.from_dtype(TABLES)
MOVES_TYPE = types.Array(numba.from_dtype(MOVE), 1, "C")
FEATURES_TYPE = types.Array(numba.from_dtype(FEATURES), 1, "C")

# A designer's strategy: choose(s, cards, moves, count, features) -> index of a move.
STRATEGY = types.int64(STATE_TYPE, TABLES_TYPE, MOVES_TYPE, types.int64, FEATURES_TYPE)

BLANK, PLAYED, SEEN = 0, 1, 2  # records of the desk; the look-ahead uses 2 and 3
DESK_TYPE = types.Tuple(
    (
        types.Array(STATE_TYPE, 1, "C"),
        MOVES_TYPE,
        MOVES_TYPE,
        MOVES_TYPE,
        types.Array(numba.from_dtype(OUTLOOK), 1, "C"),
        FEATURES_TYPE,
        types.Array(types.float64, 2, "C"),
        types.Array(types.float64, 2, "C"),
    )
)
NUMBERS_TYPE = types.Array(types.int64, 2, "C")
PLAY_BLOCK = types.void(
    types.Array(TABLES_TYPE, 1, "C"),
    types.Array(numba.from_dtype(WEIGHTS), 1, "C"),
    DESK_TYPE,
    types.UniTuple(types.FunctionType(STRATEGY), SEATS),
    types.uint64,
    types.int64,
    types.int64,
    NUMBERS_TYPE,
    NUMBERS_TYPE,
)
LOG_ROWS = 4096
MIND = Mind(MODES, MOVE_FEATURES, JUDGEMENT)


@dataclass(frozen=True)
class Table:
    """A cell, ready to play.

    tables: TABLES[1]; weights: WEIGHTS[4], by seat; names: what numbers stand for;
    choosers: one compiled strategy a seat (a stand-in where the seat needs none).
    """

    tables: np.ndarray
    weights: np.ndarray
    names: Catalogue
    setting: Mapping[str, Any]
    parameters: Mapping[str, Any]
    choosers: tuple[Any, ...]

    @property
    def players(self) -> int:
        return int(self.tables[0]["players"])

    @property
    def sitting(self) -> Seating:
        return Seating(self.tables, self.weights, self.choosers, tuple(self.setting["strategy"]))


# Getting ready


def prepare(pack: Any, setting: Mapping[str, Any]) -> Table:
    """Everything a cell needs: the resolved pack's numbers, weights and strategies by seat."""
    rules = {path: rule.value for path, rule in pack.rules.items()}
    tables, names = build(rules, pack.cards, setting)
    weights = np.zeros(SEATS, WEIGHTS)
    choosers = []
    for seat in range(SEATS):
        own = min(seat, len(setting["strategy"]) - 1)
        name = setting["strategy"][own]
        skill = float(setting["skill"][own])
        shared.fill_weights(weights[seat], MIND, pack, name, skill, setting["players"])
        weights[seat]["mark"] = mark_of(weights[seat])
        choosers.append(shared.chooser_of(pack.strategies[name], pack, STRATEGY))
    return Table(tables, weights, names, setting, rules, tuple(choosers))


def mark_of(row: np.void) -> int:
    """A number for a seat's weights: what is reckoned for one seat holds for its equals."""
    return int.from_bytes(hashlib.blake2b(row.tobytes(), digest_size=7).digest())


def new_desk() -> tuple:
    """Scratch space for playing, one desk a process at work."""
    numbers = np.zeros((LIMIT_MOVES, COUNT))
    return (
        np.zeros(4, STATE),
        np.zeros(LIMIT_MOVES, MOVE),
        np.zeros(LIMIT_MOVES, MOVE),
        np.zeros(2, MOVE),
        np.zeros(2, OUTLOOK),
        numbers.view(FEATURES).reshape(LIMIT_MOVES),
        numbers,
        np.zeros((6, LIMIT_MOVES)),
    )


# The compiled loop


@kernel
def pick(s, cards, weights, desk, choosers, n):
    """Index of the move that the seat takes; its `n` moves stand in desk[1]."""
    _, moves, _, _, outlook, features, numbers, scores = desk
    seat = moves[0].actor
    w = weights[seat]
    if w.mode == LOOK_AHEAD:
        return choose_by_look_ahead(s, cards, weights, w, desk)
    if w.mode == PYTHON:
        return pick_by_code(s, cards, weights, desk, choosers, n)
    if w.mode == BY_WEIGHTS and s.phase == SPLIT_POINTS:
        return choose_split(s, cards, w, desk, n)
    return choose_quickly(s, cards, w, outlook[0], moves, n, features, numbers, scores[0])


@kernel
def pick_by_code(s, cards, weights, desk, choosers, n):
    """Ask a designer's code, which gets the seat's view: what is hidden is dealt anew."""
    states, moves, shown, _, outlook, features, numbers, _ = desk
    seat = moves[0].actor
    states[SEEN] = s
    view = states[SEEN]
    fork_streams(view, s.decisions)
    deal_hidden(view, cards)
    describe(view, cards, weights[seat], outlook[0], moves, n, features, numbers)
    for i in range(n):
        shown[i] = moves[i]
    choice = choosers[seat](view, cards, shown, n, features)
    if choice < 0 or choice >= n:
        raise ValueError("the strategy returned a number that is no move's")
    return choice


@kernel
def weigh(s, cards, weights, desk, n):
    """Scores in desk[7][0] of the `n` legal moves, by the weights of the seat that must choose."""
    _, moves, _, _, outlook, features, numbers, scores = desk
    w = weights[moves[0].actor]
    describe(s, cards, w, outlook[0], moves, n, features, numbers)
    score(w, numbers, n, scores[0])
    if w.mode == BY_WEIGHTS and s.phase == SPLIT_POINTS:
        score_played(s, cards, w, desk, n, scores[0])


@kernel
def play_game(cards, weights, desk, choosers, seed, replicate, log, notes):
    """Play one game from the deal to its end, in desk[0][PLAYED].

    log, notes: what is told of it, and its legal moves (`shared.new_notes`); None in bulk runs.
    """
    states, moves, _, chosen, _, _, _, _ = desk
    states[PLAYED] = states[BLANK]
    s = states[PLAYED]
    deal(s, cards, seed, replicate)
    advance(s, cards, moves, log)
    while s.phase != OVER:
        n = list_moves(s, cards, moves)
        if notes is not None and notes[0].shape[0] > 0:
            weigh(s, cards, weights, desk, n)
            note_moves(s, moves, desk[7][0], n, log[1][0], notes)
        choice = 0
        if n > 1:
            choice = pick(s, cards, weights, desk, choosers, n)
            s.decisions += 1
            s.listed += n
        chosen[0] = moves[choice]
        step(s, cards, chosen[0], moves, log)


def _play_block(tables, weights, desk, choosers, seed, first, count, games, seats):
    cards = tables[0]
    for g in range(count):
        play_game(cards, weights, desk, choosers, seed, first + g, None, None)
        s = desk[0][PLAYED]
        fill_game_row(s, cards, games[g])
        for seat in range(s.players):
            fill_seat_row(s, seat, seats[g * s.players + seat])


@functools.cache
def _compiled_block() -> Any:
    """The entry of bulk runs, compiled when first needed for its one signature."""
    return kernel(PLAY_BLOCK)(_play_block)


def play_block(
    table: Table, seed: int, first: int, count: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play games `first` .. `first + count - 1`; columns of `games` and `seats`.

    A text column comes as (codes, labels).  Rows of `seats` go by game, then seat.
    """
    games = np.zeros((count, len(GAME_ROW)), np.int64)
    seats = np.zeros((count * table.players, len(SEAT_ROW)), np.int64)
    with shared.watched(table.sitting) as tables:
        _compiled_block()(
            tables,
            table.weights,
            new_desk(),
            table.choosers,
            np.uint64(seed),
            first,
            count,
            games,
            seats,
        )
    return game_columns(table, games, first), seat_columns(table, seats, first)


def compile(table: Table) -> None:
    """Compile everything by playing one game."""
    play_block(table, 0, 0, 1)


def has_compiled() -> bool:
    """Whether this version's kernel lies in the cache."""
    return shared.is_compiled("defenders._play_block")


# Columns


def game_columns(table: Table, numbers: np.ndarray, first: int) -> dict[str, Any]:
    """Rows of `fill_game_row` as the columns that `facts` declares."""
    at = {name: numbers[:, k] for k, name in enumerate(GAME_ROW)}
    reasons = [REASONS[code] for code in sorted(REASONS)]
    columns: dict[str, Any] = {
        "replicate": np.arange(first, first + len(numbers)),
        "won": at["outcome"] == FOE_DEFEATED,
        "end_reason": (at["outcome"], reasons),
        "foe": (at["foe"], table.names.foes),
    }
    order = iter(GAME_ROW[9:])
    for column in FACTS.games_columns:
        name = column.name
        if name == "cell" or name in columns:
            continue
        values = at[name] if name in at else at[next(order)]
        if column.dtype == "str":
            columns[name] = (values, ["a", "b"])
        else:
            columns[name] = values.astype(bool) if column.dtype == "bool" else values
    return columns


def seat_columns(table: Table, numbers: np.ndarray, first: int) -> dict[str, Any]:
    """Rows of `fill_seat_row` as the columns that `facts` declares."""
    players = table.players
    rows = np.arange(len(numbers))
    strategies = sorted(set(table.setting["strategy"]))
    codes = [strategies.index(name) for name in table.setting["strategy"]]
    columns: dict[str, Any] = {
        "replicate": first + rows // players,
        "seat": rows % players,
        "team": np.zeros(len(numbers), np.int64),
        "strategy": (np.array(codes)[rows % players], strategies),
        "hero": (numbers[:, 0], table.names.heroes),
        "score": None,
        "rank": None,
        "win_share": None,
    }
    for k, name in enumerate(SEAT_ROW[1:], 1):
        columns[name] = numbers[:, k]
    return columns


# Telling a game

KERNELS = Kernels(STATE, MOVE, ROW, LOG_ROWS, deal, play_game)


def play_logged(
    table: Table,
    seed: int,
    replicate: int,
    cell: int | None = None,
    legal: bool = False,
    states: bool = False,
) -> list[Line]:
    """Play one game and tell it line by line, as docs/log/defenders.md says.

    legal: add to every move all legal moves with their scores; states: add the complete
    state after every line.
    """
    teller, desk = Teller(table.names), new_desk()

    played = shared.replay(
        KERNELS,
        table.sitting,
        desk,
        (seed, replicate),
        functools.partial(move_words, teller) if legal else None,
    )
    setup = {
        "event": "setup",
        "format": 1,
        "game": FACTS.name,
        "seed": int(seed),
        "replicate": int(replicate),
        "cell": cell,
        "setting": dict(table.setting),
        "parameters": dict(table.parameters),
        "names": dict(table.names.printed),
        "state": teller.state(played.start),
    }
    return shared.told(setup, teller, played, states, end_line(table, played.end, replicate, cell))


def new_log() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Space for one game's log: rows, how many, the table after each."""
    return shared.new_log(KERNELS, LOG_ROWS)


def end_line(table: Table, s: Any, replicate: int, cell: int | None) -> Line:
    """The last line: the stored rows, every column."""
    games = np.zeros((1, len(GAME_ROW)), np.int64)
    seats = np.zeros((table.players, len(SEAT_ROW)), np.int64)
    fill_game_row(s, table.tables[0], games[0])
    for seat in range(table.players):
        fill_seat_row(s, seat, seats[seat])
    rows = seat_columns(table, seats, replicate)
    return shared.end_line(cell, game_columns(table, games, replicate), rows)


def story(lines: list[Line]) -> Iterator[str]:
    """A game's lines as a story for people."""
    yield from tell(lines)


def measure(table: Table, seed: int, count: int) -> dict[str, int]:
    """Decisions and listed moves in `count` games, for the benchmark."""
    numbers = np.zeros(2, np.int64)
    desk = new_desk()
    count_moves(table.tables[0], table.weights, desk, table.choosers, seed, count, numbers)
    return {"decisions": int(numbers[0]), "candidates": int(numbers[1])}


@kernel
def count_moves(cards, weights, desk, choosers, seed, count, numbers):
    """Count decisions with two or more candidates, and their candidates."""
    for replicate in range(count):
        play_game(cards, weights, desk, choosers, seed, replicate, None, None)
        numbers[0] += desk[0][PLAYED].decisions
        numbers[1] += desk[0][PLAYED].listed
