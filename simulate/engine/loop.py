"""The compiled loop over games, which stands once: it is made of the kernels that a game gives.

Numba finds what is made here in its cache again, as kernels are known there by the module and
the name of a game (`simulate.compiler.inner.Kernel`): each function bears those of its game.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from simulate.compiler.kernels import inner_kernel, kernel, made_kernel, named, seen_once
from simulate.core.streams import fork_streams

BLANK, PLAYED, SEEN = 0, 1, 2  # records of the desk; from 2 on they are used to look ahead
NOT_ASKED = -1  # a watcher's `answer` when it sees a list for the first time
AT_TABLE = -1  # a watcher's reply: the seat is asked at the table
KEPT, LAST = range(2)  # of what `keep_turns` finds
LEFT, EACH = range(2)  # of what `look_on` finds
ASIDE = -2  # and: it is asked at the watcher's own desk, as mind 0; one less, as mind 1 ...


@seen_once
class Desk(NamedTuple):
    """Scratch space for playing, one desk a process at work.

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


class Kernels(NamedTuple):
    """What a game gives: its rules, how a seat picks and weighs moves, and the rows it leaves.

    pick(s, cards, weights, desk, choosers, n) -> index of a move; weigh(s, cards, weights, desk, n)
    writes scores into desk.spare[0]; fill_game_row(s, cards, row); fill_seat_row(s, cards, seat,
    row); over: the phase of a game that has ended.
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


@seen_once
class Watch(NamedTuple):
    """What is shown a game that is watched, and may ask its seats.

    watchers: one compiled function in a tuple, called through a pointer, so that a game is
    compiled once for whatever watches it; desk: its own, for copies of the table; minds:
    WEIGHTS[:, seats], whom it may ask besides those who play; found: int64[:, :], what it finds.

    watcher(s, cards, desk, n, own, listed, answer, found) -> reply is called after the deal and
    at the end of the game with n = 0; else before each move, with `n` legal moves in desk.moves.
    It replies with the number of the move to be made, or wants to have the seat asked: AT_TABLE,
    or ASIDE, at own.states[PLAYED], where it has laid a table.  Then it is called once more with
    the seat's answer and the number of legal moves (of a table aside they are in own.moves).
    """

    watchers: Any
    desk: Any
    minds: Any
    found: Any


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

    def play_game(cards, weights, desk, choosers, seed, replicate, log, notes, watch):
        """Play one game from the deal to its end, in desk.states[PLAYED].

        log, notes: what is told of it, and its legal moves (`replays.new_notes`), off and
        without room where nothing is told; watch: who is shown it.
        """
        desk.states[PLAYED] = desk.states[BLANK]
        s = desk.states[PLAYED]
        deal(s, cards, seed, replicate)
        if is_watched(watch):
            show(s, cards, desk, 0, 0, NOT_ASKED, watch)
        advance(s, cards, desk.moves, log)
        while s.phase != over:
            n = list_moves(s, cards, desk.moves)
            if notes[0].shape[0] > 0:
                weigh(s, cards, weights, desk, n)
                note_moves(s, desk.moves, desk.spare[0], n, log.count, notes)
            choice = 0
            if is_watched(watch):
                choice = take_watched(s, cards, weights, desk, choosers, n, watch)
            elif n > 1:
                choice = pick(s, cards, weights, desk, choosers, n)
            if n > 1:
                s.decisions += 1
                s.listed += n
            desk.chosen[0] = desk.moves[choice]
            step(s, cards, desk.chosen[0], desk.moves, log)
        if is_watched(watch):
            show(s, cards, desk, 0, 0, NOT_ASKED, watch)

    def take_watched(s, cards, weights, desk, choosers, n, watch):
        """The move that is made, after all that the watcher asks."""
        reply = show(s, cards, desk, n, 0, NOT_ASKED, watch)
        while reply < 0:
            if reply == AT_TABLE:
                listed, answer = n, 0
                if n > 1:
                    answer = pick(s, cards, weights, desk, choosers, n)
            else:
                view, own, answer = watch.desk.states[PLAYED], watch.desk, 0
                listed = list_moves(view, cards, own.moves)
                if listed > 1:
                    answer = pick(view, cards, watch.minds[ASIDE - reply], own, choosers, listed)
            reply = show(s, cards, desk, n, listed, answer, watch)
        return reply

    def play_block(
        tables,
        weights,
        desk,
        choosers,
        seed,
        first,
        every,
        count,
        told,
        apart,
        games,
        seats,
        log,
        notes,
        watch,
    ):
        """Play every so many of `count` games and leave a row of each, and one of each seat told:
        `told` seats a game, `apart` seats of the table between two of them.
        """
        cards = tables[0]
        for g in range(0, count, every):
            play_game(cards, weights, desk, choosers, seed, first + g, log, notes, watch)
            s = desk.states[PLAYED]
            fill_game_row(s, cards, games[g])
            for k in range(told):
                fill_seat_row(s, cards, k * apart, seats[g * told + k])

    def fill_rows(tables, states, count, told, apart, games, seats):
        """The rows that the first `count` tables would leave if their games ended there."""
        cards = tables[0]
        for i in range(count):
            fill_game_row(states[i], cards, games[i])
            for k in range(told):
                fill_seat_row(states[i], cards, k * apart, seats[i * told + k])

    take_watched = made_kernel(take_watched, module)
    play_game = made_kernel(play_game, module)
    title = module.rpartition(".")[2]
    entries = [named(f, module, f"{title}_{f.__name__}") for f in (play_block, fill_rows)]
    return Loop(game, take_watched, play_game, *entries)


def code_asker(module: str, deal_hidden: Any, describe: Any) -> Any:
    """How a game asks a designer's code; `module`, its table, must keep it as `ask_code`."""

    def ask_code(s, cards, w, desk, choosers, n):
        """Ask a designer's code, which gets the seat's view: what is hidden is dealt anew."""
        seat = desk.moves[0].actor
        desk.states[SEEN] = s
        view = desk.states[SEEN]
        fork_streams(view, s.decisions)
        deal_hidden(view, cards)
        describe(view, cards, w, desk.outlook[0], desk.moves, n, desk.features, desk.numbers)
        for i in range(n):
            desk.tried[i] = desk.moves[i]
        choice = choosers[seat](view, cards, desk.tried, n, desk.features)
        if choice < 0 or choice >= n:
            raise ValueError("the strategy returned a number that is no move's")
        return choice

    return made_kernel(ask_code, module)


@inner_kernel
def is_watched(watch):
    """Whether anybody is shown the game: a watcher has room for what it finds."""
    return watch.found.shape[0] > 0


@kernel
def show(s, cards, desk, n, listed, answer, watch):
    """Call the watcher; its reply."""
    watcher, own = watch.watchers[0], watch.desk
    return watcher(s, cards, desk, n, own, listed, answer, watch.found)


def look_on(s, cards, desk, n, own, listed, answer, found):
    """The watcher that only looks on, for a while; from then on nobody is asked any more.

    found: int64[1, 2]: how much is LEFT, of which each move takes 1, and each decision EACH more.
    """
    if answer != NOT_ASKED:
        return answer
    left = found[0]
    if n > 0:
        left[LEFT] -= 1
    if n > 1:
        left[LEFT] -= left[EACH]
    return AT_TABLE if left[LEFT] >= 0 else 0


def keep_turns(s, cards, desk, n, own, listed, answer, found):
    """The watcher that lays the table at the first decision of every turn on own.states.

    found: int64[1, 2]: how many tables were KEPT, or would have been; the turn of the LAST.
    """
    if answer != NOT_ASKED:
        return answer
    told = found[0]
    if n > 0 and (told[KEPT] == 0 or told[LAST] != s.turns):
        if told[KEPT] < own.states.shape[0]:
            own.states[told[KEPT]] = s
        told[KEPT] += 1
        told[LAST] = s.turns
    return AT_TABLE


@kernel
def note_moves(s, moves, scores, n, row, notes):
    """Keep the table and its `n` legal moves for the row of the log in which one will be made."""
    states, spans, kept, worth, count = notes
    first = count[0]
    count[0] += n
    if row < states.shape[0] and count[0] <= kept.shape[0]:
        states[row] = s
        spans[row, 0] = first
        spans[row, 1] = count[0]
        for i in range(n):
            kept[first + i] = moves[i]
            worth[first + i] = scores[i]
