"""A game that is a formula: what every change does is known, and it is played in no time."""

from dataclasses import dataclass, field

import numpy as np
from scipy.special import expit

from analysis.stats.intervals import bonett_price_interval, rate
from analysis.stats.verdicts import Band, of_rate
from simulate.search.aim.goals import Goal, GoalChange
from simulate.search.aim.sums import WON
from simulate.search.candidate import Sought
from simulate.search.trial import FIRST_ROUND, GROWTH, Tried

AS_IT_IS = 4_000
MOST = 40_000


@dataclass
class Invented:
    """Settings with a chance to win each, on the scale of the logit.

    start: of each setting; worth: number -> what a step up adds in each; pairs: what two numbers
    add beyond that, for each step of the one and of the other.  seen: below 1
    it is one setting and the starts are factions, of which each is in such a part of the games.
    """

    start: tuple[float, ...]
    worth: dict[str, tuple[float, ...]]
    band: Band
    seed: int
    pairs: dict[tuple[str, str], float] = field(default_factory=dict)
    seen: float = 1.0
    played: int = 0

    def __post_init__(self):
        self.luck = np.random.default_rng(self.seed).random((len(self.start), MOST))
        # The part of a game's luck that a change deals anew.
        self.fresh = np.random.default_rng(self.seed + 1)

    @property
    def settings(self):
        return len(self.start) if self.seen == 1 else 1

    def chance(self, edits):
        """The true chance to win in each setting."""
        logit = np.array(self.start, float)
        for path, size in edits.items():
            logit += size * np.array(self.worth[path])
        for (one, other), worth in self.pairs.items():
            logit += worth * edits.get(one, 0) * edits.get(other, 0)
        return expit(logit)

    def lands(self, edits):
        return bool(
            np.all((self.band.low <= self.chance(edits)) & (self.chance(edits) <= self.band.high))
        )

    def as_it_is(self):
        return self.places({}, AS_IT_IS)

    def fits(self, candidate):
        return True

    def play(self, candidates, race):
        tried = [Tried(str(at), (), (), ()) for at in range(len(candidates))]
        goals = [FIRST_ROUND] * len(tried)
        sought = [None] * len(tried)
        while True:
            for at, each in enumerate(tried):
                if goals[at] > each.played:
                    self.played += (goals[at] - each.played) * self.settings
                    each.played = goals[at]
                    edits = {s.path: s.size for s in candidates[at].steps}
                    sought[at] = Sought(candidates[at], each, self.places(edits, each.played))
            wanted = [
                min(games, GROWTH * each.played)
                for games, each in zip(race(sought), tried, strict=True)
            ]
            if all(games <= each.played for games, each in zip(wanted, tried, strict=True)):
                return sought
            goals = wanted

    def places(self, edits, games):
        """Each setting before and after; half of a game's luck stays what it was."""
        found, games = [], int(games * self.seen)
        for at, (before, after) in enumerate(zip(self.chance({}), self.chance(edits), strict=True)):
            luck = self.luck[at, :games]
            anew = self.fresh.random(games) < (0.5 if edits else 0.0)
            second = np.where(anew, self.fresh.random(games), luck)
            first, then = (luck < before).astype(int), (second < after).astype(int)
            difference = then - first
            effect = bonett_price_interval(difference.mean(), difference.var() / games, games, 1.0)
            twin = (2 * at, 2 * at + 1) if self.seen == 1 else (0, 1)
            goal = Goal({"players": at + 2}, WON, 0, str(at), twin, self.band)
            rates = rate(int(first.sum()), games), rate(int(then.sum()), games)
            found.append(GoalChange(goal, *rates, effect, of_rate(rates[1], self.band)))
        return tuple(found)
