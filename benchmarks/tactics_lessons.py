"""Fit what `quick` of Tactics knows by heart: python -m benchmarks.tactics_lessons [--fresh].

`quick` plays in every seat, for control areas, in a battle or in an adventure (`--of`).  At every
so many of its actions those with the highest scores are played on for a round (in adventures two),
by its own weights, and the chance of winning that is reached is kept.  What the actions
differ in, given how they score, is fitted on facts (ridge regression inside decisions) and a share
of it, `--pace`, added to strategies/tactics/lessons.toml: each run corrects what the former ones
left, on positions to which those led.  `--fresh` forgets the former ones.  Prints what the fit
gains on decisions that it has not seen, in points of the chance to win.  Seeds are never reported.
"""

from argparse import Namespace
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from benchmarks.expert import cells
from benchmarks.lessons import CODE, DECISION, GAIN, HEAD, TOTAL, fit_by_command, write_lessons
from benchmarks.results import by_seat
from simulate import pack
from simulate.compiler.kernels import kernel
from simulate.games.tactics.moves.lists import list_moves
from simulate.games.tactics.setup import deal
from simulate.games.tactics.state.record import PHASE
from simulate.games.tactics.turn import advance, step
from simulate.pack import catalogue
from strategies.tactics import lessons
from strategies.tactics.choose import choose_quickly
from strategies.tactics.features import LESSON, describe, total_of
from strategies.tactics.foresight import PLAYED_ON, play_on
from strategies.tactics.hidden import deal_hidden
from strategies.tactics.likely import promising
from strategies.tactics.names import ALIKE, FACTS, HEEDED
from strategies.tactics.value import chance_of_winning
from strategies.trials import change_luck

SEED = 945_000_000
EVERY = 5  # actions from one that is judged to the next
TRIALS = 3
TURNS, ROUNDS = 2, 2  # for how long: in contests at least a round
PROCESSES = 2


@kernel
def judge(s, cards, weights, workspace, n, salt, decision, rows):
    """Play the likeliest actions of a turn on; writes a row each, how many."""
    moves, spare, v, states = (
        workspace.moves,
        workspace.spare,
        workspace.outlook[0],
        workspace.states,
    )
    scores, order = spare[0], spare[2]
    w = weights[s.asked]
    describe(s, cards, w, v, moves, n, workspace.features, workspace.numbers)
    for i in range(n):
        heeded = w.weight[LESSON] * workspace.numbers[i, LESSON]
        scores[i] = total_of(w, workspace.numbers, i) - heeded
    count = promising(v, moves, n, scores, order, HEEDED, ALIKE)
    turns = ROUNDS * cards.seats if cards.time_start else max(TURNS, cards.seats)
    for k in range(count):
        i, x = int(order[k]), rows[k, HEAD:]
        m = moves[i]
        lessons.note_table(s, cards, v, x)
        lessons.note_unit(s, cards, v, m.unit, x)
        lessons.note_place(s, cards, v, m.unit, lessons.space_after(s, m), x)
        lessons.note_move(workspace.numbers, i, x)
        rows[k, DECISION], rows[k, TOTAL] = decision, total_of(w, workspace.numbers, i)
        rows[k, CODE] = lessons.code_of(s, cards, m.kind)
        rows[k, GAIN] = 0.0
    for k in range(count):
        for trial in range(TRIALS):
            states[PLAYED_ON] = s
            copy = states[PLAYED_ON]
            change_luck(copy, salt * TRIALS + trial)
            deal_hidden(copy, cards)
            workspace.chosen[1] = moves[int(order[k])]
            step(copy, cards, workspace.chosen[1], workspace.tried, workspace.silent)
            play_on(copy, cards, w, s.turns + turns, workspace)
            chance = chance_of_winning(copy, cards, w, workspace.outlook[1], s.asked, spare[5])
            rows[k, GAIN] += 100.0 * chance / TRIALS
    list_moves(s, cards, moves)
    return count


@kernel
def collect(cards, weights, workspace, seed, games, rows):
    """Play games and judge actions; returns how many rows were written."""
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
                w = weights[s.asked]
                i = choose_quickly(
                    s, cards, w, workspace.outlook[0], moves, n, workspace, workspace.spare[0]
                )
                if s.phase == PHASE.ACT:
                    passed += 1
                if passed >= EVERY and s.phase == PHASE.ACT and at + HEEDED <= rows.shape[0]:
                    passed = 0
                    salt = replicate * 512 + s.decisions
                    at += judge(s, cards, weights, workspace, n, salt, decisions, rows[at:])
                    decisions += 1
            workspace.chosen[0] = moves[i]
            step(s, cards, workspace.chosen[0], moves, None)
    return at


def mode_of(of: str, players: int) -> str:
    """The mode in which lessons of a kind are fitted."""
    if of == "adventure":
        return "solo" if players == 1 else "coop"
    if of == "battle of teams":
        return "battle_team"
    return "battle" if of.startswith("battle") else "competitive"


def part(of: str, players: int, games: int, seed: int, fresh: bool) -> np.ndarray:
    """Rows of `collect` of some games."""
    heeded = {"strategies.quick.weights.lesson": 0.0} if fresh else {}
    table: Any = catalogue.table("tactics")
    wanted = {"mode": mode_of(of, players), "players": players}
    setting = next(s for s in cells("tactics") if wanted.items() <= s.items())
    seated = {"strategy": "quick", "skill": 1.0, "seed": SEED}
    setting = by_seat(catalogue.facts("tactics"), setting | seated)
    ready = table.prepare(pack.load("tactics").resolve(heeded, []), setting)
    rows = np.zeros((games * 100 * HEEDED // EVERY, HEAD + FACTS))
    who = (ready.tables[0], ready.weights, table.new_workspace())
    return rows[: collect(*who, np.uint64(seed), games, rows)]


def judged(asked: Namespace) -> np.ndarray:
    """Rows of `collect`, from several processes."""
    # Not the one of __main__, whose kernels workers cannot read.
    from benchmarks.tactics_lessons import part

    many, seed = asked.games // PROCESSES, SEED + 1_000 * asked.seed
    work = (
        delayed(part)(asked.of, asked.players, many, seed + k, asked.fresh)
        for k in range(PROCESSES)
    )
    parts = Parallel(n_jobs=PROCESSES)(work)
    for before, after in pairwise(parts):
        after[:, DECISION] += before[-1, DECISION] + 1
    return np.concatenate(parts)


def write(taught: Mapping[str, np.ndarray]) -> None:
    write_lessons(
        lessons.FILE, "python -m benchmarks.tactics_lessons", taught, lessons.ACT.words, "later"
    )


def main() -> None:
    taught = dict(zip(lessons.GAME.words, lessons.LESSONS, strict=True))
    fit_by_command(__doc__, judged, taught, write, seats="players", usual=2, first="areas")


if __name__ == "__main__":
    main()
