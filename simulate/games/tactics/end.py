"""Points, ranks and what is stored of a game."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.game.records import record_of
from simulate.games.tactics.cards.codes import ACTION, DUNGEONS, FORCE, POINT, TERRAIN
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.state import record

# What is stored: of a game, and of each seat.
GAME_ROW = record_of(
    "outcome",  # END
    "rounds",
    "turns",
    "decisions",
    "winners",  # seats that share the first place, 0 in adventures
    "realm",
    "trigger_turn",  # turn in which the end was triggered, 0
    "trigger_seat",  # or NONE
    "flags_secured",
    ("holder", record.AREAS),  # seat that has secured an area, or NONE
    ("advances", record.AREAS),  # of its flag
    "units_captured",
    "artifact_steals",
    "artifact_first",  # seat that picked it up first, or NONE
    "artifact_seat",  # seat that has it in the end, or NONE
    "margin",  # points of the first team less those of the next
    "time_left",
    "crystals",
    ("crystal", DUNGEONS),  # 1 if it was taken
    ("fallen", DUNGEONS),  # units captured inside
    ("entered", DUNGEONS, FORCE),  # times, by class
    ("taken", DUNGEONS, FORCE),  # crystals, by class
)
SEAT_ROW = record_of(
    "team",
    "score",
    "rank",
    "tied",  # seats that share this rank
    ("points", len(POINT)),  # that add up to the score
    "flags_held",
    "survivors",
    "captures",
    "health",
    "start",
    "start_choice",  # place in the order of choosing it, from 1
    ("actions", len(ACTION)),  # by kind
    "idle_actions",
    "counters",
    "missiles_missed",
    "knock_backs",
    "cures",
    "villages_gained",
    "tactics_held",  # set of the tactic cards that were ever in the hand
    "tactics_played",  # set
    # by class of the unit
    ("unit", FORCE),
    ("rival", FORCE),  # offered with it, and with the Solo Enemy now, or NONE
    ("at_start", FORCE),  # space, as all that follow, or NONE
    ("at_end", FORCE),
    ("at_fall", FORCE),  # where it was captured
    ("fell_turn", FORCE),  # turn in which it was captured, 0
    ("damage", FORCE),
    ("felled", FORCE),
)


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
    """Where a seat's points come from, as if the game ended now, into `row` (int64[POINT]).

    Rules T-END-4, T-END-5, T-END-6, T-END-7, T-CAPTURE-4, T-TERRAIN-11, T-BATTLE-14, T-GOAL-1.
    """
    for k in range(len(POINT.words)):
        row[k] = 0
    for area in range(record.AREAS):
        if s.holder[area] == seat:
            row[POINT.FLAGS] += cards.flag_points
    for slot in range(seat * FORCE, seat * FORCE + FORCE):
        if record.is_in_play(s, slot):
            row[POINT.SURVIVORS] += cards.survivor_points
            if s.at[slot] != NONE and cards.terrain[s.realm, s.at[slot]] == TERRAIN.VILLAGE:
                row[POINT.VILLAGES] += cards.village_points
    row[POINT.CAPTURES] = cards.capture_points * s.captures[seat]
    if s.bearer != NONE and record.seat_of(s.bearer) == seat:
        row[POINT.ARTIFACT] = cards.artifact_points


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
    """What is stored of a game, into `row` (GAME_ROW).  Rule T-SOLO-14."""
    adventure = cards.time_start > 0
    row.outcome = s.outcome
    row.rounds = s.round_no
    row.turns = s.turns
    row.decisions = s.decisions
    row.winners = 0
    for seat in range(cards.seats):
        if not adventure and rank_of(s, cards, seat) == 1:
            row.winners += 1
    row.realm = s.realm
    row.trigger_turn = s.trigger_turn
    row.trigger_seat = s.ending
    fill_areas(s, row)
    row.units_captured = units_captured(s, cards)
    row.artifact_steals = s.steals
    row.artifact_first = s.first_bearer
    row.artifact_seat = NONE if s.bearer == NONE else record.seat_of(s.bearer)
    row.margin = 0 if adventure else margin(s, cards)
    row.time_left = s.time
    row.crystals = record.size_of(s.crystals)
    fill_dungeons(s, row)


@kernel
def fill_dungeons(s, row):
    """What happened at each dungeon."""
    for box in range(DUNGEONS):
        row.crystal[box] = record.is_in(s.crystals, box)
        row.fallen[box] = s.fallen_in[box]
        for k in range(FORCE):
            row.entered[box, k] = s.entered[box, k]
            row.taken[box, k] = s.taken_by[box, k]


@kernel
def fill_areas(s, row):
    """What became of the control areas."""
    row.flags_secured = 0
    for area in range(record.AREAS):
        row.flags_secured += s.holder[area] != NONE
        row.holder[area] = s.holder[area]
        row.advances[area] = s.flag[area]


@kernel
def units_captured(s, cards):
    """Units captured by anybody."""
    total = 0
    for seat in range(cards.seats):
        total += s.captures[seat]
    return total


@kernel
def fill_seat_row(s, cards, seat, row):
    """What is stored of a seat, into `row` (SEAT_ROW)."""
    row.team = cards.team[seat]
    row.score = score_now(s, cards, seat)
    row.rank = rank_of(s, cards, seat)
    row.tied = tied_with(s, cards, seat)
    points_of(s, cards, seat, row.points)
    row.flags_held = flags_of(s, seat)
    row.survivors = 0
    row.captures = s.captures[seat]
    row.health = 0
    for slot in range(seat * FORCE, seat * FORCE + FORCE):
        if record.is_in_play(s, slot):
            row.survivors += 1
            row.health += s.health[slot]
    row.start = s.start[seat]
    row.start_choice = s.chose[seat]
    fill_deeds(s, seat, row)
    fill_units(s, cards, seat, row)


@kernel
def fill_deeds(s, seat, row):
    """What a seat did."""
    for action in range(len(ACTION.words)):
        row.actions[action] = s.taken[seat, action]
    row.idle_actions = s.idle_actions[seat]
    row.counters = s.countered[seat]
    row.missiles_missed = s.missed[seat]
    row.knock_backs = s.knocks[seat]
    row.cures = s.cured[seat]
    row.villages_gained = s.gained_villages[seat]
    row.tactics_held = s.drawn[seat]
    row.tactics_played = s.played[seat]


@kernel
def fill_units(s, cards, seat, row):
    """What became of each unit of a seat; spaces are those of the map."""
    for k in range(FORCE):
        slot = seat * FORCE + k
        row.unit[k] = s.unit[slot]
        row.rival[k] = s.unit[slot + FORCE] if cards.time_start else NONE
        row.at_start[k] = s.first_at[slot]
        row.at_end[k] = s.at[slot]
        row.at_fall[k] = s.fell[slot]
        row.fell_turn[k] = s.fell_turn[slot]
        row.damage[k] = s.dealt_damage[slot]
        row.felled[k] = s.felled[slot]
