"""How a seat chooses: by weights, at random, idly, by looking ahead, or by a user's code."""

from simulate.core.compiler import inner_kernel, kernel
from simulate.core.streams import below, uniform
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.state.record import FIRST_CHOICE, PHASE
from strategies.choice import MODE, soft_choice
from strategies.kingdoms.features import describe, total_of


@inner_kernel
def score(w, numbers, n, scores):
    """Features times weights for each of `n` moves, into `scores`."""
    for i in range(n):
        scores[i] = total_of(w, numbers, i)


@kernel
def draw_number(s, purpose, scores, n, skill):
    """A number in war, as often as its score says; the less skill, the more evenly."""
    total = 0.0
    for i in range(n):
        total += max(0.0, scores[i])
    point = uniform(s, purpose)
    for i in range(n - 1):
        share = max(0.0, scores[i]) / total if total > 0.0 else 1.0 / n
        point -= skill * share + (1.0 - skill) / n
        if point < 0.0:
            return i
    return n - 1


@kernel
def choose_by_weights(s, cards, w, v, moves, n, features, numbers, scores):
    """Index of the best move by the seat's weights, softened by its skill."""
    describe(s, cards, w, v, moves, n, features, numbers)
    score(w, numbers, n, scores)
    purpose = FIRST_CHOICE + moves[0].actor
    if s.phase == PHASE.SET_ATTACK or s.phase == PHASE.SET_DEFENCE:
        return draw_number(s, purpose, scores, n, w.skill)
    return soft_choice(s, purpose, scores, n, w.skill)


@inner_kernel
def is_idle(kind):
    """Whether a kind of move is the least that the rules allow where it is listed."""
    return (
        kind == KIND.DO_NOTHING
        or kind == KIND.COLLECT
        or kind == KIND.STOP
        or kind == KIND.WHITE_FLAG
        or kind == KIND.YIELD
        or kind == KIND.LEAVE_LAIR
        or kind == KIND.GIVE_UP
        or kind == KIND.LOSE_MEEPLE
    )


@kernel
def choose_idly(s, moves, n):
    """The least that the rules allow: pass, collect, stop, give up; else the first by chance."""
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
