"""What a unit has where it stands, and what it would have on other spaces.

Most moves are walks: `worth_of_walk` adds up what one is worth without writing its features down,
which `describe_walk` does for all who want to see them.  Both take them from `walk_to`.
"""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.tactics.cards.codes import ACTION_BIT, FORCE, TERRAIN
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves.move import KIND
from simulate.games.tactics.moves.questions import terrain_at
from simulate.games.tactics.state import record
from simulate.games.tactics.state.record import PHASE
from strategies.tactics.areas import area_near, control_at, look_for_areas
from strategies.tactics.delving import boxes_blocked, delve_worth
from strategies.tactics.effects import heal_worth, lacking
from strategies.tactics.fights import (
    danger_at,
    follow_from,
    look_for_attacks,
    look_for_danger,
    movement_points,
    token_cost,
)
from strategies.tactics.names import MOVE_FEATURES
from strategies.tactics.outlook import nearness

ATTACKED = sum(ACTION_BIT[what] for what in ("melee", "missile", "attack spell", "ballista"))
CONTROL, NEAR, DANGER, FOLLOW, CHASE = range(5)
# Places of the features of a walk among the weights.
W_CONTROL, W_APPROACH, W_DANGER, W_FOLLOW, W_CHASE, W_PRESS, W_SUPPLIES = (
    list(MOVE_FEATURES).index(name)
    for name in ("control", "approach", "danger", "follow", "chase", "press", "supplies")
)
W_HEAL, W_TIRED, W_VILLAGE, W_ARTIFACT, W_DELVE, W_BLOCKS = (
    list(MOVE_FEATURES).index(name)
    for name in ("heal", "tired", "village", "artifact", "delve", "blocks")
)


@kernel
def look_from_here(s, cards, w, v):
    """Fill what each own unit has where it stands, so that moves tell the difference."""
    for k in range(FORCE):
        slot = v.seat * FORCE + k
        for j in range(v.standing.shape[1]):
            v.standing[k, j] = 0.0
        v.points[k] = max(1, movement_points(s, cards, slot))
        if not record.is_in_play(s, slot):
            # Who comes out of a dungeon has been nowhere.
            v.near_here[k], v.blocked_here[k] = 0.0, 0.0
            continue
        left = s.actions_left - 1
        v.follows[k] = left > 0 and not s.acted[slot] & ATTACKED
        v.weary[k] = token_cost(s, cards, w, v, slot)
        if cards.time_start:
            look_for_crystals(s, cards, w, v, k, slot)
        if record.is_on_map(s, slot):
            look_from(s, cards, w, v, k, slot, s.at[slot], v.standing[k])
            if s.actions_left > 0 and not s.weakened[slot] and not s.acted[slot] & ATTACKED:
                continue
            v.standing[k, FOLLOW] = 0.0


@kernel
def look_for_crystals(s, cards, w, v, k, slot):
    """What crystals are worth to a unit where it is, and the dungeons that it closes there."""
    where, inside = s.dungeon[slot], s.inside[slot]
    v.near_here[k] = delve_worth(s, cards, w, v, k, where, inside, s.at[slot])
    v.blocked_here[k] = 0.0
    if record.is_on_map(s, slot):
        v.blocked_here[k] = boxes_blocked(s, cards, v, slot, s.at[slot])


@kernel
def look_from(s, cards, w, v, k, slot, space, view):
    """What a unit has on a space: control, areas near, danger, attacks, enemies near."""
    view[CONTROL] = 0.0
    view[NEAR] = 0.0
    if not cards.battle and not cards.time_start and not v.last:
        view[CONTROL] = control_at(s, cards, v, k, space)
        view[NEAR] = area_near(s, cards, w, v, k, space)
    view[DANGER] = danger_at(s, cards, w, v, slot, space)
    view[FOLLOW], view[CHASE] = follow_from(s, cards, v, k, space)


@inner_kernel
def walk_to(s, cards, w, v, m, j):
    """Features of a unit's walk to another space of the map, the j-th that was looked at.

    (control, approach, danger, follow, chase, press, supplies, heal, tired, village, artifact,
    delve, blocks)
    """
    k, slot = m.unit % FORCE, m.unit
    control, near = 0.0, 0.0
    if not cards.battle and not cards.time_start and not v.last:
        control = control_at(s, cards, v, k, m.goal)
        near = v.near[j]
    danger = v.threat[j] - v.standing[k, DANGER]
    attack, chase = v.attack[j], v.chase[j]
    follow = 0.0
    if v.follows[k] and m.kind == KIND.MOVE and s.phase == PHASE.ACT:
        attack -= 0.0 if v.weary[k] > 0.0 else w.token
        follow = max(0.0, attack)
    chase = 0.0 if v.last else chase - v.standing[k, CHASE]
    supplies, heal = 0.0, 0.0
    if m.way & record.BY_VILLAGE:
        heal = heal_worth(s, cards, w, v, slot, cards.village_heal)
        supplies = -lacking(s, cards, slot, 99)
    delve, blocks = 0.0, 0.0
    if cards.time_start:
        delve = delve_worth(s, cards, w, v, k, NONE, NONE, m.goal) - v.near_here[k]
        blocks = boxes_blocked(s, cards, v, slot, m.goal) - v.blocked_here[k]
    return (
        control - v.standing[k, CONTROL],
        near - v.standing[k, NEAR],
        danger,
        follow - v.standing[k, FOLLOW],
        chase,
        chase if cards.battle else 0.0,
        supplies,
        heal,
        v.weary[k] if s.phase == PHASE.ACT else 0.0,
        villages_won(s, cards, slot, m.goal) * cards.village_points * (1.0 if v.last else w.later),
        way_to_artifact(s, cards, w, v, slot, m.goal),
        delve,
        blocks,
    )


@inner_kernel
def villages_won(s, cards, slot, goal):
    """1 for a unit that walks into a village, -1 out of one, else 0."""
    gain = 0
    if terrain_at(s, cards, goal) == TERRAIN.VILLAGE:
        gain += 1
    if s.at[slot] != NONE and terrain_at(s, cards, s.at[slot]) == TERRAIN.VILLAGE:
        gain -= 1
    return gain


@inner_kernel
def way_to_artifact(s, cards, w, v, slot, goal):
    """Worth of coming nearer to the Artifact."""
    worth = 0.0
    if cards.battle and s.artifact != NONE and s.at[slot] != NONE:
        points = v.points[slot % FORCE]
        after = np.int64(cards.walk[s.realm, s.artifact, goal])
        before = np.int64(cards.walk[s.realm, s.artifact, s.at[slot]])
        if not v.last or goal == s.artifact:
            worth = nearness(w, after, points) - nearness(w, before, points)
            worth *= cards.artifact_points
    return worth


@kernel
def describe_walk(s, cards, w, v, m, f):
    """Write the features of a unit's walk to another space of the map."""
    v.to[0] = m.goal
    look_at_goals(s, cards, w, v, m.unit, 1)
    (
        f.control, f.approach, f.danger, f.follow, f.chase, f.press, f.supplies, f.heal, f.tired,
        f.village, f.artifact, f.delve, f.blocks,
    ) = walk_to(s, cards, w, v, m, 0)  # fmt: skip


@inner_kernel
def worth_of_walk(s, cards, w, v, m, j):
    """Features times weights of a walk, in the order in which `total_of` adds them up."""
    (
        control, approach, danger, follow, chase, press, supplies, heal, tired, village, artifact,
        delve, blocks,
    ) = walk_to(s, cards, w, v, m, j)  # fmt: skip
    a = w.weight[W_CONTROL] * control + w.weight[W_PRESS] * press + w.weight[W_VILLAGE] * village
    b = w.weight[W_APPROACH] * approach + w.weight[W_SUPPLIES] * supplies
    b = b + w.weight[W_ARTIFACT] * artifact + w.weight[W_DELVE] * delve
    c = w.weight[W_DANGER] * danger + w.weight[W_FOLLOW] * follow + w.weight[W_HEAL] * heal
    d = w.weight[W_CHASE] * chase + w.weight[W_TIRED] * tired + w.weight[W_BLOCKS] * blocks
    return (a + b) + (c + d)


@kernel
def weigh_walks(s, cards, w, v, moves, n, i, scores):
    """Fill the worth of a unit's walks, which are listed in a row from the i-th move on.

    Returns the number of the move after them.
    """
    slot, kind, count = moves[i].unit, moves[i].kind, 0
    while i + count < n and moves[i + count].unit == slot and moves[i + count].kind == kind:
        v.to[count] = moves[i + count].goal
        count += 1
    look_at_goals(s, cards, w, v, slot, count)
    for j in range(count):
        scores[i + j] = worth_of_walk(s, cards, w, v, moves[i + j], j)
    return i + count


@kernel
def look_at_goals(s, cards, w, v, slot, count):
    """Fill what a unit would have on the spaces that so many of its walks lead to, by `v.to`."""
    k = slot % FORCE
    look_for_danger(s, cards, w, v, slot, count)
    look_for_attacks(s, cards, v, k, count)
    if not cards.battle and not cards.time_start and not v.last:
        look_for_areas(s, cards, w, v, k, count)
