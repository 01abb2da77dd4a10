"""The evaluation by a seat: remaining length, worth of goods, steps and regions.

Everything here is public.  Worth is counted in victory points at the end.  A seat's goods, and
what its regions will still yield, buy the next steps of three tracks (magic, tower, meeples), as
far as the actions will still be selected: that is what goods and regions are worth.  `v` is
scratch space (`OUTLOOK`), filled anew at every decision.
"""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.game.records import record_of
from simulate.games.kingdoms.cards import codes
from simulate.games.kingdoms.cards.codes import (
    ACTION,
    CHARGED,
    PLACED,
    PRICES,
    TERRAIN,
    TOKEN,
)
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.moves import questions
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.record import GOOD, PHASE
from strategies.kingdoms.learned.facts import FACTS, PLAIN, TERMS
from strategies.kingdoms.names import JUDGEMENT, MOVE_FEATURES
from strategies.records import features_of, weights_of

CHOICE = record.GOODS  # column of a region that yields a resource of choice
IN_HAND = 16  # resources of a kind that a player may hold, and one
NUMBERS = 24  # of the war die, and one
STEP_ACTION = (ACTION.RESEARCH, ACTION.BUILD, ACTION.EXPAND)  # that mana, ore and food are paid for
STEP_PRICE = (PRICES.RESEARCH, PRICES.BUILD, PRICES.EXPAND)
OUT_OF_REACH = 1e9  # price of a step that cannot be taken
COUNT = len(MOVE_FEATURES)
# One record a move; the same memory as numbers, float64[ROWS, COUNT], is what `score` reads.
FEATURES = features_of(MOVE_FEATURES)
# Behind the moves: what leaving each place brings, and what coming there does.
LEAVING, ARRIVING = record.LIMIT_MOVES, record.LIMIT_MOVES + record.ALL_PLACES
ROWS = record.LIMIT_MOVES + 2 * record.ALL_PLACES

# alike: 1 and the first seat with the same weights; 0: not known
WEIGHTS = weights_of(MOVE_FEATURES, JUDGEMENT, "alike")

OUTLOOK = record_of(
    "on_copy",  # 1 where a seat plays moves on, 0 in the game
    ("turns", "f8"),  # expected after this one, until the game ends
    ("rounds", "f8"),  # the same in rounds
    ("late", "f8"),  # 0 at the start, near 1 when the game is about to end
    ("end", "f8"),  # the same, later: its square
    ("soon", "f8"),  # times that a seat will still collect from the regions it has
    ("far", "f8"),  # and later, when it may have others
    ("chance", "f8", codes.ACTIONS),  # times that an action will still be selected
    ("spare", "f8", IN_HAND),  # worth of so many of a kind, whatever they are for
    ("rate", PLAIN),  # how fast the terms of `value` count now
    ("terms", TERMS),  # of the seat judged last
    ("facts", FACTS),  # of the position, where lessons are asked for
    "seat",  # that looks out
    "weighed",  # bits of the seats for which all below is filled
    ("income", "f8", codes.SEATS, record.GOODS + 1),  # of one collecting; the last: of choice
    # worth of so many in hand; of a rival's mostly no more than it has
    ("goods", "f8", codes.SEATS, record.GOODS, IN_HAND),
    ("more", "f8", codes.SEATS, record.GOODS + 1),  # worth of one more region of a kind
    ("steps", "f8", codes.SEATS, record.GOODS),  # worth of the steps that are still to come
    "known",  # bits of the places for which `land` is filled
    ("land", "f8", record.ALL_PLACES),  # worth of a region to the seat that looks out
    "seen",  # bits of the places for which `free` is filled
    ("free", "f8", record.ALL_PLACES),  # worth of the best free region next to a place
    "left",  # bits of the places for which leaving is described
    ("leave", "f8", record.ALL_PLACES),  # features times weights of leaving them
    "reached",  # and coming there
    ("arrive", "f8", record.ALL_PLACES),
    "counted",  # 1 once the next is filled
    "bonus",  # points of the last level of magic, as the table is
    "heeds",  # what they depend on, as bits (`bonus`)
    "armed",  # bits of the seats for which the two below are filled
    ("unit", "f8", codes.SEATS),  # worth of the goods that one more war cost takes
    ("envy", "f8", codes.SEATS),  # share of a seat's loss that counts as a gain
    ("heed", "f8", codes.SEATS),  # how much a rival counts where an action is selected
    # the war whose numbers are mixed: game, number, decision, and by whose weights
    ("mixed_game", "u8"),
    "mixed_war",
    "mixed_at",
    "mixed_by",
    # a war: for each side, by number
    ("cost", "f8", 2, NUMBERS),  # worth of the goods that a number takes
    ("mix", "f8", 2, NUMBERS),  # how often a number is set
    ("yield_", "f8", 2, NUMBERS),  # worth of a number against the other's mix
)


@inner_kernel
def clear(numbers, first, last):
    """Set the features of some moves to 0."""
    for i in range(first, last):
        for k in range(COUNT):
            numbers[i, k] = 0.0


# Time


@kernel
def rounds_needed(s, cards, w, seat):
    """Rounds until a seat could bring about the end, by its nearest way."""
    by_meeples = w.pace_meeples * max(0, cards.end_meeples - s.in_play[seat])
    by_tower = w.pace_tower * max(0, cards.end_tower - s.tower[seat])
    return min(by_meeples, by_tower, w.pace_magic * max(0, cards.end_magic - s.magic[seat]))


@kernel
def foresee_end(s, cards, w, v):
    """Turns, rounds and chances that are left."""
    placed = s.shields + (1 if s.phase == PHASE.SELECT_ACTION else 0)
    left = max(0, cards.shields - placed)
    rounds = 0.0
    if s.trigger[0] + s.trigger[1] + s.trigger[2] == 0:
        rounds = rounds_needed(s, cards, w, 0)
        for seat in range(1, s.seats):
            rounds = min(rounds, rounds_needed(s, cards, w, seat))
    v.turns = max(left, rounds * cards.shields)
    v.rounds = v.turns / cards.shields
    v.late = 1.0 / (1.0 + v.rounds)
    v.end = v.late * v.late
    collects = w.collecting * v.turns * (s.seats - 1) / s.seats
    v.soon = min(collects, w.horizon) + w.lasting * max(0.0, collects - w.horizon)
    v.far = (1.0 - w.lasting) * max(0.0, collects - w.horizon)
    later = max(0.0, v.turns - left) / cards.shields * w.offered
    now = left / max(1, codes.ACTIONS - placed)
    for action in range(codes.ACTIONS):
        v.chance[action] = later + (0.0 if s.shield[action] else min(1.0, now))


# Steps of the tracks


@inner_kernel
def level_of(s, seat, kind):
    """Where a seat stands on the track that a resource is paid for."""
    if kind == GOOD.MANA:
        return s.magic[seat]
    return s.tower[seat] if kind == GOOD.ORE else s.in_play[seat]


@inner_kernel
def top_of(cards, kind):
    """The last step of a track."""
    if kind == GOOD.MANA:
        return np.int64(codes.MAGIC - 1)
    return np.int64(questions.TOWER_TOP) if kind == GOOD.ORE else cards.meeples


@inner_kernel
def price_of(cards, kind, step):
    """Printed price of a step."""
    if kind == GOOD.MANA:
        return cards.magic_cost[step]
    return cards.tower_cost[step] if kind == GOOD.ORE else cards.expand_food * step


@inner_kernel
def off_price(s, cards, seat, kind):
    """What abilities take off every price of a track."""
    faction, magic = s.faction[seat], s.magic[seat]
    if kind == GOOD.MANA:
        return cards.discount[faction, magic, CHARGED.RESEARCH]
    if kind == GOOD.ORE:
        return cards.discount[faction, magic, CHARGED.BUILD]
    return cards.discount_at[faction, magic, PLACED.EXPAND, codes.ANY_SORT]


@inner_kernel
def skill_worth(cards, w, v, level):
    """Worth of the ability of a level."""
    if level == codes.MAGIC - 1:
        return w.top
    return (w.skill_1 + (w.skill_4 - w.skill_1) * (level - 1) / (codes.MAGIC - 3)) * v.rounds


@inner_kernel
def step_worth(cards, w, v, kind, step):
    """Worth of a step, once it is taken."""
    if kind == GOOD.MANA:
        return cards.magic_points + skill_worth(cards, w, v, step)
    if kind == GOOD.ORE:
        return 1.0 * (cards.tower_points[step] - cards.tower_points[step - 1])
    return cards.meeple_points + w.spread * v.rounds


@inner_kernel
def part_worth(w, part):
    """Share of a step's worth that lies in having a part of its price."""
    return part * (w.partial + (1.0 - w.partial) * part)


@kernel
def track_worth(s, cards, w, v, seat, kind, level, supply):
    """Worth of the steps that a supply still buys from a level on."""
    off, chance = off_price(s, cards, seat, kind), v.chance[STEP_ACTION[kind]]
    total, share = 0.0, 1.0
    for step in range(level + 1, top_of(cards, kind) + 1):
        if chance <= 0.0:
            break
        price = max(0.0, 1.0 * price_of(cards, kind, step) - off)
        worth = share * min(1.0, chance) * step_worth(cards, w, v, kind, step)
        if supply < price:
            return total + worth * part_worth(w, supply / price)
        total += worth
        supply -= price
        chance -= 1.0
        share *= w.later
    return total


@inner_kernel
def weigh_spare(cards, w, v):
    """Fill what resources in hand are worth, whatever they are for."""
    for count in range(most_in_hand(cards) + 1):
        v.spare[count] = w.spare * count * w.spare_half / (w.spare_half + count)


# What a seat has


@inner_kernel
def to_come(w, v, income):
    """Resources of a kind that regions will still yield, from what they yield now."""
    return v.soon * income + v.far * w.usual


@kernel
def count_income(s, cards, v, seat):
    """What one collecting brings a seat, as its regions are now."""
    for kind in range(record.GOODS + 1):
        v.income[seat, kind] = 0.0
    left, seen = s.in_play[seat], np.int64(0)
    for meeple in range(record.PIECES):
        if left == 0:
            break
        place = s.place[seat, meeple]
        if place == NONE:
            continue
        left -= 1
        if not record.is_in(seen, place):
            seen |= record.bit(place)
            kind = questions.collects_from(s, cards, seat, place)
            if kind >= 0:
                camp = cards.camp_resources if s.open[place] == TOKEN.CAMP else 0
                v.income[seat, kind] += cards.collect_per_region + camp


@kernel
def fill_goods(s, cards, w, v, seat, kind, most):
    """Worth of 0, 1, 2, ... `most` resources of a kind in hand, with what is still to come.

    As `track_worth` for each number, in one walk along the track.
    """
    off, chance = off_price(s, cards, seat, kind), v.chance[STEP_ACTION[kind]]
    step, top = level_of(s, seat, kind) + 1, top_of(cards, kind)
    supply, done, share = to_come(w, v, v.income[seat, kind]), 0.0, 1.0
    price, worth = step_ahead(cards, w, v, kind, step, top, off, chance)
    unit, row = 1.0 / max(price, 1e-9), v.goods[seat, kind]
    for count in range(most + 1):
        while supply >= price:
            supply -= price
            done += worth
            share *= w.later
            chance -= 1.0
            step += 1
            price, worth = step_ahead(cards, w, v, kind, step, top, off, chance)
            worth, unit = share * worth, 1.0 / max(price, 1e-9)
        row[count] = done + worth * part_worth(w, supply * unit) + v.spare[count]
        supply += 1.0


@inner_kernel
def most_in_hand(cards):
    """Resources of a kind that a seat may have, as far as they are weighed."""
    return min(IN_HAND - 1, cards.resource_limit)


@kernel
def has_substitutes(s, cards, seat):
    """Whether an ability lets a seat pay for a step in another resource."""
    table = cards.substitute[s.faction[seat], s.magic[seat]]
    for due in range(record.GOODS):
        for kind in range(record.GOODS):
            if kind != due and table[STEP_PRICE[due], kind]:
                return True
    return False


@kernel
def weigh_substitutes(s, cards, w, v, seat):
    """Count what a resource buys in another's place, where an ability allows it."""
    for due in range(record.GOODS):
        for kind in range(record.GOODS):
            allowed = cards.substitute[s.faction[seat], s.magic[seat], STEP_PRICE[due], kind]
            if kind != due and allowed:
                weigh_substitute(s, cards, w, v, seat, kind, due)


@kernel
def weigh_substitute(s, cards, w, v, seat, kind, due):
    """Raise the worth of resources of a kind, some of which may be paid for what is due."""
    row, other, have = v.goods[seat, kind], v.goods[seat, due], s.goods[seat, due]
    most = most_in_hand(cards)
    for count in range(most, 0, -1):
        best = row[count]
        for part in range(1, min(count, most - have) + 1):
            bought = w.instead * (other[have + part] - other[have])
            best = max(best, row[count - part] + bought)
        row[count] = best


@inner_kernel
def step_ahead(cards, w, v, kind, step, top, off, chance):
    """(price, worth) of a step, as far as it can still be taken."""
    if step > top or chance <= 0.0:
        return OUT_OF_REACH, 0.0
    price = max(0.0, 1.0 * price_of(cards, kind, step) - off)
    return price, min(1.0, chance) * step_worth(cards, w, v, kind, step)


@kernel
def weigh_seat(s, cards, w, v, seat):
    """Fill what goods and regions are worth to a seat.

    Nobody asks what more goods would be worth to a rival, but where they stand in for others.
    """
    if (v.weighed >> seat) & 1:
        return
    v.weighed |= 1 << seat
    count_income(s, cards, v, seat)
    best = 0.0
    substitutes = has_substitutes(s, cards, seat)
    for kind in range(record.GOODS):
        all_asked = substitutes or seat == v.seat
        most = most_in_hand(cards) if all_asked else s.goods[seat, kind]
        fill_goods(s, cards, w, v, seat, kind, most)
    for kind in range(record.GOODS):
        level, have = level_of(s, seat, kind), s.goods[seat, kind]
        supply = have + to_come(w, v, v.income[seat, kind])
        steps = v.goods[seat, kind, have] - v.spare[have]
        v.steps[seat, kind] = steps
        more = supply + v.soon * cards.collect_per_region
        v.more[seat, kind] = track_worth(s, cards, w, v, seat, kind, level, more) - steps
        best = max(best, v.more[seat, kind])
    v.more[seat, CHOICE] = best
    if substitutes:
        weigh_substitutes(s, cards, w, v, seat)


@kernel
def look_out(s, cards, w, v, seat):
    """Fill the outlook of a seat."""
    v.seat = seat
    v.weighed = 0
    v.known = 0
    v.seen = 0
    v.left = 0
    v.reached = 0
    v.counted = 0
    v.armed = 0
    foresee_end(s, cards, w, v)
    weigh_spare(cards, w, v)
    weigh_seat(s, cards, w, v, seat)


@inner_kernel
def goods_worth(s, cards, v, seat, kind, more):
    """Worth of so many more resources of a kind in hand; what does not fit is lost."""
    have = s.goods[seat, kind]
    then = min(cards.resource_limit, max(0, have + more))
    return v.goods[seat, kind, then] - v.goods[seat, kind, have]


@kernel
def choice_worth(s, cards, v, seat, count):
    """Worth of resources of choice: all of the best kind."""
    best = 0.0
    for kind in range(record.GOODS):
        best = max(best, goods_worth(s, cards, v, seat, kind, count))
    return best


# Regions


@inner_kernel
def lasting(w, v):
    """Share that counts of points which a region gives in the end."""
    return min(1.0, w.hold + w.hold_late * v.late)


@kernel
def land_worth(s, cards, w, v, seat, place):
    """Worth to a seat of having a meeple in a region, besides the meeple itself."""
    terrain = record.terrain_of(s, cards, place)
    worth = 0.0
    if terrain < record.GOODS:
        worth = v.more[seat, terrain]
        if s.open[place] == TOKEN.CAMP:
            worth += cards.camp_resources * v.more[seat, terrain]
    elif terrain == TERRAIN.RUINS:
        worth = v.more[seat, CHOICE]
        if not cards.ruins_kept[s.faction[seat], s.magic[seat]]:
            worth -= cards.meeple_points * lasting(w, v)
    elif terrain == TERRAIN.CAPITAL:
        ally = record.other_at(s, place, seat)
        shared = ally >= 0 and ally != record.NEUTRAL
        worth = lasting(w, v) * (cards.capital_points_shared if shared else cards.capital_points)
    if s.open[place] == TOKEN.TOWN:
        worth += lasting(w, v) * cards.town_points
    elif s.open[place] == TOKEN.FORT:
        worth += w.fort * v.rounds * cards.fort_bonus
    elif s.open[place] == TOKEN.DRAGONS_LAIR:
        worth += w.lair * v.rounds * cards.lair_levels
    if cards.lost_kingdom and record.slot_of(place) == record.LOST_KINGDOM:
        worth += lasting(w, v) * cards.lost_region_points
    return worth


@inner_kernel
def own_land(s, cards, w, v, seat, place):
    """As `land_worth` to the seat that looks out, worked out once."""
    if not record.is_in(v.known, place):
        v.known |= record.bit(place)
        v.land[place] = land_worth(s, cards, w, v, seat, place)
    return v.land[place]


@kernel
def free_beside(s, cards, w, v, seat, place):
    """Worth to the seat that looks out of the best free region next to a place."""
    if record.is_in(v.seen, place):
        return v.free[place]
    v.seen |= record.bit(place)
    best = 0.0
    region, territory = record.spot_of(place), s.territory[record.slot_of(place)]
    for k in range(cards.besides[territory, region]):
        neighbour = place - region + cards.beside[territory, region, k]
        if record.is_empty(s, neighbour) and questions.is_way(s, cards, seat, place, neighbour):
            best = max(best, own_land(s, cards, w, v, seat, neighbour))
    v.free[place] = best
    return best
