"""How a seat chooses: by weights, at random, idly, by looking ahead, or by a user's code."""

from simulate.core.compiler import kernel
from simulate.core.streams import below
from simulate.games.defenders.moves import DECLINE, END_TURN, PASS, STAY
from simulate.games.defenders.state import FIRST_CHOICE
from strategies.choice import soft_choice
from strategies.defenders.features import COUNT, describe

BY_WEIGHTS, AT_RANDOM, IDLE, LOOK_AHEAD, PYTHON = 0, 1, 2, 3, 4
MODES = {
    "weights": BY_WEIGHTS,
    "random": AT_RANDOM,
    "idle": IDLE,
    "look_ahead": LOOK_AHEAD,
    "python": PYTHON,
}


@kernel
def score(w, numbers, n, scores):
    """Features times weights for each of `n` moves, into `scores`."""
    for i in range(n):
        total = 0.0
        for k in range(COUNT):
            total += w.weight[k] * numbers[i, k]
        scores[i] = total


@kernel
def choose_by_weights(s, cards, w, v, moves, n, features, numbers, scores):
    """Index of the best move by the seat's weights, softened by its skill."""
    describe(s, cards, w, v, moves, n, features, numbers)
    score(w, numbers, n, scores)
    return soft_choice(s, FIRST_CHOICE + moves[0].actor, scores, n, w.skill)


@kernel
def choose_idly(s, moves, n):
    """The least that the rules allow: end, pass, decline or stay; else the first by chance."""
    for i in range(n):
        kind = moves[i].kind
        if kind == END_TURN or kind == PASS or kind == DECLINE or kind == STAY:
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
