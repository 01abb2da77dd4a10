"""What dice are worth: expected damage, chances of checks, the answers of enemies.

All from the exact tables of `strategies.dungeons.dice`: how many changes a hero makes is chosen
by what they cost.
"""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.dungeons.cards.codes import SHIELD, TORCH
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.effects.attacks import modifier
from simulate.games.dungeons.moves.places import sees
from simulate.games.dungeons.moves.questions import defense_of
from simulate.games.dungeons.state.record import BOSS
from strategies.dungeons.dice import CHANCE, CHANGES, DICE, PLUS, TOTALS, chance

LOWEST = -12  # of Defense less modifiers
BASES = 32
MOST_HEALTH = 16
FACES = 6


def _expected() -> np.ndarray:
    """Expected damage: float64[PLUS, DICE + 1, CHANGES + 1, BASES, MOST_HEALTH + 1].

    The last but one index is what must be beaten, less all modifiers, from LOWEST; the last is
    how much damage counts at most.
    """
    damage = np.zeros((PLUS, DICE + 1, CHANGES + 1, BASES, MOST_HEALTH + 1))
    for base in range(BASES):
        for health in range(1, MOST_HEALTH + 1):
            target = base + LOWEST + health
            reached = CHANCE[..., target] if 0 <= target < TOTALS else float(target < 0)
            damage[..., base, health] = damage[..., base, health - 1] + reached
    return damage


EXPECTED = _expected()


@inner_kernel
def expected_damage(plus, count, changes, base, health):
    """Expected damage of so many dice against `base`, at most `health`."""
    at = min(BASES - 1, max(0, base - LOWEST))
    return EXPECTED[plus, count, min(changes, CHANGES), at, min(health, MOST_HEALTH)]


@inner_kernel
def dice_of(s, cards, seat, skill, kind):
    """Hero dice for a check of a kind.  Rule N-CHECK-5."""
    count = cards.hero_skill[s.hero[seat], skill] + int(s.dice[seat, skill, kind])
    return min(cards.most_dice, max(1, count))


@inner_kernel
def price_of(s, cards, seat, kind):
    """Focus for turning a die by one in a check of a kind.  Rule N-FREE-3."""
    return max(1, cards.die_change_focus - int(s.cheaper[seat, kind]))


@kernel
def best_skill(s, cards, seat, kind):
    """The skill with most dice for a check of a kind."""
    best = 0
    for skill in range(1, cards.hero_skill.shape[1]):
        if dice_of(s, cards, seat, skill, kind) > dice_of(s, cards, seat, best, kind):
            best = skill
    return best


@kernel
def check_worth(s, cards, w, seat, skill, kind, target, prize):
    """Worth of a check: the chance of the prize, with as many changes as pay for themselves."""
    if skill >= cards.hero_skill.shape[1]:
        skill = best_skill(s, cards, seat, kind)
    count = dice_of(s, cards, seat, skill, kind)
    price = price_of(s, cards, seat, kind)
    target -= int(s.result[seat, skill, kind])
    first = chance(cards.plus_faces, count, 0, target)
    best = first * prize
    for changes in range(1, min(3, s.focus[seat] // price) + 1):
        met = chance(cards.plus_faces, count, changes, target)
        best = max(best, met * prize - (met - first) * changes * price * w.focus_worth)
    return best


@kernel
def answer_damage(s, cards, seat, enemy, kind, face, guard):
    """Health that the answer of an enemy takes, for one face of its die.  Rules N-COUNTER-1, -2."""
    if face == TORCH or face == NONE:
        return 0
    if enemy == BOSS and not cards.boss_strikes[s.boss, kind]:
        return 0
    own = defense_of(s, cards, seat, kind) + guard
    strength = own if face == SHIELD else face
    return max(0, strength + modifier(s, cards, enemy, kind) - own)


@kernel
def health_after(s, v, seat, damage):
    """Worth of the Health that is lost; negative."""
    left = max(0, s.health[seat] - damage)
    return v.health[left] - v.health[s.health[seat]]


@kernel
def answer_worth(s, cards, w, v, seat, enemy, kind):
    """Worth of the Health and the torch that an answer is expected to cost; negative."""
    if not sees(s, s.place[seat], s.enemy_place[enemy]):
        return 0.0
    return answer_if_seen(s, cards, w, v, seat, enemy, kind)


@kernel
def answer_if_seen(s, cards, w, v, seat, enemy, kind):
    """The same where the enemy sees the hero."""
    if s.silent[seat, kind]:
        return 0.0
    total = 0.0
    for k in range(FACES):
        face = cards.enemy_die[k]
        if face == TORCH:
            total -= w.torch
        else:
            total += health_after(s, v, seat, answer_damage(s, cards, seat, enemy, kind, face, 0))
    return total / FACES
