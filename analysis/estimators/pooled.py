"""One rate over all settings, with its effective number of games.

Settings share luck: game 17 of one is like game 17 of the others.  Taken for independent they
would make the interval of a rate over all of them much too narrow.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Protocol, runtime_checkable

import numpy as np
import polars as pl

from analysis.data.counts import Counts
from analysis.data.reading import RowBlock
from analysis.stats.interim import ONE_LOOK, Confidence
from analysis.stats.intervals import Rate, design_effect, wilson
from analysis.stats.results import (
    ABSENT,
    AT_ONCE,
    Batches,
    games_of,
    portions,
    share_of,
    strays,
)

# For every game of a block the kind that it is of; below 0 for one that does not count.
Codes = Callable[[RowBlock], np.ndarray]


class Split:
    """How rows fall into kinds, summed by game number over all settings."""

    def __init__(self, kinds: int, confidence: Confidence = ONE_LOOK) -> None:
        self.confidence = confidence
        self.rows, self._squares, self._crossed = (np.zeros(kinds) for _ in range(3))
        self._whole = self._numbers = 0.0

    def add(self, number: np.ndarray, kind: np.ndarray) -> None:
        """Count rows.  A game number must not be split between two calls."""
        number, kind = number[kind >= 0], kind[kind >= 0].astype(np.int64)
        if not len(number):
            return
        kinds = len(self.rows)
        at = (number - number.min()) * kinds + kind
        parts = np.bincount(at, minlength=(np.ptp(number) + 1) * kinds).reshape(-1, kinds)
        self.add_parts(parts.astype(float))

    def add_batches(self, batch: np.ndarray, kind: np.ndarray, rows: np.ndarray) -> None:
        """Count rows of which only sums by batch are known; all at once.

        How far batches stray from each other tells how far game numbers do: a batch of n numbers
        strays as n of them.
        """
        met = kind >= 0
        batch, kind, rows = batch[met], kind[met].astype(np.int64), rows[met]
        if not len(batch):
            return
        kinds = len(self.rows)
        at = (batch - batch.min()) * kinds + kind
        size = (np.ptp(batch) + 1) * kinds
        self.add_parts(np.bincount(at, rows, minlength=size).reshape(-1, kinds))

    def of_numbers(self, numbers: float) -> None:
        """Say of how many game numbers the rows are, where batches were counted."""
        self._numbers = numbers

    def add_parts(self, parts: np.ndarray) -> None:
        """Count rows, by game number or batch, and kind."""
        whole = parts.sum(axis=1)
        self.rows += parts.sum(axis=0)
        self._squares += np.square(parts).sum(axis=0)
        self._crossed += whole @ parts
        self._whole += float(whole @ whole)
        self._numbers += float((whole > 0).sum())

    def rate(self, kind: int) -> Rate:
        """Share of the rows that are of a kind: Wilson's interval, effective number of games."""
        rows, of_kind = float(self.rows.sum()), float(self.rows[kind])
        if not rows:
            return Rate(won=0, games=0, value=0.0, low=0.0, high=1.0, confidence=self.confidence)
        value = of_kind / rows
        moved = self._squares[kind] - 2 * value * self._crossed[kind] + value**2 * self._whole
        lean = design_effect(moved, rows * value * (1 - value), rows / self._numbers, self._numbers)
        low, high = wilson(of_kind / lean, rows / lean, self.confidence)
        return Rate(int(of_kind), int(rows), value, low=low, high=high, confidence=self.confidence)


@runtime_checkable
class Grouped(Protocol):
    """Games of which only sums are known, that can be split all the same."""

    def split(
        self, cells: Collection[int], ways: Sequence[tuple[Codes, int]], splits: Sequence[Split]
    ) -> None:
        """Count the games of some cells in several ways."""


def split(
    blocks: Iterable[RowBlock] | Grouped,
    cells: Collection[int],
    ways: Sequence[tuple[Codes, int]],
    confidence: Confidence = ONE_LOOK,
) -> list[Split]:
    """The games of some cells, split in several ways: (codes, how many kinds) each."""
    splits = [Split(kinds, confidence) for _, kinds in ways]
    if isinstance(blocks, Grouped):
        blocks.split(cells, ways, splits)
        return splits
    for block in blocks:
        cell = block.games["cell"].to_numpy()
        inside = np.isin(cell, list(cells))
        for each, (codes, _) in zip(splits, ways, strict=True):
            each.add(block.deals, np.where(inside, codes(block), ABSENT))
    return splits


def wins(counts: Counts, cells: Collection[int], confidence: Confidence = ONE_LOOK) -> Rate:
    """Games won of all games of some cells."""
    if any(cell in counts.weighed for cell in cells):
        return _weighed(counts, cells, confidence)
    results = [counts.won[cell] for cell in cells]
    both = Split(2, confidence)
    if sums := [(r.games, r.wins) for r in results if isinstance(r, Batches)]:
        batch = np.concatenate([np.tile(np.arange(len(games)), 2) for games, _ in sums])
        kind = np.concatenate([np.repeat([0, 1], len(games)) for games, _ in sums])
        rows = np.concatenate([np.concatenate([games - wins, wins]) for games, wins in sums])
        both.add_batches(batch, kind, rows.astype(float))
        both.of_numbers(float(max(map(games_of, results))))
        return both.rate(1)
    single = [r for r in results if not isinstance(r, Batches)]
    for some in portions(single):
        portion = [result[some] for result in single]
        both.add(np.concatenate([np.arange(len(r)) for r in portion]), np.concatenate(portion))
    return both.rate(1)


def _weighed(counts: Counts, cells: Collection[int], confidence: Confidence) -> Rate:
    """The same where games are weighed by their deal."""
    results = [counts.judged[cell] for cell in cells]
    games = [games_of(result) for result in results]
    rows = sum(games)
    value = sum(share_of(r) * n for r, n in zip(results, games, strict=True)) / rows
    moved = 0.0
    for some in portions(results):
        stray = np.zeros(AT_ONCE)
        for result in results:
            own = strays(result[some], value)
            stray[: len(own)] += own
        moved += float(np.square(stray).sum())
    lean = design_effect(moved, rows * value * (1 - value), rows / max(games), max(games))
    low, high = wilson(value * rows / lean, rows / lean, confidence)
    won = sum(map(counts.wins, cells))
    return Rate(won=won, games=rows, value=value, low=low, high=high, confidence=confidence)


def of_text(column: str, kinds: Sequence[str]) -> Codes:
    """Games by a column of text: its place in `kinds`, after the last one where it is none."""
    known = {kind: i for i, kind in enumerate(kinds)}

    def codes(block: RowBlock) -> np.ndarray:
        places = block.games[column].cast(pl.String).replace_strict(known, default=len(kinds))
        return places.fill_null(len(kinds)).to_numpy().astype(np.int64)

    return codes
