"""What waits on the agenda while another question comes first."""

from simulate.compiler.kernels import inner_kernel
from simulate.core.game.records import blank
from simulate.games.defenders.state.record import TASK
from simulate.mechanics import agenda

NOTHING = blank(TASK)


@inner_kernel
def ask_first(s, phase):
    """Ask something else, from the first seat on; the question at hand waits."""
    agenda.put_on(s, NOTHING, s.phase, s.decider)
    s.phase = phase
    s.decider = 0


@inner_kernel
def go_back(s):
    """Come back to the question that waits, and to the seat that was asked."""
    task = agenda.take_off(s)
    s.phase = task.what
    s.decider = task.seat


@inner_kernel
def is_interlude(s):
    """Whether a hero acts outside a turn: a question of the round waits.  Rule D-CARD-25."""
    return s.tasks > 0
