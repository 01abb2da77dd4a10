"""Which two things win more together than each brings alone?  For seats that hold several."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from analysis.data.entrants import MOST_PAIRED, EntrantKind, Entrants
from analysis.data.frames import Slice
from analysis.estimators.clustered_ratios import Ratios
from analysis.estimators.fair import Fair, over_fair
from analysis.stats import verdicts
from analysis.stats.interim import ONE_LOOK, Confidence
from analysis.stats.intervals import Estimate, effect, within
from analysis.stats.verdicts import FEWEST


@dataclass(frozen=True)
class Partners:
    """Two things in one seat.

    over: points over the fair share when held together; alone: the sum of what both are over
    it, each with any other; beyond: the one less the other.
    """

    first: str
    second: str
    games: int
    over: Estimate
    alone: float
    beyond: Estimate
    q: float
    verdict: str


class Together:
    """Sums of one run: every two things that a seat held.

    Two passes: the first counts, the second adds up how far each game number moves every
    contrast as a whole.  The two things' own shares are made of the same games as the pair's, so
    the contrast is surer than its parts.
    """

    def __init__(
        self, cells: Sequence[int], option: EntrantKind, confidence: Confidence = ONE_LOOK
    ) -> None:
        self.option, self.confidence = option, confidence
        self.labels = list(option.labels)
        self.pairs = list(combinations(range(len(self.labels)), 2))
        self.place = np.full((len(self.labels), len(self.labels)), -1)
        for index, (a, b) in enumerate(self.pairs):
            self.place[a, b] = self.place[b, a] = index
        self.single = Ratios(cells, len(self.labels), confidence)
        self.ratios = Ratios(cells, len(self.pairs), confidence)
        self.moved = np.zeros(len(self.pairs))

    @classmethod
    def of(cls, entrants: Entrants) -> "Together | None":
        """Where a seat holds several options."""
        option = entrants.option
        if not option or len(option.columns) < 2 or len(option.values) > MOST_PAIRED:
            return None
        return cls(entrants.base, option, entrants.design.confidence)

    def add(self, games: Slice) -> None:
        """First pass: some game numbers of every cell."""
        held = [self.option.pooled(frame) for frame in games.printed]
        self.single.count(games.printed, held)
        self.ratios.count(games.printed, [list(self.codes(each)) for each in held])

    def codes(self, held: Sequence[np.ndarray]) -> Iterator[np.ndarray]:
        """Pairs that a seat holds, from what it holds: one array for every two columns."""
        for one, other in combinations(held, 2):
            both = (one >= 0) & (other >= 0)
            yield np.where(both, self.place[np.maximum(one, 0), np.maximum(other, 0)], -1)

    def weigh(self) -> None:
        """Between the passes."""
        self.scales = [_scales(sums) for sums in (self.single, self.ratios)]

    def move(self, games: Slice) -> None:
        """Second pass: squared moves.  A game number must not be split between two calls."""
        if not games.printed:
            return
        first = min(int(frame.deals.min()) for frame in games.printed)
        size = max(int(frame.deals.max()) for frame in games.printed) - first + 1
        moves = [np.zeros((size, sums.questions)) for sums in (self.single, self.ratios)]
        for frame in games.printed:
            number = np.repeat(frame.deals - first, frame.shape[1])
            held = self.option.pooled(frame)
            for i, codes in enumerate((held, list(self.codes(held)))):
                sums, scale = (self.single, self.ratios)[i], self.scales[i]
                cell = sums.index[frame.cell]
                for code in codes:
                    known = code.ravel() >= 0
                    kind = code.ravel()[known]
                    rest = frame.won.ravel()[known] - sums.shares[cell, kind]
                    at = number[known] * sums.questions + kind
                    moved = np.bincount(at, scale[cell, kind] * rest, minlength=moves[i].size)
                    moves[i] += moved.reshape(moves[i].shape)
        one, other = np.array(self.pairs).T
        self.moved += np.square(moves[1] - moves[0][:, one] - moves[0][:, other]).sum(axis=0)

    def result(self, fair: Fair) -> tuple[Partners, ...]:
        """Every pair that was held often enough, the best first."""
        games = self.ratios.bottom.sum(axis=0)
        met = [i for i in range(len(self.pairs)) if games[i] >= FEWEST]
        alone = [over_fair(self.single, k, fair).value for k in range(len(self.labels))]
        over = {i: over_fair(self.ratios, i, fair) for i in met}
        expected = {i: sum(alone[k] for k in self.pairs[i]) for i in met}
        beyond = {i: self._beyond(i, over[i].value - expected[i], fair) for i in met}
        given = verdicts.of_family([beyond[i] for i in met])
        pairs = [
            self._pair(i, over[i], expected[i], beyond[i], *judged)
            for i, judged in zip(met, given, strict=True)
        ]
        return tuple(sorted(pairs, key=lambda p: (-p.beyond.value, p.first, p.second)))

    def _beyond(self, pair: int, value: float, fair: Fair) -> Estimate:
        """The contrast with its own error; a pair's share lies in 0..1, and so does each one's."""
        weights = self.ratios.even(pair)
        share = float(weights @ fair.shares)
        variance = self.moved[pair] * self.ratios.widening(pair, weights)
        found = effect(value, variance, confidence=self.confidence)
        return within(found, share - 2, share + 1)

    def _pair(
        self, i: int, over: Estimate, alone: float, beyond: Estimate, q: float, verdict: str
    ) -> Partners:
        first, second = (self.labels[k] for k in self.pairs[i])
        games = int(self.ratios.bottom[:, i].sum())
        return Partners(first, second, games, over, alone, beyond=beyond, q=q, verdict=verdict)


def _scales(sums: Ratios) -> np.ndarray:
    """What one row of a cell moves the mean over cells of each question by."""
    weights = np.array([sums.even(i) for i in range(sums.questions)]).T
    return weights / np.maximum(sums.bottom, 1)
