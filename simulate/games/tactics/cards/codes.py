"""What numbers stand for in the tables and kernels, and how much the tables hold."""

from simulate.core.game.code_table import CodeTable
from simulate.games.tactics.cards import vocabulary
from simulate.games.tactics.cards.vocabulary import SIDES

SEATS = 4  # in solo and cooperative play the Solo Enemies have seats between the players
FORCE = len(vocabulary.CLASSES)  # units of a seat
UNITS, TACTICS, ENEMY_CARDS, MAPS, _COLUMNS, _ROWS, SPACES = vocabulary.CAPACITY.values()
COLUMNS, ROWS = _COLUMNS + 1, _ROWS + 1  # columns and rows count from 1
PORTALS = 4 * len(vocabulary.BOXES)  # a box has four at most
DUNGEONS = len(vocabulary.BOXES)
INSIDE = 40  # spaces of the largest dungeon
FACES = 6
# Two abilities of two effects on each side of a unit, and three effects of a spell.
EFFECT_ROWS = 11 * UNITS + 2 * (TACTICS + ENEMY_CARDS + DUNGEONS)

MODE = CodeTable("competitive", "team", "battle", "battle_team", "solo", "coop")
# How many people may play each mode.
PLAYERS = {
    "competitive": (2, 3, 4),
    "team": (4,),
    "battle": (2, 3, 4),
    "battle_team": (4,),
    "solo": (1,),
    "coop": (2,),
}
BATTLES = ("battle", "battle_team")
TEAMS = ("team", "battle_team", "coop")
ADVENTURES = ("solo", "coop")

CLASS = CodeTable(*vocabulary.CLASSES)
LEFTMOST = len(vocabulary.CLASSES)  # on a Solo Enemy card, in place of a class
FRONT, SOLO_SIDE = 0, 1  # sides of a unit card
ATTACK = CodeTable(*vocabulary.ATTACKS)
# Attack kinds as bits, and one for all that is none of them, such as the ballista and a fall
# short; what an ability speaks of is a mask of them.
KINDS = {
    "melee": 1,
    "missile": 2,
    "spell": 4,
    "ranged": 2 | 4,
    "any": 1 | 2 | 4 | 8,
}
NO_KIND = 8
assert tuple(KINDS) == tuple(vocabulary.WITH)
DO = CodeTable(*vocabulary.EFFECTS)
WHEN = CodeTable(*vocabulary.MOMENTS)
WHO_CODE = CodeTable(*vocabulary.WHO)
CONDITION = CodeTable(*vocabulary.CONDITIONS)
TURN = CodeTable(*vocabulary.TURNS)
AIM = CodeTable(*vocabulary.AIMS)
WORD = {key: CodeTable(*words) for key, words in vocabulary.WORDS.items()}
OF, WAY, CROSS, REACH, RESOURCE = (
    WORD[key] for key in ("of", "way", "terrain", "reach", "resource")
)
TERRAIN = CodeTable(*vocabulary.TERRAINS.values())
TERRAIN_OF = {letter: code for code, letter in enumerate(vocabulary.TERRAINS)}
INSIDE_OF = {letter: code for code, letter in enumerate(vocabulary.DUNGEON)}
INSIDE_KIND = CodeTable(*vocabulary.DUNGEON.values())
AREA = {letter: code for code, letter in enumerate(vocabulary.AREAS)}
BOX = CodeTable(*vocabulary.BOXES)
SIDE = CodeTable(*SIDES)
ACTION = CodeTable("move", "melee", "missile", "attack spell", "spell", "ballista")
ACTION_BIT = CodeTable.bits(*ACTION)
POINT = CodeTable("flags", "survivors", "captures", "villages", "artifact")  # what points are for
CORNERS = len(vocabulary.STARTS)

# Icons of the dice as bits.
ICON = CodeTable.bits("knock_back", "miss", "power")

# Parameters that are words: the code of a word is its place.

WEAKENED_WHEN = CodeTable("after", "before")
COMPASS_TARGET = CodeTable("angle", "quarter")
ENEMY_BLOCKED = CodeTable("other_way", "stop")
ENEMY_STOPS = CodeTable("last", "first")
RESPAWN_CLOSED = CodeTable("again", "beside")
START_CHOOSER = CodeTable("first", "last", "lot")
REACTS_FIRST = CodeTable("target", "attacker")
KNOCK_BACK_WHEN = CodeTable("beside", "first", "always")
CHOICES = {
    "weakened_when": WEAKENED_WHEN,
    "compass_target": COMPASS_TARGET,
    "enemy_blocked": ENEMY_BLOCKED,
    "enemy_stops": ENEMY_STOPS,
    "respawn_closed": RESPAWN_CLOSED,
    "start_chooser": START_CHOOSER,
    "reacts_first": REACTS_FIRST,
    "knock_back_when": KNOCK_BACK_WHEN,
}
DIRECTIONS = len(SIDE)  # directions of a space
MELEE_KIND, MISSILE_KIND, SPELL_KIND = KINDS["melee"], KINDS["missile"], KINDS["spell"]
