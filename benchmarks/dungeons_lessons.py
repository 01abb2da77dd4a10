"""Fit what `quick` of Dungeons knows by heart: python -m benchmarks.dungeons_lessons [--fresh].

`quick` plays in every seat.  At every so many of its moves in Act 2 (or another stage, `--of`)
those with the highest scores are played on for one and a half rounds, by its own weights, and the
chance of winning that is reached is kept.  What the moves differ in, given how they score, is
fitted on facts (ridge regression inside decisions) and a share of it, `--pace`, added to
strategies/dungeons/lessons.toml: each run corrects what the former ones left, on positions to which
those led.  `--fresh` forgets the former ones.  Prints what the fit gains on decisions that it has
not seen, in points of the chance to win.  Seeds are never reported.
"""

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.expert import cells
from benchmarks.lessons import CODE, DECISION, GAIN, HEAD, TOTAL, fit_by_command, write_lessons
from simulate import pack
from simulate.compiler.kernels import kernel
from simulate.games.dungeons.moves.lists import list_moves
from simulate.games.dungeons.setup import deal
from simulate.games.dungeons.state.record import PHASE
from simulate.games.dungeons.turn import advance, step
from simulate.pack import catalogue
from strategies.dungeons import lessons
from strategies.dungeons.choose import choose_quickly, weigh_moves
from strategies.dungeons.expert import try_moves
from strategies.dungeons.features import danger, has_acted
from strategies.dungeons.names import FACTS, STAGES
from strategies.dungeons.outlook import own_weights, stage_of
from strategies.trials import rank

SEED = 935_000_000
EVERY = 6  # moves of turns from one that is judged to the next; the first of a turn is two
MOST, TRIALS, ROUNDS = 8, 4, 1.5


@kernel
def judge(s, cards, weights, workspace, n, salt, decision, rows):
    """Play the likeliest moves of a turn on; writes a row each, how many."""
    moves, scores, v = workspace.moves, workspace.spare, workspace.outlook[0]
    order, sums, squares = scores[2], scores[3], scores[4]
    seat = moves[0].actor
    weigh_moves(s, cards, own_weights(s, cards, weights, seat), v, moves, n, workspace, scores[0])
    count, acted = rank(scores[0], n, order, MOST), has_acted(s)
    for k in range(count):
        i, x = int(order[k]), rows[k, HEAD:]
        place = lessons.place_after(s, moves[i])
        lessons.note_table(s, cards, v, seat, danger(s, cards, v, seat, s.place[seat]), x)
        lessons.note_place(s, seat, place, danger(s, cards, v, seat, place), x)
        lessons.note_move(workspace.numbers, i, x)
        rows[k, DECISION], rows[k, TOTAL] = decision, scores[0, i]
        rows[k, CODE] = lessons.code_of(moves[i].kind, acted)
        sums[k] = 0.0
        squares[k] = 0.0
    last = s.turns + int(ROUNDS * s.players)
    for trial in range(TRIALS):
        try_moves(s, cards, weights, seat, last, salt * TRIALS + trial, count, workspace)
    for k in range(count):
        rows[k, GAIN] = 100.0 * sums[k] / TRIALS
    list_moves(s, cards, moves)
    return count


@kernel
def collect(cards, weights, workspace, seed, games, stage, rows):
    """Play games and judge moves of turns at a stage; returns how many rows were written."""
    states, moves = workspace.states, workspace.moves
    at, passed, decisions = 0, 0, 0
    for replicate in range(games):
        states[1] = states[0]
        s = states[1]
        deal(s, cards, seed, replicate)
        advance(s, cards, moves, None)
        while s.phase != PHASE.OVER:
            n, i = list_moves(s, cards, moves), 0
            if n > 1:
                w = own_weights(s, cards, weights, moves[0].actor)
                i = choose_quickly(
                    s, cards, w, workspace.outlook[0], moves, n, workspace, workspace.spare[0]
                )
                turn = s.phase == PHASE.TURN or s.phase == PHASE.FURTHER_STEP
                if turn and stage_of(s, cards, w) == stage:
                    passed += 2 if s.moves <= 1 else 1
                if passed >= EVERY and at + MOST <= rows.shape[0]:
                    passed = 0
                    salt = replicate * 512 + s.decisions
                    at += judge(s, cards, weights, workspace, n, salt, decisions, rows[at:])
                    decisions += 1
            workspace.chosen[0] = moves[i]
            step(s, cards, workspace.chosen[0], moves, None)
    return at


def judged(asked: Namespace) -> np.ndarray:
    """Rows of `collect`, those of moves that have lessons."""
    heroes, games, seed = asked.heroes, asked.games, SEED + 1_000 * asked.seed
    heeded = {"strategies.quick.weights.lesson": 0.0} if asked.fresh else {}
    table: Any = catalogue.table("dungeons")
    setting = next(s for s in cells("dungeons") if s["heroes"] == heroes)
    seated = {"strategy": ["quick"] * heroes, "skill": [1.0] * heroes}
    ready = table.prepare(pack.load("dungeons").resolve(heeded, []), setting | seated)
    rows = np.zeros((games * 400 * MOST // EVERY, HEAD + FACTS))
    who = (ready.tables[0], ready.weights, table.new_workspace())
    rows = rows[: collect(*who, np.uint64(seed), games, STAGES.index(asked.of), rows)]
    return rows[rows[:, CODE] >= 0]


def write(taught: Mapping[str, np.ndarray]) -> None:
    command = "python -m benchmarks.dungeons_lessons"
    write_lessons(lessons.FILE, command, taught, lessons.ACT.words, "acted", by="stage")


def main() -> None:
    taught = dict(zip(STAGES, lessons.LESSONS, strict=True))
    fit_by_command(__doc__, judged, taught, write, seats="heroes", usual=3, first="act_2")


if __name__ == "__main__":
    main()
