"""Short look-ahead: the likeliest moves are rolled out, turn by turn, and compared.

Where a hero should go and what it should keep its dice and Focus for depends on what the others
do next: no sum of features sees that.  So the moves that the weights like best are carried out
on copies of the game, every hero goes on by the asked one's weights, and the table that is
reached is judged by the chance of winning (`value`).  What is hidden is dealt anew, and all
moves are tried with the same luck, which is not the game's.

Most moves hardly differ, so the trials are a race: a move that does no better than the
likeliest after two, four, eight ... of them is played on no further.
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import is_one_of
from simulate.games.dungeons.moves.move import STEPS
from simulate.games.dungeons.state.record import FIRST_CHOICE, PHASE
from strategies.choice import MODE, foresight_of
from strategies.dungeons.expert import SURE, try_moves
from strategies.dungeons.features import weigh_moves
from strategies.trials import clearest, drop_behind, rank

SALTS = 1024  # kinds of luck for one decision


@inner_kernel
def foresees(s, cards, w):
    """Whether a seat plays moves on at all."""
    return w.mode == MODE.WEIGHTS and w.trials >= 1.0


OF_CHECKS = PHASE.group("choose skill", "before roll", "after roll", "pay")


@kernel
def tries(s, w, best):
    """How many moves are played on at a decision at which a move is likeliest."""
    phase = s.phase
    if is_one_of(OF_CHECKS, phase):
        return int(w.try_dice)
    if phase == PHASE.TURN and s.moves <= 1:
        return int(w.try_turns)
    if phase == PHASE.FURTHER_STEP or phase == PHASE.TELEPORT:
        return int(w.try_steps)
    if phase == PHASE.TURN:
        return int(w.try_steps if is_one_of(STEPS, best.kind) else w.try_actions)
    return int(w.try_answers)


@kernel
def add_other_kind(scores, moves, n, order, count):
    """Add the likeliest move of a kind that is not among the first `count` of `order`; how many."""
    best = -1
    for i in range(n):
        known = False
        for k in range(count):
            known = known or moves[int(order[k])].kind == moves[i].kind
        if not known and (best < 0 or scores[i] > scores[best]):
            best = i
    if best >= 0:
        order[count] = best
        count += 1
    return count


@kernel
def score_played_on(s, cards, weights, w, workspace, n, scores):
    """Raise the score of a move above the likeliest if it clearly wins more often."""
    moves, spare, seat = workspace.moves, workspace.spare, s.decider
    order, sums, squares = spare[2], spare[3], spare[4]
    rank(scores, n, order, 1)
    count = rank(scores, n, order, tries(s, w, moves[int(order[0])]))
    for _ in range(int(w.try_kinds)):
        count = add_other_kind(scores, moves, n, order, count)
    if w.close > 0.0:
        while count > 1 and scores[int(order[count - 1])] < scores[int(order[0])] - w.close:
            count -= 1
    if count < 2:
        return
    for k in range(count):
        sums[k] = 0.0
        squares[k] = 0.0
    trials, check = int(w.trials), 2
    last = s.turns + max(1, int(w.ahead * s.players))
    made, least = 0, max(1e-6, w.least)
    while made < trials and count > 1:
        try_moves(s, cards, weights, seat, last, (s.decisions + 1) * SALTS + made, count, workspace)
        made += 1
        if made == check and made < trials:
            if made >= 8 and clearest(sums, squares, count, made, SURE, least):
                break
            count = drop_behind(order, sums, squares, count, made, w.hope, least)
            check *= 2
    pick = clearest(sums, squares, count, made, w.doubt, least)
    if pick:
        gain = w.foresight * sums[pick] / made
        scores[int(order[pick])] = scores[int(order[0])] + gain


choose_by_foresight = foresight_of(__name__, weigh_moves, score_played_on, FIRST_CHOICE)
