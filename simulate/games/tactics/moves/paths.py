"""Where a movement can lead: every goal with the cheapest way, and what the way takes in."""

from simulate.compiler.kernels import allocating_kernel, inner_kernel, kernel
from simulate.games.tactics.cards.codes import CROSS, DO, PORTALS, SPACES, TERRAIN, WHEN
from simulate.games.tactics.cards.grids import BARRED, NOWHERE, STRIDE, flood, scratch
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves import questions
from simulate.games.tactics.state import record

GOALS = STRIDE * (1 + record.BY_VILLAGE + record.BY_PORTAL)  # goals of any movement, and the start


@inner_kernel
def movement_points(s, cards, slot):
    """Movement points of a Movement action.  Rules T-MOVE-1, T-BATTLE-5."""
    points = cards.movement[s.unit[slot], record.side_of(cards, slot)]
    points += questions.total(s, cards, slot, DO.MORE_MOVEMENT, questions.ALL_KINDS, NONE)
    if s.bearer == slot:
        points += cards.artifact_movement
    return max(0, points)


@kernel
def climb_cost(s, cards, slot):
    """Points more to a higher level.  Rules T-MOVE-7, T-MOVE-8."""
    if questions.has_effect(s, cards, slot, DO.CROSSES):
        if questions.has_word(s, cards, slot, DO.CROSSES, CROSS.CLIMB):
            return 0
        if questions.has_word(s, cards, slot, DO.CROSSES, CROSS.ANY):
            return 0
    return cards.climb_cost


@kernel
def terrain_cost(s, cards, slot, terrain):
    """Points to enter a terrain, without climbing.

    Rules T-MOVE-4, T-MOVE-9, T-TERRAIN-2, T-TERRAIN-5, T-BALLISTA-1.
    """
    cost = cards.enter_cost[terrain]
    if cost > cards.space_cost and questions.has_effect(s, cards, slot, DO.CROSSES):
        if terrain == TERRAIN.WATER and questions.has_word(s, cards, slot, DO.CROSSES, CROSS.WATER):
            return cards.space_cost
        if terrain == TERRAIN.PEAK and questions.has_word(s, cards, slot, DO.CROSSES, CROSS.PEAK):
            return cards.space_cost
        if questions.has_word(s, cards, slot, DO.CROSSES, CROSS.ANY):
            return cards.space_cost
    return cost


@kernel
def least_cost(cards):
    """Points that any step of any unit costs at least: with fewer left no way goes on."""
    least = cards.space_cost
    for terrain in range(cards.enter_cost.shape[0]):
        least = min(least, cards.enter_cost[terrain])
    return least + min(0, cards.portal_step - cards.space_cost)


@inner_kernel
def has_foe(s, cards, slot, space):
    """Whether an enemy of a unit stands on a space."""
    return s.occupant[space] != NONE and record.are_foes(cards, s.occupant[space], slot)


@kernel
def cost_map(s, cards, slot, costs, enter):
    """What each terrain and each space costs a unit to enter, BARRED where it may not be.

    Rules T-MOVE-5, T-MOVE-6, T-BALLISTA-6, T-DUNGEON-7.
    """
    m = s.realm
    for terrain in range(costs.shape[0]):
        costs[terrain] = terrain_cost(s, cards, slot, terrain)
    if s.began_on_ballista[slot]:
        costs[TERRAIN.BALLISTA] = BARRED
    for space in range(cards.spaces[m]):
        enter[space] = costs[cards.terrain[m, space]]
    if s.flipped:
        for space in range(cards.spaces[m]):
            if not questions.is_open(s, cards, space):
                enter[space] = BARRED
    if not questions.stands(s, cards, slot, DO.SLIPS_THROUGH):
        for other in range(record.SLOTS):
            if s.at[other] != NONE and record.are_foes(cards, other, slot):
                enter[s.at[other]] = BARRED


@kernel
def gate_map(s, cards, slot, costs, gate_cost, gate_open):
    """What it costs a unit to come out of each portal, and whether it may go in.

    Rules T-PORTAL-2, T-PORTAL-3, T-PORTAL-4.
    """
    m = s.realm
    for p in range(cards.portals[m]):
        front = cards.portal_front[m, p]
        gate_open[p] = questions.is_portal_open(s, cards, p) and not has_foe(s, cards, slot, front)
        gate_cost[p] = BARRED
        if gate_open[p]:
            gate_cost[p] = cards.portal_step + costs[cards.terrain[m, front]] - cards.space_cost


@kernel
def lacks(s, cards, slot):
    """Whether a village would give a unit anything.  Rule T-TERRAIN-8."""
    card = s.unit[slot]
    if s.health[slot] < cards.health[card, record.side_of(cards, slot)]:
        return True
    if record.is_solo(cards, slot):
        return False
    return s.ammo[slot] < cards.ammo[card] or s.mana[slot] < cards.mana[card]


@kernel
def ways_kept(s, cards, slot):
    """Which ways make another goal: those that give this unit, or its owner, something.

    Rule T-TERRAIN-8; a portal or a village may meet the condition of a card in hand.
    """
    hand = s.hand[record.seat_of(slot)]
    kept = record.BY_PORTAL if hand & cards.tactics_at[WHEN.PORTAL] else 0
    if lacks(s, cards, slot) or hand & cards.tactics_at[WHEN.VILLAGE]:
        kept |= record.BY_VILLAGE
    return kept


@allocating_kernel
def reach(s, cards, slot, points):
    """Every goal that a unit can pass or reach over the map, with its way.

    Returns left, came_from, found, count as `flood` does; a goal is a space, and what its way
    has taken in as far as it matters.  Rules T-MOVE-2, T-TERRAIN-9, T-TERRAIN-10.
    """
    m = s.realm
    kept = ways_kept(s, cards, slot)
    left, came_from, queue, reached, room = scratch(
        kept, 2 * SPACES + 2 * PORTALS + cards.enter_cost.shape[0]
    )
    enter, gains = room[:SPACES], room[SPACES : 2 * SPACES]
    gate_cost = room[2 * SPACES : 2 * SPACES + PORTALS]
    gate_open = room[2 * SPACES + PORTALS : 2 * SPACES + 2 * PORTALS]
    costs = room[2 * SPACES + 2 * PORTALS :]
    cost_map(s, cards, slot, costs, enter)
    gate_map(s, cards, slot, costs, gate_cost, gate_open)
    for space in range(cards.spaces[m]):
        gains[space] = 0
    if kept & record.BY_VILLAGE:
        for space in range(cards.spaces[m]):
            if cards.village[m, space] != NONE:
                if not record.is_in(s.villages[slot], cards.village[m, space]):
                    gains[space] = STRIDE * record.BY_VILLAGE
    count = flood(
        cards.neighbour[m],
        cards.level[m],
        enter,
        climb_cost(s, cards, slot),
        gains,
        cards.before_portal[m],
        cards.portal_front[m],
        cards.portals[m],
        gate_cost,
        gate_open,
        STRIDE * (record.BY_PORTAL & kept),
        s.at[slot],
        points,
        least_cost(cards),
        left,
        came_from,
        queue,
        reached,
    )
    return left, came_from, reached, count


@inner_kernel
def may_stop(s, slot, space):
    """Whether a unit may end a movement on a space that it can reach."""
    return s.occupant[space] == NONE or s.occupant[space] == slot


@kernel
def best_entrance(s, cards, slot, box, points, bits, left):
    """Goal from which a dungeon is entered with most points left; NOWHERE: it cannot be.

    points: those of the unit where it stands now, or NONE if its start is not meant; bits: what
    the way takes in.  The start is the goal GOALS.  Rules T-DUNGEON-1, T-PORTAL-3.
    """
    m = s.realm
    entrance, most = NOWHERE, cards.portal_step - 1
    for p in range(cards.portals[m]):
        front = cards.portal_front[m, p]
        if cards.portal_box[m, p] != box or not questions.is_portal_open(s, cards, p):
            continue
        if has_foe(s, cards, slot, front):
            continue
        goal = front + STRIDE * bits
        if left[goal] > most:
            entrance, most = goal, left[goal]
        if front == s.at[slot] and bits == 0 and points > most:
            entrance, most = GOALS, points
    if entrance != NOWHERE and not questions.may_enter(s, cards, slot, box):
        return NOWHERE
    return entrance
