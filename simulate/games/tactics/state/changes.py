"""Changes of the table, one setter a thing, each with its line in the log.

Nothing on the table changes but through a setter here.  `log` is None in bulk runs, where the
writing is compiled away, or the tuple (rows int64[:, ROW], count int64[1], states STATE[:])
when a game is told.
"""

from simulate.core.compiler import inner_kernel, kernel
from simulate.core.ledger import Rules
from simulate.core.streams import below, shuffle
from simulate.core.words import Words
from simulate.games.tactics.cards.codes import FACES, FORCE, TACTICS
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.state.record import PHASE, PURPOSE, bit

# Lines of the log: what kind, and its columns.
LIST_FROM = 14  # column where the cards of a shuffle or the faces of a roll begin
ROW = LIST_FROM + TACTICS
LINE = Words("move", "change", "roll", "shuffle", "draw", "act")

# What a CHANGE_LINE changes; the names are those of the event log.  `of` is a slot, a seat, an
# area, a box or a card.
WHAT = Words(
    "unit",  # of a slot: the unit card
    "at",  # of a slot: space, NONE: not on the map
    "dungeon",  # of a slot: box
    "inside",  # of a slot: space of the dungeon
    "health",
    "ammo",
    "mana",
    "weakened",
    "under",  # of a slot: Solo Enemy card
    "captor",  # of a slot: seat
    "captures",  # of a seat
    "flag",  # of an area
    "triggered",
    "holder",
    "artifact",
    "bearer",
    "time",
    "crystals",  # of a box
    "flipped",  # of a box
    "hand",  # of a tactic card: seat that holds it, from and to, NONE: deck or discard pile
    "discarded",  # of a tactic card: seat whose hand it leaves for the discard pile, from
    "enemy_discarded",  # of a Solo Enemy card: 1 on the discard pile
    "enemy_drawn",  # of a Solo Enemy card: 1 off the deck
    "active",
    "round",
    "actions_left",
    "ending",
    "outcome",
    "spare",  # of a unit card: 1 in its class deck
)


RULE = Rules("tactics")


@kernel
def write(s, log, line, seat, rule, a, b, c, d):
    """Add a line to the log: kind, seat (or NONE), ledger rule, four numbers."""
    if log is not None:
        rows, count, states = log
        i = count[0]
        count[0] += 1
        if i < rows.shape[0]:
            rows[i, 0] = line
            rows[i, 1] = s.round_no
            rows[i, 2] = s.turns
            rows[i, 3] = seat
            rows[i, 4] = rule
            rows[i, 5] = a
            rows[i, 6] = b
            rows[i, 7] = c
            rows[i, 8] = d
            states[i] = s


@kernel
def write_change(s, log, seat, rule, what, of, old, new):
    """Add a line that says what changed, unless nothing did."""
    if log is not None and old != new:
        write(s, log, LINE.CHANGE, seat, rule, what, of, old, new)


# Units


@kernel
def set_unit(s, slot, card, rule, log):
    """Lay a unit card into a slot, from its class deck."""
    old = s.unit[slot]
    s.unit[slot] = card
    write_change(s, log, slot // FORCE, rule, WHAT.UNIT, slot, old, card)


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


@kernel
def set_health(s, slot, value, rule, log):
    """Move a Health Tracker."""
    old = s.health[slot]
    s.health[slot] = value
    write_change(s, log, slot // FORCE, rule, WHAT.HEALTH, slot, old, value)


@kernel
def set_ammo(s, slot, value, rule, log):
    """Move an Ammo Tracker."""
    old = s.ammo[slot]
    s.ammo[slot] = value
    write_change(s, log, slot // FORCE, rule, WHAT.AMMO, slot, old, value)


@kernel
def set_mana(s, slot, value, rule, log):
    """Move a Mana Tracker."""
    old = s.mana[slot]
    s.mana[slot] = value
    write_change(s, log, slot // FORCE, rule, WHAT.MANA, slot, old, value)


@kernel
def set_weakened(s, slot, value, rule, log):
    """Lay a Weakened Token or take it off.  Rule T-PARTS-6."""
    old = s.weakened[slot]
    s.weakened[slot] = value
    write_change(s, log, slot // FORCE, rule, WHAT.WEAKENED, slot, old, value)


@kernel
def set_captor(s, slot, seat, rule, log):
    """Say who has the card of a captured unit."""
    old = s.captor[slot]
    s.captor[slot] = seat
    write_change(s, log, seat, rule, WHAT.CAPTOR, slot, old, seat)


@kernel
def set_captures(s, seat, value, rule, log):
    """How many units a seat has captured."""
    old = s.captures[seat]
    s.captures[seat] = value
    write_change(s, log, seat, rule, WHAT.CAPTURES, seat, old, value)


# Aims


@kernel
def set_flag(s, area, value, rule, log):
    """Advance the flag of a control area."""
    old = s.flag[area]
    s.flag[area] = value
    write_change(s, log, s.active, rule, WHAT.FLAG, area, old, value)


@kernel
def set_triggered(s, area, rule, log):
    """Say that a control area has been triggered."""
    old = s.triggered[area]
    s.triggered[area] = 1
    write_change(s, log, s.active, rule, WHAT.TRIGGERED, area, old, 1)


@kernel
def set_holder(s, area, seat, rule, log):
    """Give the flag of a secured area to a seat."""
    old = s.holder[area]
    s.holder[area] = seat
    s.secured_turn[area] = s.turns
    write_change(s, log, seat, rule, WHAT.HOLDER, area, old, seat)


@kernel
def set_artifact(s, space, rule, log):
    """Lay the Artifact onto a space, or take it off the map (NONE)."""
    old = s.artifact
    s.artifact = space
    write_change(s, log, NONE, rule, WHAT.ARTIFACT, NONE, old, space)


@kernel
def set_bearer(s, slot, rule, log):
    """Give the Artifact to a unit, or take it away (NONE)."""
    old = s.bearer
    s.bearer = slot
    if slot != NONE and s.first_bearer == NONE:
        s.first_bearer = slot // FORCE
    write_change(s, log, NONE, rule, WHAT.BEARER, NONE, old, slot)


@kernel
def set_time(s, value, rule, log):
    """Move the Time Token."""
    old = s.time
    s.time = value
    write_change(s, log, s.active, rule, WHAT.TIME, NONE, old, value)


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
def set_active(s, seat, rule, log):
    """Whose turn it is."""
    old = s.active
    s.active = seat
    write_change(s, log, seat, rule, WHAT.ACTIVE, NONE, old, seat)


@kernel
def set_round(s, value, rule, log):
    """A round is a turn of every seat."""
    old = s.round_no
    s.round_no = value
    write_change(s, log, NONE, rule, WHAT.ROUND, NONE, old, value)


@kernel
def set_actions_left(s, value, rule, log):
    """How many actions the active player has left."""
    old = s.actions_left
    s.actions_left = value
    write_change(s, log, s.active, rule, WHAT.ACTIONS_LEFT, NONE, old, value)


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
def put_in_order(pile, count):
    """Sort a pile before it is shuffled: the order must not hang on how its cards came to lie.

    Else one card that lies elsewhere in one of two variants parts their luck for good.
    """
    for i in range(1, count):
        card, k = pile[i], i
        while k > 0 and pile[k - 1] > card:
            pile[k] = pile[k - 1]
            k -= 1
        pile[k] = card


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
    write_order(s, log, rule, PURPOSE.TACTICS, s.deck, s.deck_count)


@kernel
def renew_tactics(s, rule, log):
    """Shuffle the discard pile to be the new deck.  Rule T-TACTIC-7."""
    for i in range(s.discard_count):
        s.deck[s.deck_count] = s.discards[i]
        s.deck_count += 1
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
    write_order(s, log, rule, PURPOSE.ENEMY_CARDS, s.enemy_deck, s.enemy_deck_count)


@kernel
def renew_enemy_cards(s, rule, log):
    """Put the discard pile into the deck and shuffle."""
    for i in range(s.enemy_discard_count):
        s.enemy_deck[s.enemy_deck_count] = s.enemy_discards[i]
        s.enemy_deck_count += 1
    s.enemy_discard_count = 0
    shuffle_enemy_cards(s, rule, log)


@kernel
def set_under(s, slot, card, rule, log):
    """Lay a Solo Enemy card under a unit card, or take it away (NONE)."""
    old = s.under[slot]
    s.under[slot] = card
    write_change(s, log, slot // FORCE, rule, WHAT.UNDER, slot, old, card)


# Chance


@kernel
def write_order(s, log, rule, purpose, things, count):
    """Say how things lie after a shuffle, in the order of the array."""
    if log is not None:
        write(s, log, LINE.SHUFFLE, NONE, rule, purpose, count, NONE, NONE)
        rows, number, _ = log
        i = number[0] - 1
        if i < rows.shape[0]:
            for k in range(count):
                rows[i, LIST_FROM + k] = things[k]


@kernel
def write_draw(s, rule, purpose, number, log):
    """Say what chance drew: the number of a map, unit card or area."""
    if log is not None:
        write(s, log, LINE.DRAW, NONE, rule, purpose, number, NONE, NONE)


@kernel
def write_act(s, kind, slot, target, rule, log):
    """Say that a Solo Enemy's unit attacks or counters: kind of the move, unit, target."""
    if log is not None:
        write(s, log, LINE.ACT, slot // FORCE, rule, kind, slot, target, NONE)


@kernel
def roll(s, cards, purpose, count, icon, seat, rule, log):
    """Roll so many dice; how many show the icon.  Rule T-CARD-5."""
    found = 0
    faces = 0
    for _ in range(count):
        face = below(s, purpose, FACES)
        faces = faces * FACES + face
        if cards.die[face] & icon:
            found += 1
    if log is not None and count > 0:
        write(s, log, LINE.ROLL, seat, rule, purpose, count, found, NONE)
        rows, number, _ = log
        i = number[0] - 1
        if i < rows.shape[0]:
            for k in range(count):
                rows[i, LIST_FROM + k] = faces // FACES ** (count - 1 - k) % FACES
    return found


@inner_kernel
def free_space(s, space):
    """Whether no unit stands on a space."""
    return s.occupant[space] == NONE
