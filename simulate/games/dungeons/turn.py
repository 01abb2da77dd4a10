"""Whose decision is next, and one step of the game.

`advance` plays on by itself until a seat must choose; `step` carries out one move and
advances.  Nothing here asks how a seat chooses.
"""

from simulate.compiler.kernels import kernel
from simulate.core.functions import is_one_of
from simulate.games.dungeons.cards.codes import WHERE
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.effects import abilities, attacks, rooms, torch, walking
from simulate.games.dungeons.effects.actions import rest, take_reward, take_rewards, take_turn
from simulate.games.dungeons.effects.checks import answer_after_roll, answer_before_roll
from simulate.games.dungeons.effects.loot import find, lose_item, wear
from simulate.games.dungeons.end import NO_RULE
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.state.agenda import plan
from simulate.games.dungeons.state.changes import RULE, set_active, set_outcome
from simulate.games.dungeons.state.kit import end_bonuses
from simulate.games.dungeons.state.record import (
    DECISIONS,
    END,
    EVENT,
    OF_ACTION,
    OF_ENEMIES,
    OF_TURN,
    PHASE,
    PLACES,
    is_conscious,
)
from simulate.mechanics.agenda import take_off, top
from simulate.mechanics.log import write_move


@kernel
def advance(s, cards, moves, log):
    """Play on until a hero must choose or the game is over: a table of tasks.

    `moves` is scratch space.  Rules N-GOAL-2, N-TURN-3.
    """
    while s.phase != PHASE.OVER:
        if is_one_of(DECISIONS, top(s).what):
            s.phase = top(s).what
            s.decider = top(s).seat
            return
        task = take_off(s)
        what, seat = task.what, task.seat
        if is_one_of(OF_TURN, what):
            go_on_with_turn(s, cards, what, seat, log)
        elif what == EVENT.BY_ITSELF:
            abilities.by_itself(s, cards, seat, task.kind, task.done, moves)
        elif what == EVENT.CARRY_OUT:
            abilities.carry_out(
                s, cards, seat, task.ability, task.done, task.target, task.hero, log
            )
        elif is_one_of(OF_ENEMIES, what):
            go_on_with_enemies(s, cards, task, moves, log)
        elif is_one_of(OF_ACTION, what):
            go_on_with_action(s, cards, task, moves, log)
        else:
            go_on_in_dungeon(s, cards, task, moves, log)


@kernel
def go_on_with_turn(s, cards, what, seat, log):
    """The course of a turn.  Rules N-TURN-1, N-TURN-2, N-TURN-3, N-FALL-1."""
    if what == EVENT.BEGIN_TURN:
        begin_turn(s, cards, seat, log)
    elif what == EVENT.GO_ON:
        if is_conscious(s, seat):
            s.moves += 1
            plan(s, PHASE.TURN, seat)
    elif what == EVENT.END_TURN:
        end_turn(s, cards, seat, log)
    elif what == EVENT.NEXT_TURN:
        next_turn(s, cards, log)
    else:
        raise ValueError("no event of a turn")


@kernel
def go_on_with_enemies(s, cards, task, moves, log):
    """The torch and what enemies do."""
    what, enemy = task.what, task.enemy
    if what == EVENT.TORCH_RUNS:
        torch.run_torch(s, cards, log)
    elif what == EVENT.BEFORE_ENEMIES:
        torch.before_enemies(s, task.seat)
    elif what == EVENT.ENEMIES_ACT:
        torch.enemies_act(s, cards, task.group)
    elif what == EVENT.ENEMY_STRIKES:
        torch.enemy_strikes(s, cards, enemy)
    elif what == EVENT.WALK:
        torch.walk(s, cards, enemy, task.amount, task.place, task.hero, moves, log)
    elif what == EVENT.HARM:
        torch.do_harm(s, cards, task.ability, task.done, task.group, enemy, log)
    elif what == EVENT.DISCARDS:
        torch.discards(s, task.group, task.kind, task.amount)
    elif what == EVENT.BOSS_TORCH_ENDS:
        attacks.end_boss_torch(s, cards)
    else:
        raise ValueError("no event of the enemies")


@kernel
def go_on_with_action(s, cards, task, moves, log):
    """What follows a roll, damage and rewards."""
    what, seat = task.what, task.seat
    if what == EVENT.ATTACK_ROLLED:
        attacks.end_attack(s, cards, seat, task.kind, task.target)
    elif what == EVENT.CAST_ROLLED:
        abilities.end_cast(s, cards, seat, task.ability, task.target, task.hero, task.struck)
    elif what == EVENT.SEARCH_ROLLED:
        abilities.end_search(s, cards, seat)
    elif what == EVENT.EVADE_ROLLED:
        abilities.end_evade(s, cards, seat, log)
    elif what == EVENT.DISARM_ROLLED:
        abilities.end_disarm(s, cards, seat, log)
    elif what == EVENT.STRIKES_BACK:
        attacks.strike_back(s, seat, task.kind, task.struck, task.face, task.amount)
    elif what == EVENT.DAMAGE:
        attacks.damage(s, cards, seat, task.group, task.amount, moves, log)
    elif what == EVENT.REWARDS:
        take_rewards(s, cards, seat, task.ability, task.done, log)
    else:
        raise ValueError("no event of an action")


@kernel
def go_on_in_dungeon(s, cards, task, moves, log):
    """Prices, pushes, reveals, entries and movements."""
    what, seat = task.what, task.seat
    if what == EVENT.PRICE:
        abilities.ask_price(s, cards, seat, task.ability, task.target, task.hero)
    elif what == EVENT.PUSH:
        torch.push(s, task.enemy, task.amount, moves)
    elif what == EVENT.REVEAL_ALL:
        rooms.reveal_next(s, seat, task.group)
    elif what == EVENT.LOOK_ABOUT:
        if is_conscious(s, seat):
            rooms.reveal_by(s, cards, seat, WHERE.ALL_ADJACENT)
    elif what == EVENT.ENTER_NEW:
        rooms.enter(s, cards, seat, task.place, task.stealth, True, log)
    elif what == EVENT.ENTRY:
        if rooms.works_on_entry(s, cards, seat):
            abilities.search(s, cards, seat)
    elif what == EVENT.MOVING:
        walking.go_on_moving(s, cards, seat, task.amount, task.stealth, log)
    else:
        raise ValueError("no event of the dungeon")


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
    plan(s, EVENT.END_TURN, seat)
    plan(s, EVENT.GO_ON, seat)
    if not s.awake:
        s.turns_fallen[seat] += 1
        rest(s, cards, seat, log)


@kernel
def end_turn(s, cards, seat, log):
    """The movement ends, bonuses run out, the torch goes down.  Rules N-TURN-2, N-FREE-10."""
    walking.settle(s, cards, seat, log)
    for other in range(s.players):
        end_bonuses(s, cards, other, other == seat, log)
    plan(s, EVENT.NEXT_TURN, seat)
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
        plan(s, EVENT.BEGIN_TURN, s.active)


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
    carry_out_move(s, cards, m, take_off(s), moves, log)
    advance(s, cards, moves, log)


@kernel
def carry_out_move(s, cards, m, task, moves, log):
    """Carry out the answer to a question; task: as it was asked."""
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
        attacks.strike(s, cards, m.actor, m.number, task.amount, moves, log)
    elif phase == PHASE.CHOOSE_ANSWER:
        attacks.answer(s, cards, m.actor, task.kind, m.enemy, task.face, task.amount, log)
    elif phase == PHASE.DISCOVER:
        find(s, cards, m, task.kind, task.amount, task.from_deck, log)
    elif phase == PHASE.EQUIP:
        wear(s, cards, m, task.card, log)
    elif phase == PHASE.LOSE_ITEM:
        lose_item(s, cards, m, task.kind, task.amount, log)
    elif phase == PHASE.CHOOSE_SKILL:
        s.check_skill = m.number
    elif phase == PHASE.CHOOSE_PREY:
        torch.take_prey(s, task.enemy, task.amount, m.place)
    elif phase == PHASE.CHOOSE_WAY:
        torch.take_way(s, cards, task.enemy, task.amount, task.place, task.hero, m.place, log)
    elif phase == PHASE.PUSH:
        torch.take_push(s, cards, task.enemy, task.amount, m.place, log)
    else:
        answer_about_ability(s, cards, m, task, log)


@kernel
def answer_about_ability(s, cards, m, task, log):
    """Answers about abilities, rewards and the boss's health."""
    phase, seat = s.phase, m.actor
    if phase == PHASE.AIM:
        abilities.begin_ability(s, cards, seat, task.ability, m.enemy, m.hero)
    elif phase == PHASE.PAY:
        if m.kind == KIND.PAY:
            abilities.pay_price(s, cards, seat, task.ability, task.target, task.hero, log)
    elif phase == PHASE.FURTHER_STEP:
        walking.further_step(s, cards, m, task.amount, task.stealth, log)
    elif phase == PHASE.REVEAL_WHICH:
        plan(s, PHASE.LAY_ROOM, seat).place = m.place
    elif phase == PHASE.TELEPORT:
        walking.teleport(s, cards, m, log)
    elif phase == PHASE.CHOOSE_REWARD:
        if m.kind == KIND.REWARD:
            take_reward(s, cards, seat, task.ability, m.number, log)
    elif phase == PHASE.REVEAL_REWARD:
        if m.kind == KIND.TAKE_REVEAL:
            row = cards.ability_first[task.ability] + task.done
            rooms.reveal_by(s, cards, seat, cards.effect_word[row])
    elif phase == PHASE.MEND_MARKER:
        torch.mend(s, cards, m.number, task.amount, log)
    elif phase == PHASE.EXTRA_ATTACK:
        attacks.begin_attack(s, cards, seat, m.ability, m.enemy, task.amount)
    else:
        raise ValueError("no phase that asks")
