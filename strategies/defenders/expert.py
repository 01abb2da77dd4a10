"""The measure: a player who plays each promising move on, many times (see `look_ahead`).

A policy by rollouts, too slow for bulk runs: other players' gap to it is what reports tell.
Whoever makes it stronger measures `gaps.toml` anew (`python -m benchmarks.expert defenders`).
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.defenders.cards.tables import NONE
from simulate.games.defenders.moves.lists import list_moves
from simulate.games.defenders.state.record import FIRST_CHOICE, PHASE
from simulate.games.defenders.turn import step
from strategies.defenders.choose import choose_by_weights, weigh_moves
from strategies.defenders.hidden import deal_hidden
from strategies.defenders.value import chance_of_winning
from strategies.look_ahead import LookAheadRules, Race, look_ahead_of, never_sure, own_row
from strategies.trials import drop_laggards, surest


@inner_kernel
def deal_view(s, cards, weights, v):
    """Deal anew what nobody can see."""
    deal_hidden(s, cards)


@inner_kernel
def begin(s, v, rounds):
    """The round at whose beginning a copy is judged; what was foreseen was of another trial."""
    v.deck = NONE
    return s.round_no + rounds


@inner_kernel
def horizon(s, cards, rounds):
    """So many rounds, counted from the table that a move has left."""
    return rounds


@inner_kernel
def is_there(s, last):
    """Whether a copy is judged now."""
    return s.phase == PHASE.OVER or s.round_no >= last


@kernel
def judge(s, cards, weights, seat, v):
    """The chance that all win."""
    return chance_of_winning(s, cards, v.terms)


play_out, try_moves, choose_by_look_ahead = look_ahead_of(
    __name__,
    LookAheadRules(
        list_moves=list_moves,
        step=step,
        weigh=weigh_moves,
        choose=choose_by_weights,
        weights_of=own_row,
        deal_view=deal_view,
        begin=begin,
        horizon=horizon,
        is_there=is_there,
        judge=judge,
        first_choice=FIRST_CHOICE,
    ),
    Race(drop_laggards, never_sure, surest),
)
