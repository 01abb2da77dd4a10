"""How a seat chooses: by weights, at random, idly, by looking ahead, or by a user's code."""

from simulate.compiler.kernels import inner_kernel, kernel
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


@inner_kernel
def is_idle(kind):
    """Whether a kind of move is the least that the rules allow where it is listed."""
    return (
        kind == KIND.END_TURN
        or kind == KIND.PASS
        or kind == KIND.DECLINE
        or kind == KIND.STAY
        or kind == KIND.KEEP_CARD
    )


choose_by_weights, choose_idly, choose_quickly = choices_of(
    __name__, weigh_moves, soft_choice, is_idle, FIRST_CHOICE
)
