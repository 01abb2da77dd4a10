"""Compiled watchers of games of Tiny Epic Defenders that look at every position."""

from simulate.compiler.kernels import kernel
from simulate.core.game.code_table import CodeTable
from simulate.engine.defenders import ENGINE
from simulate.games.defenders.cards import tables
from simulate.games.defenders.cards.tables import NONE
from simulate.games.defenders.moves.move import KIND
from simulate.games.defenders.state.record import END, FIRST_CHOICE, IN_DECK, PHASE, REMOVED
from strategies.defenders.hidden import deal_hidden
from tests.every_game.watch import Watched, watchers_of

LAWS = {
    "fine": "all laws hold",
    "one_pile": "every card lies in exactly one pile",
    "in_play": "cards that are in play stay in play, and those set aside stay aside",
    "threat_bounds": "threat lies between 0 and the limit",
    "destroyed_at_limit": "a region is destroyed if and only if its threat has reached the limit",
    "over_at_limit": (
        "the game is lost exactly when the Capital falls, won exactly when the foe has no health"
    ),
    "health_bounds": "health lies between 0 and full health",
    "artifact_places": "every artifact is in one place",
    "points_bounds": "points are never negative",
    "foe_after_horde": "the foe is in play only when the horde deck is empty",
    "foe_bounds": "the foe stands at an outer region, with health between 0 and full",
    "covered": "only destroyed regions are covered",
    "bound_there": "what was prepared in a region is held there",
    "guards": "no guard stands on a destroyed region or the Capital",
    "active_seat": "a seat is active exactly while it takes a turn",
    "known_cards": "known cards are cards of the deck",
    "move_count": "at least one move and no more than there is room for",
    "move_seat": "a move belongs to a seat at the table, and all moves of a list to the same one",
    "move_price": "nobody pays points or health that the hero lacks",
    "rounds": "rounds go up one by one and stop at the limit",
    "named_end": "the game ends for a named reason",
    "horde_allies": "allies never lie in the horde deck",
}
LAW = CodeTable(*LAWS)


@kernel
def is_a_card(cards, card):
    """Whether a number stands for a card of this pack."""
    return 0 <= card < cards.enemies or tables.FIRST_DIRE <= card < tables.CARDS


@kernel
def count_pile(cards, pile, count, seen):
    """Count a pile's cards into `seen` (int64[CARDS]); False if one is no card at all."""
    for i in range(count):
        if not is_a_card(cards, pile[i]):
            return False
        seen[pile[i]] += 1
    return True


@kernel
def broken_pile(s, cards, seen):
    """Laws of the piles of cards."""
    for card in range(tables.CARDS):
        seen[card] = 0
    fine = count_pile(cards, s.turn_deck, s.turn_cards, seen)
    fine = count_pile(cards, s.discard, s.discards, seen) and fine
    fine = count_pile(cards, s.horde, s.horde_cards, seen) and fine
    fine = count_pile(cards, s.destruction, s.destruction_cards, seen) and fine
    for i in range(s.horde_cards):
        if s.horde[i] >= tables.FIRST_ALLY:
            return LAW.HORDE_ALLIES
    for region in range(tables.PLACES):
        if s.cover[region] != NONE:
            if region == tables.CAPITAL or not s.destroyed[region]:
                return LAW.COVERED
            seen[s.cover[region]] += 1
    if s.drawn != NONE:
        seen[s.drawn] += 1
    for card in range(tables.CARDS):
        if seen[card] != (1 if is_a_card(cards, card) else 0):
            return LAW.ONE_PILE
    return LAW.FINE if fine else LAW.ONE_PILE


@kernel
def cards_in_play(s):
    """Cards that take part in the game: not in the destruction deck, not on a region."""
    drawn = 0 if s.drawn == NONE else 1
    return s.turn_cards + s.discards + s.horde_cards + drawn


@kernel
def broken_region(s, cards):
    """Laws of threat and destruction."""
    for region in range(1, tables.PLACES):
        if not 0 <= s.threat[region] <= cards.region_limit:
            return LAW.THREAT_BOUNDS
        if (s.threat[region] == cards.region_limit) != (s.destroyed[region] == 1):
            return LAW.DESTROYED_AT_LIMIT
        if s.destroyed[region] and s.guard_enemy[region] + s.guard_any[region] > 0:
            return LAW.GUARDS
        if s.guard_enemy[region] < 0 or s.guard_any[region] < 0:
            return LAW.GUARDS
    if (
        s.guard_enemy[tables.CAPITAL] != 0
        or s.guard_any[tables.CAPITAL] != 0
        or s.destroyed[tables.CAPITAL]
    ):
        return LAW.GUARDS
    if not 0 <= s.threat[tables.CAPITAL] <= cards.capital_limit:
        return LAW.THREAT_BOUNDS
    fallen = s.threat[tables.CAPITAL] == cards.capital_limit
    beaten = s.foe_in_play == 1 and s.foe_health == 0
    if fallen != (s.outcome == END.CAPITAL_FELL) or beaten != (s.outcome == END.FOE_DEFEATED):
        return LAW.OVER_AT_LIMIT
    if (s.phase == PHASE.OVER) != (s.outcome in (END.CAPITAL_FELL, END.FOE_DEFEATED, END.CUT_OFF)):
        return LAW.NAMED_END
    return LAW.FINE


@kernel
def broken_hero(s):
    """Laws of heroes and points."""
    for seat in range(s.players):
        if not 0 <= s.health[seat] <= s.full[seat]:
            return LAW.HEALTH_BOUNDS
        if s.brace[seat] > 0 and s.brace_at[seat] not in (NONE, s.place[seat]):
            return LAW.BOUND_THERE
    if s.points < 0 or s.group_points < 0:
        return LAW.POINTS_BOUNDS
    on_turn = s.phase in (PHASE.TAKE_TURN, PHASE.PEEK, PHASE.ARRANGE, PHASE.PLACE_HEROES)
    if s.phase != PHASE.OVER and on_turn != (0 <= s.active < s.players):
        return LAW.ACTIVE_SEAT
    return LAW.FINE


@kernel
def broken_artifact(s, cards):
    """Each artifact is in the stack, with one hero, or removed."""
    in_deck = 0
    for artifact in range(cards.artifacts):
        place = s.artifact[artifact]
        if place not in (IN_DECK, REMOVED) and not 0 <= place < s.players:
            return LAW.ARTIFACT_PLACES
        found = 0
        for i in range(s.artifacts_left):
            found += s.artifact_deck[i] == artifact
        if found != (1 if place == IN_DECK else 0):
            return LAW.ARTIFACT_PLACES
        in_deck += found
    return LAW.FINE if in_deck == s.artifacts_left else LAW.ARTIFACT_PLACES


@kernel
def broken_foe(s, cards):
    """Laws of the epic foe and of what is known of the deck."""
    if s.known_top < 0 or s.known_bottom < 0:
        return LAW.KNOWN_CARDS
    if s.known_top > s.turn_cards or s.known_bottom > s.turn_cards:
        return LAW.KNOWN_CARDS
    if s.foe_in_play:
        if s.horde_cards > 0:
            return LAW.FOE_AFTER_HORDE
        if not 0 <= s.foe_health <= cards.foe_health[s.foe]:
            return LAW.FOE_BOUNDS
        if not 1 <= s.foe_region < tables.PLACES:
            return LAW.FOE_BOUNDS
    elif s.foe_region != NONE:
        return LAW.FOE_BOUNDS
    return LAW.FINE


@kernel
def broken_law(s, cards, seen):
    """Number of the first law of the table that does not hold, or LAW.FINE."""
    law = broken_pile(s, cards, seen)
    if law == LAW.FINE:
        law = broken_region(s, cards)
    if law == LAW.FINE:
        law = broken_hero(s)
    if law == LAW.FINE:
        law = broken_artifact(s, cards)
    if law == LAW.FINE:
        law = broken_foe(s, cards)
    return law


@kernel
def broken_list(s, cards, moves, n):
    """Number of the law that a list of legal moves breaks, or LAW.FINE."""
    if n < 1 or n > moves.shape[0]:
        return LAW.MOVE_COUNT
    for i in range(n):
        m = moves[i]
        if m.actor != moves[0].actor or not 0 <= m.actor < s.players:
            return LAW.MOVE_SEAT
        if m.points < 0 or m.health < 0 or m.health > s.health[m.actor]:
            return LAW.MOVE_PRICE
        if (
            KIND.END_TURN <= m.kind < KIND.PLACE_HERO
            and s.phase == PHASE.TAKE_TURN
            and m.points > s.points
        ):
            return LAW.MOVE_PRICE
        if m.kind == KIND.TAKE_POINTS and not 1 <= m.points <= s.group_points:
            return LAW.MOVE_PRICE
    return LAW.FINE


@kernel
def same_move(a, b):
    """Whether two moves are one and the same answer."""
    return (
        a.kind == b.kind
        and a.region == b.region
        and a.ability == b.ability
        and a.target == b.target
        and a.hero == b.hero
        and a.artifact == b.artifact
        and a.first == b.first
        and a.second == b.second
        and a.points == b.points
    )


@kernel
def broken_change(s, before, cards):
    """Number of the law of what a move leaves as it is that it broke, or LAW.FINE."""
    if cards_in_play(s) != cards_in_play(before):
        return LAW.IN_PLAY
    return LAW.FINE if before.round_no <= s.round_no <= cards.round_limit else LAW.ROUNDS


@kernel
def differs(s, view):
    """Whether the hidden part of two records is another one."""
    if s.foe != view.foe:
        return True
    for i in range(s.turn_cards):
        if s.turn_deck[i] != view.turn_deck[i]:
            return True
    for i in range(s.horde_cards):
        if s.horde[i] != view.horde[i]:
            return True
    for i in range(s.artifacts_left):
        if s.artifact_deck[i] != view.artifact_deck[i]:
            return True
    return False


@kernel
def deal_anew(view, s, cards, own):
    """Deal anew what is hidden on a copy of the table; nothing is known from before."""
    deal_hidden(view, cards)
    own.outlook[0] = own.outlook[1]


GAME = Watched(broken_law, broken_list, broken_change, same_move, deal_anew, differs, FIRST_CHOICE)
audit, ask_again = watchers_of(__name__, ENGINE, GAME)
