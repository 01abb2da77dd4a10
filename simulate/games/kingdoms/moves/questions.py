"""Questions that the rules of moving, prices and land ask about the table."""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.kingdoms.cards import codes
from simulate.games.kingdoms.cards.codes import (
    ATTACKER_GOES_BACK,
    BARRIER_WORDS,
    BORDER,
    CHARGED,
    PLACED,
    PRICES,
    REACH,
    SORT_BIT,
    TERRAIN,
    TOKEN,
    WHEN,
)
from simulate.games.kingdoms.cards.vocabulary import GOODS as KINDS
from simulate.games.kingdoms.cards.vocabulary import NONE, PRICED
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.changes import all_goods

# What is due at each price.
DUE = tuple(KINDS.index(due) for due in PRICED.values())
MOVING_SORTS = SORT_BIT.HOME | SORT_BIT.ABROAD | SORT_BIT.SHARED  # that no map tells
TOWER_TOP = codes.TOWER - 1


@inner_kernel
def is_dummy(cards, seat):
    """Whether a seat is the solo game's dummy.  Rule U-SOLO-1."""
    return cards.solo and seat == 1


@inner_kernel
def due_kind(price):
    """Which resource a price is due in.  Rules K-BUILD-1, K-RESEARCH-1, K-EXPAND-1, K-RETREAT-1."""
    return DUE[price]


# Sorts of region


@kernel
def sorts_at(s, cards, seat, place):
    """Sorts of region that a place is of, seen from a seat, as bits.  Rule K-CARD-5."""
    slot = record.slot_of(place)
    bits = cards.sorts[s.territory[slot], record.spot_of(place)]
    bits |= SORT_BIT.HOME if slot == seat else SORT_BIT.ABROAD
    for spot in range(record.ROOM):
        owner = s.owner[place, spot]
        if owner != NONE and owner != seat and owner != record.NEUTRAL:
            bits |= SORT_BIT.SHARED
    return bits


@inner_kernel
def is_of_sorts(s, cards, seat, place, mask):
    """Whether a place is of one of some sorts: most are seen without asking who is there."""
    if mask & cards.sorts[s.territory[record.slot_of(place)], record.spot_of(place)]:
        return True
    return mask & MOVING_SORTS != 0 and mask & sorts_at(s, cards, seat, place) != 0


@inner_kernel
def ruins_hold(s, cards, seat):
    """Whether ruins do to a seat's meeples what they do to all others."""
    return not cards.ruins_free[s.faction[seat], s.magic[seat]]


@inner_kernel
def twin_of(s, seat, meeple):
    """The seat's other meeple in the same region, or NONE."""
    place = s.place[seat, meeple]
    if s.owner[place, 0] == seat and s.owner[place, 1] == seat:
        return other_in(s, seat, meeple, place)
    return NONE


@kernel
def other_in(s, seat, meeple, place):
    """Another meeple of the seat in a region, or NONE."""
    for other in range(record.PIECES):
        if other != meeple and s.place[seat, other] == place:
            return other
    return NONE


@inner_kernel
def is_first_there(s, seat, meeple):
    """Whether a meeple stands for its region: in play, no twin counted before it."""
    if s.place[seat, meeple] == NONE:
        return False
    twin = twin_of(s, seat, meeple)
    return twin == NONE or twin > meeple


# Ways


@inner_kernel
def may_stand(s, cards, seat, place):
    """Whether a seat's meeples may be in a place.

    Rules K-PATROL-3, K-LAND-1, K-CARD-10 (regions that can be occupied), K-CARD-35 (water and
    crags for some).
    """
    terrain = record.terrain_of(s, cards, place)
    if terrain <= TERRAIN.CAPITAL:
        return terrain != NONE
    barrier = BARRIER_WORDS.WATER if terrain == TERRAIN.WATER else BARRIER_WORDS.CRAGS
    return cards.may_pass[s.faction[seat], s.magic[seat], barrier] == 1


@inner_kernel
def is_way(s, cards, seat, start, goal):
    """Whether one step leads a seat's meeple from a place to another of the same territory.

    Rules K-PATROL-1, K-PATROL-2, K-PATROL-3, K-LAND-1, K-LAND-2, K-CARD-35.
    """
    link = cards.border[
        s.territory[record.slot_of(start)], record.spot_of(start), record.spot_of(goal)
    ]
    if link == BORDER.OPEN:
        return True
    if link == BORDER.RIVER:
        return cards.may_pass[s.faction[seat], s.magic[seat], BARRIER_WORDS.RIVER] == 1
    return link == BORDER.BARRIER and may_stand(s, cards, seat, goal)


@inner_kernel
def is_at_edge(s, cards, seat, place):
    """Whether a place borders the edge of its card for a seat.  Rules K-QUEST-2, K-QUEST-3."""
    if cards.edge[s.territory[record.slot_of(place)], record.spot_of(place)]:
        return True
    mask = cards.edge_mask[s.faction[seat], s.magic[seat]]
    return mask != 0 and (mask & sorts_at(s, cards, seat, place)) != 0


@inner_kernel
def can_enter(s, cards, seat, place):
    """Whether the movement rules let one of a seat's meeples in play move into a region.

    Rules K-MOVE-1, K-MOVE-3, K-MOVE-4, K-LOST-3, K-LOST-5.
    """
    if record.is_full(s, place):
        return False
    owner = s.owner[place, 0]
    if owner == NONE or owner == seat:
        return True
    if owner == record.NEUTRAL:
        return s.in_play[seat] > 1 or cards.last_meeple_may_attack_neutral == 1
    return s.in_play[seat] > 1 and s.in_play[owner] > 1


@kernel
def may_leave(s, cards, seat, meeple):
    """Whether a meeple may patrol or quest out of its region.

    Rules K-LAND-8, K-LAND-10 (knocked over in ruins), U-RUINS-2 (only in the own turn),
    U-RUINS-3.
    """
    if record.terrain_of(s, cards, s.place[seat, meeple]) != TERRAIN.RUINS or not ruins_hold(
        s, cards, seat
    ):
        return True
    if cards.ruins_leave_active_only and seat != s.active:
        return False
    return not s.lying[seat, meeple]


@inner_kernel
def is_refuge(s, seat, place):
    """Whether there is room for a beaten meeple and nobody else.  Rule K-RETREAT-3."""
    return not record.is_full(s, place) and (s.owner[place, 0] == NONE or s.owner[place, 0] == seat)


@kernel
def is_placed_near(s, cards, seat, reach, place):
    """Whether a place is within reach of a seat's meeples, or its home."""
    if reach == REACH.ANYWHERE:
        return True
    if reach == REACH.HOME:
        return place // codes.PLACES == seat
    for meeple in range(record.PIECES):
        own_place = s.place[seat, meeple]
        if own_place != NONE and record.slot_of(own_place) == record.slot_of(place):
            if reach == REACH.TERRITORY or is_way(s, cards, seat, own_place, place):
                return True
    return False


@kernel
def opens_places(s, cards, seat, placed):
    """Whether an ability lets a seat put meeples elsewhere, expanding or retreating."""
    for reach in range(codes.REACHES):
        if cards.place_mask[s.faction[seat], s.magic[seat], placed, reach]:
            return True
    return False


@kernel
def is_place_open(s, cards, seat, placed, place):
    """Whether an ability opens an empty region for a meeple that expands or retreats."""
    if not record.is_empty(s, place) or not may_stand(s, cards, seat, place):
        return False
    bits = sorts_at(s, cards, seat, place)
    for reach in range(codes.REACHES):
        if cards.place_mask[s.faction[seat], s.magic[seat], placed, reach] & bits:
            if is_placed_near(s, cards, seat, reach, place):
                return True
    return False


# Prices


@kernel
def discount_at(s, cards, seat, placed, place):
    """What abilities take off the price of expanding into a region or retreating from one."""
    off = cards.discount_at[s.faction[seat], s.magic[seat], placed, codes.ANY_SORT]
    bits = sorts_at(s, cards, seat, place)
    for sort in range(codes.SORTS - 1):
        if record.is_in(bits, sort):
            off += cards.discount_at[s.faction[seat], s.magic[seat], placed, sort]
    return off


@inner_kernel
def standing(s, seat, price):
    """Where a seat stands on the track that a price belongs to."""
    if price == PRICES.BUILD:
        return s.tower[seat]
    return s.magic[seat] if price == PRICES.RESEARCH else s.in_play[seat]


@kernel
def surcharge(s, cards, seat, price, step):
    """What rivals who stand on the payer's next step add.  Rule K-CARD-13."""
    more = np.int64(0)
    for rival in range(s.seats):
        if rival != seat:
            added = cards.surcharge[s.faction[rival], s.magic[rival], price]
            if added and standing(s, rival, price) == step:
                more += added
    return more


@kernel
def build_price(s, cards, seat):
    """Ore for the next tower level, abilities counted.  Rules K-BUILD-1, K-CARD-15."""
    level = s.tower[seat] + 1
    off = cards.discount[s.faction[seat], s.magic[seat], CHARGED.BUILD]
    more = surcharge(s, cards, seat, PRICES.BUILD, level)
    return max(0, cards.tower_cost[level] - off) + more


@kernel
def research_price(s, cards, seat):
    """Mana for the next magic level, abilities counted.  Rule K-RESEARCH-1."""
    level = s.magic[seat] + 1
    off = cards.discount[s.faction[seat], s.magic[seat], CHARGED.RESEARCH]
    more = surcharge(s, cards, seat, PRICES.RESEARCH, level)
    return max(0, cards.magic_cost[level] - off) + more


@kernel
def expand_price(s, cards, seat, place):
    """Food for one more meeple, in a region, abilities counted.  Rule K-EXPAND-1."""
    count = s.in_play[seat] + 1
    off = discount_at(s, cards, seat, PLACED.EXPAND, place)
    more = surcharge(s, cards, seat, PRICES.EXPAND, count)
    return max(0, cards.expand_food * count - off) + more


@kernel
def retreat_price(s, cards, seat, winner, place):
    """Food for a retreat out of a region.  Rules K-RETREAT-1, K-BREAK-3."""
    count = s.in_play[seat] - (0 if cards.retreat_counts_itself else 1)
    off = discount_at(s, cards, seat, PLACED.RETREAT, place)
    more = cards.surcharge[s.faction[winner], s.magic[winner], PRICES.RETREAT]
    return max(0, cards.retreat_food * count - off) + more


@inner_kernel
def quest_toll(s, cards, seat, place):
    """Food that the owner of a home territory asks of who quests into it; printed: none."""
    host = place // codes.PLACES
    if host == seat or host >= s.seats:
        return 0
    return cards.surcharge[s.faction[host], s.magic[host], codes.QUEST_PRICE]


@kernel
def can_pay(s, cards, seat, price, amount):
    """Whether a seat has enough of what is due, and of what may be paid instead.

    Rules K-BUILD-1, K-RESEARCH-1, K-EXPAND-1, K-RETREAT-4, K-CARD-24.
    """
    due = due_kind(price)
    means = s.goods[seat, due]
    for kind in range(record.GOODS):
        if kind != due and cards.substitute[s.faction[seat], s.magic[seat], price, kind]:
            means += s.goods[seat, kind]
    return means >= amount


@kernel
def has_choice_of_payment(s, cards, seat, price):
    """Whether an ability lets a seat pay a price in another resource."""
    for kind in range(record.GOODS):
        if cards.substitute[s.faction[seat], s.magic[seat], price, kind]:
            return True
    return False


# The beaten


@kernel
def may_retreat_from(s, cards, seat, place):
    """Whether the rules let a beaten meeple out of a region at all.  Rule U-RUINS-3."""
    held = cards.ruins_leave_active_only and not cards.retreat_from_ruins
    if not held or seat == s.active or record.terrain_of(s, cards, place) != TERRAIN.RUINS:
        return True
    return not ruins_hold(s, cards, seat)


@kernel
def retreat_goals(s, cards, seat, place):
    """Set of regions to which a beaten meeple may retreat.

    Rules K-RETREAT-2 (adjacent; whether a losing attacker may go back), K-RETREAT-3.
    """
    goals = np.int64(0)
    if not may_retreat_from(s, cards, seat, place):
        return goals
    first = place - place % codes.PLACES
    for goal in range(first, first + codes.PLACES):
        if is_way(s, cards, seat, place, goal) and is_refuge(s, seat, goal):
            goals |= record.bit(goal)
    if opens_places(s, cards, seat, PLACED.RETREAT):
        for goal in range(s.slots * codes.PLACES):
            if is_place_open(s, cards, seat, PLACED.RETREAT, goal):
                goals |= record.bit(goal)
    if seat == s.side[0] and place == s.war_place:
        if cards.attacker_goes_back == ATTACKER_GOES_BACK.NEVER:
            goals &= ~record.bit(s.origin)
        elif cards.attacker_goes_back == ATTACKER_GOES_BACK.ALWAYS and is_refuge(s, seat, s.origin):
            goals |= record.bit(s.origin)
    return goals


@kernel
def empty_places(s, cards, seat):
    """Set of regions without meeples that a seat may stand in."""
    empty = np.int64(0)
    for place in range(s.slots * codes.PLACES):
        if record.is_empty(s, place) and may_stand(s, cards, seat, place):
            empty |= record.bit(place)
    return empty


@kernel
def neighbours(s, cards, seat, places):
    """Set of places one step from a set of places of one territory, whoever is there."""
    beside = np.int64(0)
    for place in range(s.slots * codes.PLACES):
        if record.is_in(places, place):
            first = place - place % codes.PLACES
            for goal in range(first, first + codes.PLACES):
                if is_way(s, cards, seat, place, goal):
                    beside |= record.bit(goal)
    return beside


@kernel
def nearest_empty(s, cards, seat, place):
    """Set of the nearest regions without meeples, where the saved meeple goes.

    Rule K-BREAK-6: by borders crossed on its card; then at the edge of any other; then any.
    """
    empty = empty_places(s, cards, seat)
    seen = record.bit(place)
    ring = seen
    while ring != 0:
        ring = neighbours(s, cards, seat, ring) & ~seen
        seen |= ring
        if ring & empty:
            return ring & empty
    away = np.int64(0)
    for goal in range(s.slots * codes.PLACES):
        if record.is_in(empty, goal) and goal // codes.PLACES != place // codes.PLACES:
            if is_at_edge(s, cards, seat, goal):
                away |= record.bit(goal)
    return away if away != 0 else empty


@inner_kernel
def is_church(s, seat, place):
    """Whether a church takes in a beaten meeple.  Rules K-TOKEN-17, K-TOKEN-18, K-TOKEN-19."""
    if s.open[place] != TOKEN.CHURCH or record.is_full(s, place):
        return False
    return s.owner[place, 0] == seat


@inner_kernel
def collects_from(s, cards, seat, place):
    """Resource that an occupied region yields, GOODS for one of choice, NONE for nothing.

    Rules K-COLLECT-4, K-LAND-5 (capital).
    """
    terrain = record.terrain_of(s, cards, place)
    if terrain < record.GOODS:
        return terrain
    return found_in_ruins(s, cards, seat, place) if terrain == TERRAIN.RUINS else NONE


@kernel
def found_in_ruins(s, cards, seat, place):
    """As `collects_from`, of ruins.

    Rules K-LAND-7 and K-LAND-10 (ruins of the base edition), U-RUINS-1 (of Ultra).
    """
    if not cards.ruins_knock_over or not ruins_hold(s, cards, seat):
        return record.GOODS
    for meeple in range(record.PIECES):
        if s.place[seat, meeple] == place and s.lying[seat, meeple]:
            return record.GOODS
    return NONE


@kernel
def brings_goods(s, cards, seat):
    """Whether collecting could bring something, its abilities counted as if they always did."""
    own = cards.run_count[s.faction[seat], WHEN.COLLECT, s.magic[seat]] > 0
    anything = own or (s.in_play[seat] == 1 and cards.last_meeple_bonus > 0)
    for meeple in range(record.PIECES):
        place = s.place[seat, meeple]
        if place != NONE:
            kind = collects_from(s, cards, seat, place)
            if 0 <= kind < record.GOODS and cards.collect_per_region > 0:
                if s.goods[seat, kind] < cards.resource_limit:
                    return True
            anything = anything or (kind == record.GOODS and cards.ruins_resources > 0)
    return anything and all_goods(s, seat) < record.GOODS * cards.resource_limit
