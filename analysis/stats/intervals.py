"""Confidence intervals of rates and differences."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, inf, sqrt
from statistics import NormalDist

from analysis.stats.interim import ONE_LOOK, Confidence

# Games, or game numbers, that are added to what was played before it is called sure.
IMAGINED = 2


@dataclass(frozen=True)
class Rate:
    """A share of games with its interval; all of 0..1 but the two counts.

    won: as games came; value: `won / games`, or weighed by the known chances of the deal.
    confidence: how sure the interval is.  saving: so many times the games would tell as much,
    were they not weighed.
    """

    won: int
    games: int
    value: float
    low: float
    high: float
    confidence: Confidence = ONE_LOOK
    saving: float = 1.0

    @property
    def ends(self) -> tuple[float, float, float]:
        """The number itself, and both ends of its interval."""
        return self.value, self.low, self.high


@dataclass(frozen=True)
class Estimate:
    """A difference of rates (0.02 is two points) with its interval and standard error.

    confidence: how sure the interval is.
    """

    value: float
    low: float
    high: float
    se: float
    confidence: Confidence = ONE_LOOK

    @property
    def ends(self) -> tuple[float, float, float]:
        """The number itself, and both ends of its interval."""
        return self.value, self.low, self.high

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def times(self, unit: float) -> "Estimate":
        """The same in another unit, above 0."""
        value, low, high, se = (each * unit for each in (*self.ends, self.se))
        return Estimate(value, low, high, se, self.confidence)


def wilson(won: float, games: float, confidence: Confidence = ONE_LOOK) -> tuple[float, float]:
    """Score interval of a rate; (0, 1) when no game was played.

    Parameters
    ----------
    won, games : float
        ``0 <= won <= games``; parts of a win and an effective number of games are allowed.
    confidence : Confidence
        How sure the interval must be; 95% for a run that is looked at once.

    Returns
    -------
    (float, float)
        Lower and upper end, each 0..1.

    Notes
    -----
    Wilson's interval [1]_: the rates that a two-sided score test would not refuse.  It keeps its
    coverage near 0 and 1, where a symmetric one collapses to a point.

    References
    ----------
    .. [1] E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
       Journal of the American Statistical Association 22 (1927) 209-212.

    Examples
    --------
    >>> [round(end, 4) for end in wilson(40, 100)]
    [0.3094, 0.498]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
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


def design_effect(moved: float, alone: float, most: float, numbers: float) -> float:
    """How many times the variance of independent rows a mean has, whose rows lean on each other.

    Two imagined game numbers whose rows all tell the same are added: where a few agree by luck,
    nothing is sure.

    Parameters
    ----------
    moved : float
        Variance measured by game number.
    alone : float
        What independent rows would give.
    most : float
        Rows a game number, 1 or more.
    numbers : float
        Game numbers.

    Returns
    -------
    float
        The design effect; `most` where `alone` tells nothing.

    Notes
    -----
    The design effect of Kish (Survey Sampling, 1965, section 8.2), drawn towards the worst.

    Examples
    --------
    >>> design_effect(moved=0.02, alone=0.01, most=4, numbers=1_000)
    2.0059...
    """
    most = max(1.0, most)
    if alone <= 0:
        return most
    spare = numbers / (numbers - 1) if most > 1 and numbers > 1 else 1.0
    return (numbers * spare * moved / alone + IMAGINED * most) / (numbers + IMAGINED)


def rate(won: float, games: int, confidence: Confidence = ONE_LOOK, rotations: int = 1) -> Rate:
    """`won` of `games` as a rate with its Wilson interval; 0 of none.

    Parameters
    ----------
    won : float
        Games won, in parts where wins are shared.
    games : int
        Games played.
    confidence : Confidence
        How sure the interval must be; 95% for a run that is looked at once.
    rotations : int
        Games of one deal, which at worst all tell the same.

    Returns
    -------
    Rate
        Value and ends 0..1.

    Examples
    --------
    >>> found = rate(40, 100)
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (0.4, 0.309, 0.498)
    """
    low, high = wilson(won / rotations, games / rotations, confidence)
    return Rate(int(won), int(games), won / games if games else 0.0, low, high, confidence)


def weighed_rate(plain: Rate, value: float, saving: float) -> Rate:
    """The same games, weighed: Wilson's interval with as many games as they are worth.

    Parameters
    ----------
    plain : Rate
        As the games came.
    value : float
        The share that they come to, weighed; 0..1.
    saving : float
        What `p(1 - p)` is to the variance of a weighed game; above 0.

    Returns
    -------
    Rate
        Of the same games.

    Examples
    --------
    >>> found = weighed_rate(rate(40, 100), 0.41, 1.4)
    >>> found.games, found.value, round(found.low, 3), round(found.high, 3)
    (100, 0.41, 0.332, 0.493)
    """
    games = plain.games * saving
    low, high = wilson(value * games, games, plain.confidence)
    return replace(plain, value=value, low=low, high=high, saving=saving)


def effect(
    value: float, variance: float, reach: float | None = None, confidence: Confidence = ONE_LOOK
) -> Estimate:
    """A difference whose estimate is about normal with `variance`.

    Parameters
    ----------
    value : float
        The estimate.
    variance : float
        Of the estimate; what rounding left below 0 counts as 0.
    reach : float, optional
        Standard errors to either side, if they are not those of a normal.
    confidence : Confidence
        How sure the interval must be; 95% for a run that is looked at once.

    Returns
    -------
    Effect
        With the interval ``value +- reach x se``.

    Examples
    --------
    >>> found = effect(0.1, 0.05**2)
    >>> round(found.low, 3), round(found.high, 3), found.se
    (0.002, 0.198, 0.05)
    """
    z = confidence.reach if reach is None else reach
    se = sqrt(max(0.0, variance))
    return Estimate(
        value=value, low=value - z * se, high=value + z * se, se=se, confidence=confidence
    )


def fcr_adjust(estimate: Estimate, times: float, lowest: float, highest: float) -> Estimate:
    """The same with a wider interval on either side, within the possible (FCR).

    Parameters
    ----------
    estimate : Estimate
        Its value stays.
    times : float
        1 or more.
    lowest, highest : float
        The values that there can be.

    Returns
    -------
    Effect
        The standard error stays: tests do not change.

    Examples
    --------
    >>> fcr_adjust(Estimate(0.5, 0.4, 0.6, 0.05), 2.0, 0.0, 0.65).high
    0.65
    """
    low = estimate.value - (estimate.value - estimate.low) * times
    high = estimate.value + (estimate.high - estimate.value) * times
    return within(replace(estimate, low=low, high=high), lowest, highest)


def shifted(estimate: Estimate, by: float) -> Estimate:
    """The same, so much larger: value and both ends.

    Parameters
    ----------
    estimate : Estimate
        Its width stays.
    by : float
        Any number.

    Returns
    -------
    Effect
        Moved along.

    Examples
    --------
    >>> shifted(Estimate(0.5, 0.4, 0.6, 0.05), -0.25)
    Estimate(value=0.25, low=0.15000000000000002, high=0.35, se=0.05, ...)
    """
    return replace(
        estimate, value=estimate.value + by, low=estimate.low + by, high=estimate.high + by
    )


def within(estimate: Estimate, lowest: float, highest: float) -> Estimate:
    """The same, kept to the values that there can be.

    Parameters
    ----------
    estimate : Estimate
        Its standard error stays.
    lowest, highest : float
        The smallest and the largest value that there can be.

    Returns
    -------
    Effect
        Value and both ends in ``lowest..highest``.

    Examples
    --------
    >>> within(Estimate(0.95, 0.8, 1.1, 0.07), 0.0, 1.0).high
    1.0
    """
    value, low, high = (
        min(max(v, lowest), highest) for v in (estimate.value, estimate.low, estimate.high)
    )
    return replace(estimate, value=value, low=low, high=high)


def bonett_price_interval(
    value: float, variance: float, games: int, reach: float, confidence: Confidence = ONE_LOOK
) -> Estimate:
    """A paired difference, its interval widened by two imagined games, one each way.

    Parameters
    ----------
    value : float
        The difference.
    variance : float
        Of `value`.
    games : int
        Replicates behind it; with none the interval is all that there can be.
    reach : float
        The largest size that the difference can have in one replicate (1 for a pair of cells).
    confidence : Confidence
        How sure the interval must be; 95% for a run that is looked at once.

    Returns
    -------
    Effect
        Inside of ``-reach..reach``.

    Notes
    -----
    For one pair of yes/no results this is the interval of Bonett and Price [1]_, which keeps its
    coverage where a plain one collapses to a point because no pair differed.

    References
    ----------
    .. [1] D. G. Bonett and R. M. Price, "Adjusted Wald confidence interval for a difference of
       binomial proportions based on paired data", Journal of Educational and Behavioral
       Statistics 37 (2012) 479-488.

    Examples
    --------
    >>> found = bonett_price_interval(0.0, 0.0, 100, 1.0)
    >>> round(found.low, 3), round(found.high, 3)
    (-0.027, 0.027)
    """
    if games <= 0:
        return Estimate(value=0.0, low=-reach, high=reach, se=reach, confidence=confidence)
    centre = value * games / (games + 2)
    spread = (games * (variance * games + value**2) + 2 * reach**2) / (games + 2) - centre**2
    se, z = sqrt(max(0.0, spread) / (games + 2)), confidence.reach
    whole = Estimate(
        value=value, low=centre - z * se, high=centre + z * se, se=se, confidence=confidence
    )
    return within(whole, -reach, reach)


def p_value(estimate: Estimate) -> float:
    """Two-sided chance of a difference this large at any look if there were none.

    Parameters
    ----------
    estimate : Estimate
        Its value and standard error count, and how often its run may be looked at.

    Returns
    -------
    float
        0..1.

    Notes
    -----
    That of a normal, times the number of looks (Bonferroni).

    Examples
    --------
    >>> round(p_value(effect(0.1, 0.05**2)), 4)
    0.0455
    >>> round(p_value(effect(0.1, 0.05**2, confidence=Confidence(looks=8))), 4)
    0.364
    """
    if estimate.se == 0:
        return 1.0 if estimate.value == 0 else 0.0
    chance = 2 * NormalDist().cdf(-abs(estimate.value) / estimate.se)
    return min(1.0, estimate.confidence.looks * chance)


def by_error(estimate: Estimate, error: float) -> Estimate:
    """What is judged goes by the error that the truth would give which it is held against.

    The error that is measured shrinks near 0 and 1, where a few games stray by luck; the larger
    of the two counts.

    Parameters
    ----------
    estimate : Estimate
        As it was measured.
    error : float
        The standard error if what it is held against were true; 0 or more.

    Returns
    -------
    Effect
        With the larger standard error; value and interval stay.

    Examples
    --------
    >>> by_error(Estimate(0.0, 0.0, 0.1, 0.001), 0.02).se
    0.02
    """
    return replace(estimate, se=max(estimate.se, error))


def critical_value_to_settle(
    distance: float, other: float = inf, power: float = 0.8, z: float = ONE_LOOK.reach
) -> float:
    """Standard errors that `distance` must be, for an interval to be clear of the edges.

    Parameters
    ----------
    distance : float
        To the nearer edge, above 0.
    other : float
        To the edge on the other side, which must be clear as well; infinite where there is none.
    power : float
        How often both then are, if the estimate is the truth; 0..1.
    z : float
        Standard errors of the interval to either side.

    Returns
    -------
    float
        Above `z` where `power` is more than a half.

    Notes
    -----
    With one edge the sum of two quantiles, as in any reckoning of a sample's size; with two the
    power of two one-sided tests, solved by halving.

    Examples
    --------
    >>> round(critical_value_to_settle(1.0), 3)
    2.802
    >>> round(critical_value_to_settle(1.0, 1.0), 3)
    3.242
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
    """The same with the exact interval of the binomial.

    Neither end is missed more often than half the error allows, near 0 and 1 as well.

    Parameters
    ----------
    share : Rate
        Whole games, won or not.

    Returns
    -------
    Rate
        Wider than Wilson's.

    Notes
    -----
    Ends are quantiles of beta distributions [1]_.

    References
    ----------
    .. [1] C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated
       in the case of the binomial", Biometrika 26 (1934) 404-413.

    Examples
    --------
    >>> found = exact(rate(0, 100))
    >>> found.low, round(found.high, 4)
    (0.0, 0.0362)
    """
    from scipy.special import betainccinv, betaincinv

    tail, games = share.confidence.error / 2, share.games * share.saving
    won = share.won if share.saving == 1.0 else share.value * games
    lost = games - won
    low = float(betaincinv(won, lost + 1, tail)) if won else 0.0
    high = float(betainccinv(won + 1, lost, tail)) if lost else 1.0
    return replace(share, low=low, high=high)


def critical_value_among(count: int, confidence: Confidence = ONE_LOOK) -> float:
    """Standard errors that a distance must be, to be shown as the first among so many.

    Parameters
    ----------
    count : int
        Questions of the family, 1 or more.
    confidence : Confidence
        How sure one alone must be.

    Returns
    -------
    float
        More, the more are asked.

    Notes
    -----
    The first of m needs a p below 0.05 / m, in a false discovery rate as in Bonferroni's rule.

    Examples
    --------
    >>> round(critical_value_among(1), 3), round(critical_value_among(13), 3)
    (2.802, 3.732)
    """
    z = NormalDist().inv_cdf(1 - confidence.error / 2 / count)
    return critical_value_to_settle(1.0, inf, z=z)


def games_to_settle(
    share: float, distance: float, other: float = inf, power: float = 0.8, z: float = ONE_LOOK.reach
) -> float:
    """Games after which an interval around `share` is clear of the edges.

    Parameters
    ----------
    share : float
        The rate that is taken for the truth, 0..1.
    distance, other, power, z
        As in `critical_value_to_settle`; `distance` may be 0.

    Returns
    -------
    float
        Infinite at distance 0.

    Examples
    --------
    >>> round(games_to_settle(0.5, 0.05))
    785
    """
    if distance <= 0:
        return inf
    reach = critical_value_to_settle(distance, other, power, z)
    spread = max(share * (1 - share), 0.0025)
    return reach * reach * spread / (distance * distance)


def round_up(number: float, digits: int = 2) -> int:
    """Round up to `digits` leading digits: 12,345 becomes 13,000.

    Parameters
    ----------
    number : float
        0 or more.
    digits : int
        How many digits stay, 1 or more.

    Returns
    -------
    int
        The next such number that is no smaller.

    Examples
    --------
    >>> round_up(12_345), round_up(7.2)
    (13000, 8)
    """
    whole = ceil(number)
    step = int(10 ** max(0, len(str(whole)) - digits))
    return ceil(whole / step) * step


def quantile(values: Sequence[float], counts: Sequence[int], share: float) -> float:
    """Smallest value that at least `share` of the counted things do not exceed.

    Parameters
    ----------
    values : sequence of float
        In rising order, one or more.
    counts : sequence of int
        How many there are of each value.
    share : float
        0..1; 0.5 is the (lower) median.

    Returns
    -------
    float
        One of the values.

    Examples
    --------
    >>> quantile([1, 2, 3], [5, 4, 1], 0.5)
    1
    >>> quantile([1, 2, 3], [5, 4, 1], 0.95)
    3
    """
    wanted = share * sum(counts)
    reached = 0
    for value, count in zip(values, counts, strict=True):
        reached += count
        if reached >= wanted and reached > 0:
            return value
    return values[-1]
