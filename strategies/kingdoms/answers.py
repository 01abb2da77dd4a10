"""What is asked for more rarely: numbers in war, retreats, losses, sides, treasures."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.kingdoms.cards.codes import BORDER, REGIONS, TERRAIN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.moves import questions
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.record import GOOD, PHASE
from strategies.kingdoms import outlook, war
from strategies.kingdoms.steps import describe_goods


@kernel
def describe_answer(s, cards, w, v, m, f):
    """The features of what is asked for more rarely, by its kind."""
    kind, seat = m.kind, m.actor
    if kind == KIND.SET_NUMBER or kind == KIND.WHITE_FLAG:
        describe_number(s, v, m, f)
    elif kind == KIND.RETREAT or kind == KIND.CHURCH or kind == KIND.KEEP:
        describe_retreat(s, cards, w, v, m, f)
    elif kind == KIND.GIVE_UP or kind == KIND.LOSE_MEEPLE:
        describe_loss(s, cards, w, v, m, f)
    elif kind == KIND.TAKE_TREASURE or kind == KIND.SPLIT_RESOURCES:
        describe_goods(s, cards, v, m, f, 1)
    elif kind == KIND.EXCHANGE:
        own = questions.collects_from(s, cards, seat, m.place)
        f.goods = outlook.goods_worth(s, cards, v, seat, m.resource, 1)
        if own >= 0:
            f.goods -= outlook.goods_worth(s, cards, v, seat, own, 1)
    elif kind == KIND.PLUNDER:
        f.goods = outlook.goods_worth(s, cards, v, seat, m.resource, 1)
    elif kind == KIND.YIELD:
        f.points = -war.meeple_worth(cards, w, v)
        f.land = -outlook.own_land(s, cards, w, v, seat, s.war_place)
    elif kind == KIND.RAISE:
        describe_raise(s, cards, w, v, m, f)
    elif kind == KIND.STAND_UP:
        f.ruins = -1.0
        f.land = -outlook.own_land(s, cards, w, v, seat, m.place)
        f.room = outlook.free_beside(s, cards, w, v, seat, m.place)
    elif kind == KIND.CHOOSE_SIDE:
        describe_side(s, cards, w, v, m.number, f)
    elif kind == KIND.START:
        describe_start(s, cards, w, v, m, f)
    elif kind == KIND.USE_LAIR:
        rival = s.loser
        step = s.tower[rival]
        drop = max(0, step - cards.lair_levels)
        f.points = war.envy(s, cards, w, rival) * (
            cards.tower_points[step] - cards.tower_points[drop]
        )
    elif kind == KIND.LEAVE_LAIR:
        f.points = war.envy(s, cards, w, s.loser) * war.meeple_worth(cards, w, v)
    elif kind == KIND.NEXT_REGION:
        f.land = -outlook.own_land(s, cards, w, v, seat, m.place)


@inner_kernel
def describe_start(s, cards, w, v, m, f):
    """A region to start in; ruins knock all over, who must get up before they go anywhere."""
    seat = m.actor
    f.land = outlook.own_land(s, cards, w, v, seat, m.goal)
    ruins = record.terrain_of(s, cards, m.goal) == TERRAIN.RUINS
    if ruins and cards.ruins_knock_over and questions.ruins_hold(s, cards, seat):
        f.ruins = 1.0 * cards.start_meeples
    else:
        f.room = outlook.free_beside(s, cards, w, v, seat, m.goal)


@inner_kernel
def describe_number(s, v, m, f):
    """A number in war, or the flag: how often the mix sets it."""
    f.number = v.mix[record.ATTACKER if s.phase == PHASE.SET_ATTACK else record.DEFENDER, m.number]
    f.flag = 1.0 if m.kind == KIND.WHITE_FLAG else 0.0


@kernel
def describe_retreat(s, cards, w, v, m, f):
    """A beaten meeple saved: where it goes, and what that costs."""
    seat = m.actor
    f.points = war.meeple_worth(cards, w, v)
    if record.is_empty(s, m.goal):
        f.land = outlook.own_land(s, cards, w, v, seat, m.goal)
        f.token = 1.0 if s.hidden[m.goal] != NONE else 0.0
    else:
        f.guard = war.risk(s, cards, w, v, seat, m.goal)
    f.goods = outlook.goods_worth(s, cards, v, seat, GOOD.FOOD, -m.price)


@kernel
def describe_loss(s, cards, w, v, m, f):
    """A meeple given up: the next one costs less."""
    seat = m.actor
    supply = s.goods[seat, GOOD.FOOD] + outlook.to_come(w, v, v.income[seat, GOOD.FOOD])
    level = s.in_play[seat] - 1
    f.track = (
        outlook.track_worth(s, cards, w, v, seat, GOOD.FOOD, level, supply)
        - v.steps[seat, GOOD.FOOD]
    )
    if m.kind == KIND.LOSE_MEEPLE:
        f.points = -war.meeple_worth(cards, w, v)
        if record.count_at(s, m.place, seat) == 1:
            f.land = -outlook.own_land(s, cards, w, v, seat, m.place)


@kernel
def describe_raise(s, cards, w, v, m, f):
    """Pieces added once both numbers are seen."""
    side = record.ATTACKER if s.phase == PHASE.RAISE_ATTACK else record.DEFENDER
    win, lose, _ = war.stakes(s, cards, w, v, side)
    own, theirs = s.dice[side] + m.number, s.dice[1 - side]
    ties = (
        cards.wins_ties[s.faction[s.side[record.ATTACKER]], s.magic[s.side[record.ATTACKER]]] == 1
    )
    wins = own > theirs or (own == theirs and ties == (side == record.ATTACKER))
    f.attack = (win if wins else lose) - m.number * war.unit_worth(s, cards, v, m.actor)


@kernel
def describe_side(s, cards, w, v, territory, f):
    """A side of the home card: its regions and the ways between them."""
    kinds = 0
    for region in range(REGIONS):
        terrain = cards.terrain[territory, region]
        if terrain < record.GOODS:
            kinds |= 1 << terrain
        elif terrain == TERRAIN.CAPITAL:
            f.points += cards.capital_points * outlook.lasting(w, v)
        for other in range(region):
            if cards.border[territory, region, other] == BORDER.OPEN:
                f.room += 0.1
    for kind in range(record.GOODS):
        f.land += 0.5 * ((kinds >> kind) & 1)
