"""Which small change brings the game where it should be?

Every number goes one step either way.  What points the right way but falls short goes on by as
many steps as its first one promises; where too few changes hit alone, pairs are tried.  The best
are played once more on fresh luck, and only that is told.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import exp, inf, log

from analysis.conclusions.players.player_panel import measured
from analysis.data.design import Design
from analysis.stats.intervals import Rate, games_to_settle
from analysis.stats.verdicts import ABOVE, BELOW, MORE, ON_TARGET, Band, of_rate
from simulate.experiment import Experiment
from simulate.experiment.plan import Plan
from simulate.pack.edit.steps import ValueStep, allowed, matches, stepped, steps
from simulate.pack.edit.widths import width
from simulate.search.aim.goals import Goal, GoalChange, as_it_is, goals, outside, places, rate_of
from simulate.search.aim.sums import OPTION, WON, PairedSums, Twin
from simulate.search.candidate import (
    Candidate,
    SearchOutcome,
    Sought,
    behind,
    best_of,
    thing_of,
    together,
    wanted_of,
    with_variants,
)
from simulate.search.checkpoint import SearchCheckpoint
from simulate.search.confirmation import prune_edits
from simulate.search.confirmation.fresh import fresh_seed
from simulate.search.trial import FIRST_ROUND, Trial, Tried, each

WANTED = 5  # so many changes are advised
ENOUGH = 3  # with so many that hit alone, pairs are not tried
FARTHEST = 6  # steps of one number
MOST_FAR = 24  # numbers that go on beyond their first step
MOST_PAIRS = 24
MOST_ALIKE = 4  # pairs with one number in them
MOST_CONFIRMED = 6
MOST_UNLUCKY = 2  # of these: single steps whose rates lie outside within their luck
MOST_GAMES = 4_000  # of a change, while changes are sought
HOPELESS = 3.0  # standard errors beyond the band
SPARE = 1.1
AS_IT_IS = 12_000  # games of the game without a change, where shares are looked for that are off
MOST_JOINT = 8  # options whose changes are put together
WORTH = 0.005  # what one more change must take off what all shares together lie outside
EDGE = 0.002  # a rate nearer to 0 or 1 than this has no slope to go by


class Advice:
    """Looks for changes that bring every setting of an experiment into its band.

    one: only changes of a single card.
    """

    def __init__(
        self, experiment: Experiment, jobs: int, *, aim: str = WON,
        quiet: bool = False, tell: Callable[[str], None] = lambda text: None,
        kept: SearchCheckpoint | None = None, one: bool = False,
    ) -> None:  # fmt: skip
        self.experiment, self.aim, self.one = experiment, aim, one
        self.jobs, self.quiet, self.tell, self.kept = jobs, quiet, tell, kept
        self.pack = experiment.pack
        self.together = together(experiment)
        self.outcomes: dict[str, Sought] = {}
        self.base: tuple[GoalChange, ...] = ()
        self.games = 0
        self.trials: list[Trial] = []
        self.cards: dict[str, str] = {}
        self.owners: frozenset[str] = frozenset()

    def search(
        self, first: Sequence[ValueStep], fresh: int | None = None, causes: Sequence[str] = ()
    ) -> SearchOutcome:
        """Play steps, more of the same, and pairs, until there are enough or nothing is left.

        Where every goal is in its band already, and again on fresh luck, no step is played.
        fresh: games of each setting on that luck; None: as many as tell.  causes: paths of what is
        known to be a cause, whose numbers are tried alone before all others.
        """
        if self._stands(fresh):
            return self._result([], fresh=True)
        known = [step for step in first if matches(step.path, causes)]
        self._play(map(self._alone, known), MOST_FAR)
        self._play(self._farther([*self.outcomes.values()]))
        if self._hits():
            return self._result(self._best())
        self._play(map(self._alone, first), MOST_FAR + MOST_PAIRS)
        if not self._all_in_band():
            alone = {self.name(self._alone(step)) for step in first}
            sought = [each for name, each in self.outcomes.items() if name in alone]
            self._play(self._farther(sought), MOST_PAIRS)
            if len(self._hits()) < ENOUGH:
                self._play(self._pairs())
        return self._result(self._best())

    def each_option(self, patterns: Sequence[str], fresh: int | None = None) -> SearchOutcome:
        """For each option that is off its share the smallest change of its own card; then all.

        What one option loses the others win together, so each change is judged by all shares, and
        those that together should leave least outside are confirmed as one.  fresh: as of `search`.
        """
        self.tell("The unchanged game is played ...")
        trial = self._unchanged(self.experiment)
        sums = self._look(trial, AS_IT_IS)
        if self._all_in_band() and self._again(fresh or AS_IT_IS):
            return self._result([], fresh=True)
        off = [p for p in self.base if p.verdict in (ABOVE, BELOW)]
        cards = self._cards(trial, sums, off)
        known = steps(self.pack, patterns, self.together)
        of_a_card = [s for s in known if s.size and self._owner(s.path, cards)]
        self.cards = cards
        self.owners = frozenset(self._owner(step.path, cards) for step in of_a_card)
        self._play(map(self._alone, of_a_card), MOST_FAR)
        self._play(self._farther(self.outcomes.values()))
        chosen = [c for value in dict.fromkeys(cards.values()) if (c := self._nearest(value))]
        joint = self._joint(chosen)
        return self._result([*joint, *chosen])

    def _alone(self, step: ValueStep) -> Candidate:
        return Candidate((replace(step, width=width(self.pack, step.path)),))

    def _stands(self, fresh: int | None) -> bool:
        """Whether every goal of the game as it is lies in its band for certain, on two lucks.

        The games are doubled while the rates lie inside and are too rough to tell.
        """
        self.tell("The unchanged game is played ...")
        trial, games = self._unchanged(self.experiment), FIRST_ROUND
        self._look(trial, games)
        while not self._all_in_band():
            if games >= MOST_GAMES or any(outside(p.before, p.goal.band) for p in self.base):
                return False
            games *= 2
            self._look(trial, games)
        return self._again(fresh or 2 * games)

    def _again(self, games: int) -> bool:
        """Whether every goal is in its band on fresh luck as well; that luck is then told."""
        self.tell("Everything is in its band; it is played again on fresh random numbers ...")
        fresh = replace(self.experiment, seed=fresh_seed(self.experiment))
        self._look(self._unchanged(fresh), games)
        return self._all_in_band()

    def _unchanged(self, experiment: Experiment) -> Trial:
        """The game as it is; its games are counted by `_look`."""
        trial = self._trial(with_variants(experiment, {}))
        self.trials.append(trial)
        return trial

    def _trial(self, plan: Plan, later: int = 0) -> Trial:
        """later: changes that later trials may have, at most; those of the plan go on for long."""
        trial = Trial(plan, self.jobs, quiet=self.quiet, kept=self.kept, longest=MOST_GAMES,
                      later=lambda: later * len(trial.base) * MOST_GAMES)  # fmt: skip
        return trial

    def _look(self, trial: Trial, games: int) -> PairedSums:
        """Play the game as it is up to so many games of each setting, and see where it stands."""
        before = trial.played
        sums = trial.as_it_is(games)
        self.games += trial.played - before
        self.base = as_it_is(trial.design, sums, self.aim)
        return sums

    def _all_in_band(self) -> bool:
        return all(place.verdict == ON_TARGET for place in self.base)

    def _result(self, best: Sequence[Sought], *, fresh: bool = False) -> SearchOutcome:
        hits = sum(self._hit(sought) for sought in best)
        return SearchOutcome(
            wanted=wanted_of(self.experiment, self.aim),
            aim=self.aim,
            base=self.base,
            best=tuple(best),
            hits=hits,
            tried=len(self.outcomes),
            games=self.games,
            gaps=behind(self.trials[0].design) if self.trials else (),
            unshown=bool(self.trials) and not measured(self.trials[0].design.manifest),
            fresh=fresh,
            owners=self.owners,
            one=self.one,
            vain=self._vain(),
            parts=prune_edits.parts(best, self._vain_part, self.pack),
        )

    def _vain(self) -> tuple[str, ...]:
        """Paths of the numbers of which no step alone shows an effect."""
        alone = [s for s in self.outcomes.values() if len(s.candidate.steps) == 1]
        useful = {s.candidate.steps[0].path for s in alone if _useful(s)}
        paths = dict.fromkeys(s.candidate.steps[0].path for s in alone)
        return tuple(path for path in paths if path not in useful)

    def name(self, candidate: Candidate) -> str:
        """The change in words; both of a pair."""
        if len(candidate.steps) > 2:
            return f"all {len(candidate.steps)} changes together"
        return candidate.name(self.pack)

    def goals(self, design: Design, sums: PairedSums, candidate: Candidate | None) -> list[Goal]:
        """What a change is judged by: every goal, or those of the option whose card it changes.

        candidate: None for every goal there is.
        """
        all_ = [*goals(design, sums, self.aim)]
        if not self.cards or candidate is None or len(candidate.steps) > 1:
            return all_
        owner = self._owner(candidate.steps[0].path, self.cards)
        return [goal for goal in all_ if goal.value == owner]

    def _owner(self, path: str, cards: Mapping[str, str]) -> str:
        """The option on whose card a value stands."""
        return next((v for card, v in cards.items() if path.startswith(f"{card}.")), "")

    def _cards(self, trial: Trial, sums: PairedSums, off: Sequence[GoalChange]) -> dict[str, str]:
        """Path of the card of each option that is off -> the option."""
        section = sums.things[OPTION].section if OPTION in sums.things else ""
        values = dict.fromkeys(place.goal.value for place in off)
        cards = {trial.design.card_in(section, value): value for value in values}
        return {card: value for card, value in cards.items() if card}

    def _nearest(self, value: str) -> Sought | None:
        """The smallest change of an option's card that brings it into its band, or nearest."""
        of_option = [
            s
            for s in self.outcomes.values()
            if s.places and all(p.goal.value == value for p in s.places)
        ]
        helps = [
            s
            for s in of_option
            if self._distance(s) < sum(outside(p.before, p.goal.band) for p in s.places)
        ]
        if not helps:
            return None
        return min(helps, key=lambda s: (self._distance(s), s.candidate.edit, s.tried.name))

    def _joint(self, chosen: Sequence[Sought]) -> list[Sought]:
        """Those of them that should leave least outside as one change, not played yet."""
        likely = sorted(chosen, key=lambda s: -sum(p.without.beyond for p in s.places))[:MOST_JOINT]
        sets = (u for n in range(1, len(likely) + 1) for u in combinations(likely, n))
        chosen = min(sets, key=lambda u: (self._left(u) + WORTH * len(u), len(u)), default=())
        if len(chosen) < 2:
            return []
        steps = tuple(step for sought in chosen for step in sought.candidate.steps)
        candidate = Candidate(steps)
        if self.pack.try_resolve(self.together | candidate.changes)[0] is None:
            return []
        tried = replace(chosen[0].tried, name=self.name(candidate))
        return [Sought(candidate, tried, tuple(p for s in chosen for p in s.places))]

    def _left(self, union: Sequence[Sought]) -> float:
        """What all shares together should lie outside with some changes.

        What each adds to the log of a share adds up, and shares of a setting sum to what they did.
        """
        added: dict[tuple[object, ...], float] = defaultdict(float)
        for place in (place for sought in union for place in sought.every):
            added[place.key] += log(max(place.rate.value, EDGE) / max(place.before.value, EDGE))
        shares = {p.key: p.before.value * exp(added[p.key]) for p in self.base}
        was: dict[Twin, float] = defaultdict(float)
        now: dict[Twin, float] = defaultdict(float)
        for place in self.base:
            was[place.goal.twin] += place.before.value
            now[place.goal.twin] += shares[place.key]
        left = 0.0
        for place in self.base:
            twin, band = place.goal.twin, place.goal.band
            share = shares[place.key] * was[twin] / max(now[twin], EDGE)
            left += max(share - band.high, band.low - share, 0.0)
        return left

    def _play(self, candidates: Iterable[Candidate], later: int = 0) -> None:
        """later: as of `_trial`."""
        new = {name: c for c in candidates if (name := self.name(c)) not in self.outcomes}
        if not new:
            return
        self.tell(f"{len(new):,} changes are played beside the unchanged game ...")
        trial = self._trial(with_variants(self.experiment, new), later)
        wanted = each(lambda tried: self._wanted(trial.design, tried, new[tried.name]))

        def next_(all_: Sequence[Tried]) -> Sequence[int]:
            self._tell_best(self._sought(trial.design, tried, new[tried.name]) for tried in all_)
            return wanted(all_)

        trial.run(next_)
        self._keep(trial)
        for tried in trial.tried:
            sought = self._sought(trial.design, tried, new[tried.name])
            assert tried.sums is not None
            every = self.goals(trial.design, tried.sums, None) if self.cards else ()
            self.outcomes[tried.name] = replace(sought, every=places(tried.sums, [*every]))
        if not self.cards:
            longest = max(trial.tried, key=lambda tried: tried.played)
            assert longest.sums is not None
            all_ = [*goals(trial.design, longest.sums, self.aim)]
            self.base = tuple(place.without for place in places(longest.sums, all_))

    def _sought(self, design: Design, tried: Tried, candidate: Candidate) -> Sought:
        """A change as far as it was played."""
        assert tried.sums is not None
        goals_of_change = self.goals(design, tried.sums, candidate)
        return Sought(candidate, tried, places(tried.sums, goals_of_change))

    def _tell_best(self, more: Iterable[Sought]) -> None:
        """Which change comes nearest so far, where one does."""
        if self.kept is not None:
            all_ = [s for s in (*self.outcomes.values(), *more) if s.places]
            ranked = sorted(all_, key=lambda s: (self._distance(s), s.candidate.edit, s.tried.name))
            self.kept.tell_best(best_of(ranked[0] if ranked else None))

    def _keep(self, trial: Trial) -> None:
        self.trials.append(trial)
        self.games += trial.played

    def _wanted(self, design: Design, tried: Tried, candidate: Candidate) -> int:
        """Until it is clear of every goal whether it lies in its band, or for a while."""
        assert tried.sums is not None
        needed = float(tried.played)
        for goal in self.goals(design, tried.sums, candidate):
            rate, band = rate_of(tried.sums, goal, goal.twin[1]), goal.band
            verdict = of_rate(rate, band)
            if verdict in (ABOVE, BELOW) and _hopeless(rate, band):
                return tried.played
            if verdict == MORE:
                near, far = sorted((abs(rate.value - band.low), abs(rate.value - band.high)))
                inside = band.low <= rate.value <= band.high
                more = games_to_settle(rate.value, near, far if inside else inf) * SPARE
                needed = max(needed, min(more * tried.played / max(1, rate.games), MOST_GAMES))
        return min(int(needed), MOST_GAMES)

    def _distance(self, sought: Sought) -> float:
        return sum(place.beyond for place in sought.places)

    def _outside(self, sought: Sought) -> int:
        """How many goals a change leaves outside, where a single card is to bring in the most."""
        return sum(place.beyond > 0 for place in sought.places) if self.one else 0

    def _hit(self, sought: Sought) -> bool:
        """Whether every goal is in its band, as far as the rates themselves say."""
        return self._distance(sought) == 0

    def _hits(self) -> list[Sought]:
        return [sought for sought in self.outcomes.values() if self._hit(sought)]

    def _best(self) -> list[Sought]:
        """What is worth confirming: hits by size of the edit, else what comes nearest.

        Besides hits a few single steps that only their luck may have put outside.
        """
        may = [s for s in self.outcomes.values() if self._hit(s) or _unlucky(s)]
        may.sort(key=lambda s: (s.candidate.edit, s.tried.name))
        worth = list(_worth_it(may))
        hits = [sought for sought in worth if self._hit(sought)]
        if hits:
            near = [sought for sought in worth if not self._hit(sought)][:MOST_UNLUCKY]
            return [*hits[: MOST_CONFIRMED - len(near)], *near]
        off = sum(place.beyond for place in self.base)
        helps = [s for s in self.outcomes.values() if self._distance(s) < off]
        helps.sort(key=lambda s: (self._outside(s), self._distance(s), s.candidate.edit,
                                  s.tried.name))  # fmt: skip
        return list(_worth_it(helps))[:WANTED]

    def _vain_part(self, part: Candidate, left: ValueStep) -> bool:
        """Whether a set without one of its edits is known not to do, or is no game.

        Where each option is mended on its own card, what else is changed may mend it as well.
        """
        if self.pack.try_resolve(self.together | part.changes)[0] is None:
            return True
        known = self.outcomes.get(self.name(part))
        if known is None or self._owner(left.path, self.cards):
            return False
        return any(_hopeless(place.rate, place.goal.band) for place in known.places)

    def _farther(self, known: Iterable[Sought]) -> list[Candidate]:
        """Numbers whose first step goes the right way and not far enough, by more steps."""
        farther = []
        for sought in known:
            (step,) = sought.candidate.steps
            wanted = self._steps_needed(sought)
            if step.size and wanted:
                farther += [(c, sought) for c in self._by_steps(step, wanted)]
        nearest = sorted(farther, key=lambda pair: (self._distance(pair[1]), pair[0].edit))
        return [candidate for candidate, _ in nearest[:MOST_FAR]]

    def _by_steps(self, step: ValueStep, wanted: Sequence[int]) -> Iterator[Candidate]:
        for count in wanted:
            more = stepped(step.path, int(step.before), step.size * count, step.width)
            if allowed(self.pack, more, self.together):
                yield Candidate((more,))

    def _steps_needed(self, sought: Sought) -> list[int]:
        """How many steps would do for the goal that is farthest off, if all were like the first.

        On the scale of the logit, where steps add up better than on that of the rate.
        """
        place = max(sought.places, key=lambda p: outside(p.before, p.goal.band), default=None)
        if place is None or abs(place.effect.value) <= 2 * place.effect.se:
            return []
        band, before = place.goal.band, _logit(place.before.value)
        if outside(place.before, band) == 0:
            return []
        moved = _logit(place.rate.value) - before
        counts = (
            sorted((_logit(edge) - before) / moved for edge in (band.low, band.high))
            if moved
            else []
        )
        if not counts or counts[1] <= 1:
            return []
        first, last = max(2, int(counts[0])), min(FARTHEST, int(counts[1]) + 1)
        return [*range(first, last + 1)][:2]

    def _may_pair(self, steps: Sequence[ValueStep]) -> bool:
        """Whether steps may be taken together: on one card, where a single one is to change."""
        return not self.one or len({thing_of(step.path) for step in steps}) == 1

    def _pairs(self) -> list[Candidate]:
        """Two changes of different numbers that together should hit, as the logits add up."""
        singles = [s for s in self.outcomes.values() if _useful(s)]
        pairs = []
        for one, other in combinations(singles, 2):
            both = (*one.candidate.steps, *other.candidate.steps)
            if both[0].path != both[1].path and self._may_pair(both):
                candidate = Candidate(both)
                beyond = _predicted(one, other)
                pairs.append((beyond, candidate.edit, self.name(candidate), candidate))
        pairs.sort(key=lambda pair: pair[:3])
        chosen: list[Candidate] = []
        used: Counter[str] = Counter()
        for *_, candidate in pairs:
            paths = [step.path for step in candidate.steps]
            fits = self.pack.try_resolve(self.together | candidate.changes)[0] is not None
            if fits and max(used[path] for path in paths) < MOST_ALIKE:
                chosen.append(candidate)
                used.update(paths)
            if len(chosen) == MOST_PAIRS:
                break
        return chosen


def _hopeless(rate: Rate, band: Band) -> bool:
    """Outside by far more than luck explains."""
    half = (rate.high - rate.low) / 2 / rate.confidence.reach * HOPELESS
    return rate.value - half > band.high or rate.value + half < band.low


def _useful(sought: Sought) -> bool:
    return len(sought.candidate.steps) == 1 and any(
        abs(place.effect.value) > 2 * place.effect.se for place in sought.places
    )


def _predicted(one: Sought, other: Sought) -> float:
    """How far outside its band every goal should be with both, on the scale of the logit."""
    beyond = 0.0
    for a, b in zip(one.places, other.places, strict=True):
        both = _logit(a.rate.value) + _logit(b.rate.value) - _logit(a.before.value)
        band = a.goal.band
        beyond += max(both - _logit(band.high), _logit(band.low) - both, 0.0)
    return round(beyond, 3)


def _logit(rate: float) -> float:
    inside = min(max(rate, EDGE), 1 - EDGE)
    return log(inside / (1 - inside))


def _unlucky(sought: Sought) -> bool:
    """Whether a single step may lie in every band, for all that its intervals say."""
    return len(sought.candidate.steps) == 1 and _may_hit(sought)


def _may_hit(sought: Sought) -> bool:
    return all(place.verdict in (ON_TARGET, MORE) for place in sought.places)


def _worth_it(ranked: Iterable[Sought]) -> Iterator[Sought]:
    """Without what goes beyond a change that is inside for certain.

    A larger step of a number goes only where a smaller is that sure: one that hardly hits may miss.
    Of steps of a number that are off for certain the first alone is told.
    """
    seen: set[frozenset[str]] = set()
    inside: list[frozenset[str]] = []
    for one in ranked:
        paths = frozenset(step.path for step in one.candidate.steps)
        if any(done <= paths for done in inside) or (paths in seen and not _may_hit(one)):
            continue
        seen.add(paths)
        if all(place.verdict == ON_TARGET for place in one.places):
            inside.append(paths)
        yield one
