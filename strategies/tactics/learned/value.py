"""How likely a seat is to win, judged at the beginning of a turn.

In contests what everybody sees of a side makes one number, and the seats share the win as the
exponentials of their numbers do (conditional logit); in adventures one number says how likely
the win is (logit).  Coefficients, one set for each mode and number of players, are fitted on
games of `balanced` by `python -m training.value tactics` and kept in learned/.  Whoever looks
ahead judges by it where playing on stops.
"""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.compiler.record_view import numbers_of
from simulate.core.functions import exp, logistic, power
from simulate.games.tactics.cards.codes import DUNGEONS, FORCE, MODE, SEATS
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.end import merit_of, rank_of, tied_with
from simulate.games.tactics.moves.paths import movement_points
from simulate.games.tactics.state import record
from simulate.games.tactics.state.record import END, PHASE
from strategies.learned import Learned, beside, load
from strategies.sums import clear, one_sum
from strategies.tactics import fights
from strategies.tactics.areas import count_areas
from strategies.tactics.delving import weigh_dungeons
from strategies.tactics.effects import lacking
from strategies.tactics.learned.facts import ADVENTURE_COLUMNS, CONTEST_COLUMNS
from strategies.tactics.outlook import look_out

FRAIL = 3.0  # health below which a unit is soon captured
ADVENTURES = MODE.SOLO  # the first of these modes; contests stand before them
PLAYERS = [str(1 + seat) for seat in range(SEATS)]
CONTESTS_FITTED, ADVENTURES_FITTED = (
    Learned(beside(__file__, name), {"mode": modes, "players": PLAYERS}, columns)
    for name, modes, columns in (
        ("value_contests", MODE.words[:ADVENTURES], CONTEST_COLUMNS),
        ("value_adventures", MODE.words[ADVENTURES:], ADVENTURE_COLUMNS),
    )
)
OF_CONTESTS, OF_ADVENTURES = load(CONTESTS_FITTED), load(ADVENTURES_FITTED)


@kernel
def share_of_win(s, cards, seat):
    """Share of the win of a game that is over.  Rules T-END-8, T-SOLOEND-1."""
    if cards.time_start:
        return 1.0 if s.outcome == END.WON else 0.0
    return 1.0 / tied_with(s, cards, seat) if rank_of(s, cards, seat) == 1 else 0.0


@kernel
def chance_of_winning(s, cards, w, v, seat):
    """Share of the win that a seat can expect."""
    if s.phase == PHASE.OVER:
        return share_of_win(s, cards, seat)
    if cards.time_start:
        describe_adventure(s, cards, w, v, seat, v.adventure)
        weights = OF_ADVENTURES[cards.mode - ADVENTURES, cards.players - 1]
        return logistic(one_sum(weights, numbers_of(v.adventure)))
    look_out(s, cards, w, v, seat)
    own, total = 0.0, 0.0
    for other in range(cards.seats):
        describe_side(s, cards, v, other, v.contest)
        weights = OF_CONTESTS[cards.mode, cards.players - 1]
        worth = exp(one_sum(weights, numbers_of(v.contest)))
        total += worth
        if other == seat:
            own = worth
    return own / total


# Contests


@kernel
def describe_side(s, cards, v, seat, x):
    """Write the terms of a seat's team into `x` (a record CONTEST)."""
    clear(numbers_of(x))
    v.seat, v.team = seat, cards.team[seat]
    wait = ((seat - s.active) % cards.seats) / cards.seats
    describe_forces(s, cards, v.team, x.forces)
    points = merit_of(s, cards, seat, 0) / 5.0
    x.points = points
    if cards.battle:
        describe_battle(s, cards, seat, points, x)
    else:
        count_areas(s, cards, v)
        for area in range(record.AREAS):
            if s.holder[area] == NONE:
                describe_area(s, cards, v, area, x)
        plain, waiting = numbers_of(x.areas), numbers_of(x.areas_wait)
        for i in range(len(plain)):
            waiting[i] = wait * plain[i]
    x.wait = wait
    if s.ending != NONE:
        x.points_ending = points
    x.threat = threat_by(s, cards, v)
    x.threat_wait = wait * x.threat


@kernel
def describe_forces(s, cards, team, x):
    """Write what a team's units are like into `x` (a record FORCES)."""
    for slot in range(cards.seats * FORCE):
        if record.is_in_play(s, slot) and cards.team[slot // FORCE] == team:
            x.units += 0.25
            x.health += s.health[slot] / cards.health[s.unit[slot], record.side_of(cards, slot)]
            x.frail += max(0.0, FRAIL - s.health[slot]) / FRAIL
            x.weakened += s.weakened[slot]
            x.supplies += 1.0 - lacking(s, cards, slot, 99)
    for seat in range(cards.seats):
        if cards.team[seat] == team:
            x.cards += record.size_of(s.hand[seat])


@kernel
def describe_area(s, cards, v, area, x):
    """Add what an area that nobody has secured is like for the team of the outlook."""
    left = cards.control_rounds + 1 - s.flag[area]
    ours, ahead, areas = v.ours[area], v.ours[area] - v.theirs[area], x.areas
    if ours and ahead > 0:
        if s.triggered[area]:
            areas.led[min(left, 3) - 1] += 1.0
        elif v.on_trigger[area] == 1:
            areas.triggers += 1.0
        else:
            areas.untriggered += 1.0
        areas.surplus += min(2, ahead - 1) / left
    elif ours and ahead == 0:
        areas.level += 1.0 / (left - ahead)
    elif ours:
        areas.behind += 1.0 / (left - ahead)
    for slot in range(cards.seats * FORCE):
        if record.is_on_map(s, slot) and cards.team[slot // FORCE] == v.team:
            if s.triggered[area]:
                way = np.int64(cards.area_walk[s.realm, area, s.at[slot]])
            else:
                way = np.int64(cards.walk[s.realm, cards.trigger[s.realm, area], s.at[slot]])
            x.near += nearness_to(s, cards, slot, way) / left


@inner_kernel
def nearness_to(s, cards, slot, way):
    """1 where a unit stands, a half a Movement away."""
    points = max(1, movement_points(s, cards, slot))
    return points / (points + way)


@kernel
def describe_battle(s, cards, seat, points, x):
    """Add captures and the Artifact, and how late it is."""
    late = s.round_no / max(1, cards.battle_rounds)
    for other in range(cards.seats):
        if cards.team[other] == cards.team[seat]:
            x.captures += power(s.captures[other] / cards.end_captures, 2)
    x.points_late = late * points
    for slot in range(cards.seats * FORCE):
        if record.is_on_map(s, slot) and cards.team[slot // FORCE] == cards.team[seat]:
            if s.bearer == slot:
                x.artifact = 1.0
            elif s.artifact != NONE:
                way = np.int64(cards.walk[s.realm, s.artifact, s.at[slot]])
                x.artifact_near = max(x.artifact_near, nearness_to(s, cards, slot, way))
    x.health_late = late * x.forces.health


@kernel
def threat_by(s, cards, v):
    """Shares of enemies' health that the units of the outlook's team could take in a turn."""
    health = 0.0
    for target in range(cards.seats * FORCE):
        if record.is_on_map(s, target) and cards.team[target // FORCE] != v.team:
            blow = 0.0
            for slot in range(cards.seats * FORCE):
                if record.is_on_map(s, slot) and cards.team[slot // FORCE] == v.team:
                    blow += blow_at(s, cards, v, slot, s.at[target])
            health += min(1.0, blow / max(1, s.health[target]))
    return health


@kernel
def blow_at(s, cards, v, slot, space):
    """Damage that a unit could deal to who stands on a space, after a Movement at most."""
    points = movement_points(s, cards, slot)
    blow = 0.0
    if fights.melee_way(s, cards, space, s.at[slot]) <= points:
        blow = 1.0 * cards.melee_damage[s.unit[slot], record.side_of(cards, slot)]
    reach = fights.ranged_reach(s, cards, slot)
    if reach and fights.shot_way(s, cards, reach, space, s.at[slot]) <= points:
        blow = max(blow, fights.ranged_blow(s, cards, v, slot))
    return blow


# Adventures


@kernel
def describe_adventure(s, cards, w, v, seat, x):
    """Write how far an adventure has come into `x` (a record ADVENTURE)."""
    clear(numbers_of(x))
    look_out(s, cards, w, v, seat)
    weigh_dungeons(s, cards, w, v)
    describe_forces(s, cards, v.team, x.forces)
    taken = record.size_of(s.crystals)
    x.always = 1.0
    x.crystals = taken / DUNGEONS
    x.taken[min(taken, DUNGEONS - 1)] = 1.0
    work, nearest = 0.0, 9.0
    for box in range(DUNGEONS):
        if v.value[box] > 0.0:
            need = 9.0
            for slot in range(cards.seats * FORCE):
                need = min(need, v.need[slot, box])
            work += need
            nearest = min(nearest, need)
            x.reach += 1.0 / (1.0 + need)
            x.shut += is_shut(s, cards, v, box)
    x.work = work / 10.0
    x.nearest = nearest
    time = s.time / cards.time_start
    x.time = time
    x.time_squared = time * time
    x.work_time = work / (1.0 + s.time)
    x.last_time = 1.0 if s.time <= 1 else 0.0
    x.time_crystals = time * x.crystals
    for slot in range(cards.seats * FORCE):
        if record.is_on_map(s, slot) and cards.team[slot // FORCE] != v.team:
            x.foes_hurt += (
                1.0 - s.health[slot] / cards.health[s.unit[slot], record.side_of(cards, slot)]
            )
        elif s.dungeon[slot] != NONE:
            x.inside = 1.0
    x.wait = ((s.active - seat) % cards.seats) / cards.seats
    x.last_inside = 1.0 if taken == DUNGEONS - 1 and x.inside > 0.0 else 0.0


@kernel
def is_shut(s, cards, v, box):
    """Whether an enemy stands on the box of a dungeon.  Rule T-DUNGEON-2."""
    for slot in range(cards.seats * FORCE):
        if record.is_on_map(s, slot) and cards.team[slot // FORCE] != v.team:
            if record.is_in(cards.closers[s.realm, s.at[slot]], box):
                return 1.0
    return 0.0
