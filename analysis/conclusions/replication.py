"""Findings of an earlier run, tested with fresh random numbers.

A finding says that a number lies between two ends.  It held where the fresh interval lies between
them, is gone where it lies outside, and is open where it does not tell.  By luck alone the fresh
number lies about what was found first, by the errors of both runs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot, inf
from typing import Any

import numpy as np

from analysis.conclusions.facts import About, Fact, facts
from analysis.conclusions.robustness import CANNOT, NO, YES, Claim, claim, key_of
from analysis.study import Study

HELD, GONE, OPEN = "held", "gone", "open"
SAID = {YES: HELD, NO: GONE, CANNOT: OPEN}
ENDS = (0.025, 0.975)


@dataclass(frozen=True)
class Played:
    """A finding that was played again.

    found: as the manifest has it; now: the same number on fresh luck, None where it is not told;
    said: held, gone or open; keeps: how likely luck alone lets it hold.
    """

    found: Mapping[str, Any]
    now: Fact | None
    said: str
    keeps: float


@dataclass(frozen=True)
class Afresh:
    """All findings of an earlier run, tested with another seed."""

    run: str
    seed: int
    played: Sequence[Played]
    unasked: int

    def count(self, said: str) -> int:
        """How many held, are gone or open."""
        return sum(one.said == said for one in self.played)

    @cached_property
    def let_go(self) -> float:
        """The expected number of findings that chance alone would not let hold."""
        return sum(1 - one.keeps for one in self.played)

    @cached_property
    def let_go_between(self) -> tuple[int, int]:
        """Between which ends that number lies 19 times in 20, as if each had luck of its own."""
        chances = np.ones(1)
        for one in self.played:
            chances = np.convolve(chances, [one.keeps, 1 - one.keeps])
        low, high = np.searchsorted(np.cumsum(chances), ENDS)
        return int(low), int(high)


def asked(study: Study, about: About, verdict: str) -> dict[str, Any]:
    """What a finding says of one number, for a manifest; empty where that is nothing to hold."""
    told = facts(study)
    held = claim(study, *about, verdict, told)
    fact = _known(told).get(key_of(*about))
    if held is None or fact is None or fact.low is None or fact.high is None:
        return {}
    return {
        "metric": fact.metric,
        "where": dict(fact.where),
        "at_least": None if held.low == -inf else held.low,
        "at_most": None if held.high == inf else held.high,
        "value": fact.value,
        "low": fact.low,
        "high": fact.high,
        "error": _error(study, fact),
    }


def afresh(study: Study) -> Afresh | None:
    """What became of the findings that a run was to play again; None of another run."""
    again = study.design.manifest.get("again")
    if not again or not study.games:
        return None
    return Afresh(again["run"], again["seeds"][-1], tuple(_all(study, again)), again["unasked"])


def _all(study: Study, again: Mapping[str, Any]) -> Iterator[Played]:
    known = _known(facts(study))
    for found in again["findings"]:
        key = key_of(found["metric"], found["where"])
        yield _played(study, found, known.get(key))


def _played(study: Study, found: Mapping[str, Any], now: Fact | None) -> Played:
    if now is None or now.low is None or now.high is None:
        return Played(found, None, OPEN, 0.0)
    low = -inf if found["at_least"] is None else found["at_least"]
    high = inf if found["at_most"] is None else found["at_most"]
    key, error = key_of(found["metric"], found["where"]), _error(study, now)
    half = (now.high - now.low) / 2
    said = SAID[Claim(key, low, high).verdict(now.low, now.high)]
    keeps = Claim(key, low + half, high - half).chance(found["value"], hypot(error, found["error"]))
    return Played(found, now, said, max(0.0, keeps))


def _known(told: Sequence[Fact]) -> dict[Any, Fact]:
    return {key_of(fact.metric, fact.where): fact for fact in told}


def _error(study: Study, fact: Fact) -> float:
    """The standard error of a number, by its interval."""
    assert fact.low is not None and fact.high is not None
    return (fact.high - fact.low) / 2 / study.design.confidence.reach
