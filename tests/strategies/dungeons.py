"""Games of Tiny Epic Dungeons for tests of strategies."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from simulate.games.dungeons.end import GAME_ROW, SEAT_ROW, fill_game_row, fill_seat_row
from simulate.games.dungeons.moves.lists import list_moves
from simulate.games.dungeons.moves.move import MOVE
from simulate.games.dungeons.moves.places import walking_distance
from simulate.games.dungeons.setup import deal
from simulate.games.dungeons.state.record import LIMIT_MOVES, OVER, SEATS, STATE
from simulate.games.dungeons.turn import advance, step
from strategies.dungeons.choose import MODES, choose_quickly
from strategies.dungeons.features import COUNT, FEATURES
from strategies.dungeons.foresight import choose_by_foresight
from strategies.dungeons.names import JUDGEMENT, MOVE_FEATURES, STAGES
from strategies.dungeons.outlook import OUTLOOK, WEIGHTS, own_weights
from tests.rules.dungeons.cell import built, read

Look = Callable[[Any, int], Any]
BLANK, PLAYED, OTHER, ASKED = range(4)  # records of the desk
GAME = {name: k for k, name in enumerate(GAME_ROW)}
SEAT = {name: k for k, name in enumerate(SEAT_ROW)}


def named() -> dict[str, Any]:
    """The shipped strategies by name."""
    return read("strategies.toml")


def weights_of(name: str, skill: float = 1.0, **changes: float) -> np.ndarray:
    """A shipped strategy in every seat at every stage, some of its weights changed."""
    strategy = named()[name]
    own = strategy if strategy.get("weights") else named()["balanced"]
    rows = np.zeros((len(STAGES), SEATS), WEIGHTS)
    rows["mode"] = MODES[strategy["choice"]]
    rows["skill"] = skill
    for what, number in strategy.get("look_ahead", {}).items():
        rows[what] = number
    for row, stage in zip(rows, STAGES, strict=True):
        found = own["weights"] | own.get("by_stage", {}).get(stage, {}) | changes
        for k, feature in enumerate(MOVE_FEATURES):
            row["weight"][:, k] = found.get(feature, 0.0)
        for judgement in JUDGEMENT:
            row[judgement] = found.get(judgement, 0.0)
    return rows.reshape(-1)


def new_desk() -> tuple[Any, ...]:
    """Scratch space for playing."""
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


@cache
def table_of(heroes: int) -> np.ndarray:
    """The shipped cards and rules for so many heroes, as an array of one record."""
    record, _ = built(heroes)
    array = np.zeros(1, record.dtype)
    array[0] = record
    return array


class Sitting:
    """A table at which all heroes play one strategy; `moves` are those of the seat asked."""

    def __init__(self, weights: np.ndarray, heroes: int) -> None:
        self.cards, self.weights, self.desk = table_of(heroes)[0], weights, new_desk()
        self.states, self.moves, self.scratch, self.chosen = self.desk[:4]
        self.sight = new_desk()  # for playing moves on

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

    def choose(self, s: Any, w: Any, n: int) -> int:
        """What a strategy chooses of the `n` moves."""
        _, moves, _, _, outlook, features, numbers, scores = self.desk
        return choose_quickly(s, self.cards, w, outlook[0], moves, n, features, numbers, scores[0])

    def choose_alone(self, s: Any, w: Any, n: int) -> int:
        """The same on a copy of the table, with nothing noted before."""
        self.states[ASKED] = s
        self.desk[4][0].fights_of = 0
        return self.choose(self.states[ASKED], w, n)

    def play(self, seed: int, replicate: int, look: Look | None = None) -> Any:
        """Play one game; `look` is called with the table and the number of moves of a decision."""
        self.states[PLAYED] = self.states[BLANK]
        s = self.states[PLAYED]
        deal(s, self.cards, np.uint64(seed), replicate)
        advance(s, self.cards, self.scratch, None)
        while s.phase != OVER:
            n, choice = list_moves(s, self.cards, self.moves), 0
            if n > 1:
                if look:
                    look(s, n)
                choice = self.choose(s, self.own(s), n)
            self.chosen[0] = self.moves[choice]
            step(s, self.cards, self.chosen[0], self.scratch, None)
        return s


class Played:
    """Finished games: `game` and `seat` give a column by its name.

    apart: steps between the first two heroes, on average over decisions, by game.
    """

    def __init__(self, weights: np.ndarray, heroes: int, games: int, seed: int) -> None:
        self.games = np.zeros((games, len(GAME_ROW)), np.int64)
        self.seats = np.zeros((games * heroes, len(SEAT_ROW)), np.int64)
        self.apart = np.zeros(games)
        sitting = Sitting(weights, heroes)
        for game in range(games):
            apart: list[int] = []
            s = sitting.play(seed, game, lambda s, _, found=apart: found.append(steps_apart(s)))
            self.apart[game] = np.mean(apart)
            fill_game_row(s, sitting.cards, self.games[game])
            for seat in range(heroes):
                fill_seat_row(s, sitting.cards, seat, self.seats[game * heroes + seat])

    def game(self, name: str) -> np.ndarray:
        return self.games[:, GAME[name]]

    def seat(self, name: str) -> np.ndarray:
        return self.seats[:, SEAT[name]]


def steps_apart(s: Any) -> int:
    """Steps between the first two heroes, a dozen at most."""
    return min(12, walking_distance(s, s.place[0], s.place[1]))


def played(name: str, heroes: int = 3, games: int = 400, seed: int = 1, **more: Any) -> Played:
    """Games in which every seat plays one strategy."""
    return Played(weights_of(name, **more), heroes, games, seed)
