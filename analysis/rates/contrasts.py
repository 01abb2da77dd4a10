"""Which dealt things move the win rate?  Fair contrasts, pooled over cells (`pooled_deals`)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from analysis.data.changed import ChangedThings
from analysis.data.deal import Dealt
from analysis.data.design import Design, Move
from analysis.data.reading import RowBlock
from analysis.rates.pooled_deals import PAIRS as PAIRS
from analysis.rates.pooled_deals import Pooled, as_printed, beside_moves, pooled
from analysis.stats import verdicts
from analysis.stats.corrections import FALSE_SHARE, fcr_widening, q_values
from analysis.stats.intervals import Estimate, fcr_adjust, p_value, shifted

MOST_MOVES = 6


@dataclass(frozen=True)
class Contrast:
    """How much more often games with a thing are won.

    against: the only other thing that games without it have, empty where there are several.
    one_of_several: games without it have another of its kind in that place.  games: games with
    it; rate: their win rate, every cell weighed by what it tells.
    by_level: the same effect within each level of the factor by which tables are split.
    paths: of the cards that it is of.
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
    paths: tuple[str, ...] = ()

    @property
    def card(self) -> str:
        """Path of the card that it is of; empty where it is none, or one of its sides."""
        return self.paths[0] if len(self.paths) == 1 and not self.against else ""


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
    """All contrasts of a run; `levels` are those of the factor behind `by_level`.

    few: of how many things of each family, and of how many PAIRS, too few games tell.
    """

    contrasts: tuple[Contrast, ...]
    company: tuple[Company, ...]
    factor: str
    levels: tuple[Any, ...]
    few: Mapping[str, int] = field(default_factory=dict)


def dealing(design: Design, blocks: Iterable[RowBlock], questions: Sequence[Dealt]) -> Dealing:
    """Contrasts of every question, and of every two options in company."""
    if not questions or not design.won:
        return Dealing((), (), "", ())
    found = pooled(as_printed(design, questions), blocks)
    inquiry = found.inquiry
    told = _contrasts(found), _together(found)
    return Dealing(*told, inquiry.factor, inquiry.levels, found.few())


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


def without_echoes(contrasts: Sequence[Contrast]) -> list[Contrast]:
    """The same, but what is an effect only because others stand out is told to be an echo.

    Of things that stand in for each other one that is strong makes each of the others weak, by a
    share of it.  So what stands out most is set aside first, and each of the others must stand
    out from the rest as well.
    """
    # Effects against all others as effects against the mean of all: (L - 1) / L of them.
    alone = [each.effect.value * (len(contrasts) - 1) / len(contrasts) for each in contrasts]
    given = {i: each.verdict for i, each in enumerate(contrasts)}
    rest = set(given)
    shown = [i for i in given if given[i] in verdicts.SHOWN]
    for i in sorted(shown, key=lambda i: -verdicts.sure_size(contrasts[i].effect)):
        others = [alone[k] for k in rest if k != i]
        if not others:
            break
        moved = alone[i] - float(np.mean(others)) - contrasts[i].effect.value
        left = verdicts.of_effect(shifted(contrasts[i].effect, moved), contrasts[i].q)
        given[i] = {verdicts.NONE: verdicts.ECHO, verdicts.MORE: verdicts.OPEN}.get(left, given[i])
        if given[i] == verdicts.BIG:
            rest.discard(i)
    return [replace(each, verdict=given[i]) for i, each in enumerate(contrasts)]


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
        questions = [d for d in questions if not changed.cards([d.column], d.value, d.table)]
    if not questions or not design.won or not 0 < len(moves) <= MOST_MOVES:
        return ()
    found = pooled(beside_moves(design, questions, moves, changed), blocks)
    return _on_both_sides(found, moves)


def _contrasts(found: Pooled) -> tuple[Contrast, ...]:
    """Every contrast that could be told, family by family."""
    scopes = found.effects()
    return tuple(c for name in found.inquiry.families for c in _of_family(found, name, scopes))


def _of_family(found: Pooled, name: str, scopes: Sequence[list[Estimate | None]]) -> list[Contrast]:
    main, *inside = scopes
    told = {i: each for i in found.inquiry.families[name] if (each := main[i]) is not None}
    qs = q_values([p_value(each) for each in told.values()])
    times = fcr_widening(qs, found.inquiry.confidence)
    contrasts = [
        _contrast(
            found,
            i,
            fcr_adjust(each, times, -1.0, 1.0) if q < FALSE_SHARE else each,
            tuple(level[i] for level in inside),
            q,
        )
        for (i, each), q in zip(told.items(), qs, strict=True)
    ]
    return without_echoes(contrasts) if name in found.counted.constant else contrasts


def _contrast(
    found: Pooled, i: int, main: Estimate, by_level: tuple[Estimate | None, ...], q: float
) -> Contrast:
    question, single = found.inquiry.questions[i], found.counted.single
    used = found.factors[0][:, i]
    named = question.family, question.label, question.against
    several = question.family in found.counted.constant
    games = int(single.games[used > 0, i, 1].sum())
    rate, verdict = float(used @ single.shares[:, i, 1]), verdicts.of_effect(main, q)
    return Contrast(
        *named, several, question.value, games, rate, main, q, verdict, by_level, question.paths
    )


def _on_both_sides(found: Pooled, moves: Sequence[Move]) -> tuple[ContributionChange, ...]:
    """What everything brings on both sides of each move."""
    cases: list[tuple[Move, Dealt, Estimate, Estimate, Estimate]] = []
    _, *scopes = found.effects()
    for j, question in enumerate(found.inquiry.questions):
        for i, move in enumerate(moves):
            before, after = scopes[2 * i][j], scopes[2 * i + 1][j]
            change = scopes[2 * len(moves) + i][j]
            if before is not None and after is not None and change is not None:
                cases.append((move, question, before, after, change))
    judged = verdicts.of_family([change for *_, change in cases])
    return tuple(
        ContributionChange(move, d.family, d.label, d.name, before, after, change, *given)
        for (move, d, before, after, change), given in zip(cases, judged, strict=True)
    )


def _together(found: Pooled) -> tuple[Company, ...]:
    """Every two options that met often enough to be told."""
    told = found.together()
    qs = q_values([p_value(estimate) for estimate in told.values()])
    times = fcr_widening(qs, found.inquiry.confidence)
    return tuple(
        _company(
            found, i, fcr_adjust(estimate, times, -2.0, 2.0) if q < FALSE_SHARE else estimate, q
        )
        for (i, estimate), q in zip(told.items(), qs, strict=True)
    )


def _company(found: Pooled, i: int, estimate: Estimate, q: float) -> Company:
    first, second = (found.inquiry.questions[k].label for k in found.inquiry.pairs[i])
    met = found.counted.double.games[found.company[:, i] > 0, i, 3]
    return Company(first, second, int(met.sum()), estimate, q, verdicts.of_effect(estimate, q))
