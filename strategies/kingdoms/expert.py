"""The look-ahead player: each promising move is rolled out many times (`look_ahead`).

A policy by rollouts, too slow for bulk runs: other players' gap to it is what reports tell.
Whoever makes it stronger measures `gaps.toml` anew (`python -m training.measure.expert kingdoms`).
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import is_one_of
from simulate.core.streams import uniform
from simulate.games.kingdoms import turn
from simulate.games.kingdoms.moves import lists
from simulate.games.kingdoms.state.record import ATTACKER, PHASE, PURPOSE
from strategies.kingdoms import choose, hidden
from strategies.kingdoms.learned import value
from strategies.kingdoms.war import mix_numbers
from strategies.look_ahead import Race, look_ahead_of
from strategies.trials import drop_laggards


@kernel
def guess_secrets(s, cards, weights, v):
    """Draw an attacker's number anew, as the attacker does."""
    if s.phase == PHASE.SET_DEFENCE:
        mix_numbers(s, cards, weights[s.side[ATTACKER]], v)
        point, number = uniform(s, PURPOSE.FATE), 0
        while number < cards.war_limit and point >= v.mix[ATTACKER, number]:
            point -= v.mix[ATTACKER, number]
            number += 1
        s.dice[ATTACKER] = number


CRUCIAL = PHASE.group("select action", "set attack", "set defence", "raise attack", "raise defence")


@inner_kernel
def is_crucial(s):
    """Whether an action is selected or a number set in war."""
    return is_one_of(CRUCIAL, s.phase)


@inner_kernel
def horizon(s, cards, rounds):
    """The turn at whose beginning a copy is judged."""
    return s.turns + rounds * cards.shields


@inner_kernel
def is_there(s, last):
    """Whether a copy is judged now."""
    return s.phase == PHASE.OVER or (s.turns >= last and s.phase == PHASE.SELECT_ACTION)


draw_move, play_out, try_moves, choose_by_look_ahead = look_ahead_of(
    __name__, Race(drop_laggards), lists, turn, choose, hidden, value
)
