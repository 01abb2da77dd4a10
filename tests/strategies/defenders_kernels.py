"""Asks several strategies about the same positions."""

from simulate.core.compiler import kernel
from simulate.games.defenders.moves.lists import list_moves
from simulate.games.defenders.setup import deal
from simulate.games.defenders.state.record import PHASE
from simulate.games.defenders.turn import advance, step
from strategies.defenders.choose import choose_quickly


@kernel
def choose_alone(s, cards, w, desk, n):
    """What one strategy chooses, on a copy of the table."""
    states, moves, outlook, scores = desk.states, desk.moves, desk.outlook, desk.spare
    states[1] = s
    return choose_quickly(states[1], cards, w, outlook[0], moves, n, desk, scores[0])


@kernel
def compare(cards, strategies, desk, seed, replicate, answers, differ, offered, taken):
    """Play one game by the first of `strategies`; ask all at every decision.

    answers: int64[strategies], scratch; differ: int64[strategies, strategies], how often two of
    them chose another move; offered: int64[2, kinds], decisions at which a kind of move was
    listed, before the foe came and after; taken: int64[strategies, 2, kinds], how often it was
    chosen.  Returns the number of decisions.
    """
    states, moves, scratch, chosen = desk.states, desk.moves, desk.tried, desk.chosen
    states[2] = states[0]
    s = states[2]
    deal(s, cards, seed, replicate)
    advance(s, cards, scratch, None)
    decisions = 0
    while s.phase != PHASE.OVER:
        n = list_moves(s, cards, moves)
        choice = 0
        if n > 1:
            decisions += 1
            for kind in range(offered.shape[1]):
                for i in range(n):
                    if moves[i].kind == kind:
                        offered[s.foe_in_play, kind] += 1
                        break
            for a in range(answers.shape[0]):
                answers[a] = choose_alone(s, cards, strategies[a], desk, n)
                taken[a, s.foe_in_play, moves[answers[a]].kind] += 1
                for b in range(a):
                    if answers[a] != answers[b]:
                        differ[a, b] += 1
                        differ[b, a] += 1
            choice = answers[0]
        chosen[0] = moves[choice]
        step(s, cards, chosen[0], scratch, None)
    return decisions
