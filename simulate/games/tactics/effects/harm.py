"""Health lost and gained, captures, new enemy units, units sent in a straight line."""

import numpy as np

from simulate.compiler.kernels import allocating_kernel, kernel
from simulate.core.streams import below, shuffle
from simulate.games.tactics.cards.codes import DO, FORCE, NO_KIND, RESPAWN_CLOSED, UNITS, WHEN
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.effects.compass import first_by_distance, side_by_arrow
from simulate.games.tactics.effects.moments import plan_moment
from simulate.games.tactics.moves.questions import best, is_free, is_open, levels_above, units_of
from simulate.games.tactics.state import changes, record
from simulate.games.tactics.state.changes import RULE
from simulate.games.tactics.state.record import END, PHASE, PURPOSE
from simulate.mechanics.log import LINE, write_chance, write_order

# Damage


@kernel
def lose_health(s, cards, slot, amount, by, kind, rule, log):
    """Damage, and the capture if it is the end; whether the unit lost health.

    by: reference of the unit whose owner captures, NONE: a trap or monster.  kind: of the
    attack, NO_KIND: none.  Rules T-UNIT-3, T-CAPTURE-1.
    """
    if amount <= 0:
        return False
    health = s.health[slot]
    left = health - amount
    if left <= 0 and kind != NO_KIND and best(s, cards, slot, DO.SURVIVES, health) > 0:
        left = 1
    changes.set_health(s, slot, max(0, left), rule, log)
    if by != NONE and record.slot_of(by) != slot:
        s.dealt_damage[record.slot_of(by)] += health - max(0, left)
    if left <= 0:
        capture(s, cards, slot, by, kind, log)
    return True


@kernel
def capture(s, cards, slot, by, kind, log):
    """A unit without health is out of the game.

    Rules T-CAPTURE-1, T-CAPTURE-2, T-ACTION-5, T-BATTLE-10, T-DUNGEON-13, T-CAPTURE-3.
    """
    unit = record.reference(s, slot)
    seat = record.seat_of(slot)
    taker = (seat + 1) % cards.seats if by == NONE else record.seat_of(record.slot_of(by))
    leave(s, cards, slot, log)
    s.fell_turn[slot] = s.turns
    if by != NONE:
        s.felled[record.slot_of(by)] += 1
    changes.set_captures(s, taker, s.captures[taker] + 1, RULE.T_CAPTURE_2, log)
    if record.is_solo(cards, slot):
        respawn(s, cards, slot, log)
    else:
        changes.set_captor(s, slot, taker, RULE.T_CAPTURE_2, log)
        if units_of(s, seat) <= cards.tireless_units:
            cure_all(s, seat, log)
    look_for_end(s, cards, seat, taker, log)
    if s.phase != PHASE.OVER and by != NONE:
        plan_moment(s, WHEN.CAPTURED, unit, by, kind)
        plan_moment(s, WHEN.CAPTURES, by, unit, kind)


@kernel
def leave(s, cards, slot, log):
    """Take a unit's token off; what it bore stays on its space.

    Rules T-BATTLE-10, T-BATTLE-11.
    """
    space = s.at[slot]
    if s.bearer == slot:
        changes.set_bearer(s, NONE, RULE.T_BATTLE_10, log)
        changes.set_artifact(s, space, RULE.T_BATTLE_10, log)
    if s.dungeon[slot] != NONE:
        s.fallen_in[s.dungeon[slot]] += 1
        changes.set_flipped(s, s.dungeon[slot], 0, RULE.T_DUNGEON_17, log)
        changes.set_inside(s, slot, NONE, NONE, RULE.T_CAPTURE_1, log)
    if space != NONE:
        changes.set_at(s, slot, NONE, RULE.T_CAPTURE_1, log)
    s.fell[slot] = space
    s.fell_weakened[slot] = s.weakened[slot]
    s.life[slot] += 1
    changes.set_weakened(s, slot, 0, RULE.T_CAPTURE_1, log)


@kernel
def cure_all(s, seat, log):
    """All Weakened Tokens of a seat come off.  Rule T-ACTION-5."""
    for slot in range(seat * FORCE, seat * FORCE + FORCE):
        if record.is_in_play(s, slot):
            changes.set_weakened(s, slot, 0, RULE.T_ACTION_5, log)


@kernel
def look_for_end(s, cards, seat, taker, log):
    """Whether a capture ends the game, or triggers its end.

    Rules T-END-1, T-END-3, T-BATTLE-12, T-SOLOEND-2, T-GOAL-2.
    """
    gone = units_of(s, seat) == 0
    if cards.time_start:
        if gone:
            changes.set_outcome(s, END.LOST_UNITS, RULE.T_SOLOEND_2, log)
        return
    if gone and (cards.elimination_ends_battle or not cards.battle or is_one_side_left(s, cards)):
        changes.set_ending(s, s.active, END.CAPTURED, RULE.T_END_1, log)
    if cards.battle and s.captures[taker] >= cards.end_captures:
        changes.set_ending(s, s.active, END.CAPTURES, RULE.T_BATTLE_12, log)


@kernel
def is_one_side_left(s, cards):
    """Whether all units in play are of one team, so that nobody can capture any more."""
    side = NONE
    for slot in range(cards.seats * FORCE):
        if record.is_in_play(s, slot):
            if side != NONE and cards.team[record.seat_of(slot)] != side:
                return False
            side = cards.team[record.seat_of(slot)]
    return True


# A new enemy unit


@kernel
def lay_unit(s, cards, slot, card, rule, log):
    """Lay a unit card with all tracks at their top.  Rules T-SETUP-4, T-SOLO-3."""
    changes.set_unit(s, slot, card, rule, log)
    changes.set_health(
        s, slot, cards.health[card, record.side_of(cards, slot)], RULE.T_SETUP_4, log
    )
    if not record.is_solo(cards, slot):
        changes.set_ammo(s, slot, cards.ammo[card], RULE.T_SETUP_4, log)
        changes.set_mana(s, slot, cards.mana[card], RULE.T_SETUP_4, log)


@kernel
def respawn(s, cards, slot, log):
    """The card goes back into its deck, and another unit comes in its place.

    Rules T-RESPAWN-1, T-RESPAWN-2, T-RESPAWN-3, T-RESPAWN-4, T-CARD-14.
    """
    changes.set_time(s, min(cards.time_start, s.time + cards.time_gained), RULE.T_RESPAWN_1, log)
    used = s.under[slot]
    if used != NONE:
        changes.set_under(s, slot, NONE, RULE.T_RESPAWN_3, log)
        changes.discard_enemy_card(s, used, RULE.T_RESPAWN_3, log)
    changes.set_spare(s, s.unit[slot], 1, RULE.T_RESPAWN_3, log)
    card = draw_unit(s, cards, record.class_of(slot), log)
    changes.set_spare(s, card, 0, RULE.T_RESPAWN_4, log)
    lay_unit(s, cards, slot, card, RULE.T_RESPAWN_4, log)
    s.acted[slot] = 0
    s.actions_of[slot] = 0
    s.villages[slot] = 0
    s.fresh_token[slot] = 0
    s.began_on_ballista[slot] = 0
    changes.set_at(s, slot, respawn_space(s, cards, slot, log), RULE.T_RESPAWN_5, log)


@kernel
def draw_unit(s, cards, of_class, log):
    """A unit card of a class deck, by chance.  Rule T-RESPAWN-4."""
    count = 0
    for card in range(UNITS):
        if record.is_in(s.spare, card) and cards.unit_class[card] == of_class:
            count += 1
    left = below(s, PURPOSE.NEW_UNIT, count)
    for card in range(UNITS):
        if record.is_in(s.spare, card) and cards.unit_class[card] == of_class:
            if left == 0:
                write_chance(s, log, LINE.CHOICE, NONE, RULE.T_RESPAWN_4, PURPOSE.NEW_UNIT, card)
                return card
            left -= 1
    return NONE


@allocating_kernel
def respawn_space(s, cards, slot, log):
    """A Trigger Space drawn by chance, or beside it.  Rule T-RESPAWN-5."""
    order = np.arange(record.AREAS)
    shuffle(s, PURPOSE.RESPAWN, record.reference(s, slot), order, record.AREAS)
    write_order(s, log, LINE.SHUFFLE, NONE, RULE.T_RESPAWN_5, PURPOSE.RESPAWN, order, record.AREAS)
    drawn = cards.trigger[s.realm, order[0]]
    if cards.respawn_closed == RESPAWN_CLOSED.AGAIN:
        for k in range(record.AREAS - 1, -1, -1):
            if is_open(s, cards, cards.trigger[s.realm, order[k]]):
                drawn = cards.trigger[s.realm, order[k]]
    return free_near(s, cards, drawn, log)


@kernel
def draw_enemy_card(s, log):
    """The top Solo Enemy card, or NONE if every card lies under a unit.  Rule T-ENEMY-4."""
    if s.enemy_deck_count == 0:
        changes.renew_enemy_cards(s, RULE.T_ENEMY_4, log)
    return changes.take_enemy_card(s, RULE.T_ENEMY_4, log) if s.enemy_deck_count else NONE


@kernel
def free_near(s, cards, space, log):
    """The space, or the side of it that a drawn card's arrow shows.  Rule T-RESPAWN-6."""
    if is_free(s, cards, space):
        return space
    card = draw_enemy_card(s, log)
    arrow = 0
    if card != NONE:
        changes.discard_enemy_card(s, card, RULE.T_RESPAWN_6, log)
        arrow = cards.compass[card]
    return beside_by_arrow(s, cards, space, arrow)


@kernel
def beside_by_arrow(s, cards, space, arrow):
    """The first free side clockwise from the arrow, else the nearest free space.

    Rules T-SOLO-12, T-RESPAWN-6.
    """
    side = side_by_arrow(s, cards, space, arrow)
    return side if side != NONE else first_by_distance(s, cards, space, arrow)


# In a straight line


@kernel
def send(s, cards, slot, way, spaces, by, rule, log):
    """Send a unit straight on, by a rule; how many spaces it went.

    Cliffs, the edge, units and closed boxes stop it; stopped short it loses health.  The unit
    does not gain from what it passes.

    Rules T-MELEE-5, T-MELEE-6, T-MELEE-7, T-MELEE-8, T-MELEE-9, T-MELEE-10, T-DUNGEON-8,
    T-CARD-9, T-PORTAL-5.
    """
    moved = 0
    while moved < spaces:
        ahead = cards.neighbour[s.realm, s.at[slot], way]
        if ahead == NONE or not is_free(s, cards, ahead):
            break
        if levels_above(s, cards, ahead, s.at[slot]) > 0:
            break
        changes.set_at(s, slot, ahead, rule, log)
        moved += 1
    if moved < spaces:
        lose_health(s, cards, slot, cards.knock_back_damage, by, NO_KIND, RULE.T_MELEE_8, log)
    return moved
