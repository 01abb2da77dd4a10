"""The solo game's dummy: what the compass selects for it, and how it takes an action."""

import numpy as np

from simulate.compiler.kernels import kernel
from simulate.core.streams import below
from simulate.games.kingdoms.cards import codes
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.state.changes import RULE
from simulate.games.kingdoms.state.record import PURPOSE, is_in
from simulate.mechanics.log import LINE, write_chance

DUMMY = 1


@kernel
def roll(s, purpose, rule, log):
    """Roll the twelve-sided die: 0 for the 1.  Rule U-SOLO-11."""
    number = below(s, purpose, codes.HOURS)
    write_chance(s, log, LINE.ROLL, DUMMY, rule, purpose, number + 1)
    return number


@kernel
def number_of_hand(s, log):
    """The number of the present action, rolled when it is first needed.

    Rules U-COMPASS-5 (rolled already), U-COMPASS-6.
    """
    if s.number == NONE:
        s.number = roll(s, PURPOSE.FOLLOW_DIE, RULE.U_COMPASS_6, log)
    return s.number


@kernel
def first_on(hands, members, base):
    """First place of a row of the compass tables that is in a set, or NONE."""
    for rank in range(codes.PLACES):
        place = hands[rank]
        if place == NONE:
            return NONE
        if is_in(members, base + place):
            return base + place
    return NONE


@kernel
def find(s, cards, number, members):
    """What the hand of the compass card points at in a set, moving on clockwise; or NONE.

    Rules U-COMPASS-2, U-COMPASS-3, U-COMPASS-7, U-COMPASS-8, U-COMPASS-9, U-COMPASS-11.
    """
    prefers = cards.compass_prefers[s.night]
    for step in range(codes.HOURS):
        hour = (number + step) % codes.HOURS
        for slot in range(2):
            whose = codes.DUMMYS if slot == DUMMY else codes.PERSONS
            hands = cards.compass_hand[s.territory[slot], whose, hour, prefers]
            place = first_on(hands, members, slot * codes.PLACES)
            if place != NONE:
                return place
    return NONE


@kernel
def find_from(s, cards, number, members, start):
    """What the compass points at when it is laid on the army in a region; or NONE.

    Rules U-COMPASS-12, U-COMPASS-13, U-DUMMY-11 (goals on the other card, which only an ability
    opens, are pointed at from the compass card when there is none on this one).
    """
    prefers = cards.compass_prefers[s.night]
    slot = start // codes.PLACES
    for step in range(codes.HOURS):
        hour = (number + step) % codes.HOURS
        hands = cards.army_hand[s.territory[slot], start % codes.PLACES, hour, prefers]
        place = first_on(hands, members, slot * codes.PLACES)
        if place != NONE:
            return place
    return find(s, cards, number, members & ~places_of(slot))


@kernel
def places_of(slot):
    """Set of the places of a territory."""
    return np.int64((1 << codes.PLACES) - 1) << np.int64(slot * codes.PLACES)


@kernel
def is_pointed_from(s, cards, start, members):
    """Members of a set that some hand meets from a region."""
    met = np.int64(0)
    slot = start // codes.PLACES
    for hour in range(codes.HOURS):
        hands = cards.army_hand[s.territory[slot], start % codes.PLACES, hour, 0]
        for rank in range(codes.PLACES):
            if hands[rank] != NONE and is_in(members, slot * codes.PLACES + hands[rank]):
                met |= np.int64(1) << np.int64(slot * codes.PLACES + hands[rank])
    return met


@kernel
def pointed(s, cards, members):
    """Members of a set that some hand of the compass card meets."""
    met = np.int64(0)
    for slot in range(2):
        whose = codes.DUMMYS if slot == DUMMY else codes.PERSONS
        for hour in range(codes.HOURS):
            hands = cards.compass_hand[s.territory[slot], whose, hour, 0]
            for rank in range(codes.PLACES):
                if hands[rank] != NONE and is_in(members, slot * codes.PLACES + hands[rank]):
                    met |= np.int64(1) << np.int64(slot * codes.PLACES + hands[rank])
    return met


@kernel
def ring_action(s, cards, hour):
    """Number on the ring, from the one rolled clockwise, whose action is free.

    Rules U-SOLO-11, U-SOLO-12, U-CARD-1.
    """
    for step in range(codes.HOURS):
        at = (hour + step) % codes.HOURS
        if not s.shield[cards.compass_ring[at]]:
            return at
    return NONE
