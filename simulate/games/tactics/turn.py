"""Whose decision is next, and one step of the game.

`advance` plays on by itself until a seat must choose; `step` carries out one move and
advances.  Nothing here asks how a seat chooses.
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import is_one_of
from simulate.games.tactics import setup
from simulate.games.tactics.cards.codes import ACTION, FORCE, MODE, NO_KIND, WEAKENED_WHEN, WHEN
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.effects import attacks, moments
from simulate.games.tactics.effects.doing import do_effects, do_to, draw_tactics
from simulate.games.tactics.effects.enemy import activate_enemy, rest
from simulate.games.tactics.effects.harm import send
from simulate.games.tactics.effects.walking import begin_movement, come_out, go, go_on
from simulate.games.tactics.moves.move import KIND
from simulate.games.tactics.moves.questions import has_majority, is_on_ballista, units_of
from simulate.games.tactics.state import changes, record
from simulate.games.tactics.state.agenda import plan, plan_effect
from simulate.games.tactics.state.changes import RULE
from simulate.games.tactics.state.record import DECISIONS, END, EVENT, OF_ATTACK, OF_EFFECTS, PHASE
from simulate.mechanics.agenda import take_off, top
from simulate.mechanics.log import is_on, write_move

# The rule by which a move of each kind is made.
KIND_RULES = KIND.table(
    {
        "keep unit": RULE.T_SOLO_2,
        "start": RULE.T_SETUP_6,
        "place": RULE.T_SETUP_6,
        "return card": RULE.T_SETUP_10,
        "end turn": RULE.T_TURN_2,
        "cure": RULE.T_WEAK_3,
        "move": RULE.T_MOVE_1,
        "enter dungeon": RULE.T_DUNGEON_1,
        "step inside": RULE.T_DUNGEON_5,
        "melee": RULE.T_MELEE_1,
        "missile": RULE.T_MISSILE_1,
        "spell": RULE.T_SPELL_1,
        "ballista": RULE.T_BALLISTA_2,
        "stop": RULE.T_MOVE_1,
        "come out": RULE.T_DUNGEON_18,
        "roll": RULE.T_MELEE_3,
        "do not roll": RULE.T_MELEE_3,
        "direction": RULE.T_BALLISTA_4,
        "counter melee": RULE.T_COUNTER_4,
        "counter missile": RULE.T_COUNTER_4,
        "counter spell": RULE.T_COUNTER_4,
        "do not counter": RULE.T_COUNTER_4,
        "play": RULE.T_TACTIC_1,
        "keep card": RULE.T_TACTIC_1,
        "choose unit": RULE.T_CARD_1,
        "nobody": RULE.T_CARD_1,
        "discard": RULE.T_TACTIC_6,
    }
)


# Playing on by itself


@kernel
def advance(s, cards, moves, log):
    """Play on until a seat must choose or the game is over: a table of tasks, with their numbers.

    `moves` is scratch space.  Rule T-TURN-1.
    """
    while s.phase != PHASE.OVER:
        if is_one_of(DECISIONS, top(s).what):
            s.phase = top(s).what
            s.decider = top(s).seat
            return
        task = take_off(s)
        if is_one_of(OF_EFFECTS, task.what):
            go_on_with_effects(s, cards, task, log)
        elif task.what == EVENT.GO_ON:
            go_on(s, cards, task.unit, task.amount, task.met, task.began, task.is_action, log)
        elif is_one_of(OF_ATTACK, task.what):
            go_on_with_attack(s, cards, task, moves, log)
        else:
            go_on_with_turn(s, cards, task.what, task.seat, task.unit, log)


@kernel
def go_on_with_effects(s, cards, task, log):
    """Moments of units, what is played at them, and effects.  Rule T-UNIT-5."""
    what, seat, unit, other = task.what, task.seat, task.unit, task.other
    if what == EVENT.HAPPEN:
        if task.moment == WHEN.CAPTURED or record.lives(s, unit):
            moments.happen(s, cards, task.moment, unit, other, task.kind)
    elif what == EVENT.TACTIC_CARDS:
        moments.ask_tactics(s, cards, seat, task.moment, unit, other, task.kind, task.left)
    elif what == EVENT.RUN:
        moments.run_abilities(s, cards, seat, task.row, task.end, unit, other, task.kind)
    elif what == EVENT.EFFECTS:
        do_effects(s, cards, seat, task.row, task.end, unit, other, task.amount, task.is_spell, log)
    elif what == EVENT.DO_TO:
        do_to(s, cards, seat, task.row, unit, other, task.amount, task.is_spell, log)
    else:
        raise ValueError("no event of effects")


@kernel
def go_on_with_attack(s, cards, task, moves, log):
    """The steps of an attack.  Rule T-COUNTER-3."""
    what, unit, other, is_counter = task.what, task.unit, task.other, task.is_counter
    if what == EVENT.HIT:
        attacks.hit(s, cards, unit, other, task.kind)
    elif what == EVENT.TRY_KNOCK_BACK:
        attacks.try_knock_back(s, cards, unit, other, task.way, is_counter, log)
    elif what == EVENT.KNOCKED_BACK:
        attacks.knocked_back(s, cards, unit, other, task.amount, log)
    elif what == EVENT.AFTER_ATTACK:
        attacks.after_attack(s, cards, unit, other, task.kind, is_counter, moves, log)
    elif what == EVENT.SPELL:
        attacks.work_spell(
            s, cards, task.seat, task.row, task.end, unit, other, task.amount, is_counter, log
        )
    elif what == EVENT.BALLISTA_PUSH:
        attacks.push_by_ballista(s, cards, task.seat, unit, other)
    else:
        raise ValueError("no event of an attack")


@kernel
def go_on_with_turn(s, cards, what, seat, unit, log):
    """The steps of the setup and of a turn.  Rule T-TURN-1."""
    if what == EVENT.ACTIONS:
        plan(s, PHASE.ACT if s.actions_left > 0 else EVENT.END_ACTIONS, s.active)
    elif what == EVENT.TIRE:
        if record.lives(s, unit):
            tire(s, cards, record.slot_of(unit), log)
    elif what == EVENT.END_ACTIONS:
        plan(s, EVENT.REST, seat)
        plan_moments(s, seat, WHEN.TURN_END)
    elif what == EVENT.REST:
        end_actions(s, cards, seat, log)
    elif what == EVENT.DRAWN:
        if record.size_of(s.hand[seat]) > cards.tactics_hand:
            plan(s, EVENT.DRAWN, seat)
            plan(s, PHASE.DISCARD, seat)
    elif what == EVENT.END_TURN:
        end_turn(s, cards, log)
    elif what == EVENT.BEGIN_TURN:
        begin_turn(s, cards, log)
    elif what == EVENT.ENEMY_ACTS:
        activate_enemy(s, cards, seat, log)
    elif what == EVENT.ENEMY_RESTS:
        rest(s, unit, log)
    elif what == EVENT.DEAL_TACTICS:
        setup.deal_tactics(s, cards, seat, log)
    elif what == EVENT.SHUFFLE_BACK:
        setup.shuffle_back(s, cards, log)
    elif what == EVENT.PLACE_ENEMIES:
        setup.place_enemies(s, cards, seat, log)
    elif what == EVENT.DRAW_STARTS:
        setup.plan_starts(s, cards, log)
    else:
        raise ValueError("no event of a turn")


# Turns


@kernel
def begin_turn(s, cards, log):
    """The next turn: rounds, flags or time, then the actions.

    Rules T-TURN-1, T-TURN-2, T-BATTLE-12, T-SOLO-15, T-SOLO-18, T-COOP-6.
    """
    if s.active == 0:
        look_at_rounds(s, cards, log)
        if s.phase == PHASE.OVER:
            return
    s.turns += 1
    forget_last_turn(s, cards)
    seat = s.active
    plan(s, EVENT.END_TURN, seat)
    if cards.enemy_seat[seat]:
        plan(s, EVENT.ENEMY_ACTS, seat)
    else:
        if cards.time_start and is_out_of_time(s, log):
            return
        fewer = cards.first_turn_fewer if s.turns == 1 else 0
        changes.set_actions_left(s, max(0, cards.actions - fewer), RULE.T_TURN_2, log)
        if is_for_areas(cards):
            advance_flags(s, cards, seat, log)
        plan(s, EVENT.ACTIONS, seat)
    plan_moments(s, seat, WHEN.TURN_START)


@inner_kernel
def is_for_areas(cards):
    """Whether the game is played for control areas."""
    return cards.mode == MODE.COMPETITIVE or cards.mode == MODE.TEAM


@kernel
def look_at_rounds(s, cards, log):
    """A new round, unless the game ends first; last turns are always played.

    Rules T-BATTLE-12, T-END-2.
    """
    played = s.turns // cards.seats
    if s.ending != NONE:
        changes.set_round(s, played + 1, RULE.T_TURN_5, log)
    elif cards.battle and cards.battle_rounds and played >= cards.battle_rounds:
        changes.set_outcome(s, END.ROUNDS, RULE.T_BATTLE_12, log)
    elif is_for_areas(cards) and cards.areas_rounds and played >= cards.areas_rounds:
        changes.set_outcome(s, END.ROUNDS, RULE.T_END_2, log)
    elif played >= cards.round_limit:
        changes.set_outcome(s, END.CUT_OFF, RULE.T_TURN_5, log)
    else:
        changes.set_round(s, played + 1, RULE.T_TURN_5, log)


@kernel
def forget_last_turn(s, cards):
    """What counts within one turn.  Rules T-TERRAIN-9, T-TERRAIN-10, T-WEAK-2, T-BALLISTA-6."""
    for slot in range(record.SLOTS):
        s.acted[slot] = 0
        s.actions_of[slot] = 0
        s.villages[slot] = village_used_up(s, cards, slot)
        s.fresh_token[slot] = 0
        s.began_on_ballista[slot] = is_on_ballista(s, cards, slot)


@kernel
def village_used_up(s, cards, slot):
    """The village that a unit cannot gain from in a turn which begins there, as a bit; 0: none.

    Rule T-TERRAIN-10.
    """
    if cards.village_return or s.at[slot] == NONE:
        return 0
    village = cards.village[s.realm, s.at[slot]]
    return 0 if village == NONE else record.bit(village)


@kernel
def is_out_of_time(s, log):
    """Move the Time Token; whether it has come to zero.  Rules T-SOLO-16, T-SOLO-17, T-COOP-8."""
    changes.set_time(s, s.time - 1, RULE.T_SOLO_16, log)
    if s.time <= 0:
        changes.set_outcome(s, END.LOST_TIME, RULE.T_SOLO_17, log)
    return s.time <= 0


@kernel
def plan_moments(s, seat, moment):
    """A moment of each unit that a seat has in play."""
    for slot in range(seat * FORCE + FORCE - 1, seat * FORCE - 1, -1):
        if record.is_in_play(s, slot):
            moments.plan_moment(s, moment, record.reference(s, slot), NONE, NO_KIND)


@kernel
def advance_flags(s, cards, seat, log):
    """Trigger areas and advance flags; on the last space the area is secured.

    Rules T-CONTROL-3, T-CONTROL-5, T-CONTROL-7, T-CONTROL-10, T-CONTROL-11, T-CONTROL-12,
    T-CONTROL-13, T-CONTROL-14, T-CONTROL-15, T-END-2, T-CONTROL-6, T-CONTROL-8, T-CONTROL-9.
    """
    secured = 0
    for area in range(record.AREAS):
        if s.holder[area] == NONE and has_majority(s, cards, seat, area):
            on_trigger = s.occupant[cards.trigger[s.realm, area]]
            if on_trigger != NONE and record.seat_of(on_trigger) == seat:
                changes.set_triggered(s, area, 1, RULE.T_CONTROL_3, log)
            if s.triggered[area]:
                changes.set_flag(s, area, s.flag[area] + 1, RULE.T_CONTROL_7, log)
                if s.flag[area] > cards.control_rounds:
                    changes.set_holder(s, area, seat, RULE.T_CONTROL_11, log)
        secured += s.holder[area] != NONE
    if secured >= cards.end_flags:
        changes.set_ending(s, seat, END.FLAGS, RULE.T_END_2, log)


@kernel
def tire(s, cards, slot, log):
    """A second action Weakens a unit, unless few are left.  Rules T-ACTION-2, T-ACTION-6, -8."""
    if units_of(s, record.seat_of(slot)) > cards.tireless_units:
        changes.set_weakened(s, slot, 1, RULE.T_ACTION_2, log)
        s.fresh_token[slot] = 1


@kernel
def end_actions(s, cards, seat, log):
    """Tokens come off units that took no action, and tactic cards are drawn.

    Rules T-TURN-3, T-TURN-4, T-WEAK-5, T-TACTIC-5.
    """
    for slot in range(seat * FORCE, seat * FORCE + FORCE):
        if record.is_in_play(s, slot) and not s.actions_of[slot]:
            changes.set_weakened(s, slot, 0, RULE.T_TURN_3, log)
    draw_tactics(s, seat, cards.tactics_drawn, log)
    plan(s, EVENT.DRAWN, seat)


@kernel
def end_turn(s, cards, log):
    """Hand on the turn, unless it comes to the player who triggered the end.

    Rules T-END-3, T-BATTLE-13, T-CONTROL-16.
    """
    changes.set_active(s, (s.active + 1) % cards.seats, RULE.T_TURN_5, log)
    if s.ending == s.active:
        changes.set_outcome(s, s.reason, RULE.T_END_3, log)
    else:
        plan(s, EVENT.BEGIN_TURN, NONE)


# Moves


@kernel
def cited_rule(s, m):
    """The rule by which a move is made."""
    by_card = m.kind == KIND.DIRECTION and top(s).row != NONE
    return RULE.T_CARD_15 if by_card else KIND_RULES[m.kind]


@kernel
def step(s, cards, m, moves, log):
    """Carry out a legal move and play on to the next decision.

    m: one `MOVE`, which must not lie in `moves`, the scratch space.
    """
    if log is not None and is_on(log):
        write_move(s, m, cited_rule(s, m), log)
    carry_out(s, cards, m, take_off(s), log)
    advance(s, cards, moves, log)


@kernel
def carry_out(s, cards, m, task, log):
    """Carry out the answer to a question; task: as it was asked."""
    phase, unit = s.phase, task.unit
    if phase == PHASE.ACT:
        act(s, cards, m, log)
    elif phase == PHASE.WALK_ON or phase == PHASE.EXPLORE:
        go(s, cards, m, unit, task.amount, task.met, task.began, task.is_action, log)
    elif phase == PHASE.KNOCK_BACK:
        if m.kind == KIND.ROLL:
            attacks.knock_back(s, cards, unit, task.other, task.way, log)
    elif phase == PHASE.COUNTER:
        attacks.counter(s, cards, m, task.amount, log)
    elif phase == PHASE.PLAY_TACTIC:
        other, card = task.other, task.card
        moments.go_on_asking(s, m.actor, task.moment, unit, other, task.kind, task.left)
        if m.kind == KIND.PLAY:
            moments.play_tactic(s, cards, m.actor, unit, other, card, log)
    elif phase == PHASE.CHOOSE_UNIT:
        if m.kind == KIND.CHOOSE_UNIT:
            one = record.reference(s, m.target)
            plan_effect(s, EVENT.DO_TO, m.actor, task.row, unit, one, task.amount, task.is_spell)
    elif phase == PHASE.DIRECTION:
        slot = record.slot_of(task.other)
        rule = RULE.T_BALLISTA_4 if task.row == NONE else RULE.T_CARD_15
        send(s, cards, slot, m.number, task.amount, unit, rule, log)
    elif phase == PHASE.DISCARD:
        changes.discard_tactic(s, m.actor, m.number, RULE.T_TACTIC_6, log)
    elif phase == PHASE.COME_OUT:
        come_out(s, m.unit, m.goal, log)
    else:
        set_up(s, cards, m, task.kind, log)


@kernel
def set_up(s, cards, m, of_class, log):
    """Answers of the setup.  Rules T-SETUP-6, T-SETUP-10, T-SOLO-2."""
    phase = s.phase
    if phase == PHASE.KEEP_UNIT:
        setup.keep_unit(s, cards, m.actor, of_class, m.number, log)
    elif phase == PHASE.CHOOSE_START:
        setup.choose_start(s, m.actor, m.number)
    elif phase == PHASE.PLACE_UNIT:
        setup.place_unit(s, m.unit, m.goal, log)
    elif phase == PHASE.RETURN_CARD:
        setup.return_card(s, m.actor, m.number, log)
    else:
        raise ValueError("no phase that asks")


@kernel
def act(s, cards, m, log):
    """One action, a cure, or the end of the actions.  Rules T-TURN-2, T-WEAK-3."""
    if m.kind == KIND.END_TURN:
        s.idle_actions[m.actor] += s.actions_left
        plan(s, EVENT.END_ACTIONS, m.actor)
        return
    plan(s, EVENT.ACTIONS, m.actor)
    if m.kind == KIND.CURE:
        s.cured[m.actor] += 1
        changes.set_health(s, m.unit, s.health[m.unit] - cards.cure_price, RULE.T_WEAK_3, log)
        changes.set_weakened(s, m.unit, 0, RULE.T_WEAK_3, log)
        return
    note_action(s, cards, m, action_of(cards, s, m), log)
    if m.kind == KIND.MELEE:
        attacks.melee(s, cards, m.unit, m.target, 0, log)
    elif m.kind == KIND.MISSILE:
        attacks.shoot(s, cards, m.unit, m.target, 0, log)
    elif m.kind == KIND.SPELL:
        attacks.cast(s, cards, m.unit, m.target, m.number, 0, log)
    elif m.kind == KIND.BALLISTA:
        attacks.fire(s, cards, m.unit, m.target, log)
    else:
        begin_movement(s, cards, m, log)


@kernel
def action_of(cards, s, m):
    """Number of the action that a move takes, in `ACTION`.  Rule T-CARD-10."""
    if m.kind == KIND.MELEE:
        return ACTION.MELEE
    if m.kind == KIND.MISSILE:
        return ACTION.MISSILE
    if m.kind == KIND.SPELL:
        return ACTION.ATTACK_SPELL if cards.spell_attack[s.unit[m.unit]] else ACTION.SPELL
    return ACTION.BALLISTA if m.kind == KIND.BALLISTA else ACTION.MOVE


@kernel
def note_action(s, cards, m, action, log):
    """Count an action; the second of a unit Weakens it, before or after.

    Rules T-ACTION-2, T-ACTION-3, T-ACTION-4, T-ACTION-6.
    """
    slot = m.unit
    changes.set_actions_left(s, s.actions_left - 1, RULE.T_TURN_2, log)
    s.taken[m.actor, action] += 1
    s.acted[slot] |= 1 << action
    s.actions_of[slot] += 1
    if s.actions_of[slot] > 1:
        if cards.weakened_when == WEAKENED_WHEN.AFTER:
            plan(s, EVENT.TIRE, m.actor).unit = record.reference(s, slot)
        else:
            tire(s, cards, slot, log)
