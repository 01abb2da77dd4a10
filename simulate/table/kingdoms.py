"""Where strategies sit down to Tiny Epic Kingdoms and Ultra Tiny Epic Kingdoms.

Players change seats from game to game: in game r the player in place k of the line-up, with
strategy, skill and faction, sits in seat (k + r) modulo the number of players.  So every player
has every seat equally often, and a strategy is not taken for the seat it sits in.

In a game for one the dummy player of the rules has seat 1; it is asked nothing.
"""

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import types

from simulate.core.compiler import kernel
from simulate.core.streams import fork_streams
from simulate.games.kingdoms.cards.tables import TABLES, Catalogue, build
from simulate.games.kingdoms.end import (
    GAME_ROW,
    REASONS,
    SEAT_ROW,
    fill_game_row,
    fill_seat_row,
)
from simulate.games.kingdoms.facts import TRIGGER_LABELS, facts_of
from simulate.games.kingdoms.log import Teller, move_words, tell
from simulate.games.kingdoms.moves.lists import list_moves
from simulate.games.kingdoms.moves.move import MOVE
from simulate.games.kingdoms.setup import deal
from simulate.games.kingdoms.state.changes import ROW
from simulate.games.kingdoms.state.record import LIMIT_MOVES, OVER, SEATS, STATE, TRIGGERED
from simulate.games.kingdoms.turn import advance, step
from simulate.table import shared
from simulate.table.shared import Kernels, Line, Mind, Seating, note_moves
from strategies.kingdoms.choose import LOOK_AHEAD, MODES, PYTHON, choose_quickly, score
from strategies.kingdoms.expert import choose_by_look_ahead
from strategies.kingdoms.features import describe
from strategies.kingdoms.foresight import choose_by_foresight, foresees, score_played_on
from strategies.kingdoms.hidden import deal_hidden
from strategies.kingdoms.names import JUDGEMENT, MOVE_FEATURES
from strategies.kingdoms.outlook import COUNT, FEATURES, OUTLOOK, ROWS, WEIGHTS

STATE_TYPE = numba.from_dtype(STATE)
TABLES_TYPE = numba.from_dtype(TABLES)
MOVES_TYPE = types.Array(numba.from_dtype(MOVE), 1, "C")
FEATURES_TYPE = types.Array(numba.from_dtype(FEATURES), 1, "C")

# A designer's strategy: choose(s, cards, moves, count, features) -> index of a move.
STRATEGY = types.int64(STATE_TYPE, TABLES_TYPE, MOVES_TYPE, types.int64, FEATURES_TYPE)

BLANK, PLAYED, SEEN = 0, 1, 2  # records of the desk; looking on uses 2, 3 and 4
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
    types.int64,
    NUMBERS_TYPE,
    NUMBERS_TYPE,
)
LOG_ROWS = 16384
BY_PLACE = ("strategy", "skill", "faction")
MIND = Mind(MODES, MOVE_FEATURES, JUDGEMENT)
DUMMY = "dummy"  # what is said of the strategy of the solo dummy
GAME, AT = {name: k for k, name in enumerate(GAME_ROW)}, {n: k for k, n in enumerate(SEAT_ROW)}
TRIGGERS = ("by_meeples", "by_tower", "by_magic")
LATER = ("later_meeples", "later_tower", "later_magic")
SEVERAL, NO_TRIGGER = len(TRIGGERS), len(TRIGGERS) + 1


@dataclass(frozen=True)
class Table:
    """A cell, ready to play: game r is played by seating r modulo their number.

    names: what numbers stand for; setting: levels by place in the line-up.
    """

    game: str
    seatings: tuple[Seating, ...]
    names: Catalogue
    setting: Mapping[str, Any]
    parameters: Mapping[str, Any]

    @property
    def tables(self) -> np.ndarray:
        """The numbers of the game, of the first seating."""
        return self.seatings[0].tables

    @property
    def people(self) -> int:
        return int(self.tables[0]["players"])

    @property
    def seats(self) -> int:
        """Seats with the dummy's."""
        return int(self.tables[0]["seats"])

    def seating(self, replicate: int) -> Seating:
        return self.seatings[replicate % len(self.seatings)]


# Getting ready


def prepare(pack: Any, setting: Mapping[str, Any]) -> Table:
    """Everything a cell needs: the resolved pack's numbers, weights and strategies by seat."""
    rules = pack.rule_values()
    seatings = tuple(
        _seating(pack, rules, shared.turned(setting, BY_PLACE, turn))
        for turn in shared.turns_of(setting, BY_PLACE)
    )
    return Table(pack.game, seatings, Catalogue(pack.cards), setting, rules)


def _seating(pack: Any, rules: Mapping[str, Any], setting: Mapping[str, Any]) -> Seating:
    tables, _ = build(rules, pack.cards, setting)
    weights = np.zeros(SEATS, WEIGHTS)
    choosers = [shared.no_code(STRATEGY)] * SEATS
    for seat, name in enumerate(setting["strategy"]):
        skill = float(setting["skill"][seat])
        shared.fill_weights(weights[seat], MIND, pack, name, skill, len(setting["strategy"]))
        choosers[seat] = shared.chooser_of(pack.strategies[name], pack, STRATEGY)
    dummy = (DUMMY,) if tables[0]["solo"] else ()
    return Seating(tables, weights, tuple(choosers), (*setting["strategy"], *dummy))


def new_desk() -> tuple:
    """Scratch space for playing, one desk a process at work."""
    numbers = np.zeros((ROWS, COUNT))
    return (
        np.zeros(5, STATE),
        np.zeros(LIMIT_MOVES, MOVE),
        np.zeros(LIMIT_MOVES, MOVE),
        np.zeros(2, MOVE),
        np.zeros(2, OUTLOOK),
        numbers.view(FEATURES).reshape(ROWS),
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
    if foresees(s, w):
        return choose_by_foresight(s, cards, w, desk, n)
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
    if foresees(s, w):
        score_played_on(s, cards, w, desk, n, scores[0])


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


def _play_block(tables, weights, desk, choosers, seed, first, every, count, games, seats):
    cards = tables[0]
    for g in range(0, count, every):
        play_game(cards, weights, desk, choosers, seed, first + g, None, None)
        s = desk[0][PLAYED]
        fill_game_row(s, cards, games[g])
        for seat in range(s.seats):
            fill_seat_row(s, cards, seat, seats[g * s.seats + seat])


@functools.cache
def _compiled_block() -> Any:
    """The entry of bulk runs, compiled when first needed for its one signature."""
    return kernel(PLAY_BLOCK)(_play_block)


def play_block(
    table: Table, seed: int, first: int, count: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play games `first` .. `first + count - 1`; columns of `games` and `seats`.

    A text column comes as (codes, labels).  Rows of `seats` go by game, then seat.  Each
    seating plays its own games: every so many, beginning at its first in the block.
    """
    games = np.zeros((count, len(GAME_ROW)), np.int64)
    seats = np.zeros((count * table.seats, len(SEAT_ROW)), np.int64)
    every, desk = len(table.seatings), new_desk()
    for start in range(min(every, count)):
        sitting = table.seating(first + start)
        with shared.watched(sitting) as tables:
            _compiled_block()(
                tables,
                sitting.weights,
                desk,
                sitting.choosers,
                np.uint64(seed),
                first + start,
                every,
                count - start,
                games[start:],
                seats[start * table.seats :],
            )
    return game_columns(table, games, first), seat_columns(table, games, seats, first)


def compile(table: Table) -> None:
    """Compile everything by playing one game."""
    play_block(table, 0, 0, 1)


def has_compiled() -> bool:
    """Whether this version's kernel lies in the cache."""
    return shared.is_compiled("kingdoms._play_block")


# Columns


def game_columns(table: Table, numbers: np.ndarray, first: int) -> dict[str, Any]:
    """Rows of `fill_game_row` as the columns that `facts` declares."""
    columns: dict[str, Any] = {
        "replicate": np.arange(first, first + len(numbers)),
        "won": _won(numbers) if table.tables[0]["solo"] else None,
        "end_reason": (numbers[:, GAME["outcome"]], [REASONS[code] for code in sorted(REASONS)]),
        "trigger": (_trigger(numbers), list(TRIGGER_LABELS)),
        "lost_territory": (numbers[:, GAME["lost_territory"]], table.names.territories),
        "dummy_faction": (numbers[:, GAME["dummy_faction"]], table.names.factions),
    }
    declared = [column.name for column in facts_of(table.game).games_columns]
    numeric = {name: numbers[:, GAME[name]] for name in declared if name in GAME}
    return {name: (numeric | columns)[name] for name in declared if name != "cell"}


def _won(numbers: np.ndarray) -> np.ndarray:
    """Whether the person came first alone; a game cut off is not won."""
    return (numbers[:, GAME["won"]] == 1) & (numbers[:, GAME["outcome"]] == TRIGGERED)


def _trigger(numbers: np.ndarray) -> np.ndarray:
    """Which end condition set the end in motion, as a code of TRIGGER_LABELS.  Rule K-END-5."""
    met = numbers[:, [GAME[name] for name in TRIGGERS]] - numbers[:, [GAME[n] for n in LATER]]
    how_many = met.sum(axis=1)
    codes = np.where(how_many == 1, met.argmax(axis=1), SEVERAL)
    return np.where(how_many == 0, NO_TRIGGER, codes)


def seat_columns(
    table: Table, games: np.ndarray, numbers: np.ndarray, first: int
) -> dict[str, Any]:
    """Rows of `fill_seat_row` as the columns that `facts` declares."""
    rows = np.arange(len(numbers))
    game, seat = rows // table.seats, rows % table.seats
    codes, labels = shared.strategies_of(table.seatings)
    rank, tied = numbers[:, AT["rank"]], numbers[:, AT["tied"]]
    columns: dict[str, Any] = {
        "replicate": first + game,
        "seat": seat,
        "team": seat,
        "strategy": (codes[(first + game) % len(table.seatings), seat], labels),
        "score": numbers[:, AT["score"]].astype(float),
        "rank": rank.astype(float),
        "win_share": np.where(rank == 1, 1.0 / tied, 0.0),
        "faction": (numbers[:, AT["faction"]], table.names.factions),
        "territory": (numbers[:, AT["territory"]], table.names.territories),
        "territory_card": (numbers[:, AT["card"]], table.names.territory_cards),
        "triggered": (games[game, GAME["trigger_seat"]] == seat).astype(np.int64),
    }
    declared = [column.name for column in facts_of(table.game).seats_columns]
    numeric = {name: numbers[:, AT[name]] for name in declared if name in AT}
    return {name: (numeric | columns)[name] for name in declared if name != "cell"}


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
    """Play one game and tell it line by line, as docs/log/kingdoms.md says.

    legal: add to every move all legal moves with their scores; states: add the complete
    state after every line.
    """
    sitting, desk = table.seating(replicate), new_desk()
    teller = Teller(table.names, sitting.tables[0])

    played = shared.replay(
        KERNELS,
        sitting,
        desk,
        (seed, replicate),
        functools.partial(move_words, teller) if legal else None,
    )
    setup = {
        "event": "setup",
        "format": 1,
        "game": table.game,
        "seed": int(seed),
        "replicate": int(replicate),
        "cell": cell,
        "setting": dict(table.setting),
        "strategies": {str(seat): name for seat, name in enumerate(sitting.strategies)},
        "parameters": dict(table.parameters),
        "names": dict(table.names.printed),
        "territory_names": dict(table.names.printed_territories),
        "abilities": dict(table.names.abilities),
        "regions": teller.terrains(played.start),
        "state": teller.state(played.start),
    }
    last = end_line(table, played.end, replicate, cell)
    return shared.told(setup, teller, played, states, last)


def end_line(table: Table, s: Any, replicate: int, cell: int | None) -> Line:
    """The last line: the stored rows, every column."""
    games = np.zeros((1, len(GAME_ROW)), np.int64)
    seats = np.zeros((table.seats, len(SEAT_ROW)), np.int64)
    cards = table.tables[0]
    fill_game_row(s, cards, games[0])
    for seat in range(table.seats):
        fill_seat_row(s, cards, seat, seats[seat])
    rows = seat_columns(table, games, seats, replicate)
    return shared.end_line(cell, game_columns(table, games, replicate), rows)


def story(lines: list[Line]) -> Iterator[str]:
    """A game's lines as a story for people."""
    yield from tell(lines)


def measure(table: Table, seed: int, count: int) -> dict[str, int]:
    """Decisions and listed moves in `count` games, for the benchmark."""
    numbers = np.zeros(2, np.int64)
    sitting = table.seatings[0]
    count_moves(
        sitting.tables[0], sitting.weights, new_desk(), sitting.choosers, seed, count, numbers
    )
    return {"decisions": int(numbers[0]), "candidates": int(numbers[1])}


@kernel
def count_moves(cards, weights, desk, choosers, seed, count, numbers):
    """Count decisions with two or more candidates, and their candidates."""
    for replicate in range(count):
        play_game(cards, weights, desk, choosers, seed, replicate, None, None)
        numbers[0] += desk[0][PLAYED].decisions
        numbers[1] += desk[0][PLAYED].listed
