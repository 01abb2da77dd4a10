"""A rate adjusted for the deal, where the chance of each thing is known.

The regression estimator of survey sampling: how far the mean deal of the games that were played
lies from the mean of all deals is known exactly, and what it is worth is fitted to the games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from analysis.stats.interim import ONE_LOOK, Confidence
from analysis.stats.intervals import Rate, rate, weighed_rate
from analysis.stats.results import Result, Weighed, games_of, share_of, spread_of, wins_of

FEWEST = 30  # games with each thing, below which nothing is adjusted
FEWEST_EACH = 5  # games won, and games lost, for each thing


@dataclass(frozen=True)
class DealWorth:
    """What a thing is worth, in wins, beyond the others; chances: its known mean.

    wide: how many times as far as it seems a game strays from what its deal is worth.
    """

    chances: np.ndarray
    slopes: np.ndarray
    wide: float

    def worth(self, dealt: np.ndarray) -> np.ndarray:
        """float64[games]: what each deal is worth beyond the mean of all deals."""
        return np.asarray((dealt - self.chances) @ self.slopes)


def rate_of(result: Result, confidence: Confidence = ONE_LOOK) -> Rate:
    """The share of the games of a cell that are won, as it is judged.

    Parameters
    ----------
    result : Result
        What came out, weighed or not.
    confidence : Confidence
        How sure the interval must be.

    Returns
    -------
    Rate
        Weighed with as many games as they are worth.

    Examples
    --------
    >>> rate_of(np.array([1, 0, -1, 1, 0], np.int8)).value
    0.5
    """
    plain = rate(wins_of(result), games_of(result), confidence)
    if not isinstance(result, Weighed):
        return plain
    share, spread = share_of(result), spread_of(result)
    return weighed_rate(plain, share, share * (1 - share) / spread) if spread > 0 else plain


class Chances:
    """Sums over the games of a cell: what was dealt, and how it went together with winning.

    sizes: of how many things each draw draws.
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = tuple(sizes)
        things = sum(self.sizes)
        self.games, self.wins = 0, 0
        self.met, self.met_won = np.zeros(things), np.zeros(things)
        self.together = np.zeros((things, things))

    def add(self, dealt: np.ndarray, won: np.ndarray) -> None:
        """Count games: float64[games, things] how many of each were dealt, bool[games]."""
        self.games += len(won)
        self.wins += int(won.sum())
        self.met += dealt.sum(axis=0)
        self.met_won += dealt[won].sum(axis=0)
        self.together += dealt.T @ dealt

    def chances(self) -> np.ndarray | None:
        """How many of each thing a deal has on average; None where deals draw unlike numbers."""
        chances, first = [], 0
        for size in self.sizes:
            own = slice(first, first + size)
            drawn, squares = self.met[own].sum() / self.games, self.together[own, own].sum()
            if not float(drawn).is_integer() or squares != self.games * drawn**2:
                return None
            chances += [drawn / size] * size
            first += size
        return np.array(chances)

    def fit(self) -> DealWorth | None:
        """What each thing is worth; None where a chance is not known or few games tell."""
        free = sum(self.sizes) - len(self.sizes)
        fewest = min(self.wins, self.games - self.wins)
        if not free or fewest < FEWEST_EACH * free or self.met.min() < FEWEST:
            return None
        chances = self.chances()
        if chances is None:
            return None
        mean = self.met / self.games
        spread = self.together / self.games - np.outer(mean, mean)
        with_wins = self.met_won / self.games - mean * self.wins / self.games
        slopes = np.linalg.pinv(spread, rcond=1e-9, hermitian=True) @ with_wins
        share = self.wins / self.games - (mean - chances) @ slopes
        lost = free / self.games
        wide = sqrt((1 + lost) / (1 - lost))
        return DealWorth(chances, slopes, wide) if 0 < share < 1 else None
