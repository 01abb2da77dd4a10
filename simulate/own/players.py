"""Players that every own game has: random, weighing moves, and looking ahead.

They see what their seat sees: a copy that something is tried on is dealt anew where that is hidden,
and has another luck.
"""

import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from random import Random
from typing import Any, Protocol

from simulate.own.declared import COUNTED, ORDER, VALUE
from simulate.own.game import Card, Game, by_margins
from simulate.own.luck import GameLuck
from simulate.own.rows import standing
from simulate.pack.strategies import SEARCH

MOST_DECISIONS = 5_000  # of a game, which is cut off then
SOFT = 0.9  # skill of whoever plays a copy on
SOFTNESS = 0.5  # at skill 1/2 a move that is so far below the best, of all the way down, has 1/e
EDGE = 1e-9  # by which of moves that come to the same one is taken before another
TIE = 0.001  # of points ahead beside a win, where play-outs end alike
ORDERS = re.compile(rf"{ORDER}(?P<words>.+?)(?:-until-(?P<until>\d+))?")
MOST, LEAST = "most", "least"  # words of the move with the largest, or smallest, number of its kind


class Searches(Protocol):
    """What a seat thinks of a game (`simulate.own.search`)."""

    def scores(self, game: Game, moves: list[Any], rng: Random) -> list[float]:
        """What each move is worth to the seat whose turn it is."""
        ...


class BestMoves(Protocol):
    """What is known of best play (`simulate.own.best`)."""

    @property
    def is_mixed(self) -> bool:
        """Whether moves are drawn."""
        ...

    def of_moves(self, game: Game) -> list[float]:
        """What each is worth to the seat whose turn it is, or how often a drawn one is taken."""
        ...


@dataclass(frozen=True)
class MoveOrder:
    """Moves that are taken before others, or after; until: a round, infinite where it stays."""

    words: frozenset[str]
    weight: float
    until: float


@dataclass(frozen=True)
class Policy:
    """How a seat chooses: a way, weights that are not 0, skill, how it looks ahead; best play.

    simulations: of a search by tree at each decision; of who weighs where no move
    brings anybody ahead.
    """

    choice: str
    weights: dict[str, float]
    skill: float = 1.0
    playouts: int = 0
    candidates: int = 0
    rounds: int = 0
    simulations: int = 0
    best: BestMoves | None = None

    @property
    def steps(self) -> bool:
        """Whether each move is tried on a copy."""
        return any(weight and _is_tried(name) for name, weight in self.weights.items())

    @cached_property
    def quick(self) -> "Policy":
        """Who plays a copy on: by the features alone, for `value` costs a copy a move."""
        by_features = {
            name: w
            for name, w in self.weights.items()
            if not _is_tried(name) and not name.startswith(ORDER)
        }
        return Policy("weights" if by_features else "random", by_features, SOFT)

    @cached_property
    def orders(self) -> tuple[MoveOrder, ...]:
        """What goes before all weights."""
        found = [(ORDERS.fullmatch(name), weight) for name, weight in self.weights.items()]
        return tuple(
            MoveOrder(frozenset(match["words"].split("-")), weight, float(match["until"] or "inf"))
            for match, weight in found
            if match is not None
        )

    @cached_property
    def without_orders(self) -> "Policy":
        """Who chooses among the moves that the orders leave."""
        weights = {name: w for name, w in self.weights.items() if not name.startswith(ORDER)}
        return replace(self, weights=weights)


def choose(
    game: Game, moves: list[Any], policy: Policy, rng: Random, tree: Searches | None = None
) -> int:
    """Index of the move that `game.seat` takes; tree: of who searches."""
    if policy.orders:
        kept = ordered(game, moves, policy.orders)
        left, free = [moves[k] for k in kept], policy.without_orders
        return kept[choose(game, left, free, rng, tree) if len(left) > 1 else 0]
    if policy.choice == "random":
        return int(rng.random() * len(moves))
    if policy.choice == "idle":
        return 0
    if policy.best is not None:
        of_moves = policy.best.of_moves(game)
        if policy.best.is_mixed:
            of_moves = drawn(of_moves, rng)
        return soft_choice(of_moves, policy.skill, rng)
    if tree is not None and policy.choice == SEARCH:
        return soft_choice(tree.scores(game, moves, rng), policy.skill, rng)
    scores = weighed(game, moves, policy, rng)
    if tree is not None and not any(scores):
        scores = tree.scores(game, moves, rng)
    if policy.choice == "look_ahead":
        scores = looked_ahead(game, moves, policy, rng, scores)
    return soft_choice(scores, policy.skill, rng)


def ordered(game: Game, moves: Sequence[Any], orders: Sequence[MoveOrder]) -> list[int]:
    """Indices of the moves that orders like best; of all where they say nothing."""
    open_ = [order for order in orders if game.round < order.until]
    if not open_:
        return [*range(len(moves))]
    scores = [
        sum(order.weight for order in open_ if order.words <= words)
        for words in words_of(game, moves)
    ]
    best = max(scores)
    return [k for k, score in enumerate(scores) if score == best]


def words_of(game: Game, moves: Sequence[Any]) -> list[frozenset[str]]:
    """What each move is called by: names of cards, words and numbers that it is made of.

    Of moves that differ in their numbers alone the largest bears `most`, the smallest `least`.
    A move of nothing such bears what is said of it.
    """
    told = [(frozenset(_words(move)) or {_word(game.say(move))}, [*_numbers(move)])
            for move in moves]  # fmt: skip
    sizes: dict[frozenset[str], set[int]] = {}
    for words, numbers in told:
        if numbers:
            sizes.setdefault(_unnumbered(words), set()).add(sum(numbers))
    found = []
    for words, numbers in told:
        size = sizes.get(_unnumbered(words), set()) if numbers else set[int]()
        ends = {MOST: max, LEAST: min} if len(size) > 1 else {}
        found.append(
            frozenset(words) | {end for end, of in ends.items() if of(size) == sum(numbers)}
        )
    return found


def _unnumbered(words: frozenset[str] | set[str]) -> frozenset[str]:
    return frozenset(word for word in words if not word.lstrip("m").isdigit())


def _words(part: Any) -> Iterator[str]:
    if isinstance(part, Card):
        yield part.id
    elif isinstance(part, Enum):
        yield _word(part.name)
    elif isinstance(part, str):
        yield _word(part)
    elif isinstance(part, tuple | list | frozenset):
        for each in part:
            yield from _words(each)
    else:
        yield from (f"{n}" if n >= 0 else f"m{-n}" for n in _numbers(part))


def _numbers(part: Any) -> Iterator[int]:
    if isinstance(part, int) and not isinstance(part, bool | Enum):
        yield part
    elif isinstance(part, tuple | list | frozenset):
        for each in part:
            yield from _numbers(each)


def _word(text: str) -> str:
    """As a part of the name of an order."""
    return re.sub(r"\W+", "_", text.lower()).strip("_") or "_"


def weighed(game: Game, moves: list[Any], policy: Policy, rng: Random) -> list[float]:
    """The worth of each move by the weights; `value` is called on a copy, one step on."""
    weights = policy.weights
    if not policy.steps:
        return by_features(game, moves, weights)
    scores = by_features(game, moves, weights) if len(weights) > 1 else [0.0] * len(moves)
    for k, told in enumerate(one_step_on(game, moves, rng)):
        scores[k] += sum(weights[name] * told[name] for name in weights if name in told)
    return scores


def _is_tried(name: str) -> bool:
    """Whether a feature is known only of a copy on which the move is tried."""
    return name == VALUE or name.startswith(COUNTED)


def one_step_on(game: Game, moves: Sequence[Any], rng: Random) -> Iterator[dict[str, float]]:
    """`value` and COUNTS of the seat after each move, on a copy."""
    seat, guess, salt = game.seat, Random(rng.getrandbits(32)), rng.getrandbits(32)
    dealt = supposed(game, seat, guess)
    for move in moves:
        tried = dealt.copy(GameLuck.guessed(Random(salt)))
        tried.play(move)
        counts = {COUNTED + name: of[seat] for name, of in tried.counts.items()}
        yield {VALUE: tried.value(seat), **counts}


def by_features(game: Game, moves: list[Any], weights: dict[str, float]) -> list[float]:
    """What each move is worth by what `features` says of it."""
    scores, weight_of, features = [], weights.get, game.features
    for move in moves:
        score = 0.0
        for name, value in features(move).items():
            if weight := weight_of(name):
                score += weight * value
        scores.append(score)
    return scores


def supposed(game: Game, seat: int, guess: Random) -> Game:
    """A determinization: the table with what the seat does not see dealt anew."""
    tried = game.copy(GameLuck.guessed(guess))
    tried.hide(seat)
    return tried


def drawn(odds: Sequence[float], rng: Random) -> list[float]:
    """1 for one of several, each as likely as these say, and 0 for the others."""
    (taken,) = rng.choices(range(len(odds)), odds)
    return [float(k == taken) for k in range(len(odds))]


def soft_choice(scores: list[float], skill: float, rng: Random) -> int:
    """The best; at a skill below 1 a worse one the more often, the less worse it is.

    A move of -inf is never taken at skill 1; below it is as bad as the worst of the others.
    """
    best = max(scores)
    if skill >= 1.0:
        top = [k for k, score in enumerate(scores) if score == best]
        return top[0] if len(top) == 1 else top[int(rng.random() * len(top))]
    worst = min(scores)
    if worst == -math.inf < best:
        worst = min(score for score in scores if score > -math.inf)
    spread = best - worst
    if skill <= 0.0 or not 0.0 < spread < math.inf:
        return int(rng.random() * len(scores))
    cold = skill / (SOFTNESS * (1.0 - skill) * spread)
    exp, odds, whole = math.exp, [], 0.0
    for score in scores:
        whole += exp((score - best) * cold) if score > worst else exp(-spread * cold)
        odds.append(whole)
    return min(bisect_right(odds, rng.random() * whole), len(scores) - 1)


def looked_ahead(
    game: Game, moves: list[Any], policy: Policy, rng: Random, scores: list[float]
) -> list[float]:
    """What promising moves come to on average when they are played on, each on the same guesses.

    Half of the play-outs go to all that are promising, the other half to the better half of them
    (sequential halving, Karnin, Koren and Somekh 2013).  What drops out counts as no better than
    what stays; a move that is not played on at all has -inf.
    """
    order = sorted(range(len(moves)), key=lambda k: (-scores[k], rng.random()))
    left = order[: policy.candidates]
    half = (policy.playouts + 1) // 2
    total = _played_on(game, moves, left, policy, half, rng)
    worth = [-math.inf] * len(moves)
    for k in left:
        worth[k] = total[k] / half
    left = sorted(left, key=lambda k: (-total[k], -scores[k]))[: max(2, len(left) // 2)]
    more = _played_on(game, moves, left, policy, policy.playouts - half, rng)
    for k in left:
        worth[k] = (total[k] + more[k]) / policy.playouts
    least = min(worth[k] for k in left)
    for place, k in enumerate(order):
        worth[k] = (worth[k] if k in left else min(worth[k], least)) - EDGE * place
    return worth


def _played_on(
    game: Game, moves: list[Any], which: list[int], policy: Policy, times: int, rng: Random
) -> dict[int, float]:
    """What each of these moves came to in all, in so many guesses of what is hidden and to come."""
    seat, total = game.seat, dict.fromkeys(which, 0.0)
    for _ in range(times):
        dealt, salt = supposed(game, seat, Random(rng.getrandbits(32))), rng.getrandbits(32)
        for k in which:
            total[k] += _outcome_of(dealt, seat, moves[k], policy, Random(salt))
    return total


def _outcome_of(dealt: Game, seat: int, move: Any, policy: Policy, guess: Random) -> float:
    """How a copy of the table went for the seat when it took the move, and all played on.

    Where it is cut short after some rounds, so that not all come to an end, `value` judges all.
    """
    tried = dealt.copy(GameLuck.guessed(guess))
    tried.play(move)
    play_on(tried, policy.quick, guess, policy.rounds)
    return lead(tried, seat) if policy.rounds else outcomes(tried)[seat]


def play_on(game: Game, policy: Policy, rng: Random, rounds: int = 0) -> int:
    """Play a copy of a table on, all seats by one policy: to its end, or for some rounds.

    Returns how many moves that took, at most MOST_DECISIONS.
    """
    last = game.round + rounds
    for moves in range(MOST_DECISIONS):
        if game.over() or (rounds and game.round >= last):
            return moves
        found = list(game.moves())
        game.play(found[0] if len(found) == 1 else found[choose(game, found, policy, rng)])
    return MOST_DECISIONS


def lead(game: Game, seat: int) -> float:
    """How well a seat stands by `value`, beside the best of those that it plays against."""
    if game.TOGETHER:
        return game.value(seat)
    team = game.team(seat)
    others = [game.value(each) for each in range(game.players) if game.team(each) != team]
    return game.value(seat) - max(others, default=0.0)


def outcomes(game: Game) -> list[float]:
    """How a game that is over went for each seat, 0 to 1: won together, or its share of the win.

    Where that is the same, points ahead (or how near the win was) tell moves apart a little.
    """
    if game.TOGETHER:
        return [_beside(float(game.over() in game.WINS), nearness(game))] * game.players
    return [_beside(share, ahead) for share, ahead in shared(game)]


def shared(game: Game) -> list[tuple[float, float]]:
    """The share of the win that each seat has, and points ahead of the best of the others."""
    stand = standing(game)
    seats = [*zip(stand.teams, stand.scores, stand.shares, strict=True)]
    return [
        (share, score - max((s for t, s, _ in seats if t != team), default=0.0))
        for team, score, share in seats
    ]


def _beside(share: float, ahead: float) -> float:
    return share + TIE * ahead / (1.0 + abs(ahead))


def nearness(game: Game) -> float:
    """How near a game is to being won together: by its margins, its `value`, or rounds survived."""
    if game.MARGINS:
        return by_margins(game)
    return game.value(0) if is_valued(type(game)) else float(game.round)


def is_valued(kind: type[Game]) -> bool:
    """Whether `value` tells more than nothing: points, margins, or what the file says."""
    return bool(not kind.TOGETHER or kind.MARGINS or kind.value is not Game.value)
