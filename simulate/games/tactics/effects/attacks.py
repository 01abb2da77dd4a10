"""Attacks, the ballista, Knock Back and counters."""

from simulate.compiler.kernels import kernel
from simulate.games.tactics.cards import codes
from simulate.games.tactics.cards.codes import (
    AIM,
    DO,
    ICON,
    KNOCK_BACK_WHEN,
    REACTS_FIRST,
    SIDE,
    WHEN,
    WHO_CODE,
)
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.effects.harm import lose_health, send
from simulate.games.tactics.effects.moments import happen, plan_moment
from simulate.games.tactics.moves import questions
from simulate.games.tactics.moves.answers import add_counters
from simulate.games.tactics.moves.matters import can_be_sent, can_roll
from simulate.games.tactics.moves.move import KIND
from simulate.games.tactics.state import changes, record
from simulate.games.tactics.state.agenda import (
    plan_attack,
    plan_between,
    plan_direction,
    plan_effects,
    plan_knock_back,
    plan_rows,
)
from simulate.games.tactics.state.changes import RULE
from simulate.games.tactics.state.record import EVENT, PHASE, PURPOSE


@kernel
def strike(s, cards, unit, target, kind, damage, is_counter, rule, log):
    """The damage of an attack on its target, and what reacts at once.

    Rules T-HARM-1, T-COUNTER-2, T-UNIT-4.
    """
    took = lose_health(s, cards, record.slot_of(target), damage, unit, kind, rule, log)
    if not took or s.phase == PHASE.OVER:
        return
    s.struck[is_counter] = 1
    if not record.lives(s, target):
        return
    if cards.reacts_first == REACTS_FIRST.TARGET:
        plan_attack(s, EVENT.HIT, unit, target, kind, is_counter)
        happen(s, cards, WHEN.DAMAGED, target, unit, kind)
    else:
        plan_moment(s, WHEN.DAMAGED, target, unit, kind)
        hit(s, cards, unit, target, kind)


@kernel
def hit(s, cards, unit, target, kind):
    """What a hit does.  Rule T-COUNTER-2."""
    if record.lives(s, unit) and record.lives(s, target):
        happen(s, cards, WHEN.HITS, unit, target, kind)


# Melee


@kernel
def melee(s, cards, slot, target, is_counter, log):
    """A melee attack: damage, Knock Back, counter.  Rules T-MELEE-2, T-MELEE-3, T-COUNTER-3."""
    unit, victim = record.reference(s, slot), record.reference(s, target)
    printed = cards.melee_damage[s.unit[slot], record.side_of(cards, slot)]
    damage = questions.attack_damage(s, cards, slot, target, codes.MELEE_KIND, printed)
    s.struck[is_counter] = 0
    plan_attack(s, EVENT.AFTER_ATTACK, unit, victim, codes.MELEE_KIND, is_counter)
    way = line_of(s, cards, s.at[slot], s.at[target])
    if cards.knock_back_when != KNOCK_BACK_WHEN.FIRST:
        plan_knock_back(s, EVENT.TRY_KNOCK_BACK, unit, victim, way, is_counter)
    strike(s, cards, unit, victim, codes.MELEE_KIND, damage, is_counter, RULE.T_MELEE_2, log)
    if cards.knock_back_when == KNOCK_BACK_WHEN.FIRST and s.phase != PHASE.OVER:
        plan_knock_back(s, EVENT.TRY_KNOCK_BACK, unit, victim, way, is_counter)


@kernel
def line_of(s, cards, start, goal):
    """The direction of a Knock Back; of a diagonal attack along the row.  Rule T-MELEE-5."""
    across = cards.column[s.realm, goal] - cards.column[s.realm, start]
    if across:
        return SIDE.EAST if across > 0 else SIDE.WEST
    return SIDE.SOUTH if cards.row[s.realm, goal] > cards.row[s.realm, start] else SIDE.NORTH


@kernel
def try_knock_back(s, cards, unit, target, way, is_counter, log):
    """Ask whether to roll for Knock Back; a Solo Enemy always does.

    By the switch only while the target still stands where the attacker could attack it.
    Rules T-MELEE-3, T-MELEE-4, T-ENEMY-10, T-CARD-16.
    """
    if not (record.lives(s, unit) and record.lives(s, target)):
        return
    if cards.knock_back_needs_damage and not s.struck[is_counter]:
        return
    slot, victim = record.slot_of(unit), record.slot_of(target)
    if not questions.may_be_moved(s, cards, victim) or not questions.knock_back_dice(
        s, cards, slot
    ):
        return
    if cards.knock_back_when == KNOCK_BACK_WHEN.BESIDE:
        if s.at[slot] == NONE or not questions.melee_reaches(s, cards, slot, s.at[slot], victim):
            return
    if record.is_solo(cards, slot):
        knock_back(s, cards, unit, target, way, log)
    elif can_roll(cards, ICON.KNOCK_BACK) and can_be_sent(s, cards, victim, way):
        plan_knock_back(s, PHASE.KNOCK_BACK, unit, target, way, is_counter)


@kernel
def knock_back(s, cards, unit, target, way, log):
    """Roll, and knock the target back as far.  Rules T-MELEE-5, T-MELEE-6."""
    slot, seat = record.slot_of(unit), record.seat_of(record.slot_of(unit))
    dice = questions.knock_back_dice(s, cards, slot)
    spaces = changes.roll(
        s, cards, PURPOSE.KNOCK_BACK, dice, ICON.KNOCK_BACK, seat, RULE.T_MELEE_4, log
    )
    if spaces == 0:
        return
    task = plan_between(s, EVENT.KNOCKED_BACK, seat, unit, target)
    moved = send(s, cards, record.slot_of(target), way, spaces, unit, RULE.T_MELEE_5, log)
    task.amount = moved
    if moved:
        s.knocks[seat] += 1


@kernel
def knocked_back(s, cards, unit, target, spaces, log):
    """After a Knock Back by a space or more: the Artifact, and what it sets off.

    Rules T-BATTLE-8, T-BATTLE-9.
    """
    if spaces == 0:
        return
    if s.bearer == record.slot_of(target) and record.lives(s, target):
        changes.set_bearer(s, record.slot_of(unit), RULE.T_BATTLE_8, log)
        s.steals += 1
    plan_moment(s, WHEN.KNOCKED_BACK, target, unit, codes.NO_KIND)
    plan_moment(s, WHEN.KNOCKS_BACK, unit, target, codes.NO_KIND)


# Missiles


@kernel
def shoot(s, cards, slot, target, is_counter, log):
    """A missile attack.  Rules T-MISSILE-8, T-MISSILE-9, T-MISSILE-10, T-ENEMY-14."""
    unit, victim, seat = (
        record.reference(s, slot),
        record.reference(s, target),
        record.seat_of(slot),
    )
    s.struck[is_counter] = 0
    plan_attack(s, EVENT.AFTER_ATTACK, unit, victim, codes.MISSILE_KIND, is_counter)
    if record.is_solo(cards, slot) or pay_missile(s, cards, slot, log):
        printed = cards.missile_damage[s.unit[slot], record.side_of(cards, slot)]
        damage = questions.attack_damage(s, cards, slot, target, codes.MISSILE_KIND, printed)
        strike(
            s, cards, unit, victim, codes.MISSILE_KIND, damage, is_counter, RULE.T_MISSILE_9, log
        )
    else:
        s.missed[seat] += 1
        plan_moment(s, WHEN.MISSED, victim, unit, codes.NO_KIND)
        plan_moment(s, WHEN.MISSES, unit, victim, codes.NO_KIND)


@kernel
def pay_missile(s, cards, slot, log):
    """Pay for a missile and its Misses; whether it hits.

    Rules T-MISSILE-5, T-MISSILE-7, T-MISSILE-8, T-MISSILE-9, T-MISSILE-10.
    """
    changes.set_ammo(s, slot, s.ammo[slot] - cards.missile_price, RULE.T_MISSILE_5, log)
    fewer = questions.total(s, cards, slot, DO.FEWER_MISSES, codes.MISSILE_KIND, NONE)
    dice = max(0, cards.missile_dice[s.unit[slot]] - fewer)
    icons = changes.roll(
        s, cards, PURPOSE.MISSES, dice, ICON.MISS, record.seat_of(slot), RULE.T_MISSILE_7, log
    )
    due = icons * cards.miss_price
    if due > s.ammo[slot]:
        changes.set_ammo(s, slot, 0, RULE.T_MISSILE_10, log)
        return False
    changes.set_ammo(s, slot, s.ammo[slot] - due, RULE.T_MISSILE_9, log)
    return True


# Spells


@kernel
def cast(s, cards, slot, target, power, is_counter, log):
    """A spell with so many dice; target: slot, or NONE.

    Rules T-SPELL-2, T-SPELL-3, T-SPELL-4, T-SPELL-5.
    """
    unit, seat, card = record.reference(s, slot), record.seat_of(slot), s.unit[slot]
    victim = NONE if target == NONE else record.reference(s, target)
    changes.set_mana(s, slot, s.mana[slot] - cards.spell_price - power, RULE.T_SPELL_2, log)
    icons = changes.roll(s, cards, PURPOSE.POWER, power, ICON.POWER, seat, RULE.T_SPELL_5, log)
    s.struck[is_counter] = 0
    if cards.spell_aim[card] == AIM.ENEMY:
        plan_attack(s, EVENT.AFTER_ATTACK, unit, victim, codes.SPELL_KIND, is_counter)
    plan_moment(s, WHEN.CASTS, unit, victim, codes.SPELL_KIND)
    first = cards.spell_first[card]
    end = first + cards.spell_count[card]
    plan_spell(s, seat, first, end, unit, victim, icons, is_counter)


@kernel
def plan_spell(s, seat, row, end, unit, target, icons, is_counter):
    """The effects of a spell, from a row on."""
    task = plan_rows(s, EVENT.SPELL, seat, row, end, unit, target)
    task.amount = icons
    task.is_counter = is_counter


@kernel
def work_spell(s, cards, seat, row, end, unit, target, icons, is_counter, log):
    """The next effect of a spell: damage to its target is an attack.

    Rules T-SPELL-5, T-SPELL-8.
    """
    if not record.lives(s, unit):
        return
    if row + 1 < end:
        plan_spell(s, seat, row + 1, end, unit, target, icons, is_counter)
    slot = record.slot_of(unit)
    attacks = cards.spell_aim[s.unit[slot]] == AIM.ENEMY
    if attacks and cards.row_do[row] == DO.DAMAGE and cards.row_who[row] == WHO_CODE.OTHER:
        if record.lives(s, target):
            printed = cards.row_amount[row] + icons * cards.row_power[row]
            damage = questions.attack_damage(
                s, cards, slot, record.slot_of(target), codes.SPELL_KIND, printed
            )
            strike(
                s, cards, unit, target, codes.SPELL_KIND, damage, is_counter, RULE.T_SPELL_5, log
            )
    else:
        plan_effects(s, seat, row, row + 1, unit, target, icons, 1)


@kernel
def solo_cast(s, cards, slot, target, is_counter, log):
    """A Solo Enemy's spell: three dice, and no mana.  Rules T-ENEMY-14, T-ENEMY-15."""
    unit, victim, seat = (
        record.reference(s, slot),
        record.reference(s, target),
        record.seat_of(slot),
    )
    dice = cards.enemy_spell_dice
    icons = changes.roll(
        s, cards, PURPOSE.ENEMY_POWER, dice, ICON.POWER, seat, RULE.T_ENEMY_14, log
    )
    card = s.unit[slot]
    printed = cards.solo_spell_damage[card] + icons * cards.solo_spell_power[card]
    damage = questions.attack_damage(s, cards, slot, target, codes.SPELL_KIND, printed)
    s.struck[is_counter] = 0
    plan_attack(s, EVENT.AFTER_ATTACK, unit, victim, codes.SPELL_KIND, is_counter)
    strike(s, cards, unit, victim, codes.SPELL_KIND, damage, is_counter, RULE.T_SPELL_5, log)


# The ballista


@kernel
def fire(s, cards, slot, target, log):
    """Fire the ballista.  Rules T-BALLISTA-3, T-BALLISTA-4, T-BALLISTA-5."""
    unit, victim = record.reference(s, slot), record.reference(s, target)
    damage = cards.ballista_damage
    if cards.ballista_cover:
        damage = max(0, damage + questions.cover(s, cards, target))
    s.struck[0] = 0
    plan_attack(s, EVENT.AFTER_ATTACK, unit, victim, codes.NO_KIND, 0)
    plan_between(s, EVENT.BALLISTA_PUSH, record.seat_of(slot), unit, victim)
    strike(s, cards, unit, victim, codes.NO_KIND, damage, 0, RULE.T_BALLISTA_3, log)


@kernel
def push_by_ballista(s, cards, seat, unit, target):
    """Ask in which direction the target is knocked.  Rule T-BALLISTA-4."""
    if cards.ballista_push and record.lives(s, unit) and record.lives(s, target):
        if questions.may_be_moved(s, cards, record.slot_of(target)):
            plan_direction(s, seat, target, cards.ballista_push, unit, NONE)


# Counters


@kernel
def after_attack(s, cards, unit, target, kind, is_counter, moves, log):
    """What follows a whole attack: the counter, or that it was one.

    Rules T-COUNTER-1, T-COUNTER-3, T-COUNTER-9, T-BALLISTA-5.
    """
    if not (record.lives(s, unit) and record.lives(s, target)):
        return
    if is_counter:
        happen(s, cards, WHEN.COUNTERS, unit, target, kind)
    elif s.struck[0]:
        if not questions.total(
            s, cards, record.slot_of(unit), DO.NO_COUNTER, kind, record.slot_of(target)
        ):
            let_counter(s, cards, target, unit, moves, log)


@kernel
def let_counter(s, cards, unit, attacker, moves, log):
    """The attacked unit may attack back; a Solo Enemy does if it can.

    Rules T-COUNTER-4, T-COUNTER-8, T-ENEMY-25, T-ENEMY-26.
    """
    slot = record.slot_of(unit)
    price = 0
    if s.weakened[slot] and not questions.stands(s, cards, slot, DO.COUNTERS_FREELY):
        price = cards.counter_price
    if price >= s.health[slot]:
        return
    ways = add_counters(s, cards, record.seat_of(slot), slot, record.slot_of(attacker), moves)
    if ways == 0:
        return
    if record.is_solo(cards, slot):
        counter(s, cards, moves[0], price, log)
    else:
        task = plan_between(s, PHASE.COUNTER, record.seat_of(slot), unit, attacker)
        task.amount = price


@kernel
def counter(s, cards, m, price, log):
    """Carry out a counter, or none.  Rules T-COUNTER-4, T-COUNTER-8, T-CARD-11, T-COUNTER-7."""
    if m.kind == KIND.DO_NOT_COUNTER:
        return
    slot = m.unit
    if record.is_solo(cards, slot):
        changes.write_act(s, m.kind, slot, m.target, RULE.T_ENEMY_25, log)
    s.countered[record.seat_of(slot)] += 1
    if s.weakened[slot]:
        changes.set_health(s, slot, s.health[slot] - price, RULE.T_COUNTER_8, log)
        changes.set_weakened(s, slot, 0, RULE.T_COUNTER_8, log)
    if m.kind == KIND.COUNTER_MELEE:
        melee(s, cards, slot, m.target, 1, log)
    elif m.kind == KIND.COUNTER_MISSILE:
        shoot(s, cards, slot, m.target, 1, log)
    elif record.is_solo(cards, slot):
        solo_cast(s, cards, slot, m.target, 1, log)
    else:
        cast(s, cards, slot, m.target, m.number, 1, log)
