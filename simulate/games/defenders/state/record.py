"""The table on paper: one record a game."""

import numpy as np

from simulate.core.compiler import kernel
from simulate.core.words import Words
from simulate.games.defenders.cards import tables, vocabulary

OUTER_REGIONS = tables.PLACES - 1
DECK = 32  # cards that a pile can hold

# Legal moves at one decision, at most: 16 artifacts and the abilities of a hero and a region,
# each with 7 regions x 4 heroes to choose from, and the other acts.
LIMIT_MOVES = 1024

# Random streams: one purpose each; the seats' own choices come last.
PURPOSE = Words(
    "heroes dealt",
    "ring dealt",
    "sides dealt",
    "foe dealt",
    "artifacts dealt",
    "enemies dealt",
    "dire dealt",
    "turn shuffled",
    "horde shuffled",
    "destruction shuffled",
    "fate",
)


FIRST_CHOICE = len(PURPOSE)  # choices of seat 0
PURPOSES = FIRST_CHOICE + tables.SEATS

# Whose decision is next, or what goes on by itself.
PHASE = Words(
    "choose sides",
    "before draw",
    "enemy drawn",
    "defending",
    "pushed",
    "split points",
    "take turn",
    "peek",
    "arrange",
    "place heroes",
    "over",
)

END = Words(*vocabulary.ENDS)

# A question that waits: its phase, and who is asked next.
TASK = np.dtype((np.record, [("what", "i8"), ("seat", "i8")]))
# One of the round under an interlude, the interlude under a look at the deck; and one to spare.
TASKS = 3
STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("keys", "u8", (PURPOSES,)),  # streams of this game
                ("draws", "u8", (PURPOSES,)),
                # the board
                ("players", "i8"),
                ("ring", "i8", (OUTER_REGIONS,)),  # regions in order round the Capital City
                ("neighbours", "i8", (tables.PLACES,)),  # how many
                ("neighbour", "i8", (tables.PLACES, 3)),
                ("distance", "i8", (tables.PLACES, tables.PLACES)),  # moves from one to another
                ("side", "i8", (tables.PLACES,)),  # 0 is side a
                ("threat", "i8", (tables.PLACES,)),
                ("destroyed", "i8", (tables.PLACES,)),  # 0 or 1
                ("closed", "i8", (tables.PLACES,)),  # ability gone for good
                ("used", "i8", (tables.PLACES,)),  # ability used under this Ally card
                ("guard_enemy", "i8", (tables.PLACES,)),  # attacks of enemies called off
                ("guard_any", "i8", (tables.PLACES,)),  # attacks of any card called off
                ("cover", "i8", (tables.PLACES,)),  # card lying on a destroyed region, or NONE
                # heroes, by seat
                ("hero", "i8", (tables.SEATS,)),
                ("health", "i8", (tables.SEATS,)),
                ("full", "i8", (tables.SEATS,)),  # highest health
                ("place", "i8", (tables.SEATS,)),
                ("brace", "i8", (tables.SEATS,)),  # health saved at the next defence
                ("brace_at", "i8", (tables.SEATS,)),  # region it is bound to, NONE: anywhere
                ("free_defense", "i8", (tables.SEATS,)),
                ("free_moves", "i8", (tables.SEATS,)),
                # artifacts: seat that holds it, IN_DECK or REMOVED
                ("artifact", "i8", (tables.ARTIFACTS,)),
                ("artifact_deck", "i8", (tables.ARTIFACTS,)),  # top first
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
                ("seen", "i8", (tables.CARDS,)),  # 1 once every player saw the card
                ("known_top", "i8"),  # cards on top of the turn deck that were looked at
                ("known_bottom", "i8"),
                ("shuffles", "i8"),  # of the turn deck, in this round
                (
                    "deck_changes",
                    "i8",
                ),  # times that cards moved, but for a discarded Ally
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
                ("gone", "i8", (tables.SEATS,)),  # had a turn under this Group Ally card
                ("task", TASK, (TASKS,)),  # the agenda: questions that wait for another
                ("tasks", "i8"),  # how many
                ("arranged", "i8"),  # cards put back so far
                ("arranging", "i8"),  # cards looked at
                ("horn_region", "i8"),  # region chosen for all, or NONE
                ("outcome", "i8"),
                # what is counted for the stored rows
                ("decisions", "i8"),
                ("listed", "i8"),  # moves that those decisions offered
                ("defended", "i8", (tables.SEATS,)),
                ("succored", "i8", (tables.SEATS,)),
                ("damage", "i8", (tables.SEATS,)),
                ("moved", "i8", (tables.SEATS,)),
                ("rests", "i8", (tables.SEATS,)),
                ("artifacts_drawn", "i8", (tables.SEATS,)),
                ("artifacts_used", "i8", (tables.SEATS,)),
                ("abilities_used", "i8", (tables.SEATS,)),
                ("turns_at_zero", "i8", (tables.SEATS,)),
            ],
            align=True,
        ),
    )
)
IN_DECK, REMOVED = -1, -2


@kernel
def is_dire(card):
    """Whether a card number is a dire enemy's."""
    return tables.FIRST_DIRE <= card < tables.FIRST_ALLY


@kernel
def is_ally(card):
    """Whether a card number is an Ally or Group Ally card's."""
    return card >= tables.FIRST_ALLY


@kernel
def are_adjacent(s, a, b):
    """Whether two different regions are next to each other."""
    return s.distance[a, b] == 1


@kernel
def any_destroyed(s):
    """Whether any outer region lies destroyed."""
    for region in range(tables.CAPITAL + 1, tables.PLACES):
        if s.destroyed[region]:
            return True
    return False
