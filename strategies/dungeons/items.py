"""What loot and spells are worth to a hero."""

from simulate.compiler.kernels import kernel
from simulate.games.dungeons.cards.codes import CHECK, DO, WHEN
from simulate.games.dungeons.cards.vocabulary import CHECKS, NONE, SKILLS
from simulate.games.dungeons.moves.questions import kind_of_weapon
from simulate.games.dungeons.state.kit import is_spell
from simulate.games.dungeons.state.record import FIRST_SPELL, HANDS, KIT
from strategies.dungeons.dice import chance
from strategies.dungeons.odds import best_skill, dice_of, expected_damage

USUAL_DEFENSE, USUAL_HEALTH = 5, 8  # of an enemy that a weapon is judged by
WAYS = 2  # abilities on a card


@kernel
def ability_of(cards, item, k):
    """The k-th ability of a loot or spell card, or NONE."""
    if is_spell(item):
        return cards.spell_ability[item - FIRST_SPELL, k]
    return cards.loot_ability[item, k]


@kernel
def power_of(s, cards, seat, ability):
    """Damage that a weapon or spell does on average against a usual enemy."""
    when = cards.ability_when[ability]
    if when == WHEN.MELEE or when == WHEN.MISSILE:
        kind, skill = kind_of_weapon(cards, ability), cards.ability_skill[ability]
        if skill >= len(SKILLS):
            skill = best_skill(s, cards, seat, kind)
        base = USUAL_DEFENSE - cards.ability_bonus[ability] - int(s.result[seat, skill, kind])
        dice = dice_of(s, cards, seat, skill, kind)
        return expected_damage(cards.plus_faces, dice, 1, base, USUAL_HEALTH)
    if when == WHEN.CAST and cards.ability_attacks[ability]:
        damage = amount_of(cards, ability, DO.DAMAGE)
        if does(cards, ability, DO.KILL):
            damage = USUAL_HEALTH
        return spell_chance(s, cards, seat, ability) * damage * 0.8
    return 0.0


@kernel
def spell_chance(s, cards, seat, ability):
    """Chance to cast a spell, with one change of a die."""
    skill = cards.ability_skill[ability]
    if skill >= len(SKILLS):
        skill = best_skill(s, cards, seat, CHECK.CAST)
    target = cards.ability_target[ability] - int(s.result[seat, skill, CHECK.CAST])
    dice = dice_of(s, cards, seat, skill, CHECK.CAST)
    return chance(cards.plus_faces, dice, 1, target)


@kernel
def amount_of(cards, ability, do):
    """How much an ability does of something."""
    total = 0
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        if cards.effect_do[row] == do:
            total += cards.effect_amount[row]
    return total


@kernel
def does(cards, ability, do):
    """Whether an ability has such an effect."""
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        if cards.effect_do[row] == do:
            return True
    return False


@kernel
def best_power(s, cards, seat, without):
    """Power of the hero's best weapon or spell, one item left out."""
    best = 0.0
    for k in range(s.owns[seat]):
        ability = s.own[seat, k]
        if not comes_from(cards, ability, without):
            best = max(best, power_of(s, cards, seat, ability))
    return best


@kernel
def comes_from(cards, ability, item):
    """Whether an ability stands on an item."""
    if item == NONE:
        return False
    return ability_of(cards, item, 0) == ability or ability_of(cards, item, 1) == ability


@kernel
def item_worth(s, cards, w, seat, item):
    """Worth of an item to a hero, held or not."""
    total, others = 0.0, best_power(s, cards, seat, item)
    for k in range(WAYS):
        ability = ability_of(cards, item, k)
        if ability == NONE:
            continue
        power = power_of(s, cards, seat, ability)
        if power > 0.0:
            total += w.arms * max(0.0, power - others) + 0.2 * w.trick
        elif cards.ability_count[ability]:
            total += w.trick * usefulness(s, cards, seat, ability)
        else:
            total += changes_worth(s, cards, w, seat, ability)
    return total + set_worth(s, cards, w, seat, item)


@kernel
def usefulness(s, cards, seat, ability):
    """How much an ability without a number of its own counts: spells by their chance."""
    if cards.ability_when[ability] == WHEN.CAST:
        more = 1.5 if amount_of(cards, ability, DO.HEAL) else 1.0
        return more * spell_chance(s, cards, seat, ability)
    return 1.0


@kernel
def changes_worth(s, cards, w, seat, ability):
    """Worth of what an ability changes while it works."""
    hero, total = s.hero[seat], 0.0
    for kind in range(len(CHECKS)):
        for skill in range(len(SKILLS)):
            share = cards.hero_skill[hero, skill] / 6.0
            total += w.plus * share * cards.result[ability, skill, kind]
            if cards.hero_skill[hero, skill] < cards.most_dice:
                total += w.dice * share * cards.dice[ability, skill, kind]
        total += 0.2 * w.plus * (cards.reroll[ability, kind] + cards.cheaper[ability, kind])
    for kind in range(cards.defense.shape[1]):
        total += w.defense * cards.defense[ability, kind] / 3.0
        total += w.trick * cards.no_answer[ability, kind] / 3.0
    for kind in range(cards.damage.shape[1]):
        total += w.arms * cards.damage[ability, kind] / 2.0
    for kind in range(cards.soften.shape[1]):
        total += 0.3 * w.defense * cards.soften[ability, kind]
    total += w.speed * cards.speed[ability] + 0.5 * w.trick * cards.stealth[ability]
    return total


@kernel
def set_worth(s, cards, w, seat, item):
    """Worth of completing a pair of a set.  Rule N-SETS-3."""
    if is_spell(item) or cards.loot_set[item] == NONE:
        return 0.0
    for slot in range(KIT):
        other = s.kit[seat, slot]
        if other != NONE and other != item and not is_spell(other):
            if cards.loot_set[other] == cards.loot_set[item]:
                return w.set
    return 0.0


@kernel
def equip_worth(s, cards, w, seat, item, hand, over):
    """Worth of taking an item onto the mat: less what must go, and what a hand covers."""
    worth = item_worth(s, cards, w, seat, item)
    if hand != NONE and hand < HANDS:
        held = s.kit[seat, hand]
        return worth - (
            covered(s, cards, w, seat, hand)
            if held == NONE
            else item_worth(s, cards, w, seat, held)
        )
    return worth - (item_worth(s, cards, w, seat, over) if over != NONE else 0.0)


@kernel
def covered(s, cards, w, seat, hand):
    """Worth of the printed ability that loot in a hand would cover."""
    ability = cards.hero_ability[s.hero[seat], hand + 1]
    if ability == NONE:
        return 0.0
    power = power_of(s, cards, seat, ability)
    if power <= 0.0:
        return w.trick
    rest = 0.0
    for k in range(s.owns[seat]):
        if s.own[seat, k] != ability:
            rest = max(rest, power_of(s, cards, seat, s.own[seat, k]))
    return w.arms * max(0.0, power - rest)
