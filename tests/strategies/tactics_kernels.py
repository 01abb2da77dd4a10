"""Looks at tables of Tiny Epic Tactics as strategies do."""

from simulate.compiler.kernels import kernel
from strategies.tactics.features import describe, total_of, weigh_moves


@kernel
def count_other_scores(s, cards, w, desk, blank, n):
    """How many of the `n` moves in desk.moves have other scores where nothing is known.

    Scores with what desk.outlook[0] knows from the tables before, and by features that are
    written down from `blank`, an OUTLOOK.
    """
    weigh_moves(s, cards, w, desk.outlook[0], desk.moves, n, desk, desk.spare[0])
    describe(s, cards, w, blank, desk.moves, n, desk.features, desk.numbers)
    others = 0
    for i in range(n):
        others += desk.spare[0, i] != total_of(w, desk.numbers, i)
    return others
