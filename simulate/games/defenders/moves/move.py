"""A move: one record; fields that a kind does not use are NONE or 0."""

from simulate.compiler.kernels import kernel
from simulate.core.game.code_table import CodeTable
from simulate.core.game.records import blank, record_of

MOVE = record_of(
    "kind",
    "actor",  # seat of the hero who acts
    "region",  # where the act itself happens or leads to
    "ability",  # used, or added to the act
    "target",  # region chosen for the ability
    "hero",  # seat chosen for the ability, or who takes points
    "artifact",
    "first",  # cards returned to the deck, or position, or side
    "second",
    "points",  # price, or points taken
    "health",  # price
)
KIND = CodeTable(
    "choose side",
    "pass",
    "use artifact",
    "decline",
    "defend",
    "be pushed",
    "take points",
    "end turn",
    "move",
    "succor",
    "fight",
    "use ability",
    "buy point",
    "keep card",
    "bury card",
    "put card",
    "stay",
    "place hero",
)
OF_TURN = KIND.group("end turn", "move", "succor", "fight", "use ability", "buy point")
NOTHING = blank(MOVE)


@kernel
def add(moves, n, kind, actor, region, points, health):
    """Write one move without an ability; returns the new count."""
    moves[n] = NOTHING
    m = moves[n]
    m.kind = kind
    m.actor = actor
    m.region = region
    m.points = points
    m.health = health
    return n + 1
