"""Tables of games that are played, and what strategies choose at them.

All of it goes through the one watched game (`simulate.engine.loop.Watch`), so that no test
compiles a game for itself.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

from simulate.compiler.kernels import kernel
from simulate.core.errors import RunError
from simulate.engine.loop import ASIDE, AT_TABLE, NOT_ASKED, PLAYED, Observer
from simulate.pack import catalogue

LAID = 0  # the record of a watcher's workspace at which `ask_aside` asks
COUNT, EVERY, PHASES, SEEN = range(4)  # what `keep` is told, and what it counts
NOW, ANSWERS, OTHERWISE = range(3)  # rows of what `ask_all` finds
ASKED, DECISIONS = range(2)  # of its first row


def keep(s, cards, workspace, n, own, listed, answer, found):
    """Lay the tables at every so many decisions of some phases on own.states, one by one.

    found: int64[1, 4]: COUNT of tables, EVERY how many, a set of PHASES, how many were SEEN.
    """
    if n < 2:
        return 0
    if answer != NOT_ASKED:
        return answer
    told = found[0]
    if (told[PHASES] >> s.phase) & 1:
        told[SEEN] += 1
        if told[SEEN] % told[EVERY] == 0 and told[COUNT] < own.states.shape[0]:
            own.states[told[COUNT]] = s
            told[COUNT] += 1
    return AT_TABLE


def ask_aside(s, cards, workspace, n, own, listed, answer, found):
    """Ask every mind at the table that is LAID, and end the game.

    found: int64[2, minds]: how many were ASKED; their ANSWERS.
    """
    if answer != NOT_ASKED:
        found[ANSWERS, found[NOW, ASKED]] = answer
        found[NOW, ASKED] += 1
        if found[NOW, ASKED] == found.shape[1]:
            raise ValueError("all were asked")
    if n == 0:
        return 0
    own.states[PLAYED] = own.states[LAID]
    own.outlook[0] = own.outlook[own.outlook.shape[0] - 1]
    return ASIDE - found[NOW, ASKED]


def ask_all(s, cards, workspace, n, own, listed, answer, found):
    """Ask every mind at each decision; what the first says is played.

    found: int64[2 + minds, minds]: how many were ASKED, and DECISIONS; ANSWERS; and, from row
    OTHERWISE on, how often one chose otherwise than each.
    """
    if n < 2:
        return 0
    now, minds = found[NOW], found.shape[1]
    if answer == NOT_ASKED:
        now[ASKED] = 0
    else:
        found[ANSWERS, now[ASKED]] = answer
        now[ASKED] += 1
    if now[ASKED] < minds:
        own.states[PLAYED] = s
        own.outlook[0] = own.outlook[own.outlook.shape[0] - 1]
        return ASIDE - now[ASKED]
    now[DECISIONS] += 1
    for a in range(minds):
        for b in range(minds):
            found[OTHERWISE + a, b] += found[ANSWERS, a] != found[ANSWERS, b]
    return found[ANSWERS, 0]


def numbers_in(record: Any) -> np.ndarray:
    """The numbers of a record of fractions, as they lie in memory."""
    return np.array([record]).view(np.float64)


@cache
def watcher(game: str, function: Any) -> Any:
    """One of these for a game."""
    return kernel(catalogue.table(game).ENGINE.records.watcher)(function)


def new_workspace(engine: Any) -> Any:
    """A watcher's workspace, with one more outlook, blank: who is asked next knows nothing."""
    workspace = engine.records.new_workspace()
    return workspace._replace(outlook=np.zeros(len(workspace.outlook) + 1, workspace.outlook.dtype))


def positions(
    table: Any,
    seed: int,
    games: int,
    every: int = 1,
    phases: Sequence[int] | None = None,
    first: int = 0,
) -> Iterator[Any]:
    """The tables at every so many decisions of some phases, all by default, of so many games."""
    engine = catalogue.table(table.game).ENGINE
    states = np.zeros(5_000, engine.records.state)
    own = engine.records.new_workspace()._replace(states=states)
    asked = -1 if phases is None else sum(1 << phase for phase in phases)
    for game in range(first, first + games):
        found = np.array([[0, every, asked, 0]])
        watch = Observer((watcher(table.game, keep),), own, table.weights[None], found)
        engine.watch(table, (seed, game), watch)
        assert found[0, COUNT] < len(states)
        yield from states[: found[0, COUNT]]


class Asker:
    """Asks strategies what they choose at a table, on a workspace of its own.

    left: the table as the last who was asked left it.
    """

    def __init__(self, table: Any) -> None:
        self.table, self.engine = table, catalogue.table(table.game).ENGINE
        self.workspace = new_workspace(self.engine)
        self.left = self.workspace.states[PLAYED]

    def ask(self, s: Any, *minds: Any) -> list[int]:
        """The number of the move that each table's strategies choose, this one's if none."""
        weights = np.stack([mind.weights for mind in minds or (self.table,)])
        found = np.zeros((2, len(weights)), np.int64)
        self.workspace.states[LAID] = s
        watch = Observer((watcher(self.table.game, ask_aside),), self.workspace, weights, found)
        with pytest.raises(RunError, match="all were asked"):
            self.engine.watch(self.table, (0, 0), watch)
        return found[ANSWERS].tolist()


def otherwise(tables: Sequence[Any], seed: int, games: int) -> np.ndarray:
    """The share of decisions at which the strategy at one table chooses otherwise than another.

    float64[tables, tables]; the first plays.
    """
    engine, many = catalogue.table(tables[0].game).ENGINE, len(tables)
    found = np.zeros((OTHERWISE + many, many), np.int64)
    own, minds = new_workspace(engine), np.stack([table.weights for table in tables])
    watch = Observer((watcher(tables[0].game, ask_all),), own, minds, found)
    for game in range(games):
        engine.watch(tables[0], (seed, game), watch)
    return found[OTHERWISE:] / found[NOW, DECISIONS]
