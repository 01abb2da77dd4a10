"""Short look-ahead: the likeliest moves are rolled out, turn by turn, and compared.

What an action is worth depends on the actions after it, and on the answer: which unit is left
within reach, who can still step onto the trigger, who breaks the majority before the flag is
advanced.  No sum of features sees that.  So the moves that the weights like best are carried out
on a copy of the game, every seat goes on as the asked one would by its weights, and the table
that is reached is judged by the chance of winning (`value`).  What is hidden is dealt anew, and
all moves are tried with the same luck, which is not the game's.
"""

import numpy as np

from simulate.compiler.kernels import kernel
from simulate.core.functions import ceiling
from simulate.core.streams import S11, mix
from simulate.games.tactics.cards.codes import SEATS
from simulate.games.tactics.moves.lists import list_moves
from simulate.games.tactics.state.record import FIRST_CHOICE, PHASE, SLOTS
from simulate.games.tactics.turn import step
from strategies.choice import MODE, foresight_of
from strategies.tactics.choose import choose_by_weights
from strategies.tactics.features import weigh_moves
from strategies.tactics.hidden import deal_hidden
from strategies.tactics.learned.value import chance_of_winning
from strategies.tactics.likely import WORST, promising
from strategies.trials import change_luck

PLAYED_ON = 4  # first record of the workspace on which moves are played on
TRIES = 32  # records there are for it
OWN_VIEWS = 2  # first outlook of the workspace for those who play on, one a seat
SPARE = 9  # rows of numbers on the workspace


@kernel
def foresees(s, cards, w):
    """Whether a seat plays moves on at a decision of this kind."""
    if w.mode != MODE.WEIGHTS:
        return False
    if s.phase == PHASE.ACT:
        return w.selections >= 2.0 and cards.actions - s.actions_left < w.firsts
    return w.answers >= 2.0


@kernel
def score_played_on(s, cards, weights, w, workspace, n, scores):
    """Correct the scores of the likeliest moves by the chance of winning ahead.

    After each turn only the best go on.  The likeliest goes on in any case and keeps its score,
    so that it stays above all that are not tried.
    """
    moves, spare = workspace.moves, workspace.spare
    order, chances, tries, places = spare[2], spare[3], spare[4], spare[6]
    times, ahead = max(1, int(w.times)), turns_ahead(cards, w)
    most = min(int(w.selections if s.phase == PHASE.ACT else w.answers), TRIES // times)
    count = promising(workspace.outlook[0], moves, n, scores, order, most, int(w.alike))
    if count < 2:
        return
    recall(s, tries)
    for k in range(count):
        places[k] = PLAYED_ON + k * times
        for time in range(times):
            begin_try(s, cards, workspace, moves[int(order[k])], PLAYED_ON + k * times + time, time)
    for turn in range(1, ahead + 1):
        for k in range(count):
            chances[k] = 0.0
            for time in range(times):
                place = int(places[k]) + time
                chances[k] += chance_after(s, cards, w, workspace, place, turn) / times
        if turn < ahead:
            count = narrow_down(w, scores, spare, count)
            if count < 2 or is_clear(w, scores, order, chances, count):
                break
    for k in range(1, count):
        scores[int(order[k])] += w.foresight * (chances[k] - chances[0])


@kernel
def turns_ahead(cards, w):
    """For how many turns moves are played on; in adventures the weight counts rounds.

    Until the last Solo Enemy of a round has acted nobody knows what a place on the map was worth.
    """
    return max(1, int(w.ahead)) * (cards.seats if cards.time_start else 1)


@kernel
def recall(s, tries):
    """Keep the chances that the seat found before earlier actions of the turn, and no others.

    tries: float64, how many numbers, a mark of turn and seat, the decision; then a mark of the
    table at the end of the turn, turns played on, and the chance, one after another.
    """
    mark = 1.0 * np.int64(mix(s.keys[0] ^ np.uint64(s.turns * SEATS + s.decider)) >> S11)
    if tries[1] != mark or tries[2] >= s.decisions:
        tries[0] = 0.0
    tries[1], tries[2] = mark, s.decisions


@kernel
def begin_try(s, cards, workspace, m, place, time):
    """Carry a move out on a copy of the game, with the luck of a number.

    It is the same luck throughout a turn: by whatever order of actions a table is reached, it is
    played on once.
    """
    states, scratch, chosen = workspace.states, workspace.tried, workspace.chosen
    states[place] = s
    copy = states[place]
    change_luck(copy, TRIES * s.turns + time)
    deal_hidden(copy, cards)
    chosen[1] = m
    step(copy, cards, chosen[1], scratch, workspace.silent)


@kernel
def chance_after(s, cards, w, workspace, place, turn):
    """The asked seat's chance of winning after so many turns of a game that is played on."""
    copy, outlook, spare = workspace.states[place], workspace.outlook, workspace.spare
    tries, marks = spare[4], spare[7]
    if turn == 1:
        play_on(copy, cards, w, s.turns + 1, workspace)
        marks[place] = mark_of(copy)
    known = int(tries[0])
    for k in range(3, 3 + known, 3):
        if tries[k] == marks[place] and tries[k + 1] == turn:
            return tries[k + 2]
    play_on(copy, cards, w, s.turns + turn, workspace)
    chance = chance_of_winning(copy, cards, w, outlook[1], s.decider)
    if known + 6 < tries.shape[0]:
        tries[known + 3], tries[known + 4], tries[known + 5] = marks[place], turn, chance
        tries[0] = known + 3
    return chance


@kernel
def narrow_down(w, scores, spare, count):
    """Keep the best share of the moves so far, the first in any case; how many.

    Those go, too, that lie further behind the best than the leeway, and those that lead where one
    with a higher score leads.
    """
    order, chances, places, merits = spare[2], spare[3], spare[6], spare[8]
    most, best = max(2, ceiling(w.narrow * count)), WORST
    for k in range(count):
        merits[k] = scores[int(order[k])] + w.foresight * chances[k]
        if leads_the_same_way(spare, k):
            merits[k] = WORST
        best = max(best, merits[k])
    kept = 0
    for k in range(count):
        better = 0
        for j in range(count):
            better += merits[j] > merits[k]
        if k == 0 or (better < most and merits[k] >= best - w.leeway):
            order[kept], chances[kept], places[kept] = order[k], chances[k], places[k]
            kept += 1
    return kept


@kernel
def leads_the_same_way(spare, k):
    """Whether a move led to the same table, at the end of the turn, as one before it."""
    places, marks = spare[6], spare[7]
    for j in range(k):
        if marks[int(places[j])] == marks[int(places[k])]:
            return True
    return False


@kernel
def is_clear(w, scores, order, chances, count):
    """Whether one move alone is left besides the likeliest, and well ahead of it."""
    lead = scores[int(order[1])] - scores[int(order[0])]
    return count == 2 and lead + w.foresight * (chances[1] - chances[0]) > w.leeway


@kernel
def mark_of(s):
    """A number that tells tables apart on which play goes on otherwise, as float64."""
    mark = np.uint64(s.deck_count)
    for slot in range(SLOTS):
        unit = (s.at[slot] + 1) * 1000 + s.health[slot] * 40 + s.weakened[slot]
        unit = (unit * 100 + s.ammo[slot]) * 100 + s.mana[slot]
        where = (s.dungeon[slot] + 1) * 100 + s.unit[slot] + 1
        mark = mix(mark ^ np.uint64(unit * 1000 + where))
        mark = mix(mark ^ np.uint64(s.inside[slot] + 1))
    for area in range(s.holder.shape[0]):
        mark = mix(mark ^ np.uint64((s.holder[area] + 1) * 2 + s.triggered[area]))
    for seat in range(s.hand.shape[0]):
        mark = mix(mark ^ np.uint64(s.hand[seat] * 100 + s.captures[seat]))
    mark = mix(mark ^ np.uint64((s.bearer + 1) * 1000 + s.artifact + 1))
    mark = mix(mark ^ np.uint64((s.time * 64 + s.crystals) * 64 + s.flipped))
    for purpose in range(FIRST_CHOICE):
        mark = mix(mark ^ (s.keys[purpose] + s.draws[purpose]))
    return 1.0 * np.int64(mark >> S11)


@kernel
def play_on(s, cards, w, last, workspace):
    """Play a copied game on to turn `last`, every seat by the same weights."""
    moves, chosen, outlook, scores = (
        workspace.tried,
        workspace.chosen,
        workspace.outlook,
        workspace.spare,
    )
    while s.phase != PHASE.OVER and (s.turns < last or s.phase != PHASE.ACT):
        n = list_moves(s, cards, moves)
        i = 0
        if n > 1:
            v = outlook[OWN_VIEWS + s.decider]
            i = choose_by_weights(s, cards, w, v, moves, n, workspace, scores[1])
        chosen[1] = moves[i]
        step(s, cards, chosen[1], moves, workspace.silent)


choose_by_foresight = foresight_of(__name__, weigh_moves, score_played_on, FIRST_CHOICE)
