"""Does a finding about a card depend on guesses on that card?

It stands where it surely does in half of the packs or more.  It hangs where that is likely fewer,
or where one guess decides: with another value half of its number is gone, or it stands in fewer
than half of these packs.  What is neither is too few to say while its interval is wider than half
of all packs; a share that is known to lie about half hangs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from analysis.conclusions.guesses.about_cards import CardSources, about_card, card_sources, covered
from analysis.conclusions.guesses.pack_effects import HALF, PackEffects, PackShare, middle, share
from analysis.conclusions.robustness import Claim, Doubts, key_of
from analysis.study import Study
from simulate.store.card_packs import CardPack, TriedCard

LIKELY = 0.9  # chance of what is told as likely
WIDE = 0.5  # of all packs, from end to end
FALSE_GUESS = 0.05  # chance that any guess is said to decide where none does
FEWEST = 3  # packs that change something, to say anything unless one guess is all there is


@dataclass(frozen=True)
class PackedClaim:
    """A finding in the packs of its card, in the hands of one player."""

    tried: TriedCard
    claim: Claim

    @property
    def has_it(self) -> bool:
        """Whether this player has the finding at all, with the card as it is."""
        return self.claim.chance(self.tried.value, self.tried.error) >= HALF

    @cached_property
    def packs(self) -> list[CardPack]:
        """Those in which something came into play: where every game is the same none did."""
        return [pack for pack in self.tried.packs if pack.change or pack.error]

    @cached_property
    def numbers(self) -> np.ndarray:
        """(ways, packs): what the finding's own number may be in each."""
        return PackEffects(self.values, self._column("error"), self.common).drawn

    @property
    def values(self) -> np.ndarray:
        """By pack: the finding's own number, as measured."""
        return self.tried.value + self._column("change")

    @property
    def common(self) -> float:
        """The error that all of these share."""
        return self.tried.error if self.tried.common is None else self.tried.common

    def _column(self, name: str) -> np.ndarray:
        return np.array([getattr(pack, name) for pack in self.packs])

    @cached_property
    def holds(self) -> np.ndarray:
        """(ways, packs): whether the finding stands there."""
        return (self.claim.low <= self.numbers) & (self.numbers <= self.claim.high)

    @cached_property
    def share(self) -> PackShare:
        """The share of packs in which it stands."""
        return share(self.holds, is_all=self.has_one_guess)

    @cached_property
    def paths(self) -> list[str]:
        """What was drawn, in any pack."""
        return [*dict.fromkeys(path for pack in self.tried.packs for path in pack.changes)]

    @property
    def has_one_guess(self) -> bool:
        """Whether one guess was drawn only: its values are all packs that there are."""
        return len(self.paths) == 1

    def moved(self, path: str) -> np.ndarray:
        """By pack: whether a guess is another there."""
        return np.array([path in pack.changes for pack in self.packs])

    @cached_property
    def path(self) -> str:
        """The guess that decides; empty where none is shown to."""
        sure = NormalDist().inv_cdf(1 - FALSE_GUESS / max(len(self.paths), 1))
        lost = {path: self._lost(path) for path in self.paths}
        shown = {
            path: gone
            for path, (gone, error) in lost.items()
            if gone > sure * error and (self._is_much(gone) or self._takes_it(path))
        }
        return max(shown, key=lambda path: shown[path], default="")

    @property
    def is_suspect(self) -> bool:
        """Whether some guess may well make half of the finding, or more, and more games tell."""
        return not self.path and any(self._is_much(self._lost(path)[0]) for path in self.paths)

    def _is_much(self, gone: float) -> bool:
        return gone >= HALF * abs(self.tried.value)

    def _takes_it(self, path: str) -> bool:
        """Whether it likely stands in fewer than half of the packs in which a guess is another."""
        holds = self.holds[:, self.moved(path)]
        return share(holds, is_all=self.has_one_guess).under >= LIKELY

    def _lost(self, path: str) -> tuple[float, float]:
        """What another value of a guess takes off the finding, and its error."""
        moved = self.moved(path)
        if not moved.any():
            return 0.0, 0.0
        as_it_is = CardPack({}, 0.0, sqrt(float(np.square(self._column("error")).mean())))
        kept = [as_it_is, *(p for p, other in zip(self.packs, moved, strict=True) if not other)]
        left, error = _mean(kept)
        lost, own = _mean([pack for pack in self.packs if path in pack.changes])
        return (left - lost) * (1 if self.tried.value > 0 else -1), hypot(error, own)

    def range(self, path: str = "") -> tuple[float, float] | None:
        """What most packs come to: all, or those in which a guess is another."""
        if not self.packs:
            return None
        return middle(self.numbers[:, self.moved(path)] if path else self.numbers)

    @property
    def is_known(self) -> bool:
        """Whether packs enough changed something: of a single guess any tells."""
        return len(self.packs) >= (1 if self.has_one_guess else FEWEST)

    @property
    def stands(self) -> bool:
        """Whether it surely stands in half of the packs or more, whichever guess is another."""
        return self.is_known and not self.path and self.share.low >= HALF

    @property
    def hangs(self) -> bool:
        """Whether it likely does not, or does in about half."""
        if not self.is_known or not self.has_it:
            return False
        is_narrow = self.share.high - self.share.low <= WIDE
        return bool(self.path) or self.share.under >= LIKELY or (is_narrow and not self.stands)

    @property
    def too_few(self) -> bool:
        """Whether packs and games are too few to say either."""
        return self.has_it and not self.stands and not self.hangs


@dataclass(frozen=True)
class CardSensitivity:
    """How far a finding rests on guesses on its card.

    sources: of the values of the card, as played; drawn: how many of the guessed were tried;
    packed: what packs say, None where none was played.
    """

    paths: tuple[str, ...]
    sources: CardSources
    drawn: int
    packed: PackedClaim | None

    @property
    def hangs(self) -> bool:
        """Whether the finding depends on guesses."""
        return self.packed is not None and self.packed.hangs

    @property
    def too_few(self) -> bool:
        """Whether packs were played that do not tell."""
        return self.packed is not None and self.packed.too_few

    @property
    def path(self) -> str:
        """The guess that decides; empty where none is shown to."""
        return self.packed.path if self.packed is not None and self.hangs else ""

    @property
    def otherwise(self) -> list[Any]:
        """What else the guess that decides was."""
        packs = self.packed.packs if self.packed is not None else []
        values = [pack.changes[self.path] for pack in packs if self.path in pack.changes]
        return [*{repr(value): value for value in values}.values()]

    @property
    def packs(self) -> int:
        """How many packs changed something."""
        return len(self.packed.packs) if self.packed is not None else 0

    @property
    def games(self) -> int:
        """The card's own games in each."""
        return self.packed.tried.games if self.packed is not None else 0

    @property
    def range(self) -> tuple[float, float] | None:
        """What 8 of 10 packs come to, as the finding counts: all, or those with another value of
        the guess that decides.
        """
        return self.packed.range(self.path) if self.packed is not None else None


def card_sensitivity(
    study: Study, doubts: Doubts, metric: str, where: Mapping[str, Any], claim: Claim | None
) -> CardSensitivity | None:
    """How far a finding rests on guesses on its card.

    None where it is about none, where nobody says what its values are from, and of a designer's
    own game, whose numbers are no guesses.
    """
    about = about_card(study, metric, where)
    if about is None or study.design.manifest.get("own"):
        return None
    sources = card_sources(study.design.manifest, about.paths)
    if not sources.known:
        return None
    tried = doubts.of_card(key_of(metric, where))
    packed = PackedClaim(tried[-1], claim) if tried and claim is not None else None
    drawn = covered(sources.guessed, set(packed.paths)) if packed is not None else 0
    return CardSensitivity(about.paths, sources, drawn, packed)


def _mean(packs: Sequence[CardPack]) -> tuple[float, float]:
    """What packs add on average, and its error: by how they differ, no less than by luck."""
    changes = [pack.change for pack in packs]
    spread = float(np.std(changes, ddof=1)) if len(changes) > 1 else 0.0
    luck = float(np.sqrt(np.mean([pack.error**2 for pack in packs])))
    return float(np.mean(changes)), max(spread, luck) / sqrt(len(changes))
