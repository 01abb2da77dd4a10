"""The goals of a unit, kept from one list of moves to the next.

Most of a turn's decisions find most units where they were, with the same enemies around them: a
flood over the map then says again what it has said.  The mark of a unit's goals is a mix of
everything that they follow from.  Only another mix makes them be worked out anew; two different
tables have the same mix once in ten million million million.
"""

import numpy as np

from simulate.core.compiler import kernel, scratch_kernel
from simulate.core.streams import mix
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves.codes import SLIPS_THROUGH
from simulate.games.tactics.moves.paths import climb_cost, reach, terrain_cost, ways_kept
from simulate.games.tactics.moves.questions import stands
from simulate.games.tactics.state.record import BY_VILLAGE, GOALS_KEPT, SLOTS, are_foes

GOAL_BITS = 10  # of a goal; the points left there stand above them
SALT = np.uint64(0x9E3779B97F4A7C15)
EIGHT = np.uint64(8)


@kernel
def mark_of(s, cards, slot, points):
    """A mix of all that a unit's goals follow from."""
    kept = ways_kept(s, cards, slot)
    mark = mix(np.uint64(s.at[slot] + 256 * (points + 256 * kept)) + SALT)
    if kept & BY_VILLAGE:
        mark = mix(mark ^ np.uint64(s.villages[slot]))
    costs = climb_cost(s, cards, slot) * 2 + stands(s, cards, slot, SLIPS_THROUGH)
    for terrain in range(cards.enter_cost.shape[0]):
        costs = costs * 8 + terrain_cost(s, cards, slot, terrain)
    mark = mix(mark ^ np.uint64(costs * 2 + s.began_on_ballista[slot]))
    spots = np.uint64(s.realm)
    for other in range(SLOTS):
        if s.at[other] != NONE and are_foes(cards, other, slot):
            spots = mix((spots << EIGHT) + np.uint64(s.at[other]) + SALT)
    return mark ^ spots


@scratch_kernel
def are_goals_kept(s, cards, slot, points):
    """Keep the goals of a unit on a map without dungeons, unless they are too many for it."""
    mark = mark_of(s, cards, slot, points)
    if mark == s.goals_mark[slot]:
        return True
    left, _, found, count = reach(s, cards, slot, points)
    if count > GOALS_KEPT:
        return False
    s.goals_mark[slot] = mark
    s.goals_count[slot] = count
    for k in range(count):
        s.goals[slot, k] = found[k] + (left[found[k]] << GOAL_BITS)
    return True


@kernel
def goal_kept(s, slot, k):
    """The k-th goal of a unit."""
    return np.int64(s.goals[slot, k]) & ((1 << GOAL_BITS) - 1)


@kernel
def points_kept(s, slot, k):
    """Movement points that are left at the k-th goal of a unit."""
    return np.int64(s.goals[slot, k]) >> GOAL_BITS
