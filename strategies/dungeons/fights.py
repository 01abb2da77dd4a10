"""What attacks, spells and other effects are worth."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import power
from simulate.games.dungeons.cards.codes import CHECK, DO, REACH, WHAT, WHEN, WHO
from simulate.games.dungeons.cards.vocabulary import MORTAL, NONE
from simulate.games.dungeons.moves import questions
from simulate.games.dungeons.state import record
from simulate.games.dungeons.state.kit import is_spell
from strategies.dungeons import odds
from strategies.dungeons.dice import chance
from strategies.dungeons.outlook import add_act, health_of, is_alive, steps_to

INTELLECT = 2
MOST_CHANGES = 3  # that a plan reckons with


# Enemies


@inner_kernel
def point_worth(w, enemy):
    """Worth of a point of damage to an enemy, besides the kill."""
    if enemy < record.FIRST_MINION:
        return 0.0
    return w.boss if enemy == record.BOSS else w.minion


@kernel
def kill_worth(s, cards, w, enemy):
    """Worth of taking an enemy's last Health.  Rules N-KILL-3, N-KILL-9, N-KILL-10."""
    if enemy < record.FIRST_MINION:
        return w.goblin + w.swarm * power(s.goblins, 3) / 16.0
    if enemy == record.BOSS:
        return w.victory if s.dispelled >= questions.wards_of(s, cards) else 0.0
    return w.minion_kill + w.torch * min(cards.minion_torch, cards.torch_start[0] - s.torch)


@kernel
def wound_worth(s, cards, w, v, enemy, damage):
    """Worth of so much damage to an enemy."""
    health = health_of(s, v, enemy)
    worth = point_worth(w, enemy) * min(damage, health)
    if damage >= health:
        worth += kill_worth(s, cards, w, enemy)
    return worth


@kernel
def attack_worth(s, cards, w, v, seat, weapon, enemy):
    """Expected worth of an attack with a weapon, less the Focus for changes; no answer yet."""
    kind = questions.kind_of_weapon(cards, weapon)
    base = questions.enemy_defense(s, cards, enemy, kind) - cards.ability_bonus[weapon]
    return strike_worth(s, cards, w, v, seat, cards.ability_skill[weapon], kind, base, enemy)


@kernel
def strike_worth(s, cards, w, v, seat, skill, kind, base, enemy):
    """Expected worth of an attack that must beat `base`, before the hero's own modifiers."""
    if skill >= cards.hero_skill.shape[1]:
        skill = odds.best_skill(s, cards, seat, kind)
    plus, count = cards.plus_faces, odds.dice_of(s, cards, seat, skill, kind)
    base -= int(s.result[seat, skill, kind])
    more, health = int(s.more_damage[seat, kind]), health_of(s, v, enemy)
    point, kill = point_worth(w, enemy), kill_worth(s, cards, w, enemy)
    price = odds.price_of(s, cards, seat, kind)
    best, mortal = 0.0, enemy != record.BOSS or s.dispelled >= questions.wards_of(s, cards)
    v.lives = 1.0
    for changes in range(min(MOST_CHANGES, s.focus[seat] // price) + 1):
        killed = chance(plus, count, changes, base + max(1, health - more))
        worth = point * odds.expected_damage(plus, count, changes, base - more, health)
        worth += kill * killed - changes * price * w.focus_worth
        if worth > best:
            best = worth
            v.lives = 1.0 - w.spared * killed if mortal else 1.0
    return best


@kernel
def add_fights(s, cards, w, v, seat):
    """Each enemy as a goal, by the best weapon or spell for it, near and from afar."""
    for enemy in range(record.ENEMIES):
        if not is_alive(s, enemy) or (enemy == record.BOSS and v.boss_health == 0):
            continue
        near, afar, least, most = 0.0, 0.0, 0, 0
        for k in range(s.owns[seat]):
            ability = s.own[seat, k]
            when = cards.ability_when[ability]
            if when == WHEN.MELEE:
                worth = attack_worth(s, cards, w, v, seat, ability, enemy)
                worth += v.lives * odds.answer_if_seen(s, cards, w, v, seat, enemy, CHECK.MELEE)
                near = max(near, worth)
            elif when == WHEN.MISSILE:
                worth = attack_worth(s, cards, w, v, seat, ability, enemy)
                worth += v.lives * odds.answer_if_seen(s, cards, w, v, seat, enemy, CHECK.MISSILE)
                if worth > afar:
                    afar, least, most = worth, 1, 1
            elif when == WHEN.CAST and cards.ability_attacks[ability]:
                worth = spell_hits(s, cards, w, v, seat, ability, enemy)
                if worth > afar:
                    afar = worth
                    least = 1 if cards.ability_reach[ability] == REACH.SIGHT else 0
                    most = max(least, cards.ability_range[ability] - 1)
        place = s.enemy_place[enemy]
        add_act(v, place, 0, 0, near)
        if place == record.LAIR:
            least = most = 0
        add_act(v, place, least, most, afar)


@inner_kernel
def blow(cards, row):
    """Damage that an effect does; what kills does more than any enemy can take."""
    return cards.effect_amount[row] if cards.effect_do[row] == DO.DAMAGE else MORTAL


@kernel
def spell_hits(s, cards, w, v, seat, spell, enemy):
    """Worth of a spell's damage to one enemy, times its chance, less its price."""
    prize = -cards.ability_focus[spell] * w.focus_worth
    first = cards.ability_first[spell]
    for row in range(first, first + cards.ability_count[spell]):
        if questions.is_strike(cards.effect_do[row]) and questions.is_of_kind(
            enemy, cards.effect_only[row]
        ):
            prize += wound_worth(s, cards, w, v, enemy, blow(cards, row))
    if prize <= 0.0 or s.focus[seat] < cards.ability_focus[spell]:
        return 0.0
    target = cards.ability_target[spell]
    return odds.check_worth(
        s, cards, w, seat, cards.ability_skill[spell], CHECK.CAST, target, prize
    )


# Effects


@kernel
def effects_worth(s, cards, w, v, seat, ability, enemy, hero):
    """Worth of all that an ability, a room or a reward does; its price is not counted."""
    total = 0.0
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        total += effect_worth(s, cards, w, v, seat, ability, row, enemy, hero)
    return total


@kernel
def effect_worth(s, cards, w, v, seat, ability, row, enemy, hero):
    """Worth of one effect."""
    do, amount, word = cards.effect_do[row], cards.effect_amount[row], cards.effect_word[row]
    if questions.is_strike(do):
        return damage_worth(s, cards, w, v, seat, ability, row, enemy)
    if do == DO.HEAL or do == DO.GAIN_FOCUS:
        return help_worth(s, cards, w, v, seat, ability, row, hero)
    if do == DO.DISCOVER:
        return amount * unknown_worth(s, cards, w, seat, word)
    if do == DO.PICK_UP:
        return 0.5 * unknown_worth(s, cards, w, seat, word) if has_row(s, word) else 0.0
    if do == DO.REVEAL:
        return w.room if s.act == 1 and s.unexplored else 0.0
    if do == DO.TORCH_UP:
        return w.torch * min(amount, cards.torch_start[s.act - 1] - s.torch)
    if do == DO.TORCH_DOWN:
        return -w.torch * amount
    if do == DO.ADD_GOBLIN:
        return -(w.goblin + w.swarm * power(s.goblins + 1, 3) / 16.0)
    if do == DO.LOSE_HEALTH:
        left = max(0, s.health[seat] - amount)
        return v.health[left] - v.health[s.health[seat]]
    if do == DO.LOSE_FOCUS:
        return -w.focus_worth * min(amount, s.focus[seat])
    if do == DO.DISCARD_EQUIPPED:
        return -w.loot * amount
    if do == DO.EXTRA_ACTION:
        return best_here(v, s.place[seat], s) if s.acted else 0.0
    if do == DO.ATTACK:
        return bonus_attack_worth(s, cards, w, v, seat, amount)
    return 0.0


@kernel
def has_row(s, what):
    """Whether a card of a kind lies in its discard row."""
    for item in range(record.ITEMS):
        if s.in_row[item] and what != (WHAT.LOOT if is_spell(item) else WHAT.SPELL):
            return True
    return False


@kernel
def damage_worth(s, cards, w, v, seat, ability, row, enemy):
    """Worth of damage to one enemy or to all within reach."""
    amount, only = blow(cards, row), cards.effect_only[row]
    if cards.effect_who[row] != WHO.ALL_ENEMIES:
        return wound_worth(s, cards, w, v, enemy, amount) if enemy != NONE else 0.0
    total, struck = 0.0, questions.enemies_reached(s, cards, seat, ability, only)
    for other in range(record.ENEMIES):
        if record.is_in(struck, other):
            total += wound_worth(s, cards, w, v, other, amount)
    return total


@kernel
def help_worth(s, cards, w, v, seat, ability, row, hero):
    """Worth of Health or Focus for oneself, one hero or all within reach."""
    who = cards.effect_who[row]
    meant = record.bit(seat)
    if who == WHO.ONE_HERO:
        meant = record.bit(hero)
    elif who == WHO.ALL_HEROES:
        meant = questions.heroes_reached(s, cards, seat, ability)
    total = 0.0
    for other in range(s.players):
        if record.is_in(meant, other):
            if cards.effect_do[row] == DO.HEAL:
                total += heal_worth(s, cards, v, other, cards.effect_amount[row])
            else:
                total += focus_gain(s, cards, w, other, cards.effect_amount[row])
    return total


@kernel
def heal_worth(s, cards, v, seat, amount):
    """Worth of Health for a hero, not past its maximum."""
    new = min(cards.hero_health[s.hero[seat]], s.health[seat] + amount)
    return v.health[new] - v.health[s.health[seat]]


@kernel
def focus_gain(s, cards, w, seat, amount):
    """Worth of Focus for a hero, not past its maximum."""
    return w.focus_worth * min(amount, cards.hero_focus[s.hero[seat]] - s.focus[seat])


@kernel
def unknown_worth(s, cards, w, seat, what):
    """Worth of a card that is not known yet, loot or a spell."""
    spell = w.spell * cards.hero_skill[s.hero[seat], INTELLECT]
    if what == WHAT.LOOT:
        return w.loot
    return max(w.loot, spell) if what == WHAT.EITHER else spell


@kernel
def best_here(v, place, s):
    """The best thing to do with a Heroic Action where the hero stands."""
    best = v.rest
    for k in range(v.acts):
        steps = steps_to(s, place, v.act_place[k])
        if v.act_least[k] <= steps <= v.act_most[k]:
            best = max(best, v.act_worth[k])
    return best


@kernel
def bonus_attack_worth(s, cards, w, v, seat, more):
    """Worth of the best attack that a hero could make here with so much more in the result."""
    best = 0.0
    for k in range(s.owns[seat]):
        weapon = s.own[seat, k]
        if cards.ability_when[weapon] == WHEN.MELEE:
            for enemy in range(record.ENEMIES):
                if s.enemy_place[enemy] == s.place[seat]:
                    kind = questions.kind_of_weapon(cards, weapon)
                    base = questions.enemy_defense(s, cards, enemy, kind)
                    base -= cards.ability_bonus[weapon] + more
                    skill = cards.ability_skill[weapon]
                    worth = strike_worth(s, cards, w, v, seat, skill, kind, base, enemy)
                    best = max(best, worth)
    return best
