"""What can be put on the agenda, with what it needs."""

from simulate.compiler.kernels import inner_kernel
from simulate.core.game.records import blank
from simulate.games.tactics.state.record import EVENT, PHASE, TASK, seat_of, slot_of
from simulate.mechanics import agenda

NOTHING = blank(TASK)


@inner_kernel
def plan(s, what, seat):
    """Put a task on top: what, and whose; the caller fills in what else it needs."""
    return agenda.put_on(s, NOTHING, what, seat)


@inner_kernel
def plan_between(s, what, seat, unit, other):
    """A task that concerns a unit and another, its target, attacker or victim; references."""
    task = plan(s, what, seat)
    task.unit = unit
    task.other = other
    return task


@inner_kernel
def plan_attack(s, what, unit, target, kind, is_counter):
    """A step of an attack of a kind that a unit makes."""
    task = plan_between(s, what, seat_of(slot_of(unit)), unit, target)
    task.kind = kind
    task.is_counter = is_counter


@inner_kernel
def plan_knock_back(s, what, unit, target, way, is_counter):
    """A step of a Knock Back in a direction."""
    task = plan_between(s, what, seat_of(slot_of(unit)), unit, target)
    task.way = way
    task.is_counter = is_counter


@inner_kernel
def plan_direction(s, seat, target, spaces, by, row):
    """Ask in which direction a unit is sent; row: of the effect, NONE for the ballista."""
    task = plan_between(s, PHASE.DIRECTION, seat, by, target)
    task.amount = spaces
    task.row = row


@inner_kernel
def plan_at_moment(s, what, seat, moment, unit, other, kind):
    """What happens at a moment of a unit, by another and by an attack of a kind."""
    task = plan_between(s, what, seat, unit, other)
    task.moment = moment
    task.kind = kind
    return task


@inner_kernel
def plan_rows(s, what, seat, row, end, unit, other):
    """Rows of effects, from the first to before the end."""
    task = plan_between(s, what, seat, unit, other)
    task.row = row
    task.end = end
    return task


@inner_kernel
def plan_effects(s, seat, row, end, unit, other, power, is_spell):
    """What the rows of a card do; power: icons rolled for a spell."""
    task = plan_rows(s, EVENT.EFFECTS, seat, row, end, unit, other)
    task.amount = power
    task.is_spell = is_spell


@inner_kernel
def plan_effect(s, what, seat, row, unit, other, amount, is_spell):
    """What one row does to a unit, or the question to which."""
    task = plan_between(s, what, seat, unit, other)
    task.row = row
    task.amount = amount
    task.is_spell = is_spell


@inner_kernel
def plan_leg(s, what, unit, points, met, began, is_action):
    """A further leg of a movement: points left, what was met as bits, the space where it began."""
    task = plan(s, what, seat_of(slot_of(unit)))
    task.unit = unit
    task.amount = points
    task.met = met
    task.began = began
    task.is_action = is_action
