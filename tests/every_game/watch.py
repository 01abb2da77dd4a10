"""Games shown to watchers (`simulate.engine.loop.Watch`) that look at every position."""

import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from simulate.compiler.kernels import kernel, named
from simulate.core.errors import RunError
from simulate.core.streams import below
from simulate.engine import replays, shared
from simulate.engine.game_engine import GameEngine
from simulate.engine.loop import ASIDE, AT_TABLE, NOT_ASKED, PLAYED, Observer
from simulate.pack import catalogue
from tests.every_game.adapters import Audit, Hidden

WIDE = 128  # more than there are phases, cards or kinds of points
UNUSED = 1 / 4  # of an agenda, at least, whatever happens
FINE = 0  # the first of a game's laws: all hold
MET, TWO, SUMS, SCRATCH = range(4)  # what `audit` finds
LAW, LONGEST, DEALT, ENDED = range(4)  # its sums
BEFORE = 2  # a record of a watcher's workspace
AT_ONCE = 20  # games that `audit` plays without asking Python
DECISIONS, OTHER_LISTS, OTHER_CHOICES, OTHER_DEALS, AGAIN = range(5)  # what `ask_again` finds


class Watched(NamedTuple):
    """What a game gives to be looked at: kernels, and the purpose of its first seat's choices.

    The number of the law that is broken, or FINE: broken_law(s, cards, row) by a table, where
    row: int64[WIDE] is scratch space; broken_list(s, cards, moves, n) by its legal moves;
    broken_change(s, before, cards) by what a move left of the table before it.
    same_move(a, b); deal_anew(view, s, cards, own), of what the seat that is asked cannot see on a
    copy of the table; differs(s, view), whether that dealt something else.
    """

    broken_law: Callable[..., Any]
    broken_list: Callable[..., Any]
    broken_change: Callable[..., Any]
    same_move: Callable[..., Any]
    deal_anew: Callable[..., Any]
    differs: Callable[..., Any]
    first_choice: int


def watchers_of(module: str, engine: GameEngine, game: Watched) -> tuple[Any, Any]:
    """`audit` and `ask_again` of a game, whose kernels stand in `module`."""
    broken_law, broken_list, broken_change, same_move, deal_anew, differs, first_choice = game
    over = engine.loop.kernels.over

    def audit(s, cards, workspace, n, own, listed, answer, found):
        """Look at the table after the deal and each move, and at each list; take any move.

        found: int64[4, WIDE]: by phase how often it was MET, and whether TWO answers were given;
        SUMS and scratch.  own.tried: the first answer given in a phase; own.states[BEFORE]: the
        table before the last move; after it the tables of games that have ENDED.
        """
        sums, before = found[SUMS], own.states[BEFORE]
        if sums[DEALT] == 0:
            sums[DEALT] = 1
            own.states[BEFORE] = s
            return 0
        law = broken_law(s, cards, found[SCRATCH])
        if law == FINE:
            law = broken_change(s, before, cards)
        if law == FINE and s.phase != over:
            law = broken_list(s, cards, workspace.moves, n)
        if law != FINE:
            sums[LAW] = law
            raise ValueError("a law of the table is broken")
        if n == 0:
            sums[ENDED] += 1
            own.states[BEFORE + sums[ENDED]] = s
            sums[DEALT] = 0
            return 0
        own.states[BEFORE] = s
        sums[LONGEST] = max(sums[LONGEST], n)
        choice = below(s, first_choice + workspace.moves[0].actor, n)
        if n > 1:
            if found[MET, s.phase] == 0:
                own.tried[s.phase] = workspace.moves[choice]
            elif not same_move(workspace.moves[choice], own.tried[s.phase]):
                found[TWO, s.phase] = 1
            found[MET, s.phase] += 1
        return choice

    def ask_again(s, cards, workspace, n, own, listed, answer, found):
        """At each decision ask first with what is hidden dealt anew, then as it is.

        found: int64[1, 5]: DECISIONS, those with OTHER_LISTS, OTHER_CHOICES and OTHER_DEALS;
        AGAIN, what was chosen with the hidden dealt anew.
        """
        counts, view = found[0], own.states[PLAYED]
        if n < 2:
            return 0
        if answer == NOT_ASKED:
            own.states[PLAYED] = s
            deal_anew(view, s, cards, own)
            counts[AGAIN] = NOT_ASKED
            return ASIDE
        if counts[AGAIN] != NOT_ASKED:
            counts[OTHER_CHOICES] += counts[AGAIN] != answer
            return answer
        same = listed == n
        for i in range(n):
            same = same and same_move(workspace.moves[i], own.moves[i])
        counts[DECISIONS] += 1
        counts[OTHER_LISTS] += not same
        counts[OTHER_DEALS] += differs(s, view)
        counts[AGAIN] = answer
        return AT_TABLE

    watcher, laws = kernel(engine.records.watcher), _mark_of(module)
    return tuple(
        watcher(named(function, module, f"{function.__name__}_{laws}"))
        for function in (audit, ask_again)
    )


def _mark_of(module: str) -> str:
    """A mark of the file of a module: the cache knows a function by the file that it is written
    in, and what a watcher is made of is written in another.
    """
    return hashlib.blake2b(
        Path(sys.modules[module].__file__).read_bytes(), digest_size=8
    ).hexdigest()


def audit(
    table: Any,
    games: tuple[int, range],
    kernels: ModuleType,
    points: Mapping[str, int],
    reasons: Sequence[str],
) -> Audit:
    """Games (seed, replicates) at random, looked at after every move.

    points: decision point -> phase; reasons: by outcome.
    """
    engine = catalogue.table(table.game).ENGINE
    (seed, replicates), records = games, engine.records
    ends = np.zeros(BEFORE + 1 + AT_ONCE, records.state)
    own = records.new_workspace()._replace(states=ends)
    found = np.zeros((4, WIDE), np.int64)
    watch = Observer((kernels.audit,), own, table.weights[None], found)
    told = Audit(len(replicates), [], 0, records.limit)
    sums, game = found[SUMS], replicates.start
    while game < replicates.stop:
        sums[[LAW, DEALT, ENDED]] = 0
        count = min(AT_ONCE, replicates.stop - game)
        try:
            play_watched(table, seed, range(game, game + count), watch)
        except RunError:
            assert sums[LAW]
        for s in ends[BEFORE + 1 :][: sums[ENDED]]:
            reason = reasons[int(s["outcome"])]
            told.reasons[reason] = told.reasons.get(reason, 0) + 1
            if "task" in s.dtype.names and most_tasks(s) > (1 - UNUSED) * len(s["task"]):
                told.broken.append(f"game {game}: {most_tasks(s)} tasks lay on the agenda")
            game += 1
        if sums[LAW]:
            told.broken.append(f"game {game}: {list(kernels.LAWS.values())[sums[LAW]]}")
            game += 1
    told.most_moves = int(sums[LONGEST])
    told.points = {name: int(found[MET, phase]) for name, phase in points.items()}
    told.answers = {name: bool(found[TWO, phase]) for name, phase in points.items()}
    return told


def play_watched(table: Any, seed: int, games: range, watch: Observer) -> None:
    """Play games of the first seating one after the other before a watcher."""
    engine, seating = catalogue.table(table.game).ENGINE, table.seatings[0]
    workspace, off = engine.records.new_workspace(), replays.new_move_buffer(engine.tape, 0, 0)
    rows = np.zeros(len(games), engine.game_row), np.zeros(0, engine.seat_row)
    with shared.watched(seating) as tables:
        who = tables, seating.weights, workspace, seating.choosers
        which = np.uint64(seed), games.start, 1, 1, len(games), 0, 1
        engine._block(*who, *which, *rows, workspace.silent, off, watch)


def most_tasks(s: Any) -> int:
    """How many tasks lay on each other at most: where none ever was, all is zero."""
    return int(np.array([task.tobytes().strip(b"\0") != b"" for task in s["task"]]).sum())


def choices_with_hidden_dealt_anew(
    table: Any, games: tuple[int, range], kernels: ModuleType
) -> Hidden:
    """Ask every seat at every decision a second time, with the hidden part dealt anew."""
    own = catalogue.table(table.game).ENGINE.records.new_workspace()
    (seed, replicates), found = games, np.zeros((1, AGAIN + 1), np.int64)
    watch = Observer((kernels.ask_again,), own, table.weights[None], found)
    play_watched(table, seed, replicates, watch)
    return Hidden(*found[0, :AGAIN].tolist())
