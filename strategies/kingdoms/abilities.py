"""What the next level of magic adds, read from the tables that the rules read.

No faction is known by name: a level is worth the prices it lowers, the resources it brings, the
ways it opens and the wars it helps in, as often as they will still come up.
"""

from simulate.compiler.kernels import kernel
from simulate.games.kingdoms.cards import codes
from simulate.games.kingdoms.cards.codes import (
    ACTION,
    CHARGED,
    MARCHES,
    PLACED,
    PRICES,
    REACH,
    SIDE,
    WHEN,
)
from simulate.games.kingdoms.cards.vocabulary import MOMENTS
from simulate.games.kingdoms.state.record import GOODS

CHARGED_ACTION = (ACTION.BUILD, ACTION.RESEARCH)
COUNT_CHARGED, COUNT_MARCHES, COUNT_PLACED = len(CHARGED), len(MARCHES), len(PLACED)
COUNT_PRICES, COUNT_REACH, COUNT_SIDES, COUNT_MOMENTS = (
    len(PRICES),
    len(REACH),
    len(SIDE),
    len(MOMENTS),
)


@kernel
def ability_worth(cards, w, v, faction, level):
    """Worth of the ability of a level, for the time that is left."""
    worth = w.piece * (saved(cards, v, faction, level) + brought(cards, v, faction, level))
    worth += w.ways * v.rounds * ways(cards, faction, level)
    return worth + w.arms * v.rounds * arms(cards, faction, level)


@kernel
def saved(cards, v, faction, level):
    """Resources that lower prices will save."""
    total = 0.0
    for charged in range(COUNT_CHARGED):
        off = cards.discount[faction, level, charged] - cards.discount[faction, level - 1, charged]
        total += off * v.chance[CHARGED_ACTION[charged]]
    for sort in range(codes.SORTS):
        table = cards.discount_at[faction, level, PLACED.EXPAND]
        off = table[sort] - cards.discount_at[faction, level - 1, PLACED.EXPAND, sort]
        total += off * v.chance[ACTION.EXPAND]
    return total


@kernel
def brought(cards, v, faction, level):
    """Resources that the level brings, at the moments at which it does."""
    total = 0.0
    for moment in range(COUNT_MOMENTS):
        if moment == WHEN.SCORE:
            continue
        first = cards.run_first[faction, moment]
        for row in range(first, first + cards.run_count[faction, moment, level]):
            if cards.row_level[row] == level:
                total += cards.row_amount[row] * times(v, moment)
    return total


@kernel
def times(v, moment):
    """How often a moment will still come, about."""
    if moment == WHEN.REACHED:
        return 1.0
    if moment == WHEN.COLLECT:
        return v.soon + v.far
    if moment == WHEN.BUILD:
        return v.chance[ACTION.BUILD]
    if moment == WHEN.RESEARCH:
        return v.chance[ACTION.RESEARCH]
    return v.chance[ACTION.EXPAND] if moment == WHEN.EXPAND else 0.5 * v.rounds


@kernel
def ways(cards, faction, level):
    """Things that may be done with this level and not before: actions, moves, payments, places."""
    total = 0
    for action in range(codes.ACTIONS):
        for other in range(codes.ACTIONS):
            total += cards.next_action[faction, level, action, other]
            total -= cards.next_action[faction, level - 1, action, other]
        for other in range(codes.ACTIONS + 1):
            total += cards.instead[faction, level, action, other]
            total -= cards.instead[faction, level - 1, action, other]
    for march in range(COUNT_MARCHES):
        total += cards.march[faction, level, march] - cards.march[faction, level - 1, march]
    for price in range(COUNT_PRICES):
        for kind in range(GOODS):
            total += cards.substitute[faction, level, price, kind]
            total -= cards.substitute[faction, level - 1, price, kind]
    for placed in range(COUNT_PLACED):
        for reach in range(COUNT_REACH):
            new = cards.place_mask[faction, level, placed, reach]
            total += 1 if new != cards.place_mask[faction, level - 1, placed, reach] else 0
    return total


@kernel
def arms(cards, faction, level):
    """War cost that the level saves in a war, about."""
    total = cards.wins_ties[faction, level] - cards.wins_ties[faction, level - 1]
    total += cards.raises[faction, level] - cards.raises[faction, level - 1]
    for side in range(COUNT_SIDES):
        for sort in range(codes.SORTS):
            for paid in range(cards.war_off.shape[4]):
                total += cards.war_off[faction, level, side, sort, paid]
                total -= cards.war_off[faction, level - 1, side, sort, paid]
    for kind in range(GOODS):
        total += cards.worth[faction, level, kind] - cards.worth[faction, level - 1, kind]
    return total
