"""What numbers stand for in the tables and kernels, and how much the tables hold.

Resources are numbered mana, ore, food; a forest, mountain or plains has the number of the
resource that it yields.  Numbers on a die or a hand count from 0 for the 1.
"""

from simulate.core.words import Words
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

DO = Words(*vocabulary.EFFECTS)
WHEN = Words(*vocabulary.MOMENTS)
TERRAIN = Words(*vocabulary.TERRAINS)
RESOURCE = Words(*vocabulary.WORDS["resource"])
ACTION = Words(*vocabulary.WORDS["action"])
REACH = Words(*vocabulary.WORDS["reach"])
TRACK = Words(*vocabulary.WORDS["track"])
SIDE = Words("attack", "defence")
ACTIONS = len(ACTION) - 1  # without `collect`, which is never selected
SORT = Words(*vocabulary.WHERE)
SORT_BIT = Words.bits(*vocabulary.WHERE)
ANY_SORT = len(SORT)  # column of what needs no sort of region
ANY_MASK = (1 << len(SORT)) - 1
SORTS = len(SORT) + 1

PRICES = Words(*vocabulary.PRICED)  # build, research, expand, retreat
SURCHARGES = (*PRICES, "quest")
CHARGED = Words("build", "research")  # priced without a region
PLACED = Words("expand", "retreat")
MARCHES = Words("patrol", "quest")
BARRIER_WORDS = Words(*vocabulary.WORDS["terrain"])  # water, crags, river
PAID_AT_ALL = 0  # column of a discount however the war cost is paid; then mana, ore, one kind
PAYMENTS = ("", *vocabulary.WORDS["paid"])
UNCAPPED = 9  # what a rival's piece may be worth where no card lowers it

# How two places border on each other: not at all, openly, with a river all along the border,
# or one of them is a barrier.
BORDER = Words("apart", "open", "river", "barrier")

COMPASS_STARTS = Words("day", "night")
NEAR, FAR = 0, 1
DUMMYS, PERSONS = 0, 1  # whose territory a side is, as the compass card lies to it
TOKEN = Words(*vocabulary.TOKENS)

# Where victory points come from.
POINT = Words(
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


ATTACKER_GOES_BACK = Words("if_adjacent", "never", "always")
SAVED_MEEPLE = Words("if_stuck", "free")
BANDITS_LAST_MEEPLE = Words("lost", "must_pay", "spared")
SOLO_STARTS = Words("chance", "person", "dummy")
DUMMY_START = Words("chosen", "chance")
DUMMY_RUINS = Words("least", "roll")
DUMMY_PATROL_STUCK = Words("next_army", "collect")
EXPAND_FROM = Words("army", "compass")
COMPASS_NUMBER = Words("rolled", "found")
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
