"""Looks at tables of Tiny Epic Tactics as strategies do."""

from simulate.compiler.kernels import kernel
from strategies.sums import total_of
from strategies.tactics.features import describe, weigh_moves


@kernel
def count_other_scores(s, cards, w, workspace, blank, n):
    """How many of the `n` moves in workspace.moves have other scores where nothing is known.

    Scores with what workspace.outlook[0] knows from the tables before, and by features that are
    written down from `blank`, an OUTLOOK.
    """
    weigh_moves(
        s, cards, w, workspace.outlook[0], workspace.moves, n, workspace, workspace.spare[0]
    )
    describe(s, cards, w, blank, workspace.moves, n, workspace.features, workspace.numbers)
    others = 0
    for i in range(n):
        others += workspace.spare[0, i] != total_of(w, workspace.numbers, i)
    return others
