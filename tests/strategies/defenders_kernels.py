"""Asks several strategies about the same positions."""

from simulate.core.compiler import kernel
from simulate.games.defenders.moves import list_moves
from simulate.games.defenders.setup import deal
from simulate.games.defenders.state import OVER
from simulate.games.defenders.turn import advance, step
from strategies.defenders.choose import choose_quickly


@kernel
def choose_alone(s, cards, w, desk, n):
    """What one strategy chooses, on a copy of the table."""
    states, moves, _, _, outlook, features, numbers, scores = desk
    states[1] = s
    return choose_quickly(states[1], cards, w, outlook[0], moves, n, features, numbers, scores[0])


@kernel
def compare(cards, strategies, desk, seed, replicate, answers, differ):
    """Play one game by the first of `strategies`; ask all at every decision.

    answers: int64[strategies], scratch; differ: int64[strategies, strategies], how often two of
    them chose another move.  Returns the number of decisions.
    """
    states, moves, scratch, chosen = desk[0], desk[1], desk[2], desk[3]
    states[2] = states[0]
    s = states[2]
    deal(s, cards, seed, replicate)
    advance(s, cards, scratch, None)
    decisions = 0
    while s.phase != OVER:
        n = list_moves(s, cards, moves)
        choice = 0
        if n > 1:
            decisions += 1
            for a in range(answers.shape[0]):
                answers[a] = choose_alone(s, cards, strategies[a], desk, n)
                for b in range(a):
                    if answers[a] != answers[b]:
                        differ[a, b] += 1
                        differ[b, a] += 1
            choice = answers[0]
        chosen[0] = moves[choice]
        step(s, cards, chosen[0], scratch, None)
    return decisions
