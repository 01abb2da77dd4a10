"""The Solo Enemy: its turn, and what its units decide."""

import numpy as np

from simulate.compiler.kernels import allocating_kernel, kernel
from simulate.games.tactics.cards import codes
from simulate.games.tactics.cards.codes import DO, ENEMY_BLOCKED, ENEMY_STOPS, SIDE, TERRAIN
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.effects.attacks import melee, shoot, solo_cast
from simulate.games.tactics.effects.compass import by_compass, by_distance
from simulate.games.tactics.effects.harm import draw_enemy_card
from simulate.games.tactics.effects.walking import visit
from simulate.games.tactics.moves import paths, questions
from simulate.games.tactics.moves.move import KIND
from simulate.games.tactics.state import changes, record
from simulate.games.tactics.state.agenda import plan
from simulate.games.tactics.state.changes import RULE
from simulate.games.tactics.state.record import EVENT

# The turn


@kernel
def activate_enemy(s, cards, seat, log):
    """Draw a card and activate one unit.

    Rules T-ENEMY-1, T-ENEMY-2, T-ENEMY-3, T-ENEMY-8, T-COOP-9.
    """
    if are_all_activated(s, seat):
        renew(s, seat, log)
    card = draw_enemy_card(s, log)
    if card == NONE:
        return
    slot = unit_activated(s, cards, seat, card)
    changes.set_under(s, slot, card, RULE.T_ENEMY_1, log)
    s.bonus = cards.bonus_damage[card]
    plan(s, EVENT.ENEMY_RESTS, seat).unit = record.reference(s, slot)
    activate(s, cards, slot, card, log)


@kernel
def are_all_activated(s, seat):
    """Whether each unit in play has a card under it."""
    for slot in range(seat * codes.FORCE, seat * codes.FORCE + codes.FORCE):
        if record.is_in_play(s, slot) and s.under[slot] == NONE:
            return False
    return True


@kernel
def renew(s, seat, log):
    """All cards make a new deck, but those under another enemy's units.  Rule T-ENEMY-3."""
    for slot in range(seat * codes.FORCE, seat * codes.FORCE + codes.FORCE):
        card = s.under[slot]
        if card != NONE:
            changes.set_under(s, slot, NONE, RULE.T_ENEMY_3, log)
            changes.put_enemy_card(s, card, RULE.T_ENEMY_3, log)
    changes.renew_enemy_cards(s, RULE.T_ENEMY_3, log)


@kernel
def unit_activated(s, cards, seat, card):
    """The unit that a card names, or the leftmost that was not activated.

    Rules T-ENEMY-2, T-SOLO-4.
    """
    wanted = cards.activates[card]
    if wanted != codes.LEFTMOST:
        slot = seat * codes.FORCE + wanted
        if record.is_in_play(s, slot) and s.under[slot] == NONE:
            return slot
    slot = seat * codes.FORCE
    while not record.is_in_play(s, slot) or s.under[slot] != NONE:
        slot += 1
    return slot


@kernel
def activate(s, cards, slot, card, log):
    """The five steps, until it attacks.  Rules T-ENEMY-5, T-ENEMY-6."""
    arrow = cards.compass[card]
    if attack(s, cards, slot, arrow, log):
        return
    weakened = s.weakened[slot]
    move(s, cards, slot, card, arrow, log)
    if not weakened:
        attack(s, cards, slot, arrow, log)


@kernel
def rest(s, unit, log):
    """The end of an activation.  Rules T-ENEMY-7, T-ENEMY-8."""
    s.bonus = 0
    if record.lives(s, unit):
        changes.set_weakened(s, record.slot_of(unit), 0, RULE.T_ENEMY_7, log)


@kernel
def attack(s, cards, slot, arrow, log):
    """Melee, else missile or spell, on the first target by the compass; whether it attacked.

    Rules T-ENEMY-9, T-ENEMY-11, T-ENEMY-12, T-ENEMY-13.
    """
    target = first_target(s, cards, slot, arrow, True)
    if target != NONE:
        changes.write_act(s, KIND.MELEE, slot, target, RULE.T_ENEMY_9, log)
        melee(s, cards, slot, target, 0, log)
        return True
    target = first_target(s, cards, slot, arrow, False)
    if target == NONE:
        return False
    if questions.can_shoot(s, cards, slot, s.at[slot], target):
        changes.write_act(s, KIND.MISSILE, slot, target, RULE.T_ENEMY_12, log)
        shoot(s, cards, slot, target, 0, log)
    else:
        changes.write_act(s, KIND.SPELL, slot, target, RULE.T_ENEMY_12, log)
        solo_cast(s, cards, slot, target, 0, log)
    return True


@kernel
def first_target(s, cards, slot, arrow, in_melee):
    """The first foe by the compass that can be attacked in melee, or else from afar; or NONE."""
    best, least = NONE, 0
    space = s.at[slot]
    for target in range(record.SLOTS):
        if s.at[target] == NONE or not record.are_foes(cards, slot, target):
            continue
        if in_melee:
            reached = questions.melee_reaches(s, cards, slot, space, target)
        else:
            reached = shoots_at(s, cards, slot, space, target)
        if reached:
            merit = by_compass(s, cards, space, s.at[target], arrow)
            if best == NONE or merit < least:
                best, least = target, merit
    return best


@kernel
def shoots_at(s, cards, slot, space, target):
    """Whether a unit could make a missile or spell attack from a space."""
    return questions.can_shoot(s, cards, slot, space, target) or questions.can_cast_at(
        s, cards, slot, space, target
    )


# Its movement


@allocating_kernel
def move(s, cards, slot, card, arrow, log):
    """Go where it can attack, else towards the closest unit; or climb.

    Rules T-ENEMY-16, T-ENEMY-18, T-ENEMY-19, T-ENEMY-24, T-CLIMB-1, T-CLIMB-3.
    """
    points = paths.movement_points(s, cards, slot) + cards.bonus_movement[card]
    way = np.empty(codes.SPACES, np.int64)
    closest = next_target(s, cards, slot, arrow, -1)
    if closest == NONE:
        return
    if cards.bonus_climb[card]:
        goal = closest_higher(s, cards, slot, arrow)
        if goal != NONE:
            count = path(s, cards, slot, goal, points, arrow, way)
            go_along(s, cards, slot, way, last_free(s, slot, way, count), log)
            return
    target, merit = closest, np.int64(-1)
    while target != NONE:
        count = path(s, cards, slot, s.at[target], points, arrow, way)
        stop = to_attack(s, cards, slot, target, way, count)
        if stop:
            go_along(s, cards, slot, way, stop, log)
            return
        merit = by_distance(s, cards, s.at[slot], s.at[target], arrow)
        target = next_target(s, cards, slot, arrow, merit)
    count = path(s, cards, slot, s.at[closest], points, arrow, way)
    go_along(s, cards, slot, way, last_free(s, slot, way, count), log)


@kernel
def next_target(s, cards, slot, arrow, after):
    """The closest foe whose merit by distance is beyond `after`, or NONE.  Rule T-ENEMY-17."""
    best, least = NONE, np.int64(0)
    for target in range(record.SLOTS):
        if s.at[target] != NONE and record.are_foes(cards, slot, target):
            merit = by_distance(s, cards, s.at[slot], s.at[target], arrow)
            if merit > after and (best == NONE or merit < least):
                best, least = target, merit
    return best


@kernel
def closest_higher(s, cards, slot, arrow):
    """The closest free space above a unit's own, or NONE.  Rule T-CLIMB-1."""
    best, least = NONE, np.int64(0)
    for space in range(cards.spaces[s.realm]):
        if questions.levels_above(s, cards, space, s.at[slot]) > 0 and questions.is_free(
            s, cards, space
        ):
            merit = by_distance(s, cards, s.at[slot], space, arrow)
            if best == NONE or merit < least:
                best, least = space, merit
    return best


@kernel
def to_attack(s, cards, slot, target, way, count):
    """How many steps of a way to go to attack a target; 0: it cannot be attacked from there.

    As far as its points go, or only as far as it must: rule T-ENEMY-18.
    """
    stop = 0
    for k in range(count):
        if s.occupant[way[k]] == NONE and attacks_from(s, cards, slot, way[k], target):
            stop = k + 1
            if cards.enemy_stops == ENEMY_STOPS.FIRST:
                break
    return stop


@kernel
def attacks_from(s, cards, slot, space, target):
    """Whether a unit could attack a target from a space in any way."""
    if questions.melee_reaches(s, cards, slot, space, target):
        return True
    return shoots_at(s, cards, slot, space, target)


@kernel
def last_free(s, slot, way, count):
    """How many steps of a way lead to its last free space; 0: none."""
    while count and not paths.may_stop(s, slot, way[count - 1]):
        count -= 1
    return count


@kernel
def go_along(s, cards, slot, way, count, log):
    """Go so many steps along a way; villages on it are gained from.  Rule T-ENEMY-23."""
    for k in range(count):
        changes.pass_over(s, slot, way[k], RULE.T_ENEMY_16, log)
        visit(s, cards, slot, log)
    s.occupant[s.at[slot]] = slot


@kernel
def path(s, cards, slot, goal, points, arrow, way):
    """The spaces that a unit enters on its way to a goal, into `way`; how many.

    Rules T-ENEMY-21, T-ENEMY-22, T-ENEMY-23, T-COMPASS-3.
    """
    space, count = s.at[slot], 0
    while space != goal and not (count and is_beside_foe(s, cards, slot, space)):
        ahead = next_step(s, cards, slot, space, goal, points, arrow)
        if ahead == NONE:
            break
        points -= step_cost(s, cards, slot, space, ahead)
        way[count] = ahead
        count += 1
        space = ahead
    return count


@kernel
def is_beside_foe(s, cards, slot, space):
    """Whether a foe stands next to a space, on any level.  Rule T-ENEMY-21."""
    for side in range(codes.DIRECTIONS):
        beside = cards.neighbour[s.realm, space, side]
        if beside != NONE and paths.has_foe(s, cards, slot, beside):
            return True
    return False


@kernel
def step_cost(s, cards, slot, space, ahead):
    """Points of a step.  Rules T-MOVE-4, T-MOVE-7, T-ENEMY-23."""
    cost = paths.terrain_cost(s, cards, slot, cards.terrain[s.realm, ahead])
    if questions.levels_above(s, cards, ahead, space) > 0:
        cost += paths.climb_cost(s, cards, slot)
    return cost


@kernel
def next_step(s, cards, slot, space, goal, points, arrow):
    """One axis first, then the other; the other too where the way is barred, not where it is dear.

    Rules T-COMPASS-4, T-COMPASS-5, T-COMPASS-6, T-ENEMY-23, T-CLIMB-2.
    """
    m = s.realm
    across = cards.column[m, goal] - cards.column[m, space]
    down = cards.row[m, goal] - cards.row[m, space]
    along = NONE if across == 0 else (SIDE.EAST if across > 0 else SIDE.WEST)
    upright = NONE if down == 0 else (SIDE.SOUTH if down > 0 else SIDE.NORTH)
    vertical = arrow == SIDE.NORTH or arrow == SIDE.SOUTH
    first = upright if vertical else along
    second = along if vertical else upright
    if first == NONE:
        first, second = second, NONE
    ahead = step_at(s, cards, slot, space, first)
    if ahead == NONE and cards.enemy_blocked != ENEMY_BLOCKED.STOP:
        ahead = step_at(s, cards, slot, space, second)
    if ahead == NONE or step_cost(s, cards, slot, space, ahead) > points:
        return NONE
    return ahead


@kernel
def step_at(s, cards, slot, space, side):
    """The space on a side, if the unit may enter it; or NONE."""
    if side == NONE:
        return NONE
    ahead = cards.neighbour[s.realm, space, side]
    if ahead == NONE or not questions.is_open(s, cards, ahead):
        return NONE
    if s.began_on_ballista[slot] and cards.terrain[s.realm, ahead] == TERRAIN.BALLISTA:
        return NONE
    if paths.has_foe(s, cards, slot, ahead) and not questions.stands(
        s, cards, slot, DO.SLIPS_THROUGH
    ):
        return NONE
    return ahead
