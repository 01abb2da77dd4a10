"""Moments of units: abilities on their cards, then tactic cards of their owners."""

from simulate.compiler.kernels import kernel
from simulate.games.tactics.cards.codes import TACTICS, WHEN
from simulate.games.tactics.moves.matters import fits
from simulate.games.tactics.moves.questions import holds
from simulate.games.tactics.state import record
from simulate.games.tactics.state.agenda import plan_at_moment, plan_effects, plan_rows
from simulate.games.tactics.state.changes import RULE, discard_tactic
from simulate.games.tactics.state.record import EVENT, PHASE

ALL = -1  # every tactic card, as a set


@kernel
def plan_moment(s, moment, unit, other, kind):
    """A moment that will come for a unit, if it is still in play then."""
    seat = record.seat_of(record.slot_of(unit))
    plan_at_moment(s, EVENT.HAPPEN, seat, moment, unit, other, kind)


@kernel
def happen(s, cards, moment, unit, other, kind):
    """A moment of a unit: first what its card says, then its owner is asked for tactic cards.

    unit, other: references.  Rules T-UNIT-4, T-UNIT-5, T-TACTIC-1.
    """
    slot = record.slot_of(unit)
    seat = record.seat_of(slot)
    if not cards.enemy_seat[seat]:
        plan_at_moment(s, EVENT.TACTIC_CARDS, seat, moment, unit, other, kind).left = ALL
    if moment == WHEN.CAPTURED or (record.is_solo(cards, slot) and not cards.enemy_abilities):
        return
    card, side = s.unit[slot], record.side_of(cards, slot)
    count = cards.run_count[card, side, moment]
    if count:
        first = cards.run_first[card, side, moment]
        plan_rows(s, EVENT.RUN, seat, first, first + count, unit, other).kind = kind


@kernel
def run_abilities(s, cards, seat, row, end, unit, other, kind):
    """The next ability of a moment, if it speaks of the attack and its condition is met."""
    after = row + 1
    while after < end and not cards.row_opens[after]:
        after += 1
    if after < end:
        plan_rows(s, EVENT.RUN, seat, after, end, unit, other).kind = kind
    if record.lives(s, unit) and cards.row_kinds[row] & kind:
        if holds(s, cards, cards.row_condition[row], unit, other):
            plan_effects(s, seat, row, after, unit, other, 0, 0)


@kernel
def ask_tactics(s, cards, seat, moment, unit, other, kind, left):
    """Ask the owner for the next tactic card that may be played at a moment.

    left: bits of the cards not asked for yet; ALL: all that are in the hand now.
    Rules T-TACTIC-1, T-TACTIC-3, T-CARD-16.
    """
    left &= s.hand[seat] & cards.tactics_at[moment]
    if not left or (moment != WHEN.CAPTURED and not record.lives(s, unit)):
        return
    for card in range(TACTICS):
        if record.is_in(left, card) and fits(s, cards, card, seat, unit, other, kind):
            rest = left & ~((record.bit(card) << 1) - 1)
            task = plan_at_moment(s, PHASE.PLAY_TACTIC, seat, moment, unit, other, kind)
            task.left = rest
            task.card = card
            return


@kernel
def play_tactic(s, cards, seat, unit, other, card, log):
    """Play a tactic card and do its THEN.  Rules T-TACTIC-2, T-TACTIC-4."""
    discard_tactic(s, seat, card, RULE.T_TACTIC_4, log)
    s.played[seat] |= record.bit(card)
    first = cards.tactic_first[card]
    plan_effects(s, seat, first, first + cards.tactic_count[card], unit, other, 0, 0)


@kernel
def go_on_asking(s, seat, moment, unit, other, kind, left):
    """After a card was kept or played: the next one."""
    if left:
        plan_at_moment(s, EVENT.TACTIC_CARDS, seat, moment, unit, other, kind).left = left
