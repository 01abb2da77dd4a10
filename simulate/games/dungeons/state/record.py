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

from simulate.compiler.kernels import inner_kernel
from simulate.core.game.code_table import CodeTable
from simulate.core.game.records import record_of
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
PURPOSE = CodeTable(
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

# Decisions: `phase` says which one `decider` has to make.
PHASE = CodeTable(
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
DECISIONS = PHASE.group(*(word for word in PHASE if word != "over"))


# What happens by itself.
EVENT = CodeTable(
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
OF_TURN = EVENT.group("begin turn", "go on", "end turn", "next turn")
OF_ENEMIES = EVENT.group(
    "torch runs", "before enemies", "enemies act", "enemy strikes", "walk", "harm", "discards",
    "boss torch ends",
)  # fmt: skip
OF_ACTION = EVENT.group(
    "attack rolled", "cast rolled", "search rolled", "evade rolled", "disarm rolled",
    "strikes back", "damage", "rewards",
)  # fmt: skip

# How a game ends, with the act.
END = CodeTable(*vocabulary.ENDS)

# Tasks that can lie on each other: what a turn, the torch and all enemies leave to be done, and
# what attacks and abilities set off within it.
TASKS = 20
# What is to be done; NONE in the fields that a task does not need.
TASK = record_of(
    "what",  # PHASE or EVENT
    "seat",  # whose it is
    "ability",
    "done",  # its effects, or abilities of the hero, that came before
    "enemy",  # that acts or is pushed
    "target",  # enemy at which an attack or ability is aimed
    "hero",  # at whom an ability is aimed, or who has taunted
    "struck",  # set of enemies whom an attack strikes
    "group",  # set of enemies, heroes or sides, one after another
    "kind",  # of check, attack or cards; moment; where
    "amount",  # of damage, cards, speed or steps left, or more strength
    "place",  # to be laid or entered; goal
    "face",  # of the enemy die
    "card",  # loot or spell
    "from_deck",  # drawn, or may be drawn
    "stealth",
)

STATE = record_of(
    ("keys", "u8", PURPOSES),  # streams of this game
    ("draws", "u8", PURPOSES),
    "players",  # heroes
    # the dungeon, by place
    ("room", PLACES),  # dungeon card face up, or NONE
    ("hidden", PLACES),  # dungeon card face down, or NONE
    ("open", PLACES),  # open sides of the card, as it lies
    ("ways", PLACES),  # sides to which a pathway leads
    ("disarmed", PLACES),
    ("altar", PLACES),
    "door",  # place of the Lair Door, NONE: not revealed
    "rooms",  # revealed
    "unexplored",  # cards face down
    ("revealed", PLACES),  # places of the rooms, in the order of revealing
    ("far", "i1", PLACES, PLACES),  # steps along pathways; FAR_AWAY for none
    ("deck", ROOMS),  # Dungeon Deck
    "deck_cards",
    "deck_drawn",
    # enemies
    ("enemy_card", ENEMIES),
    ("enemy_place", ENEMIES),  # NONE: not in play
    ("enemy_health", ENEMIES),  # of minions; of goblins 1
    "goblins",  # in the dungeon
    ("goblin_deck", GOBLIN_CARDS),
    "goblin_cards",
    "goblin_drawn",
    ("goblin_discard", GOBLIN_CARDS),
    "goblin_discards",
    "goblin_shuffles",
    ("minion_deck", MINIONS),
    "minions",  # that have come so far
    "minions_killed",
    "boss",
    ("marker", MARKERS),  # the boss's health, highest first
    "dispelled",  # wards
    # loot and spells
    ("loot_deck", LOOT),
    "loot_cards",
    "loot_drawn",
    ("spell_deck", SPELLS),  # numbered as items
    "spell_cards",
    "spell_drawn",
    ("in_row", ITEMS),  # 1 in its discard row
    # heroes, by seat
    ("hero", vocabulary.SEATS),
    ("place", vocabulary.SEATS),
    ("space", vocabulary.SEATS),  # on the Boss Mat, from 1; 0 elsewhere
    ("health", vocabulary.SEATS),
    ("focus", vocabulary.SEATS),
    ("kit", vocabulary.SEATS, KIT),  # items on the mat, NONE
    ("bonuses", vocabulary.SEATS),
    ("bonus", vocabulary.SEATS, BONUSES, 3),  # ability, turns it lasts, times
    # what follows from kit, bonuses and space: worked out when they change
    ("owns", vocabulary.SEATS),
    ("own", vocabulary.SEATS, OWNED),  # abilities in force
    ("result", "i2", vocabulary.SEATS, len(vocabulary.SKILLS), len(vocabulary.CHECKS)),
    ("dice", "i2", vocabulary.SEATS, len(vocabulary.SKILLS), len(vocabulary.CHECKS)),
    ("more_damage", "i2", vocabulary.SEATS, 2),
    ("defense", "i2", vocabulary.SEATS, len(vocabulary.ATTACKS)),
    ("speed", "i2", vocabulary.SEATS),
    ("cheaper", "i2", vocabulary.SEATS, len(vocabulary.CHECKS)),
    ("silent", "i2", vocabulary.SEATS, len(vocabulary.ATTACKS)),
    ("softened", "i2", vocabulary.SEATS, len(vocabulary.DANGERS)),
    ("stealthy", "i2", vocabulary.SEATS),
    ("gear", "u8", vocabulary.SEATS),  # a mark of all of this
    # torch and turn
    "act",
    "torch",  # steps to the skull
    "torch_due",  # steps that wait for an event to be over
    "torch_busy",
    "active",
    "turns",  # ended so far
    "gained",  # turn in which the heroes last came on
    "outcome",
    # this turn
    "moves",  # chosen so far
    "steps",  # Speed spent
    "moved",
    "stopped",  # by an enemy
    "movement_over",  # by a Heroic Action
    "acted",
    "extra",  # action that an additional Heroic Action may be, or NONE
    "extra_had",
    "awake",  # was conscious when the turn started
    "settling",  # has moved on the Boss Mat, its movement not ended
    "failed",  # set of places of traps not evaded
    ("tried", "i1", PLACES),  # free checks of a room
    # the check being made
    "check_kind",
    "check_skill",
    "check_target",
    "check_more",  # modifier of its own
    "check_beats",  # the target is a Defense, which must be beaten
    "check_answered",  # an enemy die is rolled too
    ("die", MOST_DICE),  # rolled, lowest first
    "dice_rolled",
    "face",  # of the enemy die, or NONE
    "rerolls",  # left
    "bought",
    ("buys", BOUGHT),  # abilities paid in this check
    "total",
    # where play stands
    "phase",  # the decision to be made, or OVER
    "decider",  # seat that makes it
    "tasks",
    ("task", TASK, TASKS),  # what is still to do, the next one last
    # what is counted for the stored rows
    "decisions",
    "listed",  # candidates of those decisions
    "act_2_turn",  # turn in which the lair was opened, 0: never
    "goblins_placed",
    "enemy_actions",  # times they were triggered
    "taunts",
    "torch_steps",  # down
    "torch_faces",  # of them by the torch on the enemy die
    "torch_gained",  # steps up
    "looks",  # reveals of adjacent rooms for torch steps
    "disarms",
    ("rooms_revealed", vocabulary.SEATS),
    ("walked", vocabulary.SEATS),  # steps
    ("attacks", vocabulary.SEATS, len(vocabulary.ATTACKS)),
    ("hits", vocabulary.SEATS, len(vocabulary.ATTACKS)),
    ("goblins_slain", vocabulary.SEATS),
    ("minions_slain", vocabulary.SEATS),
    ("damage_dealt", vocabulary.SEATS),
    ("boss_damage", vocabulary.SEATS),
    ("health_lost", vocabulary.SEATS),
    ("health_gained", vocabulary.SEATS),
    ("fallen", vocabulary.SEATS),  # times
    ("turns_fallen", vocabulary.SEATS),  # turns started unconscious
    ("rests", vocabulary.SEATS),
    ("searches", vocabulary.SEATS),
    ("finds", vocabulary.SEATS),  # searches that succeeded
    ("traps_met", vocabulary.SEATS),
    ("traps_evaded", vocabulary.SEATS),
    ("traps_disarmed", vocabulary.SEATS),
    ("dice_changes", vocabulary.SEATS),
    ("uses", vocabulary.SEATS),  # Free Actions of mats and cards
    ("item_seat", ITEMS),  # who equipped it first, NONE: nobody
    # sets of items, by seat
    ("equipped", vocabulary.SEATS),  # ever
    ("items_used", vocabulary.SEATS),  # an ability of which was used
    ("hero_abilities", vocabulary.SEATS),  # of SLOTS: those of its mat that a hero used
    # sets, by seat, of dungeon cards, and of Legendary Sets with two pieces at a time
    ("saw", vocabulary.SEATS),  # revealed
    ("searched", vocabulary.SEATS),  # with success
    ("sprung", vocabulary.SEATS),  # traps not evaded
    ("made_safe", vocabulary.SEATS),  # traps disarmed
    ("sets_had", vocabulary.SEATS),
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
