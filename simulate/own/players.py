"""Players that every own game has for nothing: random, weighing moves, and looking ahead.

They see what their seat sees: a copy that something is tried on is dealt anew where that is hidden,
and has another luck.
"""

import math
from dataclasses import dataclass
from random import Random
from typing import Any

from simulate.own.declared import VALUE
from simulate.own.game import Game
from simulate.own.luck import GameLuck
from simulate.own.rows import standing

MOST_DECISIONS = 5_000  # of a game, which is cut off then
SOFT = 0.9  # skill of whoever plays a copy on
SOFTNESS = 0.5  # at skill 1/2 a move that is so far below the best, of all the way down, has 1/e
TIE = 0.001  # of points ahead beside a win, where play-outs end alike


@dataclass(frozen=True)
class Policy:
    """How a seat chooses: a way, weights that are not 0, skill, and how it looks ahead."""

    choice: str
    weights: dict[str, float]
    skill: float = 1.0
    playouts: int = 0
    candidates: int = 0
    rounds: int = 0

    @property
    def steps(self) -> bool:
        """Whether each move is tried on a copy."""
        return bool(self.weights.get(VALUE))


def choose(game: Game, moves: list[Any], policy: Policy, rng: Random) -> int:
    """Index of the move that `game.seat` takes."""
    if policy.choice == "random":
        return int(rng.random() * len(moves))
    if policy.choice == "idle":
        return 0
    scores = weighed(game, moves, policy, rng)
    if policy.choice == "look_ahead":
        scores = looked_ahead(game, moves, policy, rng, scores)
    return soft_choice(scores, policy.skill, rng)


def weighed(game: Game, moves: list[Any], policy: Policy, rng: Random) -> list[float]:
    """What each move is worth by the weights; `value` is asked of a copy, one step on."""
    scores, weights = [0.0] * len(moves), policy.weights
    if len(weights) > policy.steps:
        for k, move in enumerate(moves):
            features = game.features(move)
            scores[k] = sum(weights.get(name, 0.0) * value for name, value in features.items())
    if policy.steps:
        seat, salt = game.seat, rng.getrandbits(32)
        for k, move in enumerate(moves):
            tried = supposed(game, seat, Random(salt))
            tried.play(move)
            scores[k] += weights[VALUE] * tried.value(seat)
    return scores


def supposed(game: Game, seat: int, guess: Random) -> Game:
    """The table as a seat may suppose it: what it does not see dealt anew, chance guessed."""
    tried = game.copy(GameLuck.guessed(guess))
    tried.hide(seat)
    return tried


def soft_choice(scores: list[float], skill: float, rng: Random) -> int:
    """The best; at a skill below 1 a worse one the more often, the less worse it is."""
    best = max(scores)
    if skill >= 1.0:
        top = [k for k, score in enumerate(scores) if score == best]
        return top[0] if len(top) == 1 else top[int(rng.random() * len(top))]
    spread = best - min(scores)
    if skill <= 0.0 or spread == 0.0 or math.isinf(spread):
        return int(rng.random() * len(scores))
    temperature = SOFTNESS * (1.0 - skill) / skill * spread
    odds = [math.exp((score - best) / temperature) for score in scores]
    point = rng.random() * sum(odds)
    for k, odd in enumerate(odds):
        point -= odd
        if point < 0.0:
            return k
    return len(scores) - 1


def looked_ahead(
    game: Game, moves: list[Any], policy: Policy, rng: Random, scores: list[float]
) -> list[float]:
    """What promising moves come to on average when they are played on, each on the same guesses.

    Half of the play-outs go to all that are promising, the other half to the better half of them
    (sequential halving, Karnin, Koren and Somekh 2013).  A move that is not played on has -inf.
    """
    seat = game.seat
    left = sorted(range(len(moves)), key=lambda k: -scores[k])[: policy.candidates]
    salts = [rng.getrandbits(32) for _ in range(policy.playouts)]
    half = max(1, len(salts) // 2)
    total = dict.fromkeys(left, 0.0)
    for part in (salts[:half], salts[half:]):
        for salt in part:
            for k in left:
                total[k] += _played_on(game, seat, moves[k], policy, Random(salt))
        left = sorted(left, key=lambda k: (-total[k], -scores[k]))[: max(2, len(left) // 2)]
    worth = [-math.inf] * len(moves)
    for k in left:
        worth[k] = total[k] / max(1, len(salts))
    return worth


def _played_on(game: Game, seat: int, move: Any, policy: Policy, guess: Random) -> float:
    """How one guess of the rest went for the seat, if it takes the move."""
    tried = supposed(game, seat, guess)
    tried.play(move)
    by_features = {name: w for name, w in policy.weights.items() if name != VALUE}
    quick = Policy("weights" if by_features else "random", by_features, SOFT)
    last = tried.round + policy.rounds
    for _ in range(MOST_DECISIONS):
        if tried.over() or (policy.rounds and tried.round >= last):
            break
        found = list(tried.moves())
        tried.play(found[0] if len(found) == 1 else found[choose(tried, found, quick, guess)])
    return outcome(tried, seat) if tried.over() else tried.value(seat)


def outcome(game: Game, seat: int) -> float:
    """How a game that is over went for a seat, 0 to 1: won together, or its share of the win.

    Where that is the same, points ahead tell moves apart a little.
    """
    if game.TOGETHER:
        return float(game.over() in game.WINS)
    stand = standing(game, [game.points(each) for each in range(game.players)])
    others = [s for each, s in enumerate(stand.scores) if stand.teams[each] != stand.teams[seat]]
    ahead = stand.scores[seat] - max(others, default=0.0)
    return stand.shares[seat] + TIE * ahead / (1.0 + abs(ahead))
