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

from simulate.core.compiler import inner_kernel
from simulate.core.words import Words
from simulate.games.tactics.cards import codes, vocabulary
from simulate.games.tactics.cards.vocabulary import NONE

SLOTS = codes.SEATS * codes.FORCE
AREAS = len(codes.AREA)


# Legal moves at one decision, at most: four units with every space of the map by several ways,
# and attacks, spells with power and the rest.
LIMIT_MOVES = 2048

# Random streams: one purpose each; the seats' own choices come last.
PURPOSE = Words(
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

# Decisions: `phase` says which one `asked` has to make.
PHASE = Words(
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


# What happens by itself.
EVENT = Words(
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


END = Words(*vocabulary.ENDS)


# What a walk has met, as bits of `told`; and that it was a Movement action.
BY_VILLAGE, BY_PORTAL, BY_MOVING = 1, 2, 4

GOALS_KEPT = 256  # goals of a unit that the record can keep
# Where a unit may go, as last found; nothing that is not seen on the table (see `moves/goals.py`).
WALKS = np.dtype(
    (
        np.record,
        [
            ("mark", "u8"),  # of all that they follow from but enemies
            ("count", "i8"),
            ("foes", "i8"),  # enemies among the spaces looked at
            ("goal", "u2", (GOALS_KEPT,)),  # with the points left there
            ("before", "u2", (GOALS_KEPT,)),  # the goal before each on its way
            ("near", "u1", (codes.SPACES,)),  # 1: looked at, 2: and an enemy was there
        ],
    )
)

# Tasks that can lie on each other: 26 when four forces are placed, fewer in any turn.
TASKS = 40
# What is to be done; NONE in the fields that a task does not need.
TASK = np.dtype(
    (
        np.record,
        [
            ("what", "i8"),  # PHASE or EVENT
            ("seat", "i8"),  # whose it is
            ("unit", "i8"),  # reference of who acts, walks or has an ability
            ("other", "i8"),  # reference of its target, attacker or victim
            ("moment", "i8"),  # WHEN
            ("kind", "i8"),  # of attack; class of units
            ("row", "i8"),  # of an effect, the next
            ("end", "i8"),  # row after the last
            ("amount", "i8"),  # power or strength; points, spaces; price
            ("way", "i8"),  # direction
            ("card", "i8"),  # tactic card; box of a crystal
            ("left", "i8"),  # set of tactic cards not asked for yet
            ("told", "i8"),  # what a walk has met
            ("began", "i8"),  # space where a walk began
            ("is_counter", "i8"),
            ("is_spell", "i8"),
            ("is_action", "i8"),
        ],
    )
)

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("keys", "u8", (PURPOSES,)),  # streams of this game
                ("draws", "u8", (PURPOSES,)),
                ("realm", "i8"),  # map that is played on
                # units, by slot
                ("unit", "i8", (SLOTS,)),  # unit card, NONE: none was dealt yet
                ("at", "i8", (SLOTS,)),  # space on the map, NONE: not there
                ("dungeon", "i8", (SLOTS,)),  # box that the unit is inside of, NONE
                ("inside", "i8", (SLOTS,)),  # space of the dungeon, NONE
                ("health", "i8", (SLOTS,)),
                ("ammo", "i8", (SLOTS,)),
                ("mana", "i8", (SLOTS,)),
                ("weakened", "i8", (SLOTS,)),  # 1 where a token lies
                ("under", "i8", (SLOTS,)),  # Solo Enemy card under the unit card, NONE
                ("captor", "i8", (SLOTS,)),  # seat that has the card of the captured unit, NONE
                ("life", "i8", (SLOTS,)),  # units that have left the slot
                ("fell", "i8", (SLOTS,)),  # space where the last of them stood, NONE
                ("fell_weakened", "i8", (SLOTS,)),
                (
                    "occupant",
                    "i8",
                    (codes.SPACES,),
                ),  # slot that stands on a space, NONE: as `at` says
                ("spare", "i8"),  # bits of unit cards in the class decks
                # cards
                ("hand", "i8", (codes.SEATS,)),  # bits of tactic cards
                ("deck_count", "i8"),
                ("deck", "i8", (codes.TACTICS,)),  # tactic cards, the next one last
                ("discard_count", "i8"),
                ("discards", "i8", (codes.TACTICS,)),
                ("shuffles", "i8"),  # of the tactic cards
                ("enemy_deck_count", "i8"),
                ("enemy_deck", "i8", (codes.ENEMY_CARDS,)),  # Solo Enemy cards, the next one last
                ("enemy_discard_count", "i8"),
                ("enemy_discards", "i8", (codes.ENEMY_CARDS,)),
                ("enemy_shuffles", "i8"),
                # aims
                ("flag", "i8", (AREAS,)),  # spaces advanced from START
                ("triggered", "i8", (AREAS,)),
                ("holder", "i8", (AREAS,)),  # seat that has secured the area, NONE
                ("captures", "i8", (codes.SEATS,)),  # units captured
                ("artifact", "i8"),  # space on which it lies, NONE
                ("bearer", "i8"),  # slot that bears it, NONE
                ("time", "i8"),  # of the Time Token
                ("crystals", "i8"),  # bits of boxes whose dungeon card is green
                ("flipped", "i8"),  # bits of boxes that are flipped over
                # the turn
                ("active", "i8"),
                ("round_no", "i8"),  # from 1
                ("turns", "i8"),
                ("actions_left", "i8"),
                ("acted", "i8", (SLOTS,)),  # in this turn; of ACTION_BIT
                ("actions_of", "i8", (SLOTS,)),  # how many
                ("villages", "i8", (SLOTS,)),  # bits of villages gained from in this turn
                ("fresh_token", "i8", (SLOTS,)),  # became Weakened in this turn
                ("began_on_ballista", "i8", (SLOTS,)),
                ("ending", "i8"),  # seat that has triggered the end, NONE
                ("reason", "i8"),  # by what; REASONS
                ("outcome", "i8"),  # REASONS, NOT_OVER
                # where play stands
                ("phase", "i8"),  # the decision to be made, or OVER
                ("asked", "i8"),  # seat that makes it
                ("tasks", "i8"),
                ("task", TASK, (TASKS,)),  # what is still to do, the next one last
                ("start", "i8", (codes.SEATS,)),  # starting location (0..3), of two the first; NONE
                (
                    "chose",
                    "i8",
                    (codes.SEATS,),
                ),  # place in the order of choosing one, from 1; 0: not yet
                ("returned", "i8"),  # bits of tactic cards given back, until they are shuffled in
                ("struck", "i8", (2,)),  # whether the attack, the counter, took health
                ("bonus", "i8"),  # damage that the Solo Enemy card adds in its activation
                ("walks", WALKS, (codes.FORCE,)),  # of the force whose turn it is
                # what is counted for the stored rows
                ("decisions", "i8"),
                ("listed", "i8"),  # moves that those decisions offered
                ("trigger_turn", "i8"),  # turn in which the end was triggered, 0
                ("steals", "i8"),  # of the Artifact
                ("first_bearer", "i8"),  # seat that picked it up first, NONE
                ("entered", "i8", (6, 4)),  # times a dungeon was entered, by box and class
                ("taken_by", "i8", (6, 4)),  # crystals taken, by box and class
                ("fallen_in", "i8", (6,)),  # units captured inside, by box
                ("idle_actions", "i8", (codes.SEATS,)),  # actions not taken
                ("taken", "i8", (codes.SEATS, len(codes.ACTION))),  # actions by kind
                ("countered", "i8", (codes.SEATS,)),
                ("missed", "i8", (codes.SEATS,)),
                ("knocks", "i8", (codes.SEATS,)),  # units knocked back a space or more
                ("cured", "i8", (codes.SEATS,)),  # tokens taken off for health
                ("gained_villages", "i8", (codes.SEATS,)),
                ("drawn", "i8", (codes.SEATS,)),  # bits of tactic cards that were ever in the hand
                ("played", "i8", (codes.SEATS,)),  # bits of tactic cards played
                ("dealt_damage", "i8", (SLOTS,)),  # health taken from enemies by a unit
                ("felled", "i8", (SLOTS,)),  # enemies captured by a unit
                ("fell_turn", "i8", (SLOTS,)),  # turn in which it was captured, 0
                ("first_at", "i8", (SLOTS,)),  # space on which it started
            ],
            align=True,
        ),
    )
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
