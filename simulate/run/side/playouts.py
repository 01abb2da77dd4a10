"""What a decision is worth, by games that are played on from it.

Each is dealt anew where the seat does not see it.  All go on by the features of who decides, as in
a look-ahead (`simulate.own.players`), or as the quickest player of a title.  Of what the first
games choose fresh ones tell the size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Any, Protocol

import numpy as np

from simulate.core.game.facts import WIN_RATE
from simulate.engine.game_engine import GameEngine, Match
from simulate.engine.positions import TitlePosition, played_on
from simulate.own.game import Game
from simulate.own.luck import GameLuck
from simulate.own.players import Policy, play_on, supposed
from simulate.own.rows import won_by

FIRST, AGAIN = 50, 100  # games from each move; fresh ones from the two that differ most
MOST_MOVES = 8  # of a decision that are tried; of more, as many at random
HOPELESS, SWING = 0.02, 0.2  # no chance to win; how far the win moves between others
SCREEN = SWING / 2  # by which moves must differ at first to be tried again
CLEAR = 0.1  # by which the best move of an obvious decision is ahead

STEP = 10  # games of a title that are played at once from each move

Won = dict[int, list[float]]  # by move, what each seat won in all


class DecisionPlace(Protocol):
    """A decision of a seat, among how many moves at a table of how many seats."""

    @property
    def seat(self) -> int: ...
    @property
    def seats(self) -> int: ...
    @property
    def count(self) -> int: ...

    def won(
        self, which: Sequence[int], times: int, luck: Random, most: float
    ) -> tuple[Won | None, int]:
        """What all won after each of these moves, all on the same guesses; and how many moves that
        took.  None as soon as the seat has won so often.
        """
        ...


@dataclass(frozen=True)
class OwnPlace:
    """One of an own game: the table before it, its moves, and how the seat plays."""

    game: Game
    moves: Sequence[Any]
    policy: Policy

    @property
    def seat(self) -> int:
        return self.game.seat

    @property
    def seats(self) -> int:
        return self.game.players

    @property
    def count(self) -> int:
        return len(self.moves)

    def won(
        self, which: Sequence[int], times: int, luck: Random, most: float
    ) -> tuple[Won | None, int]:
        """As of `DecisionPlace`."""
        won: Won = {k: [0.0] * self.seats for k in which}
        plays = 0
        for _ in range(times):
            dealt = supposed(self.game, self.seat, Random(luck.getrandbits(32)))
            salt = luck.getrandbits(32)
            for k in which:
                guess = Random(salt)
                tried = dealt.copy(GameLuck.guessed(guess))
                tried.play(self.moves[k])
                plays += 1 + play_on(tried, self.policy.quick, guess)
                won[k] = [a + b for a, b in zip(won[k], won_by(tried, tried.over()), strict=True)]
                if won[k][self.seat] >= most:
                    return None, plays
        return won, plays


@dataclass(frozen=True)
class TitlePlace:
    """One of a title; weights: of who plays on, by seat."""

    engine: GameEngine
    table: Match
    at: TitlePosition
    weights: np.ndarray

    @property
    def together(self) -> bool:
        """Whether all win or lose the game, as one seat."""
        return self.table.facts.metric(self.table.setting) == WIN_RATE

    @property
    def seat(self) -> int:
        return 0 if self.together else self.at.seat // self.table.seat_stride

    @property
    def seats(self) -> int:
        return 1 if self.together else self.table.n_row_seats

    @property
    def count(self) -> int:
        return self.at.moves

    def won(
        self, which: Sequence[int], times: int, luck: Random, most: float
    ) -> tuple[Won | None, int]:
        """As of `DecisionPlace`."""
        won, plays = np.zeros((len(which), self.seats)), 0
        for start in range(0, times, STEP):
            games, salt = min(STEP, times - start), luck.getrandbits(31)
            more, moves = played_on(
                self.engine, self.table, self.at, which, games, salt, self.weights
            )
            won, plays = won + more.sum(axis=0), plays + moves
            if won[:, self.seat].max() >= most:
                return None, plays
        return {k: [*map(float, row)] for k, row in zip(which, won, strict=True)}, plays


class PlayOuts:
    """Plays on from positions.  plays: moves made in all, which is what it costs."""

    def __init__(self, luck: Random) -> None:
        self._luck, self.plays = luck, 0

    def is_kingmade(self, positions: Sequence[DecisionPlace], lost: Sequence[int]) -> bool:
        """Whether a seat without a chance once decided who of the others wins.

        lost: the seats that did not win, as who wins had a chance; each is asked from its last
        decision back to the one at which it still had a chance.
        """
        for seat in lost:
            for at in reversed([each for each in positions if each.seat == seat]):
                swing = self._swing(at)
                if swing is None:
                    break
                if swing > SWING:
                    return True
        return False

    def _swing(self, at: DecisionPlace) -> float | None:
        """How far a decision moves the win between others; None where the seat can win."""
        first = self._won(at, self._some(at), FIRST, HOPELESS)
        if first is None:
            return None
        swings = []
        for seat in range(at.seats):
            by = sorted(first, key=lambda move: first[move][seat])
            swings.append((first[by[-1]][seat] - first[by[0]][seat], seat, by[-1], by[0]))
        size, seat, best, worst = max(swings)
        if size <= SCREEN * FIRST:
            return 0.0
        again = self._won(at, [best, worst], AGAIN, HOPELESS)
        return None if again is None else (again[best][seat] - again[worst][seat]) / AGAIN

    def is_obvious(self, at: DecisionPlace) -> bool:
        """Whether the move that seems best wins clearly more often than the next best."""
        seat = at.seat
        first = self._won(at, self._some(at), FIRST // 2)
        best, second = sorted(first or (), key=lambda move: -(first or {})[move][seat])[:2]
        again = self._won(at, [best, second], AGAIN // 2) or {}
        return again[best][seat] - again[second][seat] > CLEAR * (AGAIN // 2)

    def _some(self, at: DecisionPlace) -> list[int]:
        """Places of the moves that are tried."""
        every = range(at.count)
        return [*every] if len(every) <= MOST_MOVES else self._luck.sample(every, MOST_MOVES)

    def _won(
        self, at: DecisionPlace, which: Sequence[int], times: int, hopeless: float = inf
    ) -> Won | None:
        """What all won; None as soon as the seat has won too often to be without hope."""
        won, plays = at.won(which, times, self._luck, hopeless * times)
        self.plays += plays
        return won
