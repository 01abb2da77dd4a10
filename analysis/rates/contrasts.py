"""Which dealt things move the win rate?  Fair contrasts, pooled over cells.

Two passes over the run.  The first counts, per cell, games and wins with and without each
thing.  The second adds up how far each replicate moves the estimates, over all cells at
once: the cells share luck by replicate, and taking them for independent would make the
intervals several times too narrow.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from analysis.data.changed import ChangedThings
from analysis.data.deal import Dealt, answers
from analysis.data.design import Design, Move
from analysis.data.reading import CellRows, RowBlock
from analysis.estimators.groups import Groups
from analysis.stats import verdicts
from analysis.stats.corrections import FALSE_SHARE, q_values, widening
from analysis.stats.intervals import Estimate, effect, p_value, shifted, widened, within

MOST_LEVELS = 6
MOST_MOVES = 6
ROUNDING = 1e-12  # what is left of a difference of two equal sums


@dataclass(frozen=True)
class Contrast:
    """How much more often games with a thing are won.

    against: the only other thing that games without it have, empty where there are several.
    one_of_several: games without it have another of its kind in that place.  games: games with
    it; rate: their win rate, every cell weighed by what it tells.
    by_level: the same effect within each level of the factor by which tables are split.
    """

    family: str
    label: str
    against: str
    one_of_several: bool
    value: str
    games: int
    rate: float
    effect: Estimate
    q: float
    verdict: str
    by_level: tuple[Estimate | None, ...] = ()


@dataclass(frozen=True)
class Company:
    """Two options at one table: points beyond what each of them brings alone."""

    first: str
    second: str
    games: int
    effect: Estimate
    q: float
    verdict: str


@dataclass(frozen=True)
class Dealing:
    """All contrasts of a run; `levels` are those of the factor behind `by_level`."""

    contrasts: tuple[Contrast, ...]
    company: tuple[Company, ...]
    factor: str
    levels: tuple


def dealing(design: Design, blocks: Iterable[RowBlock], questions: Sequence[Dealt]) -> Dealing:
    """Contrasts of every question, and of every two options in company."""
    if not questions or not design.won:
        return Dealing((), (), "", ())
    worker = _Worker(design, questions)
    for block in blocks:
        worker.count(block)
    worker.weigh()
    for block in blocks:
        worker.move(block)
    return Dealing(worker.contrasts(), worker.together(), worker.factor, worker.levels)


@dataclass(frozen=True)
class ContributionChange:
    """What a thing brings without a change and with it, in the same settings.

    change: the second less the first, on the same luck.  q: within all of these.
    """

    move: Move
    family: str
    label: str
    value: str
    before: Estimate
    after: Estimate
    change: Estimate
    q: float
    verdict: str


def without_echoes(found: Sequence[Contrast]) -> list[Contrast]:
    """The same, but what is an effect only because others stand out is told to be an echo.

    Of things that stand in for each other one that is strong makes each of the others weak, by a
    share of it.  So what stands out most is set aside first, and each of the others must stand
    out from the rest as well.
    """
    # Effects against all others as effects against the mean of all: (L - 1) / L of them.
    alone = [each.effect.value * (len(found) - 1) / len(found) for each in found]
    given = {i: each.verdict for i, each in enumerate(found)}
    rest = set(given)
    shown = [i for i in given if given[i] in verdicts.SHOWN]
    for i in sorted(shown, key=lambda i: -verdicts.sure_size(found[i].effect)):
        others = [alone[k] for k in rest if k != i]
        if not others:
            break
        moved = alone[i] - float(np.mean(others)) - found[i].effect.value
        left = verdicts.of_effect(shifted(found[i].effect, moved), found[i].q)
        given[i] = {verdicts.NONE: verdicts.ECHO, verdicts.MORE: verdicts.OPEN}.get(left, given[i])
        if given[i] == verdicts.BIG:
            rest.discard(i)
    return [replace(each, verdict=given[i]) for i, each in enumerate(found)]


def held(questions: Sequence[Dealt]) -> list[Dealt]:
    """Those about what a seat has, not about what it was offered."""
    return [d for d in questions if d.table == "seats" and not d.offered]


def moved(
    design: Design,
    blocks: Iterable[RowBlock],
    questions: Sequence[Dealt],
    moves: Sequence[Move],
    changed: ChangedThings | None = None,
) -> tuple[ContributionChange, ...]:
    """What becomes of what each thing brings, with each change or level that is compared.

    Where there are many changes it is left out: most of a long list touch no such thing.
    changed: what is told apart; of the others is told, in games in which none of it takes part.
    """
    if changed is not None:
        questions = [d for d in questions if not changed.holds([d.column], d.value, d.table)]
    if not questions or not design.won or not 0 < len(moves) <= MOST_MOVES:
        return ()
    worker = _Worker(design, questions, moves, changed)
    for block in blocks:
        worker.count(block)
    worker.weigh()
    for block in blocks:
        worker.move(block)
    return worker.beside(moves)


class _Worker:
    """Holds the sums of both passes.

    moves: what is compared, if what things bring is to be told on both sides of it; the scopes
    behind the usual ones are then the cells without each move, and those with it.
    """

    def __init__(
        self,
        design: Design,
        questions: Sequence[Dealt],
        moves: Sequence[Move] = (),
        changed: ChangedThings | None = None,
    ) -> None:
        self.questions, self.confidence = questions, design.confidence
        self.changed = changed
        self.cells = [c.number for c in (design.cells if moves else design.base)]
        seated = [questions.index(d) for d in held(questions)]
        self.pairs = [] if moves else list(combinations(seated, 2))
        self.sides = len(moves)
        self.single = Groups(self.cells, len(questions), (-1, 1))
        self.double = Groups(self.cells, len(self.pairs), (1, -1, -1, 1))
        self.families = _members(questions)
        self.constant = dict.fromkeys(self.families, True)
        split = design.split
        few = split is not None and len(split.levels) <= MOST_LEVELS
        self.factor = split.name if split and few else ""
        self.levels = split.levels if split and few else ()
        of = {c.number: c.levels.get(self.factor) for c in design.cells}
        free = design.at_base(but=self.factor)
        inside = [
            np.array([of[c] == level and c in free for c in self.cells]) for level in self.levels
        ]
        pooled = np.array([c in design.unswept for c in self.cells])
        self.scopes = [pooled, *inside]
        if moves:
            sides = [{pair[side] for pair in move.pooled} for move in moves for side in (0, 1)]
            self.scopes = [pooled, *(np.array([c in side for c in self.cells]) for side in sides)]

    def count(self, block: RowBlock) -> None:
        """First pass: games and wins in every group."""
        matrix = answers(block, self.questions)
        for part, dealt, won in self._parts(block, matrix):
            self.single.add_yes_no(part.cell, dealt, won)
            for index, (a, b) in enumerate(self.pairs):
                self.double.add(part.cell, index, 2 * dealt[:, a] + dealt[:, b], won)
            for name, members in self.families.items():
                sums = dealt[:, members].sum(axis=1)
                self.constant[name] &= not len(sums) or bool(sums.min() == sums.max())

    def _parts(
        self, block: RowBlock, matrix: np.ndarray
    ) -> Iterable[tuple[CellRows, np.ndarray, np.ndarray]]:
        free = None if self.changed is None else ~self.changed.touches(block)
        for part in block.parts:
            if part.cell in self.single.index:
                rows = np.arange(part.start, part.stop)
                if free is not None:
                    kept = free[rows]
                    part, rows = replace(part, replicates=part.replicates[kept]), rows[kept]
                yield part, matrix[rows], block.won[rows] == 1

    def weigh(self) -> None:
        """Between the passes: weights of cells, and what is compared with what."""
        allowed = np.array([[c in d.cells for d in self.questions] for c in self.cells])
        self.single.weigh(allowed)
        both = [allowed[:, a] & allowed[:, b] for a, b in self.pairs]
        self.double.weigh(np.array(both, dtype=bool).T.reshape(len(self.cells), len(self.pairs)))
        self.factors = [self.single.factors(scope) for scope in self.scopes]
        first = len(self.factors) - 2 * self.sides
        self.factors += [
            self.factors[first + 2 * i + 1] - self.factors[first + 2 * i] for i in range(self.sides)
        ]
        self.company = self.double.factors(self.scopes[0])
        self.moved = [np.zeros(len(self.questions)) for _ in self.factors]
        self.moved_company = np.zeros(len(self.pairs))

    def move(self, block: RowBlock) -> None:
        """Second pass: squared sums of what each replicate adds to every effect."""
        parts = list(self._parts(block, answers(block, self.questions)))
        for question in range(len(self.questions)):
            sums = [np.zeros(block.count) for _ in self.factors]
            for part, dealt, won in parts:
                self._move(question, part, dealt[:, question], won, block.first, sums)
            for total, move in zip(self.moved, sums, strict=True):
                total[question] += np.square(move).sum()
        for index, (a, b) in enumerate(self.pairs):
            each = np.zeros(block.count)
            for part, dealt, won in parts:
                factor = self.company[self.double.index[part.cell], index]
                if factor:
                    group = 2 * dealt[:, a] + dealt[:, b]
                    moves = self.double.moves(part.cell, index, group, won)
                    each[part.replicates - block.first] += factor * moves
            self.moved_company[index] += np.square(each).sum()

    def _move(
        self,
        question: int,
        part: CellRows,
        dealt: np.ndarray,
        won: np.ndarray,
        first: int,
        sums: list[np.ndarray],
    ) -> None:
        at = self.single.index[part.cell]
        if not any(factors[at, question] for factors in self.factors):
            return
        moves = self.single.moves(part.cell, question, dealt, won)
        rows = part.replicates - first
        for factors, each in zip(self.factors, sums, strict=True):
            if factors[at, question]:
                each[rows] += factors[at, question] * moves

    def contrasts(self) -> tuple[Contrast, ...]:
        """Every contrast that could be told, family by family."""
        scopes = self._scopes()
        return tuple(c for family in self.families for c in self._of_family(family, scopes))

    def _of_family(self, name: str, scopes: Sequence[list[Estimate | None]]) -> list[Contrast]:
        main, *inside = scopes
        told = {i: each for i in self.families[name] if (each := main[i]) is not None}
        qs = q_values([p_value(each) for each in told.values()])
        times = widening(qs, self.confidence)
        found = [
            self._contrast(
                i,
                widened(each, times, -1.0, 1.0) if q < FALSE_SHARE else each,
                tuple(level[i] for level in inside),
                q,
            )
            for (i, each), q in zip(told.items(), qs, strict=True)
        ]
        return without_echoes(found) if self.constant[name] else found

    def _scopes(self) -> list[list[Estimate | None]]:
        """The effect of every question in every scope; None where too few games tell."""
        return [
            self._effects(factors, moved)
            for factors, moved in zip(self.factors, self.moved, strict=True)
        ]

    def _effects(self, factors: np.ndarray, moved: np.ndarray) -> list[Estimate | None]:
        answered = np.abs(factors).sum(axis=0) > 0
        values = self.single.values(factors)
        values[np.abs(values) < ROUNDING] = 0.0
        careful = self.single.careful(factors, moved)
        return [
            within(self._effect(v, s), -1.0, 1.0) if t else None
            for v, s, t in zip(values, careful, answered, strict=True)
        ]

    def _effect(self, value: float, variance: float) -> Estimate:
        return effect(float(value), float(variance), confidence=self.confidence)

    def _contrast(
        self, i: int, main: Estimate, by_level: tuple[Estimate | None, ...], q: float
    ) -> Contrast:
        question = self.questions[i]
        used = self.factors[0][:, i]
        return Contrast(
            question.family,
            question.label,
            question.against,
            self.constant[question.family],
            question.value,
            int(self.single.games[used > 0, i, 1].sum()),
            float(used @ self.single.shares[:, i, 1]),
            main,
            q,
            verdicts.of_effect(main, q),
            by_level,
        )

    def beside(self, moves: Sequence[Move]) -> tuple[ContributionChange, ...]:
        """What everything brings on both sides of each move."""
        cases: list[tuple[Move, Dealt, Estimate, Estimate, Estimate]] = []
        _, *scopes = self._scopes()
        for j, question in enumerate(self.questions):
            for i, move in enumerate(moves):
                before, after = scopes[2 * i][j], scopes[2 * i + 1][j]
                change = scopes[2 * len(moves) + i][j]
                if before is not None and after is not None and change is not None:
                    cases.append((move, question, before, after, change))
        qs = q_values([p_value(change) for *_, change in cases])
        return tuple(
            ContributionChange(
                move,
                d.family,
                d.label,
                d.value,
                before,
                after,
                change,
                q,
                verdicts.of_effect(change, q),
            )
            for (move, d, before, after, change), q in zip(cases, qs, strict=True)
        )

    def together(self) -> tuple[Company, ...]:
        """Every two options that met often enough to be told."""
        values = self.double.values(self.company)
        careful = self.double.careful(self.company, self.moved_company)
        answered = [i for i in range(len(self.pairs)) if self.company[:, i].sum() > 0]
        # With both less with one of them lies in -1..1, and so does with the other less without.
        effects = [within(self._effect(values[i], careful[i]), -2.0, 2.0) for i in answered]
        qs = q_values([p_value(estimate) for estimate in effects])
        times = widening(qs, self.confidence)
        effects = [
            widened(estimate, times, -2.0, 2.0) if q < FALSE_SHARE else estimate
            for estimate, q in zip(effects, qs, strict=True)
        ]
        return tuple(
            Company(
                self.questions[self.pairs[i][0]].label,
                self.questions[self.pairs[i][1]].label,
                int(self.double.games[self.company[:, i] > 0, i, 3].sum()),
                estimate,
                q,
                verdicts.of_effect(estimate, q),
            )
            for i, estimate, q in zip(answered, effects, qs, strict=True)
        )


def _members(questions: Sequence[Dealt]) -> dict[str, tuple[int, ...]]:
    names = dict.fromkeys(d.family for d in questions)
    return {name: tuple(i for i, d in enumerate(questions) if d.family == name) for name in names}
