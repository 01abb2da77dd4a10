"""Results of the games of a cell: one by one, or in batches.

A cell may have 100,000,000 games.  So nothing larger than its results is made of all of them at
once: they are taken `AT_ONCE` at a time (`portions`).

Where a row of every game is kept, the results of a cell are an int8 array by game number: 1 won, 0
lost, -1 no such game.  Where sums alone are kept they are `Batches`.  Cells share luck game number
by game number, and so batch by batch: what is told of differences between cells holds for both.
`Weighed` are single games, each less what its deal is worth beyond the mean deal.
"""

from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass

import numpy as np

ABSENT = -1
AT_ONCE = 50_000


@dataclass(frozen=True)
class Batches:
    """Games and wins of each batch of game numbers; the same batches in every cell.

    games, wins: float64[batches] or int64[batches], ``wins <= games``.
    """

    games: np.ndarray
    wins: np.ndarray

    def __len__(self) -> int:
        return len(self.games)

    def __getitem__(self, some: slice) -> "Batches":
        return Batches(self.games[some], self.wins[some])


@dataclass(frozen=True)
class Weighed:
    """Single games and what the deal of each is worth.

    won: int8[games], as above.  worth: float16[games], in wins, beyond what all deals are worth by
    their known chances; 0 where there is no game.  wide: how many times as far as it seems a game
    strays, as what deals are worth was fitted to the same games.
    """

    won: np.ndarray
    worth: np.ndarray
    wide: float

    def __len__(self) -> int:
        return len(self.won)

    def __getitem__(self, some: slice) -> "Weighed":
        return Weighed(self.won[some], self.worth[some], self.wide)


AsPlayed = np.ndarray | Batches
Result = AsPlayed | Weighed


def by_deal(result: np.ndarray, rotations: int) -> AsPlayed:
    """Results by deal: sums of the games, one after another, in which each deal is played.

    Parameters
    ----------
    result : int8[games]
        1 so, 0 not, -1 no such game.
    rotations : int
        Games of a deal; of one game the results stay as they are.

    Returns
    -------
    int8[games] or Batches
        A batch a deal.

    Examples
    --------
    >>> by_deal(np.array([1, 0, 1, 1, 1], np.int8), 2).wins.tolist()
    [1, 2, 1]
    """
    if rotations == 1:
        return result
    deals = _deals(result, rotations, ABSENT)
    return Batches((deals != ABSENT).sum(axis=1), (deals == 1).sum(axis=1))


def means_by_deal(values: np.ndarray, rotations: int) -> np.ndarray:
    """The mean of a number over the games of each deal; not a number where none has one.

    Parameters
    ----------
    values : float[games]
        Not a number where there is no such game.
    rotations : int
        Games of a deal.

    Returns
    -------
    float[deals]
        The values themselves where a deal is one game.

    Examples
    --------
    >>> means_by_deal(np.array([1.0, 3.0, np.nan, 5.0, np.nan]), 2).tolist()
    [2.0, 5.0, nan]
    """
    if rotations == 1:
        return values
    deals = _deals(values, rotations, np.nan)
    known = (~np.isnan(deals)).sum(axis=1)
    return np.where(known > 0, np.nansum(deals, axis=1) / np.maximum(known, 1), np.nan)


def _deals(values: np.ndarray, rotations: int, none: float) -> np.ndarray:
    """Values with a row a deal; the last is filled up."""
    short = -len(values) % rotations
    return np.pad(values, (0, short), constant_values=none).reshape(-1, rotations)


def portions(results: Iterable[Sized]) -> Iterator[slice]:
    """Game numbers, or batches, of all these results, some at a time.

    Parameters
    ----------
    results : iterable of sized
        As long as they may be; the longest counts.

    Yields
    ------
    slice
        Of at most `AT_ONCE`, from 0 to the end of the longest.

    Examples
    --------
    >>> [*portions([np.zeros(70_000), np.zeros(10)])]
    [slice(0, 50000, None), slice(50000, 100000, None)]
    """
    for first in range(0, max(map(len, results), default=0), AT_ONCE):
        yield slice(first, first + AT_ONCE)


def games_of(result: Result) -> int:
    """Games played.

    Parameters
    ----------
    result : int8[games] or Batches
        1 won, 0 lost, -1 no such game; or sums.

    Returns
    -------
    int
        0 or more.

    Examples
    --------
    >>> games_of(np.array([1, 0, -1, 1], np.int8))
    3
    """
    if isinstance(result, Batches):
        return int(result.games.sum())
    if isinstance(result, Weighed):
        return games_of(result.won)
    return sum(int(np.count_nonzero(result[some] != ABSENT)) for some in portions([result]))


def wins_of(result: Result) -> int:
    """Games won, as they came.

    Parameters
    ----------
    result : int8[games] or Batches
        1 won, 0 lost, -1 no such game; or sums.

    Returns
    -------
    int
        0 or more.

    Examples
    --------
    >>> wins_of(np.array([1, 0, -1, 1], np.int8))
    2
    >>> wins_of(Batches(np.array([10, 10]), np.array([4, 6])))
    10
    """
    if isinstance(result, Batches):
        return int(result.wins.sum())
    if isinstance(result, Weighed):
        return wins_of(result.won)
    return sum(int(np.count_nonzero(result[some] == 1)) for some in portions([result]))


def share_of(result: Result) -> float:
    """The share of the games that are won, less what their deals are worth; 0 of none.

    Parameters
    ----------
    result : Result
        What came out of a cell.

    Returns
    -------
    float
        0..1.

    Examples
    --------
    >>> share_of(np.array([1, 0, -1, 1], np.int8))
    0.6666666666666666
    """
    dealt = 0.0
    if isinstance(result, Weighed):
        dealt = sum(float(result.worth[some].sum(dtype=float)) for some in portions([result]))
    return (wins_of(result) - dealt) / max(1, games_of(result))


def spread_of(result: Result) -> float:
    """The variance of one game of a cell.

    Parameters
    ----------
    result : Result
        What came out.

    Returns
    -------
    float
        p(1 - p), or how far games stray from what their deals are worth.

    Examples
    --------
    >>> spread_of(np.array([1, 0, -1, 1, 0], np.int8))
    0.25
    """
    share = share_of(result)
    if not isinstance(result, Weighed):
        return share * (1 - share)
    squares = sum(np.square(strays(result[some], share)).sum() for some in portions([result]))
    return float(squares) / max(1, games_of(result))


def judged_games(result: Weighed) -> np.ndarray:
    """Each game as it is judged: in wins, less what its deal is worth.

    Parameters
    ----------
    result : Weighed
        Games without a gap.

    Returns
    -------
    float64[games]
        Their mean is the share that is told, and their spread tells how sure it is.

    Examples
    --------
    >>> judged_games(Weighed(np.array([1, 0], np.int8), np.array([0.25, 0.0]), 1.0)).tolist()
    [0.75, 0.0]
    """
    share = share_of(result)
    return share + strays(result, share)


def strays(result: Result, share: float) -> np.ndarray:
    """How far each game, or each batch, lies from a share of wins; 0 where there is none.

    A number of eight bytes for each game: to be asked of a portion.

    Parameters
    ----------
    result : Result
        A portion of what came out.
    share : float
        Of wins, 0..1.

    Returns
    -------
    float64[n]
        In games; those of a whole cell sum to 0 at its own share.

    Examples
    --------
    >>> strays(np.array([1, 0, -1], np.int8), 0.5).tolist()
    [0.5, -0.5, 0.0]
    """
    if isinstance(result, Batches):
        return result.wins - share * result.games
    if isinstance(result, Weighed):
        return np.asarray((strays(result.won, share) - result.worth) * result.wide)
    return np.where(result != ABSENT, result - share, 0.0)


def spare(results: Iterable[Result]) -> float:
    """How many times a variance is, that was taken from few batches, what it seems.

    Of n batches the spread around their own mean is a little too small, and not well known
    (Student); of single games there are enough.

    Parameters
    ----------
    results : iterable of (int8[games] or Batches)
        What the variance was taken from; the fewest batches count.

    Returns
    -------
    float
        1 or more; 1 where all are single games.

    Examples
    --------
    >>> spare([np.array([1, 0], np.int8)])
    1.0
    """
    return batched(min((len(r) for r in results if isinstance(r, Batches)), default=0))


def batched(batches: int) -> float:
    """The same of so many batches; 1 of none.

    Parameters
    ----------
    batches : int
        0 or more.

    Returns
    -------
    float
        n / (n - 1), times the square of Student's quantile against the normal's.

    Notes
    -----
    Student, "The probable error of a mean", Biometrika 6 (1908) 1-25.

    Examples
    --------
    >>> batched(0), round(batched(200), 4)
    (1.0, 1.0174)
    """
    from scipy.special import ndtri, stdtrit

    if batches < 2:
        return 1.0
    reach = float(stdtrit(batches - 1, 0.975) / ndtri(0.975))
    return batches / (batches - 1) * reach**2
