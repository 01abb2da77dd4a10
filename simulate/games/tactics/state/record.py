"""The table on paper: one record a game.

A place in a force has a number, its slot: `seat * FORCE + class`; a force has one unit of each
class.  In adventures another enemy unit comes into the slot of one that was captured, so a unit
that must be remembered is named by its reference, `slot + SLOTS * life`: the life of a slot goes
up with each unit that leaves it.

Spaces are those of the map of this game: `cards.terrain[s.realm, space]`.

What a seat does not see: the hands of others (`hand`; how many cards they hold is seen), the
order of `deck` and the cards in it that were given back in the setup, the order of `enemy_deck`,
and the luck to come (`keys`).
"""

import numpy as np

from simulate.compiler.kernels import inner_kernel
from simulate.core.game.code_table import CodeTable
from simulate.core.game.records import record_of
from simulate.games.tactics.cards import codes, vocabulary
from simulate.games.tactics.cards.vocabulary import NONE

SLOTS = codes.SEATS * codes.FORCE
AREAS = len(codes.AREA)


# Legal moves at one decision, at most: four units with every space of the map by several ways,
# and attacks, spells with power and the rest.
LIMIT_MOVES = 2048

# Random streams: one purpose each; the seats' own choices come last.
PURPOSE = CodeTable(
    "units dealt",
    "map",
    "tactics",  # every shuffle of the tactic cards
    "enemy cards",
    "enemy units",  # the order in which they are placed
    "triggers",
    "respawn",  # the flag that is drawn
    "new unit",
    "knock back",
    "misses",
    "power",
    "enemy power",
    "trap",
    "cave-in",
    "start order",
)

FIRST_CHOICE = len(PURPOSE.words)  # choices of seat 0
PURPOSES = FIRST_CHOICE + codes.SEATS

# Decisions: `phase` says which one `decider` has to make.
PHASE = CodeTable(
    "keep unit",  # adventures: of two of a class, the other goes to the Solo Enemy
    "choose start",
    "place unit",  # on a star of the start
    "return card",  # tactic cards dealt in the setup, until as many are left as are kept
    "act",  # one action of one unit, a cure for health, or the end of the turn
    "walk on",  # a movement that may go on
    "explore",  # inside a dungeon, step by step
    "come out",  # where, with the crystal
    "knock back",  # roll or not
    "direction",  # of a push
    "counter",
    "play tactic",  # or keep it
    "choose unit",  # that an effect is for
    "discard",
    "over",
)
DECISIONS = PHASE.group(*(word for word in PHASE if word != "over"))


# What happens by itself.
EVENT = CodeTable(
    "draw starts",  # the order in which starts are chosen
    "place enemies",
    "deal tactics",
    "shuffle back",  # tactic cards given back
    "begin turn",
    "actions",  # one action more, or the end of the turn
    "end actions",
    "rest",  # Weakened Tokens off, a card drawn
    "drawn",  # down to the limit of the hand
    "end turn",
    "tire",
    "enemy acts",
    "enemy rests",
    "happen",  # a moment of a unit in play
    "run",  # abilities of a moment
    "tactic cards",  # tactic cards of a moment
    "effects",
    "do to",  # one effect on one unit
    "hit",  # after the reactions
    "try knock back",
    "knocked back",
    "after attack",
    "spell",
    "ballista push",
    "go on",  # with a movement
    first=len(PHASE),
)
OF_EFFECTS = EVENT.group("happen", "run", "tactic cards", "effects", "do to")
OF_ATTACK = EVENT.group(
    "hit", "try knock back", "knocked back", "after attack", "spell", "ballista push"
)


END = CodeTable(*vocabulary.ENDS)


# What a walk has met, as bits of `met`; and that it was a Movement action.
BY_VILLAGE, BY_PORTAL, BY_MOVING = 1, 2, 4

GOALS_KEPT = 256  # goals of a unit that the record can keep
# Where a unit may go, as last found; nothing that is not seen on the table (see `moves/goals.py`).
WALKS = record_of(
    ("mark", "u8"),  # of all that they follow from but enemies
    "count",
    "foes",  # enemies among the spaces looked at
    ("goal", "u2", GOALS_KEPT),  # with the points left there
    ("before", "u2", GOALS_KEPT),  # the goal before each on its way
    ("near", "u1", codes.SPACES),  # 1: looked at, 2: and an enemy was there
)

# Tasks that can lie on each other: 26 when four forces are placed, fewer in any turn.
TASKS = 40
# What is to be done; NONE in the fields that a task does not need.
TASK = record_of(
    "what",  # PHASE or EVENT
    "seat",  # whose it is
    "unit",  # reference of who acts, walks or has an ability
    "other",  # reference of its target, attacker or victim
    "moment",  # WHEN
    "kind",  # of attack; class of units
    "row",  # of an effect, the next
    "end",  # row after the last
    "amount",  # power or strength; points, spaces; price
    "way",  # direction
    "card",  # tactic card; box of a crystal
    "left",  # set of tactic cards not asked for yet
    "met",  # by a walk
    "began",  # space where a walk began
    "is_counter",
    "is_spell",
    "is_action",
)

STATE = record_of(
    ("keys", "u8", PURPOSES),  # streams of this game
    ("draws", "u8", PURPOSES),
    "realm",  # map that is played on
    # units, by slot
    ("unit", SLOTS),  # unit card, NONE: none was dealt yet
    ("at", SLOTS),  # space on the map, NONE: not there
    ("dungeon", SLOTS),  # box that the unit is inside of, NONE
    ("inside", SLOTS),  # space of the dungeon, NONE
    ("health", SLOTS),
    ("ammo", SLOTS),
    ("mana", SLOTS),
    ("weakened", SLOTS),  # 1 where a token lies
    ("under", SLOTS),  # Solo Enemy card under the unit card, NONE
    ("captor", SLOTS),  # seat that has the card of the captured unit, NONE
    ("life", SLOTS),  # units that have left the slot
    ("fell", SLOTS),  # space where the last of them stood, NONE
    ("fell_weakened", SLOTS),
    ("occupant", codes.SPACES),  # slot that stands on a space, NONE: as `at` says
    "spare",  # bits of unit cards in the class decks
    # cards
    ("hand", codes.SEATS),  # bits of tactic cards
    "deck_count",
    ("deck", codes.TACTICS),  # tactic cards, the next one last
    "discard_count",
    ("discards", codes.TACTICS),
    "shuffles",  # of the tactic cards
    "enemy_deck_count",
    ("enemy_deck", codes.ENEMY_CARDS),  # Solo Enemy cards, the next one last
    "enemy_discard_count",
    ("enemy_discards", codes.ENEMY_CARDS),
    "enemy_shuffles",
    # aims
    ("flag", AREAS),  # spaces advanced from START
    ("triggered", AREAS),
    ("holder", AREAS),  # seat that has secured the area, NONE
    ("captures", codes.SEATS),  # units captured
    "artifact",  # space on which it lies, NONE
    "bearer",  # slot that bears it, NONE
    "time",  # of the Time Token
    "crystals",  # bits of boxes whose dungeon card is green
    "flipped",  # bits of boxes that are flipped over
    # the turn
    "active",
    "round_no",  # from 1
    "turns",
    "actions_left",
    ("acted", SLOTS),  # in this turn; of ACTION_BIT
    ("actions_of", SLOTS),  # how many
    ("villages", SLOTS),  # bits of villages gained from in this turn
    ("fresh_token", SLOTS),  # became Weakened in this turn
    ("began_on_ballista", SLOTS),
    "ending",  # seat that has triggered the end, NONE
    "reason",  # by what; END
    "outcome",  # END, once it is over
    # where play stands
    "phase",  # the decision to be made, or OVER
    "decider",  # seat that makes it
    "tasks",
    ("task", TASK, TASKS),  # what is still to do, the next one last
    ("start", codes.SEATS),  # starting location (0..3), of two the first; NONE
    ("chose", codes.SEATS),  # place in the order of choosing one, from 1; 0: not yet
    "returned",  # bits of tactic cards given back, until they are shuffled in
    ("struck", 2),  # whether the attack, the counter, took health
    "bonus",  # damage that the Solo Enemy card adds in its activation
    ("walks", WALKS, codes.FORCE),  # of the force whose turn it is
    # what is counted for the stored rows
    "decisions",
    "listed",  # moves that those decisions offered
    "trigger_turn",  # turn in which the end was triggered, 0
    "steals",  # of the Artifact
    "first_bearer",  # seat that picked it up first, NONE
    ("entered", codes.DUNGEONS, codes.FORCE),  # times a dungeon was entered, by box and class
    ("taken_by", codes.DUNGEONS, codes.FORCE),  # crystals taken, by box and class
    ("fallen_in", codes.DUNGEONS),  # units captured inside, by box
    ("idle_actions", codes.SEATS),  # actions not taken
    ("taken", codes.SEATS, len(codes.ACTION)),  # actions by kind
    ("countered", codes.SEATS),
    ("missed", codes.SEATS),
    ("knocks", codes.SEATS),  # units knocked back a space or more
    ("cured", codes.SEATS),  # tokens taken off for health
    ("gained_villages", codes.SEATS),
    ("drawn", codes.SEATS),  # bits of tactic cards that were ever in the hand
    ("played", codes.SEATS),  # bits of tactic cards played
    ("dealt_damage", SLOTS),  # health taken from enemies by a unit
    ("felled", SLOTS),  # enemies captured by a unit
    ("fell_turn", SLOTS),  # turn in which it was captured, 0
    ("first_at", SLOTS),  # space on which it started
)


@inner_kernel
def slot_of(unit):
    """The slot of a unit that is named by its reference."""
    return unit % SLOTS


@inner_kernel
def reference(s, slot):
    """How the unit that is now in a slot is remembered."""
    return slot + SLOTS * s.life[slot]


@inner_kernel
def seat_of(slot):
    """Whose unit it is."""
    return slot // codes.FORCE


@inner_kernel
def class_of(slot):
    """Class of the unit in a slot."""
    return slot % codes.FORCE


@inner_kernel
def is_on_map(s, slot):
    """Whether a slot holds a unit that stands on the map."""
    return s.at[slot] != NONE


@inner_kernel
def is_in_play(s, slot):
    """Whether a slot holds a unit in play, on the map or in a dungeon."""
    return s.at[slot] != NONE or s.dungeon[slot] != NONE


@inner_kernel
def lives(s, unit):
    """Whether the unit of a reference is still in play; NONE is nobody."""
    if unit == NONE:
        return False
    slot = unit % SLOTS
    return s.life[slot] == unit // SLOTS and is_in_play(s, slot)


@inner_kernel
def side_of(cards, slot):
    """Which side of the unit card lies up.  Rule T-SOLO-3."""
    return codes.SOLO_SIDE if cards.enemy_seat[slot // codes.FORCE] else codes.FRONT


@inner_kernel
def is_solo(cards, slot):
    """Whether a Solo Enemy has the unit."""
    return cards.enemy_seat[slot // codes.FORCE] == 1


@inner_kernel
def are_foes(cards, slot, other):
    """Whether two units are of different teams.  Rules T-TEAM-4, T-TEAM-6."""
    return cards.team[slot // codes.FORCE] != cards.team[other // codes.FORCE]


@inner_kernel
def bit(number):
    """A card, box or village as a bit of a set."""
    return np.int64(1) << np.int64(number)


@inner_kernel
def is_in(members, number):
    """Whether a set has a member."""
    return (members >> np.int64(number)) & 1


@inner_kernel
def size_of(members):
    """How many members a set has."""
    count = np.int64(0)
    while members:
        members &= members - 1
        count += 1
    return count
