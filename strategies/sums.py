"""Weighted sums of features; several at once where that is faster.

Fractions are not the same in another order: who learned or was tuned with one sum keeps it.
"""

from simulate.compiler.kernels import inner_kernel


@inner_kernel
def clear(numbers):
    """Set them to 0."""
    for i in range(len(numbers)):
        numbers[i] = 0.0


@inner_kernel
def one_sum(weights, numbers):
    """Numbers times their weights, added up one after another.

    Parameters
    ----------
    weights : float64[n]
        In any unit.
    numbers : float64[n]
        As many; not looked at.

    Returns
    -------
    float64
        The sum, each step rounded.

    Examples
    --------
    >>> import numpy as np
    >>> one_sum(np.array([1.0, 2.0, 0.5]), np.array([3.0, 4.0, 2.0]))
    12.0
    """
    total = 0.0
    for i in range(len(weights)):
        total += weights[i] * numbers[i]
    return total


@inner_kernel
def two_sums(weights, first, numbers):
    """The same in two sums.

    Parameters
    ----------
    weights : float64[:]
        Those of several cases, one after another.
    first : int
        Where those of this case begin; as many as there are numbers.
    numbers : float64[n]
        What is weighed.

    Returns
    -------
    float64
        The sum of those in even places and that of those in odd places, added.

    Examples
    --------
    >>> import numpy as np
    >>> two_sums(np.array([9.0, 9.0, 1.0, 2.0, 0.5]), 2, np.array([3.0, 4.0, 2.0]))
    12.0
    """
    a, b = 0.0, 0.0
    twos = len(numbers) - len(numbers) % 2
    for i in range(0, twos, 2):
        a += weights[first + i] * numbers[i]
        b += weights[first + i + 1] * numbers[i + 1]
    if twos < len(numbers):
        a += weights[first + twos] * numbers[twos]
    return a + b


@inner_kernel
def four_sums(weights, numbers):
    """The same in four sums at once: one after another, each addition would wait for the last.

    Parameters
    ----------
    weights : float64[n]
        In any unit.
    numbers : float64[n]
        As many, or more; the rest is not looked at.

    Returns
    -------
    float64
        Four sums, of every fourth place each, added.

    Examples
    --------
    >>> import numpy as np
    >>> four_sums(np.array([1.0, 2.0, 0.5]), np.array([3.0, 4.0, 2.0]))
    12.0
    """
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    fours = len(weights) - len(weights) % 4
    for i in range(0, fours, 4):
        a += weights[i] * numbers[i]
        b += weights[i + 1] * numbers[i + 1]
        c += weights[i + 2] * numbers[i + 2]
        d += weights[i + 3] * numbers[i + 3]
    for i in range(fours, len(weights)):
        a += weights[i] * numbers[i]
    return (a + b) + (c + d)


@inner_kernel
def total_of(w, numbers, i):
    """Features times the weights of a seat, of one move."""
    return four_sums(w.weight, numbers[i])


@inner_kernel
def score(w, numbers, n, scores):
    """The same of each of `n` moves, into `scores`."""
    for i in range(n):
        scores[i] = total_of(w, numbers, i)
