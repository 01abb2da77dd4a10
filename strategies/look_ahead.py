"""Look-ahead by Monte Carlo rollouts, shared by all games.

The game is copied, what the seat cannot see is dealt anew, a move is carried out, every seat goes
on by its weights for some rounds, and where that leads is judged.  Judging after a few rounds
costs a tenth of playing to the end and says more: one won or lost game is mostly luck.  All moves
of one decision are tried on the same dealings, so that their difference carries little noise.
Moves are drawn by their scores, at a temperature: were the best taken each time, all trials would
follow nearly one line, and tell what luck does, not what people do.
"""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

from simulate.compiler.kernels import closure_kernel, inner_kernel
from simulate.core.game.code_table import CodeTable
from simulate.core.game.rooms import found_in
from simulate.core.streams import below, fork_streams
from strategies.choice import softmax_choice
from strategies.trials import rank, surest

DEALT, TRIED = 2, 3  # records of the workspace that are used here
# Rows of the workspace's spare numbers.
SPARE = CodeTable("scores", "trial scores", "order", "sums", "squares")


@inner_kernel
def own_row(s, cards, weights, seat):
    """The weights of a seat that has the same throughout the game."""
    return weights[seat]


@inner_kernel
def guess_nothing(s, cards, weights, v):
    """Where nobody's numbers are secret."""


@inner_kernel
def never_drawn(s):
    """Where the best move is best however often it is taken."""
    return False


@inner_kernel
def always_crucial(s):
    """Where a player looks ahead everywhere or nowhere."""
    return True


@inner_kernel
def begin_anywhere(s, v, far):
    """Where it is counted from the decision, and an outlook is made anew at each."""
    return far


@inner_kernel
def never_sure(sums, squares, count, trials):
    """Where all trials are made."""
    return 0


class LookAheadRules(NamedTuple):
    """What a game gives of its rules and its players, by the names that it bears there.

    weigh_moves, choose_by_weights(s, cards, w, v, moves, n, workspace, scores): fill scores; an
    index by them.
    deal_hidden(s, cards): deals anew what nobody can see.
    horizon(s, cards, rounds): how far moves are played on, from the decision.
    is_there(s, last): whether a copy has come so far.
    chance_of_winning(s, cards, w, v, seat): the seat's.
    FIRST_CHOICE: the luck of seat 0.
    own_weights(s, cards, weights, seat): the seat's weights now.
    guess_secrets(s, cards, weights, v): deals what another seat has set in secret.
    is_drawn(s): whether choose_by_weights draws what is decided now as often as it scores.
    is_crucial(s): whether a sparing player looks ahead now.
    begin(s, v, far): the same as the horizon, from a copy that is about to be played on.
    """

    list_moves: Callable[..., Any]
    step: Callable[..., Any]
    weigh_moves: Callable[..., Any]
    choose_by_weights: Callable[..., Any]
    deal_hidden: Callable[..., Any]
    horizon: Callable[..., Any]
    is_there: Callable[..., Any]
    chance_of_winning: Callable[..., Any]
    FIRST_CHOICE: int
    own_weights: Callable[..., Any] = own_row
    guess_secrets: Callable[..., Any] = guess_nothing
    is_drawn: Callable[..., Any] = never_drawn
    is_crucial: Callable[..., Any] = always_crucial
    begin: Callable[..., Any] = begin_anywhere


class Race(NamedTuple):
    """Which moves go on being tried, and which is taken.

    drop(order, sums, squares, count, trials, tried): how many are left, of `tried` at first; sure(
    sums, squares, count, trials): the place of a move that is taken at once, 0: none; take:
    likewise, at the end, with the weight `doubt`; salt: the first trial's number; parts: after how
    many equal parts of the trials it is asked, 0: after each trial.
    """

    drop: Callable[..., Any]
    sure: Callable[..., Any] = never_sure
    take: Callable[..., Any] = surest
    salt: int = 0
    parts: int = 4


class LookAhead(NamedTuple):
    """A game's player that looks ahead."""

    draw_move: Any
    play_out: Any
    try_moves: Any
    choose: Any


def look_ahead_of(module: str, race: Race, *rooms: ModuleType) -> LookAhead:
    """The player of a game, of what stands in `module` and in the rooms (`LookAheadRules`).

    `module` keeps what is made here as draw_move, play_out, try_moves, choose_by_look_ahead.
    """
    rules = found_in(LookAheadRules, sys.modules[module], *rooms)
    draw_move = closure_kernel(_draw_of(rules), module)
    play_out = closure_kernel(_play_out_of(rules, draw_move), module)
    try_moves = closure_kernel(_try_moves_of(rules, play_out), module)
    choose_by_look_ahead = closure_kernel(_choice_of(rules, race, try_moves), module)
    return LookAhead(draw_move, play_out, try_moves, choose_by_look_ahead)


def _draw_of(rules: LookAheadRules) -> Any:
    weigh_moves, choose, is_drawn = rules.weigh_moves, rules.choose_by_weights, rules.is_drawn
    first_choice = rules.FIRST_CHOICE

    def draw_move(s, cards, w, v, moves, n, temperature, workspace):
        """Index of a move of a play-out: by softmax of the scores, at 0 as the weights choose."""
        scores = workspace.spare[SPARE.TRIAL_SCORES]
        if temperature <= 0.0 or is_drawn(s):
            return choose(s, cards, w, v, moves, n, workspace, scores)
        weigh_moves(s, cards, w, v, moves, n, workspace, scores)
        return softmax_choice(s, first_choice + moves[0].actor, scores, n, temperature)

    return draw_move


def _play_out_of(rules: LookAheadRules, draw_move: Any) -> Any:
    list_moves, step = rules.list_moves, rules.step
    begin, is_there, own_weights = rules.begin, rules.is_there, rules.own_weights
    chance_of_winning = rules.chance_of_winning

    def play_out(s, cards, weights, seat, last, workspace):
        """Play a copied game on, every seat by its weights; the seat's chance of winning then."""
        moves, v = workspace.tried, workspace.outlook[1]
        temperature = own_weights(s, cards, weights, seat).temperature
        last = begin(s, v, last)
        while not is_there(s, last):
            n = list_moves(s, cards, moves)
            i = 0
            if n > 1:
                w = own_weights(s, cards, weights, moves[0].actor)
                i = draw_move(s, cards, w, v, moves, n, temperature, workspace)
            workspace.chosen[1] = moves[i]
            step(s, cards, workspace.chosen[1], moves, workspace.silent)
        return chance_of_winning(s, cards, weights[seat], v, seat)

    return play_out


def _try_moves_of(rules: LookAheadRules, play_out: Any) -> Any:
    list_moves, step = rules.list_moves, rules.step
    deal_hidden, guess_secrets = rules.deal_hidden, rules.guess_secrets

    def try_moves(s, cards, weights, seat, last, salt, count, workspace):
        """One trial of the first `count` moves of the order, all on the same dealing."""
        states, moves, spare = workspace.states, workspace.tried, workspace.spare
        order, sums, squares = spare[SPARE.ORDER], spare[SPARE.SUMS], spare[SPARE.SQUARES]
        states[DEALT] = s
        fork_streams(states[DEALT], salt)
        deal_hidden(states[DEALT], cards)
        guess_secrets(states[DEALT], cards, weights, workspace.outlook[1])
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

    return try_moves


def _choice_of(rules: LookAheadRules, race: Race, try_moves: Any) -> Any:
    list_moves, weigh_moves, horizon = rules.list_moves, rules.weigh_moves, rules.horizon
    first_choice, choose = rules.FIRST_CHOICE, rules.choose_by_weights
    is_crucial = rules.is_crucial
    drop, sure, take, first_salt, parts = race

    def choose_by_look_ahead(s, cards, weights, w, workspace):
        """Index of the move that wins most often when played out.

        w: the seat's weights.  The move that the weights like best is kept unless another surely
        beats it.
        """
        moves, spare, scores = workspace.tried, workspace.spare, workspace.spare[SPARE.TRIAL_SCORES]
        order, sums, squares = spare[SPARE.ORDER], spare[SPARE.SUMS], spare[SPARE.SQUARES]
        n = list_moves(s, cards, moves)
        seat = moves[0].actor
        if w.sparing > 0.0 and not is_crucial(s):
            return choose(s, cards, w, workspace.outlook[1], moves, n, workspace, scores)
        weigh_moves(s, cards, w, workspace.outlook[1], moves, n, workspace, scores)
        tried = rank(scores, n, order, w.candidates)
        for k in range(tried):
            sums[k] = 0.0
            squares[k] = 0.0
        part = max(1, w.playouts // parts) if parts else 1
        last = horizon(s, cards, w.rounds)
        salt = below(s, first_choice + seat, 1 << 30) + first_salt
        count, trials = tried, 0
        while trials < w.playouts and count > 1:
            try_moves(s, cards, weights, seat, last, salt + trials, count, workspace)
            trials += 1
            if trials % part == 0:
                pick = sure(sums, squares, count, trials) if trials > part else 0
                if pick:
                    return int(order[pick])
                count = drop(order, sums, squares, count, trials, tried)
        return int(order[take(sums, squares, count, max(1, trials), w.doubt)])

    return choose_by_look_ahead
