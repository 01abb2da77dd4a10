"""The table on paper: one record a game.

Places are numbered row by row over the grid, from the south-west corner; LAIR is the Boss Mat.
Sides go clockwise from the north; a set of sides, heroes, enemies or places is a number whose
bits say who belongs to it.  Enemies are numbered in the order in which they act: the goblins
by their slot, the minions in the order of their coming, the boss.  Loot and spells are numbered
as one: first all loot, then the spells.

What no seat sees: the cards of `hidden`, the order of all decks, `boss` in Act 1, and the luck
to come (`keys`).  Nothing else is hidden.
"""

import numpy as np

from simulate.core.compiler import inner_kernel
from simulate.core.words import Words
from simulate.games.dungeons.cards import vocabulary
from simulate.games.dungeons.cards.codes import GOBLINS, LOOT, MINIONS, ROOMS, SPELLS
from simulate.games.dungeons.cards.vocabulary import NONE

GRID = 7  # rooms on a side of the grid, the Entrance in its middle
TO_EDGE = GRID // 2  # rooms from the Entrance
PLACES = GRID * GRID
ENTRANCE = PLACES // 2
LAIR = PLACES
SIDES = 4
FAR_AWAY = 99  # no way leads there
NEIGHBOUR = np.full((PLACES, SIDES), NONE, dtype=np.int64)  # NONE: off the grid
for _place in range(PLACES):
    _north, _east = divmod(_place, GRID)
    for _side, (_n, _e) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
        if 0 <= _north + _n < GRID and 0 <= _east + _e < GRID:
            NEIGHBOUR[_place, _side] = (_north + _n) * GRID + _east + _e

FIRST_MINION = vocabulary.GOBLIN_SLOTS
BOSS = FIRST_MINION + vocabulary.SEATS  # as many minions as heroes
ENEMIES = BOSS + 1
GOBLIN_CARDS = 6 * GOBLINS  # in the deck, at most
MARKERS = vocabulary.SEATS  # of the boss's health

FIRST_SPELL = LOOT
ITEMS = LOOT + SPELLS
# What a hero has on: two hands, then garb, trinkets and spells, each from the left.
LEFT_HAND, GARB, TRINKETS, SPELLS_HELD, KIT = 0, 2, 4, 7, 11
HANDS = 2
OWNED = 36  # abilities in force, at most
BONUSES = 24  # bonuses of different abilities that a hero has at a time, at most

MOST_DICE = 3
BOUGHT = 12  # abilities paid in one check, at most

# Legal moves at one decision, at most: every ability aimed at every enemy and hero, and the rest.
LIMIT_MOVES = OWNED * ENEMIES * vocabulary.SEATS + 128

# Random streams: one purpose each; the seats' own choices come last.
PURPOSE = Words(
    "heroes dealt",
    "boss dealt",
    "rooms shuffled",
    "encounters shuffled",
    "deck b shuffled",
    "deck c shuffled",
    "goblins shuffled",
    "minions shuffled",
    "loot shuffled",
    "spells shuffled",
    "hero dice",
    "enemy die",
    "ties",
)
FIRST_CHOICE = len(PURPOSE)  # choices of seat 0
PURPOSES = FIRST_CHOICE + vocabulary.SEATS

# Decisions: `phase` says which one `asked` has to make.
PHASE = Words(
    "turn",  # what next, or end the turn
    "further step",  # of a movement that an ability grants
    "lay room",  # how the revealed card lies
    "reveal which",
    "teleport",
    "choose skill",  # for a check
    "before roll",
    "after roll",
    "pay",
    "discover",
    "equip",
    "lose item",
    "choose reward",
    "reveal reward",
    "strike marker",  # of the boss
    "mend marker",  # of the boss
    "choose answer",  # which enemy answers
    "choose prey",
    "choose way",  # of an enemy
    "push",
    "aim",  # an ability that works by itself
    "extra attack",
    "over",
)


# What happens by itself.
EVENT = Words(
    "begin turn",
    "go on",  # with the turn
    "end turn",
    "next turn",
    "torch runs",
    "before enemies",  # what a hero's abilities do first
    "enemies act",
    "enemy strikes",
    "walk",  # of an enemy
    "harm",  # to heroes
    "discards",
    "boss torch ends",
    "attack rolled",
    "cast rolled",
    "search rolled",
    "evade rolled",
    "disarm rolled",
    "strikes back",
    "damage",  # to enemies
    "rewards",
    "by itself",  # what abilities do at a moment
    "price",  # of an ability
    "carry out",  # an ability
    "push",
    "reveal all",
    "look about",
    "enter new",
    "entry",  # the feature of a room that works on entry
    "moving",  # by an ability
    first=len(PHASE),
)

# How a game ends, with the act.
END = Words(*vocabulary.ENDS)

# Tasks that can lie on each other: what a turn, the torch and all enemies leave to be done, and
# what attacks and abilities set off within it.
TASKS = 20
# What is to be done; NONE in the fields that a task does not need.
TASK = np.dtype(
    (
        np.record,
        [
            ("what", "i8"),  # PHASE or EVENT
            ("seat", "i8"),  # whose it is
            ("ability", "i8"),
            ("done", "i8"),  # its effects, or abilities of the hero, that came before
            ("enemy", "i8"),  # that acts or is pushed
            ("target", "i8"),  # enemy at which an attack or ability is aimed
            ("hero", "i8"),  # at whom an ability is aimed, or who has taunted
            ("struck", "i8"),  # set of enemies whom an attack strikes
            ("group", "i8"),  # set of enemies, heroes or sides, one after another
            ("kind", "i8"),  # of check, attack or cards; moment; where
            ("amount", "i8"),  # of damage, cards, speed or steps left, or more strength
            ("place", "i8"),  # to be laid or entered; goal
            ("face", "i8"),  # of the enemy die
            ("card", "i8"),  # loot or spell
            ("from_deck", "i8"),  # drawn, or may be drawn
            ("stealth", "i8"),
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
                ("players", "i8"),  # heroes
                # the dungeon, by place
                ("room", "i8", (PLACES,)),  # dungeon card face up, or NONE
                ("hidden", "i8", (PLACES,)),  # dungeon card face down, or NONE
                ("open", "i8", (PLACES,)),  # open sides of the card, as it lies
                ("ways", "i8", (PLACES,)),  # sides to which a pathway leads
                ("disarmed", "i8", (PLACES,)),
                ("altar", "i8", (PLACES,)),
                ("door", "i8"),  # place of the Lair Door, NONE: not revealed
                ("rooms", "i8"),  # revealed
                ("unexplored", "i8"),  # cards face down
                ("revealed", "i8", (PLACES,)),  # places of the rooms, in the order of revealing
                ("far", "i2", (PLACES, PLACES)),  # steps along pathways; FAR_AWAY for none
                ("deck", "i8", (ROOMS,)),  # Dungeon Deck
                ("deck_cards", "i8"),
                ("deck_drawn", "i8"),
                # enemies
                ("enemy_card", "i8", (ENEMIES,)),
                ("enemy_place", "i8", (ENEMIES,)),  # NONE: not in play
                ("enemy_health", "i8", (ENEMIES,)),  # of minions; of goblins 1
                ("goblins", "i8"),  # in the dungeon
                ("goblin_deck", "i8", (GOBLIN_CARDS,)),
                ("goblin_cards", "i8"),
                ("goblin_drawn", "i8"),
                ("goblin_discard", "i8", (GOBLIN_CARDS,)),
                ("goblin_discards", "i8"),
                ("goblin_shuffles", "i8"),
                ("minion_deck", "i8", (MINIONS,)),
                ("minions", "i8"),  # that have come so far
                ("minions_killed", "i8"),
                ("boss", "i8"),
                ("marker", "i8", (MARKERS,)),  # the boss's health, highest first
                ("dispelled", "i8"),  # wards
                # loot and spells
                ("loot_deck", "i8", (LOOT,)),
                ("loot_cards", "i8"),
                ("loot_drawn", "i8"),
                ("spell_deck", "i8", (SPELLS,)),  # numbered as items
                ("spell_cards", "i8"),
                ("spell_drawn", "i8"),
                ("in_row", "i8", (ITEMS,)),  # 1 in its discard row
                # heroes, by seat
                ("hero", "i8", (vocabulary.SEATS,)),
                ("place", "i8", (vocabulary.SEATS,)),
                ("space", "i8", (vocabulary.SEATS,)),  # on the Boss Mat, from 1; 0 elsewhere
                ("health", "i8", (vocabulary.SEATS,)),
                ("focus", "i8", (vocabulary.SEATS,)),
                ("kit", "i8", (vocabulary.SEATS, KIT)),  # items on the mat, NONE
                ("bonuses", "i8", (vocabulary.SEATS,)),
                ("bonus", "i8", (vocabulary.SEATS, BONUSES, 3)),  # ability, turns it lasts, times
                # what follows from kit, bonuses and space: worked out when they change
                ("owns", "i8", (vocabulary.SEATS,)),
                ("own", "i8", (vocabulary.SEATS, OWNED)),  # abilities in force
                (
                    "result",
                    "i2",
                    (vocabulary.SEATS, len(vocabulary.SKILLS), len(vocabulary.CHECKS)),
                ),
                ("dice", "i2", (vocabulary.SEATS, len(vocabulary.SKILLS), len(vocabulary.CHECKS))),
                ("more_damage", "i2", (vocabulary.SEATS, 2)),
                ("defense", "i2", (vocabulary.SEATS, len(vocabulary.ATTACKS))),
                ("speed", "i2", (vocabulary.SEATS,)),
                ("cheaper", "i2", (vocabulary.SEATS, len(vocabulary.CHECKS))),
                ("silent", "i2", (vocabulary.SEATS, len(vocabulary.ATTACKS))),
                ("softened", "i2", (vocabulary.SEATS, len(vocabulary.DANGERS))),
                ("stealthy", "i2", (vocabulary.SEATS,)),
                # torch and turn
                ("act", "i8"),
                ("torch", "i8"),  # steps to the skull
                ("torch_due", "i8"),  # steps that wait for an event to be over
                ("torch_busy", "i8"),
                ("active", "i8"),
                ("turns", "i8"),  # ended so far
                ("gained", "i8"),  # turn in which the heroes last came on
                ("outcome", "i8"),
                # this turn
                ("moves", "i8"),  # chosen so far
                ("steps", "i8"),  # Speed spent
                ("moved", "i8"),
                ("stopped", "i8"),  # by an enemy
                ("movement_over", "i8"),  # by a Heroic Action
                ("acted", "i8"),
                ("extra", "i8"),  # action that an additional Heroic Action may be, or NONE
                ("extra_had", "i8"),
                ("awake", "i8"),  # was conscious when the turn started
                ("settling", "i8"),  # has moved on the Boss Mat, its movement not ended
                ("failed", "i8"),  # set of places of traps not evaded
                ("tried", "i1", (PLACES,)),  # free checks of a room
                # the check being made
                ("check_kind", "i8"),
                ("check_skill", "i8"),
                ("check_target", "i8"),
                ("check_more", "i8"),  # modifier of its own
                ("check_beats", "i8"),  # the target is a Defense, which must be beaten
                ("check_answered", "i8"),  # an enemy die is rolled too
                ("die", "i8", (MOST_DICE,)),  # rolled, lowest first
                ("dice_rolled", "i8"),
                ("face", "i8"),  # of the enemy die, or NONE
                ("rerolls", "i8"),  # left
                ("bought", "i8"),
                ("buys", "i8", (BOUGHT,)),  # abilities paid in this check
                ("total", "i8"),
                # where play stands
                ("phase", "i8"),  # the decision to be made, or OVER
                ("asked", "i8"),  # seat that makes it
                ("tasks", "i8"),
                ("task", TASK, (TASKS,)),  # what is still to do, the next one last
                # what is counted for the stored rows
                ("decisions", "i8"),
                ("listed", "i8"),  # candidates of those decisions
                ("act_2_turn", "i8"),  # turn in which the lair was opened, 0: never
                ("goblins_placed", "i8"),
                ("enemy_actions", "i8"),  # times they were triggered
                ("taunts", "i8"),
                ("torch_steps", "i8"),  # down
                ("torch_faces", "i8"),  # of them by the torch on the enemy die
                ("torch_gained", "i8"),  # steps up
                ("looks", "i8"),  # reveals of adjacent rooms for torch steps
                ("disarms", "i8"),
                ("rooms_revealed", "i8", (vocabulary.SEATS,)),
                ("walked", "i8", (vocabulary.SEATS,)),  # steps
                ("attacks", "i8", (vocabulary.SEATS, len(vocabulary.ATTACKS))),
                ("hits", "i8", (vocabulary.SEATS, len(vocabulary.ATTACKS))),
                ("goblins_slain", "i8", (vocabulary.SEATS,)),
                ("minions_slain", "i8", (vocabulary.SEATS,)),
                ("damage_dealt", "i8", (vocabulary.SEATS,)),
                ("boss_damage", "i8", (vocabulary.SEATS,)),
                ("health_lost", "i8", (vocabulary.SEATS,)),
                ("health_gained", "i8", (vocabulary.SEATS,)),
                ("fallen", "i8", (vocabulary.SEATS,)),  # times
                ("turns_fallen", "i8", (vocabulary.SEATS,)),  # turns started unconscious
                ("rests", "i8", (vocabulary.SEATS,)),
                ("searches", "i8", (vocabulary.SEATS,)),
                ("finds", "i8", (vocabulary.SEATS,)),  # searches that succeeded
                ("traps_met", "i8", (vocabulary.SEATS,)),
                ("traps_evaded", "i8", (vocabulary.SEATS,)),
                ("traps_disarmed", "i8", (vocabulary.SEATS,)),
                ("dice_changes", "i8", (vocabulary.SEATS,)),
                ("uses", "i8", (vocabulary.SEATS,)),  # Free Actions of mats and cards
                ("item_seat", "i8", (ITEMS,)),  # who equipped it first, NONE: nobody
                # sets, by seat, of dungeon cards, and of Legendary Sets with two pieces at a time
                ("saw", "i8", (vocabulary.SEATS,)),  # revealed
                ("searched", "i8", (vocabulary.SEATS,)),  # with success
                ("sprung", "i8", (vocabulary.SEATS,)),  # traps not evaded
                ("made_safe", "i8", (vocabulary.SEATS,)),  # traps disarmed
                ("sets_had", "i8", (vocabulary.SEATS,)),
            ],
            align=True,
        ),
    )
)


@inner_kernel
def bit(member):
    """A place, side, seat or enemy as a bit of a set."""
    return np.int64(1) << np.int64(member)


@inner_kernel
def is_in(members, member):
    """Whether a set has a member."""
    return (np.int64(members) >> np.int64(member)) & 1


@inner_kernel
def is_conscious(s, seat):
    """Whether a hero has Health left.  Rule N-FALL-1."""
    return s.health[seat] > 0
