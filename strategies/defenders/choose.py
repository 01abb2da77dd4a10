"""How a seat chooses: by weights, at random, idly, by looking ahead, or by a user's code."""

from simulate.compiler.kernels import kernel
from simulate.games.defenders.moves.move import KIND
from simulate.games.defenders.state.record import FIRST_CHOICE
from strategies.choice import choices_of, soft_choice
from strategies.defenders.features import describe
from strategies.sums import score


@kernel
def weigh_moves(s, cards, w, v, moves, n, workspace, scores):
    """Scores of the `n` moves, by the seat's weights."""
    describe(s, cards, w, v, moves, n, workspace.features, workspace.numbers)
    score(w, workspace.numbers, n, scores)


# Moves that are the least that the rules allow where they are listed.
IDLE = KIND.group("end turn", "pass", "decline", "stay", "keep card")


choose_by_weights, choose_idly, choose_quickly = choices_of(
    __name__, weigh_moves, soft_choice, IDLE, FIRST_CHOICE
)
