"""Plays games of Tiny Epic Tactics by strategies, and asks strategies about their positions."""

from simulate.core.compiler import kernel, scratch_kernel
from simulate.games.tactics.end import fill_game_row, fill_seat_row
from simulate.games.tactics.moves.lists import list_moves
from simulate.games.tactics.setup import deal
from simulate.games.tactics.state.record import FIRST_CHOICE, PHASE
from simulate.games.tactics.turn import advance, step
from strategies.tactics.choose import choose_quickly
from strategies.tactics.features import describe, total_of, weigh_moves
from strategies.tactics.foresight import choose_by_foresight, foresees
from strategies.tactics.hidden import deal_hidden
from strategies.tactics.value import chance_of_winning, share_of_win

PLAYED, ASKED, OTHER = 1, 3, 2  # records of the desk


@kernel
def begin(s, cards, desk, seed, replicate):
    """Deal a game and play on to its first decision."""
    deal(s, cards, seed, replicate)
    advance(s, cards, desk.tried, None)


@kernel
def choose(s, cards, w, desk, n):
    """What a strategy chooses of the `n` moves that are listed."""
    moves, outlook, scores = desk.moves, desk.outlook, desk.spare
    if foresees(s, cards, w):
        return choose_by_foresight(s, cards, w, desk, n)
    return choose_quickly(s, cards, w, outlook[0], moves, n, desk, scores[0])


@kernel
def choose_alone(s, cards, w, desk, n):
    """What a strategy would choose, on a copy of the table."""
    desk.states[ASKED] = s
    return choose(desk.states[ASKED], cards, w, desk, n)


@kernel
def play_games(cards, weights, desk, seed, first, every, count, games, seats, shares):
    """Play every so manieth of `count` games by the seats' weights; their rows, shares of wins."""
    states, moves, scratch, chosen = desk.states, desk.moves, desk.tried, desk.chosen
    for g in range(0, count, every):
        states[PLAYED] = states[0]
        s = states[PLAYED]
        begin(s, cards, desk, seed, first + g)
        while s.phase != PHASE.OVER:
            n = list_moves(s, cards, moves)
            choice = choose(s, cards, weights[s.asked], desk, n) if n > 1 else 0
            chosen[0] = moves[choice]
            step(s, cards, chosen[0], scratch, None)
        fill_game_row(s, cards, games[g])
        for seat in range(cards.seats):
            fill_seat_row(s, cards, seat, seats[g, seat])
            shares[g, seat] = share_of_win(s, cards, seat)


@kernel
def compare(cards, strategies, desk, seed, replicate, answers, differ):
    """Play one game by the first of `strategies`; ask all at every decision.

    answers: int64[strategies], scratch; differ: int64[strategies, strategies], how often two of
    them chose another move.  Returns the number of decisions.
    """
    states, moves, scratch, chosen = desk.states, desk.moves, desk.tried, desk.chosen
    states[PLAYED] = states[0]
    s = states[PLAYED]
    begin(s, cards, desk, seed, replicate)
    decisions = 0
    while s.phase != PHASE.OVER:
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


@kernel
def see_again(cards, w, desk, seed, replicate, changed):
    """Play one game by `w`; ask it before and after what is hidden is dealt anew.

    changed: int64[2], how often anything hidden was dealt otherwise, and how often that changed
    the choice.
    """
    states, moves, scratch, chosen = desk.states, desk.moves, desk.tried, desk.chosen
    states[PLAYED] = states[0]
    s = states[PLAYED]
    begin(s, cards, desk, seed, replicate)
    while s.phase != PHASE.OVER:
        n = list_moves(s, cards, moves)
        choice = 0
        if n > 1:
            before = choose_alone(s, cards, w, desk, n)
            states[OTHER] = s
            other = states[OTHER]
            deal_hidden(other, cards)
            other.draws[FIRST_CHOICE + s.asked] = s.draws[FIRST_CHOICE + s.asked]
            if differs(s, other):
                changed[0] += 1
                list_moves(other, cards, moves)
                if choose_alone(other, cards, w, desk, n) != before:
                    changed[1] += 1
                list_moves(s, cards, moves)
            choice = choose(s, cards, w, desk, n)
        chosen[0] = moves[choice]
        step(s, cards, chosen[0], scratch, None)


@scratch_kernel
def watch_foresight(cards, w, desk, seed, replicate, counts):
    """Play one game by `w`; counts: int64[3], what playing moves on did.

    At how many decisions moves were played on, how often that chose another move than the
    weights alone, and how often it left a trace on the table or its luck.
    """
    states, moves = desk.states, desk.moves
    states[PLAYED] = states[0]
    s = states[PLAYED]
    begin(s, cards, desk, seed, replicate)
    while s.phase != PHASE.OVER:
        n = list_moves(s, cards, moves)
        choice = 0
        if n > 1:
            states[ASKED] = s
            choice = choose_quickly(
                states[ASKED], cards, w, desk.outlook[0], moves, n, desk, desk.spare[0]
            )
            if foresees(s, cards, w):
                states[OTHER] = s
                other = choose_by_foresight(states[OTHER], cards, w, desk, n)
                counts[0] += 1
                counts[1] += other != choice
                # Ties are broken by the seat's own stream: that one may have been drawn from.
                traces = (states[OTHER].draws[:FIRST_CHOICE] != s.draws[:FIRST_CHOICE]).sum()
                traces += (states[OTHER].health != s.health).sum()
                counts[2] += traces > 0 or states[OTHER].turns != s.turns
                choice = other
            s.draws[:] = states[ASKED].draws
        desk.chosen[0] = moves[choice]
        step(s, cards, desk.chosen[0], desk.tried, None)


@kernel
def watch_value(cards, w, desk, seed, replicate, chances, shares):
    """Play one game by `w`; what the seats were said to win at the beginning of each turn.

    chances: float64[turns, seats]; shares: float64[seats], what they won.  Returns the turns.
    """
    states = desk.states
    states[PLAYED] = states[0]
    s = states[PLAYED]
    begin(s, cards, desk, seed, replicate)
    count, turn = 0, 0
    while s.phase != PHASE.OVER:
        if s.phase == PHASE.ACT and s.turns != turn and count < chances.shape[0]:
            turn = s.turns
            for seat in range(cards.seats):
                x = desk.spare[5]
                chances[count, seat] = chance_of_winning(s, cards, w, desk.outlook[1], seat, x)
            count += 1
        n = list_moves(s, cards, desk.moves)
        choice = choose(s, cards, w, desk, n) if n > 1 else 0
        desk.chosen[0] = desk.moves[choice]
        step(s, cards, desk.chosen[0], desk.tried, None)
    for seat in range(cards.seats):
        shares[seat] = share_of_win(s, cards, seat)
    return count


@kernel
def watch_scores(cards, w, desk, blank, seed, replicate, counts):
    """Play one game by `w`; look at every table, and at one a move further, twice.

    With what is known from the tables before, and with nothing known, from features that are
    written down.  blank: OUTLOOK[1]; counts: int64[2], moves that were scored, and differences.
    """
    states, moves, scratch, chosen = desk.states, desk.moves, desk.tried, desk.chosen
    states[PLAYED] = states[0]
    s = states[PLAYED]
    begin(s, cards, desk, seed, replicate)
    while s.phase != PHASE.OVER:
        n = list_moves(s, cards, moves)
        choice = 0
        if n > 1:
            compare_scores(s, cards, w, desk, blank, n, counts)
            choice = choose_alone(s, cards, w, desk, n)
            states[OTHER] = s
            chosen[0] = moves[n - 1]
            step(states[OTHER], cards, chosen[0], scratch, None)
            if states[OTHER].phase != PHASE.OVER:
                n = list_moves(states[OTHER], cards, moves)
                compare_scores(states[OTHER], cards, w, desk, blank, n, counts)
            list_moves(s, cards, moves)
        chosen[0] = moves[choice]
        step(s, cards, chosen[0], scratch, None)


@kernel
def compare_scores(s, cards, w, desk, blank, n, counts):
    """Count the moves of one table, and those whose scores differ."""
    outlook, numbers = desk.outlook, desk.numbers
    weigh_moves(s, cards, w, outlook[0], desk.moves, n, desk, desk.spare[0])
    outlook[1] = blank[0]
    describe(s, cards, w, outlook[1], desk.moves, n, desk.features, numbers)
    counts[0] += n
    for i in range(n):
        counts[1] += desk.spare[0, i] != total_of(w, numbers, i)


@kernel
def differs(s, other):
    """Whether two tables differ in what is hidden."""
    for seat in range(s.hand.shape[0]):
        if s.hand[seat] != other.hand[seat]:
            return True
    for i in range(s.deck_count):
        if s.deck[i] != other.deck[i]:
            return True
    for i in range(s.enemy_deck_count):
        if s.enemy_deck[i] != other.enemy_deck[i]:
            return True
    return False


@kernel
def meet_decisions(cards, w, desk, seed, replicate, answers):
    """Play one game by `w`; answers: int64[phases, 2], two different answers to each decision.

    An answer is a number made of the move's fields; -1 where none was given yet.
    """
    states, moves, scratch, chosen = desk.states, desk.moves, desk.tried, desk.chosen
    states[PLAYED] = states[0]
    s = states[PLAYED]
    begin(s, cards, desk, seed, replicate)
    while s.phase != PHASE.OVER:
        n = list_moves(s, cards, moves)
        choice = 0
        if n > 1:
            choice = choose(s, cards, w, desk, n)
            m = moves[choice]
            answer = m.kind + 40 * (m.number + 1 + 100 * (m.goal + 1 + 200 * (m.target + 1)))
            if answers[s.phase, 0] < 0:
                answers[s.phase, 0] = answer
            elif answers[s.phase, 0] != answer:
                answers[s.phase, 1] = answer
        chosen[0] = moves[choice]
        step(s, cards, chosen[0], scratch, None)
