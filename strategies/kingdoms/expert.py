"""The measure: a player who plays each promising move on, many times (see `look_ahead`).

A policy by rollouts, too slow for bulk runs: other players' gap to it is what reports tell.
Whoever makes it stronger measures `gaps.toml` anew (`python -m benchmarks.expert kingdoms`).
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.streams import uniform
from simulate.games.kingdoms.moves.lists import list_moves
from simulate.games.kingdoms.state.record import ATTACKER, FIRST_CHOICE, PHASE, PURPOSE
from simulate.games.kingdoms.turn import step
from strategies.kingdoms.choose import choose_by_weights
from strategies.kingdoms.features import weigh_moves
from strategies.kingdoms.hidden import deal_hidden
from strategies.kingdoms.value import chance_of_winning
from strategies.kingdoms.war import mix_numbers
from strategies.look_ahead import (
    LookAheadRules,
    Race,
    begin_anywhere,
    look_ahead_of,
    never_sure,
    own_row,
)
from strategies.trials import drop_laggards, surest


@kernel
def deal_view(s, cards, weights, v):
    """Deal anew what the asked seat cannot see; an attacker's number as the attacker draws it."""
    deal_hidden(s, cards)
    if s.phase == PHASE.SET_DEFENCE:
        mix_numbers(s, cards, weights[s.side[ATTACKER]], v)
        point, number = uniform(s, PURPOSE.FATE), 0
        while number < cards.war_limit and point >= v.mix[ATTACKER, number]:
            point -= v.mix[ATTACKER, number]
            number += 1
        s.dice[ATTACKER] = number


@inner_kernel
def horizon(s, cards, rounds):
    """The turn at whose beginning a copy is judged."""
    return s.turns + rounds * cards.shields


@inner_kernel
def is_there(s, last):
    """Whether a copy is judged now."""
    return s.phase == PHASE.OVER or (s.turns >= last and s.phase == PHASE.SELECT_ACTION)


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
