"""Loot and spells: finding, equipping, discarding."""

from simulate.core.compiler import kernel
from simulate.games.dungeons.cards.codes import WHAT
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.state.agenda import plan, plan_with
from simulate.games.dungeons.state.changes import RULE
from simulate.games.dungeons.state.kit import drop, equip, set_in_row
from simulate.games.dungeons.state.piles import draw_item
from simulate.games.dungeons.state.record import KIT, LEFT_HAND, PHASE, SPELLS_HELD


@kernel
def discover(s, seat, what, count, draws):
    """Find cards in the deck or the row, one after another, or in the row alone.

    Rules N-LOOT-1, N-LOOT-4, N-LOOT-5, N-LOOT-6.
    """
    if count > 0:
        plan(s, PHASE.DISCOVER, seat, what, count, draws, NONE, NONE)


@kernel
def find(s, cards, m, what, count, draws, log):
    """The answer: a card from the deck, one from the row, or none.  The next card follows."""
    discover(s, m.actor, what, count - 1, draws)
    if m.kind == KIND.DRAW:
        item = draw_item(s, m.actor, m.number, log)
        plan_with(s, PHASE.EQUIP, m.actor, item, 1)
    elif m.kind == KIND.TAKE_FROM_ROW:
        set_in_row(s, m.card, 0, RULE.N_LOOT_5, log)
        plan_with(s, PHASE.EQUIP, m.actor, m.card, 0)


@kernel
def wear(s, cards, m, item, log):
    """Equip a found card or put it into its row.  Rules N-EQUIP-1, N-EQUIP-2, N-LOOT-7."""
    if m.kind == KIND.DISCARD:
        set_in_row(s, item, 1, RULE.N_LOOT_7, log)
    else:
        equip(s, cards, m.actor, item, m.number, m.card, log)


@kernel
def lose_item(s, cards, m, what, count, log):
    """A card of the mat goes; then the next, if there is one.  Rule N-ICON-6."""
    drop(s, cards, m.actor, m.card, RULE.N_ICON_6, log)
    discards_of(s, m.actor, what, count - 1)


@kernel
def discards_of(s, seat, what, count):
    """A hero must discard so many cards of its mat, as far as it has any.  Rule N-ICON-6."""
    if count > 0 and has_items(s, seat, what):
        plan_with(s, PHASE.LOSE_ITEM, seat, what, count)


@kernel
def has_items(s, seat, what):
    """Whether a hero has loot or spells on its mat."""
    first = SPELLS_HELD if what == WHAT.SPELL else LEFT_HAND
    last = SPELLS_HELD if what == WHAT.LOOT else KIT
    for slot in range(first, last):
        if s.kit[seat, slot] != NONE:
            return True
    return False
