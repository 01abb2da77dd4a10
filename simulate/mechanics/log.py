"""The log of a game that is told: a record a line, and the table as it lies after it.

A kernel's `log` is None in bulk runs, where all the writing is compiled away.
"""

from typing import Any, NamedTuple

import numpy as np

from simulate.core.compiler import kernel, seen_once
from simulate.core.records import record_of
from simulate.core.words import Words

NONE = -1  # nobody, nothing, no rule

# What a line tells; each word is a method of the teller.
LINE = Words(
    "move", "change", "card", "roll", "shuffle", "order", "deal", "choice", "tie", "act"
)  # fmt: skip
COMMON = ("kind", "seat", "rule", "what", "of", "old", "new", "purpose", "result", "count")


@seen_once
class Log(NamedTuple):
    """Space for the log of one game.

    lines: a record of `line_row` each; count: int64[1], how many were written, also where the
    space was too small; states: STATE, the table after each line.
    """

    lines: Any
    count: Any
    states: Any


def line_row(move: np.dtype, *fields: Any, order: int = 1) -> np.dtype:
    """The record of a line of a game: what every line says, a move, a change, and the game's own.

    A line fills the fields of its kind.  seat, rule: NONE for nobody, for a guard of ours;
    what, of, old, new: a thing on the table, whose it is, and its number before and after;
    purpose, result, count: what chance decided, what it gave, and of how many; order: things in
    their order, so many at most.
    """
    return record_of(*COMMON, ("move", move), ("order", order), *fields)


def new_log(line: np.dtype, state: np.dtype, room: int) -> Log:
    """Space for so many lines."""
    return Log(np.zeros(room, line), np.zeros(1, np.int64), np.zeros(room, state))


@kernel
def new_line(s, log, kind, seat, rule):
    """The next line of the log; where there is no room, the last is written over."""
    i = min(log.count[0], log.lines.shape[0] - 1)
    log.count[0] += 1
    log.states[i] = s
    line = log.lines[i]
    line.kind = kind
    line.seat = seat
    line.rule = rule
    return line


@kernel
def write_move(s, m, rule, log):
    """Say what a player does."""
    if log is not None:
        line = new_line(s, log, LINE.MOVE, m.actor, rule)
        line.move = m


@kernel
def write_change(s, log, seat, rule, what, of, old, new):
    """Say what changed, unless nothing did."""
    if log is not None and old != new:
        line = new_line(s, log, LINE.CHANGE, seat, rule)
        line.what = what
        line.of = of
        line.old = old
        line.new = new


@kernel
def write_chance(s, log, kind, seat, rule, purpose, result):
    """Say what a die showed, or what chance chose; purpose: of the stream."""
    if log is not None:
        line = new_line(s, log, kind, seat, rule)
        line.purpose = purpose
        line.result = result


@kernel
def write_order(s, log, kind, seat, rule, purpose, order, count):
    """Say how `count` things lie: after a shuffle by a stream (its purpose), dealt or laid so."""
    if log is not None:
        line = new_line(s, log, kind, seat, rule)
        line.purpose = purpose
        line.count = count
        for k in range(count):
            line.order[k] = order[k]


@kernel
def write_tie(s, seat, among, rule, log):
    """Say whom chance picked among so many."""
    if log is not None:
        line = new_line(s, log, LINE.TIE, NONE, rule)
        line.result = seat
        line.count = among
