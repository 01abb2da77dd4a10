"""Tiny Epic Tactics: the likeliest actions are taught, by what is played for."""

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.results import by_seat, lineup
from simulate import pack
from simulate.compiler.kernels import inner_kernel, kernel
from simulate.compiler.record_view import numbers_of
from simulate.core.game.rooms import found_in
from simulate.games.tactics import setup, turn
from simulate.games.tactics.cards.codes import MODE, SEATS
from simulate.games.tactics.moves import lists
from simulate.games.tactics.state import record
from simulate.games.tactics.state.record import PHASE
from simulate.pack import catalogue
from strategies.sums import total_of
from strategies.tactics.choose import choose_quickly
from strategies.tactics.features import (
    LESSON,
    centre,
    clear,
    describe_move,
    recall_lesson,
    weigh_plainly,
)
from strategies.tactics.learned import lessons
from strategies.tactics.learned import value as fitted
from strategies.tactics.learned.value import (
    ADVENTURES,
    ADVENTURES_FITTED,
    CONTESTS_FITTED,
    chance_of_winning,
    describe_adventure,
    describe_side,
)
from strategies.tactics.likely import promising
from strategies.tactics.names import ALIKE, HEEDED
from strategies.tactics.outlook import look_out
from training import tables, value
from training.measure import expert
from training.practice import Cell, Subject, Syllabus, player_of
from training.rules import Rules, copy_numbers, quick_of

CARELESS = 0.9  # skill that shows positions which the best play avoids
# Mode, players and thousands of games of a round.
TABLES = {
    "areas": ("competitive", 2, 16),
    "areas of 3": ("competitive", 3, 8),
    "areas of 4": ("competitive", 4, 6),
    "battle": ("battle", 2, 16),
    "battle of 3": ("battle", 3, 8),
    "battle of 4": ("battle", 4, 6),
    "areas of teams": ("team", 4, 4),
    "battle of teams": ("battle_team", 4, 6),
    "adventure alone": ("solo", 1, 6),
    "adventure together": ("coop", 2, 6),
}


choose = quick_of(__name__, choose_quickly)


@inner_kernel
def is_taught(s, cards):
    return s.phase == PHASE.ACT


@kernel
def look(s, cards, weights, workspace, n, facts, codes):
    moves, v, w, scores = (
        workspace.moves,
        workspace.outlook[0],
        weights[s.decider],
        workspace.spare[0],
    )
    weigh_plainly(s, cards, w, v, moves, n, workspace, scores)
    count, seen = promising(v, moves, n, scores, v.order, HEEDED, ALIKE), numbers_of(v.facts)
    for k in range(count):
        m = moves[int(v.order[k])]
        clear(workspace.numbers, k)
        describe_move(s, cards, w, v, m, workspace.features[k])
        recall_lesson(s, cards, v, moves, k, workspace.numbers, k)
        codes[k] = lessons.code_of(s, cards, m.kind)
        for f in range(len(seen)):
            facts[k, f] = seen[f]
    centre(v, count)
    for k in range(count):
        workspace.features[k].lesson = v.taught[k]
        scores[k] = total_of(w, workspace.numbers, k)
        workspace.spare[2, k] = v.order[k]
    return count


@inner_kernel
def stage(s, cards, weights, seat):
    return lessons.game_of(cards)


@inner_kernel
def seats(s, cards):
    return cards.seats


RULES = found_in(Rules, sys.modules[__name__], setup, turn, lists, record, fitted)
play_softly = player_of(__name__, RULES, Subject(is_taught, look, stage, chance_of_winning))


# The chance of winning, at the start of turns


@inner_kernel
def moment(s):
    return s.turns if s.phase == PHASE.ACT else -1


@kernel
def note(s, cards, weights, v, terms):
    look_out(s, cards, weights[0], v, 0)
    if cards.time_start:
        describe_adventure(s, cards, weights[0], v, 0, v.adventure)
        copy_numbers(numbers_of(v.adventure), terms[0])
        return
    for seat in range(cards.seats):
        describe_side(s, cards, v, seat, v.contest)
        copy_numbers(numbers_of(v.contest), terms[seat])


collect = value.collector_of(__name__, RULES, value.Moments(moment, 0, note))


def positions() -> Iterator[value.Cell]:
    """Where the chance of winning is learned: contests, and adventures."""
    for setting in expert.cells("tactics"):
        table = ready(setting | {"seed": value.SEED}, "balanced", CARELESS)
        mode = MODE[setting["mode"]]
        seatings = [(sitting.tables[0], sitting.weights) for sitting in table.seatings]
        every = 3 if setting["mode"].startswith("battle") else 1
        if mode >= ADVENTURES:
            case = (mode - ADVENTURES, setting["players"] - 1)
            yield value.Cell(ADVENTURES_FITTED, case, seatings, every, 30, 1)
        else:
            case, sides = (mode, setting["players"] - 1), int(table.tables[0]["seats"])
            yield value.Cell(CONTESTS_FITTED, case, seatings, every, 30, sides)


# Lessons


def ready(setting: dict[str, Any], strategy: str, skill: float, rivals: str = "") -> Any:
    """A table of one strategy, or of one such among rivals."""
    facts = catalogue.facts("tactics")
    line = lineup(facts, setting, strategy, rivals or strategy)
    setting = by_seat(facts, setting | {"strategy": line, "skill": skill})
    return catalogue.table("tactics").prepare(pack.load("tactics"), setting)


def cell(mode: str, players: int, games: int, rivals: tuple[str, ...]) -> Cell:
    """A table of `quick`, and those where it meets rivals."""
    wanted = {"mode": mode, "players": players}
    setting = next(s for s in expert.cells("tactics") if wanted.items() <= s.items())
    contest = mode not in ("solo", "coop")
    among = [ready(setting, "quick", 1.0, name) for name in rivals if contest]
    return Cell(ready(setting, "quick", 1.0), games, contest, tuple(among))


def taught(*rivals: str) -> Syllabus:
    """What is taught, and at which tables."""
    cells = {name: cell(*table, rivals) for name, table in TABLES.items()}
    return Syllabus(play_softly, lessons.LESSONS, LESSON, cells, SEATS, write)


def write(numbers: np.ndarray) -> None:
    """Keep them."""
    tables.write(lessons.TAUGHT, numbers, "python -m training.practice tactics", 3)
