"""The measure: a player who plays each promising move on, many times (see `look_ahead`).

After each quarter of the trials moves that do no better than the first are dropped, and from the
second on one that is surely better is taken.
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.dungeons.moves.lists import list_moves
from simulate.games.dungeons.state.record import FIRST_CHOICE, PHASE
from simulate.games.dungeons.turn import step
from strategies.dungeons.choose import choose_by_weights, weigh_moves
from strategies.dungeons.hidden import deal_hidden
from strategies.dungeons.outlook import own_weights
from strategies.dungeons.value import chance_of_winning
from strategies.look_ahead import LookAheadRules, Race, begin_anywhere, look_ahead_of
from strategies.trials import clearest, drop_losers

DOUBT = 2.0  # standard errors by which a move must beat the one that the weights like best
SURE = 3.0  # and by which it is taken before all trials are made
LEAST = 0.1  # of a trial: the least sum of differences that is told from chance


@inner_kernel
def deal_view(s, cards, weights, v):
    """Deal anew what nobody can see."""
    deal_hidden(s, cards)


@inner_kernel
def horizon(s, cards, rounds):
    """The turn at whose beginning a copy is judged."""
    return s.turns + rounds * s.players


@inner_kernel
def is_there(s, last):
    """Whether a copy is judged now."""
    return s.phase == PHASE.OVER or s.turns >= last


@kernel
def judge(s, cards, weights, seat, v):
    """The chance that all win."""
    return chance_of_winning(s, cards, v.terms)


@inner_kernel
def drop(order, sums, squares, count, trials):
    """Moves that did no better than the first."""
    return drop_losers(order, sums, squares, count)


@inner_kernel
def is_sure(sums, squares, count, trials):
    """The place of a move that is surely better, 0: none is."""
    return clearest(sums, squares, count, trials, SURE, LEAST)


@inner_kernel
def take(sums, squares, count, trials):
    """The place of the move that is clearly better, or of the first."""
    return clearest(sums, squares, count, trials, DOUBT, LEAST)


play_out, try_moves, choose_by_look_ahead = look_ahead_of(
    __name__,
    LookAheadRules(
        list_moves=list_moves,
        step=step,
        weigh=weigh_moves,
        choose=choose_by_weights,
        weights_of=own_weights,
        deal_view=deal_view,
        begin=begin_anywhere,
        horizon=horizon,
        is_there=is_there,
        judge=judge,
        first_choice=FIRST_CHOICE,
    ),
    Race(drop, is_sure, take, salt=1),
)
