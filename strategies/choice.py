"""Ways of choosing, shared by all games: by weights, idly, at random; the best, or softer.

From scores of legal moves to one move: the last step of every policy.  Ties are broken by the
policy's own stream of luck, not by the order of the list.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from simulate.compiler.kernels import closure_kernel, inner_kernel, kernel
from simulate.core.code_table import CodeTable
from simulate.core.functions import exp
from simulate.core.streams import below, uniform

MODE = CodeTable("weights", "random", "idle", "look_ahead", "python")  # ways of choosing


class Choices(NamedTuple):
    """A game's ways of choosing.

    by_weights, quickly: (s, cards, w, v, moves, n, workspace, scores) -> index of one of the `n`
    moves, where w are the seat's weights, v its outlook, scores and the workspace scratch space;
    idly: (s, moves, n) -> index.
    """

    by_weights: Any
    idly: Any
    quickly: Any


def choices_of(
    module: str,
    weigh: Callable[..., Any],
    draw: Callable[..., Any],
    is_idle: Callable[..., Any],
    first_choice: int,
) -> Choices:
    """The ways of choosing of a game; `module` keeps them as choose_by_weights, _idly, _quickly.

    weigh(s, cards, w, v, moves, n, workspace, scores): fills the scores of the moves;
    draw(s, purpose, scores, n, skill) -> index, by these; is_idle(kind): whether a kind of move
    is the least that the rules allow where it is listed; first_choice: the luck of seat 0.
    """

    def choose_by_weights(s, cards, w, v, moves, n, workspace, scores):
        """Index of the best move by the seat's weights, softened by its skill."""
        weigh(s, cards, w, v, moves, n, workspace, scores)
        return draw(s, first_choice + moves[0].actor, scores, n, w.skill)

    choose_by_weights = closure_kernel(choose_by_weights, module)

    def choose_idly(s, moves, n):
        """The least that the rules allow: end, pass, take nothing; else any, by chance."""
        for i in range(n):
            if is_idle(moves[i].kind):
                return i
        return below(s, first_choice + moves[0].actor, n)

    choose_idly = closure_kernel(choose_idly, module)

    def choose_quickly(s, cards, w, v, moves, n, workspace, scores):
        """Every way of choosing but looking ahead and a user's code."""
        if w.mode == MODE.RANDOM:
            return below(s, first_choice + moves[0].actor, n)
        if w.mode == MODE.IDLE:
            return choose_idly(s, moves, n)
        return choose_by_weights(s, cards, w, v, moves, n, workspace, scores)

    return Choices(choose_by_weights, choose_idly, closure_kernel(choose_quickly, module))


@inner_kernel
def best_of(s, purpose, scores, count):
    """Index of the highest score; ties are broken by the stream, not by order."""
    pick, ties = 0, 1
    for i in range(1, count):
        if scores[i] > scores[pick]:
            pick, ties = i, 1
        elif scores[i] == scores[pick]:
            ties += 1
            if below(s, purpose, ties) == 0:
                pick = i
    return pick


@kernel
def soft_choice(s, purpose, scores, count, skill):
    """Softmax of the scores divided by their spread, temperature (1 - skill) / skill.

    Exactly uniform at skill 0, the best at 1.  `scores` is changed in place.
    """
    if skill >= 1.0:
        return best_of(s, purpose, scores, count)
    if skill <= 0.0:
        return below(s, purpose, count)
    low, high = scores[0], scores[0]
    for i in range(1, count):
        low, high = min(low, scores[i]), max(high, scores[i])
    if high == low:
        return below(s, purpose, count)
    temperature = (1.0 - skill) / skill * (high - low)
    total = 0.0
    for i in range(count):
        scores[i] = exp((scores[i] - high) / temperature)
        total += scores[i]
    point = uniform(s, purpose) * total
    for i in range(count - 1):
        point -= scores[i]
        if point < 0.0:
            return i
    return count - 1
