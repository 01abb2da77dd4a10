"""The six actions: what each does once it is chosen, and what may follow within it."""

from simulate.compiler.kernels import kernel
from simulate.games.kingdoms.cards.codes import ACTION, ACTIONS, MARCHES, PRICES, WHEN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.effects.goods import charge, gain_at
from simulate.games.kingdoms.effects.land import lie_down, place_meeple, reveal
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.moves.questions import is_dummy
from simulate.games.kingdoms.state import changes, record
from simulate.games.kingdoms.state.agenda import plan, plan_again
from simulate.games.kingdoms.state.changes import RULE
from simulate.games.kingdoms.state.record import EVENT, PHASE


@kernel
def take_action(s, cards, m, log):
    """Carry out an action from its first move on.

    Rules K-PATROL-1, K-QUEST-1, K-BUILD-2, K-RESEARCH-2, K-TRADE-2.
    """
    action = action_of(m.kind)
    s.taken[m.actor, action] += 1
    if action == ACTION.PATROL or action == ACTION.QUEST:
        begin_march(s, cards, m.actor, action)
    else:
        plan_repeats(s, cards, m.actor, action)
    do_action(s, cards, m, log)


@kernel
def action_of(kind):
    """The action that a kind of move belongs to."""
    if kind == KIND.PATROL or kind == KIND.STAND_UP:
        return ACTION.PATROL
    if kind == KIND.QUEST:
        return ACTION.QUEST
    if kind == KIND.BUILD:
        return ACTION.BUILD
    if kind == KIND.RESEARCH:
        return ACTION.RESEARCH
    return ACTION.EXPAND if kind == KIND.EXPAND else ACTION.TRADE


@kernel
def do_action(s, cards, m, log):
    """Carry out one move of an action."""
    kind, seat = m.kind, m.actor
    if kind == KIND.PATROL:
        enter(s, cards, seat, m.meeple, m.goal, MARCHES.PATROL, log)
    elif kind == KIND.QUEST:
        changes.pay_goods(s, seat, 0, 0, m.price, RULE.K_CARD_13, log)
        enter(s, cards, seat, m.meeple, m.goal, MARCHES.QUEST, log)
    elif kind == KIND.STAND_UP:
        note_move(s, m.meeple, record.STOOD_UP)
        changes.set_lying(s, seat, m.meeple, 0, RULE.K_LAND_9, log)
    elif kind == KIND.BUILD:
        plan(s, EVENT.BUILT, seat)
        charge(s, cards, seat, PRICES.BUILD, m.price, RULE.K_BUILD_1, log)
    elif kind == KIND.RESEARCH:
        plan(s, EVENT.RESEARCHED, seat)
        charge(s, cards, seat, PRICES.RESEARCH, m.price, RULE.K_RESEARCH_1, log)
    elif kind == KIND.EXPAND:
        plan(s, EVENT.EXPANDED, seat).place = m.goal
        charge(s, cards, seat, PRICES.EXPAND, m.price, RULE.K_EXPAND_1, log)
    elif kind == KIND.TRADE:
        trade(s, cards, m, log)
    else:
        raise ValueError("no action")


# Moving


@kernel
def begin_march(s, cards, seat, action):
    """How many further moves the action allows, by other meeples and by the same.

    Rules K-PATROL-1, K-QUEST-1, K-CARD-32.
    """
    more = cards.march[s.faction[seat], s.magic[seat], action]
    same = cards.march_same[s.faction[seat], s.magic[seat], action]
    one = cards.patrol_meeples if action == ACTION.PATROL else cards.quest_meeples
    s.moved = 0
    s.moves_others = one - 1 + (0 if same else more)
    s.moves_same = more if same else 0
    if s.moves_others + s.moves_same > 0 and not is_dummy(cards, seat):
        plan(s, PHASE.MARCH, seat).action = action


@kernel
def march_on(s, cards, m, log):
    """A further move of the same action."""
    if record.is_in(s.moved, m.meeple):
        s.moves_same -= 1
    else:
        s.moves_others -= 1
    if s.moves_others + s.moves_same > 0:
        plan(s, PHASE.MARCH, m.actor).action = action_of(m.kind)
    do_action(s, cards, m, log)


@kernel
def note_move(s, meeple, result):
    """Remember which meeple has moved in this action, and how it went."""
    s.mover = meeple
    s.moved |= record.bit(meeple)
    s.result = result


@kernel
def enter(s, cards, seat, meeple, goal, by, log):
    """A meeple patrols or quests: gains, war, ruins, token, in this order.

    Rules K-PATROL-1, K-QUEST-1, K-WAR-1, K-ALLY-4 (leaving an ally costs nothing), K-CARD-14
    (`gain_on_arrival`: gains before a war or after it).
    """
    note_move(s, meeple, record.ALONE)
    s.origin = s.place[seat, meeple]
    changes.put_meeple(
        s, seat, meeple, goal, RULE.K_PATROL_1 if by == MARCHES.PATROL else RULE.K_QUEST_1, log
    )
    task = plan(s, EVENT.ARRIVE, seat)
    task.meeple = meeple
    task.kind = by
    if record.other_at(s, goal, seat) != NONE:
        plan(s, EVENT.FIGHT, seat).meeple = meeple
    if cards.gain_on_arrival:
        gains_of_move(s, cards, seat, goal, by, log)


@kernel
def gains_of_move(s, cards, seat, goal, by, log):
    """What entering a region brings.  Rule K-CARD-14."""
    gain_at(s, cards, seat, WHEN.PATROL if by == MARCHES.PATROL else WHEN.QUEST, goal, NONE, log)
    gain_at(s, cards, seat, WHEN.MOVE, goal, NONE, log)


@kernel
def arrive(s, cards, seat, meeple, by, log):
    """A meeple that was not beaten settles in its region.  Rules K-LAND-6, K-TOKEN-4."""
    if s.result == record.LOST:
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
    if action == ACTION.BUILD:
        times = cards.builds_per_action
    elif action == ACTION.RESEARCH:
        times = cards.researches_per_action
    elif action == ACTION.TRADE:
        times = cards.trades_per_action
    if times > 1:
        plan_again(s, seat, action, times - 1)


@kernel
def act_again(s, cards, m, left, log):
    """One more of the same action, of so many that are left."""
    if left > 1:
        plan_again(s, m.actor, action_of(m.kind), left - 1)
    do_action(s, cards, m, log)


@kernel
def build(s, cards, seat, log):
    """Advance the tower token.  Rules K-BUILD-1, K-BUILD-2."""
    changes.set_tower(s, seat, s.tower[seat] + 1, RULE.K_BUILD_1, log)
    gain_at(s, cards, seat, WHEN.BUILD, NONE, NONE, log)


@kernel
def research(s, cards, seat, log):
    """Learn the next magic level, which works at once.  Rules K-RESEARCH-1 to K-RESEARCH-3."""
    changes.set_magic(s, seat, s.magic[seat] + 1, RULE.K_RESEARCH_1, log)
    gain_at(s, cards, seat, WHEN.RESEARCH, NONE, NONE, log)
    gain_at(s, cards, seat, WHEN.REACHED, NONE, NONE, log)


@kernel
def expand(s, cards, seat, place, log):
    """Add a meeple.  Rules K-EXPAND-1, K-EXPAND-2, K-TOKEN-4 (a token waits in an empty region)."""
    alone = record.is_empty(s, place)
    meeple = changes.meeple_in_supply(s, cards, seat)
    place_meeple(s, cards, seat, meeple, place, RULE.K_EXPAND_2, log)
    if alone:
        reveal(s, cards, seat, meeple, log)
    gain_at(s, cards, seat, WHEN.EXPAND, place, NONE, log)


@kernel
def trade(s, cards, m, log):
    """One exchange.  Rules K-TRADE-1, K-CARD-22, K-CARD-28."""
    seat, count = m.actor, m.mana + m.ore + m.food
    changes.pay_goods(s, seat, m.mana, m.ore, m.food, RULE.K_TRADE_1, log)
    changes.gain_goods(s, cards, seat, m.resource, count, RULE.K_TRADE_1, log)
    gain_at(s, cards, seat, WHEN.TRADE, NONE, m.resource, log)


@kernel
def plan_next_actions(s, cards, seat, action):
    """Let abilities lead on to further actions.  Several are asked for in the order of print."""
    following = cards.next_action[s.faction[seat], s.magic[seat], action]
    for last in range(ACTIONS):
        other = ACTIONS - 1 - last
        if following[other]:
            plan(s, PHASE.ACT_THEN, seat).action = other
