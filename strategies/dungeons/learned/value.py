"""How likely the heroes are to win, judged between two turns.

A logistic regression on what everybody sees, one set of coefficients for each number of heroes,
fitted on games of `balanced` by `python -m training.value dungeons` and kept in
learned/value.csv.  The look-ahead player judges by it where it stops playing out.
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.compiler.record_view import numbers_of
from simulate.core.functions import logistic
from simulate.games.dungeons.cards.vocabulary import NONE, SEATS
from simulate.games.dungeons.end import is_won
from simulate.games.dungeons.moves.questions import defense_of, is_unlocked, wards_of
from simulate.games.dungeons.state import record
from simulate.games.dungeons.state.kit import is_spell
from simulate.games.dungeons.state.record import END
from strategies.dungeons.items import best_power
from strategies.dungeons.learned.facts import TERMS
from strategies.dungeons.outlook import boss_health, steps_to, turns_away
from strategies.learned import Learned, beside, columns_of, load
from strategies.sums import clear, one_sum

AWAY = 6  # steps beyond which a place is far away
WEAK = 2  # Health at which a hero is soon unconscious
HEROES = [str(1 + seat) for seat in range(SEATS)]
FITTED = Learned(beside(__file__, "value"), {"heroes": HEROES}, columns_of(TERMS))
COEFFICIENTS = load(FITTED)  # float64[SEATS, terms]


@kernel
def describe_position(s, cards, x):
    """Write the terms of the regression into `x` (a record TERMS)."""
    clear(numbers_of(x))
    x.always = 1.0
    if s.act == 1 and is_unlocked(s):
        describe_party(s, cards, x.door_party)
        describe_door(s, cards, x.door_party, x.door)
    elif s.act == 1:
        describe_party(s, cards, x.quest_party)
        describe_dungeon(s, cards, x.quest_party, x.quest)
    else:
        describe_party(s, cards, x.battle_party)
        describe_battle(s, cards, x.battle_party, x.battle)
        x.markers_of[s.boss] = x.battle.markers


@kernel
def describe_party(s, cards, x):
    """Health, Focus and cards of the heroes."""
    share, lowest = 1.0 / s.players, 1.0
    for seat in range(s.players):
        hero = s.hero[seat]
        health = s.health[seat] / cards.hero_health[hero]
        focus = s.focus[seat] / cards.hero_focus[hero]
        lowest = min(lowest, health)
        x.health += share * health
        x.health_squared += share * health * health
        x.focus += share * focus
        x.focus_squared += share * focus * focus
        x.down += share * (0 if record.is_conscious(s, seat) else 1)
        x.weak += share * (s.health[seat] <= WEAK)
        for slot in range(record.KIT):
            item = s.kit[seat, slot]
            if item != NONE:
                if is_spell(item):
                    x.spells += share / 4
                else:
                    x.things += share / 4
        x.power += share * best_power(s, cards, seat, NONE) / 4
        for kind in range(s.defense.shape[1]):
            x.defense += share * defense_of(s, cards, seat, kind) / 12
    x.lowest = lowest
    x.things_squared = x.things * x.things


@inner_kernel
def nearness(s, one, other):
    """1 in the same place, 0 far away."""
    return 1.0 - min(AWAY, steps_to(s, one, other)) / AWAY


@kernel
def describe_dungeon(s, cards, party, x):
    """Act 1: the torch, minions, goblins, what is explored, and how near the heroes are."""
    torch, share = s.torch / cards.torch_start[0], 1.0 / s.players
    x.torch = torch
    x.torch_squared = torch * torch
    x.killed = share * s.minions_killed
    x.minions = share * s.minions
    for minion in range(record.FIRST_MINION, record.BOSS):
        if s.enemy_place[minion] != NONE:
            x.minions_hurt += share * (1.0 - s.enemy_health[minion] / 8)
    x.door = 1.0 if s.door != NONE else 0.0
    x.rooms = s.rooms / 24
    x.goblins = s.goblins / 4
    x.goblins_squared = x.goblins * x.goblins
    x.killed_torch = x.killed * torch
    x.killed_door = x.killed * x.door
    x.ways = ways_on(s) / 8
    for seat in range(s.players):
        near = 0.0
        for enemy in range(record.BOSS):
            if s.enemy_place[enemy] != NONE:
                close = nearness(s, s.place[seat], s.enemy_place[enemy])
                if enemy < record.FIRST_MINION:
                    x.goblins_near += share * close / 4
                else:
                    near = max(near, close)
        x.minion_near += share * near
    x.power_torch = party.power * torch


@kernel
def describe_door(s, cards, party, x):
    """Act 1 with the Lair Door unlocked: time and strength that are left, who is at the door."""
    torch, share = s.torch / cards.torch_start[0], 1.0 / s.players
    x.always = 1.0
    x.torch = torch
    x.torch_squared = torch * torch
    x.hurry = 1.0 / (1.0 + s.torch)
    x.goblins = s.goblins / 4
    x.goblins_squared = x.goblins * x.goblins
    x.ways = ways_on(s) / 8
    nearest = 0.0
    for seat in range(s.players):
        near = nearness(s, s.place[seat], s.door)
        nearest = max(nearest, near * record.is_conscious(s, seat))
        x.near += share * near
        x.away += share * turns_away(s, cards, seat) / 3
        for enemy in range(record.FIRST_MINION):
            if s.enemy_place[enemy] != NONE:
                x.goblins_near += share * nearness(s, s.place[seat], s.enemy_place[enemy]) / 4
    x.hurry_away = x.hurry * x.away
    x.hurry_far = x.hurry * (1.0 - nearest)
    x.focus_power = party.focus * party.power


@kernel
def ways_on(s):
    """Cards face down behind a corridor."""
    count = 0
    for k in range(s.rooms):
        place = s.revealed[k]
        for side in range(record.SIDES):
            if record.is_in(s.open[place], side):
                neighbour = record.NEIGHBOUR[place, side]
                count += neighbour != NONE and s.hidden[neighbour] != NONE
    return count


@kernel
def describe_battle(s, cards, party, x):
    """Act 2: the torch, the boss and its wards, goblins, and how near the heroes are."""
    torch, total, share = s.torch / cards.torch_start[1], 0.0, 1.0 / s.players
    for k in range(record.MARKERS):
        total += s.marker[k] / (cards.boss_health * s.players)
    x.always = 1.0
    x.torch = torch
    x.torch_squared = torch * torch
    x.markers = total
    x.wards = (wards_of(s, cards) - s.dispelled) / 3
    x.open = boss_health(s, cards) / (cards.boss_health * s.players)
    x.goblins = s.goblins / 4
    x.goblins_squared = x.goblins * x.goblins
    x.markers_torch = total * torch
    x.at_home = 1.0 if s.enemy_place[record.BOSS] == record.LAIR else 0.0
    for seat in range(s.players):
        x.near += share * nearness(s, s.place[seat], s.enemy_place[record.BOSS])
        x.in_lair += share * (s.place[seat] == record.LAIR)
    x.wards_torch = x.wards * torch
    x.markers_power = total * party.power
    x.markers_squared = total * total


@kernel
def chance_of_winning(s, cards, w, v, seat):
    """Share of games like this one that end in a win, 0 or 1 when the game is over."""
    if s.outcome != END.NOT_OVER:
        return 1.0 if is_won(s) else 0.0
    describe_position(s, cards, v.terms)
    return logistic(one_sum(COEFFICIENTS[s.players - 1], numbers_of(v.terms)))
