"""Changes of the table, one setter a thing, each with its line in the log.

Nothing on the table changes but through a setter here.  `log` is on when a game is told, off in
bulk runs, and None in a deal.
"""

from simulate.compiler.kernels import kernel
from simulate.core.game.ledger import Rules
from simulate.core.streams import below, shuffle
from simulate.games.tactics.cards.codes import FACES, FORCE
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.state.record import PHASE, PURPOSE, bit
from simulate.mechanics.log import LINE, is_on, new_line, write_change, write_order
from simulate.mechanics.piles import lay_on, put_in_order
from simulate.mechanics.things import Things

RULE = Rules("tactics")

# What changes, under the names of the event log; a setter each.
WHAT = Things(__name__, slot=FORCE)
set_unit = WHAT.setter("unit", "slot", "unit", by="owner")  # from its class deck
WHAT.declare("at", "slot", "space")
WHAT.declare("dungeon", "slot", "box")
WHAT.declare("inside", "slot", "inside")
set_health = WHAT.setter("health", "slot", by="owner")
set_ammo = WHAT.setter("ammo", "slot", by="owner")
set_mana = WHAT.setter("mana", "slot", by="owner")
set_weakened = WHAT.setter("weakened", "slot", "yes or no", by="owner")  # T-PARTS-6
set_under = WHAT.setter("under", "slot", by="owner")  # a Solo Enemy card
set_captor = WHAT.setter("captor", "slot", "seat", by="new")
set_captures = WHAT.setter("captures", "seat", by="owner")
set_flag = WHAT.setter("flag", "area", by="active")
set_triggered = WHAT.setter("triggered", "area", "yes or no", by="active")
WHAT.declare("holder", "area", "seat")
set_artifact = WHAT.setter("artifact", value="space")
WHAT.declare("bearer", value="slot")
set_time = WHAT.setter("time", by="active")
WHAT.declare("crystals", "box", "yes or no")
WHAT.declare("flipped", "box", "yes or no")
WHAT.declare("hand", "card")  # seat that holds a tactic card; NONE: deck or discard pile
WHAT.declare("discarded", "card")  # seat whose hand a tactic card leaves for the discard pile
WHAT.declare("enemy_discarded", "card")  # a Solo Enemy card: 1 on the discard pile
WHAT.declare("enemy_drawn", "card")  # 1 off the deck
set_active = WHAT.setter("active", by="new")
set_round = WHAT.setter("round", field="round_no")
set_actions_left = WHAT.setter("actions_left", by="active")
WHAT.declare("ending", value="seat")
WHAT.declare("outcome", value="end")
WHAT.declare("spare", "unit", "yes or no")  # in its class deck


# Units


@kernel
def set_spare(s, card, value, rule, log):
    """Take a unit card from its class deck, or shuffle it back."""
    old = (s.spare >> card) & 1
    s.spare = (s.spare | bit(card)) if value else (s.spare & ~bit(card))
    write_change(s, log, NONE, rule, WHAT.SPARE, card, old, value)


@kernel
def set_at(s, slot, space, rule, log):
    """Put a unit onto a space of the map, or take it off (NONE)."""
    old = s.at[slot]
    if old != NONE and s.occupant[old] == slot:
        s.occupant[old] = NONE
    s.at[slot] = space
    if space != NONE:
        s.occupant[space] = slot
    write_change(s, log, slot // FORCE, rule, WHAT.AT, slot, old, space)


@kernel
def pass_over(s, slot, space, rule, log):
    """Move a unit over a space on its way, where others may stand."""
    old = s.at[slot]
    if s.occupant[old] == slot:
        s.occupant[old] = NONE
    s.at[slot] = space
    write_change(s, log, slot // FORCE, rule, WHAT.AT, slot, old, space)


@kernel
def set_inside(s, slot, box, space, rule, log):
    """Put a unit onto a space of a dungeon, or take it out (NONE, NONE)."""
    if box == NONE:  # off the space first, which is a space of the dungeon that it leaves
        set_space_inside(s, slot, NONE, rule, log)
    old = s.dungeon[slot]
    s.dungeon[slot] = box
    write_change(s, log, slot // FORCE, rule, WHAT.DUNGEON, slot, old, box)
    set_space_inside(s, slot, space, rule, log)


@kernel
def set_space_inside(s, slot, space, rule, log):
    """Put a unit onto another space of the dungeon that it is in, or off it (NONE)."""
    old = s.inside[slot]
    s.inside[slot] = space
    write_change(s, log, slot // FORCE, rule, WHAT.INSIDE, slot, old, space)


# Aims


@kernel
def set_holder(s, area, seat, rule, log):
    """Give the flag of a secured area to a seat."""
    old = s.holder[area]
    s.holder[area] = seat
    write_change(s, log, seat, rule, WHAT.HOLDER, area, old, seat)


@kernel
def set_bearer(s, slot, rule, log):
    """Give the Artifact to a unit, or take it away (NONE)."""
    old = s.bearer
    s.bearer = slot
    if slot != NONE and s.first_bearer == NONE:
        s.first_bearer = slot // FORCE
    write_change(s, log, NONE, rule, WHAT.BEARER, NONE, old, slot)


@kernel
def take_crystal_card(s, box, rule, log):
    """Turn a dungeon card to its green side."""
    old = (s.crystals >> box) & 1
    s.crystals |= bit(box)
    write_change(s, log, s.active, rule, WHAT.CRYSTALS, box, old, 1)


@kernel
def set_flipped(s, box, value, rule, log):
    """Flip a box over, or put it back."""
    old = (s.flipped >> box) & 1
    s.flipped = (s.flipped | bit(box)) if value else (s.flipped & ~bit(box))
    write_change(s, log, s.active, rule, WHAT.FLIPPED, box, old, value)


# The turn


@kernel
def set_ending(s, seat, reason, rule, log):
    """Note who has triggered the end and by what; the first time counts.  Rule T-END-3."""
    if s.ending == NONE:
        s.ending = seat
        s.reason = reason
        s.trigger_turn = s.turns
        write_change(s, log, seat, rule, WHAT.ENDING, NONE, NONE, seat)


@kernel
def set_outcome(s, value, rule, log):
    """End the game."""
    s.outcome = value
    s.phase = PHASE.OVER
    write_change(s, log, NONE, rule, WHAT.OUTCOME, NONE, 0, value)


# Cards


@kernel
def take_tactic(s, seat, card, rule, log):
    """A tactic card comes into a hand."""
    s.hand[seat] |= bit(card)
    s.drawn[seat] |= bit(card)
    write_change(s, log, seat, rule, WHAT.HAND, card, NONE, seat)


@kernel
def leave_tactic(s, seat, card, rule, log):
    """A tactic card leaves a hand."""
    s.hand[seat] &= ~bit(card)
    write_change(s, log, seat, rule, WHAT.HAND, card, seat, NONE)


@kernel
def discard_tactic(s, seat, card, rule, log):
    """A tactic card goes from a hand onto the discard pile, face up."""
    s.hand[seat] &= ~bit(card)
    s.discards[s.discard_count] = card
    s.discard_count += 1
    write_change(s, log, seat, rule, WHAT.DISCARDED, card, seat, NONE)


@kernel
def draw_tactic(s, seat, rule, log):
    """The top tactic card comes into a hand."""
    s.deck_count -= 1
    take_tactic(s, seat, s.deck[s.deck_count], rule, log)


@kernel
def shuffle_tactics(s, rule, log):
    """Shuffle the tactic cards of the deck."""
    put_in_order(s.deck, s.deck_count)
    shuffle(s, PURPOSE.TACTICS, s.shuffles, s.deck, s.deck_count)
    s.shuffles += 1
    write_order(s, log, LINE.SHUFFLE, NONE, rule, PURPOSE.TACTICS, s.deck, s.deck_count)


@kernel
def renew_tactics(s, rule, log):
    """Shuffle the discard pile to be the new deck.  Rule T-TACTIC-7."""
    s.deck_count = lay_on(s.deck, s.deck_count, s.discards, s.discard_count)
    s.discard_count = 0
    shuffle_tactics(s, rule, log)


@kernel
def take_enemy_card(s, rule, log):
    """Take the top Solo Enemy card."""
    s.enemy_deck_count -= 1
    card = s.enemy_deck[s.enemy_deck_count]
    write_change(s, log, NONE, rule, WHAT.ENEMY_DRAWN, card, 0, 1)
    return card


@kernel
def discard_enemy_card(s, card, rule, log):
    """Lay a Solo Enemy card onto its discard pile."""
    s.enemy_discards[s.enemy_discard_count] = card
    s.enemy_discard_count += 1
    write_change(s, log, NONE, rule, WHAT.ENEMY_DISCARDED, card, 0, 1)


@kernel
def put_enemy_card(s, card, rule, log):
    """Lay a Solo Enemy card onto its deck, to be shuffled."""
    s.enemy_deck[s.enemy_deck_count] = card
    s.enemy_deck_count += 1
    write_change(s, log, NONE, rule, WHAT.ENEMY_DRAWN, card, 1, 0)


@kernel
def shuffle_enemy_cards(s, rule, log):
    """Shuffle the Solo Enemy cards of the deck."""
    put_in_order(s.enemy_deck, s.enemy_deck_count)
    shuffle(s, PURPOSE.ENEMY_CARDS, s.enemy_shuffles, s.enemy_deck, s.enemy_deck_count)
    s.enemy_shuffles += 1
    deck, count = s.enemy_deck, s.enemy_deck_count
    write_order(s, log, LINE.SHUFFLE, NONE, rule, PURPOSE.ENEMY_CARDS, deck, count)


@kernel
def renew_enemy_cards(s, rule, log):
    """Put the discard pile into the deck and shuffle."""
    deck, discards = s.enemy_deck, s.enemy_discards
    s.enemy_deck_count = lay_on(deck, s.enemy_deck_count, discards, s.enemy_discard_count)
    s.enemy_discard_count = 0
    shuffle_enemy_cards(s, rule, log)


# Chance


@kernel
def write_act(s, kind, slot, target, rule, log):
    """Say that a Solo Enemy's unit attacks or counters: kind of the move, unit, target."""
    if log is not None and is_on(log):
        line = new_line(s, log, LINE.ACT, slot // FORCE, rule)
        line.action = kind
        line.unit = slot
        line.target = target


@kernel
def roll(s, cards, purpose, count, icon, seat, rule, log):
    """Roll so many dice; how many show the icon.  Rule T-CARD-5."""
    icons = 0
    faces = 0
    for _ in range(count):
        face = below(s, purpose, FACES)
        faces = faces * FACES + face
        if cards.die[face] & icon:
            icons += 1
    if log is not None and is_on(log) and count > 0:
        line = new_line(s, log, LINE.ROLL, seat, rule)
        line.purpose = purpose
        line.count = count
        line.result = icons
        for k in range(count - 1, -1, -1):
            line.order[k] = faces % FACES
            faces //= FACES
    return icons
