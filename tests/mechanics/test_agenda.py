"""An agenda that is full stops the game, before anything is written beyond it."""

import numpy as np
import pytest

from simulate.compiler.kernels import kernel
from simulate.core.game.records import blank
from simulate.mechanics import agenda

TASK = np.dtype((np.record, [("what", "i8"), ("seat", "i8"), ("place", "i8")]))
STATE = np.dtype((np.record, [("tasks", "i8"), ("task", TASK, (3,)), ("behind", "i8")]))
NOTHING = blank(TASK)


@kernel
def lay(s, what):
    agenda.put_on(s, NOTHING, what, 1).place += 1


@kernel
def do_next(s):
    return agenda.take_off(s).what


def test_the_next_thing_lies_on_top_until_the_agenda_is_full():
    s = np.zeros(1, STATE)[0]
    for what in (5, 6, 7):
        lay(s, what)
    with pytest.raises(ValueError, match="fill the agenda"):
        lay(s, 8)
    assert s.tasks == 3 and s.behind == 0
    assert [do_next(s) for _ in range(3)] == [7, 6, 5]
    assert [(int(task.place), int(task.seat)) for task in s.task] == [(0, 1)] * 3
