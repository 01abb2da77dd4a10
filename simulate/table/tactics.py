"""Where strategies sit down to Tiny Epic Tactics.

Players change seats from game to game, as in the other games in which seats compete: in game r
the player in place k of the line-up, with strategy, skill and units, sits in seat (k + r) modulo
the number of players.

In adventures each player has a Solo Enemy in the seat behind: it is asked nothing and has no
row.  Seats of the stored rows are those of people.
"""

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import types

from simulate.core.compiler import kernel
from simulate.core.errors import InputError, Problem
from simulate.core.streams import fork_streams
from simulate.games.tactics.cards.codes import CLASS, SPACES
from simulate.games.tactics.cards.tables import TABLES, Catalogue, build
from simulate.games.tactics.cards.vocabulary import AREAS, BOXES, STARTS
from simulate.games.tactics.end import (
    GAME_ROW,
    POINTS,
    SEAT_ROW,
    fill_game_row,
    fill_seat_row,
)
from simulate.games.tactics.facts import FACTS, PLACES, map_names
from simulate.games.tactics.log import Teller, move_words, tell
from simulate.games.tactics.moves.lists import list_moves
from simulate.games.tactics.moves.move import MOVE
from simulate.games.tactics.setup import deal
from simulate.games.tactics.state.changes import ROW
from simulate.games.tactics.state.record import (
    CUT_OFF,
    LIMIT_MOVES,
    LOST_UNITS,
    OVER,
    REASONS,
    SEATS,
    STATE,
    WON,
)
from simulate.games.tactics.turn import advance, step
from simulate.table import shared
from simulate.table.shared import Kernels, Line, Mind, Seating, note_moves
from strategies.tactics.choose import LOOK_AHEAD, MODES, PYTHON, choose_quickly
from strategies.tactics.expert import choose_by_look_ahead
from strategies.tactics.features import COUNT, FEATURES, describe, score
from strategies.tactics.foresight import (
    OWN_VIEWS,
    PLAYED_ON,
    SPARE,
    TRIES,
    choose_by_foresight,
    foresees,
    score_played_on,
)
from strategies.tactics.hidden import deal_hidden
from strategies.tactics.names import JUDGEMENT, MOVE_FEATURES
from strategies.tactics.outlook import OUTLOOK, WEIGHTS

STATE_TYPE = numba.from_dtype(STATE)
TABLES_TYPE = numba.from_dtype(TABLES)
MOVES_TYPE = types.Array(numba.from_dtype(MOVE), 1, "C")
FEATURES_TYPE = types.Array(numba.from_dtype(FEATURES), 1, "C")

# A designer's strategy: choose(s, cards, moves, count, features) -> index of a move.
STRATEGY = types.int64(STATE_TYPE, TABLES_TYPE, MOVES_TYPE, types.int64, FEATURES_TYPE)

BLANK, PLAYED, SEEN = 0, 1, 2  # records of the desk; from 2 on they are used to look ahead
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
BY_PLACE = ("strategy", "skill", "units")
MIND = Mind(MODES, MOVE_FEATURES, JUDGEMENT)
GAME, AT = {name: k for k, name in enumerate(GAME_ROW)}, {n: k for k, n in enumerate(SEAT_ROW)}
DIAGONALS = (0, 1)  # two players: each starts in a corner and in the one opposite


@dataclass(frozen=True)
class Table:
    """A cell, ready to play: game r is played by seating r modulo their number.

    names: what numbers stand for; setting: levels by place in the line-up.
    """

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
    def adventure(self) -> bool:
        return bool(self.tables[0]["time_start"])

    @property
    def apart(self) -> int:
        """How many seats of the table one is further on than the person before."""
        return 2 if self.adventure else 1

    @functools.cached_property
    def map_names(self) -> list[str]:
        """A name for each map that is played on."""
        return map_names(self.setting, len(self.names.realms))

    @functools.cached_property
    def space_names(self) -> list[str]:
        """Every space of every map by its column and row, in the order of `map, space`."""
        spaces = ([*order, *[(0, 0)] * (SPACES - len(order))] for order in self.names.positions)
        return [f"{column},{row}" for order in spaces for column, row in order]

    @property
    def start_names(self) -> list[str]:
        """The starting locations, by number."""
        corners = list(STARTS.values())
        if not self.tables[0]["split_start"]:
            return corners
        return [f"{corners[k]} and {corners[k + 2]}" for k in DIAGONALS]

    def seating(self, replicate: int) -> Seating:
        return self.seatings[replicate % len(self.seatings)]


# Getting ready


def prepare(pack: Any, setting: Mapping[str, Any]) -> Table:
    """Everything a cell needs: the resolved pack's numbers, weights and strategies by seat.

    setting: with `seed`, by which realms are built.
    """
    rules = pack.rule_values()
    turned = [shared.turned(setting, BY_PLACE, t) for t in shared.turns_of(setting, BY_PLACE)]
    try:
        built = [build(rules, pack.cards, each) for each in turned]
    except ValueError as error:
        raise InputError([Problem(f"map = {setting['map']}", str(error))]) from error
    seatings = tuple(
        _seating(pack, tables, each) for (tables, _), each in zip(built, turned, strict=True)
    )
    return Table(seatings, built[0][1], setting, rules)


def _seating(pack: Any, tables: np.ndarray, setting: Mapping[str, Any]) -> Seating:
    weights = np.zeros(SEATS, WEIGHTS)
    choosers = [shared.no_code(STRATEGY)] * SEATS
    apart = int(tables[0]["seats"]) // int(tables[0]["players"])
    for person, name in enumerate(setting["strategy"]):
        seat = person * apart
        skill = float(setting["skill"][person])
        shared.fill_weights(weights[seat], MIND, pack, name, skill, len(setting["strategy"]))
        choosers[seat] = shared.chooser_of(pack.strategies[name], pack, STRATEGY)
    return Seating(tables, weights, tuple(choosers), tuple(setting["strategy"]))


def new_desk() -> tuple:
    """Scratch space for playing, one desk a process at work."""
    numbers = np.zeros((LIMIT_MOVES, COUNT))
    return (
        np.zeros(PLAYED_ON + TRIES, STATE),
        np.zeros(LIMIT_MOVES, MOVE),
        np.zeros(LIMIT_MOVES, MOVE),
        np.zeros(2, MOVE),
        np.zeros(OWN_VIEWS + SEATS, OUTLOOK),
        numbers.view(FEATURES).reshape(LIMIT_MOVES),
        numbers,
        np.zeros((SPARE, LIMIT_MOVES)),
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
    if foresees(s, cards, w):
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
    score(s, cards, w, outlook[0], moves, n, features, numbers, scores[0])
    if foresees(s, cards, w):
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
        apart = cards.seats // cards.players
        for person in range(cards.players):
            fill_seat_row(s, cards, person * apart, seats[g * cards.players + person])


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
    seats = np.zeros((count * table.people, len(SEAT_ROW)), np.int64)
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
                seats[start * table.people :],
            )
    return game_columns(table, games, first), seat_columns(table, games, seats, first)


def compile(table: Table) -> None:
    """Compile everything by playing one game."""
    play_block(table, 0, 0, 1)


def has_compiled() -> bool:
    """Whether this version's kernel lies in the cache."""
    return shared.is_compiled("tactics._play_block")


# Columns


def game_columns(table: Table, numbers: np.ndarray, first: int) -> dict[str, Any]:
    """Rows of `fill_game_row` as the columns that `facts` declares.

    What only adventures have is left out of contests, and the other way round.
    """
    adventure = table.adventure
    by_units = np.isin(numbers[:, GAME["outcome"]], (LOST_UNITS, CUT_OFF))
    trigger = numbers[:, GAME["trigger_turn"]]
    columns: dict[str, Any] = {
        "replicate": np.arange(first, first + len(numbers)),
        "won": numbers[:, GAME["outcome"]] == WON if adventure else None,
        "end_reason": (numbers[:, GAME["outcome"]], list(REASONS)),
        "map": (numbers[:, GAME["realm"]], table.map_names),
        "trigger_turn": _known(trigger, trigger > 0),
        "margin": None if adventure else numbers[:, GAME["margin"]],
        "time_left": _known(numbers[:, GAME["time_left"]], ~by_units) if adventure else None,
        "crystals": numbers[:, GAME["crystals"]] if adventure else None,
    }
    for area in AREAS.values():
        columns[f"secured_{area}"] = numbers[:, GAME[f"{area}_holder"]] >= 0
        columns[f"advances_{area}"] = numbers[:, GAME[f"{area}_advances"]]
    for box in BOXES:
        for what in ("entered", "fallen", "taken"):
            columns[f"{what}_{box}"] = numbers[:, GAME[f"{box}_{what}"]]
        for name in CLASS:
            for what in ("entered", "taken"):
                columns[f"{name}_{what}_{box}"] = numbers[:, GAME[f"{box}_{what}_{name}"]]
    numeric = {name: numbers[:, k] for name, k in GAME.items()}
    return {c.name: (numeric | columns)[c.name] for c in FACTS.games_columns if c.name != "cell"}


def _known(values: np.ndarray, where: np.ndarray) -> Any:
    """Numbers, none of them where they mean nothing."""
    return np.ma.array(values, mask=~where)


def seat_columns(
    table: Table, games: np.ndarray, numbers: np.ndarray, first: int
) -> dict[str, Any]:
    """Rows of `fill_seat_row` as the columns that `facts` declares.

    Nobody has points or a place in an adventure.
    """
    rows = np.arange(len(numbers))
    game, seat = rows // table.people, rows % table.people
    codes, labels = shared.strategies_of(table.seatings)
    columns: dict[str, Any] = {
        "replicate": first + game,
        "seat": seat,
        "strategy": (codes[(first + game) % len(table.seatings), seat], labels),
        "start": (numbers[:, AT["start"]], table.start_names),
        "tactics_held": _cards(numbers[:, AT["tactics_held"]], table.names.tactics),
        "tactics_played": _cards(numbers[:, AT["tactics_played"]], table.names.tactics),
    }
    for column, whose in (
        ("triggered", "trigger_seat"),
        ("artifact_first", "artifact_first"),
        ("artifact_last", "artifact_seat"),
    ):
        columns[column] = games[game, GAME[whose]] == seat * table.apart
    columns |= _standing(table, numbers)
    columns |= _units(table, games[game, GAME["realm"]], numbers)
    numeric = {name: numbers[:, k] for name, k in AT.items()}
    return {c.name: (numeric | columns)[c.name] for c in FACTS.seats_columns if c.name != "cell"}


def _standing(table: Table, numbers: np.ndarray) -> dict[str, Any]:
    """Points, place and share of the win; a team shares its win."""
    names = ("score", "rank", "win_share", *(f"points_{name}" for name in POINTS))
    if table.adventure:
        return dict.fromkeys(names)
    rank, tied = numbers[:, AT["rank"]], numbers[:, AT["tied"]]
    return {
        "score": numbers[:, AT["score"]].astype(float),
        "rank": rank.astype(float),
        "win_share": np.where(rank == 1, 1.0 / tied, 0.0),
    }


def _units(table: Table, realm: np.ndarray, numbers: np.ndarray) -> dict[str, Any]:
    """Which units, and the spaces where they were; no space is no value."""
    columns: dict[str, Any] = {}
    for name in CLASS:
        unit, rival = numbers[:, AT[f"{name}_unit"]], numbers[:, AT[f"{name}_rival"]]
        columns[name] = (unit, table.names.units)
        columns[f"{name}_offered"] = _both(unit, rival, table.names.units)
        for what in PLACES:
            space = numbers[:, AT[f"{name}_{what}"]]
            codes = np.where(space < 0, -1, realm * SPACES + space)
            columns[f"{name}_{what}"] = (codes, table.space_names)
    return columns


def _both(units: np.ndarray, rivals: np.ndarray, names: list[str]) -> tuple[Any, list[str]]:
    """Two units of a class as text: names joined by +; no value where there is no second."""
    low, high = np.minimum(units, rivals).clip(0), np.maximum(units, rivals)
    met, codes = np.unique(low * len(names) + high, return_inverse=True)
    pairs = [divmod(int(pair), len(names)) for pair in met]
    labels = ["+".join(sorted(names[unit] for unit in pair)) for pair in pairs]
    return np.where(rivals < 0, -1, codes), labels


def _cards(sets: np.ndarray, names: list[str]) -> tuple[np.ndarray, list[str]]:
    """Sets of cards (bits) as text: names joined by +."""
    met, codes = np.unique(sets, return_inverse=True)
    return codes, [
        "+".join(name for k, name in enumerate(names) if (int(bits) >> k) & 1) for bits in met
    ]


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
    """Play one game and tell it line by line, as docs/log/tactics.md says.

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
        "game": FACTS.name,
        "seed": int(seed),
        "replicate": int(replicate),
        "cell": cell,
        "setting": dict(table.setting),
        "strategies": {str(i * table.apart): who for i, who in enumerate(sitting.strategies)},
        "parameters": dict(table.parameters),
        "names": dict(table.names.printed),
        "abilities": dict(table.names.abilities),
        "map": teller.map(played.start),
        "state": teller.state(played.start),
    }
    last = end_line(table, played.end, replicate, cell)
    return shared.told(setup, teller, played, states, last)


def end_line(table: Table, s: Any, replicate: int, cell: int | None) -> Line:
    """The last line: the stored rows, every column."""
    games = np.zeros((1, len(GAME_ROW)), np.int64)
    seats = np.zeros((table.people, len(SEAT_ROW)), np.int64)
    cards = table.tables[0]
    fill_game_row(s, cards, games[0])
    for person in range(table.people):
        fill_seat_row(s, cards, person * table.apart, seats[person])
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
