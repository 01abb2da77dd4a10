"""What numbers stand for in the tables and kernels, and how much the tables hold."""

from simulate.core.words import Words
from simulate.games.dungeons.cards import vocabulary

HEROES = vocabulary.CAPACITY["heroes"]
GOBLINS = vocabulary.CAPACITY["goblins"]
MINIONS = vocabulary.CAPACITY["minions"]
BOSSES = vocabulary.CAPACITY["bosses"]
ROOMS = vocabulary.CAPACITY["dungeon"]
LOOT = vocabulary.CAPACITY["loot"]
SPELLS = vocabulary.CAPACITY["spells"]
SETS = vocabulary.CAPACITY["sets"]
# Abilities on one card of each kind: a boss has an action, a torch, three answers, and each
# space of its mat a bonus and an effect; a room has its search and what its failure brings.
ABILITIES = (
    len(vocabulary.SLOTS) * HEROES
    + 2 * GOBLINS
    + MINIONS
    + (2 + len(vocabulary.ATTACKS) + 2 * vocabulary.SPACES) * BOSSES
    + 2 * ROOMS
    + 2 * LOOT
    + 2 * SPELLS
    + len(vocabulary.PIECES) * SETS
)
EFFECT_ROWS = 2 * ABILITIES
PIECES_TOP = len(vocabulary.PIECES) + 1  # pieces of a set that count, at most

DO = Words(*vocabulary.EFFECTS)
WHEN = Words(*vocabulary.MOMENTS)
SKILL = Words(*vocabulary.SKILLS, "any")

CHECK = Words(*vocabulary.CHECKS)  # attacks come first
DANGER = Words(*vocabulary.DANGERS)
REACH = Words(*vocabulary.REACHES)
ROOM_KIND = Words(*vocabulary.ROOM_KINDS)
SIDE = Words(*vocabulary.SIDES)  # clockwise from the north
WHO = Words(*vocabulary.WORDS["who"])
ONLY = Words(*vocabulary.WORDS["only"])
WORD = {key: Words(*vocabulary.WORDS[key]) for key in ("what", "where", "pace", "action")}
WHAT, WHERE, PACE, ACTION = WORD.values()
ORDER = Words("attack_or_move", "move_and_attack")
SEARCH_WHEN = Words("search", "free", "entry")
LOOT_KIND = Words("hand", "garb", "trinket")
NO_EVENT, ADD_GOBLIN, ENEMY_ACTIONS = 0, 1, 2

# Faces of the enemy die besides its numbers.
SHIELD, TORCH = 7, 8
FACE = {**{str(n): n for n in range(1, 7)}, "shield": SHIELD, "torch": TORCH}

# Parameters that are words: the code of a word is its place.

SIXES_HEAL = Words("always", "on_success")
MOVE_AFTER_ACTION = Words("if_not_moved", "never", "rest_of_speed")
REVEAL_ADJACENT = Words("all", "corridors")
ENEMY_TIES = Words("chosen", "chance")
LAIR_PRICE = Words("speed", "focus")
LAIR_LAYOUT = Words("ring", "row")
CHOICES = {
    "sixes_heal": SIXES_HEAL,
    "move_after_action": MOVE_AFTER_ACTION,
    "reveal_adjacent": REVEAL_ADJACENT,
    "enemy_ties": ENEMY_TIES,
    "lair_price": LAIR_PRICE,
    "lair_layout": LAIR_LAYOUT,
}
ALL_SKILLS = len(vocabulary.SKILLS)
WHOLE_SPEED = vocabulary.ALL  # an amount of rooms that stands for the hero's Speed
