"""Changes whose effect is known, played as a search plays them: until what they do is known.

A game is won where its luck is low enough; with a change some games are dealt anew.
"""

from dataclasses import dataclass
from math import ceil

import numpy as np

from analysis.stats.intervals import Estimate
from simulate.search.aim.sums import PairedRows, PairedSums
from simulate.search.sensitivity import Until, moves
from simulate.search.trial import FIRST_ROUND, GROWTH, STEP, Tried

BASE, CHANGE = 0, 1


@dataclass(frozen=True)
class Truth:
    """How often the game is won without the change and with it; `fresh`: where it deals anew."""

    before: float
    after: float
    fresh: float

    @property
    def effect(self) -> float:
        return self.after - self.before


TRUTHS = [
    Truth(before, after, fresh)
    for before, after in (
        (0.5, 0.5), (0.5, 0.55), (0.5, 0.2), (0.75, 0.75), (0.75, 0.8), (0.75, 0.25),
        (0.75, 0.995), (0.75, 0.002), (0.95, 0.95), (0.95, 0.97), (0.95, 0.5), (0.01, 0.012),
        (0.998, 0.999),
    )
    for fresh in (0.02, 0.3, 1.0)
]  # fmt: skip


def played(truth: Truth, rng: np.random.Generator, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Won without the change and with it, of games that share their luck in part."""
    luck, other = rng.random((2, games))
    second = np.where(rng.random(games) < truth.fresh, other, luck)
    return (luck < truth.before).astype(np.int8), (second < truth.after).astype(np.int8)


class Table:
    """One change that is played as `Trial` plays it, its games drawn beforehand."""

    def __init__(self, truth: Truth, seed: int, until: Until) -> None:
        self.until = until
        self.won = played(truth, np.random.default_rng(seed), 2 * until.most)
        self.tried = Tried("", ((BASE, CHANGE),), (), (), PairedSums([(BASE, CHANGE)], {}))
        self.base = 0

    def rows(self, cell: int, first: int, last: int) -> PairedRows:
        """Some games of a side."""
        return PairedRows(cell, first, self.won[cell][first:last], None)

    def play(self, games: int) -> None:
        """Both sides up to so many games."""
        tried = self.tried
        self.play_base(max(games, self.base))
        tried.sums.add([self.rows(cell, tried.played, games) for cell in (BASE, CHANGE)])
        tried.played = games

    def play_base(self, games: int) -> None:
        """The game as it is up to so many games."""
        if self.tried.known is not None and games > self.base:
            self.tried.known.add([self.rows(BASE, self.base, games)])
        self.base = max(games, self.base)

    def run(self, *, ahead: bool) -> Estimate:
        """Until nothing more is wanted; what the change does then."""
        self.play(FIRST_ROUND)
        if ahead:
            self.tried.known = PairedSums([(BASE, BASE)], {})
            self.tried.known.add([self.rows(BASE, 0, self.base)])
            # As where many changes are tried at once, which the game as it is serves together.
            self.play_base(self.until.most)
        while (wanted := self.until(self.tried)) > self.tried.played:
            wanted = min(wanted, GROWTH * self.tried.played)
            self.play(ceil(wanted / STEP) * STEP)
        return moves(self.tried)[0].effect


def outcomes(truth: Truth, *, ahead: bool, times: int, first: int = 0) -> np.ndarray:
    """Of so many trials: whether the interval holds the truth, how far it is off, games."""
    until, found = Until(), []
    for seed in range(first, first + times):
        table = Table(truth, seed, until)
        effect = table.run(ahead=ahead)
        assert effect.half <= until.precision or table.tried.played == until.most
        held = effect.low <= truth.effect <= effect.high
        found.append((held, effect.value - truth.effect, table.tried.played))
    return np.array(found)
