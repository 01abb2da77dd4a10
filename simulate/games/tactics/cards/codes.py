"""What numbers stand for in the tables and kernels, and how much the tables hold."""

from simulate.games.tactics.cards.vocabulary import (
    AIMS,
    AREAS,
    ATTACKS,
    BOXES,
    CAPACITY,
    CLASSES,
    CONDITIONS,
    DUNGEON,
    EFFECTS,
    MOMENTS,
    SIDES,
    STARTS,
    TERRAINS,
    TURNS,
    WHO,
    WITH,
    WORDS,
)

SEATS = 4  # in solo and cooperative play the Solo Enemies have seats between the players
FORCE = len(CLASSES)  # units of a seat
UNITS = CAPACITY["units"]
TACTICS = CAPACITY["tactics"]
ENEMY_CARDS = CAPACITY["enemy_cards"]
MAPS = CAPACITY["maps"]
COLUMNS = CAPACITY["columns"] + 1  # columns and rows count from 1
ROWS = CAPACITY["rows"] + 1
SPACES = CAPACITY["spaces"]
PORTALS = 4 * len(BOXES)  # a box has four at most
DUNGEONS = len(BOXES)
INSIDE = 40  # spaces of the largest dungeon
FACES = 6
# Two abilities of two effects on each side of a unit, and three effects of a spell.
EFFECT_ROWS = 11 * UNITS + 2 * (TACTICS + ENEMY_CARDS + DUNGEONS)

MODES = ("competitive", "team", "battle", "battle_team", "solo", "coop")
MODE = {name: code for code, name in enumerate(MODES)}
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

CLASS = {name: code for code, name in enumerate(CLASSES)}
LEFTMOST = len(CLASSES)  # on a Solo Enemy card, in place of a class
FRONT, SOLO_SIDE = 0, 1  # sides of a unit card
ATTACK = {name: code for code, name in enumerate(ATTACKS)}
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
assert tuple(KINDS) == tuple(WITH)
DO = {name: code for code, name in enumerate(EFFECTS)}
WHEN = {name: code for code, name in enumerate(MOMENTS)}
WHO_CODE = {name: code for code, name in enumerate(WHO)}
CONDITION = {name: code for code, name in enumerate(CONDITIONS)}
TURN = {name: code for code, name in enumerate(TURNS)}
AIM = {name: code for code, name in enumerate(AIMS)}
WORD = {key: {name: code for code, name in enumerate(words)} for key, words in WORDS.items()}
TERRAIN = {name: code for code, name in enumerate(TERRAINS.values())}
TERRAIN_OF = {letter: code for code, letter in enumerate(TERRAINS)}
INSIDE_OF = {letter: code for code, letter in enumerate(DUNGEON)}
INSIDE_KIND = {name: code for code, name in enumerate(DUNGEON.values())}
AREA = {letter: code for code, letter in enumerate(AREAS)}
BOX = {name: code for code, name in enumerate(BOXES)}
SIDE = {name: code for code, name in enumerate(SIDES)}
CORNERS = len(STARTS)

# Icons of the dice as bits.
ICON = {"knock_back": 1, "miss": 2, "power": 4}

# Parameters that are words: the code of a word is its place.
CHOICES = {
    "weakened_when": ("after", "before"),
    "compass_target": ("angle", "quarter"),
    "enemy_blocked": ("other_way", "stop"),
    "enemy_stops": ("last", "first"),
    "respawn_closed": ("again", "beside"),
    "start_chooser": ("first", "last", "lot"),
    "reacts_first": ("target", "attacker"),
    "knock_back_when": ("beside", "first", "always"),
}
WEAKENED_AFTER, WEAKENED_BEFORE = 0, 1
BY_ANGLE, BY_QUARTER = 0, 1
BLOCKED_OTHER_WAY, BLOCKED_STOPS = 0, 1
STOPS_LAST, STOPS_FIRST = 0, 1
RESPAWN_AGAIN, RESPAWN_BESIDE = 0, 1
FIRST_CHOOSES, LAST_CHOOSES, LOT_CHOOSES = 0, 1, 2
TARGET_FIRST, ATTACKER_FIRST = 0, 1
BACK_BESIDE, BACK_FIRST, BACK_ALWAYS = 0, 1, 2
