"""Attacks with weapons, answers to attacks, damage and killing."""

from simulate.compiler.kernels import kernel
from simulate.games.dungeons.cards.codes import CHECK, SHIELD, TORCH, WHAT, WHEN
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.effects import checks
from simulate.games.dungeons.effects.loot import discover
from simulate.games.dungeons.effects.torch import torch_down
from simulate.games.dungeons.moves import questions
from simulate.games.dungeons.moves.answers import list_strikes
from simulate.games.dungeons.moves.places import sees
from simulate.games.dungeons.state import changes, record
from simulate.games.dungeons.state.agenda import (
    forget_enemy,
    plan,
    plan_answer,
    plan_harm,
    plan_moment,
)
from simulate.games.dungeons.state.changes import RULE
from simulate.games.dungeons.state.kit import count_use
from simulate.games.dungeons.state.record import END, EVENT, PHASE

# Attacks


@kernel
def begin_attack(s, cards, seat, weapon, enemy, more):
    """Attack with a weapon.  Rules N-ATTACK-5, N-ATTACK-6, N-ATTACK-7, N-ATTACK-8."""
    kind = questions.kind_of_weapon(cards, weapon)
    s.attacks[seat, kind] += 1
    count_use(s, cards, seat, weapon)
    task = plan(s, EVENT.ATTACK_ROLLED, seat)
    task.kind = kind
    task.target = enemy
    defense = questions.enemy_defense(s, cards, enemy, kind)
    checks.begin_check(s, seat, kind, cards.ability_skill[weapon], defense)
    s.check_more = cards.ability_bonus[weapon] + more
    s.check_beats = 1
    s.check_answered = 1


@kernel
def end_attack(s, cards, seat, kind, enemy):
    """Damage for a hit, abilities after it, and the enemy's answer.

    Rules N-ATTACK-9, N-ATTACK-10, N-ATTACK-11, N-SETS-5.
    """
    struck = record.bit(enemy)
    plan_strike_back(s, cards, seat, kind, struck)
    plan_moment(s, seat, WHEN.AFTER_MELEE if kind == CHECK.MELEE else WHEN.AFTER_MISSILE)
    if checks.has_succeeded(s):
        s.hits[seat, kind] += 1
        amount = s.total - s.check_target + int(s.more_damage[seat, kind])
        begin_damage(s, seat, struck, amount + checks.bought_damage(s, cards))


# Answers


@kernel
def plan_strike_back(s, cards, seat, kind, struck):
    """Those whom a check of a kind has struck will answer, unless their silence was bought."""
    if not checks.bought_silence(s, cards):
        guard = checks.bought_defense(s, cards)
        plan_answer(s, EVENT.STRIKES_BACK, seat, kind, struck, s.face, guard)


@kernel
def strike_back(s, seat, kind, struck, face, guard):
    """Of the enemies that live and see the hero one answers.

    Rules N-COUNTER-1, N-HURT-4, N-KILL-1.
    """
    able = 0
    for enemy in range(record.ENEMIES):
        if record.is_in(struck, enemy) and sees(s, s.enemy_place[enemy], s.place[seat]):
            able |= record.bit(enemy)
    if able and not s.silent[seat, kind] and face != NONE and record.is_conscious(s, seat):
        plan_answer(s, PHASE.CHOOSE_ANSWER, seat, kind, able, face, guard)


@kernel
def answer(s, cards, seat, kind, enemy, face, guard, log):
    """An enemy answers an attack with the face of its die.

    Rules N-COUNTER-2, N-COUNTER-3 (shield), N-COUNTER-4, N-COUNTER-5, N-HURT-1, N-HURT-2,
    N-ANSWER-1, N-ANSWER-3.
    """
    if enemy == record.BOSS:
        plan_cost(s, cards, seat, kind)
    if face == TORCH:
        torch_face(s, cards, seat, enemy)
    elif enemy != record.BOSS or cards.boss_strikes[s.boss, kind]:
        own = questions.defense_of(s, cards, seat, kind) + guard
        strength = own if face == SHIELD else face
        changes.hurt(
            s, seat, strength + modifier(s, cards, enemy, kind) - own, RULE.N_COUNTER_2, log
        )


@kernel
def modifier(s, cards, enemy, kind):
    """What is added to the enemy die.  Rules N-COUNTER-5, N-COUNTER-6, N-COUNTER-7."""
    card = s.enemy_card[enemy]
    if enemy < record.FIRST_MINION:
        return cards.goblin_modifier * s.goblins
    if enemy < record.BOSS:
        return cards.minion_modifier[card, kind]
    return cards.boss_modifier[card, kind]


@kernel
def plan_cost(s, cards, seat, kind):
    """What such an attack on the boss costs the hero, after the answer.  N-ANSWER-1, -3."""
    cost = cards.boss_answer[s.boss, kind]
    if cost != NONE:
        plan_harm(s, cost, record.bit(seat), NONE)


@kernel
def torch_face(s, cards, seat, enemy):
    """The torch on the enemy die; the boss's effect comes first.

    Rules N-COUNTER-4, N-ANSWER-2, N-ANSWER-4.
    """
    s.torch_faces += 1
    effect = cards.boss_torch[s.boss] if enemy == record.BOSS else NONE
    if effect == NONE:
        torch_down(s, cards.torch_face)
        return
    s.torch_busy = 1
    plan(s, EVENT.BOSS_TORCH_ENDS, seat)
    near = questions.heroes_in_range(s, enemy, cards.ability_range[effect], False)
    plan_harm(s, effect, near, enemy)


@kernel
def end_boss_torch(s, cards):
    """Steps of the torch that have waited, and the one for its face."""
    s.torch_busy = 0
    torch_down(s, cards.torch_face)


# Damage


@kernel
def begin_damage(s, seat, enemies, amount):
    """Each of the enemies is to take so much damage."""
    if enemies and amount > 0:
        task = plan(s, EVENT.DAMAGE, seat)
        task.group = enemies
        task.amount = amount


@kernel
def damage(s, cards, seat, enemies, amount, moves, log):
    """The next of the enemies takes damage.  Rules N-KILL-1, N-KILL-7, N-KILL-11 (boss)."""
    for enemy in range(record.ENEMIES):
        if record.is_in(enemies, enemy):
            begin_damage(s, seat, enemies & ~record.bit(enemy), amount)
            if enemy == record.BOSS:
                ask_strike(s, cards, seat, amount, moves)
            else:
                wound(s, cards, seat, enemy, amount, log)
            return


@kernel
def wound(s, cards, seat, enemy, amount, log):
    """A goblin or minion loses Health; at zero it is killed.

    Rules N-KILL-1, N-KILL-2, N-KILL-7, N-KILL-8, N-KILL-9, N-KILL-10.
    """
    left = s.enemy_health[enemy] - amount
    s.damage_dealt[seat] += min(amount, s.enemy_health[enemy])
    if left > 0:
        changes.set_enemy_health(s, enemy, left, RULE.N_KILL_1, log)
        return
    plan_moment(s, seat, WHEN.AFTER_KILL)
    card = s.enemy_card[enemy]
    changes.remove_enemy(s, enemy, log)
    forget_enemy(s, enemy)
    if enemy < record.FIRST_MINION:
        s.goblins_slain[seat] += 1
        reward(s, cards, seat, cards.goblin_reward[card])
    else:
        s.minions_slain[seat] += 1
        changes.torch_up(s, cards, cards.minion_torch, log)
        discover(s, seat, WHAT.EITHER, cards.minion_picks, 1)


@kernel
def reward(s, cards, seat, ability):
    """What killing a goblin brings: one of the effects, chosen, or all.

    Rules N-KILL-3, N-KILL-4, N-KILL-5, N-KILL-6.
    """
    if ability == NONE:
        return
    if cards.ability_take_one[ability]:
        plan(s, PHASE.CHOOSE_REWARD, seat).ability = ability
    else:
        task = plan(s, EVENT.REWARDS, seat)
        task.ability = ability
        task.done = 0


@kernel
def ask_strike(s, cards, seat, left, moves):
    """The next point of damage to the boss, if a marker can move.  Rules N-BOSS-6, N-BOSS-7."""
    if left > 0 and list_strikes(s, cards, moves):
        plan(s, PHASE.STRIKE_MARKER, seat).amount = left


@kernel
def strike(s, cards, seat, health, left, moves, log):
    """A marker goes down one; with all at zero the boss is defeated.  N-BOSS-5, N-END-1."""
    s.boss_damage[seat] += 1
    changes.move_marker(s, health, health - 1, RULE.N_BOSS_5, log)
    if s.marker[0] == 0:
        changes.set_outcome(s, END.BOSS_DEFEATED, RULE.N_END_1, log)
    else:
        ask_strike(s, cards, seat, left - 1, moves)
