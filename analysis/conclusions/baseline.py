"""Compare a changed game with the shipped one.

The shipped game was played beside the run, on the same luck.  The two are compared as `compare`
does, pair by pair; that a number is the same is shown by an equivalence test, never by a
difference that is not.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import hypot
from pathlib import Path

from analysis.conclusions.comparison import RunComparison
from analysis.conclusions.facts import (
    CHANGE,
    EFFECT,
    EFFECT_CHANGE,
    SHARE_CHANGE,
    STEP,
    Fact,
    facts,
    of_comparison,
)
from analysis.conclusions.one_answer import compare
from analysis.conclusions.players.player_panel import best_play
from analysis.conclusions.robustness import Key, Players, key_of
from analysis.data.joined import join
from analysis.data.run import RunLike
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate
from analysis.study import study
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.store import MANIFEST, SHIPPED, open_run

SAME, OTHER, OPEN = "as in the shipped game", "not as in the shipped game", "not told apart"
EQUIVALENT = (verdicts.SAME, verdicts.NONE, verdicts.SMALL)
# Where the difference of a number stands in a comparison, the nearest to the question first.
PAIRED = {
    WIN_RATE: (CHANGE,),
    OVER_FAIR_SHARE: (SHARE_CHANGE,),
    EFFECT: (EFFECT_CHANGE, CHANGE),
}
UNPAIRED = (*PAIRED, STEP, CHANGE)  # shares of games, for which two points are the margin


@dataclass(frozen=True)
class Moved:
    """A number beside what it is in the shipped game; what it has more, and the verdict on that."""

    now: Fact
    shipped: Fact
    change: Estimate
    verdict: str

    @property
    def said(self) -> str:
        """SAME where a difference of two points or more is ruled out (two one-sided tests, 2.5%
        each, `verdicts.of_effect`), OTHER where one is shown that may be so large, else OPEN.
        """
        if self.verdict in EQUIVALENT:
            return SAME
        return OPEN if self.verdict == verdicts.MORE else OTHER


@dataclass(frozen=True)
class ShippedGame:
    """The numbers of the shipped game in the settings of a run; games: of each, the fewest.

    comparison: of the shipped game with the changed one; None where they share no setting.
    most: games of a setting, where they are not the same of all.  best: best play of it,
    where that is known.
    """

    games: int
    facts: Mapping[Key, Fact]
    reach: float
    comparison: RunComparison | None = None
    most: int = 0
    best: Players | None = None

    def moved(self, told: Iterable[Fact]) -> dict[Key, Moved]:
        """What the numbers of the changed game have more, of those that both games have."""
        both = {
            key: (now, before)
            for now in told
            if now.metric in UNPAIRED
            and (before := self.facts.get(key := key_of(now.metric, now.where))) is not None
        }
        paired = {
            key: Moved(*sides, *pair)
            for key, sides in both.items()
            if (pair := self._pair(sides[0])) is not None
        }
        return paired | self._apart({key: both[key] for key in both if key not in paired})

    @cached_property
    def _compared(self) -> dict[Key, Fact]:
        found = of_comparison(self.comparison) if self.comparison is not None else []
        return {key_of(fact.metric, fact.where): fact for fact in found}

    def _pair(self, now: Fact) -> tuple[Estimate, str] | None:
        """Its difference on the same luck, and the verdict on it."""
        keys = [key_of(metric, now.where) for metric in PAIRED.get(now.metric, ())]
        found = next((self._compared[key] for key in keys if key in self._compared), None)
        if found is None or found.low is None or found.high is None:
            return None
        return self._estimate(found.value, (found.high - found.low) / 2), found.verdict

    def _apart(self, both: Mapping[Key, tuple[Fact, Fact]]) -> dict[Key, Moved]:
        """Differences of which no comparison tells, as if the two had luck of their own.

        What they share makes such an interval too wide.  One family.
        """
        found = {
            key: Moved(now, before, self._estimate(now.value - before.value, half), "")
            for key, (now, before) in both.items()
            if (half := _half(now, before)) is not None
        }
        judged = verdicts.of_family([one.change for one in found.values()])
        return {
            key: replace(one, verdict=verdict)
            for (key, one), (_, verdict) in zip(found.items(), judged, strict=True)
        }

    def _estimate(self, value: float, half: float) -> Estimate:
        return Estimate(value, value - half, value + half, half / self.reach)


def _half(now: Fact, before: Fact) -> float | None:
    """Half of the interval of a difference, from those of the two."""
    if now.low is None or now.high is None or before.low is None or before.high is None:
        return None
    return hypot(now.high - now.low, before.high - before.low) / 2


def shipped_beside(folder: Path) -> ShippedGame | None:
    """The shipped game, where it was played beside a run of a changed one."""
    own = folder / SHIPPED
    return shipped_game(open_run(own), open_run(folder)) if (own / MANIFEST).is_file() else None


def shipped_game(shipped: RunLike, changed: RunLike) -> ShippedGame:
    """What the run of the shipped game says that was played beside another."""
    told, joined = study(shipped), join(shipped, changed)
    games = [cell["games"] for cell in shipped.manifest["cells"]]
    known = {key_of(fact.metric, fact.where): fact for fact in facts(told)}
    comparison = compare(joined) if joined.twins else None
    reach = told.design.confidence.reach
    return ShippedGame(
        min(games), known, reach, comparison, max(games), best_play(shipped.manifest)
    )
