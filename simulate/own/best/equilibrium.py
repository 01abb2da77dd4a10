"""Best play of a small own game whose seats do not see everything.

Two sides of a seat each mix their moves so that neither can do better whatever the other does, and
a seat alone wins as often as it can: one linear program over what each seat does in a row, its
sequences (Koller, Megiddo and von Stengel 1996).  What it sees when it is asked is all that a seat
has, so a game is not solved whose table no longer shows what a seat did or saw before.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

import numpy as np

from simulate.own.best.exact import (
    AT_MOST,
    BestPlay,
    NotSolved,
    ScriptedLuck,
    TooMany,
    after,
    deals_of,
    outcomes,
)
from simulate.own.best.keys import key_of_seen, told_apart
from simulate.own.contents import plain
from simulate.own.declared import OwnGame
from simulate.own.file.lines import blamed
from simulate.own.game import Game
from simulate.own.players import MOST_DECISIONS
from simulate.own.rows import standing
from simulate.own.setting import OwnTable

NEVER = 1e-7  # of a sequence: so seldom it is not played
PROBES = 20  # games by which the ways are counted
FAR, ENOUGH = 100.0, 1e50  # times what is tried at most, that is not tried; as many as are counted


class RandomOutcomes(ScriptedLuck):
    """Luck of which each outcome is as likely, however likely it is."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Random) -> None:
        super().__init__(())
        self._rng = rng

    def _draw(self, likely: Sequence[float]) -> int:
        self.sizes.append(len(likely))
        return self._rng.randrange(len(likely))


class InformationSet(NamedTuple):
    """What a seat sees when it is asked: what it did before, and where its moves' sequences begin;
    moves: as they are told.
    """

    before: int
    first: int
    moves: str


class Way(NamedTuple):
    """A way that a game may go so far: how likely by luck alone, and the sequence of each seat."""

    game: Game
    likely: float
    done: tuple[int, int]


def refusal(own: OwnGame) -> str:
    """Why a game is not solved, as far as its file says it; or an empty string."""
    together = own.kind.TOGETHER and min(own.kind.PLAYERS) > 1
    return "seats that win together do not see the same" if own.hides and together else ""


def solve(table: OwnTable, most: int) -> BestPlay:
    """Best play in a setting; most: outcomes of moves that are tried.  Raises NotSolved."""
    if table.people > 2 or (table.own.kind.TOGETHER and table.people > 1):
        raise NotSolved("more than two seats do not see everything" if table.people > 2
                        else "seats that win together do not see the same")  # fmt: skip
    with blamed(table.own.source.file):
        if (ways := about(table)) > FAR * AT_MOST:
            raise NotSolved(f"there are some 10^{math.log10(ways):.0f} ways a game may go")
        return _Sequences(table, most).best_play()


def about(table: OwnTable) -> float:
    """How many ways a game may go, about: what each of some random games stands for (Knuth 1975).

    The mean is that of all ways, so it is seldom far too large.
    """
    rng, deals, stand_for = Random(0), [*deals_of(table)], 0.0
    for _ in range(PROBES):
        luck = RandomOutcomes(rng)
        game = rng.choice(deals)[1](luck)
        ways = len(deals) * math.prod(luck.sizes)
        for _ in range(MOST_DECISIONS):
            if ways > ENOUGH or game.over() or not (moves := [*game.moves()]):
                break
            luck = RandomOutcomes(rng)
            game = after(game, rng.choice(moves), luck)
            ways *= len(moves) * math.prod(luck.sizes)
        stand_for += min(ways, ENOUGH) / PROBES
    return stand_for


class _Sequences:
    """All that the seats of a game may do in a row, and what comes of it.

    sets: by seat, of what it sees; counts: of its sequences, of which 0 is to have done nothing;
    won, drawn: by a sequence of each, how likely luck lets them end so, times the first's share of
    the win, and times 1 where both share it.
    """

    def __init__(self, table: OwnTable, most: int) -> None:
        self.table, self.left, self.apart = table, most, told_apart(table.own)
        self.sets: tuple[dict[int, InformationSet], ...] = ({}, {})
        self.counts = [1, 1]
        self.won: dict[tuple[int, int], float] = defaultdict(float)
        self.drawn: dict[tuple[int, int], float] = defaultdict(float)
        for part, lay in deals_of(table):
            for likely, game in self._tried(outcomes(lay)):
                self._go([Way(game, part * likely, (0, 0))])

    def _go(self, ways: list[Way]) -> None:
        """All these ways to their ends."""
        while ways:
            way = ways.pop()
            if reason := way.game.over():
                self._end(way, reason)
            else:
                ways += self._goes_on(way)

    def _tried(self, found: Iterator[tuple[float, Game]]) -> Iterator[tuple[float, Game]]:
        for outcome in found:
            self.left -= 1
            if self.left < 0:
                raise TooMany("there are too many ways a game may go")
            yield outcome

    def _end(self, way: Way, reason: str) -> None:
        game = way.game
        if game.TOGETHER:
            self.won[way.done] += way.likely * (reason in game.WINS)
            return
        stand = standing(game)
        if len({*stand.teams}) != game.players:
            raise NotSolved("other than two sides play against each other")
        self.won[way.done] += way.likely * stand.shares[0]
        self.drawn[way.done] += way.likely * (0.0 < stand.shares[0] < 1.0)

    def _goes_on(self, way: Way) -> Iterator[Way]:
        moves = list(way.game.moves())
        if not moves:
            raise NotSolved("`moves` is empty where the game is not over")
        first = self._seen(way, repr(plain(moves)), len(moves)) if len(moves) > 1 else None
        for k, move in enumerate(moves):
            done = list(way.done)
            if first is not None:
                done[way.game.seat] = first + k
            for likely, then in self._tried(outcomes(partial(after, way.game, move))):
                yield Way(then, way.likely * likely, (done[0], done[1]))

    def _seen(self, way: Way, moves: str, count: int) -> int:
        """Where the sequences of the moves begin that a seat has now."""
        seat, sets = way.game.seat, self.sets[way.game.seat]
        key, before = key_of_seen(way.game, self.apart), way.done[seat]
        found = sets.get(key)
        if found is None:
            found = sets[key] = InformationSet(before, self.counts[seat], moves)
            self.counts[seat] += count
        if found.moves != moves:
            raise NotSolved("the moves that a seat has tell it what it does not see")
        if found.before != before:
            raise NotSolved("what a seat did before no longer lies on the table")
        return found.first

    def best_play(self) -> BestPlay:
        """How often each move is taken where both do the best for themselves."""
        plans = self._plans()
        keys, counts, often = list[int](), list[int](), list[float]()
        for seat, plan in enumerate(plans):
            for key, before, moves in self._moves_of(seat):
                odds = np.where(plan[moves] > NEVER, plan[moves], 0.0) * (plan[before] > NEVER)
                keys.append(key)
                counts.append(len(moves))
                often += [*odds / odds.sum()] if odds.any() else [1 / len(moves)] * len(moves)
        shares = [self._mean(self.won, plans)]
        shares += [1 - shares[0]] * (self.table.people - 1)
        order = np.argsort(np.array(keys, np.uint64))
        parts = np.split(np.array(often), np.cumsum(counts)[:-1])
        return BestPlay(
            np.array(keys, np.uint64)[order], np.cumsum([0, *np.array(counts)[order]]),
            np.concatenate([parts[k] for k in order]), tuple(shares),
            self._mean(self.drawn, plans), self.apart, is_mixed=True,
        )  # fmt: skip

    def _moves_of(self, seat: int) -> Iterator[tuple[int, int, range]]:
        """Of all that a seat sees: its number, what it did before, its moves' sequences."""
        ends = [*(each.first for each in self.sets[seat].values()), self.counts[seat]][1:]
        for (key, each), end in zip(self.sets[seat].items(), ends, strict=True):
            yield key, each.before, range(each.first, end)

    def _plans(self) -> tuple[np.ndarray, np.ndarray]:
        """How often each sequence is played, by seat, as far as that lies with the seat.

        The first seat has as much as it can for sure, q[0]; what that costs it at each sequence of
        the other is how often the other plays it.
        """
        from scipy.optimize import linprog
        from scipy.sparse import coo_array, hstack

        places = np.array([*self.won]).T
        won = coo_array(([*self.won.values()], (places[1], places[0])), shape=self.counts[::-1])
        first, other = (self._follows(seat) for seat in (0, 1))
        sure = np.zeros(self.counts[0] + other.shape[0])
        sure[self.counts[0]] = -1.0
        nothing = coo_array((first.shape[0], other.shape[0]))
        found = linprog(
            sure,
            A_ub=hstack([-won, other.T]),
            b_ub=np.zeros(self.counts[1]),
            A_eq=hstack([first, nothing]),
            b_eq=np.eye(1, first.shape[0])[0],
            bounds=[(0, None)] * self.counts[0] + [(None, None)] * other.shape[0],
            method="highs",
        )
        if found.status:
            raise NotSolved("the linear program of its moves was not solved")
        return found.x[: self.counts[0]], -found.ineqlin.marginals

    def _follows(self, seat: int) -> Any:
        """A row for the beginning, and for each set: its moves together as often as what it did
        before.
        """
        from scipy.sparse import coo_array

        rows, columns, values = [0], [0], [1.0]
        for row, (_, before, moves) in enumerate(self._moves_of(seat), 1):
            rows += [row] * (len(moves) + 1)
            columns += [*moves, before]
            values += [1.0] * len(moves) + [-1.0]
        return coo_array(
            (values, (rows, columns)), shape=(1 + len(self.sets[seat]), self.counts[seat])
        )

    def _mean(self, of_ends: dict[tuple[int, int], float], plans: tuple[np.ndarray, ...]) -> float:
        first, other = plans
        return float(sum(each * first[k] * other[n] for (k, n), each in of_ends.items()))
