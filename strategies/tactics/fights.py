"""What attacks are expected to bring, and what enemies could do to a unit."""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import power
from simulate.games.tactics.cards import codes
from simulate.games.tactics.cards.codes import AIM, CONDITION, DO, TERRAIN, WHEN, WHO_CODE
from simulate.games.tactics.cards.distances import REACHES
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.moves import questions
from simulate.games.tactics.moves.paths import movement_points
from simulate.games.tactics.state.record import PURPOSE, SLOTS, is_on_map, is_solo, side_of
from strategies.tactics.outlook import MELEE_WAY, RANGED_WAY, WAYS, is_enemy, is_new, look_along

KNOCK, MISS, POWER = 0, 1, 2  # icons, as in `chance`
NO_WAY = 255
IN_MELEE = 0  # in place of a range
DICE = 3


@inner_kernel
def chance_of(dice, icons, chance):
    """Chance of exactly so many icons on so many dice."""
    if icons < 0 or icons > dice:
        return 0.0
    ways = 1.0
    for k in range(icons):
        ways *= (dice - k) / (k + 1)
    return ways * power(chance, icons) * power(1.0 - chance, dice - icons)


@kernel
def hit_chance(s, cards, v, slot):
    """Chance that a missile hits, with the ammo there is.  Rules T-MISSILE-8, T-MISSILE-9."""
    if is_solo(cards, slot):
        return 1.0
    fewer = questions.total(s, cards, slot, DO.FEWER_MISSES, codes.MISSILE_KIND, NONE)
    dice = max(0, cards.missile_dice[s.unit[slot]] - fewer)
    left = s.ammo[slot] - cards.missile_price
    chance = 0.0
    for icons in range(dice + 1):
        if icons * cards.miss_price <= left:
            chance += chance_of(dice, icons, v.chance[MISS])
    return chance


@inner_kernel
def sure_of(s, cards, v, slot):
    """Chance that a missile hits, worked out once a decision."""
    if v.sure[slot] < 0.0:
        v.sure[slot] = hit_chance(s, cards, v, slot)
    return v.sure[slot]


@kernel
def spell_damage(s, cards, slot):
    """(damage, more for each Power) that an attack spell prints for its target."""
    if is_solo(cards, slot):
        return cards.solo_spell_damage[s.unit[slot]], cards.solo_spell_power[s.unit[slot]]
    first = cards.spell_first[s.unit[slot]]
    for row in range(first, first + cards.spell_count[s.unit[slot]]):
        if cards.row_do[row] == DO.DAMAGE and cards.row_who[row] == WHO_CODE.OTHER:
            return cards.row_amount[row], cards.row_power[row]
    return 0, 0


@inner_kernel
def spell_dice(s, cards, slot):
    """Dice for Power that a unit can pay for."""
    if is_solo(cards, slot):
        return cards.enemy_spell_dice
    return max(0, min(cards.power_dice, s.mana[slot] - cards.spell_price))


@kernel
def spell_hit(s, cards, v, slot, target, dice):
    """(worth-free expected damage, chance to capture) of a spell with so many dice."""
    printed, more = spell_damage(s, cards, slot)
    expected, kill = 0.0, 0.0
    if printed == 0 and more == 0:
        return expected, kill
    base = questions.attack_damage(s, cards, slot, target, codes.SPELL_KIND, printed)
    for icons in range(dice + 1):
        chance = chance_of(dice, icons, v.chance[POWER])
        damage = base + icons * more
        expected += chance * min(damage, s.health[target])
        if damage >= s.health[target]:
            kill += chance
    return expected, kill


@kernel
def ranged_hit(s, cards, v, slot, target):
    """(expected damage, chance to capture) of a unit's missile, or of its spell at full power."""
    if questions.has_missile(s, cards, slot):
        printed = cards.missile_damage[s.unit[slot], side_of(cards, slot)]
        damage = questions.attack_damage(s, cards, slot, target, codes.MISSILE_KIND, printed)
        chance = sure_of(s, cards, v, slot)
        kill = chance if damage >= s.health[target] else 0.0
        return chance * min(damage, s.health[target]), kill
    return spell_hit(s, cards, v, slot, target, spell_dice(s, cards, slot))


@kernel
def melee_hit(s, cards, slot, target):
    """(damage, chance to capture) of a melee attack."""
    printed = cards.melee_damage[s.unit[slot], side_of(cards, slot)]
    damage = questions.attack_damage(s, cards, slot, target, codes.MELEE_KIND, printed)
    return 1.0 * min(damage, s.health[target]), 1.0 if damage >= s.health[target] else 0.0


@kernel
def ranged_reach(s, cards, slot):
    """Range of a unit's missile or attack spell, up to REACHES; 0: it cannot attack from afar."""
    side, reach = side_of(cards, slot), 0
    if questions.has_missile(s, cards, slot):
        if is_solo(cards, slot) or s.ammo[slot] >= cards.missile_price:
            reach = cards.missile_range[s.unit[slot], side]
            reach += questions.total(s, cards, slot, DO.MORE_RANGE, codes.MISSILE_KIND, NONE)
    elif questions.has_spell(s, cards, slot) and questions.can_cast(s, cards, slot):
        if is_solo(cards, slot) or cards.spell_aim[s.unit[slot]] == AIM.ENEMY:
            reach = cards.spell_range[s.unit[slot], side]
            reach += questions.total(s, cards, slot, DO.MORE_RANGE, codes.SPELL_KIND, NONE)
    return min(REACHES, reach)


@inner_kernel
def melee_way(s, cards, target, space):
    """Points to where a unit on one space could attack another in melee; 0: from there."""
    return np.int64(cards.melee_walk[s.realm, target, space])


@inner_kernel
def shot_way(s, cards, reach, target, space):
    """Points to where a unit on one space could shoot at another; 0: from there."""
    if reach == 0:
        return NO_WAY
    return np.int64(cards.shot_walk[s.realm, reach - 1, target, space])


# Own attacks


@kernel
def weigh_attacks(s, cards, w, v):
    """Fill what the seat's units could do to each enemy, and it to them."""
    for k in range(codes.FORCE):
        slot = v.seat * codes.FORCE + k
        if not is_on_map(s, slot):
            # Who comes out of a dungeon is judged by nothing that was known before it went in.
            v.engaged[k], v.quarry[k], v.range_[k], v.fights[k] = 0, NONE, 0, 0
            take_aims(s, v, k)
            continue
        points = max(1, movement_points(s, cards, slot))
        if points != v.points[k]:
            v.points[k], v.fights[k] = points, 0
        note_fight(s, cards, w, v, k, slot)
        if not v.fights[k]:
            v.fights[k] = 0 if looks_at_friends(s, cards, slot) else 1
            v.range_[k] = ranged_reach(s, cards, slot)
            weigh_attacks_of(s, cards, w, v, k, slot)
            take_aims(s, v, k)


@kernel
def note_fight(s, cards, w, v, k, slot):
    """Note all that a unit's attacks follow from; if any of it is new, they are not known."""
    new = is_new(v.fight_key, k, 0, 1.0 * look_of(s, slot))
    new |= is_new(v.fight_key, k, 1, v.prize[slot])
    new |= is_new(v.fight_key, k, 2, w.wound)
    new |= is_new(v.fight_key, k, 3, w.counters)
    new |= is_new(v.fight_key, k, 4, 1.0 * s.bearer)
    new |= is_new(v.fight_key, k, 5, 1.0 * s.bonus)
    new |= is_new(v.fight_key, k, 6, 1.0 * v.strikers)
    for i in range(v.strikers):
        new |= is_new(v.fight_key, k, 7 + 2 * i, 1.0 * look_of(s, v.striker[i]))
        new |= is_new(v.fight_key, k, 8 + 2 * i, v.prize[v.striker[i]])
    if new:
        v.fights[k] = 0


@inner_kernel
def look_of(s, slot):
    """A number that tells apart what a unit is like, and where it stands."""
    look = ((s.at[slot] * SLOTS + slot) * 64 + s.health[slot]) * 64 + s.unit[slot]
    return ((look * 64 + s.ammo[slot]) * 64 + s.mana[slot]) * 2 + s.weakened[slot]


@kernel
def looks_at_friends(s, cards, slot):
    """Whether it counts for a unit's attacks where others of its team stand."""
    side = side_of(cards, slot)
    first = cards.run_first[s.unit[slot], side, WHEN.ALWAYS]
    for row in range(first, first + cards.run_count[s.unit[slot], side, WHEN.ALWAYS]):
        condition = cards.row_condition[row]
        if (
            condition == CONDITION.SELF_ALONE
            or condition == CONDITION.SELF_BESIDE_ALLY
            or condition == CONDITION.OTHER_FLANKED
        ):
            return True
    return False


@kernel
def weigh_attacks_of(s, cards, w, v, k, slot):
    """Fill what one unit could do to each enemy, and it to the unit."""
    v.engaged[k], v.quarry[k] = 0, NONE
    for i in range(v.strikers):
        target = v.striker[i]
        if is_far(s, cards, v, k, slot, target):
            guess_attack(s, cards, w, v, k, slot, target)
            continue
        v.engaged[k] = 1
        weigh_attack(s, cards, w, v, k, slot, target, MELEE_WAY)
        if v.range_[k]:
            weigh_attack(s, cards, w, v, k, slot, target, RANGED_WAY)


@kernel
def take_aims(s, v, k):
    """Note a unit's attacks that are worth anything, in a row, or else its quarry."""
    v.aims[k] = 0
    if v.engaged[k]:
        for i in range(v.strikers):
            for way in range(WAYS if v.range_[k] else 1):
                if v.best[k, v.striker[i], way] > 0.0:
                    take_aim(s, v, k, v.striker[i], way, v.range_[k] if way else IN_MELEE)
    elif v.quarry[k] != NONE:
        take_aim(s, v, k, v.quarry[k], MELEE_WAY, IN_MELEE)


@inner_kernel
def take_aim(s, v, k, target, way, reach):
    """Note one attack in the row; reach: range or IN_MELEE."""
    i = v.aims[k]
    v.aim_at[k, i], v.aim_reach[k, i] = s.at[target], reach
    v.aim_worth[k, i] = v.best[k, target, way]
    v.aims[k] = i + 1


@inner_kernel
def is_far(s, cards, v, k, slot, target):
    """Whether a unit cannot come near enough in this turn to attack an enemy."""
    points = v.points[k] + 1
    if melee_way(s, cards, s.at[target], s.at[slot]) <= points:
        return False
    return shot_way(s, cards, v.range_[k], s.at[target], s.at[slot]) > points


@inner_kernel
def guess_attack(s, cards, w, v, k, slot, target):
    """Fill what an enemy far away is worth, by what the card prints."""
    printed = cards.melee_damage[s.unit[slot], side_of(cards, slot)]
    worth = v.prize[target] * w.wound * min(1.0, printed / s.health[target])
    for way in range(WAYS):
        v.best[k, target, way] = 0.5 * worth
    if v.quarry[k] == NONE or is_better_quarry(s, cards, v, k, slot, target):
        v.quarry[k] = target


@inner_kernel
def is_better_quarry(s, cards, v, k, slot, target):
    """Whether an enemy far away is worth more to a unit, for the way, than the one before."""
    space, before = s.at[slot], v.quarry[k]
    way = melee_way(s, cards, s.at[target], space)
    old = melee_way(s, cards, s.at[before], space)
    return v.best[k, target, MELEE_WAY] * old > v.best[k, before, MELEE_WAY] * way


@kernel
def weigh_attack(s, cards, w, v, k, slot, target, way):
    """Fill what one attack is worth, less the counter."""
    if way == MELEE_WAY:
        damage, kill = melee_hit(s, cards, slot, target)
    else:
        damage, kill = ranged_hit(s, cards, v, slot, target)
    worth = expected_harm(s, w, v, target, damage, kill)
    back = (1.0 - kill) * counter_worth(s, cards, w, v, target, slot, way)
    v.best[k, target, way] = worth - back


@inner_kernel
def expected_harm(s, w, v, slot, damage, kill):
    """Worth of an expected damage, with a chance to capture besides."""
    worth = v.prize[slot] * w.wound * damage / max(1, s.health[slot])
    return worth + kill * v.prize[slot] * (1.0 - w.wound)


@kernel
def counter_worth(s, cards, w, v, slot, attacker, way):
    """Worth of the health that a unit's counter is expected to take.

    Rules T-COUNTER-1, T-COUNTER-4, T-COUNTER-8.
    """
    if s.weakened[slot] and not questions.stands(s, cards, slot, DO.COUNTERS_FREELY):
        if s.health[slot] <= cards.counter_price:
            return 0.0
    if questions.total(
        s, cards, attacker, DO.NO_COUNTER, codes.MELEE_KIND if way == MELEE_WAY else 6, slot
    ):
        return 0.0
    if way == MELEE_WAY:
        damage, kill = melee_hit(s, cards, slot, attacker)
    elif ranged_reach(s, cards, slot):
        damage, kill = ranged_hit(s, cards, v, slot, attacker)
    else:
        return 0.0
    return w.counters * expected_harm(s, w, v, attacker, damage, kill)


@kernel
def follow_from(s, cards, v, k, space):
    """(net worth of the best attack from a space, worth of enemies near it)."""
    v.to[0] = space
    look_for_attacks(s, cards, v, k, 1)
    return v.attack[0], v.chase[0]


@kernel
def look_for_attacks(s, cards, v, k, count):
    """The same for the spaces that a unit's walks lead to, one of its aims after another."""
    for i in range(count):
        v.attack[i] = 0.0
        v.chase[i] = 0.0
    for j in range(v.aims[k]):
        net, target, reach = v.aim_worth[k, j], v.aim_at[k, j], v.aim_reach[k, j]
        if reach:
            ways = cards.shot_walk[s.realm, reach - 1, target]
        else:
            ways = cards.melee_walk[s.realm, target]
        look_along(v, count, ways)
        come_within(v.chase, v.way, count, net, 1.0 * v.points[k])
        if v.engaged[k]:
            strike(v.attack, v.way, count, net)


@inner_kernel
def come_within(chase, way, count, net, points):
    """Note what an enemy is worth to whom it lies so far from, if it is more than was known."""
    for i in range(count):
        worth = net * points / (points + way[i])
        chase[i] = worth if net > chase[i] and worth > chase[i] else chase[i]


@inner_kernel
def strike(attack, way, count, net):
    """Note the spaces from which an attack can be made, unless a better one can."""
    for i in range(count):
        attack[i] = net if way[i] == 0.0 and net > attack[i] else attack[i]


# Danger


@kernel
def watch_enemies(s, cards, w, v):
    """Fill the list of enemies that stand on the map, and what they could do.

    What was worked out of the danger that they are stays known until one of them changes.
    """
    count, changed = 0, v.game != s.keys[PURPOSE.MAP] or v.walked != w.walked
    for slot in range(cards.seats * codes.FORCE):
        if is_enemy(s, cards, v, slot):
            v.striker[count] = slot
            changed = watch_enemy(s, cards, w, v, count, slot) or changed
            count += 1
    if v.game != s.keys[PURPOSE.MAP]:
        for k in range(codes.FORCE):
            v.fights[k] = 0
    if changed or count != v.strikers:
        v.alarm = 1
    v.strikers = count
    v.game = s.keys[PURPOSE.MAP]
    v.walked = w.walked


@kernel
def watch_enemy(s, cards, w, v, i, slot):
    """Fill what an enemy could do, the i-th of the list; whether that is something new."""
    stride, bow = movement_points(s, cards, slot), ranged_reach(s, cards, slot)
    near = 1.0 * cards.melee_damage[s.unit[slot], side_of(cards, slot)]
    afar = ranged_blow(s, cards, v, slot) if bow else 0.0
    if s.bearer == slot:
        near += cards.artifact_melee
        afar += cards.artifact_missile
    if s.weakened[slot]:
        near *= w.weary
        afar *= w.weary
    changed = v.post[i] != s.at[slot] or v.stride[i] != stride or v.bow[i] != bow
    changed = changed or v.blow[i, MELEE_WAY] != near or v.blow[i, RANGED_WAY] != afar
    v.post[i], v.stride[i], v.bow[i] = s.at[slot], stride, bow
    v.blow[i, MELEE_WAY], v.blow[i, RANGED_WAY] = near, afar
    return changed


@kernel
def ranged_blow(s, cards, v, slot):
    """Expected damage of an enemy's missile or spell to anybody."""
    if questions.has_missile(s, cards, slot):
        printed = cards.missile_damage[s.unit[slot], side_of(cards, slot)]
        return printed * sure_of(s, cards, v, slot)
    printed, more = spell_damage(s, cards, slot)
    return printed + more * v.chance[POWER] * spell_dice(s, cards, slot)


@kernel
def look_at_danger(s, cards, w, v):
    """Fill the damage that enemies could deal to a unit on each space at their next turns."""
    v.alarm = 0
    spaces = cards.spaces[s.realm]
    for space in range(spaces):
        v.risk[space] = 0.0
        v.hands[space] = 0.0
    for i in range(v.strikers):
        near, blow = cards.melee_from[s.realm, v.post[i]], v.blow[i, MELEE_WAY]
        if v.bow[i]:
            afar = cards.shot_from[s.realm, v.bow[i] - 1, v.post[i]]
            shot = v.blow[i, RANGED_WAY]
            threaten_both(v.risk, v.hands, spaces, blow, shot, v.stride[i], w.walked, near, afar)
        else:
            threaten(v.risk, v.hands, spaces, blow, v.stride[i], w.walked, near)
    for space in range(spaces):
        terrain = questions.terrain_at(s, cards, space)
        if terrain == TERRAIN.WATER:
            v.risk[space] += v.hands[space] * cards.water_damage
        elif terrain == TERRAIN.FOREST:
            cover = v.hands[space] * cards.forest_cover
            v.risk[space] = max(0.0, v.risk[space] - cover)


@inner_kernel
def threaten(risk, hands, spaces, blow, stride, walked, near):
    """Add what an enemy could do in melee, who comes near enough with so many points."""
    for space in range(spaces):
        share = share_of(near[space], stride, walked)
        risk[space] += blow * share
        hands[space] += share


@inner_kernel
def threaten_both(risk, hands, spaces, blow, shot, stride, walked, near, afar):
    """Add what an enemy could do in melee or from afar, whichever is worse."""
    for space in range(spaces):
        share, other = share_of(near[space], stride, walked), share_of(afar[space], stride, walked)
        worst, worse = blow * share, shot * other > blow * share
        risk[space] += shot * other if worse else worst
        hands[space] += other if worse else share


@inner_kernel
def share_of(way, stride, walked):
    """Share that counts of an enemy's damage who is so many points away from where it strikes."""
    return 0.0 if way > stride else (1.0 if way == 0 else walked)


@kernel
def danger_at(s, cards, w, v, slot, space):
    """Worth of a unit's health that is at risk on a space."""
    v.to[0] = space
    look_for_danger(s, cards, w, v, slot, 1)
    return v.threat[0]


@kernel
def look_for_danger(s, cards, w, v, slot, count):
    """The same for the spaces that a unit's walks lead to."""
    if v.calm:
        for i in range(count):
            v.threat[i] = 0.0
        return
    if v.alarm:
        look_at_danger(s, cards, w, v)
    look_along(v, count, v.risk)
    caution, health = v.caution * w.grouped, 1.0 * max(1, s.health[slot])
    threaten_unit(v.threat, v.way, count, caution, health, w.wound, v.prize[slot])


@inner_kernel
def threaten_unit(threat, risk, count, caution, health, wound, prize):
    """What a unit's health is worth that is at risk on each space."""
    for i in range(count):
        share = caution * risk[i] / health
        part = wound * share + (1.0 - wound) * share * share * share
        threat[i] = prize * (part if share < 1.0 else 1.0)


@kernel
def token_cost(s, cards, w, v, slot):
    """Worth of the Weakened Token that a second action brings.  Rules T-ACTION-2, T-ACTION-6."""
    if s.actions_of[slot] == 0 or v.calm:
        return 0.0
    return w.token if questions.units_of(s, slot // codes.FORCE) > cards.tireless_units else 0.0
