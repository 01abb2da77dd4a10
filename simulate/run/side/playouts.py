"""What a decision of an own game is worth, by games that are played on from it.

Each is dealt anew where the seat does not see it, and all go on by the features of who decides, as
in a look-ahead (`simulate.own.players`).  Of what the first games choose fresh ones tell the size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from simulate.own.game import Game
from simulate.own.luck import GameLuck
from simulate.own.players import Policy, play_on, supposed
from simulate.own.rows import won_by

FIRST, AGAIN = 50, 100  # games from each move; fresh ones from the two that differ most
MOST_MOVES = 8  # of a decision that are tried; of more, as many at random
HOPELESS, SWING = 0.02, 0.2  # no chance to win; how far the win moves between others
SCREEN = SWING / 2  # by which moves must differ at first to be tried again
CLEAR = 0.1  # by which the best move of an obvious decision is ahead

Won = dict[int, list[float]]  # by move, what each seat won in all


@dataclass(frozen=True)
class DecisionPlace:
    """A decision: the table before it, its moves, and how the seat whose turn it is plays."""

    game: Game
    moves: Sequence[Any]
    policy: Policy


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
            for at in reversed([each for each in positions if each.game.seat == seat]):
                swing = self._swing(at)
                if swing is None:
                    break
                if swing > SWING:
                    return True
        return False

    def _swing(self, at: DecisionPlace) -> float | None:
        """How far a decision moves the win between others; None where the seat can win."""
        first = self._won(at, self._some(at), FIRST, is_hopeless=True)
        if first is None:
            return None
        swings = []
        for seat in range(at.game.players):
            by = sorted(first, key=lambda move: first[move][seat])
            swings.append((first[by[-1]][seat] - first[by[0]][seat], seat, by[-1], by[0]))
        size, seat, best, worst = max(swings)
        if size <= SCREEN * FIRST:
            return 0.0
        again = self._won(at, [best, worst], AGAIN, is_hopeless=True)
        return None if again is None else (again[best][seat] - again[worst][seat]) / AGAIN

    def is_obvious(self, at: DecisionPlace) -> bool:
        """Whether the move that seems best wins clearly more often than the next best."""
        seat = at.game.seat
        first = self._won(at, self._some(at), FIRST // 2)
        best, second = sorted(first or (), key=lambda move: -(first or {})[move][seat])[:2]
        again = self._won(at, [best, second], AGAIN // 2) or {}
        return again[best][seat] - again[second][seat] > CLEAR * (AGAIN // 2)

    def _some(self, at: DecisionPlace) -> list[int]:
        """Places of the moves that are tried."""
        every = range(len(at.moves))
        return [*every] if len(every) <= MOST_MOVES else self._luck.sample(every, MOST_MOVES)

    def _won(
        self, at: DecisionPlace, which: Sequence[int], times: int, *, is_hopeless: bool = False
    ) -> Won | None:
        """What all won after each of these moves, all on the same guesses.

        is_hopeless: None as soon as the seat has won too often for that.
        """
        game, seat = at.game, at.game.seat
        won: Won = {k: [0.0] * game.players for k in which}
        for _ in range(times):
            dealt = supposed(game, seat, Random(self._luck.getrandbits(32)))
            salt = self._luck.getrandbits(32)
            for k in which:
                guess = Random(salt)
                tried = dealt.copy(GameLuck.guessed(guess))
                tried.play(at.moves[k])
                self.plays += 1 + play_on(tried, at.policy.quick, guess)
                won[k] = [a + b for a, b in zip(won[k], won_by(tried, tried.over()), strict=True)]
                if is_hopeless and won[k][seat] >= HOPELESS * times:
                    return None
        return won
