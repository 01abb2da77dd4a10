"""Which guess should be looked up first: by how many verdicts each is expected to settle.

In packs a verdict stands or does not.  How open it is is 4 p (1 - p) of the chance p that it
stands: 1 where that is as good as a toss, 0 where it is sure.  Knowing one guess splits the packs
in two, those with our value and those with another, of equal weight (as they are drawn).  What is
less open after it, on average, is (p1 - p2)²: the expected value of partial perfect information
for this loss.  Numbers of packs are taken for normal about the mean of their half; what halves
differ by luck is taken off.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import copysign, hypot, sqrt

import numpy as np

from analysis.conclusions.facts import Fact, facts
from analysis.conclusions.guesses.card_sensitivity import PackedClaim
from analysis.conclusions.robustness import (
    GUESS_SHARE,
    Claim,
    Doubts,
    Guesses,
    claim,
    headline,
    key_of,
)
from analysis.study import Study

SETTLES = "settles"
LEAST = 0.05  # of a verdict that a guess settles, to be worth a look
FIRST = 3


@dataclass(frozen=True)
class PackedVerdict:
    """A verdict over packs.

    values: the number in each, as measured; real: standard deviation between packs that is not
    luck; error: of all packs together; moved: by guess, in which packs that is another.
    """

    claim: Claim
    values: np.ndarray
    real: float
    error: float
    moved: Mapping[str, np.ndarray]

    @cached_property
    def open(self) -> float:
        """How far it is open, 0 to 1; of one guess, which is another in every pack, by that."""
        share = self._chance(float(self.values.mean()), self.real)
        return max([4 * share * (1 - share), *map(self.settled, self.moved)])

    def settled(self, path: str) -> float:
        """By how much it is less open once a guess is known."""
        moved = self.moved[path]
        others = int(moved.sum())
        if not 0 < others < len(moved):
            return 0.0
        lost, left = float(self.values[moved].mean()), float(self.values[~moved].mean())
        luck = float(self.values.var(ddof=1)) * (1 / others + 1 / (len(moved) - others))
        apart = copysign(sqrt(max((lost - left) ** 2 - luck, 0.0)), lost - left) / 2
        rest = sqrt(max(self.real**2 - apart**2, 0.0))
        middle = (lost + left) / 2
        return (self._chance(middle + apart, rest) - self._chance(middle - apart, rest)) ** 2

    def _chance(self, value: float, spread: float) -> float:
        return self.claim.chance(value, hypot(spread, self.error))


@dataclass(frozen=True)
class LookUp:
    """A guess, and how many verdicts are expected to be settled once it is known."""

    path: str
    settles: float


@dataclass(frozen=True)
class LookUps:
    """What to look up.

    open: how many verdicts guesses leave open, each as far as it is; verdicts: of how many that
    is; each: all guesses that settle anything, most first.
    """

    open: float
    verdicts: int
    each: tuple[LookUp, ...]

    @property
    def first(self) -> tuple[LookUp, ...]:
        """The few that are named."""
        return self.each[:FIRST]

    @property
    def part(self) -> float:
        """What part of all that is open these settle."""
        return min(sum(one.settles for one in self.first) / self.open, 1.0) if self.open else 0.0


def look_ups(packed: Sequence[PackedVerdict]) -> LookUps:
    """Guesses by how many of some verdicts each is expected to settle."""
    settles: dict[str, float] = defaultdict(float)
    for verdict in packed:
        for path in verdict.moved:
            settles[path] += verdict.settled(path)
    each = sorted((LookUp(*item) for item in settles.items()), key=lambda o: (-o.settles, o.path))
    open_ = [verdict.open for verdict in packed if verdict.open >= LEAST]
    return LookUps(sum(open_), len(open_), tuple(one for one in each if one.settles >= LEAST))


def to_look_up(study: Study, doubts: Doubts) -> LookUps:
    """Guesses by how many verdicts of a run each is expected to settle."""
    return look_ups([*_of_cards(study, doubts), *_of_guesses(study, doubts.guesses)])


def _of_cards(study: Study, doubts: Doubts) -> Iterator[PackedVerdict]:
    """Verdicts about cards, in packs of a card, by the last player that played them."""
    if not doubts.cards:
        return
    told = facts(study)
    verdict = {key_of(fact.metric, fact.where): fact.verdict for fact in told}
    tried = {key_of(one.metric, one.where): one for one in doubts.cards if one.packs}
    for key, one in tried.items():
        held = claim(study, one.metric, one.where, verdict.get(key, ""), told)
        packed = PackedClaim(one, held) if held is not None else None
        if packed is not None and packed.has_it and packed.is_known:
            yield of_card(packed)


def of_card(packed: PackedClaim) -> PackedVerdict:
    """A finding in the packs of its card, and with the card as it is."""
    return PackedVerdict(
        claim=packed.claim,
        values=np.append(packed.values, packed.tried.value),
        real=sqrt(float(packed.numbers.var(axis=1).mean())),
        error=packed.common,
        moved={path: np.append(packed.moved(path), [False]) for path in packed.paths},
    )


def _of_guesses(study: Study, guesses: Guesses | None) -> Iterator[PackedVerdict]:
    """The verdicts that a run is about, in packs in which all guesses are drawn at once."""
    if guesses is None:
        return
    told = facts(study)
    known = {key_of(fact.metric, fact.where): fact for fact in told}
    now = [one.value if one.is_number else 0.0 for one in guesses.numbers]
    moved = guesses.drawn != np.array(now, dtype=float)
    paths = {one.path: moved[:, place] for place, one in enumerate(guesses.numbers)}
    for key in headline(study):
        fact = known[key]
        held = claim(study, fact.metric, fact.where, fact.verdict, told)
        if held is not None and key in guesses.spreads:
            spread = guesses.spreads[key]
            error = spread.luck / sqrt(guesses.packs)
            yield PackedVerdict(held, spread.values, spread.by_guesses, error, paths)


def of_guesses(study: Study, doubts: Doubts) -> list[Fact]:
    """What each open number decides of what the run is about, in parts of 1, and how many verdicts
    each guess is expected to settle.
    """
    influences = doubts.guesses.shares(headline(study)) if doubts.guesses is not None else []
    shares = [(GUESS_SHARE, one.number.path, one.share) for one in influences]
    settles = [(SETTLES, one.path, one.settles) for one in to_look_up(study, doubts).each]
    return [
        Fact(metric, {"number": path}, value=value, low=None, high=None, verdict="", games=None)
        for metric, path, value in [*shares, *settles]
    ]
