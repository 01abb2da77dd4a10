"""Loot and spells: finding, equipping, discarding."""

from simulate.compiler.kernels import kernel
from simulate.games.dungeons.cards.codes import WHAT
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.state.agenda import plan, plan_cards
from simulate.games.dungeons.state.changes import RULE
from simulate.games.dungeons.state.kit import drop, equip, set_in_row
from simulate.games.dungeons.state.piles import draw_item
from simulate.games.dungeons.state.record import KIT, LEFT_HAND, PHASE, SPELLS_HELD


@kernel
def discover(s, seat, kind, count, draws):
    """Find cards in the deck or the row, one after another, or in the row alone.

    Rules N-LOOT-1, N-LOOT-4, N-LOOT-5, N-LOOT-6.
    """
    if count > 0:
        plan_cards(s, PHASE.DISCOVER, seat, kind, count).from_deck = draws


@kernel
def find(s, cards, m, kind, count, draws, log):
    """The answer: a card from the deck, one from the row, or none.  The next card follows."""
    discover(s, m.actor, kind, count - 1, draws)
    if m.kind == KIND.DRAW:
        item = draw_item(s, m.actor, m.number, log)
        plan_equip(s, m.actor, item, 1)
    elif m.kind == KIND.TAKE_FROM_ROW:
        set_in_row(s, m.card, 0, RULE.N_LOOT_5, log)
        plan_equip(s, m.actor, m.card, 0)


@kernel
def plan_equip(s, seat, item, from_deck):
    """A found card is to be put on; one from the deck may be discarded."""
    task = plan(s, PHASE.EQUIP, seat)
    task.card = item
    task.from_deck = from_deck


@kernel
def wear(s, cards, m, item, log):
    """Equip a found card or put it into its row.  Rules N-EQUIP-1, N-EQUIP-2, N-LOOT-7."""
    if m.kind == KIND.DISCARD:
        set_in_row(s, item, 1, RULE.N_LOOT_7, log)
    else:
        equip(s, cards, m.actor, item, m.number, m.card, log)


@kernel
def lose_item(s, cards, m, kind, count, log):
    """A card of the mat goes; then the next, if there is one.  Rule N-ICON-6."""
    drop(s, cards, m.actor, m.card, RULE.N_ICON_6, log)
    discards_of(s, m.actor, kind, count - 1)


@kernel
def discards_of(s, seat, kind, count):
    """A hero must discard so many cards of its mat, as far as it has any.  Rule N-ICON-6."""
    if count > 0 and has_items(s, seat, kind):
        plan_cards(s, PHASE.LOSE_ITEM, seat, kind, count)


@kernel
def has_items(s, seat, kind):
    """Whether a hero has loot or spells on its mat."""
    first = SPELLS_HELD if kind == WHAT.SPELL else LEFT_HAND
    last = SPELLS_HELD if kind == WHAT.LOOT else KIT
    for slot in range(first, last):
        if s.kit[seat, slot] != NONE:
            return True
    return False
