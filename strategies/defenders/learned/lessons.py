"""Learned corrections: how much better or worse a kind of move is than the weights say.

When to defend, where to stand and what to keep hang together in more ways than a sum of worths
can say.  So each kind of move has a line of numbers for each number of players, before and after
the epic foe has come: one for each fact of the table, of the place that the move is about and of
what else it is worth.  They were fitted on games won (`python -m training.practice defenders`)
and are kept in learned/lessons.csv.  All facts are public.
"""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.compiler.record_view import numbers_of
from simulate.core.functions import is_one_of
from simulate.core.game.code_table import CodeTable
from simulate.games.defenders.cards.tables import CAPITAL, NONE, PLACES, SEATS
from simulate.games.defenders.moves.move import KIND
from simulate.games.defenders.state.record import PHASE, is_dire
from strategies.defenders.learned.facts import FACTS, PLACE_COLUMNS, TABLE_COLUMNS
from strategies.defenders.names import MOVE_FEATURES, SEEN
from strategies.defenders.outlook import ACTS
from strategies.learned import Learned, beside, load
from strategies.sums import two_sums

# Moves by what they have in common.
ACT = CodeTable(
    "defend",
    "defend against a dire enemy",
    "defend with an ability",
    "end turn",
    "move",
    "move home",
    "succor",
    "fight",
    "buy point",
    "ability on a turn",
    "ability between turns",
    "artifact on a turn",
    "artifact between turns",
)
# Where the numbers of these facts begin among those of a kind of move.
OF_PLACE, OF_MOVE = len(TABLE_COLUMNS), len(TABLE_COLUMNS) + len(PLACE_COLUMNS)
COLUMNS = np.array([list(MOVE_FEATURES).index(name) for name in SEEN])
THIRD, SIXTH, SEVENTH, TWELFTH = 1 / 3, 1 / 6, 1 / 7, 1 / 12  # dividing takes long
PLAYERS, FOE = [str(1 + seat) for seat in range(SEATS)], ("no", "yes")
STAGES = len(FOE)  # before and after the epic foe has come
TAUGHT = Learned(
    beside(__file__, "lessons"), {"players": PLAYERS, "foe": FOE, "act": ACT.words}, FACTS
)
LESSONS = load(TAUGHT).reshape(SEATS * STAGES, len(ACT), len(FACTS))
assert len(ACT) == ACTS


@inner_kernel
def stage_of(s):
    """Which lessons hold: by number of players, before and after the epic foe has come."""
    return STAGES * (s.players - 1) + (1 if s.foe_in_play else 0)


@inner_kernel
def act_of(s, m):
    """What a move counts as, -1 for one that has no lesson."""
    kind, on_turn = m.kind, s.phase == PHASE.TAKE_TURN
    if kind == KIND.DEFEND:
        if m.ability != NONE:
            return ACT.DEFEND_WITH_AN_ABILITY
        return ACT.DEFEND_AGAINST_A_DIRE_ENEMY if is_dire(s.drawn) else ACT.DEFEND
    if kind == KIND.END_TURN:
        return ACT.END_TURN
    if kind == KIND.MOVE:
        return ACT.MOVE_HOME if m.region == CAPITAL else ACT.MOVE
    if kind == KIND.SUCCOR:
        return ACT.SUCCOR
    if kind == KIND.FIGHT:
        return ACT.FIGHT
    if kind == KIND.BUY_POINT:
        return ACT.BUY_POINT
    if kind == KIND.USE_ABILITY:
        return ACT.ABILITY_ON_A_TURN if on_turn else ACT.ABILITY_BETWEEN_TURNS
    if kind == KIND.USE_ARTIFACT:
        return ACT.ARTIFACT_ON_A_TURN if on_turn else ACT.ARTIFACT_BETWEEN_TURNS
    return -1


TAUGHT_PHASES = PHASE.group("defending", "take turn", "before draw", "enemy drawn")


@inner_kernel
def is_taught(s):
    """Whether lessons are heeded in this phase."""
    return is_one_of(TAUGHT_PHASES, s.phase)


@kernel
def note_table(s, cards, v, seat, x):
    """Fill the facts of the table and of the seat."""
    x.always = 1.0
    capital = s.threat[CAPITAL] / cards.capital_limit
    x.capital = capital
    x.capital_squared = capital * capital
    destroyed, near, second = 0, 0, 0
    for region in range(CAPITAL + 1, PLACES):
        left = cards.region_limit - s.threat[region]
        if s.destroyed[region]:
            destroyed += 1
        elif left <= 1:
            near += 1
        elif left == 2:
            second += 1
    x.destroyed = SIXTH * destroyed
    x.one_left = SIXTH * near
    x.two_left = SIXTH * second
    x.horde = SEVENTH * s.horde_cards
    x.no_horde = 1.0 if s.horde_cards == 0 else 0.0
    x.foe_health = s.foe_health / cards.foe_health[s.foe] if s.foe_in_play else 0.0
    x.allies = 0.25 * v.allies
    x.enemies = TWELFTH * v.enemies
    x.called = v.called[seat]
    full, health = s.full[seat], s.health[seat]
    x.health = health / full
    x.last_health = 1.0 if health == 1 else 0.0
    x.unhurt = 1.0 if health == full else 0.0
    others, spent, home = 0.0, 0.0, 0.0
    for other in range(s.players):
        if other != seat:
            others += s.health[other] / s.full[other]
            spent += 1.0 if s.health[other] == 0 else 0.0
            home += 1.0 if s.place[other] == CAPITAL else 0.0
    share = 1.0 / max(1, s.players - 1)
    x.others_health = share * others
    x.others_spent = share * spent
    x.others_home = share * home
    x.points = 0.25 * s.points
    x.home = 1.0 if s.place[seat] == CAPITAL else 0.0


@inner_kernel
def note_place(s, cards, v, seat, region, health):
    """Facts of a region where a move leads or acts, and of the health it leaves: v.places[region].

    Those of the region hold until the land, the cards or the heroes change.
    """
    y = v.places[region]
    if not (v.noted >> region) & 1:
        v.noted |= 1 << region
        note_region(s, cards, v, seat, region, y)
    y.health_left = health / s.full[seat]
    y.spent = 1.0 if health == 0 else 0.0
    y.attacks_spent = v.now[region] if health == 0 else 0.0
    y.asked_later = 0.0
    if s.phase == PHASE.DEFENDING:
        for other in range(seat + 1, s.players):
            if s.place[other] == region and s.health[other] > 0:
                y.asked_later += s.health[other] / s.full[other]


@kernel
def note_region(s, cards, v, seat, region, y):
    """Facts of a region, whoever comes there."""
    left = cards.region_limit - s.threat[region]
    outer = region != CAPITAL and not s.destroyed[region]
    y.one_left = 1.0 if outer and left <= 1 else 0.0
    y.two_left = 1.0 if outer and left == 2 else 0.0
    y.threat = s.threat[region] / cards.region_limit if outer else 0.0
    y.destroyed = 1.0 if region != CAPITAL and s.destroyed[region] else 0.0
    y.attacks = v.now[region]
    y.attacks_cycle = 0.5 * v.cycle[region]
    y.attacks_dire = v.dire[region]
    y.company = 0.0
    for other in range(s.players):
        if other != seat and s.place[other] == region and s.health[other] > 0:
            y.company += 1.0
    now = 0.0
    for i in range(s.neighbours[region]):
        now += v.now[s.neighbour[region, i]]
    y.attacks_around = THIRD * now
    y.foe = 1.0 if s.foe_in_play and region == s.foe_region else 0.0
    y.way_to_foe = THIRD * s.distance[region, s.foe_region] if s.foe_in_play else 0.0
    y.way_home = 0.5 * s.distance[region, CAPITAL]


@inner_kernel
def look_around(s, v, seat):
    """Forget what was noted of the regions, if anybody has moved, fallen or risen since."""
    heroes = seat + 1
    for other in range(s.players):
        if other != seat:
            heroes = 16 * heroes + 2 * s.place[other] + (1 if s.health[other] > 0 else 0)
    if v.heroes != heroes:
        v.heroes, v.noted = heroes, 0


@inner_kernel
def place_of(s, m):
    """The region that a move is about."""
    if m.kind == KIND.MOVE or m.kind == KIND.DEFEND:
        return m.region
    if m.target != NONE and m.target < PLACES:
        return m.target
    return s.place[m.actor]


@kernel
def add_lessons(s, cards, v, moves, n, features, numbers):
    """Fill what play taught of each of `n` moves.

    What the table says of a kind of move is worked out once a decision.
    """
    stage, seat, known = stage_of(s), moves[0].actor, 0
    note_table(s, cards, v, seat, v.facts)
    look_around(s, v, seat)
    for i in range(n):
        act = act_of(s, moves[i])
        if act < 0:
            continue
        if not (known >> act) & 1:
            known |= 1 << act
            v.taught[act] = two_sums(LESSONS[stage, act], 0, numbers_of(v.facts))
        place = place_of(s, moves[i])
        note_place(s, cards, v, seat, place, s.health[seat] - moves[i].health)
        of_place = numbers_of(v.places[place])
        lesson = v.taught[act] + two_sums(LESSONS[stage, act], OF_PLACE, of_place)
        for k in range(len(COLUMNS)):
            lesson += LESSONS[stage, act, OF_MOVE + k] * numbers[i, COLUMNS[k]]
        features[i].lesson = lesson
