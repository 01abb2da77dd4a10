"""What numbers stand for in the tables and kernels, and how much the tables hold."""

from simulate.core.game.code_table import CodeTable
from simulate.games.dungeons.cards import vocabulary

HEROES, GOBLINS, MINIONS, BOSSES, ROOMS, LOOT, SPELLS, SETS = vocabulary.CAPACITY.values()
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

DO = CodeTable(*vocabulary.EFFECTS)
WHEN = CodeTable(*vocabulary.MOMENTS)
SKILL = CodeTable(*vocabulary.SKILLS, "any")

CHECK = CodeTable(*vocabulary.CHECKS)  # attacks come first
DANGER = CodeTable(*vocabulary.DANGERS)
REACH = CodeTable(*vocabulary.REACHES)
ROOM_KIND = CodeTable(*vocabulary.ROOM_KINDS)
SIDE = CodeTable(*vocabulary.SIDES)  # clockwise from the north
WHO = CodeTable(*vocabulary.WORDS["who"])
ONLY = CodeTable(*vocabulary.WORDS["only"])
WORD = {key: CodeTable(*vocabulary.WORDS[key]) for key in ("what", "where", "pace", "action")}
WHAT, WHERE, PACE, ACTION = WORD.values()
ORDER = CodeTable("attack_or_move", "move_and_attack")
SEARCH_WHEN = CodeTable("search", "free", "entry")
LOOT_KIND = CodeTable("hand", "garb", "trinket")
NO_EVENT, ADD_GOBLIN, ENEMY_ACTIONS = 0, 1, 2

# Faces of the enemy die besides its numbers.
SHIELD, TORCH = 7, 8
FACE = {**{str(n): n for n in range(1, 7)}, "shield": SHIELD, "torch": TORCH}

# Parameters that are words: the code of a word is its place.

CHOICES = {
    "sixes_heal": CodeTable("always", "on_success"),
    "move_after_action": CodeTable("if_not_moved", "never", "rest_of_speed"),
    "reveal_adjacent": CodeTable("all", "corridors"),
    "enemy_ties": CodeTable("chosen", "chance"),
    "lair_price": CodeTable("speed", "focus"),
    "lair_layout": CodeTable("ring", "row"),
}
SIXES_HEAL, MOVE_AFTER_ACTION, REVEAL_ADJACENT, ENEMY_TIES, LAIR_PRICE, LAIR_LAYOUT = (
    CHOICES.values()
)
ALL_SKILLS = len(vocabulary.SKILLS)
WHOLE_SPEED = vocabulary.ALL  # an amount of rooms that stands for the hero's Speed
