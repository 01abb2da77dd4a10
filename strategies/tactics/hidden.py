"""Redeal the hidden information of a seat (determinization).

Hidden are the hands of others with the order of the tactic deck, the cards that were given back
in the setup and wait to be shuffled in, and the order of the Solo Enemy cards that are left.
"""

import numpy as np

from simulate.compiler.kernels import kernel
from simulate.core.streams import below
from simulate.games.tactics.cards.codes import TACTICS
from simulate.games.tactics.state.record import FIRST_CHOICE, bit, is_in, size_of


@kernel
def take_one(pool, nth):
    """The nth card of a pool (bits), from 0: what does not depend on how the cards lay."""
    card = np.int64(0)
    while nth or not is_in(pool, card):
        nth -= is_in(pool, card)
        card += 1
    return card


@kernel
def unseen_tactics(s, seat):
    """Tactic cards that lie in the deck, or in the hands of others, as bits."""
    pool = np.int64(0)
    for other in range(s.hand.shape[0]):
        if other != seat:
            pool |= s.hand[other]
    for i in range(s.deck_count):
        pool |= bit(s.deck[i])
    return pool | s.returned


@kernel
def deal_tactics_anew(s, cards, seat, purpose):
    """Others' hands, the cards given back and the deck from what the seat has not seen."""
    pool = unseen_tactics(s, seat)
    for other in range(cards.seats):
        if other != seat:
            held, s.hand[other] = size_of(s.hand[other]), 0
            for _ in range(held):
                card = take_one(pool, below(s, purpose, size_of(pool)))
                pool &= ~bit(card)
                s.hand[other] |= bit(card)
    waiting, s.returned = size_of(s.returned), 0
    for _ in range(waiting):
        card = take_one(pool, below(s, purpose, size_of(pool)))
        pool &= ~bit(card)
        s.returned |= bit(card)
    for i in range(min(TACTICS, s.deck_count)):
        s.deck[i] = take_one(pool, below(s, purpose, size_of(pool)))
        pool &= ~bit(s.deck[i])


@kernel
def deal_hidden(s, cards):
    """Deal everything hidden from the seat that must choose anew."""
    purpose = FIRST_CHOICE + s.decider
    deal_tactics_anew(s, cards, s.decider, purpose)
    pool = np.int64(0)
    for i in range(s.enemy_deck_count):
        pool |= bit(s.enemy_deck[i])
    for i in range(s.enemy_deck_count):
        s.enemy_deck[i] = take_one(pool, below(s, purpose, size_of(pool)))
        pool &= ~bit(s.enemy_deck[i])
