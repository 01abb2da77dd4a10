"""What can be put on the agenda, with what it needs."""

from simulate.compiler.kernels import inner_kernel
from simulate.core.game.records import blank
from simulate.games.kingdoms.state.record import EVENT, PHASE, TASK
from simulate.mechanics import agenda

NOTHING = blank(TASK)


@inner_kernel
def plan(s, what, seat):
    """Put a task on top: what, and whose; the caller fills in what else it needs."""
    return agenda.put_on(s, NOTHING, what, seat)


@inner_kernel
def plan_again(s, seat, action, times):
    """Ask whether to take the same action again, so many times at most."""
    task = plan(s, PHASE.ACT_AGAIN, seat)
    task.action = action
    task.times = times


@inner_kernel
def plan_take(s, seat, pieces, times, rule):
    """Ask for resources of choice: so many times, so many pieces of one kind, by a rule."""
    task = plan(s, PHASE.TAKE, seat)
    task.amount = pieces
    task.times = times
    task.rule = rule


@inner_kernel
def plan_exchange(s, seat, row, times):
    """Ask what so many regions yield when collecting, as the row of an effect allows."""
    task = plan(s, PHASE.EXCHANGE, seat)
    task.row = row
    task.times = times


@inner_kernel
def plan_gain(s, seat, moment, place):
    """What abilities bring at a moment, once what is on top is done."""
    task = plan(s, EVENT.GAIN, seat)
    task.kind = moment
    task.place = place


@inner_kernel
def plan_retreat(s, seat, meeple, goal):
    """A meeple leaves its region for another."""
    task = plan(s, EVENT.RETREATED, seat)
    task.meeple = meeple
    task.place = goal
