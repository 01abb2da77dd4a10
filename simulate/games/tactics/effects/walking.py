"""Movement over the map, through portals and inside dungeons."""

import numpy as np

from simulate.compiler.kernels import allocating_kernel, kernel
from simulate.games.tactics.cards.codes import DIRECTIONS, ICON, INSIDE_KIND, NO_KIND, WHEN
from simulate.games.tactics.cards.grids import STRIDE, bits_of, space_of, trace
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.effects.harm import draw_enemy_card, lose_health
from simulate.games.tactics.effects.moments import plan_moment
from simulate.games.tactics.moves import paths, questions
from simulate.games.tactics.moves.goals import are_goals_kept, trace_kept
from simulate.games.tactics.moves.matters import can_explore, can_walk, moments_left
from simulate.games.tactics.moves.move import KIND
from simulate.games.tactics.state import changes, record
from simulate.games.tactics.state.agenda import plan, plan_effects, plan_leg
from simulate.games.tactics.state.changes import RULE
from simulate.games.tactics.state.record import END, EVENT, PHASE, PURPOSE

# Over the map


@kernel
def plan_walk(s, cards, slot, points, is_action):
    """A movement with so many points, which may stop at once.  Rule T-MOVE-1."""
    unit = record.reference(s, slot)
    plan_leg(s, EVENT.GO_ON, unit, points, 0, s.at[slot], is_action)


@kernel
def begin_movement(s, cards, m, log):
    """A Movement action: its first leg.  Rules T-MOVE-1, T-CARD-13."""
    points = paths.movement_points(s, cards, m.unit)
    go(s, cards, m, record.reference(s, m.unit), points, 0, s.at[m.unit], 1, log)


@kernel
def go(s, cards, m, unit, points, met, began, is_action, log):
    """Carry out one leg of a movement, and see whether it goes on."""
    slot = record.slot_of(unit)
    if m.kind == KIND.STEP_INSIDE:
        step_inside(s, cards, unit, m.goal, points, met, began, is_action, log)
        return
    if m.kind == KIND.MOVE:
        met |= walk(s, cards, slot, m.goal + STRIDE * m.way, points, log)
        pick_up(s, cards, slot, log)
        end_movement(s, cards, unit, met, began, is_action, log)
    elif m.kind == KIND.ENTER_DUNGEON:
        met |= enter_dungeon(s, cards, slot, m.number, m.way, points, log)
        plan_leg(s, EVENT.GO_ON, unit, m.left, met, began, is_action)
    else:
        end_movement(s, cards, unit, met, began, is_action, log)


@allocating_kernel
def walk(s, cards, slot, goal, points, log):
    """Go the cheapest way to a goal; what the way has taken in, as bits.

    Rules T-MOVE-2, T-MOVE-4, T-MOVE-5, T-TERRAIN-8.
    """
    way = np.empty(paths.GOALS, np.int64)
    if not cards.time_start and are_goals_kept(s, cards, slot, points):
        count = trace_kept(s, slot, goal, way)
    else:
        _, came_from, _, _ = paths.reach(s, cards, slot, points)
        count = trace(came_from, goal, way)
    met, bits = 0, 0
    for k in range(count):
        space, taken_in = space_of(way[k]), bits_of(way[k])
        if taken_in & ~bits & record.BY_PORTAL or not are_neighbours(s, cards, s.at[slot], space):
            met |= record.BY_PORTAL
        bits = taken_in
        changes.pass_over(s, slot, space, RULE.T_MOVE_2, log)
        met |= visit(s, cards, slot, log)
    if paths.may_stop(s, slot, s.at[slot]):
        s.occupant[s.at[slot]] = slot
    return met


@kernel
def are_neighbours(s, cards, one, other):
    """Whether two spaces lie side by side."""
    for side in range(DIRECTIONS):
        if cards.neighbour[s.realm, one, side] == other:
            return True
    return False


@kernel
def visit(s, cards, slot, log):
    """What a unit gains by entering a space: BY_VILLAGE if it was a village.

    Rules T-TERRAIN-8, T-TERRAIN-9, T-TERRAIN-10.
    """
    village = cards.village[s.realm, s.at[slot]]
    if village == NONE or record.is_in(s.villages[slot], village):
        return 0
    s.villages[slot] |= record.bit(village)
    s.gained_villages[record.seat_of(slot)] += 1
    card = s.unit[slot]
    top = cards.health[card, record.side_of(cards, slot)]
    changes.set_health(
        s, slot, min(top, s.health[slot] + cards.village_heal), RULE.T_TERRAIN_8, log
    )
    if not record.is_solo(cards, slot):
        changes.set_ammo(s, slot, cards.ammo[card], RULE.T_TERRAIN_8, log)
        changes.set_mana(s, slot, cards.mana[card], RULE.T_TERRAIN_8, log)
    return record.BY_VILLAGE


@kernel
def go_on(s, cards, unit, points, met, began, is_action, log):
    """Ask for a further leg of a movement, if there is one.

    Rules T-DUNGEON-5, T-DUNGEON-20, T-CARD-16.
    """
    if not record.lives(s, unit):
        return
    slot = record.slot_of(unit)
    if s.dungeon[slot] != NONE:
        if can_explore(s, cards, slot, points):
            plan_leg(s, PHASE.EXPLORE, unit, points, met, began, is_action)
            return
    elif can_walk(s, cards, slot, points, moments_left(is_action, met)):
        plan_leg(s, PHASE.WALK_ON, unit, points, met, began, is_action)
        return
    end_movement(s, cards, unit, met, began, is_action, log)


@kernel
def pick_up(s, cards, slot, log):
    """Who has moved onto the Artifact's space, or off it and back, bears it.  Rule T-BATTLE-4."""
    if cards.battle and s.artifact != NONE and s.at[slot] == s.artifact:
        changes.set_artifact(s, NONE, RULE.T_BATTLE_4, log)
        changes.set_bearer(s, slot, RULE.T_BATTLE_4, log)


@kernel
def end_movement(s, cards, unit, met, began, is_action, log):
    """A movement has ended: the moments of a Movement action.  Rule T-DUNGEON-20."""
    slot = record.slot_of(unit)
    if is_action:
        climbed = 0
        if began != NONE and s.at[slot] != NONE:
            climbed = questions.levels_above(s, cards, s.at[slot], began) > 0
        if met & record.BY_PORTAL:
            plan_moment(s, WHEN.PORTAL, unit, NONE, NO_KIND)
        if met & record.BY_VILLAGE:
            plan_moment(s, WHEN.VILLAGE, unit, NONE, NO_KIND)
        if climbed:
            plan_moment(s, WHEN.CLIMBS, unit, NONE, NO_KIND)
        plan_moment(s, WHEN.MOVED, unit, NONE, NO_KIND)


# Dungeons


@allocating_kernel
def enter_dungeon(s, cards, slot, box, way, points, log):
    """Walk to a portal and into the dungeon of its box; what the way has taken in.

    Rules T-DUNGEON-1, T-DUNGEON-4.
    """
    met = 0
    left, _, _, _ = paths.reach(s, cards, slot, points)
    goal = paths.best_entrance(s, cards, slot, box, points, way, left)
    if goal != paths.GOALS:
        met = walk(s, cards, slot, goal, points, log)
    changes.set_flipped(s, box, 1, RULE.T_DUNGEON_4, log)
    changes.set_at(s, slot, NONE, RULE.T_DUNGEON_4, log)
    changes.set_inside(s, slot, box, cards.entrance[box], RULE.T_DUNGEON_4, log)
    s.entered[box, record.class_of(slot)] += 1
    return met


@kernel
def step_inside(s, cards, unit, space, points, met, began, is_action, log):
    """A step in a dungeon, and what waits there.

    Rules T-DUNGEON-10, T-DUNGEON-11, T-DUNGEON-12, T-DUNGEON-15.
    """
    slot = record.slot_of(unit)
    seat, box = record.seat_of(slot), s.dungeon[slot]
    kind = cards.inside[box, space]
    if kind == INSIDE_KIND.CAVE_IN:
        dice = questions.knock_back_dice(s, cards, slot)
        if not changes.roll(
            s, cards, PURPOSE.CAVE_IN, dice, ICON.KNOCK_BACK, seat, RULE.T_DUNGEON_11, log
        ):
            points = max(0, points - cards.cave_in_price)
            plan_leg(s, EVENT.GO_ON, unit, points, met, began, is_action)
            return
    points -= questions.inside_cost(cards, kind)
    changes.set_inside(s, slot, box, space, RULE.T_DUNGEON_5, log)
    if kind == INSIDE_KIND.MAGIC_BARRIER:
        changes.set_mana(s, slot, s.mana[slot] - cards.barrier_price, RULE.T_DUNGEON_15, log)
    plan_leg(s, EVENT.GO_ON, unit, points, met, began, is_action)
    meet(s, cards, unit, slot, kind, log)


@kernel
def meet(s, cards, unit, slot, kind, log):
    """Monsters, traps and crystals.  Rules T-DUNGEON-9, T-DUNGEON-13, T-DUNGEON-17."""
    if kind == INSIDE_KIND.MONSTER:
        card = draw_enemy_card(s, log)
        if card != NONE:
            changes.discard_enemy_card(s, card, RULE.T_DUNGEON_9, log)
            first, count = cards.monster_first[card], cards.monster_count[card]
            plan_found(s, record.seat_of(slot), first, count, unit)
    elif kind == INSIDE_KIND.TRAP:
        dice, icon = cards.trap_dice, cards.trap_icon
        icons = changes.roll(
            s, cards, PURPOSE.TRAP, dice, icon, record.seat_of(slot), RULE.T_DUNGEON_13, log
        )
        damage = icons * cards.trap_damage
        lose_health(s, cards, slot, damage, NONE, NO_KIND, RULE.T_DUNGEON_13, log)
    elif kind == INSIDE_KIND.CRYSTAL:
        take_crystal(s, cards, unit, slot, log)


@kernel
def plan_found(s, seat, first, count, unit):
    """Effects of a card that has no other unit."""
    if count:
        plan_effects(s, seat, first, first + count, unit, NONE, 0, 0)


@kernel
def take_crystal(s, cards, unit, slot, log):
    """The crystal is taken; the unit comes out, then its bonus works.

    Rules T-DUNGEON-17, T-DUNGEON-21, T-DUNGEON-22, T-DUNGEON-23, T-SOLOEND-1.
    """
    box = s.dungeon[slot]
    changes.take_crystal_card(s, box, RULE.T_DUNGEON_22, log)
    s.taken_by[box, record.class_of(slot)] += 1
    changes.set_flipped(s, box, 0, RULE.T_DUNGEON_17, log)
    changes.set_inside(s, slot, NONE, NONE, RULE.T_DUNGEON_17, log)
    if box == questions.LARGEST_BOX:
        changes.set_outcome(s, END.WON, RULE.T_SOLOEND_1, log)
        return
    seat = record.seat_of(slot)
    plan_found(s, seat, cards.crystal_first[box], cards.crystal_count[box], unit)
    task = plan(s, PHASE.COME_OUT, seat)
    task.unit = unit
    task.card = box


@kernel
def come_out(s, slot, space, log):
    """A unit comes out of a dungeon.  Rules T-DUNGEON-18, T-DUNGEON-19."""
    changes.set_at(s, slot, space, RULE.T_DUNGEON_18, log)
