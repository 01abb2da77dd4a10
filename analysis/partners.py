"""Which two things win more together than each brings alone?  For seats that hold several."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from analysis import verdicts
from analysis.corrections import q_values
from analysis.intervals import Effect, p_value
from analysis.ratios import Ratios
from analysis.shares import Fair, Over, less, over_fair
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
    """Sums of one run: every two things that a seat held."""

    def __init__(self, cells: Sequence[int], labels: Sequence[str]) -> None:
        self.labels = list(labels)
        self.pairs = list(combinations(range(len(labels)), 2))
        self.place = np.full((len(labels), len(labels)), -1)
        for index, (a, b) in enumerate(self.pairs):
            self.place[a, b] = self.place[b, a] = index
        self.ratios = Ratios(cells, len(self.pairs))

    def codes(self, held: Sequence[np.ndarray]) -> Iterator[np.ndarray]:
        """Pairs that a seat holds, from what it holds: one array for every two columns."""
        for one, other in combinations(held, 2):
            there = (one >= 0) & (other >= 0)
            yield np.where(there, self.place[np.maximum(one, 0), np.maximum(other, 0)], -1)

    def partners(self, fair: Fair, overs: Sequence[Over]) -> tuple[Partners, ...]:
        """Every pair that was held often enough, the best first."""
        alone = {over.label: over.effect.value for over in overs}
        games = self.ratios.bottom.sum(axis=0)
        met = [i for i in range(len(self.pairs)) if games[i] >= FEWEST]
        found = {i: over_fair(self.ratios, i, fair) for i in met}
        expected = {i: sum(alone[self.labels[k]] for k in self.pairs[i]) for i in met}
        beyond = {i: less(found[i], expected[i]) for i in met}
        qs = q_values([p_value(beyond[i]) for i in met])
        made = [self._pair(i, found, expected, beyond, q) for i, q in zip(met, qs, strict=True)]
        return tuple(sorted(made, key=lambda p: (-p.beyond.value, p.first, p.second)))

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
