"""The torch and what it triggers: goblins at the Entrance, enemy actions, and their harm."""

from simulate.compiler.kernels import kernel
from simulate.core.streams import below
from simulate.games.dungeons.cards.codes import ADD_GOBLIN, DO, ENEMY_TIES, ORDER, WHEN
from simulate.games.dungeons.cards.codes import ENEMY_ACTIONS as ENEMY_ACTIONS_SPACE
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.effects.loot import discards_of
from simulate.games.dungeons.effects.rooms import place_goblin
from simulate.games.dungeons.moves import questions
from simulate.games.dungeons.moves.answers import list_prey, list_ways
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.moves.places import is_hero_at
from simulate.games.dungeons.state import changes, record
from simulate.games.dungeons.state.agenda import (
    plan,
    plan_cards,
    plan_harm,
    plan_moment,
    plan_push,
    plan_walk,
)
from simulate.games.dungeons.state.changes import RULE
from simulate.games.dungeons.state.record import END, EVENT, PHASE, PURPOSE
from simulate.mechanics.log import write_tie

# The track


@kernel
def torch_down(s, steps):
    """The torch is to go down; while an event is being resolved it waits.  Rule N-TORCH-2."""
    s.torch_due += steps
    if not s.torch_busy:
        s.torch_busy = 1
        plan(s, EVENT.TORCH_RUNS, NONE)


@kernel
def run_torch(s, cards, log):
    """One step down, with the event of the space; then the next.

    Rules N-TORCH-2, N-TORCH-3, N-TORCH-4, N-END-3, N-BATTLE-1.
    """
    if not s.torch_due:
        s.torch_busy = 0
        return
    s.torch_due -= 1
    s.torch_steps += 1
    changes.set_torch(s, s.torch - 1, RULE.N_TORCH_2, log)
    if s.torch == 0:
        changes.set_outcome(
            s, END.TORCH_OUT_ACT_1 if s.act == 1 else END.TORCH_OUT_ACT_2, RULE.N_END_3, log
        )
        return
    plan(s, EVENT.TORCH_RUNS, NONE)
    event = cards.torch_event[s.act - 1, s.torch]
    if event == ADD_GOBLIN:
        place_goblin(s, cards, record.ENTRANCE, RULE.N_TORCH_3, log)
    elif event == ENEMY_ACTIONS_SPACE:
        trigger_enemies(s)


# Enemy actions


@kernel
def trigger_enemies(s):
    """All enemies act in order, after what the heroes' abilities do first.

    Rules N-TORCH-4, N-ENEMY-1, N-BATTLE-2, N-CARD-2.
    """
    s.enemy_actions += 1
    enemies = 0
    for enemy in range(record.ENEMIES):
        if s.enemy_place[enemy] != NONE:
            enemies |= record.bit(enemy)
    plan(s, EVENT.ENEMIES_ACT, NONE).group = enemies
    for back in range(s.players):
        plan(s, EVENT.BEFORE_ENEMIES, s.players - 1 - back)


@kernel
def before_enemies(s, seat):
    """What a conscious hero's abilities do before enemies act.  Rule N-CARD-2."""
    if record.is_conscious(s, seat):
        plan_moment(s, seat, WHEN.ENEMY_ACTIONS)


@kernel
def enemies_act(s, cards, enemies):
    """The next enemy acts: it attacks or moves, or moves and attacks.

    Rules N-ENEMY-1, N-ENEMY-2, N-ENEMY-4, N-ENEMY-6, N-ENEMY-7.
    """
    for enemy in range(record.ENEMIES):
        if not record.is_in(enemies, enemy):
            continue
        plan(s, EVENT.ENEMIES_ACT, NONE).group = enemies & ~record.bit(enemy)
        action = questions.enemy_action(s, cards, enemy)
        if action != NONE and s.enemy_place[enemy] != NONE:
            act(s, cards, enemy, action)
        return


@kernel
def act(s, cards, enemy, action):
    """One enemy's action.  Rules N-ENEMY-2, N-ENEMY-6, N-WALK-7."""
    walks = True
    if cards.ability_order[action] == ORDER.ATTACK_OR_MOVE:
        held = cards.unconscious_hold_goblins == 1
        if questions.heroes_in_range(s, enemy, cards.ability_range[action], held):
            walks = False
            plan(s, EVENT.ENEMY_STRIKES, NONE).enemy = enemy
    else:
        plan(s, EVENT.ENEMY_STRIKES, NONE).enemy = enemy
    if walks:
        speed = questions.enemy_speed(s, cards, enemy)
        plan_walk(s, EVENT.WALK, NONE, enemy, speed, NONE, NONE)


@kernel
def enemy_strikes(s, cards, enemy):
    """An enemy's action hits all conscious heroes in its range.  Rules N-ENEMY-5, N-TORCH-5."""
    action = questions.enemy_action(s, cards, enemy)
    struck = questions.heroes_in_range(s, enemy, cards.ability_range[action], False)
    if struck:
        plan_harm(s, action, struck, enemy)


@kernel
def do_harm(s, cards, ability, done, heroes, enemy, log):
    """The next effect of an enemy, of a room or of the boss's answer.

    Rules N-ENEMY-3, N-ICON-5, N-ICON-7, N-ICON-8.
    """
    if done == cards.ability_count[ability]:
        return
    plan_harm(s, ability, heroes, enemy).done = done + 1
    row = cards.ability_first[ability] + done
    do, amount = cards.effect_do[row], cards.effect_amount[row]
    if cards.effect_plus_goblins[row]:
        amount += s.goblins
    if do == DO.LOSE_HEALTH or do == DO.LOSE_FOCUS or do == DO.HEAL or do == DO.GAIN_FOCUS:
        harm_heroes(s, cards, do, amount, heroes, rule_of_harm(cards, ability), log)
    elif do == DO.DISCARD_EQUIPPED:
        plan_cards(s, EVENT.DISCARDS, NONE, cards.effect_word[row], amount).group = heroes
    elif do == DO.TORCH_DOWN:
        torch_down(s, amount)
    elif do == DO.ADD_GOBLIN:
        add_goblins(s, cards, amount, enemy, log)
    elif do == DO.ENEMY_HEALS:
        enemy_heals(s, cards, enemy, amount, log)
    elif do == DO.BOSS_HOME:
        changes.set_enemy_place(s, enemy, record.LAIR, RULE.N_ICON_7, log)
    else:
        raise ValueError("no effect that harms")


@kernel
def rule_of_harm(cards, ability):
    """By which rule heroes are harmed: an enemy's action, the boss's torch or answer, a failure.

    Rules N-TORCH-5, N-ANSWER-2, N-ANSWER-3, N-SEARCH-2.
    """
    when = cards.ability_when[ability]
    if when == WHEN.TORCH:
        return RULE.N_ANSWER_2
    if when == WHEN.COUNTER:
        return RULE.N_ANSWER_3
    return RULE.N_SEARCH_2 if when == WHEN.FAIL else RULE.N_TORCH_5


@kernel
def harm_heroes(s, cards, do, amount, heroes, rule, log):
    """Heroes lose Health or Focus, or gain them on a space of the Boss Mat.

    Rules N-TORCH-5, N-LAIR-8; the unconscious lose nothing.
    """
    for seat in range(s.players):
        if not record.is_in(heroes, seat):
            continue
        if do == DO.HEAL:
            changes.heal(s, cards, seat, amount, rule, log)
        elif do == DO.GAIN_FOCUS:
            changes.gain_focus(s, cards, seat, amount, rule, log)
        elif not record.is_conscious(s, seat):
            continue
        elif do == DO.LOSE_HEALTH:
            changes.hurt(s, seat, amount, rule, log)
        else:
            changes.lose_focus(s, seat, amount, rule, log)


@kernel
def discards(s, heroes, kind, amount):
    """Each conscious hero in turn must discard so many cards of its mat.  Rule N-ICON-6."""
    for seat in range(s.players):
        if record.is_in(heroes, seat):
            task = plan_cards(s, EVENT.DISCARDS, NONE, kind, amount)
            task.group = heroes & ~record.bit(seat)
            if record.is_conscious(s, seat):
                discards_of(s, seat, kind, amount)
            return


@kernel
def add_goblins(s, cards, amount, enemy, log):
    """Goblins come to the active hero; those of a room, not of an enemy, end its movement.

    Rule N-ICON-5.
    """
    for _ in range(amount):
        if s.outcome == END.NOT_OVER:
            place_goblin(s, cards, s.place[s.active], RULE.N_ICON_5, log)
    if enemy == NONE and not questions.is_stealthy(s, s.active):
        s.stopped = 1


@kernel
def enemy_heals(s, cards, enemy, amount, log):
    """A minion regains Health; of the boss's markers one is chosen.  Rule N-ICON-8."""
    if record.FIRST_MINION <= enemy < record.BOSS:
        top = cards.minion_health[s.enemy_card[enemy]]
        changes.set_enemy_health(
            s, enemy, min(top, s.enemy_health[enemy] + amount), RULE.N_ICON_8, log
        )
    elif enemy == record.BOSS:
        for k in range(record.MARKERS):
            if 0 < s.marker[k] < cards.boss_health:
                plan(s, PHASE.MEND_MARKER, s.active).amount = amount
                return


@kernel
def mend(s, cards, health, amount, log):
    """A marker of the boss goes up.  Rule N-ICON-8."""
    changes.move_marker(s, health, min(cards.boss_health, health + amount), RULE.N_ICON_8, log)


# Movement


@kernel
def walk(s, cards, enemy, speed, goal, taunter, moves, log):
    """An enemy's next step towards its prey, if it has not arrived.

    Rules N-WALK-1, N-WALK-4, N-WALK-5, N-WALK-6, N-ALTAR-3,
    N-ALTAR-5; a taunted boss stops for nobody else.
    """
    place = s.enemy_place[enemy]
    if goal == NONE:
        count = list_prey(s, moves, enemy)
        ask_or_pick(s, cards, PHASE.CHOOSE_PREY, count, enemy, speed, NONE, NONE, moves, log)
    elif speed > 0 and not (place == goal if taunter != NONE else is_hero_at(s, place)):
        count = list_ways(s, moves, KIND.ENEMY_STEP, enemy, goal)
        ask_or_pick(s, cards, PHASE.CHOOSE_WAY, count, enemy, speed, goal, taunter, moves, log)


@kernel
def ask_or_pick(s, cards, question, count, enemy, speed, goal, taunter, moves, log):
    """Ask the active player which of several; with the switch chance picks.

    Rules N-WALK-2, N-WALK-6.
    """
    if count == 0:
        return
    if count == 1 or cards.enemy_ties != ENEMY_TIES.CHANCE:
        plan_walk(s, question, s.active, enemy, speed, goal, taunter)
        return
    picked = below(s, PURPOSE.TIES, count)
    write_tie(s, picked, count, RULE.N_WALK_2, log)
    if question == PHASE.CHOOSE_PREY:
        take_prey(s, enemy, speed, moves[picked].place)
    else:
        take_way(s, cards, enemy, speed, goal, taunter, moves[picked].place, log)


@kernel
def take_prey(s, enemy, speed, place):
    """The prey is chosen; the enemy goes for its place."""
    plan_walk(s, EVENT.WALK, NONE, enemy, speed, place, NONE)


@kernel
def take_way(s, cards, enemy, speed, goal, taunter, place, log):
    """An enemy takes a step.  Rules N-WALK-5, N-ALTAR-3 (out of the lair)."""
    out = enemy == record.BOSS and (s.enemy_place[enemy] == record.LAIR or place == record.LAIR)
    spent = 0 if out and not cards.boss_step_out else 1
    enter_room(s, cards, enemy, place, RULE.N_WALK_1, log)
    plan_walk(s, EVENT.WALK, NONE, enemy, speed - spent, goal, taunter)


@kernel
def enter_room(s, cards, enemy, place, rule, log):
    """An enemy comes into a room; the boss takes its altar while a ward is left for it.

    Rules N-ALTAR-1, N-ALTAR-2.
    """
    changes.set_enemy_place(s, enemy, place, rule, log)
    if (
        enemy == record.BOSS
        and place != record.LAIR
        and s.altar[place]
        and s.dispelled < questions.wards_of(s, cards)
    ):
        changes.dispel(s, place, RULE.N_ALTAR_1, log)


@kernel
def push(s, enemy, steps, moves):
    """An enemy's next step away from the hero.  Rule N-ICON-3; never off or onto the Boss Mat."""
    hero = s.place[s.active]
    if not steps or enemy == NONE or s.enemy_place[enemy] == record.LAIR or hero == record.LAIR:
        return
    if list_ways(s, moves, KIND.PUSH, enemy, hero):
        plan_push(s, PHASE.PUSH, s.active, enemy, steps)


@kernel
def take_push(s, cards, enemy, steps, place, log):
    """An enemy is pushed into a room."""
    enter_room(s, cards, enemy, place, RULE.N_ICON_3, log)
    plan_push(s, EVENT.PUSH, NONE, enemy, steps - 1)
