"""Short look-ahead near the end: the likeliest moves are rolled out and compared.

Which action is selected in the last rounds settles who can still take a step, who brings about
the end and who is attacked: no sum of features sees that.  So the moves that the weights like
best are carried out on a copy of the game, every seat goes on as the asked one would by its
weights, and the table that is reached is judged by the chance of winning (`value`).  What is
hidden is dealt anew, and all moves are tried with the same luck, which is not the game's.
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.moves.lists import list_moves
from simulate.games.kingdoms.state.record import FIRST_CHOICE, PHASE
from simulate.games.kingdoms.turn import step
from strategies.choice import MODE, foresight_of
from strategies.kingdoms.answers import describe_number
from strategies.kingdoms.choose import choose_by_weights, draw_number
from strategies.kingdoms.features import weigh_moves
from strategies.kingdoms.hidden import deal_hidden
from strategies.kingdoms.learned.value import chance_of_winning
from strategies.kingdoms.outlook import clear
from strategies.kingdoms.war import is_cunning
from strategies.sums import score
from strategies.trials import change_luck, rank

PLAYED_ON = 4  # record of the workspace on which moves are played on


@kernel
def foresees(s, cards, w):
    """Whether a seat plays moves on at a decision of this kind when the end is near."""
    if w.mode != MODE.WEIGHTS:
        return False
    if s.phase == PHASE.SELECT_ACTION:
        return w.selections >= 2.0
    return s.phase == PHASE.ACT and w.answers >= 2.0


@kernel
def score_played_on(s, cards, weights, w, workspace, n, scores):
    """Near the end, correct the scores of the likeliest moves by the chance of winning ahead.

    workspace.outlook[0] is that of the asked seat.  The likeliest keeps its score, so that it stays
    above all that are not tried.
    """
    outlook, spare = workspace.outlook, workspace.spare
    near, most = w.near, w.selections
    if s.phase == PHASE.ACT:
        near, most = w.near_answers, w.answers
    if outlook[0].rounds > near or is_decided(s, cards, w, outlook[1]):
        return
    outlook[1].on_copy = 1
    order, chances = spare[2], spare[3]
    count = rank(scores, n, order, int(most))
    play_all_on(s, cards, w, workspace, count)
    for k in range(1, count):
        scores[int(order[k])] += w.foresight * (chances[k] - chances[0])
    outlook[1].on_copy = 0


@kernel
def is_decided(s, cards, w, v):
    """Whether a seat is nearly sure to win or to lose, whatever it does."""
    if w.decided <= 0.0:
        return False
    chance = chance_of_winning(s, cards, w, v, s.decider)
    return min(chance, 1.0 - chance) < w.decided


@kernel
def play_all_on(s, cards, w, workspace, count):
    """Carry the likeliest moves out, each on a copy, and play on.

    Fills the chance to which each leads, spare[3].  Once one wins nothing else is tried, as
    nothing can be better.
    """
    spare = workspace.spare
    for k in range(count):
        spare[3, k] = 0.0
    for k in range(count):
        workspace.states[PLAYED_ON] = s
        copy = workspace.states[PLAYED_ON]
        change_luck(copy, s.decisions)
        deal_hidden(copy, cards)
        workspace.chosen[1] = workspace.moves[int(spare[2, k])]
        step(copy, cards, workspace.chosen[1], workspace.tried, workspace.silent)
        play_on(copy, cards, w, s.turns + int(w.ahead), workspace)
        spare[3, k] = chance_of_winning(copy, cards, w, workspace.outlook[1], s.decider)
        if spare[3, k] >= 1.0:
            return


@inner_kernel
def is_far_enough(s, w, last):
    """Whether a copy is judged now: the game is over, or a turn from `last` on begins.

    Once the end is triggered it is a round away at most, and surer than any judgement.
    """
    if s.phase != PHASE.SELECT_ACTION:
        return s.phase == PHASE.OVER
    return s.turns >= last and (w.to_end == 0.0 or s.trigger_seat == NONE)


@kernel
def play_on(s, cards, w, last, workspace):
    """Play a copied game on to turn `last`, every seat by the same weights."""
    moves, outlook = workspace.tried, workspace.outlook
    mixed = False  # whether the outlook holds the mixes of the war that is being fought
    while not is_far_enough(s, w, last):
        n = list_moves(s, cards, moves)
        i = 0
        if n > 1:
            known = mixed and s.phase == PHASE.SET_DEFENCE
            mixed = s.phase == PHASE.SET_ATTACK and not is_cunning(w, outlook[1])
            if known:
                i = choose_from_mix(
                    s,
                    w,
                    outlook[1],
                    moves,
                    n,
                    workspace.features,
                    workspace.numbers,
                    workspace.spare[1],
                )
            else:
                v = outlook[1]
                i = choose_by_weights(s, cards, w, v, moves, n, workspace, workspace.spare[1])
        else:
            mixed = False
        workspace.chosen[1] = moves[i]
        step(s, cards, workspace.chosen[1], moves, workspace.silent)


@kernel
def choose_from_mix(s, w, v, moves, n, features, numbers, scores):
    """The defender's number, by the mix that was worked out when the attacker set its own."""
    clear(numbers, 0, n)
    for i in range(n):
        describe_number(s, v, moves[i], features[i])
    score(w, numbers, n, scores)
    return draw_number(s, FIRST_CHOICE + moves[0].actor, scores, n, w.own_temperature)


choose_by_foresight = foresight_of(__name__, weigh_moves, score_played_on, FIRST_CHOICE)
