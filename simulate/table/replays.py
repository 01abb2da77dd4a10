"""A game told line by line: its log, its legal moves, and the lines made of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.mechanics.log import Log, new_log
from simulate.table.loop import PLAYED, Desk
from simulate.table.shared import Line, Seating, watched

LISTED = 16  # legal moves for each row of a log: more than most games have


@dataclass(frozen=True)
class Tape:
    """What a replay needs of a game: shapes of its records, its deal and how it is played.

    line: of the log; rows: more rows than most games need; play(tables, seating, desk, (seed,
    replicate), log, notes).
    """

    state: np.dtype
    move: np.dtype
    line: np.dtype
    rows: int
    deal: Callable[..., Any]
    play: Callable[..., Any]


@dataclass(frozen=True)
class Replayed:
    """A game with its log.

    start: the table after the deal; rows, states: the log's rows and the table after each;
    legal: row -> legal moves in words, for rows that are decisions; end: the table at the end.
    """

    start: Any
    rows: np.ndarray
    states: np.ndarray
    legal: Mapping[int, list[Line]]
    end: Any


def replay(
    tape: Tape,
    sitting: Seating,
    desk: Desk,
    game: tuple[int, int],
    words: Callable[[Any, Any], Line] | None = None,
) -> Replayed:
    """Play game `game` (seed, replicate) with its log, in desk.states[PLAYED].

    words: how to tell a legal move at a table, or None to leave the legal moves out.
    """
    room, listed = tape.rows, 0 if words is None else LISTED * tape.rows
    log, notes, start = _replay(tape, sitting, desk, game, room, listed)
    rows, moves = int(log.count[0]), int(notes[4][0])
    if rows > room or moves > listed:  # longer than most: once more, with space for all of it
        room, listed = max(rows, room), max(moves, listed)
        log, notes, start = _replay(tape, sitting, desk, game, room, listed)
    return Replayed(start, log.lines[:rows], log.states, _legal(notes, words), desk.states[PLAYED])


def _replay(
    tape: Tape,
    sitting: Seating,
    desk: Desk,
    game: tuple[int, int],
    room: int,
    listed: int,
) -> tuple[Log, tuple[Any, ...], Any]:
    """Log, legal moves and deal of the game, as far as there is room for them."""
    log, start = new_log(tape.line, tape.state, room), np.zeros(1, tape.state)[0]
    notes = new_notes(tape, room if listed else 0, listed)
    with watched(sitting) as tables:
        tape.deal(start, tables[0], np.uint64(game[0]), game[1])
        tape.play(tables, sitting, desk, game, log, notes)
    return log, notes, start


def new_notes(tape: Tape, room: int, listed: int) -> tuple[np.ndarray, ...]:
    """Space for the legal moves of one game: by row of the log the table and which moves; all
    moves with their scores, and how many there are.  Without room nothing is noted.
    """
    return (
        np.zeros(room, tape.state),
        np.zeros((room, 2), np.int64),
        np.zeros(listed, tape.move),
        np.zeros(listed),
        np.zeros(1, np.int64),
    )


def _legal(
    notes: tuple[Any, ...], words: Callable[[Any, Any], Line] | None
) -> dict[int, list[Line]]:
    """Legal moves in words, each with its score, by row of the log."""
    states, spans, moves, scores, _ = notes
    found: dict[int, list[Line]] = {}
    for row, (first, end) in enumerate(spans.tolist()):
        if words is not None and end:
            s = states[row]
            found[row] = [
                words(moves[i], s) | {"score": round(float(scores[i]), 6)}
                for i in range(first, end)
            ]
    return found


def told(setup: Line, teller: Any, played: Replayed, states: bool, last: Line) -> list[Line]:
    """The lines of a game; `states` adds the whole table after each."""
    lines = [setup]
    for i, line in enumerate(teller.lines(played.rows, played.states)):
        if i in played.legal:
            line["legal"] = played.legal[i]
        if states:
            line["state"] = teller.state(plain(played.states[i]))
        lines.append(line)
    return [*lines, last]


def plain(state: Any) -> Line:
    """A record as plain numbers and lists by field, which Python reads many times faster."""
    values = zip(state.dtype.names, state.item(), strict=True)
    return {name: value.tolist() if hasattr(value, "tolist") else value for name, value in values}
