"""The compiled loop over games, which stands once: it is made of the kernels that a game gives.

Numba finds what is made here in its cache again, as kernels are known there by the module and
the name of a game (`simulate.compiler.inner.Kernel`): each function bears those of its game.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from simulate.compiler.kernels import cache_typeof, closure_kernel, inner_kernel, kernel, named
from simulate.core.streams import fork_streams

BLANK, PLAYED, SEEN = 0, 1, 2  # records of the workspace; from 2 on they are used to look ahead
NOT_ASKED = -1  # an observer's `answer` when it sees a list for the first time
AT_TABLE = -1  # an observer's reply: the seat is asked at the table
KEPT, LAST = range(2)  # of what `keep_turns` finds
LEFT, EACH = range(2)  # of what `look_on` finds
ASIDE = -2  # and: it is asked in the observer's own workspace, as policy 0; one less: as 1 ...


@cache_typeof
class Workspace(NamedTuple):
    """Scratch space for playing, one workspace a process at work.

    states: STATE, a blank one, the game that is played, the view of a seat, copies to look ahead;
    moves, features, numbers: the legal moves, and what they are weighed by, as records and as
    float64[:, :]; tried: the legal moves on a copy; chosen: MOVE[2], the move that is made, and
    that on a copy; outlook: OUTLOOK, what a seat has worked out; spare: float64[:, :], scores and
    what looking ahead needs, a row each; silent: the log of moves that are only tried.
    """

    states: Any
    moves: Any
    tried: Any
    chosen: Any
    outlook: Any
    features: Any
    numbers: Any
    spare: Any
    silent: Any


@cache_typeof
class MoveBuffer(NamedTuple):
    """The legal moves of a game that is told; without room nothing is kept.

    states: STATE, by row of the log; spans: int64[:, 2], by row which of the moves, from first to
    end; moves: MOVE, of all rows one after another; scores: float64, theirs; count: int64[1], how
    many moves there were, kept or not.
    """

    states: Any
    spans: Any
    moves: Any
    scores: Any
    count: Any


class Kernels(NamedTuple):
    """What a game gives: its rules, how a seat picks and weighs moves, and the rows it leaves.

    pick(s, cards, weights, workspace, choosers, n) -> index of a move; weigh(s, cards, weights,
    workspace, n) writes scores into workspace.spare[0]; fill_game_row(s, cards, row);
    fill_seat_row(s, cards, seat, row); over: the phase of a game that has ended.
    """

    deal: Callable[..., Any]
    advance: Callable[..., Any]
    list_moves: Callable[..., Any]
    step: Callable[..., Any]
    pick: Callable[..., Any]
    weigh: Callable[..., Any]
    fill_game_row: Callable[..., Any]
    fill_seat_row: Callable[..., Any]
    over: int


@cache_typeof
class Observer(NamedTuple):
    """What is shown a game that is watched, and may ask its seats.

    watchers: one compiled function in a tuple, called through a pointer, so that a game is
    compiled once for whatever watches it; workspace: its own, for copies of the table; policies:
    WEIGHTS[:, seats], whom it may ask besides those who play; counts: int64[:, :], what it counts.

    watcher(s, cards, workspace, n, own, listed, answer, counts) -> reply is called after the deal
    and at the end of the game with n = 0; else before each move, with `n` legal moves in
    workspace.moves.  It replies with the number of the move to be made, or wants to have the seat
    asked: AT_TABLE, or ASIDE, at own.states[PLAYED], where it has laid a table.  Then it is called
    once more with the seat's answer and the number of legal moves (of a table aside they are in
    own.moves).
    """

    watchers: Any
    workspace: Any
    policies: Any
    counts: Any


class Loop(NamedTuple):
    """What is made of a game's kernels; play_block and fill_rows are plain Python until a
    signature is known.
    """

    kernels: Kernels
    take_watched: Any
    play_game: Any
    play_block: Any
    fill_rows: Any


def loop_of(module: str, game: Kernels) -> Loop:
    """The loop of a game; `module`, its table, must keep what is no entry under its name."""
    deal, advance, list_moves, step, pick, weigh, fill_game_row, fill_seat_row, over = game

    def play_game(cards, weights, workspace, choosers, seed, replicate, log, move_buffer, watch):
        """Play one game from the deal to its end, in workspace.states[PLAYED].

        log, move_buffer: what is told of it, and its legal moves, off and without room where
        nothing is told; watch: who is shown it.
        """
        workspace.states[PLAYED] = workspace.states[BLANK]
        s = workspace.states[PLAYED]
        deal(s, cards, seed, replicate)
        if is_watched(watch):
            show(s, cards, workspace, 0, 0, NOT_ASKED, watch)
        advance(s, cards, workspace.moves, log)
        while s.phase != over:
            n = list_moves(s, cards, workspace.moves)
            if move_buffer.states.shape[0] > 0:
                weigh(s, cards, weights, workspace, n)
                note_moves(s, workspace.moves, workspace.spare[0], n, log.count, move_buffer)
            choice = 0
            if is_watched(watch):
                choice = take_watched(s, cards, weights, workspace, choosers, n, watch)
            elif n > 1:
                choice = pick(s, cards, weights, workspace, choosers, n)
            if n > 1:
                s.decisions += 1
                s.listed += n
            workspace.chosen[0] = workspace.moves[choice]
            step(s, cards, workspace.chosen[0], workspace.moves, log)
        if is_watched(watch):
            show(s, cards, workspace, 0, 0, NOT_ASKED, watch)

    def take_watched(s, cards, weights, workspace, choosers, n, watch):
        """The move that is made, after all that the watcher asks."""
        reply = show(s, cards, workspace, n, 0, NOT_ASKED, watch)
        while reply < 0:
            if reply == AT_TABLE:
                listed, answer = n, 0
                if n > 1:
                    answer = pick(s, cards, weights, workspace, choosers, n)
            else:
                view, own, answer = watch.workspace.states[PLAYED], watch.workspace, 0
                listed = list_moves(view, cards, own.moves)
                if listed > 1:
                    answer = pick(view, cards, watch.policies[ASIDE - reply], own, choosers, listed)
            reply = show(s, cards, workspace, n, listed, answer, watch)
        return reply

    def play_block(
        tables,
        weights,
        workspace,
        choosers,
        seed,
        first,
        every,
        count,
        n_row_seats,
        seat_stride,
        games,
        seats,
        log,
        move_buffer,
        watch,
    ):
        """Play every so many of `count` games and leave a row of each, and one of each seat told:
        `n_row_seats` a game, `seat_stride` seats of the table from one to the next.
        """
        cards = tables[0]
        for g in range(0, count, every):
            play_game(cards, weights, workspace, choosers, seed, first + g, log, move_buffer, watch)
            s = workspace.states[PLAYED]
            fill_game_row(s, cards, games[g])
            for k in range(n_row_seats):
                fill_seat_row(s, cards, k * seat_stride, seats[g * n_row_seats + k])

    def fill_rows(tables, states, count, n_row_seats, seat_stride, games, seats):
        """The rows that the first `count` tables would leave if their games ended there."""
        cards = tables[0]
        for i in range(count):
            fill_game_row(states[i], cards, games[i])
            for k in range(n_row_seats):
                fill_seat_row(states[i], cards, k * seat_stride, seats[i * n_row_seats + k])

    take_watched = closure_kernel(take_watched, module)
    play_game = closure_kernel(play_game, module)
    title = module.rpartition(".")[2]
    entries = [named(f, module, f"{title}_{f.__name__}") for f in (play_block, fill_rows)]
    return Loop(game, take_watched, play_game, *entries)


def code_asker(module: str, deal_hidden: Any, describe: Any) -> Any:
    """How a game asks a designer's code; `module`, its table, must keep it as `ask_code`."""

    def ask_code(s, cards, w, workspace, choosers, n):
        """Ask a designer's code, which gets the seat's view: what is hidden is dealt anew."""
        seat = workspace.moves[0].actor
        workspace.states[SEEN] = s
        view = workspace.states[SEEN]
        fork_streams(view, s.decisions)
        deal_hidden(view, cards)
        describe(
            view,
            cards,
            w,
            workspace.outlook[0],
            workspace.moves,
            n,
            workspace.features,
            workspace.numbers,
        )
        for i in range(n):
            workspace.tried[i] = workspace.moves[i]
        choice = choosers[seat](view, cards, workspace.tried, n, workspace.features)
        if choice < 0 or choice >= n:
            raise ValueError("the strategy returned a number that is no move's")
        return choice

    return closure_kernel(ask_code, module)


@inner_kernel
def is_watched(watch):
    """Whether anybody is shown the game: a watcher has room for what it finds."""
    return watch.counts.shape[0] > 0


@kernel
def show(s, cards, workspace, n, listed, answer, watch):
    """Call the watcher; its reply."""
    watcher, own = watch.watchers[0], watch.workspace
    return watcher(s, cards, workspace, n, own, listed, answer, watch.counts)


def look_on(s, cards, workspace, n, own, listed, answer, counts):
    """The watcher that only looks on, for a while; from then on nobody is asked any more.

    counts: int64[1, 2]: how much is LEFT, of which each move takes 1, and each decision EACH more.
    """
    if answer != NOT_ASKED:
        return answer
    left = counts[0]
    if n > 0:
        left[LEFT] -= 1
    if n > 1:
        left[LEFT] -= left[EACH]
    return AT_TABLE if left[LEFT] >= 0 else 0


def keep_turns(s, cards, workspace, n, own, listed, answer, counts):
    """The watcher that lays the table at the first decision of every turn on own.states.

    counts: int64[1, 2]: how many tables were KEPT, or would have been; the turn of the LAST.
    """
    if answer != NOT_ASKED:
        return answer
    kept = counts[0]
    if n > 0 and (kept[KEPT] == 0 or kept[LAST] != s.turns):
        if kept[KEPT] < own.states.shape[0]:
            own.states[kept[KEPT]] = s
        kept[KEPT] += 1
        kept[LAST] = s.turns
    return AT_TABLE


@kernel
def note_moves(s, moves, scores, n, row, move_buffer):
    """Keep the table and its `n` legal moves for the row of the log in which one will be made."""
    first = move_buffer.count[0]
    end = first + n
    move_buffer.count[0] = end
    if row < move_buffer.states.shape[0] and end <= move_buffer.moves.shape[0]:
        move_buffer.states[row] = s
        move_buffer.spans[row, 0] = first
        move_buffer.spans[row, 1] = end
        for i in range(n):
            move_buffer.moves[first + i] = moves[i]
            move_buffer.scores[first + i] = scores[i]
