"""What a change did at people's tables: their games before it and after it."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

from analysis.people.answer import PeopleAnswer, SideBySide
from analysis.stats.intervals import Estimate, Rate

WIDE = 3.92  # standard errors from end to end of an interval of 95%


@dataclass(frozen=True)
class PeopleChange:
    """One setting or option at people's tables before a change and after it.

    effect: what they win more, with its interval; simulated: what the simulation wins more at the
    skill of either, in parts of 1.
    """

    of: SideBySide
    before: Rate
    after: Rate
    effect: Estimate
    simulated: float


def changes(before: PeopleAnswer, after: PeopleAnswer) -> list[PeopleChange]:
    """Everything that both played, the largest effect for its error first."""
    found = [*_changes(before, after)]
    return sorted(found, key=lambda one: -abs(one.effect.value) / one.effect.se)


def _changes(before: PeopleAnswer, after: PeopleAnswer) -> Iterator[PeopleChange]:
    earlier = {_name(one): one for one in before.agreement.compared}
    for now in after.agreement.compared:
        was = earlier.get(_name(now))
        if was is not None and was.people.games and now.people.games:
            moved = now.simulated - was.simulated
            yield PeopleChange(now, was.people, now.people, newcombe(was.people, now.people), moved)


def _name(one: SideBySide) -> tuple[str, str]:
    return one.option, repr(sorted((one.levels or {}).items()))


def newcombe(before: Rate, after: Rate) -> Estimate:
    """The difference of two independent rates with Newcombe's hybrid score interval.

    R. G. Newcombe, "Interval estimation for the difference between independent proportions",
    Statistics in Medicine 17 (1998) 873-890, method 10.

    Examples
    --------
    >>> from analysis.stats.intervals import rate
    >>> found = newcombe(rate(48, 80), rate(56, 70))
    >>> round(found.value, 3), round(found.low, 3), round(found.high, 3)
    (0.2, 0.052, 0.334)
    """
    value = after.value - before.value
    low = value - hypot(after.value - after.low, before.high - before.value)
    high = value + hypot(after.high - after.value, before.value - before.low)
    return Estimate(value, low, high, (high - low) / WIDE)
