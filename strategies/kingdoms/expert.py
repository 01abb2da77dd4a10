"""The measure: a player who plays each promising move on, many times.

It copies the game, deals anew what its seat cannot see, carries a move out, lets every seat go
on by its weights for some rounds, and judges where that leads (`value`).  All moves of one
decision are tried on the same dealings, so that their difference carries little noise.
"""

from simulate.core.compiler import kernel
from simulate.core.streams import below, fork_streams, uniform
from simulate.games.kingdoms.moves.lists import list_moves
from simulate.games.kingdoms.state.record import ATTACKER, FIRST_CHOICE, PHASE, PURPOSE
from simulate.games.kingdoms.turn import step
from strategies.kingdoms.choose import choose_by_weights, score
from strategies.kingdoms.features import describe
from strategies.kingdoms.hidden import deal_hidden
from strategies.kingdoms.value import chance_of_winning
from strategies.kingdoms.war import mix_numbers
from strategies.trials import drop_laggards, rank, surest

DEALT, TRIED = 2, 3  # records of the desk that the look-ahead uses


@kernel
def play_out(s, cards, weights, seat, last, desk):
    """Play a copied game on to turn `last`, every seat by its weights; the seat's chance then."""
    _, _, moves, chosen, outlook, features, numbers, scores = desk
    m = chosen[1]
    while s.phase != PHASE.OVER and (s.turns < last or s.phase != PHASE.SELECT_ACTION):
        n = list_moves(s, cards, moves)
        i = 0
        if n > 1:
            w = weights[moves[0].actor]
            i = choose_by_weights(s, cards, w, outlook[1], moves, n, features, numbers, scores[1])
        chosen[1] = moves[i]
        step(s, cards, m, moves, None)
    return chance_of_winning(s, cards, weights[seat], outlook[1], seat, scores[5])


@kernel
def deal_view(s, cards, weights, v):
    """Deal anew what the asked seat cannot see; an attacker's number as the attacker draws it."""
    deal_hidden(s, cards)
    if s.phase == PHASE.SET_DEFENCE:
        mix_numbers(s, cards, weights[s.side[ATTACKER]], v)
        point, number = uniform(s, PURPOSE.FATE), 0
        while number < cards.war_limit and point >= v.mix[ATTACKER, number]:
            point -= v.mix[ATTACKER, number]
            number += 1
        s.dice[ATTACKER] = number


@kernel
def choose_by_look_ahead(s, cards, weights, w, desk):
    """Index of the move that wins most often when played out.

    w: the seat's weights.  The move that the weights like best is kept unless another surely
    beats it, and moves that fall behind are dropped at a quarter, a half and three quarters.
    """
    states, _, moves, chosen, outlook, features, numbers, scores = desk
    n = list_moves(s, cards, moves)
    seat = s.asked
    describe(s, cards, w, outlook[1], moves, n, features, numbers)
    score(w, numbers, n, scores[1])
    order, sums, squares = scores[2], scores[3], scores[4]
    count = rank(scores[1], n, order, w.candidates)
    for k in range(count):
        sums[k] = 0.0
        squares[k] = 0.0
    quarter = max(1, w.playouts // 4)
    last = s.turns + w.rounds * cards.shields
    salt = below(s, FIRST_CHOICE + seat, 1 << 30)
    for trial in range(w.playouts):
        states[DEALT] = s
        fork_streams(states[DEALT], salt + trial)
        deal_view(states[DEALT], cards, weights, outlook[1])
        first = 0.0
        for k in range(count):
            states[TRIED] = states[DEALT]
            list_moves(states[TRIED], cards, moves)
            chosen[1] = moves[int(order[k])]
            step(states[TRIED], cards, chosen[1], moves, None)
            worth = play_out(states[TRIED], cards, weights, seat, last, desk)
            if k == 0:
                first = worth
            sums[k] += worth - first
            squares[k] += (worth - first) ** 2
        if (trial + 1) % quarter == 0:
            count = drop_laggards(order, sums, squares, count, trial + 1)
            if count == 1:
                break
    return int(order[surest(sums, squares, count, min(trial + 1, w.playouts))])
