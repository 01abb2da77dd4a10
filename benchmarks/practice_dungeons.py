"""What `practice` is given of Tiny Epic Dungeons: all turns of `quick`, by stage of the game."""

from typing import Any

import numpy as np

from benchmarks import expert
from benchmarks.lessons import write_lessons
from benchmarks.measuring import measuring
from benchmarks.practice import Cell, Lesson, Taught, player_of
from simulate import pack
from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.dungeons.cards.vocabulary import NONE, SEATS
from simulate.games.dungeons.end import is_won
from simulate.games.dungeons.moves.lists import list_moves
from simulate.games.dungeons.setup import deal
from simulate.games.dungeons.state.record import FIRST_CHOICE, PHASE
from simulate.games.dungeons.turn import advance, step
from simulate.pack import catalogue
from strategies.dungeons import lessons
from strategies.dungeons.choose import choose_quickly, weigh_moves
from strategies.dungeons.features import LESSON, danger, has_acted
from strategies.dungeons.names import FACTS, STAGES
from strategies.dungeons.outlook import own_weights, stage_of
from strategies.dungeons.value import chance_of_winning

# Heroes, whether on the cards for measuring, and thousands of games of a round.
TABLES = {
    "3": (3, False, 80),
    "3, cards kept for measuring": (3, True, 60),
    "2": (2, False, 30),
    "4": (4, False, 30),
}


@kernel
def choose(s, cards, weights, workspace, n):
    w = own_weights(s, cards, weights, workspace.moves[0].actor)
    return choose_quickly(
        s, cards, w, workspace.outlook[0], workspace.moves, n, workspace, workspace.spare[0]
    )


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
    lessons.note_table(s, cards, v, seat, threat, x)
    for i in range(n):
        workspace.spare[2, i] = i
        codes[i], place = lessons.code_of(moves[i].kind, acted), lessons.place_after(s, moves[i])
        if codes[i] >= 0:
            if place != noted:
                there = threat if place == here else danger(s, cards, v, seat, place)
                lessons.note_place(s, seat, place, there, x)
                noted = place
            lessons.note_move(workspace.numbers, i, x)
            for f in range(FACTS):
                facts[i, f] = x[f]
    return n


@kernel
def stage(s, cards, weights, seat):
    return stage_of(s, cards, weights[seat])


@kernel
def chance(s, cards, weights, seat, workspace):
    return chance_of_winning(s, cards, workspace.spare[5])


@inner_kernel
def share(s, cards, seat):
    return 1.0 if is_won(s) else 0.0


@inner_kernel
def seats(s, cards):
    return s.players


play_softly = player_of(
    __name__,
    Lesson(
        *(deal, advance, list_moves, step),
        *(choose, is_taught, look, stage, chance, share, seats),
        PHASE.OVER,
        FIRST_CHOICE,
    ),
)


def ready(heroes: int, kept: bool) -> Any:
    """A table of `quick`."""
    known = measuring("dungeons") if kept else pack.load("dungeons")
    setting = next(s for s in expert.cells("dungeons") if s["heroes"] == heroes)
    seated = {"strategy": ["quick"] * heroes, "skill": [1.0] * heroes}
    return catalogue.table("dungeons").prepare(known, setting | seated)


def taught() -> Taught:
    """What is taught, and at which tables."""
    cells = {
        name: Cell(ready(heroes, kept), games, contest=False)
        for name, (heroes, kept, games) in TABLES.items()
    }
    return Taught(play_softly, lessons.LESSONS, LESSON, cells, SEATS, write)


def write(numbers: np.ndarray) -> None:
    command, by_stage = (
        "python -m benchmarks.practice dungeons",
        dict(zip(STAGES, numbers, strict=True)),
    )
    write_lessons(lessons.FILE, command, by_stage, lessons.ACT.words, "acted", by="stage")
