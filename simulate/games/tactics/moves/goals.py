"""The goals of a unit, kept from one list of moves to the next.

Most of a turn's decisions find most units where they were, with the same enemies around them: a
flood over the map then says again what it has said.  By the next turn things have changed, so that
all forces keep their goals in the same four places; those of another unit with the same mark,
among the same enemies, are its own.  The mark of a unit's goals is a mix of
everything that they follow from but enemies; two different tables have the same mix once in ten
million million million.  Of enemies only those on spaces matter that the flood looked at: these
are noted, and as long as the same of them are held by enemies, the flood would go the same way.
"""

import numpy as np

from simulate.compiler.kernels import allocating_kernel, inner_kernel, kernel
from simulate.core.streams import mix
from simulate.games.tactics.cards.codes import DIRECTIONS, DO, FORCE, SPACES
from simulate.games.tactics.cards.grids import NOWHERE, space_of
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves.paths import (
    climb_cost,
    least_cost,
    reach,
    terrain_cost,
    ways_kept,
)
from simulate.games.tactics.moves.questions import has_effect, stands
from simulate.games.tactics.state.record import BY_VILLAGE, GOALS_KEPT, are_foes, class_of

GOAL_BITS = 10  # of a goal; the points left there stand above them
START = (1 << GOAL_BITS) - 1  # where a way begins, as the goal before its first
SALT = np.uint64(0x9E3779B97F4A7C15)
SEEN, HELD = 1, 2  # of a space: the flood looked at it, and an enemy stood there


@kernel
def mark_of(s, cards, slot, points):
    """A mix of all that a unit's goals follow from, but enemies."""
    kept = ways_kept(s, cards, slot)
    mark = mix(np.uint64(s.at[slot] + 256 * (points + 256 * kept)) + SALT)
    if kept & BY_VILLAGE:
        mark = mix(mark ^ np.uint64(s.villages[slot]))
    costs = climb_cost(s, cards, slot) * 2 + stands(s, cards, slot, DO.SLIPS_THROUGH)
    if has_effect(s, cards, slot, DO.CROSSES):
        for terrain in range(cards.enter_cost.shape[0]):
            costs = costs * 8 + 1 + terrain_cost(s, cards, slot, terrain)
    return mix(mark ^ np.uint64(costs * 2 + s.began_on_ballista[slot])) + np.uint64(s.realm)


@inner_kernel
def walks_of(s, slot):
    """Where the goals of a unit are kept, a record of WALKS."""
    return s.walks[class_of(slot)]


@kernel
def are_foes_alike(s, cards, slot, walks):
    """Whether the spaces that a unit's flood looked at are held by enemies as they were."""
    count = 0
    for other in range(cards.seats * FORCE):
        space = s.at[other]
        if space != NONE and are_foes(cards, other, slot) and walks.near[space]:
            if walks.near[space] != HELD:
                return False
            count += 1
    return count == walks.foes


@allocating_kernel
def are_goals_kept(s, cards, slot, points):
    """Keep the goals of a unit on a map without dungeons, unless they are too many for it."""
    mark, walks = mark_of(s, cards, slot, points), walks_of(s, slot)
    if mark == walks.mark and are_foes_alike(s, cards, slot, walks):
        return True
    left, came_from, reached, count = reach(s, cards, slot, points)
    if count > GOALS_KEPT:
        return False
    walks.mark = mark
    walks.count = count
    for space in range(SPACES):
        walks.near[space] = 0
    look_around(s, cards, walks, s.at[slot])
    least = least_cost(cards)
    for k in range(count):
        goal = reached[k]
        walks.goal[k] = goal + (left[goal] << GOAL_BITS)
        walks.before[k] = START if came_from[goal] == NOWHERE else came_from[goal]
        if left[goal] >= least:
            look_around(s, cards, walks, space_of(goal))
    note_foes(s, cards, slot, walks)
    return True


@kernel
def look_around(s, cards, walks, space):
    """Note that a flood came to a space and looked at those beside it."""
    walks.near[space] = SEEN
    for side in range(DIRECTIONS):
        other = cards.neighbour[s.realm, space, side]
        if other != NONE:
            walks.near[other] = SEEN


@kernel
def note_foes(s, cards, slot, walks):
    """Note where enemies stood on spaces that were looked at; those before portals always are."""
    for p in range(cards.portals[s.realm]):
        walks.near[cards.portal_front[s.realm, p]] = SEEN
    walks.foes = 0
    for other in range(cards.seats * FORCE):
        space = s.at[other]
        if space != NONE and are_foes(cards, other, slot) and walks.near[space]:
            walks.near[space] = HELD
            walks.foes += 1


@kernel
def goal_kept(walks, k):
    """The k-th goal that is kept."""
    return np.int64(walks.goal[k]) & START


@kernel
def points_kept(walks, k):
    """Movement points that are left at the k-th goal that is kept."""
    return np.int64(walks.goal[k]) >> GOAL_BITS


@kernel
def trace_kept(s, slot, goal, way):
    """Goals of the way that leads a unit to one that is kept, in order, into `way`; how many."""
    count, walks = 0, walks_of(s, slot)
    while goal != START:
        way[count] = goal
        count += 1
        k = 0
        while goal_kept(walks, k) != goal:
            k += 1
        goal = np.int64(walks.before[k])
    for i in range(count // 2):
        way[i], way[count - 1 - i] = way[count - 1 - i], way[i]
    return count
