"""How the dummy of the solo game takes an action, and its wars."""

import numpy as np

from simulate.core.compiler import kernel
from simulate.games.kingdoms.cards.codes import (
    ACTION,
    ACTIONS,
    COMPASS_NUMBER,
    DUMMY_PATROL_STUCK,
    EXPAND_FROM,
    MARCHES,
    PLACES,
    PRICES,
)
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.effects.actions import begin_march, enter
from simulate.games.kingdoms.effects.compass import (
    DUMMY,
    find,
    find_from,
    is_pointed_from,
    number_of_hand,
    pointed,
    ring_action,
    roll,
)
from simulate.games.kingdoms.effects.goods import charge
from simulate.games.kingdoms.effects.land import lose_meeple
from simulate.games.kingdoms.effects.losses import retreat
from simulate.games.kingdoms.effects.war import pay_war, settle
from simulate.games.kingdoms.moves.answers import meeple_at
from simulate.games.kingdoms.moves.lists import MAGIC_TOP
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.moves.questions import (
    TOWER_TOP,
    build_price,
    can_enter,
    can_pay,
    expand_price,
    is_at_edge,
    is_way,
    may_leave,
    may_stand,
    neighbours,
    quest_toll,
    research_price,
    retreat_goals,
    retreat_price,
)
from simulate.games.kingdoms.state.agenda import plan, plan_for
from simulate.games.kingdoms.state.changes import (
    RULE,
    gain_goods,
    meeple_in_supply,
    pay_goods,
)
from simulate.games.kingdoms.state.record import (
    ATTACKER,
    DEFENDER,
    EVENT,
    GOOD,
    GOODS,
    LOST,
    PHASE,
    PIECES,
    PURPOSE,
    bit,
    holds,
    is_empty,
    is_in,
)

EVERY_ARMY = (1 << PIECES) - 1


@kernel
def select_for_dummy(s, cards, log):
    """The action that the die selects; its number serves the whole action.

    Rules U-SOLO-8, U-SOLO-11, U-SOLO-12, U-COMPASS-5.
    """
    rolled = roll(s, PURPOSE.ACTION_DIE, RULE.U_SOLO_11, log)
    found = ring_action(s, cards, rolled)
    s.number = found if cards.compass_number == COMPASS_NUMBER.FOUND else rolled
    return cards.compass_ring[found]


@kernel
def dummy_acts(s, cards, log):
    """Take the selected action, or another that an ability allows; whether it could.

    Rules U-SOLO-9, U-SOLO-10, U-SOLO-13, U-DUMMY-15.
    """
    if s.active != DUMMY:
        s.number = NONE
    plan(s, EVENT.AFTER_DUMMY, DUMMY, s.action, NONE, NONE)
    if dummy_takes(s, cards, s.action, log):
        return True
    s.tasks -= 1
    for other in range(ACTIONS):
        if cards.instead[s.faction[DUMMY], s.magic[DUMMY], s.action, other]:
            if dummy_takes(s, cards, other, log):
                return True
    return False


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
    else:
        could = dummy_trades(s, cards, log)
    if could:
        s.taken[DUMMY, action] += 1
    return could


@kernel
def dummy_builds(s, cards, log):
    """The next tower level, if the ore is there.  Rule U-DUMMY-12."""
    if s.tower[DUMMY] >= TOWER_TOP:
        return False
    price = build_price(s, cards, DUMMY)
    if not can_pay(s, cards, DUMMY, PRICES.BUILD, price):
        return False
    charge(s, cards, DUMMY, PRICES.BUILD, price, RULE.U_DUMMY_12, log)
    plan_for(s, EVENT.BUILT, DUMMY)
    return True


@kernel
def dummy_researches(s, cards, log):
    """The next magic level, if the mana is there.  Rule U-DUMMY-14."""
    if s.magic[DUMMY] >= MAGIC_TOP:
        return False
    price = research_price(s, cards, DUMMY)
    if not can_pay(s, cards, DUMMY, PRICES.RESEARCH, price):
        return False
    charge(s, cards, DUMMY, PRICES.RESEARCH, price, RULE.U_DUMMY_14, log)
    plan_for(s, EVENT.RESEARCHED, DUMMY)
    return True


@kernel
def dummy_trades(s, cards, log):
    """So much of each resource, for nothing.  Rule U-DUMMY-18."""
    for kind in range(GOODS):
        gain_goods(s, cards, DUMMY, kind, cards.dummy_trade, RULE.U_DUMMY_18, log)
    return True


# Moving


@kernel
def dummy_marches(s, cards, action, log):
    """One move, and then those that an ability adds, with the same number.

    Rules U-DUMMY-1, U-DUMMY-3, U-DUMMY-15.
    """
    begin_march(s, cards, DUMMY, action)
    army = find_army(s, cards, action, EVERY_ARMY, log)
    if army == NONE:
        return False
    plan(s, EVENT.DUMMY_GOES_ON, DUMMY, action, NONE, NONE)
    move_army(s, cards, action, army, log)
    return True


@kernel
def dummy_goes_on(s, cards, action, log):
    """A further move of the same action: by the same army first, then by others."""
    army = NONE
    if s.moves_same > 0:
        s.moves_same -= 1
        if s.result != LOST and s.place[DUMMY, s.mover] != NONE:
            army = find_army(s, cards, action, bit(s.mover), log)
        if army == NONE:
            s.moves_same = 0
    if army == NONE and s.moves_others > 0:
        s.moves_others -= 1
        army = find_army(s, cards, action, EVERY_ARMY & ~s.moved, log)
    if army != NONE:
        plan(s, EVENT.DUMMY_GOES_ON, DUMMY, action, NONE, NONE)
        move_army(s, cards, action, army, log)


@kernel
def find_army(s, cards, action, armies, log):
    """The first army on the hand that can move, of a set; or NONE.

    Rules U-COMPASS-10, U-DUMMY-1 (and its switch `dummy_patrol_stuck`), U-DUMMY-3.
    """
    decides = action == ACTION.PATROL and cards.dummy_patrol_stuck == DUMMY_PATROL_STUCK.COLLECT
    able, standing = np.int64(0), np.int64(0)
    for army in range(PIECES):
        here = s.place[DUMMY, army]
        if is_in(armies, army) and here != NONE:
            standing |= bit(here)
            if dummy_goals(s, cards, action, army) != 0:
                able |= bit(here)
    if able == 0:
        return NONE
    place = find(s, cards, number_of_hand(s, log), standing if decides else able)
    if place == NONE or not is_in(able, place):
        return NONE
    for army in range(PIECES):
        if is_in(armies, army) and s.place[DUMMY, army] == place:
            return army
    return NONE


@kernel
def dummy_goals(s, cards, action, army):
    """Set of regions that an army may go to, as far as some hand points at them.

    Rules U-DUMMY-2, U-COMPASS-8.
    """
    if not may_leave(s, cards, DUMMY, army):
        return np.int64(0)
    here = s.place[DUMMY, army]
    goals = np.int64(0)
    if action == ACTION.QUEST and not is_at_edge(s, cards, DUMMY, here):
        return goals
    for place in range(s.slots * PLACES):
        if not holds(s, DUMMY, place) and can_enter(s, cards, DUMMY, place):
            if is_dummy_way(s, cards, action, here, place):
                goals |= bit(place)
    if action == ACTION.PATROL:
        return is_pointed_from(s, cards, here, goals)
    return pointed(s, cards, goals)


@kernel
def is_dummy_way(s, cards, action, here, place):
    """Whether a patrol or quest leads the dummy from one region to another."""
    same = here // PLACES == place // PLACES
    if action == ACTION.PATROL:
        return same and is_way(s, cards, DUMMY, here, place)
    if same or not may_stand(s, cards, DUMMY, place) or not is_at_edge(s, cards, DUMMY, place):
        return False
    return quest_toll(s, cards, DUMMY, place) <= s.goods[DUMMY, GOOD.FOOD]


@kernel
def move_army(s, cards, action, army, log):
    """Move an army to the region that the compass selects.

    Rules U-COMPASS-12 (patrol), U-DUMMY-4 (quest, and its switch `quest_rolls`).
    """
    here = s.place[DUMMY, army]
    goals = dummy_goals(s, cards, action, army)
    if action == ACTION.PATROL:
        goal = find_from(s, cards, number_of_hand(s, log), goals, here)
        enter(s, cards, DUMMY, army, goal, MARCHES.PATROL, log)
        return
    number = number_of_hand(s, log)
    if cards.quest_rolls > 1:
        number = roll(s, PURPOSE.QUEST_DIE, RULE.U_DUMMY_4, log)
    goal = find(s, cards, number, goals)
    pay_goods(s, DUMMY, 0, 0, quest_toll(s, cards, DUMMY, goal), RULE.K_QUEST_1, log)
    enter(s, cards, DUMMY, army, goal, MARCHES.QUEST, log)


# Expanding


@kernel
def dummy_expands(s, cards, log):
    """A new army in a region without armies beside one of its own.  Rules U-DUMMY-16, -17."""
    if meeple_in_supply(s, cards, DUMMY) == NONE:
        return False
    goal = dummy_site(s, cards, log)
    if goal == NONE:
        return False
    price = expand_price(s, cards, DUMMY, goal)
    charge(s, cards, DUMMY, PRICES.EXPAND, price, RULE.U_DUMMY_16, log)
    plan(s, EVENT.EXPANDED, DUMMY, goal, NONE, NONE)
    return True


@kernel
def dummy_site(s, cards, log):
    """The region that the compass selects for the new army, or NONE.

    Rule U-DUMMY-17 and its switch `expand_from`.
    """
    able, sites = np.int64(0), np.int64(0)
    for army in range(PIECES):
        here = s.place[DUMMY, army]
        if here != NONE:
            beside = open_beside(s, cards, here)
            sites |= beside
            if is_pointed_from(s, cards, here, beside) != 0:
                able |= bit(here)
    if cards.expand_from == EXPAND_FROM.COMPASS:
        return find(s, cards, number_of_hand(s, log), sites) if sites != 0 else NONE
    if able == 0:
        return NONE
    here = find(s, cards, number_of_hand(s, log), able)
    if here == NONE:
        return NONE
    beside = open_beside(s, cards, here)
    return find_from(s, cards, number_of_hand(s, log), beside, here)


@kernel
def open_beside(s, cards, here):
    """Set of empty regions next to a region that the dummy can pay to expand into."""
    found = np.int64(0)
    beside = neighbours(s, cards, DUMMY, bit(here))
    for place in range(s.slots * PLACES):
        if is_in(beside, place) and is_empty(s, place):
            if can_pay(s, cards, DUMMY, PRICES.EXPAND, expand_price(s, cards, DUMMY, place)):
                found |= bit(place)
    return found


# War


@kernel
def begin_dummy_war(s):
    """The person pays the dummy's war cost or loses.  Rules U-DUMMY-5, U-DUMMY-6, U-DUMMY-9."""
    s.wars += 1
    s.attacks[s.side[ATTACKER]] += 1
    s.defences[s.side[DEFENDER]] += 1
    plan_for(s, PHASE.PAY_DUMMY, 1 - DUMMY)


@kernel
def end_dummy_war(s, cards, m, log):
    """Who loses leaves the region.  Rules U-DUMMY-6, U-DUMMY-10."""
    person_attacks = s.side[ATTACKER] == m.actor
    settle(s, person_attacks == (m.kind != KIND.YIELD))
    plan_for(s, EVENT.SPOILS, s.winner)
    if m.kind == KIND.YIELD:
        plan_for(s, EVENT.TAKE_LOSSES, s.loser)
    else:
        pay_war(s, m, log)
        dummy_flees(s, cards, log)


@kernel
def dummy_flees(s, cards, log):
    """A beaten army retreats if it can, to a region without any army.

    Rules U-DUMMY-10, U-DUMMY-11, K-RETREAT-1.
    """
    here = s.war_place
    army = meeple_at(s, DUMMY, here)
    goals = retreat_goals(s, cards, DUMMY, here)
    for place in range(s.slots * PLACES):
        if is_in(goals, place) and not is_empty(s, place):
            goals &= ~bit(place)
    price = retreat_price(s, cards, DUMMY, s.winner, here)
    goal = NONE
    if goals != 0 and can_pay(s, cards, DUMMY, PRICES.RETREAT, price):
        number = roll(s, PURPOSE.RETREAT_DIE, RULE.U_DUMMY_11, log)
        goal = find_from(s, cards, number, goals, here)
    if goal == NONE:
        lose_meeple(s, DUMMY, army, RULE.U_DUMMY_10, log)
        return
    charge(s, cards, DUMMY, PRICES.RETREAT, price, RULE.U_DUMMY_10, log)
    retreat(s, cards, DUMMY, army, goal, log)
