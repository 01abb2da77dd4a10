"""What came out of the games of a cell: one by one, or of whole batches of them.

A cell may have 100,000,000 games.  So nothing larger than its results is made of all of them at
once: they are taken `AT_ONCE` at a time (`portions`).

Where a row of every game is kept, the results of a cell are an int8 array by game number: 1 won, 0
lost, -1 no such game.  Where sums alone are kept they are `Batches`.  Cells share luck game number
by game number, and so batch by batch: what is told of differences between cells holds for both.
"""

from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass

import numpy as np

ABSENT = -1
AT_ONCE = 50_000


@dataclass(frozen=True)
class Batches:
    """Games and wins of each batch of game numbers; the same batches in every cell."""

    games: np.ndarray
    wins: np.ndarray

    def __len__(self) -> int:
        return len(self.games)

    def __getitem__(self, some: slice) -> "Batches":
        return Batches(self.games[some], self.wins[some])


Result = np.ndarray | Batches


def portions(results: Iterable[Sized]) -> Iterator[slice]:
    """Game numbers, or batches, of all these results, some at a time."""
    for first in range(0, max(map(len, results), default=0), AT_ONCE):
        yield slice(first, first + AT_ONCE)


def games_of(result: Result) -> int:
    """Games played."""
    if isinstance(result, Batches):
        return int(result.games.sum())
    return sum(int(np.count_nonzero(result[some] != ABSENT)) for some in portions([result]))


def wins_of(result: Result) -> int:
    """Games won."""
    if isinstance(result, Batches):
        return int(result.wins.sum())
    return sum(int(np.count_nonzero(result[some] == 1)) for some in portions([result]))


def strays(result: Result, share: float) -> np.ndarray:
    """How far each game, or each batch, lies from a share of wins; 0 where there is none.

    A number of eight bytes for each game: to be asked of a portion.
    """
    if isinstance(result, Batches):
        return result.wins - share * result.games
    return np.where(result != ABSENT, result - share, 0.0)


def spare(results: Iterable[Result]) -> float:
    """How many times a variance is, that was taken from few batches, what it seems.

    Of n batches the spread around their own mean is a little too small, and not well known
    (Student); of single games there are enough.
    """
    return batched(min((len(r) for r in results if isinstance(r, Batches)), default=0))


def batched(batches: int) -> float:
    """The same of so many batches; 1 of none."""
    from scipy.stats import norm, t

    if batches < 2:
        return 1.0
    reach = float(t.ppf(0.975, batches - 1) / norm.ppf(0.975))
    return batches / (batches - 1) * reach**2
