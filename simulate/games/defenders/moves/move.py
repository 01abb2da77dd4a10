"""A move: one record; fields that a kind does not use are NONE or 0."""

import numpy as np

from simulate.core.compiler import kernel
from simulate.core.words import Words
from simulate.games.defenders.cards.tables import NONE

MOVE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("kind", "i8"),
                ("actor", "i8"),  # seat of the hero who acts
                ("region", "i8"),  # where the act itself happens or leads to
                ("ability", "i8"),  # used, or added to the act
                ("target", "i8"),  # region chosen for the ability
                ("hero", "i8"),  # seat chosen for the ability, or who takes points
                ("artifact", "i8"),
                ("first", "i8"),  # cards returned to the deck, or position, or side
                ("second", "i8"),
                ("points", "i8"),  # price, or points taken
                ("health", "i8"),  # price
            ],
            align=True,
        ),
    )
)
KIND = Words(
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


@kernel
def add(moves, n, kind, actor, region, points, health):
    """Write one move without an ability; returns the new count."""
    m = moves[n]
    m.kind = kind
    m.actor = actor
    m.region = region
    m.ability = NONE
    m.target = NONE
    m.hero = NONE
    m.artifact = NONE
    m.first = NONE
    m.second = NONE
    m.points = points
    m.health = health
    return n + 1
