"""Which two things win more together than each brings alone?  For seats that hold several."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from analysis import verdicts
from analysis.corrections import q_values
from analysis.intervals import Effect, effect, p_value, within
from analysis.ratios import Ratios
from analysis.shares import Fair, over_fair
from analysis.verdicts import FEWEST


@dataclass(frozen=True)
class Partners:
    """Two things in one seat.

    over: points over the fair share when held together; alone: the sum of what both are over
    it, each with any other; beyond: the one less the other.
    """

    first: str
    second: str
    games: int
    over: Effect
    alone: float
    beyond: Effect
    q: float
    verdict: str


class Together:
    """Sums of one run: every two things that a seat held.

    Two passes: the first counts, the second adds up how far each game number moves every
    contrast as a whole.  The two things' own shares are made of the same games as the pair's, so
    the contrast is surer than its parts.
    """

    def __init__(self, cells: Sequence[int], labels: Sequence[str]) -> None:
        self.labels = list(labels)
        self.pairs = list(combinations(range(len(labels)), 2))
        self.place = np.full((len(labels), len(labels)), -1)
        for index, (a, b) in enumerate(self.pairs):
            self.place[a, b] = self.place[b, a] = index
        self.ratios = Ratios(cells, len(self.pairs))
        self.moved = np.zeros(len(self.pairs))

    def codes(self, held: Sequence[np.ndarray]) -> Iterator[np.ndarray]:
        """Pairs that a seat holds, from what it holds: one array for every two columns."""
        for one, other in combinations(held, 2):
            there = (one >= 0) & (other >= 0)
            yield np.where(there, self.place[np.maximum(one, 0), np.maximum(other, 0)], -1)

    def weigh(self, single: Ratios) -> None:
        """Between the passes; single: the sums of each thing, over the same cells."""
        self.single = single
        self.scales = [_scales(sums) for sums in (single, self.ratios)]

    def move(self, met: Sequence[tuple[int, np.ndarray, Sequence[np.ndarray], np.ndarray]]) -> None:
        """Second pass: squared moves.  A game number must not be split between two calls.

        met: for each cell its place, the games' numbers, what their seats hold and won.
        """
        first = min(int(games.min()) for _, games, _, _ in met)
        size = max(int(games.max()) for _, games, _, _ in met) - first + 1
        moves = [np.zeros((size, sums.questions)) for sums in (self.single, self.ratios)]
        for cell, games, held, won in met:
            number = np.repeat(games - first, won.shape[1])
            for i, codes in enumerate((held, list(self.codes(held)))):
                sums, scale = (self.single, self.ratios)[i], self.scales[i]
                for code in codes:
                    there = code.ravel() >= 0
                    kind = code.ravel()[there]
                    rest = won.ravel()[there] - sums.shares[cell, kind]
                    at = number[there] * sums.questions + kind
                    found = np.bincount(at, scale[cell, kind] * rest, minlength=moves[i].size)
                    moves[i] += found.reshape(moves[i].shape)
        one, other = np.array(self.pairs).T
        self.moved += np.square(moves[1] - moves[0][:, one] - moves[0][:, other]).sum(axis=0)

    def partners(self, fair: Fair) -> tuple[Partners, ...]:
        """Every pair that was held often enough, the best first."""
        games = self.ratios.bottom.sum(axis=0)
        met = [i for i in range(len(self.pairs)) if games[i] >= FEWEST]
        alone = [over_fair(self.single, k, fair).value for k in range(len(self.labels))]
        found = {i: over_fair(self.ratios, i, fair) for i in met}
        expected = {i: sum(alone[k] for k in self.pairs[i]) for i in met}
        beyond = {i: self._beyond(i, found[i].value - expected[i], fair) for i in met}
        qs = q_values([p_value(beyond[i]) for i in met])
        made = [self._pair(i, found, expected, beyond, q) for i, q in zip(met, qs, strict=True)]
        return tuple(sorted(made, key=lambda p: (-p.beyond.value, p.first, p.second)))

    def _beyond(self, pair: int, value: float, fair: Fair) -> Effect:
        """The contrast with its own error; a pair's share lies in 0..1, and so does each one's."""
        weights = self.ratios.even(pair)
        share = float(weights @ fair.shares)
        variance = self.moved[pair] * self.ratios.widening(pair, weights)
        return within(effect(value, variance), share - 2, share + 1)

    def _pair(
        self,
        i: int,
        found: Mapping[int, Effect],
        expected: Mapping[int, float],
        beyond: Mapping[int, Effect],
        q: float,
    ) -> Partners:
        first, second = (self.labels[k] for k in self.pairs[i])
        verdict = verdicts.of_effect(beyond[i], q)
        games = int(self.ratios.bottom[:, i].sum())
        return Partners(first, second, games, found[i], expected[i], beyond[i], q, verdict)


def _scales(sums: Ratios) -> np.ndarray:
    """What one row of a cell moves the mean over cells of each question by."""
    weights = np.array([sums.even(i) for i in range(sums.questions)]).T
    return weights / np.maximum(sums.bottom, 1)
