"""Ways of choosing, shared by all games: by weights, idly, at random, softmax.

From scores of legal moves to one move: the last step of every policy.  Ties are broken by the
policy's own stream of luck, not by the order of the list.
"""

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from simulate.compiler.kernels import closure_kernel, inner_kernel, kernel
from simulate.core.functions import exp, is_one_of
from simulate.core.game.code_table import CodeTable
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
    module: str, weigh: Callable[..., Any], draw: Callable[..., Any], idle: int, first_choice: int
) -> Choices:
    """The ways of choosing of a game, made of its kernels.

    Parameters
    ----------
    module : str
        ``__name__`` of the module that keeps them, as choose_by_weights, choose_idly and
        choose_quickly: by both names they are found in the cache.
    weigh : kernel
        ``weigh(s, cards, w, v, moves, n, workspace, scores)`` fills the scores of the `n` moves.
    draw : kernel
        ``draw(s, purpose, scores, n, temperature)`` gives an index by these, such as
        `soft_choice`.
    idle : int
        The kinds of moves that are the least that the rules allow where they are listed, as a
        `CodeTable.group`.
    first_choice : int
        The stream of seat 0; the other seats' follow.

    Returns
    -------
    Choices
        Three kernels.

    Examples
    --------
    Each game has them, in ``strategies/GAME/choose.py``:

    >>> from strategies.defenders import choose
    >>> choose.choose_idly.py_func.__name__
    'choose_idly'
    """

    def choose_by_weights(s, cards, w, v, moves, n, workspace, scores):
        """Index of the best move by the seat's weights, softened by its temperature."""
        weigh(s, cards, w, v, moves, n, workspace, scores)
        return draw(s, first_choice + moves[0].actor, scores, n, w.own_temperature)

    choose_by_weights = closure_kernel(choose_by_weights, module)

    def choose_idly(s, moves, n):
        """The least that the rules allow: end, pass, take nothing; else any, by chance."""
        for i in range(n):
            if is_one_of(idle, moves[i].kind):
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


def foresight_of(
    module: str, weigh: Callable[..., Any], score_played_on: Callable[..., Any], first_choice: int
) -> Any:
    """How a game's seat chooses once it has played moves on; `module` keeps it as
    choose_by_foresight.

    score_played_on(s, cards, weights, w, workspace, n, scores): corrects the scores of the `n`
    moves in workspace.moves by where the likeliest lead.
    """

    def choose_by_foresight(s, cards, weights, w, workspace, n):
        """Index of the best of the `n` moves in workspace.moves, softened by the temperature."""
        moves, scores = workspace.moves, workspace.spare[0]
        weigh(s, cards, w, workspace.outlook[0], moves, n, workspace, scores)
        score_played_on(s, cards, weights, w, workspace, n, scores)
        return soft_choice(s, first_choice + moves[0].actor, scores, n, w.own_temperature)

    return closure_kernel(choose_by_foresight, module)


@inner_kernel
def best_of(s, purpose, scores, count):
    """Index of the highest score; ties are broken by the stream, not by order.

    Parameters
    ----------
    s : record
        The state, whose luck breaks ties.
    purpose : int
        Which stream: `FIRST_CHOICE` of the game and the seat.
    scores : float64[:]
        In any unit, no nan.
    count : int
        How many of them are scores, 1 or more; not looked at.

    Returns
    -------
    int64
        0 to count - 1.

    Examples
    --------
    >>> import numpy as np
    >>> from simulate.core.game.records import record_of
    >>> s = np.zeros(1, record_of(("keys", "u8", 2), ("draws", "u8", 2)))[0]
    >>> best_of(s, 1, np.array([0.5, 2.0, 1.0]), 3)
    1
    """
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
def soft_choice(s, purpose, scores, count, temperature):
    """Index of a move by softmax of the scores: the more a move costs, the rarer it is.

    Parameters
    ----------
    s : record
        The state, whose luck decides.
    purpose : int
        Which stream: `FIRST_CHOICE` of the game and the seat.
    scores : float64[:]
        In any unit, no nan; changed in place.
    count : int
        How many of them are scores, 1 or more; not looked at.
    temperature : float64
        In the unit of the scores: the best at 0, ties by chance, any move at infinity, each as
        likely.

    Returns
    -------
    int64
        0 to count - 1.

    Notes
    -----
    The softmax (logit) choice rule [1]_.  What a move costs is what its score lacks to the best;
    whether others are far worse does not matter.

    References
    ----------
    .. [1] R. D. Luce, Individual Choice Behavior (1959).

    Examples
    --------
    >>> import numpy as np
    >>> from simulate.core.game.records import record_of
    >>> s = np.zeros(1, record_of(("keys", "u8", 2), ("draws", "u8", 2)))[0]
    >>> soft_choice(s, 1, np.array([0.5, 2.0, 1.0]), 3, 0.0)
    1
    """
    if temperature <= 0.0:
        return best_of(s, purpose, scores, count)
    if temperature == inf:
        return below(s, purpose, count)
    return softmax_choice(s, purpose, scores, count, temperature)


@inner_kernel
def softmax_choice(s, purpose, scores, count, temperature):
    """Index of a move, as likely as e to the power of its score over the temperature.

    Parameters
    ----------
    s : record
        The state, whose luck decides.
    purpose : int
        Which stream: `FIRST_CHOICE` of the game and the seat.
    scores : float64[:]
        In any unit, no nan; changed in place.
    count : int
        How many of them are scores, 1 or more; not looked at.
    temperature : float64
        In the unit of the scores, more than 0; not looked at.

    Returns
    -------
    int64
        0 to count - 1.

    Examples
    --------
    >>> import numpy as np
    >>> from simulate.core.game.records import record_of
    >>> s = np.zeros(1, record_of(("keys", "u8", 2), ("draws", "u8", 2)))[0]
    >>> softmax_choice(s, 1, np.array([0.5, 2.0, 1.0]), 3, 0.001)
    1
    """
    high = scores[0]
    for i in range(1, count):
        high = max(high, scores[i])
    total = 0.0
    for i in range(count):
        scores[i] = exp((scores[i] - high) / temperature)
        total += scores[i]
    point, reached = uniform(s, purpose) * total, 0.0
    for i in range(count - 1):
        # Summed as the total is: rounding never leaves the last move a chance that it has not.
        reached += scores[i]
        if point < reached:
            return i
    return count - 1
