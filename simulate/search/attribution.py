"""Which of several changes did it?

Each change is played alone, then all but it, and all together, on common random numbers.  Pairs
are played where what the changes do together is not what they do one by one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from analysis.data.design import PRINTED, VARIANT
from analysis.data.joined import Twins, twins_of
from analysis.stats import verdicts
from analysis.stats.corrections import fcr_widening_of
from analysis.stats.intervals import Estimate, bonett_price_interval, fcr_adjust
from simulate.core.errors import InputError, Problem
from simulate.experiment.plan import PlannedCell, Playable, factor_entry
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.pack import Pack
from simulate.run.side.second_opinion import OF_THE_RUN
from simulate.search.aim.sums import PairedSums
from simulate.search.checkpoint import SearchCheckpoint
from simulate.search.pack_changes import APART, PackChange, pack_changes
from simulate.search.sensitivity import PRECISION, SPARE, every_share
from simulate.search.trial import Trial, Tried, first_round

ROUGHER = 2  # what does not add up is a sum of many: it may be so much less precise
Subset = frozenset[int]
Weights = Mapping[Subset, float]  # of the games with some of the changes; none of them: Subset()


@dataclass(frozen=True)
class ChangeShare:
    """What one change does, in shares of games.

    alone: added to the game before; without: what all lose if it is left out; share: its part of
    the whole, those of all changes summing to it.
    """

    change: PackChange
    alone: Estimate
    without: Estimate
    share: Estimate


@dataclass(frozen=True)
class PairSurplus:
    """What two changes do together beyond what each does alone; q is over all pairs."""

    changes: tuple[PackChange, PackChange]
    surplus: Estimate
    q: float
    verdict: str


@dataclass(frozen=True)
class Attribution:
    """What changes do together, and what each of them does, the largest share first.

    kind, label, value: whose share of wins it is, the games won or what all together move most.
    lead: how far the first share is ahead of the second.  surplus: what all do together beyond
    what each does alone; pairs: empty where that is not shown.  games: in each setting, with each
    set of changes; played: all.
    """

    kind: str
    label: str
    value: str
    whole: Estimate
    shares: tuple[ChangeShare, ...]
    lead: Estimate
    surplus: Estimate
    pairs: tuple[PairSurplus, ...]
    games: int
    played: int


@dataclass(frozen=True)
class ChangesApart:
    """Changes of which everything is checked, and nothing played yet.

    main: the sets of changes that are played in any case; pairs: those that may be, besides.
    """

    changes: tuple[PackChange, ...]
    main: tuple[Subset, ...]
    pairs: tuple[Subset, ...]
    plan: PlanFromManifest
    most: int
    precision: float

    @property
    def settings(self) -> int:
        return len(self.plan.cells) // (1 + len(self.main) + len(self.pairs))

    @property
    def most_games(self) -> int:
        """Games of all sets that are played in any case, and of the game before, at most."""
        return self.settings * (1 + len(self.main)) * self.most


def changes_apart(
    before: Playable, after: Playable, *, most: int, precision: float | None = None,
    allow_code: bool = False,
) -> ChangesApart:  # fmt: skip
    """What is to be played to tell the changes between two plans apart.

    most: games of each set of changes in each setting, at most.  precision: the half-width at
    which an effect is known; None: a point.  Raises InputError where they cannot be told apart.
    """
    twins = twins_of(before.manifest(), after.manifest())[0]
    _check_settings(twins)
    first, second = (_pack_of(plan, int(twins[0][side]["number"]))
                     for side, plan in enumerate((before, after)))  # fmt: skip
    changes = tuple(pack_changes(first, second))
    main = tuple(_main(len(changes)))
    _check_sets(first, changes, main, twins)
    every = (frozenset(pair) for pair in combinations(range(len(changes)), 2))
    pairs = [pair for pair in every if pair not in main and _is_game(first, changes, pair, twins)]
    plan = _plan(before, twins, changes, (*main, *pairs), allow_code)
    return ChangesApart(changes, main, tuple(pairs), plan, most, precision or PRECISION)


def _pack_of(plan: Playable, number: int) -> Pack:
    return plan.pack_for(next(cell for cell in plan.cells if cell.number == number))


def _check_settings(twins: Twins) -> None:
    """Raise InputError where something differs that is no value of a pack."""
    if not twins:
        raise InputError([Problem(APART, "the two have no setting in common")])
    names = {name for one, other in twins for name, level in one["setting"].items()
             if other["setting"].get(name) != level}  # fmt: skip
    if names:
        what = f"{', '.join(sorted(names))}: differs, too, and only values of packs are told "
        raise InputError([Problem(APART, f"{what}apart; play both sides with the same")])


def _main(number: int) -> Iterator[Subset]:
    """Each change alone, all but each, and all of them, each set once."""
    every = frozenset(range(number))
    alone = [frozenset({at}) for at in range(number)]
    yield from dict.fromkeys([*alone, *(every - one for one in alone), every])


def _changes_in(changes: Sequence[PackChange], some: Subset) -> dict[str, Any]:
    return {path: value for at in sorted(some) for path, value in changes[at].values.items()}


def _troubles(pack: Pack, changes: Sequence[PackChange], some: Subset, twins: Twins) -> list[str]:
    """Why the game with some of the changes cannot be played."""
    resolved, troubles = pack.try_resolve(_changes_in(changes, some))
    if resolved is not None:
        troubles = [each for one, _ in twins for each in resolved.unplayable(one["setting"])]
    return [*dict.fromkeys(what for _, what in troubles)]


def _is_game(pack: Pack, changes: Sequence[PackChange], some: Subset, twins: Twins) -> bool:
    return not _troubles(pack, changes, some, twins)


def _check_sets(
    pack: Pack, changes: Sequence[PackChange], main: Iterable[Subset], twins: Twins
) -> None:
    """Raise InputError where changes are no game without others."""
    problems = [
        Problem(f"{APART}: {' and '.join(changes[at].name for at in sorted(some))}",
                f"is no game without the others: {what}; make these changes in both packs")
        for some in main
        for what in _troubles(pack, changes, some, twins)
    ]  # fmt: skip
    if problems:
        raise InputError(problems)


def _key(some: Subset) -> str:
    return "+".join(str(at + 1) for at in sorted(some))


def _plan(
    before: Playable, twins: Twins, changes: Sequence[PackChange], sets: Sequence[Subset],
    allow_code: bool,
) -> PlanFromManifest:  # fmt: skip
    """The settings of both as the first has them, then with each set of changes."""
    of_number = {cell.number: cell for cell in before.cells}
    cells: list[PlannedCell] = []
    for some in (Subset(), *sets):
        for one, _ in twins:
            cell = of_number[int(one["number"])]
            levels = {**cell.levels, VARIANT: _key(some) or PRINTED}
            made = {**cell.changes, **_changes_in(changes, some)}
            cells.append(replace(cell, number=len(cells), levels=levels, changes=made))
    data = {key: each for key, each in before.manifest().items() if key not in OF_THE_RUN}
    names = [PRINTED, *map(_key, sets)]
    made_of = factor_entry(VARIANT, "the game as it is, or with some of the changes", names, {})
    data |= {
        "cells": [asdict(cell) | {"blanks": [*cell.blanks]} for cell in cells],
        "factors": [each for each in data["factors"] if each["name"] != VARIANT] + [made_of],
    }
    return PlanFromManifest(data | {"precision": None}, "manifest.json", allow_code)


class Attributing:
    """Plays sets of changes until it is known what each change does, or the games are spent."""

    def __init__(
        self, apart: ChangesApart, jobs: int, *, quiet: bool = False,
        kept: SearchCheckpoint | None = None,
    ) -> None:  # fmt: skip
        self.apart, self.number = apart, len(apart.changes)
        self.trial = Trial(apart.plan, jobs, quiet=quiet, kept=kept, longest=apart.most)
        cells = {(each.name, without): cell for each in self.trial.tried
                 for without, cell in each.twins}  # fmt: skip
        self._cells = cells | {("", base): base for base in self.trial.base}

    def play(self) -> Attribution:
        """Play, and say what each change does."""
        main = {_key(some) for some in self.apart.main}
        first = min(first_round(self.apart.plan), self.apart.most)
        self.trial.run(lambda all_: self._wanted(all_, main), first=first, among=main)
        sums = self.trial.joint(main)
        contrasts = _Contrasts(sums, self._cells, self.apart.main)
        if verdicts.sure_size(contrasts.of(_surplus(self.number))):
            sums = self._with_pairs(main, sums.games)
            contrasts = replace(contrasts, sums=sums, sets=(*self.apart.main, *self.apart.pairs))
            return self._said(contrasts, self._pairs(contrasts))
        return self._said(contrasts, ())

    def _wanted(self, all_: Sequence[Tried], main: set[str]) -> list[int]:
        """As many games of every set as the least precise effect needs."""
        contrasts = _Contrasts(self.trial.joint(main), self._cells, self.apart.main)
        effects = [f(self.number, at) for at in range(self.number) for f in (_alone, _without)]
        half = max(contrasts.of(weights).half for weights in effects)
        half = max(half, contrasts.of(_surplus(self.number)).half / ROUGHER)
        played = contrasts.sums.games
        needed = played * (half / self.apart.precision) ** 2 * SPARE
        goal = played if half <= self.apart.precision else min(self.apart.most, int(needed))
        return [goal if tried.name in main else tried.played for tried in all_]

    def _with_pairs(self, main: set[str], games: int) -> PairedSums:
        """The sums with every pair, played as far as the others."""
        pairs = {_key(pair) for pair in self.apart.pairs}
        if pairs:
            self.trial.run(lambda all_: [each.played for each in all_], first=games, among=pairs)
        return self.trial.joint(main | pairs)

    def _pairs(self, contrasts: "_Contrasts") -> tuple[PairSurplus, ...]:
        """Each pair that could be played, the largest surplus first."""
        two = [some for some in contrasts.sets if len(some) == 2]
        effects = [contrasts.of(_of_pair(some)) for some in two]
        judged = verdicts.of_family(effects)
        pairs = []
        for some, effect, (q, verdict) in zip(two, effects, judged, strict=True):
            one, other = (self.apart.changes[at] for at in sorted(some))
            pairs.append(PairSurplus((one, other), effect, q, verdict))
        return tuple(sorted(pairs, key=lambda pair: -abs(pair.surplus.value)))

    def _said(self, contrasts: "_Contrasts", pairs: tuple[PairSurplus, ...]) -> Attribution:
        number = self.number
        weights = {at: _share(number, at) for at in range(number)}
        whole, of = contrasts.picked(), contrasts.of
        way = -1 if whole.value < 0 else 1
        order = sorted(weights, key=lambda at: -way * of(weights[at]).value)
        kind, _, label, value = contrasts.moved
        return Attribution(
            kind=kind,
            label=label,
            value=value,
            whole=whole,
            shares=tuple(
                ChangeShare(self.apart.changes[at], of(_alone(number, at)),
                            of(_without(number, at)), of(weights[at]))
                for at in order
            ),
            lead=of(_sum((way, weights[order[0]]), (-way, weights[order[1]]))),
            surplus=of(_surplus(number)),
            pairs=pairs,
            games=contrasts.sums.games,
            played=self.trial.played,
        )  # fmt: skip


@dataclass(frozen=True)
class _Contrasts:
    """Weighted sums of what is won with sets of changes, every setting weighed alike.

    cells: by the key of a set and the cell of its setting without changes.
    """

    sums: PairedSums
    cells: Mapping[tuple[str, int], int]
    sets: tuple[Subset, ...]

    @cached_property
    def moved(self) -> tuple[str, int, str, str]:
        """What all changes together move most, for certain first: kind, place, label, value."""
        return max(self._shares, key=lambda share: self._size(*share[:2]))

    @cached_property
    def _shares(self) -> list[tuple[str, int, str, str]]:
        """Every share of a setting in which it was counted with all sets."""
        return [share for share in every_share(self.sums) if self._settings(*share[:2])]

    def _size(self, kind: str, place: int) -> tuple[float, float]:
        effect = self._of(kind, place, _whole(self._number))
        return verdicts.sure_size(effect), abs(effect.value)

    @property
    def _number(self) -> int:
        return len(max(self.sets, key=len))

    def of(self, weights: Weights) -> Estimate:
        """Of what is moved most."""
        return self._of(*self.moved[:2], weights)

    def picked(self) -> Estimate:
        """What all changes together do; picked of several for its size, it is told the wider."""
        times = fcr_widening_of(1, len(self._shares))
        return fcr_adjust(self.of(_whole(self._number)), times, -1.0, 1.0)

    def _settings(self, kind: str, place: int) -> list[int]:
        met = Counter(without for without, _ in self.sums.counted(kind, place))
        return [without for without, sets in met.items() if sets == len(self.sets)]

    def _of(self, kind: str, place: int, weights: Weights) -> Estimate:
        ratios, settings = self.sums.ratios[kind], self._settings(kind, place)
        each = np.zeros(len(ratios.cells))
        for some, weight in weights.items():
            for without in settings:
                each[ratios.index[self.cells[_key(some), without]]] += weight / len(settings)
        games = int(ratios.bottom[each != 0, place].min())
        reach = sum(weight for weight in weights.values() if weight > 0)
        value, variance = ratios.value(place, each), ratios.variance(place, each)
        return bonett_price_interval(value, variance, games, reach)


def _sum(*parts: tuple[float, Weights]) -> dict[Subset, float]:
    total: dict[Subset, float] = {}
    for times, weights in parts:
        for some, weight in weights.items():
            total[some] = total.get(some, 0.0) + times * weight
    return total


def _every(number: int) -> Subset:
    return frozenset(range(number))


def _whole(number: int) -> Weights:
    return {_every(number): 1.0, Subset(): -1.0}


def _alone(_: int, at: int) -> Weights:
    return {frozenset({at}): 1.0, Subset(): -1.0}


def _without(number: int, at: int) -> Weights:
    return {_every(number): 1.0, _every(number) - {at}: -1.0}


def _surplus(number: int) -> Weights:
    """All together less each alone."""
    return _sum((1.0, _whole(number)), *((-1.0, _alone(number, at)) for at in range(number)))


def _of_pair(pair: Subset) -> Weights:
    """Both together less each alone."""
    return {pair: 1.0, **{frozenset({at}): -1.0 for at in pair}, Subset(): 1.0}


def _share(number: int, at: int) -> Weights:
    """The mean of a change alone and without it, and an even part of what then is left.

    It is Shapley's value where changes go together in pairs at most, or are three or fewer.
    """
    means = {each: _sum((0.5, _alone(number, each)), (0.5, _without(number, each)))
             for each in range(number)}  # fmt: skip
    left = _sum((1.0, _whole(number)), *((-1.0, mean) for mean in means.values()))
    return _sum((1.0, means[at]), (1 / number, left))
