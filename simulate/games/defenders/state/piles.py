"""Piles of cards: drawing, discarding, shuffling."""

from simulate.compiler.kernels import kernel
from simulate.core.streams import shuffle_cards
from simulate.games.defenders.cards.tables import NONE
from simulate.games.defenders.state.changes import PILE, RULE
from simulate.games.defenders.state.record import PURPOSE, REMOVED, is_ally
from simulate.mechanics.log import LINE, is_on, new_line, write_order
from simulate.mechanics.piles import move_up, take_at

SHUFFLES = 100  # of the turn deck in one round, at most


@kernel
def write_card(s, log, seat, rule, card, source, goal, owner):
    """Say that a card went from pile to pile; owner: the region or seat of one that has one."""
    if log is not None and is_on(log):
        line = new_line(s, log, LINE.CARD, seat, rule)
        line.card = card
        line.source = source
        line.goal = goal
        line.owner = owner


@kernel
def shuffle_turn_deck(s, rule, log):
    """Shuffle the turn deck; nobody knows its order any more.

    Shuffles are numbered anew in each round, so that one more in a round moves no later one.
    """
    s.deck_changes += 1
    shuffle_cards(
        s, PURPOSE.TURN_SHUFFLED, s.round_no * SHUFFLES + s.shuffles, s.turn_deck, s.turn_cards
    )
    s.shuffles += 1
    s.known_top = 0
    s.known_bottom = 0
    purpose, deck, count = PURPOSE.TURN_SHUFFLED, s.turn_deck, s.turn_cards
    write_order(s, log, LINE.SHUFFLE, NONE, rule, purpose, deck, count)


@kernel
def take_turn_card(s, to, rule, log):
    """Turn over the top card of the turn deck: to DRAWN or to DISCARD.  Returns it.

    Rule D-ROUND-3: all players see it and may remember it.
    """
    s.deck_changes += 1
    card = take_at(s.turn_deck, s.turn_cards, 0)
    s.turn_cards -= 1
    s.known_top = max(0, s.known_top - 1)
    s.known_bottom = min(s.known_bottom, s.turn_cards)
    s.seen[card] = 1
    if to == PILE.DRAWN:
        s.drawn = card
    else:
        s.discard[s.discards] = card
        s.discards += 1
    write_card(s, log, NONE, rule, card, PILE.TURN_DECK, to, 0)
    return card


@kernel
def discard_drawn(s, log):
    """Put the resolved card on the discard pile.  Rule D-ROUND-2."""
    card = s.drawn
    if not is_ally(card):
        s.deck_changes += 1
    s.discard[s.discards] = card
    s.discards += 1
    s.drawn = NONE
    write_card(s, log, NONE, RULE.D_ROUND_2, card, PILE.DRAWN, PILE.DISCARD, 0)


@kernel
def return_discard(s, index, rule, log):
    """Put a discarded card back under the turn deck (it is shuffled next)."""
    s.deck_changes += 1
    card = take_at(s.discard, s.discards, index)
    s.discards -= 1
    s.turn_deck[s.turn_cards] = card
    s.turn_cards += 1
    write_card(s, log, NONE, rule, card, PILE.DISCARD, PILE.TURN_DECK, 0)


@kernel
def take_horde_card(s, rule, log):
    """Put the top card of the horde deck, unseen, into the turn deck."""
    s.deck_changes += 1
    card = take_at(s.horde, s.horde_cards, 0)
    s.horde_cards -= 1
    s.turn_deck[s.turn_cards] = card
    s.turn_cards += 1
    write_card(s, log, NONE, rule, card, PILE.HORDE_DECK, PILE.TURN_DECK, 0)


@kernel
def cover_region(s, region, log):
    """Lay a card of the destruction deck face down on a destroyed region.  D-DESTROYED-3."""
    if s.destruction_cards > 0:
        card = take_at(s.destruction, s.destruction_cards, 0)
        s.destruction_cards -= 1
        s.cover[region] = card
        write_card(
            s,
            log,
            NONE,
            RULE.D_DESTROYED_3,
            card,
            PILE.DESTRUCTION_DECK,
            PILE.COVER,
            region,
        )


@kernel
def uncover_region(s, region, rule, log):
    """Put the card on a restored region back under the destruction deck."""
    card = s.cover[region]
    if card != NONE:
        s.cover[region] = NONE
        s.destruction[s.destruction_cards] = card
        s.destruction_cards += 1
        write_card(s, log, NONE, rule, card, PILE.COVER, PILE.DESTRUCTION_DECK, region)


@kernel
def draw_artifact(s, seat, log):
    """Give the top artifact to a hero, if one is left.  Rule D-DIRE-3."""
    if s.artifacts_left > 0:
        card = take_at(s.artifact_deck, s.artifacts_left, 0)
        s.artifacts_left -= 1
        s.artifact[card] = seat
        s.artifacts_drawn[seat] += 1
        s.artifacts_held[seat] |= 1 << card
        write_card(s, log, seat, RULE.D_DIRE_3, card, PILE.ARTIFACT_DECK, PILE.ARTIFACTS, seat)


@kernel
def remove_artifact(s, card, seat, log):
    """Take a used artifact out of the game.  Rule D-ART-1."""
    s.artifact[card] = REMOVED
    s.artifacts_used[seat] += 1
    s.artifacts_spent[seat] |= 1 << card
    write_card(s, log, seat, RULE.D_ART_1, card, PILE.ARTIFACTS, PILE.REMOVED, seat)


@kernel
def bury_top(s, rule, log):
    """Put the top card of the turn deck on its bottom."""
    s.deck_changes += 1
    card = take_at(s.turn_deck, s.turn_cards, 0)
    s.turn_deck[s.turn_cards - 1] = card
    s.known_top = max(0, s.known_top - 1)
    s.known_bottom = min(s.turn_cards, s.known_bottom + 1)
    write_card(s, log, s.active, rule, card, PILE.TURN_DECK, PILE.TURN_DECK, 1)


@kernel
def put_at(s, index, position, rule, log):
    """Move the turn deck's card at `index` up to `position`."""
    s.deck_changes += 1
    move_up(s.turn_deck, index, position)
    write_order(s, log, LINE.ORDER, s.active, rule, NONE, s.turn_deck, s.turn_cards)
