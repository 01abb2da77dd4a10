"""Lists of legal moves.

`list_moves` writes every legal move of the seat that must choose.  A move that would change
nothing is not listed (rule K-TURN-8, reading).
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.kingdoms.cards import codes
from simulate.games.kingdoms.cards.codes import ACTION, PLACED, PRICES
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.moves import questions
from simulate.games.kingdoms.moves.answers import list_answers
from simulate.games.kingdoms.moves.move import KIND, add, add_at, add_goods, add_number
from simulate.games.kingdoms.moves.payments import can_pay_neutral
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.changes import meeple_in_supply
from simulate.games.kingdoms.state.record import GOOD, PHASE
from simulate.mechanics.agenda import top

EVERY_MEEPLE = (1 << record.PIECES) - 1
MAGIC_TOP = codes.MAGIC - 1


@kernel
def list_moves(s, cards, moves):
    """Write the legal moves of the seat that must choose into `moves`; their count."""
    seat = s.decider
    phase = s.phase
    if phase == PHASE.ACT:
        return list_turn(s, cards, moves, seat)
    if phase == PHASE.SELECT_ACTION:
        return list_selections(s, moves, seat)
    if phase == PHASE.MARCH:
        n = add(moves, 0, KIND.STOP, seat)
        return list_march(s, cards, moves, n, seat, top(s).action)
    if phase == PHASE.ACT_AGAIN or phase == PHASE.ACT_THEN:
        n = add(moves, 0, KIND.STOP, seat)
        return list_action(s, cards, moves, n, seat, top(s).action)
    return list_answers(s, cards, moves, seat)


@kernel
def list_selections(s, moves, seat):
    """The actions without a shield.  Rules K-TURN-4, K-TURN-5, K-TURN-9."""
    n = 0
    for action in range(codes.ACTIONS):
        if not s.shield[action]:
            n = add_number(moves, n, KIND.SELECT, seat, action)
    return n


@kernel
def list_turn(s, cards, moves, seat):
    """The selected action in every way, what may be done instead, and passing.

    Rules K-TURN-6, K-TURN-7 (the active player), K-TURN-8 and K-COLLECT-1 (all others),
    K-CARD-16 and K-CARD-27 (another action instead).
    """
    instead = cards.instead[s.faction[seat], s.magic[seat], s.action]
    n = list_action(s, cards, moves, 0, seat, s.action)
    for other in range(codes.ACTIONS):
        if instead[other] and other != s.action:
            n = list_action(s, cards, moves, n, seat, other)
    if seat == s.active:
        n = add(moves, n, KIND.DO_NOTHING, seat)
    if seat != s.active or (instead[ACTION.COLLECT] and questions.brings_goods(s, cards, seat)):
        n = add(moves, n, KIND.COLLECT, seat)
    return n


@kernel
def list_action(s, cards, moves, n, seat, action):
    """Every way to take an action."""
    if action == ACTION.PATROL:
        return list_patrols(s, cards, moves, n, seat, EVERY_MEEPLE)
    if action == ACTION.QUEST:
        return list_quests(s, cards, moves, n, seat, EVERY_MEEPLE)
    if action == ACTION.BUILD:
        return list_build(s, cards, moves, n, seat)
    if action == ACTION.RESEARCH:
        return list_research(s, cards, moves, n, seat)
    if action == ACTION.EXPAND:
        return list_expansions(s, cards, moves, n, seat)
    return list_trades(s, cards, moves, n, seat)


# Moving


@kernel
def list_march(s, cards, moves, n, seat, action):
    """Further moves of the same action: by other meeples, or by the one that has moved.

    Rule K-CARD-32.
    """
    meeples = 0
    if s.moves_others > 0:
        meeples = EVERY_MEEPLE & ~s.moved
    if s.moves_same > 0 and mover_goes_on(s, seat):
        twin = questions.twin_of(s, seat, s.mover)
        if twin != NONE:
            meeples &= ~record.bit(twin)
        meeples |= record.bit(s.mover)
    if action == ACTION.PATROL:
        return list_patrols(s, cards, moves, n, seat, meeples)
    return list_quests(s, cards, moves, n, seat, meeples)


@kernel
def mover_goes_on(s, seat):
    """Whether the meeple that moved last may move on: not beaten, lying or newly allied."""
    if s.result == record.LOST or s.result == record.ALLIED or s.result == record.STOOD_UP:
        return False
    return s.place[seat, s.mover] != NONE and not s.lying[seat, s.mover]


@inner_kernel
def moves_out(s, cards, seat, meeple, meeples):
    """Whether a meeple of a set may leave, and no twin of it in the set would do the same.

    Of two in ruins the one that lies goes first.
    """
    if not record.is_in(meeples, meeple) or s.place[seat, meeple] == NONE:
        return False
    return goes_first(s, cards, seat, meeple, meeples)


@kernel
def goes_first(s, cards, seat, meeple, meeples):
    """As `moves_out`, of a meeple of the set that is in play."""
    if not questions.may_leave(s, cards, seat, meeple):
        return False
    twin = questions.twin_of(s, seat, meeple)
    if (
        twin == NONE
        or not record.is_in(meeples, twin)
        or not questions.may_leave(s, cards, seat, twin)
    ):
        return True
    if s.lying[seat, meeple] != s.lying[seat, twin]:
        return s.lying[seat, meeple] == 1
    return meeple < twin


@kernel
def list_patrols(s, cards, moves, n, seat, meeples):
    """Every patrol of a set of meeples, and standing up.

    Rules K-PATROL-1, K-PATROL-2, K-PATROL-3, K-LAND-8, K-LAND-9 (standing up is a patrol).
    """
    for meeple in range(record.PIECES):
        if moves_out(s, cards, seat, meeple, meeples):
            start = s.place[seat, meeple]
            region, territory = record.spot_of(start), s.territory[record.slot_of(start)]
            for k in range(cards.besides[territory, region]):
                goal = start - region + cards.beside[territory, region, k]
                if questions.is_way(s, cards, seat, start, goal) and questions.can_enter(
                    s, cards, seat, goal
                ):
                    if is_affordable(s, cards, seat, meeple, goal, 0):
                        n = add_at(moves, n, KIND.PATROL, seat, meeple, start, goal, 0)
        if s.lying[seat, meeple] and record.is_in(meeples, meeple):
            twin = questions.twin_of(s, seat, meeple)
            doubled = twin != NONE and twin < meeple and record.is_in(meeples, twin)
            if not doubled or not s.lying[seat, twin]:
                n = add_at(moves, n, KIND.STAND_UP, seat, meeple, s.place[seat, meeple], NONE, 0)
    return n


@inner_kernel
def is_affordable(s, cards, seat, meeple, goal, toll):
    """Whether a seat can pay for what waits in a region.  Rules K-LOST-3, K-LOST-7."""
    if s.owner[goal, 0] != record.NEUTRAL:
        return True
    return can_pay_neutral(s, cards, seat, goal, meeple, toll)


@kernel
def list_quests(s, cards, moves, n, seat, meeples):
    """Every quest of a set of meeples, from edge to edge.

    Rules K-QUEST-1, K-QUEST-2, K-QUEST-3, K-LOST-3.
    """
    able, origins = 0, 0
    for meeple in range(record.PIECES):
        if moves_out(s, cards, seat, meeple, meeples):
            start = s.place[seat, meeple]
            if questions.is_at_edge(s, cards, seat, start):
                able |= record.bit(meeple)
                origins |= record.bit(record.slot_of(start))
    if able == 0:
        return n
    for slot in range(s.slots):
        # Not where they all stand already, nor where the toll cannot be paid.
        if origins != record.bit(slot):
            toll = questions.quest_toll(s, cards, seat, slot * codes.PLACES)
            if toll <= s.goods[seat, GOOD.FOOD]:
                n = list_quests_into(s, cards, moves, n, seat, able, slot, toll)
    return n


@kernel
def list_quests_into(s, cards, moves, n, seat, able, slot, toll):
    """The quests of a set of meeples to one card.  Rules K-QUEST-2, K-MOVE-1."""
    territory, mask = s.territory[slot], cards.edge_mask[s.faction[seat], s.magic[seat]]
    for region in range(cards.places[territory]):
        goal = slot * codes.PLACES + region
        if cards.edge[territory, region] or (
            mask != 0 and questions.is_at_edge(s, cards, seat, goal)
        ):
            if questions.can_enter(s, cards, seat, goal) and questions.may_stand(
                s, cards, seat, goal
            ):
                n = list_quests_to(s, cards, moves, n, seat, able, goal, toll)
    return n


@kernel
def list_quests_to(s, cards, moves, n, seat, able, goal, toll):
    """The quests of a set of meeples to one region, from other cards.  Rule K-QUEST-1."""
    rest, meeple = able, -1
    while rest != 0:
        meeple += 1
        if rest & 1:
            start = s.place[seat, meeple]
            if record.slot_of(start) != record.slot_of(goal):
                if is_affordable(s, cards, seat, meeple, goal, toll):
                    n = add_at(moves, n, KIND.QUEST, seat, meeple, start, goal, toll)
        rest >>= 1
    return n


# Building, learning, expanding, trading


@kernel
def list_build(s, cards, moves, n, seat):
    """The next tower level, if it can be paid.  Rules K-BUILD-1, K-BUILD-2."""
    if s.tower[seat] < questions.TOWER_TOP:
        price = questions.build_price(s, cards, seat)
        if questions.can_pay(s, cards, seat, PRICES.BUILD, price):
            n = add_at(moves, n, KIND.BUILD, seat, NONE, NONE, NONE, price)
    return n


@kernel
def list_research(s, cards, moves, n, seat):
    """The next magic level, if it can be paid.  Rules K-RESEARCH-1, K-RESEARCH-2."""
    if s.magic[seat] < MAGIC_TOP:
        price = questions.research_price(s, cards, seat)
        if questions.can_pay(s, cards, seat, PRICES.RESEARCH, price):
            n = add_at(moves, n, KIND.RESEARCH, seat, NONE, NONE, NONE, price)
    return n


@kernel
def list_expansions(s, cards, moves, n, seat):
    """Each region where the new meeple may be put and paid for.

    Rules K-EXPAND-1, K-EXPAND-2, K-EXPAND-3.
    """
    if meeple_in_supply(s, cards, seat) == NONE:
        return n
    for meeple in range(record.PIECES):
        if questions.is_first_there(s, seat, meeple) and not record.is_full(
            s, s.place[seat, meeple]
        ):
            n = list_expansion(s, cards, moves, n, seat, s.place[seat, meeple])
    if questions.opens_places(s, cards, seat, PLACED.EXPAND):
        for place in range(s.slots * codes.PLACES):
            if questions.is_place_open(s, cards, seat, PLACED.EXPAND, place):
                n = list_expansion(s, cards, moves, n, seat, place)
    return n


@kernel
def list_expansion(s, cards, moves, n, seat, place):
    """Expanding into one region, if it can be paid.  Rule K-EXPAND-1."""
    price = questions.expand_price(s, cards, seat, place)
    if questions.can_pay(s, cards, seat, PRICES.EXPAND, price):
        n = add_at(moves, n, KIND.EXPAND, seat, NONE, NONE, place, price)
    return n


@kernel
def list_trades(s, cards, moves, n, seat):
    """Every exchange into each resource that there is room for.

    Rules K-TRADE-1, K-COLLECT-5 (no more than there is room for), K-CARD-22 (both others).
    """
    both = cards.trade_both[s.faction[seat], s.magic[seat]]
    for kind in range(record.GOODS):
        room = cards.resource_limit - s.goods[seat, kind]
        one = 1 if kind == 0 else 0
        other = 3 - kind - one
        for a in range(min(room, s.goods[seat, one]) + 1):
            for b in range(min(room - a, s.goods[seat, other]) + 1):
                if a + b > 0 and (a == 0 or b == 0 or both[kind]):
                    n = add_trade(moves, n, seat, kind, one, a, b)
                elif a > 0 and b > 0:
                    break
    return n


@kernel
def add_trade(moves, n, seat, kind, one, a, b):
    """One exchange: `a` pieces of the kind `one` and `b` of the third kind into `kind`."""
    if kind == 0:
        n = add_goods(moves, n, KIND.TRADE, seat, 0, a, b)
    elif kind == 1:
        n = add_goods(moves, n, KIND.TRADE, seat, a, 0, b)
    else:
        n = add_goods(moves, n, KIND.TRADE, seat, a, b, 0)
    moves[n - 1].resource = kind
    return n
