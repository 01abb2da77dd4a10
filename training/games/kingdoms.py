"""Both Kingdoms: selections and acts are taught, by number of players."""

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.results import by_seat, lineup
from simulate import pack
from simulate.compiler.kernels import inner_kernel, kernel
from simulate.compiler.record_view import numbers_of
from simulate.core.game.rooms import found_in
from simulate.games.kingdoms import setup, turn
from simulate.games.kingdoms.cards.codes import SEATS
from simulate.games.kingdoms.moves import lists
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.record import PHASE
from simulate.pack import catalogue
from strategies.kingdoms import features
from strategies.kingdoms.choose import choose_quickly
from strategies.kingdoms.features import OF_LESSON, code_of, weigh_moves
from strategies.kingdoms.learned import lessons
from strategies.kingdoms.learned import value as fitted
from strategies.kingdoms.learned.value import FITTED, chance_of_winning, describe_seat
from strategies.kingdoms.outlook import foresee_end
from training import tables, value
from training.measure import expert
from training.practice import Cell, Subject, Syllabus, player_of
from training.rules import Rules, copy_numbers, quick_of

EDITIONS = ("kingdoms", "ultra_kingdoms")
CARELESS = 0.7  # skill that shows positions which the best play avoids
# Thousands of games of a round in each edition, by number of players.
GAMES = {1: 30, 2: 40, 3: 25, 4: 25, 5: 15}


choose = quick_of(__name__, choose_quickly)


@inner_kernel
def is_taught(s, cards):
    return features.is_taught(s)


@kernel
def look(s, cards, weights, workspace, n, facts, codes):
    moves, v, seat = workspace.moves, workspace.outlook[0], workspace.moves[0].actor
    weigh_moves(s, cards, weights[seat], v, moves, n, workspace, workspace.spare[0])
    if weights[seat].weight[OF_LESSON] == 0.0:
        lessons.note_facts(s, cards, v, seat, v.facts)
    seen = numbers_of(v.facts)
    for i in range(n):
        workspace.spare[2, i] = i
        codes[i] = code_of(s, moves[i])
        for f in range(len(seen)):
            facts[i, f] = seen[f]
    return n


@inner_kernel
def stage(s, cards, weights, seat):
    return cards.players - 1


@inner_kernel
def seats(s, cards):
    return s.seats


RULES = found_in(Rules, sys.modules[__name__], setup, turn, lists, record, fitted)
play_softly = player_of(__name__, RULES, Subject(is_taught, look, stage, chance_of_winning))


# The chance of winning, at the start of turns


@inner_kernel
def moment(s):
    return s.turns if s.phase == PHASE.SELECT_ACTION else -1


@kernel
def note(s, cards, weights, v, terms):
    foresee_end(s, cards, weights[0], v)
    for seat in range(s.seats):
        describe_seat(s, cards, v, seat, v.terms)
        copy_numbers(numbers_of(v.terms), terms[seat])


collect = value.collector_of(__name__, RULES, value.Moments(moment, -1, note))


def positions() -> Iterator[value.Cell]:
    """Where the chance of winning is learned."""
    for edition, players in played():
        table = ready(edition, players, "balanced", CARELESS)
        sitting = table.seating(0)
        seatings = [(sitting.tables[0], sitting.weights)]
        yield value.Cell(FITTED, (players - 1,), seatings, 3, 12, table.n_row_seats)


# Lessons


def played() -> Iterator[tuple[str, int]]:
    """Editions and numbers of players; only one edition is played alone."""
    for edition in EDITIONS:
        for setting in expert.cells(edition):
            yield edition, setting["players"]


def ready(edition: str, players: int, strategy: str, skill: float, rivals: str = "") -> Any:
    """A table of one strategy, or of one such among rivals."""
    facts = catalogue.facts(edition)
    setting = next(s for s in expert.cells(edition) if s["players"] == players)
    line = lineup(facts, setting, strategy, rivals or strategy)
    setting = by_seat(facts, setting | {"strategy": line, "skill": skill})
    return catalogue.table("kingdoms").prepare(pack.load(edition), setting)


def cell(edition: str, players: int, rivals: tuple[str, ...]) -> Cell:
    """A table of `quick`, and those where it meets rivals."""
    table, contest = ready(edition, players, "quick", 1.0), players > 1
    among = [ready(edition, players, "quick", 1.0, name) for name in rivals if contest]
    return Cell(table, GAMES[players], contest, tuple(among))


def taught(*rivals: str) -> Syllabus:
    """What is taught, and at which tables."""
    cells = {
        f"{edition} {players}": cell(edition, players, rivals) for edition, players in played()
    }
    return Syllabus(play_softly, lessons.LESSONS, OF_LESSON, cells, SEATS, write)


def write(numbers: np.ndarray) -> None:
    """Keep them."""
    tables.write(lessons.TAUGHT, numbers, "python -m training.practice kingdoms", 2)
