"""How likely the players are to win, judged at the start of a round.

A logistic regression on what everybody sees, one set of coefficients for each number of
players, fitted on games of `balanced` by `python -m benchmarks.value` and kept in
value.toml.  The look-ahead player judges by it where it stops playing out.
"""

import tomllib
from pathlib import Path

import numpy as np

from simulate.compiler.kernels import kernel
from simulate.core.functions import logistic
from simulate.games.defenders.cards.tables import CAPITAL, FOES, PLACES, SEATS
from simulate.games.defenders.state.record import END, is_ally

TERMS = 36
FILE = Path(__file__).with_name("value.toml")


def coefficients() -> np.ndarray:
    """float64[SEATS, TERMS] from value.toml; zeros where nothing was fitted yet."""
    found = np.zeros((SEATS, TERMS))
    if FILE.exists():
        for players, row in enumerate(tomllib.loads(FILE.read_text())["players"]):
            found[players] = row["coefficients"]
    return found


COEFFICIENTS = coefficients()


@kernel
def describe_position(s, cards, x):
    """Write the terms of the regression into `x` (float64[TERMS]), each about 0..1."""
    for i in range(TERMS):
        x[i] = 0.0
    x[0] = 1.0
    describe_land(s, cards, x)
    describe_party(s, cards, x)
    describe_time(s, cards, x)
    capital, destroyed, horde, foe = x[1], x[4], x[20], x[22]
    x[29] = capital * horde
    x[30] = destroyed * horde
    x[31] = capital * destroyed
    x[32] = capital * foe
    x[33] = destroyed * foe
    x[34] = x[10] * foe
    x[35] = x[10] * capital


@kernel
def describe_land(s, cards, x):
    """Threat: Capital City, destroyed regions, and those one, two, three steps away."""
    capital = s.threat[CAPITAL] / cards.capital_limit
    x[1] = capital
    x[2] = capital * capital
    x[3] = capital * capital * capital
    for region in range(CAPITAL + 1, PLACES):
        left = cards.region_limit - s.threat[region]
        if s.destroyed[region]:
            x[4] += 1 / 6
        elif left <= 1:
            x[6] += 1 / 6
        elif left == 2:
            x[7] += 1 / 6
        elif left == 3:
            x[8] += 1 / 6
    x[5] = x[4] * x[4]
    x[9] = x[6] * x[6]


@kernel
def describe_party(s, cards, x):
    """Health, places and artifacts of the heroes."""
    for seat in range(s.players):
        share = 1.0 / s.players
        x[10] += share * s.health[seat] / s.full[seat]
        if s.health[seat] == 0:
            x[11] += share
        if s.place[seat] == CAPITAL:
            x[12] += share
        if s.foe_in_play and s.distance[s.place[seat], s.foe_region] <= 1:
            x[13] += share
    for artifact in range(cards.artifacts):
        if s.artifact[artifact] >= 0:
            x[14] += 0.25


@kernel
def describe_time(s, cards, x):
    """Cards that attack each round, cards still to come, the foe."""
    attacks = 0.0
    for i in range(s.turn_cards):
        if not is_ally(s.turn_deck[i]):
            attacks += 1.0
    x[18] = attacks / 12
    x[19] = x[18] * x[18]
    x[20] = s.horde_cards / 7
    x[21] = x[20] * x[20]
    if s.foe_in_play:
        health = s.foe_health / cards.foe_health[s.foe]
        x[15] = 1.0
        x[16] = x[13] * health
        x[22] = health
        x[17] = health * health
        x[23 + min(s.foe, FOES - 3)] = health


@kernel
def chance_of_winning(s, cards, x):
    """Share of games like this one that end in a win, 0 or 1 when the game is over."""
    if s.outcome == END.FOE_DEFEATED:
        return 1.0
    if s.outcome == END.CAPITAL_FELL or s.outcome == END.CUT_OFF:
        return 0.0
    describe_position(s, cards, x)
    total = 0.0
    for i in range(TERMS):
        total += COEFFICIENTS[s.players - 1, i] * x[i]
    return logistic(total)
