"""The agenda: a stack of pending tasks, the next one last.

A rule that takes several steps puts them on the agenda in reverse order and is done; a decision
is such a step too.  What a step sets off is put on top and so comes before the rest.

The state of a game holds `task`, records with the fields `what` and `seat` and others of the
game's own, and `tasks`, how many of them are on the agenda.  There is room for half as many
again as games need, or more: the state is copied at each trial of who looks ahead.
"""

from simulate.compiler.kernels import inner_kernel


@inner_kernel
def put_on(s, nothing, what, seat):
    """Put a task on top; its other fields, as in `nothing`, are the caller's to fill in.

    Cards of a designer's own may set each other off without end.
    """
    if s.tasks == s.task.shape[0]:
        raise ValueError("effects that trigger each other fill the agenda")
    s.task[s.tasks] = nothing
    task = s.task[s.tasks]
    task.what = what
    task.seat = seat
    s.tasks += 1
    return task


@inner_kernel
def top(s):
    """The task on top."""
    return s.task[s.tasks - 1]


@inner_kernel
def take_off(s):
    """Take the task on top off; it can be read until another is put in its place."""
    s.tasks -= 1
    return s.task[s.tasks]
