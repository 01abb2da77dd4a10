"""Tiny Epic Dungeons: all turns of `quick` are taught, by stage of the game."""

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.measuring import measuring
from benchmarks.results import by_seat
from simulate import pack
from simulate.compiler.kernels import inner_kernel, kernel
from simulate.compiler.record_view import numbers_of
from simulate.core.game.rooms import found_in
from simulate.games.dungeons import setup, turn
from simulate.games.dungeons.cards.vocabulary import NONE, SEATS
from simulate.games.dungeons.end import is_won
from simulate.games.dungeons.facts import FACTS
from simulate.games.dungeons.moves import lists
from simulate.games.dungeons.state import record
from simulate.games.dungeons.state.record import PHASE
from simulate.pack import catalogue
from strategies.dungeons.choose import choose_quickly
from strategies.dungeons.features import LESSON, danger, has_acted, weigh_moves
from strategies.dungeons.learned import lessons
from strategies.dungeons.learned.value import FITTED, chance_of_winning, describe_position
from strategies.dungeons.outlook import own_weights, stage_of
from training import tables, value
from training.measure import expert
from training.practice import Cell, Subject, Syllabus, player_of
from training.rules import Rules, copy_numbers, quick_of

CARELESS = 0.9  # skill that shows positions which the best play avoids
# Heroes, whether on the cards for measuring, and thousands of games of a round.
TABLES = {
    "3": (3, False, 80),
    "3, cards kept for measuring": (3, True, 60),
    "2": (2, False, 30),
    "4": (4, False, 30),
}


choose = quick_of(__name__, choose_quickly, own_weights)


@inner_kernel
def is_taught(s, cards):
    return s.phase == PHASE.TURN or s.phase == PHASE.FURTHER_STEP or s.phase == PHASE.TELEPORT


@kernel
def look(s, cards, weights, workspace, n, facts, codes):
    moves, v, seat = workspace.moves, workspace.outlook[0], workspace.moves[0].actor
    weigh_moves(
        s, cards, own_weights(s, cards, weights, seat), v, moves, n, workspace, workspace.spare[0]
    )
    here, acted, noted, x = s.place[seat], has_acted(s), NONE - 1, v.facts
    threat = danger(s, cards, v, seat, here)
    lessons.note_table(s, cards, v, seat, threat)
    seen = numbers_of(x)
    for i in range(n):
        workspace.spare[2, i] = i
        codes[i], place = lessons.code_of(moves[i].kind, acted), lessons.place_after(s, moves[i])
        if codes[i] >= 0:
            if place != noted:
                there = threat if place == here else danger(s, cards, v, seat, place)
                lessons.note_place(s, seat, place, there, x.place)
                noted = place
            lessons.note_move(workspace.numbers, i, x.move)
            for f in range(len(seen)):
                facts[i, f] = seen[f]
    return n


@kernel
def stage(s, cards, weights, seat):
    return stage_of(s, cards, weights[seat])


@inner_kernel
def share_of_win(s, cards, seat):
    return 1.0 if is_won(s) else 0.0


@inner_kernel
def seats(s, cards):
    return s.players


RULES = found_in(Rules, sys.modules[__name__], setup, turn, lists, record)
play_softly = player_of(__name__, RULES, Subject(is_taught, look, stage, chance_of_winning))


# The chance of winning, at the end of turns


@inner_kernel
def moment(s):
    return s.turns


@kernel
def note(s, cards, weights, v, terms):
    describe_position(s, cards, v.terms)
    copy_numbers(numbers_of(v.terms), terms[0])


collect = value.collector_of(__name__, RULES, value.Moments(moment, 0, note))


def positions() -> Iterator[value.Cell]:
    """Where the chance of winning is learned."""
    for heroes in (2, 3, 4):
        table = ready(heroes, False, "balanced", CARELESS)
        seatings = [(table.tables[0], table.weights)]
        yield value.Cell(FITTED, (heroes - 1,), seatings, 1, 80, 1)


# Lessons


def ready(heroes: int, kept: bool, strategy: str, skill: float) -> Any:
    """A table of one strategy."""
    known = measuring("dungeons") if kept else pack.load("dungeons")
    setting = next(s for s in expert.cells("dungeons") if s["heroes"] == heroes)
    seated = by_seat(FACTS, setting | {"strategy": strategy, "skill": skill})
    return catalogue.table("dungeons").prepare(known, seated)


def taught() -> Syllabus:
    """What is taught, and at which tables."""
    cells = {
        name: Cell(ready(heroes, kept, "quick", 1.0), games, contest=False)
        for name, (heroes, kept, games) in TABLES.items()
    }
    return Syllabus(play_softly, lessons.LESSONS, LESSON, cells, SEATS, write)


def write(numbers: np.ndarray) -> None:
    """Keep them, in a table for each act."""
    command = "python -m training.practice dungeons"
    stages = [len(learned.cases["stage"]) for learned in lessons.TAUGHT]
    by_act = np.split(numbers, np.cumsum(stages)[:-1])
    for learned, own in zip(lessons.TAUGHT, by_act, strict=True):
        tables.write(learned, own, command, 3)
