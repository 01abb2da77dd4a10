"""What `practice` is given of both Kingdoms: selections and acts, by number of players."""

from collections.abc import Iterator
from typing import Any

from benchmarks import expert
from benchmarks.kingdoms_lessons import EDITIONS, write
from benchmarks.practice import Cell, Lesson, Taught, player_of
from benchmarks.results import by_seat
from simulate import pack
from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.kingdoms.cards.codes import SEATS
from simulate.games.kingdoms.moves.lists import list_moves
from simulate.games.kingdoms.setup import deal
from simulate.games.kingdoms.state.record import FIRST_CHOICE, PHASE
from simulate.games.kingdoms.turn import advance, step
from simulate.pack import catalogue
from strategies.kingdoms import features, lessons
from strategies.kingdoms.choose import choose_quickly
from strategies.kingdoms.features import OF_LESSON, code_of, weigh_moves
from strategies.kingdoms.outlook import FACTS
from strategies.kingdoms.value import chance_of_winning, share_of_win

# Thousands of games of a round in each edition, by number of players.
GAMES = {1: 30, 2: 40, 3: 25, 4: 25, 5: 15}


@kernel
def choose(s, cards, weights, workspace, n):
    w = weights[workspace.moves[0].actor]
    return choose_quickly(
        s, cards, w, workspace.outlook[0], workspace.moves, n, workspace, workspace.spare[0]
    )


@inner_kernel
def is_taught(s, cards):
    return features.is_taught(s)


@kernel
def look(s, cards, weights, workspace, n, facts, codes):
    moves, v, seat = workspace.moves, workspace.outlook[0], workspace.moves[0].actor
    weigh_moves(s, cards, weights[seat], v, moves, n, workspace, workspace.spare[0])
    if weights[seat].weight[OF_LESSON] == 0.0:
        lessons.note_facts(s, cards, v, seat, v.facts)
    for i in range(n):
        workspace.spare[2, i] = i
        codes[i] = code_of(s, moves[i])
        for f in range(FACTS):
            facts[i, f] = v.facts[f]
    return n


@inner_kernel
def stage(s, cards, weights, seat):
    return cards.players - 1


@kernel
def chance(s, cards, weights, seat, workspace):
    return chance_of_winning(
        s, cards, weights[seat], workspace.outlook[1], seat, workspace.spare[5]
    )


@inner_kernel
def seats(s, cards):
    return s.seats


play_softly = player_of(
    __name__,
    Lesson(
        *(deal, advance, list_moves, step),
        *(choose, is_taught, look, stage, chance, share_of_win, seats),
        PHASE.OVER,
        FIRST_CHOICE,
    ),
)


def tables() -> Iterator[tuple[str, int]]:
    """Editions and numbers of players; only one edition is played alone."""
    for edition in EDITIONS:
        for setting in expert.cells(edition):
            yield edition, setting["players"]


def ready(edition: str, players: int) -> Any:
    """A table of `quick`."""
    setting = next(s for s in expert.cells(edition) if s["players"] == players)
    setting = by_seat(catalogue.facts(edition), setting | {"strategy": "quick", "skill": 1.0})
    return catalogue.table("kingdoms").prepare(pack.load(edition), setting)


def taught() -> Taught:
    """What is taught, and at which tables."""
    cells = {
        f"{edition} {players}": Cell(ready(edition, players), GAMES[players], players > 1)
        for edition, players in tables()
    }
    return Taught(play_softly, lessons.LESSONS, OF_LESSON, cells, SEATS, write)
