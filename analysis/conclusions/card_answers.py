"""Does a finding about a card hang on our guesses on that card?  By packs of these alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot, inf, sqrt

import numpy as np

from analysis.conclusions.robustness import Claim
from simulate.store.card_packs import CardPack, TriedCard

CLEAR = 0.9  # of the packs, in which it stands, or in which it does not
HALF = 0.5
SURE = 2.5  # standard errors, for one of several guesses
AS_IT_IS = CardPack({}, 0.0, 0.0)
MIDDLE = (0.1, 0.9)  # 8 of 10 packs


@dataclass(frozen=True)
class CardAnswer:
    """What packs say of a finding, in the hands of one player."""

    tried: TriedCard
    claim: Claim

    @property
    def has_it(self) -> bool:
        """Whether this player has the finding at all, with the card as it is."""
        return self.claim.chance(self.tried.value, self.tried.error) >= 1 / 2

    @cached_property
    def chances(self) -> list[float]:
        """How likely the finding stands in each pack."""
        value, own = self.tried.value, self.tried.error
        return [self.claim.chance(value + by, hypot(error, own)) for by, error in self._changes]

    @cached_property
    def _changes(self) -> list[tuple[float, float]]:
        """What each pack adds, drawn to the mean by as much as it is luck, and its error."""
        changes = np.array([pack.change for pack in self.tried.packs])
        luck = np.square([pack.error for pack in self.tried.packs])
        real = max(float(changes.var(ddof=1) - luck.mean()), 0.0) if len(changes) > 1 else inf
        weights = 1 / (1 + luck / real) if real else np.zeros(len(changes))
        mean = float(changes.mean())
        errors = np.sqrt(weights * luck + (1 - weights) ** 2 * luck.mean() / len(changes))
        return [*zip((mean + weights * (changes - mean)).tolist(), errors.tolist(), strict=True)]

    @cached_property
    def standing(self) -> float:
        """In what share of the packs it stands."""
        return float(np.mean(self.chances))

    @property
    def is_clear(self) -> bool:
        """Whether it stands nearly everywhere, or nearly nowhere."""
        return not 1 - CLEAR < self.standing < CLEAR

    @cached_property
    def drawn(self) -> list[str]:
        """Paths of what was drawn, in any pack."""
        return [*dict.fromkeys(path for pack in self.tried.packs for path in pack.changes)]

    @cached_property
    def decides(self) -> str:
        """The guess that makes half of what was found, or more; empty where none does."""
        parts = {path: self._part(path) for path in self.drawn}
        most = max(parts, key=lambda path: parts[path], default="")
        return most if most and parts[most] >= HALF else ""

    def _part(self, path: str) -> float:
        """What part of the finding is gone where a guess is another; 0 where that may be luck."""
        packs, value = self.tried.packs, self.tried.value
        moved = [pack for pack in packs if path in pack.changes]
        kept = [pack for pack in packs if path not in pack.changes]
        (lost, error), (left, other) = _mean(moved), _mean([AS_IT_IS, *kept])
        gone = (left - lost) / value if value else 0.0
        return gone if gone > SURE * hypot(error, other) / abs(value or 1) else 0.0

    def won(self, path: str = "") -> tuple[float, float]:
        """What most packs come to of the card's own games: all, or those with another guess."""
        packs = zip(self.tried.packs, self._changes, strict=True)
        changes = [by for pack, (by, _) in packs if not path or path in pack.changes]
        return _middle([self.tried.won + by for by in changes])


def _middle(values: Sequence[float]) -> tuple[float, float]:
    low, high = np.clip(np.quantile(values, MIDDLE), 0, 1)
    return float(low), float(high)


def _mean(packs: Sequence[CardPack]) -> tuple[float, float]:
    """What packs add on average, and its error: by how they differ, no less than by luck."""
    changes = [pack.change for pack in packs]
    spread = float(np.std(changes, ddof=1)) if len(changes) > 1 else 0.0
    luck = float(np.sqrt(np.mean([pack.error**2 for pack in packs])))
    return float(np.mean(changes)), max(spread, luck) / sqrt(len(changes))
