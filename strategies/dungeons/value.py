"""How likely the heroes are to win, judged between two turns.

A logistic regression on what everybody sees, one set of coefficients for each number of heroes,
fitted on games of `balanced` and kept in value.toml.  The look-ahead player judges by it where
it stops playing out.
"""

import math
import tomllib
from pathlib import Path

import numpy as np

from simulate.core.compiler import kernel
from simulate.games.dungeons.cards.codes import BOSSES
from simulate.games.dungeons.cards.vocabulary import NONE, SEATS
from simulate.games.dungeons.end import is_won
from simulate.games.dungeons.state.record import (
    BOSS,
    FIRST_MINION,
    KIT,
    LAIR,
    MARKERS,
    NOT_OVER,
    is_conscious,
)
from strategies.dungeons.outlook import boss_health, wards_of

BY_BOSS = 27  # first of the terms that stand for one boss each
TERMS = BY_BOSS + BOSSES
FILE = Path(__file__).with_name("value.toml")


def coefficients() -> np.ndarray:
    """float64[SEATS, TERMS] from value.toml; zeros where nothing was fitted yet."""
    found = np.zeros((SEATS, TERMS))
    if FILE.exists():
        for row in tomllib.loads(FILE.read_text()).get("heroes", []):
            found[row["number"] - 1] = row["coefficients"]
    return found


COEFFICIENTS = coefficients()


@kernel
def describe_position(s, cards, x):
    """Write the terms of the regression into `x` (float64[TERMS]), each about 0..1."""
    for i in range(TERMS):
        x[i] = 0.0
    x[0] = 1.0
    describe_party(s, cards, x)
    if s.act == 1:
        describe_dungeon(s, cards, x)
    else:
        describe_battle(s, cards, x)


@kernel
def describe_party(s, cards, x):
    """Health, Focus and cards of the heroes."""
    share = 1.0 / s.players
    for seat in range(s.players):
        hero = s.hero[seat]
        x[1] += share * s.health[seat] / cards.hero_health[hero]
        x[2] += share * s.focus[seat] / cards.hero_focus[hero]
        x[3] += share * (0 if is_conscious(s, seat) else 1)
        for slot in range(KIT):
            x[4] += share * (s.kit[seat, slot] != NONE) / 4
    x[5] = x[4] * x[4]


@kernel
def describe_dungeon(s, cards, x):
    """Act 1: the torch, minions, goblins, what is explored."""
    torch, share = s.torch / cards.torch_start[0], 1.0 / s.players
    x[6] = torch
    x[7] = torch * torch
    x[8] = share * s.minions_killed
    x[9] = share * s.minions
    for minion in range(FIRST_MINION, BOSS):
        if s.enemy_place[minion] != NONE:
            x[10] += share * (1.0 - s.enemy_health[minion] / 8)
    x[11] = 1.0 if s.door != NONE else 0.0
    x[12] = s.rooms / 24
    x[13] = s.goblins / 4
    x[14] = x[13] * x[13]
    x[15] = x[8] * torch
    x[16] = x[8] * x[11]


@kernel
def describe_battle(s, cards, x):
    """Act 2: the torch, the boss and its wards, goblins."""
    torch, total = s.torch / cards.torch_start[1], 0.0
    for k in range(MARKERS):
        total += s.marker[k] / (cards.boss_health * s.players)
    x[17] = 1.0
    x[18] = torch
    x[19] = torch * torch
    x[20] = total
    x[21] = (wards_of(s, cards) - s.dispelled) / 3
    x[22] = boss_health(s, cards) / (cards.boss_health * s.players)
    x[23] = s.goblins / 4
    x[24] = x[23] * x[23]
    x[25] = total * torch
    x[26] = 1.0 if s.enemy_place[BOSS] == LAIR else 0.0
    x[BY_BOSS + s.boss] = total


@kernel
def chance_of_winning(s, cards, x):
    """Share of games like this one that end in a win, 0 or 1 when the game is over."""
    if s.outcome != NOT_OVER:
        return 1.0 if is_won(s) else 0.0
    describe_position(s, cards, x)
    total = 0.0
    for i in range(TERMS):
        total += COEFFICIENTS[s.players - 1, i] * x[i]
    return 1.0 / (1.0 + math.exp(-total))
