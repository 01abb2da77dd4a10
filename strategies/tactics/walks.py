"""What a unit has where it stands, and what it would have on other spaces.

Most moves are walks: `add_up_walks` adds up what each of a unit's is worth without writing its
features down, which `describe_walk` does for all who want to see them.  Both take them from
`walk_to`.
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
from strategies.tactics.outlook import LANES, nearness

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
def start_of(s, cards, w, v, slot, kind):
    """What is the same for all walks of a unit, so that it is looked up once; for `walk_to`."""
    k = slot % FORCE
    follows = v.follows[k] != 0 and kind == KIND.MOVE and s.phase == PHASE.ACT
    return (
        v.standing[k, CONTROL],
        v.standing[k, NEAR],
        v.standing[k, DANGER],
        v.standing[k, FOLLOW],
        v.standing[k, CHASE],
        follows,
        0.0 if v.weary[k] > 0.0 else w.token,
        v.last != 0,
        -lacking(s, cards, slot, 99),
        heal_worth(s, cards, w, v, slot, cards.village_heal),
        v.weary[k] if s.phase == PHASE.ACT else 0.0,
        cards.village_points * (1.0 if v.last else w.later),
        1.0 if cards.battle else 0.0,
    )


@inner_kernel
def walk_to(v, start, j):
    """Features of a unit's walk to another space of the map, the j-th that was looked at.

    (control, approach, danger, follow, chase, press, supplies, heal, tired, village, artifact,
    delve, blocks)
    """
    (
        control, near, danger, follow, chase, follows, token, last, supplies, heal, tired, village,
        pressing,
    ) = start  # fmt: skip
    attack = max(0.0, v.attack[j] - token) if follows else 0.0
    nearer = 0.0 if last else v.chase[j] - chase
    return (
        v.control[j] - control,
        v.near[j] - near,
        v.threat[j] - danger,
        attack - follow,
        nearer,
        nearer * pressing,
        v.fed[j] * supplies,
        v.fed[j] * heal,
        tired,
        v.village[j] * village,
        v.artifact[j],
        v.delve[j],
        v.blocks[j],
    )


@kernel
def look_for_villages(s, cards, v, slot, count):
    """Fill which of a unit's walks lead into a village, or out of one."""
    left = s.at[slot] != NONE and terrain_at(s, cards, s.at[slot]) == TERRAIN.VILLAGE
    for j in range(count):
        entered = terrain_at(s, cards, v.to[j]) == TERRAIN.VILLAGE
        v.village[j] = 1.0 * entered - 1.0 * left


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
    note_walk(v, m, 0)
    look_at_walks(s, cards, w, v, m.unit, 1)
    (
        f.control, f.approach, f.danger, f.follow, f.chase, f.press, f.supplies, f.heal, f.tired,
        f.village, f.artifact, f.delve, f.blocks,
    ) = walk_to(v, start_of(s, cards, w, v, m.unit, m.kind), 0)  # fmt: skip


@kernel
def weigh_walks(s, cards, w, v, moves, n, i, scores):
    """Fill the worth of a unit's walks, which are listed in a row from the i-th move on.

    Returns the number of the move after them.
    """
    slot, kind, count = moves[i].unit, moves[i].kind, 0
    while i + count < n and moves[i + count].unit == slot and moves[i + count].kind == kind:
        note_walk(v, moves[i + count], count)
        count += 1
    look_at_walks(s, cards, w, v, slot, fill_up(v, count))
    add_up_walks(w, v, start_of(s, cards, w, v, slot, kind), count, scores[i:])
    return i + count


@inner_kernel
def add_up_walks(w, v, start, count, scores):
    """Features times weights of so many walks, in the order in which `total_of` adds them up."""
    w_control, w_press, w_village = w.weight[W_CONTROL], w.weight[W_PRESS], w.weight[W_VILLAGE]
    w_approach, w_supplies = w.weight[W_APPROACH], w.weight[W_SUPPLIES]
    w_artifact, w_delve, w_blocks = w.weight[W_ARTIFACT], w.weight[W_DELVE], w.weight[W_BLOCKS]
    w_danger, w_follow, w_heal = w.weight[W_DANGER], w.weight[W_FOLLOW], w.weight[W_HEAL]
    w_chase, w_tired = w.weight[W_CHASE], w.weight[W_TIRED]
    for j in range(count):
        (
            control, approach, danger, follow, chase, press, supplies, heal, tired, village,
            artifact, delve, blocks,
        ) = walk_to(v, start, j)  # fmt: skip
        a = w_control * control + w_press * press + w_village * village
        b = w_approach * approach + w_supplies * supplies + w_artifact * artifact + w_delve * delve
        c = w_danger * danger + w_follow * follow + w_heal * heal
        d = w_chase * chase + w_tired * tired + w_blocks * blocks
        scores[j] = (a + b) + (c + d)


@inner_kernel
def note_walk(v, m, j):
    """Note where a unit's j-th walk leads, and whether it takes in a village."""
    v.to[j] = m.goal
    v.fed[j] = 1.0 if m.way & record.BY_VILLAGE else 0.0


@inner_kernel
def fill_up(v, count):
    """Add the first walk to the row until none is left over where several are weighed at once."""
    while count % LANES:
        v.to[count], v.fed[count] = v.to[0], 0.0
        count += 1
    return count


@kernel
def look_at_walks(s, cards, w, v, slot, count):
    """Fill what a unit would have on the spaces that so many of its walks lead to, by `v.to`."""
    k = slot % FORCE
    look_for_danger(s, cards, w, v, slot, count)
    look_for_attacks(s, cards, v, k, count)
    look_for_villages(s, cards, v, slot, count)
    for j in range(count):
        v.control[j] = v.near[j] = v.artifact[j] = v.delve[j] = v.blocks[j] = 0.0
    if cards.time_start:
        for j in range(count):
            v.delve[j] = delve_worth(s, cards, w, v, k, NONE, NONE, v.to[j]) - v.near_here[k]
            v.blocks[j] = boxes_blocked(s, cards, v, slot, v.to[j]) - v.blocked_here[k]
    elif cards.battle:
        for j in range(count):
            v.artifact[j] = way_to_artifact(s, cards, w, v, slot, v.to[j])
    elif not v.last:
        look_for_areas(s, cards, w, v, k, count)
        for j in range(count):
            v.control[j] = control_at(s, cards, v, k, v.to[j])
