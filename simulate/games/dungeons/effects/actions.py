"""What a hero does on its turn: steps, Heroic Actions, Free Actions, and its rewards."""

from simulate.compiler.kernels import kernel
from simulate.core.functions import is_one_of
from simulate.games.dungeons.cards.codes import DO, MOVE_AFTER_ACTION, ROOM_KIND, WHEN, WHERE
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.effects import abilities, attacks, torch, walking
from simulate.games.dungeons.moves.move import HEROIC_ACTIONS, KIND, STEPS
from simulate.games.dungeons.moves.questions import is_stealthy
from simulate.games.dungeons.state import changes
from simulate.games.dungeons.state.agenda import plan, plan_moment, plan_walk
from simulate.games.dungeons.state.changes import RULE
from simulate.games.dungeons.state.kit import drop
from simulate.games.dungeons.state.record import BOSS, EVENT, LAIR, PHASE, PLACES, is_conscious


@kernel
def take_turn(s, cards, m, log):
    """A step, an action or the end of the turn.  Rules N-TURN-1, N-MOVE-1, N-FREE-1."""
    if m.kind == KIND.END_TURN:
        return
    plan(s, EVENT.GO_ON, m.actor)
    if is_one_of(STEPS, m.kind):
        stealth = is_stealthy(s, m.actor)
        s.steps += walking.cost_of_step(cards, m)
        walking.take_step(s, cards, m, stealth, log)
    elif is_one_of(HEROIC_ACTIONS, m.kind):
        act(s, cards, m, log)
    else:
        act_freely(s, cards, m, log)


@kernel
def act(s, cards, m, log):
    """A Heroic Action: it ends the movement, then it is done.

    Rules N-MOVE-4, N-ACTION-1, N-LAIR-8, N-ICON-1.
    """
    seat = m.actor
    walking.settle(s, cards, seat, log)
    if not is_conscious(s, seat):
        return
    if s.acted:
        s.extra = NONE
    s.acted = 1
    rule = cards.move_after_action
    if rule == MOVE_AFTER_ACTION.NEVER or (rule == MOVE_AFTER_ACTION.IF_NOT_MOVED and s.moved):
        s.movement_over = 1
    if m.kind == KIND.REST:
        rest(s, cards, seat, log)
    elif m.kind == KIND.SEARCH:
        abilities.search(s, cards, seat)
    elif m.kind == KIND.DISARM:
        abilities.begin_disarm(s, cards, seat)
    elif m.kind == KIND.CAST:
        abilities.begin_cast(s, cards, m)
    else:
        attacks.begin_attack(s, cards, seat, m.ability, m.enemy, 0)


@kernel
def rest(s, cards, seat, log):
    """Gain Health and Focus.  Rules N-REST-1, N-REST-2."""
    s.rests[seat] += 1
    changes.heal(s, cards, seat, cards.rest_health, RULE.N_REST_1, log)
    changes.gain_focus(s, cards, seat, cards.rest_focus, RULE.N_REST_1, log)
    plan_moment(s, seat, WHEN.AFTER_REST)


@kernel
def act_freely(s, cards, m, log):
    """A Free Action.

    Rules N-FREE-1, N-FREE-2, N-FREE-6, N-CARD-4, N-MOVE-5, N-MOVE-9, N-ALTAR-4, N-ALTAR-6,
    N-EQUIP-2.
    """
    seat = m.actor
    if m.kind == KIND.USE:
        abilities.use(s, cards, m, log)
    elif m.kind == KIND.DROP:
        drop(s, cards, seat, m.card, RULE.N_EQUIP_2, log)
    elif m.kind == KIND.PORTAL:
        changes.set_focus(s, seat, s.focus[seat] - cards.portal_focus, RULE.N_MOVE_9, log)
        walking.begin_teleport(s, seat, WHERE.ANYWHERE)
    elif m.kind == KIND.LOOK_AROUND:
        s.looks += 1
        plan(s, EVENT.LOOK_ABOUT, seat)
        torch.torch_down(s, cards.reveal_torch)
    elif m.kind == KIND.TRY_ROOM:
        s.tried[s.place[seat]] += 1
        abilities.search(s, cards, seat)
    elif m.kind == KIND.TAUNT:
        s.taunts += 1
        changes.set_focus(s, seat, s.focus[seat] - cards.taunt_focus, RULE.N_ALTAR_4, log)
        plan_walk(s, EVENT.WALK, NONE, BOSS, cards.boss_speed[s.boss], s.place[seat], seat)
    elif m.kind == KIND.OPEN_LAIR:
        open_lair(s, cards, log)
        if cards.opener_enters:
            walking.enter_first(s, cards, seat, log)
    else:
        raise ValueError("no Free Action")


@kernel
def open_lair(s, cards, log):
    """Act 2 begins.

    Rules N-DOOR-1, N-DOOR-2, N-DOOR-3, N-DOOR-4, N-DOOR-5, N-DOOR-6, N-PARTS-11, N-SETUP-10.
    """
    changes.set_act(s, 2, RULE.N_DOOR_4, log)
    s.act_2_turn = s.turns + 1
    changes.set_enemy(s, BOSS, s.boss, LAIR, 0, RULE.N_DOOR_3, log)
    for k in range(s.minions_killed):
        changes.set_marker(s, k, cards.boss_health, RULE.N_DOOR_2, log)
    changes.set_torch(s, cards.torch_start[1], RULE.N_DOOR_5, log)
    for place in range(PLACES):
        if s.room[place] != NONE and cards.room_kind[s.room[place]] == ROOM_KIND.ENCOUNTER:
            changes.set_altar(s, place, 1, RULE.N_DOOR_6, log)


@kernel
def take_rewards(s, cards, seat, ability, done, log):
    """All that killing a goblin brings, one after another.  Rules N-KILL-4, N-KILL-6."""
    if done < cards.ability_count[ability]:
        task = plan(s, EVENT.REWARDS, seat)
        task.ability = ability
        task.done = done + 1
        take_reward(s, cards, seat, ability, done, log)


@kernel
def take_reward(s, cards, seat, ability, done, log):
    """One reward; a reveal may be left.  Rules N-KILL-4, N-KILL-5."""
    row = cards.ability_first[ability] + done
    if cards.effect_do[row] == DO.REVEAL:
        task = plan(s, PHASE.REVEAL_REWARD, seat)
        task.ability = ability
        task.done = done
    else:
        abilities.do_effect(s, cards, seat, ability, row, NONE, seat, log)
