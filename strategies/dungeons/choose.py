"""How a seat chooses: by weights, at random, idly, by looking ahead, or by a user's code."""

from simulate.compiler.kernels import inner_kernel
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.state.record import FIRST_CHOICE
from strategies.choice import choices_of, soft_choice
from strategies.dungeons.features import weigh_moves


@inner_kernel
def is_idle(kind):
    """Whether a kind of move is the least that the rules allow where it is listed."""
    return (
        kind == KIND.END_TURN
        or kind == KIND.STOP
        or kind == KIND.LEAVE
        or kind == KIND.DISCARD
        or kind == KIND.DECLINE
        or kind == KIND.NO_REWARD
        or kind == KIND.ROLL
        or kind == KIND.TAKE
    )


choose_by_weights, choose_idly, choose_quickly = choices_of(
    __name__, weigh_moves, soft_choice, is_idle, FIRST_CHOICE
)
