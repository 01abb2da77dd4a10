"""What does each change and each compared level do, by setting?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.data.counts import Counts
from analysis.data.design import CrossedFactor, Design, Move
from analysis.estimators.pairs import Paired, combination, difference, mean_of
from analysis.rates.levels import Levels
from analysis.stats import verdicts
from analysis.stats.intervals import Rate
from analysis.stats.verdicts import Band


@dataclass(frozen=True)
class At:
    """A change in one setting.

    levels: of the setting, without what is changed.  band: that it should lie in, if any.  was,
    now: the verdict on each rate against it; empty without one.  q: within every change in every
    setting.
    """

    levels: Mapping[str, Any]
    before: Rate
    after: Rate
    band: Band | None
    was: str
    now: str
    paired: Paired
    q: float
    verdict: str


@dataclass(frozen=True)
class LevelContrast:
    """What a level does against the base of its factor.

    average: over so many `settings`, those with another level of another swept number left out.
    """

    factor: CrossedFactor
    level: Any
    average: Paired
    settings: int
    q: float
    verdict: str
    at: tuple[At, ...]


def answers(design: Design, counts: Counts, judge: Levels) -> list[LevelContrast]:
    """Every level that is asked about."""
    moves = [move for move in played(design, counts) if move.factor is not None]
    sure = design.confidence
    averages = [combination(counts.judged, mean_of(list(move.pooled)), sure) for move in moves]
    judged = verdicts.of_family([average.effect for average in averages])
    each = crossed(design, counts, judge, moves)
    return [
        LevelContrast(move.factor, move.level, average, len(move.pooled), *given, tuple(at))
        for move, average, given, at in zip(moves, averages, judged, each, strict=True)
        if move.factor is not None
    ]


def crossed(design: Design, counts: Counts, judge: Levels, moves: Sequence[Move]) -> list[list[At]]:
    """Every change in every setting in which both sides have games."""
    places = [(i, pair) for i, move in enumerate(moves) for pair in move.pairs]
    moved = [difference(counts.judged, *pair, design.confidence) for _, pair in places]
    judged = verdicts.of_family([paired.effect for paired in moved])
    each: list[list[At]] = [[] for _ in moves]
    for (i, pair), paired, given in zip(places, moved, judged, strict=True):
        before, after = (counts.rate(cell, design.confidence) for cell in pair)
        base, cell = design.pair(pair)
        was, now = judge.verdict(base, before), judge.verdict(cell, after)
        levels, band = design.setting(moves[i], pair), judge.bands.get(cell.number)
        each[i].append(At(levels, before, after, band, was, now, paired, *given))
    return each


def played(design: Design, counts: Counts) -> list[Move]:
    """What is compared, in the settings in which both sides have games."""
    return [kept for move in design.moves if (kept := move.within(counts.games)).pooled]
