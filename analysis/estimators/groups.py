"""Games and wins by cell, question and answer, and the contrasts made of them.

Fair contrasts of what the deal decides: with a card against without it, pooled over cells
(Mantel-Haenszel), errors clustered by game number.  Used by `rates.contrasts`.
"""

from collections.abc import Sequence

import numpy as np

from analysis.stats.verdicts import FEWEST

# Two imagined games a group, one won: keeps the variance of a group without a win above 0.
IMAGINED = 2


class Groups:
    """Counts per cell, question and group; a group is what a game answered.

    A contrast is the sum over cells of weight x sum over groups of sign x win rate.
    """

    def __init__(self, cells: Sequence[int], questions: int, signs: Sequence[int]) -> None:
        self.index = {cell: i for i, cell in enumerate(cells)}
        self.signs = np.array(signs, dtype=float)
        self.games = np.zeros((len(cells), questions, len(signs)))
        self.wins = np.zeros_like(self.games)

    def add(self, cell: int, question: int, group: np.ndarray, won: np.ndarray) -> None:
        """Count games by the group that each of them is in."""
        at = self.index[cell], question
        self.games[at] += np.bincount(group, minlength=len(self.signs))
        self.wins[at] += np.bincount(group[won], minlength=len(self.signs))

    def add_yes_no(self, cell: int, dealt: np.ndarray, won: np.ndarray) -> None:
        """Count no (group 0) and yes (group 1) of every question at once."""
        at = self.index[cell]
        yes = dealt.sum(axis=0, dtype=np.int64)
        yes_won = dealt[won].sum(axis=0, dtype=np.int64)
        self.games[at, :, 1] += yes
        self.games[at, :, 0] += len(dealt) - yes
        self.wins[at, :, 1] += yes_won
        self.wins[at, :, 0] += int(won.sum()) - yes_won

    def weigh(self, allowed: np.ndarray) -> None:
        """Fix weights and win rates once everything is counted.

        A cell weighs as much as the sizes of its groups let its contrast be known
        (Mantel-Haenszel); one where a group is empty weighs nothing.
        allowed: bool (cells, questions), where a question may be asked.
        """
        full = np.all(self.games > 0, axis=2) & allowed
        inverse = np.where(self.games > 0, 1 / np.maximum(self.games, 1), 0).sum(axis=2)
        self.weights = np.where(full, 1 / np.maximum(inverse, 1e-12), 0.0)
        self.shares = self.wins / np.maximum(self.games, 1)

    def factors(self, scope: np.ndarray) -> np.ndarray:
        """Weights that sum to 1 over the cells in scope; all 0 where too few games tell.

        scope: bool (cells), or (cells, questions) where each has its own.
        """
        weights, smallest = self._weights(scope)
        weights[:, smallest < FEWEST] = 0
        total = weights.sum(axis=0)
        return np.asarray(weights / np.where(total > 0, total, 1))

    def too_few(self, scope: np.ndarray) -> np.ndarray:
        """bool of each question: whether it could be asked, and too few games tell."""
        weights, smallest = self._weights(scope)
        return np.asarray((weights > 0).any(axis=0) & (smallest < FEWEST))

    def _weights(self, scope: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Weights of the cells in scope, and the games of the smallest group in them."""
        weights = self.weights * (scope if scope.ndim > 1 else scope[:, None])
        smallest = (self.games * (weights > 0)[:, :, None]).sum(axis=0).min(axis=1)
        return weights, smallest

    def values(self, factors: np.ndarray) -> np.ndarray:
        """The contrast of every question."""
        return np.asarray((factors * (self.shares @ self.signs)).sum(axis=0))

    def moves(self, cell: int, question: int, group: np.ndarray, won: np.ndarray) -> np.ndarray:
        """What each game of a cell adds to that cell's contrast, beyond the mean."""
        at = self.index[cell], question
        scale = self.signs / np.maximum(self.games[at], 1)
        return np.asarray(scale[group] * (won - self.shares[at][group]))

    def careful(self, factors: np.ndarray, moved: np.ndarray) -> np.ndarray:
        """Variances from squared moves, widened where groups are small.

        The widening is how much two imagined games in every group (Agresti and Caffo) would
        add, were the cells independent: nothing for large groups, all for one without a win.
        """
        plain = self._naive(factors, self.shares)
        smooth = (self.wins + IMAGINED / 2) / (self.games + IMAGINED)
        wide = self._naive(factors, smooth)
        return np.where(plain > 0, moved * wide / np.where(plain > 0, plain, 1), wide)

    def _naive(self, factors: np.ndarray, shares: np.ndarray) -> np.ndarray:
        """Variance of every contrast as if all games were independent."""
        each = (shares * (1 - shares) / np.maximum(self.games, 1)).sum(axis=2)
        return np.asarray((np.square(factors) * each).sum(axis=0))
