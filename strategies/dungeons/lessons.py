"""What play taught: how much better or worse a kind of move is than its worth says.

Whether to strike, to lure the boss, to explore, to rest or to wait for the others hangs on what
they can do in their turns, which no worth of a single goal knows.  So each kind of move, before and
after the Heroic Action, has a line of numbers for each stage of a game, one for each fact of the
position, of the place that the move leads to and of what else it is worth.  Those of Act 2 were
fitted first on what moves of three heroes led to when they were played on (`python -m
benchmarks.dungeons_lessons`), then all of them on games won (`python -m benchmarks.practice
dungeons`).  They are kept in lessons.toml; any number of heroes heeds the same.  All facts are
public.
"""

import tomllib
from pathlib import Path

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.code_table import CodeTable
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.moves.places import enemies_at
from simulate.games.dungeons.moves.questions import wards_of
from simulate.games.dungeons.state import record
from strategies.dungeons import outlook
from strategies.dungeons.items import best_power
from strategies.dungeons.names import (
    FACTS,
    FACTS_OF_PLACE,
    FACTS_OF_TABLE,
    MOVE_FEATURES,
    SEEN,
    STAGES,
)

FAR = 6  # steps that count as far away
WEAK = 2  # Health at which a hero is soon unconscious
MANY = 5  # cards on a mat
PLACE, MOVED = FACTS_OF_TABLE, FACTS_OF_TABLE + FACTS_OF_PLACE  # where these facts begin
# Moves of a turn by what they have in common.
ACT = CodeTable(
    "end",
    "step",
    "explore",
    "mat",
    "rest",
    "search",
    "cast",
    "attack",
    "use",
    "portal",
    "taunt",
)
ACTS = len(ACT)
CODES = 2 * ACTS  # before and after the Heroic Action
COLUMNS = np.array([list(MOVE_FEATURES).index(name) for name in SEEN])
FILE = Path(__file__).with_name("lessons.toml")


def lessons() -> np.ndarray:
    """float64[STAGES, CODES, FACTS] from lessons.toml; zeros where nothing was fitted."""
    found = np.zeros((len(STAGES), CODES, FACTS))
    if FILE.exists():
        for row in tomllib.loads(FILE.read_text()).get("lesson", []):
            code = ACT[row["act"]] + ACTS * row["acted"]
            found[STAGES.index(row["stage"]), code] = row["numbers"]
    return found


LESSONS = lessons()


@inner_kernel
def act_of(kind):
    """What a kind of move counts as, -1 for one that has no lesson."""
    if kind == KIND.END_TURN or kind == KIND.STOP:
        return ACT.END
    if kind == KIND.MOVE or kind == KIND.TELEPORT:
        return ACT.STEP
    if kind == KIND.EXPLORE:
        return ACT.EXPLORE
    if kind == KIND.ENTER_MAT or kind == KIND.SPACE or kind == KIND.LEAVE_MAT:
        return ACT.MAT
    if kind == KIND.REST:
        return ACT.REST
    if kind == KIND.SEARCH or kind == KIND.DISARM or kind == KIND.TRY_ROOM:
        return ACT.SEARCH
    if kind == KIND.CAST:
        return ACT.CAST
    if kind == KIND.MELEE or kind == KIND.MISSILE:
        return ACT.ATTACK
    if kind == KIND.USE:
        return ACT.USE
    if kind == KIND.PORTAL:
        return ACT.PORTAL
    return ACT.TAUNT if kind == KIND.TAUNT else -1


@inner_kernel
def code_of(kind, acted):
    """Where the lesson of a move stands, -1 where there is none."""
    act = act_of(kind)
    return act + (ACTS if acted else 0) if act >= 0 else -1


@inner_kernel
def place_after(s, m):
    """Where the hero is after a move, as far as that is known."""
    if m.kind == KIND.ENTER_MAT or m.kind == KIND.SPACE:
        return record.LAIR
    if m.kind == KIND.LEAVE_MAT:
        return s.door
    return m.place if m.kind == KIND.MOVE or m.kind == KIND.TELEPORT else s.place[m.actor]


@inner_kernel
def nearness(s, one, other):
    """1 in the same place, 0 far away."""
    return 1.0 - min(FAR, outlook.steps_to(s, one, other)) / FAR


@kernel
def note_table(s, cards, v, seat, threat, x):
    """What the hero that is asked sees of the position; threat: worth of what enemies would do."""
    hero = s.hero[seat]
    x[0] = 1.0
    x[1] = s.torch / cards.torch_start[s.act - 1]
    x[2] = min(6, outlook.turns_left(s, cards)) / 6
    x[3] = s.health[seat] / cards.hero_health[hero]
    x[4] = 1.0 if s.health[seat] <= WEAK else 0.0
    x[5] = s.focus[seat] / cards.hero_focus[hero]
    x[6] = min(4, outlook.speed_left(s, cards, seat)) / 4
    x[7] = 1.0 if s.moves <= 1 else 0.0
    x[8] = s.goblins / 4
    x[9] = 1.0 if v.alarm else 0.0
    x[10] = threat / 5
    note_others(s, cards, seat, x, 11)
    x[15] = s.rooms / 24
    if s.act == 1:
        note_quest(s, cards, seat, x, 16)
    else:
        note_boss(s, cards, v, seat, x, 16)


@kernel
def note_others(s, cards, seat, x, at):
    """How near, how awake and how strong the other heroes are."""
    share, lowest = 1.0 / max(1, s.players - 1), 1.0
    for i in range(at, at + 3):
        x[i] = 0.0
    for other in range(s.players):
        if other != seat:
            hero = s.hero[other]
            lowest = min(lowest, s.health[other] / cards.hero_health[hero])
            x[at] += share * nearness(s, s.place[seat], s.place[other])
            x[at + 1] += share * (0.0 if record.is_conscious(s, other) else 1.0)
            x[at + 2] += share * s.focus[other] / cards.hero_focus[hero]
    x[at + 3] = lowest


@kernel
def note_quest(s, cards, seat, x, at):
    """Act 1: the door, the minions, and how strong the hero has become."""
    x[at] = 1.0 if s.door != NONE else 0.0
    x[at + 1] = s.minions / s.players
    x[at + 2] = s.minions_killed / s.players
    x[at + 3] = nearness(s, s.place[seat], s.door) if s.door != NONE else 0.0
    x[at + 4] = best_power(s, cards, seat, NONE) / 4
    x[at + 5] = 0.0
    for slot in range(record.KIT):
        if s.kit[seat, slot] != NONE:
            x[at + 5] += 1.0 / MANY
    x[at + 6] = nearest(s, s.place[seat], record.FIRST_MINION, record.BOSS)


@kernel
def note_boss(s, cards, v, seat, x, at):
    """How near the boss is to the hero and to the others, and how much of it is left."""
    boss, share = s.enemy_place[record.BOSS], 1.0 / max(1, s.players - 1)
    whole = cards.boss_health * s.players
    x[at] = nearness(s, s.place[seat], boss)
    x[at + 1] = v.boss_health / whole
    x[at + 2] = (wards_of(s, cards) - s.dispelled) / 3
    x[at + 3] = 1.0 if s.place[seat] == record.LAIR else 0.0
    x[at + 4] = 1.0 if boss == record.LAIR else 0.0
    x[at + 5] = 0.0
    for other in range(s.players):
        if other != seat:
            x[at + 5] += share * nearness(s, boss, s.place[other])
    x[at + 6] = 0.0
    for k in range(record.MARKERS):
        x[at + 6] += s.marker[k] / whole


@inner_kernel
def nearest(s, place, first, end):
    """How near the nearest of some enemies is, 0 if none of them is in play."""
    near = 0.0
    for enemy in range(first, end):
        if s.enemy_place[enemy] != NONE:
            near = max(near, nearness(s, place, s.enemy_place[enemy]))
    return near


@kernel
def note_place(s, seat, place, threat, x):
    """What is seen of a place where the hero would be; threat: worth of what enemies do there."""
    share, at = 1.0 / max(1, s.players - 1), PLACE
    for i in range(at, at + FACTS_OF_PLACE):
        x[i] = 0.0
    x[at + 1] = nearest(s, place, 0, record.FIRST_MINION)
    if s.act == 1:
        note_way(s, place, x, at)
    else:
        note_lair(s, place, x, at)
    for other in range(s.players):
        if other != seat:
            near = nearness(s, place, s.place[other])
            x[at + 5] += share * near
            x[at + 6] = max(x[at + 6], near)
    x[at + 7] = threat / 5
    if place != record.LAIR:
        x[at + 8] = min(3, enemies_at(s, place)) / 3
        for side in range(record.SIDES):
            there = record.NEIGHBOUR[place, side]
            if record.is_in(s.open[place], side) and there != NONE and s.hidden[there] != NONE:
                x[at + 9] += 1.0 / record.SIDES


@kernel
def note_way(s, place, x, at):
    """Act 1: the door and the minions, seen from a place."""
    x[at] = 1.0 if place == s.door else 0.0
    x[at + 2] = nearest(s, place, record.FIRST_MINION, record.BOSS)
    for minion in range(record.FIRST_MINION, record.BOSS):
        if s.enemy_place[minion] == place:
            x[at + 3] = 1.0
    x[at + 4] = nearness(s, place, s.door) if s.door != NONE else 0.0


@kernel
def note_lair(s, place, x, at):
    """Act 2: the boss and the altars, seen from a place."""
    boss = s.enemy_place[record.BOSS]
    x[at] = 1.0 if place == record.LAIR else 0.0
    x[at + 2] = nearness(s, place, boss)
    x[at + 3] = 1.0 if place == boss else 0.0
    for k in range(s.rooms):
        if s.altar[s.revealed[k]]:
            x[at + 4] = max(x[at + 4], nearness(s, place, s.revealed[k]))


@kernel
def note_move(numbers, i, x):
    """What else a move is worth."""
    for k in range(len(COLUMNS)):
        x[MOVED + k] = numbers[i, COLUMNS[k]]


@kernel
def lesson_of(stage, code, x):
    """What the facts say of a move."""
    a, b = 0.0, 0.0
    for i in range(0, FACTS, 2):
        a += LESSONS[stage, code, i] * x[i]
        b += LESSONS[stage, code, i + 1] * x[i + 1]
    return a + b
