"""How a seat chooses: by weights, at random, idly, by looking ahead, or by a user's code."""

from simulate.core.compiler import inner_kernel, kernel
from simulate.core.streams import below
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.state.record import FIRST_CHOICE
from strategies.choice import MODE, soft_choice
from strategies.dungeons.features import describe, total_of


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
        kind == KIND.END_TURN
        or kind == KIND.STOP
        or kind == KIND.LEAVE
        or kind == KIND.DISCARD
        or kind == KIND.DECLINE
        or kind == KIND.NO_REWARD
        or kind == KIND.ROLL
        or kind == KIND.TAKE
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
    if w.mode == MODE.RANDOM:
        return below(s, FIRST_CHOICE + moves[0].actor, n)
    if w.mode == MODE.IDLE:
        return choose_idly(s, moves, n)
    return choose_by_weights(s, cards, w, v, moves, n, features, numbers, scores)
