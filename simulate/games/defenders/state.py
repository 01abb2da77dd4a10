"""The table on paper: one record a game, and the only functions that change it.

Nothing on the table changes but through a setter here, and every setter can write a line
to the log.  `log` is None in bulk runs, where the writing is compiled away, or the tuple
(rows int32[:, ROW], count int64[1], states STATE[:]) when a game is told.
"""

import numpy as np

from simulate.core import ledger
from simulate.core.compiler import kernel
from simulate.core.streams import shuffle
from simulate.games.defenders.cards.tables import (
    ARTIFACTS,
    CAPITAL,
    CARDS,
    FIRST_ALLY,
    FIRST_DIRE,
    NONE,
    PLACES,
    SEATS,
)

OUTER_REGIONS = PLACES - 1
DECK = 32  # cards that a pile can hold
# Legal moves at one decision, at most: 16 artifacts and the abilities of a hero and a region,
# each with 7 regions x 4 heroes to choose from, and the other acts.
LIMIT_MOVES = 1024

# Random streams: one purpose each; the seats' own choices come last.
HEROES_DEALT, RING_DEALT, SIDES_DEALT, FOE_DEALT, ARTIFACTS_DEALT = 0, 1, 2, 3, 4
ENEMIES_DEALT, DIRE_DEALT, TURN_SHUFFLED, HORDE_SHUFFLED, DESTRUCTION_SHUFFLED = (
    5,
    6,
    7,
    8,
    9,
)
FATE, FIRST_CHOICE = 10, 11  # ties settled by chance; choices of seat 0
PURPOSES = FIRST_CHOICE + SEATS

# Whose decision is next, or what goes on by itself.
CHOOSE_SIDES, BEFORE_DRAW, ENEMY_DRAWN, DEFENDING, PUSHED, SPLIT_POINTS = (
    0,
    1,
    2,
    3,
    4,
    5,
)
TAKE_TURN, PEEK, ARRANGE, PLACE_HEROES, OVER = 6, 7, 8, 9, 10

NOT_OVER, FOE_DEFEATED, CAPITAL_FELL, CUT_OFF = 0, 1, 2, 3

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("keys", "u8", (PURPOSES,)),  # streams of this game
                ("draws", "u8", (PURPOSES,)),
                # the board
                ("players", "i8"),
                (
                    "ring",
                    "i8",
                    (OUTER_REGIONS,),
                ),  # regions in order round the Capital City
                ("neighbours", "i8", (PLACES,)),  # how many
                ("neighbour", "i8", (PLACES, 3)),
                ("distance", "i8", (PLACES, PLACES)),  # moves from one to another
                ("side", "i8", (PLACES,)),  # 0 is side a
                ("threat", "i8", (PLACES,)),
                ("destroyed", "i8", (PLACES,)),  # 0 or 1
                ("closed", "i8", (PLACES,)),  # ability gone for good
                ("used", "i8", (PLACES,)),  # ability used under this Ally card
                ("guard_enemy", "i8", (PLACES,)),  # attacks of enemies called off
                ("guard_any", "i8", (PLACES,)),  # attacks of any card called off
                ("cover", "i8", (PLACES,)),  # card lying on a destroyed region, or NONE
                # heroes, by seat
                ("hero", "i8", (SEATS,)),
                ("health", "i8", (SEATS,)),
                ("full", "i8", (SEATS,)),  # highest health
                ("place", "i8", (SEATS,)),
                ("brace", "i8", (SEATS,)),  # health saved at the next defence
                ("brace_at", "i8", (SEATS,)),  # region it is bound to, NONE: anywhere
                ("free_defense", "i8", (SEATS,)),
                ("free_moves", "i8", (SEATS,)),
                # artifacts: seat that holds it, IN_DECK or REMOVED
                ("artifact", "i8", (ARTIFACTS,)),
                ("artifact_deck", "i8", (ARTIFACTS,)),  # top first
                ("artifacts_left", "i8"),
                # the foe
                ("foe", "i8"),
                ("foe_in_play", "i8"),
                ("foe_region", "i8"),
                ("foe_health", "i8"),
                # piles of cards, top first
                ("turn_deck", "i8", (DECK,)),
                ("turn_cards", "i8"),
                ("discard", "i8", (DECK,)),
                ("discards", "i8"),
                ("horde", "i8", (DECK,)),
                ("horde_cards", "i8"),
                ("destruction", "i8", (DECK,)),
                ("destruction_cards", "i8"),
                ("drawn", "i8"),  # card being resolved, or NONE
                ("seen", "i8", (CARDS,)),  # 1 once every player saw the card
                (
                    "known_top",
                    "i8",
                ),  # cards on top of the turn deck that were looked at
                ("known_bottom", "i8"),
                ("shuffles", "i8"),  # of the turn deck
                ("deck_changes", "i8"),  # times that players saw cards move
                # where play stands
                ("phase", "i8"),
                ("round_no", "i8"),
                ("turns", "i8"),
                ("asked", "i8"),  # seat or region that is asked next
                ("attack", "i8"),  # which attack of the drawn card
                ("ignore_enemies", "i8"),
                ("active", "i8"),  # seat whose turn it is, or NONE
                ("points", "i8"),
                ("points_used", "i8"),
                ("must_act", "i8"),  # a bought point must be spent
                ("bought", "i8"),  # points bought in this turn
                ("turn_moves", "i8"),
                ("group_points", "i8"),  # points of a Group Ally card not yet taken
                ("gone", "i8", (SEATS,)),  # had a turn under this Group Ally card
                (
                    "interlude",
                    "i8",
                ),  # phase to come back to after an off-turn Elixir, or NONE
                ("interlude_asked", "i8"),
                ("arranged", "i8"),  # cards put back so far
                ("arranging", "i8"),  # cards looked at
                ("horn_region", "i8"),  # region chosen for all, or NONE
                ("outcome", "i8"),
                # what is counted for the stored rows
                ("decisions", "i8"),
                ("defended", "i8", (SEATS,)),
                ("succored", "i8", (SEATS,)),
                ("damage", "i8", (SEATS,)),
                ("moved", "i8", (SEATS,)),
                ("rests", "i8", (SEATS,)),
                ("artifacts_drawn", "i8", (SEATS,)),
                ("artifacts_used", "i8", (SEATS,)),
                ("abilities_used", "i8", (SEATS,)),
                ("turns_at_zero", "i8", (SEATS,)),
            ],
            align=True,
        ),
    )
)
IN_DECK, REMOVED = -1, -2

# Lines of the log: what kind, and its columns.
ROW = 48
LIST_FROM = 16  # column where the order of a shuffled pile begins
MOVE_LINE, CHANGE_LINE, CARD_LINE, SHUFFLE_LINE, CHANCE_LINE = 0, 1, 2, 3, 4

# What a CHANGE_LINE changes; the names are those of the event log.
WHAT = (
    "threat",
    "destroyed",
    "closed",
    "used",
    "guard_enemy",
    "guard_any",
    "side",
    "health",
    "place",
    "brace",
    "brace_at",
    "free_defense",
    "free_moves",
    "foe_in_play",
    "foe_region",
    "foe_health",
    "round",
    "active",
    "points",
    "group_points",
    "ignore_enemies",
    "outcome",
)
(
    THREAT,
    DESTROYED,
    CLOSED,
    USED,
    GUARD_ENEMY,
    GUARD_ANY,
    SIDE,
    HEALTH,
    PLACE,
    BRACE,
    BRACE_AT,
    FREE_DEFENSE,
    FREE_MOVES,
    FOE_IN_PLAY,
    FOE_REGION,
    FOE_HEALTH,
    ROUND,
    ACTIVE,
    POINTS,
    GROUP_POINTS,
    IGNORE_ENEMIES,
    OUTCOME,
) = range(len(WHAT))

# Piles that a CARD_LINE takes from and puts on.
PILES = (
    "turn_deck",
    "discard",
    "drawn",
    "horde_deck",
    "destruction_deck",
    "cover",
    "artifact_deck",
    "artifacts",
    "removed",
)
(
    TURN_DECK,
    DISCARD,
    DRAWN,
    HORDE_DECK,
    DESTRUCTION_DECK,
    COVER,
    ARTIFACT_DECK,
    HELD,
    REMOVED_PILE,
) = range(len(PILES))


def rule(rule_id: str) -> int:
    """Number by which the log cites a rule of this game's ledger."""
    return ledger.number("defenders", rule_id)


D_ROUND_2 = rule("D-ROUND-2")
D_DESTROYED_3 = rule("D-DESTROYED-3")
D_DIRE_3 = rule("D-DIRE-3")
D_ART_1 = rule("D-ART-1")


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
def set_threat(s, region, value, rule, log):
    """Move a region's threat token."""
    old = s.threat[region]
    s.threat[region] = value
    write(s, log, CHANGE_LINE, NONE, rule, THREAT, region, old, value)


@kernel
def set_destroyed(s, region, value, rule, log):
    """Mark a region as destroyed (1) or restored (0)."""
    old = s.destroyed[region]
    s.destroyed[region] = value
    write(s, log, CHANGE_LINE, NONE, rule, DESTROYED, region, old, value)


@kernel
def set_closed(s, region, rule, log):
    """Take a region's ability away for good."""
    old = s.closed[region]
    s.closed[region] = 1
    write(s, log, CHANGE_LINE, NONE, rule, CLOSED, region, old, 1)


@kernel
def set_used(s, region, value, rule, log):
    """Mark a region's ability as used under this Ally card, or fresh again."""
    old = s.used[region]
    s.used[region] = value
    if old != value:
        write(s, log, CHANGE_LINE, NONE, rule, USED, region, old, value)


@kernel
def set_guard_enemy(s, region, value, rule, log):
    """Attacks of enemies on a region that will be called off."""
    old = s.guard_enemy[region]
    s.guard_enemy[region] = value
    write(s, log, CHANGE_LINE, NONE, rule, GUARD_ENEMY, region, old, value)


@kernel
def set_guard_any(s, region, value, rule, log):
    """Attacks of any card on a region that will be called off."""
    old = s.guard_any[region]
    s.guard_any[region] = value
    write(s, log, CHANGE_LINE, NONE, rule, GUARD_ANY, region, old, value)


@kernel
def set_side(s, region, value, rule, log):
    """Lay a region card with side a (0) or b (1) up."""
    old = s.side[region]
    s.side[region] = value
    if old != value:
        write(s, log, CHANGE_LINE, NONE, rule, SIDE, region, old, value)


@kernel
def set_health(s, seat, value, rule, log):
    """Move a hero's health token."""
    old = s.health[seat]
    s.health[seat] = value
    if old != value:
        write(s, log, CHANGE_LINE, seat, rule, HEALTH, seat, old, value)


@kernel
def set_place(s, seat, region, rule, log):
    """Put a hero's meeple in a region; what was bound to the old one is left behind."""
    old = s.place[seat]
    s.place[seat] = region
    write(s, log, CHANGE_LINE, seat, rule, PLACE, seat, old, region)
    if s.brace[seat] > 0 and s.brace_at[seat] == old and old != region:
        set_brace(s, seat, 0, NONE, rule, log)


@kernel
def set_brace(s, seat, amount, region, rule, log):
    """Health saved at a hero's next defence, in `region` or anywhere (NONE)."""
    old, old_at = s.brace[seat], s.brace_at[seat]
    s.brace[seat] = amount
    write(s, log, CHANGE_LINE, seat, rule, BRACE, seat, old, amount)
    s.brace_at[seat] = region
    if old_at != region:
        write(s, log, CHANGE_LINE, seat, rule, BRACE_AT, seat, old_at, region)


@kernel
def set_free_defense(s, seat, value, rule, log):
    """Whether defending costs a hero no health."""
    old = s.free_defense[seat]
    s.free_defense[seat] = value
    write(s, log, CHANGE_LINE, seat, rule, FREE_DEFENSE, seat, old, value)


@kernel
def set_free_moves(s, seat, value, rule, log):
    """Whether moving costs a hero no points."""
    old = s.free_moves[seat]
    s.free_moves[seat] = value
    write(s, log, CHANGE_LINE, seat, rule, FREE_MOVES, seat, old, value)


@kernel
def set_foe_in_play(s, rule, log):
    """Turn the epic foe card over."""
    s.foe_in_play = 1
    write(s, log, CHANGE_LINE, NONE, rule, FOE_IN_PLAY, NONE, 0, 1)


@kernel
def set_foe_region(s, region, rule, log):
    """Put the epic foe beside a region."""
    old = s.foe_region
    s.foe_region = region
    write(s, log, CHANGE_LINE, NONE, rule, FOE_REGION, NONE, old, region)


@kernel
def set_foe_health(s, value, rule, log):
    """Move the epic foe's health token."""
    old = s.foe_health
    s.foe_health = value
    write(s, log, CHANGE_LINE, NONE, rule, FOE_HEALTH, NONE, old, value)


@kernel
def set_round(s, value, rule, log):
    """Begin a round."""
    old = s.round_no
    s.round_no = value
    write(s, log, CHANGE_LINE, NONE, rule, ROUND, NONE, old, value)


@kernel
def set_active(s, seat, rule, log):
    """Say whose turn it is; NONE between turns."""
    old = s.active
    s.active = seat
    write(s, log, CHANGE_LINE, seat, rule, ACTIVE, NONE, old, seat)


@kernel
def set_points(s, value, rule, log):
    """Action points left to the hero whose turn it is."""
    old = s.points
    s.points = value
    if old != value:
        write(s, log, CHANGE_LINE, s.active, rule, POINTS, NONE, old, value)


@kernel
def set_group_points(s, value, rule, log):
    """Points of a Group Ally card that nobody has taken yet."""
    old = s.group_points
    s.group_points = value
    if old != value:
        write(s, log, CHANGE_LINE, NONE, rule, GROUP_POINTS, NONE, old, value)


@kernel
def set_ignore_enemies(s, value, rule, log):
    """Whether enemy cards do nothing."""
    old = s.ignore_enemies
    s.ignore_enemies = value
    if old != value:
        write(s, log, CHANGE_LINE, NONE, rule, IGNORE_ENEMIES, NONE, old, value)


@kernel
def set_outcome(s, value, rule, log):
    """End the game."""
    s.outcome = value
    s.phase = OVER
    write(s, log, CHANGE_LINE, NONE, rule, OUTCOME, NONE, NOT_OVER, value)


@kernel
def shuffle_turn_deck(s, rule, log):
    """Shuffle the turn deck; nobody knows its order any more."""
    s.deck_changes += 1
    s.shuffles += 1
    shuffle(s, TURN_SHUFFLED, s.shuffles, s.turn_deck, s.turn_cards)
    s.known_top = 0
    s.known_bottom = 0
    write(s, log, SHUFFLE_LINE, NONE, rule, TURN_DECK, s.turn_cards, 0, 0)
    if log is not None:
        rows, count, _ = log
        i = count[0] - 1
        if i < rows.shape[0]:
            for k in range(s.turn_cards):
                rows[i, LIST_FROM + k] = s.turn_deck[k]


@kernel
def take_top(pile, count):
    """Remove and return the top card of a pile of `count` cards, changed in place."""
    card = pile[0]
    for i in range(count - 1):
        pile[i] = pile[i + 1]
    return card


@kernel
def take_turn_card(s, to, rule, log):
    """Turn over the top card of the turn deck: to DRAWN or to DISCARD.  Returns it.

    Rule D-ROUND-3: all players see it and may remember it.
    """
    s.deck_changes += 1
    card = take_top(s.turn_deck, s.turn_cards)
    s.turn_cards -= 1
    s.known_top = max(0, s.known_top - 1)
    s.known_bottom = min(s.known_bottom, s.turn_cards)
    s.seen[card] = 1
    if to == DRAWN:
        s.drawn = card
    else:
        s.discard[s.discards] = card
        s.discards += 1
    write(s, log, CARD_LINE, NONE, rule, card, TURN_DECK, to, 0)
    return card


@kernel
def discard_drawn(s, log):
    """Put the resolved card on the discard pile.  Rule D-ROUND-2."""
    s.deck_changes += 1
    card = s.drawn
    s.discard[s.discards] = card
    s.discards += 1
    s.drawn = NONE
    write(s, log, CARD_LINE, NONE, D_ROUND_2, card, DRAWN, DISCARD, 0)


@kernel
def return_discard(s, index, rule, log):
    """Put a discarded card back under the turn deck (it is shuffled next)."""
    s.deck_changes += 1
    card = s.discard[index]
    for i in range(index, s.discards - 1):
        s.discard[i] = s.discard[i + 1]
    s.discards -= 1
    s.turn_deck[s.turn_cards] = card
    s.turn_cards += 1
    write(s, log, CARD_LINE, NONE, rule, card, DISCARD, TURN_DECK, 0)


@kernel
def take_horde_card(s, rule, log):
    """Put the top card of the horde deck, unseen, into the turn deck."""
    s.deck_changes += 1
    card = take_top(s.horde, s.horde_cards)
    s.horde_cards -= 1
    s.turn_deck[s.turn_cards] = card
    s.turn_cards += 1
    write(s, log, CARD_LINE, NONE, rule, card, HORDE_DECK, TURN_DECK, 0)


@kernel
def cover_region(s, region, log):
    """Lay a card of the destruction deck face down on a destroyed region.  D-DESTROYED-3."""
    if s.destruction_cards > 0:
        card = take_top(s.destruction, s.destruction_cards)
        s.destruction_cards -= 1
        s.cover[region] = card
        write(
            s,
            log,
            CARD_LINE,
            NONE,
            D_DESTROYED_3,
            card,
            DESTRUCTION_DECK,
            COVER,
            region,
        )


@kernel
def uncover_region(s, region, rule, log):
    """Put the card on a restored region back under the destruction deck."""
    card = s.cover[region]
    if card != NONE:
        s.cover[region] = NONE
        s.destruction[s.destruction_cards] = card
        s.destruction_cards += 1
        write(s, log, CARD_LINE, NONE, rule, card, COVER, DESTRUCTION_DECK, region)


@kernel
def draw_artifact(s, seat, log):
    """Give the top artifact to a hero, if one is left.  Rule D-DIRE-3."""
    if s.artifacts_left > 0:
        card = take_top(s.artifact_deck, s.artifacts_left)
        s.artifacts_left -= 1
        s.artifact[card] = seat
        s.artifacts_drawn[seat] += 1
        write(s, log, CARD_LINE, seat, D_DIRE_3, card, ARTIFACT_DECK, HELD, seat)


@kernel
def remove_artifact(s, card, seat, log):
    """Take a used artifact out of the game.  Rule D-ART-1."""
    s.artifact[card] = REMOVED
    s.artifacts_used[seat] += 1
    write(s, log, CARD_LINE, seat, D_ART_1, card, HELD, REMOVED_PILE, seat)


@kernel
def bury_top(s, rule, log):
    """Put the top card of the turn deck on its bottom."""
    s.deck_changes += 1
    card = take_top(s.turn_deck, s.turn_cards)
    s.turn_deck[s.turn_cards - 1] = card
    s.known_top = max(0, s.known_top - 1)
    s.known_bottom = min(s.turn_cards, s.known_bottom + 1)
    write(s, log, CARD_LINE, s.active, rule, card, TURN_DECK, TURN_DECK, 1)


@kernel
def put_at(s, index, position, rule, log):
    """Move the turn deck's card at `index` up to `position`."""
    s.deck_changes += 1
    card = s.turn_deck[index]
    for i in range(index, position, -1):
        s.turn_deck[i] = s.turn_deck[i - 1]
    s.turn_deck[position] = card
    write(s, log, SHUFFLE_LINE, s.active, rule, TURN_DECK, s.turn_cards, 1, 0)
    if log is not None:
        rows, count, _ = log
        i = count[0] - 1
        if i < rows.shape[0]:
            for k in range(s.turn_cards):
                rows[i, LIST_FROM + k] = s.turn_deck[k]


@kernel
def is_dire(card):
    """Whether a card number is a dire enemy's."""
    return FIRST_DIRE <= card < FIRST_ALLY


@kernel
def is_ally(card):
    """Whether a card number is an Ally or Group Ally card's."""
    return card >= FIRST_ALLY


@kernel
def are_adjacent(s, a, b):
    """Whether two different regions are next to each other."""
    return s.distance[a, b] == 1


@kernel
def any_destroyed(s):
    """Whether any outer region lies destroyed."""
    for region in range(CAPITAL + 1, PLACES):
        if s.destroyed[region]:
            return True
    return False
