"""How hard is it, setting by setting, and which setting would hit the target?"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

import numpy as np

from analysis.data.counts import Counts
from analysis.data.design import Cell, CrossedFactor, Design, FactorContext
from analysis.stats import verdicts
from analysis.stats.interim import Confidence
from analysis.stats.intervals import Rate
from analysis.stats.results import AT_ONCE, Result, games_of, portions, share_of, spare, strays
from analysis.stats.verdicts import FEWEST, Band

# A rate on the curve nearer to 0 or 1 than this is one that no game tells from it.
PARTED = 1e-6


@dataclass(frozen=True)
class Difficulty:
    """One cell: its win rate and what may be said of it.

    verdict: empty without a band.  beyond: how far outside the band it lies at least.  more:
    games to add for a verdict, None when the rate stands on the edge.  cut_off: games that hit
    a limit; most: the win rate if all of them had been won.  band: that it should lie in.
    """

    cell: Cell
    rate: Rate
    verdict: str
    beyond: float
    more: int | None
    cut_off: int
    most: float
    band: Band | None


@dataclass(frozen=True)
class Curve:
    """logit(win rate) = start + slope x amount, along one factor in one context.

    fitted: win rate on the curve at each played amount; worst: its largest distance from
    a played rate.  at, low, high: the amount that hits the middle of the band, with its
    interval, which ends where the played levels end (None: no target that all levels have, no
    slope, or beyond what was played).
    between: the two played levels that the target lies between, if any.
    """

    context: FactorContext
    start: float
    slope: float
    fitted: tuple[float, ...]
    worst: float
    at: float | None
    low: float | None
    high: float | None
    between: tuple[Any, Any] | None


def cells(design: Design, counts: Counts) -> list[Difficulty]:
    """Every printed cell that was played, in order of its number."""
    return [
        _cell(design, cell, counts, counts.cut_off([cell.number]))
        for cell in design.base
        if counts.games(cell.number)
    ]


def _cell(design: Design, cell: Cell, counts: Counts, cut: int) -> Difficulty:
    won, games = counts.wins(cell.number), counts.games(cell.number)
    share, band = counts.rate(cell.number, design.confidence), design.bands.get(cell.number)
    most = (won + cut) / games
    if band is None:
        return Difficulty(cell, share, "", 0.0, 0, cut, most, None)
    verdict, beyond = verdicts.of_rate(share, band), verdicts.surely_beyond(share, band)
    more = verdicts.more_games(share, band)
    return Difficulty(cell, share, verdict, beyond, more, cut, most, band)


def curves(design: Design, counts: Counts) -> list[Curve]:
    """A curve along the tuned factor in each context with three or more of its levels."""
    factor = design.tuned
    if factor is None or not design.won:
        return []
    curves = [_curve(design, factor, context, counts) for context in design.contexts(factor)]
    return [curve for curve in curves if curve is not None]


def _curve(
    design: Design, factor: CrossedFactor, context: FactorContext, counts: Counts
) -> Curve | None:
    levels = [v for v in factor.levels if counts.games(context.cells.get(v, -1))]
    if len(levels) < 3:
        return None
    amounts = np.array([factor.amounts[factor.levels.index(v)] for v in levels])
    played = [counts.judged[context.cells[v]] for v in levels]
    fit = _fit(amounts, played)
    if fit is None:
        return None
    (start, slope), spread, shares = fit
    fitted = 1 / (1 + np.exp(-(start + slope * amounts)))
    at = low = high = None
    band = design.shared(context.cells.values())
    if band and 0 < band.middle < 1:
        at, low, high = _hit(start, slope, spread, band.middle, amounts, design.confidence)
    worst, between = float(np.abs(fitted - shares).max()), _between(levels, shares, band)
    return Curve(context, start, slope, tuple(fitted.tolist()), worst, at, low, high, between)


def _fit(
    amounts: np.ndarray, played: Sequence[Result]
) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """((start, slope), their covariance, win rate of each cell); None where no curve fits.

    The cells share luck by replicate, so the covariance is clustered by it: the plain one
    of the model would take them for independent.  A few games make no curve.
    """
    from statsmodels.genmod.families import Binomial
    from statsmodels.genmod.generalized_linear_model import GLM

    games = np.array([games_of(r) for r in played], dtype=float)
    won = np.array([share_of(r) for r in played]) * games
    if games.min() < FEWEST or ((won == 0) | (won == games)).sum() > len(won) - 2:
        return None
    x = np.column_stack([np.ones(len(amounts)), amounts])
    model = GLM(np.column_stack([won, games - won]), x, family=Binomial())
    with warnings.catch_warnings():
        # A few games may part all wins from all losses; the slope is then endless, and no curve.
        warnings.simplefilter("ignore")
        fit = model.fit()
    parted = np.minimum(fit.fittedvalues, 1 - fit.fittedvalues) < PARTED
    if parted.sum() > len(won) - 2 or not fit.converged:
        return None
    mean = np.asarray(fit.fittedvalues)
    bread = np.linalg.inv((x * (games * mean * (1 - mean))[:, None]).T @ x)
    meat = _scores(x, played, won / games) * spare(played)
    return np.asarray(fit.params), bread @ meat @ bread, won / games


def _scores(x: np.ndarray, played: Sequence[Result], shares: np.ndarray) -> np.ndarray:
    """Squares and products of what each game number adds, over all cells."""
    together = np.zeros((2, 2))
    for some in portions(played):
        scores = np.zeros((AT_ONCE, 2))
        for row, result, share in zip(x, played, shares, strict=True):
            stray = strays(result[some], share)
            scores[: len(stray)] += stray[:, None] * row
        together += scores.T @ scores
    return together


def _hit(
    start: float, slope: float, spread: np.ndarray, target: float, amounts: np.ndarray,
    confidence: Confidence,
) -> tuple[float | None, float | None, float | None]:  # fmt: skip
    """Amount at which the curve meets the target, with its interval by the delta method."""
    if slope == 0 or abs(slope) < confidence.reach * sqrt(max(0.0, spread[1, 1])):
        return None, None, None
    at = (log(target / (1 - target)) - start) / slope
    if not amounts[0] <= at <= amounts[-1]:
        return None, None, None
    slopes = np.array([-1 / slope, -at / slope])
    half = confidence.reach * sqrt(max(0.0, float(slopes @ spread @ slopes)))
    ends = max(at - half, amounts[0]), min(at + half, amounts[-1])
    return float(at), float(ends[0]), float(ends[1])


def _between(
    levels: Sequence[Any], shares: np.ndarray, band: Band | None
) -> tuple[Any, Any] | None:
    if band is None:
        return None
    for first, second, a, b in zip(levels, levels[1:], shares, shares[1:], strict=False):
        if min(a, b) <= band.middle <= max(a, b):
            return first, second
    return None


def shown_rate(curve: Curve, amount: float) -> float:
    """Win rate on the curve at any amount."""
    return float(1 / (1 + np.exp(-(curve.start + curve.slope * amount))))
