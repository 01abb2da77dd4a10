"""How to use the dice of a check, solved exactly.

First what each result of the check would be worth (`by_total`), then for the dice as they lie
the best of all ways to change them and to take a result; a reroll is the mean over its faces.
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.dungeons.cards.codes import CHECK, TORCH, WHAT
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.effects import checks
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.moves.places import sees
from simulate.games.dungeons.moves.questions import change_price, room_ability, wards_of
from simulate.games.dungeons.state.record import BOSS, ENEMIES, EVENT, MOST_DICE, is_in
from strategies.dungeons.dice import BEST, CHANGES, TOTALS, WEIGHT, chance, number_of
from strategies.dungeons.fights import effects_worth, unknown_worth, wound_worth
from strategies.dungeons.odds import FACES, answer_damage, answer_worth, dice_of, health_after
from strategies.dungeons.outlook import TOTAL, health_of


@inner_kernel
def in_range(total):
    """A result as an index of `by_total`."""
    return min(TOTAL - 1, max(0, total))


@kernel
def task_of_check(s):
    """Which of the tasks on the agenda follows from the check being made."""
    k = s.tasks - 1
    while k > 0 and not is_rolled(s.task[k].what):
        k -= 1
    return k


@inner_kernel
def is_rolled(what):
    """Whether a task is what follows from a check."""
    return (
        what == EVENT.ATTACK_ROLLED
        or what == EVENT.CAST_ROLLED
        or what == EVENT.SEARCH_ROLLED
        or what == EVENT.DISARM_ROLLED
        or what == EVENT.EVADE_ROLLED
    )


@kernel
def fill_totals(s, cards, w, v, seat):
    """Worth of each result of the check being made."""
    task = s.task[task_of_check(s)]
    if task.what == EVENT.ATTACK_ROLLED:
        fill_attack(s, cards, w, v, seat, task.kind, task.target)
        return
    prize, loss = 0.0, 0.0
    if task.what == EVENT.CAST_ROLLED:
        ability = task.ability
        prize = effects_worth(s, cards, w, v, seat, ability, task.target, task.hero)
        prize += bonuses_worth(cards, w, ability)
        prize = max(0.0, prize - cards.ability_focus[ability] * w.focus_worth)
        loss = cast_answer(s, cards, w, v, seat, task.struck)
        prize += loss
    elif task.what == EVENT.SEARCH_ROLLED:
        prize = search_prize(s, cards, w, v, seat)
        loss = search_loss(s, cards, w, v, seat)
    elif task.what == EVENT.DISARM_ROLLED:
        prize = unknown_worth(s, cards, w, seat, WHAT.EITHER)
    else:
        loss = health_after(s, v, seat, cards.trap_damage[s.room[s.place[seat]]])
    for total in range(TOTAL):
        v.by_total[total] = prize if total >= s.check_target else loss


@inner_kernel
def bonuses_worth(cards, w, ability):
    """Worth of what an ability changes for a time."""
    return w.trick if cards.ability_modifies[ability] else 0.0


@kernel
def cast_answer(s, cards, w, v, seat, struck):
    """Worth of the answer to a spell: of the mildest of those struck; negative."""
    best, is_struck = -100.0, False
    for enemy in range(ENEMIES):
        if is_in(struck, enemy):
            best = max(best, answer_worth(s, cards, w, v, seat, enemy, CHECK.CAST))
            is_struck = True
    return best if is_struck else 0.0


@kernel
def search_prize(s, cards, w, v, seat):
    """Worth of a search that succeeds, its price paid."""
    feature = room_ability(s, cards, seat)
    focus, health = cards.ability_focus[feature], cards.ability_health[feature]
    if s.focus[seat] < focus or s.health[seat] <= health:
        return 0.0
    prize = effects_worth(s, cards, w, v, seat, feature, NONE, seat)
    return max(0.0, prize - focus * w.focus_worth + health_after(s, v, seat, health))


@kernel
def search_loss(s, cards, w, v, seat):
    """Worth of a search that fails; negative or 0."""
    failure = cards.room_fail[s.room[s.place[seat]]]
    return 0.0 if failure == NONE else effects_worth(s, cards, w, v, seat, failure, NONE, seat)


@kernel
def fill_attack(s, cards, w, v, seat, kind, enemy):
    """Worth of each result of an attack: damage, and the answer of an enemy that lives."""
    more = int(s.more_damage[seat, kind]) + checks.bought_damage(s, cards)
    answer = answer_now(s, cards, w, v, seat, kind, enemy)
    health = health_of(s, v, enemy)
    lives_on = enemy == BOSS and (w.spared == 0.0 or s.dispelled < wards_of(s, cards))
    for total in range(TOTAL):
        damage = total - s.check_target + more if total > s.check_target else 0
        v.by_total[total] = 0.0
        if damage > 0:
            v.by_total[total] = wound_worth(s, cards, w, v, enemy, damage)
        if damage < health or lives_on:
            v.by_total[total] += answer


@kernel
def answer_now(s, cards, w, v, seat, kind, enemy):
    """Worth of the enemy's answer: by its die, or what is to be expected before the roll."""
    if s.dice_rolled == 0:
        return answer_worth(s, cards, w, v, seat, enemy, kind)
    silent = int(s.silent[seat, kind]) + checks.bought_silence(s, cards)
    if silent or s.face == NONE or not sees(s, s.place[seat], s.enemy_place[enemy]):
        return 0.0
    if s.face == TORCH:
        return -w.torch
    guard = checks.bought_defense(s, cards)
    return health_after(s, v, seat, answer_damage(s, cards, seat, enemy, kind, s.face, guard))


# The dice


@kernel
def best_of_roll(s, cards, w, v, number, more, price):
    """Worth of the best use of a roll, by its number: how many changes, each at a price."""
    best = -1e9
    for changes in range(min(CHANGES, s.focus[s.decider] // price if s.awake else 0) + 1):
        total = in_range(BEST[cards.plus_faces, number, changes] + more)
        best = max(best, v.by_total[total] - changes * price * w.focus_worth)
    return best


@kernel
def place_of_face(s, face):
    """Place of a die that shows a face."""
    k = 0
    while s.die[k] != face:
        k += 1
    return k


@kernel
def dice_worth(s, cards, w, v, m):
    """Worth of a move after the roll: of what comes of it at best."""
    more, price = checks.modifiers(s, cards, m.actor), change_price(s, cards, m.actor)
    if m.kind == KIND.TAKE:
        return take_worth(s, cards, w, v, m, more)
    number = number_of(s.die, s.dice_rolled)
    if m.kind == KIND.PAY_IN_CHECK:
        return purchase_worth(s, cards, w, v, m, number, more, price)
    weight = WEIGHT[place_of_face(s, m.number)]
    if m.kind == KIND.REROLL:
        total = 0.0
        for face in range(1, FACES + 1):
            rolled = number + (face - m.number) * weight
            total += best_of_roll(s, cards, w, v, rolled, more, price)
        return total / FACES - 0.01
    number += weight if m.kind == KIND.TURN_UP else -weight
    s.focus[m.actor] -= price
    worth = best_of_roll(s, cards, w, v, number, more, price)
    s.focus[m.actor] += price
    return worth - price * w.focus_worth


@kernel
def take_worth(s, cards, w, v, m, more):
    """Worth of taking a result, with what the unused dice bring.  Rules N-CHECK-8, N-CHECK-11."""
    total = m.number + max(0, m.plus) + max(0, m.plus_2) + more
    used = 0
    focus = 0
    for k in range(s.dice_rolled):
        focus += cards.focus_on_face[s.die[k] - 1]
    for face in (m.number, m.plus, m.plus_2):
        if face > 0:
            focus -= cards.focus_on_face[face - 1]
            used += face == FACES
    worth = v.by_total[in_range(total)]
    reached = total > s.check_target if s.check_beats else total >= s.check_target
    room = cards.hero_focus[s.hero[m.actor]] - s.focus[m.actor]
    if reached:
        worth += w.focus_worth * min(focus, room)
    return worth + 0.01 * total


@kernel
def purchase_worth(s, cards, w, v, m, number, more, price):
    """Worth of paying for an ability after the roll: what it changes, less its price."""
    ability, kind, skill = m.ability, s.check_kind, s.check_skill
    cost = cards.ability_focus[ability] * w.focus_worth
    cost -= health_after(s, v, m.actor, cards.ability_health[ability])
    s.focus[m.actor] -= cards.ability_focus[ability]
    s.buys[s.bought] = ability
    s.bought += 1
    fill_totals(s, cards, w, v, m.actor)
    more += cards.result[ability, skill, kind]
    worth = best_of_roll(s, cards, w, v, number, more, price)
    if cards.reroll[ability, kind]:
        worth = max(worth, best_reroll(s, cards, w, v, number, more, price))
    s.bought -= 1
    s.focus[m.actor] += cards.ability_focus[ability]
    fill_totals(s, cards, w, v, m.actor)
    return worth - cost - 0.02


@kernel
def best_reroll(s, cards, w, v, number, more, price):
    """Worth of rolling the best one of the dice again."""
    best = -1e9
    for k in range(s.dice_rolled):
        total, weight = 0.0, WEIGHT[k]
        for face in range(1, FACES + 1):
            rolled = number + (face - s.die[k]) * weight
            total += best_of_roll(s, cards, w, v, rolled, more, price)
        best = max(best, total / FACES)
    return best


# Before the roll


@kernel
def expected_worth(s, cards, w, v, seat, skill, dice):
    """Expected worth of the check with so many dice of a skill, without changes."""
    more = s.check_more + int(s.result[seat, skill, s.check_kind])
    total = 0.0
    for result in range(1, TOTALS):
        plus = cards.plus_faces
        exactly = chance(plus, dice, 0, result) - chance(plus, dice, 0, result + 1)
        total += exactly * v.by_total[in_range(result + more)]
    return total


@kernel
def before_roll_worth(s, cards, w, v, m):
    """Worth of rolling now, or of paying for more dice first."""
    seat, skill, kind = m.actor, s.check_skill, s.check_kind
    dice = dice_of(s, cards, seat, skill, kind)
    for k in range(s.bought):
        dice += cards.dice[s.buys[k], skill, kind]
    if m.kind != KIND.PAY_IN_CHECK:
        return expected_worth(s, cards, w, v, seat, skill, min(MOST_DICE, max(1, dice)))
    dice += cards.dice[m.ability, skill, kind]
    cost = cards.ability_focus[m.ability] * w.focus_worth
    cost -= health_after(s, v, seat, cards.ability_health[m.ability])
    return expected_worth(s, cards, w, v, seat, skill, min(cards.most_dice, max(1, dice))) - cost


@kernel
def skill_worth(s, cards, w, v, m):
    """Worth of making the check with a skill."""
    dice = dice_of(s, cards, m.actor, m.number, s.check_kind)
    return expected_worth(s, cards, w, v, m.actor, m.number, dice)
