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

from simulate.core.compiler import inner_kernel, kernel
from simulate.core.words import Words
from simulate.games.kingdoms.cards import vocabulary
from simulate.games.kingdoms.cards.codes import ACTIONS, MAGIC, PLACES, SEATS, TOKEN
from simulate.games.kingdoms.cards.vocabulary import NONE

SLOTS = SEATS  # territories in play: five homes, or two and the Lost Kingdom
LOST_KINGDOM = 2
ALL_PLACES = SLOTS * PLACES
ROOM = 2  # meeples that a region holds
PIECES = 9  # meeples of a colour, at most
NEUTRAL = SEATS  # owner of the meeples of the Lost Kingdom
KINDS_OF_TOKEN = len(TOKEN)
GOOD = Words(*vocabulary.GOODS)
GOODS = len(GOOD)
ATTACKER, DEFENDER = 0, 1

# Legal moves at one decision, at most: quests and patrols of nine meeples, trades of goods up
# to fifteen into all three kinds, and the rest.
LIMIT_MOVES = 1024

# Random streams: one purpose each; the seats' own choices come last.
PURPOSE = Words(
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

# Decisions: `phase` says which one `asked` has to make.
PHASE = Words(
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


# What happens by itself.
EVENT = Words(
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

END = Words(*vocabulary.ENDS)
TRIGGER = Words(*vocabulary.TRIGGERS)


# Tasks that can lie on each other: 22 when five players set up with tokens, fewer in any turn.
TASKS = 32
# What is to be done; NONE in the fields that a task does not need.
TASK = np.dtype(
    (
        np.record,
        [
            ("what", "i8"),  # PHASE or EVENT
            ("seat", "i8"),  # whose it is
            ("action", "i8"),  # build, trade ...
            ("meeple", "i8"),
            ("place", "i8"),
            ("kind", "i8"),  # of price; moment; patrol or quest; terrain; side of the war
            ("amount", "i8"),  # pieces of resources
            ("times", "i8"),  # left
            ("row", "i8"),  # of an effect
            ("rule", "i8"),  # by which goods are paid or gained
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
                # territories, by slot
                ("seats", "i8"),  # players, the dummy included
                ("slots", "i8"),  # territories in play
                ("card", "i8", (SLOTS,)),  # territory card that was dealt
                ("territory", "i8", (SLOTS,)),  # its side that lies up, NONE: not chosen yet
                # players, by seat
                ("faction", "i8", (SEATS,)),
                ("goods", "i8", (SEATS, GOODS)),  # mana, ore, food on hand
                ("tower", "i8", (SEATS,)),  # levels
                ("magic", "i8", (SEATS,)),
                ("captures", "i8", (SEATS,)),  # neutral meeples
                ("in_play", "i8", (SEATS,)),  # meeples
                ("place", "i8", (SEATS, PIECES)),  # of each meeple, NONE: in the supply
                ("lying", "i8", (SEATS, PIECES)),  # knocked over in ruins
                ("crown", "i8"),  # seat that has it, or NONE
                # regions, by place
                ("owner", "i8", (ALL_PLACES, ROOM)),  # seat or NEUTRAL; NONE: room for a meeple
                ("hidden", "i8", (ALL_PLACES,)),  # kind of the token face down, or NONE
                ("open", "i8", (ALL_PLACES,)),  # kind of the token face up, or NONE
                ("uses", "i8", (ALL_PLACES,)),  # left of an open church
                ("neutrals", "i8"),  # neutral meeples in play
                ("seen_tokens", "i8", (KINDS_OF_TOKEN,)),  # turned so far, by kind
                # the action card and the round
                ("shield", "i8", (ACTIONS,)),  # 1 where one lies
                ("shields", "i8"),
                ("active", "i8"),
                ("night", "i8"),  # the compass card's night side lies up
                ("round_no", "i8"),  # clearings and one
                ("turns", "i8"),
                ("trigger", "i8", (len(TRIGGER.words),)),  # 1 once it has been met
                ("outcome", "i8"),
                # where play stands
                ("phase", "i8"),  # the decision to be made, or OVER
                ("asked", "i8"),  # seat that makes it
                ("tasks", "i8"),
                ("task", TASK, (TASKS,)),  # what is still to do, the next one last
                ("action", "i8"),  # selected in this turn
                ("number", "i8"),  # of the hand in the dummy's action, NONE: not rolled yet
                ("mover", "i8"),  # meeple that moved last in this action
                ("result", "i8"),  # of its move: ALONE to STOOD_UP
                ("moved", "i8"),  # bits of the meeples that moved in this action
                ("moves_others", "i8"),  # further moves left to other meeples
                ("moves_same", "i8"),  # further moves left to the mover
                ("laid", "i8"),  # bits of places that will get a token, five players
                ("exchanged", "i8"),  # bits of places whose yield was exchanged
                ("brought", "i8", (GOODS,)),  # by collecting, before it is taken
                # the war being fought
                ("side", "i8", (2,)),  # seats of attacker and defender (or NEUTRAL)
                ("war_place", "i8"),
                ("origin", "i8"),  # where the attacker came from
                ("war_meeple", "i8"),  # the attacker's
                ("dice", "i8", (2,)),  # numbers set, 0 is the white flag; NONE: none yet
                ("winner", "i8"),
                ("loser", "i8"),
                ("stake", "i8"),  # bits of places that are still to be dealt with
                ("broken", "i8"),  # an alliance of several regions
                ("lair", "i8"),  # the winner may still use it
                ("spared", "i8"),  # the lair took a level and not the meeple
                # what is counted for the stored rows
                ("decisions", "i8"),
                ("listed", "i8"),  # moves that those decisions offered
                ("wars", "i8"),
                ("neutral_wars", "i8"),
                ("alliances", "i8"),
                ("breaks", "i8"),
                ("leader", "i8"),  # seat ahead at the last clearing, NONE: several
                ("lead_changes", "i8"),
                ("score", "i8", (SEATS,)),  # points, counted when the game is over
                ("trigger_turn", "i8"),  # in which the first end condition was met, 0: none
                ("trigger_seat", "i8"),  # who met it
                ("met_turn", "i8", (len(TRIGGER.words),)),  # turn in which each was met, 0: never
                ("taken", "i8", (SEATS, ACTIONS)),  # actions, by kind
                ("collected", "i8", (SEATS,)),  # times
                ("idled", "i8", (SEATS,)),  # turns as active player without an action
                ("attacks", "i8", (SEATS,)),
                ("defences", "i8", (SEATS,)),
                ("wars_won", "i8", (SEATS,)),
                ("war_spent", "i8", (SEATS,)),  # pieces paid in wars
                ("allied", "i8", (SEATS,)),  # alliances formed
                ("betrayed", "i8", (SEATS,)),  # alliances of several regions broken by attacking
                ("retreats", "i8", (SEATS,)),
                ("lost", "i8", (SEATS,)),  # meeples
                ("gained", "i8", (SEATS, GOODS)),  # all goods that came in after the start
                ("learnt", "i8", (SEATS, MAGIC)),  # turn in which a level was learnt, 0: never
            ],
            align=True,
        ),
    )
)
ALONE, WON, LOST, ALLIED, STOOD_UP = 0, 1, 2, 3, 4  # results of a move


@inner_kernel
def slot_of(place):
    """Which territory in play a place belongs to."""
    return place // PLACES


@inner_kernel
def terrain_of(s, cards, place):
    """Terrain of a place."""
    return cards.terrain[s.territory[place // PLACES], place % PLACES]


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
    found = np.int64(0)
    for meeple in range(PIECES):
        place = s.place[one, meeple]
        if place != NONE and holds(s, other, place):
            found |= bit(place)
    return found


@kernel
def are_allied(s, one, other):
    """Whether two players share a region.  Rule K-ALLY-3."""
    return shared(s, one, other) != 0
