"""What effects of cards, spells and abilities are worth to the seat."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.tactics.cards.codes import DIRECTIONS, DO, FORCE, WHO_CODE
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves.matters import is_meant
from simulate.games.tactics.moves.questions import is_free, levels_above, may_be_moved
from simulate.games.tactics.state.record import is_in_play, lives, reference, side_of, slot_of
from strategies.tactics.areas import worth_without
from strategies.tactics.outlook import harm_worth


@kernel
def rows_worth(s, cards, w, v, first, count, unit, other, icons):
    """Worth of effects in rows; unit, other: references; icons expected from a spell's dice."""
    worth = 0.0
    for row in range(first, first + count):
        worth += row_worth(s, cards, w, v, row, unit, other, icons)
    return worth


@kernel
def row_worth(s, cards, w, v, row, unit, other, icons):
    """Worth of one effect on all whom it is for, or on the best of those to choose from."""
    who = cards.row_who[row]
    amount = max(0, cards.row_amount[row]) + icons * cards.row_power[row]
    if who == NONE:
        return free_worth(cards, w, row, amount)
    if who == WHO_CODE.SELF or who == WHO_CODE.OTHER:
        one = unit if who == WHO_CODE.SELF else other
        if not lives(s, one):
            return 0.0
        return effect_worth(s, cards, w, v, row, slot_of(one), amount)
    total = 0.0
    each = who == WHO_CODE.EACH_ALLY or who == WHO_CODE.EACH_ENEMY
    for slot in range(cards.seats * FORCE):
        if is_meant(s, cards, row, unit, other, slot):
            worth = effect_worth(s, cards, w, v, row, slot, amount)
            total = total + worth if each else max(total, worth)
    return total


@inner_kernel
def free_worth(cards, w, row, amount):
    """Worth of an effect on the turn, the hand or the Time Token."""
    do = cards.row_do[row]
    if do == DO.EXTRA_ACTION:
        return w.action * amount
    if do == DO.DRAW:
        return w.card * amount
    return w.time * amount if do == DO.GAIN_TIME else 0.0


@kernel
def effect_worth(s, cards, w, v, row, slot, amount):
    """Worth to the seat of one effect on one unit, ours or an enemy's."""
    sign = 1.0 if cards.team[slot // FORCE] == v.team else -1.0
    do = cards.row_do[row]
    if do == DO.DAMAGE:
        worth = -harm_worth(s, w, v, slot, amount)
        if sign < 0.0 and amount >= s.health[slot] and s.at[slot] != NONE:
            worth -= worth_without(s, cards, w, v, slot, NONE)
        return sign * worth
    if do == DO.HEAL:
        return sign * heal_worth(s, cards, w, v, slot, amount)
    if do == DO.WEAKEN:
        return -sign * w.token * (1 - s.weakened[slot])
    if do == DO.CURE:
        return sign * w.token * s.weakened[slot]
    if do == DO.STEP:
        return sign * w.step * amount
    if do == DO.REFILL:
        return sign * w.ammo * lacking(s, cards, slot, amount)
    if do == DO.DRAIN or do == DO.STEAL:
        return -sign * w.ammo * holding(s, cards, slot, amount)
    if do == DO.PUSH:
        return w.step
    return 0.1 if do == DO.SWAP else 0.0


@kernel
def heal_worth(s, cards, w, v, slot, amount):
    """Worth of health that rises, up to the top of the track; paid, if less than 0."""
    top = cards.health[s.unit[slot], side_of(cards, slot)]
    then = min(1.0 * top, s.health[slot] + amount)
    if then <= 0.0 or s.health[slot] <= 0:
        return 0.0
    # The same health is worth more to a unit that has little of it.
    return v.prize[slot] * w.wound * (then - s.health[slot]) / (0.5 * (then + s.health[slot]))


@inner_kernel
def lacking(s, cards, slot, amount):
    """Share of its track by which a unit's ammo or mana would rise."""
    card = s.unit[slot]
    top = cards.ammo[card] + cards.mana[card]
    if top == 0:
        return 0.0
    return min(1.0 * amount, top - s.ammo[slot] - s.mana[slot]) / top


@inner_kernel
def holding(s, cards, slot, amount):
    """Share of its track by which a unit's ammo or mana would fall."""
    card = s.unit[slot]
    top = cards.ammo[card] + cards.mana[card]
    return min(1.0 * amount, s.ammo[slot] + s.mana[slot]) / top if top else 0.0


@kernel
def card_worth(s, cards, w, v, card, unit, other):
    """Worth of playing a tactic card now."""
    first, count = cards.tactic_first[card], cards.tactic_count[card]
    return rows_worth(s, cards, w, v, first, count, unit, other, 0.0)


@kernel
def hope_worth(cards, w, card):
    """Worth of having a tactic card, whenever it may be played."""
    worth = 0.0
    first = cards.tactic_first[card]
    for row in range(first, first + cards.tactic_count[card]):
        do, amount = cards.row_do[row], max(1, cards.row_amount[row])
        if do == DO.DAMAGE or do == DO.HEAL:
            worth += 0.25 * w.unit * w.wound * amount
        elif do == DO.WEAKEN or do == DO.CURE:
            worth += w.token
        elif do == DO.STEP or do == DO.PUSH:
            worth += w.step * amount
        elif do == DO.REFILL:
            worth += 0.5 * w.ammo
        else:
            worth += free_worth(cards, w, row, amount)
    return worth


# Pushes


@kernel
def landing(s, cards, slot, way, spaces):
    """(space where a unit that is sent stops, whether it is stopped short)."""
    space = s.at[slot]
    for _ in range(spaces):
        ahead = cards.neighbour[s.realm, space, way]
        if (
            ahead == NONE
            or not is_free(s, cards, ahead)
            or levels_above(s, cards, ahead, space) > 0
        ):
            return space, True
        space = ahead
    return space, False


@kernel
def shove_worth(s, cards, w, v, slot, way, spaces):
    """Worth of sending an enemy so many spaces straight on.  Rules T-MELEE-5, T-MELEE-8."""
    space, stopped = landing(s, cards, slot, way, spaces)
    worth = 0.0
    if stopped:
        worth += harm_worth(s, w, v, slot, cards.knock_back_damage)
        if s.health[slot] <= cards.knock_back_damage:
            return worth + worth_without(s, cards, w, v, slot, NONE)
    if space != s.at[slot]:
        worth += worth_without(s, cards, w, v, slot, space)
    return worth


@kernel
def best_shove(s, cards, w, v, slot, spaces):
    """Worth of the best of the four directions."""
    best = 0.0
    if may_be_moved(s, cards, slot):
        for way in range(DIRECTIONS):
            best = max(best, shove_worth(s, cards, w, v, slot, way, spaces))
    return best


@inner_kernel
def named(s, slot):
    """The reference of the unit in a slot, or NONE."""
    return NONE if slot == NONE or not is_in_play(s, slot) else reference(s, slot)
