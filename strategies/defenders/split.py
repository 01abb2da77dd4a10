"""Group Ally cards: the likeliest splits are rolled out and compared.

A sum over each hero's best plan does not see that two plans count on the same threat, or what
an ability does.  So the splits that the weights like best are carried out on a copy of the
game, every turn by the weights, until the card is done; then the table is weighed.  The expected
attacks stay as they were, and cards that nobody has looked at are not on the copy.

What the heroes did there is known when their turns come, up to the next split or the first card
that is drawn or looked at, and is not worked out again.
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.defenders.cards.tables import CAPITAL, NONE, PLACES
from simulate.games.defenders.moves.lists import list_moves
from simulate.games.defenders.state.record import END, FIRST_CHOICE, PHASE
from simulate.games.defenders.turn import carry_out, go_on, must_choose
from strategies.choice import MODE, soft_choice
from strategies.defenders.choose import choose_by_weights, weigh_moves
from strategies.defenders.names import MOVE_FEATURES
from strategies.defenders.outlook import (
    NEVER,
    STEPS,
    capital_worth,
    place_worth,
    relief_of,
    survey,
    table_number,
    weigh_refuge,
)
from strategies.trials import rank

TRIED = 3  # record of the workspace on which a split is played out
MOST = 3  # splits that are played out: four gain little more, two gain half
RELIEF = list(MOVE_FEATURES).index("relief")
CAPITAL_RELIEF = list(MOVE_FEATURES).index("capital_relief")
AN_ENEMY = 0  # any will do: the attacks expected are those foreseen before
WON = 1000.0  # worth of a won game, above any table


@inner_kernel
def foresees(s, cards, w):
    """Whether a seat goes by what it found, or finds, by playing a split out."""
    return w.mode == MODE.WEIGHTS


@kernel
def choose_by_foresight(s, cards, weights, w, workspace, n):
    """Index of the move that a seat takes by its weights, splits being played out."""
    if s.phase == PHASE.SPLIT_POINTS:
        return choose_split(s, cards, weights, w, workspace, n)
    v = workspace.outlook[0]
    known = recall(s, w, v, workspace.moves[0].actor)
    if known != NONE:
        return known
    return choose_by_weights(s, cards, w, v, workspace.moves, n, workspace, workspace.spare[0])


@kernel
def choose_split(s, cards, weights, w, workspace, n):
    """Index of the best of the `n` splits in workspace.moves, softened by the temperature."""
    scores, v = workspace.spare, workspace.outlook[0]
    speaker = workspace.moves[0].actor
    weigh_moves(s, cards, w, v, workspace.moves, n, workspace, scores[2])
    score_played_on(s, cards, weights, w, workspace, n, scores[2])
    choice = soft_choice(s, FIRST_CHOICE + speaker, scores[2], n, w.own_temperature)
    v.known_from, v.known_deck = s.decisions + 1, s.deck_changes
    if choice != v.known_split:
        v.knows = 0
    return choice


@inner_kernel
def recall(s, w, v, seat):
    """The move that was found when the split was played out, or NONE; its luck is used up."""
    step = s.decisions - v.known_from
    if step < 0 or step >= v.knows or v.game != s.keys[0] or v.mark != w.mark:
        return NONE
    known = v.known[step]
    purpose = FIRST_CHOICE + seat
    if s.deck_changes != v.known_deck or s.draws[purpose] != known.before:
        return NONE
    if known.table != table_number(s, seat):
        return NONE
    s.draws[purpose] = known.after
    return known.move


@kernel
def score_played_on(s, cards, weights, w, workspace, n, scores):
    """Correct the scores of the splits that are played out, if it is a split that is chosen.

    The likeliest keeps its score, so that it stays above all that are not tried; the others
    score as much more or less as they lead to more or less.
    """
    if s.phase != PHASE.SPLIT_POINTS:
        return
    states, moves, outlook, spare = (
        workspace.states,
        workspace.moves,
        workspace.outlook,
        workspace.spare,
    )
    order = spare[3]
    count = likeliest(s, moves, n, scores, spare[4], order)
    top, first, most = scores[int(order[0])], 0.0, NEVER
    for k in range(count):
        split = int(order[k])
        states[TRIED] = s
        hide_deck(states[TRIED])
        outlook[1] = outlook[0]
        play_card(states[TRIED], cards, w, workspace, moves[split])
        worth = table_worth(states[TRIED], cards, w, outlook[1])
        if k == 0:
            first = worth
        scores[split] = top + worth - first
        if worth > most:
            most = worth
            keep_steps(outlook[1], outlook[0], split)
    outlook[1].deck = NONE  # what was foreseen there belongs to the copy


@kernel
def keep_steps(played_out, v, split):
    """Keep what was decided when a split was played out."""
    v.knows, v.known_split = played_out.knows, split
    for k in range(played_out.knows):
        v.known[k] = played_out.known[k]


@kernel
def likeliest(s, moves, n, scores, fit, order):
    """Write the best splits by score into `order`, best first; how many.

    Only those that give the greater part first: the order of turns seldom matters.
    fit: scratch space for scores.
    """
    able = 0
    for i in range(n):
        fit[i] = NEVER
        if 2 * moves[i].points >= s.group_points:
            fit[i] = scores[i]
            able += 1
    return rank(fit, n, order, min(able, MOST))


@kernel
def hide_deck(s):
    """Lay an enemy in place of each card of the turn deck that nobody has looked at."""
    for i in range(s.known_top, s.turn_cards - s.known_bottom):
        s.turn_deck[i] = AN_ENEMY


@kernel
def play_card(s, cards, w, workspace, split):
    """Take a split and play every turn under the present Group Ally card by the weights.

    Cards that a hero would look at are kept as they lie: nobody has seen them yet.
    """
    moves, chosen = workspace.tried, workspace.chosen
    chosen[1] = split
    deck, alike = s.deck_changes, True
    workspace.outlook[1].knows = 0
    while True:
        carry_out(s, cards, chosen[1], workspace.silent)
        while (
            s.phase != PHASE.OVER
            and s.phase != PHASE.BEFORE_DRAW
            and not must_choose(s, cards, moves)
        ):
            go_on(s, cards, workspace.silent)
        if s.phase == PHASE.OVER or s.phase == PHASE.BEFORE_DRAW:
            return
        n = list_moves(s, cards, moves)
        i = 0
        if n > 1:
            alike = alike and s.deck_changes == deck and may_be_known(s.phase)
            if s.phase != PHASE.PEEK and s.phase != PHASE.ARRANGE:
                i = choose_on_copy(s, cards, w, workspace, n, alike)
        chosen[1] = moves[i]


@inner_kernel
def may_be_known(phase):
    """Whether a decision on the copy is the one that will be made at the table."""
    return phase == PHASE.TAKE_TURN or phase == PHASE.PLACE_HEROES


@kernel
def choose_on_copy(s, cards, w, workspace, n, alike):
    """Index of the best of the `n` moves in workspace.tried; kept if the table will be `alike`."""
    moves, v, scores = workspace.tried, workspace.outlook[1], workspace.spare
    seat = moves[0].actor
    before = s.draws[FIRST_CHOICE + seat]
    v.deck = s.deck_changes
    i = choose_by_weights(s, cards, w, v, moves, n, workspace, scores[1])
    if alike and v.knows < STEPS:
        known = v.known[v.knows]
        known.move, known.table = i, table_number(s, seat)
        known.before, known.after = before, s.draws[FIRST_CHOICE + seat]
        v.knows += 1
    return i


@kernel
def table_worth(s, cards, w, v):
    """Worth of the table when the card is done: threat, the foe, and where all heroes stand."""
    if s.phase == PHASE.OVER:
        return WON if s.outcome == END.FOE_DEFEATED else -WON
    v.deck = s.deck_changes
    survey(s, cards, w, v)
    worth = 0.0
    for region in range(CAPITAL + 1, PLACES):
        if not s.destroyed[region]:
            worth -= w.weight[RELIEF] * relief_of(s, cards, w, v, region, s.threat[region])
    for level in range(1, s.threat[CAPITAL] + 1):
        worth -= w.weight[CAPITAL_RELIEF] * capital_worth(s, cards, w, level)
    if s.foe_in_play:
        worth -= w.fight * s.foe_health
    for seat in range(s.players):
        weigh_refuge(s, cards, w, v, seat)
        worth += w.party * place_worth(s, cards, w, v, seat, s.place[seat], s.health[seat])
    return worth
