"""What the dungeons of an adventure are worth, and how far units are from their crystals."""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.tactics.cards.codes import DUNGEONS, FORCE
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves.paths import movement_points
from simulate.games.tactics.moves.questions import ALL_BOXES, LARGEST_BOX
from simulate.games.tactics.state import record
from strategies.tactics.outlook import nearness

NEVER = 99.0
OUT_OF_REACH = 255


@kernel
def weigh_dungeons(s, cards, w, v):
    """Fill what each crystal is worth, and how many turns the nearest other unit needs."""
    taken = record.size_of(s.crystals)
    for box in range(DUNGEONS):
        v.value[box] = 0.0 if record.is_in(s.crystals, box) else w.crystal
    left = s.crystals | record.bit(LARGEST_BOX)
    share = (1.0 + taken) / DUNGEONS
    v.value[LARGEST_BOX] = w.crystal * w.glory * (1.0 if left == ALL_BOXES else 0.3 * share)
    for box in range(DUNGEONS):
        if v.value[box] > 0.0:
            see_who_closes(s, cards, w, v, box)
    v.delver = NONE
    for slot in range(cards.seats * FORCE):
        if s.dungeon[slot] != NONE and slot // FORCE == v.seat:
            v.delver = slot
        for box in range(DUNGEONS):
            v.need[slot, box] = NEVER
        if record.is_in_play(s, slot) and not cards.enemy_seat[slot // FORCE]:
            fill_needs(s, cards, v, slot)
    for k in range(FORCE):
        own_slot = v.seat * FORCE + k
        for box in range(DUNGEONS):
            v.others[k, box] = NEVER
            for slot in range(cards.seats * FORCE):
                if slot != own_slot and s.dungeon[slot] == NONE:
                    v.others[k, box] = min(v.others[k, box], v.need[slot, box])


@kernel
def see_who_closes(s, cards, w, v, box):
    """A dungeon under an enemy is worth less now, and the enemy on it more.  Rule T-DUNGEON-2."""
    shut = False
    for slot in range(cards.seats * FORCE):
        if record.is_on_map(s, slot) and cards.team[slot // FORCE] != v.team:
            if record.is_in(cards.closers[s.realm, s.at[slot]], box):
                shut = True
                v.prize[slot] += w.clear * w.crystal
    if shut:
        v.value[box] *= w.shut


@kernel
def fill_needs(s, cards, v, slot):
    """Fill the turns that a unit needs to each crystal."""
    points = max(1, movement_points(s, cards, slot))
    for box in range(DUNGEONS):
        if s.dungeon[slot] != NONE:
            way = way_inside(s, cards, slot, box, s.dungeon[slot], s.inside[slot])
        else:
            way = way_over(s, cards, slot, box, s.at[slot])
        v.need[slot, box] = way / points


@inner_kernel
def way_over(s, cards, slot, box, space):
    """Points from a space of the map to the crystal of a box."""
    front = np.int64(cards.portal_walk[s.realm, box, space])
    inside = cards.inside_way[box, record.class_of(slot), cards.entrance[box]]
    return min(OUT_OF_REACH, front + cards.portal_step + inside)


@kernel
def way_inside(s, cards, slot, box, where, inside):
    """Points from a space of one dungeon to the crystal of the same or another box."""
    way = cards.inside_way[where, record.class_of(slot), inside]
    if where == box:
        return way
    best = OUT_OF_REACH
    for p in range(cards.portals[s.realm]):
        if cards.portal_box[s.realm, p] == where:
            front = cards.portal_front[s.realm, p]
            best = min(best, way_over(s, cards, slot, box, front))
    return min(OUT_OF_REACH, way + best)


@kernel
def delve_worth(s, cards, w, v, k, where, inside, space):
    """Worth of the crystals near a unit that is in a dungeon (`where`), or on a space.

    What other units are nearer to counts by them; but a dungeon is its own who is inside, and
    nobody else goes into any until then.  Rule T-DUNGEON-6.
    """
    slot = v.seat * FORCE + k
    points, worth = v.points[k], 0.0
    for box in range(DUNGEONS):
        if v.value[box] > 0.0:
            if where == NONE:
                way = way_over(s, cards, slot, box, space)
            else:
                way = way_inside(s, cards, slot, box, where, inside)
            need = way / points
            if where != box:
                need = min(v.others[k, box], need)
                if v.delver != NONE and v.delver != slot:
                    if s.dungeon[v.delver] == box:
                        continue
            worth += v.value[box] * nearness(w, need, 1.0)
    return worth


@kernel
def boxes_blocked(s, cards, v, slot, space):
    """Dungeons still to be done whose box a unit on a space closes.  Rule T-DUNGEON-2."""
    count, closed = 0.0, cards.closers[s.realm, space]
    if not closed:
        return count
    for box in range(DUNGEONS):
        if v.value[box] > 0.0 and record.is_in(closed, box):
            if not is_enemy_on(s, cards, v, box):
                count += 1.0
    return count


@inner_kernel
def is_enemy_on(s, cards, v, box):
    """Whether an enemy closes a box anyway."""
    for slot in range(cards.seats * FORCE):
        if record.is_on_map(s, slot) and cards.team[slot // FORCE] != v.team:
            if record.is_in(cards.closers[s.realm, s.at[slot]], box):
                return True
    return False
