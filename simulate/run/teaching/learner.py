"""Weights learnt by self-play: the cross-entropy method (Szita and Lorincz 2006).

Each round draws candidates round a mean, tries all of them on the same games among players of that
mean, and takes the best quarter as the next mean.  Features are weighed in units of how far they
differ between the moves of a decision, so that none has to be scaled by hand.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from simulate.own.declared import VALUE
from simulate.own.game import Game
from simulate.own.luck import mix
from simulate.own.players import Policy, one_step_on, weighed
from simulate.own.rows import PlayedGame
from simulate.own.table import Watch, play_game
from simulate.run.teaching.lessons import Came, Lesson, LessonTables, seated

BEST = 0.25  # of a round, from whom the next is drawn
STEP = 0.7  # how far mean and spread go to those
LEAST_SPREAD = 0.03  # of a round, in units of a feature
CANDIDATES, EACH = 20, 1  # of a round, and so many more for each feature
GAMES, MORE = 16, 1  # of a candidate in the first round, and more with each
MARGIN = 0.15  # what a usual lead (one standard deviation) is worth beside a win
LOOKED_AT = 60  # games of random play that tell how far features differ, or of greedy play
RIDGE = 1.0  # of the regression on what greedy play likes
LESSONS = 0x1E550_25  # the luck of lessons is that of no run
DIGITS = 4
KEPT = 4  # weights of so many rounds are tried beside each other in the end
PARTS, LEAST = 3, 2  # of the rounds: the last is held beside the one before; rounds of a part
MOVED = 0.1  # so far a weight moves from part to part before it is called so, the largest being 1


class Learner:
    """Weights while they are learnt, round by round.

    names: features that tell moves apart; scales: how far they differ; mean: of each, in such
    units.
    """

    def __init__(
        self, names: Sequence[str], scales: Sequence[float], start: Mapping[str, float], seed: int
    ) -> None:
        self.names, self.scales = [*names], np.array(scales)
        self.mean = np.array([start.get(name, 0.0) for name in names]) * self.scales
        self.mean /= max(1.0, float(np.abs(self.mean).max(initial=0.0)))
        self.spread = np.ones(len(names)) * (0.5 if self.mean.any() else 1.0)
        self.seed, self.round, self.first = seed, 0, 0
        self._means = [self.mean]  # at the start, and after each round
        self._rng = np.random.default_rng([seed, LESSONS])

    def lessons(self, tables: int) -> tuple[np.ndarray, list[Lesson]]:
        """The candidates of a round, a row each, and what each of them is to play."""
        many = CANDIDATES + EACH * len(self.names)
        drawn = self.mean + self.spread * self._rng.standard_normal((many, len(self.names)))
        drawn[0] = self.mean
        count, others = GAMES + MORE * self.round, (self.policy(self.mean),) * tables
        luck = mix(self.seed ^ LESSONS) >> 1
        lessons = [
            Lesson(luck, self.first, count, (self.policy(row),) * tables, others) for row in drawn
        ]
        self.first += count
        self.round += 1
        return drawn, lessons

    def take(self, drawn: np.ndarray, results: Sequence[Sequence[Came]]) -> None:
        """Update the distribution with the results of a round of candidates."""
        scores = scores_of(results)
        best = drawn[np.argsort(-scores, kind="stable")[: max(2, int(len(drawn) * BEST))]]
        self.mean = (1 - STEP) * self.mean + STEP * best.mean(axis=0)
        self.spread = (1 - STEP) * self.spread + STEP * best.std(axis=0) + LEAST_SPREAD
        self._means.append(self.mean)

    def tried(self) -> dict[str, dict[str, float]]:
        """Weights that were come by on the way, by when that was, the last ones first."""
        rounds = len(self._means) - 1
        third = -(-rounds // PARTS)
        means = {f"the mean of the last {third} of {rounds} rounds": self._means[-third:]}
        for part in range(KEPT, -1, -1):
            after = rounds * part // KEPT
            means[f"the weights after {after} of {rounds} rounds"] = [self._means[after]]
        told = {said: self.weights(np.mean(rows, axis=0)) for said, rows in means.items()}
        return {said: weights for said, weights in told.items() if any(weights.values())}

    def moving(self) -> tuple[str, ...]:
        """Features whose weight still moved at the end; all of them after too few rounds to see."""
        part = (len(self._means) - 1) // PARTS
        if part < LEAST:
            return tuple(self.names)
        means = [unit(mean) for mean in self._means]
        last, before = means[-part:], means[-2 * part : -part]
        moved = np.abs(np.mean(last, axis=0) - np.mean(before, axis=0))
        return tuple(name for name, far in zip(self.names, moved, strict=True) if far > MOVED)

    def games(self, rounds: int) -> int:
        """The number of games in a number of rounds."""
        many = CANDIDATES + EACH * len(self.names)
        return many * sum(GAMES + MORE * each for each in range(rounds))

    def policy(self, row: np.ndarray) -> Policy:
        """Who plays by such weights."""
        return Policy("weights", dict(zip(self.names, (row / self.scales).tolist(), strict=True)))

    def weights(self, mean: np.ndarray) -> dict[str, float]:
        """A mean, the largest of which is 1 in its own units."""
        own = unit(mean) / self.scales
        return {name: rounded(weight) for name, weight in zip(self.names, own, strict=True)}


def unit(mean: np.ndarray) -> np.ndarray:
    """A mean, the largest of which is 1."""
    units: np.ndarray = mean / max(float(np.abs(mean).max(initial=0.0)), 1e-9)
    return units


def rounded(weight: float) -> float:
    """Rounded to a number of significant digits."""
    return float(f"{weight:.{DIGITS}g}")


def scores_of(results: Sequence[Sequence[Came]]) -> np.ndarray:
    """How well the candidates of a round did: wins, and a little for being ahead."""
    won = np.array([[each.won for each in games] for games in results])
    ahead = np.array([[each.ahead for each in games] for games in results], float)
    spread = float(ahead.std())
    lead = (ahead - ahead.mean()) / spread if spread else np.zeros_like(ahead)
    scores: np.ndarray = won.mean(axis=1) + MARGIN * lead.mean(axis=1)
    return scores


def differing(at: LessonTables, seed: int, policy: Policy) -> dict[str, float]:
    """How far each feature differs between the moves of a decision (its standard deviation).

    policy: who plays the games that are looked at.  A feature that never differs is left out.
    """
    names = [*at.tables[0].own.taught]
    decisions, squares = 0, np.zeros(len(names))

    def watch(game: Game, moves: Sequence[Any], pick: int, played: PlayedGame) -> None:
        nonlocal decisions, squares
        if len(moves) > 1:
            decisions, squares = (
                decisions + 1,
                squares + _told(game, moves, names, decisions).var(axis=0),
            )

    _look(at, policy, seed, watch)
    scales = np.sqrt(squares / max(1, decisions)).tolist()
    return {name: scale for name, scale in zip(names, scales, strict=True) if scale > 0.0}


def imitated(at: LessonTables, scales: Mapping[str, float], seed: int) -> dict[str, float]:
    """Weights that like the moves that `value` likes, one step on: where learning begins.

    A regression of what moves are worth on their features, both against the other moves of the
    decision, over games of a player that goes by `value`.
    """
    names, units = [*scales], np.array([*scales.values()])
    squares, products = np.eye(len(names)) * RIDGE, np.zeros(len(names))
    greedy = Policy("weights", {VALUE: 1.0})

    def watch(game: Game, moves: Sequence[Any], pick: int, played: PlayedGame) -> None:
        nonlocal squares, products
        worth = np.array(weighed(game, [*moves], greedy, Random(played.decisions)))
        if len(moves) < 2 or not 0.0 < (spread := float(worth.std())) < np.inf:
            return
        features = _told(game, moves, names, played.decisions) / units
        features = features - features.mean(axis=0)
        squares = squares + features.T @ features
        products = products + features.T @ (worth - worth.mean()) / spread

    _look(at, greedy, seed, watch)
    found = np.linalg.solve(squares, products) / units
    return dict(zip(names, found.tolist(), strict=True))


def _told(game: Game, moves: Sequence[Any], names: Sequence[str], luck: int) -> np.ndarray:
    """A row for each move, a column for each feature."""
    told = map(game.features, moves) if game.FEATURES else one_step_on(game, moves, Random(luck))
    return np.array([[one.get(name, 0.0) for name in names] for one in told], float)


def _look(at: LessonTables, policy: Policy, seed: int, watch: Watch) -> None:
    """Look at games that one player plays in all seats."""
    tables = [seated(table, policy, policy) for table in at.tables]
    for number in range(LOOKED_AT):
        game, which = divmod(number, len(tables))
        play_game(tables[which], mix(seed ^ LESSONS) >> 1, game, watch)
