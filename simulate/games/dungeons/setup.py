"""From the box to the first turn: decks, the Entrance, torch, enemies, boss and heroes."""

import numpy as np

from simulate.compiler.kernels import allocating_kernel, kernel
from simulate.core.streams import below, open_streams, shuffle
from simulate.games.dungeons.cards.codes import HEROES, ROOM_KIND, ROOMS
from simulate.games.dungeons.cards.vocabulary import NONE, SEATS
from simulate.games.dungeons.effects.rooms import cover_corridors, join_room
from simulate.games.dungeons.moves.answers import sides_of
from simulate.games.dungeons.state import record
from simulate.games.dungeons.state.agenda import plan
from simulate.games.dungeons.state.changes import RULE, set_altar, set_room
from simulate.games.dungeons.state.kit import refresh
from simulate.games.dungeons.state.record import EVENT, PHASE, PURPOSE


@kernel
def deal(s, cards, seed, replicate):
    """Set up game `replicate` under `seed` in a record that is all zeros.

    Rules N-SETUP-1 to N-SETUP-19; seat 0 begins (N-SETUP-18).  Rule N-SOLO-1: the number of
    heroes counts, not who plays them.
    """
    open_streams(s, seed, replicate)
    clear_table(s)
    s.players = cards.players
    s.act = 1
    s.torch = cards.torch_start[0]
    stack_dungeon_deck(s, cards)
    shuffle_enemies(s, cards)
    shuffle_items(s, cards)
    seat_heroes(s, cards)
    lay_entrance(s, cards)
    s.phase = PHASE.TURN
    plan(s, EVENT.BEGIN_TURN, 0)


@kernel
def clear_table(s):
    """Nothing lies on the table: 0 would be the first card, place or seat."""
    for place in range(record.PLACES):
        s.room[place] = NONE
        s.hidden[place] = NONE
        for other in range(record.PLACES):
            s.far[place, other] = record.FAR_AWAY
    for enemy in range(record.ENEMIES):
        s.enemy_card[enemy] = NONE
        s.enemy_place[enemy] = NONE
    for seat in range(SEATS):
        s.hero[seat] = NONE
        s.place[seat] = NONE
        for slot in range(record.KIT):
            s.kit[seat, slot] = NONE
    for item in range(record.ITEMS):
        s.item_seat[item] = NONE
    s.door = NONE
    s.extra = NONE
    s.face = NONE
    s.decider = NONE


# The Dungeon Deck


@allocating_kernel
def stack_dungeon_deck(s, cards):
    """Deck A on top, B with the encounters, C with the Lair Door.

    Rules N-SETUP-1, N-SETUP-2, N-SETUP-3, N-SETUP-4, N-SETUP-5, N-SETUP-6.
    """
    rooms = np.empty(ROOMS, np.int64)
    room_count = cards_of_kind(cards, ROOM_KIND.ROOM, rooms)
    shuffle(s, PURPOSE.ROOMS_SHUFFLED, 0, rooms, room_count)
    a = min(room_count, cards.deck_a_rooms)
    b = min(room_count, a + cards.deck_b_rooms * s.players)
    c = min(room_count, b + cards.deck_c_rooms)
    put_on_deck(s, rooms, 0, a)
    part = np.empty(ROOMS, np.int64)
    encounters = cards_of_kind(cards, ROOM_KIND.ENCOUNTER, part)
    shuffle(s, PURPOSE.ENCOUNTERS_SHUFFLED, 0, part, encounters)
    count = add_cards(part, s.players, rooms, a, b)
    shuffle(s, PURPOSE.DECK_B_SHUFFLED, 0, part, count)
    put_on_deck(s, part, 0, count)
    count = add_cards(part, 0, rooms, b, c)
    count += cards_of_kind(cards, ROOM_KIND.LAIR_DOOR, part[count:])
    shuffle(s, PURPOSE.DECK_C_SHUFFLED, 0, part, count)
    put_on_deck(s, part, 0, count)


@kernel
def cards_of_kind(cards, kind, into):
    """Write the dungeon cards of a kind into an array (int64); returns how many."""
    count = 0
    for card in range(cards.rooms):
        if cards.room_kind[card] == kind:
            into[count] = card
            count += 1
    return count


@kernel
def add_cards(part, count, rooms, first, last):
    """Put rooms[first:last] behind the first `count` cards of a part; returns how many it has."""
    for k in range(first, last):
        part[count] = rooms[k]
        count += 1
    return count


@kernel
def put_on_deck(s, part, first, last):
    """Lay cards under the Dungeon Deck."""
    for k in range(first, last):
        s.deck[s.deck_cards] = part[k]
        s.deck_cards += 1


# The other decks


@kernel
def shuffle_enemies(s, cards):
    """Goblins, minions and the boss.  Rules N-SETUP-12, N-SETUP-13, N-SETUP-14."""
    for kind in range(cards.goblins):
        for _ in range(cards.goblin_copies[kind]):
            s.goblin_deck[s.goblin_cards] = kind
            s.goblin_cards += 1
    shuffle(s, PURPOSE.GOBLINS_SHUFFLED, 0, s.goblin_deck, s.goblin_cards)
    for minion in range(cards.minions):
        s.minion_deck[minion] = minion
    shuffle(s, PURPOSE.MINIONS_SHUFFLED, 0, s.minion_deck, cards.minions)
    s.boss = below(s, PURPOSE.BOSS_DEALT, cards.bosses)
    if cards.boss != NONE:
        s.boss = cards.boss


@kernel
def shuffle_items(s, cards):
    """Loot and spells.  Rule N-SETUP-15."""
    s.loot_cards = cards.loot
    for item in range(cards.loot):
        s.loot_deck[item] = item
    shuffle(s, PURPOSE.LOOT_SHUFFLED, 0, s.loot_deck, s.loot_cards)
    s.spell_cards = cards.spells
    for spell in range(cards.spells):
        s.spell_deck[spell] = record.FIRST_SPELL + spell
    shuffle(s, PURPOSE.SPELLS_SHUFFLED, 0, s.spell_deck, s.spell_cards)


# Heroes and the Entrance


@allocating_kernel
def seat_heroes(s, cards):
    """The heroes of the party, the rest dealt; full tracks, at the Entrance.

    Rules N-SETUP-16, N-SETUP-17, N-SETUP-18.
    """
    order = np.arange(HEROES)
    shuffle(s, PURPOSE.HEROES_DEALT, 0, order, cards.heroes)
    dealt = 0
    for seat in range(s.players):
        hero = cards.party[seat]
        while hero == NONE:
            if not is_in_party(cards, order[dealt]):
                hero = order[dealt]
            dealt += 1
        s.hero[seat] = hero
        s.place[seat] = record.ENTRANCE
        s.health[seat] = cards.hero_health[hero]
        s.focus[seat] = cards.hero_focus[hero]
        refresh(s, cards, seat)


@kernel
def is_in_party(cards, hero):
    """Whether a hero was named for some seat."""
    for seat in range(SEATS):
        if cards.party[seat] == hero:
            return True
    return False


@allocating_kernel
def lay_entrance(s, cards):
    """The Entrance, its altar and its face-down neighbours.  N-SETUP-7, N-SETUP-8, N-SETUP-9."""
    card = np.empty(ROOMS, np.int64)
    cards_of_kind(cards, ROOM_KIND.ENTRANCE, card)
    set_room(s, record.ENTRANCE, card[0], sides_of(cards, card[0], 0), RULE.N_SETUP_7, None)
    join_room(s, cards, record.ENTRANCE)
    set_altar(s, record.ENTRANCE, 1, RULE.N_SETUP_9, None)
    cover_corridors(s, cards, record.ENTRANCE, None)
