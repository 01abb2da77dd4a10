"""What does one more of a factor cost?  Paired differences between neighbouring levels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from analysis.data.counts import Counts
from analysis.data.design import CrossedFactor, Design, FactorContext
from analysis.estimators.pairs import Paired, combination, difference, mean_of
from analysis.stats import verdicts
from analysis.stats.interim import Confidence


@dataclass(frozen=True)
class FactorStep:
    """From one level to another: in every context, and on average over them.

    q: of the average, within all steps of the report.
    """

    factor: CrossedFactor
    base: Any
    level: Any
    average: Paired
    q: float
    verdict: str
    contexts: tuple[tuple[FactorContext, Paired], ...]


@dataclass(frozen=True)
class Slope:
    """What one more of an ordered factor costs, first level to last.

    whole: amounts are whole numbers, and `each` is for one of them; else `each` is for the
    whole way from the first level to the last.
    """

    factor: CrossedFactor
    first: Any
    last: Any
    whole: bool
    each: Paired
    contexts: tuple[tuple[FactorContext, Paired], ...]


def steps(design: Design, counts: Counts) -> list[FactorStep]:
    """Neighbouring levels of ordered factors; of others, every level against the first."""
    steps = []
    for factor in _settings(design):
        contexts = _contexts(design, factor)
        for base, level in _moves(factor):
            pairs = [(c, c.cells[base], c.cells[level]) for c in contexts if _has(c, base, level)]
            pairs = [p for p in pairs if counts.games(p[1]) and counts.games(p[2])]
            if pairs:
                steps.append((factor, base, level, pairs))
    return _judged(steps, counts, design.confidence)


def _settings(design: Design) -> list[CrossedFactor]:
    """The factors of which nothing is asked: levels that are asked about have their own table."""
    return [factor for factor in design.factors if not factor.in_question]


def _contexts(design: Design, factor: CrossedFactor) -> list[FactorContext]:
    """The contexts of a factor; of a swept number those at its base alone."""
    swept = {f.name: f.base for f in design.factors if f.swept and f is not factor}
    return [c for c in design.contexts(factor) if swept.items() <= c.levels.items()]


def _moves(factor: CrossedFactor) -> list[tuple[Any, Any]]:
    levels = factor.levels
    if factor.ordered:
        return list(pairwise(levels))
    return [(levels[0], level) for level in levels[1:]]


def _has(context: FactorContext, *levels: Any) -> bool:
    return all(level in context.cells for level in levels)


def _judged(
    steps: Sequence[tuple[Any, ...]], counts: Counts, confidence: Confidence
) -> list[FactorStep]:
    averages = [
        combination(counts.judged, mean_of([(a, b) for _, a, b in pairs]), confidence)
        for _, _, _, pairs in steps
    ]
    judged = verdicts.of_family([average.effect for average in averages])
    contexts = [
        tuple((c, difference(counts.judged, a, b, confidence)) for c, a, b in pairs)
        for *_, pairs in steps
    ]
    return [
        FactorStep(factor, base, level, average, *given, at)
        for (factor, base, level, _), average, given, at in zip(
            steps, averages, judged, contexts, strict=True
        )
    ]


def slopes(design: Design, counts: Counts) -> list[Slope]:
    """For each ordered factor with two or more levels in some context."""
    slopes = []
    for factor in _settings(design):
        if not factor.ordered:
            continue
        first, last = factor.levels[0], factor.levels[-1]
        contexts = [c for c in _contexts(design, factor) if _has(c, first, last)]
        contexts = [c for c in contexts if all(map(counts.games, (c.cells[first], c.cells[last])))]
        if contexts:
            combined = partial(combination, counts.judged, confidence=design.confidence)
            slopes.append(_slope(factor, contexts, combined))
    return slopes


def _slope(
    factor: CrossedFactor,
    contexts: list[FactorContext],
    combined: Callable[[dict[int, float]], Paired],
) -> Slope:
    first, last = factor.levels[0], factor.levels[-1]
    whole = all(float(amount).is_integer() for amount in factor.amounts)
    span = factor.amounts[-1] - factor.amounts[0] if whole else 1.0
    pairs = [(c.cells[first], c.cells[last]) for c in contexts]

    def per_unit(chosen: list[tuple[int, int]]) -> Paired:
        weights = {cell: weight / span for cell, weight in mean_of(chosen).items()}
        return combined(weights)

    alone = tuple((c, per_unit([p])) for c, p in zip(contexts, pairs, strict=True))
    return Slope(
        factor=factor, first=first, last=last, whole=whole, each=per_unit(pairs), contexts=alone
    )
