"""The features of every legal move, as a player in the seat sees them.

`features` holds one record `FEATURES` for each move, fields named as in
`names.MOVE_FEATURES`; `numbers` is the same memory as float64[moves, COUNT].
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.kingdoms.cards.codes import ACTION, WHEN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.moves.lists import list_action
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.state.record import GOOD, GOODS, PHASE
from strategies.kingdoms import outlook, steps, war
from strategies.kingdoms.answers import describe_answer
from strategies.kingdoms.bonus import bonus_change, is_bonus_near
from strategies.kingdoms.learned import value
from strategies.kingdoms.learned.lessons import act_code, lesson_of, note_facts
from strategies.kingdoms.marches import describe_march, worth_of_march
from strategies.kingdoms.names import MOVE_FEATURES
from strategies.sums import score, total_of

OF_IDLENESS, OF_GOODS, OF_TRADE, OF_BONUS, OF_LESSON = (
    list(MOVE_FEATURES).index(name) for name in ("idle", "goods", "trade", "bonus", "lesson")
)
NOTHING_TO_DO = -1e9


@kernel
def describe(s, cards, w, v, moves, n, features, numbers):
    """Fill the features of all `n` legal moves of the seat that must choose."""
    look_around(s, cards, w, v, moves[0].actor)
    if s.phase == PHASE.SELECT_ACTION:
        describe_selections(s, cards, w, v, moves, n, features, numbers)
    else:
        for i in range(n):
            describe_move(s, cards, w, v, moves[i], features, numbers, i)
    if is_taught(s):
        note_facts(s, cards, v, moves[0].actor, v.facts)
        for i in range(n):
            features[i].lesson = lesson_of(cards, code_of(s, moves[i]), v.facts)


@kernel
def weigh_moves(s, cards, w, v, moves, n, workspace, scores):
    """Features times weights of all `n` legal moves of the seat that must choose, into `scores`.

    What a move is like is not kept: of marches the worth of both ends is added up, and all
    others are described in the same row, one after another.
    """
    features, numbers = workspace.features, workspace.numbers
    look_around(s, cards, w, v, moves[0].actor)
    if s.phase == PHASE.SELECT_ACTION:
        describe_selections(s, cards, w, v, moves, n, features, numbers)
        score(w, numbers, n, scores)
    else:
        for i in range(n):
            scores[i] = worth_of_move(s, cards, w, v, moves[i], features, numbers, 0)
    add_lessons(s, cards, w, v, moves, n, scores)


@kernel
def add_lessons(s, cards, w, v, moves, n, scores):
    """Add what play-outs taught of each move, where the seat heeds it."""
    if w.weight[OF_LESSON] == 0.0 or not is_taught(s):
        return
    note_facts(s, cards, v, moves[0].actor, v.facts)
    last, lesson = NONE, 0.0
    for i in range(n):
        code = code_of(s, moves[i])
        if code != last:  # moves of a kind are listed one after another
            last, lesson = code, w.weight[OF_LESSON] * lesson_of(cards, code, v.facts)
        scores[i] += lesson


@inner_kernel
def is_taught(s):
    """Whether there are lessons for the decision that is due."""
    return s.phase == PHASE.SELECT_ACTION or s.phase == PHASE.ACT


@inner_kernel
def code_of(s, m):
    """Where the lesson of a move stands."""
    return m.number if s.phase == PHASE.SELECT_ACTION else act_code(m.kind)


@kernel
def look_around(s, cards, w, v, seat):
    """Fill all that the features of moves are told from."""
    outlook.look_out(s, cards, w, v, seat)
    value.fill_rates(cards, v)
    if s.phase == PHASE.SET_ATTACK or s.phase == PHASE.SET_DEFENCE:
        if not war.is_mixed(s, w, v):
            war.mix_numbers(s, cards, w, v)
            war.note_mix(s, w, v)


@inner_kernel
def describe_move(s, cards, w, v, m, features, numbers, i):
    """The features of one move."""
    if m.kind == KIND.PATROL or m.kind == KIND.QUEST:
        describe_march(s, cards, w, v, m, features, numbers, i)
    else:
        outlook.clear(numbers, i, i + 1)
        describe_other(s, cards, w, v, m, features[i])
    if is_bonus_near(s, m.actor):
        features[i].bonus = bonus_change(s, cards, w, v, m)


@inner_kernel
def worth_of_move(s, cards, w, v, m, features, numbers, row):
    """Features times weights of one move; row: scratch space."""
    if m.kind == KIND.PATROL or m.kind == KIND.QUEST:
        worth = worth_of_march(s, cards, w, v, m, features)
    else:
        outlook.clear(numbers, row, row + 1)
        describe_other(s, cards, w, v, m, features[row])
        worth = total_of(w, numbers, row)
    if is_bonus_near(s, m.actor):
        worth += w.weight[OF_BONUS] * bonus_change(s, cards, w, v, m)
    return worth


@kernel
def describe_other(s, cards, w, v, m, f):
    """The features of a move that is no march, by its kind."""
    kind = m.kind
    if kind == KIND.COLLECT:
        steps.describe_collecting(s, cards, w, v, m.actor, f)
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
    war.heed_rivals(s, cards, w, v)
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
                features[i].theirs += v.heed[rival] * use_to(s, cards, w, v, rival, action)
        features[i].theirs *= (1.0 + w.urgent * v.end) / (s.seats - 1)


@kernel
def best_use(s, cards, w, v, moves, n, features, numbers, seat, action):
    """Worth of the best way to take an action; its moves are listed behind the `n` selections."""
    last = list_action(s, cards, moves, n, seat, action)
    best = NOTHING_TO_DO
    for k in range(n, last):
        best = max(best, worth_of_move(s, cards, w, v, moves[k], features, numbers, n))
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
