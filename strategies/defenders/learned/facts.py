"""What learned numbers of Tiny Epic Defenders rest on, by name; each about 0 to 1, all public.

A learned number is kept under the same name (`learned/lessons.csv`, `learned/value.csv`).  The
order of the fields is that in which they are summed.
"""

from simulate.core.game.records import record_of
from strategies.defenders.names import SEEN
from strategies.learned import columns_of

FOES_APART = 6  # epic foes that are told apart; the later ones count as the last

# Of lessons: what the table and the seat are like.
TABLE = record_of(
    ("always", "f8"),  # 1
    ("capital", "f8"),  # share of the Capital City's track that is filled
    ("capital_squared", "f8"),
    ("destroyed", "f8"),  # regions, of six
    ("one_left", "f8"),  # those a threat away from it
    ("two_left", "f8"),  # those two threats away
    ("horde", "f8"),  # cards left in the horde deck, of seven
    ("no_horde", "f8"),  # 1 once there are none
    ("foe_health", "f8"),  # share that the epic foe has left, 0 before it comes
    ("allies", "f8"),  # Ally cards still to come in this round, a fourth of their number
    ("enemies", "f8"),  # enemy cards still to come, of twelve
    ("called", "f8"),  # 1 if an Ally card of the seat is among them
    ("health", "f8"),  # share that the hero has left
    ("last_health", "f8"),  # 1 with one left
    ("unhurt", "f8"),  # 1 with all
    ("others_health", "f8"),  # mean share that the other heroes have left
    ("others_spent", "f8"),  # share of them without any
    ("others_home", "f8"),  # share of them in the Capital City
    ("points", "f8"),  # a fourth of those left in the turn
    ("home", "f8"),  # 1 in the Capital City
)

# The place that a move is about, and the health that it leaves.
PLACE = record_of(
    ("one_left", "f8"),  # 1 for an outer region a threat away from its end
    ("two_left", "f8"),  # 1 for one two threats away
    ("threat", "f8"),  # share of its track that is filled
    ("destroyed", "f8"),
    ("attacks", "f8"),  # expected in the rest of the round
    ("attacks_cycle", "f8"),  # half of those expected in a whole round
    ("attacks_dire", "f8"),  # those of dire enemies among them
    ("company", "f8"),  # other heroes who stand there with health left
    ("attacks_around", "f8"),  # a third of those expected next to it
    ("health_left", "f8"),  # share of the hero's
    ("spent", "f8"),  # 1 if none is left
    ("foe", "f8"),  # 1 where the epic foe is
    ("way_to_foe", "f8"),  # a third of the steps to it, 0 before it comes
    ("way_home", "f8"),  # half the steps to the Capital City
    ("attacks_spent", "f8"),  # attacks expected there if no health is left
    ("asked_later", "f8"),  # shares of health of those who are asked later whether they defend
)

# Of the chance of winning: terms of the regression at the start of a round.
TERMS = record_of(
    ("always", "f8"),  # 1
    ("capital", "f8"),  # share of the Capital City's track that is filled
    ("capital_squared", "f8"),
    ("capital_cubed", "f8"),
    ("destroyed", "f8"),  # share of the outer regions
    ("destroyed_squared", "f8"),
    ("one_left", "f8"),  # share a threat away from it
    ("two_left", "f8"),  # two threats
    ("three_left", "f8"),  # three threats
    ("one_left_squared", "f8"),
    ("health", "f8"),  # mean share that heroes have left
    ("spent", "f8"),  # share of heroes without any
    ("home", "f8"),  # share of heroes in the Capital City
    ("near_foe", "f8"),  # share of heroes at most a step from the epic foe
    ("artifacts", "f8"),  # a fourth of those that heroes hold
    ("foe", "f8"),  # 1 once it has come
    ("near_foe_health", "f8"),  # heroes near it, times its health
    ("foe_health_squared", "f8"),
    ("attacks", "f8"),  # cards that attack each round, of twelve
    ("attacks_squared", "f8"),
    ("horde", "f8"),  # cards left in the horde deck, of seven
    ("horde_squared", "f8"),
    ("foe_health", "f8"),  # share that it has left
    ("foe_health_of", "f8", FOES_APART),  # the same, by which foe it is
    ("capital_horde", "f8"),  # products of two terms, from here on
    ("destroyed_horde", "f8"),
    ("capital_destroyed", "f8"),
    ("capital_foe", "f8"),
    ("destroyed_foe", "f8"),
    ("health_foe", "f8"),
    ("health_capital", "f8"),
)

TABLE_COLUMNS = columns_of(record_of(("table", TABLE)))
PLACE_COLUMNS = columns_of(record_of(("place", PLACE)))
FACTS = (*TABLE_COLUMNS, *PLACE_COLUMNS, *(f"move.{name}" for name in SEEN))
