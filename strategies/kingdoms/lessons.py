"""What play taught: how much better or worse a kind of move is than the weights say.

The worth of an action depends on more than its best use: who can follow it, who collects instead,
which steps are still to be had and how near the end is.  So every kind of act, and every action
that is selected, has a line of numbers for each number of players, one for each fact of the
position.  Those of two players were fitted first on what moves led to when they were played on
(`python -m benchmarks.kingdoms_lessons`), then all on games won (`python -m benchmarks.practice
kingdoms`).  They are kept in lessons.toml.  All facts are public.
"""

import tomllib
from pathlib import Path

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.kingdoms.cards.codes import ACTIONS, SEATS
from simulate.games.kingdoms.end import score_now
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.state.record import GOODS
from strategies.kingdoms import outlook
from strategies.kingdoms.outlook import FACTS

NEVER = 99  # resources lacking where no step is left
OF_SEAT = 18  # facts of a seat: levels, goods, income, what it can afford or lacks, full stores
GENERAL = 8 + ACTIONS
LATE = GENERAL + 3 * OF_SEAT  # from here on: facts of the seat and the rivals, as the game is late
FIRST_ACT, ACTS = KIND.DO_NOTHING, KIND.TRADE - KIND.DO_NOTHING + 1
CODES = ACTIONS + ACTS  # actions that are selected, then acts
FILE = Path(__file__).with_name("lessons.toml")
assert LATE + 2 * OF_SEAT == FACTS


def lessons() -> np.ndarray:
    """float64[SEATS, CODES, FACTS] from lessons.toml; zeros where nothing was fitted."""
    found = np.zeros((SEATS, CODES, FACTS))
    if FILE.exists():
        for row in tomllib.loads(FILE.read_text()).get("lesson", []):
            found[row["players"] - 1, row["code"]] = row["numbers"]
    return found


LESSONS = lessons()


@inner_kernel
def note_seat(s, cards, v, seat, share, facts, first):
    """Add a share of what is seen of a seat."""
    facts[first] += share * s.magic[seat] / 5
    facts[first + 1] += share * s.tower[seat] / 6
    facts[first + 2] += share * s.in_play[seat] / 7
    for kind in range(GOODS):
        have = s.goods[seat, kind]
        lack = lack_of(s, cards, seat, kind)
        facts[first + 3 + kind] += share * have / 9
        facts[first + 6 + kind] += share * v.income[seat, kind] / 3
        facts[first + 9 + kind] += share * (1.0 if lack <= 0 else 0.0)
        facts[first + 12 + kind] += share * min(5, max(0, lack)) / 5
        facts[first + 15 + kind] += share * (1.0 if have >= cards.resource_limit - 1 else 0.0)


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
    for i in range(FACTS):
        facts[i] = 0.0
    facts[0] = 1.0
    facts[1] = v.late
    facts[2] = v.rounds / 6
    facts[3] = s.shields / cards.shields
    facts[4] = 1.0 if s.trigger[0] + s.trigger[1] + s.trigger[2] > 0 else 0.0
    facts[5] = 1.0 if s.active == seat else 0.0
    facts[6] = v.end
    for action in range(ACTIONS):
        facts[8 + action] = 1.0 if s.shield[action] else 0.0
    note_seat(s, cards, v, seat, 1.0, facts, GENERAL)
    best, foremost, share = -100.0, 0, 1.0 / (s.seats - 1)
    for other in range(s.seats):
        if other != seat:
            if not (v.weighed >> other) & 1:
                outlook.count_income(s, cards, v, other)
            note_seat(s, cards, v, other, share, facts, GENERAL + OF_SEAT)
            score = 1.0 * score_now(s, cards, other)
            if score > best:
                best, foremost = score, other
    facts[7] = (score_now(s, cards, seat) - best) / 10
    note_seat(s, cards, v, foremost, 1.0, facts, GENERAL + 2 * OF_SEAT)
    for i in range(2 * OF_SEAT):
        facts[LATE + i] = v.late * facts[GENERAL + i]


@kernel
def lesson_of(cards, code, facts):
    """What the facts say of an action that is selected, or of an act; 0 where there is no code."""
    if code < 0:
        return 0.0
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    row = LESSONS[cards.players - 1, code]
    for i in range(0, FACTS, 4):
        a += row[i] * facts[i]
        b += row[i + 1] * facts[i + 1]
        c += row[i + 2] * facts[i + 2]
        d += row[i + 3] * facts[i + 3]
    return (a + b) + (c + d)


@inner_kernel
def act_code(kind):
    """Where the lesson of a kind of act stands, -1 where there is none."""
    return ACTIONS + kind - FIRST_ACT if FIRST_ACT <= kind < FIRST_ACT + ACTS else -1
