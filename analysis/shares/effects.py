"""What does each change do to whom?  Shares with it against the printed game, same seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.data.design import Design, Move
from analysis.data.entrants import PLAYER, SKILL, EntrantKind, Entrants
from analysis.data.frames import Slice
from analysis.estimators.clustered_ratios import Ratios
from analysis.estimators.fair import Fair
from analysis.rates.variants import VariantChange, changes_of
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, bonett_price_interval


@dataclass(frozen=True)
class Shift:
    """What a change or a level does to the share of one option, every setting weighed alike.

    move: what is compared; name: of the change, empty for a level.  value: what tables call the
    option.  named: the change is about this very option; cards: paths of its cards that were
    changed, of two runs.  before, after: its share.  at: setting
    by setting.
    """

    move: Move
    name: str
    changes: tuple[VariantChange, ...]
    blanks: tuple[str, ...]
    option: str
    value: str
    named: bool
    games: int
    before: float
    after: float
    effect: Estimate
    q: float
    verdict: str
    at: tuple["ShiftAt", ...] = ()
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShiftAt:
    """The same in one setting; levels: of the setting, without what is changed."""

    levels: Mapping[str, Any]
    games: int
    before: float
    after: float
    effect: Estimate
    q: float
    verdict: str


class Shifts:
    """Sums of one pass: what options, dealt things, seats and players won, changes and all."""

    def __init__(self, entrants: Entrants) -> None:
        self.design = entrants.design
        self.sums = [
            (things, Ratios(entrants.cells, len(things.values), self.design.confidence))
            for role in ("option", "dealt", "seat", SKILL, PLAYER)
            if (things := entrants.kind(role)) and self.design.moves
        ]

    def add(self, games: Slice) -> None:
        """Some game numbers of every cell."""
        for things, ratios in self.sums:
            won = map(things.won, games.all)
            ratios.count(games.all, map(things.codes, games.all), won)

    def result(self, fair: Fair) -> dict[str, tuple[Shift, ...]]:
        """What each change does to options, dealt things, seats and players, by role."""
        return {
            things.role: tuple(
                shifts(self.design, self._told(fair, things, ratios), things.values, things.labels)
            )
            for things, ratios in self.sums
        }

    def _told(self, fair: Fair, things: EntrantKind, ratios: Ratios) -> Ratios:
        """Without what is no more than its side in all settings: that moves as the side does."""
        is_side = fair.folded(things).all(axis=0)
        return ratios.without(np.tile(is_side, (len(ratios.cells), 1)))


def shifts(
    design: Design, ratios: Ratios, values: Sequence[str], labels: Sequence[str]
) -> list[Shift]:
    """Every change, every level that is asked about, and every option.

    q: over all of them, because the largest is picked.
    """
    cases = [
        (move, pairs, j, moved(ratios, j, pairs))
        for move in design.moves
        for j in range(len(labels))
        if (pairs := met(ratios, j, move.pooled))
    ]
    games = [fewest(ratios, j, pairs) for _, pairs, j, _ in cases]
    judged = verdicts.of_family([effect for *_, effect in cases], games)
    each = _each(design, ratios, [(move, j) for move, _, j, _ in cases])
    shifts = []
    for (move, twins, j, effect), given, at in zip(cases, judged, each, strict=True):
        base, cell = design.pair(twins[0])
        own = changes_of(cell, base, design.manifest)
        paths = (*cell.blanks, *(change.path for change in own))
        named = values[j] in {part for path in paths for part in path.split(".")}
        whose = own, cell.blanks, labels[j], values[j], named
        held = int(_held(ratios, j, twins)[1].sum()), *before_and_after(ratios, j, twins)
        shifts.append(Shift(move, move.name, *whose, *held, effect, *given, at))
    return shifts


def met(ratios: Ratios, question: int, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The settings in which an option was met on both sides."""
    return [p for p in pairs if all(ratios.bottom[ratios.index[c], question] > 0 for c in p)]


def _each(
    design: Design, ratios: Ratios, cases: Sequence[tuple[Move, int]]
) -> list[tuple[ShiftAt, ...]]:
    """Every case in every setting; q: over all of these."""
    places = [
        (number, move, j, pair)
        for number, (move, j) in enumerate(cases)
        for pair in met(ratios, j, move.pairs)
    ]
    effects = [moved(ratios, j, [pair]) for _, _, j, pair in places]
    held = [fewest(ratios, j, [pair]) for _, _, j, pair in places]
    each: list[list[ShiftAt]] = [[] for _ in cases]
    for (number, move, j, pair), effect, games, given in zip(
        places, effects, held, verdicts.of_family(effects, held), strict=True
    ):
        levels = design.setting(move, pair)
        at = ShiftAt(levels, games, *before_and_after(ratios, j, [pair]), effect, *given)
        each[number].append(at)
    return [tuple(row) for row in each]


def strongest(shifts: Sequence[Shift]) -> list[Shift]:
    """For each variant the option that it names, or else the one that it moves most."""
    chosen = []
    changes = [s for s in shifts if s.move.factor is None]
    for name in dict.fromkeys(s.name for s in changes):
        of_variant = [s for s in changes if s.name == name]
        about = [s for s in of_variant if s.named]
        chosen.append(max(about or of_variant, key=lambda s: abs(s.effect.value)))
    return sorted(chosen, key=lambda s: (s.effect.value, s.name))


def before_and_after(
    ratios: Ratios, question: int, pairs: Sequence[tuple[int, int]]
) -> tuple[float, float]:
    """Share of an option before a change and after it, every setting weighed alike."""
    each = [[ratios.shares[ratios.index[c], question] for c in pair] for pair in pairs]
    before, after = np.mean(each, axis=0)
    return float(before), float(after)


def fewest(ratios: Ratios, question: int, pairs: Sequence[tuple[int, int]]) -> int:
    """Games of an option on the side and in the setting that have fewest."""
    return int(_held(ratios, question, pairs).min())


def moved(ratios: Ratios, question: int, pairs: Sequence[tuple[int, int]]) -> Estimate:
    """What a change adds to the share of an option, every setting weighed alike."""
    weights = np.zeros(len(ratios.cells))
    for base, other in pairs:
        weights[ratios.index[other]] += 1 / len(pairs)
        weights[ratios.index[base]] -= 1 / len(pairs)
    value, variance = ratios.value(question, weights), ratios.variance(question, weights)
    games = fewest(ratios, question, pairs)
    return bonett_price_interval(value, variance, games, 1.0, ratios.confidence)


def _held(ratios: Ratios, question: int, pairs: Sequence[tuple[int, int]]) -> np.ndarray:
    """Games of an option in the cells before a change (row 0) and after it (row 1)."""
    return np.array([[ratios.bottom[ratios.index[c], question] for c in pair] for pair in pairs]).T
