"""Which dealt things move the win rate?  Fair contrasts, pooled over cells.

Two passes over the run.  The first counts, per cell, games and wins with and without each
thing.  The second adds up how far each replicate moves the estimates, over all cells at
once: the cells share luck by replicate, and taking them for independent would make the
intervals several times too narrow.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from analysis import verdicts
from analysis.corrections import FALSE_SHARE, q_values, widening
from analysis.deal import Dealt, answers
from analysis.design import Design, Move
from analysis.groups import Groups
from analysis.intervals import Effect, effect, p_value, widened, within
from analysis.reading import Block, Part

MOST_LEVELS = 6
MOST_MOVES = 6
ROUNDING = 1e-12  # what is left of a difference of two equal sums


@dataclass(frozen=True)
class Contrast:
    """How much more often games with a thing are won.

    middle: labels of what it is compared with, the middle of its family; empty where it is
    compared with games without it (`against` then names the only other thing, if there is
    one).  games: games with it; rate: their win rate, every cell weighed by what it tells.
    by_level: the same effect within each level of the factor by which tables are split.
    """

    family: str
    label: str
    against: str
    middle: tuple[str, ...]
    value: str
    games: int
    rate: float
    effect: Effect
    q: float
    verdict: str
    by_level: tuple[Effect | None, ...] = ()


@dataclass(frozen=True)
class Company:
    """Two options at one table: points beyond what each of them brings alone."""

    first: str
    second: str
    games: int
    effect: Effect
    q: float
    verdict: str


@dataclass(frozen=True)
class Dealing:
    """All contrasts of a run; `levels` are those of the factor behind `by_level`."""

    contrasts: tuple[Contrast, ...]
    company: tuple[Company, ...]
    factor: str
    levels: tuple


@dataclass(frozen=True)
class _Family:
    """Questions of one table.

    turn: matrix that makes effects of plain contrasts: column j holds what effect j takes
    of every plain contrast.  middle: the questions it compares with.
    """

    name: str
    members: tuple[int, ...]
    turn: np.ndarray
    middle: tuple[int, ...]


def dealing(design: Design, blocks: Iterable[Block], questions: Sequence[Dealt]) -> Dealing:
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
class Moved:
    """What a thing brings without a change and with it, in the same settings.

    change: the second less the first, on the same luck.  q: within all of these.
    """

    move: Move
    family: str
    label: str
    value: str
    before: Effect
    after: Effect
    change: Effect
    q: float
    verdict: str


def moved(
    design: Design, blocks: Iterable[Block], questions: Sequence[Dealt], moves: Sequence[Move]
) -> tuple[Moved, ...]:
    """What becomes of everything that is held, with each change or level that is compared.

    Where there are many changes it is left out: most of a long list touch no such thing.
    """
    held = [d for d in questions if d.table == "seats" and not d.offered]
    if not held or not design.won or not 0 < len(moves) <= MOST_MOVES:
        return ()
    worker = _Worker(design, held, moves)
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
        self, design: Design, questions: Sequence[Dealt], moves: Sequence[Move] = ()
    ) -> None:
        self.questions = questions
        self.cells = [c.number for c in (design.cells if moves else design.base)]
        held = [i for i, d in enumerate(questions) if d.table == "seats" and not d.offered]
        self.pairs = [] if moves else list(combinations(held, 2))
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

    def count(self, block: Block) -> None:
        """First pass: games and wins in every group."""
        matrix = answers(block, self.questions)
        for part, dealt, won in self._parts(block, matrix):
            self.single.add_yes_no(part.cell, dealt, won)
            for index, (a, b) in enumerate(self.pairs):
                self.double.add(part.cell, index, 2 * dealt[:, a] + dealt[:, b], won)
            for name, members in self.families.items():
                sums = dealt[:, members].sum(axis=1)
                self.constant[name] &= bool(sums.min() == sums.max())

    def _parts(
        self, block: Block, matrix: np.ndarray
    ) -> Iterable[tuple[Part, np.ndarray, np.ndarray]]:
        for part in block.parts:
            if part.cell in self.single.index:
                rows = slice(part.start, part.stop)
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
        self.plans = [self._plan(name, members) for name, members in self.families.items()]
        self.moved = [np.zeros(len(self.questions)) for _ in self.factors]
        self.moved_company = np.zeros(len(self.pairs))

    def _plan(self, name: str, members: tuple[int, ...]) -> _Family:
        """Things that stand in for each other are compared with the middle one of them.

        Compared with all the others, one strong hero would make every other look weak.
        """
        answered = [i for i in members if self.factors[0][:, i].sum() > 0]
        plain = np.eye(len(members))
        if not self.constant[name] or len(answered) < 3:
            return _Family(name, members, plain, ())
        values = self.single.values(self.factors[0])
        order = sorted(answered, key=lambda i: (values[i], i))
        middle = _middle(order)
        turn = plain.copy()
        for i in middle:
            turn[members.index(i)] -= 1 / len(middle)
        # A plain contrast is with the mean of the others: L / (L - 1) of one with another.
        return _Family(name, members, turn * (len(answered) - 1) / len(answered), middle)

    def move(self, block: Block) -> None:
        """Second pass: squared sums of what each replicate adds to every effect."""
        parts = list(self._parts(block, answers(block, self.questions)))
        for family in self.plans:
            sums = [np.zeros((block.count, len(family.members))) for _ in self.factors]
            for column, question in enumerate(family.members):
                for part, dealt, won in parts:
                    self._move(question, part, dealt[:, question], won, block.first, column, sums)
            for total, move in zip(self.moved, sums, strict=True):
                total[list(family.members)] += np.square(move @ family.turn).sum(axis=0)
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
        part: Part,
        dealt: np.ndarray,
        won: np.ndarray,
        first: int,
        column: int,
        sums: list[np.ndarray],
    ) -> None:
        at = self.single.index[part.cell]
        if not any(factors[at, question] for factors in self.factors):
            return
        moves = self.single.moves(part.cell, question, dealt, won)
        rows = part.replicates - first
        for factors, each in zip(self.factors, sums, strict=True):
            if factors[at, question]:
                each[rows, column] += factors[at, question] * moves

    def contrasts(self) -> tuple[Contrast, ...]:
        """Every contrast that could be told, family by family."""
        return tuple(c for family in self.plans for c in self._of_family(family))

    def _of_family(self, family: _Family) -> list[Contrast]:
        scopes = [
            self._effects(family, factors, moved)
            for factors, moved in zip(self.factors, self.moved, strict=True)
        ]
        estimates = {j: estimate for j, estimate in enumerate(scopes[0]) if estimate is not None}
        middle = tuple(self.questions[i].label for i in family.middle)
        others = {j: e for j, e in estimates.items() if family.middle != (family.members[j],)}
        qs = dict(zip(others, q_values([p_value(e) for e in others.values()]), strict=True))
        times = widening(list(qs.values()))
        for j, q in qs.items():
            if q < FALSE_SHARE:
                estimates[j] = widened(estimates[j], times, -1.0, 1.0)
        return [
            self._contrast(
                family.members[j], main, tuple(s[j] for s in scopes[1:]), middle, qs.get(j)
            )
            for j, main in estimates.items()
        ]

    def _effects(
        self, family: _Family, factors: np.ndarray, moved: np.ndarray
    ) -> list[Effect | None]:
        members = list(family.members)
        answered = np.abs(factors[:, members]).sum(axis=0) > 0
        # The middle must be told, or nothing can be compared with it.
        needed = [family.members.index(i) for i in family.middle]
        answered &= bool(answered[needed].all())
        values = self.single.values(factors)[members] @ family.turn
        values[np.abs(values) < ROUNDING] = 0.0
        careful = self.single.careful(factors, moved, members, family.turn)
        return [
            within(effect(float(v), float(s)), -1.0, 1.0) if t else None
            for v, s, t in zip(values, careful, answered, strict=True)
        ]

    def _contrast(
        self,
        i: int,
        main: Effect,
        by_level: tuple[Effect | None, ...],
        middle: tuple[str, ...],
        q: float | None,
    ) -> Contrast:
        """The contrast of one question; without a q it is the one compared with."""
        question = self.questions[i]
        used = self.factors[0][:, i]
        return Contrast(
            question.family,
            question.label,
            question.against,
            middle,
            question.value,
            int(self.single.games[used > 0, i, 1].sum()),
            float(used @ self.single.shares[:, i, 1]),
            main,
            1.0 if q is None else q,
            verdicts.MIDDLE if q is None else verdicts.of_effect(main, q),
            by_level,
        )

    def beside(self, moves: Sequence[Move]) -> tuple[Moved, ...]:
        """What everything brings on both sides of each move."""
        cases: list[tuple[Move, Dealt, Effect, Effect, Effect]] = []
        for family in self.plans:
            scopes = [
                self._effects(family, factors, moved)
                for factors, moved in zip(self.factors, self.moved, strict=True)
            ][1:]
            for i, move in enumerate(moves):
                sides = zip(scopes[2 * i], scopes[2 * i + 1], scopes[2 * len(moves) + i],
                            strict=True)  # fmt: skip
                for j, (before, after, change) in enumerate(sides):
                    if before is not None and after is not None and change is not None:
                        question = self.questions[family.members[j]]
                        cases.append((move, question, before, after, change))
        qs = q_values([p_value(change) for *_, change in cases])
        return tuple(
            Moved(
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
        same = np.eye(len(self.pairs))
        everyone = list(range(len(self.pairs)))
        careful = self.double.careful(self.company, self.moved_company, everyone, same)
        answered = [i for i in everyone if self.company[:, i].sum() > 0]
        # With both less with one of them lies in -1..1, and so does with the other less without.
        effects = [within(effect(float(values[i]), float(careful[i])), -2.0, 2.0) for i in answered]
        qs = q_values([p_value(estimate) for estimate in effects])
        times = widening(qs)
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


def _middle(order: Sequence[int]) -> tuple[int, ...]:
    """The middle of things in order: two of an even number, else three; of three one."""
    wanted = 1 if len(order) == 3 else 2 + len(order) % 2
    spare = (len(order) - wanted) // 2
    return tuple(order[spare : spare + wanted])


def _members(questions: Sequence[Dealt]) -> dict[str, tuple[int, ...]]:
    names = dict.fromkeys(d.family for d in questions)
    return {name: tuple(i for i, d in enumerate(questions) if d.family == name) for name in names}
