"""How likely the players are to win, judged at the start of a round.

A logistic regression on what everybody sees, one set of coefficients for each number of
players, fitted on games of `balanced` by `python -m training.value defenders` and kept in
learned/value.csv.  The look-ahead player judges by it where it stops playing out.
"""

from simulate.compiler.kernels import kernel
from simulate.compiler.record_view import numbers_of
from simulate.core.functions import logistic
from simulate.games.defenders.cards.tables import CAPITAL, PLACES, SEATS
from simulate.games.defenders.state.record import END, is_ally
from strategies.defenders.learned.facts import FOES_APART, TERMS
from strategies.learned import Learned, beside, columns_of, load
from strategies.sums import clear, one_sum

PLAYERS = [str(1 + seat) for seat in range(SEATS)]
FITTED = Learned(beside(__file__, "value"), {"players": PLAYERS}, columns_of(TERMS))
COEFFICIENTS = load(FITTED)  # float64[SEATS, terms]


@kernel
def describe_position(s, cards, x):
    """Write the terms of the regression into `x` (a record TERMS)."""
    clear(numbers_of(x))
    x.always = 1.0
    describe_land(s, cards, x)
    describe_party(s, cards, x)
    describe_time(s, cards, x)
    capital, destroyed, horde, foe = x.capital, x.destroyed, x.horde, x.foe_health
    x.capital_horde = capital * horde
    x.destroyed_horde = destroyed * horde
    x.capital_destroyed = capital * destroyed
    x.capital_foe = capital * foe
    x.destroyed_foe = destroyed * foe
    x.health_foe = x.health * foe
    x.health_capital = x.health * capital


@kernel
def describe_land(s, cards, x):
    """Threat: Capital City, destroyed regions, and those one, two, three steps away."""
    capital = s.threat[CAPITAL] / cards.capital_limit
    x.capital = capital
    x.capital_squared = capital * capital
    x.capital_cubed = capital * capital * capital
    for region in range(CAPITAL + 1, PLACES):
        left = cards.region_limit - s.threat[region]
        if s.destroyed[region]:
            x.destroyed += 1 / 6
        elif left <= 1:
            x.one_left += 1 / 6
        elif left == 2:
            x.two_left += 1 / 6
        elif left == 3:
            x.three_left += 1 / 6
    x.destroyed_squared = x.destroyed * x.destroyed
    x.one_left_squared = x.one_left * x.one_left


@kernel
def describe_party(s, cards, x):
    """Health, places and artifacts of the heroes."""
    for seat in range(s.players):
        share = 1.0 / s.players
        x.health += share * s.health[seat] / s.full[seat]
        if s.health[seat] == 0:
            x.spent += share
        if s.place[seat] == CAPITAL:
            x.home += share
        if s.foe_in_play and s.distance[s.place[seat], s.foe_region] <= 1:
            x.near_foe += share
    for artifact in range(cards.artifacts):
        if s.artifact[artifact] >= 0:
            x.artifacts += 0.25


@kernel
def describe_time(s, cards, x):
    """Cards that attack each round, cards still to come, the foe."""
    attacks = 0.0
    for i in range(s.turn_cards):
        if not is_ally(s.turn_deck[i]):
            attacks += 1.0
    x.attacks = attacks / 12
    x.attacks_squared = x.attacks * x.attacks
    x.horde = s.horde_cards / 7
    x.horde_squared = x.horde * x.horde
    if s.foe_in_play:
        health = s.foe_health / cards.foe_health[s.foe]
        x.foe = 1.0
        x.near_foe_health = x.near_foe * health
        x.foe_health = health
        x.foe_health_squared = health * health
        x.foe_health_of[min(s.foe, FOES_APART - 1)] = health


@kernel
def chance_of_winning(s, cards, w, v, seat):
    """Share of games like this one that end in a win, 0 or 1 when the game is over."""
    if s.outcome == END.FOE_DEFEATED:
        return 1.0
    if s.outcome == END.CAPITAL_FELL or s.outcome == END.CUT_OFF:
        return 0.0
    describe_position(s, cards, v.terms)
    return logistic(one_sum(COEFFICIENTS[s.players - 1], numbers_of(v.terms)))
