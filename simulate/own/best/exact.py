"""Best play in a small own game, solved backwards from its ends.

Every position that can be reached is tried, with every outcome of chance.  Its value is the chance
of winning together, or the share of the win that the first of two sides has where both play as
well as they can (value iteration; Shapley 1953).  Of moves that are worth the same the one that
wins soonest, or loses latest, is best.  Games of three sides or more are not solved, where best
play is not one thing; those that hide something are in `equilibrium`.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations
from typing import Any, TypeVar

import numpy as np

from simulate.core.errors import RunError
from simulate.own.best.keys import key_of, key_of_seen, told_apart
from simulate.own.file.lines import blamed
from simulate.own.game import Game
from simulate.own.luck import GameLuck
from simulate.own.rows import standing
from simulate.own.setting import OwnTable, laid

Item = TypeVar("Item")
Root = tuple[float, int, list[int]]  # how likely a game begins so, its position, teams by seat

AT_ONCE, AT_MOST = 40_000, 8_000_000  # outcomes of moves: before a run, and where it is asked for
MOST_DEALS = 1_000  # of what seats hold
MOST_FACES = 10_000  # of a die
SWEEPS, SETTLED = 20_000, 1e-11
EQUAL = 1e-7  # of a share of the win: moves that are worth the same
SOON = 1e-3  # of its value, by which a win is worth less a move later
NO_LUCK = GameLuck(0)  # of a table that lies still; quicker to copy
OTHER_SIDES = "other than two sides play against each other"
UNSEEN = -1  # the number of an end


class NotSolved(RunError):
    """Why best play is not known, in words; tried: how many outcomes do not change that."""

    tried = AT_MOST


class TooMany(NotSolved):
    """There are more positions than are tried."""


class ScriptedLuck(GameLuck):
    """Luck that follows a script of outcomes, and where that ends takes the first.

    taken, sizes: which outcome of how many each draw had; likely: how likely all of them are.
    """

    __slots__ = ("_script", "likely", "sizes", "taken")

    def __init__(self, script: Sequence[int]) -> None:
        super().__init__(0)
        self._script, self.likely = script, 1.0
        self.taken, self.sizes = list[int](), list[int]()

    def _draw(self, likely: Sequence[float]) -> int:
        place = len(self.taken)
        taken = self._script[place] if place < len(self._script) else 0
        self.taken.append(taken)
        self.sizes.append(len(likely))
        self.likely *= likely[taken]
        return taken

    def stream(self, purpose: str) -> Any:
        raise NotSolved(f"`luck.stream({purpose!r})` has too many outcomes")

    def roll(self, purpose: str, faces: int) -> int:
        if faces > MOST_FACES:
            raise NotSolved(f"`luck.roll({purpose!r}, {faces})` has too many outcomes")
        return 1 + self._draw([1 / faces] * faces)

    def chance(self, purpose: str, likely: float) -> bool:
        if not 0.0 < likely < 1.0:
            return likely >= 1.0
        return self._draw([likely, 1 - likely]) == 0

    def pick(self, purpose: str, items: Sequence[Item]) -> Item:
        """Things that are alike are one outcome."""
        kinds, times = list[Item](), list[int]()
        for item in items:
            if item in kinds:
                times[kinds.index(item)] += 1
            else:
                kinds.append(item)
                times.append(1)
        return kinds[self._draw([each / len(items) for each in times])]

    def shuffle(self, purpose: str, items: Any) -> Any:
        left = [*items]
        for place in range(len(items)):
            items[place] = self.pick(purpose, left)
            left.remove(items[place])
        return items


def outcomes(act: Callable[[GameLuck], Game]) -> Iterator[tuple[float, Game]]:
    """Every table that may come of something, with how likely it is."""
    script: list[int] = []
    while True:
        luck = ScriptedLuck(script)
        game = act(luck)
        game.luck = NO_LUCK
        yield luck.likely, game
        script = luck.taken
        while script and script[-1] == luck.sizes[len(script) - 1] - 1:
            script.pop()
        if not script:
            return
        script[-1] += 1


@dataclass(frozen=True)
class BestPlay:
    """A setting that is solved.

    keys: of its positions, in order; first_move: where the moves of each begin in `worth`, which is
    what a move is worth to its seat, or how often it is taken where moves are mixed.  shares: of
    the win by seat; together, the chance of winning.  drawn: how often both sides share the win.
    apart: as of `told_apart`.
    """

    keys: np.ndarray
    first_move: np.ndarray
    worth: np.ndarray
    shares: tuple[float, ...]
    drawn: float
    apart: frozenset[str]
    is_mixed: bool = False

    @property
    def positions(self) -> int:
        """In which somebody is asked."""
        return len(self.keys)

    def of_moves(self, game: Game) -> list[float]:
        """What `worth` says of each move of the seat whose turn it is.  Raises RunError where the
        table is none that was found.
        """
        key = np.uint64((key_of_seen if self.is_mixed else key_of)(game, self.apart))
        at = int(np.searchsorted(self.keys, key))
        if at == len(self.keys) or self.keys[at] != key:
            raise RunError("this position was not met when best play was looked for")
        return [float(each) for each in self.worth[self.first_move[at] : self.first_move[at + 1]]]


def solve(table: OwnTable, most: int = AT_ONCE) -> BestPlay:
    """Best play where all is seen; most: outcomes of moves that are tried.  Raises NotSolved."""
    with blamed(table.own.source.file):
        return _Values(_Positions(table, most)).best_play()


class _Positions:
    """All positions of a setting, numbered as they are met, and where their moves lead."""

    def __init__(self, table: OwnTable, most: int) -> None:
        self.own, self.left = table.own, most
        self.apart = told_apart(table.own)
        self.sides: list[int] = []
        self.numbers: dict[int, int] = {}
        self.waiting: list[tuple[int, Game]] = []  # positions of which no move was tried
        self.tried = array("q")  # positions, in the order in which their moves were tried
        # Of ends, to the first side: the first stands for what is not looked at.
        self.worth, self.drawn = array("d", [0.5]), array("d", [0.0])
        self.teams, self.first_move = array("q"), array("q", [0])
        self.first_outcome, self.leads_to, self.likely = array("q", [0]), array("q"), array("d")
        self.roots: list[Root] = []
        for part, lay in deals_of(table):
            for likely, game in self._outcomes(lay):
                teams = [game.team(seat) for seat in range(game.players)]
                if not game.TOGETHER and len({*teams}) != 2:
                    raise NotSolved(OTHER_SIDES)
                self.roots.append((part * likely, self._place(game), teams))
        while self.waiting:  # the last one first, so that few wait
            self._try_moves(*self.waiting.pop())

    def _place(self, game: Game) -> int:
        """The number of a position; ends count down from -1."""
        if reason := game.over():
            self._end(game, reason)
            return -len(self.worth)
        key = key_of(game, self.apart)
        if key not in self.numbers:
            self.waiting.append((len(self.numbers), game))
            self.numbers[key] = len(self.numbers)
        return self.numbers[key]

    def _end(self, game: Game, reason: str) -> None:
        if game.TOGETHER:
            self.worth.append(reason in game.WINS)
            self.drawn.append(0.0)
            return
        stand = standing(game)
        sides = sorted({*stand.teams})
        self.sides = self.sides or sides
        if len(sides) != 2 or sides != self.sides:
            raise NotSolved(OTHER_SIDES)
        won = zip(stand.shares, stand.teams, strict=True)
        first = sum(share for share, team in won if team == sides[0])
        self.worth.append(first)
        self.drawn.append(0.0 < first < 1.0)

    def _try_moves(self, number: int, game: Game) -> None:
        self.tried.append(number)
        tried = [[*self._outcomes(partial(after, game, move))] for move in game.moves()]
        won = next((k for k, each in enumerate(tried) if _is_won(game, each)), -1)
        for k, each in enumerate(tried):
            for likely, then in each if won in (k, -1) else [(1.0, None)]:
                self.leads_to.append(self._place(then) if then is not None else UNSEEN)
                self.likely.append(likely)
            self.first_outcome.append(len(self.leads_to))
        self.teams.append(0 if game.TOGETHER else game.team(game.seat))
        self.first_move.append(len(self.first_outcome) - 1)
        if self.first_move[-1] == self.first_move[-2]:
            raise NotSolved("`moves` is empty where the game is not over")

    def _outcomes(self, act: Callable[[GameLuck], Game]) -> Iterator[tuple[float, Game]]:
        """The same as `outcomes`, while there are any left to be tried."""
        for outcome in outcomes(act):
            self.left -= 1
            if self.left < 0:
                raise TooMany(f"more than {len(self.numbers):,} positions can be reached")
            yield outcome


def _is_won(game: Game, outcomes: Sequence[tuple[float, Game]]) -> bool:
    """Whether a move wins for certain: then the others, which may go on for ever, do not count."""
    for _, then in outcomes:
        if not (reason := then.over()):
            return False
        if not (reason in game.WINS if game.TOGETHER else _has_won(then, game.seat)):
            return False
    return True


def _has_won(game: Game, seat: int) -> bool:
    stand = standing(game)
    return stand.shares[seat] * stand.teams.count(stand.teams[seat]) == 1.0


def after(game: Game, move: Any, luck: GameLuck) -> Game:
    then = game.copy(luck)
    then.play(move)
    return then


def deals_of(table: OwnTable) -> Iterator[tuple[float, Callable[[GameLuck], Game]]]:
    """How the table may be laid, by what seats hold, and how likely that is."""
    kind = table.own.kind.HOLDS
    if not kind or table.setting[kind] != "dealt":
        yield 1.0, partial(laid, table)
        return
    deals = [*permutations(getattr(table.cards, kind), table.people)]
    if len(deals) > MOST_DEALS:
        raise NotSolved(f"what seats hold is dealt in {len(deals):,} ways")
    for deal in deals:
        named = replace(table, setting={**table.setting, kind: "+".join(deal)})
        yield 1 / len(deals), partial(laid, named)


class _Values:
    """What positions are worth, by value iteration over all outcomes at once."""

    def __init__(self, found: _Positions) -> None:
        self.found, self.count = found, len(found.tried)
        self.together = found.own.kind.TOGETHER
        self.ends = np.array(found.worth)
        tried = np.array(found.tried)
        self.keys = np.fromiter(found.numbers, np.uint64, self.count)[tried]
        # Positions in the order in which their moves were tried, and behind them the ends.
        ends = self.count + np.arange(len(self.ends))
        self.place = np.concatenate([np.argsort(tried), ends[::-1]])
        self.leads_to = self.place[np.array(found.leads_to, dtype=np.int64)]
        self.likely = np.array(found.likely)
        self.first_outcome = np.array(found.first_outcome)[:-1]
        self.first_move = np.array(found.first_move)
        self.position = np.repeat(np.arange(self.count), np.diff(self.first_move))  # of each move
        self.is_first = np.array(found.teams) == (found.sides[0] if found.sides else 0)

    def best_play(self) -> BestPlay:
        """Raises NotSolved where no play ends the game."""
        value = self._settled(self.ends, 0.0, self._best)
        if not self.together:
            other = self._settled(self.ends, 1.0, self._best)
            if np.abs(other - value).max(initial=0.0) > EQUAL:
                raise NotSolved("games may go on for ever")
        worth = self._to_mover(self._of_moves(value))
        best = np.maximum.reduceat(worth, self.first_move[:-1])[self.position]
        equal = worth > best - EQUAL
        worth += EQUAL * np.where(equal, self._soonest(equal), -1.0)
        worth = np.round(worth, 10)
        drawn = self._settled(np.array(self.found.drawn), 0.0, partial(self._mean, worth))
        order = np.argsort(self.keys)
        moves = np.diff(self.first_move)[order]
        behind = np.concatenate([[0], np.cumsum(moves)])
        places = np.repeat(self.first_move[order] - behind[:-1], moves) + np.arange(len(worth))
        return BestPlay(
            self.keys[order], behind, worth[places], self._shares(value),
            sum(likely * float(drawn[self.place[at]]) for likely, at, _ in self.found.roots),
            self.found.apart,
        )  # fmt: skip

    def _of_moves(self, value: np.ndarray) -> np.ndarray:
        """What each move leads to on average; value: of positions, then of ends."""
        return np.add.reduceat(self.likely * value[self.leads_to], self.first_outcome)

    def _to_mover(self, of_moves: np.ndarray, total: float = 1.0) -> np.ndarray:
        """The same as it is worth to the seat that moves."""
        return np.where(self.is_first[self.position], of_moves, total - of_moves)

    def _best(self, of_moves: np.ndarray) -> np.ndarray:
        """Of each position, where the first side takes the most and the other the least."""
        starts = self.first_move[:-1]
        least = np.minimum.reduceat(of_moves, starts)
        return np.where(self.is_first, np.maximum.reduceat(of_moves, starts), least)

    def _soonest(self, equal: np.ndarray) -> np.ndarray:
        """What the best moves are worth to who makes them where each move costs a little."""
        never = np.where(self.is_first[self.position], -np.inf, np.inf)

        def best(of_moves: np.ndarray) -> np.ndarray:
            return (1 - SOON) * self._best(np.where(equal, of_moves, never))

        soon = self._settled(self.ends - (0.0 if self.together else 0.5), 0.0, best)
        return self._to_mover(self._of_moves(soon), 0.0)

    def _mean(self, worth: np.ndarray, of_moves: np.ndarray) -> np.ndarray:
        """Of each position, where one of the best moves is taken, each as likely."""
        starts = self.first_move[:-1]
        best = np.maximum.reduceat(worth, starts)[self.position] == worth
        return np.add.reduceat(best * of_moves, starts) / np.add.reduceat(
            best.astype(float), starts
        )

    def _settled(
        self, ends: np.ndarray, start: float, choose: Callable[[np.ndarray], np.ndarray]
    ) -> np.ndarray:
        """What all positions are worth, and behind them the ends, when nothing moves any more."""
        value = np.concatenate([np.full(self.count, start), ends])
        for _ in range(SWEEPS):
            new = choose(self._of_moves(value))
            moved = np.abs(new - value[: self.count]).max(initial=0.0)
            value[: self.count] = new
            if moved < SETTLED:
                break
        return value

    def _shares(self, value: np.ndarray) -> tuple[float, ...]:
        """What each seat wins of a game, on average over its beginnings."""
        shares = np.zeros(len(self.found.roots[0][2]))
        for likely, at, teams in self.found.roots:
            first = float(value[self.place[at]])
            for seat, team in enumerate(teams):
                whole = first if self.together or team == self.found.sides[0] else 1.0 - first
                shares[seat] += likely * whole / (1 if self.together else teams.count(team))
        return tuple(map(float, shares))
