"""How likely each seat is to win, judged between two turns.

What everybody sees of a seat makes one number, and the seats share the win as the exponentials
of their numbers do (conditional logit).  Coefficients, one set for each number of players, are
fitted on games of `balanced` by `python -m benchmarks.share` and kept in value.toml.  The
look-ahead player judges by it where it stops playing out.
"""

import tomllib
from pathlib import Path

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import exp
from simulate.games.kingdoms.cards.codes import SEATS, TERRAIN
from simulate.games.kingdoms.end import rank_of, score_now, tied_with
from simulate.games.kingdoms.state.record import GOOD, GOODS, PHASE, terrain_of
from strategies.kingdoms.outlook import CHOICE, PLAIN, count_income, foresee_end

TERMS = 2 * PLAIN  # each stands a second time, as it counts when the game is late
FILE = Path(__file__).with_name("value.toml")


def coefficients() -> np.ndarray:
    """float64[SEATS, TERMS] from value.toml; zeros where nothing was fitted yet."""
    found = np.zeros((SEATS, TERMS))
    if FILE.exists():
        for row in tomllib.loads(FILE.read_text()).get("players", []):
            found[row["number"] - 1] = row["coefficients"]
    return found


COEFFICIENTS = coefficients()


@kernel
def describe_seat(s, cards, v, seat, x):
    """Write the terms of a seat into `x` (float64[TERMS]); the outlook holds the time left."""
    count_income(s, cards, v, seat)
    x[0] = score_now(s, cards, seat) / 10
    x[1] = s.magic[seat] / 5
    x[2] = s.tower[seat] / 6
    x[3] = s.in_play[seat] / 7
    x[4] = s.goods[seat, GOOD.MANA] / 9
    x[5] = s.goods[seat, GOOD.ORE] / 9
    x[6] = s.goods[seat, GOOD.FOOD] / 9
    x[7] = v.income[seat, GOOD.MANA] / 3
    x[8] = v.income[seat, GOOD.ORE] / 3
    x[9] = v.income[seat, GOOD.FOOD] / 3
    x[10] = v.income[seat, CHOICE] / 3
    regions = 0.0
    for kind in range(GOODS):
        regions += 1.0 if v.income[seat, kind] > 0.0 else 0.0
    x[11] = regions / 3
    x[12] = ((s.active - seat) % s.seats) / s.seats
    for i in range(PLAIN):
        x[PLAIN + i] = v.late * x[i]


# What single things add to a seat's number


@kernel
def fill_rates(cards, v):
    """Fill how fast the terms count at the time that the outlook foresees."""
    for i in range(PLAIN):
        plain = COEFFICIENTS[cards.players - 1, i]
        v.rate[i] = plain + v.late * COEFFICIENTS[cards.players - 1, PLAIN + i]


@inner_kernel
def goods_rate(v, kind, count):
    """What so many resources of a kind add."""
    return v.rate[4 + kind] * count / 9


@inner_kernel
def points_rate(v, points):
    """What points add."""
    return v.rate[0] * points / 10


@inner_kernel
def step_rate(v, kind):
    """What a step of a track adds besides its points: magic, tower or a meeple."""
    if kind == GOOD.MANA:
        return v.rate[1] / 5
    return v.rate[2] / 6 if kind == GOOD.ORE else v.rate[3] / 7


@kernel
def region_rate(s, cards, v, seat, place):
    """What a region adds: what it yields, and that it is the first of its kind, or its points."""
    terrain = terrain_of(s, cards, place)
    if terrain < GOODS:
        first = v.rate[11] / 3 if v.income[seat, terrain] == 0.0 else 0.0
        return v.rate[7 + terrain] / 3 + first
    if terrain == TERRAIN.RUINS:
        return v.rate[7 + CHOICE] / 3 - points_rate(v, cards.meeple_points)
    return points_rate(v, cards.capital_points) if terrain == TERRAIN.CAPITAL else 0.0


@kernel
def share_of_win(s, cards, seat):
    """Share of the win of a game that is over.  Rules K-SCORE-6, K-SCORE-8."""
    return 1.0 / tied_with(s, cards, seat) if rank_of(s, cards, seat) == 1 else 0.0


@kernel
def chance_of_winning(s, cards, w, v, seat, x):
    """Share of the win that a seat can expect; x: float64[TERMS], scratch."""
    if s.phase == PHASE.OVER:
        return share_of_win(s, cards, seat)
    foresee_end(s, cards, w, v)
    mine, total = 0.0, 0.0
    for other in range(s.seats):
        describe_seat(s, cards, v, other, x)
        number = 0.0
        for i in range(TERMS):
            number += COEFFICIENTS[cards.players - 1, i] * x[i]
        worth = exp(number)
        total += worth
        if other == seat:
            mine = worth
    return mine / total
