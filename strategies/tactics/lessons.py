"""What play taught: how much better or worse a kind of action is than its worth says.

What an action is worth depends on the actions after it and on the answer, which no sum of features
sees.  So each kind of action, the first of a turn and the later ones, has a line of numbers, one
for each fact of the position, of the unit, of the space that the action leads to and of what else
it is worth, for each thing that is played for.  All but those of battles of teams were fitted first
on what actions led to when they were played on (`python -m benchmarks.tactics_lessons`), then all
on games won (`python -m benchmarks.practice tactics`).  They are kept in lessons.toml.  All facts
are public.
"""

import tomllib
from pathlib import Path

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.code_table import CodeTable
from simulate.games.tactics.cards.codes import DUNGEONS, FORCE
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves.move import KIND
from simulate.games.tactics.state import record
from simulate.games.tactics.state.record import PHASE
from strategies.tactics import walks
from strategies.tactics.names import (
    FACTS,
    FACTS_OF_PLACE,
    FACTS_OF_TABLE,
    FACTS_OF_UNIT,
    MOVE_FEATURES,
    SEEN,
)

FAR = 12  # movement points that count as far away
ACT = CodeTable("end turn", "move", "melee", "missile", "spell", "other")
ACTS = len(ACT)
CODES = 2 * ACTS  # the first action of a turn, and later ones
# What is played for, and by whom; each has lessons of its own.
GAME = CodeTable(
    *("areas", "areas of several", "battle", "battle of several", "battle of teams", "adventure")
)
# Where the facts of the unit, of the space and of the action begin.
UNIT, PLACE = FACTS_OF_TABLE, FACTS_OF_TABLE + FACTS_OF_UNIT
MOVED = PLACE + FACTS_OF_PLACE
COLUMNS = np.array([list(MOVE_FEATURES).index(name) for name in SEEN])
FILE = Path(__file__).with_name("lessons.toml")


def lessons() -> np.ndarray:
    """float64[GAME, CODES, FACTS] from lessons.toml; zeros where nothing was fitted."""
    found = np.zeros((len(GAME), CODES, FACTS))
    if FILE.exists():
        for row in tomllib.loads(FILE.read_text()).get("lesson", []):
            found[GAME[row["game"]], ACT[row["act"]] + ACTS * row["later"]] = row["numbers"]
    return found


LESSONS = lessons()
FITTED = LESSONS.any((1, 2))


@inner_kernel
def game_of(cards):
    """What is played for, and whether by two sides of one seat, by several or by teams."""
    if cards.time_start:
        return GAME.ADVENTURE
    alone = cards.team[cards.seats - 1] == cards.seats - 1
    several = alone and cards.seats > 2
    if not cards.battle:
        return GAME.AREAS_OF_SEVERAL if several else GAME.AREAS
    if several:
        return GAME.BATTLE_OF_SEVERAL
    return GAME.BATTLE if alone else GAME.BATTLE_OF_TEAMS


@inner_kernel
def code_of(s, cards, kind):
    """Where the lesson of an action stands."""
    act = ACT.OTHER
    if kind == KIND.END_TURN:
        act = ACT.END_TURN
    elif kind == KIND.MOVE:
        act = ACT.MOVE
    elif kind == KIND.MELEE:
        act = ACT.MELEE
    elif kind == KIND.MISSILE:
        act = ACT.MISSILE
    elif kind == KIND.SPELL:
        act = ACT.SPELL
    return act + (0 if s.actions_left == cards.actions else ACTS)


@inner_kernel
def has_lessons(s, cards):
    """Whether lessons were fitted for decisions of this kind."""
    return s.phase == PHASE.ACT and FITTED[game_of(cards)]


@inner_kernel
def space_after(s, m):
    """Where the unit is after an action, NONE if nobody acts."""
    if m.kind == KIND.MOVE:
        return m.goal
    return s.at[m.unit] if m.unit != NONE else NONE


@kernel
def note_table(s, cards, v, x):
    """What the seat that is asked sees of the position."""
    x[0] = 1.0
    x[1] = s.actions_left / max(1, cards.actions)
    x[2] = min(1.5, max(-1.5, v.lead / 8))
    x[3] = min(1.5, s.round_no / 8)
    for i in range(4, 8):
        x[i] = 0.0
    for slot in range(cards.seats * FORCE):
        if record.is_in_play(s, slot):
            side = 4 if cards.team[slot // FORCE] == v.team else 6
            x[side] += 1 / FORCE
            x[side + 1] += s.health[slot] / 8 / FORCE
    x[8] = 1.0 if v.last else 0.0
    x[9] = s.time / max(1, cards.time_start)
    x[10] = record.size_of(s.crystals) / DUNGEONS


@kernel
def note_unit(s, cards, v, slot, x):
    """What is seen of the unit that acts; NONE: nobody does."""
    for i in range(UNIT, UNIT + FACTS_OF_UNIT):
        x[i] = 0.0
    if slot == NONE:
        return
    k = slot % FORCE
    x[UNIT] = s.health[slot] / max(1, cards.health[s.unit[slot], 0])
    x[UNIT + 1] = 1.0 if s.weakened[slot] else 0.0
    x[UNIT + 2] = 1.0 if s.acted[slot] else 0.0
    x[UNIT + 3] = v.here[k, walks.DANGER]
    x[UNIT + 4] = v.here[k, walks.CONTROL]
    x[UNIT + 5] = v.here[k, walks.FOLLOW]
    x[UNIT + 6] = 1.0 if v.engaged[k] else 0.0
    if k:
        x[UNIT + 6 + min(3, k)] = 1.0
    if cards.time_start:
        x[UNIT + 10] = 1.0 if s.dungeon[slot] != NONE else 0.0
        for box in range(DUNGEONS):
            if v.value[box] > 0.0:
                x[UNIT + 11] = max(x[UNIT + 11], 1.0 / (1.0 + v.need[slot, box]))


@kernel
def note_place(s, cards, v, slot, space, x):
    """What is seen of the space where the unit would be; NONE: of none."""
    for i in range(PLACE, PLACE + FACTS_OF_PLACE):
        x[i] = 0.0
    if space == NONE:
        return
    area = cards.area[s.realm, space]
    if area != NONE:
        x[PLACE] = 1.0
        x[PLACE + 1] = 1.0 if cards.trigger[s.realm, area] == space else 0.0
        x[PLACE + 2] = (v.ours[area] - v.theirs[area]) / 3
        x[PLACE + 3] = 1.0 if s.triggered[area] else 0.0
        holder = s.holder[area]
        x[PLACE + 4] = 1.0 if holder != NONE and cards.team[holder] == v.team else 0.0
    foe, friend = FAR, FAR
    for other in range(cards.seats * FORCE):
        if s.at[other] != NONE and other != slot:
            way = min(FAR, np.int64(cards.walk[s.realm, s.at[other], space]))
            if cards.team[other // FORCE] != v.team:
                if way < foe:
                    foe = way
                    x[PLACE + 7] = s.health[other] / 8
            else:
                friend = min(friend, way)
    x[PLACE + 5] = 1.0 - foe / FAR
    x[PLACE + 6] = 1.0 - friend / FAR


@kernel
def note_move(numbers, i, x):
    """What else an action is worth."""
    for k in range(len(COLUMNS)):
        x[MOVED + k] = numbers[i, COLUMNS[k]]


@kernel
def lesson_of(game, code, x):
    """What the facts say of an action."""
    total = 0.0
    for i in range(FACTS):
        total += LESSONS[game, code, i] * x[i]
    return total
