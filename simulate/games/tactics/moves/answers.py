"""Answers to the rarer questions: counters, coming out of a dungeon, units of an effect."""

from simulate.core.compiler import kernel
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves.codes import (
    EACH_ENEMY,
    OF_OTHER,
    ONE_ENEMY,
    ONE_FRIEND,
    SIDES,
)
from simulate.games.tactics.moves.move import (
    CHOOSE,
    COUNTER_MELEE,
    COUNTER_MISSILE,
    COUNTER_SPELL,
    NO_COUNTER,
    NOBODY,
    OUT,
    add_goal,
    add_target,
)
from simulate.games.tactics.moves.questions import (
    can_cast_at,
    can_shoot,
    distance,
    is_free,
    is_open,
    is_portal_open,
    levels_above,
    melee_reaches,
    most_power,
)
from simulate.games.tactics.state.agenda import detail
from simulate.games.tactics.state.record import (
    SLOTS,
    are_foes,
    is_in_play,
    is_solo,
    lives,
    slot_of,
)

FAR = 1 << 20


# Counters


@kernel
def list_counters(s, cards, seat, moves):
    """Every way to counter, and not to.  Rules T-COUNTER-1, T-COUNTER-4."""
    slot, attacker = slot_of(detail(s, 0)), slot_of(detail(s, 1))
    n = add_counters(s, cards, seat, slot, attacker, moves)
    return add_target(moves, n, NO_COUNTER, seat, slot, attacker, NONE)


@kernel
def add_counters(s, cards, seat, slot, attacker, moves):
    """Every way to attack the attacker, melee first.

    Rules T-COUNTER-4, T-COUNTER-5, T-COUNTER-6, T-ENEMY-25, T-TERRAIN-7.
    """
    n = 0
    here = s.at[slot]
    if here == NONE or s.at[attacker] == NONE:
        return n
    if melee_reaches(s, cards, slot, here, attacker):
        n = add_target(moves, n, COUNTER_MELEE, seat, slot, attacker, NONE)
    if can_shoot(s, cards, slot, here, attacker):
        n = add_target(moves, n, COUNTER_MISSILE, seat, slot, attacker, NONE)
    if can_cast_at(s, cards, slot, here, attacker):
        most = 0 if is_solo(cards, slot) else most_power(s, cards, slot)
        for power in range(most + 1):
            n = add_target(moves, n, COUNTER_SPELL, seat, slot, attacker, power)
    return n


# Units that an effect is for


@kernel
def is_meant(s, cards, row, unit, other, slot):
    """Whether an effect for one or each of several units could be for the unit in a slot.

    unit: whose effect it is, other: the other unit of its moment; references.  `within` counts
    from where a unit fell, if it is gone.  Rules T-SPELL-9, T-CARD-12.
    """
    who = cards.row_who[row]
    mine = slot_of(unit)
    if slot == mine and lives(s, unit):
        return who == ONE_FRIEND
    if not is_in_play(s, slot):
        return False
    enemy = who == ONE_ENEMY or who == EACH_ENEMY
    if are_foes(cards, slot, mine) != enemy or (enemy and s.at[slot] == NONE):
        return False
    within = cards.row_within[row]
    if within == NONE:
        return True
    centre = other if cards.row_of[row] == OF_OTHER else unit
    if centre == NONE or s.at[slot] == NONE:
        return False
    if lives(s, centre) and slot_of(centre) == slot:
        return False
    spot = s.at[slot_of(centre)] if lives(s, centre) else s.fell[slot_of(centre)]
    return spot != NONE and distance(s, cards, s.at[slot], spot) <= within


@kernel
def list_chosen(s, cards, seat, moves):
    """Units among which the owner of an effect chooses, or nobody."""
    row, unit, other = detail(s, 0), detail(s, 1), detail(s, 2)
    n = 0
    for slot in range(SLOTS):
        if is_meant(s, cards, row, unit, other, slot):
            n = add_target(moves, n, CHOOSE, seat, slot_of(unit), slot, row)
    return add_target(moves, n, NOBODY, seat, slot_of(unit), NONE, row)


# Coming out of a dungeon


@kernel
def list_coming_out(s, cards, seat, moves):
    """Where a unit comes out with its crystal.

    In front of a portal of the box, else beside one on the same level, else as near as can be.
    Rules T-DUNGEON-18, T-DUNGEON-19.
    """
    slot, box = slot_of(detail(s, 0)), detail(s, 1)
    m = s.realm
    n = 0
    for space in range(cards.spaces[m]):
        if is_front(s, cards, box, space) and is_free(s, cards, space):
            n = add_goal(moves, n, OUT, seat, slot, space, 0, 0)
    if n == 0:
        for space in range(cards.spaces[m]):
            if is_free(s, cards, space) and is_beside_front(s, cards, box, space):
                n = add_goal(moves, n, OUT, seat, slot, space, 0, 0)
    return n if n else list_nearest(s, cards, seat, slot, box, moves)


@kernel
def has_portal(s, cards, box):
    """Whether a box has a portal in use."""
    for p in range(cards.portals[s.realm]):
        if cards.portal_box[s.realm, p] == box and is_portal_open(s, cards, p):
            return True
    return False


@kernel
def is_front(s, cards, box, space):
    """Whether a space lies before a portal of a box; of a box without one all its spaces do."""
    m = s.realm
    if not has_portal(s, cards, box):
        return cards.box[m, space] == box and is_open(s, cards, space)
    for p in range(cards.portals[m]):
        if cards.portal_box[m, p] == box and cards.portal_front[m, p] == space:
            return is_portal_open(s, cards, p)
    return False


@kernel
def is_beside_front(s, cards, box, space):
    """Whether a space lies next to one before a portal of a box, on the same level."""
    for side in range(SIDES):
        front = cards.neighbour[s.realm, space, side]
        if front != NONE and is_front(s, cards, box, front):
            if levels_above(s, cards, space, front) == 0:
                return True
    return False


@kernel
def list_nearest(s, cards, seat, slot, box, moves):
    """The free spaces nearest to a portal of a box."""
    n, least = 0, FAR
    for space in range(cards.spaces[s.realm]):
        if not is_free(s, cards, space):
            continue
        away = FAR
        for front in range(cards.spaces[s.realm]):
            if is_front(s, cards, box, front):
                away = min(away, distance(s, cards, space, front))
        if away < least:
            n, least = 0, away
        if away == least:
            n = add_goal(moves, n, OUT, seat, slot, space, 0, 0)
    return n
