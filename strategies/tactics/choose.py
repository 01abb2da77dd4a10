"""How a seat chooses: by weights, at random, idly, by looking ahead, or by a user's code."""

from simulate.core.compiler import inner_kernel, kernel
from simulate.core.streams import below
from simulate.games.tactics.moves.move import END, KEEP_CARD, NO_COUNTER, NO_ROLL, NOBODY, STOP
from simulate.games.tactics.state.record import FIRST_CHOICE
from strategies.choice import soft_choice
from strategies.tactics.features import score

BY_WEIGHTS, AT_RANDOM, IDLE, LOOK_AHEAD, PYTHON = 0, 1, 2, 3, 4
MODES = {
    "weights": BY_WEIGHTS,
    "random": AT_RANDOM,
    "idle": IDLE,
    "look_ahead": LOOK_AHEAD,
    "python": PYTHON,
}


@kernel
def choose_by_weights(s, cards, w, v, moves, n, features, numbers, scores):
    """Index of the best move by the seat's weights, softened by its skill."""
    score(s, cards, w, v, moves, n, features, numbers, scores)
    return soft_choice(s, FIRST_CHOICE + s.asked, scores, n, w.skill)


@inner_kernel
def is_idle(kind):
    """Whether a kind of move is the least that the rules allow where it is listed."""
    return (
        kind == END
        or kind == STOP
        or kind == NO_ROLL
        or kind == NO_COUNTER
        or kind == KEEP_CARD
        or kind == NOBODY
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
    if w.mode == AT_RANDOM:
        return below(s, FIRST_CHOICE + s.asked, n)
    if w.mode == IDLE:
        return choose_idly(s, moves, n)
    return choose_by_weights(s, cards, w, v, moves, n, features, numbers, scores)
