"""Whose decision is next, and one step of the game.

`advance` plays on by itself until a seat must choose; `step` carries out one move and
advances.  Nothing here asks how a seat chooses.
"""

from simulate.compiler.kernels import kernel
from simulate.core.functions import is_one_of
from simulate.games.kingdoms.cards.codes import ACTIONS
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.effects import actions, dummy, losses, war
from simulate.games.kingdoms.effects.collecting import collect, exchange, take_yields
from simulate.games.kingdoms.effects.goods import gain_at, move_piece, plan_plunder, plunder
from simulate.games.kingdoms.effects.land import lose_meeple
from simulate.games.kingdoms.end import NO_RULE, end_game, leader_now
from simulate.games.kingdoms.moves.answers import is_moot
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.moves.questions import is_dummy
from simulate.games.kingdoms.setup import deal_tokens, set_up
from simulate.games.kingdoms.state import changes, record
from simulate.games.kingdoms.state.agenda import plan, plan_retreat, plan_take
from simulate.games.kingdoms.state.changes import RULE
from simulate.games.kingdoms.state.record import (
    DECISIONS,
    END,
    EVENT,
    OF_GOODS,
    OF_SETUP,
    OF_WAR,
    PHASE,
    TRIGGER,
)
from simulate.mechanics.agenda import take_off, top
from simulate.mechanics.log import write_move

# The rule by which a move of each kind is made.
KIND_RULES = KIND.table(
    {
        "choose side": RULE.K_SETUP_5,
        "split resources": RULE.K_SETUP_6,
        "start": RULE.K_SETUP_11,
        "lay tokens": RULE.K_FIVE_4,
        "place dummy": RULE.U_SOLO_5,
        "select": RULE.K_TURN_4,
        "do nothing": RULE.K_TURN_6,
        "collect": RULE.K_COLLECT_1,
        "patrol": RULE.K_PATROL_1,
        "stand up": RULE.K_LAND_9,
        "quest": RULE.K_QUEST_1,
        "build": RULE.K_BUILD_1,
        "research": RULE.K_RESEARCH_1,
        "expand": RULE.K_EXPAND_1,
        "trade": RULE.K_TRADE_1,
        "stop": RULE.K_TURN_8,
        "pay": RULE.K_WAR_9,
        "take": RULE.K_LAND_7,
        "exchange": RULE.K_CARD_36,
        "plunder": RULE.K_CARD_36,
        "take treasure": RULE.K_TOKEN_8,
        "pay bandits": RULE.K_TOKEN_9,
        "lose meeple": RULE.K_TOKEN_9,
        "white flag": RULE.K_WAR_5,
        "set number": RULE.K_WAR_3,
        "raise": RULE.K_CARD_20,
        "yield": RULE.U_DUMMY_6,
        "use lair": RULE.K_TOKEN_11,
        "leave lair": RULE.K_TOKEN_11,
        "next region": RULE.K_BREAK_4,
        "retreat": RULE.K_RETREAT_2,
        "church": RULE.K_TOKEN_17,
        "give up": RULE.K_WAR_13,
        "keep": RULE.K_BREAK_6,
    }
)

# Playing on by itself


@kernel
def advance(s, cards, moves, log):
    """Play on until a seat must choose or the game is over: a table of tasks, with their numbers.

    `moves` is scratch space.  Rule K-TURN-1.
    """
    while s.phase != PHASE.OVER:
        what, seat = top(s).what, top(s).seat
        decides = is_one_of(DECISIONS, what)
        if decides and not is_moot(s, cards, what, seat):
            s.phase = what
            s.decider = seat
            return
        task = take_off(s)
        if decides:
            continue
        if what == EVENT.SEAT_ACTS:
            let_act(s, cards, seat, log)
        elif what == EVENT.COLLECTED:
            take_yields(s, cards, seat, log)
        elif what == EVENT.END_TURN:
            end_turn(s, cards, log)
        elif what == EVENT.BEGIN_TURN:
            begin_turn(s, cards, log)
        elif what == EVENT.AFTER_ACTION:
            actions.plan_next_actions(s, cards, seat, task.action)
        elif what == EVENT.BUILT:
            actions.build(s, cards, seat, log)
        elif what == EVENT.RESEARCHED:
            actions.research(s, cards, seat, log)
        elif what == EVENT.EXPANDED:
            actions.expand(s, cards, seat, task.place, log)
        elif what == EVENT.ARRIVE:
            actions.arrive(s, cards, seat, task.meeple, task.kind, log)
        elif what == EVENT.GAIN:
            gain_at(s, cards, seat, task.kind, task.place, NONE, log)
        elif is_one_of(OF_WAR, what):
            go_on_with_war(s, cards, task, log)
        else:
            go_on_after_war(s, cards, task, log)


@kernel
def go_on_with_war(s, cards, task, log):
    """The steps of a war.  Rule K-WAR-9."""
    what, seat = task.what, task.seat
    if what == EVENT.FIGHT:
        fight(s, cards, seat, task.meeple, log)
    elif what == EVENT.REVEAL_DICE:
        war.reveal_dice(s, cards, log)
    elif what == EVENT.DECIDE_WAR:
        war.decide_war(s, cards)
    elif what == EVENT.PASS_CROWN:
        war.pass_crown(s, log)
    elif what == EVENT.TAKE_LOSSES:
        losses.take_losses(s, cards)
    elif what == EVENT.GIVEN_UP:
        losses.given_up(s, cards, seat, task.place, log)
    elif what == EVENT.RETREATED:
        losses.retreat(s, cards, seat, task.meeple, task.place, log)
    elif what == EVENT.NEUTRAL_BEATEN:
        war.beat_neutral(s, cards, log)
    else:
        raise ValueError("no event of a war")


@kernel
def go_on_after_war(s, cards, task, log):
    """Spoils, and the rarer tasks of the setup and of solo play."""
    what = task.what
    if what == EVENT.SPOILS:
        war.take_spoils(s, cards, log)
    elif what == EVENT.PLUNDERS:
        plunder(s, cards, task.row, log)
    elif what == EVENT.DEAL_TOKENS:
        deal_tokens(s, cards, log)
    elif what == EVENT.DUMMY_GOES_ON:
        dummy.dummy_goes_on(s, cards, task.action, log)
    elif what == EVENT.AFTER_DUMMY:
        dummy.dummy_acts_then(s, cards, task.action, log)
    else:
        raise ValueError("no event")


@kernel
def fight(s, cards, seat, meeple, log):
    """A meeple has come to where another player's is.  Rules K-WAR-1, K-LOST-3, U-LOST-2."""
    war.meet(s, seat, meeple, log)
    if s.side[record.DEFENDER] == record.NEUTRAL:
        war.begin_neutral_war(s, cards)
    elif cards.solo:
        dummy.begin_dummy_war(s)
    else:
        war.begin_war(s, seat, log)


# Turns


@kernel
def begin_turn(s, cards, log):
    """Clear the action card if it is full; then the active player selects.

    Rules K-TURN-1, K-TURN-2, K-TURN-3, K-PARTS-4, K-FIVE-1, K-FIVE-2 (skipped), K-END-6.
    """
    if s.shields >= cards.shields:
        clear_action_card(s, cards, log)
        if s.phase == PHASE.OVER:
            return
        if cards.clearing_skips:
            changes.set_active(s, (s.active + 1) % s.seats, RULE.K_FIVE_1, log)
    s.turns += 1
    plan(s, EVENT.END_TURN, NONE)
    if is_dummy(cards, s.active):
        select(s, dummy.select_for_dummy(s, cards, log), log)
    else:
        plan(s, PHASE.SELECT_ACTION, s.active)


@kernel
def clear_action_card(s, cards, log):
    """Take all shields off; the end of the round, and of a game that was triggered.

    Rules K-TURN-2, K-END-5, K-END-6, U-COMPASS-1.
    """
    for action in range(ACTIONS):
        if s.shield[action]:
            changes.set_shield(s, action, 0, RULE.K_TURN_2, log)
    note_leader(s, cards)
    triggered = s.trigger[TRIGGER.MEEPLES] or s.trigger[TRIGGER.TOWER] or s.trigger[TRIGGER.MAGIC]
    over = triggered or s.round_no >= cards.round_limit
    if cards.solo and (not over or cards.last_clearing_flips):
        flip_compass(s, cards, log)
    if triggered:
        end_game(s, cards, END.TRIGGERED, RULE.K_END_6, log)
    elif over:
        end_game(s, cards, END.CUT_OFF, NO_RULE, log)
    else:
        changes.set_round(s, s.round_no + 1, RULE.K_TURN_2, log)


@kernel
def note_leader(s, cards):
    """Count how often the lead has changed from one clearing to another."""
    leader = leader_now(s, cards)
    if leader != NONE:
        if s.leader != NONE and leader != s.leader:
            s.lead_changes += 1
        s.leader = leader


@kernel
def flip_compass(s, cards, log):
    """Day to night or night to day, with the dummy's gift.  Rules U-COMPASS-1, U-COMPASS-4."""
    changes.set_night(s, 1 - s.night, RULE.U_COMPASS_1, log)
    for kind in range(record.GOODS):
        changes.gain_goods(s, cards, 1, kind, cards.compass_gift[s.night], RULE.U_COMPASS_4, log)


@kernel
def select(s, action, log):
    """Put a shield on an action; all seats will act, clockwise from the active player.

    Rules K-TURN-4, K-TURN-6, K-TURN-8.
    """
    s.action = action
    changes.set_shield(s, action, 1, RULE.K_TURN_4, log)
    for back in range(s.seats):
        plan(s, EVENT.SEAT_ACTS, (s.active + s.seats - 1 - back) % s.seats)


@kernel
def let_act(s, cards, seat, log):
    """A seat's turn to act or collect has come.  Rules K-TURN-6, K-TURN-8, U-SOLO-10, -13."""
    if not is_dummy(cards, seat):
        plan(s, PHASE.ACT, seat)
    elif not dummy.dummy_acts(s, cards, log):
        collect(s, cards, seat)


@kernel
def end_turn(s, cards, log):
    """Look for the end, then hand on the active player token.

    Rules K-END-1, K-END-2, K-END-3, K-END-4, K-END-5, K-TURN-10, U-SOLO-15 (the dummy too).
    Seats are looked at in the order in which they acted: who came first has met it first.
    """
    for k in range(s.seats):
        seat = (s.active + k) % s.seats
        if s.in_play[seat] >= cards.end_meeples:
            changes.set_trigger(s, TRIGGER.MEEPLES, seat, RULE.K_END_2, log)
        if s.tower[seat] >= cards.end_tower:
            changes.set_trigger(s, TRIGGER.TOWER, seat, RULE.K_END_3, log)
        if s.magic[seat] >= cards.end_magic:
            changes.set_trigger(s, TRIGGER.MAGIC, seat, RULE.K_END_4, log)
    changes.set_active(s, (s.active + 1) % s.seats, RULE.K_TURN_10, log)
    plan(s, EVENT.BEGIN_TURN, NONE)


# Moves


@kernel
def step(s, cards, m, moves, log):
    """Carry out a legal move and play on to the next decision.

    m: one `MOVE`, which must not lie in `moves`, the scratch space.
    """
    write_move(s, m, KIND_RULES[m.kind], log)
    carry_out(s, cards, m, take_off(s), log)
    advance(s, cards, moves, log)


@kernel
def carry_out(s, cards, m, task, log):
    """Carry out the answer to a question; task: as it was asked."""
    phase = s.phase
    if phase == PHASE.ACT:
        act(s, cards, m, log)
    elif phase == PHASE.SELECT_ACTION:
        select(s, m.number, log)
    elif phase == PHASE.TAKE:
        take_one(s, cards, m, task.amount, task.times, task.rule, log)
    elif phase == PHASE.PAY:
        changes.pay_goods(s, m.actor, m.mana, m.ore, m.food, task.rule, log)
    elif phase == PHASE.MARCH:
        if m.kind != KIND.STOP:
            actions.march_on(s, cards, m, log)
    elif phase == PHASE.ACT_AGAIN:
        if m.kind != KIND.STOP:
            actions.act_again(s, cards, m, task.times, log)
    elif phase == PHASE.ACT_THEN:
        if m.kind != KIND.STOP:
            actions.take_action(s, cards, m, log)
    elif is_one_of(OF_SETUP, phase):
        set_up(s, cards, m, log)
    elif is_one_of(OF_GOODS, phase):
        find(s, cards, m, task, log)
    else:
        wage(s, cards, m, log)


@kernel
def act(s, cards, m, log):
    """Take an action, collect or do nothing.

    Rules K-TURN-6, K-TURN-7, K-TURN-8, K-CARD-16 (an action that an ability puts in place of the
    selected one leads to no further action).
    """
    if m.kind == KIND.COLLECT:
        collect(s, cards, m.actor)
    elif m.kind == KIND.DO_NOTHING:
        s.idled[m.actor] += 1
    else:
        if actions.action_of(m.kind) == s.action:
            plan(s, EVENT.AFTER_ACTION, m.actor).action = s.action
        actions.take_action(s, cards, m, log)


@kernel
def take_one(s, cards, m, pieces, times, rule, log):
    """One choice of a resource; then the next, if there are several."""
    changes.gain_goods(s, cards, m.actor, m.resource, pieces, rule, log)
    if times > 1:
        plan_take(s, m.actor, pieces, times - 1, rule)


@kernel
def find(s, cards, m, task, log):
    """Answers about goods that are found, exchanged or taken from the loser.

    Rules K-TOKEN-8, K-TOKEN-9.
    """
    if s.phase == PHASE.EXCHANGE:
        if m.kind != KIND.STOP:
            exchange(s, cards, m, task.row, task.times)
    elif s.phase == PHASE.PLUNDER:
        move_piece(s, cards, m.resource, log)
        plan_plunder(s, cards, task.amount - 1)
    elif s.phase == PHASE.OPEN_TREASURE:
        changes.gain_goods(s, cards, m.actor, 0, m.mana, RULE.K_TOKEN_8, log)
        changes.gain_goods(s, cards, m.actor, 1, m.ore, RULE.K_TOKEN_8, log)
        changes.gain_goods(s, cards, m.actor, 2, m.food, RULE.K_TOKEN_8, log)
    elif m.kind == KIND.LOSE_MEEPLE:
        lose_meeple(s, m.actor, m.meeple, RULE.K_TOKEN_9, log)
    else:
        changes.pay_goods(s, m.actor, m.mana, m.ore, m.food, RULE.K_TOKEN_9, log)


@kernel
def wage(s, cards, m, log):
    """Answers in a war.  Rules K-WAR-3, K-WAR-9, K-CARD-20, U-DUMMY-5, K-TOKEN-11, K-BREAK-4."""
    phase = s.phase
    if phase == PHASE.SET_ATTACK:
        changes.set_dice(s, record.ATTACKER, m.number, RULE.K_WAR_3, log)
    elif phase == PHASE.SET_DEFENCE:
        changes.set_dice(s, record.DEFENDER, m.number, RULE.K_WAR_3, log)
    elif phase == PHASE.RAISE_ATTACK:
        changes.set_dice(
            s, record.ATTACKER, s.dice[record.ATTACKER] + m.number, RULE.K_CARD_20, log
        )
    elif phase == PHASE.RAISE_DEFENCE:
        changes.set_dice(
            s, record.DEFENDER, s.dice[record.DEFENDER] + m.number, RULE.K_CARD_20, log
        )
    elif phase == PHASE.PAY_WAR or phase == PHASE.PAY_NEUTRAL:
        war.pay_war(s, m, log)
    elif phase == PHASE.PAY_DUMMY:
        dummy.end_dummy_war(s, cards, m, log)
    elif phase == PHASE.USE_LAIR:
        s.lair = 0
        if m.kind == KIND.USE_LAIR:
            losses.use_lair(s, cards, log)
    elif phase == PHASE.ORDER_LOSSES:
        losses.lose_region(s, m.place)
    elif phase == PHASE.RETREAT_FREE:
        plan_retreat(s, m.actor, m.meeple, m.goal)
    elif phase == PHASE.LEAVE_REGION:
        losses.leave_region(s, cards, m, log)
    else:
        raise ValueError("no phase that asks")
