"""Looking ahead, once for all games: each promising move is played on, many times.

The game is copied, what the seat cannot see is dealt anew, a move is carried out, every seat goes
on by its weights for some rounds, and where that leads is judged.  Judging after a few rounds
costs a tenth of playing to the end and says more: one won or lost game is mostly luck.  All moves
of one decision are tried on the same dealings, so that their difference carries little noise.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from simulate.compiler.kernels import closure_kernel, inner_kernel
from simulate.core.code_table import CodeTable
from simulate.core.streams import below, fork_streams
from strategies.trials import rank

DEALT, TRIED = 2, 3  # records of the workspace that are used here
# Rows of the workspace's spare numbers.
SPARE = CodeTable("scores", "trial scores", "order", "sums", "squares")


class LookAheadRules(NamedTuple):
    """What a game gives of its rules and its players.

    list_moves, step: the rules'.
    weigh, choose(s, cards, w, v, moves, n, workspace, scores): fill scores; an index by them.
    weights_of(s, cards, weights, seat): the seat's weights now.
    deal_view(s, cards, weights, v): deals anew what the asked seat cannot see.
    horizon(s, cards, rounds): how far moves are played on, from the decision.
    begin(s, v, far): the same, from a copy that is about to be played on.
    is_there(s, last): whether a copy has come so far.
    judge(s, cards, weights, seat, v): the seat's chance of winning.
    first_choice: the luck of seat 0.
    """

    list_moves: Callable[..., Any]
    step: Callable[..., Any]
    weigh: Callable[..., Any]
    choose: Callable[..., Any]
    weights_of: Callable[..., Any]
    deal_view: Callable[..., Any]
    begin: Callable[..., Any]
    horizon: Callable[..., Any]
    is_there: Callable[..., Any]
    judge: Callable[..., Any]
    first_choice: int


class Race(NamedTuple):
    """Which moves go on being tried, and which is taken.

    drop(order, sums, squares, count, trials): how many are left; sure(sums, squares, count,
    trials): the place of a move that is taken at once, 0: none; take: likewise, at the end;
    salt: the first trial's number.
    """

    drop: Callable[..., Any]
    sure: Callable[..., Any]
    take: Callable[..., Any]
    salt: int = 0


class LookAhead(NamedTuple):
    """A game's player that looks ahead."""

    play_out: Any
    try_moves: Any
    choose: Any


def look_ahead_of(module: str, player: LookAheadRules, race: Race) -> LookAhead:
    """`module` keeps what is made here as play_out, try_moves, choose_by_look_ahead."""
    list_moves, step, weigh, choose, weights_of, deal_view = player[:6]
    begin, horizon, is_there, judge, first_choice = player[6:]
    drop, sure, take, first_salt = race

    def play_out(s, cards, weights, seat, last, workspace):
        """Play a copied game on, every seat by its weights; the seat's chance of winning then."""
        moves, v = workspace.tried, workspace.outlook[1]
        last = begin(s, v, last)
        while not is_there(s, last):
            n = list_moves(s, cards, moves)
            i = 0
            if n > 1:
                w = weights_of(s, cards, weights, moves[0].actor)
                scores = workspace.spare[SPARE.TRIAL_SCORES]
                i = choose(s, cards, w, v, moves, n, workspace, scores)
            workspace.chosen[1] = moves[i]
            step(s, cards, workspace.chosen[1], moves, workspace.silent)
        return judge(s, cards, weights, seat, v)

    play_out = closure_kernel(play_out, module)

    def try_moves(s, cards, weights, seat, last, salt, count, workspace):
        """One trial of the first `count` moves of the order, all on the same dealing."""
        states, moves = workspace.states, workspace.tried
        order, sums, squares = (
            workspace.spare[SPARE.ORDER],
            workspace.spare[SPARE.SUMS],
            workspace.spare[SPARE.SQUARES],
        )
        states[DEALT] = s
        fork_streams(states[DEALT], salt)
        deal_view(states[DEALT], cards, weights, workspace.outlook[1])
        first = 0.0
        for k in range(count):
            states[TRIED] = states[DEALT]
            list_moves(states[TRIED], cards, moves)
            workspace.chosen[1] = moves[int(order[k])]
            step(states[TRIED], cards, workspace.chosen[1], moves, workspace.silent)
            worth = play_out(states[TRIED], cards, weights, seat, last, workspace)
            if k == 0:
                first = worth
            gain = worth - first
            sums[k] += gain
            squares[k] += gain * gain

    try_moves = closure_kernel(try_moves, module)

    def choose_by_look_ahead(s, cards, weights, w, workspace):
        """Index of the move that wins most often when played out.

        w: the seat's weights.  The move that the weights like best is kept unless another surely
        beats it, and moves that fall behind are dropped at a quarter, a half and three quarters.
        """
        moves, scores = workspace.tried, workspace.spare[SPARE.TRIAL_SCORES]
        order, sums, squares = (
            workspace.spare[SPARE.ORDER],
            workspace.spare[SPARE.SUMS],
            workspace.spare[SPARE.SQUARES],
        )
        n = list_moves(s, cards, moves)
        seat = moves[0].actor
        weigh(s, cards, w, workspace.outlook[1], moves, n, workspace, scores)
        count = rank(scores, n, order, w.candidates)
        for k in range(count):
            sums[k] = 0.0
            squares[k] = 0.0
        quarter = max(1, w.playouts // 4)
        last = horizon(s, cards, w.rounds)
        salt = below(s, first_choice + seat, 1 << 30) + first_salt
        trials = 0
        while trials < w.playouts and count > 1:
            try_moves(s, cards, weights, seat, last, salt + trials, count, workspace)
            trials += 1
            if trials % quarter == 0:
                pick = sure(sums, squares, count, trials) if trials > quarter else 0
                if pick:
                    return int(order[pick])
                count = drop(order, sums, squares, count, trials)
        return int(order[take(sums, squares, count, max(1, trials))])

    return LookAhead(play_out, try_moves, closure_kernel(choose_by_look_ahead, module))


@inner_kernel
def own_row(s, cards, weights, seat):
    """The weights of a seat that has the same throughout the game."""
    return weights[seat]


@inner_kernel
def begin_anywhere(s, v, far):
    """Where it is counted from the decision, and an outlook is made anew at each."""
    return far


@inner_kernel
def never_sure(sums, squares, count, trials):
    """Where all trials are made."""
    return 0
