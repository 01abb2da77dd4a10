"""What collecting brings."""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.kingdoms.cards.codes import DO, DUMMY_RUINS, PLACES, RESOURCE, TOKEN, WHEN
from simulate.games.kingdoms.cards.vocabulary import NONE, WORDS
from simulate.games.kingdoms.effects.goods import offer, rolled_resource
from simulate.games.kingdoms.moves import questions
from simulate.games.kingdoms.state.agenda import plan, plan_exchange
from simulate.games.kingdoms.state.changes import RULE, gain_goods
from simulate.games.kingdoms.state.record import EVENT, GOODS, PIECES, bit, holds

ONCE = list(WORDS["per"]).index("once")
NO_PLACE = 1 << 20


@kernel
def collect(s, cards, seat):
    """Collect resources.  Rules K-COLLECT-1, U-DUMMY-19."""
    s.collected[seat] += 1
    s.exchanged = 0
    count_yields(s, cards, seat)
    plan(s, EVENT.COLLECTED, seat)
    if questions.is_dummy(cards, seat):
        return
    first = cards.run_first[s.faction[seat], WHEN.COLLECT]
    count = cards.run_count[s.faction[seat], WHEN.COLLECT, s.magic[seat]]
    for back in range(count):
        row = first + count - 1 - back
        if cards.row_do[row] == DO.COLLECT_AS:
            plan_exchange(s, seat, row, cards.row_amount[row])


@kernel
def exchange(s, cards, m, row, left):
    """Let a region yield another resource than its own."""
    own = questions.collects_from(s, cards, m.actor, m.place)
    s.exchanged |= bit(m.place)
    s.brought[m.resource] += cards.collect_per_region
    if own != NONE:
        s.brought[own] -= cards.collect_per_region
    if left > 1:
        plan_exchange(s, m.actor, row, left - 1)


@kernel
def count_yields(s, cards, seat):
    """The certain resources that the regions bring, into `s.brought`.

    Rules K-COLLECT-2, K-COLLECT-3 (a region gives once).
    """
    for kind in range(GOODS):
        s.brought[kind] = 0
    for meeple in range(PIECES):
        if questions.is_first_there(s, seat, meeple):
            add_yield(s, cards, seat, s.place[seat, meeple])
    add_named(s, cards, seat)


@kernel
def take_yields(s, cards, seat, log):
    """Certain resources first, then each that may be chosen.

    Rules K-COLLECT-2, K-COLLECT-6 (the last meeple's bonus).
    """
    for kind in range(GOODS):
        gain_goods(s, cards, seat, kind, s.brought[kind], RULE.K_COLLECT_2, log)
    if s.in_play[seat] == 1:
        find_goods(s, cards, seat, 1, cards.last_meeple_bonus, RULE.K_COLLECT_6, log)
    if searches(s, cards, seat):
        for back in range(s.slots * PLACES):
            place = s.slots * PLACES - 1 - back
            if holds(s, seat, place):
                search(s, cards, seat, place, log)


@kernel
def searches(s, cards, seat):
    """Whether a region of the seat yields a resource of choice."""
    for meeple in range(PIECES):
        place = s.place[seat, meeple]
        if place != NONE and questions.collects_from(s, cards, seat, place) == GOODS:
            return True
    return False


@kernel
def add_yield(s, cards, seat, place):
    """The certain resources of a region.  Rules K-COLLECT-2, K-COLLECT-4, K-TOKEN-14 (camp)."""
    kind = questions.collects_from(s, cards, seat, place)
    if 0 <= kind < GOODS:
        s.brought[kind] += cards.collect_per_region + camp_at(s, cards, place)
        s.brought[kind] += same_again(s, cards, seat, place)


@inner_kernel
def camp_at(s, cards, place):
    """What a camp adds to its region.  Rule K-TOKEN-14."""
    return cards.camp_resources if s.open[place] == TOKEN.CAMP else np.int64(0)


@kernel
def search(s, cards, seat, place, log):
    """What is found in ruins, the kind chosen.  Rules K-LAND-7, K-CARD-1, U-RUINS-1, K-TOKEN-14."""
    if questions.collects_from(s, cards, seat, place) == GOODS:
        same = same_again(s, cards, seat, place)
        more = cards.ruins_resources - 1 + camp_at(s, cards, place)
        find_goods(s, cards, seat, 1, more, RULE.K_LAND_7, log)
        find_goods(s, cards, seat, 1 + same, min(1, cards.ruins_resources), RULE.K_LAND_7, log)


@kernel
def find_goods(s, cards, seat, pieces, times, rule, log):
    """Resources of choice by collecting; by the switch a die decides for the dummy.

    Rule U-DUMMY-19.
    """
    if questions.is_dummy(cards, seat) and cards.dummy_ruins == DUMMY_RUINS.ROLL:
        for _ in range(times):
            kind = rolled_resource(s, seat, log)
            gain_goods(s, cards, seat, kind, pieces, rule, log)
    else:
        offer(s, cards, seat, pieces, times, rule, log)


@kernel
def same_again(s, cards, seat, place):
    """What abilities add of the resource that a region itself yields."""
    more = 0
    first = cards.run_first[s.faction[seat], WHEN.COLLECT]
    for row in range(first, first + cards.run_count[s.faction[seat], WHEN.COLLECT, s.magic[seat]]):
        if cards.row_do[row] == DO.COLLECT_MORE and cards.row_resource[row] == RESOURCE.SAME:
            if is_of_sort(s, cards, seat, row, place):
                if cards.row_word[row] != ONCE or place == first_of_sort(s, cards, seat, row):
                    more += cards.row_amount[row]
    return more


@inner_kernel
def is_of_sort(s, cards, seat, row, place):
    """Whether a place is of the sort that an effect names."""
    return (cards.row_mask[row] & questions.sorts_at(s, cards, seat, place)) != 0


@kernel
def first_of_sort(s, cards, seat, row):
    """First occupied region, in the order of the places, of the sort that an effect names."""
    first = NO_PLACE
    for meeple in range(PIECES):
        place = s.place[seat, meeple]
        if place != NONE and place < first and is_of_sort(s, cards, seat, row, place):
            first = place
    return first


@kernel
def add_named(s, cards, seat):
    """What abilities add of a resource that the card names.  Rule K-CARD-30."""
    first = cards.run_first[s.faction[seat], WHEN.COLLECT]
    for row in range(first, first + cards.run_count[s.faction[seat], WHEN.COLLECT, s.magic[seat]]):
        if cards.row_do[row] == DO.COLLECT_MORE and cards.row_resource[row] != RESOURCE.SAME:
            times = regions_of_sort(s, cards, seat, row)
            if cards.row_word[row] == ONCE:
                times = min(times, 1)
            s.brought[cards.row_resource[row]] += times * cards.row_amount[row]


@kernel
def regions_of_sort(s, cards, seat, row):
    """Occupied regions of the sort that an effect names."""
    count = 0
    for meeple in range(PIECES):
        if questions.is_first_there(s, seat, meeple):
            if is_of_sort(s, cards, seat, row, s.place[seat, meeple]):
                count += 1
    return count
