"""Fit what `quick` of Tactics knows by heart: python -m benchmarks.tactics_lessons [--fresh].

`quick` plays in every seat.  At every so many of its actions those with the highest scores are
played on for two turns, by its own weights, and the chance of winning that is reached is kept.
What the actions differ in, given how they score, is fitted on facts (ridge regression inside
decisions) and a share of it, `--pace`, added to strategies/tactics/lessons.toml: each run corrects
what the former ones left, on positions to which those led.  `--fresh` forgets the former ones.
Prints what the fit gains on decisions that it has not seen, in points of the chance to win.  Seeds
are never reported.
"""

import argparse
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed

from benchmarks.expert import cells
from benchmarks.results import by_seat
from simulate import catalogue, pack
from simulate.core.compiler import kernel
from simulate.games.tactics.moves.lists import list_moves
from simulate.games.tactics.setup import deal
from simulate.games.tactics.state.record import PHASE
from simulate.games.tactics.turn import advance, step
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
TRIALS, AHEAD = 3, 2
DECISION, CODE, TOTAL, GAIN, HEAD = 0, 1, 2, 3, 4  # of a row; the facts follow
RIDGE = 300.0
KEPT = 0.85  # share of the decisions that the check is fitted on
PACES = (0.3, 0.6, 1.0)  # that the check tells of
CHUNK = 1_500  # decisions that are looked at together
PROCESSES = 2


@kernel
def judge(s, cards, weights, desk, n, salt, decision, rows):
    """Play the likeliest actions of a turn on; writes a row each, how many."""
    moves, spare, v, states = desk.moves, desk.spare, desk.outlook[0], desk.states
    scores, order, left = spare[0], spare[2], spare[3]
    w = weights[s.asked]
    describe(s, cards, w, v, moves, n, desk.features, desk.numbers)
    for i in range(n):
        heeded = w.weight[LESSON] * desk.numbers[i, LESSON]
        scores[i] = total_of(w, desk.numbers, i) - heeded
    count = promising(moves, n, scores, left, order, HEEDED, ALIKE)
    for k in range(count):
        i, x = int(order[k]), rows[k, HEAD:]
        m = moves[i]
        lessons.note_table(s, cards, v, x)
        lessons.note_unit(s, cards, v, m.unit, x)
        lessons.note_place(s, cards, v, m.unit, lessons.space_after(s, m), x)
        lessons.note_move(desk.numbers, i, x)
        rows[k, DECISION], rows[k, TOTAL] = decision, total_of(w, desk.numbers, i)
        rows[k, CODE] = lessons.code_of(s, cards, m.kind)
        rows[k, GAIN] = 0.0
    for k in range(count):
        for trial in range(TRIALS):
            states[PLAYED_ON] = s
            copy = states[PLAYED_ON]
            change_luck(copy, salt * TRIALS + trial)
            deal_hidden(copy, cards)
            desk.chosen[1] = moves[int(order[k])]
            step(copy, cards, desk.chosen[1], desk.tried, desk.silent)
            play_on(copy, cards, w, s.turns + AHEAD, desk)
            chance = chance_of_winning(copy, cards, w, desk.outlook[1], s.asked, spare[5])
            rows[k, GAIN] += 100.0 * chance / TRIALS
    list_moves(s, cards, moves)
    return count


@kernel
def collect(cards, weights, desk, seed, games, rows):
    """Play games and judge actions; returns how many rows were written."""
    states, moves = desk.states, desk.moves
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
                i = choose_quickly(s, cards, w, desk.outlook[0], moves, n, desk, desk.spare[0])
                if s.phase == PHASE.ACT:
                    passed += 1
                if passed >= EVERY and s.phase == PHASE.ACT and at + HEEDED <= rows.shape[0]:
                    passed = 0
                    salt = replicate * 512 + s.decisions
                    at += judge(s, cards, weights, desk, n, salt, decisions, rows[at:])
                    decisions += 1
            desk.chosen[0] = moves[i]
            step(s, cards, desk.chosen[0], moves, None)
    return at


def part(players: int, games: int, seed: int, fresh: bool) -> np.ndarray:
    """Rows of `collect` of some games."""
    heeded = {"strategies.quick.weights.lesson": 0.0} if fresh else {}
    table: Any = catalogue.table("tactics")
    wanted = {"mode": "competitive", "players": players}
    setting = next(s for s in cells("tactics") if wanted.items() <= s.items())
    seated = {"strategy": "quick", "skill": 1.0, "seed": SEED}
    setting = by_seat(catalogue.facts("tactics"), setting | seated)
    ready = table.prepare(pack.load("tactics").resolve(heeded, []), setting)
    rows = np.zeros((games * 100 * HEEDED // EVERY, HEAD + FACTS))
    who = (ready.tables[0], ready.weights, table.new_desk())
    return rows[: collect(*who, np.uint64(seed), games, rows)]


def judged(players: int, games: int, seed: int, fresh: bool) -> np.ndarray:
    """Rows of `collect`, from several processes."""
    from benchmarks.tactics_lessons import (
        part,
    )  # not of __main__: workers cannot read kernels there

    many = games // PROCESSES
    work = (delayed(part)(players, many, seed + k, fresh) for k in range(PROCESSES))
    parts = Parallel(n_jobs=PROCESSES)(work)
    for before, after in pairwise(parts):
        after[:, DECISION] += before[-1, DECISION] + 1
    return np.concatenate(parts)


class Sums(NamedTuple):
    """Normal equations of the moves' gains, inside decisions."""

    square: np.ndarray
    right: np.ndarray
    decisions: int


def chunks(rows: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Rows of some decisions at a time, and where each of these begins."""
    first = np.flatnonzero(np.diff(rows[:, DECISION], prepend=-1) != 0)
    for begin in range(0, len(first), CHUNK):
        own = np.append(first, len(rows))[begin : begin + CHUNK + 1]
        yield rows[own[0] : own[-1]], own[:-1] - own[0]


def inside(x: np.ndarray, first: np.ndarray) -> np.ndarray:
    """What differs from the mean of the decision."""
    many = np.diff(np.append(first, len(x)))
    means = np.add.reduceat(x, first, 0) / many.reshape(-1, *[1] * (x.ndim - 1))
    return x - np.repeat(means, many, 0)


def sums_of(rows: np.ndarray) -> Sums:
    """A column for each fact of each code, and one for the score."""
    last = lessons.CODES * lessons.FACTS
    square, right, count = np.zeros((last + 1, last + 1)), np.zeros(last + 1), 0
    for part, first in chunks(rows):
        x = np.zeros((len(part), last + 1), np.float32)
        columns = part[:, CODE, None].astype(int) * lessons.FACTS + np.arange(lessons.FACTS)
        np.put_along_axis(x, columns, part[:, HEAD:], 1)
        x[:, last] = part[:, TOTAL]
        x = inside(x, first)
        square += x.T @ x
        right += x.T @ inside(part[:, GAIN], first)
        count += len(first)
    return Sums(square, right, count)


def fit(sums: Sums) -> tuple[np.ndarray, float]:
    """Coefficients, float64[codes, FACTS], and what a point of score gains."""
    ridge = RIDGE * (np.diag(sums.square) / sums.decisions + 1e-6)
    ridge[-1] = 0.0
    found = np.linalg.solve(sums.square + np.diag(ridge), sums.right)
    return found[:-1].reshape(lessons.CODES, lessons.FACTS), float(found[-1])


def best_gains(rows: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """What the best by these scores gains, by decision."""
    order = np.lexsort((scores, rows[:, DECISION]))
    last = np.flatnonzero(np.diff(rows[:, DECISION], append=np.inf) != 0)
    return rows[order[last], GAIN]


def check(rows: np.ndarray) -> str:
    """What a fit on most decisions gains at the others, over the choice without it."""
    seen = np.random.default_rng(1).random(int(rows[-1, DECISION]) + 1) < KEPT
    own = seen[rows[:, DECISION].astype(int)]
    found, slope = fit(sums_of(rows[own]))
    other = rows[~own]
    lesson = (found[other[:, CODE].astype(int)] * other[:, HEAD:]).sum(1)
    before, told = best_gains(other, other[:, TOTAL]), []
    for pace in PACES:
        gained = best_gains(other, other[:, TOTAL] + pace * lesson) - before
        error = 1.96 * gained.std() / len(gained) ** 0.5
        told.append(f"{gained.mean():.3f} (+- {error:.3f}) at {pace}")
    return f"a point of score is worth {slope:.2f}; gains {', '.join(told)}"


def write(numbers: np.ndarray) -> None:
    text = ["# Made by `python -m benchmarks.tactics_lessons`: numbers of lessons.py."]
    for code in np.flatnonzero(numbers.any(1)):
        later, act = divmod(int(code), lessons.ACTS)
        text += ["", "[[lesson]]", f'act = "{lessons.ACT.words[act]}"']
        text += [f"later = {str(later == 1).lower()}"]
        text += [f"numbers = [{', '.join(f'{each:.3f}' for each in numbers[code])}]"]
    lessons.FILE.write_text("\n".join(text) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=12_000)
    parser.add_argument("--fresh", action="store_true", help="forget the former lessons")
    parser.add_argument("--pace", type=float, default=0.25, help="share that is added")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    numbers = lessons.LESSONS * (not asked.fresh)
    rows = judged(asked.players, asked.games, SEED + 1_000 * asked.seed, asked.fresh)
    print(f"{len(rows)} moves: {check(rows)}", flush=True)
    write(numbers + asked.pace * fit(sums_of(rows))[0])


if __name__ == "__main__":
    main()
