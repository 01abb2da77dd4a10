"""How likely a seat is to win, judged where the look-ahead player stops playing out."""

import math

from simulate.core.compiler import kernel
from simulate.games.tactics.cards.codes import DUNGEONS, FORCE
from simulate.games.tactics.end import rank_of, tied_with
from simulate.games.tactics.state.record import AREAS, OVER, WON, is_in_play, side_of, size_of
from strategies.tactics.areas import area_worth, count_areas, weigh_stakes
from strategies.tactics.outlook import look_out

SPREAD = 4.0  # points of lead that make a win about three times as likely as a loss
CONSOLATION = 0.2  # of a lost adventure in which all crystals but one were taken


@kernel
def share_of_win(s, cards, seat):
    """Share of the win of a game that is over.  Rules T-END-8, T-SOLOEND-1."""
    if cards.time_start:
        return 1.0 if s.outcome == WON else 0.0
    return 1.0 / tied_with(s, cards, seat) if rank_of(s, cards, seat) == 1 else 0.0


@kernel
def chance_of_winning(s, cards, w, v, seat):
    """Share of the win that a seat can expect; of an adventure, how far it has come."""
    if s.phase == OVER and (not cards.time_start or s.outcome == WON):
        return share_of_win(s, cards, seat)
    if cards.time_start:
        return CONSOLATION * size_of(s.crystals) / DUNGEONS
    look_out(s, cards, w, v, seat)
    worth = v.lead + health_worth(s, cards, w, v)
    if not cards.battle:
        weigh_stakes(s, cards, w, v)
        count_areas(s, cards, v)
        for area in range(AREAS):
            ours, theirs, on = v.ours[area], v.theirs[area], v.on_trigger[area]
            worth += area_worth(s, cards, w, v, area, ours, theirs, on)
    return 1.0 / (1.0 + math.exp(-worth / SPREAD))


@kernel
def health_worth(s, cards, w, v):
    """Worth of the health of the seat's team above that of all enemies."""
    worth = 0.0
    for slot in range(cards.seats * FORCE):
        if is_in_play(s, slot):
            share = s.health[slot] / cards.health[s.unit[slot], side_of(cards, slot)]
            worth += v.prize[slot] * share if cards.team[slot // FORCE] == v.team else 0.0
            worth -= v.prize[slot] * share if cards.team[slot // FORCE] != v.team else 0.0
    return w.wound * worth
