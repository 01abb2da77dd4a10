"""What is still to be done, the next thing last.

A rule that takes several steps puts them on the agenda in reverse order and is done; a decision
is such a step too.  What a step sets off is put on top and so comes before the rest.
"""

from simulate.core.compiler import inner_kernel, kernel
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.state.record import EVENT, PHASE, bit


@inner_kernel
def plan(s, code, seat, a, b, c, d, e):
    """Put a step on top: what, whose, and up to five numbers that it needs."""
    task = s.task[s.tasks]
    task[0] = code
    task[1] = seat
    task[2] = a
    task[3] = b
    task[4] = c
    task[5] = d
    task[6] = e
    s.tasks += 1


@inner_kernel
def plan_for(s, code, seat):
    """Put a step on top that needs nothing else."""
    plan(s, code, seat, NONE, NONE, NONE, NONE, NONE)


@inner_kernel
def plan_with(s, code, seat, a, b):
    """Put a step on top that needs two numbers."""
    plan(s, code, seat, a, b, NONE, NONE, NONE)


@inner_kernel
def detail(s, k):
    """The k-th number, from 0, of the step on top."""
    return s.task[s.tasks - 1, 2 + k]


@kernel
def forget_enemy(s, enemy):
    """Take a killed enemy out of all that is still to be done to it.

    Its slot may be another goblin's by then, which was not struck.
    """
    for k in range(s.tasks):
        task = s.task[k]
        if task[0] == EVENT.STRIKES_BACK or task[0] == PHASE.CHOOSE_ANSWER:
            task[3] &= ~bit(enemy)
        elif task[0] == EVENT.CARRY_OUT and task[4] == enemy:
            task[4] = NONE
        elif task[0] == EVENT.PRICE and task[3] == enemy:
            task[3] = NONE
