"""The measure: a player who plays each promising move on, many times (see `look_ahead`).

A policy by rollouts, too slow for bulk runs: other players' gap to it is what reports tell.
Whoever makes it stronger measures `gaps.toml` anew (`python -m benchmarks.expert tactics`).
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.tactics.moves.lists import list_moves
from simulate.games.tactics.state.record import FIRST_CHOICE, PHASE
from simulate.games.tactics.turn import step
from strategies.look_ahead import (
    LookAheadRules,
    Race,
    begin_anywhere,
    look_ahead_of,
    never_sure,
    own_row,
)
from strategies.tactics.choose import choose_by_weights
from strategies.tactics.features import weigh_moves
from strategies.tactics.hidden import deal_hidden
from strategies.tactics.value import chance_of_winning
from strategies.trials import drop_laggards, surest


@inner_kernel
def deal_view(s, cards, weights, v):
    """Deal anew what the asked seat cannot see."""
    deal_hidden(s, cards)


@inner_kernel
def horizon(s, cards, rounds):
    """The turn at whose beginning a copy is judged."""
    return s.turns + rounds * cards.seats


@inner_kernel
def is_there(s, last):
    """Whether a copy is judged now."""
    return s.phase == PHASE.OVER or (s.turns >= last and s.phase == PHASE.ACT)


@kernel
def judge(s, cards, weights, seat, v):
    """The seat's chance of winning."""
    return chance_of_winning(s, cards, weights[seat], v, seat)


play_out, try_moves, choose_by_look_ahead = look_ahead_of(
    __name__,
    LookAheadRules(
        list_moves=list_moves,
        step=step,
        weigh=weigh_moves,
        choose=choose_by_weights,
        weights_of=own_row,
        deal_view=deal_view,
        begin=begin_anywhere,
        horizon=horizon,
        is_there=is_there,
        judge=judge,
        first_choice=FIRST_CHOICE,
    ),
    Race(drop_laggards, never_sure, surest),
)
