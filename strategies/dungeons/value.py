"""How likely the heroes are to win, judged between two turns.

A logistic regression on what everybody sees, one set of coefficients for each number of heroes,
fitted on games of `balanced` and kept in value.toml.  The look-ahead player judges by it where
it stops playing out.
"""

import tomllib
from pathlib import Path

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import logistic
from simulate.games.dungeons.cards.codes import BOSSES
from simulate.games.dungeons.cards.vocabulary import NONE, SEATS
from simulate.games.dungeons.end import is_won
from simulate.games.dungeons.moves.questions import defense_of, is_unlocked, wards_of
from simulate.games.dungeons.state import record
from simulate.games.dungeons.state.kit import is_spell
from simulate.games.dungeons.state.record import END
from strategies.dungeons.items import best_power
from strategies.dungeons.outlook import boss_health, steps_to, turns_away

PARTY = 12  # terms about the heroes, once for each act
POWER = 8  # of them: the damage of their best weapons or spells
QUEST = 1  # first of the terms about Act 1: the heroes', then the dungeon's
DUNGEON = QUEST + PARTY
WAITING = DUNGEON + 15  # first of those about Act 1 with the door unlocked: the same again
DOOR = WAITING + PARTY
BATTLE = DOOR + 13  # first of those about Act 2: the heroes', then the boss's
BOSS_TERMS = BATTLE + PARTY
BY_BOSS = BOSS_TERMS + 15  # first of those that stand for one boss each
TERMS = BY_BOSS + BOSSES
AWAY = 6  # steps beyond which a place is far away
WEAK = 2  # Health at which a hero is soon unconscious
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
    if s.act == 1 and is_unlocked(s):
        describe_party(s, cards, x, WAITING)
        describe_door(s, cards, x, DOOR)
    elif s.act == 1:
        describe_party(s, cards, x, QUEST)
        describe_dungeon(s, cards, x, DUNGEON)
    else:
        describe_party(s, cards, x, BATTLE)
        describe_battle(s, cards, x, BOSS_TERMS)


@kernel
def describe_party(s, cards, x, at):
    """Health, Focus and cards of the heroes, from term `at`."""
    share, lowest = 1.0 / s.players, 1.0
    for seat in range(s.players):
        hero = s.hero[seat]
        health = s.health[seat] / cards.hero_health[hero]
        focus = s.focus[seat] / cards.hero_focus[hero]
        lowest = min(lowest, health)
        x[at] += share * health
        x[at + 1] += share * health * health
        x[at + 2] += share * focus
        x[at + 3] += share * focus * focus
        x[at + 4] += share * (0 if record.is_conscious(s, seat) else 1)
        x[at + 5] += share * (s.health[seat] <= WEAK)
        for slot in range(record.KIT):
            item = s.kit[seat, slot]
            if item != NONE:
                x[at + 7 if is_spell(item) else at + 6] += share / 4
        x[at + POWER] += share * best_power(s, cards, seat, NONE) / 4
        for kind in range(s.defense.shape[1]):
            x[at + 9] += share * defense_of(s, cards, seat, kind) / 12
    x[at + 10] = lowest
    x[at + 11] = x[at + 6] * x[at + 6]


@inner_kernel
def nearness(s, one, other):
    """1 in the same place, 0 far away."""
    return 1.0 - min(AWAY, steps_to(s, one, other)) / AWAY


@kernel
def describe_dungeon(s, cards, x, at):
    """Act 1: the torch, minions, goblins, what is explored, and how near the heroes are."""
    torch, share = s.torch / cards.torch_start[0], 1.0 / s.players
    x[at] = torch
    x[at + 1] = torch * torch
    x[at + 2] = share * s.minions_killed
    x[at + 3] = share * s.minions
    for minion in range(record.FIRST_MINION, record.BOSS):
        if s.enemy_place[minion] != NONE:
            x[at + 4] += share * (1.0 - s.enemy_health[minion] / 8)
    x[at + 5] = 1.0 if s.door != NONE else 0.0
    x[at + 6] = s.rooms / 24
    x[at + 7] = s.goblins / 4
    x[at + 8] = x[at + 7] * x[at + 7]
    x[at + 9] = x[at + 2] * torch
    x[at + 10] = x[at + 2] * x[at + 5]
    x[at + 11] = ways_on(s) / 8
    for seat in range(s.players):
        near = 0.0
        for enemy in range(record.BOSS):
            if s.enemy_place[enemy] != NONE:
                close = nearness(s, s.place[seat], s.enemy_place[enemy])
                if enemy < record.FIRST_MINION:
                    x[at + 12] += share * close / 4
                else:
                    near = max(near, close)
        x[at + 13] += share * near
    x[at + 14] = x[QUEST + POWER] * torch


@kernel
def describe_door(s, cards, x, at):
    """Act 1 with the Lair Door unlocked: time and strength that are left, who is at the door."""
    torch, share = s.torch / cards.torch_start[0], 1.0 / s.players
    x[at] = 1.0
    x[at + 1] = torch
    x[at + 2] = torch * torch
    x[at + 3] = 1.0 / (1.0 + s.torch)
    x[at + 4] = s.goblins / 4
    x[at + 5] = x[at + 4] * x[at + 4]
    x[at + 6] = ways_on(s) / 8
    nearest = 0.0
    for seat in range(s.players):
        near = nearness(s, s.place[seat], s.door)
        nearest = max(nearest, near * record.is_conscious(s, seat))
        x[at + 7] += share * near
        x[at + 8] += share * turns_away(s, cards, seat) / 3
        for enemy in range(record.FIRST_MINION):
            if s.enemy_place[enemy] != NONE:
                x[at + 9] += share * nearness(s, s.place[seat], s.enemy_place[enemy]) / 4
    x[at + 10] = x[at + 3] * x[at + 8]
    x[at + 11] = x[at + 3] * (1.0 - nearest)
    x[at + 12] = x[WAITING + 2] * x[WAITING + POWER]


@kernel
def ways_on(s):
    """Cards face down behind a corridor."""
    count = 0
    for k in range(s.rooms):
        place = s.revealed[k]
        for side in range(record.SIDES):
            if record.is_in(s.open[place], side):
                there = record.NEIGHBOUR[place, side]
                count += there != NONE and s.hidden[there] != NONE
    return count


@kernel
def describe_battle(s, cards, x, at):
    """Act 2: the torch, the boss and its wards, goblins, and how near the heroes are."""
    torch, total, share = s.torch / cards.torch_start[1], 0.0, 1.0 / s.players
    for k in range(record.MARKERS):
        total += s.marker[k] / (cards.boss_health * s.players)
    x[at] = 1.0
    x[at + 1] = torch
    x[at + 2] = torch * torch
    x[at + 3] = total
    x[at + 4] = (wards_of(s, cards) - s.dispelled) / 3
    x[at + 5] = boss_health(s, cards) / (cards.boss_health * s.players)
    x[at + 6] = s.goblins / 4
    x[at + 7] = x[at + 6] * x[at + 6]
    x[at + 8] = total * torch
    x[at + 9] = 1.0 if s.enemy_place[record.BOSS] == record.LAIR else 0.0
    for seat in range(s.players):
        x[at + 10] += share * nearness(s, s.place[seat], s.enemy_place[record.BOSS])
        x[at + 11] += share * (s.place[seat] == record.LAIR)
    x[at + 12] = x[at + 4] * torch
    x[at + 13] = total * x[BATTLE + POWER]
    x[at + 14] = total * total
    x[BY_BOSS + s.boss] = total


@kernel
def chance_of_winning(s, cards, x):
    """Share of games like this one that end in a win, 0 or 1 when the game is over."""
    if s.outcome != END.NOT_OVER:
        return 1.0 if is_won(s) else 0.0
    describe_position(s, cards, x)
    total = 0.0
    for i in range(TERMS):
        total += COEFFICIENTS[s.players - 1, i] * x[i]
    return logistic(total)
