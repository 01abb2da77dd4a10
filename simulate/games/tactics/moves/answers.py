"""Answers to the rarer questions: counters, coming out of a dungeon, units of an effect."""

from simulate.compiler.kernels import kernel
from simulate.games.tactics.cards.codes import DIRECTIONS
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves import matters, questions
from simulate.games.tactics.moves.move import KIND, add_goal, add_target
from simulate.games.tactics.state.record import SLOTS, is_solo, slot_of
from simulate.mechanics.agenda import top

FAR = 1 << 20


# Counters


@kernel
def list_counters(s, cards, seat, moves):
    """Every way to counter, and not to.  Rules T-COUNTER-1, T-COUNTER-4."""
    slot, attacker = slot_of(top(s).unit), slot_of(top(s).other)
    n = add_counters(s, cards, seat, slot, attacker, moves)
    return add_target(moves, n, KIND.DO_NOT_COUNTER, seat, slot, attacker, NONE)


@kernel
def add_counters(s, cards, seat, slot, attacker, moves):
    """Every way to attack the attacker, melee first; a Solo Enemy counters even for nothing.

    Rules T-COUNTER-4, T-COUNTER-5, T-COUNTER-6, T-ENEMY-25, T-TERRAIN-7, T-CARD-16.
    """
    n = 0
    space = s.at[slot]
    if space == NONE or s.at[attacker] == NONE:
        return n
    anyhow = is_solo(cards, slot) or matters.counter_changes(s, cards, slot)
    if questions.melee_reaches(s, cards, slot, space, attacker):
        if anyhow or matters.melee_changes(s, cards, slot, attacker):
            n = add_target(moves, n, KIND.COUNTER_MELEE, seat, slot, attacker, NONE)
    if questions.can_shoot(s, cards, slot, space, attacker):
        if anyhow or matters.missile_changes(s, cards, slot, attacker):
            n = add_target(moves, n, KIND.COUNTER_MISSILE, seat, slot, attacker, NONE)
    if questions.can_cast_at(s, cards, slot, space, attacker):
        most = 0 if is_solo(cards, slot) else questions.most_power(s, cards, slot)
        for power in range(most + 1):
            if (anyhow and power == 0) or matters.spell_changes(s, cards, slot, attacker, power):
                n = add_target(moves, n, KIND.COUNTER_SPELL, seat, slot, attacker, power)
    return n


# Units that an effect is for


@kernel
def list_chosen(s, cards, seat, moves):
    """Units among which the owner of an effect chooses, or nobody.  Rule T-CARD-16."""
    task = top(s)
    row, unit = task.row, task.unit
    n = 0
    for slot in range(SLOTS):
        if matters.is_meant(s, cards, row, unit, task.other, slot):
            if not matters.changes(s, cards, row, unit, slot, task.amount, task.is_spell):
                continue
            n = add_target(moves, n, KIND.CHOOSE_UNIT, seat, slot_of(unit), slot, row)
    return add_target(moves, n, KIND.NOBODY, seat, slot_of(unit), NONE, row)


# Coming out of a dungeon


@kernel
def list_coming_out(s, cards, seat, moves):
    """Where a unit comes out with its crystal.

    In front of a portal of the box, else beside one on the same level, else as near as can be.
    Rules T-DUNGEON-18, T-DUNGEON-19.
    """
    slot, box = slot_of(top(s).unit), top(s).card
    m = s.realm
    n = 0
    for space in range(cards.spaces[m]):
        if is_front(s, cards, box, space) and questions.is_free(s, cards, space):
            n = add_goal(moves, n, KIND.COME_OUT, seat, slot, space, 0, 0)
    if n == 0:
        for space in range(cards.spaces[m]):
            if questions.is_free(s, cards, space) and is_beside_front(s, cards, box, space):
                n = add_goal(moves, n, KIND.COME_OUT, seat, slot, space, 0, 0)
    return n if n else list_nearest(s, cards, seat, slot, box, moves)


@kernel
def has_portal(s, cards, box):
    """Whether a box has a portal in use."""
    for p in range(cards.portals[s.realm]):
        if cards.portal_box[s.realm, p] == box and questions.is_portal_open(s, cards, p):
            return True
    return False


@kernel
def is_front(s, cards, box, space):
    """Whether a space lies before a portal of a box; of a box without one all its spaces do."""
    m = s.realm
    if not has_portal(s, cards, box):
        return cards.box[m, space] == box and questions.is_open(s, cards, space)
    for p in range(cards.portals[m]):
        if cards.portal_box[m, p] == box and cards.portal_front[m, p] == space:
            return questions.is_portal_open(s, cards, p)
    return False


@kernel
def is_beside_front(s, cards, box, space):
    """Whether a space lies next to one before a portal of a box, on the same level."""
    for side in range(DIRECTIONS):
        front = cards.neighbour[s.realm, space, side]
        if front != NONE and is_front(s, cards, box, front):
            if questions.levels_above(s, cards, space, front) == 0:
                return True
    return False


@kernel
def list_nearest(s, cards, seat, slot, box, moves):
    """The free spaces nearest to a portal of a box."""
    n, least = 0, FAR
    for space in range(cards.spaces[s.realm]):
        if not questions.is_free(s, cards, space):
            continue
        away = FAR
        for front in range(cards.spaces[s.realm]):
            if is_front(s, cards, box, front):
                away = min(away, questions.distance(s, cards, space, front))
        if away < least:
            n, least = 0, away
        if away == least:
            n = add_goal(moves, n, KIND.COME_OUT, seat, slot, space, 0, 0)
    return n
