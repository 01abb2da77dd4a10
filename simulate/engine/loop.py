"""The compiled loop over games and the choice of moves, built from the kernels of a game.

Numba finds what is made here in its cache again, as kernels are known there by the module and
the name of a game (`simulate.compiler.inner.Kernel`): each function bears those of its game.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from simulate.compiler.kernels import cache_typeof, closure_kernel, inner_kernel, kernel, named
from simulate.core.streams import fork_streams
from strategies.choice import MODE
from strategies.look_ahead import own_row

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
    """The legal moves of a replayed game; without room nothing is stored.

    states: STATE, by row of the log; spans: int64[:, 2], by row which of the moves, from first to
    end; moves: MOVE, of all rows one after another; scores: float64, theirs; count: int64[1], how
    many moves there were, kept or not.
    """

    states: Any
    spans: Any
    moves: Any
    scores: Any
    count: Any


@inner_kernel
def foresees_nothing(s, cards, w):
    """Of a game whose seats play no move on before they choose."""
    return False


@inner_kernel
def never_asked(s, cards, weights, w, workspace, n):
    """Where nobody plays moves on."""
    return 0


@inner_kernel
def never_looks_ahead(s, cards, weights, w, workspace):
    """Where nobody looks ahead."""
    return 0


@inner_kernel
def score_as_before(s, cards, weights, w, workspace, n, scores):
    """Where no move is played on."""


class Kernels(NamedTuple):
    """What a game gives, by the names that it bears in its rooms: rules, players, and its rows.

    fill_game_row(s, cards, row), fill_seat_row(s, cards, seat, row): what is left of a game.
    deal_hidden(s, cards), describe(s, cards, w, v, moves, n, features, numbers): what is hidden,
    and the features of the moves.  weigh_moves, choose_quickly(s, cards, w, v, moves, n, workspace,
    scores): scores, an index (`strategies.choice.Choices`).

    What a game may leave out: own_weights(s, cards, weights, seat); choose_by_look_ahead(s, cards,
    weights, w, workspace) -> index; foresees(s, cards, w): whether likely moves are played on,
    by choose_by_foresight(s, cards, weights, w, workspace, n) -> index, which corrects the scores
    by score_played_on(s, cards, weights, w, workspace, n, scores).
    """

    deal: Callable[..., Any]
    advance: Callable[..., Any]
    list_moves: Callable[..., Any]
    step: Callable[..., Any]
    fill_game_row: Callable[..., Any]
    fill_seat_row: Callable[..., Any]
    PHASE: Any
    deal_hidden: Callable[..., Any]
    describe: Callable[..., Any]
    weigh_moves: Callable[..., Any]
    choose_quickly: Callable[..., Any]
    own_weights: Callable[..., Any] = own_row
    choose_by_look_ahead: Callable[..., Any] = never_looks_ahead
    foresees: Callable[..., Any] = foresees_nothing
    choose_by_foresight: Callable[..., Any] = never_asked
    score_played_on: Callable[..., Any] = score_as_before

    @property
    def over(self) -> int:
        """The phase of a game that has ended."""
        return int(self.PHASE.OVER)


@cache_typeof
class Observer(NamedTuple):
    """The arguments of an observer, which may query the policies of the seats.

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

    pick(s, cards, weights, workspace, choosers, n) -> index of a move.
    """

    kernels: Kernels
    ask_code: Any
    pick: Any
    weigh: Any
    take_watched: Any
    play_game: Any
    play_block: Any
    fill_rows: Any


def loop_of(module: str, game: Kernels) -> Loop:
    """The loop of a game; `module`, its table, must keep what is no entry under its name."""
    title = module.rpartition(".")[2]
    ask_code = closure_kernel(_ask_code_of(game), module)
    pick = closure_kernel(_pick_of(game, ask_code), module)
    weigh = closure_kernel(_weigh_of(game), module)
    take_watched = closure_kernel(_take_watched_of(game, pick), module)
    play_game = closure_kernel(_play_game_of(game, pick, weigh, take_watched), module)
    entries = (_play_block_of(game, play_game), _fill_rows_of(game))
    play_block, fill_rows = (named(f, module, f"{title}_{f.__name__}") for f in entries)
    return Loop(
        kernels=game,
        ask_code=ask_code,
        pick=pick,
        weigh=weigh,
        take_watched=take_watched,
        play_game=play_game,
        play_block=play_block,
        fill_rows=fill_rows,
    )


# Who chooses


def _ask_code_of(game: Kernels) -> Any:
    deal_hidden, describe = game.deal_hidden, game.describe

    def ask_code(s, cards, w, workspace, choosers, n):
        """Ask a designer's code, which gets the seat's view: what is hidden is dealt anew."""
        moves, features, numbers = workspace.moves, workspace.features, workspace.numbers
        seat = moves[0].actor
        workspace.states[SEEN] = s
        view = workspace.states[SEEN]
        fork_streams(view, s.decisions)
        deal_hidden(view, cards)
        describe(view, cards, w, workspace.outlook[0], moves, n, features, numbers)
        for i in range(n):
            workspace.tried[i] = moves[i]
        choice = choosers[seat](view, cards, workspace.tried, n, features)
        if choice < 0 or choice >= n:
            raise ValueError("the strategy returned a number that is not a move")
        return choice

    return ask_code


def _pick_of(game: Kernels, ask_code: Any) -> Any:
    own_weights, foresees, choose_quickly = game.own_weights, game.foresees, game.choose_quickly
    choose_by_look_ahead = game.choose_by_look_ahead
    choose_by_foresight = game.choose_by_foresight

    def pick(s, cards, weights, workspace, choosers, n):
        """Index of the move that the seat takes; its `n` moves stand in workspace.moves."""
        moves, scores = workspace.moves, workspace.spare[0]
        w = own_weights(s, cards, weights, moves[0].actor)
        if w.mode == MODE.LOOK_AHEAD:
            return choose_by_look_ahead(s, cards, weights, w, workspace)
        if w.mode == MODE.PYTHON:
            return ask_code(s, cards, w, workspace, choosers, n)
        if foresees(s, cards, w):
            return choose_by_foresight(s, cards, weights, w, workspace, n)
        return choose_quickly(s, cards, w, workspace.outlook[0], moves, n, workspace, scores)

    return pick


def _weigh_of(game: Kernels) -> Any:
    own_weights, weigh_moves = game.own_weights, game.weigh_moves
    foresees, score_played_on = game.foresees, game.score_played_on

    def weigh(s, cards, weights, workspace, n):
        """Scores in workspace.spare[0] of the `n` legal moves, by the weights of the asked seat."""
        moves, scores = workspace.moves, workspace.spare[0]
        w = own_weights(s, cards, weights, moves[0].actor)
        weigh_moves(s, cards, w, workspace.outlook[0], moves, n, workspace, scores)
        if foresees(s, cards, w):
            score_played_on(s, cards, weights, w, workspace, n, scores)

    return weigh


# The loop


def _take_watched_of(game: Kernels, pick: Any) -> Any:
    list_moves = game.list_moves

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

    return take_watched


def _play_game_of(game: Kernels, pick: Any, weigh: Any, take_watched: Any) -> Any:
    deal, advance, list_moves, step = game.deal, game.advance, game.list_moves, game.step
    over = game.over

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

    return play_game


def _play_block_of(game: Kernels, play_game: Any) -> Any:
    fill_game_row, fill_seat_row = game.fill_game_row, game.fill_seat_row

    def play_block(
        tables,
        weights,
        workspace,
        choosers,
        seed,
        first,
        every,
        apart,
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

        first: the deal of the first of them; apart: by how much that of the next is further on.
        """
        cards, deal = tables[0], first
        for g in range(0, count, every):
            play_game(cards, weights, workspace, choosers, seed, deal, log, move_buffer, watch)
            deal += apart
            s = workspace.states[PLAYED]
            fill_game_row(s, cards, games[g])
            for k in range(n_row_seats):
                fill_seat_row(s, cards, k * seat_stride, seats[g * n_row_seats + k])

    return play_block


def _fill_rows_of(game: Kernels) -> Any:
    fill_game_row, fill_seat_row = game.fill_game_row, game.fill_seat_row

    def fill_rows(tables, states, count, n_row_seats, seat_stride, games, seats):
        """The rows that the first `count` tables would leave if their games ended there."""
        cards = tables[0]
        for i in range(count):
            fill_game_row(states[i], cards, games[i])
            for k in range(n_row_seats):
                fill_seat_row(states[i], cards, k * seat_stride, seats[i * n_row_seats + k])

    return fill_rows


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
