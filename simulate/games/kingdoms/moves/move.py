"""A move: one record; fields that a kind does not use are NONE or 0."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.game.code_table import CodeTable
from simulate.core.game.records import blank, record_of

MOVE = record_of(
    "kind",
    "actor",  # seat that decides
    "meeple",  # of the actor, that moves or leaves
    "place",  # where it stands now, or the region that is dealt with
    "goal",  # region moved to, or in which something is put
    "resource",  # taken, or traded for
    "number",  # side, action, number on the die, or set of places
    "price",  # what the move will cost; paid in a question of its own
    "mana",  # paid, given in trade, or taken
    "ore",
    "food",
)
KIND = CodeTable(
    "choose side",
    "split resources",
    "start",
    "lay tokens",
    "place dummy",
    "select",
    "do nothing",
    "collect",
    "patrol",
    "stand up",
    "quest",
    "build",
    "research",
    "expand",
    "trade",
    "stop",
    "pay",
    "take",
    "exchange",
    "plunder",
    "take treasure",
    "pay bandits",
    "lose meeple",
    "white flag",
    "set number",
    "raise",
    "yield",
    "use lair",
    "leave lair",
    "next region",
    "retreat",
    "church",
    "give up",
    "keep",
)
NOTHING = blank(MOVE, price=0, mana=0, ore=0, food=0)


@inner_kernel
def add(moves, n, kind, actor):
    """Write one move of which only the kind and the actor are said; returns the new count."""
    moves[n] = NOTHING
    m = moves[n]
    m.kind = kind
    m.actor = actor
    return n + 1


@kernel
def add_at(moves, n, kind, actor, meeple, place, goal, price):
    """Write one move of a meeple, or one that names a region."""
    m = moves[n]
    add(moves, n, kind, actor)
    m.meeple = meeple
    m.place = place
    m.goal = goal
    m.price = price
    return n + 1


@kernel
def add_goods(moves, n, kind, actor, mana, ore, food):
    """Write one move that pays, gives or takes goods."""
    m = moves[n]
    add(moves, n, kind, actor)
    m.mana = mana
    m.ore = ore
    m.food = food
    return n + 1


@kernel
def add_number(moves, n, kind, actor, number):
    """Write one move that names a number."""
    add(moves, n, kind, actor)
    moves[n].number = number
    return n + 1


@kernel
def add_resource(moves, n, kind, actor, resource):
    """Write one move that names a resource."""
    add(moves, n, kind, actor)
    moves[n].resource = resource
    return n + 1
