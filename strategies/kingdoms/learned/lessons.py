"""Learned corrections: how much better or worse a kind of move is than the weights say.

The worth of an action depends on more than its best use: who can follow it, who collects instead,
which steps are still to be had and how near the end is.  So every kind of act, and every action
that is selected, has a line of numbers for each number of players, one for each fact of the
position.  They were fitted on games won (`python -m training.practice kingdoms`) and are kept in
learned/lessons.csv.  All facts are public.
"""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.compiler.record_view import numbers_of
from simulate.games.kingdoms.cards.codes import ACTION, ACTIONS, SEATS
from simulate.games.kingdoms.end import score_now
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.state.record import GOODS
from strategies.kingdoms import outlook
from strategies.kingdoms.learned.facts import FACT_COLUMNS
from strategies.learned import Learned, beside, load
from strategies.sums import clear, four_sums

NEVER = 99  # resources lacking where no step is left
MOST = outlook.IN_HAND  # more than any track has steps, or a seat meeples
FIRST_ACT, ACTS = KIND.DO_NOTHING, KIND.TRADE - KIND.DO_NOTHING + 1
# Actions that are selected, then acts.
CODES = (
    *(f"select {action}" for action in ACTION.words[:ACTIONS]),
    *KIND.words[FIRST_ACT : FIRST_ACT + ACTS],
)
PLAYERS = [str(1 + seat) for seat in range(SEATS)]
TAUGHT = Learned(beside(__file__, "lessons"), {"players": PLAYERS, "move": CODES}, FACT_COLUMNS)
LESSONS = load(TAUGHT)  # float64[SEATS, CODES, facts]


def shares(whole):
    """By how many share, then by pieces of a `whole`: divided once, as divisions are dear."""
    return np.array([[1.0 / n * k / whole for k in range(MOST)] for n in range(1, SEATS)])


FIFTHS, SIXTHS, SEVENTHS, NINTHS = shares(5), shares(6), shares(7), shares(9)


@inner_kernel
def note_seat(s, cards, v, seat, among, x):
    """Add what is seen of a seat, shared among so many, to a record `facts.SEAT`."""
    share, row = 1.0 / among, among - 1
    x.magic += FIFTHS[row, s.magic[seat]]
    x.tower += SIXTHS[row, s.tower[seat]]
    x.meeples += SEVENTHS[row, s.in_play[seat]]
    for kind in range(GOODS):
        have = s.goods[seat, kind]
        lack = lack_of(s, cards, seat, kind)
        x.goods[kind] += NINTHS[row, have]
        x.income[kind] += share * v.income[seat, kind] / 3
        x.able[kind] += share if lack <= 0 else 0.0
        x.lack[kind] += FIFTHS[row, min(5, max(0, lack))]
        x.full[kind] += share if have >= cards.resource_limit - 1 else 0.0


@inner_kernel
def lack_of(s, cards, seat, kind):
    """Resources of a kind that a seat lacks for the next step of their track; many at its top."""
    step = outlook.level_of(s, seat, kind) + 1
    if step > outlook.top_of(cards, kind):
        return np.int64(NEVER)
    price = outlook.price_of(cards, kind, step) - outlook.off_price(s, cards, seat, kind)
    return price - s.goods[seat, kind]


@kernel
def note_facts(s, cards, v, seat, facts):
    """Fill the facts; the outlook holds the time left and the seat's own income."""
    clear(numbers_of(facts))
    facts.always = 1.0
    facts.late = v.late
    facts.rounds = v.rounds / 6
    facts.shields = s.shields / cards.shields
    facts.ending = 1.0 if s.trigger[0] + s.trigger[1] + s.trigger[2] > 0 else 0.0
    facts.first = 1.0 if s.active == seat else 0.0
    facts.end = v.end
    for action in range(ACTIONS):
        facts.shield[action] = 1.0 if s.shield[action] else 0.0
    note_seat(s, cards, v, seat, 1, facts.own)
    best, foremost = -100.0, 0
    for other in range(s.seats):
        if other != seat:
            if not (v.weighed >> other) & 1:
                outlook.count_income(s, cards, v, other)
            note_seat(s, cards, v, other, s.seats - 1, facts.rivals)
            score = 1.0 * score_now(s, cards, other)
            if score > best:
                best, foremost = score, other
    facts.lead = (score_now(s, cards, seat) - best) / 10
    note_seat(s, cards, v, foremost, 1, facts.foremost)
    note_late(v, facts.own, facts.own_late)
    note_late(v, facts.rivals, facts.rivals_late)


@inner_kernel
def note_late(v, seen, late):
    """What is seen of a seat once more, as the game is late."""
    plain, numbers = numbers_of(seen), numbers_of(late)
    for i in range(len(numbers)):
        numbers[i] = v.late * plain[i]


@kernel
def lesson_of(cards, code, facts):
    """What the facts say of an action that is selected, or of an act; 0 where there is no code."""
    if code < 0:
        return 0.0
    return four_sums(LESSONS[cards.players - 1, code], numbers_of(facts))


@inner_kernel
def act_code(kind):
    """Where the lesson of a kind of act stands, -1 where there is none."""
    return ACTIONS + kind - FIRST_ACT if FIRST_ACT <= kind < FIRST_ACT + ACTS else -1
