"""Patrols and quests: what a meeple leaves behind and what it finds.

Neither depends on the other, so both are worked out once a place and added up move by move; they
stand behind the moves in `features`.
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.kingdoms.cards.codes import TERRAIN, WHEN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.moves.payments import dummy_war_cost, neutral_price
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.record import GOOD
from strategies.kingdoms import outlook, war
from strategies.kingdoms.learned import value
from strategies.kingdoms.names import MOVE_FEATURES
from strategies.kingdoms.steps import gains

OF_MOVE = list(MOVE_FEATURES).index("move")
# The features that an end of a march may have.
OF_POINTS, OF_GOODS, OF_VALUE, OF_LAND, OF_ROOM, OF_GUARD, OF_TOKEN, OF_ATTACK, OF_WAR, OF_RUINS = (
    list(MOVE_FEATURES).index(name)
    for name in (
        *("points", "goods", "value", "land", "room"),
        *("guard", "token", "attack", "war", "ruins"),
    )
)


@inner_kernel
def describe_march(s, cards, w, v, m, features, numbers, i):
    """A patrol or quest: what is left, what is won, and what waits there."""
    left, reached = outlook.LEAVING + m.place, outlook.ARRIVING + m.goal
    look_at_ends(s, cards, w, v, m, features[left], features[reached])
    for k in range(outlook.COUNT):
        numbers[i, k] = numbers[left, k] + numbers[reached, k]
    features[i].move = toil(w, v)
    features[i].goods += worth_of_way(s, cards, v, m)


@inner_kernel
def worth_of_march(s, cards, w, v, m, features):
    """Features times weights of a patrol or quest; those of its ends are not kept."""
    look_at_ends(s, cards, w, v, m, features[outlook.LEAVING], features[outlook.LEAVING])
    worth = v.leave[m.place] + v.arrive[m.goal] + w.weight[OF_MOVE] * toil(w, v)
    return worth + w.weight[OF_GOODS] * worth_of_way(s, cards, v, m)


@inner_kernel
def look_at_ends(s, cards, w, v, m, left, reached):
    """Describe, once, what leaving the place of a march brings, and what coming to its goal."""
    start, goal = m.place, m.goal
    if not record.is_in(v.left, start):
        v.left |= record.bit(start)
        clear_end(left)
        describe_leaving(s, cards, w, v, m.actor, start, left)
        v.leave[start] = total_of_end(w, left)
    if not record.is_in(v.reached, goal):
        v.reached |= record.bit(goal)
        clear_end(reached)
        describe_arrival(s, cards, w, v, m.actor, goal, reached)
        v.arrive[goal] = total_of_end(w, reached)


@inner_kernel
def clear_end(f):
    """Set the features that an end of a march may have to 0; the others always are."""
    f.points, f.goods, f.value, f.land, f.room = 0.0, 0.0, 0.0, 0.0, 0.0
    f.guard, f.token, f.attack, f.war, f.ruins = 0.0, 0.0, 0.0, 0.0, 0.0


@inner_kernel
def total_of_end(w, f):
    """Features times weights of an end of a march, added up in the order of `total_of`."""
    weight = w.weight
    a = weight[OF_POINTS] * f.points + weight[OF_ROOM] * f.room + weight[OF_WAR] * f.war
    b = weight[OF_GOODS] * f.goods + weight[OF_GUARD] * f.guard
    c = weight[OF_TOKEN] * f.token + weight[OF_RUINS] * f.ruins
    d = weight[OF_VALUE] * f.value + weight[OF_LAND] * f.land + weight[OF_ATTACK] * f.attack
    return (a + b) + (c + d)


@inner_kernel
def toil(w, v):
    """How much a march counts as one: less when the game is about to end."""
    return 1.0 - w.fade_move * v.end


@inner_kernel
def worth_of_way(s, cards, v, m):
    """Worth of the goods that a march by itself takes and brings."""
    worth = 0.0
    if m.price > 0:
        worth += outlook.goods_worth(s, cards, v, m.actor, GOOD.FOOD, -m.price)
    moment = WHEN.PATROL if m.kind == KIND.PATROL else WHEN.QUEST
    return worth + gains(s, cards, v, m.actor, moment, m.goal, NONE)


@kernel
def describe_leaving(s, cards, w, v, seat, place, f):
    """What a meeple leaves behind."""
    if record.count_at(s, place, seat) == 1:
        f.land -= outlook.own_land(s, cards, w, v, seat, place)
        f.value -= value.region_rate(s, cards, v, seat, place)
        if not record.is_full(s, place):
            f.guard += war.risk(s, cards, w, v, seat, place)
    else:
        f.guard -= war.risk(s, cards, w, v, seat, place)
        f.room -= outlook.free_beside(s, cards, w, v, seat, place)
    if record.terrain_of(s, cards, place) == TERRAIN.RUINS:
        f.ruins -= 1.0


@kernel
def describe_arrival(s, cards, w, v, seat, goal, f):
    """What a meeple finds in a region that it goes into."""
    if record.terrain_of(s, cards, goal) == TERRAIN.RUINS:
        f.ruins += 1.0
    f.goods += gains(s, cards, v, seat, WHEN.MOVE, goal, NONE)
    owner = s.owner[goal, 0]
    if owner == NONE:
        f.land += outlook.own_land(s, cards, w, v, seat, goal)
        f.value += value.region_rate(s, cards, v, seat, goal)
        f.guard -= war.risk(s, cards, w, v, seat, goal)
        f.room += outlook.free_beside(s, cards, w, v, seat, goal)
        f.token = 1.0 if s.hidden[goal] != NONE else 0.0
    elif owner == seat:
        f.guard += war.risk(s, cards, w, v, seat, goal)
        f.room += outlook.free_beside(s, cards, w, v, seat, goal)
    elif owner == record.NEUTRAL:
        f.land += outlook.own_land(s, cards, w, v, seat, goal)
        f.points += cards.neutral_points
        f.goods -= neutral_price(s, cards) * war.unit_worth(s, cards, v, seat)
    elif cards.solo:
        cost = dummy_war_cost(s, cards, goal, False)
        f.attack = outlook.own_land(s, cards, w, v, seat, goal) + war.envy(
            s, cards, w, owner
        ) * war.meeple_worth(cards, w, v)
        f.attack -= cost * war.unit_worth(s, cards, v, seat)
        f.war = 1.0
    else:
        f.attack = war.attack_worth(s, cards, w, v, seat, owner, goal)
        f.war = 1.0
