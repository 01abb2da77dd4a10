"""The features of every legal move, as a player in the seat sees them.

`features` holds one record `FEATURES` for each move, fields named as in
`names.MOVE_FEATURES`; `numbers` is the same memory as float64[moves, COUNT].
"""

import numpy as np

from simulate.core.compiler import inner_kernel, kernel
from simulate.games.kingdoms.cards.codes import MAGIC, OPEN, PLACES, REGIONS
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.end import bonus_of, score_now
from simulate.games.kingdoms.moves.codes import (
    ANY_RESOURCE,
    BUILDS,
    CAPITAL,
    EXPANDS,
    GAIN_DO,
    ON_BUILD,
    ON_EXPAND,
    ON_MOVE,
    ON_PATROL,
    ON_QUEST,
    ON_RESEARCH,
    ON_TRADE,
    RESEARCHES,
    RUINS,
    SAME_RESOURCE,
    TRADES,
)
from simulate.games.kingdoms.moves.lists import list_action
from simulate.games.kingdoms.moves.move import (
    BUILD,
    CHURCH,
    COLLECT,
    EXCHANGE_ONE,
    EXPAND,
    GIVE_UP,
    KEEP,
    LAIR,
    LOSE_MEEPLE,
    NEXT,
    NO_LAIR,
    NOTHING,
    PATROL,
    PAY,
    PAY_BANDITS,
    PLUNDER_ONE,
    QUEST,
    RAISE,
    RESEARCH,
    RETREAT,
    SET_NUMBER,
    SIDE,
    SPLIT,
    STAND_UP,
    START,
    TAKE_ONE,
    TRADE,
    TREASURE,
    WHITE_FLAG,
    YIELD,
)
from simulate.games.kingdoms.moves.payments import dummy_war_cost, neutral_price
from simulate.games.kingdoms.moves.questions import (
    collects_from,
    sorts_at,
)
from simulate.games.kingdoms.state.record import (
    ATTACKER,
    DEFENDER,
    FOOD,
    GOODS,
    MANA,
    NEUTRAL,
    ORE,
    RAISE_ATTACK,
    SELECT_ACTION,
    SET_ATTACK,
    SET_DEFENCE,
    count_at,
    is_empty,
    is_full,
    terrain_of,
)
from strategies.kingdoms.abilities import ability_worth
from strategies.kingdoms.names import MOVE_FEATURES
from strategies.kingdoms.outlook import (
    CHOICE,
    choice_worth,
    free_beside,
    goods_worth,
    lasting,
    level_of,
    look_out,
    own_land,
    price_of,
    skill_worth,
    step_worth,
    to_come,
    top_of,
    track_worth,
)
from strategies.kingdoms.value import (
    fill_rates,
    goods_rate,
    points_rate,
    region_rate,
    step_rate,
)
from strategies.kingdoms.war import (
    attack_worth,
    envy,
    meeple_worth,
    mix_numbers,
    stakes,
    unit_worth,
)

COUNT = len(MOVE_FEATURES)
FOURS = COUNT - COUNT % 4  # features that come in fours
# One record a move; the same memory as numbers, float64[moves, COUNT], is what `score` reads.
FEATURES = np.dtype((np.record, np.dtype([(name, "f8") for name in MOVE_FEATURES])))
OF_IDLENESS, OF_GOODS, OF_TRADE = (list(MOVE_FEATURES).index(k) for k in ("idle", "goods", "trade"))
NOTHING_TO_DO = -1e9
MOST_LEAD = 3.0


@kernel
def describe(s, cards, w, v, moves, n, features, numbers):
    """Fill the features of all `n` legal moves of the seat that must choose."""
    clear(numbers, 0, n)
    seat = moves[0].actor
    look_out(s, cards, w, v, seat)
    fill_rates(cards, v)
    phase = s.phase
    if phase == SELECT_ACTION:
        describe_selections(s, cards, w, v, moves, n, features, numbers)
        return
    if phase == SET_ATTACK or phase == SET_DEFENCE:
        mix_numbers(s, cards, w, v)
    for i in range(n):
        describe_move(s, cards, w, v, moves[i], features[i])


@inner_kernel
def clear(numbers, first, last):
    """Set the features of some moves to 0."""
    for i in range(first, last):
        for k in range(COUNT):
            numbers[i, k] = 0.0


@inner_kernel
def total_of(w, numbers, i):
    """Features times weights of one move.

    Four sums at once: one after another, each addition would wait for the last.
    """
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    for k in range(0, FOURS, 4):
        a += w.weight[k] * numbers[i, k]
        b += w.weight[k + 1] * numbers[i, k + 1]
        c += w.weight[k + 2] * numbers[i, k + 2]
        d += w.weight[k + 3] * numbers[i, k + 3]
    for k in range(FOURS, COUNT):
        a += w.weight[k] * numbers[i, k]
    return (a + b) + (c + d)


@kernel
def describe_move(s, cards, w, v, m, f):
    """The features of one move, by its kind."""
    kind = m.kind
    if kind == PATROL or kind == QUEST:
        describe_march(s, cards, w, v, m, f)
    elif kind == COLLECT:
        describe_collecting(s, cards, v, m.actor, f)
    elif kind == TRADE:
        describe_goods(s, cards, v, m, f, -1)
        gives = m.mana + m.ore + m.food
        f.goods += goods_worth(s, cards, v, m.actor, m.resource, gives)
        f.value += goods_rate(v, m.resource, gives)
        f.goods += gains(s, cards, v, m.actor, ON_TRADE, NONE, m.resource)
        f.trade = 1.0
    elif kind == NOTHING:
        f.idle = 1.0
    elif kind == BUILD:
        describe_build(s, cards, w, v, m, f)
    elif kind == RESEARCH:
        describe_research(s, cards, w, v, m, f)
    elif kind == EXPAND:
        describe_expansion(s, cards, w, v, m, f)
    elif kind == PAY or kind == PAY_BANDITS:
        describe_goods(s, cards, v, m, f, -1)
    elif kind == TAKE_ONE:
        f.goods = goods_worth(s, cards, v, m.actor, m.resource, m.number)
        f.value = goods_rate(v, m.resource, m.number)
    else:
        describe_answer(s, cards, w, v, m, f)


# Goods


@inner_kernel
def describe_goods(s, cards, v, m, f, sign):
    """Worth of the goods that a move names, taken (1) or given (-1)."""
    worth = goods_worth(s, cards, v, m.actor, MANA, sign * m.mana)
    worth += goods_worth(s, cards, v, m.actor, ORE, sign * m.ore)
    f.goods += worth + goods_worth(s, cards, v, m.actor, FOOD, sign * m.food)
    rate = goods_rate(v, MANA, m.mana) + goods_rate(v, ORE, m.ore) + goods_rate(v, FOOD, m.food)
    f.value += sign * rate


@kernel
def describe_collecting(s, cards, v, seat, f):
    """Worth of what the regions yield.  Rules K-COLLECT-2, K-COLLECT-6."""
    for kind in range(GOODS):
        brought = np.int64(v.income[seat, kind])
        f.goods += goods_worth(s, cards, v, seat, kind, brought)
        room = cards.resource_limit - s.goods[seat, kind]
        f.value += goods_rate(v, kind, min(brought, room))
    found = np.int64(v.income[seat, CHOICE])
    if s.in_play[seat] == 1:
        found += cards.last_meeple_bonus
    if found > 0:
        f.goods += choice_worth(s, cards, v, seat, found)
        f.value += max(v.rate[4], v.rate[5], v.rate[6]) * found / 9
    f.collect = 1.0


@kernel
def gains(s, cards, v, seat, moment, place, brought):
    """Worth of what abilities bring at a moment, as `gain_at` in the rules."""
    faction, magic = s.faction[seat], s.magic[seat]
    first = cards.run_first[faction, moment]
    worth = 0.0
    for row in range(first, first + cards.run_count[faction, moment, magic]):
        if cards.row_do[row] != GAIN_DO:
            continue
        if place != NONE and (cards.row_mask[row] & sorts_at(s, cards, seat, place)) == 0:
            continue
        kind, amount = cards.row_resource[row], cards.row_amount[row]
        if kind == SAME_RESOURCE:
            kind = brought if place == NONE else terrain_of(s, cards, place)
        if kind == ANY_RESOURCE:
            worth += choice_worth(s, cards, v, seat, amount)
        elif kind < GOODS:
            worth += goods_worth(s, cards, v, seat, kind, amount)
    return worth


# Steps of the tracks


@kernel
def describe_step(s, cards, w, v, seat, kind, price, f):
    """What a step does to what the goods will still buy, and to the goods in hand."""
    have = s.goods[seat, kind]
    paid = min(have, price)
    supply = have - paid + to_come(w, v, v.income[seat, kind])
    level = level_of(s, seat, kind)
    f.track = track_worth(s, cards, w, v, seat, kind, level + 1, supply) - v.steps[seat, kind]
    f.goods += v.spare[have - paid] - v.spare[have]
    f.value += points_rate(v, f.points) + step_rate(v, kind) - goods_rate(v, kind, price)
    if paid < price:
        f.goods -= choice_worth(s, cards, v, seat, price - paid)


@kernel
def describe_build(s, cards, w, v, m, f):
    """One more tower level.  Rules K-BUILD-1, K-SCORE-4."""
    seat = m.actor
    step = s.tower[seat] + 1
    f.points = step_worth(cards, w, v, ORE, step)
    describe_step(s, cards, w, v, seat, ORE, m.price, f)
    f.goods += gains(s, cards, v, seat, ON_BUILD, NONE, NONE)
    f.build = 1.0
    if step == cards.end_tower:
        describe_finish(s, cards, seat, f)


@kernel
def describe_research(s, cards, w, v, m, f):
    """One more level of magic.  Rules K-RESEARCH-1, K-RESEARCH-4."""
    seat = m.actor
    step = s.magic[seat] + 1
    f.points = cards.magic_points
    if step == MAGIC - 1:
        s.magic[seat] = step  # as if it had been learnt, to see the bonus
        f.points += bonus_of(s, cards, seat)
        s.magic[seat] = step - 1
    else:
        f.skill = skill_worth(cards, w, v, step)
        f.ability = ability_worth(cards, w, v, s.faction[seat], step)
    describe_step(s, cards, w, v, seat, MANA, m.price, f)
    f.goods += gains(s, cards, v, seat, ON_RESEARCH, NONE, NONE)
    f.research = 1.0
    if step == cards.end_magic:
        describe_finish(s, cards, seat, f)


@kernel
def describe_expansion(s, cards, w, v, m, f):
    """One more meeple.  Rules K-EXPAND-1, K-EXPAND-4."""
    seat, goal = m.actor, m.goal
    f.points = cards.meeple_points
    f.land = w.spread * v.rounds
    if is_empty(s, goal):
        f.land += own_land(s, cards, w, v, seat, goal)
        f.value += region_rate(s, cards, v, seat, goal)
        f.token = 1.0 if s.hidden[goal] != NONE else 0.0
    else:
        f.room = free_beside(s, cards, w, v, seat, goal)
        f.guard = risk(s, cards, w, v, seat, goal)
        if terrain_of(s, cards, goal) == RUINS:
            f.ruins = 1.0
    describe_step(s, cards, w, v, seat, FOOD, m.price, f)
    f.goods += gains(s, cards, v, seat, ON_EXPAND, goal, NONE)
    f.expand = 1.0
    if s.in_play[seat] + 1 == cards.end_meeples:
        describe_finish(s, cards, seat, f)


@kernel
def describe_finish(s, cards, seat, f):
    """Lead over the best rival, where a move brings about the end."""
    best = -100.0
    for other in range(s.seats):
        if other != seat:
            best = max(best, 1.0 * score_now(s, cards, other))
    lead = score_now(s, cards, seat) + f.points - best
    f.finish = min(MOST_LEAD, max(-MOST_LEAD, lead))


# Moving


@kernel
def risk(s, cards, w, v, seat, place):
    """Worth that is at risk where one meeple stands alone."""
    slot = place // PLACES
    edge = cards.edge[s.territory[slot], place % PLACES]
    worth = own_land(s, cards, w, v, seat, place) + meeple_worth(cards, w, v)
    return w.threat * worth * (1.0 if edge else 0.5)


@kernel
def describe_march(s, cards, w, v, m, f):
    """A patrol or quest: what is left, what is won, and what waits there."""
    seat, here, goal = m.actor, m.place, m.goal
    f.move = 1.0
    if count_at(s, here, seat) == 1:
        f.land -= own_land(s, cards, w, v, seat, here)
        f.value -= region_rate(s, cards, v, seat, here)
        if not is_full(s, here):
            f.guard += risk(s, cards, w, v, seat, here)
    else:
        f.guard -= risk(s, cards, w, v, seat, here)
        f.room -= free_beside(s, cards, w, v, seat, here)
    if terrain_of(s, cards, here) == RUINS:
        f.ruins -= 1.0
    if terrain_of(s, cards, goal) == RUINS:
        f.ruins += 1.0
    if m.price > 0:
        f.goods += goods_worth(s, cards, v, seat, FOOD, -m.price)
    moment = ON_PATROL if m.kind == PATROL else ON_QUEST
    f.goods += gains(s, cards, v, seat, moment, goal, NONE)
    f.goods += gains(s, cards, v, seat, ON_MOVE, goal, NONE)
    describe_arrival(s, cards, w, v, seat, goal, f)


@kernel
def describe_arrival(s, cards, w, v, seat, goal, f):
    """What a meeple finds in a region that it goes into."""
    owner = s.owner[goal, 0]
    if owner == NONE:
        f.land += own_land(s, cards, w, v, seat, goal)
        f.value += region_rate(s, cards, v, seat, goal)
        f.guard -= risk(s, cards, w, v, seat, goal)
        f.room += free_beside(s, cards, w, v, seat, goal)
        f.token = 1.0 if s.hidden[goal] != NONE else 0.0
    elif owner == seat:
        f.guard += risk(s, cards, w, v, seat, goal)
        f.room += free_beside(s, cards, w, v, seat, goal)
    elif owner == NEUTRAL:
        f.land += own_land(s, cards, w, v, seat, goal)
        f.points += cards.neutral_points
        f.goods -= neutral_price(s, cards) * unit_worth(s, cards, v, seat)
    elif cards.solo:
        cost = dummy_war_cost(s, cards, goal, False)
        f.attack = own_land(s, cards, w, v, seat, goal) + envy(s, cards, w, owner) * meeple_worth(
            cards, w, v
        )
        f.attack -= cost * unit_worth(s, cards, v, seat)
        f.war = 1.0
    else:
        f.attack = attack_worth(s, cards, w, v, seat, owner, goal)
        f.war = 1.0


# Selecting an action


@kernel
def describe_selections(s, cards, w, v, moves, n, features, numbers):
    """What each action would bring the seat itself and the others."""
    seat = moves[0].actor
    for i in range(n):
        action = moves[i].number
        if action == TRADES:
            best = w.weight[OF_GOODS] * best_trade(s, cards, v, seat) + w.weight[OF_TRADE]
        else:
            best = best_use(s, cards, w, v, moves, n, features, numbers, seat, action)
        features[i].mine = max(w.weight[OF_IDLENESS], best)
        if best < w.weight[OF_IDLENESS]:
            features[i].miss = step_of(s, cards, w, v, seat, action)
        for rival in range(s.seats):
            if rival != seat:
                features[i].theirs += use_to(s, cards, w, v, rival, action)
        features[i].theirs /= s.seats - 1


@kernel
def best_use(s, cards, w, v, moves, n, features, numbers, seat, action):
    """Score of the best way to take an action; its moves are listed behind the `n` selections."""
    last = list_action(s, cards, moves, n, seat, action)
    clear(numbers, n, last)
    best = NOTHING_TO_DO
    for k in range(n, last):
        describe_move(s, cards, w, v, moves[k], features[k])
        best = max(best, total_of(w, numbers, k))
    return best


@kernel
def best_trade(s, cards, v, seat):
    """Worth of the best exchange of one resource into another."""
    best = NOTHING_TO_DO
    for gained in range(GOODS):
        for given in range(GOODS):
            if given != gained:
                room = cards.resource_limit - s.goods[seat, gained]
                for count in range(1, min(room, s.goods[seat, given]) + 1):
                    worth = goods_worth(s, cards, v, seat, gained, count)
                    best = max(best, worth + goods_worth(s, cards, v, seat, given, -count))
    return best


@inner_kernel
def paid_with(action):
    """Resource that an action's steps are paid with, NONE for an action without steps."""
    if action == RESEARCHES:
        return MANA
    if action == BUILDS:
        return ORE
    return FOOD if action == EXPANDS else NONE


@kernel
def step_of(s, cards, w, v, seat, action):
    """Worth of a seat's next step by an action, 0 where there is none."""
    kind = paid_with(action)
    if kind == NONE or level_of(s, seat, kind) >= top_of(cards, kind):
        return 0.0
    return step_worth(cards, w, v, kind, level_of(s, seat, kind) + 1)


@kernel
def use_to(s, cards, w, v, seat, action):
    """Worth of an action to a rival: the step less its price, or the chance that passes."""
    worth = step_of(s, cards, w, v, seat, action)
    if worth == 0.0:
        return 0.0
    kind = paid_with(action)
    price = price_of(cards, kind, level_of(s, seat, kind) + 1)
    if price > s.goods[seat, kind]:
        return -w.deny * worth
    return max(0.0, worth - w.piece * price)


# Answers


@kernel
def describe_answer(s, cards, w, v, m, f):
    """The features of what is asked for more rarely, by its kind."""
    kind, seat = m.kind, m.actor
    if kind == SET_NUMBER or kind == WHITE_FLAG:
        f.number = v.mix[ATTACKER if s.phase == SET_ATTACK else DEFENDER, m.number]
        f.flag = 1.0 if kind == WHITE_FLAG else 0.0
    elif kind == RETREAT or kind == CHURCH or kind == KEEP:
        describe_retreat(s, cards, w, v, m, f)
    elif kind == GIVE_UP or kind == LOSE_MEEPLE:
        describe_loss(s, cards, w, v, m, f)
    elif kind == TREASURE or kind == SPLIT:
        describe_goods(s, cards, v, m, f, 1)
    elif kind == EXCHANGE_ONE:
        own = collects_from(s, cards, seat, m.place)
        f.goods = goods_worth(s, cards, v, seat, m.resource, 1)
        if own >= 0:
            f.goods -= goods_worth(s, cards, v, seat, own, 1)
    elif kind == PLUNDER_ONE:
        f.goods = goods_worth(s, cards, v, seat, m.resource, 1)
    elif kind == YIELD:
        f.points = -meeple_worth(cards, w, v)
        f.land = -own_land(s, cards, w, v, seat, s.war_place)
    elif kind == RAISE:
        describe_raise(s, cards, w, v, m, f)
    elif kind == STAND_UP:
        f.ruins = -1.0
        f.land = -own_land(s, cards, w, v, seat, m.place)
        f.room = free_beside(s, cards, w, v, seat, m.place)
    elif kind == SIDE:
        describe_side(s, cards, w, v, m.number, f)
    elif kind == START:
        f.land = own_land(s, cards, w, v, seat, m.goal)
        f.room = free_beside(s, cards, w, v, seat, m.goal)
    elif kind == LAIR:
        rival = s.loser
        step = s.tower[rival]
        drop = max(0, step - cards.lair_levels)
        f.points = envy(s, cards, w, rival) * (cards.tower_points[step] - cards.tower_points[drop])
    elif kind == NO_LAIR:
        f.points = envy(s, cards, w, s.loser) * meeple_worth(cards, w, v)
    elif kind == NEXT:
        f.land = -own_land(s, cards, w, v, seat, m.place)


@kernel
def describe_retreat(s, cards, w, v, m, f):
    """A beaten meeple saved: where it goes, and what that costs."""
    seat = m.actor
    f.points = meeple_worth(cards, w, v)
    if is_empty(s, m.goal):
        f.land = own_land(s, cards, w, v, seat, m.goal)
        f.token = 1.0 if s.hidden[m.goal] != NONE else 0.0
    else:
        f.guard = risk(s, cards, w, v, seat, m.goal)
    f.goods = goods_worth(s, cards, v, seat, FOOD, -m.price)


@kernel
def describe_loss(s, cards, w, v, m, f):
    """A meeple given up: the next one costs less."""
    seat = m.actor
    supply = s.goods[seat, FOOD] + to_come(w, v, v.income[seat, FOOD])
    level = s.in_play[seat] - 1
    f.track = track_worth(s, cards, w, v, seat, FOOD, level, supply) - v.steps[seat, FOOD]
    if m.kind == LOSE_MEEPLE:
        f.points = -meeple_worth(cards, w, v)
        if count_at(s, m.place, seat) == 1:
            f.land = -own_land(s, cards, w, v, seat, m.place)


@kernel
def describe_raise(s, cards, w, v, m, f):
    """Pieces added once both numbers are seen."""
    side = ATTACKER if s.phase == RAISE_ATTACK else DEFENDER
    win, lose, _ = stakes(s, cards, w, v, side)
    mine, theirs = s.dice[side] + m.number, s.dice[1 - side]
    ties = cards.wins_ties[s.faction[s.side[ATTACKER]], s.magic[s.side[ATTACKER]]] == 1
    wins = mine > theirs or (mine == theirs and ties == (side == ATTACKER))
    f.attack = (win if wins else lose) - m.number * unit_worth(s, cards, v, m.actor)


@kernel
def describe_side(s, cards, w, v, territory, f):
    """A side of the home card: its regions and the ways between them."""
    kinds = 0
    for region in range(REGIONS):
        terrain = cards.terrain[territory, region]
        if terrain < GOODS:
            kinds |= 1 << terrain
        elif terrain == CAPITAL:
            f.points += cards.capital_points * lasting(w, v)
        for other in range(region):
            if cards.border[territory, region, other] == OPEN:
                f.room += 0.1
    for kind in range(GOODS):
        f.land += 0.5 * ((kinds >> kind) & 1)
