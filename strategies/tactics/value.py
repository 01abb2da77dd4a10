"""How likely a seat is to win, judged at the beginning of a turn.

In contests what everybody sees of a side makes one number, and the seats share the win as the
exponentials of their numbers do (conditional logit); in adventures one number says how likely
the win is (logit).  Coefficients, one set for each mode and number of players, are fitted on
games of `balanced` by `python -m benchmarks.tactics_value` and kept in value.toml.  Whoever
looks ahead judges by it where playing on stops.
"""

import tomllib
from pathlib import Path

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import exp, logistic, power
from simulate.games.tactics.cards.codes import DUNGEONS, FORCE, MODE, SEATS
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.end import merit_of, rank_of, tied_with
from simulate.games.tactics.moves.paths import movement_points
from simulate.games.tactics.state import record
from simulate.games.tactics.state.record import END, PHASE
from strategies.tactics import fights
from strategies.tactics.areas import count_areas
from strategies.tactics.delving import weigh_dungeons
from strategies.tactics.effects import lacking
from strategies.tactics.outlook import look_out

FORCES, PLACES = 8, 8  # terms on units, and on areas
WAIT = FORCES + 2 * PLACES  # the terms on areas stand a second time, as one waits for one's turn
TERMS = WAIT + 9
FRAIL = 3.0  # health below which a unit is soon captured
FILE = Path(__file__).with_name("value.toml")


def coefficients() -> np.ndarray:
    """float64[MODE, SEATS, TERMS] from value.toml; zeros where nothing was fitted yet."""
    found = np.zeros((len(MODE), SEATS, TERMS))
    if FILE.exists():
        for row in tomllib.loads(FILE.read_text()).get("cells", []):
            found[MODE[row["mode"]], row["players"] - 1] = row["coefficients"]
    return found


COEFFICIENTS = coefficients()


@kernel
def share_of_win(s, cards, seat):
    """Share of the win of a game that is over.  Rules T-END-8, T-SOLOEND-1."""
    if cards.time_start:
        return 1.0 if s.outcome == END.WON else 0.0
    return 1.0 / tied_with(s, cards, seat) if rank_of(s, cards, seat) == 1 else 0.0


@kernel
def chance_of_winning(s, cards, w, v, seat, x):
    """Share of the win that a seat can expect; x: float64[TERMS], scratch."""
    if s.phase == PHASE.OVER:
        return share_of_win(s, cards, seat)
    if cards.time_start:
        describe_adventure(s, cards, w, v, seat, x)
        return logistic(number_of(cards, x))
    look_out(s, cards, w, v, seat)
    mine, total = 0.0, 0.0
    for other in range(cards.seats):
        describe_side(s, cards, v, other, x)
        worth = exp(number_of(cards, x))
        total += worth
        if other == seat:
            mine = worth
    return mine / total


@inner_kernel
def number_of(cards, x):
    """Terms times their coefficients."""
    number = 0.0
    for i in range(TERMS):
        number += COEFFICIENTS[cards.mode, cards.players - 1, i] * x[i]
    return number


# Contests


@kernel
def describe_side(s, cards, v, seat, x):
    """Write the terms of a seat's team into `x` (float64[TERMS])."""
    for i in range(TERMS):
        x[i] = 0.0
    v.seat, v.team = seat, cards.team[seat]
    wait = ((seat - s.active) % cards.seats) / cards.seats
    describe_forces(s, cards, v.team, x)
    points = merit_of(s, cards, seat, 0) / 5.0
    x[0] = points
    if cards.battle:
        describe_battle(s, cards, seat, points, x)
    else:
        count_areas(s, cards, v)
        for area in range(record.AREAS):
            if s.holder[area] == NONE:
                describe_area(s, cards, v, area, x)
        for i in range(PLACES):
            x[FORCES + PLACES + i] = wait * x[FORCES + i]
    x[WAIT] = wait
    if s.ending != NONE:
        x[WAIT + 1] = points
    x[WAIT + 2] = threat_by(s, cards, v)
    x[WAIT + 3] = wait * x[WAIT + 2]


@kernel
def describe_forces(s, cards, team, x):
    """Write what a team's units are like into the first terms; points stay free."""
    for slot in range(cards.seats * FORCE):
        if record.is_in_play(s, slot) and cards.team[slot // FORCE] == team:
            x[1] += 0.25
            x[2] += s.health[slot] / cards.health[s.unit[slot], record.side_of(cards, slot)]
            x[3] += max(0.0, FRAIL - s.health[slot]) / FRAIL
            x[4] += s.weakened[slot]
            x[5] += 1.0 - lacking(s, cards, slot, 99)
    for seat in range(cards.seats):
        if cards.team[seat] == team:
            x[6] += record.size_of(s.hand[seat])


@kernel
def describe_area(s, cards, v, area, x):
    """Add what an area that nobody has secured is like for the team of the outlook."""
    left = cards.control_rounds + 1 - s.flag[area]
    ours, ahead = v.ours[area], v.ours[area] - v.theirs[area]
    if ours and ahead > 0:
        if not s.triggered[area]:
            x[FORCES + (3 if v.on_trigger[area] == 1 else 4)] += 1.0
        else:
            x[FORCES + min(left, 3) - 1] += 1.0
        x[FORCES + 5] += min(2, ahead - 1) / left
    elif ours:
        x[FORCES + (6 if ahead == 0 else 7)] += 1.0 / (left - ahead)
    for slot in range(cards.seats * FORCE):
        if record.is_on_map(s, slot) and cards.team[slot // FORCE] == v.team:
            if s.triggered[area]:
                way = np.int64(cards.area_walk[s.realm, area, s.at[slot]])
            else:
                way = np.int64(cards.walk[s.realm, cards.trigger[s.realm, area], s.at[slot]])
            x[7] += nearness_to(s, cards, slot, way) / left


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
            x[WAIT + 4] += power(s.captures[other] / cards.end_captures, 2)
    x[WAIT + 5] = late * points
    for slot in range(cards.seats * FORCE):
        if record.is_on_map(s, slot) and cards.team[slot // FORCE] == cards.team[seat]:
            if s.bearer == slot:
                x[WAIT + 6] = 1.0
            elif s.artifact != NONE:
                way = np.int64(cards.walk[s.realm, s.artifact, s.at[slot]])
                x[WAIT + 7] = max(x[WAIT + 7], nearness_to(s, cards, slot, way))
    x[WAIT + 8] = late * x[2]


@kernel
def threat_by(s, cards, v):
    """Shares of enemies' health that the units of the outlook's team could take in a turn."""
    found = 0.0
    for target in range(cards.seats * FORCE):
        if record.is_on_map(s, target) and cards.team[target // FORCE] != v.team:
            blow = 0.0
            for slot in range(cards.seats * FORCE):
                if record.is_on_map(s, slot) and cards.team[slot // FORCE] == v.team:
                    blow += blow_at(s, cards, v, slot, s.at[target])
            found += min(1.0, blow / max(1, s.health[target]))
    return found


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
    """Write how far an adventure has come into `x` (float64[TERMS])."""
    for i in range(TERMS):
        x[i] = 0.0
    look_out(s, cards, w, v, seat)
    weigh_dungeons(s, cards, w, v)
    describe_forces(s, cards, v.team, x)
    taken = record.size_of(s.crystals)
    x[0] = 1.0
    x[7] = taken / DUNGEONS
    i = FORCES
    x[i + min(taken, 5)] = 1.0
    i += 6
    work, nearest = 0.0, 9.0
    for box in range(DUNGEONS):
        if v.value[box] > 0.0:
            need = 9.0
            for slot in range(cards.seats * FORCE):
                need = min(need, v.need[slot, box])
            work += need
            nearest = min(nearest, need)
            x[i] += 1.0 / (1.0 + need)
            x[i + 1] += is_shut(s, cards, v, box)
    x[i + 2] = work / 10.0
    x[i + 3] = nearest
    time = s.time / cards.time_start
    x[i + 4] = time
    x[i + 5] = time * time
    x[i + 6] = work / (1.0 + s.time)
    x[i + 7] = 1.0 if s.time <= 1 else 0.0
    x[i + 8] = time * x[7]
    for slot in range(cards.seats * FORCE):
        if record.is_on_map(s, slot) and cards.team[slot // FORCE] != v.team:
            x[i + 9] += (
                1.0 - s.health[slot] / cards.health[s.unit[slot], record.side_of(cards, slot)]
            )
        elif s.dungeon[slot] != NONE:
            x[i + 10] = 1.0
    x[i + 11] = ((s.active - seat) % cards.seats) / cards.seats
    x[i + 12] = taken == DUNGEONS - 1 and x[i + 10] > 0.0


@kernel
def is_shut(s, cards, v, box):
    """Whether an enemy stands on the box of a dungeon.  Rule T-DUNGEON-2."""
    for slot in range(cards.seats * FORCE):
        if record.is_on_map(s, slot) and cards.team[slot // FORCE] != v.team:
            if record.is_in(cards.closers[s.realm, s.at[slot]], box):
                return 1.0
    return 0.0
