"""Questions that the rules ask about the table; nothing here changes it."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.tactics.cards import codes
from simulate.games.tactics.cards.codes import (
    AIM,
    BOX,
    CLASS,
    CONDITION,
    DO,
    INSIDE_KIND,
    SIDE,
    TERRAIN,
    WHEN,
)
from simulate.games.tactics.cards.vocabulary import LARGEST, NONE
from simulate.games.tactics.state import record

ALL_KINDS = 15  # bits of every attack kind, and of what is none
MOST_DICE = 3  # rule T-PARTS-5
LARGEST_BOX = BOX[LARGEST]
ALL_BOXES = (1 << codes.DUNGEONS) - 1
NEAR = 2  # spaces within which nobody alone has an ally


# The map


@inner_kernel
def distance(s, cards, one, other):
    """Steps between two spaces.  Rules T-MISSILE-4, T-BUILD-7."""
    m = s.realm
    across = cards.column[m, one] - cards.column[m, other]
    down = cards.row[m, one] - cards.row[m, other]
    return abs(across) + abs(down)


@inner_kernel
def levels_above(s, cards, one, other):
    """Levels by which the first space is above the second.  Rules T-MAP-2, T-CARD-8."""
    return cards.level[s.realm, one] - cards.level[s.realm, other]


@inner_kernel
def terrain_at(s, cards, space):
    """Terrain of a space of the map."""
    return cards.terrain[s.realm, space]


@inner_kernel
def is_open(s, cards, space):
    """Whether there is such a space now: not on a box flipped over.  Rule T-DUNGEON-7."""
    return s.flipped & cards.closers[s.realm, space] == 0


@inner_kernel
def is_free(s, cards, space):
    """Whether a unit could stand there.  Rule T-MOVE-3."""
    return s.occupant[space] == NONE and is_open(s, cards, space)


@kernel
def is_box_closed(s, cards, box):
    """Whether a box is flipped over or set aside.  Rule T-DUNGEON-7."""
    lower = box
    while lower != NONE:
        if record.is_in(s.flipped, lower):
            return True
        lower = cards.lies_on[s.realm, lower]
    return False


@kernel
def is_portal_open(s, cards, p):
    """Whether a portal is in the game now.  Rules T-PORTAL-1, T-DUNGEON-7."""
    if s.flipped == 0:
        return True
    m = s.realm
    return not is_box_closed(s, cards, cards.portal_box[m, p]) and is_open(
        s, cards, cards.portal_front[m, p]
    )


@kernel
def direction_of(s, cards, one, other):
    """The side on which another space lies: along the longer axis, the row if they are equal."""
    m = s.realm
    across = cards.column[m, other] - cards.column[m, one]
    down = cards.row[m, other] - cards.row[m, one]
    if abs(across) >= abs(down):
        return SIDE.EAST if across > 0 else SIDE.WEST
    return SIDE.SOUTH if down > 0 else SIDE.NORTH


@inner_kernel
def opposite_side(side):
    """The direction straight back."""
    return (side + codes.DIRECTIONS // 2) % codes.DIRECTIONS


# Units


@inner_kernel
def units_of(s, seat):
    """Units that a seat has in play."""
    count = 0
    for slot in range(seat * codes.FORCE, seat * codes.FORCE + codes.FORCE):
        if record.is_in_play(s, slot):
            count += 1
    return count


@inner_kernel
def has_effect(s, cards, slot, do):
    """Whether the card side that lies up says something of an effect, and it counts."""
    if record.is_solo(cards, slot) and not cards.enemy_abilities:
        return False
    return cards.has[s.unit[slot], record.side_of(cards, slot), do] == 1


@inner_kernel
def total(s, cards, slot, do, kind, other):
    """Amounts of a standing effect of a unit that holds now, added up; few units have any.

    kind: bits of the attack; other: slot of the other unit, or NONE.  Rule T-UNIT-5.
    """
    return add_up(s, cards, slot, do, kind, other) if has_effect(s, cards, slot, do) else 0


@kernel
def add_up(s, cards, slot, do, kind, other):
    """The same of a unit that has such an effect."""
    amount = 0
    side = record.side_of(cards, slot)
    first = cards.run_first[s.unit[slot], side, WHEN.ALWAYS]
    for row in range(first, first + cards.run_count[s.unit[slot], side, WHEN.ALWAYS]):
        if cards.row_do[row] == do and cards.row_kinds[row] & kind:
            if holds_now(s, cards, row, slot, other):
                amount += max(1, cards.row_amount[row])
    return amount


@kernel
def best(s, cards, slot, do, most):
    """The greatest amount, up to `most`, of a standing effect that holds now; 0: none."""
    if not has_effect(s, cards, slot, do):
        return 0
    amount = 0
    side = record.side_of(cards, slot)
    first = cards.run_first[s.unit[slot], side, WHEN.ALWAYS]
    for row in range(first, first + cards.run_count[s.unit[slot], side, WHEN.ALWAYS]):
        if cards.row_do[row] == do and amount < cards.row_amount[row] <= most:
            if holds_now(s, cards, row, slot, NONE):
                amount = cards.row_amount[row]
    return amount


@kernel
def has_word(s, cards, slot, do, word):
    """Whether a standing effect with a word holds now."""
    if not has_effect(s, cards, slot, do):
        return False
    side = record.side_of(cards, slot)
    first = cards.run_first[s.unit[slot], side, WHEN.ALWAYS]
    for row in range(first, first + cards.run_count[s.unit[slot], side, WHEN.ALWAYS]):
        if cards.row_do[row] == do and cards.row_word[row] == word:
            if holds_now(s, cards, row, slot, NONE):
                return True
    return False


@inner_kernel
def stands(s, cards, slot, do):
    """Whether a standing effect without an attack holds now."""
    return total(s, cards, slot, do, ALL_KINDS, NONE) > 0


# Conditions


@inner_kernel
def holds_now(s, cards, row, slot, other):
    """Whether the condition of a standing effect is met; other: a slot, or NONE."""
    condition = cards.row_condition[row]
    if condition == NONE:
        return True
    rival = NONE if other == NONE else record.reference(s, other)
    return holds(s, cards, condition, record.reference(s, slot), rival)


@kernel
def holds(s, cards, condition, unit, other):
    """Whether a condition is met; unit, other: references of units, NONE: nobody.

    A unit that is gone has no health and stands nowhere.
    """
    if condition == NONE:
        return True
    about = other if condition >= CONDITION.OTHER_WEAKENED else unit
    if about == NONE:
        return False
    slot = record.slot_of(about)
    if condition == CONDITION.SELF_WEAKENED or condition == CONDITION.OTHER_WEAKENED:
        return (s.weakened[slot] if same(s, about) else s.fell_weakened[slot]) == 1
    if condition == CONDITION.SELF_HURT or condition == CONDITION.OTHER_HURT:
        top = cards.health[s.unit[slot], record.side_of(cards, slot)]
        return not same(s, about) or 2 * s.health[slot] <= top
    if condition == CONDITION.OTHER_BEAST:
        return record.class_of(slot) == CLASS.BEAST
    if condition == CONDITION.OTHER_WIZARD:
        return record.class_of(slot) == CLASS.WIZARD
    if not same(s, about) or s.at[slot] == NONE:
        return False
    return holds_on_map(s, cards, condition, slot, record.slot_of(unit), s.at[slot])


@inner_kernel
def same(s, unit):
    """Whether a reference names the unit that is in its slot now."""
    return s.life[unit % record.SLOTS] == unit // record.SLOTS


@kernel
def holds_on_map(s, cards, condition, about, unit, space):
    """Conditions on where a unit stands, and who stands near."""
    terrain = terrain_at(s, cards, space)
    if condition == CONDITION.SELF_ON_PEAK:
        return terrain == TERRAIN.PEAK
    if condition == CONDITION.SELF_IN_FOREST:
        return terrain == TERRAIN.FOREST
    if condition == CONDITION.SELF_IN_WATER or condition == CONDITION.OTHER_IN_WATER:
        return terrain == TERRAIN.WATER
    if condition == CONDITION.SELF_IN_VILLAGE:
        return terrain == TERRAIN.VILLAGE
    if condition == CONDITION.SELF_HIGH:
        return cards.level[s.realm, space] > 0
    if condition == CONDITION.SELF_IN_AREA:
        return cards.area[s.realm, space] != NONE
    if condition == CONDITION.SELF_ALONE:
        return not has_friend_near(s, cards, unit, space, NEAR)
    if condition == CONDITION.SELF_BESIDE_ALLY or condition == CONDITION.OTHER_FLANKED:
        return has_friend_near(s, cards, unit, space, 1)
    if s.at[unit] == NONE:
        return False
    levels = levels_above(s, cards, space, s.at[unit])
    if condition == CONDITION.OTHER_LOWER:
        return levels < 0
    return condition == CONDITION.OTHER_HIGHER and levels > 0


@kernel
def has_friend_near(s, cards, unit, space, near):
    """Whether another unit of the unit's team stands within so many spaces.  Rule T-CARD-12."""
    for slot in range(record.SLOTS):
        if slot != unit and s.at[slot] != NONE and not record.are_foes(cards, slot, unit):
            if distance(s, cards, s.at[slot], space) <= near:
                return True
    return False


# Attacks


@inner_kernel
def cover(s, cards, slot):
    """What water and forest add to damage.  Rules T-TERRAIN-3, T-TERRAIN-4."""
    terrain = terrain_at(s, cards, s.at[slot])
    if terrain == TERRAIN.WATER:
        return cards.water_damage
    return -cards.forest_cover if terrain == TERRAIN.FOREST else 0


@kernel
def attack_damage(s, cards, slot, target, kind, printed):
    """Damage of an attack on its target, all told, none at least.

    Rules T-HARM-1, T-MELEE-2, T-BATTLE-6, T-BATTLE-7, T-ENEMY-8.
    """
    damage = printed + total(s, cards, slot, DO.MORE_DAMAGE, kind, target)
    if s.bearer == slot:
        damage += cards.artifact_melee if kind == codes.MELEE_KIND else cards.artifact_missile
    if record.is_solo(cards, slot):
        damage += s.bonus
    damage -= total(s, cards, target, DO.LESS_DAMAGE, kind, slot)
    return max(0, damage + cover(s, cards, target))


@kernel
def melee_reaches(s, cards, slot, space, target):
    """Whether a unit, standing on a space, could attack a target in melee.  Rule T-MELEE-1."""
    from_here = distance(s, cards, space, s.at[target])
    if from_here > 2:
        return False
    levels = levels_above(s, cards, s.at[target], space)
    if from_here == 1:
        if levels == 0:
            return True
        return has_word(
            s, cards, slot, DO.REACHES, codes.REACH.LOWER if levels < 0 else codes.REACH.HIGHER
        )
    if from_here == 0 or levels != 0:
        return False
    m = s.realm
    if cards.column[m, space] == cards.column[m, s.at[target]]:
        return False
    if cards.row[m, space] == cards.row[m, s.at[target]]:
        return False
    return has_word(s, cards, slot, DO.REACHES, codes.REACH.DIAGONAL)


@kernel
def shot_reaches(s, cards, slot, space, target, kind, reach):
    """Whether a missile or spell from a space reaches a target; kind NO_KIND: the ballista.

    Rules T-MISSILE-2, T-MISSILE-3, T-MISSILE-4, T-MISSILE-6, T-SPELL-6, T-TERRAIN-6,
    T-TERRAIN-7, T-PORTAL-6.
    """
    goal = s.at[target]
    away = distance(s, cards, space, goal)
    if kind != codes.NO_KIND:
        if has_effect(s, cards, target, DO.HIDDEN) and record.are_foes(cards, slot, target):
            if hides(s, cards, target, away):
                return False
        if terrain_at(s, cards, space) == TERRAIN.PEAK:
            return True
        reach += total(s, cards, slot, DO.MORE_RANGE, kind, NONE)
    levels = levels_above(s, cards, goal, space)
    if levels < 0:
        reach += cards.higher_range
    elif levels > 0:
        reach -= cards.lower_range
    return away <= reach


@kernel
def hides(s, cards, target, away):
    """Whether a unit is hidden from so far away."""
    side = record.side_of(cards, target)
    first = cards.run_first[s.unit[target], side, WHEN.ALWAYS]
    for row in range(first, first + cards.run_count[s.unit[target], side, WHEN.ALWAYS]):
        if cards.row_do[row] == DO.HIDDEN and away > cards.row_amount[row]:
            if holds_now(s, cards, row, target, NONE):
                return True
    return False


@inner_kernel
def has_missile(s, cards, slot):
    """Whether the card prints a missile attack.  Rule T-MISSILE-1."""
    return cards.missile_range[s.unit[slot], record.side_of(cards, slot)] > 0


@kernel
def can_shoot(s, cards, slot, space, target):
    """Whether a unit could make a missile attack from a space.

    Rules T-MISSILE-1, T-MISSILE-5, T-ENEMY-15.
    """
    if not has_missile(s, cards, slot):
        return False
    if not record.is_solo(cards, slot) and s.ammo[slot] < cards.missile_price:
        return False
    reach = cards.missile_range[s.unit[slot], record.side_of(cards, slot)]
    return shot_reaches(s, cards, slot, space, target, codes.MISSILE_KIND, reach)


@inner_kernel
def has_spell(s, cards, slot):
    """Whether the card prints a spell on the side that lies up."""
    if record.is_solo(cards, slot):
        return cards.spell_range[s.unit[slot], codes.SOLO_SIDE] > 0
    return cards.spell_aim[s.unit[slot]] != NONE


@inner_kernel
def can_cast(s, cards, slot):
    """Whether a unit has a spell and can pay for it.  Rules T-SPELL-1, T-SPELL-2."""
    if not has_spell(s, cards, slot):
        return False
    return record.is_solo(cards, slot) or s.mana[slot] >= cards.spell_price


@kernel
def can_cast_at(s, cards, slot, space, target):
    """Whether a unit could cast an attack spell at an enemy from a space."""
    if not can_cast(s, cards, slot):
        return False
    if not record.is_solo(cards, slot) and cards.spell_aim[s.unit[slot]] != AIM.ENEMY:
        return False
    reach = cards.spell_range[s.unit[slot], record.side_of(cards, slot)]
    return shot_reaches(s, cards, slot, space, target, codes.SPELL_KIND, reach)


@inner_kernel
def most_power(s, cards, slot):
    """Mana that may be paid besides.  Rule T-SPELL-3."""
    return min(cards.power_dice, s.mana[slot] - cards.spell_price)


@inner_kernel
def knock_back_dice(s, cards, slot):
    """Dice to roll for Knock Back.  Rules T-MELEE-4, T-PARTS-5."""
    printed = cards.melee_dice[s.unit[slot], record.side_of(cards, slot)]
    return min(MOST_DICE, printed + total(s, cards, slot, DO.MORE_DICE, ALL_KINDS, NONE))


@inner_kernel
def may_be_moved(s, cards, slot):
    """Whether a unit can be knocked back or pushed."""
    return s.at[slot] != NONE and not stands(s, cards, slot, DO.STANDS_FIRM)


@inner_kernel
def is_on_ballista(s, cards, slot):
    """Whether a unit stands on a ballista."""
    return s.at[slot] != NONE and terrain_at(s, cards, s.at[slot]) == TERRAIN.BALLISTA


# Control areas


@inner_kernel
def weight(s, cards, slot):
    """For how many units one counts.  Rule T-CONTROL-4."""
    return max(1, best(s, cards, slot, DO.HOLDS, 99))


@kernel
def has_majority(s, cards, seat, area):
    """Whether a seat is present and its team has more units in an area than any other.

    Rules T-CONTROL-4, T-TEAM-7.
    """
    present = False
    own_weight = 0
    for slot in range(record.SLOTS):
        if s.at[slot] != NONE and cards.area[s.realm, s.at[slot]] == area:
            if not record.are_foes(cards, slot, seat * codes.FORCE):
                own_weight += weight(s, cards, slot)
                present = present or slot // codes.FORCE == seat
    if not present:
        return False
    for other in range(cards.seats):
        if cards.team[other] != cards.team[seat]:
            if weight_in(s, cards, other, area) >= own_weight:
                return False
    return True


@kernel
def weight_in(s, cards, seat, area):
    """Units that a seat's team counts in an area."""
    units = 0
    for slot in range(record.SLOTS):
        if s.at[slot] != NONE and cards.area[s.realm, s.at[slot]] == area:
            if not record.are_foes(cards, slot, seat * codes.FORCE):
                units += weight(s, cards, slot)
    return units


# Dungeons


@kernel
def may_enter(s, cards, slot, box):
    """Whether a unit may enter a dungeon, once it is at its portal.

    Rules T-DUNGEON-2, T-DUNGEON-3, T-DUNGEON-6, T-DUNGEON-7, T-DUNGEON-24.
    """
    if record.is_in(s.crystals, box):
        return False
    for other in range(seat_first(slot), seat_first(slot) + codes.FORCE):
        if s.dungeon[other] != NONE:
            return False
    if box == LARGEST_BOX and (s.crystals | record.bit(LARGEST_BOX)) != ALL_BOXES:
        return False
    for other in range(codes.DUNGEONS):
        if record.is_in(s.flipped, other) and carries(s, cards, box, other):
            return False
    for other in range(record.SLOTS):
        if other != slot and s.at[other] != NONE:
            if record.is_in(cards.closers[s.realm, s.at[other]], box):
                return False
    return True


@inner_kernel
def seat_first(slot):
    """First slot of a unit's force."""
    return slot // codes.FORCE * codes.FORCE


@kernel
def carries(s, cards, box, upper):
    """Whether a box is another one or lies beneath it."""
    while upper != NONE:
        if upper == box:
            return True
        upper = cards.lies_on[s.realm, upper]
    return False


@kernel
def may_step_inside(s, cards, slot, space, points):
    """Whether a unit in a dungeon may try a space of it.

    Rules T-DUNGEON-10, T-DUNGEON-11, T-DUNGEON-14, T-DUNGEON-15.
    """
    kind = cards.inside[s.dungeon[slot], space]
    if inside_cost(cards, kind) > points:
        return False
    if kind == INSIDE_KIND.LOCKED_DOOR:
        return record.class_of(slot) == CLASS.ROGUE
    if kind == INSIDE_KIND.MAGIC_BARRIER:
        return record.class_of(slot) == CLASS.WIZARD and s.mana[slot] >= cards.barrier_price
    return kind != INSIDE_KIND.CAVE_IN or knock_back_dice(s, cards, slot) > 0


@inner_kernel
def inside_cost(cards, kind):
    """Movement points to enter a space of a dungeon.  Rule T-DUNGEON-10."""
    return cards.enter_cost[TERRAIN.WATER] if kind == INSIDE_KIND.WATER else cards.space_cost
