"""What effects do: one after another, to the units that they are for."""

from simulate.compiler.kernels import kernel
from simulate.games.tactics.cards import codes
from simulate.games.tactics.cards.codes import DO, WHEN, WHO_CODE
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.effects.harm import lose_health, send
from simulate.games.tactics.effects.moments import happen
from simulate.games.tactics.effects.walking import plan_walk
from simulate.games.tactics.moves import questions
from simulate.games.tactics.moves.matters import can_swap, changes, is_meant
from simulate.games.tactics.state import record
from simulate.games.tactics.state.agenda import plan_direction, plan_effect, plan_effects
from simulate.games.tactics.state.changes import (
    RULE,
    draw_tactic,
    renew_tactics,
    set_actions_left,
    set_ammo,
    set_at,
    set_health,
    set_mana,
    set_time,
    set_weakened,
)
from simulate.games.tactics.state.record import EVENT, PHASE


@kernel
def do_effects(s, cards, seat, row, end, unit, other, power, is_spell, log):
    """The next effect of a card; the units that it is for are found now.

    power: icons rolled for a spell.  Rules T-SPELL-5, T-TACTIC-1, T-CARD-1, T-CARD-2.
    """
    if row + 1 < end:
        plan_effects(s, seat, row + 1, end, unit, other, power, is_spell)
    amount = max(0, cards.row_amount[row]) + power * cards.row_power[row]
    who = cards.row_who[row]
    if who == NONE:
        do_without_unit(s, cards, row, seat, amount, log)
    elif who == WHO_CODE.SELF or who == WHO_CODE.OTHER:
        one = unit if who == WHO_CODE.SELF else other
        if record.lives(s, one):
            plan_effect(s, EVENT.DO_TO, seat, row, unit, one, amount, is_spell)
    elif who == WHO_CODE.ONE_FRIEND or who == WHO_CODE.ONE_ALLY or who == WHO_CODE.ONE_ENEMY:
        if is_for_anybody(s, cards, row, unit, other, amount, is_spell):
            plan_effect(s, PHASE.CHOOSE_UNIT, seat, row, unit, other, amount, is_spell)
    else:
        for slot in range(record.SLOTS - 1, -1, -1):
            if is_meant(s, cards, row, unit, other, slot):
                one = record.reference(s, slot)
                plan_effect(s, EVENT.DO_TO, seat, row, unit, one, amount, is_spell)


@kernel
def is_for_anybody(s, cards, row, unit, other, amount, is_spell):
    """Whether there is a unit for which an effect would change anything.  Rule T-CARD-16."""
    for slot in range(record.SLOTS):
        if is_meant(s, cards, row, unit, other, slot):
            if changes(s, cards, row, unit, slot, amount, is_spell):
                return True
    return False


@kernel
def do_without_unit(s, cards, row, seat, amount, log):
    """Effects on the turn, the hand and the Time Token."""
    do = cards.row_do[row]
    if do == DO.EXTRA_ACTION:
        if seat == s.active:
            set_actions_left(s, s.actions_left + amount, RULE.T_CARD_1, log)
    elif do == DO.DRAW:
        draw_tactics(s, seat, amount, log)
    elif do == DO.GAIN_TIME:
        set_time(s, min(cards.time_start, s.time + amount), RULE.T_CARD_1, log)
    else:
        raise ValueError("no effect without a unit")


@kernel
def draw_tactics(s, seat, count, log):
    """Draw tactic cards; the last one taken makes the discard pile the new deck.

    Rules T-TACTIC-5, T-TACTIC-7.
    """
    for _ in range(count):
        if s.deck_count == 0 and s.discard_count:
            renew_tactics(s, RULE.T_TACTIC_7, log)
        if s.deck_count:
            draw_tactic(s, seat, RULE.T_TACTIC_5, log)
            if s.deck_count == 0 and s.discard_count:
                renew_tactics(s, RULE.T_TACTIC_7, log)


@kernel
def do_to(s, cards, seat, row, unit, one, amount, is_spell, log):
    """One effect on one unit that is still in play: a table of the words.  Rule T-WEAK-6."""
    if not record.lives(s, one):
        return
    do, slot = cards.row_do[row], record.slot_of(one)
    if do == DO.DAMAGE:
        harm(s, cards, unit, slot, amount, is_spell, log)
    elif do == DO.HEAL:
        top = cards.health[s.unit[slot], record.side_of(cards, slot)]
        set_health(s, slot, min(top, s.health[slot] + amount), RULE.T_UNIT_2, log)
    elif do == DO.WEAKEN:
        set_weakened(s, slot, 1, RULE.T_CARD_1, log)
        s.fresh_token[slot] = 1
    elif do == DO.CURE:
        set_weakened(s, slot, 0, RULE.T_CARD_1, log)
    elif do == DO.PUSH:
        push(s, cards, seat, row, unit, slot, amount, log)
    elif do == DO.STEP:
        plan_walk(s, cards, slot, amount, 0)
    elif do == DO.REFILL:
        refill(s, cards, slot, cards.row_word[row], amount, log)
    elif do == DO.DRAIN:
        drain(s, cards, slot, cards.row_word[row], amount, log)
    elif do == DO.STEAL:
        steal(s, cards, record.slot_of(unit), slot, cards.row_word[row], amount, log)
    elif do == DO.SWAP:
        swap(s, cards, unit, slot, log)
    else:
        raise ValueError("no effect on a unit")


@kernel
def harm(s, cards, unit, slot, amount, is_spell, log):
    """Damage that is no attack on its unit; in a spell forest and water count, and units react.

    Rules T-SPELL-8, T-SPELL-9, T-TERRAIN-3, T-TERRAIN-4, T-UNIT-4.
    """
    one = record.reference(s, slot)
    if is_spell:
        amount = max(0, amount + questions.cover(s, cards, slot))
    by = NONE if unit == one else unit
    kind = codes.SPELL_KIND if is_spell else codes.NO_KIND
    took = lose_health(s, cards, slot, amount, by, kind, RULE.T_CARD_1, log)
    if took and is_spell and by != NONE and s.phase != PHASE.OVER and record.lives(s, one):
        happen(s, cards, WHEN.DAMAGED, one, by, kind)


@kernel
def push(s, cards, seat, row, unit, slot, amount, log):
    """Send a unit away, towards the subject, or in a direction that is chosen.

    From where the subject fell, if it is gone.  Rule T-CARD-15.
    """
    if not questions.may_be_moved(s, cards, slot):
        return
    way = cards.row_word[row]
    if way == codes.WAY.ANY:
        plan_direction(s, seat, record.reference(s, slot), amount, unit, row)
        return
    own_slot = record.slot_of(unit)
    start = s.at[own_slot] if record.lives(s, unit) else s.fell[own_slot]
    if start == NONE:
        return
    side = questions.direction_of(s, cards, start, s.at[slot])
    if way == codes.WAY.TOWARD:
        side = questions.opposite_side(side)
    send(s, cards, slot, side, amount, unit, RULE.T_CARD_15, log)


@kernel
def refill(s, cards, slot, resource, amount, log):
    """Ammo or mana rises, up to the top of its track.  Rule T-UNIT-2."""
    if record.is_solo(cards, slot):
        return
    if resource != codes.RESOURCE.MANA:
        top = cards.ammo[s.unit[slot]]
        set_ammo(s, slot, min(top, s.ammo[slot] + amount), RULE.T_UNIT_2, log)
    if resource != codes.RESOURCE.AMMO:
        top = cards.mana[s.unit[slot]]
        set_mana(s, slot, min(top, s.mana[slot] + amount), RULE.T_UNIT_2, log)


@kernel
def drain(s, cards, slot, resource, amount, log):
    """Ammo or mana is lost.  Rule T-UNIT-3."""
    if record.is_solo(cards, slot):
        return
    if resource != codes.RESOURCE.MANA:
        set_ammo(s, slot, max(0, s.ammo[slot] - amount), RULE.T_CARD_1, log)
    if resource != codes.RESOURCE.AMMO:
        set_mana(s, slot, max(0, s.mana[slot] - amount), RULE.T_CARD_1, log)


@kernel
def steal(s, cards, slot, other, resource, amount, log):
    """Ammo or mana of another unit becomes the subject's own; a Solo Enemy always has it.

    Rules T-ENEMY-15, T-UNIT-2, T-UNIT-3.
    """
    taken = 0
    if resource != codes.RESOURCE.MANA and cards.ammo[s.unit[other]]:
        taken += amount if record.is_solo(cards, other) else min(amount, s.ammo[other])
    if resource != codes.RESOURCE.AMMO and cards.mana[s.unit[other]]:
        taken += amount if record.is_solo(cards, other) else min(amount, s.mana[other])
    drain(s, cards, other, resource, amount, log)
    refill(s, cards, slot, codes.RESOURCE.ANY, taken, log)


@kernel
def swap(s, cards, unit, slot, log):
    """The subject and another unit change places, unless the other is a foe that stands firm."""
    own_slot = record.slot_of(unit)
    if not can_swap(s, cards, unit, slot):
        return
    start, goal = s.at[own_slot], s.at[slot]
    set_at(s, own_slot, goal, RULE.T_CARD_1, log)
    set_at(s, slot, start, RULE.T_CARD_1, log)
