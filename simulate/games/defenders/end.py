"""How a game ends, and by which name it is stored."""

from simulate.core.compiler import kernel
from simulate.games.defenders.cards.tables import CAPITAL, DIRE, FIRST_DIRE, NONE, PLACES
from simulate.games.defenders.state.changes import set_outcome
from simulate.games.defenders.state.record import END

NO_RULE = NONE  # a guard of ours, no rule of the game


@kernel
def is_won(s):
    """Whether the players won, all together.  Rules D-TEAM-1, D-END-1, D-END-2."""
    return s.outcome == END.FOE_DEFEATED


@kernel
def cut_off(s, log):
    """Stop a game that reached the round limit; it counts as not won."""
    set_outcome(s, END.CUT_OFF, NO_RULE, log)


# Rows of the stored tables: whole numbers, in the order of these names.
GAME_ROW = (
    "outcome",
    "rounds",
    "turns",
    "decisions",
    "capital_threat",
    "foe_health",
    "regions_destroyed",
    "foe_appeared",
    "foe",
    *(f"dire_{i}" for i in range(DIRE)),
    *(f"side_{i}" for i in range(1, PLACES)),
    *(f"gate_{i}" for i in range(1, PLACES)),
    *(f"beside_{a}_{b}" for a in range(1, PLACES) for b in range(a + 1, PLACES)),
)
SEAT_ROW = (
    "hero",
    "health_left",
    "defended",
    "succored",
    "damage",
    "moved",
    "rests",
    "artifacts_drawn",
    "artifacts_used",
    "abilities_used",
    "turns_at_zero",
)


@kernel
def fill_game_row(s, cards, row):
    """Write a finished game's numbers into `row` (int64[len(GAME_ROW)])."""
    row[0] = s.outcome
    row[1] = s.round_no
    row[2] = s.turns
    row[3] = s.decisions
    row[4] = s.threat[CAPITAL]
    row[5] = s.foe_health if s.foe_in_play else cards.foe_health[s.foe]
    row[6] = 0
    row[7] = s.foe_in_play
    row[8] = s.foe
    k = 9
    for dire in range(DIRE):
        row[k] = dire_was_in_horde(s, FIRST_DIRE + dire)
        k += 1
    for region in range(1, PLACES):
        row[6] += s.destroyed[region]
        row[k] = s.side[region]
        row[k + PLACES - 1] = s.distance[CAPITAL, region] == 1
        k += 1
    k += PLACES - 1
    for a in range(1, PLACES):
        for b in range(a + 1, PLACES):
            row[k] = s.distance[a, b] == 1
            k += 1


@kernel
def dire_was_in_horde(s, card):
    """Whether a dire enemy was dealt to the horde deck (else it is in destruction)."""
    for i in range(s.destruction_cards):
        if s.destruction[i] == card:
            return 0
    for region in range(PLACES):
        if s.cover[region] == card:
            return 0
    return 1


@kernel
def fill_seat_row(s, cards, seat, row):
    """Write a seat's numbers into `row` (int64[len(SEAT_ROW)])."""
    row[0] = s.hero[seat]
    row[1] = s.health[seat]
    row[2] = s.defended[seat]
    row[3] = s.succored[seat]
    row[4] = s.damage[seat]
    row[5] = s.moved[seat]
    row[6] = s.rests[seat]
    row[7] = s.artifacts_drawn[seat]
    row[8] = s.artifacts_used[seat]
    row[9] = s.abilities_used[seat]
    row[10] = s.turns_at_zero[seat]
