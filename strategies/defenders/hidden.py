"""Redeal the hidden information of a seat (determinization).

Hidden are: the order of the turn deck (but for cards that were looked at), which cards not
yet seen lie in the turn, horde and destruction decks, the order of the artifacts, and the
epic foe until it comes into play.
"""

from simulate.compiler.kernels import kernel
from simulate.core.streams import below
from simulate.games.defenders.cards.tables import FIRST_ALLY, FIRST_DIRE, NONE, PLACES
from simulate.games.defenders.state.record import DECK, PURPOSE

ENEMY, DIRE_ENEMY = 0, 1


@kernel
def swap_cards(pile, i, other, j):
    """Exchange two cards, changed in place."""
    kept = pile[i]
    pile[i] = other[j]
    other[j] = kept


@kernel
def mix_part(s, pile, first, last):
    """Shuffle the cards of a pile from `first` up to, not including, `last`."""
    for i in range(last - 1, first, -1):
        swap_cards(pile, i, pile, first + below(s, PURPOSE.FATE, i - first + 1))


@kernel
def unseen_kind(s, card):
    """ENEMY or DIRE_ENEMY for an enemy card that nobody has seen, else NONE."""
    if card == NONE or card >= FIRST_ALLY or s.seen[card]:
        return NONE
    return DIRE_ENEMY if card >= FIRST_DIRE else ENEMY


@kernel
def deal_horde(s):
    """Mix the horde deck with the unseen horde cards that already joined the turn deck."""
    if s.round_no > 1:
        for i in range(s.turn_cards):
            if unseen_kind(s, s.turn_deck[i]) != NONE and s.horde_cards > 0:
                k = below(s, PURPOSE.FATE, s.horde_cards + 1)
                if k < s.horde_cards:
                    swap_cards(s.turn_deck, i, s.horde, k)
    mix_part(s, s.horde, 0, s.horde_cards)


# Places where unseen cards lie, one after another, as if they were one long pile; the turn
# deck is the first.
IN_HORDE, IN_DESTRUCTION, IN_COVER = DECK, 2 * DECK, 3 * DECK
PLACES_IN_ALL = 3 * DECK + PLACES


@kernel
def card_at(s, place):
    """The card at one of those places, or NONE."""
    if place < IN_HORDE:
        return s.turn_deck[place] if place < s.turn_cards else NONE
    if place < IN_DESTRUCTION:
        return s.horde[place - IN_HORDE] if place - IN_HORDE < s.horde_cards else NONE
    if place < IN_COVER:
        index = place - IN_DESTRUCTION
        return s.destruction[index] if index < s.destruction_cards else NONE
    return s.cover[place - IN_COVER]


@kernel
def put_card_at(s, place, card):
    """Lay a card at one of those places."""
    if place < IN_HORDE:
        s.turn_deck[place] = card
    elif place < IN_DESTRUCTION:
        s.horde[place - IN_HORDE] = card
    elif place < IN_COVER:
        s.destruction[place - IN_DESTRUCTION] = card
    else:
        s.cover[place - IN_COVER] = card


@kernel
def deal_names(s, kind):
    """Give every unseen card of a kind another of the same kind, wherever it lies."""
    met = 0
    for place in range(PLACES_IN_ALL):
        if unseen_kind(s, card_at(s, place)) == kind:
            met += 1
            exchange(s, kind, place, below(s, PURPOSE.FATE, met))


@kernel
def exchange(s, kind, place, pick):
    """Exchange the card at `place` with the `pick`-th card of its kind up to there."""
    for other in range(place + 1):
        card = card_at(s, other)
        if unseen_kind(s, card) == kind:
            if pick == 0:
                put_card_at(s, other, card_at(s, place))
                put_card_at(s, place, card)
                return
            pick -= 1


@kernel
def deal_hidden(s, cards):
    """Deal everything hidden anew, consistent with what all players know."""
    deal_horde(s)
    deal_names(s, ENEMY)
    deal_names(s, DIRE_ENEMY)
    mix_part(s, s.turn_deck, s.known_top, s.turn_cards - s.known_bottom)
    mix_part(s, s.destruction, 0, s.destruction_cards)
    mix_part(s, s.artifact_deck, 0, s.artifacts_left)
    if not s.foe_in_play:
        s.foe = below(s, PURPOSE.FATE, cards.foes)
