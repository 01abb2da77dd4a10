"""How a seat chooses: by weights, at random, idly, by looking ahead, or by a user's code."""

from simulate.core.compiler import inner_kernel, kernel
from simulate.core.streams import below
from simulate.games.defenders.moves.move import KIND
from simulate.games.defenders.state.record import FIRST_CHOICE
from strategies.choice import MODE, soft_choice
from strategies.defenders.features import COUNT, describe

FOURS = COUNT - COUNT % 4  # features that come in fours


@inner_kernel
def score(w, numbers, n, scores):
    """Features times weights for each of `n` moves, into `scores`.

    Four sums at once: one after another, each addition would wait for the last.
    """
    for i in range(n):
        a, b, c, d = 0.0, 0.0, 0.0, 0.0
        for k in range(0, FOURS, 4):
            a += w.weight[k] * numbers[i, k]
            b += w.weight[k + 1] * numbers[i, k + 1]
            c += w.weight[k + 2] * numbers[i, k + 2]
            d += w.weight[k + 3] * numbers[i, k + 3]
        for k in range(FOURS, COUNT):
            a += w.weight[k] * numbers[i, k]
        scores[i] = (a + b) + (c + d)


@kernel
def choose_by_weights(s, cards, w, v, moves, n, features, numbers, scores):
    """Index of the best move by the seat's weights, softened by its skill."""
    describe(s, cards, w, v, moves, n, features, numbers)
    score(w, numbers, n, scores)
    return soft_choice(s, FIRST_CHOICE + moves[0].actor, scores, n, w.skill)


@kernel
def choose_idly(s, moves, n):
    """The least that the rules allow: end, pass, decline, stay or keep; else by chance."""
    for i in range(n):
        kind = moves[i].kind
        if (
            kind == KIND.END_TURN
            or kind == KIND.PASS
            or kind == KIND.DECLINE
            or kind == KIND.STAY
            or kind == KIND.KEEP_CARD
        ):
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
