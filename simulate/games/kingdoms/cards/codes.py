"""What numbers stand for in the tables and kernels, and how much the tables hold.

Resources are numbered mana, ore, food; a forest, mountain or plains has the number of the
resource that it yields.  Numbers on a die or a hand count from 0 for the 1.
"""

from simulate.core.game.code_table import CodeTable
from simulate.games.kingdoms.cards import vocabulary

SEATS = 5
FACTIONS = vocabulary.CAPACITY["factions"]
TERRITORIES = vocabulary.CAPACITY["territories"]
MAGIC = len(vocabulary.LEVELS) + 1  # levels 0..5
TOWER = 7  # levels 0..6
REGIONS = 5  # places 0..4 of a territory; barriers follow
PLACES = 9
HOURS = 12
EFFECT_ROWS = FACTIONS * len(vocabulary.LEVELS) * 3

DO = CodeTable(*vocabulary.EFFECTS)
WHEN = CodeTable(*vocabulary.MOMENTS)
TERRAIN = CodeTable(*vocabulary.TERRAINS)
RESOURCE = CodeTable(*vocabulary.WORDS["resource"])
ACTION = CodeTable(*vocabulary.WORDS["action"])
REACH = CodeTable(*vocabulary.WORDS["reach"])
TRACK = CodeTable(*vocabulary.WORDS["track"])
SIDE = CodeTable("attack", "defence")
ACTIONS = len(ACTION) - 1  # without `collect`, which is never selected
SORT = CodeTable(*vocabulary.WHERE)
SORT_BIT = CodeTable.bits(*vocabulary.WHERE)
ANY_SORT = len(SORT)  # column of what needs no sort of region
ANY_MASK = (1 << len(SORT)) - 1
SORTS = len(SORT) + 1

PRICES = CodeTable(*vocabulary.PRICED)  # build, research, expand, retreat
SURCHARGES = (*PRICES, "quest")
CHARGED = CodeTable("build", "research")  # priced without a region
PLACED = CodeTable("expand", "retreat")
MARCHES = CodeTable("patrol", "quest")
BARRIER_WORDS = CodeTable(*vocabulary.WORDS["terrain"])  # water, crags, river
PAYMENTS = ("", *vocabulary.WORDS["paid"])  # columns of a discount; the first: however it is paid
UNCAPPED = 9  # what a rival's piece may be worth where no card lowers it

# How two places border on each other: not at all, openly, with a river all along the border,
# or one of them is a barrier.
BORDER = CodeTable("apart", "open", "river", "barrier")

COMPASS_STARTS = CodeTable("day", "night")
NEAR, FAR = 0, 1
DUMMYS, PERSONS = 0, 1  # whose territory a side is, as the compass card lies to it
TOKEN = CodeTable(*vocabulary.TOKENS)

# Where victory points come from.
POINT = CodeTable(
    "meeples",
    "magic",
    "bonus",
    "tower",
    "capital",
    "crown",
    "town",
    "lost_kingdom",
    "captures",
)

# Parameters that are words: the code of a word is its place.


ATTACKER_GOES_BACK = CodeTable("if_adjacent", "never", "always")
SAVED_MEEPLE = CodeTable("if_stuck", "free")
BANDITS_LAST_MEEPLE = CodeTable("lost", "must_pay", "spared")
SOLO_STARTS = CodeTable("chance", "person", "dummy")
DUMMY_START = CodeTable("chosen", "chance")
DUMMY_RUINS = CodeTable("least", "roll")
DUMMY_PATROL_STUCK = CodeTable("next_army", "collect")
EXPAND_FROM = CodeTable("army", "compass")
COMPASS_NUMBER = CodeTable("rolled", "found")
CHOICES = {
    "attacker_goes_back": ATTACKER_GOES_BACK,
    "saved_meeple": SAVED_MEEPLE,
}
TOKEN_CHOICES = {"bandits_last_meeple": BANDITS_LAST_MEEPLE}
SOLO_CHOICES = {
    "solo_starts": SOLO_STARTS,
    "dummy_start": DUMMY_START,
    "dummy_ruins": DUMMY_RUINS,
    "dummy_patrol_stuck": DUMMY_PATROL_STUCK,
    "expand_from": EXPAND_FROM,
    "compass_starts": COMPASS_STARTS,
    "compass_number": COMPASS_NUMBER,
}
QUEST_PRICE = len(PRICES)  # the surcharge of a quest
REACHES = len(REACH)
