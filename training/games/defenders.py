"""Tiny Epic Defenders: defending and turns are taught, by number of players."""

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.results import by_seat
from simulate import pack
from simulate.compiler.kernels import inner_kernel, kernel
from simulate.compiler.record_view import numbers_of
from simulate.core.game.rooms import found_in
from simulate.games.defenders import setup, turn
from simulate.games.defenders.cards.tables import SEATS
from simulate.games.defenders.facts import FACTS
from simulate.games.defenders.moves import lists
from simulate.games.defenders.state import record
from simulate.games.defenders.state.record import END
from simulate.pack import catalogue
from strategies.defenders.choose import weigh_moves
from strategies.defenders.features import LESSON
from strategies.defenders.learned import lessons
from strategies.defenders.learned.value import FITTED, chance_of_winning, describe_position
from strategies.defenders.split import choose_by_foresight
from training import tables, value
from training.measure import expert
from training.practice import Cell, Subject, Syllabus, player_of
from training.rules import Rules, copy_numbers

CARELESS = 0.7  # skill that shows positions which the best play avoids
# Thousands of games of a round, by number of players and horde.
GAMES = {
    (1, "easy"): 15,
    (1, "medium"): 15,
    (1, "hard"): 10,
    (2, "easy"): 5,
    (2, "medium"): 10,
    (2, "hard"): 15,
    (2, "epic"): 10,
    (3, "easy"): 5,
    (3, "medium"): 10,
    (3, "hard"): 15,
    (3, "epic"): 15,
    (4, "easy"): 10,
    (4, "medium"): 15,
    (4, "hard"): 15,
    (4, "epic"): 10,
}


@kernel
def choose(s, cards, weights, workspace, n):
    w = weights[workspace.moves[0].actor]
    return choose_by_foresight(s, cards, weights, w, workspace, n)


@inner_kernel
def is_taught(s, cards):
    return lessons.is_taught(s)


@kernel
def look(s, cards, weights, workspace, n, facts, codes):
    moves, v, seat = workspace.moves, workspace.outlook[0], workspace.moves[0].actor
    weigh_moves(s, cards, weights[seat], v, moves, n, workspace, workspace.spare[0])
    lessons.note_table(s, cards, v, seat, v.facts)
    lessons.look_around(s, v, seat)
    for i in range(n):
        workspace.spare[2, i] = i
        codes[i] = lessons.act_of(s, moves[i])
        if codes[i] >= 0:
            place = lessons.place_of(s, moves[i])
            lessons.note_place(s, cards, v, seat, place, s.health[seat] - moves[i].health)
            table, region = numbers_of(v.facts), numbers_of(v.places[place])
            for f in range(len(table)):
                facts[i, f] = table[f]
            for f in range(len(region)):
                facts[i, lessons.OF_PLACE + f] = region[f]
            for k in range(len(lessons.COLUMNS)):
                facts[i, lessons.OF_MOVE + k] = workspace.numbers[i, lessons.COLUMNS[k]]
    return n


@kernel
def stage(s, cards, weights, seat):
    return lessons.stage_of(s)


@inner_kernel
def share_of_win(s, cards, seat):
    return 1.0 if s.outcome == END.FOE_DEFEATED else 0.0


@inner_kernel
def seats(s, cards):
    return s.players


RULES = found_in(Rules, sys.modules[__name__], setup, turn, lists, record)
play_softly = player_of(__name__, RULES, Subject(is_taught, look, stage, chance_of_winning))


# The chance of winning, at the start of every round but the first


@inner_kernel
def moment(s):
    return s.round_no


@kernel
def note(s, cards, weights, v, terms):
    describe_position(s, cards, v.terms)
    copy_numbers(numbers_of(v.terms), terms[0])


collect = value.collector_of(__name__, RULES, value.Moments(moment, 1, note))


def positions() -> Iterator[value.Cell]:
    """Where the chance of winning is learned, with sides by chance."""
    for setting in expert.cells("defenders"):
        table = ready(setting | {"sides": "random"}, "balanced", CARELESS)
        players = (setting["players"] - 1,)
        yield value.Cell(FITTED, players, [(table.tables[0], table.weights)], 1, 15, 1)


# Lessons


def ready(setting: dict[str, Any], strategy: str, skill: float) -> Any:
    """A table of one strategy."""
    seated = by_seat(FACTS, setting | {"strategy": strategy, "skill": skill})
    return catalogue.table("defenders").prepare(pack.load("defenders"), seated)


def taught() -> Syllabus:
    """What is taught, and at which tables."""
    cells = {
        f"{setting['players']} {setting['horde']}": Cell(
            ready(setting, "balanced", 1.0),
            GAMES[setting["players"], setting["horde"]],
            contest=False,
        )
        for setting in expert.cells("defenders")
        if (setting["players"], setting["horde"]) in GAMES
    }
    return Syllabus(play_softly, lessons.LESSONS, LESSON, cells, SEATS, write)


def write(numbers: np.ndarray) -> None:
    tables.write(lessons.TAUGHT, numbers, "python -m training.practice defenders", 3)
