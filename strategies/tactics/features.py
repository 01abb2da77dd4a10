"""The features of every legal move, as a player in the seat sees them.

`features` holds one record `FEATURES` for each move, fields named as in
`names.MOVE_FEATURES`; `numbers` is the same memory as float64[moves, COUNT].
"""

import numpy as np

from simulate.core.compiler import inner_kernel, kernel
from simulate.games.tactics.moves.move import END
from strategies.tactics.names import MOVE_FEATURES

COUNT = len(MOVE_FEATURES)
# One record a move; the same memory as numbers, float64[moves, COUNT], is what `score` reads.
FEATURES = np.dtype((np.record, np.dtype([(name, "f8") for name in MOVE_FEATURES])))


@kernel
def describe(s, cards, w, v, moves, n, features, numbers):
    """Fill the features of all `n` legal moves of the seat that must choose."""
    for i in range(n):
        for k in range(COUNT):
            numbers[i, k] = 0.0
        if moves[i].kind == END:
            features[i].end = 1.0


@inner_kernel
def total_of(w, numbers, i):
    """Features times weights of one move."""
    total = 0.0
    for k in range(COUNT):
        total += w.weight[k] * numbers[i, k]
    return total
