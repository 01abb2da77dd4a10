"""How a game ends, and what is stored of it."""

from simulate.compiler.kernels import kernel
from simulate.core.game.records import record_of
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
GAME_ROW = record_of(
    "outcome",
    "rounds",
    "turns",
    "decisions",
    "capital_threat",
    "foe_health",
    "regions_destroyed",
    "foe_appeared",
    "foe",
    ("dire", DIRE),  # 1 if it was in the horde deck
    # the outer regions, from 0
    ("side", OUTER_REGIONS),
    ("gate", OUTER_REGIONS),  # 1 next to the Capital City
    ("beside", OUTER_REGIONS, OUTER_REGIONS),  # 1 side by side
)
SEAT_ROW = record_of(
    "hero",
    "health_left",
    "defended",
    "succored",
    "damage",
    "moved",
    "rests",
    "artifacts_drawn",
    "artifacts_used",
    "artifacts_held",  # set of artifacts
    "artifacts_spent",  # set
    "abilities_used",
    "hero_abilities",  # set of the hero's abilities used
    "region_abilities",  # set of the regions' abilities used, two sides each
    "turns_at_zero",
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
    row.artifacts_held = s.artifacts_held[seat]
    row.artifacts_spent = s.artifacts_spent[seat]
    row.abilities_used = s.abilities_used[seat]
    row.hero_abilities = s.hero_abilities[seat]
    row.region_abilities = s.region_abilities[seat]
    row.turns_at_zero = s.turns_at_zero[seat]
