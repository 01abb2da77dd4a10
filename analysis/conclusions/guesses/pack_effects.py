"""The distribution of a number over packs, each measured with error.

Packs differ by guesses and by luck.  How far by guesses is not known either: with few packs a
plain estimate of that variance is often below nought.  So all three are drawn together: the spread
between packs (half-normal prior, restricted likelihood), their mean, and each pack's own number.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

WAYS = 2_000  # draws of everything that is not known
LUCK = 47  # of the draws: the same packs, the same answer
USUAL_SPREAD = 0.1  # standard deviation between packs that guesses of one card seldom exceed
SPREADS = (np.arange(160) + 0.5) * (4 * USUAL_SPREAD / 160)
SURE_ENDS = (0.025, 0.975)
MOST_PACKS = (0.1, 0.9)  # 8 of 10
JEFFREYS = 0.5  # packs of either kind that are counted before any was seen
HALF = 0.5


@dataclass(frozen=True)
class PackShare:
    """In what share of all packs that could be drawn something is so; under: how likely in fewer
    than half.
    """

    value: float
    low: float
    high: float
    under: float


@dataclass(frozen=True)
class PackEffects:
    """A number in each of some packs.

    values, errors: by pack, the error beside what all share; common: of all packs together.
    """

    values: np.ndarray
    errors: np.ndarray
    common: float

    @cached_property
    def drawn(self) -> np.ndarray:
        """(ways, packs): what the number may really be, each way as likely as any other."""
        luck = np.random.default_rng(LUCK)
        spreads = luck.choice(SPREADS, WAYS, p=self._likely)[:, None]
        means, weights = self._means(spreads)
        of_all = means + luck.normal(size=(WAYS, 1)) / np.sqrt(weights.sum(axis=1, keepdims=True))
        kept = spreads**2 * weights
        own = np.sqrt(kept) * self.errors * luck.normal(size=kept.shape)
        shared = self.common * luck.normal(size=(WAYS, 1))
        return np.asarray(of_all + kept * (self.values - of_all) + own + shared)

    @cached_property
    def _likely(self) -> np.ndarray:
        """How likely each spread between packs is."""
        spreads = SPREADS[:, None]
        means, weights = self._means(spreads)
        fit = np.log(weights).sum(axis=1) - np.log(weights.sum(axis=1))
        fit -= (weights * (self.values - means) ** 2).sum(axis=1)
        fit -= np.square(SPREADS / USUAL_SPREAD)
        chance = np.exp((fit - fit.max()) / 2)
        return np.asarray(chance / chance.sum())

    def _means(self, spreads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The mean of all packs, by spread, and the weight of each pack in it."""
        weights = 1 / (self.errors**2 + spreads**2)
        return (weights * self.values).sum(axis=1, keepdims=True) / weights.sum(
            axis=1, keepdims=True
        ), weights


def middle(drawn: np.ndarray) -> tuple[float, float]:
    """What 8 of 10 packs come to, with what is not known of each."""
    low, high = np.quantile(drawn, MOST_PACKS)
    return float(low), float(high)


def share(holds: np.ndarray, *, is_all: bool = False) -> PackShare:
    """In what share of all packs something is so, of which (ways, packs) are known.

    is_all: there are no other packs; else they are as if drawn from many more, and where it is so
    in none of them, or in every one, the interval goes on to that end.
    """
    packs = holds.shape[1]
    so = holds.sum(axis=1)
    shares = low = high = so / packs
    if not is_all:
        shares = np.random.default_rng(LUCK).beta(so + JEFFREYS, packs - so + JEFFREYS)
        low, high = np.where(so == 0, 0.0, shares), np.where(so == packs, 1.0, shares)
    ends = np.quantile(low, SURE_ENDS[0]), np.quantile(high, SURE_ENDS[1])
    under = float((shares < HALF).mean())
    return PackShare(float(holds.mean()), float(ends[0]), float(ends[1]), under)
