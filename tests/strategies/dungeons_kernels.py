"""Plays games of Tiny Epic Dungeons, and asks strategies about their positions."""

from simulate.core.compiler import kernel
from simulate.games.dungeons.end import fill_game_row, fill_seat_row
from simulate.games.dungeons.moves.lists import list_moves
from simulate.games.dungeons.moves.places import walking_distance
from simulate.games.dungeons.setup import deal
from simulate.games.dungeons.state.record import BOSS_DEALT, FIRST_CHOICE, OVER
from simulate.games.dungeons.turn import advance, step
from strategies.dungeons.choose import LOOK_AHEAD, choose_quickly
from strategies.dungeons.expert import choose_by_look_ahead
from strategies.dungeons.hidden import deal_hidden

PLAYED, ASKED, OTHER = 1, 3, 2  # records of the desk


@kernel
def pick(s, cards, weights, desk, n):
    """What the seat that is asked chooses of the `n` moves in desk[1]."""
    _, moves, _, _, outlook, features, numbers, scores = desk
    w = weights[moves[0].actor]
    if w.mode == LOOK_AHEAD:
        return choose_by_look_ahead(s, cards, weights, w, desk)
    return choose_quickly(s, cards, w, outlook[0], moves, n, features, numbers, scores[0])


@kernel
def play(tables, weights, desk, seed, games, seats, apart):
    """Play one game for each row of `games`.

    games, seats: rows as the rules fill them; apart: float64[games], steps between the first
    two heroes on average over the turns.
    """
    cards = tables[0]
    for replicate in range(games.shape[0]):
        begin(cards, desk, seed, replicate)
        s, scratch, chosen, last = desk[0][PLAYED], desk[2], desk[3], 0
        while s.phase != OVER:
            n = list_moves(s, cards, desk[1])
            chosen[0] = desk[1][pick(s, cards, weights, desk, n) if n > 1 else 0]
            step(s, cards, chosen[0], scratch, None)
            if s.turns != last:
                last = s.turns
                apart[replicate] += min(12, walking_distance(s, s.place[0], s.place[1]))
        apart[replicate] /= max(1, last)
        fill_game_row(s, cards, games[replicate])
        for seat in range(s.players):
            fill_seat_row(s, cards, seat, seats[replicate * s.players + seat])


@kernel
def begin(cards, desk, seed, replicate):
    """Deal a game and play on to its first decision."""
    states = desk[0]
    states[PLAYED] = states[0]
    deal(states[PLAYED], cards, seed, replicate)
    advance(states[PLAYED], cards, desk[2], None)


@kernel
def choose_alone(s, cards, w, desk, n):
    """What one strategy chooses, on a copy of the table."""
    states, moves, _, _, outlook, features, numbers, scores = desk
    states[ASKED] = s
    outlook[0].stamp[0, 0] = 0
    return choose_quickly(
        states[ASKED], cards, w, outlook[0], moves, n, features, numbers, scores[0]
    )


@kernel
def compare(tables, strategies, desk, seed, replicate, answers, differ):
    """Play one game by the first of `strategies`; ask all at every decision.

    answers: int64[strategies], scratch; differ: int64[strategies, strategies], how often two of
    them chose another move.  Returns the number of decisions.
    """
    cards, moves, scratch, chosen = tables[0], desk[1], desk[2], desk[3]
    begin(cards, desk, seed, replicate)
    s, decisions = desk[0][PLAYED], 0
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


@kernel
def see_again(tables, w, desk, seed, replicate, changed):
    """Play one game by `w`, asked before and after what is hidden is dealt anew.

    changed: int64[2], how often anything hidden was dealt otherwise, and how often that changed
    the choice.
    """
    cards, moves, scratch, chosen = tables[0], desk[1], desk[2], desk[3]
    begin(cards, desk, seed, replicate)
    states = desk[0]
    s = states[PLAYED]
    while s.phase != OVER:
        n = list_moves(s, cards, moves)
        choice = 0
        if n > 1:
            choice = choose_alone(s, cards, w, desk, n)
            states[OTHER] = s
            other = states[OTHER]
            deal_hidden(other, cards)
            other.draws[BOSS_DEALT] = s.draws[BOSS_DEALT]
            if differs(s, other):
                changed[0] += 1
                list_moves(other, cards, moves)
                if choose_alone(other, cards, w, desk, n) != choice:
                    changed[1] += 1
            list_moves(s, cards, moves)
        chosen[0] = moves[choice]
        step(s, cards, chosen[0], scratch, None)


@kernel
def differs(s, other):
    """Whether two tables differ in what is hidden."""
    for place in range(s.hidden.shape[0]):
        if s.hidden[place] != other.hidden[place]:
            return True
    for k in range(s.loot_drawn, s.loot_cards):
        if s.loot_deck[k] != other.loot_deck[k]:
            return True
    return s.boss != other.boss


@kernel
def meet_decisions(tables, w, desk, seed, replicate, answers):
    """Play one game by `w`; answers: int64[phases, 2], two different answers to each decision.

    An answer is a number made of the move's fields; -1 where none was given yet.
    """
    cards, moves, scratch, chosen = tables[0], desk[1], desk[2], desk[3]
    begin(cards, desk, seed, replicate)
    s = desk[0][PLAYED]
    while s.phase != OVER:
        n = list_moves(s, cards, moves)
        choice = 0
        if n > 1:
            choice = choose_alone(s, cards, w, desk, n)
            s.draws[FIRST_CHOICE + moves[0].actor] = desk[0][ASKED].draws[
                FIRST_CHOICE + moves[0].actor
            ]
            m = moves[choice]
            answer = m.kind + 50 * (m.number + 1 + 64 * (m.place + 1 + 64 * (m.card + 1)))
            answer += 50 * 64**3 * (m.enemy + 1 + 16 * (m.hero + 1 + 16 * (m.plus + 1)))
            if answers[s.phase, 0] < 0:
                answers[s.phase, 0] = answer
            elif answers[s.phase, 0] != answer:
                answers[s.phase, 1] = answer
        chosen[0] = moves[choice]
        step(s, cards, chosen[0], scratch, None)
