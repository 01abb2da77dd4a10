"""A second opinion on a change: does it work for a player of another kind?

Asked is one number, in the setting that it is of: what the change adds.  It stands where the second
player surely finds half of it or more, in the same direction; `opinion` says in how many games.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from analysis.conclusions.players.policy_robustness import (
    FEWEST,
    PART,
    WORTH,
    OpinionPlan,
    Surplus,
    most,
)
from analysis.conclusions.robustness import CANNOT, NO, YES, Claim, Key
from analysis.stats.intervals import Estimate


@dataclass(frozen=True)
class ChangeQuestion:
    """What a second player is asked about a change.

    strategy: who; surplus: what the change adds, for who played it; paid: games of each of its
    settings for which half of the time of these is enough.
    """

    strategy: str
    surplus: Surplus
    paid: int

    @property
    def plan(self) -> OpinionPlan | None:
        """What is played; None where that would tell nothing."""
        needed, cells = self.surplus.needed, self.surplus.cells
        games = min(needed, self.paid)
        if needed > WORTH * self.paid or games * len(cells) < FEWEST:
            return None
        return OpinionPlan(self.strategy, tuple(sorted(cells)), games, needed)


@dataclass(frozen=True)
class ChangeOpinion:
    """What a second player says of a change.

    added: what it adds in that player's games, so many of each setting; None where none were
    played, or they do not tell it.  shown: whether that player is shown to play well, which is
    asked of an own game alone.
    """

    question: ChangeQuestion
    games: int = 0
    added: Estimate | None = None
    shown: bool = True

    @property
    def said(self) -> str:
        """Whether the change stands."""
        if self.added is None:
            return CANNOT
        return self.question.surplus.of(self.added.low, self.added.high)

    @property
    def is_doubted(self) -> bool:
        """Whether the change hangs on who plays: not found, or found by two weak players."""
        return self.said == NO or (self.said == YES and not self.shown)


def surplus_of(key: Key, added: Estimate, cells: frozenset[int], games: int) -> Surplus | None:
    """What a second player must find of what a change adds; None where that is not sure.

    games: of each of the settings.
    """
    if added.low <= 0 <= added.high or not games:
        return None
    half = PART * added.value
    held = Claim(key, half, inf) if added.value > 0 else Claim(key, -inf, half)
    return Surplus(held, 0.0, added.value, added.se, cells, games)


def question(manifest: Mapping[str, Any], surplus: Surplus | None) -> ChangeQuestion | None:
    """Question about a change to the second player of one run or several; None if there is none.

    manifest: its cells have all games that were played for the change, for by these it is paid.
    """
    who = str(manifest.get("second") or "")
    if surplus is None or not who:
        return None
    return ChangeQuestion(who, surplus, int(most(manifest, surplus.cells)))
