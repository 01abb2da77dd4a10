"""How a seat chooses: by weights, at random, idly, by looking ahead, or by a user's code."""

from simulate.core.compiler import inner_kernel, kernel
from simulate.core.streams import below
from simulate.games.tactics.moves.move import KIND
from simulate.games.tactics.state.record import FIRST_CHOICE
from strategies.choice import MODE, soft_choice
from strategies.tactics.features import score


@kernel
def choose_by_weights(s, cards, w, v, moves, n, features, numbers, scores):
    """Index of the best move by the seat's weights, softened by its skill."""
    score(s, cards, w, v, moves, n, features, numbers, scores)
    return soft_choice(s, FIRST_CHOICE + s.asked, scores, n, w.skill)


@inner_kernel
def is_idle(kind):
    """Whether a kind of move is the least that the rules allow where it is listed."""
    return (
        kind == KIND.END_TURN
        or kind == KIND.STOP
        or kind == KIND.DO_NOT_ROLL
        or kind == KIND.DO_NOT_COUNTER
        or kind == KIND.KEEP_CARD
        or kind == KIND.NOBODY
    )


@kernel
def choose_idly(s, moves, n):
    """The least that the rules allow: end the turn, stop, do without; else any by chance."""
    for i in range(n):
        if is_idle(moves[i].kind):
            return i
    return below(s, FIRST_CHOICE + s.asked, n)


@kernel
def choose_quickly(s, cards, w, v, moves, n, features, numbers, scores):
    """Every way of choosing but looking ahead and a user's code."""
    if w.mode == MODE.RANDOM:
        return below(s, FIRST_CHOICE + s.asked, n)
    if w.mode == MODE.IDLE:
        return choose_idly(s, moves, n)
    return choose_by_weights(s, cards, w, v, moves, n, features, numbers, scores)
