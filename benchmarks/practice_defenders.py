"""What `practice` is given of Tiny Epic Defenders: defending and turns, by number of players."""

from typing import Any

import numpy as np

from benchmarks import expert
from benchmarks.practice import Cell, Lesson, Taught, player_of
from simulate import pack
from simulate.compiler.kernels import inner_kernel, kernel
from simulate.games.defenders.cards.tables import SEATS
from simulate.games.defenders.moves.lists import list_moves
from simulate.games.defenders.setup import deal
from simulate.games.defenders.state.record import END, FIRST_CHOICE, PHASE
from simulate.games.defenders.turn import advance, step
from simulate.pack import catalogue
from strategies.defenders import lessons
from strategies.defenders.choose import weigh_moves
from strategies.defenders.features import LESSON
from strategies.defenders.names import FACTS_OF_PLACE, FACTS_OF_TABLE
from strategies.defenders.split import choose_at_length
from strategies.defenders.value import chance_of_winning

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
    return choose_at_length(s, cards, weights[workspace.moves[0].actor], workspace, n)


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
            for f in range(FACTS_OF_TABLE):
                facts[i, f] = v.facts[f]
            for f in range(FACTS_OF_PLACE):
                facts[i, lessons.PLACE + f] = v.places[place, f]
            for k in range(len(lessons.COLUMNS)):
                facts[i, lessons.MOVED + k] = workspace.numbers[i, lessons.COLUMNS[k]]
    return n


@kernel
def stage(s, cards, weights, seat):
    return lessons.stage_of(s)


@kernel
def chance(s, cards, weights, seat, workspace):
    return chance_of_winning(s, cards, workspace.spare[5])


@inner_kernel
def share(s, cards, seat):
    return 1.0 if s.outcome == END.FOE_DEFEATED else 0.0


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


def ready(players: int, horde: str) -> Any:
    """A table of `balanced`."""
    setting = next(
        s for s in expert.cells("defenders") if s["players"] == players and s["horde"] == horde
    )
    seated = {"strategy": ["balanced"] * players, "skill": [1.0] * players}
    return catalogue.table("defenders").prepare(pack.load("defenders"), setting | seated)


def taught() -> Taught:
    """What is taught, and at which tables."""
    cells = {
        f"{players} {horde}": Cell(ready(players, horde), games, contest=False)
        for (players, horde), games in GAMES.items()
    }
    return Taught(play_softly, lessons.LESSONS, LESSON, cells, SEATS, write)


def write(numbers: np.ndarray) -> None:
    text = ["# Made by `python -m benchmarks.practice defenders`: numbers of lessons.py."]
    for row, act in np.argwhere(numbers.any(2)):
        players, foe = divmod(int(row), lessons.STAGES)
        told = ", ".join(f"{number:.3f}" for number in numbers[row, act])
        text += ["", "[[lesson]]", f"players = {players + 1}", f"foe = {foe}"]
        text += [f'act = "{lessons.ACT.words[act]}"', f"numbers = [{told}]"]
    lessons.FILE.write_text("\n".join(text) + "\n")
