"""The look-ahead player: each promising move is rolled out many times (`look_ahead`).

After each quarter of the trials moves that do no better than the first are dropped, and from the
second on one that is surely better is taken.
"""

from simulate.compiler.kernels import inner_kernel
from simulate.games.dungeons import turn
from simulate.games.dungeons.moves import lists
from simulate.games.dungeons.state.record import PHASE
from strategies.dungeons import choose, hidden, outlook
from strategies.dungeons.learned import value
from strategies.look_ahead import Race, look_ahead_of
from strategies.trials import clearest, drop_losers

SURE = 3.0  # standard errors by which a move is taken before all trials are made
LEAST = 0.1  # of a trial: the least sum of differences that is told from chance


@inner_kernel
def is_crucial(s):
    """Whether a hero has its turn."""
    return s.phase == PHASE.TURN


@inner_kernel
def horizon(s, cards, rounds):
    """The turn at whose beginning a copy is judged."""
    return s.turns + rounds * s.players


@inner_kernel
def is_there(s, last):
    """Whether a copy is judged now."""
    return s.phase == PHASE.OVER or s.turns >= last


@inner_kernel
def drop(order, sums, squares, count, trials, tried):
    """Moves that did no better than the first."""
    return drop_losers(order, sums, squares, count)


@inner_kernel
def is_sure(sums, squares, count, trials):
    """The place of a move that is surely better, 0: none is."""
    return clearest(sums, squares, count, trials, SURE, LEAST)


@inner_kernel
def take(sums, squares, count, trials, doubt):
    """The place of the move that is clearly better, or of the first."""
    return clearest(sums, squares, count, trials, doubt, LEAST)


draw_move, play_out, try_moves, choose_by_look_ahead = look_ahead_of(
    __name__, Race(drop, is_sure, take, salt=1), lists, turn, choose, hidden, outlook, value
)
