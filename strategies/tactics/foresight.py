"""The likeliest moves are played on, turn by turn, and compared.

What an action is worth depends on the actions after it, and on the answer: which unit is left
within reach, who can still step onto the trigger, who breaks the majority before the flag is
advanced.  No sum of features sees that.  So the moves that the weights like best are carried out
on a copy of the game, every seat goes on as the asked one would by its weights, and the table
that is reached is judged by the chance of winning (`value`).  What is hidden is dealt anew, and
all moves are tried with the same luck, which is not the game's.
"""

import numpy as np

from simulate.core.compiler import kernel
from simulate.core.streams import S11, fork_streams, mix
from simulate.games.tactics.moves.lists import list_moves
from simulate.games.tactics.state.record import ACT, FIRST_CHOICE, OVER, SLOTS
from simulate.games.tactics.turn import step
from strategies.choice import soft_choice
from strategies.tactics.choose import BY_WEIGHTS, choose_by_weights, score
from strategies.tactics.features import describe
from strategies.tactics.hidden import deal_hidden
from strategies.tactics.value import chance_of_winning

PLAYED_ON = 4  # record of the desk on which moves are played on
WORST = -1e300


@kernel
def foresees(s, cards, w):
    """Whether a seat plays moves on at a decision of this kind."""
    if w.mode != BY_WEIGHTS:
        return False
    if s.phase == ACT:
        return w.selections >= 2.0 and cards.actions - s.actions_left < w.firsts
    return w.answers >= 2.0


@kernel
def choose_by_foresight(s, cards, w, desk, n):
    """Index of the best of the `n` moves in desk[1], softened by the seat's skill."""
    _, moves, _, _, outlook, features, numbers, scores = desk
    describe(s, cards, w, outlook[0], moves, n, features, numbers)
    score(w, numbers, n, scores[0])
    score_played_on(s, cards, w, desk, n, scores[0])
    return soft_choice(s, FIRST_CHOICE + s.asked, scores[0], n, w.skill)


@kernel
def score_played_on(s, cards, w, desk, n, scores):
    """Correct the scores of the likeliest moves by the chance of winning ahead.

    The likeliest keeps its score, so that it stays above all that are not tried.
    """
    moves, spare = desk[1], desk[7]
    order, tries, first = spare[2], spare[4], 0.0
    most = int(w.selections if s.phase == ACT else w.answers)
    count = promising(moves, n, scores, spare[3], order, most, int(w.alike))
    if count < 2:
        return
    tries[0] = 0.0
    times = max(1, int(w.times))
    for k in range(count):
        chance = 0.0
        for time in range(times):
            salt = s.decisions * times + time
            chance += try_move(s, cards, w, desk, moves[int(order[k])], salt, tries) / times
        if k == 0:
            first = chance
        scores[int(order[k])] += w.foresight * (chance - first)


@kernel
def try_move(s, cards, w, desk, m, salt, tries):
    """The asked seat's chance of winning after a move, with the luck of a number.

    tries: float64, the tables at the end of this turn that were tried before, and the chances:
    by whatever order of actions a table was reached, it is played on once.
    """
    states, _, scratch, chosen, outlook, _, _, spare = desk
    seat, last = s.asked, s.turns + int(w.ahead)
    states[PLAYED_ON] = s
    copy = states[PLAYED_ON]
    change_luck(copy, salt)
    deal_hidden(copy, cards)
    chosen[1] = m
    step(copy, cards, chosen[1], scratch, None)
    play_on(copy, cards, w, s.turns + 1, desk)
    mark, known = mark_of(copy), int(tries[0])
    for k in range(1, known + 1, 2):
        if tries[k] == mark:
            return tries[k + 1]
    play_on(copy, cards, w, last, desk)
    chance = chance_of_winning(copy, cards, w, outlook[1], seat, spare[5])
    if known + 2 < tries.shape[0]:
        tries[known + 1], tries[known + 2] = mark, chance
        tries[0] = known + 2
    return chance


@kernel
def mark_of(s):
    """A number that tells tables apart on which play goes on otherwise, as float64."""
    mark = np.uint64(s.deck_count)
    for slot in range(SLOTS):
        unit = (s.at[slot] + 1) * 1000 + s.health[slot] * 40 + s.weakened[slot]
        unit = (unit * 100 + s.ammo[slot]) * 100 + s.mana[slot]
        where = (s.dungeon[slot] + 1) * 100 + s.unit[slot] + 1
        mark = mix(mark ^ np.uint64(unit * 1000 + where))
    for seat in range(s.hand.shape[0]):
        mark = mix(mark ^ np.uint64(s.hand[seat] * 100 + s.captures[seat]))
    mark = mix(mark ^ np.uint64((s.bearer + 1) * 1000 + s.artifact + 1))
    mark = mix(mark ^ np.uint64((s.time * 64 + s.crystals) * 64 + s.flipped))
    for purpose in range(FIRST_CHOICE):
        mark = mix(mark ^ (s.keys[purpose] + s.draws[purpose]))
    return 1.0 * np.int64(mark >> S11)


@kernel
def promising(moves, n, scores, left, order, most, alike):
    """Write the best moves by score into `order`, best first; how many.

    Of one unit's moves of one kind at most `alike` are taken: neighbouring spaces hardly differ.
    left: scratch space for scores.
    """
    for i in range(n):
        left[i] = scores[i]
    count = 0
    while count < min(n, most):
        best = -1
        for i in range(n):
            if left[i] > WORST and (best < 0 or left[i] > left[best]):
                best = i
        if best < 0:
            break
        order[count] = best
        left[best] = WORST
        count += 1
        same = 0
        for k in range(count):
            same += is_alike(moves[int(order[k])], moves[best])
        if same >= alike:
            for i in range(n):
                if is_alike(moves[i], moves[best]):
                    left[i] = WORST
    return count


@kernel
def is_alike(m, other):
    """Whether two moves are of the same unit and kind."""
    return m.unit == other.unit and m.kind == other.kind


@kernel
def change_luck(copy, salt):
    """Another luck, which does not depend on what was drawn before: a seat cannot see that."""
    fork_streams(copy, salt)
    for purpose in range(copy.draws.shape[0]):
        copy.draws[purpose] = np.uint64(0)


@kernel
def play_on(s, cards, w, last, desk):
    """Play a copied game on to turn `last`, every seat by the same weights."""
    _, _, moves, chosen, outlook, features, numbers, scores = desk
    while s.phase != OVER and (s.turns < last or s.phase != ACT):
        n = list_moves(s, cards, moves)
        i = 0
        if n > 1:
            i = choose_by_weights(s, cards, w, outlook[1], moves, n, features, numbers, scores[1])
        chosen[1] = moves[i]
        step(s, cards, chosen[1], moves, None)
