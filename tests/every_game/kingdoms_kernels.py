"""Compiled watchers of games of Tiny Epic Kingdoms that look at every position."""

import numpy as np

from simulate.compiler.kernels import allocating_kernel, kernel
from simulate.core.game.code_table import CodeTable
from simulate.engine.kingdoms import ENGINE
from simulate.games.kingdoms.cards import codes
from simulate.games.kingdoms.cards.codes import SAVED_MEEPLE, TERRAIN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.end import points_of, rank_of, score_now, tied_with
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.moves.questions import TOWER_TOP
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.record import END, PHASE, TRIGGER
from strategies.kingdoms.hidden import deal_hidden
from tests.every_game.watch import Watched, watchers_of

LAWS = {
    "fine": "all laws hold",
    "places_agree": "regions hold whom the meeples say, and never three",
    "meeples_counted": "nobody has more meeples than the box, and in_play counts them",
    "shared_by_allies": "two colours share a region only where alliances are possible",
    "stands_on_land": "meeples stand on places of the card, on water or crags only by an ability",
    "lies_in_ruins": "meeples lie only in ruins, and only where ruins knock over",
    "goods_bounds": "goods lie between nothing and the end of the track",
    "track_bounds": "tower and magic lie on their tracks",
    "neutrals_sum": "neutral meeples and captures sum to five, or there are none",
    "shields_counted": "shields are counted and no more than there are",
    "tokens_counted": (
        "the crown, and tokens, are in play only with exploration, and no kind is turned too often"
    ),
    "one_left": (
        "without tokens nobody falls below one meeple, but who gives up the last one freely"
    ),
    "dice_in_war": "war dice are set only in a war, and lie on the war track",
    "last_meeple": "no last meeple attacks or is attacked",
    "move_count": "at least one move and no more than there is room for",
    "move_seat": "all moves belong to the person who is asked",
    "move_price": "nobody pays what he lacks",
    "rounds": "rounds go up one by one and stop at the limit",
    "ends_with_round": "once the end is triggered no new round begins",
    "named_end": "the game ends for a named reason",
    "points_sum": "points of all kinds sum to the score",
    "ranks": "places are given without gaps, and ties are mutual",
}
LAW = CodeTable(*LAWS)
RUINS = TERRAIN["ruins"]


@kernel
def broken_places(s, cards):
    """Laws of who stands where."""
    for place in range(s.slots * codes.PLACES):
        held = np.int64(0)
        for spot in range(record.ROOM):
            held += 1 if s.owner[place, spot] != NONE else 0
        found = record.count_at(s, place, record.NEUTRAL)
        for seat in range(s.seats):
            here = np.int64(0)
            for meeple in range(record.PIECES):
                here += 1 if s.place[seat, meeple] == place else 0
            if here != record.count_at(s, place, seat):
                return LAW.PLACES_AGREE
            found += here
        if found != held or found > record.ROOM:
            return LAW.PLACES_AGREE
        one, other = s.owner[place, 0], s.owner[place, 1]
        mixed = one != NONE and other != NONE and one != other
        if mixed and cards.players <= 2 and place != s.war_place:
            return LAW.SHARED_BY_ALLIES
    return LAW.FINE


@kernel
def broken_meeple(s, cards, seat):
    """Laws of a seat's meeples."""
    in_play = np.int64(0)
    for meeple in range(record.PIECES):
        place = s.place[seat, meeple]
        if place == NONE:
            if s.lying[seat, meeple]:
                return LAW.LIES_IN_RUINS
            continue
        in_play += 1
        territory = s.territory[place // codes.PLACES]
        if territory == NONE or place % codes.PLACES >= cards.places[territory]:
            return LAW.STANDS_ON_LAND
        if place % codes.PLACES >= codes.REGIONS:
            able = cards.may_pass[s.faction[seat], s.magic[seat]]
            if not (able[0] or able[1]):
                return LAW.STANDS_ON_LAND
        if s.lying[seat, meeple]:
            if record.terrain_of(s, cards, place) != RUINS or not cards.ruins_knock_over:
                return LAW.LIES_IN_RUINS
    if in_play != s.in_play[seat] or in_play > cards.meeples:
        return LAW.MEEPLES_COUNTED
    if in_play == 0 and s.turns > 0 and s.phase != PHASE.OVER and not may_have_none(cards):
        return LAW.ONE_LEFT
    return LAW.FINE


@kernel
def may_have_none(cards):
    """Whether anything can take a last meeple: bandits, or a player who will not pay.

    Rules K-TOKEN-9 and K-BREAK-5: the last one of a broken alliance may be given up.
    """
    return cards.exploration or (cards.players > 2 and cards.saved_meeple == SAVED_MEEPLE.IF_STUCK)


@kernel
def broken_goods(s, cards):
    """Laws of goods, tracks and neutral meeples."""
    for seat in range(s.seats):
        for kind in range(record.GOODS):
            if not 0 <= s.goods[seat, kind] <= cards.resource_limit:
                return LAW.GOODS_BOUNDS
        if not 0 <= s.tower[seat] <= TOWER_TOP or not 0 <= s.magic[seat] < codes.MAGIC:
            return LAW.TRACK_BOUNDS
    captured = np.int64(0)
    for seat in range(s.seats):
        captured += s.captures[seat]
    if s.neutrals + captured != (codes.REGIONS if cards.lost_kingdom else 0):
        return LAW.NEUTRALS_SUM
    return LAW.FINE


@kernel
def broken_tokens(s, cards):
    """Laws of shields, tokens and the crown."""
    shields = np.int64(0)
    for action in range(codes.ACTIONS):
        shields += s.shield[action]
    if shields != s.shields or shields > cards.shields:
        return LAW.SHIELDS_COUNTED
    for kind in range(record.KINDS_OF_TOKEN):
        if s.seen_tokens[kind] > (cards.token_count[kind] if cards.exploration else 0):
            return LAW.TOKENS_COUNTED
    if not cards.exploration and s.crown != NONE:
        return LAW.TOKENS_COUNTED
    for place in range(s.slots * codes.PLACES):
        if s.hidden[place] != NONE and s.open[place] != NONE:
            return LAW.TOKENS_COUNTED
        if not cards.exploration and (s.hidden[place] != NONE or s.open[place] != NONE):
            return LAW.TOKENS_COUNTED
    return LAW.FINE


@kernel
def broken_war(s, cards):
    """Laws of a war."""
    for side in range(2):
        if s.dice[side] != NONE and (s.war_place == NONE or s.dice[side] < 0):
            return LAW.DICE_IN_WAR
    if s.phase == PHASE.SET_ATTACK or s.phase == PHASE.SET_DEFENCE:
        for side in (record.ATTACKER, record.DEFENDER):
            if s.in_play[s.side[side]] < 2:
                return LAW.LAST_MEEPLE
    return LAW.FINE


@kernel
def broken_end(s, cards, row):
    """Laws of the end of a game; row: int64[points], scratch."""
    if (s.phase == PHASE.OVER) != (s.outcome == END.TRIGGERED or s.outcome == END.CUT_OFF):
        return LAW.NAMED_END
    if s.phase != PHASE.OVER:
        return LAW.FINE
    behind = np.int64(0)
    for seat in range(s.seats):
        points_of(s, cards, seat, row)
        total = np.int64(0)
        for k in range(row.shape[0]):
            total += row[k]
        if total != score_now(s, cards, seat):
            return LAW.POINTS_SUM
        behind += rank_of(s, cards, seat) * 2 + tied_with(s, cards, seat) - 1
    # Twice the mean place of every seat: the places 1 to n whatever the ties.
    return LAW.FINE if behind == s.seats * (s.seats + 1) else LAW.RANKS


@kernel
def broken_law(s, cards, row):
    """Number of the first law of the table that does not hold, or LAW.FINE."""
    law = broken_places(s, cards)
    for seat in range(s.seats):
        if law == LAW.FINE:
            law = broken_meeple(s, cards, seat)
    if law == LAW.FINE:
        law = broken_goods(s, cards)
    if law == LAW.FINE:
        law = broken_tokens(s, cards)
    if law == LAW.FINE:
        law = broken_war(s, cards)
    if law == LAW.FINE:
        law = broken_end(s, cards, row)
    return law


@allocating_kernel
def broken_list(s, cards, moves, n):
    """Number of the law that a list of legal moves breaks, or LAW.FINE."""
    if n < 1 or n > moves.shape[0]:
        return LAW.MOVE_COUNT
    for i in range(n):
        m = moves[i]
        if m.actor != s.decider or not 0 <= m.actor < cards.players:
            return LAW.MOVE_SEAT
        if m.kind == KIND.PAY or m.kind == KIND.PAY_BANDITS or m.kind == KIND.TRADE:
            have = s.goods[m.actor]
            if m.mana > have[0] or m.ore > have[1] or m.food > have[2]:
                return LAW.MOVE_PRICE
        if m.price < 0 or m.price > s.goods[m.actor].sum():
            return LAW.MOVE_PRICE
        if m.kind == KIND.SET_NUMBER and m.number > cards.war_limit:
            return LAW.DICE_IN_WAR
    return LAW.FINE


@kernel
def same_move(a, b):
    """Whether two moves are one and the same answer."""
    return (
        a.kind == b.kind
        and a.meeple == b.meeple
        and a.place == b.place
        and a.goal == b.goal
        and a.resource == b.resource
        and a.number == b.number
        and a.mana == b.mana
        and a.ore == b.ore
        and a.food == b.food
    )


@kernel
def is_triggered(s):
    """Whether an end condition has been met."""
    for which in range(len(TRIGGER.words)):
        if s.trigger[which]:
            return True
    return False


@kernel
def broken_change(s, before, cards):
    """Number of the law of what never goes back that a move broke, or LAW.FINE."""
    if not before.round_no <= s.round_no <= before.round_no + 1 <= cards.round_limit + 1:
        return LAW.ROUNDS
    return (
        LAW.ENDS_WITH_ROUND if is_triggered(before) and s.round_no != before.round_no else LAW.FINE
    )


@kernel
def differs(s, view):
    """Whether the hidden part of two records is another one."""
    if s.dice[record.ATTACKER] != view.dice[record.ATTACKER]:
        return True
    for place in range(s.slots * codes.PLACES):
        if s.hidden[place] != view.hidden[place]:
            return True
    return False


@kernel
def deal_anew(view, s, cards, own):
    """Deal anew what is hidden on a copy of the table; nothing is known from before."""
    deal_hidden(view, cards)


GAME = Watched(
    broken_law, broken_list, broken_change, same_move, deal_anew, differs, record.FIRST_CHOICE
)
audit, ask_again = watchers_of(__name__, ENGINE, GAME)
