"""Whether what is paid for would change anything: what would not is not offered."""

from simulate.compiler.kernels import kernel
from simulate.games.dungeons.cards.codes import DO, PACE, WHAT, WHEN, WHO
from simulate.games.dungeons.cards.vocabulary import ATTACKS, NONE
from simulate.games.dungeons.moves import questions
from simulate.games.dungeons.moves.places import is_joined, walking_distance
from simulate.games.dungeons.state import record
from simulate.games.dungeons.state.kit import is_spell, limit_of, section_of
from simulate.games.dungeons.state.piles import items_left


@kernel
def heroes_meant(s, cards, seat, ability, who, hero):
    """Set of heroes whom an effect is for."""
    if who == WHO.ONE_HERO:
        return record.bit(hero)
    return (
        questions.heroes_reached(s, cards, seat, ability)
        if who == WHO.ALL_HEROES
        else record.bit(seat)
    )


@kernel
def would_rest(s, cards, seat):
    """Whether a Rest changes anything: a track, what a space of the Boss Mat takes first, what
    follows a Rest.

    Rules N-REST-1, N-LAIR-8.
    """
    hero = s.hero[seat]
    if s.health[seat] < cards.hero_health[hero] or s.focus[seat] < cards.hero_focus[hero]:
        return True
    for k in range(s.owns[seat]):
        ability = s.own[seat, k]
        if cards.ability_when[ability] == WHEN.AFTER_REST and helps_anybody(
            s, cards, seat, ability
        ):
            return True
    return s.settling and space_takes(cards, cards.space_end[s.boss, s.space[seat] - 1])


@kernel
def space_takes(cards, ending):
    """Whether what a space does to who ends a movement there costs Health or Focus."""
    if ending == NONE:
        return False
    first = cards.ability_first[ending]
    for row in range(first, first + cards.ability_count[ending]):
        if cards.effect_do[row] == DO.LOSE_HEALTH or cards.effect_do[row] == DO.LOSE_FOCUS:
            return True
    return False


@kernel
def helps_anybody(s, cards, seat, ability):
    """Whether an ability for heroes changes anything for one whom it reaches."""
    reached = questions.heroes_reached(s, cards, seat, ability)
    for hero in range(s.players):
        if record.is_in(reached, hero) and would_work(s, cards, seat, ability, NONE, hero):
            return True
    return False


@kernel
def would_work(s, cards, seat, ability, enemy, hero):
    """Whether an ability, aimed so, changes anything besides its price.  Rule N-CARD-8."""
    if cards.ability_modifies[ability] and would_modify(s, cards, seat, ability, hero):
        return True
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        do = cards.effect_do[row]
        if do == DO.HEAL or do == DO.GAIN_FOCUS:
            meant = heroes_meant(s, cards, seat, ability, cards.effect_who[row], hero)
            if would_help(s, cards, do, meant):
                return True
        elif questions.is_strike(do):
            struck = record.bit(enemy) if enemy != NONE else 0
            if cards.effect_who[row] == WHO.ALL_ENEMIES:
                struck = questions.enemies_reached(s, cards, seat, ability, cards.effect_only[row])
            if would_damage(s, cards, struck):
                return True
        elif do == DO.PUSH:
            if enemy != NONE and would_push(s, seat, enemy):
                return True
        elif would_do(s, cards, seat, do, cards.effect_word[row]):
            return True
    return False


@kernel
def would_modify(s, cards, seat, ability, hero):
    """Whether bonuses change anything: Stealth and being unanswered add nothing to themselves.

    A spell's last longer than a Free Action's, and so change that at least.
    """
    if not cards.ability_once[ability] or cards.ability_when[ability] == WHEN.CAST:
        return True
    meant = heroes_meant(s, cards, seat, ability, cards.ability_who[ability], hero)
    for other in range(s.players):
        if not record.is_in(meant, other):
            continue
        if cards.stealth[ability] and not questions.is_stealthy(s, other):
            return True
        for kind in range(len(ATTACKS)):
            if cards.no_answer[ability, kind] and not s.silent[other, kind]:
                return True
    return False


@kernel
def would_help(s, cards, do, heroes):
    """Whether one of the heroes is not at the top of its track of Health, or of Focus."""
    for seat in range(s.players):
        if record.is_in(heroes, seat):
            if do == DO.HEAL and s.health[seat] < cards.hero_health[s.hero[seat]]:
                return True
            if do == DO.GAIN_FOCUS and s.focus[seat] < cards.hero_focus[s.hero[seat]]:
                return True
    return False


@kernel
def would_damage(s, cards, enemies):
    """Whether damage hurts one of the enemies: a ward may protect the boss.  Rule N-BOSS-7."""
    if enemies & ~record.bit(record.BOSS):
        return True
    if not enemies:
        return False
    closed = questions.ward(s, cards)
    for k in range(record.MARKERS):
        if s.marker[k] > closed + 1 or (s.marker[k] > 0 and not closed):
            return True
    return False


@kernel
def would_push(s, seat, enemy):
    """Whether there is a room farther from the hero.  Rule N-ICON-3."""
    start, hero = s.enemy_place[enemy], s.place[seat]
    if start == record.LAIR or hero == record.LAIR:
        return False
    for side in range(record.SIDES):
        if is_joined(s, start, side):
            neighbour = record.NEIGHBOUR[start, side]
            if walking_distance(s, neighbour, hero) > walking_distance(s, start, hero):
                return True
    return False


@kernel
def would_do(s, cards, seat, do, word):
    """Whether an effect finds what it is about: a card, a room, an enemy, a lower torch.

    False for one that is not named here.
    """
    if do == DO.REVEAL:
        return questions.can_reveal(s, cards, seat, word)
    if do == DO.TELEPORT:
        return questions.can_teleport(s, seat, word)
    if do == DO.ATTACK:
        return questions.can_attack(s, cards, seat, word)
    if do == DO.MOVE:
        return questions.is_free_to_move(s, seat, word == PACE.STEALTH)
    if do == DO.DISCOVER or do == DO.PICK_UP:
        return can_find(s, cards, word, do == DO.DISCOVER)
    if do == DO.TORCH_UP:
        return s.torch < cards.torch_start[s.act - 1]
    return do == DO.EXTRA_ACTION and not s.extra_had


@kernel
def can_find(s, cards, what, draws):
    """Whether there is loot or a spell to find, in a deck or in a row."""
    for spell in range(2):
        if what != (WHAT.LOOT if spell else WHAT.SPELL) and draws and items_left(s, spell):
            return True
    for item in range(record.ITEMS):
        if s.in_row[item] and what != (WHAT.LOOT if is_spell(item) else WHAT.SPELL):
            if limit_of(cards, section_of(cards, item)):
                return True
    return False
