"""The measure: a player who plays each promising move on, many times.

It copies the game, deals anew what nobody can see, carries a move out, lets every seat go on
by its weights for some rounds, and judges where that leads (`value`).  Judging after a round
costs a tenth of playing to the end and says more: one won or lost game is mostly luck.  All
moves of one decision are tried on the same dealings, so that their difference carries little
noise.
"""

from simulate.core.compiler import kernel
from simulate.core.streams import below, fork_streams
from simulate.games.defenders.cards.tables import NONE
from simulate.games.defenders.moves.lists import list_moves
from simulate.games.defenders.state.record import FIRST_CHOICE, PHASE
from simulate.games.defenders.turn import step
from strategies.defenders.choose import choose_by_weights, score
from strategies.defenders.features import describe
from strategies.defenders.hidden import deal_hidden
from strategies.defenders.value import chance_of_winning
from strategies.trials import drop_laggards, rank, surest

DEALT, TRIED = 2, 3  # records of the desk that the look-ahead uses


@kernel
def play_out(s, cards, weights, rounds, desk):
    """Play a copied game for some rounds, every seat by its weights; the chance to win then."""
    _, _, moves, chosen, outlook, features, numbers, scores = desk
    m = chosen[1]
    outlook[1].deck = NONE  # what was foreseen belongs to another trial
    last = s.round_no + rounds
    while s.phase != PHASE.OVER and s.round_no < last:
        n = list_moves(s, cards, moves)
        i = 0
        if n > 1:
            w = weights[moves[0].actor]
            i = choose_by_weights(s, cards, w, outlook[1], moves, n, features, numbers, scores[1])
        chosen[1] = moves[i]
        step(s, cards, m, moves, None)
    return chance_of_winning(s, cards, scores[5])


@kernel
def choose_by_look_ahead(s, cards, weights, w, desk):
    """Index of the move that wins most often when played out.

    w: the seat's weights.  The move that the weights like best is kept unless another surely
    beats it, and moves that fall behind are dropped at a quarter, a half and three quarters.
    """
    states, _, moves, chosen, outlook, features, numbers, scores = desk
    n = list_moves(s, cards, moves)
    describe(s, cards, w, outlook[1], moves, n, features, numbers)
    score(w, numbers, n, scores[1])
    order, sums, squares = scores[2], scores[3], scores[4]
    count = rank(scores[1], n, order, w.candidates)
    for k in range(count):
        sums[k] = 0.0
        squares[k] = 0.0
    quarter = max(1, w.playouts // 4)
    salt = below(s, FIRST_CHOICE + moves[0].actor, 1 << 30)
    for trial in range(w.playouts):
        states[DEALT] = s
        fork_streams(states[DEALT], salt + trial)
        deal_hidden(states[DEALT], cards)
        first = 0.0
        for k in range(count):
            states[TRIED] = states[DEALT]
            list_moves(states[TRIED], cards, moves)
            chosen[1] = moves[int(order[k])]
            step(states[TRIED], cards, chosen[1], moves, None)
            worth = play_out(states[TRIED], cards, weights, w.rounds, desk)
            if k == 0:
                first = worth
            sums[k] += worth - first
            squares[k] += (worth - first) ** 2
        if (trial + 1) % quarter == 0:
            count = drop_laggards(order, sums, squares, count, trial + 1)
            if count == 1:
                break
    return int(order[surest(sums, squares, count, min(trial + 1, w.playouts))])
