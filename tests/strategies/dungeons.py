"""Games of Tiny Epic Dungeons for tests of strategies."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from simulate.games.dungeons.cards.vocabulary import SEATS
from simulate.games.dungeons.end import GAME_ROW, SEAT_ROW, fill_game_row, fill_seat_row
from simulate.games.dungeons.state.record import PHASE
from simulate.pack import Pack, load
from simulate.table import dungeons as TABLE
from simulate.table.loop import Desk
from strategies.choice import MODE
from strategies.dungeons.choose import choose_quickly
from strategies.dungeons.foresight import choose_by_foresight
from strategies.dungeons.names import JUDGEMENT, MOVE_FEATURES, STAGES
from strategies.dungeons.outlook import WEIGHTS, own_weights
from tests.rules.dungeons.cell import built
from tests.strategies.dungeons_kernels import GO_ON, PLAYED, play_on

OTHER, ASKED = 2, 3  # records of the desk
ALL_PHASES = (1 << PHASE.OVER) - 1
NEVER = 1 << 40  # decisions to skip
ANY_NUMBER = 0  # of heroes: the weights that hold for all


@cache
def shipped() -> Pack:
    """The shipped game."""
    return load("dungeons")


def weights_of(name: str, skill: float = 1.0, **changes: float) -> np.ndarray:
    """A shipped strategy in every seat at every stage, some of its weights changed."""
    strategy = shipped().strategies[name]
    rows = np.zeros((len(STAGES), SEATS), WEIGHTS)
    rows["mode"] = MODE[strategy.choice]
    rows["skill"] = skill
    for what, number in strategy.look_ahead.items():
        rows[what] = number
    for row, stage in zip(rows, STAGES, strict=True):
        found = shipped().weights(name, ANY_NUMBER, stage) | changes
        for k, feature in enumerate(MOVE_FEATURES):
            row["weight"][:, k] = found.get(feature, 0.0)
        for judgement in JUDGEMENT:
            row[judgement] = found.get(judgement, 0.0)
    return rows.reshape(-1)


def new_desk() -> Desk:
    """Scratch space for playing."""
    return TABLE.new_desk()


@cache
def table_of(heroes: int) -> np.ndarray:
    """The shipped cards and rules for so many heroes, as an array of one record."""
    record, _ = built(heroes)
    array = np.zeros(1, record.dtype)
    array[0] = record
    return array


class Sitting:
    """A table at which all heroes play one strategy; `moves` are those of the seat asked.

    phases: set of the decisions at which a test looks; apart: see `play_on`.
    """

    def __init__(self, weights: np.ndarray, heroes: int) -> None:
        self.cards, self.weights, self.desk = table_of(heroes)[0], weights, new_desk()
        self.states, self.moves = self.desk[:2]
        self.sight = new_desk()  # for playing moves on
        self.phases, self.apart = ALL_PHASES, np.zeros(2, np.int64)

    def own(self, s: Any) -> Any:
        """The weights of the seat that is asked, at this stage of the game."""
        return own_weights(s, self.cards, self.weights, self.moves[0].actor)

    def foresee(self, s: Any, n: int) -> int:
        """What the seat chooses when it plays moves on, on a copy of the table."""
        states, moves = self.sight[:2]
        states[PLAYED] = s
        moves[:n] = self.moves[:n]
        copy, own = states[PLAYED], self.own(s)
        return choose_by_foresight(copy, self.cards, self.weights, own, self.sight, n)

    def choose_alone(self, s: Any, w: Any, n: int) -> int:
        """What a strategy chooses of the `n` moves on a copy of the table, nothing noted before."""
        desk, v = self.desk, self.desk.outlook[1]
        self.states[ASKED] = s
        v.fights_of = 0
        copy, scores = self.states[ASKED], desk.spare[0]
        return choose_quickly(copy, self.cards, w, v, desk.moves, n, desk, scores)

    def play_on(self, seed: int, replicate: int, skip: int, act: int = 1) -> int:
        """Play to the next decision at which a test looks, see `play_on`."""
        by, phases = (np.uint64(seed), replicate), self.phases
        return play_on(self.cards, self.weights, self.desk, *by, skip, phases, act, self.apart)

    def looks(self, seed: int, games: int, every: int = 1, act: int = 1) -> Iterator[Any]:
        """The table and the number of moves at every so many decisions of so many games."""
        for game in range(games):
            n = self.play_on(seed, game, every - 1, act)
            while n:
                yield self.states[PLAYED], n
                n = self.play_on(seed, GO_ON, every - 1, act)


class Played:
    """Finished games: rows of `games`, and of `seats`, by game and seat.

    apart: steps between the first two heroes, on average over decisions, by game.
    """

    def __init__(self, weights: np.ndarray, heroes: int, games: int, seed: int) -> None:
        self.games = np.zeros(games, GAME_ROW)
        self.seats = np.zeros(games * heroes, SEAT_ROW)
        self.apart = np.zeros(games)
        sitting = Sitting(weights, heroes)
        for game in range(games):
            sitting.apart[:] = 0
            sitting.play_on(seed, game, NEVER)
            s, (steps, decisions) = sitting.states[PLAYED], sitting.apart
            self.apart[game] = steps / decisions
            fill_game_row(s, sitting.cards, self.games[game])
            for seat in range(heroes):
                fill_seat_row(s, sitting.cards, seat, self.seats[game * heroes + seat])


def played(name: str, heroes: int = 3, games: int = 400, seed: int = 1, **more: Any) -> Played:
    """Games in which every seat plays one strategy."""
    return Played(weights_of(name, **more), heroes, games, seed)
