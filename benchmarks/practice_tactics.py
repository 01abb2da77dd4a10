"""What `practice` is given of Tiny Epic Tactics: the likeliest actions, by what is played for."""

from typing import Any

import numpy as np

from benchmarks import expert
from benchmarks.lessons import write_lessons
from benchmarks.practice import Cell, Lesson, Taught, player_of
from benchmarks.results import by_seat
from simulate import pack
from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.tactics.cards.codes import SEATS
from simulate.games.tactics.moves.lists import list_moves
from simulate.games.tactics.setup import deal
from simulate.games.tactics.state.record import FIRST_CHOICE, PHASE
from simulate.games.tactics.turn import advance, step
from simulate.pack import catalogue
from strategies.tactics import lessons
from strategies.tactics.choose import choose_quickly
from strategies.tactics.features import (
    LESSON,
    centre,
    clear,
    describe_move,
    recall_lesson,
    total_of,
    weigh_plainly,
)
from strategies.tactics.likely import promising
from strategies.tactics.names import ALIKE, FACTS, HEEDED
from strategies.tactics.value import chance_of_winning, share_of_win

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


@kernel
def choose(s, cards, weights, workspace, n):
    w = weights[s.asked]
    return choose_quickly(
        s, cards, w, workspace.outlook[0], workspace.moves, n, workspace, workspace.spare[0]
    )


@inner_kernel
def is_taught(s, cards):
    return s.phase == PHASE.ACT


@kernel
def look(s, cards, weights, workspace, n, facts, codes):
    moves, v, w, scores = (
        workspace.moves,
        workspace.outlook[0],
        weights[s.asked],
        workspace.spare[0],
    )
    weigh_plainly(s, cards, w, v, moves, n, workspace, scores)
    count = promising(v, moves, n, scores, v.order, HEEDED, ALIKE)
    for k in range(count):
        m = moves[int(v.order[k])]
        clear(workspace.numbers, k)
        describe_move(s, cards, w, v, m, workspace.features[k])
        recall_lesson(s, cards, v, moves, k, workspace.numbers, k)
        codes[k] = lessons.code_of(s, cards, m.kind)
        for f in range(FACTS):
            facts[k, f] = v.facts[f]
    centre(v, count)
    for k in range(count):
        workspace.features[k].lesson = v.taught[k]
        scores[k] = total_of(w, workspace.numbers, k)
        workspace.spare[2, k] = v.order[k]
    return count


@inner_kernel
def stage(s, cards, weights, seat):
    return lessons.game_of(cards)


@kernel
def chance(s, cards, weights, seat, workspace):
    return chance_of_winning(
        s, cards, weights[seat], workspace.outlook[1], seat, workspace.spare[5]
    )


@inner_kernel
def seats(s, cards):
    return cards.seats


play_softly = player_of(
    __name__,
    Lesson(
        *(deal, advance, list_moves, step),
        *(choose, is_taught, look, stage, chance, share_of_win, seats),
        PHASE.OVER,
        FIRST_CHOICE,
    ),
)


def ready(mode: str, players: int) -> Any:
    """A table of `quick`."""
    wanted = {"mode": mode, "players": players}
    setting = next(s for s in expert.cells("tactics") if wanted.items() <= s.items())
    seated = {"strategy": "quick", "skill": 1.0}
    setting = by_seat(catalogue.facts("tactics"), setting | seated)
    return catalogue.table("tactics").prepare(pack.load("tactics"), setting)


def taught() -> Taught:
    """What is taught, and at which tables."""
    cells = {
        name: Cell(ready(mode, players), games, contest=mode not in ("solo", "coop"))
        for name, (mode, players, games) in TABLES.items()
    }
    return Taught(play_softly, lessons.LESSONS, LESSON, cells, SEATS, write)


def write(numbers: np.ndarray) -> None:
    by_game = dict(zip(lessons.GAME.words, numbers, strict=True))
    command = "python -m benchmarks.practice tactics"
    write_lessons(lessons.FILE, command, by_game, lessons.ACT.words, "later")
