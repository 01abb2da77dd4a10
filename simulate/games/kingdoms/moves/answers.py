"""Answers to the questions that come up in the setup and while an action is carried out."""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import is_one_of
from simulate.games.kingdoms.cards import codes
from simulate.games.kingdoms.cards.codes import BANDITS_LAST_MEEPLE, PRICES, SAVED_MEEPLE, TERRAIN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.moves import move, payments, questions
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.record import GOOD, OF_SETUP, PHASE
from simulate.mechanics.agenda import top

BOTH_SIDES = 2
MOST_RAISED = 62  # sums of worth that a set of bits can hold


@kernel
def list_answers(s, cards, moves, seat):
    """The answers to the question that is on top of the agenda."""
    phase, task = s.phase, top(s)
    if phase == PHASE.TAKE:
        return list_takes(s, cards, moves, seat, task.amount)
    if phase == PHASE.SET_ATTACK:
        return list_numbers(s, cards, moves, seat, record.ATTACKER)
    if phase == PHASE.SET_DEFENCE:
        return list_numbers(s, cards, moves, seat, record.DEFENDER)
    if phase == PHASE.LEAVE_REGION:
        return list_ways_out(s, cards, moves, seat, task.place)
    if phase == PHASE.PAY_WAR:
        terms = side_terms(s, cards, task.kind)
        return payments.list_war_payments(s, moves, 0, KIND.PAY, seat, terms, s.dice[task.kind])
    if phase == PHASE.PAY_NEUTRAL:
        terms = side_terms(s, cards, record.ATTACKER)
        return payments.list_war_payments(
            s, moves, 0, KIND.PAY, seat, terms, payments.neutral_price(s, cards)
        )
    if phase == PHASE.PAY:
        return list_price_payments(s, cards, moves, seat, task.kind, task.amount)
    if is_one_of(OF_SETUP, phase):
        return list_setup(s, cards, moves, seat)
    return list_rarer_answers(s, cards, moves, seat)


@kernel
def list_rarer_answers(s, cards, moves, seat):
    """Answers that are asked for less often."""
    phase, task = s.phase, top(s)
    if phase == PHASE.EXCHANGE:
        return list_exchanges(s, cards, moves, seat, task.row)
    if phase == PHASE.PLUNDER:
        return list_plunder(s, cards, moves, seat)
    if phase == PHASE.OPEN_TREASURE:
        return list_treasures(s, cards, moves, seat)
    if phase == PHASE.MEET_BANDITS:
        return list_ransoms(s, cards, moves, seat, task.meeple)
    if phase == PHASE.RAISE_ATTACK:
        return list_raises(s, cards, moves, seat, record.ATTACKER)
    if phase == PHASE.RAISE_DEFENCE:
        return list_raises(s, cards, moves, seat, record.DEFENDER)
    if phase == PHASE.PAY_DUMMY:
        return list_dummy_payments(s, cards, moves, seat)
    if phase == PHASE.ORDER_LOSSES:
        return list_losses(s, moves, seat)
    if phase == PHASE.RETREAT_FREE:
        return list_goals(s, cards, moves, 0, KIND.RETREAT, seat, task.place, 0)
    n = move.add(moves, 0, KIND.USE_LAIR, seat)
    return move.add(moves, n, KIND.LEAVE_LAIR, seat)


# Setup


@kernel
def list_setup(s, cards, moves, seat):
    """Choices before the first turn."""
    phase = s.phase
    if phase == PHASE.CHOOSE_SIDE:
        return list_sides(s, cards, moves, seat)
    if phase == PHASE.SPLIT_RESOURCES:
        return list_splits(cards, moves, seat)
    if phase == PHASE.CHOOSE_START:
        return list_starts(s, cards, moves, seat)
    if phase == PHASE.LAY_TOKENS:
        return list_layings(s, cards, moves, seat)
    n = 0
    for place in range(codes.PLACES, codes.PLACES + codes.REGIONS):
        if cards.terrain[s.territory[1], place - codes.PLACES] == top(s).kind:
            n = move.add_at(moves, n, KIND.PLACE_DUMMY, seat, NONE, NONE, place, 0)
    return n


@kernel
def list_sides(s, cards, moves, seat):
    """The two sides of the territory card.  Rule K-SETUP-5."""
    n = 0
    for side in range(BOTH_SIDES):
        territory = cards.card_side[s.card[seat], side]
        if territory != NONE:
            n = move.add_number(moves, n, KIND.CHOOSE_SIDE, seat, territory)
    return n


@kernel
def list_splits(cards, moves, seat):
    """Every split of the first resources.  Rules K-SETUP-6, K-SETUP-7."""
    n = 0
    total, limit = cards.start_resources, cards.resource_limit
    for mana in range(min(total, limit) + 1):
        for ore in range(min(total - mana, limit) + 1):
            if total - mana - ore <= limit:
                n = move.add_goods(
                    moves, n, KIND.SPLIT_RESOURCES, seat, mana, ore, total - mana - ore
                )
    return n


@kernel
def list_starts(s, cards, moves, seat):
    """The regions of the home territory to start in.  Rule K-SETUP-11."""
    n = 0
    for region in range(codes.REGIONS):
        ruins = cards.terrain[s.territory[seat], region] == TERRAIN.RUINS
        if not ruins or cards.start_in_ruins:
            n = move.add_at(moves, n, KIND.START, seat, NONE, NONE, seat * codes.PLACES + region, 0)
    return n


@kernel
def list_layings(s, cards, moves, seat):
    """Every choice of regions for the tokens in the own home.  Rule K-FIVE-4."""
    n = 0
    for regions in range(1 << codes.REGIONS):
        count = 0
        for region in range(codes.REGIONS):
            if record.is_in(regions, region):
                count += 1 if record.is_empty(s, seat * codes.PLACES + region) else codes.REGIONS
        if count == cards.tokens_by_owner:
            n = move.add_number(moves, n, KIND.LAY_TOKENS, seat, regions)
    return n


# Goods


@kernel
def is_moot(s, cards, phase, seat):
    """Whether a question has no answer that changes anything: goods for which there is no room.

    Rules K-COLLECT-5, K-TURN-8 (reading).
    """
    if phase != PHASE.TAKE and phase != PHASE.OPEN_TREASURE:
        return False
    for kind in range(record.GOODS):
        if room_for(s, cards, seat, kind) > 0:
            return False
    return True


@inner_kernel
def room_for(s, cards, seat, kind):
    """Pieces of a resource that still fit on a seat's track.  Rule K-COLLECT-5."""
    return cards.resource_limit - s.goods[seat, kind]


@kernel
def list_takes(s, cards, moves, seat, pieces):
    """One resource of choice that there is room for, so many pieces.

    Rules K-LAND-7, U-RUINS-1, K-COLLECT-5, K-COLLECT-6.
    """
    n = 0
    for kind in range(record.GOODS):
        if room_for(s, cards, seat, kind) > 0:
            n = move.add_resource(moves, n, KIND.TAKE, seat, kind)
            moves[n - 1].number = pieces
    return n


@kernel
def list_price_payments(s, cards, moves, seat, price, amount):
    """All ways to pay a price where an ability lets another resource stand in.

    Rule K-CARD-24.
    """
    n = 0
    own = cards.substitute[s.faction[seat], s.magic[seat], price]
    due = questions.due_kind(price)
    most_mana = s.goods[seat, GOOD.MANA] if due == GOOD.MANA or own[GOOD.MANA] else 0
    most_ore = s.goods[seat, GOOD.ORE] if due == GOOD.ORE or own[GOOD.ORE] else 0
    most_food = s.goods[seat, GOOD.FOOD] if due == GOOD.FOOD or own[GOOD.FOOD] else 0
    for mana in range(min(most_mana, amount) + 1):
        for ore in range(min(most_ore, amount - mana) + 1):
            if amount - mana - ore <= most_food:
                n = move.add_goods(moves, n, KIND.PAY, seat, mana, ore, amount - mana - ore)
    return n


@kernel
def list_treasures(s, cards, moves, seat):
    """All ways to take a treasure's resources, as many as there is room for.

    Rules K-TOKEN-8, K-COLLECT-5.
    """
    most_mana = room_for(s, cards, seat, GOOD.MANA)
    most_ore = room_for(s, cards, seat, GOOD.ORE)
    most_food = room_for(s, cards, seat, GOOD.FOOD)
    count = min(cards.treasure_resources, most_mana + most_ore + most_food)
    n = 0
    for mana in range(min(most_mana, count) + 1):
        for ore in range(min(most_ore, count - mana) + 1):
            if count - mana - ore <= most_food:
                n = move.add_goods(
                    moves, n, KIND.TAKE_TREASURE, seat, mana, ore, count - mana - ore
                )
    return n


@kernel
def list_exchanges(s, cards, moves, seat, row):
    """Regions that may yield another resource; of those that yield the same, the last one.

    What would leave the goods as they are is left out (rule K-TURN-8, reading).
    """
    n = move.add(moves, 0, KIND.STOP, seat)
    listed = 0
    for back in range(s.slots * codes.PLACES):
        place = s.slots * codes.PLACES - 1 - back
        if not record.holds(s, seat, place) or record.is_in(s.exchanged, place):
            continue
        fits = (cards.row_mask[row] & questions.sorts_at(s, cards, seat, place)) != 0
        own = questions.collects_from(s, cards, seat, place)
        if fits and own != record.GOODS and not record.is_in(listed, own + 1):
            listed |= record.bit(own + 1)
            for kind in range(record.GOODS):
                if kind != own and is_exchange_felt(s, cards, seat, own, kind):
                    n = move.add_resource(moves, n, KIND.EXCHANGE, seat, kind)
                    moves[n - 1].place = place
    return n


@kernel
def is_exchange_felt(s, cards, seat, own, kind):
    """Whether a yield of `kind` in place of `own` (or NONE) changes what is collected.

    It does not where neither makes a difference, as both tracks are full with the rest.
    """
    more = cards.collect_per_region
    if more > 0 and s.brought[kind] < room_for(s, cards, seat, kind):
        return True
    return own != NONE and s.brought[own] - more < room_for(s, cards, seat, own) and more > 0


@kernel
def list_plunder(s, cards, moves, seat):
    """Resources that the loser has and the winner has room for."""
    n = 0
    for kind in range(record.GOODS):
        if can_plunder(s, cards, kind):
            n = move.add_resource(moves, n, KIND.PLUNDER, seat, kind)
    return n


@kernel
def can_plunder(s, cards, kind):
    """Whether the loser has a piece that fits the winner's track."""
    return s.goods[s.loser, kind] > 0 and s.goods[s.winner, kind] < cards.resource_limit


@kernel
def list_ransoms(s, cards, moves, seat, meeple):
    """Paying the bandits, or losing the meeple.  Rule K-TOKEN-9."""
    n = 0
    price = cards.bandits_price
    for mana in range(min(price, s.goods[seat, GOOD.MANA]) + 1):
        for ore in range(min(price - mana, s.goods[seat, GOOD.ORE]) + 1):
            if price - mana - ore <= s.goods[seat, GOOD.FOOD]:
                n = move.add_goods(moves, n, KIND.PAY_BANDITS, seat, mana, ore, price - mana - ore)
    last, rule = s.in_play[seat] == 1, cards.bandits_last_meeple
    must = last and (rule == BANDITS_LAST_MEEPLE.MUST_PAY or rule == BANDITS_LAST_MEEPLE.SPARED)
    if not must or n == 0:
        place = s.place[seat, meeple]
        n = move.add_at(moves, n, KIND.LOSE_MEEPLE, seat, meeple, place, NONE, 0)
    return n


# War


@kernel
def side_terms(s, cards, side):
    """Terms of a side of the war that is being fought."""
    seat, rival = s.side[side], s.side[1 - side]
    return payments.war_terms(s, cards, seat, rival, s.war_place, side, NONE)


@kernel
def list_numbers(s, cards, moves, seat, side):
    """The white flag, and each number that could be paid.

    Rules K-WAR-3, K-WAR-4, K-WAR-5, K-LOST-8 (the flag may be set with two players too).
    """
    n = move.add_number(moves, 0, KIND.WHITE_FLAG, seat, 0)
    most = payments.most_set(s, cards, seat, s.side[1 - side], s.war_place, side, NONE)
    for number in range(1, most + 1):
        n = move.add_number(moves, n, KIND.SET_NUMBER, seat, number)
    return n


@kernel
def list_raises(s, cards, moves, seat, side):
    """Nothing, or the worth of a few more pieces that can still be paid.  Rule K-CARD-20."""
    n = move.add_number(moves, 0, KIND.RAISE, seat, 0)
    most = payments.means(s, seat, side_terms(s, cards, side)) - s.dice[side]
    sums = sums_of_pieces(s, cards, seat, s.side[1 - side])
    for more in range(1, min(most, MOST_RAISED) + 1):
        if record.is_in(sums, more):
            n = move.add_number(moves, n, KIND.RAISE, seat, more)
    return n


@kernel
def sums_of_pieces(s, cards, seat, rival):
    """Set of what a few more pieces on hand may be worth together."""
    pieces = cards.raises[s.faction[seat], s.magic[seat]]
    by_mana = payments.worth(s, cards, seat, rival, GOOD.MANA)
    by_ore = payments.worth(s, cards, seat, rival, GOOD.ORE)
    by_food = payments.worth(s, cards, seat, rival, GOOD.FOOD)
    sums = np.int64(0)
    for mana in range(min(pieces, s.goods[seat, GOOD.MANA]) + 1):
        for ore in range(min(pieces - mana, s.goods[seat, GOOD.ORE]) + 1):
            for food in range(min(pieces - mana - ore, s.goods[seat, GOOD.FOOD]) + 1):
                sums |= record.bit(min(MOST_RAISED, mana * by_mana + ore * by_ore + food * by_food))
    return sums


@kernel
def list_dummy_payments(s, cards, moves, seat):
    """Paying the dummy's war cost, or losing.  Rules U-DUMMY-5, U-DUMMY-6."""
    side = record.ATTACKER if s.side[record.ATTACKER] == seat else record.DEFENDER
    cost = payments.dummy_war_cost(s, cards, s.war_place, side == record.DEFENDER)
    n = move.add(moves, 0, KIND.YIELD, seat)
    if not cards.solo_war_limit or cost <= cards.war_limit:
        n = payments.list_war_payments(
            s, moves, n, KIND.PAY, seat, side_terms(s, cards, side), cost
        )
    return n


# The beaten


@kernel
def list_losses(s, moves, seat):
    """The lost regions of which the loser chooses the next.  Rule K-BREAK-4."""
    n = 0
    for place in range(s.slots * codes.PLACES):
        if record.is_in(s.stake, place):
            n = move.add_at(moves, n, KIND.NEXT_REGION, seat, NONE, place, NONE, 0)
    return n


@kernel
def list_goals(s, cards, moves, n, kind, seat, place, price):
    """Retreats out of a region.  Rule K-RETREAT-2."""
    goals = questions.retreat_goals(s, cards, seat, place)
    return list_set(s, moves, n, kind, seat, place, goals, price)


@kernel
def list_set(s, moves, n, kind, seat, place, goals, price):
    """A move of the seat's meeple in a region to each place of a set."""
    meeple = meeple_at(s, seat, place)
    for goal in range(s.slots * codes.PLACES):
        if record.is_in(goals, goal):
            n = move.add_at(moves, n, kind, seat, meeple, place, goal, price)
    return n


@kernel
def meeple_at(s, seat, place):
    """A meeple of the seat in a region."""
    for meeple in range(record.PIECES):
        if s.place[seat, meeple] == place:
            return meeple
    return NONE


@kernel
def list_ways_out(s, cards, moves, seat, place):
    """Retreat, church, giving up, or where the saved last meeple goes.

    Rules K-WAR-13, K-RETREAT-1, K-RETREAT-4, K-BREAK-3, K-BREAK-5, U-BREAK-1 (the saved
    meeple), K-TOKEN-12 and K-TOKEN-13 (spared by the lair), K-TOKEN-17 (church).
    """
    spared = s.spared and place == s.war_place
    last = s.broken and s.in_play[seat] == 1
    price = 0 if spared else questions.retreat_price(s, cards, seat, s.winner, place)
    n = 0
    if not (last and cards.saved_meeple == SAVED_MEEPLE.FREE):
        if questions.can_pay(s, cards, seat, PRICES.RETREAT, price):
            n = list_goals(s, cards, moves, n, KIND.RETREAT, seat, place, price)
    if last and n == 0:
        saved = questions.nearest_empty(s, cards, seat, place)
        n = list_set(s, moves, n, KIND.KEEP, seat, place, saved, 0)
        if n > 0:
            return n
    if spared and n > 0:
        return n
    return list_losing(s, moves, n, seat, place)


@kernel
def list_losing(s, moves, n, seat, place):
    """The church, or back to the supply.  Rules K-TOKEN-17, K-WAR-13."""
    for meeple in range(record.PIECES):
        goal = s.place[seat, meeple]
        if goal != NONE and goal != place and questions.is_church(s, seat, goal):
            if not record.is_in(s.stake, goal) and goal != s.war_place:
                n = move.add_at(
                    moves, n, KIND.CHURCH, seat, meeple_at(s, seat, place), place, goal, 0
                )
    return move.add_at(moves, n, KIND.GIVE_UP, seat, meeple_at(s, seat, place), place, NONE, 0)
