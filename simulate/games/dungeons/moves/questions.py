"""Questions about heroes and their abilities: what they can pay, reach, use and aim at."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import is_one_of
from simulate.games.dungeons.cards import codes
from simulate.games.dungeons.cards.codes import CHECK, DO, ONLY, REACH, REVEAL_ADJACENT, WHEN, WHO
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.moves import places
from simulate.games.dungeons.state import record

# Heroes


@inner_kernel
def speed_of(s, cards, seat):
    """A hero's Speed.  Rule N-ATTR-3."""
    return max(0, cards.hero_speed[s.hero[seat]] + int(s.speed[seat]))


@inner_kernel
def defense_of(s, cards, seat, kind):
    """A hero's Defense against the answer to an attack of a kind.  Rules N-ATTR-4, N-HURT-2."""
    return cards.hero_defense[s.hero[seat]] + int(s.defense[seat, kind])


@inner_kernel
def is_stealthy(s, seat):
    """Whether a hero moves unaffected by enemies.  Rule N-ICON-4."""
    return s.stealthy[seat] > 0


@inner_kernel
def can_pay(s, cards, seat, ability):
    """Whether a hero can pay an ability; a price in Health leaves it conscious."""
    return (
        s.focus[seat] >= cards.ability_focus[ability]
        and s.health[seat] > cards.ability_health[ability]
    )


@inner_kernel
def is_free_to_move(s, seat, stealth):
    """Whether no enemy has ended the hero's movement; `stealth`: of one that is made with Stealth.

    Stealth that comes later does not free a hero.  Rules N-MOVE-6, N-CARD-5.
    """
    return record.is_conscious(s, seat) and (stealth or not s.stopped)


@kernel
def is_held(s, seat):
    """Whether an enemy that ended the hero's movement keeps it in its room.  Rule N-MOVE-10."""
    return s.stopped and places.enemies_at(s, s.place[seat]) != 0


# Enemies


@kernel
def enemy_defense(s, cards, enemy, kind):
    """Defense of an enemy against a kind of attack.  Rules N-ATTACK-7, N-BOSS-4."""
    card = s.enemy_card[enemy]
    if enemy < record.FIRST_MINION:
        return cards.goblin_defense[card]
    if enemy < record.BOSS:
        return cards.minion_defense[card, kind]
    return cards.boss_defense[card]


@kernel
def enemy_speed(s, cards, enemy):
    """Speed of an enemy."""
    card = s.enemy_card[enemy]
    if enemy < record.FIRST_MINION:
        return cards.goblin_speed[card]
    return cards.minion_speed[card] if enemy < record.BOSS else cards.boss_speed[card]


@kernel
def enemy_action(s, cards, enemy):
    """Ability that is an enemy's action, or NONE."""
    card = s.enemy_card[enemy]
    if enemy < record.FIRST_MINION:
        return cards.goblin_action[card]
    return cards.minion_action[card] if enemy < record.BOSS else cards.boss_action[card]


@kernel
def heroes_in_range(s, enemy, far, also_unconscious):
    """Set of heroes whom an enemy's action can hit; none through the door.  N-DEEP-3."""
    heroes = 0
    for seat in range(s.players):
        if (also_unconscious or record.is_conscious(s, seat)) and (
            places.distance(s, s.enemy_place[enemy], s.place[seat]) <= far
        ):
            heroes |= record.bit(seat)
    return heroes


@kernel
def ward(s, cards):
    """The highest altar space still open below the markers, 0 for none: no marker comes there.

    Rules N-BOSS-7, N-BOSS-8, N-ALTAR-2.
    """
    for k in range(s.dispelled, cards.boss_wards.shape[1]):
        if cards.boss_wards[s.boss, k] < s.marker[0]:
            return max(0, cards.boss_wards[s.boss, k])
    return 0


@kernel
def wards_of(s, cards):
    """Wards of the boss.  Rule N-BOSS-7."""
    count = 0
    for k in range(cards.boss_wards.shape[1]):
        count += cards.boss_wards[s.boss, k] != NONE
    return count


@inner_kernel
def is_unlocked(s):
    """Whether the Lair Door is found and its minions are killed.  Rule N-DOOR-1."""
    return s.door != NONE and s.minions_killed >= s.players


# Targets


@kernel
def enemies_reached(s, cards, seat, ability, only):
    """Set of enemies within an ability's reach, of a kind or of all.  Rule N-RANGE-4."""
    enemies = 0
    for enemy in range(record.ENEMIES):
        if s.enemy_place[enemy] == NONE or not is_of_kind(enemy, only):
            continue
        hero_place, enemy_place = s.place[seat], s.enemy_place[enemy]
        if places.is_in_reach(
            s, hero_place, enemy_place, cards.ability_reach[ability], cards.ability_range[ability]
        ):
            enemies |= record.bit(enemy)
    return enemies


@inner_kernel
def is_of_kind(enemy, only):
    """Whether an enemy is of the kind that an effect is about; NONE: of any."""
    if only == NONE:
        return True
    if only == ONLY.GOBLINS:
        return enemy < record.FIRST_MINION
    if only == ONLY.MINIONS:
        return record.FIRST_MINION <= enemy < record.BOSS
    return (enemy == record.BOSS) == (only == ONLY.BOSS)


@kernel
def heroes_reached(s, cards, seat, ability):
    """Set of heroes within an ability's reach, oneself among them."""
    heroes = record.bit(seat)
    for other in range(s.players):
        if places.is_in_reach(
            s,
            s.place[seat],
            s.place[other],
            cards.ability_reach[ability],
            cards.ability_range[ability],
        ):
            heroes |= record.bit(other)
    return heroes


@kernel
def enemies_to_aim_at(s, cards, seat, ability):
    """Set of enemies, one of whom an ability may be aimed at.  Rule N-CAST-1."""
    enemies = record.bit(record.ENEMIES) - 1
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        if cards.effect_who[row] == WHO.ONE_ENEMY:
            enemies &= enemies_reached(s, cards, seat, ability, cards.effect_only[row])
    return enemies


@kernel
def finds_nobody(s, cards, seat, ability):
    """Whether an effect on all enemies within reach finds none."""
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        if cards.effect_who[row] == WHO.ALL_ENEMIES:
            if not enemies_reached(s, cards, seat, ability, cards.effect_only[row]):
                return True
    return False


@inner_kernel
def is_strike(do):
    """Whether a spell with that effect is an attack."""
    return do == DO.DAMAGE or do == DO.KILL


@kernel
def struck_by(s, cards, seat, ability, enemy):
    """Set of enemies at whom a Spell Attack is aimed.  Rules N-CAST-1, N-HURT-4."""
    enemies = 0
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        if is_strike(cards.effect_do[row]):
            if cards.effect_who[row] == WHO.ONE_ENEMY:
                enemies |= record.bit(enemy)
            else:
                enemies |= enemies_reached(s, cards, seat, ability, cards.effect_only[row])
    return enemies


@kernel
def sees_any(s, seat, enemies):
    """Whether one of the enemies is in the hero's room or in sight."""
    for enemy in range(record.ENEMIES):
        if record.is_in(enemies, enemy) and places.sees(s, s.place[seat], s.enemy_place[enemy]):
            return True
    return False


@kernel
def weapon_reaches(s, cards, seat, weapon, enemy):
    """Whether a weapon reaches an enemy, the boss as any other.

    Rules N-ATTACK-1, N-ATTACK-2, N-BOSS-3, N-DEEP-2.
    """
    hero_place, enemy_place = s.place[seat], s.enemy_place[enemy]
    if enemy_place == NONE:
        return False
    if cards.ability_when[weapon] == WHEN.MELEE:
        return hero_place == enemy_place
    return places.is_in_reach(s, hero_place, enemy_place, REACH.SIGHT, cards.ability_range[weapon])


@inner_kernel
def is_weapon_for(cards, ability, action):
    """Whether an ability is a weapon for an action: melee, missile, or either."""
    when = cards.ability_when[ability]
    if when == WHEN.MELEE:
        return action != codes.ACTION.MISSILE
    return when == WHEN.MISSILE and action != codes.ACTION.MELEE


@inner_kernel
def kind_of_weapon(cards, weapon):
    """Kind of attack that a weapon makes."""
    return CHECK.MELEE if cards.ability_when[weapon] == WHEN.MELEE else CHECK.MISSILE


@kernel
def can_attack(s, cards, seat, action):
    """Whether a weapon of the hero reaches an enemy."""
    for k in range(s.owns[seat]):
        if is_weapon_for(cards, s.own[seat, k], action):
            for enemy in range(record.ENEMIES):
                if weapon_reaches(s, cards, seat, s.own[seat, k], enemy):
                    return True
    return False


# What an ability needs


@kernel
def is_usable(s, cards, seat, ability):
    """Whether what an ability needs is there: a card to reveal, an attack to make.  N-ICON-1."""
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        if not has_its_need(s, cards, seat, cards.effect_do[row], cards.effect_word[row]):
            return False
    return True


@kernel
def has_its_need(s, cards, seat, do, word):
    """Whether an effect has what it cannot do without; False for one that is not named here."""
    if do == DO.REVEAL:
        return can_reveal(s, cards, seat, word)
    if do == DO.TELEPORT:
        return can_teleport(s, seat, word)
    if do == DO.EXTRA_ACTION:
        return not s.extra_had
    if do == DO.ATTACK:
        return can_attack(s, cards, seat, word)
    return needs_nothing(do)


NEEDS_NOTHING = DO.group("heal", "gain_focus", "move", "push", "torch_up", "discover", "pick_up")


@inner_kernel
def needs_nothing(do):
    """Whether an effect may be used anywhere, though perhaps in vain."""
    return is_strike(do) or is_one_of(NEEDS_NOTHING, do)


@kernel
def sides_to_reveal(s, cards, seat):
    """Sides of the hero's room with a face-down card that may be revealed.

    Rules N-FREE-6, N-EXPLORE-1.
    """
    place, sides = s.place[seat], 0
    if place == record.LAIR:
        return 0
    for side in range(record.SIDES):
        neighbour = record.NEIGHBOUR[place, side]
        if neighbour != NONE and s.hidden[neighbour] != NONE:
            if cards.reveal_adjacent == REVEAL_ADJACENT.ALL or record.is_in(s.open[place], side):
                sides |= record.bit(side)
    return sides


@kernel
def can_reveal(s, cards, seat, where):
    """Whether an ability finds a face-down card."""
    if where == codes.WHERE.ANYWHERE:
        return s.unexplored > 0
    return sides_to_reveal(s, cards, seat) != 0


@kernel
def is_teleport_goal(s, seat, place, where):
    """Whether a hero may be put into a room.  Rules N-MOVE-9, N-MOVE-10, N-MOVE-11."""
    if place == s.place[seat] or s.room[place] == NONE:
        return False
    if where == codes.WHERE.ENTRANCE:
        return place == record.ENTRANCE
    if where == codes.WHERE.BESIDE_HERO:
        for other in range(s.players):
            if other != seat and s.place[other] == place:
                return True
        return False
    return True


@kernel
def can_teleport(s, seat, where):
    """Whether there is a room to be put into, and no enemy in the way.  Rule N-MOVE-10."""
    if is_held(s, seat):
        return False
    for place in range(record.PLACES):
        if is_teleport_goal(s, seat, place, where):
            return True
    return False


# Rooms


@kernel
def room_ability(s, cards, seat):
    """The feature of the hero's room, or NONE."""
    place = s.place[seat]
    return NONE if place == record.LAIR else cards.room_search[s.room[place]]


@kernel
def has_trap(s, cards, place):
    """Whether an armed trap is in a place."""
    return place != record.LAIR and cards.room_trap[s.room[place]] == 1 and not s.disarmed[place]


@kernel
def may_disarm(s, cards, seat):
    """Whether a hero may disarm a trap.  Rules N-DISARM-1, N-DISARM-2, N-DISARM-5, N-DANGER-8."""
    place = s.place[seat]
    if not has_trap(s, cards, place) or not places.has_company(s, cards, seat):
        return False
    return cards.disarm_after_failure == 1 or not record.is_in(s.failed, place)


@kernel
def may_use_portal(s, cards, seat):
    """Whether a hero may use a portal.  Rules N-MOVE-9, N-MOVE-10."""
    place = s.place[seat]
    if place == record.LAIR or not cards.room_portal[s.room[place]]:
        return False
    return s.focus[seat] >= cards.portal_focus and not is_held(s, seat) and s.rooms > 1


# Checks


@kernel
def change_price(s, cards, seat):
    """Focus that turning a die by one costs.  Rules N-FREE-3, N-FREE-4."""
    return max(1, cards.die_change_focus - int(s.cheaper[seat, s.check_kind]))


@kernel
def may_buy(s, cards, seat, ability, before):
    """Whether an ability may be paid in the check being made, before or after the roll.

    Rules N-FREE-11, N-CHECK-12: each once.
    """
    if cards.ability_when[ability] != WHEN.CHECK or not can_pay(s, cards, seat, ability):
        return False
    if (cards.ability_before_roll[ability] == 1) != before:
        return False
    for k in range(s.bought):
        if s.buys[k] == ability:
            return False
    return fits_check(s, cards, seat, ability)


@kernel
def number_of_dice(s, cards, seat, more):
    """Hero dice of the check, with so many more: one at least, three at most.

    Rules N-ATTR-6, N-CHECK-5.
    """
    skill, kind = s.check_skill, s.check_kind
    count = cards.hero_skill[s.hero[seat], skill] + int(s.dice[seat, skill, kind]) + more
    for k in range(s.bought):
        count += cards.dice[s.buys[k], skill, kind]
    return min(cards.most_dice, max(1, count))


@kernel
def fits_check(s, cards, seat, ability):
    """Whether an ability changes something in the check being made.  Rule N-CARD-8."""
    kind, skill = s.check_kind, s.check_skill
    if cards.result[ability, skill, kind]:
        return True
    more = cards.dice[ability, skill, kind]
    if more and number_of_dice(s, cards, seat, more) != number_of_dice(s, cards, seat, 0):
        return True
    if cards.reroll[ability, kind]:
        return True
    if kind <= CHECK.MISSILE and cards.damage[ability, kind]:
        return True
    return s.check_answered and (
        cards.defense[ability, kind] != 0 or cards.no_answer[ability, kind] != 0
    )
