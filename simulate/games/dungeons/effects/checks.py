"""Checks: rolling, changing dice, settling the result, what unused dice bring."""

from simulate.compiler.kernels import kernel
from simulate.core.streams import below
from simulate.games.dungeons.cards.codes import CHECK, SIXES_HEAL, SKILL
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.moves.questions import change_price, number_of_dice
from simulate.games.dungeons.state import changes
from simulate.games.dungeons.state.agenda import plan
from simulate.games.dungeons.state.changes import RULE
from simulate.games.dungeons.state.kit import count_use
from simulate.games.dungeons.state.record import BOUGHT, PHASE, PURPOSE
from simulate.mechanics.log import LINE, write_chance

FACES = 6


@kernel
def begin_check(s, seat, kind, skill, target):
    """A check is to be made; what it leads to lies under it on the agenda.  Rule N-CHECK-1."""
    s.check_kind = kind
    s.check_skill = skill
    s.check_target = target
    s.check_more = 0
    s.check_beats = 0
    s.check_answered = 0
    s.dice_rolled = 0
    s.face = NONE
    s.rerolls = 0
    s.bought = 0
    s.total = 0
    plan(s, PHASE.BEFORE_ROLL, seat)
    if skill == SKILL.ANY:
        plan(s, PHASE.CHOOSE_SKILL, seat)


@kernel
def roll(s, cards, seat, log):
    """Roll the hero dice, and the enemy die if an enemy may answer.

    Rules N-PARTS-9, N-CHECK-4, N-ATTACK-5.
    """
    s.dice_rolled = number_of_dice(s, cards, seat, 0)
    for k in range(s.dice_rolled):
        s.die[k] = roll_die(s, seat, RULE.N_CHECK_4, log)
    if s.check_answered:
        number = below(s, PURPOSE.ENEMY_DIE, FACES)
        s.face = cards.enemy_die[number]
        write_chance(s, log, LINE.ROLL, seat, RULE.N_ATTACK_5, PURPOSE.ENEMY_DIE, s.face)
    sort_dice(s)
    plan(s, PHASE.AFTER_ROLL, seat)


@kernel
def roll_die(s, seat, rule, log):
    """The face that a hero die shows."""
    face = 1 + below(s, PURPOSE.HERO_DICE, FACES)
    write_chance(s, log, LINE.ROLL, seat, rule, PURPOSE.HERO_DICE, face)
    return face


@kernel
def sort_dice(s):
    """Put the dice in order, lowest first."""
    for k in range(1, s.dice_rolled):
        face, at = s.die[k], k
        while at > 0 and s.die[at - 1] > face:
            s.die[at] = s.die[at - 1]
            at -= 1
        s.die[at] = face


@kernel
def change_die(s, face, new):
    """One of the dice that show `face` now shows `new`."""
    at = 0
    while s.die[at] != face:
        at += 1
    s.die[at] = new
    sort_dice(s)


@kernel
def buy(s, cards, seat, ability, log):
    """Pay an ability in the check.  Rules N-FREE-11, N-ICON-2."""
    changes.pay(s, cards, seat, ability, RULE.N_FREE_11, log)
    if s.bought < BOUGHT:
        s.buys[s.bought] = ability
        s.bought += 1
    s.rerolls += cards.reroll[ability, s.check_kind]
    s.uses[seat] += 1
    count_use(s, cards, seat, ability)


@kernel
def answer_before_roll(s, cards, m, log):
    """Pay for more dice, or roll."""
    if m.kind == KIND.PAY_IN_CHECK:
        buy(s, cards, m.actor, m.ability, log)
        plan(s, PHASE.BEFORE_ROLL, m.actor)
    else:
        roll(s, cards, m.actor, log)


@kernel
def answer_after_roll(s, cards, m, log):
    """Change the dice until the result is chosen.  Rules N-FREE-3, N-FREE-4, N-ICON-2."""
    if m.kind == KIND.TAKE:
        settle_check(s, cards, m, log)
        return
    if m.kind == KIND.PAY_IN_CHECK:
        buy(s, cards, m.actor, m.ability, log)
    elif m.kind == KIND.REROLL:
        s.rerolls -= 1
        change_die(s, m.number, roll_die(s, m.actor, RULE.N_ICON_2, log))
    else:
        price = change_price(s, cards, m.actor)
        changes.set_focus(s, m.actor, s.focus[m.actor] - price, RULE.N_FREE_3, log)
        change_die(s, m.number, m.number + (1 if m.kind == KIND.TURN_UP else -1))
        s.dice_changes[m.actor] += 1
    plan(s, PHASE.AFTER_ROLL, m.actor)


@kernel
def settle_check(s, cards, m, log):
    """The result is chosen; unused dice bring focus after success, and sixes Health.

    Rules N-CHECK-8, N-CHECK-9, N-CHECK-11, N-CHECK-12.
    """
    seat = m.actor
    s.total = m.number + max(0, m.plus) + max(0, m.plus_2) + modifiers(s, cards, seat)
    focus, sixes = 0, 0
    for k in range(s.dice_rolled):
        focus += cards.focus_on_face[s.die[k] - 1]
        sixes += s.die[k] == FACES
    for face in (m.number, m.plus, m.plus_2):
        if face > 0:
            focus -= cards.focus_on_face[face - 1]
            sixes -= face == FACES
    if has_succeeded(s):
        changes.gain_focus(s, cards, seat, focus, RULE.N_CHECK_8, log)
    if sixes and (has_succeeded(s) or cards.sixes_heal == SIXES_HEAL.ALWAYS):
        changes.heal(s, cards, seat, cards.health_on_six * sixes, RULE.N_CHECK_11, log)


@kernel
def modifiers(s, cards, seat):
    """All that is added to the dice.  Rule N-CHECK-12."""
    skill, kind = s.check_skill, s.check_kind
    total = s.check_more + int(s.result[seat, skill, kind])
    for k in range(s.bought):
        total += cards.result[s.buys[k], skill, kind]
    return total


@kernel
def has_succeeded(s):
    """Whether the check has succeeded; a Defense must be beaten.  N-CHECK-2, N-ATTACK-8."""
    return s.total > s.check_target if s.check_beats else s.total >= s.check_target


@kernel
def bought_damage(s, cards):
    """Damage that was paid for in the check."""
    more = 0
    if s.check_kind <= CHECK.MISSILE:
        for k in range(s.bought):
            more += cards.damage[s.buys[k], s.check_kind]
    return more


@kernel
def bought_silence(s, cards):
    """Whether it was paid for that the enemy does not strike back."""
    more = 0
    if s.check_kind <= CHECK.CAST:
        for k in range(s.bought):
            more += cards.no_answer[s.buys[k], s.check_kind]
    return more


@kernel
def bought_defense(s, cards):
    """Defense that was paid for in the check."""
    more = 0
    if s.check_kind <= CHECK.CAST:
        for k in range(s.bought):
            more += cards.defense[s.buys[k], s.check_kind]
    return more
