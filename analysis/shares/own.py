"""The effect of a change on each dealt thing, in the games in which it takes part.

What was changed itself is judged by all of its games.  What was not is judged by those in which
nothing takes part that was changed: on the same luck these are the same games, and there is
nothing to be judged.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analysis.data.changed import ChangedThings
from analysis.data.deal import Dealt, answers
from analysis.data.design import Design, Move
from analysis.data.reading import RowBlock
from analysis.estimators.clustered_ratios import Ratios
from analysis.shares.effects import Shift, before_and_after, fewest, met, moved
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate

NOTHING = Estimate(0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Own:
    """One thing, where games are won or lost as a whole.

    cards: paths of its cards that were changed themselves.  before, after: part of all of its games
    that is won, every setting weighed alike.  effect: what the change does in the games that it is
    judged by; games: how many these are on the smaller side.
    """

    family: str
    label: str
    value: str
    cards: tuple[str, ...]
    before: float
    after: float
    games: int
    effect: Estimate
    q: float
    verdict: str

    @property
    def changed(self) -> bool:
        """Whether it was changed itself."""
        return bool(self.cards)


@dataclass(frozen=True)
class _Thing:
    """A question, and which answer to it says that the thing takes part."""

    question: int
    answer: int
    family: str
    label: str
    value: str
    cards: tuple[str, ...]


def owns(
    design: Design,
    blocks: Iterable[RowBlock],
    questions: Sequence[Dealt],
    changed: ChangedThings,
    move: Move,
) -> tuple[Own, ...]:
    """What was changed, then the rest, unless something was changed that is in no deal."""
    things = [
        thing
        for number, dealt in enumerate(questions)
        for thing in _things(number, dealt, changed)
        if thing.cards or not changed.elsewhere
    ]
    if not things:
        return ()
    cells = [cell.number for cell in design.cells]
    whole, judged = (Ratios(cells, len(things), design.confidence) for _ in range(2))
    for block in blocks:
        _count(block, questions, things, changed, whole, judged)
    rows = [
        _own(j, thing, pairs, whole, judged, changed)
        for j, thing in enumerate(things)
        if (pairs := met(judged, j, move.pooled))
    ]
    return tuple(_told(sorted(rows, key=lambda row: not row.changed)))


def untouched(
    shifts: Iterable[Shift], changed: ChangedThings, columns: Sequence[str]
) -> tuple[Shift, ...]:
    """Shares where seats compete, first of what was changed; what was not has not moved by itself.

    columns: of seats, in which they stand.
    """
    held = [(s, changed.cards(columns, s.value)) for s in shifts]
    rows = [replace(s, named=bool(cards), cards=cards) for s, cards in held]
    named = [r for r in rows if r.named]
    others = [r for r in rows if not r.named]
    if changed.spared:
        others = [replace(r, effect=NOTHING, q=1.0, verdict=verdicts.SAME) for r in others]
        named = _told(named)
    return (*named, *others)


def _things(number: int, dealt: Dealt, changed: ChangedThings) -> Iterator[_Thing]:
    """The thing that is asked about, and the only other one where there are two."""
    column = [dealt.column]
    cards = changed.cards(column, dealt.value, dealt.table)
    if not dealt.against:
        yield _Thing(number, 1, dealt.family, label=dealt.label, value=dealt.name, cards=cards)
        return
    place = dealt.label.partition(": ")[0]
    other = [p for p in changed.places if p.column == dealt.column and p.value != dealt.value]
    yield _Thing(number, 1, family=dealt.family, label=dealt.label, value=dealt.name, cards=cards)
    label = f"{place}: {dealt.against}"
    yield _Thing(number, 0, dealt.family, label, label, tuple(dict.fromkeys(p.card for p in other)))


def _count(
    block: RowBlock,
    questions: Sequence[Dealt],
    things: Sequence[_Thing],
    changed: ChangedThings,
    whole: Ratios,
    judged: Ratios,
) -> None:
    """Games with each thing, won or not: all of them, and those by which it is judged."""
    matrix, touched = answers(block, questions), changed.touches(block)
    has_thing = np.zeros((len(touched), len(things)), dtype=bool)
    number, cell = (np.full(len(touched), -1) for _ in range(2))
    for part in block.parts:
        rows_of_part = slice(part.start, part.stop)
        number[rows_of_part] = part.deals - block.first
        cell[rows_of_part] = whole.index.get(part.cell, -1)
        for j, thing in enumerate(things):
            if part.cell in questions[thing.question].cells:
                has_thing[rows_of_part, j] = matrix[rows_of_part, thing.question] == thing.answer
    has_thing &= (cell >= 0)[:, None]
    own = has_thing & (~touched[:, None] | np.array([bool(thing.cards) for thing in things]))
    for sums, counted in ((whole, has_thing), (judged, own)):
        rows, question = np.nonzero(counted)
        sums.add(number[rows], cell[rows], question, (block.won[rows] == 1).astype(float))


def _own(
    j: int,
    thing: _Thing,
    pairs: Sequence[tuple[int, int]],
    whole: Ratios,
    judged: Ratios,
    changed: ChangedThings,
) -> Own:
    exact = changed.spared and not thing.cards
    return Own(
        thing.family,
        thing.label,
        thing.value,
        thing.cards,
        *before_and_after(whole, j, pairs),
        fewest(judged, j, pairs),
        NOTHING if exact else moved(judged, j, pairs),
        1.0,
        verdicts.SAME if exact else "",
    )


def _told(rows: Sequence[Any]) -> list[Any]:
    """Rows of one family with q and verdict, things or shares; what stands still is no question."""
    open_ = [r for r in rows if r.verdict != verdicts.SAME]
    given = verdicts.of_family([r.effect for r in open_], [r.games for r in open_])
    judged = {
        id(row): replace(row, q=q, verdict=verdict)
        for row, (q, verdict) in zip(open_, given, strict=True)
    }
    return [judged.get(id(row), row) for row in rows]
