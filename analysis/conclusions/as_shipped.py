"""What a changed game has as the shipped one has it, and what the change did.

The shipped game was played beside the run, on the same luck with fewer games.  A finding is as in
the shipped game where that surely has it, too, and no difference between the two is shown.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import hypot
from pathlib import Path

from analysis.conclusions.facts import EFFECT, Fact, facts
from analysis.conclusions.robustness import YES, Claim, Key, key_of
from analysis.data.run import RunLike
from analysis.stats.corrections import FALSE_SHARE, q_values
from analysis.stats.intervals import Estimate, p_value
from analysis.study import study
from simulate.core.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.store import MANIFEST, SHIPPED, open_run

SAME, OTHER, OPEN = "as in the shipped game", "not as in the shipped game", "open"
HELD_AGAINST = (WIN_RATE, OVER_FAIR_SHARE, EFFECT)  # of which the largest changes are told


@dataclass(frozen=True)
class Moved:
    """A number of the changed game that is another in the shipped one for certain."""

    now: Fact
    shipped: Fact
    change: Estimate


@dataclass(frozen=True)
class ShippedGame:
    """The numbers of the shipped game in the settings of a run; games: of each of them."""

    games: int
    facts: Mapping[Key, Fact]
    reach: float

    def said(self, now: Fact, claim: Claim | None) -> str:
        """Whether a finding of a number is so in the shipped game; empty where none is told."""
        change = self.change(now)
        if change is None:
            return ""
        if change.low > 0 or change.high < 0:
            return OTHER
        before = self.facts[key_of(now.metric, now.where)]
        assert before.low is not None and before.high is not None
        has_it = claim is not None and claim.verdict(before.low, before.high) == YES
        return SAME if has_it else OPEN

    def change(self, now: Fact) -> Estimate | None:
        """What a number has more than in the shipped game.

        As if the two had luck of their own: what they share makes the interval too wide.
        """
        before = self.facts.get(key_of(now.metric, now.where))
        if before is None or None in (before.low, before.high, now.low, now.high):
            return None
        error = hypot(*((one.high - one.low) / 2 for one in (now, before))) / self.reach  # type: ignore[operator]
        value, half = now.value - before.value, self.reach * error
        return Estimate(value, value - half, value + half, error)

    def moved(self, told: Iterable[Fact]) -> list[Moved]:
        """What the change surely did, the largest first; false alarms among all of it: 5%."""
        both = [
            Moved(now, self.facts[key_of(now.metric, now.where)], change)
            for now in told
            if now.metric in HELD_AGAINST and (change := self.change(now)) is not None
        ]
        qs = q_values([p_value(one.change) for one in both])
        sure = [one for one, q in zip(both, qs, strict=True) if q < FALSE_SHARE]
        return sorted(sure, key=lambda one: -abs(one.change.value))


def shipped_beside(folder: Path) -> ShippedGame | None:
    """The shipped game, where it was played beside a run of a changed one."""
    own = folder / SHIPPED
    return shipped_game(open_run(own)) if (own / MANIFEST).is_file() else None


def shipped_game(run: RunLike) -> ShippedGame:
    """What the run of the shipped game says that was played beside another."""
    told = study(run)
    games = min(cell["games"] for cell in run.manifest["cells"])
    known = {key_of(fact.metric, fact.where): fact for fact in facts(told)}
    return ShippedGame(games, known, told.design.confidence.reach)
