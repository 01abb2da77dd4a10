"""Compiled watchers of games of Tiny Epic Tactics that look at every position."""

import functools

import numpy as np

from simulate.compiler.kernels import allocating_kernel, kernel
from simulate.core.game.code_table import CodeTable
from simulate.engine.loop import AT_TABLE, NOT_ASKED
from simulate.engine.tactics import ENGINE
from simulate.games.tactics.cards.codes import FACES, FORCE, SPACES
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.end import compare, points_of, rank_of, score_now, tied_with
from simulate.games.tactics.moves.lists import list_moves
from simulate.games.tactics.moves.move import KIND
from simulate.games.tactics.state.record import AREAS, END, FIRST_CHOICE, PHASE, bit, is_in, size_of
from simulate.games.tactics.turn import step
from strategies.tactics.hidden import deal_hidden
from tests.every_game.watch import Watched, watchers_of

LAWS = {
    "fine": "all laws hold",
    "one_a_space": "one unit a space, and spaces know who stands on them",
    "one_place": "a unit is on the map, in a dungeon, or nowhere",
    "tracks": "health, ammo and mana lie on their tracks",
    "captured": "a captured unit has no health, and lies with its captor for good",
    "dungeons": "one unit a dungeon, and a box is flipped over while somebody is inside",
    "tactic_cards": "each tactic card is in one place",
    "enemy_cards": "each Solo Enemy card is in one place",
    "flags": "flags never move back, and triggered and secured areas stay so",
    "artifact": "the Artifact lies on the map or has a bearer in play, in battles alone",
    "captures": "captures count the cards that the captors have",
    "time": "time lies between nothing and its start",
    "move_count": "at least one move and no more than there is room for",
    "move_seat": "all moves belong to the person who is asked, and name own units",
    "rounds": "rounds go up one by one and stop at the limit, but for last turns",
    "ending": "whoever set the end in motion stays so",
    "named_end": "the game ends for a named reason",
    "points_sum": "points of all kinds sum to the score",
    "ranks": "a team shares its place, and ties are mutual",
}
LAW = CodeTable(*LAWS)


@kernel
def broken_unit(s, cards, slot):
    """Laws of one unit."""
    card, side = s.unit[slot], cards.enemy_seat[slot // FORCE]
    space = s.at[slot]
    if space != NONE and (s.occupant[space] != slot or s.dungeon[slot] != NONE):
        return LAW.ONE_A_SPACE
    if (s.dungeon[slot] == NONE) != (s.inside[slot] == NONE):
        return LAW.ONE_PLACE
    if not 0 <= s.health[slot] <= cards.health[card, side]:
        return LAW.TRACKS
    if not 0 <= s.ammo[slot] <= (0 if side else cards.ammo[card]):
        return LAW.TRACKS
    if not 0 <= s.mana[slot] <= (0 if side else cards.mana[card]):
        return LAW.TRACKS
    if s.captor[slot] != NONE and not side:
        if space != NONE or s.dungeon[slot] != NONE or s.health[slot] != 0:
            return LAW.CAPTURED
    return LAW.FINE


@kernel
def broken_places(s, cards):
    """Laws of spaces and dungeons."""
    standing, found, boxes = 0, 0, np.int64(0)
    for slot in range(cards.seats * FORCE):
        law = broken_unit(s, cards, slot)
        if law != LAW.FINE:
            return law
        standing += s.at[slot] != NONE
        if s.dungeon[slot] != NONE:
            if is_in(boxes, s.dungeon[slot]):
                return LAW.DUNGEONS
            boxes |= bit(s.dungeon[slot])
    for space in range(SPACES):
        found += s.occupant[space] != NONE
    if found != standing:
        return LAW.ONE_A_SPACE
    return LAW.DUNGEONS if boxes != s.flipped or boxes & s.crystals else LAW.FINE


@kernel
def broken_cards(s, cards):
    """Laws of tactic cards and Solo Enemy cards."""
    held = s.returned
    count = size_of(s.returned)
    for seat in range(cards.seats):
        held |= s.hand[seat]
        count += size_of(s.hand[seat])
    for i in range(s.deck_count):
        held |= bit(s.deck[i])
    for i in range(s.discard_count):
        held |= bit(s.discards[i])
    count += s.deck_count + s.discard_count
    if count != cards.tactics or size_of(held) != count:
        return LAW.TACTIC_CARDS
    if not cards.time_start:
        return LAW.FINE
    count = s.enemy_deck_count + s.enemy_discard_count
    for slot in range(cards.seats * FORCE):
        count += s.under[slot] != NONE
    return LAW.FINE if count == cards.enemy_cards else LAW.ENEMY_CARDS


@kernel
def broken_aims(s, cards):
    """Laws of the Artifact, captures and time."""
    if (s.artifact != NONE) + (s.bearer != NONE) != cards.battle:
        return LAW.ARTIFACT
    if s.bearer != NONE and s.at[s.bearer] == NONE:
        return LAW.ARTIFACT
    if not 0 <= s.time <= cards.time_start:
        return LAW.TIME
    if not cards.time_start:
        for seat in range(cards.seats):
            count = 0
            for slot in range(cards.seats * FORCE):
                count += s.captor[slot] == seat
            if count != s.captures[seat]:
                return LAW.CAPTURES
    return LAW.FINE


@allocating_kernel
def broken_standing(s, cards, row):
    """Laws of points and places; `row` is scratch (int64[POINT])."""
    for seat in range(cards.seats):
        points_of(s, cards, seat, row)
        if row.sum() != score_now(s, cards, seat):
            return LAW.POINTS_SUM
        rank, tied = rank_of(s, cards, seat), 0
        for other in range(cards.seats):
            tied += rank_of(s, cards, other) == rank
            if cards.team[seat] == cards.team[other] and compare(s, cards, seat, other) != 0:
                return LAW.RANKS
        if not 1 <= rank <= cards.seats or tied != tied_with(s, cards, seat):
            return LAW.RANKS
    return LAW.FINE


@kernel
def broken_law(s, cards, row):
    """Number of the first law of the table that does not hold, or LAW.FINE."""
    if (s.phase == PHASE.OVER) != (s.outcome != END.NOT_OVER) or s.outcome > END.CUT_OFF:
        return LAW.NAMED_END
    if s.turns == 0:
        return LAW.FINE
    law = broken_places(s, cards)
    if law == LAW.FINE:
        law = broken_cards(s, cards)
    if law == LAW.FINE:
        law = broken_aims(s, cards)
    if law == LAW.FINE and not cards.time_start:
        law = broken_standing(s, cards, row)
    return law


@kernel
def broken_change(s, before, cards):
    """Number of the law of what never goes back that a step broke, or LAW.FINE."""
    for area in range(AREAS):
        if s.flag[area] < before.flag[area] or s.triggered[area] < before.triggered[area]:
            return LAW.FLAGS
        if before.holder[area] != NONE and s.holder[area] != before.holder[area]:
            return LAW.FLAGS
    for slot in range(cards.seats * FORCE):
        if before.captor[slot] != NONE and not cards.enemy_seat[slot // FORCE]:
            if s.captor[slot] != before.captor[slot]:
                return LAW.CAPTURED
    if before.ending != NONE and s.ending != before.ending:
        return LAW.ENDING
    last = cards.round_limit + (1 if s.ending != NONE else 0)  # last turns are always played
    unasked = before.turns == 0 and cards.actions <= cards.first_turn_fewer
    if not before.round_no <= s.round_no <= min(before.round_no + 1 + unasked, last):
        return LAW.ROUNDS
    return LAW.FINE


@kernel
def broken_list(s, cards, moves, n):
    """Number of the law that a list of legal moves breaks, or LAW.FINE."""
    if n < 1 or n > moves.shape[0]:
        return LAW.MOVE_COUNT
    for i in range(n):
        m = moves[i]
        if m.actor != s.decider or not 0 <= m.actor < cards.seats or cards.enemy_seat[m.actor]:
            return LAW.MOVE_SEAT
    return LAW.FINE


@kernel
def same_move(a, b):
    """Whether two moves are one and the same answer."""
    return (
        a.kind == b.kind
        and a.unit == b.unit
        and a.goal == b.goal
        and a.target == b.target
        and a.way == b.way
        and a.left == b.left
        and a.number == b.number
    )


@kernel
def differs(s, view):
    """Whether the hidden part of two records is another one."""
    for i in range(s.deck_count):
        if s.deck[i] != view.deck[i]:
            return True
    for i in range(s.enemy_deck_count):
        if s.enemy_deck[i] != view.enemy_deck[i]:
            return True
    return False


@kernel
def deal_anew(view, s, cards, own):
    """Deal anew what is hidden on a copy of the table; nothing is known from before."""
    deal_hidden(view, cards)
    view.draws[FIRST_CHOICE + s.decider] = s.draws[FIRST_CHOICE + s.decider]


GAME = Watched(broken_law, broken_list, broken_change, same_move, deal_anew, differs, FIRST_CHOICE)
audit, ask_again = watchers_of(__name__, ENGINE, GAME)


# Moves in vain

EVERY_ICON, NO_ICON = 7, 0  # on every face of a die
TRIED, BEFORE = 2, 3  # records of a watcher's workspace


@kernel
def is_refusal(m):
    """Whether a move says no: that changes nothing by its nature."""
    return (
        m.kind == KIND.END_TURN
        or m.kind == KIND.STOP
        or m.kind == KIND.DO_NOT_ROLL
        or m.kind == KIND.DO_NOT_COUNTER
        or m.kind == KIND.KEEP_CARD
        or m.kind == KIND.NOBODY
    )


@kernel
def has_changed(s, before, m):
    """Whether the table is another one, but for the price of a move.

    Its price: an action, the token of a second one, ammo, mana, a card of the hand, and the health
    that a cure or a counter costs.
    """
    for slot in range(before.at.shape[0]):
        own = slot == m.unit
        if s.at[slot] != before.at[slot] or s.dungeon[slot] != before.dungeon[slot]:
            return True
        if s.inside[slot] != before.inside[slot] or s.unit[slot] != before.unit[slot]:
            return True
        hurt = s.health[slot] < before.health[slot]
        if s.health[slot] > before.health[slot] or (hurt and not own):
            return True
        if s.weakened[slot] != before.weakened[slot] and not (own and s.weakened[slot]):
            return True
        if s.ammo[slot] > before.ammo[slot] or s.mana[slot] > before.mana[slot]:
            return True
        if not own and (s.ammo[slot] != before.ammo[slot] or s.mana[slot] != before.mana[slot]):
            return True
    for seat in range(before.hand.shape[0]):
        if s.hand[seat] & ~before.hand[seat]:
            return True
    if s.artifact != before.artifact or s.bearer != before.bearer or s.time != before.time:
        return True
    if s.crystals != before.crystals or s.flipped != before.flipped or s.ending != before.ending:
        return True
    return s.phase == PHASE.OVER or s.actions_left > before.actions_left


@kernel
def asks_further(s, cards, m, scratch):
    """Whether its owner is asked again, to do more: that answer is looked at by itself."""
    if s.phase == PHASE.OVER or s.phase == PHASE.ACT or s.decider != m.actor:
        return False
    n = list_moves(s, cards, scratch)
    for i in range(n):
        if not is_refusal(scratch[i]):
            return True
    return False


@kernel
def is_in_vain(s, cards, m, own):
    """Whether a move changes nothing, with dice that show every icon and with dice that show none.

    The dice of `cards` are left so; own: the workspace on whose last tables it is tried.
    """
    view, before = own.states[TRIED], own.states[BEFORE]
    for icons in (EVERY_ICON, NO_ICON):
        cards.die[:] = icons
        own.states[TRIED] = s
        # More actions than the turn has, so that its end does not hide that nothing happened.
        view.actions_left += 9
        own.states[BEFORE] = view
        own.chosen[1] = m
        step(view, cards, own.chosen[1], own.tried, own.silent)
        if has_changed(view, before, m) or asks_further(view, cards, m, own.tried):
            return False
    return True


def try_moves(s, cards, workspace, n, own, listed, answer, found):
    """Try every move that is offered at the table; its players play on.

    found: int64[2, 6]: MOVES tried and in VAIN, and of the last of these its KIND, UNIT, target or
    goal and the decision; below them the faces of the die.
    """
    if n == 0 or answer != NOT_ASKED:
        return max(answer, 0)
    if s.phase > PHASE.RETURN_CARD and s.phase != PHASE.DISCARD:
        told, faces = found[0], found[1]
        for face in range(FACES):
            faces[face] = cards.die[face]
        for i in range(n):
            m = workspace.moves[i]
            if is_refusal(m):
                continue
            told[0] += 1
            if is_in_vain(s, cards, m, own):
                told[1] += 1
                told[2], told[3], told[4] = m.kind, m.unit, max(m.target, m.goal)
                told[5] = s.decisions
        for face in range(FACES):
            cards.die[face] = faces[face]
    return AT_TABLE


@functools.cache
def trier():
    """The watcher that tries every move, compiled when it is first wanted."""
    return kernel(ENGINE.records.watcher)(try_moves)
