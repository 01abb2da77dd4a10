"""What numbers stand for in the tables and kernels, and how much the tables hold."""

from simulate.games.dungeons.cards.vocabulary import (
    ATTACKS,
    CAPACITY,
    CHECKS,
    DANGERS,
    EFFECTS,
    MOMENTS,
    PIECES,
    REACHES,
    ROOM_KINDS,
    SIDES,
    SKILLS,
    SLOTS,
    SPACES,
    WORDS,
)

HEROES = CAPACITY["heroes"]
GOBLINS = CAPACITY["goblins"]
MINIONS = CAPACITY["minions"]
BOSSES = CAPACITY["bosses"]
ROOMS = CAPACITY["dungeon"]
LOOT = CAPACITY["loot"]
SPELLS = CAPACITY["spells"]
SETS = CAPACITY["sets"]
# Abilities on one card of each kind: a boss has an action, a torch, three answers, and each
# space of its mat a bonus and an effect; a room has its search and what its failure brings.
ABILITIES = (
    len(SLOTS) * HEROES
    + 2 * GOBLINS
    + MINIONS
    + (2 + len(ATTACKS) + 2 * SPACES) * BOSSES
    + 2 * ROOMS
    + 2 * LOOT
    + 2 * SPELLS
    + len(PIECES) * SETS
)
EFFECT_ROWS = 2 * ABILITIES
PIECES_TOP = len(PIECES) + 1  # pieces of a set that count, at most

DO = {name: code for code, name in enumerate(EFFECTS)}
WHEN = {name: code for code, name in enumerate(MOMENTS)}
SKILL = {name: code for code, name in enumerate((*SKILLS, "any"))}
ANY_SKILL = SKILL["any"]
CHECK = {name: code for code, name in enumerate(CHECKS)}  # attacks come first
DANGER = {name: code for code, name in enumerate(DANGERS)}
REACH = {name: code for code, name in enumerate(REACHES)}
KIND = {name: code for code, name in enumerate(ROOM_KINDS)}
SIDE = {name: code for code, name in enumerate(SIDES)}  # clockwise from the north
WHO = {name: code for code, name in enumerate(WORDS["who"])}
ONLY = {name: code for code, name in enumerate(WORDS["only"])}
WORD = {
    key: {name: code for code, name in enumerate(WORDS[key])}
    for key in ("what", "where", "pace", "action")
}
ATTACK_OR_MOVE, MOVE_AND_ATTACK = 0, 1
ORDER = {"attack_or_move": ATTACK_OR_MOVE, "move_and_attack": MOVE_AND_ATTACK}
SEARCH_ACTION, SEARCH_FREE, SEARCH_ENTRY = 0, 1, 2
SEARCH_WHEN = {"search": SEARCH_ACTION, "free": SEARCH_FREE, "entry": SEARCH_ENTRY}
LOOT_HAND, LOOT_GARB, LOOT_TRINKET = 0, 1, 2
LOOT_KIND = {"hand": LOOT_HAND, "garb": LOOT_GARB, "trinket": LOOT_TRINKET}
NO_EVENT, ADD_GOBLIN, ENEMY_ACTIONS = 0, 1, 2

# Faces of the enemy die besides its numbers.
SHIELD, TORCH = 7, 8
FACE = {**{str(n): n for n in range(1, 7)}, "shield": SHIELD, "torch": TORCH}

# Parameters that are words: the code of a word is its place.
CHOICES = {
    "sixes_heal": ("always", "on_success"),
    "move_after_action": ("if_not_moved", "never", "rest_of_speed"),
    "reveal_adjacent": ("all", "corridors"),
    "enemy_ties": ("chosen", "chance"),
    "lair_price": ("speed", "focus"),
    "lair_layout": ("ring", "row"),
}
SIXES_ALWAYS, SIXES_ON_SUCCESS = 0, 1
MOVE_IF_NOT_MOVED, MOVE_NEVER, MOVE_REST = 0, 1, 2
REVEAL_ALL, REVEAL_CORRIDORS = 0, 1
TIES_CHOSEN, TIES_BY_CHANCE = 0, 1
LAIR_SPEED, LAIR_FOCUS = 0, 1
LAIR_RING, LAIR_ROW = 0, 1
