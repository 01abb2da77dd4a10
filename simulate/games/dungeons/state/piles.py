"""Decks: drawing from them, and shuffling the goblins anew."""

from simulate.compiler.kernels import kernel
from simulate.core.streams import shuffle
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.state.changes import RULE, WHAT
from simulate.games.dungeons.state.record import PURPOSE
from simulate.mechanics.log import LINE, write_change, write_order
from simulate.mechanics.piles import lay_on


@kernel
def draw_room(s):
    """Take the top card of the Dungeon Deck."""
    card = s.deck[s.deck_drawn]
    s.deck_drawn += 1
    return card


@kernel
def draw_goblin(s, log):
    """Take the top goblin card; of an empty deck the discards become a new one.  N-DANGER-3."""
    if s.goblin_drawn == s.goblin_cards:
        reshuffle_goblins(s, log)
    card = s.goblin_deck[s.goblin_drawn]
    s.goblin_drawn += 1
    return card


@kernel
def reshuffle_goblins(s, log):
    """Shuffle the discarded goblins into a new deck."""
    s.goblin_cards = lay_on(s.goblin_deck, 0, s.goblin_discard, s.goblin_discards)
    s.goblin_discards = 0
    s.goblin_drawn = 0
    s.goblin_shuffles += 1
    shuffle(s, PURPOSE.GOBLINS_SHUFFLED, s.goblin_shuffles, s.goblin_deck, s.goblin_cards)
    purpose, deck, count = PURPOSE.GOBLINS_SHUFFLED, s.goblin_deck, s.goblin_cards
    write_order(s, log, LINE.SHUFFLE, NONE, RULE.N_DANGER_3, purpose, deck, count)


@kernel
def draw_item(s, seat, spell, log):
    """Take the top card of the loot or spell deck.  Rule N-LOOT-4."""
    if spell:
        item = s.spell_deck[s.spell_drawn]
        s.spell_drawn += 1
    else:
        item = s.loot_deck[s.loot_drawn]
        s.loot_drawn += 1
    write_change(s, log, seat, RULE.N_LOOT_4, WHAT.FOUND, item, 0, 1)
    return item


@kernel
def items_left(s, spell):
    """Cards in the loot or spell deck."""
    return s.spell_cards - s.spell_drawn if spell else s.loot_cards - s.loot_drawn
