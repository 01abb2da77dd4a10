"""Every number of a search, one by one, in the form of the facts of a run."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from analysis.conclusions.facts import CHANGE, REASON, SHARE_CHANGE, WIN_SHARE, About, Fact
from analysis.conclusions.facts import END as END_SHARE
from analysis.data.design import VARIANT
from analysis.stats.intervals import Estimate, Rate
from analysis.stats.verdicts import Band
from reports.findings.finding import Finding
from reports.search.aimed import verdict
from reports.search.parts import NOW
from simulate.core.game.facts import END, LENGTH, MATCHUP, WIN_RATE
from simulate.experiment import Experiment
from simulate.experiment.expected.expect import PAIR
from simulate.pack.text.nouns import slug
from simulate.search.aim.goals import Goal, GoalChange
from simulate.search.aim.sums import OPTION, SEAT, WON
from simulate.search.candidate import SearchOutcome
from simulate.search.confirmation.confirm import Confirmed
from simulate.search.sensitivity import Sensitive

SEAT_KEY = "seat"


def of_search(
    experiment: Experiment, search: SearchOutcome, confirmed: Sequence[Confirmed]
) -> list[Fact]:
    """Where the game stands, then each change on fresh luck: what is won, and what it adds."""
    return [
        *(_stands(experiment, place, {}) for place in search.base),
        *(
            fact
            for change in confirmed
            for place in change.judged
            for fact in (
                _stands(experiment, place, {VARIANT: change.name}),
                _adds(experiment, place, change.name),
            )
        ),
    ]


def measured(
    experiment: Experiment, search: SearchOutcome, confirmed: Sequence[Confirmed], found: Finding
) -> Finding:
    """A finding with its number and the band that it should lie in, where it is of one goal."""
    told = next((change for change in confirmed if ("advice", change.name) in found.rows), None)
    places = told.places if told is not None else search.base if found.kind == NOW else ()
    if len(places) != 1:
        return found
    goal = places[0].goal
    where = _where(experiment, places[0]) | ({VARIANT: told.name} if told is not None else {})
    return replace(found, about=(_metric(goal), where), band=Band(goal.band.low, goal.band.high))


def of_change(experiment: Experiment, change: Sensitive) -> About:
    """What a change of a search for sensitivity is about: what it moves most."""
    moved = change.moved
    metric = CHANGE if moved.kind == WON else SHARE_CHANGE
    return metric, {VARIANT: change.name} | _whose(experiment, moved.kind, moved.value)


def of_sensitivity(
    experiment: Experiment, ranked: Sequence[Sensitive], settings: Sequence[Mapping[str, Any]]
) -> Iterator[Fact]:
    """What each change moves most, over all settings and in each."""
    for change in ranked:
        moved = change.moved
        metric, where = of_change(experiment, change)
        yield _fact(metric, where, moved.effect, change.verdict, change.games)
        each = zip(settings, moved.by_setting, strict=True) if len(settings) > 1 else ()
        for levels, effect in each:
            if effect is not None:
                yield _fact(metric, {**levels, **where}, effect, "", change.games)


def _stands(experiment: Experiment, place: GoalChange, where: dict[str, Any]) -> Fact:
    rate, told = place.rate, place.goal.told
    number = Estimate(told(rate.value), told(rate.low), told(rate.high), 0.0)
    return _fact(_metric(place.goal), _where(experiment, place) | where, number, verdict(place),
                 rate.games)  # fmt: skip


def _adds(experiment: Experiment, place: GoalChange, name: str) -> Fact:
    where = _where(experiment, place) | {VARIANT: name}
    metric = f"{_metric(place.goal)}_change"
    return _fact(metric, where, place.moved, "", place.rate.games)


def _metric(goal: Goal) -> str:
    """What a goal is of, as the facts of a run call it."""
    if goal.kind == LENGTH:
        return f"{goal.value}_mean"
    return {WON: WIN_RATE, END: END_SHARE, MATCHUP: MATCHUP}.get(goal.kind, WIN_SHARE)


def _fact(
    metric: str, where: Mapping[str, Any], number: Rate | Estimate, verdict: str, games: int
) -> Fact:
    return Fact(metric, where, *number.ends, verdict=verdict, games=games)


def _where(experiment: Experiment, place: GoalChange) -> dict[str, Any]:
    levels = {name: level for name, level in place.levels.items() if name}
    if place.goal.kind == END:
        return levels | {REASON: place.goal.value}
    if place.goal.kind == MATCHUP:
        return levels | dict(zip(PAIR, (place.goal.value, place.goal.other), strict=True))
    return levels | _whose(experiment, place.goal.kind, place.goal.value)


def _whose(experiment: Experiment, kind: str, value: str) -> dict[str, Any]:
    """Whose share it is; nothing where games are won together."""
    if kind == SEAT:
        return {SEAT_KEY: int(value) + 1}
    if kind == OPTION:
        return {slug(str(experiment.pack.facts.options)): value}
    return {}
