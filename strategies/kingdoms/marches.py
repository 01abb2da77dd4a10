"""Patrols and quests: what a meeple leaves behind and what it finds.

Neither depends on the other, so both are worked out once a place and added up move by move; they
stand behind the moves in `features`.
"""

from simulate.core.compiler import inner_kernel, kernel
from simulate.games.kingdoms.cards.codes import TERRAIN, WHEN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.moves.payments import dummy_war_cost, neutral_price
from simulate.games.kingdoms.state.record import (
    GOOD,
    NEUTRAL,
    bit,
    count_at,
    is_full,
    is_in,
    terrain_of,
)
from strategies.kingdoms.outlook import (
    ARRIVING,
    COUNT,
    LEAVING,
    clear,
    free_beside,
    goods_worth,
    own_land,
)
from strategies.kingdoms.steps import gains
from strategies.kingdoms.value import (
    region_rate,
)
from strategies.kingdoms.war import (
    attack_worth,
    envy,
    meeple_worth,
    risk,
    unit_worth,
)


@inner_kernel
def describe_march(s, cards, w, v, m, features, numbers, i):
    """A patrol or quest: what is left, what is won, and what waits there."""
    seat, here, goal = m.actor, m.place, m.goal
    if not is_in(v.left, here):
        v.left |= bit(here)
        clear(numbers, LEAVING + here, LEAVING + here + 1)
        describe_leaving(s, cards, w, v, seat, here, features[LEAVING + here])
    if not is_in(v.reached, goal):
        v.reached |= bit(goal)
        clear(numbers, ARRIVING + goal, ARRIVING + goal + 1)
        describe_arrival(s, cards, w, v, seat, goal, features[ARRIVING + goal])
    for k in range(COUNT):
        numbers[i, k] = numbers[LEAVING + here, k] + numbers[ARRIVING + goal, k]
    f = features[i]
    f.move = 1.0
    if m.price > 0:
        f.goods += goods_worth(s, cards, v, seat, GOOD.FOOD, -m.price)
    moment = WHEN.PATROL if m.kind == KIND.PATROL else WHEN.QUEST
    f.goods += gains(s, cards, v, seat, moment, goal, NONE)


@kernel
def describe_leaving(s, cards, w, v, seat, here, f):
    """What a meeple leaves behind."""
    if count_at(s, here, seat) == 1:
        f.land -= own_land(s, cards, w, v, seat, here)
        f.value -= region_rate(s, cards, v, seat, here)
        if not is_full(s, here):
            f.guard += risk(s, cards, w, v, seat, here)
    else:
        f.guard -= risk(s, cards, w, v, seat, here)
        f.room -= free_beside(s, cards, w, v, seat, here)
    if terrain_of(s, cards, here) == TERRAIN.RUINS:
        f.ruins -= 1.0


@kernel
def describe_arrival(s, cards, w, v, seat, goal, f):
    """What a meeple finds in a region that it goes into."""
    if terrain_of(s, cards, goal) == TERRAIN.RUINS:
        f.ruins += 1.0
    f.goods += gains(s, cards, v, seat, WHEN.MOVE, goal, NONE)
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
