"""Changes of the table, one setter a thing, each with its line in the log.

Nothing on the table changes but through a setter here or in `piles`.  `log` is None in bulk
runs, where the writing is compiled away, or the tuple (rows int64[:, ROW], count int64[1],
states STATE[:]) when a game is told.
"""

from simulate.core.compiler import kernel
from simulate.core.ledger import Rules
from simulate.core.words import Words
from simulate.games.defenders.cards.tables import NONE
from simulate.games.defenders.state.record import END, PHASE

# Lines of the log: what kind, and its columns.
ROW = 48
LIST_FROM = 16  # column where the order of a shuffled pile begins
LINE = Words("move", "change", "card", "shuffle", "chance")

# What a CHANGE_LINE changes; the names are those of the event log.
WHAT = Words(
    "threat",
    "destroyed",
    "closed",
    "used",
    "guard_enemy",
    "guard_any",
    "side",
    "health",
    "place",
    "brace",
    "brace_at",
    "free_defense",
    "free_moves",
    "foe_in_play",
    "foe_region",
    "foe_health",
    "round",
    "active",
    "points",
    "group_points",
    "ignore_enemies",
    "outcome",
)


# Piles that a CARD_LINE takes from and puts on.
PILE = Words(
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


RULE = Rules("defenders")


@kernel
def write(s, log, line, seat, rule, a, b, c, d):
    """Add a line to the log: kind, seat (or NONE), ledger rule, four numbers."""
    if log is not None:
        rows, count, states = log
        i = count[0]
        count[0] += 1
        if i < rows.shape[0]:
            rows[i, 0] = line
            rows[i, 1] = s.round_no
            rows[i, 2] = s.turns
            rows[i, 3] = seat
            rows[i, 4] = rule
            rows[i, 5] = a
            rows[i, 6] = b
            rows[i, 7] = c
            rows[i, 8] = d
            states[i] = s


@kernel
def set_threat(s, region, value, rule, log):
    """Move a region's threat token."""
    old = s.threat[region]
    s.threat[region] = value
    write(s, log, LINE.CHANGE, NONE, rule, WHAT.THREAT, region, old, value)


@kernel
def set_destroyed(s, region, value, rule, log):
    """Mark a region as destroyed (1) or restored (0)."""
    old = s.destroyed[region]
    s.destroyed[region] = value
    write(s, log, LINE.CHANGE, NONE, rule, WHAT.DESTROYED, region, old, value)


@kernel
def set_closed(s, region, rule, log):
    """Take a region's ability away for good."""
    old = s.closed[region]
    s.closed[region] = 1
    write(s, log, LINE.CHANGE, NONE, rule, WHAT.CLOSED, region, old, 1)


@kernel
def set_used(s, region, value, rule, log):
    """Mark a region's ability as used under this Ally card, or fresh again."""
    old = s.used[region]
    s.used[region] = value
    if old != value:
        write(s, log, LINE.CHANGE, NONE, rule, WHAT.USED, region, old, value)


@kernel
def set_guard_enemy(s, region, value, rule, log):
    """Attacks of enemies on a region that will be called off."""
    old = s.guard_enemy[region]
    s.guard_enemy[region] = value
    write(s, log, LINE.CHANGE, NONE, rule, WHAT.GUARD_ENEMY, region, old, value)


@kernel
def set_guard_any(s, region, value, rule, log):
    """Attacks of any card on a region that will be called off."""
    old = s.guard_any[region]
    s.guard_any[region] = value
    write(s, log, LINE.CHANGE, NONE, rule, WHAT.GUARD_ANY, region, old, value)


@kernel
def set_side(s, region, value, rule, log):
    """Lay a region card with side a (0) or b (1) up."""
    old = s.side[region]
    s.side[region] = value
    if old != value:
        write(s, log, LINE.CHANGE, NONE, rule, WHAT.SIDE, region, old, value)


@kernel
def set_health(s, seat, value, rule, log):
    """Move a hero's health token."""
    old = s.health[seat]
    s.health[seat] = value
    if old != value:
        write(s, log, LINE.CHANGE, seat, rule, WHAT.HEALTH, seat, old, value)


@kernel
def set_place(s, seat, region, rule, log):
    """Put a hero's meeple in a region; what was bound to the old one is left behind."""
    old = s.place[seat]
    s.place[seat] = region
    write(s, log, LINE.CHANGE, seat, rule, WHAT.PLACE, seat, old, region)
    if s.brace[seat] > 0 and s.brace_at[seat] == old and old != region:
        set_brace(s, seat, 0, NONE, rule, log)


@kernel
def set_brace(s, seat, amount, region, rule, log):
    """Health saved at a hero's next defence, in `region` or anywhere (NONE)."""
    old, old_at = s.brace[seat], s.brace_at[seat]
    s.brace[seat] = amount
    write(s, log, LINE.CHANGE, seat, rule, WHAT.BRACE, seat, old, amount)
    s.brace_at[seat] = region
    if old_at != region:
        write(s, log, LINE.CHANGE, seat, rule, WHAT.BRACE_AT, seat, old_at, region)


@kernel
def set_free_defense(s, seat, value, rule, log):
    """Whether defending costs a hero no health."""
    old = s.free_defense[seat]
    s.free_defense[seat] = value
    write(s, log, LINE.CHANGE, seat, rule, WHAT.FREE_DEFENSE, seat, old, value)


@kernel
def set_free_moves(s, seat, value, rule, log):
    """Whether moving costs a hero no points."""
    old = s.free_moves[seat]
    s.free_moves[seat] = value
    write(s, log, LINE.CHANGE, seat, rule, WHAT.FREE_MOVES, seat, old, value)


@kernel
def set_foe_in_play(s, rule, log):
    """Turn the epic foe card over."""
    s.foe_in_play = 1
    write(s, log, LINE.CHANGE, NONE, rule, WHAT.FOE_IN_PLAY, NONE, 0, 1)


@kernel
def set_foe_region(s, region, rule, log):
    """Put the epic foe beside a region."""
    old = s.foe_region
    s.foe_region = region
    write(s, log, LINE.CHANGE, NONE, rule, WHAT.FOE_REGION, NONE, old, region)


@kernel
def set_foe_health(s, value, rule, log):
    """Move the epic foe's health token."""
    old = s.foe_health
    s.foe_health = value
    write(s, log, LINE.CHANGE, NONE, rule, WHAT.FOE_HEALTH, NONE, old, value)


@kernel
def set_round(s, value, rule, log):
    """Begin a round."""
    old = s.round_no
    s.round_no = value
    write(s, log, LINE.CHANGE, NONE, rule, WHAT.ROUND, NONE, old, value)


@kernel
def set_active(s, seat, rule, log):
    """Say whose turn it is; NONE between turns."""
    old = s.active
    s.active = seat
    write(s, log, LINE.CHANGE, seat, rule, WHAT.ACTIVE, NONE, old, seat)


@kernel
def set_points(s, value, rule, log):
    """Action points left to the hero whose turn it is."""
    old = s.points
    s.points = value
    if old != value:
        write(s, log, LINE.CHANGE, s.active, rule, WHAT.POINTS, NONE, old, value)


@kernel
def set_group_points(s, value, rule, log):
    """Points of a Group Ally card that nobody has taken yet."""
    old = s.group_points
    s.group_points = value
    if old != value:
        write(s, log, LINE.CHANGE, NONE, rule, WHAT.GROUP_POINTS, NONE, old, value)


@kernel
def set_ignore_enemies(s, value, rule, log):
    """Whether enemy cards do nothing."""
    old = s.ignore_enemies
    s.ignore_enemies = value
    if old != value:
        write(s, log, LINE.CHANGE, NONE, rule, WHAT.IGNORE_ENEMIES, NONE, old, value)


@kernel
def set_outcome(s, value, rule, log):
    """End the game."""
    s.outcome = value
    s.phase = PHASE.OVER
    write(s, log, LINE.CHANGE, NONE, rule, WHAT.OUTCOME, NONE, END.NOT_OVER, value)
