"""A move: one record; fields that a kind does not use are NONE or 0."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.game.code_table import CodeTable
from simulate.core.game.records import blank, record_of

MOVE = record_of(
    "kind",
    "actor",  # seat that decides
    "unit",  # slot of the actor's unit that acts, counters or is put down
    "goal",  # space where it ends; inside a dungeon, a space of the dungeon
    "target",  # slot of the unit that is attacked, or chosen by an effect
    "way",  # what a walk takes in: bits BY_VILLAGE, BY_PORTAL
    "left",  # movement points left at the goal
    "number",  # power, unit card, start, tactic card, box or direction
)
KIND = CodeTable(
    "keep unit",
    "start",
    "place",
    "return card",
    "end turn",
    "cure",
    "move",
    "enter dungeon",
    "step inside",
    "melee",
    "missile",
    "spell",
    "ballista",
    "stop",
    "come out",
    "roll",
    "do not roll",
    "direction",
    "counter melee",
    "counter missile",
    "counter spell",
    "do not counter",
    "play",
    "keep card",
    "choose unit",
    "nobody",
    "discard",
)
NOTHING = blank(MOVE, way=0, left=0)


@inner_kernel
def add(moves, n, kind, actor):
    """Write one move of which only the kind and the actor are said; returns the new count."""
    moves[n] = NOTHING
    m = moves[n]
    m.kind = kind
    m.actor = actor
    return n + 1


@kernel
def add_unit(moves, n, kind, actor, unit):
    """Write one move of a unit."""
    add(moves, n, kind, actor)
    moves[n].unit = unit
    return n + 1


@kernel
def add_goal(moves, n, kind, actor, unit, goal, way, left):
    """Write one move of a unit to a space."""
    m = moves[n]
    add(moves, n, kind, actor)
    m.unit = unit
    m.goal = goal
    m.way = way
    m.left = left
    return n + 1


@kernel
def add_target(moves, n, kind, actor, unit, target, number):
    """Write one move of a unit at another, with a number."""
    m = moves[n]
    add(moves, n, kind, actor)
    m.unit = unit
    m.target = target
    m.number = number
    return n + 1


@kernel
def add_number(moves, n, kind, actor, number):
    """Write one move that names a number."""
    add(moves, n, kind, actor)
    moves[n].number = number
    return n + 1
