"""What numbers stand for in the tables and kernels, and how much the tables hold.

Resources are numbered mana, ore, food; a forest, mountain or plains has the number of the
resource that it yields.  Numbers on a die or a hand count from 0 for the 1.
"""

from simulate.games.kingdoms.cards.vocabulary import (
    CAPACITY,
    EFFECTS,
    LEVELS,
    MOMENTS,
    PRICED,
    TERRAINS,
    TOKENS,
    WHERE,
    WORDS,
)

SEATS = 5
FACTIONS = CAPACITY["factions"]
TERRITORIES = CAPACITY["territories"]
MAGIC = len(LEVELS) + 1  # levels 0..5
TOWER = 7  # levels 0..6
REGIONS = 5  # places 0..4 of a territory; barriers follow
PLACES = 9
HOURS = 12
EFFECT_ROWS = FACTIONS * len(LEVELS) * 3

DO = {name: code for code, name in enumerate(EFFECTS)}
WHEN = {name: code for code, name in enumerate(MOMENTS)}
TERRAIN = {name: code for code, name in enumerate(TERRAINS)}
RESOURCE = {name: code for code, name in enumerate(WORDS["resource"])}
ACTION = {name: code for code, name in enumerate(WORDS["action"])}
REACH = {name: code for code, name in enumerate(WORDS["reach"])}
TRACK = {name: code for code, name in enumerate(WORDS["track"])}
SIDE = {"attack": 0, "defence": 1}
ACTIONS = len(ACTION) - 1  # without `collect`, which is never selected
SORT = {name: code for code, name in enumerate(WHERE)}
SORT_BIT = {name: 1 << code for name, code in SORT.items()}
ANY_SORT = len(SORT)  # column of what needs no sort of region
ANY_MASK = (1 << len(SORT)) - 1
SORTS = len(SORT) + 1

PRICES = tuple(PRICED)  # build, research, expand, retreat
SURCHARGES = (*PRICES, "quest")
CHARGED = ("build", "research")  # priced without a region
PLACED = ("expand", "retreat")
MARCHES = ("patrol", "quest")
BARRIER_WORDS = tuple(WORDS["terrain"])  # water, crags, river
PAID_AT_ALL = 0  # column of a discount however the war cost is paid; then mana, ore, one kind
PAYMENTS = ("", *WORDS["paid"])
UNCAPPED = 9  # what a rival's piece may be worth where no card lowers it

# How two places border on each other: not at all, openly, with a river all along the border,
# or one of them is a barrier.
APART, OPEN, RIVER, BARRIER = 0, 1, 2, 3

DAY, NIGHT = 0, 1
NEAR, FAR = 0, 1
DUMMYS, PERSONS = 0, 1  # whose territory a side is, as the compass card lies to it
TOKEN = {name: code for code, name in enumerate(TOKENS)}

# Parameters that are words: the code of a word is its place.
CHOICES = {
    "attacker_goes_back": ("if_adjacent", "never", "always"),
    "saved_meeple": ("if_stuck", "free"),
}
TOKEN_CHOICES = {"bandits_last_meeple": ("lost", "must_pay", "spared")}
SOLO_CHOICES = {
    "solo_starts": ("chance", "person", "dummy"),
    "dummy_start": ("chosen", "chance"),
    "dummy_ruins": ("least", "roll"),
    "dummy_patrol_stuck": ("next_army", "collect"),
    "expand_from": ("army", "compass"),
    "compass_starts": ("day", "night"),
    "compass_number": ("rolled", "found"),
}
BACK_IF_ADJACENT, BACK_NEVER, BACK_ALWAYS = 0, 1, 2
SAVED_IF_STUCK, SAVED_FREE = 0, 1
BANDITS_TAKE_LAST, BANDITS_MUST_BE_PAID, BANDITS_SPARE_LAST = 0, 1, 2
CHANCE_STARTS, PERSON_STARTS, DUMMY_STARTS = 0, 1, 2
DUMMY_START_CHOSEN, DUMMY_START_BY_CHANCE = 0, 1
DUMMY_TAKES_LEAST, DUMMY_ROLLS = 0, 1
STUCK_NEXT_ARMY, STUCK_COLLECTS = 0, 1
EXPAND_FROM_ARMY, EXPAND_FROM_COMPASS = 0, 1
NUMBER_ROLLED, NUMBER_FOUND = 0, 1
