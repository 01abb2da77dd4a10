"""Plays games of Tiny Epic Dungeons on to the decisions at which a test looks."""

from simulate.core.compiler import kernel
from simulate.games.dungeons.moves.lists import list_moves
from simulate.games.dungeons.moves.places import walking_distance
from simulate.games.dungeons.setup import deal
from simulate.games.dungeons.state.record import PHASE, is_in
from simulate.games.dungeons.turn import advance, step
from strategies.dungeons.choose import choose_quickly
from strategies.dungeons.outlook import own_weights

BLANK, PLAYED = 0, 1  # records of the desk
GO_ON = -1  # as `replicate`: with the game that was left
FAR_APART = 12


@kernel
def play_on(cards, weights, desk, seed, replicate, skip, phases, act, apart):
    """Play a game in desk.states[PLAYED] until a test is to look; returns how many moves it has.

    The test looks after `skip` decisions with two moves or more, in one of the `phases` (a set)
    and in `act` or later; 0 moves: the game is over.  The decision at which the game was left is
    made first.  apart: int64[2], to which steps between the first two heroes (a dozen at most)
    and a count of decisions are added.
    """
    states, moves = desk.states, desk.moves
    if replicate != GO_ON:
        states[PLAYED] = states[BLANK]
    s = states[PLAYED]
    if replicate != GO_ON:
        deal(s, cards, seed, replicate)
        advance(s, cards, desk.tried, None)
    seen = replicate == GO_ON
    while s.phase != PHASE.OVER:
        n, choice = list_moves(s, cards, moves), 0
        if n > 1:
            if not seen and s.act >= act and is_in(phases, s.phase):
                if skip == 0:
                    return n
                skip -= 1
            seen = False
            apart[0] += min(FAR_APART, walking_distance(s, s.place[0], s.place[1]))
            apart[1] += 1
            w = own_weights(s, cards, weights, moves[0].actor)
            choice = choose_quickly(s, cards, w, desk.outlook[0], moves, n, desk, desk.spare[0])
        desk.chosen[0] = moves[choice]
        step(s, cards, desk.chosen[0], desk.tried, None)
    return 0
