"""Redeal the hidden information (determinization).

Hidden are the cards face down in the dungeon and in the Dungeon Deck, the rooms left in the box,
the order of the other decks and, in Act 1, the boss.  Of a card face down the heroes know from
which of the three parts of the deck it was drawn.
"""

import numpy as np

from simulate.compiler.kernels import allocating_kernel, kernel
from simulate.core.streams import shuffle
from simulate.games.dungeons.cards.codes import BOSSES, ROOM_KIND, ROOMS
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.setup import cards_of_kind
from simulate.games.dungeons.state.record import PHASE, PLACES, PURPOSE
from simulate.mechanics.agenda import top

AGAIN = 1000  # number of these shuffles, which no shuffle of the game has


@kernel
def deal_hidden(s, cards):
    """Deal everything that no hero can see anew."""
    deal_rooms(s, cards)
    shuffle_rest(s, PURPOSE.GOBLINS_SHUFFLED, s.goblin_deck, s.goblin_drawn, s.goblin_cards)
    shuffle_rest(s, PURPOSE.MINIONS_SHUFFLED, s.minion_deck, s.minions, cards.minions)
    shuffle_rest(s, PURPOSE.LOOT_SHUFFLED, s.loot_deck, s.loot_drawn, s.loot_cards)
    shuffle_rest(s, PURPOSE.SPELLS_SHUFFLED, s.spell_deck, s.spell_drawn, s.spell_cards)
    if s.act == 1 and cards.boss == NONE:
        deal_boss(s, cards)


@allocating_kernel
def deal_boss(s, cards):
    """Deal another boss; by a shuffle, as drawing would count and change the next copy's luck."""
    order = np.arange(BOSSES)
    shuffle(s, PURPOSE.BOSS_DEALT, AGAIN, order, cards.bosses)
    s.boss = order[0]


@kernel
def shuffle_rest(s, purpose, deck, drawn, count):
    """Shuffle what is left of a deck, in whatever order it lies: nobody has seen that."""
    sort(deck, drawn, count)
    shuffle(s, purpose, AGAIN, deck[drawn:count], count - drawn)


@kernel
def sort(cards, first, last):
    """Put cards `first` .. `last - 1` into the order of their numbers."""
    for i in range(first + 1, last):
        card, k = cards[i], i
        while k > first and cards[k - 1] > card:
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card


@allocating_kernel
def deal_rooms(s, cards):
    """Deal the Dungeon Deck anew, as the rules stack it, but for the rooms that are revealed.

    A card that is being laid has been turned up already.
    """
    seen = np.zeros(ROOMS, np.int64)
    for k in range(s.rooms):
        seen[s.room[s.revealed[k]]] = 1
    if s.phase == PHASE.LAY_ROOM:
        seen[s.hidden[top(s).place]] = 1
    number = np.full(ROOMS, NONE, np.int64)  # of a card in the deck
    for k in range(s.deck_cards):
        number[s.deck[k]] = k
    rooms, special = np.empty(ROOMS, np.int64), np.empty(ROOMS, np.int64)
    shuffle(
        s, PURPOSE.ROOMS_SHUFFLED, AGAIN, rooms, unseen_of_kind(cards, ROOM_KIND.ROOM, seen, rooms)
    )
    a = min(cards_of_kind(cards, ROOM_KIND.ROOM, special), cards.deck_a_rooms)
    b = s.deck_cards - cards.deck_c_rooms - 1
    used = deal_part(
        s, cards, PURPOSE.DECK_B_SHUFFLED, seen, 0, a, ROOM_KIND.ENCOUNTER, special, rooms, 0
    )
    met = unseen_of_kind(cards, ROOM_KIND.ENCOUNTER, seen, special)
    shuffle(s, PURPOSE.ENCOUNTERS_SHUFFLED, AGAIN, special, met)
    used = deal_part(
        s, cards, PURPOSE.DECK_B_SHUFFLED, seen, a, b, ROOM_KIND.ENCOUNTER, special, rooms, used
    )
    unseen_of_kind(cards, ROOM_KIND.LAIR_DOOR, seen, special)
    last = s.deck_cards
    deal_part(
        s, cards, PURPOSE.DECK_C_SHUFFLED, seen, b, last, ROOM_KIND.LAIR_DOOR, special, rooms, used
    )
    for place in range(PLACES):
        if s.hidden[place] != NONE:
            s.hidden[place] = s.deck[number[s.hidden[place]]]


@kernel
def unseen_of_kind(cards, kind, seen, into):
    """Write the cards of a kind that are not revealed into an array; returns how many."""
    count = 0
    for card in range(cards.rooms):
        if cards.room_kind[card] == kind and not seen[card]:
            into[count] = card
            count += 1
    return count


@allocating_kernel
def deal_part(s, cards, purpose, seen, first, last, kind, special, rooms, used):
    """Deal what is not revealed of one part of the deck; returns how many `rooms` are used.

    special: cards of the kind that this part holds besides rooms, in a new order.
    """
    free, count, specials = np.empty(ROOMS, np.int64), 0, 0
    for k in range(first, last):
        if not seen[s.deck[k]]:
            free[count] = k
            count += 1
            specials += cards.room_kind[s.deck[k]] == kind
    shuffle(s, purpose, AGAIN, free, count)
    for k in range(count):
        s.deck[free[k]] = special[k] if k < specials else rooms[used + k - specials]
    return used + count - specials
