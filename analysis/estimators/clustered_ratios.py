"""Ratios over seats, with variances clustered by game.

A share is a sum over a number: wins of the Dwarves over games of the Dwarves.  Rows of one
game lean on each other, and so do games of one number in different cells, which share luck.
So everything is added up by game number first, over all cells at once; what is kept are the
sums, squares and products of these totals, and from them comes the variance of any weighted
sum of shares (the delta method, clustered by game number).
"""

from collections.abc import Collection, Iterable, Sequence
from math import sqrt

import numpy as np

from analysis.data.frames import Frame
from analysis.stats.interim import ONE_LOOK, Confidence
from analysis.stats.intervals import IMAGINED, Estimate, design_effect, effect, wilson

MOST_AT_ONCE = 2_000_000
ROUNDING = 1e-12


class Ratios:
    """For each cell and question: a sum, a number, and how they go together.

    top, bottom, numbers (of games that answer): (cells, questions).  The three square arrays are
    (questions, cells, cells).  confidence: how sure every interval must be.
    """

    def __init__(
        self, cells: Sequence[int], questions: int, confidence: Confidence = ONE_LOOK
    ) -> None:
        self.confidence = confidence
        self.cells = tuple(cells)
        self.index = {cell: i for i, cell in enumerate(self.cells)}
        self.questions = questions
        shape = len(self.cells), questions
        self.top, self.bottom, self.numbers = (np.zeros(shape) for _ in range(3))
        square = questions, len(self.cells), len(self.cells)
        self._top_top, self._top_bottom, self._bottom_bottom = (np.zeros(square) for _ in range(3))

    def count(
        self,
        frames: Sequence[Frame],
        codes: Iterable[Sequence[np.ndarray]],
        values: Iterable[np.ndarray] | None = None,
    ) -> None:
        """Count the games of all cells at once, because a game number must not be split.

        codes: for each frame the question that each seat answers, one array for each that it may
        answer; values: what is summed of every seat, its wins unless something else is given.
        """
        if values is None:
            values = (frame.won for frame in frames)
        parts = [
            (
                np.repeat(frame.deals, code.shape[1]),
                np.full(code.size, self.index[frame.cell]),
                code.ravel(),
                value.ravel(),
            )
            for frame, answers, value in zip(frames, codes, values, strict=True)
            for code in answers
        ]
        if parts:
            self.add(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def add(
        self, game: np.ndarray, cell: np.ndarray, question: np.ndarray, value: np.ndarray
    ) -> None:
        """Count rows of one block.  A game number must not be split between two calls.

        game: number in the block; cell: its place in `cells`; question: below 0 for a row
        that answers none; value: what is summed.
        """
        rows = np.flatnonzero(question >= 0)
        rows = rows[np.argsort(game[rows], kind="stable")]
        if not len(rows):
            return
        first, last = int(game[rows[0]]), int(game[rows[-1]])
        size = max(1, MOST_AT_ONCE // (len(self.cells) * self.questions))
        size = min(size, last - first + 1)
        starts = np.arange(first, last + 1, size)
        bounds = [*np.searchsorted(game[rows], starts), len(rows)]
        place = (question * len(self.cells) + cell) * size
        for start, first, last in zip(starts, bounds, bounds[1:], strict=False):
            some = rows[first:last]
            at = place[some] + game[some] - start
            counted = value[some].astype(float), np.ones(len(some))
            self._add(*(self._by_game(at, weights, size) for weights in counted))

    def _by_game(self, at: np.ndarray, weights: np.ndarray, size: int) -> np.ndarray:
        """Totals as (questions, cells, game numbers)."""
        shape = self.questions, len(self.cells), size
        return np.bincount(at, weights, minlength=int(np.prod(shape))).reshape(shape)

    def _add(self, top: np.ndarray, bottom: np.ndarray) -> None:
        self.top += top.sum(axis=2).T
        self.bottom += bottom.sum(axis=2).T
        self.numbers += (bottom > 0).sum(axis=2).T
        turned = bottom.transpose(0, 2, 1)
        self._top_top += top @ top.transpose(0, 2, 1)
        self._top_bottom += top @ turned
        self._bottom_bottom += bottom @ turned

    def add_batches(self, top: np.ndarray, bottom: np.ndarray, games: Sequence[int]) -> None:
        """Count sums of batches of game numbers, all at once: (questions, cells, batches).

        How far batches stray tells how far game numbers do; games: of each cell.
        """
        from analysis.stats.results import batched

        self._add(top, bottom)
        times = batched(top.shape[2])
        share = self.shares.T
        # Only what strays is uncertain for there being few batches, not the sums themselves.
        stray = top - share[:, :, None] * bottom
        self._top_top += (times - 1) * (stray @ stray.transpose(0, 2, 1))
        self.numbers = np.minimum(self.bottom, np.array(games, dtype=float)[:, None])

    def only(self, cells: Sequence[int]) -> "Ratios":
        """The same sums for some of the cells."""
        places = [self.index[cell] for cell in cells]
        part = Ratios(cells, self.questions, self.confidence)
        part.top, part.bottom = self.top[places], self.bottom[places]
        part.numbers = self.numbers[places]
        square = np.ix_(range(self.questions), places, places)
        part._top_top, part._top_bottom = self._top_top[square], self._top_bottom[square]
        part._bottom_bottom = self._bottom_bottom[square]
        return part

    def less(self, part: "Ratios") -> "Ratios":
        """The same sums without those of some of the games: `part`, of the same cells."""
        rest = self.only(self.cells)
        for name in ("top", "bottom", "numbers", "_top_top", "_top_bottom", "_bottom_bottom"):
            setattr(rest, name, getattr(self, name) - getattr(part, name))
        return rest

    def within(self, cells: Collection[int]) -> "Ratios":
        """The same sums, in some of the cells alone; the others stay, and are empty."""
        return self.without(
            np.repeat([[cell not in cells] for cell in self.cells], self.questions, axis=1)
        )

    def without(self, out: np.ndarray) -> "Ratios":
        """The same sums but for some, which stay, and are empty; out: as (cells, questions)."""
        if not out.any():
            return self
        part = self.only(self.cells)
        for name in ("top", "bottom", "numbers"):
            setattr(part, name, np.where(out, 0.0, getattr(self, name)))
        for square in (part._top_top, part._top_bottom, part._bottom_bottom):
            square[out.T] = 0.0
            square.transpose(0, 2, 1)[out.T] = 0.0
        return part

    @property
    def shares(self) -> np.ndarray:
        """(cells, questions); 0 where nothing was counted."""
        return self.top / np.maximum(self.bottom, 1)

    def value(self, question: int, weights: np.ndarray) -> float:
        """Sum over cells of weight x share."""
        return float(weights @ self.shares[:, question])

    def variance(self, question: int, weights: np.ndarray) -> float:
        """Variance of that sum."""
        used = self.bottom[weights != 0, question]
        games = float(used.min()) if len(used) else 0.0
        spare = games / (games - 1) if games > 1 else 1.0
        return self._spread(question, weights) * spare

    def _spread(self, question: int, weights: np.ndarray) -> float:
        """The sum over game numbers of squared moves."""
        scaled = weights / np.maximum(self.bottom[:, question], 1)
        share = self.shares[:, question]
        crossed = self._top_bottom[question] * share[None, :]
        moved = self._top_top[question] - crossed - crossed.T
        moved += self._bottom_bottom[question] * np.outer(share, share)
        spread = float(scaled @ moved @ scaled)
        # Where all games tell the same, what is left is rounding: no variance at all.
        rounding = ROUNDING * float(np.abs(scaled) @ np.abs(crossed) @ np.abs(scaled))
        return spread if spread > rounding else 0.0

    def variance_between(self, question: int, away: np.ndarray) -> float:
        """Variance of a mean over rows because it is luck how many of them each cell has.

        away: how far the mean of each cell lies from that of all; rows are imagined as well.
        """
        rows = float(self.bottom[:, question].sum())
        moved = float(away @ self._bottom_bottom[question] @ away)
        return (moved + IMAGINED * float(np.square(away).mean())) / (rows + IMAGINED) ** 2

    def score(self, question: int, weights: np.ndarray) -> Estimate:
        """A mean of shares: Wilson's interval with the effective number of games.

        weights: of the cells, 0 or more, summing to 1.  What is summed lies between 0 and 1.
        The effective number is that of independent rows which would make the mean as sure as it
        is; where every game number answers once, without ties, it is the number of games.
        """
        # Of few seats what is left, weighed by seat, may lie beyond what can be.
        value = min(max(self.value(question, weights), 0.0), 1.0)
        games = self.effective(question, weights)
        low, high = wilson(value * games, games, self.confidence)
        smooth = (self.top[:, question] + 1) / (self.bottom[:, question] + 2)
        error = sqrt(self.variance_if(smooth, question, weights))
        return Estimate(value=value, low=low, high=high, se=error, confidence=self.confidence)

    def effective(self, question: int, weights: np.ndarray) -> float:
        """Independent rows that would make a mean of shares as sure as it is."""
        counted = self.bottom[:, question]
        share = (self.top[:, question] + 1) / (counted + 2)
        mean = float(weights @ share)
        spread = self.variance_if(share, question, weights)
        return mean * (1 - mean) / spread if spread > 0 else 0.0

    def mean(self, question: int) -> Estimate:
        """The mean of what is summed over all rows, whatever its size.

        Two imagined rows that stray as all rows of all questions do keep a width where few tell.
        """
        from scipy.special import stdtrit

        weights = self.pooled(question)
        rows, all_ = float(self.bottom[:, question].sum()), float(self.bottom.sum())
        squares = float(np.einsum("qcc->", self._top_top))
        spread = max(squares / all_ - (float(self.top.sum()) / all_) ** 2, 0.0)
        imagined = IMAGINED * spread / (rows * (rows + IMAGINED))
        value = self.value(question, weights)
        variance = self.variance(question, weights) + imagined
        away = np.where(self.bottom[:, question] > 0, self.shares[:, question] - value, 0.0)
        variance += self.variance_between(question, away)
        # Student's: the spread of a few rows is itself hardly known.
        reach = float(stdtrit(max(1.0, rows - 1), self.confidence.quantile))
        return effect(value, variance, reach, self.confidence)

    def widening(self, question: int, weights: np.ndarray) -> float:
        """How many times the variance two imagined rows a cell, one of them won, would make it.

        As Agresti and Caffo have it: nothing where much was counted, much where little was.
        """
        counted, won = self.bottom[:, question], self.top[:, question]
        alone = _naive(weights, self.shares[:, question], np.maximum(counted, 1))
        return _naive(weights, (won + 1) / (counted + 2), counted + 2) / alone if alone else 1.0

    def variance_if(self, truth: np.ndarray, question: int, weights: np.ndarray) -> float:
        """The variance of a mean of shares, were these (one a cell) the true ones."""
        alone = _naive(weights, truth, np.maximum(self.bottom[:, question], 1))
        return alone * self._lean(question, weights)

    def _lean(self, question: int, weights: np.ndarray) -> float:
        """How many times the variance of independent rows a mean of shares has.

        Rows of one game number lean on each other: two seats of a team win together (2), two of
        three rivals do not (0.5).
        """
        used = (weights > 0) & (self.bottom[:, question] > 0)
        if not used.any():
            return 1.0
        numbers = float(self.numbers[used, question].max())
        most = float(self.bottom[used, question].sum()) / numbers
        alone = _naive(weights, self.shares[:, question], np.maximum(self.bottom[:, question], 1))
        return design_effect(self._spread(question, weights), alone, most, numbers)

    def even(self, question: int, cells: Sequence[int] | None = None) -> np.ndarray:
        """Equal weights of the cells in which the question was answered, summing to 1."""
        wanted = np.isin(self.cells, self.cells if cells is None else list(cells))
        used = wanted & (self.bottom[:, question] > 0)
        return used / max(1, int(used.sum()))

    def pooled(self, question: int) -> np.ndarray:
        """Weights that make one share of all cells."""
        counted = self.bottom[:, question]
        return counted / max(1.0, float(counted.sum()))


def _naive(weights: np.ndarray, share: np.ndarray, counted: np.ndarray) -> float:
    return float((np.square(weights) * share * (1 - share) / counted).sum())
