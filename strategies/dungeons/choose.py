"""How a seat chooses: by weights, at random, idly, by looking ahead, or by a user's code."""

from simulate.core.compiler import inner_kernel, kernel
from simulate.core.streams import below
from simulate.games.dungeons.moves.move import (
    DECLINE,
    DISCARD,
    END,
    LEAVE,
    NO_REWARD,
    ROLL,
    STOP,
    TAKE,
)
from simulate.games.dungeons.state.record import FIRST_CHOICE
from strategies.choice import soft_choice
from strategies.dungeons.features import describe, total_of

BY_WEIGHTS, AT_RANDOM, IDLE, LOOK_AHEAD, PYTHON = 0, 1, 2, 3, 4
MODES = {
    "weights": BY_WEIGHTS,
    "random": AT_RANDOM,
    "idle": IDLE,
    "look_ahead": LOOK_AHEAD,
    "python": PYTHON,
}


@inner_kernel
def score(w, numbers, n, scores):
    """Features times weights for each of `n` moves, into `scores`."""
    for i in range(n):
        scores[i] = total_of(w, numbers, i)


@kernel
def choose_by_weights(s, cards, w, v, moves, n, features, numbers, scores):
    """Index of the best move by the seat's weights, softened by its skill."""
    describe(s, cards, w, v, moves, n, features, numbers)
    score(w, numbers, n, scores)
    return soft_choice(s, FIRST_CHOICE + moves[0].actor, scores, n, w.skill)


@inner_kernel
def is_idle(kind):
    """Whether a kind of move is the least that the rules allow where it is listed."""
    return (
        kind == END
        or kind == STOP
        or kind == LEAVE
        or kind == DISCARD
        or kind == DECLINE
        or kind == NO_REWARD
        or kind == ROLL
        or kind == TAKE
    )


@kernel
def choose_idly(s, moves, n):
    """The least that the rules allow: end the turn, take nothing; else any, by chance."""
    for i in range(n):
        if is_idle(moves[i].kind):
            return i
    return below(s, FIRST_CHOICE + moves[0].actor, n)


@kernel
def choose_quickly(s, cards, w, v, moves, n, features, numbers, scores):
    """Every way of choosing but looking ahead and a user's code."""
    if w.mode == AT_RANDOM:
        return below(s, FIRST_CHOICE + moves[0].actor, n)
    if w.mode == IDLE:
        return choose_idly(s, moves, n)
    return choose_by_weights(s, cards, w, v, moves, n, features, numbers, scores)
