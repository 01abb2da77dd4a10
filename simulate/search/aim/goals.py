"""The goals of a search: win rates of settings, shares of seats or options."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

import numpy as np

from analysis.data.design import VARIANT, Cell, Design
from analysis.rates.levels import Levels
from analysis.stats.intervals import Estimate, Rate, bonett_price_interval
from analysis.stats.verdicts import Band, of_rate
from simulate.core.errors import InputError, Problem
from simulate.core.game.facts import END, LENGTH, MATCHUP, OVER_FAIR_SHARE, WIN_RATE
from simulate.experiment.expected.expect import SHARES
from simulate.experiment.model import BANDS
from simulate.pack.text.nouns import slug
from simulate.search.aim.measures import GameMeasure, as_length, as_share, measure_of, middle
from simulate.search.aim.measures import band as length_band
from simulate.search.aim.sums import NAMED, OPTION, SEAT, WON, PairedSums, Twin

NOTHING = {  # why there is none of an aim
    WON: "no game of these settings is won or lost",
    OPTION: "no seat holds one thing or another by which shares of wins could differ; `--seats` "
    "asks of the seats",
    SEAT: "in these settings nobody competes",
    NAMED: "nothing that a target names occurs in these settings",
}
NAMES = {END: "games that end with “{}”:", LENGTH: "mean {}:", MATCHUP: "{} ahead of {}:"}

EVERYTHING = Band(0.0, 1.0)  # of a win rate of which nothing is wanted

Given = Callable[[str], str]


@dataclass(frozen=True)
class Goal:
    """One share that should lie in a band.

    levels: its setting, and whose it is where players compete; value: the option's or seat's own
    name; other: of a matchup, who ends behind it.  twin: the cells without a change and with it;
    fair: the fair share, 0 for a win rate.
    middle: of the band of a length, whose rates are on the scale of a share (`measures`).
    entry: of the target that names it, among those that are expected; -1 for a band of settings.
    given: what is told in place of the verdict on its rate, without a change and with it
    (`analysis.rates.levels`).
    """

    levels: Mapping[str, Any]
    kind: str
    place: int
    value: str
    twin: Twin
    band: Band
    fair: float = 0.0
    middle: float = 0.0
    entry: int = -1
    other: str = ""
    given: tuple[Given, Given] = (str, str)

    def told(self, rate: float) -> float:
        """A rate in its own unit."""
        return as_length(rate, self.middle) if self.kind == LENGTH else rate


@dataclass(frozen=True)
class GoalChange:
    """A goal before and after a change.

    rate: with the change; verdict: of that rate, by which a search goes on.  effect: what the
    change adds.
    """

    goal: Goal
    before: Rate
    rate: Rate
    effect: Estimate
    verdict: str

    @property
    def levels(self) -> Mapping[str, Any]:
        return self.goal.levels

    @property
    def key(self) -> tuple[object, ...]:
        """Which goal it is, in every trial."""
        return (*sorted(self.levels.items(), key=str), self.goal.kind, self.goal.value,
                self.goal.entry)  # fmt: skip

    @property
    def reported(self) -> str:
        """The verdict as every report tells it."""
        return self.goal.given[1](self.verdict)

    @property
    def without(self) -> "GoalChange":
        """Where the goal is in the game as it is."""
        given, _ = self.goal.given
        goal = replace(self.goal, given=(given, given))
        return replace(self, goal=goal, rate=self.before, verdict=of_rate(self.before, goal.band))

    @property
    def moved(self) -> Estimate:
        """The effect of the change in its own unit."""
        if self.goal.kind != LENGTH:
            return self.effect
        before, after = (self.goal.told(each.value) for each in (self.before, self.rate))
        steep = self.goal.middle / (1 - self.rate.value) ** 2
        times = (after - before) / self.effect.value if self.effect.value else steep
        value, low, high, se = (
            each * times for each in (self.effect.value, self.effect.low, self.effect.high,
                                      self.effect.se)
        )  # fmt: skip
        return Estimate(value, low, high, se)

    @property
    def beyond(self) -> float:
        """The distance of the rate from its band."""
        return outside(self.rate, self.goal.band)

    @property
    def leaves(self) -> bool:
        """Whether the change takes it out of its band, or farther away from it."""
        return self.beyond > outside(self.before, self.goal.band)


def outside(rate: Rate, band: Band) -> float:
    """The distance of a rate from its band; 0 inside it."""
    return max(rate.value - band.high, band.low - rate.value, 0.0)


def goals(
    design: Design, sums: PairedSums, aim: str, missing: Band | None = None
) -> Iterator[Goal]:
    """Every goal of an aim (WON, OPTION or SEAT), in each setting that has a target.

    missing: the band of a win rate where it has none.
    """
    for twin in sums.twins:
        cells = base, _ = design.pair(twin)
        levels = plain(base)
        if aim == WON:
            band = design.bands.get(twin[0], missing)
            if band and sums.counted(WON, 0, [twin]):
                without, changed = (partial(_judging(design).given, cell) for cell in cells)
                yield Goal(
                    levels=levels,
                    kind=WON,
                    place=0,
                    value="",
                    twin=twin,
                    band=band,
                    given=(without, changed),
                )
        elif aim != WON and aim in sums.things and design.held(twin[0], OVER_FAIR_SHARE):
            things, band = sums.things[aim], design.near[twin[0]]
            fair = fair_of(sums, twin[0])
            near = Band(max(0.0, fair + band.low), min(1.0, fair + band.high))
            for place, (value, label) in enumerate(zip(things.values, things.labels, strict=True)):
                if sums.counted(aim, place, [twin]):
                    yield Goal(
                        levels={**levels, "": label},
                        kind=aim,
                        place=place,
                        value=value,
                        twin=twin,
                        band=near,
                        fair=fair,
                    )
    yield from _named(design, sums)


def is_sought(metric: str, of: Mapping[str, Any], options: str) -> bool:
    """Whether what a target is of can be looked for.  options: what seats hold is called so."""
    if metric in SHARES and of:
        return {*of} <= {SEAT, slug(options)}
    return metric in (*BANDS, MATCHUP, END, LENGTH)


def _named(design: Design, sums: PairedSums) -> Iterator[Goal]:
    """What targets name one by one: an end, a length, a matchup, a share, one end of a rate."""
    for at, entry in enumerate(design.manifest.get("expect", ())):
        if not entry_is_sought(design.manifest, entry) or _is_band(entry):
            continue
        for twin in sums.twins:
            goal = _goal_of(design, sums, twin, entry, at) if twin[0] in entry["cells"] else None
            if goal is not None and sums.counted(goal.kind, goal.place, [twin]):
                yield goal


def entry_is_sought(manifest: Mapping[str, Any], entry: Mapping[str, Any]) -> bool:
    """The same of an expectation of a manifest."""
    return is_sought(entry["metric"], entry["of"], str(manifest.get("options") or ""))


def _is_band(entry: Mapping[str, Any]) -> bool:
    """Whether settings are judged by it, so that it is looked for as one of their bands."""
    both = None not in (entry["low"], entry["high"])
    return entry["metric"] in BANDS and not entry["of"] and both


def _goal_of(
    design: Design, sums: PairedSums, twin: Twin, entry: Mapping[str, Any], at: int
) -> Goal | None:
    base, _ = design.pair(twin)
    levels, metric = plain(base), entry["metric"]
    low, high = entry["low"], entry["high"]
    band = Band(low or 0.0, 1.0 if high is None else high)
    if metric == WIN_RATE:
        return Goal(levels, WON, 0, "", twin, band, entry=at)
    measure = measure_of(design, entry)
    if measure is None:
        goal = _share_of(sums, twin, entry, levels)
        return None if goal is None else replace(goal, entry=at)
    named = {**levels, "": _called(design, measure)}
    goal = Goal(named, metric, sums.place_of(measure), measure.key, twin, band, entry=at)
    if metric != LENGTH:
        return replace(goal, other=measure.other)
    of = middle(low, high)
    return replace(goal, band=length_band(low, high, of), middle=of)


def _called(design: Design, measure: GameMeasure) -> str:
    """What a goal of one number of every game is called."""
    words = [measure.key.replace("_", " ")]
    if measure.kind == MATCHUP:
        section = design.option_section
        words = [design.name_in(section, each) for each in (measure.key, measure.other)]
    return NAMES[measure.kind].format(*words)


def _share_of(
    sums: PairedSums, twin: Twin, entry: Mapping[str, Any], levels: Mapping[str, Any]
) -> Goal | None:
    """The share of one thing that competes; None where nobody holds it."""
    ((key, of),) = entry["of"].items()
    kind = SEAT if key == SEAT else OPTION
    things = sums.things.get(kind)
    value = str(of - 1) if kind == SEAT else str(of)
    if things is None or value not in things.values:
        return None
    place = things.values.index(value)
    fair = fair_of(sums, twin[0]) if entry["metric"] == OVER_FAIR_SHARE else 0.0
    low = 0.0 if entry["low"] is None else max(0.0, fair + entry["low"])
    high = 1.0 if entry["high"] is None else min(1.0, fair + entry["high"])
    named = {**levels, "": things.labels[place]}
    return Goal(named, kind, place, value, twin, Band(low, high), fair)


@lru_cache(maxsize=4)
def _judging(design: Design) -> Levels:
    """How levels are judged; asked again after every round of a race."""
    return Levels(design)


def fair_of(sums: PairedSums, cell: int) -> float:
    """What a seat wins on average in a cell; a side, where sides are what competes."""
    has_sides = OPTION in sums.things and sums.things[OPTION].sides
    ratios = sums.ratios[OPTION if has_sides else SEAT]
    at = ratios.index[cell]
    return float(ratios.top[at].sum() / max(1.0, ratios.bottom[at].sum()))


def as_it_is(design: Design, sums: PairedSums, aim: str) -> tuple[GoalChange, ...]:
    """Where the game stands.  Raises InputError where it has nothing that could be in the band."""
    stood = places(sums, [*goals(design, sums, aim)])
    if not stood:
        what = f"there is nothing to judge: {NOTHING[aim]}"
        raise InputError([Problem(str(design.manifest["experiment_name"]), what)])
    return stood


def plain(cell: Cell) -> dict[str, Any]:
    """The levels of a setting without the change."""
    return {name: level for name, level in cell.levels.items() if name != VARIANT}


def places(sums: PairedSums, wanted: Sequence[Goal]) -> tuple[GoalChange, ...]:
    """Where a change brings each goal."""
    return tuple(_place(sums, goal) for goal in wanted)


def _place(sums: PairedSums, goal: Goal) -> GoalChange:
    before, rate = (rate_of(sums, goal, cell) for cell in goal.twin)
    effect = (
        _moved(sums, goal, before, rate)
        if goal.kind == LENGTH
        else sums.effect(goal.kind, goal.place, [goal.twin])
    )
    assert effect is not None
    return GoalChange(
        goal=goal, before=before, rate=rate, effect=effect, verdict=of_rate(rate, goal.band)
    )


def _moved(sums: PairedSums, goal: Goal, before: Rate, after: Rate) -> Estimate:
    """What a change adds to a mean length, on the scale of a share."""
    slopes = [(1 - each.value) ** 2 / goal.middle for each in (before, after)]
    variance = sums.moved(goal.kind, goal.place, goal.twin, (slopes[0], slopes[1]))
    games = min(before.games, after.games)
    return bonett_price_interval(after.value - before.value, variance, games, 1.0)


def correlations(sums: PairedSums, wanted: Sequence[Goal], side: int) -> np.ndarray:
    """How the shares of goals go together, in the game as it is (side 0) or with the change (1).

    Settings share their luck.  Of rivals in one game it is not counted, and taken for none.
    """
    alike = np.eye(len(wanted))
    for (at, one), (beside, other) in combinations(enumerate(wanted), 2):
        if (one.kind, one.place) == (other.kind, other.place):
            cells = one.twin[side], other.twin[side]
            alike[at, beside] = alike[beside, at] = sums.correlation(one.kind, one.place, *cells)
    return alike


def rate_of(sums: PairedSums, goal: Goal, cell: int) -> Rate:
    """A goal's share in one cell."""
    if goal.kind == LENGTH:
        return _length_of(sums, goal, cell)
    share = sums.share(goal.kind, goal.place, cell)
    ratios = sums.ratios[goal.kind]
    at = ratios.index[cell]
    won, games = ratios.top[at, goal.place], ratios.bottom[at, goal.place]
    return Rate(won=int(won), games=int(games), value=share.value, low=share.low, high=share.high)


def _length_of(sums: PairedSums, goal: Goal, cell: int) -> Rate:
    """A mean length in one cell, on the scale of a share."""
    mean = sums.mean(goal.kind, goal.place, cell)
    ratios = sums.ratios[goal.kind]
    value, low, high = (as_share(end, goal.middle) for end in (mean.value, mean.low, mean.high))
    return Rate(0, int(ratios.bottom[ratios.index[cell], goal.place]), value, low, high)
