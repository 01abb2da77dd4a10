"""Whose decision is next, and one step of the game.

`advance` plays on by itself until a seat must choose; `step` carries out one move and
advances.  Nothing here asks how a seat chooses.
"""

from simulate.core.compiler import kernel
from simulate.games.dungeons.cards.codes import WHERE
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.effects import abilities, attacks, rooms, torch, walking
from simulate.games.dungeons.effects.actions import rest, take_reward, take_rewards, take_turn
from simulate.games.dungeons.effects.checks import answer_after_roll, answer_before_roll
from simulate.games.dungeons.effects.loot import find, lose_item, wear
from simulate.games.dungeons.end import NO_RULE
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.state.agenda import plan_for, plan_with
from simulate.games.dungeons.state.changes import RULE, set_active, set_outcome
from simulate.games.dungeons.state.kit import end_bonuses
from simulate.games.dungeons.state.record import END, EVENT, PHASE, PLACES, is_conscious
from simulate.mechanics.log import write_move


@kernel
def advance(s, cards, moves, log):
    """Play on until a hero must choose or the game is over: a table of tasks.

    `moves` is scratch space.  Rules N-GOAL-2, N-TURN-3.
    """
    while s.phase != PHASE.OVER:
        task = s.task[s.tasks - 1]
        code, seat, a, b = task[0], task[1], task[2], task[3]
        if code < PHASE.OVER:
            s.phase = code
            s.asked = seat
            return
        s.tasks -= 1
        if code <= EVENT.NEXT_TURN:
            go_on_with_turn(s, cards, code, seat, log)
        elif code == EVENT.BY_ITSELF:
            abilities.by_itself(s, cards, seat, a, b, moves)
        elif code == EVENT.CARRY_OUT:
            abilities.carry_out(s, cards, seat, a, b, task[4], task[5], log)
        elif code <= EVENT.BOSS_TORCH_ENDS:
            go_on_with_enemies(s, cards, code, seat, task, moves, log)
        elif code <= EVENT.REWARDS:
            go_on_with_action(s, cards, code, seat, task, moves, log)
        else:
            go_on_in_dungeon(s, cards, code, seat, task, moves, log)


@kernel
def go_on_with_turn(s, cards, code, seat, log):
    """The course of a turn.  Rules N-TURN-1, N-TURN-2, N-TURN-3, N-FALL-1."""
    if code == EVENT.BEGIN_TURN:
        begin_turn(s, cards, seat, log)
    elif code == EVENT.GO_ON:
        if is_conscious(s, seat):
            s.moves += 1
            plan_for(s, PHASE.TURN, seat)
    elif code == EVENT.END_TURN:
        end_turn(s, cards, seat, log)
    else:
        next_turn(s, cards, log)


@kernel
def go_on_with_enemies(s, cards, code, seat, task, moves, log):
    """The torch and what enemies do."""
    a, b, c, d = task[2], task[3], task[4], task[5]
    if code == EVENT.TORCH_RUNS:
        torch.run_torch(s, cards, log)
    elif code == EVENT.BEFORE_ENEMIES:
        torch.before_enemies(s, seat)
    elif code == EVENT.ENEMIES_ACT:
        torch.enemies_act(s, cards, a)
    elif code == EVENT.ENEMY_STRIKES:
        torch.enemy_strikes(s, cards, a)
    elif code == EVENT.WALK:
        torch.walk(s, cards, a, b, c, d, moves, log)
    elif code == EVENT.HARM:
        torch.do_harm(s, cards, a, b, c, d, log)
    elif code == EVENT.DISCARDS:
        torch.discards(s, a, b, c)
    else:
        attacks.end_boss_torch(s, cards)


@kernel
def go_on_with_action(s, cards, code, seat, task, moves, log):
    """What follows a roll, damage and rewards."""
    a, b, c, d, e = task[2], task[3], task[4], task[5], task[6]
    if code == EVENT.ATTACK_ROLLED:
        attacks.end_attack(s, cards, seat, a, b)
    elif code == EVENT.CAST_ROLLED:
        abilities.end_cast(s, cards, seat, a, b, c, d)
    elif code == EVENT.SEARCH_ROLLED:
        abilities.end_search(s, cards, seat)
    elif code == EVENT.EVADE_ROLLED:
        abilities.end_evade(s, cards, seat, log)
    elif code == EVENT.DISARM_ROLLED:
        abilities.end_disarm(s, cards, seat, log)
    elif code == EVENT.STRIKES_BACK:
        attacks.strike_back(s, cards, seat, a, b, c, d, e)
    elif code == EVENT.DAMAGE:
        attacks.damage(s, cards, seat, a, b, moves, log)
    else:
        take_rewards(s, cards, seat, a, b, log)


@kernel
def go_on_in_dungeon(s, cards, code, seat, task, moves, log):
    """Prices, pushes, reveals, entries and movements."""
    a, b, c = task[2], task[3], task[4]
    if code == EVENT.PRICE:
        abilities.ask_price(s, cards, seat, a, b, c)
    elif code == EVENT.PUSH:
        torch.push(s, a, b, moves)
    elif code == EVENT.REVEAL_ALL:
        rooms.reveal_next(s, seat, a)
    elif code == EVENT.LOOK_ABOUT:
        if is_conscious(s, seat):
            rooms.reveal_by(s, cards, seat, WHERE.ALL_ADJACENT)
    elif code == EVENT.ENTER_NEW:
        rooms.enter(s, cards, seat, a, b, True, log)
    elif code == EVENT.ENTRY:
        if rooms.works_on_entry(s, cards, seat):
            abilities.search(s, cards, seat)
    else:
        walking.go_on_moving(s, cards, seat, a, b, log)


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
    plan_for(s, EVENT.END_TURN, seat)
    plan_for(s, EVENT.GO_ON, seat)
    if not s.awake:
        s.turns_fallen[seat] += 1
        rest(s, cards, seat, log)


@kernel
def end_turn(s, cards, seat, log):
    """The movement ends, bonuses run out, the torch goes down.  Rules N-TURN-2, N-FREE-10."""
    walking.settle(s, cards, seat, log)
    for other in range(s.players):
        end_bonuses(s, cards, other, other == seat, log)
    plan_for(s, EVENT.NEXT_TURN, seat)
    torch.torch_down(s, cards.torch_per_turn)


@kernel
def next_turn(s, cards, log):
    """The next hero's turn; a game that goes on for ever ends.  Rules N-TURN-3, N-CARD-7."""
    s.turns += 1
    set_active(s, (s.active + 1) % s.players, log)
    if s.turns >= cards.turn_limit:
        set_outcome(s, END.CUT_OFF, NO_RULE, log)
    elif s.turns - s.gained >= cards.stall_rounds * s.players:
        set_outcome(s, END.STALLED, NO_RULE, log)
    else:
        plan_for(s, EVENT.BEGIN_TURN, s.active)


# Moves


# The rule by which a move of each kind is made.
KIND_RULES = KIND.table(
    {
        "end turn": RULE.N_TURN_2,
        "move": RULE.N_MOVE_1,
        "explore": RULE.N_EXPLORE_1,
        "enter mat": RULE.N_LAIR_1,
        "space": RULE.N_LAIR_5,
        "leave mat": RULE.N_LAIR_9,
        "rest": RULE.N_REST_1,
        "search": RULE.N_SEARCH_1,
        "disarm": RULE.N_DISARM_1,
        "cast": RULE.N_CAST_1,
        "melee": RULE.N_ATTACK_1,
        "missile": RULE.N_ATTACK_2,
        "use": RULE.N_FREE_1,
        "portal": RULE.N_MOVE_9,
        "look around": RULE.N_FREE_6,
        "try room": RULE.N_CARD_4,
        "taunt": RULE.N_ALTAR_4,
        "open lair": RULE.N_DOOR_2,
        "drop": RULE.N_EQUIP_2,
        "lay": RULE.N_EXPLORE_2,
        "reveal": RULE.N_EXPLORE_7,
        "teleport": RULE.N_MOVE_9,
        "skill": RULE.N_CHECK_4,
        "roll": RULE.N_CHECK_4,
        "pay in check": RULE.N_FREE_11,
        "take": RULE.N_CHECK_6,
        "turn up": RULE.N_FREE_3,
        "turn down": RULE.N_FREE_3,
        "reroll": RULE.N_ICON_2,
        "pay": RULE.N_CHECK_3,
        "decline": RULE.N_CHECK_3,
        "draw": RULE.N_LOOT_4,
        "take from row": RULE.N_LOOT_4,
        "leave": RULE.N_KILL_4,
        "equip": RULE.N_EQUIP_1,
        "discard": RULE.N_LOOT_5,
        "lose": RULE.N_ICON_6,
        "reward": RULE.N_KILL_5,
        "no reward": RULE.N_KILL_4,
        "take reveal": RULE.N_KILL_4,
        "strike": RULE.N_BOSS_6,
        "mend": RULE.N_ICON_8,
        "answer": RULE.N_HURT_4,
        "prey": RULE.N_WALK_2,
        "enemy step": RULE.N_WALK_6,
        "push": RULE.N_ICON_3,
        "aim": RULE.N_CARD_1,
        "stop": RULE.N_TURN_1,
    }
)


@kernel
def step(s, cards, m, moves, log):
    """Carry out a legal move and play on to the next decision.

    m: one `MOVE`, which must not lie in `moves`, the scratch space.
    """
    write_move(s, m, KIND_RULES[m.kind], log)
    s.tasks -= 1
    task = s.task[s.tasks]
    carry_out_move(s, cards, m, task[2], task[3], task[4], task[5], task[6], moves, log)
    advance(s, cards, moves, log)


@kernel
def carry_out_move(s, cards, m, a, b, c, d, e, moves, log):
    """Carry out the answer to a question that held the numbers a to e."""
    phase = s.phase
    if phase == PHASE.TURN:
        take_turn(s, cards, m, log)
    elif phase == PHASE.AFTER_ROLL:
        answer_after_roll(s, cards, m, log)
    elif phase == PHASE.BEFORE_ROLL:
        answer_before_roll(s, cards, m, log)
    elif phase == PHASE.LAY_ROOM:
        rooms.lay_room(s, cards, m.actor, m.place, m.number, log)
    elif phase == PHASE.STRIKE_MARKER:
        attacks.strike(s, cards, m.actor, m.number, a, moves, log)
    elif phase == PHASE.CHOOSE_ANSWER:
        attacks.answer(s, cards, m.actor, a, m.enemy, c, e, log)
    elif phase == PHASE.DISCOVER:
        find(s, cards, m, a, b, c, log)
    elif phase == PHASE.EQUIP:
        wear(s, cards, m, a, log)
    elif phase == PHASE.LOSE_ITEM:
        lose_item(s, cards, m, a, b, log)
    elif phase == PHASE.CHOOSE_SKILL:
        s.check_skill = m.number
    elif phase == PHASE.CHOOSE_PREY:
        torch.take_prey(s, a, b, m.place)
    elif phase == PHASE.CHOOSE_WAY:
        torch.take_way(s, cards, a, b, c, d, m.place, log)
    elif phase == PHASE.PUSH:
        torch.take_push(s, cards, a, b, m.place, log)
    else:
        answer_about_ability(s, cards, m, a, b, c, log)


@kernel
def answer_about_ability(s, cards, m, a, b, c, log):
    """Answers about abilities, rewards and the boss's health."""
    phase, seat = s.phase, m.actor
    if phase == PHASE.AIM:
        abilities.begin_ability(s, seat, a, m.enemy, m.hero)
    elif phase == PHASE.PAY:
        if m.kind == KIND.PAY:
            abilities.pay_price(s, cards, seat, a, b, c, log)
    elif phase == PHASE.FURTHER_STEP:
        walking.further_step(s, cards, m, a, b, log)
    elif phase == PHASE.REVEAL_WHICH:
        plan_with(s, PHASE.LAY_ROOM, seat, m.place, s.place[seat])
    elif phase == PHASE.TELEPORT:
        walking.teleport(s, cards, m, log)
    elif phase == PHASE.CHOOSE_REWARD:
        if m.kind == KIND.REWARD:
            take_reward(s, cards, seat, a, m.number, log)
    elif phase == PHASE.REVEAL_REWARD:
        if m.kind == KIND.TAKE_REVEAL:
            rooms.reveal_by(s, cards, seat, cards.effect_word[a])
    elif phase == PHASE.MEND_MARKER:
        torch.mend(s, cards, m.number, a, log)
    elif phase == PHASE.EXTRA_ATTACK:
        attacks.begin_attack(s, cards, seat, m.ability, m.enemy, b)
