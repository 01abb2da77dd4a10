"""What moves do to goods and tracks: collecting, gains by abilities, steps of the three tracks."""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.kingdoms.cards.codes import DO, MAGIC, RESOURCE, TERRAIN, WHEN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.end import bonus_of, score_now
from simulate.games.kingdoms.moves import questions
from simulate.games.kingdoms.state.record import GOOD, GOODS, is_empty, terrain_of
from strategies.kingdoms import outlook, war
from strategies.kingdoms.abilities import ability_worth
from strategies.kingdoms.learned import value

MOST_LEAD = 3.0


@inner_kernel
def describe_goods(s, cards, v, m, f, sign):
    """Worth of the goods that a move names, taken (1) or given (-1)."""
    worth = outlook.goods_worth(s, cards, v, m.actor, GOOD.MANA, sign * m.mana)
    worth += outlook.goods_worth(s, cards, v, m.actor, GOOD.ORE, sign * m.ore)
    f.goods += worth + outlook.goods_worth(s, cards, v, m.actor, GOOD.FOOD, sign * m.food)
    rate = (
        value.goods_rate(v, GOOD.MANA, m.mana)
        + value.goods_rate(v, GOOD.ORE, m.ore)
        + value.goods_rate(v, GOOD.FOOD, m.food)
    )
    f.value += sign * rate


@kernel
def describe_collecting(s, cards, w, v, seat, f):
    """Worth of what the regions yield.  Rules K-COLLECT-2, K-COLLECT-6."""
    for kind in range(GOODS):
        brought = np.int64(v.income[seat, kind])
        f.goods += outlook.goods_worth(s, cards, v, seat, kind, brought)
        room = cards.resource_limit - s.goods[seat, kind]
        f.value += value.goods_rate(v, kind, min(brought, room))
    choices = np.int64(v.income[seat, outlook.CHOICE])
    if s.in_play[seat] == 1:
        choices += cards.last_meeple_bonus
    if choices > 0:
        f.goods += outlook.choice_worth(s, cards, v, seat, choices)
        goods = v.rate.goods
        f.value += max(goods[GOOD.MANA], goods[GOOD.ORE], goods[GOOD.FOOD]) * choices / 9
    f.collect = 1.0 - w.fade_collect * v.end


@inner_kernel
def gains(s, cards, v, seat, moment, place, brought):
    """Worth of what abilities bring at a moment, as `gain_at` in the rules."""
    if cards.run_count[s.faction[seat], moment, s.magic[seat]] == 0:
        return 0.0
    return gains_of_rows(s, cards, v, seat, moment, place, brought)


@kernel
def gains_of_rows(s, cards, v, seat, moment, place, brought):
    """Worth of the effects that bring something at a moment."""
    faction, magic = s.faction[seat], s.magic[seat]
    first = cards.run_first[faction, moment]
    worth = 0.0
    for row in range(first, first + cards.run_count[faction, moment, magic]):
        if cards.row_do[row] != DO.GAIN:
            continue
        if place != NONE and (cards.row_mask[row] & questions.sorts_at(s, cards, seat, place)) == 0:
            continue
        kind, amount = cards.row_resource[row], cards.row_amount[row]
        if kind == RESOURCE.SAME:
            kind = brought if place == NONE else terrain_of(s, cards, place)
        if kind == RESOURCE.ANY:
            worth += outlook.choice_worth(s, cards, v, seat, amount)
        elif kind < GOODS:
            worth += outlook.goods_worth(s, cards, v, seat, kind, amount)
    return worth


# Steps of the tracks


@kernel
def describe_step(s, cards, w, v, seat, kind, price, f):
    """What a step does to what the goods will still buy, and to the goods in hand."""
    have = s.goods[seat, kind]
    paid = min(have, price)
    supply = have - paid + outlook.to_come(w, v, v.income[seat, kind])
    level = outlook.level_of(s, seat, kind)
    f.track = (
        outlook.track_worth(s, cards, w, v, seat, kind, level + 1, supply) - v.steps[seat, kind]
    )
    f.goods += v.spare[have - paid] - v.spare[have]
    f.value += (
        value.points_rate(v, f.points) + value.step_rate(v, kind) - value.goods_rate(v, kind, price)
    )
    if paid < price:
        f.goods -= outlook.choice_worth(s, cards, v, seat, price - paid)


@kernel
def describe_build(s, cards, w, v, m, f):
    """One more tower level.  Rules K-BUILD-1, K-SCORE-4."""
    seat = m.actor
    step = s.tower[seat] + 1
    f.points = outlook.step_worth(cards, w, v, GOOD.ORE, step)
    describe_step(s, cards, w, v, seat, GOOD.ORE, m.price, f)
    f.goods += gains(s, cards, v, seat, WHEN.BUILD, NONE, NONE)
    f.build = 1.0 - w.fade_step * v.end
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
        f.skill = outlook.skill_worth(cards, w, v, step)
        f.ability = ability_worth(cards, w, v, s.faction[seat], step)
    describe_step(s, cards, w, v, seat, GOOD.MANA, m.price, f)
    f.goods += gains(s, cards, v, seat, WHEN.RESEARCH, NONE, NONE)
    f.research = 1.0 - w.fade_step * v.end
    if step == cards.end_magic:
        describe_finish(s, cards, seat, f)


@kernel
def describe_expansion(s, cards, w, v, m, f):
    """One more meeple.  Rules K-EXPAND-1, K-EXPAND-4."""
    seat, goal = m.actor, m.goal
    f.points = cards.meeple_points
    f.land = w.spread * v.rounds
    if is_empty(s, goal):
        f.land += outlook.own_land(s, cards, w, v, seat, goal)
        f.value += value.region_rate(s, cards, v, seat, goal)
        f.token = 1.0 if s.hidden[goal] != NONE else 0.0
    else:
        f.room = outlook.free_beside(s, cards, w, v, seat, goal)
        f.guard = war.risk(s, cards, w, v, seat, goal)
        if terrain_of(s, cards, goal) == TERRAIN.RUINS:
            f.ruins = 1.0
    describe_step(s, cards, w, v, seat, GOOD.FOOD, m.price, f)
    f.goods += gains(s, cards, v, seat, WHEN.EXPAND, goal, NONE)
    f.expand = 1.0 - w.fade_step * v.end
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
