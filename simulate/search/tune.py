"""Which few small edits together bring the game where it should be?

Every number that is freed goes one step either way.  What the steps do makes a surface, on which
sets of one edit, of two, of three are proposed.  They race: all are played a little, the hopeless
drop out, the rest is played on.  What came of them makes the surface better, and so again, until
nothing better is proposed or the games are used up.  Of each number of edits the best are then
played once more on fresh luck, and only that is told.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import ceil, sqrt
from typing import Any, Protocol

import numpy as np
from scipy.special import expit
from scipy.stats import norm

from analysis.stats.intervals import round_up
from analysis.stats.verdicts import ABOVE, BELOW, ON_TARGET, Band
from simulate.pack.edit.steps import ValueStep, stepped
from simulate.search.aim.goals import GoalChange
from simulate.search.aim.goals import outside as outside_of
from simulate.search.aim.sums import WON
from simulate.search.candidate import Candidate, Sought, best_of
from simulate.search.games import Race
from simulate.search.space.beam import Edit, Guess, guesses
from simulate.search.space.search_space import Bound
from simulate.search.space.surface import Surface, added, level, outside

MOST_EDITS = 4
BUDGET = 500_000  # games of a search
FIRST, LONGEST = 500, 2_000  # games of a change in the first round, and in the last
STEPS_SHARE = 0.4  # of the budget, for single steps
ROUNDS = 5
PROPOSED = 6  # sets of each number of edits, in a round
MOST_NUMBERS = 40  # that sets are made of: those that move most
ALIKE = 2  # proposals with the same numbers
BETTER = 0.002  # a fifth of a point: what an edit must bring, on average where it is off
INSIDE = BETTER / 4  # not farther off counts as inside: a rate near an edge may lie beyond it
SHOWN = 0.2  # chance that luck alone shows a number among those that do something
MOST_CONFIRMED = 6
MOST_SMALL = 3  # of these: the smallest edits that seem to do it


class TrialRunner(Protocol):
    """Where changes are played."""

    @property
    def played(self) -> int:
        """Games so far."""

    def as_it_is(self) -> tuple[GoalChange, ...]:
        """Every goal without a change."""

    def play(self, candidates: Sequence[Candidate], race: Race) -> list[Sought]:
        """Changes, as long as the race goes on."""

    def fits(self, candidate: Candidate) -> bool:
        """Whether there is a game with the change."""


class Tuning:
    """Looks for sets of few small edits that bring every goal into its band."""

    def __init__(
        self, table: TrialRunner, numbers: Sequence[Bound], *, most: int = MOST_EDITS,
        budget: int = BUDGET, tell: Callable[[str], None] = lambda text: None,
        tell_best: Callable[[str], None] = lambda text: None,
    ) -> None:  # fmt: skip
        self.table, self.numbers, self.most, self.budget = table, numbers, most, budget
        self.tell, self.tell_best = tell, tell_best
        self.number = {number.path: number for number in numbers}
        self.outcomes: dict[frozenset[Edit], Sought] = {}
        self.base: tuple[GoalChange, ...] = ()
        self.wanted = 0  # games of a search in which every step is seen well
        self._scarce = 1.0  # games of a setting for one of the share that is seen least

    def search(self) -> list[Sought]:
        """What is worth confirming: the best set of each number of edits that is worth it."""
        self.tell("The unchanged game is played ...")
        self.base = self.table.as_it_is()
        self._goals = {place.key: at for at, place in enumerate(self.base)}
        self._bands = [place.goal.band for place in self.base]
        self._level = np.array([level(place.before) for place in self.base])
        self._unsure = np.array([_spread(place) for place in self.base])
        off = np.array([outside_of(p.before, p.goal.band) > 0 for p in self.base])
        self._matters = off if off.any() else ~off
        self._better = BETTER * self._matters.mean()
        if all(place.verdict == ON_TARGET for place in self.base) or not self.numbers:
            return []
        self._play([self._nearest(n, way) for n in self.numbers for way in (1, -1)], self._steps)
        useful = self._useful()
        for _ in range(ROUNDS):
            proposed = self._proposed(useful)
            if not proposed or self.table.played >= self.budget:
                break
            self._play(proposed, self._halving)
        return self._best(useful)

    def off(self, sought: Sought) -> tuple[float, float]:
        """How far the goals lie outside their bands on average, and how unsure that is."""
        adds, errors = self._added(sought)
        errors = np.where(np.isfinite(errors), errors, 0.0)
        rates = expit(self._level + adds)
        spread = np.hypot(errors, self._unsure) * rates * (1 - rates)
        mean, variance = outside(rates, spread, self._bands)
        return float(mean.mean()), sqrt(variance.sum()) / len(mean)

    def _play(self, candidates: Iterable[Candidate | None], race: Race) -> None:
        new = {_edits(c): c for c in candidates if c is not None}
        new = {edits: c for edits, c in new.items() if edits not in self.outcomes}
        if new:
            self.tell(f"{len(new):,} changes are played beside the unchanged game ...")

            for sought in self.table.play(list(new.values()), self._telling(race)):
                self.outcomes[_edits(sought.candidate)] = sought

    def _telling(self, race: Race) -> Race:
        """The same race, with a word on what comes nearest before each round."""

        def told(standing: Sequence[Sought]) -> Sequence[int]:
            all_ = (*self.outcomes.values(), *standing)
            best = min(all_, key=lambda s: (self.off(s)[0], s.candidate.edit, s.tried.name))
            self.tell_best(best_of(best))
            return race(standing)

        return told

    def _nearest(self, number: Bound, way: int) -> Candidate | None:
        """One step of a number, or the first that its bounds allow."""
        sizes = [size for size in number.sizes if size * way > 0]
        fits = (c for size in sizes if self.table.fits(c := self._of([(number.path, size)])))
        return next(fits, None)

    def _of(self, edits: Sequence[Edit]) -> Candidate:
        numbers = ((self.number[path], size) for path, size in edits)
        return Candidate(tuple(stepped(n.path, n.before, size, n.width) for n, size in numbers))

    def _steps(self, standing: Sequence[Sought]) -> list[int]:
        """Steps that may do something are played on, as far as their part of the games goes.

        Where players compete a share is seen in some games only, and every step plays more.
        """
        if self.wanted == 0:
            self._scarce = max(s.tried.played / max(1, p.rate.games) for s in standing
                               for p in s.places)  # fmt: skip
            each = 2 * FIRST * self._scarce * len(standing) * self._settings
            self.wanted = round_up(each / STEPS_SHARE)
        share = STEPS_SHARE * self.budget / self._settings
        first = _blocks(min(FIRST * self._scarce, share / len(standing)))
        if any(s.tried.played < first for s in standing):
            return [first] * len(standing)
        alive = [s for s in standing if self._strength(s) > 1]
        more = (share - first * len(standing)) / max(1, len(alive))
        each = min(_blocks(LONGEST * self._scarce), first + int(more / FIRST) * FIRST)
        return [each if s in alive else s.tried.played for s in standing]

    @property
    def _settings(self) -> int:
        return len({place.goal.twin for place in self.base})

    def _strength(self, sought: Sought) -> float:
        """The largest effect on a goal that is off, in standard errors."""
        adds, errors = self._added(sought)
        return float(np.max((np.abs(adds) / errors)[self._matters]))

    def _useful(self) -> list[Bound]:
        """The numbers of which a step is shown to do something, those that move most first."""
        sure = float(norm.isf(SHOWN / 2 / self._matters.sum()))
        moved: dict[str, float] = {}
        for sought in self.outcomes.values():
            (step,) = sought.candidate.steps
            if self._strength(sought) > sure:
                adds, errors = self._added(sought)
                size = float(np.max(np.where(np.isfinite(errors), np.abs(adds), 0.0)))
                moved[step.path] = max(moved.get(step.path, 0.0), size)
        most = sorted(moved, key=lambda path: (-moved[path], path))[:MOST_NUMBERS]
        known = {number.path: number for number in self.numbers}
        return [self._reachable(known[path]) for path in most]

    def _reachable(self, number: Bound) -> Bound:
        """A number with those of its steps with which there is a game."""
        fits = (s for s in number.sizes if self.table.fits(self._of([(number.path, s)])))
        return replace(number, sizes=tuple(fits))

    def _added(self, sought: Sought) -> tuple[np.ndarray, np.ndarray]:
        """What a change adds to each goal on the scale of the logit; an infinite error: unknown."""
        adds, errors = np.zeros(len(self.base)), np.full(len(self.base), np.inf)
        for place in sought.places:
            at = self._goals.get(place.key)
            if at is not None:
                adds[at], errors[at] = added(place.before, place.rate, place.effect)
        return adds, errors

    def _surface(self, useful: Sequence[Bound]) -> Surface:
        """All that was played of the numbers that do something."""
        paths = {number.path for number in useful}
        known = [edits for edits in self.outcomes if {path for path, _ in edits} <= paths]
        parts = [self._added(self.outcomes[edits]) for edits in known]
        surface = Surface([number.path for number in useful])
        surface.fit([dict(edits) for edits in known], *map(np.array, zip(*parts, strict=True)))
        return surface

    def _off(self, adds: np.ndarray) -> np.ndarray:
        """How far off sets should be; as if every rate were unsure by a part of its band."""
        rates = expit(self._level + adds)
        slack = np.array([(band.high - band.low) / 8 for band in self._bands])
        mean, _ = outside(rates, np.broadcast_to(slack, rates.shape), self._bands)
        return np.asarray(mean.mean(axis=-1))

    def _proposed(self, useful: Sequence[Bound]) -> list[Candidate]:
        """Sets that should be better than all that were played with as many edits or fewer."""
        if not useful:
            return []
        surface = self._surface(useful)
        known = self._standing(surface)
        proposed: list[Candidate] = []
        to_beat = float(self._off(np.zeros((1, len(self.base))))[0])
        for count, sets in enumerate(guesses(surface, useful, self._off, self.most), 1):
            to_beat = min([to_beat, *(off for edits, off in known.items() if len(edits) == count)])
            good = [guess for guess in sets if guess.off < max(to_beat - self._better, INSIDE / 2)]
            proposed += self._chosen(good)
            if to_beat <= INSIDE:
                break
        return proposed

    def _chosen(self, good: Sequence[Guess]) -> list[Candidate]:
        """The best of them that are no more of the same."""
        chosen: list[Candidate] = []
        sets: Counter[frozenset[str]] = Counter()
        paths: Counter[str] = Counter()
        for guess in good:
            changed = frozenset(path for path, _ in guess.edits)
            if frozenset(guess.edits) in self.outcomes or sets[changed] >= ALIKE:
                continue
            if len(guess.edits) > 1 and max(paths[path] for path in changed) > PROPOSED // 2:
                continue
            candidate = self._of(guess.edits)
            if self.table.fits(candidate):
                chosen.append(candidate)
                sets[changed] += 1
                paths.update(changed)
            if len(chosen) == PROPOSED:
                break
        return chosen

    def _standing(self, surface: Surface) -> dict[frozenset[Edit], float]:
        """How far off every set that was played is, by all that is known."""
        paths = {path for path, _ in surface.column}
        known = [edits for edits in self.outcomes if {path for path, _ in edits} <= paths]
        offs = self._off(np.array([surface.at(dict(edits)) for edits in known]))
        return dict(zip(known, offs.tolist(), strict=True))

    def _halving(self, standing: Sequence[Sought]) -> list[int]:
        """After each round the worse half drops out, and whatever cannot be the best any more."""
        wanted = [sought.tried.played for sought in standing]
        played, longest = max(wanted), _blocks(LONGEST * self._scarce)
        left = (self.budget - self.table.played) / self._settings
        if played >= longest or left <= 0:
            return wanted
        good = self._better_half(standing)
        for at in good:
            wanted[at] = min(longest, 4 * played, played + _blocks(left / len(good)))
        return wanted

    def _better_half(self, standing: Sequence[Sought]) -> list[int]:
        """Of each number of edits the better half, as far as they may still be the best."""
        played = max(sought.tried.played for sought in standing)
        good = []
        for count in {len(s.candidate.steps) for s in standing}:
            of_size = [at for at, s in enumerate(standing) if len(s.candidate.steps) == count]
            alive = [at for at in of_size if standing[at].tried.played == played]
            offs = {at: self.off(standing[at]) for at in alive}
            best = min((off + 2 * unsure for off, unsure in offs.values()), default=0.0)
            ranked = sorted(alive, key=lambda at: offs[at])[: ceil(len(alive) / 2)]
            good += [at for at in ranked if offs[at][0] - 2 * offs[at][1] <= best]
        return good

    def _best(self, useful: Sequence[Bound]) -> list[Sought]:
        """The best set of each number of edits, as long as one more edit is worth it."""
        if not useful:
            return []
        surface = self._surface(useful)
        standing, inside = self._standing(surface), self._inside(surface)
        last = float(self._off(np.zeros((1, len(self.base))))[0])
        best: list[Sought] = []
        small: list[Sought] = []
        for count in range(1, self.most + 1):
            of_size = sorted(
                (round(off, 4), self.outcomes[edits].candidate.edit, sorted(edits))
                for edits, off in standing.items()
                if len(edits) == count
            )
            worth = [entry for entry in of_size if entry[0] < max(last - self._better, INSIDE)]
            if not small:  # with fewer edits none seems to do it
                small = _smallest(s for s in inside if len(s.candidate.steps) == count)
                best += small
            if worth:
                last = worth[0][0]
                nearest = [self.outcomes[frozenset(e)] for e in self._varied(worth)]
                best += [one for one in nearest[: 3 if last <= INSIDE else 1] if one not in best]
                if last <= INSIDE:
                    break
        best = best[:MOST_CONFIRMED]
        return best + [one for one in self._for_one_band() if one not in best]

    def _for_one_band(self) -> list[Sought]:
        """Where settings have bands of their own: of each what brings its settings nearest.

        It is told what the others pay for it.
        """
        won = dict.fromkeys(place.goal.band for place in self.base if place.goal.kind == WON)
        bands, found = list(won) if len(won) > 1 else [], []
        for band in bands:
            off = sum(outside_of(p.before, band) for p in self.base if p.goal.band == band)
            nearest = min(self.outcomes.values(), key=lambda s: (*_of_band(s, band), s.tried.name))
            if _of_band(nearest, band)[0] < off - self._better:
                found.append(nearest)
        return [one for n, one in enumerate(found) if one not in found[:n]]

    def _inside(self, surface: Surface) -> list[Sought]:
        """Every set that was played whose rates may lie in their bands, by all that is known.

        Outside by less than a standard error is no farther off than luck may put it.
        """
        low, high = (np.array([getattr(b, end) for b in self._bands]) for end in ("low", "high"))
        found = []
        for edits in self._standing(surface):
            rates = expit(self._level + surface.at(dict(edits)))
            _, errors = self._added(self.outcomes[edits])
            luck = np.where(np.isfinite(errors), errors, 0.0) * rates * (1 - rates)
            if np.all((low - luck <= rates) & (rates <= high + luck)):
                found.append(self.outcomes[edits])
        return found

    def vain(self, part: Candidate, left: ValueStep) -> bool:
        """Whether a set without one of its edits is known not to do, or is no game."""
        known = self.outcomes.get(_edits(part))
        sure = known is not None and any(p.verdict in (ABOVE, BELOW) for p in known.places)
        return sure or not self.table.fits(part)

    def _varied(self, worth: Sequence[tuple[Any, ...]]) -> list[list[Edit]]:
        """The first, and others nearly as good that change other numbers."""
        chosen: list[list[Edit]] = []
        for off, _, edits in worth:
            paths = {path for path, _ in edits}
            if off <= worth[0][0] + self._better and all(
                {p for p, _ in c} != paths for c in chosen
            ):
                chosen.append(edits)
        return chosen


def _smallest(inside: Iterable[Sought]) -> list[Sought]:
    """The smallest of some sets, each of other numbers."""
    found: dict[frozenset[str], Sought] = {}
    for sought in sorted(inside, key=lambda s: (s.candidate.edit, s.tried.name)):
        found.setdefault(frozenset(step.path for step in sought.candidate.steps), sought)
    return [*found.values()][:MOST_SMALL]


def _of_band(sought: Sought, band: Band) -> tuple[float, tuple[int, float]]:
    """How far the settings of one band lie outside it, and how large the edit is."""
    off = sum(place.beyond for place in sought.places if place.goal.band == band)
    return round(off, 3), sought.candidate.edit


def _blocks(games: float) -> int:
    """Whole blocks of games, at least one."""
    return max(1, int(games / FIRST)) * FIRST


def _edits(candidate: Candidate) -> frozenset[Edit]:
    return frozenset((step.path, step.size) for step in candidate.steps)


def _spread(place: GoalChange) -> float:
    """Standard error of a rate on the scale of the logit."""
    share = expit(level(place.before))
    before = place.before
    error = (before.high - before.low) / 2 / before.confidence.reach
    return float(error / max(share * (1 - share), 1e-4))
