"""The measure: a player who plays each promising move to the end, many times.

It copies the game, deals anew what nobody can see, carries a move out and lets every seat
go on by its weights.  All moves of one decision are tried on the same dealings, so that
their difference carries little noise.
"""

from simulate.core.compiler import kernel
from simulate.core.streams import below, fork_streams
from simulate.games.defenders.cards.tables import NONE
from simulate.games.defenders.moves import list_moves
from simulate.games.defenders.state import FIRST_CHOICE, FOE_DEFEATED, OVER
from simulate.games.defenders.turn import step
from strategies.choice import best_of
from strategies.defenders.choose import choose_by_weights, score
from strategies.defenders.features import describe
from strategies.defenders.hidden import deal_hidden

DEALT, TRIED = 2, 3  # records of the desk that the look-ahead uses
CONSOLATION = 0.2  # most that a lost game counts, for how near it came


@kernel
def play_out(s, cards, weights, desk):
    """Play a copied game to its end, every seat by its weights."""
    _, _, moves, chosen, outlook, features, numbers, scores = desk
    m = chosen[1]
    outlook[1].deck = NONE  # what was foreseen belongs to another trial
    while s.phase != OVER:
        n = list_moves(s, cards, moves)
        i = 0
        if n > 1:
            w = weights[moves[0].actor]
            i = choose_by_weights(
                s, cards, w, outlook[1], moves, n, features, numbers, scores[1]
            )
        chosen[1] = moves[i]
        step(s, cards, m, moves, None)


@kernel
def worth_of_end(s, cards):
    """1 for a win; for a loss a little, for the damage done and the rounds survived."""
    if s.outcome == FOE_DEFEATED:
        return 1.0
    if s.foe_in_play:
        done = 1.0 - s.foe_health / cards.foe_health[s.foe]
        return CONSOLATION * (0.5 + 0.5 * done)
    return CONSOLATION * 0.5 * s.round / (s.round + s.horde_cards + 1.0)


@kernel
def choose_by_look_ahead(s, cards, weights, seat_weights, desk):
    """Index in `moves` (desk[1]) of the move that wins most often when played out.

    The game's own moves are listed again after every trial, because trials use the space.
    """
    states, _, moves, chosen, outlook, features, numbers, scores = desk
    n = list_moves(s, cards, moves)
    describe(s, cards, seat_weights, outlook[1], moves, n, features, numbers)
    score(seat_weights, numbers, n, scores[1])
    order, worth = scores[2], scores[3]
    count = rank(scores[1], n, order, seat_weights.candidates)
    for k in range(count):
        worth[k] = 0.0
    salt = below(s, FIRST_CHOICE + moves[0].actor, 1 << 30)
    for trial in range(seat_weights.playouts):
        states[DEALT] = s
        fork_streams(states[DEALT], salt + trial)
        deal_hidden(states[DEALT], cards)
        for k in range(count):
            states[TRIED] = states[DEALT]
            list_moves(states[TRIED], cards, moves)
            chosen[1] = moves[int(order[k])]
            step(states[TRIED], cards, chosen[1], moves, None)
            play_out(states[TRIED], cards, weights, desk)
            worth[k] += worth_of_end(states[TRIED], cards)
    return int(order[best_of(s, FIRST_CHOICE + moves[0].actor, worth, count)])


@kernel
def rank(scores, n, order, most):
    """Write the indices of the `most` highest scores into `order`, best first; how many."""
    count = min(n, most)
    for k in range(count):
        best = -1
        for i in range(n):
            taken = False
            for j in range(k):
                taken = taken or order[j] == i
            if not taken and (best < 0 or scores[i] > scores[best]):
                best = i
        order[k] = best
    return count
