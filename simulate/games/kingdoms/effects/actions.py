"""The six actions: what each does once it is chosen, and what may follow within it."""

from simulate.core.compiler import kernel
from simulate.games.kingdoms.cards.codes import ACTIONS
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.effects.goods import charge, gain_at
from simulate.games.kingdoms.effects.land import lie_down, place_meeple, reveal
from simulate.games.kingdoms.moves.codes import (
    BUILD_PRICE,
    BUILDS,
    BY_PATROL,
    BY_QUEST,
    EXPAND_PRICE,
    EXPANDS,
    ON_BUILD,
    ON_EXPAND,
    ON_MOVE,
    ON_PATROL,
    ON_QUEST,
    ON_REACHED,
    ON_RESEARCH,
    ON_TRADE,
    PATROLS,
    QUESTS,
    RESEARCH_PRICE,
    RESEARCHES,
    TRADES,
)
from simulate.games.kingdoms.moves.move import (
    BUILD,
    EXPAND,
    PATROL,
    QUEST,
    RESEARCH,
    STAND_UP,
)
from simulate.games.kingdoms.moves.questions import is_dummy
from simulate.games.kingdoms.state.agenda import plan, plan_for
from simulate.games.kingdoms.state.changes import (
    gain_goods,
    meeple_in_supply,
    pay_goods,
    put_meeple,
    rule,
    set_lying,
    set_magic,
    set_tower,
)
from simulate.games.kingdoms.state.record import (
    ACT_AGAIN,
    ACT_THEN,
    ALONE,
    ARRIVE,
    BUILT,
    EXPANDED,
    FIGHT,
    LOST,
    MARCH,
    RESEARCHED,
    STOOD_UP,
    bit,
    is_empty,
    is_in,
    other_at,
)

K_PATROL_1 = rule("K-PATROL-1")
K_QUEST_1 = rule("K-QUEST-1")
K_LAND_9 = rule("K-LAND-9")
K_BUILD_1 = rule("K-BUILD-1")
K_RESEARCH_1 = rule("K-RESEARCH-1")
K_EXPAND_1 = rule("K-EXPAND-1")
K_EXPAND_2 = rule("K-EXPAND-2")
K_TRADE_1 = rule("K-TRADE-1")
K_CARD_13 = rule("K-CARD-13")


@kernel
def take_action(s, cards, m, log):
    """Carry out an action from its first move on.

    Rules K-PATROL-1, K-QUEST-1, K-BUILD-2, K-RESEARCH-2, K-TRADE-2.
    """
    action = action_of(m.kind)
    s.taken[m.actor, action] += 1
    if action == PATROLS or action == QUESTS:
        begin_march(s, cards, m.actor, action)
    else:
        plan_repeats(s, cards, m.actor, action)
    do_action(s, cards, m, log)


@kernel
def action_of(kind):
    """The action that a kind of move belongs to."""
    if kind == PATROL or kind == STAND_UP:
        return PATROLS
    if kind == QUEST:
        return QUESTS
    if kind == BUILD:
        return BUILDS
    if kind == RESEARCH:
        return RESEARCHES
    return EXPANDS if kind == EXPAND else TRADES


@kernel
def do_action(s, cards, m, log):
    """Carry out one move of an action."""
    kind, seat = m.kind, m.actor
    if kind == PATROL:
        enter(s, cards, seat, m.meeple, m.goal, BY_PATROL, log)
    elif kind == QUEST:
        pay_goods(s, seat, 0, 0, m.price, K_CARD_13, log)
        enter(s, cards, seat, m.meeple, m.goal, BY_QUEST, log)
    elif kind == STAND_UP:
        note_move(s, m.meeple, STOOD_UP)
        set_lying(s, seat, m.meeple, 0, K_LAND_9, log)
    elif kind == BUILD:
        plan_for(s, BUILT, seat)
        charge(s, cards, seat, BUILD_PRICE, m.price, K_BUILD_1, log)
    elif kind == RESEARCH:
        plan_for(s, RESEARCHED, seat)
        charge(s, cards, seat, RESEARCH_PRICE, m.price, K_RESEARCH_1, log)
    elif kind == EXPAND:
        plan(s, EXPANDED, seat, m.goal, NONE, NONE)
        charge(s, cards, seat, EXPAND_PRICE, m.price, K_EXPAND_1, log)
    else:
        trade(s, cards, m, log)


# Moving


@kernel
def begin_march(s, cards, seat, action):
    """How many further moves the action allows, by other meeples and by the same.

    Rules K-PATROL-1, K-QUEST-1, K-CARD-32.
    """
    more = cards.march[s.faction[seat], s.magic[seat], action]
    same = cards.march_same[s.faction[seat], s.magic[seat], action]
    one = cards.patrol_meeples if action == PATROLS else cards.quest_meeples
    s.moved = 0
    s.moves_others = one - 1 + (0 if same else more)
    s.moves_same = more if same else 0
    if s.moves_others + s.moves_same > 0 and not is_dummy(cards, seat):
        plan(s, MARCH, seat, action, NONE, NONE)


@kernel
def march_on(s, cards, m, log):
    """A further move of the same action."""
    if is_in(s.moved, m.meeple):
        s.moves_same -= 1
    else:
        s.moves_others -= 1
    if s.moves_others + s.moves_same > 0:
        plan(s, MARCH, m.actor, action_of(m.kind), NONE, NONE)
    do_action(s, cards, m, log)


@kernel
def note_move(s, meeple, result):
    """Remember which meeple has moved in this action, and how it went."""
    s.mover = meeple
    s.moved |= bit(meeple)
    s.result = result


@kernel
def enter(s, cards, seat, meeple, goal, by, log):
    """A meeple patrols or quests: gains, war, ruins, token, in this order.

    Rules K-PATROL-1, K-QUEST-1, K-WAR-1, K-ALLY-4 (leaving an ally costs nothing), K-CARD-14
    (`gain_on_arrival`: gains before a war or after it).
    """
    note_move(s, meeple, ALONE)
    s.origin = s.place[seat, meeple]
    put_meeple(s, seat, meeple, goal, K_PATROL_1 if by == BY_PATROL else K_QUEST_1, log)
    plan(s, ARRIVE, seat, meeple, by, NONE)
    if other_at(s, goal, seat) != NONE:
        plan(s, FIGHT, seat, meeple, NONE, NONE)
    if cards.gain_on_arrival:
        gains_of_move(s, cards, seat, goal, by, log)


@kernel
def gains_of_move(s, cards, seat, goal, by, log):
    """What entering a region brings.  Rule K-CARD-14."""
    gain_at(s, cards, seat, ON_PATROL if by == BY_PATROL else ON_QUEST, goal, NONE, log)
    gain_at(s, cards, seat, ON_MOVE, goal, NONE, log)


@kernel
def arrive(s, cards, seat, meeple, by, log):
    """A meeple that was not beaten settles in its region.  Rules K-LAND-6, K-TOKEN-4."""
    if s.result == LOST:
        return
    lie_down(s, cards, seat, meeple, log)
    reveal(s, cards, seat, meeple, log)
    if not cards.gain_on_arrival:
        gains_of_move(s, cards, seat, s.place[seat, meeple], by, log)


# Building, learning, expanding, trading


@kernel
def plan_repeats(s, cards, seat, action):
    """Let the action be taken more than once, if the parameters say so.

    Rules K-BUILD-2, K-RESEARCH-2, K-TRADE-2.
    """
    times = 1
    if action == BUILDS:
        times = cards.builds_per_action
    elif action == RESEARCHES:
        times = cards.researches_per_action
    elif action == TRADES:
        times = cards.trades_per_action
    if times > 1:
        plan(s, ACT_AGAIN, seat, action, times - 1, NONE)


@kernel
def act_again(s, cards, m, left, log):
    """One more of the same action, of so many that are left."""
    if left > 1:
        plan(s, ACT_AGAIN, m.actor, action_of(m.kind), left - 1, NONE)
    do_action(s, cards, m, log)


@kernel
def build(s, cards, seat, log):
    """Advance the tower token.  Rules K-BUILD-1, K-BUILD-2."""
    set_tower(s, seat, s.tower[seat] + 1, K_BUILD_1, log)
    gain_at(s, cards, seat, ON_BUILD, NONE, NONE, log)


@kernel
def research(s, cards, seat, log):
    """Learn the next magic level, which works at once.  Rules K-RESEARCH-1 to K-RESEARCH-3."""
    set_magic(s, seat, s.magic[seat] + 1, K_RESEARCH_1, log)
    gain_at(s, cards, seat, ON_RESEARCH, NONE, NONE, log)
    gain_at(s, cards, seat, ON_REACHED, NONE, NONE, log)


@kernel
def expand(s, cards, seat, place, log):
    """Add a meeple.  Rules K-EXPAND-1, K-EXPAND-2, K-TOKEN-4 (a token waits in an empty region)."""
    alone = is_empty(s, place)
    meeple = meeple_in_supply(s, cards, seat)
    place_meeple(s, cards, seat, meeple, place, K_EXPAND_2, log)
    if alone:
        reveal(s, cards, seat, meeple, log)
    gain_at(s, cards, seat, ON_EXPAND, place, NONE, log)


@kernel
def trade(s, cards, m, log):
    """One exchange.  Rules K-TRADE-1, K-CARD-22, K-CARD-28."""
    seat, count = m.actor, m.mana + m.ore + m.food
    pay_goods(s, seat, m.mana, m.ore, m.food, K_TRADE_1, log)
    gain_goods(s, cards, seat, m.resource, count, K_TRADE_1, log)
    gain_at(s, cards, seat, ON_TRADE, NONE, m.resource, log)


@kernel
def plan_next_actions(s, cards, seat, action):
    """Let abilities lead on to further actions.  Several are asked for in the order of print."""
    following = cards.next_action[s.faction[seat], s.magic[seat], action]
    for last in range(ACTIONS):
        other = ACTIONS - 1 - last
        if following[other]:
            plan(s, ACT_THEN, seat, other, NONE, NONE)
