"""The table on paper: one record a game.

Places are numbered over all territories in play: `slot * PLACES + place on its territory`.
Slot i is the home territory of seat i; the Lost Kingdom has slot 2.  Goods stand in the order
mana, ore, food.

What a seat does not see: `hidden`, the kinds of the exploration tokens that lie face down (that
one lies there is seen, and what was dealt in all is known), and `dice` of the other side of a
war while it is still being set: who decides in SET_DEFENCE does not see `dice[ATTACKER]`.
Nothing else is hidden, but for the luck to come (`keys`).
"""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.game.code_table import CodeTable
from simulate.core.game.records import record_of
from simulate.games.kingdoms.cards import vocabulary
from simulate.games.kingdoms.cards.codes import ACTIONS, MAGIC, PLACES, SEATS, TOKEN
from simulate.games.kingdoms.cards.vocabulary import NONE

SLOTS = SEATS  # territories in play: five homes, or two and the Lost Kingdom
LOST_KINGDOM = 2
ALL_PLACES = SLOTS * PLACES
NINTH_BITS = 9
NINTH = (1 << NINTH_BITS) // PLACES + 1  # a place times this, in 512ths, is its slot
assert all((p * NINTH) >> NINTH_BITS == p // PLACES for p in range(-1, ALL_PLACES))
ROOM = 2  # meeples that a region holds
PIECES = 9  # meeples of a colour, at most
NEUTRAL = SEATS  # owner of the meeples of the Lost Kingdom
KINDS_OF_TOKEN = len(TOKEN)
GOOD = CodeTable(*vocabulary.GOODS)
GOODS = len(GOOD)
ATTACKER, DEFENDER = 0, 1

# Legal moves at one decision, at most: quests and patrols of nine meeples, trades of goods up
# to fifteen into all three kinds, and the rest.
LIMIT_MOVES = 1024

# Random streams: one purpose each; the seats' own choices come last.
PURPOSE = CodeTable(
    "factions dealt",
    "territories dealt",
    "lost dealt",
    "dummys faction",
    "dummys territory",
    "dummys start",
    "first seat",
    "tokens dealt",
    "action die",
    "follow die",
    "quest die",
    "retreat die",
    "resource die",
    "fate",
)


FIRST_CHOICE = len(PURPOSE)  # choices of seat 0
PURPOSES = FIRST_CHOICE + SEATS

# Decisions: `phase` says which one `decider` has to make.
PHASE = CodeTable(
    "choose side",  # of the own territory card
    "split resources",
    "choose start",
    "lay tokens",  # five players: three regions of four
    "place dummy",  # solo: its army
    "select action",
    "act",  # take the selected action, or another that an ability allows, or pass
    "act again",  # one more build, research or trade of the same action
    "march",  # a further patrol or quest of the same action
    "act then",  # the further action that an ability allows
    "pay",  # a price
    "take",  # resources of choice
    "exchange",  # what a region yields when collecting
    "plunder",  # resources of choice from the loser of the war
    "open treasure",
    "meet bandits",
    "set attack",  # the attacker's number
    "set defence",  # the defender's number; the attacker's is hidden
    "raise attack",
    "raise defence",
    "pay war",
    "pay neutral",  # the price of a neutral meeple
    "pay dummy",  # solo: pay the dummy's war cost or lose
    "use lair",
    "order losses",  # which lost region is dealt with next
    "leave region",  # retreat, church, give up, or where the saved meeple goes
    "retreat free",  # where the meeple goes that the lair has spared
    "over",
)
DECISIONS = PHASE.group(*(word for word in PHASE if word != "over"))
OF_SETUP = PHASE.group(
    "choose side", "split resources", "choose start", "lay tokens", "place dummy"
)
OF_GOODS = PHASE.group("exchange", "plunder", "open treasure", "meet bandits")


# What happens by itself.
EVENT = CodeTable(
    "begin turn",
    "seat acts",  # a seat's turn to act comes
    "end turn",
    "after action",  # further actions by abilities
    "built",
    "researched",
    "expanded",
    "gain",  # what abilities bring
    "fight",
    "arrive",
    "reveal dice",
    "decide war",
    "pass crown",
    "take losses",  # of a war, region by region
    "given up",
    "retreated",
    "neutral beaten",
    "spoils",
    "plunders",
    "collected",
    "deal tokens",
    "dummy goes on",  # solo: a further move of the dummy's
    "after dummy",  # solo: further actions by abilities
    first=len(PHASE),
)
OF_WAR = EVENT.group(
    "fight", "reveal dice", "decide war", "pass crown", "take losses", "given up", "retreated",
    "neutral beaten",
)  # fmt: skip

END = CodeTable(*vocabulary.ENDS)
TRIGGER = CodeTable(*vocabulary.TRIGGERS)


# Tasks that can lie on each other: 22 when five players set up with tokens, fewer in any turn.
TASKS = 32
# What is to be done; NONE in the fields that a task does not need.
TASK = record_of(
    "what",  # PHASE or EVENT
    "seat",  # whose it is
    "action",  # build, trade ...
    "meeple",
    "place",
    "kind",  # of price; moment; patrol or quest; terrain; side of the war
    "amount",  # pieces of resources
    "times",  # left
    "row",  # of an effect
    "rule",  # by which goods are paid or gained
)

STATE = record_of(
    ("keys", "u8", PURPOSES),  # streams of this game
    ("draws", "u8", PURPOSES),
    # territories, by slot
    "seats",  # players, the dummy included
    "slots",  # territories in play
    ("card", SLOTS),  # territory card that was dealt
    ("territory", SLOTS),  # its side that lies up, NONE: not chosen yet
    # players, by seat
    ("faction", SEATS),
    ("goods", SEATS, GOODS),  # mana, ore, food on hand
    ("tower", SEATS),  # levels
    ("magic", SEATS),
    ("captures", SEATS),  # neutral meeples
    ("in_play", SEATS),  # meeples
    ("place", SEATS, PIECES),  # of each meeple, NONE: in the supply
    ("lying", SEATS, PIECES),  # knocked over in ruins
    "crown",  # seat that has it, or NONE
    # regions, by place
    ("owner", ALL_PLACES, ROOM),  # seat or NEUTRAL; NONE: room for a meeple
    ("hidden", ALL_PLACES),  # kind of the token face down, or NONE
    ("open", ALL_PLACES),  # kind of the token face up, or NONE
    ("uses", ALL_PLACES),  # left of an open church
    "neutrals",  # neutral meeples in play
    ("seen_tokens", KINDS_OF_TOKEN),  # turned so far, by kind
    # the action card and the round
    ("shield", ACTIONS),  # 1 where one lies
    "shields",
    "active",
    "night",  # the compass card's night side lies up
    "round_no",  # clearings and one
    "turns",
    ("trigger", len(TRIGGER.words)),  # 1 once it has been met
    "outcome",
    # where play stands
    "phase",  # the decision to be made, or OVER
    "decider",  # seat that makes it
    "tasks",
    ("task", TASK, TASKS),  # what is still to do, the next one last
    "action",  # selected in this turn
    "number",  # of the hand in the dummy's action, NONE: not rolled yet
    "mover",  # meeple that moved last in this action
    "result",  # of its move: ALONE to STOOD_UP
    "moved",  # bits of the meeples that moved in this action
    "moves_others",  # further moves left to other meeples
    "moves_same",  # further moves left to the mover
    "laid",  # bits of places that will get a token, five players
    "exchanged",  # bits of places whose yield was exchanged
    ("brought", GOODS),  # by collecting, before it is taken
    # the war being fought
    ("side", 2),  # seats of attacker and defender (or NEUTRAL)
    "war_place",
    "origin",  # where the attacker came from
    "war_meeple",  # the attacker's
    ("dice", 2),  # numbers set, 0 is the white flag; NONE: none yet
    "winner",
    "loser",
    "stake",  # bits of places that are still to be dealt with
    "broken",  # an alliance of several regions
    "lair",  # the winner may still use it
    "spared",  # the lair took a level and not the meeple
    # what is counted for the stored rows
    "decisions",
    "listed",  # moves that those decisions offered
    "wars",
    "neutral_wars",
    "alliances",
    "breaks",
    "leader",  # seat ahead at the last clearing, NONE: several
    "lead_changes",
    ("score", SEATS),  # points, counted when the game is over
    "trigger_turn",  # in which the first end condition was met, 0: none
    "trigger_seat",  # who met it
    ("met_turn", len(TRIGGER.words)),  # turn in which each was met, 0: never
    ("taken", SEATS, ACTIONS),  # actions, by kind
    ("collected", SEATS),  # times
    ("idled", SEATS),  # turns as active player without an action
    ("attacks", SEATS),
    ("defences", SEATS),
    ("wars_won", SEATS),
    ("war_spent", SEATS),  # pieces paid in wars
    ("allied", SEATS),  # alliances formed
    ("betrayed", SEATS),  # alliances of several regions broken by attacking
    ("retreats", SEATS),
    ("lost", SEATS),  # meeples
    ("gained", SEATS, GOODS),  # all goods that came in after the start
    ("learnt", SEATS, MAGIC),  # turn in which a level was learnt, 0: never
)
ALONE, WON, LOST, ALLIED, STOOD_UP = 0, 1, 2, 3, 4  # results of a move


@inner_kernel
def slot_of(place):
    """Which territory in play a place belongs to.

    `place // PLACES`; of whole numbers Numba makes six steps of that, and two of this.
    """
    return (place * NINTH) >> NINTH_BITS


@inner_kernel
def spot_of(place):
    """Which place of its territory a place is: `place % PLACES`."""
    return place - PLACES * slot_of(place)


@inner_kernel
def terrain_of(s, cards, place):
    """Terrain of a place."""
    return cards.terrain[s.territory[slot_of(place)], spot_of(place)]


@inner_kernel
def bit(place):
    """A place or meeple as a bit of a set."""
    return np.int64(1) << np.int64(place)


@inner_kernel
def is_in(members, place):
    """Whether a set has a member."""
    return (members >> np.int64(place)) & 1


@inner_kernel
def count_at(s, place, seat):
    """Meeples of one owner in a region."""
    return (1 if s.owner[place, 0] == seat else 0) + (1 if s.owner[place, 1] == seat else 0)


@inner_kernel
def holds(s, seat, place):
    """Whether a seat has a meeple in a region, and so controls it, allied or not."""
    return s.owner[place, 0] == seat or s.owner[place, 1] == seat


@inner_kernel
def is_full(s, place):
    """Whether a region has no room.  Rules K-MOVE-1, K-MOVE-2."""
    return s.owner[place, 1] != NONE


@inner_kernel
def is_empty(s, place):
    """Whether nobody is in a region."""
    return s.owner[place, 0] == NONE


@inner_kernel
def other_at(s, place, seat):
    """Owner of a meeple in the region that is not the seat's, or NONE."""
    for spot in range(ROOM):
        if s.owner[place, spot] != NONE and s.owner[place, spot] != seat:
            return s.owner[place, spot]
    return NONE


@kernel
def shared(s, one, other):
    """Set of regions in which two seats both stand: their alliance.  Rules K-ALLY-3, K-ALLY-5."""
    regions = np.int64(0)
    for meeple in range(PIECES):
        place = s.place[one, meeple]
        if place != NONE and holds(s, other, place):
            regions |= bit(place)
    return regions
