"""What the look-ahead players share: which moves to roll out, and when to stop.

Rollouts of several moves on the same dealings (paired, so that their difference carries little
noise); moves that fall behind are dropped, and the first choice is left only for a lead of so
many standard errors.  Which rollouts are played is each game's affair.
"""

import math

import numpy as np

from simulate.compiler.kernels import kernel
from simulate.core.streams import fork_streams

LAG = 1.5  # standard errors behind the best at which a move is dropped


@kernel
def error_of(total, square, trials):
    """Standard error of a mean difference, from its sum and sum of squares."""
    mean = total / trials
    return math.sqrt(max(0.0, square / trials - mean * mean) / trials)


@kernel
def drop_laggards(order, sums, squares, count, trials, tried):
    """Drop moves that fall behind the best, changed in place; the first always stays."""
    best = 0.0
    for k in range(count):
        best = max(best, sums[k] / trials)
    kept = 1
    for k in range(1, count):
        error = error_of(sums[k], squares[k], trials)
        if sums[k] / trials >= best - LAG * error and (error > 0.0 or sums[k] >= best * trials):
            order[kept], sums[kept], squares[kept] = order[k], sums[k], squares[k]
            kept += 1
    return kept


@kernel
def surest(sums, squares, count, trials, doubt):
    """The move that leads the first by most, `doubt` standard errors taken off, or the first."""
    pick, lead = 0, 0.0
    for k in range(1, count):
        surely = sums[k] / trials - doubt * error_of(sums[k], squares[k], trials)
        if surely > lead:
            pick, lead = k, surely
    return pick


@kernel
def lead_of(total, square, trials, least):
    """A mean difference in standard errors, which count as a share of a trial at least."""
    return total / trials / max(error_of(total, square, trials), least / trials)


@kernel
def drop_losers(order, sums, squares, count):
    """Drop moves that did no better than the first, changed in place; the first always stays."""
    kept = 1
    for k in range(1, count):
        if sums[k] > 0.0:
            order[kept], sums[kept], squares[kept] = order[k], sums[k], squares[k]
            kept += 1
    return kept


@kernel
def drop_worst(order, sums, squares, count, trials, tried):
    """Keep a half of the moves tried after the first trial, a third after the second, and so on.

    From the second on none stays that did no better than the first, which always stays.  Most of
    what a choice gains is gained by telling the best few apart (successive halving, Karnin et al.,
    2013).  Changed in place.
    """
    if trials > 1:
        count = drop_losers(order, sums, squares, count)
    most = max(2, -(-tried // (trials + 1)))
    while count > most:
        worst = 1
        for k in range(2, count):
            if sums[k] <= sums[worst]:
                worst = k
        for k in range(worst + 1, count):
            order[k - 1], sums[k - 1], squares[k - 1] = order[k], sums[k], squares[k]
        count -= 1
    return count


@kernel
def drop_behind(order, sums, squares, count, trials, hope, least):
    """Drop moves whose lead over the first is not `hope` standard errors, changed in place."""
    kept = 1
    for k in range(1, count):
        if sums[k] > 0.0 and lead_of(sums[k], squares[k], trials, least) >= hope:
            order[kept], sums[kept], squares[kept] = order[k], sums[k], squares[k]
            kept += 1
    return kept


@kernel
def clearest(sums, squares, count, trials, doubt, least):
    """The move that gains most of those whose lead over the first is `doubt` standard errors."""
    pick, gain = 0, 0.0
    for k in range(1, count):
        if sums[k] > gain and lead_of(sums[k], squares[k], trials, least) >= doubt:
            pick, gain = k, sums[k]
    return pick


@kernel
def rank(scores, n, order, most):
    """Write the indices of the `most` highest scores into `order`, best first; how many."""
    count = min(n, most)
    for k in range(count):
        best = -1
        for i in range(n):
            taken = False
            for j in range(k):
                taken = taken or order[j] == i
            if not taken and (best < 0 or scores[i] > scores[best]):
                best = i
        order[k] = best
    return count


@kernel
def change_luck(copy, salt):
    """Draw other random numbers, independent of earlier draws: a seat cannot see those."""
    fork_streams(copy, salt)
    for purpose in range(copy.draws.shape[0]):
        copy.draws[purpose] = np.uint64(0)
