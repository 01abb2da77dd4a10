"""Points, ranks and what is stored of a game."""

from simulate.core.compiler import inner_kernel, kernel
from simulate.games.tactics.cards.codes import BOX, CLASS, DUNGEONS, FORCE, TERRAIN
from simulate.games.tactics.cards.vocabulary import AREAS as AREA_NAMES
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.state import record
from simulate.games.tactics.state.record import END

POINTS = ("flags", "survivors", "captures", "villages", "artifact")

# Columns of the stored rows.
GAME_ROW = (
    "outcome",  # REASONS
    "rounds",
    "turns",
    "decisions",
    "won",  # adventures: the Crystal of Glory was taken
    "winners",  # seats that share the first place, 0 in adventures
    "realm",
    "trigger_turn",  # turn in which the end was triggered, 0
    "trigger_seat",  # or NONE
    "flags_secured",
    *(f"{name}_holder" for name in AREA_NAMES.values()),  # seat, or NONE
    *(f"{name}_turn" for name in AREA_NAMES.values()),  # turn in which it was secured, 0
    *(f"{name}_advances" for name in AREA_NAMES.values()),
    "units_captured",
    "artifact_steals",
    "artifact_first",  # seat that picked it up first, or NONE
    "artifact_seat",  # seat that has it in the end, or NONE
    "margin",  # points of the first team less those of the next
    "time_left",
    "crystals",
    *(f"{box}_taken" for box in BOX),
    *(f"{box}_entered" for box in BOX),
    *(f"{box}_fallen" for box in BOX),
    *(f"{box}_entered_{of_class}" for box in BOX for of_class in CLASS),
    *(f"{box}_taken_{of_class}" for box in BOX for of_class in CLASS),
)
SEAT_ROW = (
    "team",
    "score",
    "rank",
    "tied",  # seats that share this rank
    *(f"points_{name}" for name in POINTS),
    "flags",
    "survivors",
    "captures",
    "health",
    "start",
    "start_choice",  # place in the order of choosing it, from 1
    *(f"{name}_actions" for name in ("move", "melee", "missile", "attack_spell", "spell")),
    "ballista_actions",
    "idle_actions",
    "counters",
    "missiles_missed",
    "knock_backs",
    "cures",
    "villages_gained",
    "tactics_held",  # bits of tactic cards that were ever in the hand
    "tactics_played",  # bits
    *(
        f"{of_class}_{what}"
        for of_class in CLASS
        for what in ("unit", "rival", "start", "end", "fell", "fell_turn", "damage", "felled")
    ),
)
POINT_KINDS, ACTION_KINDS = len(POINTS), len(record.ACTIONS_TAKEN)


# Points


@inner_kernel
def flags_of(s, seat):
    """Flag Tokens of a seat; the Artifact is one.  Rules T-END-8, T-CONTROL-12."""
    count = 0
    for area in range(record.AREAS):
        if s.holder[area] == seat:
            count += 1
    if s.bearer != NONE and record.seat_of(s.bearer) == seat:
        count += 1
    return count


@kernel
def points_of(s, cards, seat, row):
    """Where a seat's points come from, as if the game ended now, into `row` (int64[POINTS]).

    Rules T-END-4, T-END-5, T-END-6, T-END-7, T-CAPTURE-4, T-TERRAIN-11, T-BATTLE-14, T-GOAL-1.
    """
    for k in range(POINT_KINDS):
        row[k] = 0
    for area in range(record.AREAS):
        if s.holder[area] == seat:
            row[0] += cards.flag_points
    for slot in range(seat * FORCE, seat * FORCE + FORCE):
        if record.is_in_play(s, slot):
            row[1] += cards.survivor_points
            if s.at[slot] != NONE and cards.terrain[s.realm, s.at[slot]] == TERRAIN.VILLAGE:
                row[3] += cards.village_points
    row[2] = cards.capture_points * s.captures[seat]
    if s.bearer != NONE and record.seat_of(s.bearer) == seat:
        row[4] = cards.artifact_points


@kernel
def score_now(s, cards, seat):
    """A seat's points as if the game ended now."""
    total = cards.capture_points * s.captures[seat]
    for area in range(record.AREAS):
        if s.holder[area] == seat:
            total += cards.flag_points
    for slot in range(seat * FORCE, seat * FORCE + FORCE):
        if record.is_in_play(s, slot):
            total += cards.survivor_points
            if s.at[slot] != NONE and cards.terrain[s.realm, s.at[slot]] == TERRAIN.VILLAGE:
                total += cards.village_points
    if s.bearer != NONE and record.seat_of(s.bearer) == seat:
        total += cards.artifact_points
    return total


# Ranks


@kernel
def merit_of(s, cards, seat, k):
    """The k-th thing by which a seat's team is compared, points first.

    Rules T-END-8, T-TEAM-1, T-TEAM-9, T-BATTLE-16.
    """
    total = 0
    for slot in range(cards.seats * FORCE):
        if cards.team[record.seat_of(slot)] == cards.team[seat] and record.is_in_play(s, slot):
            total += s.health[slot] if k == 4 else (1 if k == 1 else 0)
    for other in range(cards.seats):
        if cards.team[other] == cards.team[seat]:
            if k == 0:
                total += score_now(s, cards, other)
            elif k == 2:
                total += s.captures[other]
            elif k == 3:
                total += flags_of(s, other)
    return total


@kernel
def compare(s, cards, one, other):
    """Positive if a seat's team is ahead of another's, 0 if they tie in everything.

    Rules T-END-8, T-END-9.
    """
    for k in range(5):
        ahead = merit_of(s, cards, one, k) - merit_of(s, cards, other, k)
        if ahead != 0:
            return ahead
    return 0


@kernel
def rank_of(s, cards, seat):
    """Rank of a seat's team among the teams, from 1; those who tie share it."""
    rank = 1
    for other in range(cards.seats):
        if is_first_of_team(cards, other) and cards.team[other] != cards.team[seat]:
            if compare(s, cards, other, seat) > 0:
                rank += 1
    return rank


@kernel
def is_first_of_team(cards, seat):
    """Whether no seat before is of the same team."""
    for other in range(seat):
        if cards.team[other] == cards.team[seat]:
            return False
    return True


@kernel
def tied_with(s, cards, seat):
    """How many seats share a seat's rank, with itself and its teammate."""
    count = 0
    for other in range(cards.seats):
        if compare(s, cards, other, seat) == 0:
            count += 1
    return count


@kernel
def margin(s, cards):
    """Points of the first team less those of the next; 0 in adventures."""
    best, second = -1, -1
    for seat in range(cards.seats):
        if is_first_of_team(cards, seat):
            points = merit_of(s, cards, seat, 0)
            if points > best:
                best, second = points, best
            elif points > second:
                second = points
    return best - second


# Stored rows


@kernel
def fill_game_row(s, cards, row):
    """What is stored of a game, into `row` (int64[GAME_ROW]).  Rule T-SOLO-14."""
    adventure = cards.time_start > 0
    winners = 0
    for seat in range(cards.seats):
        if not adventure and rank_of(s, cards, seat) == 1:
            winners += 1
    row[0] = s.outcome
    row[1] = s.round_no
    row[2] = s.turns
    row[3] = s.decisions
    row[4] = s.outcome == END.WON
    row[5] = winners
    row[6] = s.realm
    row[7] = s.trigger_turn
    row[8] = s.ending
    i = fill_areas(s, row, 9)
    row[i] = units_captured(s, cards)
    row[i + 1] = s.steals
    row[i + 2] = s.first_bearer
    row[i + 3] = NONE if s.bearer == NONE else record.seat_of(s.bearer)
    row[i + 4] = 0 if adventure else margin(s, cards)
    row[i + 5] = s.time
    row[i + 6] = record.size_of(s.crystals)
    fill_dungeons(s, row, i + 7)


@kernel
def fill_dungeons(s, row, i):
    """What happened at each dungeon, from column `i` on: in all, then by class."""
    for box in range(DUNGEONS):
        row[i + box] = record.is_in(s.crystals, box)
        row[i + DUNGEONS + box] = 0
        row[i + 2 * DUNGEONS + box] = s.fallen_in[box]
        of_class = i + 3 * DUNGEONS + box * FORCE
        for k in range(FORCE):
            row[i + DUNGEONS + box] += s.entered[box, k]
            row[of_class + k] = s.entered[box, k]
            row[of_class + DUNGEONS * FORCE + k] = s.taken_by[box, k]


@kernel
def fill_areas(s, row, i):
    """What became of the control areas, from column `i` on; the next column."""
    secured = 0
    for area in range(record.AREAS):
        secured += s.holder[area] != NONE
        row[i + 1 + area] = s.holder[area]
        row[i + 1 + record.AREAS + area] = s.secured_turn[area]
        row[i + 1 + 2 * record.AREAS + area] = s.flag[area]
    row[i] = secured
    return i + 1 + 3 * record.AREAS


@kernel
def units_captured(s, cards):
    """Units captured by anybody."""
    total = 0
    for seat in range(cards.seats):
        total += s.captures[seat]
    return total


@kernel
def fill_seat_row(s, cards, seat, row):
    """What is stored of a seat, into `row` (int64[SEAT_ROW])."""
    row[0] = cards.team[seat]
    row[1] = score_now(s, cards, seat)
    row[2] = rank_of(s, cards, seat)
    row[3] = tied_with(s, cards, seat)
    points_of(s, cards, seat, row[4:])
    i = 4 + POINT_KINDS
    survivors, health = 0, 0
    for slot in range(seat * FORCE, seat * FORCE + FORCE):
        if record.is_in_play(s, slot):
            survivors += 1
            health += s.health[slot]
    row[i] = flags_of(s, seat)
    row[i + 1] = survivors
    row[i + 2] = s.captures[seat]
    row[i + 3] = health
    row[i + 4] = s.start[seat]
    row[i + 5] = s.chose[seat]
    i += 6
    for action in range(ACTION_KINDS):
        row[i + action] = s.taken[seat, action]
    i = fill_deeds(s, seat, row, i + ACTION_KINDS)
    fill_units(s, cards, seat, row, i)


@kernel
def fill_deeds(s, seat, row, i):
    """What a seat did, from column `i` on; the next column."""
    row[i] = s.idle_actions[seat]
    row[i + 1] = s.countered[seat]
    row[i + 2] = s.missed[seat]
    row[i + 3] = s.knocks[seat]
    row[i + 4] = s.cured[seat]
    row[i + 5] = s.gained_villages[seat]
    row[i + 6] = s.drawn[seat]
    row[i + 7] = s.played[seat]
    return i + 8


@kernel
def fill_units(s, cards, seat, row, i):
    """What became of each unit of a seat, from column `i` on; spaces are those of the map.

    rival: the unit that was offered with it in an adventure and went to the Solo Enemy.
    """
    for slot in range(seat * FORCE, seat * FORCE + FORCE):
        row[i] = s.unit[slot]
        row[i + 1] = s.unit[slot + FORCE] if cards.time_start else NONE
        row[i + 2] = s.first_at[slot]
        row[i + 3] = s.at[slot]
        row[i + 4] = s.fell[slot]
        row[i + 5] = s.fell_turn[slot]
        row[i + 6] = s.dealt_damage[slot]
        row[i + 7] = s.felled[slot]
        i += 8
