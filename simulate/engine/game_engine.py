"""The game engine: how games of every title are played, stored and replayed.

Each game's table (`engine.defenders` and so on) makes one of these of its kernels.  `simulate.run`
asks it to prepare a cell (the match setup: pack, seats, policies), to play a block of games and
hand its rows back, to play turn by turn, and to tell one game as an event log.  Which move is
made follows from the kernels; a change here changes rows of all games.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from simulate.compiler.jit import numba
from simulate.compiler.kernels import kernel
from simulate.core.game.facts import Column, Facts
from simulate.engine import replays, shared
from simulate.engine.line_up import coded, place_in, told_line_up
from simulate.engine.loop import (
    KEPT,
    PLAYED,
    Kernels,
    Loop,
    MoveBuffer,
    Observer,
    Workspace,
    keep_turns,
    look_on,
    loop_of,
)
from simulate.engine.shared import SeatAssignment, StrategySpec
from simulate.engine.stored_row import Line, end_line
from simulate.mechanics.event_serializer import EventSerializer
from simulate.mechanics.log import new_log

types: Any = numba.types
TURNS = 256  # more turns than most games have


@dataclass(frozen=True)
class Match:
    """A cell, ready to play: game r is played by seating r modulo their number, and its deal is
    that of as many games as `rotations` says, one after another.

    facts: of the game; names: what numbers stand for; setting: levels by place in the line-up;
    n_row_seats: how many seats leave a row; seat_stride: how many seats of the table one such seat
    is further on than the last.
    """

    facts: Facts
    seatings: tuple[SeatAssignment, ...]
    names: Any
    setting: Mapping[str, Any]
    parameters: Mapping[str, Any]

    @property
    def game(self) -> str:
        return self.facts.name

    @property
    def tables(self) -> np.ndarray:
        """The numbers of the game, of the first seating."""
        return self.seatings[0].tables

    @property
    def weights(self) -> np.ndarray:
        """The weights of the first seating, by seat."""
        return self.seatings[0].weights

    @property
    def choosers(self) -> tuple[Any, ...]:
        """A designer's code of the first seating, by seat."""
        return self.seatings[0].choosers

    @property
    def people(self) -> int:
        return int(self.tables[0]["players"])

    @property
    def n_row_seats(self) -> int:
        return self.people

    @property
    def seat_stride(self) -> int:
        return 1

    def turn(self, replicate: Any) -> Any:
        """By how many seats the players have moved on in a game."""
        return replicate % len(self.seatings)

    @functools.cached_property
    def rotations(self) -> int:
        """In how many games each deal is played (`Facts.rotations`)."""
        return self.facts.rotations(self.setting)

    def seating(self, replicate: int) -> SeatAssignment:
        return self.seatings[int(self.turn(replicate))]

    def deal(self, replicate: int) -> int:
        """The number of a game's deal, which selects its random numbers."""
        return replicate // self.rotations


@dataclass(frozen=True)
class Records:
    """Dtypes and sizes of the workspace.

    limit: legal moves; rows: of features, `count` numbers each; states, outlooks,
    spare: how many.
    """

    state: np.dtype
    tables: np.dtype
    weights: np.dtype
    move: np.dtype
    outlook: np.dtype
    features: np.dtype
    log: np.dtype
    count: int
    limit: int
    seats: int
    states: int = 4
    outlooks: int = 2
    spare: int = 6
    rows: int | None = None

    @property
    def strategy(self) -> Any:
        """A designer's strategy: choose(s, cards, moves, count, features) -> index of a move."""
        state, tables, move, features = _types(self.state, self.tables, self.move, self.features)
        moves, described = types.Array(move, 1, "C"), types.Array(features, 1, "C")
        return types.int64(state, tables, moves, types.int64, described)

    def spec(self, features: Iterable[str], judgement: Iterable[str]) -> StrategySpec:
        """What a strategy of the game is made of."""
        return StrategySpec(features, judgement, self.weights, self.seats, self.strategy)

    def play_block(self, game_row: np.dtype, seat_row: np.dtype) -> Any:
        """The signature of `Loop.play_block`."""
        tables, weights, games, seats = _types(self.tables, self.weights, game_row, seat_row)
        return types.void(
            types.Array(tables, 1, "C"),
            types.Array(weights, 1, "C"),
            self._workspace_type(),
            types.UniTuple(types.FunctionType(self.strategy), self.seats),
            types.uint64,
            *[types.int64] * 6,
            types.Array(games, 1, "C"),
            types.Array(seats, 1, "C"),
            numba.from_dtype(self.log),
            self._move_buffer_type(),
            self._watch_type(),
        )

    def fill_rows(self, game_row: np.dtype, seat_row: np.dtype) -> Any:
        """The signature of `Loop.fill_rows`."""
        kinds = _types(self.tables, self.state, game_row, seat_row)
        tables, states, games, seats = [types.Array(kind, 1, "C") for kind in kinds]
        return types.void(tables, states, *[types.int64] * 3, games, seats)

    @property
    def watcher(self) -> Any:
        """The signature of a watcher (`loop.Observer`)."""
        state, tables = _types(self.state, self.tables)
        workspace, counts = self._workspace_type(), types.Array(types.int64, 2, "C")
        int64 = types.int64
        return int64(state, tables, workspace, int64, workspace, int64, int64, counts)

    def _workspace_type(self) -> Any:
        kinds = _types(self.state, *[self.move] * 3, self.outlook, self.features)
        lists = [types.Array(kind, 1, "C") for kind in kinds]
        numbers = [types.Array(types.float64, 2, "C")] * 2
        return types.NamedTuple([*lists, *numbers, numba.from_dtype(self.log)], Workspace)

    def _move_buffer_type(self) -> Any:
        state, move = _types(self.state, self.move)
        kinds = ((state, 1), (types.int64, 2), (move, 1), (types.float64, 1), (types.int64, 1))
        return types.NamedTuple([types.Array(kind, many, "C") for kind, many in kinds], MoveBuffer)

    def _watch_type(self) -> Any:
        (weights,) = _types(self.weights)
        watchers = types.UniTuple(types.FunctionType(self.watcher), 1)
        policies, counts = [types.Array(kind, 2, "C") for kind in (weights, types.int64)]
        return types.NamedTuple([watchers, self._workspace_type(), policies, counts], Observer)

    def new_workspace(self) -> Workspace:
        """Scratch space for playing, one workspace a process at work."""
        rows = self.rows or self.limit
        numbers = np.zeros((rows, self.count))
        return Workspace(
            states=np.zeros(self.states, self.state),
            moves=np.zeros(self.limit, self.move),
            tried=np.zeros(self.limit, self.move),
            chosen=np.zeros(2, self.move),
            outlook=np.zeros(self.outlooks, self.outlook),
            features=numbers.view(self.features).reshape(rows),
            numbers=numbers,
            spare=np.zeros((self.spare, self.limit)),
            silent=new_log(self.log, on=False),
        )


def _types(*records: np.dtype) -> list[Any]:
    return [numba.from_dtype(record) for record in records]


def declared(
    columns: Iterable[Column], rows: np.ndarray, names: Any, made: Mapping[str, Any]
) -> dict[str, Any]:
    """The columns that a game declares, in that order: `made` ones, and those that its rows hold.

    names: what codes stand for.  The cell is known where columns are stored.
    """
    return {
        column.name: made[column.name] if column.name in made else _held(column, rows, names)
        for column in columns
        if column.name != "cell"
    }


def _held(column: Column, rows: np.ndarray, names: Any) -> Any:
    """A column as it stands in the rows."""
    several: Any = rows[column.field or column.name]
    values = several[(slice(None), *column.at)]
    if column.dtype == "str":
        labels = column.labels
        return values, getattr(names, labels) if isinstance(labels, str) else labels
    return values.astype(column.dtype) if column.dtype in ("bool", "float64") else values


class Sat(NamedTuple):
    """Where the rows of `seats` come from: which of the games in hand it was, and which seat."""

    game: np.ndarray
    seat: np.ndarray


def seats_of(table: Match, rows: np.ndarray, sat: Sat, first: int) -> dict[str, Any]:
    """What rows of `seats` hold in every game: who sat where, and how each fared.

    Who plays together has no scores.  Else the rows say in which place a seat came and how many
    share it; a seat is a team of its own where they do not say its team.
    """
    turn = table.turn(first + sat.game)
    strategies, names = coded([each.strategies for each in table.seatings])
    skills, levels = coded([each.skills for each in table.seatings])
    place = place_in(sat.seat, turn, table.people)
    columns = {
        "replicate": first + sat.game,
        "seat": sat.seat,
        "strategy": (strategies[turn, sat.seat], names),
        "skill": (skills[turn, sat.seat], levels),
        "place": np.ma.array(place, mask=sat.seat >= table.people),  # who is no player has none
    }
    if table.facts.cooperative:
        return columns | dict.fromkeys(("score", "rank", "win_share")) | {"team": 0 * sat.seat}
    columns["win_share"] = np.where(rows["rank"] == 1, 1.0 / rows["tied"], 0.0)
    return columns if "team" in (rows.dtype.names or ()) else columns | {"team": sat.seat}


def _standing(facts: Facts, states: np.ndarray) -> np.ndarray:
    """Of each table the sum of every declared field, and the largest of those in it."""
    names = [(name, f"{name}_most") for name in facts.standing]
    sums = np.zeros(len(states), [(name, np.int64) for both in names for name in both])
    for name, most in names:
        values = states[name].reshape(len(states), -1)
        sums[name], sums[most] = values.sum(axis=1), values.max(axis=1)
    return sums


@dataclass(frozen=True)
class GameEngine:
    """What a game gives, and what follows from it.

    module: name of the game's table; kernels: of the game; game_row, seat_row: records that a game
    and a seat leave; game_columns(table, games), seat_columns(table, games, seats,
    sat): columns that `facts` declares and that are not simply in the rows; serializer: of its log;
    tell: lines as a story; head(table, teller, start): what else the set-up line says.
    """

    module: str
    kernels: Kernels
    records: Records
    game_row: np.dtype
    seat_row: np.dtype
    game_columns: Callable[[Any, np.ndarray], dict[str, Any]]
    seat_columns: Callable[[Any, np.ndarray, np.ndarray, Sat], dict[str, Any]]
    serializer: type[EventSerializer]
    tell: Callable[[list[Line]], Iterator[str]]
    head: Callable[[Any, Any, np.record], Line] = lambda table, teller, start: {}

    def teller(self, table: Match, seating: SeatAssignment) -> EventSerializer:
        """Who tells the lines of a game."""
        return self.serializer(table.names, seating.tables[0])

    def doors(self) -> dict[str, Any]:
        """What the module of the game's table has under its own name.

        What the loop is made of is found in the cache again by it.
        """
        made = ["ask_code", "pick", "weigh", "take_watched", "play_game"]
        ours = [
            "play_block", "compile", "has_compiled", "play_turns", "has_compiled_turns",
            "play_logged", "story", "measure", "new_log",
        ]  # fmt: skip
        return {
            "new_workspace": self.records.new_workspace,
            **{name: getattr(self.loop, name) for name in made},
            **{name: getattr(self, name) for name in ours},
        }

    @functools.cached_property
    def loop(self) -> Loop:
        """The compiled loop over games, made of the game's kernels."""
        return loop_of(self.module, self.kernels)

    @functools.cached_property
    def _block(self) -> Any:
        """The entry of all games, compiled when first needed for its one signature."""
        signature = self.records.play_block(self.game_row, self.seat_row)
        return kernel(signature)(self.loop.play_block)

    @functools.cached_property
    def _look_on(self) -> Any:
        """The watcher of games that are only played, or given up when they take too long."""
        return kernel(self.records.watcher)(look_on)

    @functools.cached_property
    def _keep_turns(self) -> Any:
        """The watcher of games that are seen turn by turn."""
        return kernel(self.records.watcher)(keep_turns)

    @functools.cached_property
    def _fill_rows(self) -> Any:
        """What reads rows off tables, compiled when first needed for its one signature."""
        signature = self.records.fill_rows(self.game_row, self.seat_row)
        return kernel(signature)(self.loop.fill_rows)

    @property
    def tape(self) -> replays.ReplaySpec:
        """What a replay needs."""
        records, deal = self.records, self.loop.kernels.deal
        return replays.ReplaySpec(
            state=records.state, move=records.move, log=records.log, deal=deal, play=self._play
        )

    def _play(
        self,
        tables: np.ndarray,
        seating: SeatAssignment,
        workspace: Workspace,
        game: tuple[int, int],
        log: np.record,
        move_buffer: MoveBuffer,
        watch: Observer | None = None,
    ) -> None:
        """Play game (seed, deal) in workspace.states[PLAYED]."""
        who, (seed, deal) = (tables, seating.weights, workspace, seating.choosers), game
        rows = np.zeros(1, self.game_row), np.zeros(0, self.seat_row)
        shown = watch or self._unwatched(seating, workspace)
        self._block(*who, np.uint64(seed), deal, 1, 1, 1, 0, 1, *rows, log, move_buffer, shown)

    def _unwatched(self, seating: SeatAssignment, workspace: Workspace) -> Observer:
        """The watch of games that nobody is shown."""
        return Observer(
            (self._look_on,), workspace, seating.weights[None], np.zeros((0, 2), np.int64)
        )

    def watch(
        self, table: Match, game: tuple[int, int], watch: Observer | None = None
    ) -> np.record:
        """Play game (seed, deal) of the first seating before a watcher; the table at its
        end, a record of STATE.
        """
        workspace, seating = self.records.new_workspace(), table.seatings[0]
        with shared.watched(seating) as tables:
            off = replays.new_move_buffer(self.tape, 0, 0)
            self._play(tables, seating, workspace, game, workspace.silent, off, watch)
        played: np.record = workspace.states[PLAYED]
        return played

    def play_block(
        self, table: Match, seed: int, first: int, count: int
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Play games `first` .. `first + count - 1`; columns of `games` and `seats`.

        A text column comes as (codes, labels).  Rows of `seats` go by game, then seat.  Each
        seating plays its own games: every so many, beginning at its first in the block.
        """
        games = np.zeros(count, self.game_row)
        seats = np.zeros(count * table.n_row_seats, self.seat_row)
        every, workspace = len(table.seatings), self.records.new_workspace()
        for start in range(min(every, count)):
            seating = table.seating(first + start)
            rows = games[start:], seats[start * table.n_row_seats :]
            self.play_seated(table, seating, (seed, table.deal(first + start)), every, *rows,
                             workspace, self._unwatched(seating, workspace))  # fmt: skip
        return self.columns(table, games, seats, first)

    def play_seated(
        self,
        table: Match,
        seating: SeatAssignment,
        game: tuple[int, int],
        every: int,
        games: np.ndarray,
        seats: np.ndarray,
        workspace: Workspace,
        watch: Observer,
    ) -> None:
        """Play games of one seating from game (seed, deal) on: every so many of those that the
        rows `games` and `seats` have room for.
        """
        off = replays.new_move_buffer(self.tape, 0, 0)
        with shared.watched(seating) as tables:
            self._block(
                tables,
                seating.weights,
                workspace,
                seating.choosers,
                np.uint64(game[0]),
                game[1],
                every,
                every // table.rotations,
                len(games),
                table.n_row_seats,
                table.seat_stride,
                games,
                seats,
                workspace.silent,
                off,
                watch,
            )

    def play_turns(
        self, table: Match, seed: int, first: int, count: int
    ) -> tuple[np.ndarray, dict[str, Any], dict[str, Any], dict[str, np.ndarray]]:
        """Play the same games seen turn by turn.

        Returns the game of every row; the columns of `games` and `seats` as they would stand if
        the game ended at the first decision of each turn, a row of `games` for each turn; and how
        the table stands then, by what the game declares of it.
        """
        workspace, room = self.records.new_workspace(), TURNS
        own = workspace._replace(states=np.zeros(room, self.records.state))
        played = []
        for game in range(first, first + count):
            turns = self._see_turns(table, (seed, game), workspace, own)
            if turns > len(own.states):
                own = own._replace(states=np.zeros(2 * turns, self.records.state))
                self._see_turns(table, (seed, game), workspace, own)
            rows = self._rows_of(table, own.states, turns, game)
            played.append((*rows, _standing(table.facts, own.states[:turns])))
        games, seats, standing = (np.concatenate(rows) for rows in zip(*played, strict=True))
        which = np.repeat(np.arange(first, first + count), [len(rows) for rows, *_ in played])
        stood = {name: standing[name] for name in standing.dtype.names or ()}
        return which, *self.columns(table, games, seats, first), stood

    def _see_turns(
        self, table: Match, game: tuple[int, int], workspace: Workspace, own: Workspace
    ) -> int:
        """Play a game, its turns laid on own.states; how many there are."""
        (seed, replicate), counts = game, np.zeros((1, 2), np.int64)
        watch = Observer((self._keep_turns,), own, table.seating(replicate).weights[None], counts)
        self.see(table, seed, replicate, watch, workspace)
        return int(counts[0, KEPT])

    def see(
        self, table: Match, seed: int, replicate: int, watch: Observer, workspace: Workspace
    ) -> None:
        """Play a game before a watcher, in workspace.states[PLAYED]."""
        seating, deal = table.seating(replicate), table.deal(replicate)
        with shared.watched(seating) as tables:
            off = replays.new_move_buffer(self.tape, 0, 0)
            self._play(tables, seating, workspace, (seed, deal), workspace.silent, off, watch)

    def _rows_of(
        self, table: Match, states: np.ndarray, count: int, game: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """The rows that the first `count` tables would leave."""
        games, seats = (
            np.zeros(count, self.game_row),
            np.zeros(count * table.n_row_seats, self.seat_row),
        )
        tables = table.seating(game).tables
        self._fill_rows(tables, states, count, table.n_row_seats, table.seat_stride, games, seats)
        return games, seats

    def columns(
        self, table: Match, games: np.ndarray, seats: np.ndarray, first: int
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Rows, from game `first` on, as the columns that `facts` declares."""
        sat = Sat(*np.divmod(np.arange(len(seats)), table.n_row_seats))
        of_games = {"replicate": np.arange(first, first + len(games))}
        of_seats = seats_of(table, seats, sat, first)
        of_games |= self.game_columns(table, games)
        of_seats |= self.seat_columns(table, games, seats, sat)
        return (
            declared(table.facts.games_columns, games, table.names, of_games),
            declared(table.facts.seats_columns, seats, table.names, of_seats),
        )

    def compile(self, table: Match) -> None:
        """Compile everything by playing one game."""
        self.play_block(table, 0, 0, 1)

    def has_compiled(self) -> bool:
        """Whether this version's kernel is in the cache."""
        return shared.is_compiled(self.loop.play_block)

    def has_compiled_turns(self) -> bool:
        """Whether the kernel that follows games turn by turn is in the cache, too."""
        return shared.is_compiled(self.loop.fill_rows)

    def play_logged(
        self,
        table: Match,
        seed: int,
        replicate: int,
        cell: int | None = None,
        legal: bool = False,
        states: bool = False,
        patience: tuple[int, int] | None = None,
    ) -> list[Line]:
        """Play one game and tell it line by line, as the pages in docs/log say.

        legal: add to every move all legal moves with their scores; states: add the complete
        state after every line; patience: how much is played before the game is given up with
        GivenUp, and how much of that a decision takes (a move takes 1).
        """
        seating = table.seating(replicate)
        teller = self.teller(table, seating)
        words = teller.decision if legal else None
        workspace = self.records.new_workspace()
        watch = self._unwatched(seating, workspace)
        if patience is not None:
            watch = watch._replace(counts=np.array([patience]))
        game = seed, table.deal(replicate)
        played = replays.replay(self.tape, seating, workspace, game, words, watch)
        setup = {
            "event": "setup",
            "format": 1,
            "game": table.game,
            "seed": int(seed),
            "replicate": int(replicate),
            "cell": cell,
            "setting": dict(table.setting),
            **told_line_up(
                seating.strategies, seating.skills, table.turn(replicate), table.seat_stride
            ),
            "parameters": dict(table.parameters),
            "names": dict(table.names.printed),
            **self.head(table, teller, played.start),
            "state": teller.state(played.start),
        }
        last = self.end_line(table, played.end, replicate, cell)
        return replays.told(setup, teller, played, states, last)

    def new_log(self) -> np.record:
        """Space for one game's log."""
        log: np.record = new_log(self.records.log)
        return log

    def end_line(self, table: Match, s: np.record, replicate: int, cell: int | None) -> Line:
        """The last line: the stored rows, every column."""
        games, seats = np.zeros(1, self.game_row), np.zeros(table.n_row_seats, self.seat_row)
        cards = table.tables[0]
        self.loop.kernels.fill_game_row(s, cards, games[0])
        for k in range(table.n_row_seats):
            self.loop.kernels.fill_seat_row(s, cards, k * table.seat_stride, seats[k])
        return end_line(cell, *self.columns(table, games, seats, replicate))

    def story(self, lines: list[Line]) -> Iterator[str]:
        """A game's lines as a story for people."""
        yield from self.tell(lines)

    def measure(self, table: Match, seed: int, count: int) -> dict[str, int]:
        """Decisions and listed moves in `count` games, for the benchmark."""
        played = [self.watch(table, (seed, replicate)) for replicate in range(count)]
        return {
            "decisions": sum(int(s.decisions) for s in played),
            "candidates": sum(int(s.listed) for s in played),
        }
