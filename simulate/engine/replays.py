"""Replay a game line by line: its log and its legal moves.

The same seed and game number give the same game as in the bulk run, this time with a log that is
on.  Called by the engine for `simulate replay`, the report's closest game, and golden logs.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.core.errors import GivenUp
from simulate.engine.loop import LEFT, PLAYED, MoveBuffer, Observer, Workspace
from simulate.engine.shared import SeatAssignment, watched
from simulate.engine.stored_row import Line
from simulate.mechanics.event_serializer import EventSerializer
from simulate.mechanics.log import ROOM, new_log

LISTED = 16  # legal moves for each row of a log: more than most games have


@dataclass(frozen=True)
class ReplaySpec:
    """What a replay needs of a game: shapes of its records, its deal and how it is played.

    log: of its lines; play(tables, seating, workspace, (seed, deal), log, move_buffer, watch).
    """

    state: np.dtype
    move: np.dtype
    log: np.dtype
    deal: Callable[..., Any]
    play: Callable[..., Any]


@dataclass(frozen=True)
class Replay:
    """A game with its log.

    start: the table after the deal; rows, states: the log's rows and the table after each;
    legal: row -> legal moves in words, for rows that are decisions; end: the table at the end.
    """

    start: np.record
    rows: np.ndarray
    states: np.ndarray
    legal: Mapping[int, list[Line]]
    end: np.record


def replay(
    tape: ReplaySpec,
    seating: SeatAssignment,
    workspace: Workspace,
    game: tuple[int, int],
    words: Callable[[np.record, np.record], Line] | None = None,
    watch: Observer | None = None,
) -> Replay:
    """Play game `game` (seed, deal) with its log, in workspace.states[PLAYED].

    words: how to tell a legal move at a table, or None to leave the legal moves out.  watch: of
    `look_on`; once nothing is LEFT it raises GivenUp.  A game with a long log is played more than
    once, and all of that counts.
    """
    start, log = np.zeros(1, tape.state)[0], new_log(tape.log)
    rows, moves = (0, 0) if words is None else (ROOM, LISTED * ROOM)
    with watched(seating) as tables:
        tape.deal(start, tables[0], np.uint64(game[0]), game[1])

        def play(first: int, buffer: MoveBuffer) -> None:
            log.count, log.first, buffer.count[0] = 0, first, 0
            tape.play(tables, seating, workspace, game, log, buffer, watch)
            if watch is not None and any(watch.counts[:, LEFT] < 0):
                raise GivenUp("this game has more moves than a replay plays")

        buffer = new_move_buffer(tape, rows, moves)
        pages = list(_pages(log, lambda first: play(first, buffer)))
        if words is not None and (log.count > rows or buffer.count[0] > moves):  # more than most
            buffer = new_move_buffer(tape, int(log.count), int(buffer.count[0]))
            play(0, buffer)
    lines, states = (np.concatenate(kept, dtype=kept[0].dtype) for kept in zip(*pages, strict=True))
    return Replay(
        start=start,
        rows=lines,
        states=states,
        legal=_legal(buffer, words),
        end=workspace.states[PLAYED],
    )


def _pages(log: np.record, play: Callable[[int], None]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Lines and tables of a game, which is played until the log has kept each line once.

    play(first): from which line on the log keeps them.
    """
    for first in itertools.count(step=ROOM):
        play(first)
        kept = min(int(log.count) - first, ROOM)
        yield log.lines[:kept].copy(), log.states[:kept].copy()
        if log.count <= first + ROOM:
            return


def new_move_buffer(tape: ReplaySpec, room: int, listed: int) -> MoveBuffer:
    """Space for `listed` legal moves of one game, in `room` rows of its log."""
    return MoveBuffer(
        states=np.zeros(room, tape.state),
        spans=np.zeros((room, 2), np.int64),
        moves=np.zeros(listed, tape.move),
        scores=np.zeros(listed),
        count=np.zeros(1, np.int64),
    )


def _legal(
    buffer: MoveBuffer, words: Callable[[np.record, np.record], Line] | None
) -> dict[int, list[Line]]:
    """Legal moves in words, each with its score, by row of the log."""
    by_row: dict[int, list[Line]] = {}
    for row, (first, end) in enumerate(buffer.spans.tolist()):
        if words is not None and end:
            s = buffer.states[row]
            by_row[row] = [
                words(buffer.moves[i], s) | {"score": round(float(buffer.scores[i]), 6)}
                for i in range(first, end)
            ]
    return by_row


def told(
    setup: Line, teller: EventSerializer, played: Replay, states: bool, last: Line
) -> list[Line]:
    """The lines of a game; `states` adds the whole table after each."""
    lines = [setup]
    # A void's fields are found several times faster than a record's.
    tables = played.states.view(np.dtype((np.void, played.states.dtype)))
    for i, line in enumerate(teller.lines(played.rows, played.states)):
        if i in played.legal:
            line["legal"] = played.legal[i]
        if states:
            line["state"] = teller.state(Plain(tables[i]))
        lines.append(line)
    return [*lines, last]


class Plain(dict[str, Any]):
    """A record as plain numbers and lists by field, each made when it is first asked for.

    Python reads them many times faster, and nobody reads all of them.
    """

    def __init__(self, state: np.void) -> None:
        super().__init__()
        self.state = state

    def __missing__(self, name: str) -> Any:
        value = self[name] = self.state[name].tolist()
        return value
