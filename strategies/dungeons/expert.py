"""The measure: a player who plays each promising move on, many times.

It copies the game, deals anew what nobody can see, carries a move out, lets every hero go on
by its weights for some rounds, and judges where that leads (`value`).  All moves of one
decision are tried on the same dealings, so that their difference carries little noise.

A game has some 300 decisions, most of them single steps that the next step can make good.  If
each went to the move that looks best by half a standard error, as elsewhere, chance would choose
forty times a game; so a move must beat the one that the weights like best by far more.
"""

from simulate.core.compiler import kernel
from simulate.core.streams import below, fork_streams
from simulate.games.dungeons.moves.lists import list_moves
from simulate.games.dungeons.state.record import FIRST_CHOICE, PHASE
from simulate.games.dungeons.turn import step
from strategies.dungeons.choose import choose_by_weights, score
from strategies.dungeons.features import describe
from strategies.dungeons.hidden import deal_hidden
from strategies.dungeons.outlook import own_weights
from strategies.dungeons.value import chance_of_winning
from strategies.trials import clearest, drop_losers, rank

DEALT, TRIED = 2, 3  # records of the desk that the look-ahead uses
DOUBT = 2.0  # standard errors by which a move must beat the one that the weights like best
SURE = 3.0  # and by which it is taken before all playouts are made
LEAST = 0.1  # of a trial: the least sum of differences that is told from chance


@kernel
def play_out(s, cards, weights, last, desk):
    """Play a copied game on to turn `last`, every seat by its weights; the chance to win then."""
    _, _, moves, chosen, outlook, features, numbers, scores = desk
    m = chosen[1]
    while s.phase != PHASE.OVER and s.turns < last:
        n = list_moves(s, cards, moves)
        i = 0
        if n > 1:
            w = own_weights(s, cards, weights, moves[0].actor)
            i = choose_by_weights(s, cards, w, outlook[1], moves, n, features, numbers, scores[1])
        chosen[1] = moves[i]
        step(s, cards, m, moves, None)
    return chance_of_winning(s, cards, scores[5])


@kernel
def try_moves(s, cards, weights, last, salt, count, desk):
    """One trial of the first `count` moves of `order`, on the same dealing."""
    states, _, moves, chosen, _, _, _, scores = desk
    order, sums, squares, first = scores[2], scores[3], scores[4], 0.0
    states[DEALT] = s
    fork_streams(states[DEALT], salt)
    deal_hidden(states[DEALT], cards)
    for k in range(count):
        states[TRIED] = states[DEALT]
        list_moves(states[TRIED], cards, moves)
        chosen[1] = moves[int(order[k])]
        step(states[TRIED], cards, chosen[1], moves, None)
        worth = play_out(states[TRIED], cards, weights, last, desk)
        if k == 0:
            first = worth
        sums[k] += worth - first
        squares[k] += (worth - first) ** 2


@kernel
def choose_by_look_ahead(s, cards, weights, w, desk):
    """Index of the move that wins most often when played out.

    w: the seat's weights.  The move that the weights like best is kept unless another clearly
    beats it.  After each quarter of the playouts moves that do no better are dropped, and from
    the second on one that is surely better is taken.
    """
    _, _, moves, _, outlook, features, numbers, scores = desk
    n = list_moves(s, cards, moves)
    describe(s, cards, w, outlook[1], moves, n, features, numbers)
    score(w, numbers, n, scores[1])
    order, sums, squares = scores[2], scores[3], scores[4]
    count = rank(scores[1], n, order, w.candidates)
    for k in range(count):
        sums[k] = 0.0
        squares[k] = 0.0
    quarter = max(1, w.playouts // 4)
    last = s.turns + w.rounds * s.players
    salt = below(s, FIRST_CHOICE + moves[0].actor, 1 << 30)
    for trial in range(1, w.playouts + 1):
        try_moves(s, cards, weights, last, salt + trial, count, desk)
        if trial % quarter == 0:
            sure = clearest(sums, squares, count, trial, SURE, LEAST)
            if sure and trial > quarter:
                return int(order[sure])
            count = drop_losers(order, sums, squares, count)
            if count == 1:
                break
    return int(order[clearest(sums, squares, count, w.playouts, DOUBT, LEAST)])
