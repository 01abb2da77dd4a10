"""What a side of a war can set, and the ways to pay a war cost.

The terms of a side: what a piece of mana, ore and food pays, what need not be paid at all, and
what besides need not be paid if the payment is mana only, ore only, or of one kind only.
"""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.kingdoms.cards.codes import ANY_SORT, COMPASS_STARTS, SIDE, SORTS, TOKEN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.moves.move import add_goods
from simulate.games.kingdoms.moves.questions import is_first_there, sorts_at, twin_of
from simulate.games.kingdoms.state.record import GOOD, NEUTRAL, PIECES, is_in

BY_ANYTHING, BY_MANA, BY_ORE, BY_ONE_KIND = 0, 1, 2, 3


@inner_kernel
def worth(s, cards, seat, rival, kind):
    """War cost that a piece pays.  Rules K-WAR-11, K-CARD-19 (own card), K-CARD-25 (rival's)."""
    pays = cards.worth[s.faction[seat], s.magic[seat], kind]
    if rival == NEUTRAL:
        return pays
    return min(pays, cards.rival_worth[s.faction[rival], s.magic[rival], kind])


@kernel
def war_off(s, cards, seat, side, bits, paid):
    """War cost abilities of a seat in a region of these sorts, for a kind of payment.

    Rules K-WAR-10, K-CARD-23, K-CARD-29, K-CARD-37.
    """
    table = cards.war_off[s.faction[seat], s.magic[seat], side]
    off = table[ANY_SORT, paid]
    for sort in range(SORTS - 1):
        if is_in(bits, sort):
            off += table[sort, paid]
    return off


@kernel
def forts_held(s, seat, attacked, leaving):
    """Regions with a fort that an attacker controls once a meeple (or NONE) has left.

    The attacked region is its defender's until the war is won.  Rules K-TOKEN-10, K-TOKEN-15.
    """
    count = 0
    for meeple in range(PIECES):
        place = s.place[seat, meeple]
        if is_first_there(s, seat, meeple) and s.open[place] == TOKEN.FORT and place != attacked:
            goes = leaving != NONE and s.place[seat, leaving] == place
            if not goes or twin_of(s, seat, leaving) != NONE:
                count += 1
    return count


@kernel
def war_terms(s, cards, seat, rival, place, side, leaving):
    """The terms of a side of a war in a region; leaving: the attacker's meeple, if still away."""
    bits = sorts_at(s, cards, seat, place)
    off = war_off(s, cards, seat, side, bits, BY_ANYTHING)
    if cards.exploration and side == SIDE.ATTACK:
        off += cards.fort_bonus * forts_held(s, seat, place, leaving)
    return (
        worth(s, cards, seat, rival, GOOD.MANA),
        worth(s, cards, seat, rival, GOOD.ORE),
        worth(s, cards, seat, rival, GOOD.FOOD),
        off,
        war_off(s, cards, seat, side, bits, BY_MANA),
        war_off(s, cards, seat, side, bits, BY_ORE),
        war_off(s, cards, seat, side, bits, BY_ONE_KIND),
    )


@inner_kernel
def kinds_in(mana, ore, food):
    """How many kinds a payment holds."""
    return (1 if mana > 0 else 0) + (1 if ore > 0 else 0) + (1 if food > 0 else 0)


@inner_kernel
def paid_by(terms, mana, ore, food):
    """War cost that a payment settles, abilities included."""
    by_mana, by_ore, by_food, off, only_mana, only_ore, one_kind = terms
    paid = off + mana * by_mana + ore * by_ore + food * by_food
    if kinds_in(mana, ore, food) == 1:
        paid += one_kind
        if mana > 0:
            paid += only_mana
        elif ore > 0:
            paid += only_ore
    return paid


@inner_kernel
def useful(s, seat, kind, pays):
    """Pieces of a kind that can be paid with in war."""
    return s.goods[seat, kind] if pays > 0 else np.int64(0)


@kernel
def most_paid(terms, mana, ore, food):
    """Highest war cost that some of these pieces settle: all of them, or one kind alone."""
    best = max(paid_by(terms, 0, 0, 0), paid_by(terms, mana, ore, food))
    best = max(best, paid_by(terms, mana, 0, 0))
    best = max(best, paid_by(terms, 0, ore, 0))
    return max(best, paid_by(terms, 0, 0, food))


@kernel
def means(s, seat, terms):
    """Highest war cost that a seat could settle now, whatever the die shows."""
    mana = useful(s, seat, GOOD.MANA, terms[0])
    ore = useful(s, seat, GOOD.ORE, terms[1])
    food = useful(s, seat, GOOD.FOOD, terms[2])
    return most_paid(terms, mana, ore, food)


@kernel
def most_set(s, cards, seat, rival, place, side, leaving):
    """Highest number that a side may set.  Rules K-WAR-3, K-WAR-4, K-PARTS-5, K-WAR-14."""
    terms = war_terms(s, cards, seat, rival, place, side, leaving)
    return min(cards.war_limit, means(s, seat, terms))


@kernel
def neutral_price(s, cards):
    """War cost of a neutral meeple: as many as are in play.  Rule K-LOST-4."""
    return cards.neutral_cost * s.neutrals


@kernel
def can_pay_neutral(s, cards, seat, place, meeple, toll):
    """Whether a seat could pay for a neutral meeple once its own is there.  Rule K-LOST-7.

    toll: food that has to be paid for the quest before.
    """
    terms = war_terms(s, cards, seat, NEUTRAL, place, SIDE.ATTACK, meeple)
    mana = useful(s, seat, GOOD.MANA, terms[0])
    ore = useful(s, seat, GOOD.ORE, terms[1])
    food = useful(s, seat, GOOD.FOOD, terms[2])
    if food > 0:
        food = max(0, food - toll)
    return most_paid(terms, mana, ore, food) >= neutral_price(s, cards)


@kernel
def dummy_war_cost(s, cards, place, attacking):
    """War cost of the dummy: so much for each army in play, by day or night.

    Rules U-DUMMY-5, U-DUMMY-7, U-DUMMY-8, U-DUMMY-15 (whether its abilities count), K-CARD-18
    (Orcs who attack win ties, so it must be beaten).
    """
    dummy = 1
    cost = cards.dummy_war_cost[COMPASS_STARTS.DAY if not s.night else 1] * s.in_play[dummy]
    if cards.dummy_war_bonus:
        side = SIDE.ATTACK if attacking else 1
        bits = sorts_at(s, cards, dummy, place)
        cost += war_off(s, cards, dummy, side, bits, BY_ANYTHING)
    if attacking and cards.wins_ties[s.faction[dummy], s.magic[dummy]]:
        cost += 1
    return cost


# Ways to pay


@kernel
def is_minimal(terms, cost, mana, ore, food):
    """Whether a payment settles a cost and none that it contains does.  Rule K-WAR-9.

    A discount for one kind may be lost by adding another, so the parts of one kind are looked
    at apart.
    """
    if paid_by(terms, mana, ore, food) < cost:
        return False
    kinds = kinds_in(mana, ore, food)
    if kinds == 0:
        return True
    if paid_by(terms, 0, 0, 0) >= cost:
        return False
    if kinds == 1:
        less = paid_by(terms, max(0, mana - 1), max(0, ore - 1), max(0, food - 1))
        return less < cost
    for part in range(2, 8):
        # Pieces of some kinds alone: contained in the payment, and all of one kind or mixed.
        if mixed_part_pays(terms, cost, mana, ore, food, part):
            return False
    return True


@kernel
def mixed_part_pays(terms, cost, mana, ore, food, part):
    """Whether one part of a mixed payment settles the cost: parts 2 to 4 leave out one piece of
    a kind, 5 to 7 are all the pieces of a kind alone."""
    if part == 2:
        return mana > 0 and paid_by(terms, mana - 1, ore, food) >= cost
    if part == 3:
        return ore > 0 and paid_by(terms, mana, ore - 1, food) >= cost
    if part == 4:
        return food > 0 and paid_by(terms, mana, ore, food - 1) >= cost
    if part == 5:
        return mana > 0 and paid_by(terms, mana, 0, 0) >= cost
    if part == 6:
        return ore > 0 and paid_by(terms, 0, ore, 0) >= cost
    return food > 0 and paid_by(terms, 0, 0, food) >= cost


@kernel
def list_war_payments(s, moves, n, kind, seat, terms, cost):
    """Write every payment of a war cost without a superfluous piece.  Rules K-WAR-9, K-WAR-11."""
    for food in range(useful(s, seat, GOOD.FOOD, terms[2]) + 1):
        for mana in range(useful(s, seat, GOOD.MANA, terms[0]) + 1):
            for ore in range(useful(s, seat, GOOD.ORE, terms[1]) + 1):
                if is_minimal(terms, cost, mana, ore, food):
                    n = add_goods(moves, n, kind, seat, mana, ore, food)
    return n
