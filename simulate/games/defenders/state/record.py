"""The table on paper: one record a game."""

from simulate.compiler.kernels import kernel
from simulate.core.game.code_table import CodeTable
from simulate.core.game.records import record_of
from simulate.games.defenders.cards import tables, vocabulary

OUTER_REGIONS = tables.PLACES - 1
DECK = 32  # cards that a pile can hold

# Legal moves at one decision, at most: 16 artifacts and the abilities of a hero and a region,
# each with 7 regions x 4 heroes to choose from, and the other acts.
LIMIT_MOVES = 1024

# Random streams: one purpose each; the seats' own choices come last.
PURPOSE = CodeTable(
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
PHASE = CodeTable(
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

END = CodeTable(*vocabulary.ENDS)

# A question that waits: its phase, and who is asked next.
TASK = record_of("what", "seat")
# One of the round under an interlude, the interlude under a look at the deck; and one to spare.
TASKS = 3
STATE = record_of(
    ("keys", "u8", PURPOSES),  # streams of this game
    ("draws", "u8", PURPOSES),
    # the board
    "players",
    ("ring", OUTER_REGIONS),  # regions in order round the Capital City
    ("neighbours", tables.PLACES),  # how many
    ("neighbour", tables.PLACES, 3),
    ("distance", tables.PLACES, tables.PLACES),  # moves from one to another
    ("side", tables.PLACES),  # 0 is side a
    ("threat", tables.PLACES),
    ("destroyed", tables.PLACES),  # 0 or 1
    ("closed", tables.PLACES),  # ability gone for good
    ("used", tables.PLACES),  # ability used under this Ally card
    ("guard_enemy", tables.PLACES),  # attacks of enemies called off
    ("guard_any", tables.PLACES),  # attacks of any card called off
    ("cover", tables.PLACES),  # card lying on a destroyed region, or NONE
    # heroes, by seat
    ("hero", tables.SEATS),
    ("health", tables.SEATS),
    ("full", tables.SEATS),  # highest health
    ("place", tables.SEATS),
    ("brace", tables.SEATS),  # health saved at the next defence
    ("brace_at", tables.SEATS),  # region it is bound to, NONE: anywhere
    ("free_defense", tables.SEATS),
    ("free_moves", tables.SEATS),
    # artifacts: seat that holds it, IN_DECK or REMOVED
    ("artifact", tables.ARTIFACTS),
    ("artifact_deck", tables.ARTIFACTS),  # top first
    "artifacts_left",
    # the foe
    "foe",
    "foe_in_play",
    "foe_region",
    "foe_health",
    # piles of cards, top first
    ("turn_deck", DECK),
    "turn_cards",
    ("discard", DECK),
    "discards",
    ("horde", DECK),
    "horde_cards",
    ("destruction", DECK),
    "destruction_cards",
    "drawn",  # card being resolved, or NONE
    ("seen", tables.CARDS),  # 1 once every player saw the card
    "known_top",  # cards on top of the turn deck that were looked at
    "known_bottom",
    "shuffles",  # of the turn deck, in this round
    "deck_changes",  # times that cards moved, but for a discarded Ally
    # where play stands
    "phase",
    "round_no",
    "turns",
    "decider",  # seat that decides next, or region whose side is next
    "attack",  # which attack of the drawn card
    "ignore_enemies",
    "active",  # seat whose turn it is, or NONE
    "points",
    "points_used",
    "must_act",  # a bought point must be spent
    "bought",  # points bought in this turn
    "turn_moves",
    ("turn_uses", tables.HERO_ABILITIES),  # of each ability of the hero, in this turn
    "group_points",  # points of a Group Ally card not yet taken
    ("gone", tables.SEATS),  # had a turn under this Group Ally card
    ("task", TASK, TASKS),  # the agenda: questions that wait for another
    "tasks",  # how many
    "arranged",  # cards put back so far
    "arranging",  # cards looked at
    "horn_region",  # region chosen for all, or NONE
    "outcome",
    # what is counted for the stored rows
    "decisions",
    "listed",  # moves that those decisions offered
    ("defended", tables.SEATS),
    ("succored", tables.SEATS),
    ("damage", tables.SEATS),
    ("moved", tables.SEATS),
    ("rests", tables.SEATS),
    ("artifacts_drawn", tables.SEATS),
    ("artifacts_used", tables.SEATS),
    ("artifacts_held", tables.SEATS),  # bits of the artifacts ever held
    ("artifacts_spent", tables.SEATS),  # bits of the artifacts used
    ("abilities_used", tables.SEATS),
    ("hero_abilities", tables.SEATS),  # bits of the hero's own abilities used
    ("region_abilities", tables.SEATS),  # bits of the regions' abilities used
    ("turns_at_zero", tables.SEATS),
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
