"""Differences between cells on the same luck: the same replicates, result by result."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from analysis.counts import ABSENT
from analysis.intervals import Effect, cautious

Results = Mapping[int, np.ndarray]


@dataclass(frozen=True)
class Paired:
    """A difference between cells.

    games: replicates of the smallest cell in it.  saving: how many times more games the
    same certainty would take without shared luck (1.0: sharing does not help).
    """

    effect: Effect
    games: int
    saving: float


def difference(results: Results, base: int, other: int) -> Paired:
    """Win rate of cell `other` minus that of `base`."""
    return combination(results, {other: 1.0, base: -1.0})


def combination(results: Results, weights: Mapping[int, float]) -> Paired:
    """Sum of weight x win rate over cells, its variance taken replicate by replicate.

    Every cell brings all its games, also where another cell has fewer: the variance is the
    sum over replicates of the squared sum of what each cell's result adds to the estimate.
    """
    length = max(len(results[cell]) for cell in weights)
    moved = np.zeros(length)
    value = alone = 0.0
    fewest = length
    for cell, weight in weights.items():
        played = results[cell] != ABSENT
        games = int(played.sum())
        fewest = min(fewest, games)
        if games:
            share = float((results[cell] == 1).sum()) / games
            value += weight * share
            alone += weight * weight * share * (1 - share) / games
            moved[: len(played)] += np.where(played, (results[cell] - share) * weight / games, 0.0)
    variance = float(np.square(moved).sum())
    reach = sum(abs(weight) for weight in weights.values()) / 2
    saving = alone / variance if variance > 0 else 1.0
    return Paired(cautious(value, variance, fewest, reach), fewest, saving)


def mean_of(pairs: list[tuple[int, int]]) -> dict[int, float]:
    """Weights of the mean difference over (base, other) pairs of cells."""
    weights: dict[int, float] = {}
    for base, other in pairs:
        weights[other] = weights.get(other, 0.0) + 1 / len(pairs)
        weights[base] = weights.get(base, 0.0) - 1 / len(pairs)
    return {cell: weight for cell, weight in weights.items() if weight}
