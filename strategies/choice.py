"""Choice rules shared by all games: the best of some scores, or a softer choice."""

import math

from simulate.core.compiler import inner_kernel, kernel
from simulate.core.streams import below, uniform
from simulate.core.words import Words

MODE = Words("weights", "random", "idle", "look_ahead", "python")  # ways of choosing


@inner_kernel
def best_of(s, purpose, scores, count):
    """Index of the highest score; ties are broken by the stream, not by order."""
    pick, ties = 0, 1
    for i in range(1, count):
        if scores[i] > scores[pick]:
            pick, ties = i, 1
        elif scores[i] == scores[pick]:
            ties += 1
            if below(s, purpose, ties) == 0:
                pick = i
    return pick


@kernel
def soft_choice(s, purpose, scores, count, skill):
    """Softmax of the scores divided by their spread, temperature (1 - skill) / skill.

    Exactly uniform at skill 0, the best at 1.  `scores` is changed in place.
    """
    if skill >= 1.0:
        return best_of(s, purpose, scores, count)
    if skill <= 0.0:
        return below(s, purpose, count)
    low, high = scores[0], scores[0]
    for i in range(1, count):
        low, high = min(low, scores[i]), max(high, scores[i])
    if high == low:
        return below(s, purpose, count)
    temperature = (1.0 - skill) / skill * (high - low)
    total = 0.0
    for i in range(count):
        scores[i] = math.exp((scores[i] - high) / temperature)
        total += scores[i]
    point = uniform(s, purpose) * total
    for i in range(count - 1):
        point -= scores[i]
        if point < 0.0:
            return i
    return count - 1
