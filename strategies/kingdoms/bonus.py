"""What a move does to the points of the fifth level of magic.

That level pays for how a seat stands at the end: for regions, goods, tracks, rivals kept away.
Once it is learnt, or is the next to be, a move is also seen by the bonus that the table would
bring after it.
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.kingdoms.cards.codes import DO, MAGIC, TRACK, WHEN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.end import OWN, bonus_of
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.state.record import GOOD, GOODS, PIECES, ROOM

LAST = MAGIC - 1  # the level that pays
# What such points may depend on, as bits: where own meeples are, where rivals' are, and so on.
PLACES, RIVALS, STORES, HEIGHT = 1, 2, 4, 8


@inner_kernel
def is_bonus_near(s, seat):
    """Whether a seat has learnt the last level, or may with the next step."""
    return s.magic[seat] >= LAST - 1


@kernel
def bonus_change(s, cards, w, v, m):
    """By how much a move changes the bonus; only a share counts before the level is learnt."""
    seat, kind = m.actor, m.kind
    learnt = s.magic[seat]
    s.magic[seat] = LAST  # as if it had been learnt
    if not v.counted:
        v.counted = 1
        v.bonus = bonus_of(s, cards, seat)
        v.heeds = heeded(s, cards, seat)
    before = v.bonus
    change = 0
    if kind == KIND.PATROL or kind == KIND.QUEST:
        change = bonus_moved(s, cards, v, seat, m.meeple, m.goal) - before
    elif kind == KIND.EXPAND:
        change = bonus_moved(s, cards, v, seat, in_supply(s, seat), m.goal) - before
        if v.heeds & STORES:
            change += bonus_paid(s, cards, seat, GOOD.FOOD, m.price) - before
    elif kind == KIND.BUILD:
        if v.heeds & (STORES | HEIGHT):
            s.tower[seat] += 1
            change = bonus_paid(s, cards, seat, GOOD.ORE, m.price) - before
            s.tower[seat] -= 1
    elif not v.heeds & STORES:
        pass
    elif kind == KIND.PAY or kind == KIND.TRADE or kind == KIND.TAKE or kind == KIND.COLLECT:
        change = bonus_with_goods(s, cards, v, m) - before
    s.magic[seat] = learnt
    return 1.0 * change if learnt == LAST else w.prospect * change


@kernel
def heeded(s, cards, seat):
    """What the points depend on that a move may change: bits of PLACES, RIVALS, STORES, HEIGHT."""
    faction, bits = s.faction[seat], 0
    first = cards.run_first[faction, WHEN.SCORE]
    for row in range(first, first + cards.run_count[faction, WHEN.SCORE, s.magic[seat]]):
        do, word = cards.row_do[row], cards.row_word[row]
        if do == DO.POINTS_FOR_RIVALS_BEHIND or do == DO.POINTS_IF_FIRST:
            bits |= heeded_track(word)
        elif do == DO.POINTS_FOR_STORES:
            bits |= STORES
        elif do == DO.POINTS_IF_HOME_FREE or (do == DO.POINTS_FOR_MEEPLES and word != OWN):
            bits |= RIVALS
        else:
            bits |= PLACES
    return bits


@inner_kernel
def heeded_track(track):
    """Which of these bits a track stands for."""
    if track == TRACK.MEEPLES:
        return PLACES
    if track == TRACK.TOWER:
        return HEIGHT
    return 0 if track == TRACK.MAGIC else STORES


@inner_kernel
def in_supply(s, seat):
    """A meeple that is not in play."""
    for meeple in range(PIECES):
        if s.place[seat, meeple] == NONE:
            return meeple
    return 0


@kernel
def bonus_moved(s, cards, v, seat, meeple, goal):
    """The bonus with a meeple in another region; a rival there is driven away."""
    if not v.heeds & (PLACES | RIVALS):
        return v.bonus
    start = s.place[seat, meeple]
    rival, beaten = rival_at(s, seat, goal)
    if rival == NONE and not v.heeds & PLACES:
        return v.bonus
    s.place[seat, meeple] = goal
    if rival != NONE:
        s.place[rival, beaten] = NONE
    points = bonus_of(s, cards, seat)
    if rival != NONE:
        s.place[rival, beaten] = goal
    s.place[seat, meeple] = start
    return points


@kernel
def rival_at(s, seat, place):
    """A rival in a region and its meeple there, or NONE."""
    for spot in range(ROOM):
        owner = s.owner[place, spot]
        if owner != seat and 0 <= owner < s.seats:
            for meeple in range(PIECES):
                if s.place[owner, meeple] == place:
                    return owner, meeple
    return NONE, NONE


@kernel
def bonus_paid(s, cards, seat, kind, price):
    """The bonus once a price is paid."""
    had = s.goods[seat, kind]
    s.goods[seat, kind] = max(0, had - price)
    points = bonus_of(s, cards, seat)
    s.goods[seat, kind] = had
    return points


@kernel
def bonus_with_goods(s, cards, v, m):
    """The bonus after goods come and go."""
    seat, most = m.actor, cards.resource_limit
    mana, ore, food = s.goods[seat, GOOD.MANA], s.goods[seat, GOOD.ORE], s.goods[seat, GOOD.FOOD]
    if m.kind == KIND.COLLECT:
        for kind in range(GOODS):
            s.goods[seat, kind] = min(most, s.goods[seat, kind] + int(v.income[seat, kind]))
    elif m.kind == KIND.TAKE:
        s.goods[seat, m.resource] = min(most, s.goods[seat, m.resource] + m.number)
    else:
        s.goods[seat, GOOD.MANA] -= m.mana
        s.goods[seat, GOOD.ORE] -= m.ore
        s.goods[seat, GOOD.FOOD] -= m.food
        if m.kind == KIND.TRADE:
            gained = s.goods[seat, m.resource] + m.mana + m.ore + m.food
            s.goods[seat, m.resource] = min(most, gained)
    points = bonus_of(s, cards, seat)
    s.goods[seat, GOOD.MANA], s.goods[seat, GOOD.ORE], s.goods[seat, GOOD.FOOD] = mana, ore, food
    return points
