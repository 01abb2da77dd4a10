"""Loot and spells: finding, equipping, discarding."""

from simulate.core.compiler import kernel
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.moves.codes import WHAT_LOOT, WHAT_SPELL
from simulate.games.dungeons.moves.move import DISCARD, DRAW, FROM_ROW
from simulate.games.dungeons.state.agenda import plan, plan_with
from simulate.games.dungeons.state.changes import rule
from simulate.games.dungeons.state.kit import drop, equip, set_in_row
from simulate.games.dungeons.state.piles import draw_item
from simulate.games.dungeons.state.record import (
    DISCOVER,
    EQUIP_ITEM,
    KIT,
    LEFT_HAND,
    LOSE_ITEM,
    SPELLS_HELD,
)

N_ICON_6 = rule("N-ICON-6")
N_LOOT_5 = rule("N-LOOT-5")
N_LOOT_7 = rule("N-LOOT-7")


@kernel
def discover(s, seat, what, count, draws):
    """Find cards in the deck or the row, one after another, or in the row alone.

    Rules N-LOOT-1, N-LOOT-4, N-LOOT-5, N-LOOT-6.
    """
    if count > 0:
        plan(s, DISCOVER, seat, what, count, draws, NONE, NONE)


@kernel
def find(s, cards, m, what, count, draws, log):
    """The answer: a card from the deck, one from the row, or none.  The next card follows."""
    discover(s, m.actor, what, count - 1, draws)
    if m.kind == DRAW:
        item = draw_item(s, m.actor, m.number, log)
        plan_with(s, EQUIP_ITEM, m.actor, item, 1)
    elif m.kind == FROM_ROW:
        set_in_row(s, m.card, 0, N_LOOT_5, log)
        plan_with(s, EQUIP_ITEM, m.actor, m.card, 0)


@kernel
def wear(s, cards, m, item, log):
    """Equip a found card or put it into its row.  Rules N-EQUIP-1, N-EQUIP-2, N-LOOT-7."""
    if m.kind == DISCARD:
        set_in_row(s, item, 1, N_LOOT_7, log)
    else:
        equip(s, cards, m.actor, item, m.number, m.card, log)


@kernel
def lose_item(s, cards, m, what, count, log):
    """A card of the mat goes; then the next, if there is one.  Rule N-ICON-6."""
    drop(s, cards, m.actor, m.card, N_ICON_6, log)
    discards_of(s, m.actor, what, count - 1)


@kernel
def discards_of(s, seat, what, count):
    """A hero must discard so many cards of its mat, as far as it has any.  Rule N-ICON-6."""
    if count > 0 and has_items(s, seat, what):
        plan_with(s, LOSE_ITEM, seat, what, count)


@kernel
def has_items(s, seat, what):
    """Whether a hero has loot or spells on its mat."""
    first = SPELLS_HELD if what == WHAT_SPELL else LEFT_HAND
    last = SPELLS_HELD if what == WHAT_LOOT else KIT
    for slot in range(first, last):
        if s.kit[seat, slot] != NONE:
            return True
    return False
