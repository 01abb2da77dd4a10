"""Paired differences between cells on common random numbers.

Paired differences on common random numbers, for rates and lengths, with the interval of Bonett
and Price.  Everything that compares two settings or two runs comes through here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from analysis.stats.corrections import q_values
from analysis.stats.interim import ONE_LOOK, Confidence
from analysis.stats.intervals import IMAGINED, Estimate, bonett_price_interval, effect, p_value
from analysis.stats.results import (
    AT_ONCE,
    Result,
    games_of,
    portions,
    share_of,
    spare,
    spread_of,
    strays,
)

Results = Mapping[int, Result]


@dataclass(frozen=True)
class Paired:
    """A difference between cells.

    games: replicates of the smallest cell in it.  saving: how many times more games the
    same certainty would take without shared luck (1.0: sharing does not help).
    """

    effect: Estimate
    games: int
    saving: float


def difference(
    results: Results, base: int, other: int, confidence: Confidence = ONE_LOOK
) -> Paired:
    """Win rate of cell `other` minus that of `base`."""
    return combination(results, {other: 1.0, base: -1.0}, confidence)


def combination(
    results: Results, weights: Mapping[int, float], confidence: Confidence = ONE_LOOK
) -> Paired:
    """Sum of weight x win rate over cells, its variance taken replicate by replicate.

    Every cell brings all its games, also where another cell has fewer: the variance is the
    sum over replicates of the squared sum of what each cell's result adds to the estimate.
    """
    games = {cell: games_of(results[cell]) for cell in weights}
    share = {cell: share_of(results[cell]) for cell in weights if games[cell]}
    value = sum(weights[cell] * share[cell] for cell in share)
    alone = sum(weights[c] ** 2 * spread_of(results[c]) / games[c] for c in share)
    fewest = min(games.values())
    variance = 0.0
    for some in portions(results[cell] for cell in weights):
        moved = np.zeros(AT_ONCE)
        for cell in share:
            stray = strays(results[cell][some], share[cell])
            moved[: len(stray)] += stray * weights[cell] / games[cell]
        variance += float(np.square(moved).sum())
    variance *= spare(results[cell] for cell in weights)
    reach = sum(abs(weight) for weight in weights.values()) / 2
    saving = alone / variance if variance > 0 else 1.0
    return Paired(bonett_price_interval(value, variance, fewest, reach, confidence), fewest, saving)


def of_numbers(
    values: Mapping[int, np.ndarray],
    weights: Mapping[int, float],
    confidence: Confidence = ONE_LOOK,
) -> Estimate:
    """Sum of weight x mean over cells of a whole number of any size, game number by game number.

    Widened by two imagined games, one longer by 1 and one shorter, so that a few games that
    agree leave it a width.

    values: cell -> float by replicate; not a number where there is no such game.
    """
    known = {cell: known_of(values[cell]) for cell in weights}
    value = sum(weight * known[cell][1] for cell, weight in weights.items())
    variance = 0.0
    for some in portions(values[cell] for cell in weights):
        moved = np.zeros(AT_ONCE)
        for cell, weight in weights.items():
            games, mean = known[cell]
            numbers = values[cell][some].astype(float)
            is_known = ~np.isnan(numbers)
            moved[: len(is_known)][is_known] += (numbers[is_known] - mean) * weight / games
        variance += float(np.square(moved).sum())
    fewest = min(games for games, _ in known.values())
    spare = fewest / (fewest - 1) if fewest > 1 else 1.0
    return effect(value, variance * spare + IMAGINED / fewest**2, confidence=confidence)


def known_of(values: np.ndarray) -> tuple[int, float]:
    """How many games have a number, and its mean; not a number where none has one."""
    games, total = 0, 0.0
    for some in portions([values]):
        numbers = values[some]
        numbers = numbers[~np.isnan(numbers)]
        games += len(numbers)
        total += float(numbers.sum(dtype=float))
    return games, total / games if games else np.nan


def mean_of(pairs: list[tuple[int, int]]) -> dict[int, float]:
    """Weights of the mean difference over (base, other) pairs of cells."""
    weights: dict[int, float] = {}
    for base, other in pairs:
        weights[other] = weights.get(other, 0.0) + 1 / len(pairs)
        weights[base] = weights.get(base, 0.0) - 1 / len(pairs)
    return {cell: weight for cell, weight in weights.items() if weight}


def told_apart(results: Results, cells: Sequence[int], confidence: Confidence = ONE_LOOK) -> float:
    """q of the difference between the cell that is won most and the one that is won least.

    Within the differences of all pairs of cells: the two that lie farthest apart were picked.
    """
    played = [results[cell] for cell in cells]
    games = np.array([games_of(result) for result in played])
    shares = np.array([share_of(result) for result in played])
    together = np.zeros((len(played), len(played)))
    for some in portions(played):
        moved = np.zeros((len(played), AT_ONCE))
        for i, result in enumerate(played):
            stray = strays(result[some], shares[i])
            moved[i, : len(stray)] = stray / max(1, games[i])
        together += moved @ moved.T
    together *= spare(played)
    ps, pairs = [], list(combinations(range(len(played)), 2))
    for a, b in pairs:
        variance = together[a, a] + together[b, b] - 2 * together[a, b]
        fewest = int(min(games[a], games[b]))
        gap = bonett_price_interval(shares[a] - shares[b], variance, fewest, 1.0, confidence)
        ps.append(p_value(gap))
    most, least = int(np.argmax(shares)), int(np.argmin(shares))
    if most == least:
        return 1.0
    return q_values(ps)[pairs.index((min(most, least), max(most, least)))]
