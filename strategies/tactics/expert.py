"""The look-ahead player: each promising move is rolled out many times (`look_ahead`).

A policy by rollouts, too slow for bulk runs: other players' gap to it is what reports tell.
Whoever makes it stronger measures `gaps.toml` anew (`python -m training.measure.expert tactics`).
"""

from simulate.compiler.kernels import inner_kernel
from simulate.games.tactics import turn
from simulate.games.tactics.moves import lists
from simulate.games.tactics.state.record import PHASE
from strategies.look_ahead import Race, look_ahead_of
from strategies.tactics import choose, hidden
from strategies.tactics.learned import value
from strategies.trials import drop_worst


@inner_kernel
def is_crucial(s):
    """Whether an action is taken."""
    return s.phase == PHASE.ACT


@inner_kernel
def horizon(s, cards, rounds):
    """The turn at whose beginning a copy is judged."""
    return s.turns + rounds * cards.seats


@inner_kernel
def is_there(s, last):
    """Whether a copy is judged now."""
    return s.phase == PHASE.OVER or (s.turns >= last and s.phase == PHASE.ACT)


draw_move, play_out, try_moves, choose_by_look_ahead = look_ahead_of(
    __name__, Race(drop_worst, parts=0), lists, turn, choose, hidden, value
)
