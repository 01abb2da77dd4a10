"""How a seat chooses: by weights, at random, idly, by looking ahead, or by a user's code."""

from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.state.record import FIRST_CHOICE
from strategies.choice import choices_of, soft_choice
from strategies.dungeons.features import weigh_moves

# Moves that are the least that the rules allow where they are listed.
IDLE = KIND.group(
    "end turn",
    "stop",
    "leave",
    "discard",
    "decline",
    "no reward",
    "roll",
    "take",
)


choose_by_weights, choose_idly, choose_quickly = choices_of(
    __name__, weigh_moves, soft_choice, IDLE, FIRST_CHOICE
)
