"""Numbers times their weights, added up; in several sums at once where that is faster.

Fractions are not the same in another order: who learned or was tuned with one sum keeps it.
"""

from simulate.compiler.kernels import inner_kernel


@inner_kernel
def one_sum(weights, numbers):
    """Numbers times their weights, added up one after another; both float64, of one length."""
    total = 0.0
    for i in range(len(weights)):
        total += weights[i] * numbers[i]
    return total


@inner_kernel
def two_sums(weights, first, numbers):
    """The same in two sums; the weights begin at `first`."""
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
    """The same in four sums at once: one after another, each addition would wait for the last."""
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
