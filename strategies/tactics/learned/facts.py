"""What learned numbers of Tiny Epic Tactics rest on, by name; each about 0 to 1, all public.

A learned number is kept under the same name (`learned/`: lessons, and the chance of winning of
contests and of adventures).  The order of the fields is that in which they are summed.
"""

from simulate.core.game.records import record_of
from simulate.games.tactics.cards.codes import DUNGEONS
from strategies.learned import columns_of
from strategies.tactics.names import SEEN

# Of lessons: what the position is like for the seat that is asked.
TABLE = record_of(
    ("always", "f8"),  # 1
    ("actions", "f8"),  # share that is left of the turn's
    ("lead", "f8"),  # points ahead of the best other team, of eight
    ("rounds", "f8"),  # played, of eight
    ("own_units", "f8"),  # a fourth of those in play of the own team
    ("own_health", "f8"),  # their health, of 32
    ("enemy_units", "f8"),
    ("enemy_health", "f8"),
    ("last", "f8"),  # 1 in the last turn
    ("time", "f8"),  # share of the Time Track that is left
    ("crystals", "f8"),  # share taken
)

# The unit that acts.
UNIT = record_of(
    ("health", "f8"),  # share that it has left
    ("weakened", "f8"),
    ("acted", "f8"),  # 1 if it has acted in this turn
    ("danger", "f8"),  # worth of what enemies could do to it where it stands
    ("control", "f8"),  # worth of the areas that it holds there
    ("follow", "f8"),  # worth of its best attack from there
    ("engaged", "f8"),  # 1 with an enemy in reach
    ("which", "f8", 3),  # 1 for the second, third and fourth unit of its seat
    ("inside", "f8"),  # 1 inside a dungeon
    ("crystal_near", "f8"),  # 1 at a crystal, half a turn away
)

# The space where it would be.
PLACE = record_of(
    ("area", "f8"),  # 1 in a control area
    ("trigger", "f8"),  # 1 where the area is triggered
    ("ahead", "f8"),  # units of the own team there above those of the best other, of three
    ("triggered", "f8"),  # 1 if it has been
    ("held", "f8"),  # 1 if the own team has secured it
    ("foe_near", "f8"),  # 1 on the space of an enemy, 0 twelve points away
    ("friend_near", "f8"),
    ("foe_health", "f8"),  # of the nearest enemy, of eight
)

# What a lesson sees; `move` holds what else the action is worth.
FACTS = record_of(("table", TABLE), ("unit", UNIT), ("place", PLACE), ("move", "f8", len(SEEN)))

# Of the chance of winning: what the units of a team are like.
FORCES = record_of(
    ("units", "f8"),  # a fourth of those in play
    ("health", "f8"),  # shares that they have left
    ("frail", "f8"),  # how near to their capture those with less than three are
    ("weakened", "f8"),  # how many
    ("supplies", "f8"),  # shares of ammo and mana that they have
    ("cards", "f8"),  # in hand
)

# Areas that nobody has secured.
AREAS = record_of(
    ("led", "f8", 3),  # where the team is ahead, by rounds until it is secured: one, two, more
    ("triggers", "f8"),  # ahead, not triggered yet, with a unit on the trigger
    ("untriggered", "f8"),  # ahead, not triggered yet, without one
    ("surplus", "f8"),  # units ahead besides the first, the more the sooner it is secured
    ("level", "f8"),  # with as many as the best other team, the more the sooner
    ("behind", "f8"),  # with fewer
)

CONTEST = record_of(
    ("points", "f8"),  # of five
    ("forces", FORCES),
    ("near", "f8"),  # how near units are to areas, the more the sooner these are secured
    ("areas", AREAS),
    ("areas_wait", AREAS),  # times `wait`
    ("wait", "f8"),  # turns until the seat's own, share of a round
    ("points_ending", "f8"),  # points once the end is triggered
    ("threat", "f8"),  # shares of enemies' health that the team could take in a turn
    ("threat_wait", "f8"),
    ("captures", "f8"),  # shares of those that end a battle, squared
    ("points_late", "f8"),
    ("artifact", "f8"),  # 1 with the Artifact
    ("artifact_near", "f8"),  # 1 where it lies, half a Movement away
    ("health_late", "f8"),
)

ADVENTURE = record_of(
    ("always", "f8"),  # 1
    ("forces", FORCES),
    ("crystals", "f8"),  # share taken
    ("taken", "f8", DUNGEONS),  # 1 at so many; all count as all but one
    ("reach", "f8"),  # of the dungeons that are left: 1 with a unit there, half a turn away
    ("shut", "f8"),  # those that an enemy stands on
    ("work", "f8"),  # a tenth of the turns that they all take
    ("nearest", "f8"),  # turns to the nearest
    ("time", "f8"),  # share that is left
    ("time_squared", "f8"),
    ("work_time", "f8"),  # work for each space of time that is left
    ("last_time", "f8"),  # 1 with one space left, or none
    ("time_crystals", "f8"),
    ("foes_hurt", "f8"),  # shares of health that enemies have lost
    ("inside", "f8"),  # 1 with a unit inside a dungeon
    ("wait", "f8"),  # turns until the seat's own, share of a round
    ("last_inside", "f8"),  # 1 inside with one crystal to go
)

FACT_COLUMNS = columns_of(FACTS, which=("second", "third", "fourth"), move=SEEN)
CONTEST_COLUMNS = columns_of(CONTEST, led=("one", "two", "more"))
ADVENTURE_COLUMNS = columns_of(ADVENTURE, taken=[str(k) for k in range(DUNGEONS)])
