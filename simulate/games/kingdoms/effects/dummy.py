"""How the dummy of the solo game takes an action, and its wars."""

import numpy as np

from simulate.compiler.kernels import kernel
from simulate.games.kingdoms.cards import codes
from simulate.games.kingdoms.cards.codes import (
    ACTION,
    COMPASS_NUMBER,
    DUMMY_PATROL_STUCK,
    EXPAND_FROM,
    MARCHES,
    PRICES,
)
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.effects import compass
from simulate.games.kingdoms.effects.actions import begin_march, enter
from simulate.games.kingdoms.effects.goods import charge
from simulate.games.kingdoms.effects.land import lose_meeple
from simulate.games.kingdoms.effects.losses import retreat
from simulate.games.kingdoms.effects.war import pay_war, settle
from simulate.games.kingdoms.moves import questions
from simulate.games.kingdoms.moves.answers import meeple_at
from simulate.games.kingdoms.moves.lists import MAGIC_TOP
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.state import changes, record
from simulate.games.kingdoms.state.agenda import plan
from simulate.games.kingdoms.state.changes import RULE
from simulate.games.kingdoms.state.record import EVENT, GOOD, PHASE, PURPOSE
from simulate.mechanics.agenda import take_off

EVERY_ARMY = (1 << record.PIECES) - 1


@kernel
def select_for_dummy(s, cards, log):
    """The action that the die selects; its number serves the whole action.

    Rules U-SOLO-8, U-SOLO-11, U-SOLO-12, U-COMPASS-5.
    """
    rolled = compass.roll(s, PURPOSE.ACTION_DIE, RULE.U_SOLO_11, log)
    ring_place = compass.ring_action(s, cards, rolled)
    s.number = ring_place if cards.compass_number == COMPASS_NUMBER.FOUND else rolled
    return cards.compass_ring[ring_place]


@kernel
def dummy_acts(s, cards, log):
    """Take the selected action, or another that an ability allows; whether it could.

    Rules U-SOLO-9, U-SOLO-10, U-SOLO-13, U-DUMMY-15.
    """
    if s.active != compass.DUMMY:
        s.number = NONE
    plan(s, EVENT.AFTER_DUMMY, compass.DUMMY).action = s.action
    if dummy_takes(s, cards, s.action, log):
        return True
    take_off(s)
    for other in range(codes.ACTIONS):
        if cards.instead[s.faction[compass.DUMMY], s.magic[compass.DUMMY], s.action, other]:
            if dummy_takes(s, cards, other, log):
                return True
    return False


@kernel
def dummy_acts_then(s, cards, action, log):
    """Take the further actions to which abilities lead, those that can be taken."""
    for other in range(codes.ACTIONS):
        if cards.next_action[s.faction[compass.DUMMY], s.magic[compass.DUMMY], action, other]:
            dummy_takes(s, cards, other, log)


@kernel
def dummy_takes(s, cards, action, log):
    """Take an action if it can be taken; whether it could."""
    if action == ACTION.PATROL or action == ACTION.QUEST:
        could = dummy_marches(s, cards, action, log)
    elif action == ACTION.BUILD:
        could = dummy_builds(s, cards, log)
    elif action == ACTION.RESEARCH:
        could = dummy_researches(s, cards, log)
    elif action == ACTION.EXPAND:
        could = dummy_expands(s, cards, log)
    elif action == ACTION.TRADE:
        could = dummy_trades(s, cards, log)
    else:
        raise ValueError("no action")
    if could:
        s.taken[compass.DUMMY, action] += 1
    return could


@kernel
def dummy_builds(s, cards, log):
    """The next tower level, if the ore is there.  Rule U-DUMMY-12."""
    if s.tower[compass.DUMMY] >= questions.TOWER_TOP:
        return False
    price = questions.build_price(s, cards, compass.DUMMY)
    if not questions.can_pay(s, cards, compass.DUMMY, PRICES.BUILD, price):
        return False
    charge(s, cards, compass.DUMMY, PRICES.BUILD, price, RULE.U_DUMMY_12, log)
    plan(s, EVENT.BUILT, compass.DUMMY)
    return True


@kernel
def dummy_researches(s, cards, log):
    """The next magic level, if the mana is there.  Rule U-DUMMY-14."""
    if s.magic[compass.DUMMY] >= MAGIC_TOP:
        return False
    price = questions.research_price(s, cards, compass.DUMMY)
    if not questions.can_pay(s, cards, compass.DUMMY, PRICES.RESEARCH, price):
        return False
    charge(s, cards, compass.DUMMY, PRICES.RESEARCH, price, RULE.U_DUMMY_14, log)
    plan(s, EVENT.RESEARCHED, compass.DUMMY)
    return True


@kernel
def dummy_trades(s, cards, log):
    """So much of each resource, for nothing.  Rule U-DUMMY-18."""
    for kind in range(record.GOODS):
        changes.gain_goods(s, cards, compass.DUMMY, kind, cards.dummy_trade, RULE.U_DUMMY_18, log)
    return True


# Moving


@kernel
def dummy_marches(s, cards, action, log):
    """One move, and then those that an ability adds, with the same number.

    Rules U-DUMMY-1, U-DUMMY-3, U-DUMMY-15.
    """
    begin_march(s, cards, compass.DUMMY, action)
    army = find_army(s, cards, action, EVERY_ARMY, log)
    if army == NONE:
        return False
    plan(s, EVENT.DUMMY_GOES_ON, compass.DUMMY).action = action
    move_army(s, cards, action, army, log)
    return True


@kernel
def dummy_goes_on(s, cards, action, log):
    """A further move of the same action: by the same army first, then by others."""
    army = NONE
    if s.moves_same > 0:
        s.moves_same -= 1
        if s.result != record.LOST and s.place[compass.DUMMY, s.mover] != NONE:
            army = find_army(s, cards, action, record.bit(s.mover), log)
        if army == NONE:
            s.moves_same = 0
    if army == NONE and s.moves_others > 0:
        s.moves_others -= 1
        army = find_army(s, cards, action, EVERY_ARMY & ~s.moved, log)
    if army != NONE:
        plan(s, EVENT.DUMMY_GOES_ON, compass.DUMMY).action = action
        move_army(s, cards, action, army, log)


@kernel
def find_army(s, cards, action, armies, log):
    """The first army on the hand that can move, of a set; or NONE.

    Rules U-COMPASS-10, U-DUMMY-1 (and its switch `dummy_patrol_stuck`), U-DUMMY-3.
    """
    decides = action == ACTION.PATROL and cards.dummy_patrol_stuck == DUMMY_PATROL_STUCK.COLLECT
    able, standing = np.int64(0), np.int64(0)
    for army in range(record.PIECES):
        start = s.place[compass.DUMMY, army]
        if record.is_in(armies, army) and start != NONE:
            standing |= record.bit(start)
            if dummy_goals(s, cards, action, army) != 0:
                able |= record.bit(start)
    if able == 0:
        return NONE
    place = compass.find(s, cards, compass.number_of_hand(s, log), standing if decides else able)
    if place == NONE or not record.is_in(able, place):
        return NONE
    for army in range(record.PIECES):
        if record.is_in(armies, army) and s.place[compass.DUMMY, army] == place:
            return army
    return NONE


@kernel
def dummy_goals(s, cards, action, army):
    """Set of regions that an army may go to, as far as some hand points at them.

    Rules U-DUMMY-2, U-COMPASS-8.
    """
    if not questions.may_leave(s, cards, compass.DUMMY, army):
        return np.int64(0)
    start = s.place[compass.DUMMY, army]
    goals = np.int64(0)
    if action == ACTION.QUEST and not questions.is_at_edge(s, cards, compass.DUMMY, start):
        return goals
    for place in range(s.slots * codes.PLACES):
        if not record.holds(s, compass.DUMMY, place) and questions.can_enter(
            s, cards, compass.DUMMY, place
        ):
            if is_dummy_way(s, cards, action, start, place):
                goals |= record.bit(place)
    if action == ACTION.PATROL:
        return compass.is_pointed_from(s, cards, start, goals)
    return compass.pointed(s, cards, goals)


@kernel
def is_dummy_way(s, cards, action, start, place):
    """Whether a patrol or quest leads the dummy from one region to another."""
    same = start // codes.PLACES == place // codes.PLACES
    if action == ACTION.PATROL:
        return same and questions.is_way(s, cards, compass.DUMMY, start, place)
    if (
        same
        or not questions.may_stand(s, cards, compass.DUMMY, place)
        or not questions.is_at_edge(s, cards, compass.DUMMY, place)
    ):
        return False
    return questions.quest_toll(s, cards, compass.DUMMY, place) <= s.goods[compass.DUMMY, GOOD.FOOD]


@kernel
def move_army(s, cards, action, army, log):
    """Move an army to the region that the compass selects.

    Rules U-COMPASS-12 (patrol), U-DUMMY-4 (quest, and its switch `quest_rolls`).
    """
    start = s.place[compass.DUMMY, army]
    goals = dummy_goals(s, cards, action, army)
    if action == ACTION.PATROL:
        goal = compass.find_from(s, cards, compass.number_of_hand(s, log), goals, start)
        enter(s, cards, compass.DUMMY, army, goal, MARCHES.PATROL, log)
        return
    number = compass.number_of_hand(s, log)
    if cards.quest_rolls > 1:
        number = compass.roll(s, PURPOSE.QUEST_DIE, RULE.U_DUMMY_4, log)
    goal = compass.find(s, cards, number, goals)
    changes.pay_goods(
        s,
        compass.DUMMY,
        0,
        0,
        questions.quest_toll(s, cards, compass.DUMMY, goal),
        RULE.K_QUEST_1,
        log,
    )
    enter(s, cards, compass.DUMMY, army, goal, MARCHES.QUEST, log)


# Expanding


@kernel
def dummy_expands(s, cards, log):
    """A new army in a region without armies beside one of its own.  Rules U-DUMMY-16, -17."""
    if changes.meeple_in_supply(s, cards, compass.DUMMY) == NONE:
        return False
    goal = dummy_site(s, cards, log)
    if goal == NONE:
        return False
    price = questions.expand_price(s, cards, compass.DUMMY, goal)
    charge(s, cards, compass.DUMMY, PRICES.EXPAND, price, RULE.U_DUMMY_16, log)
    plan(s, EVENT.EXPANDED, compass.DUMMY).place = goal
    return True


@kernel
def dummy_site(s, cards, log):
    """The region that the compass selects for the new army, or NONE.

    Rule U-DUMMY-17 and its switch `expand_from`.
    """
    able, sites = np.int64(0), np.int64(0)
    for army in range(record.PIECES):
        start = s.place[compass.DUMMY, army]
        if start != NONE:
            beside = open_beside(s, cards, start)
            sites |= beside
            if compass.is_pointed_from(s, cards, start, beside) != 0:
                able |= record.bit(start)
    if cards.expand_from == EXPAND_FROM.COMPASS:
        return compass.find(s, cards, compass.number_of_hand(s, log), sites) if sites != 0 else NONE
    if able == 0:
        return NONE
    start = compass.find(s, cards, compass.number_of_hand(s, log), able)
    if start == NONE:
        return NONE
    beside = open_beside(s, cards, start)
    return compass.find_from(s, cards, compass.number_of_hand(s, log), beside, start)


@kernel
def open_beside(s, cards, start):
    """Set of empty regions next to a region that the dummy can pay to expand into."""
    empty = np.int64(0)
    beside = questions.neighbours(s, cards, compass.DUMMY, record.bit(start))
    for place in range(s.slots * codes.PLACES):
        if record.is_in(beside, place) and record.is_empty(s, place):
            if questions.can_pay(
                s,
                cards,
                compass.DUMMY,
                PRICES.EXPAND,
                questions.expand_price(s, cards, compass.DUMMY, place),
            ):
                empty |= record.bit(place)
    return empty


# War


@kernel
def begin_dummy_war(s):
    """The person pays the dummy's war cost or loses.  Rules U-DUMMY-5, U-DUMMY-6, U-DUMMY-9."""
    s.wars += 1
    s.attacks[s.side[record.ATTACKER]] += 1
    s.defences[s.side[record.DEFENDER]] += 1
    plan(s, PHASE.PAY_DUMMY, 1 - compass.DUMMY)


@kernel
def end_dummy_war(s, cards, m, log):
    """Who loses leaves the region.  Rules U-DUMMY-6, U-DUMMY-10."""
    person_attacks = s.side[record.ATTACKER] == m.actor
    settle(s, person_attacks == (m.kind != KIND.YIELD))
    plan(s, EVENT.SPOILS, s.winner)
    if m.kind == KIND.YIELD:
        plan(s, EVENT.TAKE_LOSSES, s.loser)
    else:
        pay_war(s, m, log)
        dummy_flees(s, cards, log)


@kernel
def dummy_flees(s, cards, log):
    """A beaten army retreats if it can, to a region without any army.

    Rules U-DUMMY-10, U-DUMMY-11, K-RETREAT-1.
    """
    war_place = s.war_place
    army = meeple_at(s, compass.DUMMY, war_place)
    goals = questions.retreat_goals(s, cards, compass.DUMMY, war_place)
    for place in range(s.slots * codes.PLACES):
        if record.is_in(goals, place) and not record.is_empty(s, place):
            goals &= ~record.bit(place)
    price = questions.retreat_price(s, cards, compass.DUMMY, s.winner, war_place)
    goal = NONE
    if goals != 0 and questions.can_pay(s, cards, compass.DUMMY, PRICES.RETREAT, price):
        number = compass.roll(s, PURPOSE.RETREAT_DIE, RULE.U_DUMMY_11, log)
        goal = compass.find_from(s, cards, number, goals, war_place)
    if goal == NONE:
        lose_meeple(s, compass.DUMMY, army, RULE.U_DUMMY_10, log)
        return
    charge(s, cards, compass.DUMMY, PRICES.RETREAT, price, RULE.U_DUMMY_10, log)
    retreat(s, cards, compass.DUMMY, army, goal, log)
