"""How sure is a number?  Rates, differences and their intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist

Z95 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Rate:
    """A share of games with its interval; all of 0..1 but the two counts."""

    won: int
    games: int
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Effect:
    """A difference of rates (0.02 is two points) with its interval and standard error."""

    value: float
    low: float
    high: float
    se: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def wilson(won: float, games: float, z: float = Z95) -> tuple[float, float]:
    """Score interval (Wilson 1927) of a rate; (0, 1) when no game was played."""
    if games <= 0:
        return 0.0, 1.0
    share = won / games
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    half *= z / (1 + z * z / games)
    # Rounding leaves 1e-18 where the formula gives exactly 0 or 1.
    low = 0.0 if won <= 0 else max(0.0, centre - half)
    high = 1.0 if won >= games else min(1.0, centre + half)
    return low, high


def rate(won: int, games: int, z: float = Z95) -> Rate:
    """`won` of `games` with its Wilson interval; value 0 when no game was played."""
    low, high = wilson(won, games, z)
    return Rate(int(won), int(games), won / games if games else 0.0, low, high)


def surely_above(found: Rate, other: Rate) -> bool:
    """Whether one rate is shown to lie above another that shares no game with it.

    The interval of the difference is made of Wilson's two (Newcombe 1998).
    """
    down, up = found.value - found.low, other.high - other.value
    return found.value - other.value > sqrt(down * down + up * up)


def effect(value: float, variance: float, z: float = Z95) -> Effect:
    """A difference whose estimate is about normal with `variance`."""
    se = sqrt(max(0.0, variance))
    return Effect(value, value - z * se, value + z * se, se)


def within(found: Effect, lowest: float, highest: float) -> Effect:
    """The same with an interval that keeps to the values that there can be."""
    return Effect(found.value, max(found.low, lowest), min(found.high, highest), found.se)


def cautious(value: float, variance: float, games: int, reach: float, z: float = Z95) -> Effect:
    """A paired difference, its interval widened by two imagined games, one each way.

    For one pair of yes/no results this is the interval of Bonett and Price (2012), which
    keeps its coverage where a plain one collapses to a point because no pair differed.

    variance: of `value`; games: replicates behind it; reach: the largest size that the
    difference can have in one replicate (1 for a pair of cells).
    """
    if games <= 0:
        return Effect(0.0, -reach, reach, reach)
    centre = value * games / (games + 2)
    spread = (games * (variance * games + value**2) + 2 * reach**2) / (games + 2) - centre**2
    se = sqrt(max(0.0, spread) / (games + 2))
    return Effect(value, centre - z * se, centre + z * se, se)


def p_value(found: Effect) -> float:
    """Two-sided chance of a difference this large if there were none."""
    if found.se == 0:
        return 1.0 if found.value == 0 else 0.0
    return 2 * NormalDist().cdf(-abs(found.value) / found.se)


def by_truth(found: Effect, truth: float, games: int) -> Effect:
    """A rate less the truth that it is held against, with the error which that truth would give.

    The error that is measured shrinks near 0 and 1, where a few games stray by luck; the larger
    of the two counts.
    """
    spread = truth * (1 - truth) / games if games > 0 else 0.0
    return Effect(found.value, found.low, found.high, max(found.se, sqrt(max(0.0, spread))))


def games_to_settle(share: float, distance: float, power: float = 0.8, z: float = Z95) -> float:
    """Games after which an interval around `share` keeps `distance` from an edge.

    power: how often it then does, if `share` is the truth.  Infinite at distance 0.
    """
    if distance <= 0:
        return float("inf")
    reach = z + NormalDist().inv_cdf(power)
    spread = max(share * (1 - share), 0.0025)
    return reach * reach * spread / (distance * distance)


def round_up(number: float, digits: int = 2) -> int:
    """Round up to `digits` leading digits: 12,345 becomes 13,000."""
    whole = ceil(number)
    step = 10 ** max(0, len(str(whole)) - digits)
    return ceil(whole / step) * step


def quantile(values: Sequence[float], counts: Sequence[int], share: float) -> float:
    """Smallest value that at least `share` of the counted things do not exceed.

    values: in rising order; counts: how many there are of each.
    """
    wanted = share * sum(counts)
    reached = 0
    for value, count in zip(values, counts, strict=True):
        reached += count
        if reached >= wanted and reached > 0:
            return value
    return values[-1]
