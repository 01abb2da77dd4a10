"""What is still to be done, the next thing last.

A rule that takes several steps puts them on the agenda in reverse order and is done; a decision
is such a step too.  What a step sets off is put on top and so comes before the rest.
"""

from simulate.core.compiler import inner_kernel
from simulate.games.tactics.state.record import DETAILS


@inner_kernel
def plan(s, code, seat, a, b, c, d, e, f):
    """Put a step on top: what, whose, and up to six numbers that it needs."""
    task = s.task[s.tasks]
    task[0] = code
    task[1] = seat
    task[2] = a
    task[3] = b
    task[4] = c
    task[5] = d
    task[6] = e
    task[7] = f
    s.tasks += 1


@inner_kernel
def plan_for(s, code, seat):
    """Put a step on top that needs nothing else."""
    plan(s, code, seat, 0, 0, 0, 0, 0, 0)


@inner_kernel
def detail(s, k):
    """The k-th number, from 0, of the step on top."""
    return s.task[s.tasks - 1, DETAILS + k]
