"""Learned corrections: how much better or worse a kind of action is than its worth says.

What an action is worth depends on the actions after it and on the answer, which no sum of features
sees.  So each kind of action, the first of a turn and the later ones, has a line of numbers, one
for each fact of the position, of the unit, of the space that the action leads to and of what else
it is worth, for each thing that is played for.  They were fitted on games won (`python -m
training.practice tactics`) and are kept in learned/lessons.csv.  All facts are public.
"""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.compiler.record_view import numbers_of
from simulate.core.game.code_table import CodeTable
from simulate.games.tactics.cards.codes import DUNGEONS, FORCE
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves.move import KIND
from simulate.games.tactics.state import record
from simulate.games.tactics.state.record import PHASE
from strategies.learned import Learned, beside, load
from strategies.sums import clear, one_sum
from strategies.tactics import walks
from strategies.tactics.learned.facts import FACT_COLUMNS
from strategies.tactics.names import MOVE_FEATURES, SEEN

FAR = 12  # movement points that count as far away
ACT = CodeTable("end turn", "move", "melee", "missile", "spell", "other")
ACTS = len(ACT)
CODES = 2 * ACTS  # the first action of a turn, and later ones
# What is played for, and by whom; each has lessons of its own.
GAME = CodeTable(
    *("areas", "areas of several", "battle", "battle of several", "battle of teams", "adventure")
)
COLUMNS = np.array([list(MOVE_FEATURES).index(name) for name in SEEN])
TAUGHT = Learned(
    beside(__file__, "lessons"),
    {"game": GAME.words, "later": ("no", "yes"), "act": ACT.words},
    FACT_COLUMNS,
)
LESSONS = load(TAUGHT).reshape(len(GAME), CODES, len(FACT_COLUMNS))
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
    clear(numbers_of(x))
    x.always = 1.0
    x.actions = s.actions_left / max(1, cards.actions)
    x.lead = min(1.5, max(-1.5, v.lead / 8))
    x.rounds = min(1.5, s.round_no / 8)
    for slot in range(cards.seats * FORCE):
        if record.is_in_play(s, slot):
            if cards.team[slot // FORCE] == v.team:
                x.own_units += 1 / FORCE
                x.own_health += s.health[slot] / 8 / FORCE
            else:
                x.enemy_units += 1 / FORCE
                x.enemy_health += s.health[slot] / 8 / FORCE
    x.last = 1.0 if v.last else 0.0
    x.time = s.time / max(1, cards.time_start)
    x.crystals = record.size_of(s.crystals) / DUNGEONS


@kernel
def note_unit(s, cards, v, slot, x):
    """What is seen of the unit that acts; NONE: nobody does."""
    clear(numbers_of(x))
    if slot == NONE:
        return
    k = slot % FORCE
    x.health = s.health[slot] / max(1, cards.health[s.unit[slot], 0])
    x.weakened = 1.0 if s.weakened[slot] else 0.0
    x.acted = 1.0 if s.acted[slot] else 0.0
    x.danger = v.standing[k, walks.DANGER]
    x.control = v.standing[k, walks.CONTROL]
    x.follow = v.standing[k, walks.FOLLOW]
    x.engaged = 1.0 if v.engaged[k] else 0.0
    if k:
        x.which[min(3, k) - 1] = 1.0
    if cards.time_start:
        x.inside = 1.0 if s.dungeon[slot] != NONE else 0.0
        for box in range(DUNGEONS):
            if v.value[box] > 0.0:
                x.crystal_near = max(x.crystal_near, 1.0 / (1.0 + v.need[slot, box]))


@kernel
def note_place(s, cards, v, slot, space, x):
    """What is seen of the space where the unit would be; NONE: of none."""
    clear(numbers_of(x))
    if space == NONE:
        return
    area = cards.area[s.realm, space]
    if area != NONE:
        x.area = 1.0
        x.trigger = 1.0 if cards.trigger[s.realm, area] == space else 0.0
        x.ahead = (v.ours[area] - v.theirs[area]) / 3
        x.triggered = 1.0 if s.triggered[area] else 0.0
        holder = s.holder[area]
        x.held = 1.0 if holder != NONE and cards.team[holder] == v.team else 0.0
    foe, friend = FAR, FAR
    for other in range(cards.seats * FORCE):
        if s.at[other] != NONE and other != slot:
            way = min(FAR, np.int64(cards.walk[s.realm, s.at[other], space]))
            if cards.team[other // FORCE] != v.team:
                if way < foe:
                    foe = way
                    x.foe_health = s.health[other] / 8
            else:
                friend = min(friend, way)
    x.foe_near = 1.0 - foe / FAR
    x.friend_near = 1.0 - friend / FAR


@kernel
def note_move(numbers, i, x):
    """What else an action is worth."""
    for k in range(len(COLUMNS)):
        x[k] = numbers[i, COLUMNS[k]]


@kernel
def lesson_of(game, code, x):
    """What the facts say of an action."""
    return one_sum(LESSONS[game, code], numbers_of(x))
