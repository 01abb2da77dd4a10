"""Fit what `quick` of Dungeons knows by heart: python -m benchmarks.dungeons_lessons [--fresh].

`quick` plays in every seat.  At every so many of its moves in Act 2 those with the highest scores
are played on for one and a half rounds, by its own weights, and the chance of winning that is
reached is kept.  What the moves differ in, given how they score, is fitted on facts (ridge
regression inside decisions) and a share of it, `--pace`, added to strategies/dungeons/lessons.toml:
each run corrects what the former ones left, on positions to which those led.  `--fresh` forgets the
former ones.  Prints what the fit gains on decisions that it has not seen, in points of the chance
to win.  Seeds are never reported.
"""

import argparse
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from benchmarks.expert import cells
from simulate import catalogue, pack
from simulate.core.compiler import kernel
from simulate.games.dungeons.moves.lists import list_moves
from simulate.games.dungeons.setup import deal
from simulate.games.dungeons.state.record import PHASE
from simulate.games.dungeons.turn import advance, step
from strategies.dungeons import lessons
from strategies.dungeons.choose import choose_quickly, weigh_moves
from strategies.dungeons.expert import try_moves
from strategies.dungeons.features import danger, has_acted
from strategies.dungeons.names import FACTS
from strategies.dungeons.outlook import own_weights, stage_of
from strategies.trials import rank

SEED = 935_000_000
EVERY = 6  # moves of turns in Act 2 from one that is judged to the next; the first of a turn is two
MOST, TRIALS, ROUNDS = 8, 4, 1.5
DECISION, CODE, TOTAL, GAIN, HEAD = 0, 1, 2, 3, 4  # of a row; the facts follow
RIDGE = 300.0
KEPT = 0.85  # share of the decisions that the check is fitted on
PACES = (0.3, 0.8, 1.5)  # that the check tells of
CHUNK = 1_500  # decisions that are looked at together


@kernel
def judge(s, cards, weights, desk, n, salt, decision, rows):
    """Play the likeliest moves of a turn on; writes a row each, how many."""
    moves, scores, v = desk.moves, desk.spare, desk.outlook[0]
    order, sums, squares = scores[2], scores[3], scores[4]
    seat = moves[0].actor
    weigh_moves(s, cards, own_weights(s, cards, weights, seat), v, moves, n, desk, scores[0])
    count, acted = rank(scores[0], n, order, MOST), has_acted(s)
    for k in range(count):
        i, x = int(order[k]), rows[k, HEAD:]
        place = lessons.place_after(s, moves[i])
        lessons.note_table(s, cards, v, seat, danger(s, cards, v, seat, s.place[seat]), x)
        lessons.note_place(s, seat, place, danger(s, cards, v, seat, place), x)
        lessons.note_move(desk.numbers, i, x)
        rows[k, DECISION], rows[k, TOTAL] = decision, scores[0, i]
        rows[k, CODE] = lessons.code_of(moves[i].kind, acted)
        sums[k] = 0.0
        squares[k] = 0.0
    last = s.turns + int(ROUNDS * s.players)
    for trial in range(TRIALS):
        try_moves(s, cards, weights, seat, last, salt * TRIALS + trial, count, desk)
    for k in range(count):
        rows[k, GAIN] = 100.0 * sums[k] / TRIALS
    list_moves(s, cards, moves)
    return count


@kernel
def collect(cards, weights, desk, seed, games, rows):
    """Play games and judge moves of turns in Act 2; returns how many rows were written."""
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
                w = own_weights(s, cards, weights, moves[0].actor)
                i = choose_quickly(s, cards, w, desk.outlook[0], moves, n, desk, desk.spare[0])
                turn = s.phase == PHASE.TURN or s.phase == PHASE.FURTHER_STEP
                if turn and stage_of(s, cards, w) == lessons.ACT_2:
                    passed += 2 if s.moves <= 1 else 1
                if passed >= EVERY and at + MOST <= rows.shape[0]:
                    passed = 0
                    salt = replicate * 512 + s.decisions
                    at += judge(s, cards, weights, desk, n, salt, decisions, rows[at:])
                    decisions += 1
            desk.chosen[0] = moves[i]
            step(s, cards, desk.chosen[0], moves, None)
    return at


def judged(heroes: int, games: int, seed: int, fresh: bool) -> np.ndarray:
    """Rows of `collect`, those of moves that have lessons."""
    heeded = {"strategies.quick.weights.lesson": 0.0} if fresh else {}
    table: Any = catalogue.table("dungeons")
    setting = next(s for s in cells("dungeons") if s["heroes"] == heroes)
    seated = {"strategy": ["quick"] * heroes, "skill": [1.0] * heroes}
    ready = table.prepare(pack.load("dungeons").resolve(heeded, []), setting | seated)
    rows = np.zeros((games * 400 * MOST // EVERY, HEAD + FACTS))
    who = (ready.tables[0], ready.weights, table.new_desk())
    rows = rows[: collect(*who, np.uint64(seed), games, rows)]
    return rows[rows[:, CODE] >= 0]


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
    last = lessons.CODES * FACTS
    square, right, count = np.zeros((last + 1, last + 1)), np.zeros(last + 1), 0
    for part, first in chunks(rows):
        x = np.zeros((len(part), last + 1), np.float32)
        columns = part[:, CODE, None].astype(int) * FACTS + np.arange(FACTS)
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
    return found[:-1].reshape(lessons.CODES, FACTS), float(found[-1])


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
    text = ["# Made by `python -m benchmarks.dungeons_lessons`: numbers of lessons.py."]
    for code in np.flatnonzero(numbers.any(1)):
        acted, act = divmod(int(code), lessons.ACTS)
        text += ["", "[[lesson]]", f'act = "{lessons.ACT.words[act]}"']
        text += [f"acted = {str(acted == 1).lower()}"]
        text += [f"numbers = [{', '.join(f'{each:.3f}' for each in numbers[code])}]"]
    lessons.FILE.write_text("\n".join(text) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heroes", type=int, default=3)
    parser.add_argument("--games", type=int, default=12_000)
    parser.add_argument("--fresh", action="store_true", help="forget the former lessons")
    parser.add_argument("--pace", type=float, default=0.25, help="share that is added")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    numbers = lessons.LESSONS * (not asked.fresh)
    rows = judged(asked.heroes, asked.games, SEED + 1_000 * asked.seed, asked.fresh)
    print(f"{len(rows)} moves: {check(rows)}", flush=True)
    write(numbers + asked.pace * fit(sums_of(rows))[0])


if __name__ == "__main__":
    main()
