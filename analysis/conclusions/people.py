"""People's games as evidence: which findings they surely do not find.

A finding is held against the difference between people and simulation at their skill: where that
is beyond chance, all things that were compared taken together, and the finding would not be there
with it, people do not find it.
"""

from collections.abc import Mapping
from statistics import NormalDist
from typing import Any

from analysis.conclusions.facts import EFFECT, About
from analysis.conclusions.kept_people import KeptPeople
from analysis.conclusions.robustness import NO, Claim
from analysis.people.answer import PeopleAnswer, SideBySide
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.pack.text.nouns import one_of, slug

SURE = 0.05  # for all that is compared together
OF_OPTIONS = (OVER_FAIR_SHARE, EFFECT)


def refuting(
    people: KeptPeople | None, about: About, value: float, claim: Claim | None
) -> SideBySide | None:
    """The games of people that surely do not find what is claimed of a number, if there are any.

    value: of the number.
    """
    if people is None or claim is None or not people.answer.agreement.differs:
        return None
    compared = _compared(people, about)
    if compared is None or abs(compared.z) < _sure_from(people.answer):
        return None
    moved = value + compared.people.value - compared.simulated
    return compared if claim.verdict(moved, moved) == NO else None


def _sure_from(answer: PeopleAnswer) -> float:
    """From which z on one of all that is compared is beyond chance."""
    return NormalDist().inv_cdf(1 - SURE / 2 / max(len(answer.agreement.compared), 1))


def _compared(people: KeptPeople, about: About) -> SideBySide | None:
    """What people's games say of the same setting, or option."""
    metric, where = about
    told = people.answer.agreement.compared
    if metric == WIN_RATE and where:
        of = [one for one in told if one.levels and _is_of(one.levels, where)]
    elif metric in OF_OPTIONS and people.kind and len(where) == 1:
        thing = where.get(slug(one_of(people.kind)))
        of = [one for one in told if one.option and thing in (one.option, people.name(one))]
    else:
        of = []
    return of[0] if len(of) == 1 else None


def _is_of(levels: Mapping[str, Any], where: Mapping[str, Any]) -> bool:
    return all(str(levels.get(name)) == str(level) for name, level in where.items())
