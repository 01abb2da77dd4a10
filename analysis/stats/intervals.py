"""How sure is a number?  Rates, differences and their intervals."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, inf, sqrt
from statistics import NormalDist

from analysis.stats.looks import ONE_LOOK, Sureness

# Games, or game numbers, that are added to what was played before it is called sure.
IMAGINED = 2


@dataclass(frozen=True)
class Rate:
    """A share of games with its interval; all of 0..1 but the two counts.

    confidence: how sure the interval is.
    """

    won: int
    games: int
    value: float
    low: float
    high: float
    confidence: Sureness = ONE_LOOK


@dataclass(frozen=True)
class Estimate:
    """A difference of rates (0.02 is two points) with its interval and standard error.

    confidence: how sure the interval is.
    """

    value: float
    low: float
    high: float
    se: float
    confidence: Sureness = ONE_LOOK

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def wilson(won: float, games: float, confidence: Sureness = ONE_LOOK) -> tuple[float, float]:
    """Score interval (Wilson 1927) of a rate; (0, 1) when no game was played."""
    z = confidence.reach
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


def leaning(moved: float, alone: float, most: float, numbers: float) -> float:
    """How many times the variance of independent rows a mean has, whose rows lean on each other.

    Two imagined game numbers whose rows all tell the same are added: where a few agree by luck,
    nothing is sure.

    moved: variance measured by game number; alone: what independent rows would give; most: rows
    a game number; numbers: game numbers.
    """
    most = max(1.0, most)
    if alone <= 0:
        return most
    spare = numbers / (numbers - 1) if most > 1 and numbers > 1 else 1.0
    return (numbers * spare * moved / alone + IMAGINED * most) / (numbers + IMAGINED)


def rate(won: float, games: int, confidence: Sureness = ONE_LOOK) -> Rate:
    """`won` of `games`, in parts where wins are shared, with its Wilson interval; 0 of none."""
    low, high = wilson(won, games, confidence)
    return Rate(int(won), int(games), won / games if games else 0.0, low, high, confidence)


def effect(
    value: float, variance: float, reach: float | None = None, confidence: Sureness = ONE_LOOK
) -> Estimate:
    """A difference whose estimate is about normal with `variance`.

    reach: standard errors to either side, if they are not those of a normal.
    """
    z = confidence.reach if reach is None else reach
    se = sqrt(max(0.0, variance))
    return Estimate(value, value - z * se, value + z * se, se, confidence)


def widened(estimate: Estimate, times: float, lowest: float, highest: float) -> Estimate:
    """The same with an interval so many times as wide on either side, within the possible."""
    low = estimate.value - (estimate.value - estimate.low) * times
    high = estimate.value + (estimate.high - estimate.value) * times
    return within(replace(estimate, low=low, high=high), lowest, highest)


def shifted(estimate: Estimate, by: float) -> Estimate:
    """The same, so much larger."""
    return replace(
        estimate, value=estimate.value + by, low=estimate.low + by, high=estimate.high + by
    )


def within(estimate: Estimate, lowest: float, highest: float) -> Estimate:
    """The same, kept to the values that there can be."""
    value, low, high = (
        min(max(v, lowest), highest) for v in (estimate.value, estimate.low, estimate.high)
    )
    return replace(estimate, value=value, low=low, high=high)


def cautious(
    value: float, variance: float, games: int, reach: float, confidence: Sureness = ONE_LOOK
) -> Estimate:
    """A paired difference, its interval widened by two imagined games, one each way.

    For one pair of yes/no results this is the interval of Bonett and Price (2012), which
    keeps its coverage where a plain one collapses to a point because no pair differed.

    variance: of `value`; games: replicates behind it; reach: the largest size that the
    difference can have in one replicate (1 for a pair of cells).
    """
    if games <= 0:
        return Estimate(0.0, -reach, reach, reach, confidence)
    centre = value * games / (games + 2)
    spread = (games * (variance * games + value**2) + 2 * reach**2) / (games + 2) - centre**2
    se, z = sqrt(max(0.0, spread) / (games + 2)), confidence.reach
    whole = Estimate(value, centre - z * se, centre + z * se, se, confidence)
    return within(whole, -reach, reach)


def p_value(estimate: Estimate) -> float:
    """Two-sided chance of a difference this large at any look if there were none."""
    if estimate.se == 0:
        return 1.0 if estimate.value == 0 else 0.0
    chance = 2 * NormalDist().cdf(-abs(estimate.value) / estimate.se)
    return min(1.0, estimate.confidence.looks * chance)


def by_error(estimate: Estimate, error: float) -> Estimate:
    """What is judged goes by the error that the truth would give which it is held against.

    The error that is measured shrinks near 0 and 1, where a few games stray by luck; the larger
    of the two counts.
    """
    return replace(estimate, se=max(estimate.se, error))


def reach_to_settle(
    distance: float, other: float = inf, power: float = 0.8, z: float = ONE_LOOK.reach
) -> float:
    """Standard errors that `distance` must be, for an interval to be clear of the edges.

    distance, other: to the nearer edge and to the one on the other side, which must be clear as
    well (none: infinite).  power: how often both then are, if the estimate is the truth.
    z: standard errors of the interval.
    """
    normal, ratio = NormalDist(), other / distance
    low, high = z + normal.inv_cdf(power), z + normal.inv_cdf((1 + power) / 2)
    if ratio == inf:
        return low
    for _ in range(40):
        middle = (low + high) / 2
        clear = normal.cdf(middle - z) + normal.cdf(ratio * middle - z) - 1
        low, high = (middle, high) if clear < power else (low, middle)
    return high


def exact(share: Rate) -> Rate:
    """The same with the exact interval of the binomial (Clopper and Pearson 1934).

    Neither end is missed more often than half the error allows, near 0 and 1 as well.
    """
    from scipy.stats import beta

    tail, won, lost = share.confidence.error / 2, share.won, share.games - share.won
    low = float(beta.ppf(tail, won, lost + 1)) if won else 0.0
    high = float(beta.isf(tail, won + 1, lost)) if lost else 1.0
    return replace(share, low=low, high=high)


def reach_among(asked: int, confidence: Sureness = ONE_LOOK) -> float:
    """Standard errors that a distance must be, to be shown as the first among so many."""
    z = NormalDist().inv_cdf(1 - confidence.error / 2 / asked)
    return reach_to_settle(1.0, inf, z=z)


def games_to_settle(
    share: float, distance: float, other: float = inf, power: float = 0.8, z: float = ONE_LOOK.reach
) -> float:
    """Games after which an interval around `share` is clear of the edges.

    The arguments are those of `reach_to_settle`.  Infinite at distance 0.
    """
    if distance <= 0:
        return inf
    reach = reach_to_settle(distance, other, power, z)
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
