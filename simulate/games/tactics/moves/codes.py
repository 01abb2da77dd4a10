"""Numbers of effects, moments, words and kinds of space, by name."""

from simulate.games.tactics.cards.codes import (
    AIM,
    CONDITION,
    DO,
    ICON,
    INSIDE_KIND,
    KINDS,
    SIDE,
    TERRAIN,
    TURN,
    WHEN,
    WHO_CODE,
    WORD,
)

SIDES = len(SIDE)  # directions of a space
NORTH, EAST, SOUTH, WEST = SIDE["north"], SIDE["east"], SIDE["south"], SIDE["west"]

MORE_DAMAGE, LESS_DAMAGE = DO["more_damage"], DO["less_damage"]
MORE_RANGE, MORE_MOVEMENT, MORE_DICE = DO["more_range"], DO["more_movement"], DO["more_dice"]
FEWER_MISSES, CROSSES, SLIPS_THROUGH = DO["fewer_misses"], DO["crosses"], DO["slips_through"]
STANDS_FIRM, SURVIVES, NO_COUNTER_DO = DO["stands_firm"], DO["survives"], DO["no_counter"]
COUNTERS_FREELY, REACHES, HIDDEN = DO["counters_freely"], DO["reaches"], DO["hidden"]
HOLDS_AREA = DO["holds"]
DAMAGE_DO, HEAL_DO, WEAKEN_DO, CURE_DO = DO["damage"], DO["heal"], DO["weaken"], DO["cure"]
PUSH_DO, STEP_DO, REFILL_DO, DRAIN_DO = DO["push"], DO["step"], DO["refill"], DO["drain"]
STEAL_DO, SWAP_DO, EXTRA_ACTION = DO["steal"], DO["swap"], DO["extra_action"]
DRAW_DO, GAIN_TIME = DO["draw"], DO["gain_time"]

ALWAYS = WHEN["always"]
ON_HITS, ON_DAMAGED = WHEN["hits"], WHEN["damaged"]
ON_CAPTURES, ON_CAPTURED = WHEN["captures"], WHEN["captured"]
ON_KNOCKS_BACK, ON_KNOCKED_BACK = WHEN["knocks_back"], WHEN["knocked_back"]
ON_MISSES, ON_MISSED, ON_COUNTERS = WHEN["misses"], WHEN["missed"], WHEN["counters"]
ON_MOVED, ON_CLIMBS = WHEN["moved"], WHEN["climbs"]
ON_VILLAGE, ON_PORTAL, ON_CASTS = WHEN["village"], WHEN["portal"], WHEN["casts"]
ON_TURN_START, ON_TURN_END = WHEN["turn_start"], WHEN["turn_end"]

MELEE_KIND, MISSILE_KIND, SPELL_KIND = KINDS["melee"], KINDS["missile"], KINDS["spell"]
AIM_ENEMY, AIM_FRIEND, AIM_SELF = AIM["enemy"], AIM["friend"], AIM["self"]
OWN_TURN, OTHERS_TURN, ANY_TURN = TURN["own"], TURN["others"], TURN["any"]
KNOCK_ICON, MISS_ICON, POWER_ICON = ICON["knock_back"], ICON["miss"], ICON["power"]

SELF, OTHER = WHO_CODE["self"], WHO_CODE["other"]
ONE_FRIEND, ONE_ALLY, EACH_ALLY = (
    WHO_CODE["one_friend"],
    WHO_CODE["one_ally"],
    WHO_CODE["each_ally"],
)
ONE_ENEMY, EACH_ENEMY = WHO_CODE["one_enemy"], WHO_CODE["each_enemy"]
OF_OTHER = WORD["of"]["other"]
AWAY, TOWARD, ANY_WAY = WORD["way"]["away"], WORD["way"]["toward"], WORD["way"]["any"]
CROSS_CLIMB, CROSS_WATER = WORD["terrain"]["climb"], WORD["terrain"]["water"]
CROSS_PEAK, CROSS_ANY = WORD["terrain"]["peak"], WORD["terrain"]["any"]
REACH_LOWER, REACH_HIGHER = WORD["reach"]["lower"], WORD["reach"]["higher"]
REACH_DIAGONAL = WORD["reach"]["diagonal"]
OF_AMMO, OF_MANA, OF_ANY = (
    WORD["resource"]["ammo"],
    WORD["resource"]["mana"],
    WORD["resource"]["any"],
)

SELF_WEAKENED, SELF_HURT = CONDITION["self_weakened"], CONDITION["self_hurt"]
SELF_HIGH, SELF_ON_PEAK = CONDITION["self_high"], CONDITION["self_on_peak"]
SELF_IN_FOREST, SELF_IN_WATER = CONDITION["self_in_forest"], CONDITION["self_in_water"]
SELF_IN_VILLAGE, SELF_IN_AREA = CONDITION["self_in_village"], CONDITION["self_in_area"]
SELF_ALONE, SELF_BESIDE_ALLY = CONDITION["self_alone"], CONDITION["self_beside_ally"]
OTHER_WEAKENED, OTHER_HURT = CONDITION["other_weakened"], CONDITION["other_hurt"]
OTHER_LOWER, OTHER_HIGHER = CONDITION["other_lower"], CONDITION["other_higher"]
OTHER_IN_WATER, OTHER_FLANKED = CONDITION["other_in_water"], CONDITION["other_flanked"]
OTHER_BEAST, OTHER_WIZARD = CONDITION["other_beast"], CONDITION["other_wizard"]

FOREST, WATER, PEAK = TERRAIN["forest"], TERRAIN["water"], TERRAIN["peak"]
VILLAGE, BALLISTA_SPACE = TERRAIN["village"], TERRAIN["ballista"]

CRYSTAL, INSIDE_WATER = INSIDE_KIND["crystal"], INSIDE_KIND["water"]
MONSTER, CAVE_IN, TRAP = INSIDE_KIND["monster"], INSIDE_KIND["cave-in"], INSIDE_KIND["trap"]
LOCKED_DOOR, MAGIC_BARRIER = INSIDE_KIND["locked door"], INSIDE_KIND["magic barrier"]
