"""Which verdicts of a run are open, and in which cells would more games settle them?"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from analysis.conclusions.expected import expected
from analysis.data.design import Design, Move
from analysis.data.run import RunLike
from analysis.rates.crossed import At
from analysis.shares.effects import Shift, ShiftAt
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, Rate
from analysis.study import Study, study

# The verdicts that a run with a stop rule waits for; not effects of the deal, pairs and plans.
ASKED = ("option", "seat", "strategy")
LEVEL, SHARE, STEP, CHANGE, EXPECTED = "level", "share", "step", "change", "expected"


@dataclass(frozen=True)
class OpenVerdict:
    """A verdict that is not settled: of what kind, and the cells that it is made of."""

    kind: str
    cells: frozenset[int]


def open_cells(run: RunLike) -> set[int]:
    """The cells of a run that have something left to settle."""
    return {cell for one in unsettled(study(run)) for cell in one.cells}


def unsettled(study: Study) -> list[OpenVerdict]:
    """Every verdict that stands at "not enough games" and that a run waits for.

    A number that is known to half a point and still has no verdict stands on the edge of its band:
    as many games again would not tell.

    What the deal decides, pairs and plans are hundreds of numbers that nobody asked about: one of
    them is always open.
    """
    return [
        *_levels(study),
        *_shares(study),
        *_steps(study),
        *_changes(study),
        *_expected(study),
    ]


def on_edges(study: Study) -> int:
    """How many numbers that a run waits for stand on the edge of their band, to half a point."""
    kinds = [kind for kind in study.contest.kinds if kind.role in ASKED]
    judged: list[tuple[str, Rate | Estimate | None]] = [
        *((level.verdict, level.rate) for level in study.cells),
        *((share.verdict, share.over) for kind in kinds for share in kind.shares),
        *((over.verdict, over.effect) for kind in kinds for over in kind.overs),
        *((one.verdict, one.number) for one in expected(study)),
    ]
    return sum(verdict == verdicts.MORE and not _is_open(verdict, n) for verdict, n in judged)


def _is_open(verdict: str, number: Rate | Estimate | None) -> bool:
    """Whether more games may tell."""
    return verdict == verdicts.MORE and not (number is not None and verdicts.is_narrow(number))


def _levels(study: Study) -> Iterator[OpenVerdict]:
    for level in study.cells:
        if _is_open(level.verdict, level.rate):
            yield OpenVerdict(LEVEL, frozenset([level.cell.number]))


def _shares(study: Study) -> Iterator[OpenVerdict]:
    """In each setting, and over all of them."""
    everywhere = frozenset(study.contest.design.unswept) if study.contest.kinds else frozenset()
    for kind in study.contest.kinds:
        if kind.role in ASKED:
            for share in kind.shares:
                if _is_open(share.verdict, share.over):
                    yield OpenVerdict(SHARE, frozenset([share.cell.number]))
            if any(_is_open(over.verdict, over.effect) for over in kind.overs):
                yield OpenVerdict(SHARE, everywhere)


def _steps(study: Study) -> Iterator[OpenVerdict]:
    for step in study.steps:
        if step.verdict == verdicts.MORE:
            cells = {c.cells[x] for c, _ in step.contexts for x in (step.base, step.level)}
            yield OpenVerdict(STEP, frozenset(cells))


def _changes(study: Study) -> Iterator[OpenVerdict]:
    """Changes and compared levels: on average and setting by setting."""
    moves = _moves(study.rated)
    for worth in study.variants:
        yield from _move(worth.verdict, worth.at, moves[worth.name, None])
    for answer in study.answers:
        yield from _move(answer.verdict, answer.at, moves[answer.factor.name, answer.level])
    for role, shifts in study.contest.moves.items():
        for shift in shifts if role in ASKED else ():
            yield from _shift(shift)


def _moves(design: Design) -> dict[tuple[str, Any], Move]:
    return {
        (move.name, None) if move.factor is None else (move.factor.name, move.level): move
        for move in design.moves
    }


def _move(verdict: str, at: Iterable[At], move: Move) -> Iterator[OpenVerdict]:
    given = {verdict, *(v for one in at for v in (one.verdict, one.now))}
    if verdicts.MORE in given:
        yield OpenVerdict(CHANGE, _of(move))


def _shift(shift: Shift) -> Iterator[OpenVerdict]:
    whole: list[Shift | ShiftAt] = [shift, *shift.at]
    if any(one.verdict == verdicts.MORE for one in whole):
        yield OpenVerdict(CHANGE, _of(shift.move))


def _of(move: Move) -> frozenset[int]:
    return frozenset(cell for pair in move.pairs for cell in pair)


def _expected(study: Study) -> Iterator[OpenVerdict]:
    cells = {cell.number: cell for cell in study.design.cells}
    places = (n for e in study.design.manifest.get("expect", ()) for n in e["cells"] if n in cells)
    for number, one in zip(places, expected(study), strict=True):
        if _is_open(one.verdict, one.number):
            yield OpenVerdict(EXPECTED, frozenset([number]))
