"""Changes of the table, one setter a thing, each with its line in the log.

Nothing on the table changes but through a setter here or in `piles`.  `log` is on when a game is
told, off in bulk runs, and None in a deal.
"""

from simulate.compiler.kernels import kernel
from simulate.core.game.code_table import CodeTable
from simulate.core.game.ledger import Rules
from simulate.games.defenders.cards.tables import HERO_ABILITIES, NONE
from simulate.games.defenders.state.record import END, PHASE
from simulate.mechanics.log import write_change
from simulate.mechanics.things import Things

RULE = Rules("defenders")

# Piles that a card leaves and goes to.
PILE = CodeTable(
    "turn_deck",
    "discard",
    "drawn",
    "horde_deck",
    "destruction_deck",
    "cover",
    "artifact_deck",
    "artifacts",
    "removed",
)

# What changes, under the names of the event log; a setter each.
WHAT = Things(__name__)
set_threat = WHAT.setter("threat", "region")
set_destroyed = WHAT.setter("destroyed", "region", "yes or no")
set_closed = WHAT.setter("closed", "region", "yes or no")
set_used = WHAT.setter("used", "region", "yes or no")
set_guard_enemy = WHAT.setter("guard_enemy", "region")
set_guard_any = WHAT.setter("guard_any", "region")
set_side = WHAT.setter("side", "region", "side")
set_health = WHAT.setter("health", "seat", by="owner")
WHAT.declare("place", "seat", "region")
WHAT.declare("brace", "seat")
WHAT.declare("brace_at", "seat", "region")
set_free_defense = WHAT.setter("free_defense", "seat", "yes or no", by="owner")
set_free_moves = WHAT.setter("free_moves", "seat", "yes or no", by="owner")
set_foe_in_play = WHAT.setter("foe_in_play", value="yes or no")
set_foe_region = WHAT.setter("foe_region", value="region")
set_foe_health = WHAT.setter("foe_health")
set_round = WHAT.setter("round", field="round_no")
set_active = WHAT.setter("active", value="seat", by="new")
set_points = WHAT.setter("points", by="active")
set_group_points = WHAT.setter("group_points")
set_ignore_enemies = WHAT.setter("ignore_enemies", value="yes or no")
WHAT.declare("outcome", value="end")


@kernel
def set_place(s, seat, region, rule, log):
    """Put a hero's meeple in a region; what was bound to the old one is left behind."""
    old = s.place[seat]
    s.place[seat] = region
    write_change(s, log, seat, rule, WHAT.PLACE, seat, old, region)
    if s.brace[seat] > 0 and s.brace_at[seat] == old and old != region:
        set_brace(s, seat, 0, NONE, rule, log)


@kernel
def set_brace(s, seat, amount, region, rule, log):
    """Health saved at a hero's next defence, in `region` or anywhere (NONE)."""
    old, old_at = s.brace[seat], s.brace_at[seat]
    s.brace[seat] = amount
    write_change(s, log, seat, rule, WHAT.BRACE, seat, old, amount)
    s.brace_at[seat] = region
    write_change(s, log, seat, rule, WHAT.BRACE_AT, seat, old_at, region)


@kernel
def count_anew(s):
    """Nothing of a turn that begins was used or done yet."""
    s.points_used = 0
    s.must_act = 0
    s.bought = 0
    s.turn_moves = 0
    for slot in range(HERO_ABILITIES):
        s.turn_uses[slot] = 0


@kernel
def set_outcome(s, value, rule, log):
    """End the game."""
    s.outcome = value
    s.phase = PHASE.OVER
    write_change(s, log, NONE, rule, WHAT.OUTCOME, NONE, END.NOT_OVER, value)
