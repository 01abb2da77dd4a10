"""What can be put on the agenda, with what it needs."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.game.records import blank
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.state.record import EVENT, TASK, bit
from simulate.mechanics import agenda

NOTHING = blank(TASK)


@inner_kernel
def plan(s, what, seat):
    """Put a task on top: what, and whose; the caller fills in what else it needs."""
    return agenda.put_on(s, NOTHING, what, seat)


@inner_kernel
def plan_moment(s, seat, moment):
    """What a hero's abilities do by themselves at a moment."""
    task = plan(s, EVENT.BY_ITSELF, seat)
    task.kind = moment
    task.done = 0
    return task


@inner_kernel
def plan_ability(s, what, seat, ability, target, hero):
    """A step of an ability that is aimed at an enemy and a hero, NONE where at none."""
    task = plan(s, what, seat)
    task.ability = ability
    task.target = target
    task.hero = hero
    return task


@inner_kernel
def plan_harm(s, ability, heroes, enemy):
    """What an enemy's, a room's or the boss's ability does to a set of heroes."""
    task = plan(s, EVENT.HARM, NONE)
    task.ability = ability
    task.done = 0
    task.group = heroes
    task.enemy = enemy
    return task


@inner_kernel
def plan_answer(s, what, seat, kind, struck, face, guard):
    """One of the enemies that a check of a kind has struck is to answer it.

    face: of the enemy die; guard: what the hero has added to its Defense.
    """
    task = plan(s, what, seat)
    task.kind = kind
    task.struck = struck
    task.face = face
    task.amount = guard


@inner_kernel
def plan_walk(s, what, seat, enemy, speed, goal, taunter):
    """A step of an enemy's walk, with so much speed left, or a question about it.

    goal: place, or NONE; taunter: the hero who has taunted the boss there, or NONE.
    """
    task = plan(s, what, seat)
    task.enemy = enemy
    task.amount = speed
    task.place = goal
    task.hero = taunter


@inner_kernel
def plan_push(s, what, seat, enemy, steps):
    """An enemy is to be pushed so many steps."""
    task = plan(s, what, seat)
    task.enemy = enemy
    task.amount = steps


@inner_kernel
def plan_moving(s, what, seat, speed, stealth):
    """A movement that an ability grants, with so much speed left."""
    task = plan(s, what, seat)
    task.amount = speed
    task.stealth = stealth


@inner_kernel
def plan_cards(s, what, seat, kind, amount):
    """So many cards of a kind are to be found, or to go."""
    task = plan(s, what, seat)
    task.kind = kind
    task.amount = amount
    return task


@kernel
def forget_enemy(s, enemy):
    """Take a killed enemy out of all that is still to be done to it.

    Its slot may be another goblin's by then, which was not struck.
    """
    for k in range(s.tasks):
        task = s.task[k]
        if task.target == enemy:
            task.target = NONE
        if task.struck != NONE:
            task.struck &= ~bit(enemy)
