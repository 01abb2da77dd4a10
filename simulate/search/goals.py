"""What a change is to bring where: the win rate of a setting, the share of a seat or an option."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

import numpy as np

from analysis.data.design import VARIANT, Cell, Design
from analysis.rates.levels import Levels
from analysis.stats.intervals import Estimate, Rate
from analysis.stats.verdicts import Band, of_rate
from simulate.core.errors import InputError, Problem
from simulate.core.facts import OVER_FAIR_SHARE
from simulate.search.sums import OPTION, SEAT, WON, PairedSums, Twin

NOTHING = {  # why there is none of an aim
    WON: "no game of these settings is won or lost",
    OPTION: "no seat holds one thing or another by which shares of wins could differ; `--seats` "
    "asks of the seats",
    SEAT: "in these settings nobody competes",
}

EVERYTHING = Band(0.0, 1.0)  # of a win rate of which nothing is wanted

Given = Callable[[str], str]


@dataclass(frozen=True)
class Goal:
    """One share that should lie in a band.

    levels: its setting, and whose it is where players compete; value: the option's or seat's own
    name.  twin: the cells without a change and with it; fair: the fair share, 0 for a win rate.
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
    given: tuple[Given, Given] = (str, str)


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
        return (*sorted(self.levels.items(), key=str), self.goal.kind, self.goal.value)

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
    def beyond(self) -> float:
        """How far the rate lies outside the band."""
        return outside(self.rate, self.goal.band)

    @property
    def leaves(self) -> bool:
        """Whether the change takes it out of its band, or farther away from it."""
        return self.beyond > outside(self.before, self.goal.band)


def outside(rate: Rate, band: Band) -> float:
    """How far a rate lies outside a band; 0 inside it."""
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
        elif aim in sums.things and design.held(twin[0], OVER_FAIR_SHARE):
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
    effect = sums.effect(goal.kind, goal.place, [goal.twin])
    assert effect is not None
    return GoalChange(
        goal=goal, before=before, rate=rate, effect=effect, verdict=of_rate(rate, goal.band)
    )


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
    share = sums.share(goal.kind, goal.place, cell)
    ratios = sums.ratios[goal.kind]
    at = ratios.index[cell]
    won, games = ratios.top[at, goal.place], ratios.bottom[at, goal.place]
    return Rate(won=int(won), games=int(games), value=share.value, low=share.low, high=share.high)
