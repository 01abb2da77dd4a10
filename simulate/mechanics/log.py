"""The event log of a replayed game: records, with the state after each.

A kernel's `log` is off in bulk runs, and where a player only tries a move, so that the rules are
compiled once for games that are told and games that are not.  Where it is None, as in a deal, the
writing is compiled away.
"""

from typing import Any

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.game.code_table import CodeTable
from simulate.core.game.records import record_of

NONE = -1  # nobody, nothing, no rule
ROOM = 2048  # lines that a log keeps: more than most games have

# What a line tells; each word is a method of the teller.
LINE = CodeTable(
    "move", "change", "card", "roll", "shuffle", "order", "deal", "choice", "tie", "act"
)  # fmt: skip
COMMON = ("kind", "seat", "rule", "what", "of", "old", "new", "purpose", "result", "count")


def line_row(move: np.dtype, *fields: Any, order: int = 1) -> np.dtype:
    """The record of a line of a game: what every line says, a move, a change, and the game's own.

    A line fills the fields of its kind.  seat, rule: NONE for nobody, for a guard of ours;
    what, of, old, new: a thing on the table, whose it is, and its number before and after;
    purpose, result, count: what chance decided, what it gave, and of how many; order: things in
    their order, so many at most.
    """
    return record_of(*COMMON, ("move", move), ("order", order), *fields)


def log_row(line: np.dtype, state: np.dtype) -> np.dtype:
    """The record of the log of a game.

    on: whether anything is written; count: of lines so far, also of those that are not kept; first:
    the number of the first that is kept, of ROOM at most; lines, states: a record of `line_row`,
    and STATE, the table after it, for each that is kept; one more, for all that are not.
    """
    kept = ROOM + 1
    return record_of("on", "count", "first", ("lines", line, kept), ("states", state, kept))


def new_log(log: np.dtype, on: bool = True) -> Any:
    """Space for the lines of one game, as `log_row` says; `on`: whether they are written."""
    made = np.zeros(1, log)[0]  # what is never written takes no memory
    made.on = on
    return made


@inner_kernel
def is_on(log):
    """Whether anything is written to a log that is not None."""
    return log.on != 0


@kernel
def new_line(s, log, kind, seat, rule):
    """The next line of the log."""
    i = log.count - log.first
    if i < 0 or i > ROOM:
        i = ROOM
    log.count += 1
    log.states[i] = s
    line = log.lines[i]
    line.kind = kind
    line.seat = seat
    line.rule = rule
    return line


@kernel
def write_move(s, m, rule, log):
    """Say what a player does."""
    if log is not None and is_on(log):
        line = new_line(s, log, LINE.MOVE, m.actor, rule)
        line.move = m


@kernel
def write_change(s, log, seat, rule, what, of, old, new):
    """Say what changed, unless nothing did."""
    if log is not None and is_on(log) and old != new:
        line = new_line(s, log, LINE.CHANGE, seat, rule)
        line.what = what
        line.of = of
        line.old = old
        line.new = new


@kernel
def write_chance(s, log, kind, seat, rule, purpose, result):
    """Say what a die showed, or what chance chose; purpose: of the stream."""
    if log is not None and is_on(log):
        line = new_line(s, log, kind, seat, rule)
        line.purpose = purpose
        line.result = result


@kernel
def write_order(s, log, kind, seat, rule, purpose, order, count):
    """Say how `count` things lie: after a shuffle by a stream (its purpose), dealt or laid so."""
    if log is not None and is_on(log):
        line = new_line(s, log, kind, seat, rule)
        line.purpose = purpose
        line.count = count
        for k in range(count):
            line.order[k] = order[k]


@kernel
def write_tie(s, seat, among, rule, log):
    """Say whom chance picked among so many."""
    if log is not None and is_on(log):
        line = new_line(s, log, LINE.TIE, NONE, rule)
        line.result = seat
        line.count = among
