"""Asks strategies about the positions of games of Tiny Epic Kingdoms."""

from simulate.core.compiler import kernel, scratch_kernel
from simulate.games.kingdoms.moves.lists import list_moves
from simulate.games.kingdoms.setup import deal
from simulate.games.kingdoms.state.record import ATTACKER, DEFENDER, FIRST_CHOICE, PHASE, PURPOSE
from simulate.games.kingdoms.turn import advance, step
from strategies.kingdoms.choose import choose_quickly
from strategies.kingdoms.foresight import choose_by_foresight, foresees
from strategies.kingdoms.hidden import deal_hidden
from strategies.kingdoms.war import mix_numbers

ASKED, OTHER = 3, 2  # records of the desk


@kernel
def choose_alone(s, cards, w, desk, n):
    """What one strategy chooses, on a copy of the table."""
    states, moves, outlook, scores = desk.states, desk.moves, desk.outlook, desk.spare
    states[ASKED] = s
    if foresees(s, w):
        return choose_by_foresight(states[ASKED], cards, w, desk, n)
    return choose_quickly(states[ASKED], cards, w, outlook[0], moves, n, desk, scores[0])


@kernel
def begin(s, cards, desk, seed, replicate):
    """Deal a game and play on to its first decision."""
    deal(s, cards, seed, replicate)
    advance(s, cards, desk.tried, None)


@kernel
def compare(cards, strategies, desk, seed, replicate, answers, differ):
    """Play one game by the first of `strategies`; ask all at every decision.

    answers: int64[strategies], scratch; differ: int64[strategies, strategies], how often two of
    them chose another move.  Returns the number of decisions.
    """
    states, moves, scratch, chosen = desk.states, desk.moves, desk.tried, desk.chosen
    states[1] = states[0]
    s = states[1]
    begin(s, cards, desk, seed, replicate)
    decisions = 0
    while s.phase != PHASE.OVER:
        n = list_moves(s, cards, moves)
        choice = 0
        if n > 1:
            decisions += 1
            for a in range(answers.shape[0]):
                answers[a] = choose_alone(s, cards, strategies[a], desk, n)
                list_moves(s, cards, moves)
                for b in range(a):
                    if answers[a] != answers[b]:
                        differ[a, b] += 1
                        differ[b, a] += 1
            choice = answers[0]
        chosen[0] = moves[choice]
        step(s, cards, chosen[0], scratch, None)
    return decisions


@scratch_kernel
def see_again(cards, w, rivals, desk, seed, replicate, changed):
    """Play one game by `rivals`; ask `w` before and after what is hidden is dealt anew.

    changed: int64[2], how often anything hidden was dealt otherwise, and how often that changed
    the choice.
    """
    states, moves, scratch, chosen = desk.states, desk.moves, desk.tried, desk.chosen
    states[1] = states[0]
    s = states[1]
    begin(s, cards, desk, seed, replicate)
    while s.phase != PHASE.OVER:
        n = list_moves(s, cards, moves)
        choice = 0
        if n > 1:
            before = choose_alone(s, cards, w, desk, n)
            states[OTHER] = s
            other = states[OTHER]
            deal_hidden(other, cards)
            other.draws[PURPOSE.FATE] = s.draws[PURPOSE.FATE]
            if differs(s, other):
                changed[0] += 1
                list_moves(other, cards, moves)
                if choose_alone(other, cards, w, desk, n) != before:
                    changed[1] += 1
            list_moves(s, cards, moves)
            choice = choose_alone(s, cards, rivals, desk, n)
            s.draws[:] = states[ASKED].draws
            list_moves(s, cards, moves)
        chosen[0] = moves[choice]
        step(s, cards, chosen[0], scratch, None)


@kernel
def differs(s, other):
    """Whether two tables differ in what is hidden."""
    if s.dice[ATTACKER] != other.dice[ATTACKER]:
        return True
    for place in range(s.hidden.shape[0]):
        if s.hidden[place] != other.hidden[place]:
            return True
    return False


@kernel
def meet_decisions(cards, w, desk, seed, replicate, answers):
    """Play one game by `w`; answers: int64[phases, 2], two different answers to each decision.

    An answer is a number made of the move's fields; -1 where none was given yet.
    """
    states, moves, scratch, chosen = desk.states, desk.moves, desk.tried, desk.chosen
    states[1] = states[0]
    s = states[1]
    begin(s, cards, desk, seed, replicate)
    while s.phase != PHASE.OVER:
        n = list_moves(s, cards, moves)
        choice = 0
        if n > 1:
            outlook, scores = desk.outlook, desk.spare
            choice = choose_quickly(s, cards, w, outlook[0], moves, n, desk, scores[0])
            m = moves[choice]
            answer = m.kind + 40 * (m.number + 1 + 100 * (m.goal + 1 + 100 * (m.resource + 1)))
            answer += m.place + 1 + 7 * (m.mana + 20 * (m.ore + 20 * m.food))
            if answers[s.phase, 0] < 0:
                answers[s.phase, 0] = answer
            elif answers[s.phase, 0] != answer:
                answers[s.phase, 1] = answer
        chosen[0] = moves[choice]
        step(s, cards, chosen[0], scratch, None)


@kernel
def watch_wars(cards, w, desk, seed, replicate, largest, count):
    """Play one game by `w`; the largest share of every mix into `largest`; the new count."""
    states, moves, scratch, chosen = desk.states, desk.moves, desk.tried, desk.chosen
    states[1] = states[0]
    s = states[1]
    begin(s, cards, desk, seed, replicate)
    while s.phase != PHASE.OVER:
        n = list_moves(s, cards, moves)
        choice = 0
        if n > 1:
            outlook, scores = desk.outlook, desk.spare
            choice = choose_quickly(s, cards, w, outlook[0], moves, n, desk, scores[0])
            if (
                s.phase == PHASE.SET_ATTACK or s.phase == PHASE.SET_DEFENCE
            ) and count < largest.shape[0]:
                mix_numbers(s, cards, w, outlook[1])
                side = ATTACKER if s.phase == PHASE.SET_ATTACK else DEFENDER
                for number in range(cards.war_limit + 1):
                    largest[count] = max(largest[count], outlook[1].mix[side, number])
                count += 1
        chosen[0] = moves[choice]
        step(s, cards, chosen[0], scratch, None)
    return count


@scratch_kernel
def watch_foresight(cards, w, desk, seed, replicate, counts):
    """Play one game by `w`; counts: int64[3], what playing moves on did.

    How often it chose another move than the weights alone, how often it did so where the end is
    not near, and how often it left a trace on the table or its luck.
    """
    states, moves = desk.states, desk.moves
    states[1] = states[0]
    s = states[1]
    begin(s, cards, desk, seed, replicate)
    while s.phase != PHASE.OVER:
        n = list_moves(s, cards, moves)
        choice = 0
        if n > 1:
            states[ASKED] = s
            choice = choose_quickly(
                states[ASKED], cards, w, desk.outlook[0], moves, n, desk, desk.spare[0]
            )
            if foresees(s, w):
                states[OTHER] = s
                other = choose_by_foresight(states[OTHER], cards, w, desk, n)
                near = desk.outlook[0].rounds <= w.near
                counts[0] += other != choice
                counts[1] += other != choice and not near
                # Ties are broken by the seat's own stream: that one may have been drawn from.
                traces = (states[OTHER].draws[:FIRST_CHOICE] != s.draws[:FIRST_CHOICE]).sum()
                traces += (states[OTHER].goods != s.goods).sum()
                counts[2] += traces > 0 or states[OTHER].turns != s.turns
                choice = other
            s.draws[:] = states[ASKED].draws
        desk.chosen[0] = moves[choice]
        step(s, cards, desk.chosen[0], desk.tried, None)
