"""A candidate: a set of changed numbers and what it did.

The points of the search space, as all searches hand them to `trial` and get them back with
estimates.  A candidate is compared with the game as it is by paired differences.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from analysis.data.design import Design
from analysis.rates.skill_gap import Gap, gaps
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.core.text.validate import written
from simulate.experiment import Axis, Experiment, Variant
from simulate.experiment.context import PRINTED, VARIANT
from simulate.experiment.expected.bands import SettingBand
from simulate.experiment.plan import Plan, build
from simulate.pack.edit.steps import ValueStep
from simulate.pack.pack import Pack
from simulate.pack.text.labels import label
from simulate.search.aim.goals import GoalChange, plain
from simulate.search.aim.sums import WON
from simulate.search.trial import Tried


@dataclass(frozen=True)
class Candidate:
    """A change that may be advised: one number, or several.

    blanks: cards and abilities that are taken away besides.
    """

    steps: tuple[ValueStep, ...]
    blanks: tuple[str, ...] = ()

    @property
    def changes(self) -> dict[str, Any]:
        """As a variant has them."""
        return {step.path: step.after for step in self.steps}

    @property
    def edit(self) -> tuple[int, float]:
        """How large a change it is: numbers changed, then by what part of their widths."""
        return len(self.steps), sum(step.part for step in self.steps)

    def name(self, pack: Pack) -> str:
        """The change in words, each number with where it goes."""
        parts = [
            f"{label(pack, step.path)} {written(step.before)} -> {written(step.after)}"
            for step in self.steps
        ]
        return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


@dataclass(frozen=True)
class Sought:
    """A candidate as far as it was played while changes were sought.

    places: of the goals that it is about; every: of all, where these are a part of them.
    """

    candidate: Candidate
    tried: Tried
    places: tuple[GoalChange, ...]
    every: tuple[GoalChange, ...] = ()


def thing_of(path: str) -> str:
    """The card that a value stands on: `cards.heroes.ranger` of its health."""
    return ".".join(path.split(".")[:3])


def best_of(sought: Sought | None) -> str:
    """What comes nearest so far, in words."""
    return "" if sought is None else f"best so far: {sought.tried.name}"


@dataclass(frozen=True)
class SearchOutcome:
    """What the search came to, before anything is confirmed.

    wanted: what settings are to come to.  base: every setting without a change.  best: what is to
    be confirmed, the smallest edit that hits first; hits: how many of them seem to bring every
    setting into the band.
    tried, games: how many changes were played, and in how many games.  gaps: how far the players
    are known to stand below better ones.  enough: games with which every step would be seen well.
    fresh: nothing has to change, and base is of luck that was not looked at before.
    owners: options on whose cards numbers were named, where each is mended on its own card.
    vain: paths of numbers of which no step alone shows an effect.
    parts: sets of best without one edit, by name, to be played beside them.  needless: sets of
    which such a part turned out to do as well.  unshown: nobody has measured whether these players
    find what better ones find.  players: who played it; second: who was asked whether the first
    answer stands, empty where nobody was.  one: a single card was to change.
    """

    wanted: tuple[SettingBand, ...]
    aim: str
    base: tuple[GoalChange, ...]
    best: tuple[Sought, ...]
    hits: int
    tried: int
    games: int
    gaps: tuple[Gap, ...]
    enough: int = 0
    fresh: bool = False
    owners: frozenset[str] = frozenset()
    vain: tuple[str, ...] = ()
    parts: Mapping[str, Candidate] = field(default_factory=dict)
    needless: tuple[str, ...] = ()
    one: bool = False
    unshown: bool = False
    players: tuple[str, ...] = ()
    second: str = ""


def wanted_of(experiment: Experiment, aim: str) -> tuple[SettingBand, ...]:
    """The targets of an aim: of the win rate, or of shares of wins."""
    metric = WIN_RATE if aim == WON else OVER_FAIR_SHARE
    return tuple(band for band in experiment.bands if band.metric == metric)


def behind(design: Design) -> tuple[Gap, ...]:
    """How far the players are known to stand below better ones, in the settings of a trial."""
    return tuple(replace(g, cell=replace(g.cell, levels=plain(g.cell))) for g in gaps(design))


def together(experiment: Experiment) -> dict[str, Any]:
    """Changes that all candidates share."""
    return {
        axis.name: axis.levels[0]
        for axis in experiment.axes
        if axis.kind == "parameter" and not axis.crossed
    }


def with_variants(experiment: Experiment, candidates: Mapping[str, Candidate]) -> Plan:
    """The plan that plays each candidate beside the game as it is."""
    return with_games(
        experiment,
        {
            name: Variant(name=name, changes=c.changes, blanks=c.blanks, loc=(), listed=True)
            for name, c in candidates.items()
        },
    )


def with_games(experiment: Experiment, changed: Mapping[str, Variant]) -> Plan:
    """The plan that plays changed games beside the game as it is."""
    variants = {PRINTED: Variant(PRINTED, {}, ()), **changed}
    axes = [axis for axis in experiment.axes if axis.name != VARIANT]
    axis = Axis(
        name=VARIANT,
        levels=tuple(variants),
        kind=VARIANT,
        meaning="the game as it is, or changed",
        loc=(VARIANT,),
    )
    return build(replace(experiment, axes=(*axes, axis), variants=variants))
