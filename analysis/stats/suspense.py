"""Suspense and surprise of a game: how the chances of winning move along it.

As Ely, Frankel and Kamenica define them ("Suspense and Surprise", Journal of Political Economy 123
(2015) 215-260), with the square root as utility: surprise is how far the chances have moved,
suspense how far they are expected to.
"""

import numpy as np

BINS = 8  # of how late it is, and as many of how open


def moved(chances: np.ndarray) -> np.ndarray:
    """How far the chances move at each step: the root of the summed squares over all sides.

    Parameters
    ----------
    chances : float64[moments, sides]
        Each row sums to 1; the last may be the result.

    Returns
    -------
    float64[moments - 1]
        0 to the root of 2; their sum is the surprise of a game.

    Examples
    --------
    >>> moved(np.array([[0.5, 0.5], [0.8, 0.2], [1.0, 0.0]])).round(4).tolist()
    [0.4243, 0.2828]
    """
    return np.asarray(np.sqrt((np.diff(chances, axis=0) ** 2).sum(axis=1)))


def expected(steps: np.ndarray, chances: np.ndarray, late: np.ndarray) -> np.ndarray:
    """How far the chances are expected to move next: the root of the expected summed squares.

    Parameters
    ----------
    steps : float64[moments]
        By which the chances did move after each moment, of many games.
    chances : float64[moments, sides]
        Before that.
    late : float64[moments]
        0 at the beginning of a game, 1 at its usual end.

    Returns
    -------
    float64[moments]
        Of all moments that are as late and as open; their sum over a game is its suspense.

    Notes
    -----
    What follows a moment is not played again: moments of all games stand in for it, in 8 by 8
    groups by how late it is and by ``1 - sum(chances ** 2)``.  Who sees more than that can be
    in no more suspense on average (Jensen).

    Examples
    --------
    A coin that is thrown: nobody knows which way, but all know how far.

    >>> chances = np.array([[0.5, 0.5], [0.5, 0.5]])
    >>> expected(np.array([1.0, 0.0]), chances, np.zeros(2)).round(4).tolist()
    [0.7071, 0.7071]
    """
    sides = chances.shape[1]
    open_ = open_still(chances) * sides / (sides - 1)
    group = _bin(late) * BINS + _bin(open_)
    sums = np.bincount(group, steps**2, BINS**2)
    counts = np.bincount(group, minlength=BINS**2)
    return np.asarray(np.sqrt(sums[group] / counts[group]))


def open_still(chances: np.ndarray) -> np.ndarray:
    """Squares by which chances will move in all until the result.

    Parameters
    ----------
    chances : float64[..., sides]
        Each row sums to 1.

    Returns
    -------
    float64[...]
        0 where the result is sure, at most 1 - 1 / sides.

    Examples
    --------
    >>> open_still(np.array([[0.5, 0.5], [1.0, 0.0]])).tolist()
    [0.5, 0.0]
    """
    return np.asarray(1 - (chances**2).sum(axis=-1))


def most_suspense(chances: np.ndarray, steps: int) -> float:
    """The most suspense that a game of so many steps can have: all of them alike.

    Parameters
    ----------
    chances : float64[sides]
        At the beginning.
    steps : int
        At least 1.

    Returns
    -------
    float
        The root of the steps times the squares that are open at the beginning.

    Examples
    --------
    >>> round(most_suspense(np.array([0.5, 0.5]), 8), 4)
    2.0
    """
    return float(np.sqrt(steps * open_still(chances)))


def _bin(shares: np.ndarray) -> np.ndarray:
    return np.clip((shares * BINS).astype(np.int64), 0, BINS - 1)
