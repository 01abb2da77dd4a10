"""What learned numbers of Tiny Epic Dungeons rest on, by name; each about 0 to 1, all public.

A learned number is kept under the same name (`learned/`: the lessons of each act, the chance of
winning).  The order of the fields is that in which they are summed.  *Near* is 1 in the same place
and 0 six steps away.
"""

from simulate.core.game.records import record_of
from simulate.games.dungeons.cards.codes import BOSSES
from strategies.dungeons.names import SEEN
from strategies.learned import columns_of

# Of lessons: what the position is like for the hero that is asked.
TABLE = record_of(
    ("always", "f8"),  # 1
    ("torch", "f8"),  # share that is left of the act's
    ("turns", "f8"),  # of six that the hero still has
    ("health", "f8"),  # share that the hero has left
    ("weak", "f8"),  # 1 with two Health or less
    ("focus", "f8"),  # share that the hero has left
    ("speed", "f8"),  # of four steps, those left in the turn
    ("last_move", "f8"),  # 1 with one move of the turn left
    ("goblins", "f8"),  # of four
    ("alarm", "f8"),  # 1 if enemies act when the turn ends
    ("threat", "f8"),  # a fifth of the worth of what they would do
    ("others_near", "f8"),  # the other heroes, on average
    ("others_down", "f8"),  # share of them that is unconscious
    ("others_focus", "f8"),  # mean share that they have left
    ("others_lowest", "f8"),  # the lowest share of Health of one of them
    ("rooms", "f8"),  # explored, of 24
)

# Act 1: how the quest stands.
QUEST = record_of(
    ("door", "f8"),  # 1 once the Lair Door is found
    ("minions", "f8"),  # found, for each hero
    ("killed", "f8"),  # killed, for each hero
    ("door_near", "f8"),
    ("power", "f8"),  # a fourth of the damage of the hero's best weapon or spell
    ("cards", "f8"),  # a fifth of those on the hero's mat
    ("minion_near", "f8"),  # the nearest
)

# Act 2: where the boss is, and how much of it is left.
BOSS = record_of(
    ("near", "f8"),
    ("open", "f8"),  # share of its Health that its markers can take now
    ("wards", "f8"),  # a third of those that stand
    ("in_lair", "f8"),  # 1 if the hero is in the Lair
    ("at_home", "f8"),  # 1 if the boss is
    ("others_near", "f8"),  # how near the others are to it, on average
    ("markers", "f8"),  # share of its Health that is left on all markers
)

# The place where the hero would be.
PLACE = record_of(
    ("goal", "f8"),  # 1 at the Lair Door in Act 1, in the Lair in Act 2
    ("goblin_near", "f8"),  # the nearest
    ("foe_near", "f8"),  # the nearest minion in Act 1, the boss in Act 2
    ("foe_here", "f8"),  # 1 if it stands there
    ("site_near", "f8"),  # the Lair Door in Act 1, the nearest altar in Act 2
    ("others_near", "f8"),  # the other heroes, on average
    ("other_near", "f8"),  # the nearest of them
    ("threat", "f8"),  # a fifth of the worth of what enemies do there
    ("enemies", "f8"),  # a third of those there, outside the Lair
    ("unexplored", "f8"),  # a fourth of the cards next to it that lie face down
)

OF_ACT = len(columns_of(QUEST))
# What a lesson sees; `act` holds the facts of QUEST or of BOSS, `move` what else the move is worth.
FACTS = record_of(
    ("table", TABLE), ("act", "f8", OF_ACT), ("place", PLACE), ("move", "f8", len(SEEN))
)
assert len(columns_of(BOSS)) == OF_ACT

# Of the chance of winning: what the heroes are like, once for each part of a game.
PARTY = record_of(
    ("health", "f8"),  # mean share that they have left
    ("health_squared", "f8"),  # mean of its square
    ("focus", "f8"),
    ("focus_squared", "f8"),
    ("down", "f8"),  # share of them that is unconscious
    ("weak", "f8"),  # share of them with two Health or less
    ("things", "f8"),  # a fourth of the cards that are no spells, for each hero
    ("spells", "f8"),  # a fourth of the spells, for each hero
    ("power", "f8"),  # a fourth of the damage of their best weapons or spells
    ("defense", "f8"),  # a twelfth of their Defense of all kinds
    ("lowest", "f8"),  # the lowest share of Health of one of them
    ("things_squared", "f8"),
)

# Act 1 with the Lair Door locked.
DUNGEON = record_of(
    ("torch", "f8"),  # share that is left
    ("torch_squared", "f8"),
    ("killed", "f8"),  # minions killed, for each hero
    ("minions", "f8"),  # minions found, for each hero
    ("minions_hurt", "f8"),  # shares of Health that those in play have lost, for each hero
    ("door", "f8"),  # 1 once it is found
    ("rooms", "f8"),  # explored, of 24
    ("goblins", "f8"),  # of four
    ("goblins_squared", "f8"),
    ("killed_torch", "f8"),
    ("killed_door", "f8"),
    ("ways", "f8"),  # an eighth of the cards face down behind a corridor
    ("goblins_near", "f8"),  # a fourth for each goblin, for each hero
    ("minion_near", "f8"),  # the nearest one, for each hero
    ("power_torch", "f8"),
)

# Act 1 with the Lair Door unlocked.
DOOR = record_of(
    ("always", "f8"),  # 1
    ("torch", "f8"),  # share that is left
    ("torch_squared", "f8"),
    ("hurry", "f8"),  # 1 with the torch out, near 0 with much of it left
    ("goblins", "f8"),  # of four
    ("goblins_squared", "f8"),
    ("ways", "f8"),  # an eighth of the cards face down behind a corridor
    ("near", "f8"),  # the heroes, on average
    ("away", "f8"),  # a third of the turns that they are away, on average
    ("goblins_near", "f8"),  # a fourth for each goblin, for each hero
    ("hurry_away", "f8"),
    ("hurry_far", "f8"),  # hurry, times how far the nearest conscious hero is
    ("focus_power", "f8"),
)

# Act 2.
BATTLE = record_of(
    ("always", "f8"),  # 1
    ("torch", "f8"),  # share that is left
    ("torch_squared", "f8"),
    ("markers", "f8"),  # share of the boss's Health that is left on all markers
    ("wards", "f8"),  # a third of those that stand
    ("open", "f8"),  # share of its Health that its markers can take now
    ("goblins", "f8"),  # of four
    ("goblins_squared", "f8"),
    ("markers_torch", "f8"),
    ("at_home", "f8"),  # 1 if the boss is in the Lair
    ("near", "f8"),  # the heroes to the boss, on average
    ("in_lair", "f8"),  # share of the heroes
    ("wards_torch", "f8"),
    ("markers_power", "f8"),
    ("markers_squared", "f8"),
)

TERMS = record_of(
    ("always", "f8"),  # 1
    ("quest_party", PARTY),
    ("quest", DUNGEON),
    ("door_party", PARTY),
    ("door", DOOR),
    ("battle_party", PARTY),
    ("battle", BATTLE),
    ("markers_of", "f8", BOSSES),  # the boss's markers, by which boss it is
)

TABLE_COLUMNS = columns_of(record_of(("table", TABLE)))
PLACE_COLUMNS = columns_of(record_of(("place", PLACE)))
MOVE_COLUMNS = tuple(f"move.{name}" for name in SEEN)
ACT_1, ACT_2 = (
    (*TABLE_COLUMNS, *columns_of(record_of((name, act))), *PLACE_COLUMNS, *MOVE_COLUMNS)
    for name, act in (("quest", QUEST), ("boss", BOSS))
)
