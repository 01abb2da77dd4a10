"""Whether something would change the table beyond its price, as the table lies now.

Nobody is asked whether to spend a card, mana or an action on nothing.  What dice or later answers
may still bring counts as a change.  Rule T-CARD-16.
"""

from simulate.compiler.kernels import allocating_kernel, inner_kernel, kernel
from simulate.games.tactics.cards import codes
from simulate.games.tactics.cards.codes import AIM, DO, ICON, TURN, WHEN, WHO_CODE
from simulate.games.tactics.cards.grids import bits_of, space_of
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves import paths, questions
from simulate.games.tactics.state import record


@inner_kernel
def can_roll(cards, icon):
    """Whether a die shows an icon at all."""
    for face in range(codes.FACES):
        if cards.die[face] & icon:
            return True
    return False


# Units that an effect is for


@kernel
def is_meant(s, cards, row, unit, other, slot):
    """Whether an effect for one or each of several units could be for the unit in a slot.

    unit: whose effect it is, other: the other unit of its moment; references.  `within` counts
    from where a unit fell, if it is gone.  Rules T-SPELL-9, T-CARD-12.
    """
    who = cards.row_who[row]
    own_slot = record.slot_of(unit)
    if slot == own_slot and record.lives(s, unit):
        return who == WHO_CODE.ONE_FRIEND
    if not record.is_in_play(s, slot):
        return False
    enemy = who == WHO_CODE.ONE_ENEMY or who == WHO_CODE.EACH_ENEMY
    if record.are_foes(cards, slot, own_slot) != enemy or (enemy and s.at[slot] == NONE):
        return False
    within = cards.row_within[row]
    if within == NONE:
        return True
    centre = other if cards.row_of[row] == codes.OF.OTHER else unit
    if centre == NONE or s.at[slot] == NONE:
        return False
    if record.lives(s, centre) and record.slot_of(centre) == slot:
        return False
    spot = (
        s.at[record.slot_of(centre)] if record.lives(s, centre) else s.fell[record.slot_of(centre)]
    )
    return spot != NONE and questions.distance(s, cards, s.at[slot], spot) <= within


# Effects


@kernel
def changes(s, cards, row, unit, slot, amount, is_spell):
    """Whether an effect would change anything for the unit in a slot: a table of the words.

    False for one that is not named here.
    """
    do = cards.row_do[row]
    if do == DO.DAMAGE:
        return (
            amount + (questions.cover(s, cards, slot) if is_spell and s.at[slot] != NONE else 0) > 0
        )
    if do == DO.HEAL:
        return (
            amount > 0 and s.health[slot] < cards.health[s.unit[slot], record.side_of(cards, slot)]
        )
    if do == DO.WEAKEN:
        # Weakened anew, a unit of the active player cannot be cured for health in this turn.
        fresh = s.fresh_token[slot] == 1 or record.seat_of(slot) != s.active
        return not (s.weakened[slot] == 1 and fresh)
    if do == DO.CURE:
        return s.weakened[slot] == 1
    if do == DO.PUSH:
        return can_push(s, cards, row, unit, slot)
    if do == DO.STEP:
        return can_step(s, cards, slot, amount)
    if do == DO.SWAP:
        return can_swap(s, cards, unit, slot)
    if do == DO.STEAL:
        return can_steal(s, cards, unit, slot, cards.row_word[row])
    if do == DO.REFILL or do == DO.DRAIN:
        return amount > 0 and changes_supplies(s, cards, row, slot, 0)
    return False


@kernel
def changes_more(s, cards, row, unit, slot, amount, is_spell):
    """Whether more than an amount of an effect that can be powered would change anything more."""
    do = cards.row_do[row]
    if do == DO.DAMAGE:
        shelter = questions.cover(s, cards, slot) if is_spell and s.at[slot] != NONE else 0
        return s.health[slot] > max(0, amount + shelter)
    if do == DO.HEAL:
        return s.health[slot] + amount < cards.health[s.unit[slot], record.side_of(cards, slot)]
    if do == DO.PUSH:
        return can_push(s, cards, row, unit, slot)
    if do == DO.REFILL or do == DO.DRAIN:
        return changes_supplies(s, cards, row, slot, amount)
    return False


@kernel
def changes_supplies(s, cards, row, slot, amount):
    """Whether a unit lacks, or has, more ammo or mana than an amount that is gained, or lost."""
    if record.is_solo(cards, slot):
        return False
    word, card = cards.row_word[row], s.unit[slot]
    if cards.row_do[row] == DO.REFILL:
        ammo, mana = cards.ammo[card] - s.ammo[slot], cards.mana[card] - s.mana[slot]
    else:
        ammo, mana = s.ammo[slot], s.mana[slot]
    return (word != codes.RESOURCE.MANA and ammo > amount) or (
        word != codes.RESOURCE.AMMO and mana > amount
    )


@kernel
def can_steal(s, cards, unit, slot, word):
    """Whether a theft takes anything, or brings anything.  Rule T-ENEMY-15."""
    own_slot, card = record.slot_of(unit), s.unit[slot]
    if not record.is_solo(cards, slot):
        return (word != codes.RESOURCE.MANA and s.ammo[slot] > 0) or (
            word != codes.RESOURCE.AMMO and s.mana[slot] > 0
        )
    has = (word != codes.RESOURCE.MANA and cards.ammo[card] > 0) or (
        word != codes.RESOURCE.AMMO and cards.mana[card] > 0
    )
    return has and record.lives(s, unit) and lacks_supplies(s, cards, own_slot)


@kernel
def lacks_supplies(s, cards, slot):
    """Whether a player's unit has less ammo or mana than it may have."""
    if record.is_solo(cards, slot):
        return False
    card = s.unit[slot]
    return s.ammo[slot] < cards.ammo[card] or s.mana[slot] < cards.mana[card]


@kernel
def can_swap(s, cards, unit, slot):
    """Whether two units would change places."""
    own_slot = record.slot_of(unit)
    if (
        own_slot == slot
        or not record.lives(s, unit)
        or s.at[own_slot] == NONE
        or s.at[slot] == NONE
    ):
        return False
    return not (
        record.are_foes(cards, own_slot, slot) and questions.stands(s, cards, slot, DO.STANDS_FIRM)
    )


@kernel
def can_push(s, cards, row, unit, slot):
    """Whether a push would move a unit, or hurt it where it is stopped."""
    if not questions.may_be_moved(s, cards, slot):
        return False
    way = cards.row_word[row]
    if way == codes.WAY.ANY:
        for side in range(codes.DIRECTIONS):
            if can_be_sent(s, cards, slot, side):
                return True
        return False
    start = s.at[record.slot_of(unit)] if record.lives(s, unit) else s.fell[record.slot_of(unit)]
    if start == NONE:
        return False
    side = questions.direction_of(s, cards, start, s.at[slot])
    return can_be_sent(
        s, cards, slot, questions.opposite_side(side) if way == codes.WAY.TOWARD else side
    )


@kernel
def can_be_sent(s, cards, slot, way):
    """Whether sending a unit straight on moves it, or costs it health.  Rule T-MELEE-8."""
    if cards.knock_back_damage > 0:
        return True
    ahead = cards.neighbour[s.realm, s.at[slot], way]
    if ahead == NONE or not questions.is_free(s, cards, ahead):
        return False
    return questions.levels_above(s, cards, ahead, s.at[slot]) <= 0


@kernel
def matters(s, cards, row, seat, unit, other, icons, is_spell):
    """Whether an effect of a card would change anything, with so many icons of a spell at best."""
    amount = max(0, cards.row_amount[row]) + icons * cards.row_power[row]
    who = cards.row_who[row]
    if who == NONE:
        return matters_without_unit(s, cards, cards.row_do[row], seat)
    if who == WHO_CODE.SELF or who == WHO_CODE.OTHER:
        one = unit if who == WHO_CODE.SELF else other
        return record.lives(s, one) and changes(
            s, cards, row, unit, record.slot_of(one), amount, is_spell
        )
    for slot in range(record.SLOTS):
        if is_meant(s, cards, row, unit, other, slot):
            if changes(s, cards, row, unit, slot, amount, is_spell):
                return True
    return False


@kernel
def matters_without_unit(s, cards, do, seat):
    """Whether an effect on the turn, the hand or the Time Token would change it."""
    if do == DO.EXTRA_ACTION:
        return seat == s.active
    if do == DO.DRAW:
        return s.deck_count + s.discard_count > 0
    return do == DO.GAIN_TIME and s.time < cards.time_start


@kernel
def power_matters(s, cards, row, unit, other):
    """Whether a Power rolled would change anything more for somebody whom a row is for."""
    if not cards.row_power[row]:
        return False
    amount, who = max(0, cards.row_amount[row]), cards.row_who[row]
    if who == WHO_CODE.SELF or who == WHO_CODE.OTHER:
        one = unit if who == WHO_CODE.SELF else other
        return record.lives(s, one) and changes_more(
            s, cards, row, unit, record.slot_of(one), amount, 1
        )
    for slot in range(record.SLOTS):
        if is_meant(s, cards, row, unit, other, slot):
            if changes_more(s, cards, row, unit, slot, amount, 1):
                return True
    return False


# Moments


@inner_kernel
def is_its_turn(s, cards, card, seat):
    """Whether a seat may play a tactic card in this turn.  Rule T-TACTIC-3."""
    turn = cards.tactic_turn[card]
    if turn != TURN.ANY and (turn == TURN.OWN) != (seat == s.active):
        return False
    return True


@kernel
def fits(s, cards, card, seat, unit, other, kind):
    """Whether the IF of a tactic card is met now, and its THEN does anything.

    Rules T-TACTIC-1, T-TACTIC-3, T-CARD-16.
    """
    if not is_its_turn(s, cards, card, seat):
        return False
    if not cards.tactic_kinds[card] & kind:
        return False
    if not questions.holds(s, cards, cards.tactic_condition[card], unit, other):
        return False
    first = cards.tactic_first[card]
    for row in range(first, first + cards.tactic_count[card]):
        if matters(s, cards, row, seat, unit, other, 0, 0):
            return True
    return False


@kernel
def moment_matters(s, cards, slot, moment):
    """Whether a moment without another unit would set anything off: an ability, or a card."""
    unit, seat = record.reference(s, slot), record.seat_of(slot)
    side, met = record.side_of(cards, slot), False
    first = cards.run_first[s.unit[slot], side, moment]
    for row in range(first, first + cards.run_count[s.unit[slot], side, moment]):
        if cards.row_opens[row]:
            met = questions.holds(s, cards, cards.row_condition[row], unit, NONE)
        if met and matters(s, cards, row, seat, unit, NONE, 0, 0):
            return True
    held = s.hand[seat] & cards.tactics_at[moment]
    if held:
        for card in range(codes.TACTICS):
            if record.is_in(held, card) and fits(s, cards, card, seat, unit, NONE, codes.NO_KIND):
                return True
    return False


@kernel
def may_set_off(s, cards, slot, moment):
    """Whether a moment of a unit may set anything off once it has come."""
    seat = record.seat_of(slot)
    held = s.hand[seat] & cards.tactics_at[moment]
    if held:
        for card in range(codes.TACTICS):
            if record.is_in(held, card) and is_its_turn(s, cards, card, seat):
                return True
    return cards.run_count[s.unit[slot], record.side_of(cards, slot), moment] > 0


# Walks


@kernel
def walk_changes(s, cards, slot, space, way, moments):
    """Whether a walk to a space changes anything: one back to where it began may change nothing.

    moments: of BY_VILLAGE, BY_PORTAL and BY_MOVING those that the walk would bring about.
    """
    if space != s.at[slot] or (cards.battle and s.artifact == space):
        return True
    if way & record.BY_VILLAGE and paths.lacks(s, cards, slot):
        return True
    if way & moments & record.BY_VILLAGE and moment_matters(s, cards, slot, WHEN.VILLAGE):
        return True
    if way & moments & record.BY_PORTAL and moment_matters(s, cards, slot, WHEN.PORTAL):
        return True
    return moments & record.BY_MOVING > 0 and moment_matters(s, cards, slot, WHEN.MOVED)


@inner_kernel
def moments_left(is_action, met):
    """Moments that going on with a movement can still bring about, which stopping does not."""
    return (record.BY_VILLAGE | record.BY_PORTAL) & ~met if is_action else 0


@allocating_kernel
def can_walk(s, cards, slot, points, moments):
    """Whether a unit on the map has somewhere to go."""
    left, _, reached, count = paths.reach(s, cards, slot, points)
    for k in range(count):
        space = space_of(reached[k])
        if paths.may_stop(s, slot, space):
            if walk_changes(s, cards, slot, space, bits_of(reached[k]), moments):
                return True
    return can_enter(s, cards, slot, points, left)


@allocating_kernel
def can_enter(s, cards, slot, points, left):
    """Whether a unit has a dungeon to go into.  Rule T-DUNGEON-1."""
    if cards.time_start == 0 or record.is_solo(cards, slot):
        return False
    kept = paths.ways_kept(s, cards, slot)
    for box in range(cards.laid.shape[1]):
        for way in range(1 + record.BY_VILLAGE + record.BY_PORTAL):
            if way & ~kept:
                continue
            if paths.best_entrance(s, cards, slot, box, points, way, left) != NONE:
                return True
    return False


@kernel
def can_explore(s, cards, slot, points):
    """Whether a unit in a dungeon has a step to take."""
    for side in range(codes.DIRECTIONS):
        space = cards.inside_neighbour[s.dungeon[slot], s.inside[slot], side]
        if space != NONE and questions.may_step_inside(s, cards, slot, space, points):
            return True
    return False


@allocating_kernel
def can_step(s, cards, slot, points):
    """Whether a unit could go anywhere with so many points, by an effect.

    A walk by an effect sets off no moments: what it changes is where the unit stands, what a
    village gives and who bears the Artifact.
    """
    if s.dungeon[slot] != NONE:
        return can_explore(s, cards, slot, points)
    left, _, reached, count = paths.reach(s, cards, slot, points)
    for k in range(count):
        space = space_of(reached[k])
        if paths.may_stop(s, slot, space):
            if space != s.at[slot] or (cards.battle and s.artifact == space):
                return True
            if bits_of(reached[k]) & record.BY_VILLAGE and paths.lacks(s, cards, slot):
                return True
    return can_enter(s, cards, slot, points, left)


# Attacks


@kernel
def may_knock_back(s, cards, slot, target):
    """Whether dice for Knock Back could move or hurt a target.  Rule T-MELEE-3."""
    if not questions.may_be_moved(s, cards, target) or not can_roll(cards, ICON.KNOCK_BACK):
        return False
    return questions.knock_back_dice(s, cards, slot) > 0


@kernel
def melee_changes(s, cards, slot, target):
    """Whether a melee attack could do anything: damage, or a Knock Back."""
    printed = cards.melee_damage[s.unit[slot], record.side_of(cards, slot)]
    if questions.attack_damage(s, cards, slot, target, codes.MELEE_KIND, printed) > 0:
        return True
    return not cards.knock_back_needs_damage and may_knock_back(s, cards, slot, target)


@kernel
def missile_changes(s, cards, slot, target):
    """Whether a missile attack could do anything: damage, or what a miss sets off."""
    printed = cards.missile_damage[s.unit[slot], record.side_of(cards, slot)]
    if questions.attack_damage(s, cards, slot, target, codes.MISSILE_KIND, printed) > 0:
        return True
    fewer = questions.total(s, cards, slot, DO.FEWER_MISSES, codes.MISSILE_KIND, NONE)
    dice = max(0, cards.missile_dice[s.unit[slot]] - fewer) if can_roll(cards, ICON.MISS) else 0
    if dice * cards.miss_price <= s.ammo[slot] - cards.missile_price:
        return False
    missed = cards.run_count[s.unit[target], record.side_of(cards, target), WHEN.MISSED]
    return missed > 0 or may_set_off(s, cards, slot, WHEN.MISSES)


@kernel
def spell_changes(s, cards, slot, target, power):
    """Whether a spell with so many dice could do anything, and its dice anything more.

    target: slot, or NONE.  In an attack reactions come between the effects, so that whatever
    can be powered may matter.
    """
    card, unit, seat = s.unit[slot], record.reference(s, slot), record.seat_of(slot)
    other = NONE if target == NONE else record.reference(s, target)
    attacks = cards.spell_aim[card] == AIM.ENEMY
    icons = power if can_roll(cards, ICON.POWER) else 0
    does_any, more = False, False
    first = cards.spell_first[card]
    for row in range(first, first + cards.spell_count[card]):
        if attacks and cards.row_do[row] == DO.DAMAGE and cards.row_who[row] == WHO_CODE.OTHER:
            printed = cards.row_amount[row] + icons * cards.row_power[row]
            damage = questions.attack_damage(s, cards, slot, target, codes.SPELL_KIND, printed)
            does_any = does_any or damage > 0
        else:
            does_any = does_any or matters(s, cards, row, seat, unit, other, icons, 1)
        if icons and cards.row_power[row]:
            more = more or attacks or power_matters(s, cards, row, unit, other)
    if power == 0:
        return does_any or may_set_off(s, cards, slot, WHEN.CASTS)
    return does_any and more


@kernel
def ballista_changes(s, cards, target):
    """Whether the ballista would do anything to a target.  Rules T-BALLISTA-3, T-BALLISTA-4."""
    damage = cards.ballista_damage
    if cards.ballista_cover:
        damage += questions.cover(s, cards, target)
    return damage > 0 or (cards.ballista_push > 0 and questions.may_be_moved(s, cards, target))


@kernel
def counter_changes(s, cards, slot):
    """Whether a counter changes something by itself: a token comes off, or it sets something off.

    Rule T-COUNTER-8.
    """
    return s.weakened[slot] == 1 or may_set_off(s, cards, slot, WHEN.COUNTERS)
