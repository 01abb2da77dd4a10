"""Effects of dealt things, pooled over cells in two passes.

The first counts, per cell, games and wins with and without each thing.  The second adds up how
far each replicate moves the estimates, over all cells at once: the cells share luck by replicate,
and taking them for independent would make the intervals several times too narrow.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from analysis.data.changed import ChangedThings
from analysis.data.deal import Dealt, answers
from analysis.data.design import Design, Move
from analysis.data.reading import CellRows, RowBlock
from analysis.estimators.groups import Groups
from analysis.stats.interim import Confidence
from analysis.stats.intervals import Estimate, effect, within

MOST_LEVELS = 6
PartOfCell = tuple[CellRows, np.ndarray, np.ndarray]
PAIRS = ""  # in the place of a family: two things in company
ROUNDING = 1e-12  # what is left of a difference of two equal sums


@dataclass(frozen=True)
class Asked:
    """What is asked, and over which cells each answer is pooled.

    pairs: of questions whose things are told in company.  factor, levels: by which tables are
    split.  scopes: bool[cells] each: all that are pooled; then each level, or the cells without
    each move and those with it.  moves: how many there are.  changed: what spoils a game.
    """

    questions: Sequence[Dealt]
    cells: list[int]
    pairs: list[tuple[int, int]]
    factor: str
    levels: tuple[Any, ...]
    scopes: list[np.ndarray]
    moves: int
    changed: ChangedThings | None
    confidence: Confidence

    @property
    def families(self) -> dict[str, tuple[int, ...]]:
        """The questions of each family."""
        names = dict.fromkeys(d.family for d in self.questions)
        return {
            name: tuple(i for i, d in enumerate(self.questions) if d.family == name)
            for name in names
        }


def held(questions: Sequence[Dealt]) -> list[Dealt]:
    """Those about what a seat has, not about what it was offered."""
    return [d for d in questions if d.table == "seats" and not d.offered]


def as_printed(design: Design, questions: Sequence[Dealt]) -> Asked:
    """What each thing, and every two in company, bring in the printed game."""
    cells = [c.number for c in design.base]
    seated = [questions.index(d) for d in held(questions)]
    split = design.split if design.split and len(design.split.levels) <= MOST_LEVELS else None
    factor, levels = (split.name, split.levels) if split else ("", ())
    of = {c.number: c.levels.get(factor) for c in design.cells}
    free = design.at_base(but=factor)
    inside = [np.array([of[c] == level and c in free for c in cells]) for level in levels]
    scopes, pairs = (
        [np.array([c in design.unswept for c in cells]), *inside],
        combinations(seated, 2),
    )
    sure = design.confidence
    return Asked(questions, cells, list(pairs), factor, levels, scopes, 0, None, sure)


def beside_moves(
    design: Design, questions: Sequence[Dealt], moves: Sequence[Move], changed: ChangedThings | None
) -> Asked:
    """What each thing brings on both sides of what is compared."""
    cells = [c.number for c in design.cells]
    sides = [{pair[side] for pair in move.pooled} for move in moves for side in (0, 1)]
    scopes = [np.array([c in side for c in cells]) for side in (design.unswept, *sides)]
    return Asked(questions, cells, [], "", (), scopes, len(moves), changed, design.confidence)


@dataclass(frozen=True)
class CountedDeals:
    """Games and wins with and without each thing, and by what a pair has of both.

    constant: families of which every game has as many.
    """

    single: Groups
    double: Groups
    constant: frozenset[str]


def counted(inquiry: Asked, blocks: Iterable[RowBlock]) -> CountedDeals:
    """The first pass; at its end cells have their weights."""
    single = Groups(inquiry.cells, len(inquiry.questions), (-1, 1))
    double = Groups(inquiry.cells, len(inquiry.pairs), (1, -1, -1, 1))
    families = inquiry.families
    constant = dict.fromkeys(families, True)
    for block in blocks:
        for part, dealt, won in _parts(inquiry, block):
            single.add_yes_no(part.cell, dealt, won)
            for index, (a, b) in enumerate(inquiry.pairs):
                double.add(part.cell, index, 2 * dealt[:, a] + dealt[:, b], won)
            for name, members in families.items():
                sums = dealt[:, members].sum(axis=1)
                constant[name] &= not len(sums) or bool(sums.min() == sums.max())
    _weigh(inquiry, single, double)
    return CountedDeals(single, double, frozenset(name for name, same in constant.items() if same))


def _parts(inquiry: Asked, block: RowBlock) -> Iterator[PartOfCell]:
    """(part of a cell that counts, its answers, whether each game was won)."""
    matrix = answers(block, inquiry.questions)
    free = None if inquiry.changed is None else ~inquiry.changed.touches(block)
    for part in block.parts:
        if part.cell in inquiry.cells:
            rows = np.arange(part.start, part.stop)
            if free is not None:
                kept = free[rows]
                part, rows = replace(part, replicates=part.replicates[kept]), rows[kept]
            yield part, matrix[rows], block.won[rows] == 1


def _weigh(inquiry: Asked, single: Groups, double: Groups) -> None:
    allowed = np.array([[c in d.cells for d in inquiry.questions] for c in inquiry.cells])
    single.weigh(allowed)
    both = [allowed[:, a] & allowed[:, b] for a, b in inquiry.pairs]
    shape = len(inquiry.cells), len(inquiry.pairs)
    double.weigh(np.array(both, dtype=bool).T.reshape(shape))


@dataclass(frozen=True)
class Pooled:
    """Estimates pooled over cells, with the squared moves behind their errors.

    factors, moved: for each scope, then for what each move changes; company, moved_company: of
    pairs.
    """

    inquiry: Asked
    counted: CountedDeals
    factors: list[np.ndarray]
    company: np.ndarray
    moved: list[np.ndarray]
    moved_company: np.ndarray

    def effects(self) -> list[list[Estimate | None]]:
        """The effect of every question in every scope; None where too few games tell."""
        return [
            self._effects(factors, moved)
            for factors, moved in zip(self.factors, self.moved, strict=True)
        ]

    def _effects(self, factors: np.ndarray, moved: np.ndarray) -> list[Estimate | None]:
        answered = np.abs(factors).sum(axis=0) > 0
        values = self.counted.single.values(factors)
        values[np.abs(values) < ROUNDING] = 0.0
        careful = self.counted.single.careful(factors, moved)
        return [
            within(self._effect(v, s), -1.0, 1.0) if t else None
            for v, s, t in zip(values, careful, answered, strict=True)
        ]

    def few(self) -> dict[str, int]:
        """How many things of each family too few games tell of, and how many pairs."""
        scope = self.inquiry.scopes[0]
        single = self.counted.single.too_few(scope)
        counted = {name: int(single[[*own]].sum()) for name, own in self.inquiry.families.items()}
        counted[PAIRS] = int(self.counted.double.too_few(scope).sum())
        return {name: number for name, number in counted.items() if number}

    def together(self) -> dict[int, Estimate]:
        """The effect of each pair that met often enough to be told."""
        double = self.counted.double
        values = double.values(self.company)
        careful = double.careful(self.company, self.moved_company)
        # With both less with one of them lies in -1..1, and so does with the other less without.
        return {
            i: within(self._effect(values[i], careful[i]), -2.0, 2.0)
            for i in range(len(self.inquiry.pairs))
            if self.company[:, i].sum() > 0
        }

    def _effect(self, value: float, variance: float) -> Estimate:
        return effect(float(value), float(variance), confidence=self.inquiry.confidence)


def pooled(inquiry: Asked, blocks: Iterable[RowBlock]) -> Pooled:
    """Both passes over a run."""
    known = counted(inquiry, blocks)
    factors = [known.single.factors(scope) for scope in inquiry.scopes]
    first = len(factors) - 2 * inquiry.moves
    factors += [factors[first + 2 * i + 1] - factors[first + 2 * i] for i in range(inquiry.moves)]
    company = known.double.factors(inquiry.scopes[0])
    moved = [np.zeros(len(inquiry.questions)) for _ in factors]
    moved_company = np.zeros(len(inquiry.pairs))
    for block in blocks:
        parts = list(_parts(inquiry, block))
        for question in range(len(inquiry.questions)):
            each = _moves(known.single, question, block, parts, factors)
            for total, move in zip(moved, each, strict=True):
                total[question] += np.square(move).sum()
        for index, pair in enumerate(inquiry.pairs):
            each_pair = _moves_of_pair(known.double, index, pair, block, parts, company)
            moved_company[index] += np.square(each_pair).sum()
    return Pooled(inquiry, known, factors, company, moved=moved, moved_company=moved_company)


def _moves(
    single: Groups,
    question: int,
    block: RowBlock,
    parts: Sequence[PartOfCell],
    factors: list[np.ndarray],
) -> list[np.ndarray]:
    """What each replicate of a block adds to the effect of a question, for each set of weights."""
    sums = [np.zeros(block.count) for _ in factors]
    for part, dealt, won in parts:
        at = single.index[part.cell]
        if not any(each[at, question] for each in factors):
            continue
        moves = single.moves(part.cell, question, dealt[:, question], won)
        rows = part.deals - block.first
        for each, total in zip(factors, sums, strict=True):
            if each[at, question]:
                total[rows] += each[at, question] * moves
    return sums


def _moves_of_pair(
    double: Groups,
    index: int,
    pair: tuple[int, int],
    block: RowBlock,
    parts: Sequence[PartOfCell],
    company: np.ndarray,
) -> np.ndarray:
    """What each replicate of a block adds to the effect of two things in company."""
    each, (a, b) = np.zeros(block.count), pair
    for part, dealt, won in parts:
        factor = company[double.index[part.cell], index]
        if factor:
            moves = double.moves(part.cell, index, 2 * dealt[:, a] + dealt[:, b], won)
            each[part.deals - block.first] += factor * moves
    return each
