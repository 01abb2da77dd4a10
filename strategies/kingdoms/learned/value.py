"""How likely each seat is to win, judged between two turns.

What everybody sees of a seat makes one number, and the seats share the win as the exponentials
of their numbers do (conditional logit).  Coefficients, one set for each number of players, are
fitted on games of `balanced` by `python -m training.value kingdoms` and kept in
learned/value.csv.  The look-ahead player judges by it where it stops playing out.
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.compiler.record_view import numbers_of
from simulate.core.functions import exp
from simulate.games.kingdoms.cards.codes import SEATS, TERRAIN
from simulate.games.kingdoms.end import rank_of, score_now, tied_with
from simulate.games.kingdoms.state.record import GOOD, GOODS, PHASE, terrain_of
from strategies.kingdoms.learned.facts import TERM_COLUMNS
from strategies.kingdoms.outlook import CHOICE, count_income, foresee_end
from strategies.learned import Learned, beside, load
from strategies.sums import one_sum

PLAYERS = [str(1 + seat) for seat in range(SEATS)]
FITTED = Learned(beside(__file__, "value"), {"players": PLAYERS}, TERM_COLUMNS)
COEFFICIENTS = load(FITTED)  # float64[SEATS, terms]
PLAIN = len(TERM_COLUMNS) // 2  # each term stands a second time


@kernel
def describe_seat(s, cards, v, seat, x):
    """Write the terms of a seat into `x` (a record TERMS); the outlook holds the time left."""
    count_income(s, cards, v, seat)
    now = x.now
    now.score = score_now(s, cards, seat) / 10
    now.magic = s.magic[seat] / 5
    now.tower = s.tower[seat] / 6
    now.meeples = s.in_play[seat] / 7
    kinds = 0.0
    for kind in range(GOODS):
        now.goods[kind] = s.goods[seat, kind] / 9
        now.income[kind] = v.income[seat, kind] / 3
        kinds += 1.0 if v.income[seat, kind] > 0.0 else 0.0
    now.income[CHOICE] = v.income[seat, CHOICE] / 3
    now.kinds = kinds / 3
    now.wait = ((s.active - seat) % s.seats) / s.seats
    plain, late = numbers_of(x.now), numbers_of(x.late)
    for i in range(PLAIN):
        late[i] = v.late * plain[i]


# What single things add to a seat's number


@kernel
def fill_rates(cards, v):
    """Fill how fast the terms count at the time that the outlook foresees."""
    rate = numbers_of(v.rate)
    for i in range(PLAIN):
        plain = COEFFICIENTS[cards.players - 1, i]
        rate[i] = plain + v.late * COEFFICIENTS[cards.players - 1, PLAIN + i]


@inner_kernel
def goods_rate(v, kind, count):
    """What so many resources of a kind add."""
    return v.rate.goods[kind] * count / 9


@inner_kernel
def points_rate(v, points):
    """What points add."""
    return v.rate.score * points / 10


@inner_kernel
def step_rate(v, kind):
    """What a step of a track adds besides its points: magic, tower or a meeple."""
    if kind == GOOD.MANA:
        return v.rate.magic / 5
    return v.rate.tower / 6 if kind == GOOD.ORE else v.rate.meeples / 7


@kernel
def region_rate(s, cards, v, seat, place):
    """What a region adds: what it yields, and that it is the first of its kind, or its points."""
    terrain = terrain_of(s, cards, place)
    if terrain < GOODS:
        first = v.rate.kinds / 3 if v.income[seat, terrain] == 0.0 else 0.0
        return v.rate.income[terrain] / 3 + first
    if terrain == TERRAIN.RUINS:
        return v.rate.income[CHOICE] / 3 - points_rate(v, cards.meeple_points)
    return points_rate(v, cards.capital_points) if terrain == TERRAIN.CAPITAL else 0.0


@kernel
def share_of_win(s, cards, seat):
    """Share of the win of a game that is over.  Rules K-SCORE-6, K-SCORE-8."""
    return 1.0 / tied_with(s, cards, seat) if rank_of(s, cards, seat) == 1 else 0.0


@kernel
def chance_of_winning(s, cards, w, v, seat):
    """Share of the win that a seat can expect."""
    if s.phase == PHASE.OVER:
        return share_of_win(s, cards, seat)
    foresee_end(s, cards, w, v)
    own, total = 0.0, 0.0
    for other in range(s.seats):
        describe_seat(s, cards, v, other, v.terms)
        worth = exp(one_sum(COEFFICIENTS[cards.players - 1], numbers_of(v.terms)))
        total += worth
        if other == seat:
            own = worth
    return own / total
