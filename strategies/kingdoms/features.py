"""The features of every legal move, as a player in the seat sees them.

`features` holds one record `FEATURES` for each move, fields named as in
`names.MOVE_FEATURES`; `numbers` is the same memory as float64[moves, COUNT].
"""

from simulate.core.compiler import inner_kernel, kernel
from simulate.games.kingdoms.cards.codes import ACTION, WHEN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.moves.lists import list_action
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.state.record import GOOD, GOODS, PHASE
from strategies.kingdoms import outlook, steps, value, war
from strategies.kingdoms.answers import describe_answer
from strategies.kingdoms.bonus import describe_bonus, is_bonus_near
from strategies.kingdoms.marches import describe_march
from strategies.kingdoms.names import MOVE_FEATURES

FOURS = outlook.COUNT - outlook.COUNT % 4  # features that come in fours
OF_IDLENESS, OF_GOODS, OF_TRADE = (list(MOVE_FEATURES).index(k) for k in ("idle", "goods", "trade"))
NOTHING_TO_DO = -1e9


@kernel
def describe(s, cards, w, v, moves, n, features, numbers):
    """Fill the features of all `n` legal moves of the seat that must choose."""
    seat = moves[0].actor
    outlook.look_out(s, cards, w, v, seat)
    value.fill_rates(cards, v)
    phase = s.phase
    if phase == PHASE.SELECT_ACTION:
        describe_selections(s, cards, w, v, moves, n, features, numbers)
        return
    if phase == PHASE.SET_ATTACK or phase == PHASE.SET_DEFENCE:
        war.mix_numbers(s, cards, w, v)
    for i in range(n):
        describe_move(s, cards, w, v, moves[i], features, numbers, i)


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
    for k in range(FOURS, outlook.COUNT):
        a += w.weight[k] * numbers[i, k]
    return (a + b) + (c + d)


@inner_kernel
def describe_move(s, cards, w, v, m, features, numbers, i):
    """The features of one move."""
    if m.kind == KIND.PATROL or m.kind == KIND.QUEST:
        describe_march(s, cards, w, v, m, features, numbers, i)
    else:
        outlook.clear(numbers, i, i + 1)
        describe_other(s, cards, w, v, m, features[i])
    if is_bonus_near(s, m.actor):
        describe_bonus(s, cards, w, v, m, features[i])


@kernel
def describe_other(s, cards, w, v, m, f):
    """The features of a move that is no march, by its kind."""
    kind = m.kind
    if kind == KIND.COLLECT:
        steps.describe_collecting(s, cards, v, m.actor, f)
    elif kind == KIND.TRADE:
        steps.describe_goods(s, cards, v, m, f, -1)
        gives = m.mana + m.ore + m.food
        f.goods += outlook.goods_worth(s, cards, v, m.actor, m.resource, gives)
        f.value += value.goods_rate(v, m.resource, gives)
        f.goods += steps.gains(s, cards, v, m.actor, WHEN.TRADE, NONE, m.resource)
        f.trade = 1.0
    elif kind == KIND.DO_NOTHING:
        f.idle = 1.0
    elif kind == KIND.BUILD:
        steps.describe_build(s, cards, w, v, m, f)
    elif kind == KIND.RESEARCH:
        steps.describe_research(s, cards, w, v, m, f)
    elif kind == KIND.EXPAND:
        steps.describe_expansion(s, cards, w, v, m, f)
    elif kind == KIND.PAY or kind == KIND.PAY_BANDITS:
        steps.describe_goods(s, cards, v, m, f, -1)
    elif kind == KIND.TAKE:
        f.goods = outlook.goods_worth(s, cards, v, m.actor, m.resource, m.number)
        f.value = value.goods_rate(v, m.resource, m.number)
    else:
        describe_answer(s, cards, w, v, m, f)


# Selecting an action


@kernel
def describe_selections(s, cards, w, v, moves, n, features, numbers):
    """What each action would bring the seat itself and the others."""
    seat = moves[0].actor
    outlook.clear(numbers, 0, n)
    for i in range(n):
        action = moves[i].number
        if action == ACTION.TRADE:
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
    best = NOTHING_TO_DO
    for k in range(n, last):
        describe_move(s, cards, w, v, moves[k], features, numbers, k)
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
                    worth = outlook.goods_worth(s, cards, v, seat, gained, count)
                    best = max(best, worth + outlook.goods_worth(s, cards, v, seat, given, -count))
    return best


@inner_kernel
def paid_with(action):
    """Resource that an action's steps are paid with, NONE for an action without steps."""
    if action == ACTION.RESEARCH:
        return GOOD.MANA
    if action == ACTION.BUILD:
        return GOOD.ORE
    return GOOD.FOOD if action == ACTION.EXPAND else NONE


@kernel
def step_of(s, cards, w, v, seat, action):
    """Worth of a seat's next step by an action, 0 where there is none."""
    kind = paid_with(action)
    if kind == NONE or outlook.level_of(s, seat, kind) >= outlook.top_of(cards, kind):
        return 0.0
    return outlook.step_worth(cards, w, v, kind, outlook.level_of(s, seat, kind) + 1)


@kernel
def use_to(s, cards, w, v, seat, action):
    """Worth of an action to a rival: the step less its price, or the chance that passes."""
    worth = step_of(s, cards, w, v, seat, action)
    if worth == 0.0:
        return 0.0
    kind = paid_with(action)
    price = outlook.price_of(cards, kind, outlook.level_of(s, seat, kind) + 1)
    if price > s.goods[seat, kind]:
        return -w.deny * worth
    return max(0.0, worth - w.piece * price)
