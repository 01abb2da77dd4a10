"""Learned corrections: how much better or worse a kind of move is than its worth says.

Whether to strike, to lure the boss, to explore, to rest or to wait for the others hangs on what
they can do in their turns, which no worth of a single goal knows.  So each kind of move, before and
after the Heroic Action, has a line of numbers for each stage of a game, one for each fact of the
position, of the place that the move leads to and of what else it is worth.  They were fitted on
games won (`python -m training.practice dungeons`) and are kept in learned/, a table for each act;
any number of heroes heeds the same.  All facts are public.
"""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.compiler.record_view import numbers_of
from simulate.core.game.code_table import CodeTable
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.moves.places import enemies_at
from simulate.games.dungeons.moves.questions import wards_of
from simulate.games.dungeons.state import record
from strategies.dungeons import outlook
from strategies.dungeons.items import best_power
from strategies.dungeons.learned.facts import ACT_1, ACT_2
from strategies.dungeons.names import MOVE_FEATURES, SEEN, STAGES
from strategies.learned import Learned, beside, load
from strategies.sums import clear, two_sums

FAR = 6  # steps that count as far away
WEAK = 2  # Health at which a hero is soon unconscious
MANY = 5  # cards on a mat
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
TAUGHT = tuple(
    Learned(
        beside(__file__, f"lessons_{name}"),
        {
            "stage": [stage for stage in STAGES if stage.startswith(name)],
            "acted": ("no", "yes"),
            "act": ACT.words,
        },
        facts,
    )
    for name, facts in (("act_1", ACT_1), ("act_2", ACT_2))
)
# float64[STAGES, CODES, facts]
LESSONS = np.concatenate([load(table).reshape(-1, CODES, len(table.columns)) for table in TAUGHT])


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
def note_table(s, cards, v, seat, threat):
    """What the hero that is asked sees of the position, into v.facts.

    threat: worth of what enemies would do.
    """
    hero, x = s.hero[seat], v.facts.table
    x.always = 1.0
    x.torch = s.torch / cards.torch_start[s.act - 1]
    x.turns = min(6, outlook.turns_left(s, cards)) / 6
    x.health = s.health[seat] / cards.hero_health[hero]
    x.weak = 1.0 if s.health[seat] <= WEAK else 0.0
    x.focus = s.focus[seat] / cards.hero_focus[hero]
    x.speed = min(4, outlook.speed_left(s, cards, seat)) / 4
    x.last_move = 1.0 if s.moves <= 1 else 0.0
    x.goblins = s.goblins / 4
    x.alarm = 1.0 if v.alarm else 0.0
    x.threat = threat / 5
    note_others(s, cards, seat, x)
    x.rooms = s.rooms / 24
    if s.act == 1:
        note_quest(s, cards, v, seat, v.quest)
        copy_numbers(numbers_of(v.quest), v.facts.act)
    else:
        note_boss(s, cards, v, seat, v.boss)
        copy_numbers(numbers_of(v.boss), v.facts.act)


@inner_kernel
def copy_numbers(source, goal):
    """Put one row of numbers into another."""
    for i in range(len(goal)):
        goal[i] = source[i]


@kernel
def note_others(s, cards, seat, x):
    """How near, how awake and how strong the other heroes are."""
    share, lowest = 1.0 / max(1, s.players - 1), 1.0
    x.others_near = 0.0
    x.others_down = 0.0
    x.others_focus = 0.0
    for other in range(s.players):
        if other != seat:
            hero = s.hero[other]
            lowest = min(lowest, s.health[other] / cards.hero_health[hero])
            x.others_near += share * nearness(s, s.place[seat], s.place[other])
            x.others_down += share * (0.0 if record.is_conscious(s, other) else 1.0)
            x.others_focus += share * s.focus[other] / cards.hero_focus[hero]
    x.others_lowest = lowest


@kernel
def note_quest(s, cards, v, seat, x):
    """Act 1: the door, the minions, and how strong the hero has become."""
    x.door = 1.0 if s.door != NONE else 0.0
    x.minions = s.minions / s.players
    x.killed = s.minions_killed / s.players
    x.door_near = nearness(s, s.place[seat], s.door) if s.door != NONE else 0.0
    x.power = power_of_gear(s, cards, v, seat) / 4
    x.cards = 0.0
    for slot in range(record.KIT):
        if s.kit[seat, slot] != NONE:
            x.cards += 1.0 / MANY
    x.minion_near = nearest(s, s.place[seat], record.FIRST_MINION, record.BOSS)


@kernel
def power_of_gear(s, cards, v, seat):
    """Power of the hero's best weapon or spell, worked out when anything on its mat changes."""
    if v.power_of[seat] != s.gear[seat]:
        v.power[seat] = best_power(s, cards, seat, NONE)
        v.power_of[seat] = s.gear[seat]
    return v.power[seat]


@kernel
def note_boss(s, cards, v, seat, x):
    """How near the boss is to the hero and to the others, and how much of it is left."""
    boss, share = s.enemy_place[record.BOSS], 1.0 / max(1, s.players - 1)
    whole = cards.boss_health * s.players
    x.near = nearness(s, s.place[seat], boss)
    x.open = v.boss_health / whole
    x.wards = (wards_of(s, cards) - s.dispelled) / 3
    x.in_lair = 1.0 if s.place[seat] == record.LAIR else 0.0
    x.at_home = 1.0 if boss == record.LAIR else 0.0
    x.others_near = 0.0
    for other in range(s.players):
        if other != seat:
            x.others_near += share * nearness(s, boss, s.place[other])
    x.markers = 0.0
    for k in range(record.MARKERS):
        x.markers += s.marker[k] / whole


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
    share = 1.0 / max(1, s.players - 1)
    clear(numbers_of(x))
    x.goblin_near = nearest(s, place, 0, record.FIRST_MINION)
    if s.act == 1:
        note_way(s, place, x)
    else:
        note_lair(s, place, x)
    for other in range(s.players):
        if other != seat:
            near = nearness(s, place, s.place[other])
            x.others_near += share * near
            x.other_near = max(x.other_near, near)
    x.threat = threat / 5
    if place != record.LAIR:
        x.enemies = min(3, enemies_at(s, place)) / 3
        for side in range(record.SIDES):
            neighbour = record.NEIGHBOUR[place, side]
            if (
                record.is_in(s.open[place], side)
                and neighbour != NONE
                and s.hidden[neighbour] != NONE
            ):
                x.unexplored += 1.0 / record.SIDES


@kernel
def note_way(s, place, x):
    """Act 1: the door and the minions, seen from a place."""
    x.goal = 1.0 if place == s.door else 0.0
    x.foe_near = nearest(s, place, record.FIRST_MINION, record.BOSS)
    for minion in range(record.FIRST_MINION, record.BOSS):
        if s.enemy_place[minion] == place:
            x.foe_here = 1.0
    x.site_near = nearness(s, place, s.door) if s.door != NONE else 0.0


@kernel
def note_lair(s, place, x):
    """Act 2: the boss and the altars, seen from a place."""
    boss = s.enemy_place[record.BOSS]
    x.goal = 1.0 if place == record.LAIR else 0.0
    x.foe_near = nearness(s, place, boss)
    x.foe_here = 1.0 if place == boss else 0.0
    for k in range(s.rooms):
        if s.altar[s.revealed[k]]:
            x.site_near = max(x.site_near, nearness(s, place, s.revealed[k]))


@kernel
def note_move(numbers, i, x):
    """What else a move is worth."""
    for k in range(len(COLUMNS)):
        x[k] = numbers[i, COLUMNS[k]]


@kernel
def lesson_of(stage, code, x):
    """What the facts say of a move."""
    return two_sums(LESSONS[stage, code], 0, numbers_of(x))
