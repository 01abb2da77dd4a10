"""From the box to the first turn: map, units, starts, Solo Enemies, tactic cards."""

import numpy as np

from simulate.compiler.kernels import allocating_kernel, kernel
from simulate.core.streams import below, open_streams, shuffle
from simulate.games.tactics.cards.codes import FORCE, SEATS, SPACES, START_CHOOSER, UNITS
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.effects.harm import beside_by_arrow, lay_unit
from simulate.games.tactics.moves.questions import is_free
from simulate.games.tactics.state import changes, record
from simulate.games.tactics.state.agenda import plan
from simulate.games.tactics.state.changes import RULE
from simulate.games.tactics.state.record import EVENT, PHASE, PURPOSE
from simulate.mechanics.log import LINE, write_order

BLOCKS = 1 << 62  # streams of blocks of games, beyond those of games


@kernel
def deal(s, cards, seed, replicate):
    """Set up game `replicate` under `seed` in a record that is all zeros.

    Rules T-SETUP-2, T-SETUP-3, T-SETUP-5 (seat 0 begins), T-SETUP-12, T-BATTLE-2, T-SOLO-6,
    T-SOLO-7, T-SOLO-8, T-MODE-1, T-SETUP-1, T-PARTS-3, T-PARTS-4.
    """
    clear_table(s)
    deal_units(s, cards, seed, replicate)
    open_streams(s, seed, replicate)
    s.realm = below(s, PURPOSE.MAP, cards.maps) if cards.maps > 1 else 0
    if cards.battle:
        changes.set_artifact(s, cards.artifact[s.realm], RULE.T_BATTLE_2, None)
    s.time = cards.time_start
    for card in range(cards.tactics):
        s.deck[card] = card
    s.deck_count = cards.tactics
    changes.shuffle_tactics(s, RULE.T_SETUP_9, None)
    if cards.time_start:
        for card in range(cards.enemy_cards):
            s.enemy_deck[card] = card
        s.enemy_deck_count = cards.enemy_cards
        changes.shuffle_enemy_cards(s, RULE.T_SOLO_6, None)
    plan_setup(s, cards)


@kernel
def clear_table(s):
    """Everything that is nowhere yet."""
    s.artifact = NONE
    s.bearer = NONE
    s.first_bearer = NONE
    s.ending = NONE
    for space in range(SPACES):
        s.occupant[space] = NONE
    for area in range(record.AREAS):
        s.holder[area] = NONE
    for seat in range(SEATS):
        s.start[seat] = NONE
    for slot in range(record.SLOTS):
        s.unit[slot] = NONE
        s.at[slot] = NONE
        s.dungeon[slot] = NONE
        s.inside[slot] = NONE
        s.under[slot] = NONE
        s.captor[slot] = NONE
        s.fell[slot] = NONE
        s.first_at[slot] = NONE


# Units


@allocating_kernel
def deal_units(s, cards, seed, replicate):
    """A unit of each class to each seat; what is left are the class decks.

    Games come in blocks of as many as a class has units to deal: a block has one shuffled order
    of them, and each game of it starts one further on, so that in a block each unit comes once
    to each seat.  Rules T-SETUP-2, T-SETUP-3, T-SOLO-2, T-SOLO-5.
    """
    order = np.empty(UNITS, np.int64)
    s.spare = record.bit(cards.units) - 1
    for of_class in range(FORCE):
        count = 0
        for card in range(cards.units):
            if cards.unit_class[card] == of_class and not is_named(cards, card):
                order[count] = card
                count += 1
        if count:
            open_streams(s, seed, BLOCKS + replicate // count)
            shuffle(s, PURPOSE.UNITS_DEALT, of_class, order, count)
        first = replicate
        for seat in range(cards.seats):
            card = cards.force[seat, of_class]
            if card == NONE:
                card = order[first % count]
                first += 1
            changes.set_unit(s, seat * FORCE + of_class, card, RULE.T_SETUP_3, None)
            changes.set_spare(s, card, 0, RULE.T_SETUP_3, None)


@kernel
def is_named(cards, card):
    """Whether a seat has been given a unit by name."""
    for seat in range(cards.seats):
        for of_class in range(FORCE):
            if cards.force[seat, of_class] == card:
                return True
    return False


@kernel
def plan_setup(s, cards):
    """What is still to do before the first turn, in the order of the rulebook.  Rule T-SOLO-9."""
    plan(s, EVENT.BEGIN_TURN, NONE)
    plan(s, EVENT.SHUFFLE_BACK, NONE)
    for seat in range(cards.seats - 1, -1, -1):
        if not cards.enemy_seat[seat]:
            plan(s, EVENT.DEAL_TACTICS, seat)
    for seat in range(cards.seats - 1, -1, -1):
        if cards.enemy_seat[seat]:
            plan(s, EVENT.PLACE_ENEMIES, seat)
    plan(s, EVENT.DRAW_STARTS, NONE)
    for seat in range(cards.seats - 1, -1, -1):
        if not cards.enemy_seat[seat]:
            for of_class in range(FORCE - 1, -1, -1):
                plan_unit(s, cards, seat, of_class)


@allocating_kernel
def plan_starts(s, cards, log):
    """Players choose where they start, one after another: by seat, backwards, or as drawn.

    Rules T-SETUP-6, T-SETUP-7.
    """
    order = np.empty(SEATS, np.int64)
    count = 0
    for seat in range(cards.seats):
        if not cards.enemy_seat[seat]:
            order[count] = seat
            count += 1
    if cards.start_chooser == START_CHOOSER.LOT and count > 1:
        shuffle(s, PURPOSE.START_ORDER, 0, order, count)
        write_order(s, log, LINE.SHUFFLE, NONE, RULE.T_SETUP_7, PURPOSE.START_ORDER, order, count)
    for k in range(count):
        # What is planned last comes first.
        seat = order[k] if cards.start_chooser == START_CHOOSER.LAST else order[count - 1 - k]
        for of_class in range(FORCE - 1, -1, -1):
            plan(s, PHASE.PLACE_UNIT, seat).kind = of_class
        plan(s, PHASE.CHOOSE_START, seat)


@kernel
def choose_start(s, seat, start):
    """Take a start, and note in which place of the order.  Rule T-SETUP-6."""
    place = 1
    for other in range(SEATS):
        place += s.chose[other] > 0
    s.start[seat], s.chose[seat] = start, place


@kernel
def plan_unit(s, cards, seat, of_class):
    """Lay a unit card, or ask which of two is kept.  Rule T-SOLO-2."""
    slot = seat * FORCE + of_class
    if cards.time_start and cards.force[seat, of_class] == NONE:
        plan(s, PHASE.KEEP_UNIT, seat).kind = of_class
        return
    lay_unit(s, cards, slot, s.unit[slot], RULE.T_SETUP_3, None)
    if cards.time_start:
        lay_unit(s, cards, slot + FORCE, s.unit[slot + FORCE], RULE.T_SOLO_2, None)


@kernel
def keep_unit(s, cards, seat, of_class, card, log):
    """Keep one of two units; the other goes to the Solo Enemy.  Rules T-SOLO-2, T-COOP-3."""
    slot = seat * FORCE + of_class
    other = s.unit[slot] + s.unit[slot + FORCE] - card
    lay_unit(s, cards, slot, card, RULE.T_SOLO_2, log)
    lay_unit(s, cards, slot + FORCE, other, RULE.T_SOLO_2, log)


@kernel
def place_unit(s, slot, space, log):
    """Put a unit onto a star of its start.  Rules T-SETUP-6, T-SOLO-10, T-COOP-5."""
    changes.set_at(s, slot, space, RULE.T_SETUP_6, log)
    s.first_at[slot] = space


# Solo Enemies


@allocating_kernel
def place_enemies(s, cards, seat, log):
    """Three units on the Trigger Spaces, the fourth beside the last of them.

    Rules T-SOLO-11, T-SOLO-12, T-SOLO-13.
    """
    units = np.empty(FORCE, np.int64)
    areas = np.empty(record.AREAS, np.int64)
    for k in range(FORCE):
        units[k] = seat * FORCE + k
    for k in range(record.AREAS):
        areas[k] = k
    shuffle(s, PURPOSE.ENEMY_UNITS, seat, units, FORCE)
    write_order(s, log, LINE.SHUFFLE, NONE, RULE.T_SOLO_11, PURPOSE.ENEMY_UNITS, units, FORCE)
    shuffle(s, PURPOSE.TRIGGERS, seat, areas, record.AREAS)
    write_order(s, log, LINE.SHUFFLE, NONE, RULE.T_SOLO_11, PURPOSE.TRIGGERS, areas, record.AREAS)
    for k in range(record.AREAS):
        space = cards.trigger[s.realm, areas[k]]
        if not is_free(s, cards, space):
            space = beside_by_card(s, cards, space, log)
        changes.set_at(s, units[k], space, RULE.T_SOLO_11, log)
    space = beside_by_card(s, cards, s.at[units[record.AREAS - 1]], log)
    changes.set_at(s, units[record.AREAS], space, RULE.T_SOLO_12, log)


@kernel
def beside_by_card(s, cards, space, log):
    """Beside a space, by the arrow of the top card, which is drawn and shuffled back.

    Rules T-SOLO-12, T-SOLO-13.
    """
    card = changes.take_enemy_card(s, RULE.T_SOLO_12, log)
    free_space = beside_by_arrow(s, cards, space, cards.compass[card])
    changes.put_enemy_card(s, card, RULE.T_SOLO_13, log)
    changes.shuffle_enemy_cards(s, RULE.T_SOLO_13, log)
    return free_space


# Tactic cards


@kernel
def deal_tactics(s, cards, seat, log):
    """Deal tactic cards to a player, who gives some back.  Rules T-SETUP-9, T-SETUP-10."""
    for _ in range(min(cards.tactics_dealt, s.deck_count)):
        changes.draw_tactic(s, seat, RULE.T_SETUP_9, log)
    for _ in range(record.size_of(s.hand[seat]) - cards.tactics_kept):
        plan(s, PHASE.RETURN_CARD, seat)


@kernel
def return_card(s, seat, card, log):
    """Give a tactic card back, unseen.  Rule T-SETUP-10."""
    changes.leave_tactic(s, seat, card, RULE.T_SETUP_10, log)
    s.drawn[seat] &= ~record.bit(card)
    s.returned |= record.bit(card)


@kernel
def shuffle_back(s, cards, log):
    """Shuffle the cards given back into the deck.  Rule T-SETUP-11."""
    for card in range(cards.tactics):
        if record.is_in(s.returned, card):
            s.deck[s.deck_count] = card
            s.deck_count += 1
    s.returned = 0
    changes.shuffle_tactics(s, RULE.T_SETUP_11, log)
