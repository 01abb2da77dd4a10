"""How a game ends, and what is stored of it."""

import numpy as np

from simulate.core.compiler import kernel
from simulate.games.defenders.cards.tables import CAPITAL, DIRE, FIRST_DIRE, NONE, PLACES
from simulate.games.defenders.state.changes import set_outcome
from simulate.games.defenders.state.record import END, OUTER_REGIONS

NO_RULE = NONE  # a guard of ours, no rule of the game


@kernel
def is_won(s):
    """Whether the players won, all together.  Rules D-TEAM-1, D-END-1, D-END-2."""
    return s.outcome == END.FOE_DEFEATED


@kernel
def cut_off(s, log):
    """Stop a game that reached the round limit; it counts as not won."""
    set_outcome(s, END.CUT_OFF, NO_RULE, log)


# What is stored: of a game, and of each seat.
GAME_ROW = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("outcome", "i8"),
                ("rounds", "i8"),
                ("turns", "i8"),
                ("decisions", "i8"),
                ("capital_threat", "i8"),
                ("foe_health", "i8"),
                ("regions_destroyed", "i8"),
                ("foe_appeared", "i8"),
                ("foe", "i8"),
                ("dire", "i8", (DIRE,)),  # 1 if it was in the horde deck
                # the outer regions, from 0
                ("side", "i8", (OUTER_REGIONS,)),
                ("gate", "i8", (OUTER_REGIONS,)),  # 1 next to the Capital City
                ("beside", "i8", (OUTER_REGIONS, OUTER_REGIONS)),  # 1 side by side
            ],
            align=True,
        ),
    )
)
SEAT_ROW = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("hero", "i8"),
                ("health_left", "i8"),
                ("defended", "i8"),
                ("succored", "i8"),
                ("damage", "i8"),
                ("moved", "i8"),
                ("rests", "i8"),
                ("artifacts_drawn", "i8"),
                ("artifacts_used", "i8"),
                ("abilities_used", "i8"),
                ("turns_at_zero", "i8"),
            ],
            align=True,
        ),
    )
)


@kernel
def fill_game_row(s, cards, row):
    """Write a finished game's numbers into `row` (GAME_ROW)."""
    row.outcome = s.outcome
    row.rounds = s.round_no
    row.turns = s.turns
    row.decisions = s.decisions
    row.capital_threat = s.threat[CAPITAL]
    row.foe_health = s.foe_health if s.foe_in_play else cards.foe_health[s.foe]
    row.foe_appeared = s.foe_in_play
    row.foe = s.foe
    for dire in range(DIRE):
        row.dire[dire] = dire_was_in_horde(s, FIRST_DIRE + dire)
    fill_regions(s, row)


@kernel
def fill_regions(s, row):
    """How the outer regions lay, and how many were destroyed."""
    row.regions_destroyed = 0
    for outer in range(OUTER_REGIONS):
        region = outer + 1
        row.regions_destroyed += s.destroyed[region]
        row.side[outer] = s.side[region]
        row.gate[outer] = s.distance[CAPITAL, region] == 1
        for other in range(OUTER_REGIONS):
            row.beside[outer, other] = s.distance[region, other + 1] == 1


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
    """Write a seat's numbers into `row` (SEAT_ROW)."""
    row.hero = s.hero[seat]
    row.health_left = s.health[seat]
    row.defended = s.defended[seat]
    row.succored = s.succored[seat]
    row.damage = s.damage[seat]
    row.moved = s.moved[seat]
    row.rests = s.rests[seat]
    row.artifacts_drawn = s.artifacts_drawn[seat]
    row.artifacts_used = s.artifacts_used[seat]
    row.abilities_used = s.abilities_used[seat]
    row.turns_at_zero = s.turns_at_zero[seat]
