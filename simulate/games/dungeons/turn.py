"""Whose decision is next, and one step of the game.

`advance` plays on by itself until a seat must choose; `step` carries out one move and
advances.  Nothing here asks how a seat chooses.
"""

from simulate.core.compiler import kernel
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.effects.abilities import (
    ask_price,
    begin_ability,
    by_itself,
    carry_out,
    end_cast,
    end_disarm,
    end_evade,
    end_search,
    pay_price,
    search,
)
from simulate.games.dungeons.effects.actions import rest, take_reward, take_rewards, take_turn
from simulate.games.dungeons.effects.attacks import (
    answer,
    begin_attack,
    damage,
    end_attack,
    end_boss_torch,
    strike,
    strike_back,
)
from simulate.games.dungeons.effects.checks import answer_after_roll, answer_before_roll
from simulate.games.dungeons.effects.loot import find, lose_item, wear
from simulate.games.dungeons.effects.rooms import (
    enter,
    lay_room,
    reveal_by,
    reveal_next,
    works_on_entry,
)
from simulate.games.dungeons.effects.torch import (
    before_enemies,
    discards,
    do_harm,
    enemies_act,
    enemy_strikes,
    mend,
    push,
    run_torch,
    take_prey,
    take_push,
    take_way,
    torch_down,
    walk,
)
from simulate.games.dungeons.effects.walking import (
    further_step,
    go_on_moving,
    settle,
    teleport,
)
from simulate.games.dungeons.end import NO_RULE
from simulate.games.dungeons.moves.codes import (
    ADJACENT_ALL,
)
from simulate.games.dungeons.moves.move import (
    PAY,
    REWARD,
    TAKE_REVEAL,
)
from simulate.games.dungeons.state.agenda import plan_for, plan_with
from simulate.games.dungeons.state.changes import (
    MOVE_LINE,
    rule,
    set_active,
    set_outcome,
    write,
)
from simulate.games.dungeons.state.kit import end_bonuses
from simulate.games.dungeons.state.record import (
    AFTER_ROLL,
    AIM_ABILITY,
    ATTACK_ROLLED,
    BEFORE_ENEMIES,
    BEFORE_ROLL,
    BEGIN_TURN,
    BOSS_TORCH_ENDS,
    BY_ITSELF,
    CARRY_OUT,
    CAST_ROLLED,
    CHOOSE_ANSWER,
    CHOOSE_PREY,
    CHOOSE_REWARD,
    CHOOSE_SKILL,
    CHOOSE_WAY,
    CUT_OFF,
    DAMAGE,
    DISARM_ROLLED,
    DISCARDS,
    DISCOVER,
    END_TURN,
    ENEMIES_ACT,
    ENEMY_STRIKES,
    ENTER_NEW,
    ENTRY,
    EQUIP_ITEM,
    EVADE_ROLLED,
    EXTRA_ATTACK,
    FURTHER_STEP,
    GO_ON,
    HARM,
    LAY_ROOM,
    LOOK_ABOUT,
    LOSE_ITEM,
    MEND_MARKER,
    NEXT_TURN,
    OVER,
    PAY_PRICE,
    PLACES,
    PRICE,
    PUSH,
    PUSH_WHERE,
    REVEAL_ALL,
    REVEAL_REWARD,
    REVEAL_WHICH,
    REWARDS,
    SEARCH_ROLLED,
    STALLED,
    STRIKE_MARKER,
    STRIKES_BACK,
    TELEPORT,
    TORCH_RUNS,
    TURN,
    WALK,
    is_conscious,
)


@kernel
def advance(s, cards, moves, log):
    """Play on until a hero must choose or the game is over: a table of tasks.

    `moves` is scratch space.  Rules N-GOAL-2, N-TURN-3.
    """
    while s.phase != OVER:
        task = s.task[s.tasks - 1]
        code, seat, a, b = task[0], task[1], task[2], task[3]
        if code < OVER:
            s.phase = code
            s.asked = seat
            return
        s.tasks -= 1
        if code <= NEXT_TURN:
            go_on_with_turn(s, cards, code, seat, log)
        elif code == BY_ITSELF:
            by_itself(s, cards, seat, a, b, moves)
        elif code == CARRY_OUT:
            carry_out(s, cards, seat, a, b, task[4], task[5], log)
        elif code <= BOSS_TORCH_ENDS:
            go_on_with_enemies(s, cards, code, seat, task, moves, log)
        elif code <= REWARDS:
            go_on_with_action(s, cards, code, seat, task, moves, log)
        else:
            go_on_in_dungeon(s, cards, code, seat, task, moves, log)


@kernel
def go_on_with_turn(s, cards, code, seat, log):
    """The course of a turn.  Rules N-TURN-1, N-TURN-2, N-TURN-3, N-FALL-1."""
    if code == BEGIN_TURN:
        begin_turn(s, cards, seat, log)
    elif code == GO_ON:
        if is_conscious(s, seat):
            s.moves += 1
            plan_for(s, TURN, seat)
    elif code == END_TURN:
        end_turn(s, cards, seat, log)
    else:
        next_turn(s, cards, log)


@kernel
def go_on_with_enemies(s, cards, code, seat, task, moves, log):
    """The torch and what enemies do."""
    a, b, c, d = task[2], task[3], task[4], task[5]
    if code == TORCH_RUNS:
        run_torch(s, cards, log)
    elif code == BEFORE_ENEMIES:
        before_enemies(s, seat)
    elif code == ENEMIES_ACT:
        enemies_act(s, cards, a)
    elif code == ENEMY_STRIKES:
        enemy_strikes(s, cards, a)
    elif code == WALK:
        walk(s, cards, a, b, c, d, moves, log)
    elif code == HARM:
        do_harm(s, cards, a, b, c, d, log)
    elif code == DISCARDS:
        discards(s, a, b, c)
    else:
        end_boss_torch(s, cards)


@kernel
def go_on_with_action(s, cards, code, seat, task, moves, log):
    """What follows a roll, damage and rewards."""
    a, b, c, d, e = task[2], task[3], task[4], task[5], task[6]
    if code == ATTACK_ROLLED:
        end_attack(s, cards, seat, a, b)
    elif code == CAST_ROLLED:
        end_cast(s, cards, seat, a, b, c, d)
    elif code == SEARCH_ROLLED:
        end_search(s, cards, seat)
    elif code == EVADE_ROLLED:
        end_evade(s, cards, seat, log)
    elif code == DISARM_ROLLED:
        end_disarm(s, cards, seat, log)
    elif code == STRIKES_BACK:
        strike_back(s, cards, seat, a, b, c, d, e)
    elif code == DAMAGE:
        damage(s, cards, seat, a, b, moves, log)
    else:
        take_rewards(s, cards, seat, a, b, log)


@kernel
def go_on_in_dungeon(s, cards, code, seat, task, moves, log):
    """Prices, pushes, reveals, entries and movements."""
    a, b, c = task[2], task[3], task[4]
    if code == PRICE:
        ask_price(s, cards, seat, a, b, c)
    elif code == PUSH:
        push(s, a, b, moves)
    elif code == REVEAL_ALL:
        reveal_next(s, seat, a)
    elif code == LOOK_ABOUT:
        if is_conscious(s, seat):
            reveal_by(s, cards, seat, ADJACENT_ALL)
    elif code == ENTER_NEW:
        enter(s, cards, seat, a, b, True, log)
    elif code == ENTRY:
        if works_on_entry(s, cards, seat):
            search(s, cards, seat)
    else:
        go_on_moving(s, cards, seat, a, b, log)


# Turns


@kernel
def begin_turn(s, cards, seat, log):
    """A hero's turn begins; one that is unconscious must rest.

    Rules N-TURN-1, N-FALL-2, N-FALL-3, N-DEEP-6.
    """
    s.moves = s.steps = s.moved = s.stopped = s.movement_over = s.acted = 0
    s.extra = NONE
    s.extra_had = s.settling = s.failed = 0
    for place in range(PLACES):
        s.tried[place] = 0
    s.awake = 1 if is_conscious(s, seat) else 0
    plan_for(s, END_TURN, seat)
    plan_for(s, GO_ON, seat)
    if not s.awake:
        s.turns_fallen[seat] += 1
        rest(s, cards, seat, log)


@kernel
def end_turn(s, cards, seat, log):
    """The movement ends, bonuses run out, the torch goes down.  Rules N-TURN-2, N-FREE-10."""
    settle(s, cards, seat, log)
    for other in range(s.players):
        end_bonuses(s, cards, other, other == seat, log)
    plan_for(s, NEXT_TURN, seat)
    torch_down(s, cards.torch_per_turn)


@kernel
def next_turn(s, cards, log):
    """The next hero's turn; a game that goes on for ever ends.  Rules N-TURN-3, N-CARD-7."""
    s.turns += 1
    set_active(s, (s.active + 1) % s.players, log)
    if s.turns >= cards.turn_limit:
        set_outcome(s, CUT_OFF, NO_RULE, log)
    elif s.turns - s.gained >= cards.stall_rounds * s.players:
        set_outcome(s, STALLED, NO_RULE, log)
    else:
        plan_for(s, BEGIN_TURN, s.active)


# Moves


# The rule by which a player makes each kind of move, in the order of KINDS.
KIND_RULES = tuple(
    rule(name)
    for name in (
        *("N-TURN-2", "N-MOVE-1", "N-EXPLORE-1", "N-LAIR-1", "N-LAIR-5", "N-LAIR-9"),
        *("N-REST-1", "N-SEARCH-1", "N-DISARM-1", "N-CAST-1", "N-ATTACK-1", "N-ATTACK-2"),
        *("N-FREE-1", "N-MOVE-9", "N-FREE-6", "N-CARD-4", "N-ALTAR-4", "N-DOOR-2", "N-EQUIP-2"),
        *("N-EXPLORE-2", "N-EXPLORE-7", "N-MOVE-9", "N-CHECK-4", "N-CHECK-4", "N-FREE-11"),
        *("N-CHECK-6", "N-FREE-3", "N-FREE-3", "N-ICON-2", "N-CHECK-3", "N-CHECK-3"),
        *("N-LOOT-4", "N-LOOT-4", "N-KILL-4", "N-EQUIP-1", "N-LOOT-5", "N-ICON-6", "N-KILL-5"),
        *("N-KILL-4", "N-KILL-4", "N-BOSS-6", "N-ICON-8", "N-HURT-4", "N-WALK-2", "N-WALK-6"),
        *("N-ICON-3", "N-CARD-1", "N-TURN-1"),
    )
)


@kernel
def write_move(s, m, log):
    """Write a move to the log, all its fields."""
    if log is not None:
        number = KIND_RULES[m.kind]
        write(s, log, MOVE_LINE, m.actor, number, m.kind, m.ability, m.enemy, m.hero, m.place)
        rows, count, _ = log
        i = count[0] - 1
        if i < rows.shape[0]:
            rows[i, 10] = m.card
            rows[i, 11] = m.number
            rows[i, 12] = m.plus
            rows[i, 13] = m.plus_2
            rows[i, 14] = s.phase


@kernel
def step(s, cards, m, moves, log):
    """Carry out a legal move and play on to the next decision.

    m: one `MOVE`, which must not lie in `moves`, the scratch space.
    """
    write_move(s, m, log)
    s.tasks -= 1
    task = s.task[s.tasks]
    carry_out_move(s, cards, m, task[2], task[3], task[4], task[5], task[6], moves, log)
    advance(s, cards, moves, log)


@kernel
def carry_out_move(s, cards, m, a, b, c, d, e, moves, log):
    """Carry out the answer to a question that held the numbers a to e."""
    phase = s.phase
    if phase == TURN:
        take_turn(s, cards, m, log)
    elif phase == AFTER_ROLL:
        answer_after_roll(s, cards, m, log)
    elif phase == BEFORE_ROLL:
        answer_before_roll(s, cards, m, log)
    elif phase == LAY_ROOM:
        lay_room(s, cards, m.actor, m.place, m.number, log)
    elif phase == STRIKE_MARKER:
        strike(s, cards, m.actor, m.number, a, moves, log)
    elif phase == CHOOSE_ANSWER:
        answer(s, cards, m.actor, a, m.enemy, c, e, log)
    elif phase == DISCOVER:
        find(s, cards, m, a, b, c, log)
    elif phase == EQUIP_ITEM:
        wear(s, cards, m, a, log)
    elif phase == LOSE_ITEM:
        lose_item(s, cards, m, a, b, log)
    elif phase == CHOOSE_SKILL:
        s.check_skill = m.number
    elif phase == CHOOSE_PREY:
        take_prey(s, a, b, m.place)
    elif phase == CHOOSE_WAY:
        take_way(s, cards, a, b, c, d, m.place, log)
    elif phase == PUSH_WHERE:
        take_push(s, cards, a, b, m.place, log)
    else:
        answer_about_ability(s, cards, m, a, b, c, log)


@kernel
def answer_about_ability(s, cards, m, a, b, c, log):
    """Answers about abilities, rewards and the boss's health."""
    phase, seat = s.phase, m.actor
    if phase == AIM_ABILITY:
        begin_ability(s, seat, a, m.enemy, m.hero)
    elif phase == PAY_PRICE:
        if m.kind == PAY:
            pay_price(s, cards, seat, a, b, c, log)
    elif phase == FURTHER_STEP:
        further_step(s, cards, m, a, b, log)
    elif phase == REVEAL_WHICH:
        plan_with(s, LAY_ROOM, seat, m.place, s.place[seat])
    elif phase == TELEPORT:
        teleport(s, cards, m, log)
    elif phase == CHOOSE_REWARD:
        if m.kind == REWARD:
            take_reward(s, cards, seat, a, m.number, log)
    elif phase == REVEAL_REWARD:
        if m.kind == TAKE_REVEAL:
            reveal_by(s, cards, seat, cards.effect_word[a])
    elif phase == MEND_MARKER:
        mend(s, cards, m.number, a, log)
    elif phase == EXTRA_ATTACK:
        begin_attack(s, cards, seat, m.ability, m.enemy, b)
