"""Which small change brings the game where it should be?

Every number goes one step either way.  What points the right way but falls short goes on by as
many steps as its first one promises; where too few changes hit alone, pairs are tried.  The best
are played once more on fresh luck, and only that is told.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf, log
from typing import Any

from analysis.design import Cell
from analysis.gaps import Gap, gaps
from analysis.intervals import Effect, Rate, games_to_settle
from analysis.verdicts import ABOVE, BELOW, MORE, ON_TARGET, Band, of_rate
from simulate.experiment import Axis, Experiment, Variant
from simulate.experiment.context import PRINTED, VARIANT
from simulate.pack.labels import label
from simulate.pack.steps import Step, allowed, stepped
from simulate.plan import Plan, build
from simulate.search.sums import WON
from simulate.search.trial import Trial, Tried
from simulate.toml.validate import written

WANTED = 5  # so many changes are advised
ENOUGH = 3  # with so many that hit alone, pairs are not tried
FARTHEST = 6  # steps of one number
MOST_FAR = 24  # numbers that go on beyond their first step
MOST_PAIRS = 24
MOST_CONFIRMED = 6
MOST_GAMES = 4_000  # of a change, while changes are sought
HOPELESS = 3.0  # standard errors beyond the band
SPARE = 1.1
EDGE = 0.002  # a rate nearer to 0 or 1 than this has no slope to go by


@dataclass(frozen=True)
class Candidate:
    """A change that may be advised: one number, or two."""

    steps: tuple[Step, ...]

    @property
    def changes(self) -> dict[str, Any]:
        """As a variant has them."""
        return {step.path: step.after for step in self.steps}

    @property
    def edit(self) -> tuple[int, float]:
        """How large a change it is: numbers changed, then by what part of themselves."""
        parts = [abs(step.size) / max(1, abs(int(step.before))) for step in self.steps]
        return len(self.steps), sum(parts)


@dataclass(frozen=True)
class Place:
    """One setting beside its band: before and after a change.

    rate: with the change; verdict: of that rate.  effect: what the change adds.
    """

    levels: Mapping[str, Any]
    before: Rate
    rate: Rate
    effect: Effect
    verdict: str

    def beyond(self, band: Band) -> float:
        """How far the rate lies outside."""
        return max(self.rate.value - band.high, band.low - self.rate.value, 0.0)


@dataclass(frozen=True)
class Sought:
    """A candidate as far as it was played while changes were sought."""

    candidate: Candidate
    tried: Tried
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Search:
    """What the search came to, before anything is confirmed.

    base: every setting without a change.  best: what is to be confirmed, the smallest edit that
    hits first; hits: how many of them seem to bring every setting into the band.
    tried, games: how many changes were played, and in how many games.  gaps: how far the players
    are known to stand below better ones.
    """

    band: Band
    base: tuple[Place, ...]
    best: tuple[Sought, ...]
    hits: int
    tried: int
    games: int
    gaps: tuple[Gap, ...]


def with_variants(experiment: Experiment, candidates: Mapping[str, Candidate]) -> Plan:
    """The plan that plays each candidate beside the game as it is."""
    variants = {PRINTED: Variant(PRINTED, {}, ())}
    variants |= {name: Variant(name, c.changes, ()) for name, c in candidates.items()}
    axes = [axis for axis in experiment.axes if axis.name != VARIANT]
    axis = Axis(VARIANT, tuple(variants), VARIANT, "the game as it is, or changed", (VARIANT,))
    return build(replace(experiment, axes=(*axes, axis), variants=variants))


class Advice:
    """Looks for changes that bring every setting of an experiment into its band."""

    def __init__(
        self, experiment: Experiment, band: Band, jobs: int, *, quiet: bool = False,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:  # fmt: skip
        self.experiment, self.band = experiment, band
        self.jobs, self.quiet, self.tell = jobs, quiet, tell
        self.pack = experiment.pack
        self.together = {
            axis.name: axis.levels[0]
            for axis in experiment.axes
            if axis.kind == "parameter" and not axis.crossed
        }
        self.found: dict[str, Sought] = {}
        self.base: tuple[Place, ...] = ()
        self.games = 0
        self.trials: list[Trial] = []

    def search(self, first: Sequence[Step]) -> Search:
        """Play steps, more of the same, and pairs, until there are enough or nothing is left."""
        self._play([Candidate((step,)) for step in first])
        if not all(place.verdict == ON_TARGET for place in self.base):
            self._play(self._farther())
            if len(self._hits()) < ENOUGH:
                self._play(self._pairs())
        best = self._best()
        hits = sum(self._hit(sought) for sought in best)
        return Search(
            self.band, self.base, tuple(best), hits, len(self.found), self.games, self._gaps()
        )

    def _gaps(self) -> tuple[Gap, ...]:
        """Gaps of the settings as they are called without changes."""
        known = gaps(self.trials[0].design) if self.trials else []
        return tuple(replace(gap, cell=replace(gap.cell, levels=_plain(gap.cell))) for gap in known)

    def name(self, candidate: Candidate) -> str:
        """The change in words; both of a pair."""
        return " and ".join(
            f"{label(self.pack, s.path)} {written(s.before)} -> {written(s.after)}"
            for s in candidate.steps
        )

    def _play(self, candidates: Iterable[Candidate]) -> None:
        new = {name: c for c in candidates if (name := self.name(c)) not in self.found}
        if not new:
            return
        self.tell(f"{len(new):,} changes are played beside the game as it is ...")
        trial = Trial(with_variants(self.experiment, new), self.jobs, quiet=self.quiet)
        trial.run(self._wanted)
        self.trials.append(trial)
        self.games += sum(trial.score.games.values())
        for tried in trial.tried:
            self.found[tried.name] = Sought(new[tried.name], tried, self._places(trial, tried))
        longest = max(trial.tried, key=lambda tried: tried.played)
        self.base = tuple(
            replace(place, rate=place.before, verdict=of_rate(place.before, self.band))
            for place in self._places(trial, longest)
        )

    def _wanted(self, tried: Tried) -> int:
        """Until it is clear in every setting whether the rate lies in the band, or for a while."""
        needed = float(tried.played)
        for _, cell in tried.twins:
            rate = _rate(tried, cell)
            if of_rate(rate, self.band) in (ABOVE, BELOW) and self._hopeless(rate):
                return tried.played
            if of_rate(rate, self.band) == MORE:
                near, far = sorted(
                    (abs(rate.value - self.band.low), abs(rate.value - self.band.high))
                )
                inside = self.band.low <= rate.value <= self.band.high
                more = games_to_settle(rate.value, near, far if inside else inf) * SPARE
                needed = max(needed, min(more, MOST_GAMES))
        return min(int(needed), MOST_GAMES)

    def _hopeless(self, rate: Rate) -> bool:
        half = (rate.high - rate.low) / 2 / 1.96 * HOPELESS
        return rate.value - half > self.band.high or rate.value + half < self.band.low

    def _places(self, trial: Trial, tried: Tried) -> tuple[Place, ...]:
        places = []
        for twin in tried.twins:
            base, _ = trial.design.pair(twin)
            before, rate = (_rate(tried, cell) for cell in twin)
            effect = tried.sums.effect(WON, 0, [twin]) if tried.sums else None
            assert effect is not None
            places.append(Place(_plain(base), before, rate, effect, of_rate(rate, self.band)))
        return tuple(places)

    def _distance(self, sought: Sought) -> float:
        return sum(place.beyond(self.band) for place in sought.places)

    def _hit(self, sought: Sought) -> bool:
        """Whether every setting is in the band, as far as the rates themselves say."""
        return self._distance(sought) == 0

    def _hits(self) -> list[Sought]:
        return [sought for sought in self.found.values() if self._hit(sought)]

    def _best(self) -> list[Sought]:
        """What is worth confirming: hits by size of the edit, else what comes nearest."""
        hits = sorted(self._hits(), key=lambda s: (s.candidate.edit, s.tried.name))
        hits = list(_one_a_number(hits))[:MOST_CONFIRMED]
        if hits:
            return hits
        helps = [s for s in self.found.values() if self._distance(s) < self._off()]
        near = sorted(helps, key=lambda s: (self._distance(s), s.candidate.edit, s.tried.name))
        return list(_one_a_number(near))[:WANTED]

    def _off(self) -> float:
        return sum(place.beyond(self.band) for place in self.base)

    def _farther(self) -> list[Candidate]:
        """Numbers whose first step goes the right way and not far enough, by more steps."""
        farther = []
        for sought in self.found.values():
            (step,) = sought.candidate.steps
            wanted = self._steps_needed(sought)
            if step.size and wanted:
                farther += [(c, sought) for c in self._by_steps(step, wanted)]
        nearest = sorted(farther, key=lambda pair: (self._distance(pair[1]), pair[0].edit))
        return [candidate for candidate, _ in nearest[:MOST_FAR]]

    def _by_steps(self, step: Step, wanted: Sequence[int]) -> Iterator[Candidate]:
        for count in wanted:
            more = stepped(step.path, int(step.before), step.size * count)
            if allowed(self.pack, more, self.together):
                yield Candidate((more,))

    def _steps_needed(self, sought: Sought) -> list[int]:
        """How many steps would do in the setting that is farthest off, if all were like the first.

        On the scale of the logit, where steps add up better than on that of the rate.
        """
        place = max(sought.places, key=lambda p: self._gap(p.before))
        if self._gap(place.before) == 0 or abs(place.effect.value) <= 2 * place.effect.se:
            return []
        moved = _logit(place.rate.value) - _logit(place.before.value)
        edges = [_logit(e) - _logit(place.before.value) for e in (self.band.low, self.band.high)]
        counts = sorted(edge / moved for edge in edges) if moved else []
        if not counts or counts[1] <= 1:
            return []
        first, last = max(2, int(counts[0])), min(FARTHEST, int(counts[1]) + 1)
        return [*range(first, last + 1)][:2]

    def _gap(self, rate: Rate) -> float:
        return max(rate.value - self.band.high, self.band.low - rate.value, 0.0)

    def _pairs(self) -> list[Candidate]:
        """Two changes of different numbers that together should hit, as the logits add up."""
        singles = [s for s in self.found.values() if self._useful(s)]
        pairs = []
        for one, other in combinations(singles, 2):
            steps = (*one.candidate.steps, *other.candidate.steps)
            if steps[0].path == steps[1].path:
                continue
            candidate = Candidate(steps)
            pairs.append(
                (self._predicted(one, other), candidate.edit, self.name(candidate), candidate)
            )
        pairs.sort(key=lambda pair: pair[:3])
        chosen: list[Candidate] = []
        for *_, candidate in pairs:
            fits = self.pack.try_resolve(self.together | candidate.changes)[0] is not None
            often = any(
                sum(s.path == t.path for c in chosen for t in c.steps) > 3 for s in candidate.steps
            )
            if fits and not often:
                chosen.append(candidate)
            if len(chosen) == MOST_PAIRS:
                break
        return chosen

    def _useful(self, sought: Sought) -> bool:
        return len(sought.candidate.steps) == 1 and any(
            abs(place.effect.value) > 2 * place.effect.se for place in sought.places
        )

    def _predicted(self, one: Sought, other: Sought) -> float:
        """How far outside its band every setting should be with both."""
        beyond = 0.0
        for a, b in zip(one.places, other.places, strict=True):
            start = _logit(a.before.value)
            both = _logit(a.rate.value) + _logit(b.rate.value) - start
            low, high = _logit(self.band.low), _logit(self.band.high)
            beyond += max(both - high, low - both, 0.0)
        return round(beyond, 3)


def _plain(cell: Cell) -> dict[str, Any]:
    """The levels of a setting without the change."""
    return {name: level for name, level in cell.levels.items() if name != VARIANT}


def _rate(tried: Tried, cell: int) -> Rate:
    assert tried.sums is not None
    share = tried.sums.share(WON, 0, cell)
    ratios = tried.sums.ratios[WON]
    place = ratios.index[cell]
    won, games = int(ratios.top[place, 0]), int(ratios.bottom[place, 0])
    return Rate(won, games, share.value, share.low, share.high)


def _logit(rate: float) -> float:
    inside = min(max(rate, EDGE), 1 - EDGE)
    return log(inside / (1 - inside))


def _one_a_number(sought: Iterable[Sought]) -> Iterator[Sought]:
    """Of changes of the same numbers the first: one edit, told once."""
    seen = set()
    for each in sought:
        paths = frozenset(step.path for step in each.candidate.steps)
        if paths not in seen:
            seen.add(paths)
            yield each
