"""The features of every legal move, as a player in the seat sees them.

`features` holds one record `FEATURES` for each move, fields named as in
`names.MOVE_FEATURES`; `numbers` is the same memory as float64[moves, COUNT].
"""

import numpy as np

from simulate.core.compiler import inner_kernel, kernel
from simulate.games.dungeons.moves.move import END
from strategies.dungeons.names import MOVE_FEATURES

COUNT = len(MOVE_FEATURES)
# One record a move; the same memory as numbers, float64[moves, COUNT], is what `score` reads.
FEATURES = np.dtype((np.record, np.dtype([(name, "f8") for name in MOVE_FEATURES])))


@kernel
def describe(s, cards, w, v, moves, n, features, numbers):
    """Fill the features of all `n` legal moves of the seat that must choose."""
    for i in range(n):
        for k in range(COUNT):
            numbers[i, k] = 0.0
        describe_move(s, cards, w, v, moves[i], features[i])


@kernel
def describe_move(s, cards, w, v, m, f):
    """The features of one move, by its kind."""
    if m.kind == END:
        f.end = 1.0


@inner_kernel
def total_of(w, numbers, i):
    """Features times weights of one move."""
    total = 0.0
    for k in range(COUNT):
        total += w.weight[k] * numbers[i, k]
    return total
