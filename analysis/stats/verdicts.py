"""Verdicts on a number: on target, off target, or not enough games.

An interval and a band in, a verdict out (an equivalence test); for effects, a smallest size of
interest of two points.  Every verdict of every report is given here: a change of a rule changes
what all reports say.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf

from analysis.stats.corrections import FALSE_SHARE, q_values
from analysis.stats.intervals import (
    Estimate,
    Rate,
    critical_value_among,
    critical_value_to_settle,
    games_to_settle,
    p_value,
    round_up,
)

ON_TARGET = "on target"
ABOVE = "above the band"
BELOW = "below the band"
MORE = "not enough games"
FAR = "played far below a better player"  # so that nothing follows for the level
FIT = "the fit"  # set by play so that it comes out: neither on target nor off

# Of what a designer expects; MORE is the third.
MET = "met"
MISSED = "missed"

STRONG = "more than its share"
WEAK = "less than its share"
OFF = frozenset({ABOVE, BELOW, STRONG, WEAK})  # surely outside the target

BIG = "effect"
OPEN = "effect, size open"
SMALL = "small effect"
NONE = "no effect shown"
ECHO = "beside what stands out"  # an effect only because others have a larger one
SAME = "the same games"  # so that there is nothing to be judged
SHOWN = (BIG, OPEN, SMALL)  # there is a difference

# A difference of less than two points is one that nobody feels at the table.
MARGIN = 0.02
# A group of fewer games is not spoken of.
FEWEST = 30
# A number known so closely, from end to end, that still has no verdict stands on an edge.
NARROW = 0.005
# Beyond this a rate that stands on the edge of the band is not worth settling.
MOST_GAMES = 10_000_000


@dataclass(frozen=True)
class Band:
    """The target band of a rate, both ends part of it.

    low, high: ``low <= high``, in parts of 1.
    """

    low: float
    high: float

    @property
    def middle(self) -> float:
        """What a setting should hit."""
        return (self.low + self.high) / 2


def of_rate(rate: Rate, band: Band) -> str:
    """Three-way verdict: the whole interval inside the band, outside it, or neither.

    Parameters
    ----------
    rate : Rate
        With its interval, 0..1.
    band : Band
        The target, both ends part of it.

    Returns
    -------
    str
        ON_TARGET, ABOVE, BELOW or MORE (not enough games).

    Notes
    -----
    Inside is equivalence shown (two one-sided tests, 2.5% each, [1]_): a wide interval can never be
    on target.

    References
    ----------
    .. [1] D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power
       approach", Journal of Pharmacokinetics and Biopharmaceutics 15 (1987) 657-680.

    Examples
    --------
    >>> of_rate(Rate(450, 1_000, 0.45, 0.42, 0.48), Band(0.4, 0.5))
    'on target'
    >>> of_rate(Rate(45, 100, 0.45, 0.36, 0.55), Band(0.4, 0.5)) == MORE
    True
    """
    if rate.low > band.high:
        return ABOVE
    if rate.high < band.low:
        return BELOW
    if band.low <= rate.low and rate.high <= band.high:
        return ON_TARGET
    return MORE


def of_expected(number: Rate | Estimate, band: Band) -> str:
    """MET: the whole interval is inside the band; MISSED: the whole of it is outside.

    Parameters
    ----------
    number : Rate or Effect
        With its interval.
    band : Band
        The target, both ends part of it.

    Returns
    -------
    str
        MET, MISSED or MORE.

    Examples
    --------
    >>> of_expected(Estimate(0.1, 0.08, 0.12, 0.01), Band(0.0, 0.05)) == MISSED
    True
    """
    if number.low > band.high or number.high < band.low:
        return MISSED
    return MET if band.low <= number.low and number.high <= band.high else MORE


def beyond(rate: Rate, band: Band) -> float:
    """The distance of the rate from the band, 0 inside it.

    Parameters
    ----------
    rate : Rate
        Its value counts, not its interval.
    band : Band
        The target, both ends part of it.

    Returns
    -------
    float
        0 or more, in parts of 1.

    Examples
    --------
    >>> beyond(Rate(60, 100, 0.75, 0.7, 0.8), Band(0.25, 0.5))
    0.25
    """
    return max(rate.value - band.high, band.low - rate.value, 0.0)


def surely_beyond(number: Rate | Estimate, band: Band) -> float:
    """The least distance of a number from the band; 0 if its interval reaches into it.

    Parameters
    ----------
    number : Rate or Effect
        With its interval.
    band : Band
        The target, both ends part of it.

    Returns
    -------
    float
        0 or more.

    Examples
    --------
    >>> surely_beyond(Rate(75, 100, 0.75, 0.625, 0.8), Band(0.25, 0.5))
    0.125
    """
    return max(number.low - band.high, band.low - number.high, 0.0)


def is_narrow(number: Rate | Estimate) -> bool:
    """Whether a number is known to less than half a point from end to end.

    Parameters
    ----------
    number : Rate or Estimate
        With its interval.

    Returns
    -------
    bool
        If it has no verdict then, it stands on an edge of its band.

    Examples
    --------
    >>> is_narrow(Rate(60, 100, 0.6, 0.598, 0.602)), is_narrow(Rate(60, 100, 0.6, 0.5, 0.69))
    (True, False)
    """
    return number.high - number.low < NARROW


def more_games(rate: Rate, band: Band) -> int | None:
    """Games to add before a verdict is likely (80%), if the rate stays where it is.

    Parameters
    ----------
    rate : Rate
        With its interval.
    band : Band
        The target, both ends part of it.

    Returns
    -------
    int or None
        0 when there is a verdict already; None when the rate stands on the edge of the band, where
        no reasonable number of games tells.

    Examples
    --------
    >>> more_games(Rate(45, 100, 0.45, 0.36, 0.55), Band(0.4, 0.5))
    950
    """
    if of_rate(rate, band) != MORE:
        return 0
    near, far = _distances(rate.value, band)
    needed = games_to_settle(rate.value, near, far, z=rate.confidence.reach) / rate.saving
    if needed > MOST_GAMES or is_narrow(rate):
        return None
    return round_up(max(needed - rate.games, rate.games * 0.1, 100))


def _distances(value: float, band: Band) -> tuple[float, float]:
    """To the nearer edge and, inside the band, to the other; outside, one edge decides."""
    near, far = sorted((abs(value - band.low), abs(value - band.high)))
    return near, far if band.low <= value <= band.high else inf


def of_effect(difference: Estimate, q: float, margin: float = MARGIN) -> str:
    """The verdict on a difference.

    Parameters
    ----------
    difference : Estimate
        With its interval.
    q : float
        Of its family, 0..1.
    margin : float
        A difference of less is one that nobody feels; above 0.

    Returns
    -------
    str
        BIG: larger than the margin for certain.  OPEN: there is one, it may be below the margin.
        SMALL: there is one, below the margin.  NONE: it is below the margin, if there is one.
        MORE: anything is possible.

    Examples
    --------
    >>> of_effect(Estimate(0.1, 0.06, 0.14, 0.02), q=0.001)
    'effect'
    >>> of_effect(Estimate(0.0, -0.01, 0.01, 0.005), q=0.9)
    'no effect shown'
    """
    sure = differs(difference, q)
    inside = -margin < difference.low and difference.high < margin
    if inside:
        return SMALL if sure else NONE
    if not sure:
        return MORE
    return BIG if difference.low > margin or difference.high < -margin else OPEN


def differs(difference: Estimate, q: float) -> bool:
    """Whether there is a difference for certain, however small.

    Parameters
    ----------
    difference : Estimate
        With its interval.
    q : float
        Of its family, 0..1.

    Returns
    -------
    bool
        A share may differ from the fair one for certain and still lie inside its band, or on the
        edge of it.

    Examples
    --------
    >>> differs(Estimate(0.01, 0.005, 0.015, 0.0025), q=0.001)
    True
    """
    return q < FALSE_SHARE and not difference.low <= 0 <= difference.high


def of_family(
    differences: Sequence[Estimate], games: Sequence[float] | None = None
) -> list[tuple[float, str]]:
    """q and verdict of every difference of one family.

    Parameters
    ----------
    differences : sequence of Estimate
        One family.
    games : sequence of float, optional
        Behind each of them; a difference of fewer than FEWEST games is not judged.

    Returns
    -------
    list of (float, str)
        q, 0..1, and the verdict of each, in the same order.

    Raises
    ------
    ValueError
        If there are not as many numbers of games as differences.

    Examples
    --------
    >>> of_family([Estimate(0.1, 0.05, 0.15, 0.025), Estimate(0.0, -0.05, 0.05, 0.025)])[1][0]
    1.0
    """
    qs = q_values(_p_values(differences)) if games is None else q_of_enough(differences, games)
    return [(q, of_effect(each, q)) for each, q in zip(differences, qs, strict=True)]


def _p_values(differences: Iterable[Estimate]) -> list[float]:
    """The p-values of differences."""
    return [p_value(each) for each in differences]


def q_of_enough(differences: Sequence[Estimate], games: Sequence[float]) -> list[float]:
    """q of every difference; 1 for one of fewer than FEWEST games, which is not judged.

    Parameters
    ----------
    differences : sequence of Estimate
        One family.
    games : sequence of float
        Behind each of them.

    Returns
    -------
    list of float
        One for each, in the same order, 0..1.

    Raises
    ------
    ValueError
        If there are not as many numbers of games as differences.

    Examples
    --------
    >>> q_of_enough([Estimate(0.5, 0.4, 0.6, 0.05), Estimate(0.5, 0.4, 0.6, 0.05)], [100, 5])[1]
    1.0
    """
    judged = [n >= FEWEST for n in games]
    enough = [e for e, is_judged in zip(differences, judged, strict=True) if is_judged]
    qs = iter(q_values(_p_values(enough)))
    return [next(qs) if is_judged else 1.0 for is_judged in judged]


def of_share(over: Estimate, q: float, band: Band) -> str:
    """Three-way verdict of what a share of wins is over the fair share.

    Off target needs q as well: with many options in one table some stray by luck.

    Parameters
    ----------
    over : Estimate
        The share less the fair one, with its interval.
    q : float
        Of its table, 0..1.
    band : Band
        The target, both ends part of it.

    Returns
    -------
    str
        ON_TARGET, STRONG, WEAK or MORE.

    Examples
    --------
    >>> of_share(Estimate(0.1, 0.05, 0.15, 0.025), 0.001, Band(-0.02, 0.02)) == STRONG
    True
    """
    if band.low <= over.low and over.high <= band.high:
        return ON_TARGET
    if q < FALSE_SHARE and over.low > band.high:
        return STRONG
    if q < FALSE_SHARE and over.high < band.low:
        return WEAK
    return MORE


def outside_band(over: Estimate, band: Band) -> Estimate:
    """How far a value lies outside the band, to be held against 0: the truth may lie on the edge.

    Parameters
    ----------
    over : Estimate
        Its value and standard error count.
    band : Band
        The target, both ends part of it.

    Returns
    -------
    Estimate
        0 inside; its p-value is the chance of a value so far outside.

    Examples
    --------
    >>> p_value(outside_band(Estimate(0.0, -0.1, 0.1, 0.05), Band(-0.02, 0.02)))
    1.0
    >>> round(p_value(outside_band(Estimate(0.12, 0.02, 0.22, 0.05), Band(-0.02, 0.02))), 4)
    0.0455
    """
    distance = max(over.value - band.high, band.low - over.value, 0.0)
    return Estimate(value=distance, low=0.0, high=0.0, se=over.se, confidence=over.confidence)


def more_shares(over: Estimate, band: Band, games: float, count: int = 1) -> int | None:
    """Games to add to `games` before a verdict on a share is likely (80%).

    Parameters
    ----------
    over : Estimate
        The share less the fair one.
    band : Band
        The target, both ends part of it.
    games : float
        Played so far.
    count : int
        Of so many shares of one table verdicts are given; outside the band it takes the more, as q
        must be small as well.

    Returns
    -------
    int or None
        None where the share stands on the edge of the band.

    Examples
    --------
    >>> more_shares(Estimate(0.1, 0.0, 0.2, 0.05), Band(-0.02, 0.02), games=400, count=13)
    1800
    """
    distance, other = _distances(over.value, band)
    if distance <= 0:
        return None
    wanted = _reach(over, distance, other, count)
    reach = over.se * wanted / distance
    needed = games * reach * reach
    if needed > MOST_GAMES or is_narrow(over):
        return None
    return round_up(max(needed - games, games * 0.1, 100))


def _reach(over: Estimate, distance: float, other: float, asked: int) -> float:
    """Standard errors that the distance to an edge must be, before a verdict is likely."""
    if other == inf:
        return critical_value_among(asked, over.confidence)
    return critical_value_to_settle(distance, other, z=over.confidence.reach)


def at_most(difference: Estimate) -> float:
    """The size that the difference does not exceed, as far as the interval tells.

    Parameters
    ----------
    difference : Estimate
        With its interval.

    Returns
    -------
    float
        0 or more.

    Examples
    --------
    >>> at_most(Estimate(-0.02, -0.05, 0.01, 0.015))
    0.05
    """
    return max(abs(difference.low), abs(difference.high))


def sure_size(difference: Estimate) -> float:
    """The size that the difference has at least; 0 when the interval holds 0.

    Parameters
    ----------
    difference : Estimate
        With its interval.

    Returns
    -------
    float
        0 or more.

    Examples
    --------
    >>> sure_size(Estimate(-0.05, -0.08, -0.02, 0.015)), sure_size(Estimate(0.0, -0.1, 0.1, 0.05))
    (0.02, 0.0)
    """
    return max(difference.low, -difference.high, 0.0)
