"""How likely a seat is to win, judged where the look-ahead player stops playing out."""

import math

from simulate.core.compiler import kernel
from simulate.games.tactics.end import merit_of, rank_of, tied_with
from simulate.games.tactics.state.record import OVER, WON

SPREAD = 3.0  # points of lead that make a win two and a half times as likely as a loss


@kernel
def share_of_win(s, cards, seat):
    """Share of the win of a game that is over.  Rules T-END-8, T-SOLOEND-1."""
    if cards.time_start:
        return 1.0 if s.outcome == WON else 0.0
    return 1.0 / tied_with(s, cards, seat) if rank_of(s, cards, seat) == 1 else 0.0


@kernel
def chance_of_winning(s, cards, w, v, seat):
    """Share of the win that a seat can expect."""
    if s.phase == OVER:
        return share_of_win(s, cards, seat)
    best = -1e9
    for other in range(cards.seats):
        if cards.team[other] != cards.team[seat]:
            best = max(best, 1.0 * merit_of(s, cards, other, 0))
    lead = merit_of(s, cards, seat, 0) - best
    return 1.0 / (1.0 + math.exp(-lead / SPREAD))
