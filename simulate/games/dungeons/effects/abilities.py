"""What abilities do: those that work by themselves, prices, and effect by effect."""

from simulate.compiler.kernels import kernel
from simulate.games.dungeons.cards.codes import CHECK, DANGER, DO, PACE, WHAT, WHEN, WHO
from simulate.games.dungeons.cards.vocabulary import MORTAL, NONE
from simulate.games.dungeons.effects import checks
from simulate.games.dungeons.effects.attacks import begin_damage, plan_strike_back
from simulate.games.dungeons.effects.loot import discover
from simulate.games.dungeons.effects.rooms import reveal_by
from simulate.games.dungeons.effects.walking import begin_moving, begin_teleport
from simulate.games.dungeons.moves import questions
from simulate.games.dungeons.moves.gains import heroes_meant, would_work
from simulate.games.dungeons.moves.lists import list_aims
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.state import changes
from simulate.games.dungeons.state.agenda import (
    plan,
    plan_ability,
    plan_harm,
    plan_moment,
    plan_push,
)
from simulate.games.dungeons.state.changes import RULE
from simulate.games.dungeons.state.kit import count_use, give_bonus
from simulate.games.dungeons.state.record import EVENT, PHASE, bit, is_in

# Abilities


@kernel
def by_itself(s, cards, seat, moment, done, moves):
    """The next ability that works at a moment, in the order of the hero's mat and cards."""
    if done >= s.owns[seat]:
        return
    plan_moment(s, seat, moment).done = done + 1
    ability = s.own[seat, done]
    if cards.ability_when[ability] == moment and questions.is_usable(s, cards, seat, ability):
        if list_aims(s, cards, moves, 0, KIND.AIM, seat, ability):
            plan(s, PHASE.AIM, seat).ability = ability


@kernel
def use(s, cards, m, log):
    """A Free Action of a mat or card: paid, then carried out.  Rules N-FREE-1, N-FREE-10."""
    s.uses[m.actor] += 1
    changes.pay(s, cards, m.actor, m.ability, RULE.N_FREE_1, log)
    begin_ability(s, cards, m.actor, m.ability, m.enemy, m.hero)


@kernel
def begin_ability(s, cards, seat, ability, enemy, hero):
    """All effects of an ability are to follow."""
    count_use(s, cards, seat, ability)
    plan_ability(s, EVENT.CARRY_OUT, seat, ability, enemy, hero)


@kernel
def ask_price(s, cards, seat, ability, enemy, hero):
    """Who cannot pay gains nothing; who can, may, if it changes anything.

    Rules N-CHECK-3, N-CAST-3, N-CARD-8.
    """
    if not cards.ability_focus[ability] and not cards.ability_health[ability]:
        begin_ability(s, cards, seat, ability, enemy, hero)
    elif questions.can_pay(s, cards, seat, ability) and would_work(
        s, cards, seat, ability, enemy, hero
    ):
        plan_ability(s, PHASE.PAY, seat, ability, enemy, hero)


@kernel
def pay_price(s, cards, seat, ability, enemy, hero, log):
    """The price is paid; the effects follow."""
    changes.pay(s, cards, seat, ability, RULE.N_CHECK_3, log)
    begin_ability(s, cards, seat, ability, enemy, hero)


@kernel
def carry_out(s, cards, seat, ability, done, enemy, hero, log):
    """First what an ability changes for a time, then its effects, one after another."""
    if done == NONE:
        plan_ability(s, EVENT.CARRY_OUT, seat, ability, enemy, hero).done = 0
        give_bonuses(s, cards, seat, ability, hero, log)
    elif done < cards.ability_count[ability]:
        plan_ability(s, EVENT.CARRY_OUT, seat, ability, enemy, hero).done = done + 1
        do_effect(s, cards, seat, ability, cards.ability_first[ability] + done, enemy, hero, log)


@kernel
def give_bonuses(s, cards, seat, ability, hero, log):
    """Of a Free Action for this turn, of a spell until the end of each hero's next turn.

    Rules N-FREE-10, N-CAST-2.
    """
    if not cards.ability_modifies[ability]:
        return
    is_spell = cards.ability_when[ability] == WHEN.CAST
    meant = heroes_meant(s, cards, seat, ability, cards.ability_who[ability], hero)
    for other in range(s.players):
        if is_in(meant, other):
            turns = 2 if other == seat else 1
            give_bonus(s, cards, other, ability, turns if is_spell else 0, log)


@kernel
def do_effect(s, cards, seat, ability, row, enemy, hero, log):
    """One effect of an ability, of a room or a reward.

    Rules N-ATTACK-4 (Defense does not count), N-ICON-9 (killed, whatever health is left).
    """
    do, amount, word = cards.effect_do[row], cards.effect_amount[row], cards.effect_word[row]
    if do == DO.HEAL or do == DO.GAIN_FOCUS:
        meant = heroes_meant(s, cards, seat, ability, cards.effect_who[row], hero)
        help_heroes(s, cards, do, amount, meant, log)
    elif questions.is_strike(do):
        struck = bit(enemy) if enemy != NONE else 0
        if cards.effect_who[row] == WHO.ALL_ENEMIES:
            struck = questions.enemies_reached(s, cards, seat, ability, cards.effect_only[row])
        begin_damage(s, seat, struck, amount if do == DO.DAMAGE else MORTAL)
    elif do == DO.PUSH:
        plan_push(s, EVENT.PUSH, seat, enemy, amount)
    elif do == DO.DISCOVER or do == DO.PICK_UP:
        discover(s, seat, word, amount, 1 if do == DO.DISCOVER else 0)
    elif do == DO.MOVE:
        begin_moving(s, cards, seat, amount, word == PACE.STEALTH)
    else:
        do_rare_effect(s, cards, seat, do, amount, word, log)


@kernel
def do_rare_effect(s, cards, seat, do, amount, word, log):
    """Effects of few cards.  Rules N-CARD-6, N-ICON-1, N-MOVE-9, N-FREE-7, N-TORCH-1."""
    if do == DO.ATTACK:
        if questions.can_attack(s, cards, seat, word):
            task = plan(s, PHASE.EXTRA_ATTACK, seat)
            task.kind = word
            task.amount = amount
    elif do == DO.EXTRA_ACTION:
        s.extra = word
        s.extra_had = 1
    elif do == DO.TELEPORT:
        begin_teleport(s, seat, word)
    elif do == DO.REVEAL:
        reveal_by(s, cards, seat, word)
    elif do == DO.TORCH_UP:
        changes.torch_up(s, cards, amount, log)
    else:
        raise ValueError("no effect")


@kernel
def help_heroes(s, cards, do, amount, heroes, log):
    """Heroes gain Health or Focus; the unconscious wake.  Rule N-FALL-5."""
    for seat in range(s.players):
        if is_in(heroes, seat):
            if do == DO.HEAL:
                changes.heal(s, cards, seat, amount, RULE.N_CAST_3, log)
            else:
                changes.gain_focus(s, cards, seat, amount, RULE.N_CAST_3, log)


# Spells, rooms, traps


@kernel
def begin_cast(s, cards, m):
    """Cast a spell.  Rules N-CAST-1, N-ATTACK-3, N-ATTACK-5 (the enemy die)."""
    seat, ability = m.actor, m.ability
    count_use(s, cards, seat, ability)
    struck = questions.struck_by(s, cards, seat, ability, m.enemy)
    if struck:
        s.attacks[seat, CHECK.CAST] += 1
    plan_ability(s, EVENT.CAST_ROLLED, seat, ability, m.enemy, m.hero).struck = struck
    checks.begin_check(
        s, seat, CHECK.CAST, cards.ability_skill[ability], cards.ability_target[ability]
    )
    s.check_answered = 1 if questions.sees_any(s, seat, struck) else 0


@kernel
def end_cast(s, cards, seat, ability, enemy, hero, struck):
    """After the check: price and effects, then one of the enemies answers.

    Rules N-CAST-3, N-CAST-4, N-HURT-3, N-HURT-4.
    """
    if struck:
        plan_strike_back(s, cards, seat, CHECK.CAST, struck)
    if checks.has_succeeded(s):
        if struck:
            s.hits[seat, CHECK.CAST] += 1
        plan_ability(s, EVENT.PRICE, seat, ability, enemy, hero)
        plan_moment(s, seat, WHEN.AFTER_CAST)


@kernel
def search(s, cards, seat):
    """Use the room's feature: its check if it has one.  Rules N-SEARCH-1, N-SEARCH-2."""
    feature = questions.room_ability(s, cards, seat)
    s.searches[seat] += 1
    s.total = s.check_target = 0
    s.check_beats = 0
    plan(s, EVENT.SEARCH_ROLLED, seat)
    skill = cards.ability_skill[feature]
    if skill != NONE:
        checks.begin_check(s, seat, CHECK.SEARCH, skill, cards.ability_target[feature])


@kernel
def end_search(s, cards, seat):
    """Price and effects after success, or what failure brings.  Rules N-CHECK-2, N-CHECK-3."""
    feature = questions.room_ability(s, cards, seat)
    if checks.has_succeeded(s):
        s.finds[seat] += 1
        s.searched[seat] |= bit(s.room[s.place[seat]])
        plan_ability(s, EVENT.PRICE, seat, feature, NONE, NONE)
        plan_moment(s, seat, WHEN.AFTER_SEARCH)
        return
    failure = cards.room_fail[s.room[s.place[seat]]]
    if failure != NONE:
        plan_harm(s, failure, bit(seat), NONE)


@kernel
def begin_disarm(s, cards, seat):
    """Disarm a trap.  Rules N-DISARM-1, N-DISARM-6."""
    card = s.room[s.place[seat]]
    plan(s, EVENT.DISARM_ROLLED, seat)
    checks.begin_check(
        s, seat, CHECK.DISARM, cards.trap_disarm[card], cards.trap_disarm_target[card]
    )


@kernel
def end_disarm(s, cards, seat, log):
    """A marker and a reward for success.  Rules N-DISARM-3, N-DISARM-4, N-DISARM-7."""
    if checks.has_succeeded(s):
        s.traps_disarmed[seat] += 1
        s.made_safe[seat] |= bit(s.room[s.place[seat]])
        changes.set_disarmed(s, s.place[seat], RULE.N_DISARM_3, log)
        discover(s, seat, WHAT.EITHER, 1, 1)
        plan_moment(s, seat, WHEN.AFTER_DISARM)


@kernel
def end_evade(s, cards, seat, log):
    """Damage by a trap that was not evaded.  Rule N-DANGER-7."""
    place = s.place[seat]
    if checks.has_succeeded(s):
        s.traps_evaded[seat] += 1
    else:
        s.failed |= bit(place)
        s.sprung[seat] |= bit(s.room[place])
        damage = cards.trap_damage[s.room[place]] - int(s.softened[seat, DANGER.TRAP])
        changes.hurt(s, seat, damage, RULE.N_DANGER_7, log)
