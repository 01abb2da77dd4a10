"""The look-ahead player: each promising move is rolled out many times (`look_ahead`).

A policy by rollouts, too slow for bulk runs: other players' gap to it is what reports tell.
Whoever makes it stronger measures `gaps.toml` anew (`python -m training.measure.expert defenders`).
"""

from simulate.compiler.kernels import inner_kernel
from simulate.games.defenders import turn
from simulate.games.defenders.cards.tables import NONE
from simulate.games.defenders.moves import lists
from simulate.games.defenders.state.record import PHASE
from strategies.defenders import choose, hidden
from strategies.defenders.learned import value
from strategies.look_ahead import Race, look_ahead_of
from strategies.trials import drop_laggards


@inner_kernel
def is_crucial(s):
    """Whether a hero acts."""
    return s.phase == PHASE.TAKE_TURN


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


draw_move, play_out, try_moves, choose_by_look_ahead = look_ahead_of(
    __name__, Race(drop_laggards), lists, turn, choose, hidden, value
)
